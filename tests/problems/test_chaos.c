/* SPDX-License-Identifier: MIT */
/* Chaotic mechanisms, by their references: how fast a small change of the start grows. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "problems/references/reference.h"
#include "tests/fixtures/models/problem_checks.h"

/* Largest change of the outputs up to time `end`, or until it is `enough`, after a change of 1e-13
 * at the start; the fastest change of an output in between */
static double growth(const mb_model *model, double end, double enough, double *fastest)
{
    mb_arena *arena = mb_arena_create();
    mb_reference changed = *model->reference;
    mb_model other = *model;
    mb_reference_run *run, *run_changed;
    double y0[CHECK_N], a[CHECK_OUTPUTS], b[CHECK_OUTPUTS], before[CHECK_OUTPUTS], largest = 0.0;

    memcpy(y0, changed.y0, (size_t)changed.n * sizeof *y0);
    y0[0] += 1e-13;
    changed.y0 = y0;
    other.reference = &changed;
    cr_assert(mb_reference_start(model, arena, &run, NULL) == MB_OK);
    cr_assert(mb_reference_start(&other, arena, &run_changed, NULL) == MB_OK);
    for (int k = 0; k <= 200 && largest <= enough; k++) {
        mb_reference_at(run, end * k / 200.0, a);
        mb_reference_at(run_changed, end * k / 200.0, b);
        for (int j = 0; j < model->noutputs; j++)
            if (model->outputs[j].compared) {
                largest = fmax(largest, fabs(a[j] - b[j]));
                *fastest = k ? fmax(*fastest, fabs(a[j] - before[j]) / (end / 200.0)) : 1.0;
            }
        memcpy(before, a, sizeof before);
    }
    mb_arena_destroy(arena);
    return largest;
}

Test(traits, chaotic_ones_lose_a_start_of_1e_13_and_keep_it_up_to_the_horizon, .timeout = 600)
{
    CHECK_EACH(model)
    {
        if (!model->reference || strcmp(model->coordinates, "euler") == 0)
            continue; /* in euler it is the same reference */
        if (model->traits & MB_CHAOTIC) {
            const double lost = 1e-6, horizon = model->reference->horizon;
            double fastest, kept = growth(model, horizon, INFINITY, &fastest);

            cr_expect(growth(model, 50.0, lost, &fastest) > lost, "%s", check_name(model));
            cr_expect(kept <= 2e-8, "%s: %g", check_name(model), kept);
        } else {
            /* no worse than the square of the time, in units of what the outputs do */
            double end = fmin(model->t_end, 20.0), fastest;
            double grown = growth(model, end, INFINITY, &fastest);

            cr_expect(grown < 1e-12 * (10.0 + end * end) * fastest, "%s: %g", check_name(model),
                      grown);
        }
    }
}
