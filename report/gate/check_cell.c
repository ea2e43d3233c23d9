/* SPDX-License-Identifier: MIT */
/* The judgement of one cell: tolerances and rules of the gate. */
#include <math.h>
#include <string.h>

#include "report/gate/check_parts.h"

/* Accuracy of a reference that states none. */
static const double no_bound = 1e-12;

/* The sum of changes since a frozen baseline that counts: each of them alone may have been none. */
static const double creep = 0.1, creep_at_round_off = 100.0;

bool mb_check_whole(const mb_check_record *record)
{
    return mb_run_status_timed(record->kind->end);
}

/* What the absolute differences of a field are measured in. */
static double scale_of(const mb_check_record *record, mb_field field)
{
    const mb_check_record *n = record;
    double x = 1.0,
           energy =
               fmax(1.0, fabs(mb_check_number(n, MB_FIELD_ENERGY_INITIAL))); /* fmax drops a NaN */
    mb_gate_scale scale = mb_field_of(field)->gate.scale;

    if (scale == MB_SCALE_ENERGY)
        x = energy;
    else if (scale == MB_SCALE_KINETIC && mb_check_number(n, MB_FIELD_ENERGY_MAX) > 0.0)
        x = energy * mb_check_number(n, MB_FIELD_DRIFT) / mb_check_number(n, MB_FIELD_ENERGY_MAX);
    else if (scale == MB_SCALE_BOUND)
        x = isfinite(mb_check_number(n, MB_FIELD_ERROR_BOUND))
                ? mb_check_number(n, MB_FIELD_ERROR_BOUND)
                : no_bound;
    return isfinite(x) ? x : 0.0;
}

/* Limit of a number that was `old`; *order: only its order of magnitude counts. */
static double limit_of(const mb_check_record *record, mb_field field, double relative,
                       double factor, bool *order)
{
    double old = mb_check_number(record, field), scale = scale_of(record, field);
    double limit = old * (1.0 + relative) + mb_field_of(field)->gate.absolute * scale;

    *order = old < mb_field_of(field)->gate.round_off * scale;
    return *order ? fmax(limit, factor * old) : limit;
}

static void judge_accuracy(mb_field field, mb_checked *cell)
{
    double old = mb_check_number(cell->old_record, field),
           new = mb_check_number(cell->new_record, field);
    double relative = mb_field_of(field)->gate.relative, limit;
    double absolute = mb_field_of(field)->gate.absolute * scale_of(cell->old_record, field);
    bool order;

    if (!isfinite(old))
        return;
    limit = limit_of(cell->old_record, field, relative, 10.0, &order);
    cell->judged++;
    if (!isfinite(new) || new > limit)
        mb_check_find_numbers(cell, field, MB_CHECK_WORSE, old, new, limit);
    else if (new < old / (order ? 10.0 : 1.0 + relative) - absolute)
        mb_check_find_numbers(cell, field, MB_CHECK_BETTER, old, new, limit);
}

/* The class: the finer, the smaller is its number; none is the coarsest. */
static void judge_class(mb_checked *cell)
{
    double old = mb_check_number(cell->old_record, MB_FIELD_CLASS);
    double new = mb_check_number(cell->new_record, MB_FIELD_CLASS);
    double known = mb_check_number(cell->new_record, MB_FIELD_GAP);

    if (isfinite(old)) {
        cell->judged++;
        if (!(new <= old *(1.0 + 1e-9)))
            mb_check_find_numbers(cell, MB_FIELD_CLASS, MB_CHECK_WORSE, old, new, old);
        else if (new < old *(1.0 - 1e-9))
            mb_check_find_numbers(cell, MB_FIELD_CLASS, MB_CHECK_BETTER, old, new, old);
    } else if (isfinite(new) && isfinite(known) &&
               isfinite(mb_check_number(cell->old_record, MB_FIELD_GAP))) {
        mb_check_find_numbers(cell, MB_FIELD_CLASS, MB_CHECK_BETTER, old, new, NAN);
    }
}

static void judge_counter(mb_field field, mb_checked *cell)
{
    double old = mb_check_number(cell->old_record, field),
           new = mb_check_number(cell->new_record, field);

    if (!isfinite(
            old)) /* older records lack some, and allocations are not counted in every build */
        return;
    if (!isfinite(new)) {
        mb_check_find_fault(cell, mb_field_of(field)->path, MB_CHECK_APART)->why =
            "in the baseline, but not counted now";
        return;
    }
    if (new != old)
        mb_check_find_numbers(cell, field, new > old ? MB_CHECK_WORSE : MB_CHECK_BETTER, old, new,
                              old);
}

/* Instructions depend on the addresses of the stack and on the kernels that libraries choose for a
 * CPU: a little more is the same, and another CPU is not comparable. */
static void judge_instructions(mb_checked *cell)
{
    const mb_field field = MB_FIELD_INSTRUCTIONS;
    double old = mb_check_number(cell->old_record, field),
           new = mb_check_number(cell->new_record, field);
    double limit = old * (1.0 + 1e-3);

    if (!isfinite(old)) /* they are counted when asked for */
        return;
    if (!isfinite(new)) {
        mb_check_find_fault(cell, mb_field_of(field)->path, MB_CHECK_APART)->why =
            "in the baseline, but not counted now (run --instructions)";
        return;
    }
    if (strcmp(cell->old_record->kind->cpu, cell->new_record->kind->cpu) != 0) {
        mb_check_find_fault(cell, mb_field_of(field)->path, MB_CHECK_APART)->why =
            "counted on another CPU";
        return;
    }
    if (new > limit)
        mb_check_find_numbers(cell, field, MB_CHECK_WORSE, old, new, limit);
    else if (new < old *(1.0 - 1e-3))
        mb_check_find_numbers(cell, field, MB_CHECK_BETTER, old, new, limit);
}

/* Why counters cannot be compared; NULL: they can. */
static const char *another_toolchain(const mb_check_record *old, const mb_check_record *new)
{
    if (!old->kind->toolchain)
        return "the baseline does not say its compiler and libraries: the first record of its "
               "environment, which does, is missing or behind it";
    if (!new->kind->toolchain)
        return "the record does not say its compiler and libraries: the first one of its "
               "environment, which does, is missing or behind it";
    return strcmp(old->kind->toolchain, new->kind->toolchain) == 0
               ? NULL
               : "another compiler, other flags, libraries or variants of elementary functions";
}

/* A limit that was smaller than the baseline's may have ended the run. */
static bool limited(const mb_check_record *old, const mb_check_record *new)
{
    mb_field limit =
        new->kind->end == MB_RUN_TIME_LIMIT ? MB_FIELD_TIME_LIMIT : MB_FIELD_MEMORY_LIMIT;

    return mb_run_status_limited(new->kind->end) &&
           mb_check_number(new, limit) < mb_check_number(old, limit);
}

/* Did a limit end the search for the solver of a run (bench/search.h), and not what it found? */
static bool cut_short(const mb_check_record *record)
{
    return strcmp(record->kind->search_end, "total time") == 0 ||
           strcmp(record->kind->search_end, "limit") == 0;
}

/* Two searches that found different values: the coarser is the better one; about a neighbour round-off
 * may decide. */
static void judge_search(mb_checked *cell)
{
    const mb_field value = MB_FIELD_SEARCH_VALUE;
    double old = mb_check_number(cell->old_record, value),
           new = mb_check_number(cell->new_record, value),
           near = 1.01 * mb_check_number(cell->old_record, MB_FIELD_SEARCH_RATIO);

    if (cut_short(cell->old_record) || cut_short(cell->new_record)) {
        mb_check_find_fault(cell, mb_field_of(value)->path, MB_CHECK_APART)->why =
            "a search was ended by a limit, not by what it found: give both more time";
        return;
    }
    cell->judged++;
    if (isfinite(old) && !(new *near >= old))
        mb_check_find_numbers(cell, value, MB_CHECK_WORSE, old, new, old / near);
    else if (isfinite(new) && !(new <= old *near))
        mb_check_find_numbers(cell, value, MB_CHECK_BETTER, old, new, NAN);
}

/* Records of one cell that are not of one run, or whose end says nothing, and runs of what two searches
 * found: of those only that is judged.  True: they are two runs of the same. */
static bool judge_identity(mb_checked *cell)
{
    const mb_check_record *old = cell->old_record, *new = cell->new_record;
    double old_end = mb_check_number(old, MB_FIELD_T_END),
           new_end = mb_check_number(new, MB_FIELD_T_END);
    const bool searched = old->kind->search_end && new->kind->search_end;
    const char *what = NULL;

    if (strcmp(old->kind->problem, new->kind->problem) != 0)
        what = "problem";
    else if (strcmp(old->solver, new->solver) != 0 && !searched)
        what = "solver";
    else if (old_end != new_end && isfinite(old_end) && isfinite(new_end))
        what = "t_end";
    if (what)
        mb_check_find_fault(cell, what, MB_CHECK_APART)->why =
            "another one under the same cell: one of the files was changed by hand";
    else if (old->kind->end == MB_RUN_STATUSES || new->kind->end == MB_RUN_STATUSES)
        mb_check_find_fault(cell, "status", MB_CHECK_APART)->why =
            "missing, or none that this program knows";
    else if (strcmp(old->solver, new->solver) != 0)
        judge_search(cell);
    else
        return true;
    return false;
}

static void judge_status(mb_checked *cell)
{
    const mb_check_record *old = cell->old_record, *new = cell->new_record;
    bool apart = limited(old, new);
    mb_check_finding *f;

    if (old->kind->end == new->kind->end) {
        if (mb_run_status_limited(old->kind->end))
            mb_check_find_fault(cell, "status", MB_CHECK_APART)->why =
                "neither run was let to its end: nothing was judged; give both a larger limit";
        else if (!mb_check_whole(old))
            cell->judged++; /* how a run fails is all there is of it */
        return;
    }
    f = mb_check_find_fault(cell, "status",
                            apart                         ? MB_CHECK_APART
                            : new->kind->end == MB_RUN_OK ? MB_CHECK_BETTER
                                                          : MB_CHECK_WORSE);
    f->old_text = old->kind->status;
    f->new_text = new->kind->status;
    f->why = apart ? "its limit was smaller than the baseline's" : new->kind->reason;
    cell->judged += !apart;
}

/* Accuracy, then counters, of two runs that went to their end. */
static void judge_whole(mb_checked *cell, bool accuracy_only)
{
    const char *apart;

    for (int i = 0; i < MB_FIELDS; i++)
        if (mb_field_of((mb_field)i)->gate.kind == MB_GATE_ACCURACY)
            judge_accuracy((mb_field)i, cell);
    if (cell->judged == 0)
        mb_check_find_fault(cell, "accuracy", MB_CHECK_APART)->why =
            "the baseline has no number to hold it to";
    judge_class(cell);
    mb_check_motion(cell);
    if (accuracy_only)
        return;
    apart = another_toolchain(cell->old_record, cell->new_record);
    if (apart) {
        mb_check_find_fault(cell, "counters", MB_CHECK_APART)->why = apart;
        return;
    }
    for (int i = 0; i < MB_FIELDS; i++)
        if (mb_field_of((mb_field)i)->gate.kind == MB_GATE_COUNTER)
            judge_counter((mb_field)i, cell);
    judge_instructions(cell);
}

void mb_check_records(const mb_check_record *old_record, const mb_check_record *new_record,
                      bool accuracy_only, mb_check_finding *finding, mb_checked *cell)
{
    *cell = (mb_checked){.old_record = old_record, .new_record = new_record, .finding = finding};
    if (!old_record || !new_record) {
        cell->verdict = old_record ? MB_CHECK_MISSING : MB_CHECK_NEW;
        return;
    }
    if (!judge_identity(cell))
        return;
    judge_status(cell);
    if (cell->count > 0 && !(mb_check_whole(old_record) && new_record->kind->end == MB_RUN_OK))
        return; /* another status, so that there is nothing else to compare */
    if (mb_check_whole(old_record))
        judge_whole(cell, accuracy_only);
    else
        mb_check_failed_end(cell);
}

void mb_check_since(const mb_check_record *frozen, mb_checked *cell, mb_check_creep *sum)
{
    const mb_check_record *new = cell->new_record;

    if (!frozen || !new || !mb_check_whole(frozen) || !mb_check_whole(new))
        return;
    sum->cells++;
    for (int i = 0; i < MB_FIELDS; i++) {
        const mb_field field = (mb_field)i;
        double old = mb_check_number(frozen, field), now = mb_check_number(new, field), limit;
        bool order;

        if (mb_field_of(field)->gate.kind != MB_GATE_ACCURACY || !isfinite(old))
            continue;
        limit = limit_of(frozen, field, creep, creep_at_round_off, &order);
        if (!(now <= limit))
            mb_check_find_numbers(cell, field, MB_CHECK_WORSE, old, now, limit)->frozen = true;
        if (!order && now / old > sum->ratio) {
            sum->ratio = now / old;
            sum->metric = mb_field_of(field)->path;
            sum->record = new;
        }
    }
}
