/* SPDX-License-Identifier: MIT */
/* The judgement of two programs' samples and times, from numbers alone. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/compare/compare.h"
#include "bench/compare/sample.h"
#include "report/gate/check.h"
#include "report/records/run_status.h"

static const double least_difference = 2e-5; /* [s] a run */

void mb_compare_conclude(mb_compared *cell, mb_compare_verdict verdict, const char *reason)
{
    cell->verdict = verdict;
    snprintf(cell->reason, sizeof cell->reason, "%s", reason);
}

/* Neither program carries it out: nothing to compare where both say the same, by their own doing.
 */
static void conclude_untimed(const mb_sample *base, const mb_sample *head, mb_compared *cell)
{
    char reason[sizeof cell->reason];

    cell->neither = true;
    if (mb_run_status_repeats(mb_run_status_find(base->status)) &&
        strcmp(base->status, head->status) == 0) {
        snprintf(reason, sizeof reason, "%s in both: %.200s", head->status, head->reason);
        mb_compare_conclude(cell, MB_COMPARE_UNTIMED, reason);
        return;
    }
    snprintf(reason, sizeof reason, "neither program has a time; base: %s%s%.60s; head: %s%s%.60s",
             base->status, base->status[0] ? ", " : "", base->reason, head->status,
             head->status[0] ? ", " : "", head->reason);
    mb_compare_conclude(cell, MB_COMPARE_APART, reason);
}

/* Whether outputs at the end are further apart than the errors allow, as `check` has it. */
static bool other_outputs(const mb_sample *base, const mb_sample *head)
{
    double largest = 0.0;

    if (base->outputs != head->outputs)
        return true;
    if (base->t_reached > fmin(base->horizon, head->horizon))
        return false;
    for (int i = 0; i < base->outputs; i++)
        largest = fmax(largest, fabs(base->output[i]));
    for (int i = 0; i < base->outputs; i++) {
        double limit =
            mb_output_spread(base->error + head->error, base->bound, base->output[i], largest);

        if (!isnan(base->output[i]) && !(fabs(head->output[i] - base->output[i]) <= limit))
            return true;
    }
    return false;
}

/* What a shorter run, or another one, would be called faster for: NULL for none. */
static const char *another_motion(const mb_sample *base, const mb_sample *head, double t_end)
{
    if (fabs(head->t_reached - base->t_reached) > 1e-9 * fabs(base->t_reached) ||
        isnan(head->t_reached) != isnan(base->t_reached))
        return "it ends at another time";
    if (head->t_reached < t_end * (1.0 - 1e-9))
        return "it does not reach its end time";
    if (isfinite(head->h) && fabs(head->steps - base->steps) > 1.0)
        return "another number of steps of the same size";
    if (isfinite(base->class) && !(head->class <= base->class * (1.0 + 1e-9)))
        return "a coarser class of precision";
    if (other_outputs(base, head))
        return "outputs at the end that are further apart than the errors allow";
    return NULL;
}

bool mb_compare_samples(const mb_sample *base, const mb_sample *head, mb_compared *cell)
{
    const char *other;

    if (!base->timed && !head->timed)
        conclude_untimed(base, head, cell);
    else if (!base->timed)
        mb_compare_conclude(cell, MB_COMPARE_NEW, base->reason);
    else if (!head->timed)
        mb_compare_conclude(cell, MB_COMPARE_FAILED, head->reason);
    else if (strcmp(base->status, head->status) != 0)
        mb_compare_conclude(cell, MB_COMPARE_FAILED,
                            head->reason[0] ? head->reason : "another status");
    else if (strcmp(base->cell, head->cell) != 0)
        mb_compare_conclude(cell, MB_COMPARE_APART, "the programs do not mean the same run");
    else if (strcmp(base->machine, head->machine) != 0)
        mb_compare_conclude(cell, MB_COMPARE_APART, "times of another machine");
    else if ((other = another_motion(base, head, cell->run->t_end)))
        mb_compare_conclude(cell, MB_COMPARE_FAILED, other);
    else
        return true;
    return false;
}

static bool same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

bool mb_compare_repeats(const mb_sample *first, const mb_sample *sample, bool head,
                        mb_compared *cell)
{
    const char *what = NULL;

    if (!sample->timed)
        what = sample->reason[0] ? sample->reason : "a later sample has no time";
    else if (strcmp(first->status, sample->status) != 0)
        what = "a later sample has another status";
    else if (strcmp(first->cell, sample->cell) != 0)
        what = "a later sample is of another run";
    else if (strcmp(first->machine, sample->machine) != 0)
        what = "a later sample is of another machine";
    else if (!same_number(first->t_reached, sample->t_reached))
        what = "a later sample ends at another time";
    else if (!same_number(first->steps, sample->steps))
        what = "a later sample takes another number of steps";
    else if (!same_number(first->class, sample->class))
        what = "a later sample has another class of precision";
    if (what)
        mb_compare_conclude(cell, head ? MB_COMPARE_FAILED : MB_COMPARE_APART, what);
    return !what;
}

bool mb_compare_differs(mb_ratio r, double threshold)
{
    return (r.lo > 1.0 && r.median > threshold) || (r.hi < 1.0 && r.median < 1.0 / threshold);
}

bool mb_compare_short(const mb_compared *cell)
{
    return fabs(cell->head - cell->base) < least_difference;
}

double mb_compare_threshold(const mb_compared *cell, double least)
{
    double control = cell->control.median;

    return control > 0.0 ? fmax(least, exp(2.0 * fabs(log(control)))) : least;
}

mb_compare_verdict mb_compare_judge(const mb_compared *cell, double least)
{
    const mb_ratio *r = &cell->ratio;
    double threshold = mb_compare_threshold(cell, least);

    if (r->median > least && (mb_compare_short(cell) || !(r->lo > 1.0) || r->median <= threshold))
        return MB_COMPARE_APART;
    if (mb_compare_short(cell) || !mb_compare_differs(*r, threshold))
        return MB_COMPARE_SAME;
    return r->median > 1.0 ? MB_COMPARE_SLOWER : MB_COMPARE_FASTER;
}
