/* SPDX-License-Identifier: MIT */
/* The order of convergence that is seen, against the one that is stated. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/vector.h"
#include "bench/parts/trials.h"

enum { LEVELS = 3, MOST_Q = 64 };

static const double coarse = 0.02, t_order = 0.4; /* [s] */

/* Positions at the end with a step, or a tolerance, of a level. */
static mb_status end_at(const mb_tried *tried, int k, const mb_model *model, int level, double *q,
                        mb_trial_page *page, mb_error *err)
{
    char spec[MB_SPEC_SIZE];
    mb_status status = MB_NOT_APPLICABLE;
    mb_solver *solver = NULL;
    int order;

    if (mb_mate(tried, k, coarse / (double)(1 << level), 1e-4 * pow(1e-2, level), spec, &order))
        solver = mb_trial_make(model, spec, page, err);
    if (solver)
        status = mb_trial_walk(solver, spec, t_order, 1000000, page, err);
    if (status == MB_OK)
        memcpy(q, solver->state.q, (size_t)model->nq * sizeof *q);
    mb_solver_destroy(solver);
    return status;
}

/* log2 |q(h) - q(h/2)| / |q(h/2) - q(h/4)|; infinite at round-off; NaN: it does not fit or fails. */
static double observed(const mb_tried *tried, int k, const mb_model *model, mb_trial_page *page)
{
    double q[LEVELS][MOST_Q], before, after;
    mb_error err = {MB_OK, ""};

    for (int level = 0; level < LEVELS; level++)
        if (model->nq > MOST_Q || end_at(tried, k, model, level, q[level], page, &err) != MB_OK)
            return NAN;
    before = mb_distance(q[0], q[1], model->nq);
    after = mb_distance(q[1], q[2], model->nq);
    return after < 1e-12 ? HUGE_VAL : log2(before / after);
}

/* What may stand behind an order that is not seen. */
static void explain(const mb_tried *tried, char *text, size_t size)
{
    if (tried->slot == MB_INTEGRATOR)
        snprintf(text, size, "`order` is that of the position error of smooth equations");
    else
        snprintf(text, size,
                 "gains that are stiff for a step of %g s hide it: give milder ones, NAME:p=v",
                 coarse);
}

void mb_trial_order(const mb_tried *tried, mb_trial_page *page)
{
    char spec[MB_SPEC_SIZE], seen[MB_SPEC_SIZE] = "", low[MB_SPEC_SIZE] = "", why[120];
    double least = INFINITY, stated_of_low = 0.0;
    int stated, compared = 0;
    mb_model *model;

    if (mb_model_create("four-bar", &model, NULL) != MB_OK)
        return;
    for (int k = 0; !mb_trial_is_wrong(page) && mb_mate(tried, k, coarse, 1e-4, spec, &stated);
         k++) {
        const double found = observed(tried, k, model, page), expected = stated ? stated : 1.0;

        if (isnan(found) || mb_trial_is_wrong(page))
            continue;
        compared++;
        if (found - expected < least) {
            least = found - expected;
            stated_of_low = expected;
            snprintf(low, sizeof low, "%s", spec);
        }
        snprintf(seen, sizeof seen, "%s", spec);
    }
    mb_model_destroy(model);
    if (mb_trial_is_wrong(page))
        return;
    explain(tried, why, sizeof why);
    if (compared == 0)
        mb_trial_say(page, MB_FINDING_NOT_DONE,
                     "it fits no composition on four-bar, or fails there with a step of %g s",
                     coarse);
    else if (least < -0.4)
        mb_trial_say(page, MB_FINDING_WRONG, "%.300s: observed order %.2f on four-bar, not %g (%s)",
                     low, stated_of_low + least, stated_of_low, why);
    else
        mb_trial_say(page, MB_FINDING_OK,
                     "as stated on four-bar, in %d compositions (%.2f below in that which is "
                     "furthest, %.200s)",
                     compared, fmax(0.0, -least), low[0] ? low : seen);
}
