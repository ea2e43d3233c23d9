/* SPDX-License-Identifier: MIT */
/* The energy balance where forces without potential act: the work done is known as well as the
 * states, however long the steps. */
#include <criterion/criterion.h>

#include <math.h>

#include "bench/audit/power.h"
#include "bench/audit/precision.h"
#include "tests/fixtures/measured.h"

/* driven-crank has no freedom: its energy is a function of time, and what is missing of it is what
 * positions and velocities are off by. */
Test(work, is_known_in_long_steps)
{
    const struct {
        const char *solver;
        double drift, class;
    } row[] = {
        {"ggl/radau5:tol=1e-4", 1e-6, 1e-6},
        {"ggl/radau5:tol=1e-6", 1e-9, 1e-8},
        {"ggl/ida:tol=1e-6", 1e-9, 1e-8},
        {"lagrange/rk4:h=1e-2", 1e-5, 1e-4},
        {"lagrange/rk4:h=1e-2/direct-correction", 1e-9, 1e-8},
        {"lagrange/rk4:h=5e-2/direct-correction", 1e-9, 1e-8},
        {"lagrange/dormand-prince:tol=1e-6", 1e-4, 1e-4},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        mb_result *result = measured("driven-crank", row[i].solver, 2.0);
        mb_precision p = mb_precision_of(result);

        cr_expect(result->status == MB_RUN_OK, "%s: %s", row[i].solver, result->reason);
        cr_expect(p.drift < row[i].drift && p.drift < 100.0 * p.error + 1e-11, "%s: %g, error %g",
                  row[i].solver, p.drift, p.error);
        cr_expect(class_of(result) <= row[i].class, "%s: %g", row[i].solver, class_of(result));
        mb_results_unmap(result, 1);
    }
}

/* One motion, its spring declared with a potential and without: what is missing is the same. */
Test(work, of_a_force_is_the_loss_of_its_potential)
{
    const char *const solver[] = {"lagrange/rk4:h=3e-2", "lagrange/rk4:h=1e-2/direct-correction",
                                  "lagrange/heun:h=1e-2", "ali3/newmark:h=1e-2",
                                  "ggl/radau5:tol=1e-4"};
    const char *const problem[] = {"sprung-swing:potential=all", "sprung-swing:potential=none",
                                   "sprung-swing:coordinates=euler,potential=all",
                                   "sprung-swing:coordinates=euler,potential=none"};

    for (size_t i = 0; i < sizeof solver / sizeof *solver; i++)
        for (int k = 0; k < 4; k += 2) {
            mb_result *drift = measured(problem[k], solver[i], 5.0);
            mb_result *balance = measured(problem[k + 1], solver[i], 5.0);
            double of = drift->energy.max_abs, off = balance->energy.max_abs - of;

            cr_expect(!drift->energy.balance && balance->energy.balance);
            cr_expect(drift->state_hash == balance->state_hash);
            cr_expect(of > 0.0 && fabs(off) < 0.05 * of + 1e-9 * drift->energy.max_kinetic,
                      "%s, %s: %g J and %g J", problem[k], solver[i], of, of + off);
            mb_results_unmap(drift, 1);
            mb_results_unmap(balance, 1);
        }
}

/* The rod folds back where the crank comes up: from a step that has passed it the projection leads
 * to the other branch, which meets the rows as well.  short-rod has no freedom, so that the slider
 * is where the crank of angle theta = 0.3 + t lets it be, at cos(theta) + sqrt(rod^2 - sin^2). */
Test(work, a_step_to_another_branch_is_no_class)
{
    for (int k = 1; k <= 40; k++) {
        char solver[64];
        double off;
        mb_result *result;

        snprintf(solver, sizeof solver, "lagrange/rk4:h=%g/direct-correction", 0.05 * k);
        result = measured("short-rod:rod=1.1", solver, 10.0);
        off = result->output[0] - cos(10.3) - sqrt(1.21 - sin(10.3) * sin(10.3));
        cr_expect(result->status != MB_RUN_OK || isnan(class_of(result)) ||
                      fabs(off) < 2.0 * class_of(result),
                  "%s: off by %g m, class %g", solver, off, class_of(result));
        mb_results_unmap(result, 1);
    }
}

/* Parallelograms that lie flat to 1e-4 rad, their joints 1e-4 m open as engines leave them: the rows are
 * dependent but for that, and reactions by Lagrange's equations do work without bound.  The energy that
 * is there is that of N + 1 posts turning at 5 rad/s and of N beams, and what comes of it in 1 ms: no
 * motion with more is passed over. */
Test(work, of_reactions_of_dependent_rows_is_no_motion)
{
    enum { N = 6, NV = 2 * (N + 1) };
    const double rate = -5.0, off = 1e-4;
    const double most = 0.5 * rate * rate * ((N + 1) / 3.0 + N);
    mb_arena *arena = mb_arena_create();
    mb_error err = {MB_OK, ""};
    mb_model *model = NULL;
    mb_power *power = NULL;
    double s[NV], q[NV], v[NV];

    cr_assert_eq(mb_model_create("n-four-bar:N=6", &model, &err), MB_OK, "%s", err.text);
    cr_assert_eq(model->nv, NV);
    for (int i = 0; i < NV; i++)
        s[i] = 1.0;
    cr_assert_eq(mb_power_create(model, s, 10.0, true, arena, &power, &err), MB_OK);
    for (int k = 0; k < 20; k++) {
        mb_state state = {.q = q, .v = v};
        mb_work work;

        for (int i = 0; i < NV; i++) {
            q[i] = (i % 2 ? off : i / 2 + 1.0) + off * sin(7.0 * (NV * k + i));
            v[i] = (i % 2 ? rate : -rate * off) + 10.0 * off * cos(11.0 * (NV * k + i));
        }
        mb_power_start(power, &state);
        state.t = 1e-3;
        work = mb_power_step(power, &state, 100.0);
        cr_expect(work.kinetic < 2.0 * most, "%d: %g J", k, work.kinetic);
    }
    mb_model_destroy(model);
    mb_arena_destroy(arena);
}

/* ---- pace ----------------------------------------------------------------------------------- */

/* At (cos 10 t, sin 10 t) with all rows and the energy met to the last digits, but late: without a
 * reference it is the departure from the own motion that tells.  What is right keeps its class. */
Test(pace, a_motion_that_is_late_is_no_class)
{
    const struct {
        const char *solver;
        double class; /* this or finer; NaN: none need be */
    } row[] = {
        {"energy-momentum/newton:h=0.1", NAN},
        {"energy-momentum/newton:h=1e-3", NAN},
        {"rattle/newton:h=1e-2", NAN},
        {"ali3/newmark:h=1e-3", NAN},
        {"generalized-alpha/newton:h=1e-2", NAN},
        {"ggl/radau5:tol=1e-4", NAN},
        {"ggl/radau5:tol=1e-10", 1e-6},
        {"ggl/ida:tol=1e-10", 1e-4},
        {"lagrange/heun:h=1e-2/direct-correction", NAN},
        {"lagrange/rk4:h=5e-2/direct-correction", NAN},
        {"lagrange/rk4:h=2e-3/direct-correction", 1e-6},
        {"lagrange/dormand-prince:tol=1e-12/direct-correction", 1e-8},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        mb_result *result = measured("round", row[i].solver, 5.0);
        double off = fmax(fabs(result->output[0] - cos(50.0)), fabs(result->output[1] - sin(50.0)));
        double class = class_of(result);

        cr_expect(result->status == MB_RUN_OK, "%s: %s", row[i].solver, result->reason);
        cr_expect(isnan(class) || off < class, "%s: off by %g m, class %g", row[i].solver, off,
                  class);
        cr_expect(isnan(row[i].class) || class <= row[i].class, "%s: off by %g m, class %g",
                  row[i].solver, off, class);
        mb_results_unmap(result, 1);
    }
}

/* ---- what is not known ---------------------------------------------------------------------- */

Test(unknown, drift_that_the_work_may_make)
{
    mb_result result = {.energy = {.balance = true, .max_abs = 1e-5, .max_kinetic = 1.0}};
    mb_energy *energy = &result.energy;

    cr_expect(mb_precision_drift(&result) == 1e-5);
    energy->work_error = 0.9e-6;
    cr_expect(mb_precision_drift(&result) == 1e-5);
    energy->work_error = 1.1e-6;
    cr_expect(isnan(mb_precision_drift(&result)));
    energy->work_error = HUGE_VAL;
    cr_expect(isnan(mb_precision_drift(&result)));
    energy->max_abs = 1e-12, energy->work_error = 1e-9; /* in the finest class in any case */
    cr_expect(mb_precision_drift(&result) == 1e-12);
}

/* Without an error the class is that of what the work may hide; with one it rests on that. */
Test(unknown, class_is_no_finer_than_the_work)
{
    const mb_precision hidden = {1e-9, NAN, NAN, NAN, .work = 2e-5},
                       seen = {1e-9, NAN, 1e-9, 0.0, .work = 2e-5},
                       nothing = {1e-9, NAN, NAN, NAN, .work = HUGE_VAL},
                       late = {1e-9, 1e-9, NAN, NAN, .departure = 2e-5};

    cr_expect(mb_precision_class(hidden, MB_RUN_OK, 0) == 1e-4);
    cr_expect(mb_precision_class(late, MB_RUN_OK, 0) == 1e-4);
    cr_expect(mb_precision_class(seen, MB_RUN_OK, 0) == 1e-8);
    cr_expect(isnan(mb_precision_class(nothing, MB_RUN_OK, 0)));
}
