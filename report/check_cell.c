/* The judgement of one cell: tolerances and rules of the gate. */
#include <math.h>
#include <string.h>

#include "report/check.h"

/* Accuracy: larger is worse.  Lengths in m, angles in rad, energies relative to the larger of 1 J
 * and the initial energy, errors relative to the accuracy of the reference. */
typedef struct accuracy {
    const char *path;
    double relative;
    double absolute;  /* differences below are none */
    double round_off; /* below, only the order of magnitude counts */
    enum { PLAIN, OF_ENERGY, OF_BOUND } scale;
} accuracy;

static const accuracy accuracies[] = {
    {"position.l2.max", 0.02, 1e-14, 1e-10, PLAIN},
    {"position.l2.mean", 0.02, 1e-14, 1e-10, PLAIN},
    {"velocity.l2.max", 0.02, 1e-13, 1e-10, PLAIN},
    {"velocity.l2.mean", 0.02, 1e-13, 1e-10, PLAIN},
    {"acceleration.l2.max", 0.02, 1e-12, 1e-8, PLAIN},
    {"energy.max_abs", 0.02, 1e-14, 1e-11, OF_ENERGY},
    {"energy.mean_abs", 0.02, 1e-14, 1e-11, OF_ENERGY},
    {"error.max", 0.02, 1.0, 10.0, OF_BOUND},
};

static const char *const counters[] = {
    "counters.steps",
    "counters.rejected",
    "counters.evaluations",
    "counters.solves",
    "counters.factorisations",
    "counters.refactorisations",
    "counters.iterations",
    "counters.stopped",
    "counters.switches",
    "counters.own_allocations",
    "counters.library_allocations",
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

static void add_numbers(mb_checked *cell, const char *metric, mb_check_verdict verdict, double old,
                        double new, double limit)
{
    mb_finding *f = add(cell, metric, verdict);

    f->old_number = old;
    f->new_number = new;
    f->limit = limit;
}

static const char *text(const json_t *record, const char *path)
{
    const char *s = mb_record_text(record, path);

    return s ? s : "unknown";
}

static bool is(const json_t *record, const char *status)
{
    return strcmp(text(record, "status"), status) == 0;
}

/* Went to its end: its numbers are those of the whole run. */
static bool whole(const json_t *record)
{
    return is(record, "ok") || is(record, "branch-change");
}

static double scale_of(const json_t *record, const accuracy *a)
{
    double x = 1.0;

    if (a->scale == OF_ENERGY)
        x = fmax(1.0, fabs(mb_record_number(record, "energy.initial"))); /* fmax drops a NaN */
    else if (a->scale == OF_BOUND)
        x = mb_record_number(record, "error.bound");
    return isfinite(x) ? x : 0.0;
}

static void judge_accuracy(const accuracy *a, mb_checked *cell)
{
    double old = mb_record_number(cell->old_record, a->path);
    double new = mb_record_number(cell->new_record, a->path);
    double scale = scale_of(cell->old_record, a), absolute = a->absolute * scale;
    bool order_only = old < a->round_off * scale;
    double limit = old * (1.0 + a->relative) + absolute;

    if (!isfinite(old))
        return;
    if (order_only)
        limit = fmax(limit, 10.0 * old);
    cell->judged++;
    if (!isfinite(new))
        add_numbers(cell, a->path, MB_CHECK_WORSE, old, new, limit);
    else if (new > limit)
        add_numbers(cell, a->path, MB_CHECK_WORSE, old, new, limit);
    else if (new < old / (order_only ? 10.0 : 1.0 + a->relative) - absolute)
        add_numbers(cell, a->path, MB_CHECK_BETTER, old, new, limit);
}

static void judge_counter(const char *path, mb_checked *cell)
{
    double old = mb_record_number(cell->old_record, path);
    double new = mb_record_number(cell->new_record, path);

    if (!isfinite(old) || !isfinite(new)) /* allocations are not counted in every build */
        return;
    cell->judged++;
    if (new != old)
        add_numbers(cell, path, new > old ? MB_CHECK_WORSE : MB_CHECK_BETTER, old, new, old);
}

/* Instructions depend on the addresses of the stack and on the kernels that libraries choose for a
 * CPU: a little more is the same, and another CPU is not comparable. */
static void judge_instructions(mb_checked *cell)
{
    static const char path[] = "counters.instructions", cpu[] = "environment.cpu";
    double old = mb_record_number(cell->old_record, path);
    double new = mb_record_number(cell->new_record, path);
    double limit = old * (1.0 + 1e-3);

    if (!isfinite(old) || !isfinite(new)) /* they are counted when asked for */
        return;
    if (strcmp(text(cell->old_record, cpu), text(cell->new_record, cpu)) != 0) {
        add(cell, path, MB_CHECK_APART)->why = "counted on another CPU";
        return;
    }
    cell->judged++;
    if (new > limit)
        add_numbers(cell, path, MB_CHECK_WORSE, old, new, limit);
    else if (new < old *(1.0 - 1e-3))
        add_numbers(cell, path, MB_CHECK_BETTER, old, new, limit);
}

static bool same_toolchain(const json_t *a, const json_t *b)
{
    static const char *const fields[] = {"compiler", "flags", "libraries"};
    const json_t *x = json_object_get(a, "environment"), *y = json_object_get(b, "environment");

    for (int i = 0; i < 3; i++) {
        json_t *one = json_object_get(x, fields[i]);

        if (!one || !json_equal(one, json_object_get(y, fields[i])))
            return false;
    }
    return true;
}

/* A limit that was smaller than the baseline's may have ended the run. */
static bool limited(const json_t *old_record, const json_t *new_record)
{
    const char *path = is(new_record, "time-limit")     ? "limits.time"
                       : is(new_record, "memory-limit") ? "limits.memory"
                                                        : NULL;

    return path && mb_record_number(new_record, path) < mb_record_number(old_record, path);
}

static void judge_status(mb_checked *cell)
{
    const json_t *old = cell->old_record, *new = cell->new_record;
    bool apart = limited(old, new);
    mb_finding *f;

    cell->judged++;
    if (strcmp(text(old, "status"), text(new, "status")) == 0)
        return;
    f = add(cell, "status",
            apart           ? MB_CHECK_APART
            : is(new, "ok") ? MB_CHECK_BETTER
                            : MB_CHECK_WORSE);
    f->old_text = text(old, "status");
    f->new_text = text(new, "status");
    f->why = apart ? "its limit was smaller than the baseline's" : mb_record_text(new, "reason");
}

/* How far a failing run came. */
static void judge_end(mb_checked *cell)
{
    double old = mb_record_number(cell->old_record, "t_reached");
    double new = mb_record_number(cell->new_record, "t_reached");

    if (!isfinite(old) || is(cell->old_record, "time-limit") ||
        is(cell->old_record, "memory-limit"))
        return;
    cell->judged++;
    if (!(new >= 0.9 * old))
        add_numbers(cell, "t_reached", MB_CHECK_WORSE, old, new, 0.9 * old);
}

void mb_check_records(const json_t *old_record, const json_t *new_record, bool accuracy_only,
                      mb_checked *cell)
{
    *cell = (mb_checked){.old_record = old_record, .new_record = new_record};
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
