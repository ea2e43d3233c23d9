/* SPDX-License-Identifier: MIT */
/* The judgement of how far runs came and where they ended. */
#include <math.h>

#include "report/gate/check_parts.h"

/* How far a failing run came. */
void mb_check_failed_end(mb_checked *cell)
{
    double old = mb_check_number(cell->old_record, MB_FIELD_T_REACHED);
    double new = mb_check_number(cell->new_record, MB_FIELD_T_REACHED);

    if (!isfinite(old))
        return;
    cell->judged++;
    if (!(new >= 0.9 * old))
        mb_check_find_numbers(cell, MB_FIELD_T_REACHED, MB_CHECK_WORSE, old, new, 0.9 * old);
}

/* A run that calls itself whole ended where the baseline did, which is its end time. */
static void judge_end(mb_checked *cell)
{
    const mb_check_record *old = cell->old_record, *new = cell->new_record;
    double end = mb_check_number(old, MB_FIELD_T_REACHED), slack = 1e-9 * fabs(end);

    if (!isfinite(end))
        return;
    if (!(fabs(mb_check_number(new, MB_FIELD_T_REACHED) - end) <= slack))
        mb_check_find_numbers(cell, MB_FIELD_T_REACHED, MB_CHECK_WORSE, end,
                              mb_check_number(new, MB_FIELD_T_REACHED), end)
            ->why = "a run that ended whole, but elsewhere";
    else if (mb_check_number(new, MB_FIELD_T_REACHED) <
             mb_check_number(new, MB_FIELD_T_END) * (1.0 - 1e-9))
        mb_check_find_numbers(cell, MB_FIELD_T_REACHED, MB_CHECK_APART, end,
                              mb_check_number(new, MB_FIELD_T_REACHED),
                              mb_check_number(new, MB_FIELD_T_END))
            ->why = "both ended whole before their end time";
}

/* With steps of a fixed size their number follows from the end time: fewer are none that was saved.
 * One more or less is the rounding of the last step. */
static void judge_steps(mb_checked *cell)
{
    const mb_check_record *old = cell->old_record, *new = cell->new_record;

    if (!isfinite(mb_check_number(new, MB_FIELD_STEP)) ||
        !isfinite(mb_check_number(old, MB_FIELD_STEPS)))
        return;
    if (!(fabs(mb_check_number(new, MB_FIELD_STEPS) - mb_check_number(old, MB_FIELD_STEPS)) <= 1.0))
        mb_check_find_numbers(
            cell, MB_FIELD_STEPS, MB_CHECK_WORSE, mb_check_number(old, MB_FIELD_STEPS),
            mb_check_number(new, MB_FIELD_STEPS), mb_check_number(old, MB_FIELD_STEPS))
            ->why = "another number of steps of the same size";
}

static const double round_off = 1e-12; /* [SI units of an output] */

double mb_output_spread(double errors, double bound, double value, double largest)
{
    if (!isfinite(errors))
        return 0.02 * fabs(value) + 1e-3 * largest + round_off;
    if (isfinite(bound))
        errors += bound;
    return fmax(1.02 * errors, 0.02 * fabs(value)) + round_off;
}

static double spread(const mb_checked *cell, double old, double largest)
{
    const mb_check_record *a = cell->old_record, *b = cell->new_record;

    return mb_output_spread(mb_check_number(a, MB_FIELD_ERROR_MAX) +
                                mb_check_number(b, MB_FIELD_ERROR_MAX),
                            mb_check_number(a, MB_FIELD_ERROR_BOUND), old, largest);
}

/* The final state, as the outputs show it; beyond the horizon of a chaotic motion it is anybody's.
 */
static void judge_outputs(mb_checked *cell)
{
    const mb_check_record *old = cell->old_record, *new = cell->new_record;
    double horizon = fmin(mb_check_number(old, MB_FIELD_ERROR_HORIZON),
                          mb_check_number(new, MB_FIELD_ERROR_HORIZON));
    double largest = 0.0, worst = 1.0;
    mb_check_finding found = {.metric = NULL};

    if (mb_check_number(old, MB_FIELD_T_REACHED) > horizon)
        return;
    for (size_t i = 0; i < json_array_size(old->kind->output_names); i++)
        largest = fmax(largest, fabs(old->output[i]));
    for (size_t i = 0; i < json_array_size(old->kind->output_names); i++) {
        const char *name = json_string_value(json_array_get(old->kind->output_names, i));
        double a = old->output[i], limit = spread(cell, a, largest);
        double b = mb_check_output(new, name), off = fabs(b - a);

        if (isnan(a) || off <= limit || off <= worst * limit)
            continue;
        worst = isfinite(off) && limit > 0.0 ? off / limit : (double)INFINITY;
        found =
            (mb_check_finding){.metric = name,
                               .verdict = MB_CHECK_WORSE,
                               .old_number = a,
                               .new_number = b,
                               .limit = limit,
                               .why = "an output at the end, further off than the errors allow"};
    }
    if (found.metric)
        *mb_check_find_fault(cell, found.metric, found.verdict) = found;
}

void mb_check_motion(mb_checked *cell)
{
    judge_end(cell);
    judge_steps(cell);
    judge_outputs(cell);
}
