/* SPDX-License-Identifier: MIT */
/* What single methods keep: levels, orders of cost, switches, how they end. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/probe.h"

Test(projections, are_applied_every_k_steps)
{
    probe every = probe_run("four-bar", "lagrange/rk4:h=1e-3/direct-correction", 0.1);
    probe tenth = probe_run("four-bar", "lagrange/rk4:h=1e-3/direct-correction:every=10", 0.1);

    cr_assert(every.status == MB_OK && tenth.status == MB_OK);
    /* 400 evaluations factorise the KKT matrix; each projection at least two D D' */
    cr_assert(every.counters.factorisations - tenth.counters.factorisations >= 2 * 90);
    cr_assert(tenth.counters.factorisations - tenth.counters.evaluations >= 2 * 10);
}

/* With a penalty factor that is not the formulation's to the last digit, each step has a
 * factorisation of its own for the accelerations at its end; the motion is the same to round-off,
 * which a penalty formulation multiplies by the factor. */
Test(projections, leave_their_factor_to_the_accelerations_at_the_same_place)
{
    static const char *const formulations[] = {"penalty:alpha=1e4,omega=0",
                                               "augmented-lagrangian:alpha=1e4"};
    static const char *const problems[] = {"four-bar", "double-four-bar", "heavy-top"};

    for (int k = 0; k < 6; k++) {
        char spec[MB_SPEC_SIZE], other[MB_SPEC_SIZE];
        const char *projection = "rk4:h=1e-3/mass-orthogonal:alpha";
        probe a, b;

        snprintf(spec, sizeof spec, "%s/%s=1e4", formulations[k % 2], projection);
        snprintf(other, sizeof other, "%s/%s=10000.000000000002", formulations[k % 2], projection);
        a = probe_run(problems[k / 2], spec, 0.02);
        b = probe_run(problems[k / 2], other, 0.02);
        cr_assert(a.status == MB_OK && b.status == MB_OK, "%s", a.error.text);
        cr_expect(b.counters.factorisations - a.counters.factorisations == 20, "%s: %ld, %ld", spec,
                  a.counters.factorisations, b.counters.factorisations);
        cr_expect(fabs(a.drift - b.drift) < 1e-9 && fabs(a.phi_max - b.phi_max) < 1e-12,
                  "%s: drift %.12g, %.12g", spec, a.drift, b.drift);
        for (int i = 0; i < 2; i++)
            cr_expect(fabs(a.outputs[i] - b.outputs[i]) < 1e-9, "%s: output %d", spec, i);
    }
}

Test(projections, touch_only_the_levels_asked_for)
{
    probe none = probe_run("four-bar", "lagrange/rk4:h=1e-2", 1.0);
    probe position =
        probe_run("four-bar", "lagrange/rk4:h=1e-2/direct-correction:levels=position", 1.0);
    probe velocity =
        probe_run("four-bar", "lagrange/rk4:h=1e-2/direct-correction:levels=velocity", 1.0);

    cr_assert(none.phi_max > 1e-12 && none.phidot_max > 1e-12);
    cr_assert(position.phi_max < 1e-13 && position.phidot_max > 1e-12);
    cr_assert(velocity.phi_max > 1e-12 && velocity.phidot_max < 1e-12);
}

/* bayo1996 section 4.1: what the projections inside promise, redundant and nonholonomic rows
 * included */
Test(ali1, keeps_every_level_at_round_off)
{
    static const char *const problem[] = {"four-bar", "double-four-bar",  "heavy-top",
                                          "bricard",  "chaplygin-sleigh", "n-four-bar:N=30"};
    static const char *const integrator[] = {"trapezoidal", "implicit-midpoint"};

    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 2; k++) {
            char spec[MB_SPEC_SIZE];
            probe p;

            snprintf(spec, sizeof spec, "ali1/%s:h=2e-3", integrator[k]);
            p = probe_run(problem[i], spec, 0.5);
            cr_assert(p.status == MB_OK, "%s: %s", problem[i], p.error.text);
            cr_assert(p.phi_max < 1e-13 && p.phidot_max < 1e-12, "%s, %s: %g, %g", problem[i], spec,
                      p.phi_max, p.phidot_max);
            /* off the constraints bricard's redundant rows differ by little, which costs passes */
            cr_assert(p.counters.stopped == 0 || strcmp(problem[i], "bricard") == 0);
        }
}

/* alpha has to grow with masses, rows and 1/h^2: with 1e9 the governor is lost after 1.2 ms */
Test(ali3, penalty_follows_masses_rows_and_step)
{
    static const struct {
        const char *problem, *spec;
        double t_end;
    } row[] = {{"flyball-governor", "ali3/newmark:h=1e-5", 5e-3},
               {"n-four-bar:N=200", "ali3/newmark:h=2e-3", 0.3},
               {"n-four-bar:N=1000", "ali3/newmark:h=5e-3", 0.2}};
    probe unset = probe_run("double-four-bar", "ali3/newmark:h=1e-2", 1.0);
    probe given = probe_run("double-four-bar", "ali3:alpha=1e9/newmark:h=1e-2", 1.0);

    for (int i = 0; i < 3; i++) {
        probe p = probe_run(row[i].problem, row[i].spec, row[i].t_end);

        cr_assert(p.status == MB_OK, "%s: %s", row[i].problem, p.error.text);
        cr_assert(p.counters.stopped == 0 && p.phi_max < 1e-10 && p.error_max < 1e-4, "%s: %g",
                  row[i].problem, p.error_max);
    }
    /* the limit of the iterations does not depend on it */
    cr_assert(fabs(unset.drift / given.drift - 1.0) < 1e-6 &&
                  unset.counters.solves <= given.counters.solves,
              "%.9g and %.9g J, %ld and %ld solves", unset.drift, given.drift,
              unset.counters.solves, given.counters.solves);
}

/* 20001 rows: with the factor of short chains the passes would be thrice as many */
Test(chains, of_ten_thousand_loops_run_with_the_defaults)
{
    static const struct {
        const char *spec;
        double t_end;
        long solves; /* at most, by those of 40 loops */
    } row[] = {{"ali3/newmark:h=1e-2", 0.05, 45},
               {"augmented-lagrangian/dormand-prince:h=5e-2/mass-orthogonal", 0.1, 40}};
    const char *const given = "augmented-lagrangian:alpha=1e7/rk4:h=1e-2/mass-orthogonal:alpha=1e7";
    probe a = probe_run("double-four-bar", "augmented-lagrangian/rk4:h=1e-2/mass-orthogonal", 1.0);
    probe b = probe_run("double-four-bar", given, 1.0);

    for (int i = 0; i < 2; i++) {
        probe p = probe_run("n-four-bar:N=10000", row[i].spec, row[i].t_end);

        cr_assert(p.status == MB_OK, "%s: %s", row[i].spec, p.error.text);
        cr_assert(p.counters.stopped == 0 && p.counters.solves <= row[i].solves, "%s: %ld of %ld",
                  row[i].spec, p.counters.stopped, p.counters.solves);
        cr_assert(p.phi_max < 1e-9 && p.error_max < 1e-4, "%s: %g, %g", row[i].spec, p.phi_max,
                  p.error_max);
    }
    cr_assert(a.drift == b.drift && a.counters.solves == b.counters.solves);
}

/* Unset, omega is 10 but where nothing is left to stabilise; a given one stands */
Test(augmented_lagrangian, omega_is_zero_where_every_step_is_projected)
{
    static const struct {
        const char *unset, *given;
    } row[] = {
        {"augmented-lagrangian/rk4:h=1e-2/mass-orthogonal",
         "augmented-lagrangian:omega=0/rk4:h=1e-2/mass-orthogonal"},
        {"augmented-lagrangian/rk4:h=1e-2", "augmented-lagrangian:omega=10/rk4:h=1e-2"},
        {"augmented-lagrangian/rk4:h=1e-2/mass-orthogonal:every=2",
         "augmented-lagrangian:omega=10/rk4:h=1e-2/mass-orthogonal:every=2"},
        {"augmented-lagrangian/rk4:h=1e-2/mass-orthogonal:levels=velocity",
         "augmented-lagrangian:omega=10/rk4:h=1e-2/mass-orthogonal:levels=velocity"},
    };

    for (int i = 0; i < 4; i++)
        cr_assert(probe_run("four-bar", row[i].unset, 1.0).drift ==
                      probe_run("four-bar", row[i].given, 1.0).drift,
                  "%s", row[i].unset);
}

Test(ali1, takes_no_other_projection)
{
    probe p = probe_run("four-bar", "ali1/trapezoidal:h=1e-3/direct-correction", 1.0);

    cr_assert(p.status == MB_NOT_APPLICABLE && strstr(p.error.text, "has its projections inside"),
              "%s", p.error.text);
}

Test(implicit_integrators, stop_a_diverging_iteration_and_count_it)
{
    /* omega h far beyond the contraction of the fixed point */
    probe p = probe_run("four-bar", "penalty:omega=2000/trapezoidal:h=5e-3", 0.05);

    cr_assert(p.counters.stopped > 0, "%ld", p.counters.stopped);
}

Test(dormand_prince, retries_and_evaluates_no_more_than_needed)
{
    probe plain = probe_run("four-bar", "lagrange/dormand-prince:tol=1e-6", 5.0);
    probe third =
        probe_run("four-bar", "lagrange/dormand-prince:tol=1e-6/direct-correction:every=3", 5.0);
    probe fixed = probe_run("four-bar", "lagrange/dormand-prince:h=1e-2/direct-correction", 1.0);

    /* six a trial, one for the first step size; one more where a projection moved the state */
    cr_assert(plain.status == MB_OK && plain.counters.rejected > 0);
    cr_assert(plain.counters.evaluations ==
              6 * (plain.counters.steps + plain.counters.rejected) + 1);
    cr_assert(third.counters.evaluations ==
              6 * (third.counters.steps + third.counters.rejected) + 1 + third.counters.steps / 3);
    cr_assert(fixed.counters.evaluations == 600);
}

/* experience of other programs with this mechanism (index 1, no stabilisation inside the stages):
 * 100 steps, drift 0.044 J, no change of branch */
Test(dormand_prince, passes_ten_singular_positions_in_steps_of_100_ms)
{
    const char *const spec[] = {
        "lagrange/dormand-prince:h=0.1/kkt-projection",
        "augmented-lagrangian/dormand-prince:h=0.1/mass-orthogonal",
        "ali1/dormand-prince:h=0.1",
    };

    for (int i = 0; i < 3; i++) {
        probe p = probe_run("double-four-bar", spec[i], 10.0);

        cr_assert(p.status == MB_OK, "%s", p.error.text);
        cr_assert(p.counters.steps == 100);
        cr_assert(p.branch_max < 1.0 && fabs(p.drift_max - 0.044) < 0.0005, "%g", p.drift_max);
    }
}

Test(coordinate_partitioning, keeps_every_level_and_switches)
{
    const char *const problem[] = {"four-bar", "double-pendulum-welch", "double-pendulum-bayo",
                                   "double-four-bar", "n-four-bar:N=5"};

    for (int i = 0; i < 5; i++) {
        probe p = probe_run(problem[i], "coordinate-partitioning/rk4:h=1e-3", 10.0);

        cr_assert(p.status == MB_OK, "%s: %s", problem[i], p.error.text);
        cr_assert(p.phi_max < 1e-12 && p.phidot_max < 1e-12, "%s: %g, %g", problem[i], p.phi_max,
                  p.phidot_max);
        cr_assert(p.error_max < 1e-4 && p.branch_max < 1.0, "%s: error %g", problem[i],
                  p.error_max);
        cr_assert(p.counters.switches > 0 && p.counters.switches < 100, "%s: %ld switches",
                  problem[i], p.counters.switches);
    }
}

/* marques2017 Fig. 7: the energy with coordinate partitioning is that with direct correction,
 * 2.7e-7 J from an independent program */
Test(coordinate_partitioning, energy_drift_is_close_to_that_of_direct_correction)
{
    probe p = probe_run("four-bar", "coordinate-partitioning/rk4:h=1e-3", 10.0);

    cr_assert(p.drift_max > 1.35e-7 && p.drift_max < 5.4e-7, "%g", p.drift_max);
}

/* The pendulum starts level with x dependent on y; at the lowest point y turns and x does not */
Test(coordinate_partitioning, without_a_switch_the_run_ends_at_the_dead_centre)
{
    probe p = probe_run("pendulum", "coordinate-partitioning:threshold=1e15/rk4:h=1e-3", 10.0);

    cr_assert(p.status == MB_STEP_FAILED, "%d", p.status);
    cr_assert(strstr(p.error.text, "independent"), "%s", p.error.text);
}

Test(last_step, is_shortened_to_meet_the_end)
{
    probe p = probe_run("four-bar", "lagrange/rk4:h=7e-3", 1.0);

    cr_assert(p.status == MB_OK && p.t == 1.0);
    cr_assert(p.counters.steps == 143); /* 142 of 7 ms and one of 6 ms */
}

Test(singular, is_reported_with_time_and_reason)
{
    probe p = probe_run("slider-crank-singular:start=singular", "lagrange/rk4:h=1e-3", 1.0);

    cr_assert(p.status == MB_SINGULAR, "%d", p.status);
    cr_assert(strstr(p.error.text, "t = 0"), "%s", p.error.text);
    p = probe_run("slider-crank-singular:start=singular", "penalty/rk4:h=1e-3", 0.1);
    cr_assert(p.status == MB_OK, "%s", p.error.text);
}

/* Start velocities on one branch, and on both at once: no kind of coordinates and no linear solver
 * but qr, which takes dependent rows, has a position with rows of less than full rank. */
Test(singular, is_the_same_in_all_coordinates_and_linear_solvers)
{
    static const char *const kinds[] = {"natural", "reference-point", "joint"};
    static const char *const solvers[] = {"lagrange/rk4:h=1e-3",
                                          "lagrange/rk4:h=1e-3/none/dense",
                                          "lagrange/rk4:h=1e-3/none/klu",
                                          "baumgarte/rk4:h=1e-3",
                                          "lagrange/rk4:h=1e-3/direct-correction",
                                          "algebraic/predictor-corrector:h=1e-3",
                                          "ggl/radau5:h=1e-3"};

    for (int k = 0; k < 3; k++)
        for (int both = 0; both < 2; both++) {
            char problem[128];
            probe p;

            snprintf(problem, sizeof problem,
                     "slider-crank-singular:start=singular,eta2=%d,coordinates=%s", -both,
                     kinds[k]);
            for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
                p = probe_run(problem, solvers[i], 0.01);
                cr_expect(p.status == MB_SINGULAR, "%s, %s: %d, %s", problem, solvers[i], p.status,
                          p.error.text);
            }
            p = probe_run(problem, "lagrange/rk4:h=1e-3/none/qr", 0.01);
            cr_expect(p.status == MB_OK, "%s: %s", problem, p.error.text);
        }
}
