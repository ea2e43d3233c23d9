/* The judgement of one cell: tolerances and rules of the gate. */
#include <math.h>
#include <string.h>

#include "report/check.h"

/* Accuracy: larger is worse.  Lengths in m, angles in rad, energies relative to the larger of 1 J
 * and the initial energy, errors relative to the accuracy of the reference. */
typedef struct accuracy {
    mb_check_number number;
    enum { PLAIN, OF_ENERGY, OF_BOUND } scale;
    double relative;
    double absolute;  /* differences below are none */
    double round_off; /* below, only the order of magnitude counts */
} accuracy;

static const accuracy accuracies[] = {
    {MB_CHECK_POSITION_MAX, PLAIN, 0.02, 1e-14, 1e-10},
    {MB_CHECK_POSITION_MEAN, PLAIN, 0.02, 1e-14, 1e-10},
    {MB_CHECK_VELOCITY_MAX, PLAIN, 0.02, 1e-13, 1e-10},
    {MB_CHECK_VELOCITY_MEAN, PLAIN, 0.02, 1e-13, 1e-10},
    {MB_CHECK_ACCELERATION_MAX, PLAIN, 0.02, 1e-12, 1e-8},
    {MB_CHECK_DRIFT_MAX, OF_ENERGY, 0.02, 1e-14, 1e-11},
    {MB_CHECK_DRIFT_MEAN, OF_ENERGY, 0.02, 1e-14, 1e-11},
    {MB_CHECK_ERROR, OF_BOUND, 0.02, 1.0, 10.0},
};

static const mb_check_number counters[] = {
    MB_CHECK_STEPS,
    MB_CHECK_REJECTED,
    MB_CHECK_EVALUATIONS,
    MB_CHECK_SOLVES,
    MB_CHECK_FACTORISATIONS,
    MB_CHECK_REFACTORISATIONS,
    MB_CHECK_ITERATIONS,
    MB_CHECK_STOPPED,
    MB_CHECK_SWITCHES,
    MB_CHECK_OWN_ALLOCATIONS,
    MB_CHECK_LIBRARY_ALLOCATIONS,
};

static mb_finding *add(mb_checked *cell, const char *metric, mb_check_verdict verdict)
{
    mb_finding *f =
        &cell->finding[cell->count < MB_MAX_FINDINGS ? cell->count++ : MB_MAX_FINDINGS - 1];

    *f = (mb_finding){metric, verdict, NULL, NULL, NAN, NAN, NAN, NULL};
    if (verdict > cell->verdict)
        cell->verdict = verdict;
    return f;
}

static void add_numbers(mb_checked *cell, mb_check_number number, mb_check_verdict verdict,
                        double old, double new, double limit)
{
    mb_finding *f = add(cell, mb_check_path(number), verdict);

    f->old_number = old;
    f->new_number = new;
    f->limit = limit;
}

static bool is(const mb_check_record *record, const char *status)
{
    return strcmp(record->status, status) == 0;
}

/* Went to its end: its numbers are those of the whole run. */
static bool whole(const mb_check_record *record)
{
    return is(record, "ok") || is(record, "branch-change");
}

static double scale_of(const mb_check_record *record, const accuracy *a)
{
    double x = 1.0;

    if (a->scale == OF_ENERGY)
        x = fmax(1.0, fabs(record->number[MB_CHECK_ENERGY])); /* fmax drops a NaN */
    else if (a->scale == OF_BOUND)
        x = record->number[MB_CHECK_BOUND];
    return isfinite(x) ? x : 0.0;
}

static void judge_accuracy(const accuracy *a, mb_checked *cell)
{
    double old = cell->old_record->number[a->number], new = cell->new_record->number[a->number];
    double scale = scale_of(cell->old_record, a), absolute = a->absolute * scale;
    bool order_only = old < a->round_off * scale;
    double limit = old * (1.0 + a->relative) + absolute;

    if (!isfinite(old))
        return;
    if (order_only)
        limit = fmax(limit, 10.0 * old);
    cell->judged++;
    if (!isfinite(new) || new > limit)
        add_numbers(cell, a->number, MB_CHECK_WORSE, old, new, limit);
    else if (new < old / (order_only ? 10.0 : 1.0 + a->relative) - absolute)
        add_numbers(cell, a->number, MB_CHECK_BETTER, old, new, limit);
}

static void judge_counter(mb_check_number number, mb_checked *cell)
{
    double old = cell->old_record->number[number], new = cell->new_record->number[number];

    if (!isfinite(old) || !isfinite(new)) /* allocations are not counted in every build */
        return;
    cell->judged++;
    if (new != old)
        add_numbers(cell, number, new > old ? MB_CHECK_WORSE : MB_CHECK_BETTER, old, new, old);
}

/* Instructions depend on the addresses of the stack and on the kernels that libraries choose for a
 * CPU: a little more is the same, and another CPU is not comparable. */
static void judge_instructions(mb_checked *cell)
{
    const mb_check_number number = MB_CHECK_INSTRUCTIONS;
    double old = cell->old_record->number[number], new = cell->new_record->number[number];
    double limit = old * (1.0 + 1e-3);

    if (!isfinite(old) || !isfinite(new)) /* they are counted when asked for */
        return;
    if (strcmp(cell->old_record->cpu, cell->new_record->cpu) != 0) {
        add(cell, mb_check_path(number), MB_CHECK_APART)->why = "counted on another CPU";
        return;
    }
    cell->judged++;
    if (new > limit)
        add_numbers(cell, number, MB_CHECK_WORSE, old, new, limit);
    else if (new < old *(1.0 - 1e-3))
        add_numbers(cell, number, MB_CHECK_BETTER, old, new, limit);
}

static bool same_toolchain(const mb_check_record *a, const mb_check_record *b)
{
    return a->toolchain && b->toolchain && strcmp(a->toolchain, b->toolchain) == 0;
}

/* A limit that was smaller than the baseline's may have ended the run. */
static bool limited(const mb_check_record *old, const mb_check_record *new)
{
    if (is(new, "time-limit"))
        return new->number[MB_CHECK_TIME_LIMIT] < old->number[MB_CHECK_TIME_LIMIT];
    return is(new, "memory-limit") &&
           new->number[MB_CHECK_MEMORY_LIMIT] < old->number[MB_CHECK_MEMORY_LIMIT];
}

static void judge_status(mb_checked *cell)
{
    const mb_check_record *old = cell->old_record, *new = cell->new_record;
    bool apart = limited(old, new);
    mb_finding *f;

    cell->judged++;
    if (strcmp(old->status, new->status) == 0)
        return;
    f = add(cell, "status",
            apart           ? MB_CHECK_APART
            : is(new, "ok") ? MB_CHECK_BETTER
                            : MB_CHECK_WORSE);
    f->old_text = old->status;
    f->new_text = new->status;
    f->why = apart ? "its limit was smaller than the baseline's" : new->reason;
}

/* How far a failing run came. */
static void judge_end(mb_checked *cell)
{
    double old = cell->old_record->number[MB_CHECK_T_REACHED];
    double new = cell->new_record->number[MB_CHECK_T_REACHED];

    if (!isfinite(old) || is(cell->old_record, "time-limit") ||
        is(cell->old_record, "memory-limit"))
        return;
    cell->judged++;
    if (!(new >= 0.9 * old))
        add_numbers(cell, MB_CHECK_T_REACHED, MB_CHECK_WORSE, old, new, 0.9 * old);
}

void mb_check_records(const mb_check_record *old_record, const mb_check_record *new_record,
                      bool accuracy_only, mb_finding *finding, mb_checked *cell)
{
    *cell = (mb_checked){.old_record = old_record, .new_record = new_record, .finding = finding};
    if (!old_record || !new_record) {
        cell->verdict = old_record ? MB_CHECK_MISSING : MB_CHECK_NEW;
        return;
    }
    judge_status(cell);
    if (cell->count > 0 && cell->finding[0].verdict != MB_CHECK_BETTER)
        return;
    if (!whole(old_record)) {
        if (cell->count == 0)
            judge_end(cell);
        return;
    }
    for (size_t i = 0; i < sizeof accuracies / sizeof *accuracies; i++)
        judge_accuracy(&accuracies[i], cell);
    if (accuracy_only)
        return;
    if (!same_toolchain(old_record, new_record)) {
        add(cell, "counters", MB_CHECK_APART)->why =
            "another compiler, other flags or other libraries";
        return;
    }
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++)
        judge_counter(counters[i], cell);
    judge_instructions(cell);
}
