/* SPDX-License-Identifier: MIT */
/* What the audit finds, held to positions and times that follow from geometry: rank, momentum,
 * positions that do not exist, runs that are locked or never started. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/audit/precision.h"
#include "tests/fixtures/measured.h"

/* ---- rank ----------------------------------------------------------------------------------- */

/* mechanisms.md: the tops of double-four-bar are at |x| = 1 first at 0.714356 s, the rods of
 * slider-crank-singular on the y axis at 0.39173214 s, between two steps; short-rod with equal arms
 * turns at 1 rad/s from 0.3 to pi / 2.  N loops are on one line first after the integral of
 * 1 / sqrt(1 + 2 f (1 - cos theta)) from 0 to pi / 2, f = ((N + 1)/2 + N) / ((N + 1)/3 + N) g / l.
 */
Test(rank, is_lost_between_steps)
{
    const struct {
        const char *problem, *solver;
        double t_end, lost, within;
    } row[] = {
        {"double-four-bar", "lagrange/rk4:h=1e-3/direct-correction", 2.0, 0.714356, 6e-7},
        {"double-four-bar", "ali3/newmark:h=1e-3", 2.0, 0.714356, 2e-5},
        {"double-four-bar", "ggl/radau5:tol=1e-8", 2.0, 0.714356, 5e-5},
        {"slider-crank-singular", "lagrange/rk4:h=1e-3/direct-correction", 1.0, 0.39173214, 1e-7},
        {"slider-crank-singular", "lagrange/rk4:h=1e-2/direct-correction", 1.0, 0.39173214, 1e-4},
        {"slider-crank-singular:coordinates=joint", "lagrange/rk4:h=1e-3/direct-correction", 1.0,
         0.39173214, 1e-7},
        {"short-rod", "lagrange/rk4:h=1e-3/direct-correction", 2.0, M_PI_2 - 0.3, 1e-6},
        {"double-four-bar", "lagrange/rk4:h=1e-5/direct-correction", 0.72, 0.714355529, 1e-8},
        {"n-four-bar:N=40", "lagrange/rk4:h=1e-3/direct-correction", 0.75, 0.721581025, 2e-8},
        {"n-four-bar:N=40", "lagrange/rk4:h=1e-4/direct-correction", 0.75, 0.721581025, 2e-8},
        {"n-four-bar:N=40", "ali3/newmark:h=1e-2", 0.75, 0.721581025, 5e-5},
        {"n-four-bar:N=1000", "lagrange/rk4:h=1e-2/direct-correction", 0.75, 0.722000344, 1e-6},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        mb_result *result = measured(row[i].problem, row[i].solver, row[i].t_end);
        const mb_rank_result *rank = &result->rank_along;

        cr_expect(fabs(rank->lost - row[i].lost) < row[i].within, "%s %s: %.9g s", row[i].problem,
                  row[i].solver, rank->lost);
        cr_expect(rank->least < 1e-3 && fabs(rank->at - row[i].lost) < row[i].within,
                  "%s %s: %g at %.9g s", row[i].problem, row[i].solver, rank->least, rank->at);
        mb_results_unmap(result, 1);
    }
}

/* Rows of bricard are redundant for ever and count for nothing; a chain of a hundred links has
 * D of a large condition all along. */
Test(rank, is_kept_elsewhere)
{
    const char *const problem[] = {"four-bar",         "bricard",
                                   "heavy-top",        "n-link-pendulum:N=100",
                                   "flyball-governor", "scaled-four-bar:unit=1e-6"};
    const char *const solver[] = {"lagrange/rk4:h=1e-3", "ali3/newmark:h=1e-2",
                                  "lagrange/rk4:h=1e-3", "lagrange/rk4:h=1e-3",
                                  "ali3/newmark:h=1e-3", "lagrange/rk4:h=1e-3"};

    for (size_t i = 0; i < sizeof problem / sizeof *problem; i++) {
        mb_result *result = measured(problem[i], solver[i], 0.5);

        cr_expect(result->rank_along.least > 1e-3 && isnan(result->rank_along.lost), "%s: %g, %g",
                  problem[i], result->rank_along.least, result->rank_along.lost);
        mb_results_unmap(result, 1);
    }
}

/* Where joints are wide open the mechanism's own positions are not met: neither has singular
 * ones. */
Test(rank, is_not_told_of_a_motion_that_has_left_its_rows)
{
    const char *const problem[] = {"heavy-top:coordinates=euler", "flyball-governor"};
    const char *const solver[] = {"lagrange/semi-implicit-euler:h=1e-3",
                                  "lagrange/implicit-midpoint:h=1e-3"};

    for (int i = 0; i < 2; i++) {
        mb_result *result = measured(problem[i], solver[i], 1.0);

        cr_expect(result->status != MB_RUN_OK && isnan(result->rank_along.lost), "%s: %g",
                  problem[i], result->rank_along.lost);
        mb_results_unmap(result, 1);
    }
}

/* The start of gonzalez2016 Figs 4 and 7.  In joint coordinates the one row has a gradient of round-off
 * there; taken as a row it moves the mechanism anywhere. */
Test(rank, is_lost_at_a_singular_start)
{
    const struct {
        const char *coordinates, *solver;
        double error;
    } row[] = {{"natural", "ali3/newmark:h=1e-3", 1e-4},
               {"joint", "ali3/newmark:h=1e-3", 1e-4},
               {"joint", "lagrange/rk4:h=1e-3/none/qr", 1e-10},
               {"joint", "augmented-lagrangian/trapezoidal:h=1e-3", 1e-5}};

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char problem[80];
        mb_result *result;

        snprintf(problem, sizeof problem, "slider-crank-singular:start=singular,coordinates=%s",
                 row[i].coordinates);
        result = measured(problem, row[i].solver, 0.5);
        cr_expect(result->rank_along.lost == 0.0 && result->rank_along.at == 0.0, "%s %s: %g",
                  row[i].coordinates, row[i].solver, result->rank_along.lost);
        cr_expect(result->error_max < row[i].error, "%s %s: %g", row[i].coordinates, row[i].solver,
                  result->error_max);
        mb_results_unmap(result, 1);
    }
}

/* ---- momentum ------------------------------------------------------------------------------- */

/* Runge and Kutta's error in it is of fourth order. */
Test(momentum, of_the_heavy_top_about_the_vertical_converges)
{
    mb_result *coarse = measured("heavy-top", "lagrange/rk4:h=2e-4", 1.0);
    mb_result *fine = measured("heavy-top", "lagrange/rk4:h=1e-4", 1.0);

    cr_expect(fine->momentum.angular > 0.0 &&
                  fine->momentum.angular < coarse->momentum.angular / 12.0,
              "%g, %g", coarse->momentum.angular, fine->momentum.angular);
    mb_results_unmap(coarse, 1);
    mb_results_unmap(fine, 1);
}

/* Weight keeps the momentum about the vertical through the fixed point of heavy-top, and the one
 * along the rail of cart-on-rail; pivots and the drag of others keep none. */
Test(momentum, is_told_where_the_mechanism_keeps_it)
{
    const struct {
        const char *problem, *solver;
        bool linear, angular;
        double most;
    } row[] = {
        {"heavy-top", "lagrange/rk4:h=1e-4", false, true, 1e-6 * 70.0},
        {"heavy-top:coordinates=euler", "lagrange/rk4:h=1e-4", false, true, 1e-6 * 70.0},
        {"cart-on-rail", "lagrange/rk4:h=1e-3", true, false, 1e-12},
        {"cart-on-rail", "lagrange/rk4:h=1e-3/direct-correction", true, false, 1e-6},
        {"pendulum", "lagrange/rk4:h=1e-3", false, false, 0.0},
        {"four-bar", "lagrange/rk4:h=1e-3", false, false, 0.0},
        {"bricard", "ali3/newmark:h=1e-2", false, false, 0.0},
        {"chaplygin-sleigh", "lagrange/rk4:h=1e-3", false, false, 0.0},
        {"driven-crank", "lagrange/rk4:h=1e-3", false, false, 0.0},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        mb_result *result = measured(row[i].problem, row[i].solver, 1.0);
        const mb_momentum_result *m = &result->momentum;

        cr_assert(result->status == MB_RUN_OK, "%s: %s", row[i].problem, result->reason);
        cr_expect(isnan(m->linear) != row[i].linear && isnan(m->angular) != row[i].angular,
                  "%s: %g, %g", row[i].problem, m->linear, m->angular);
        cr_expect(!(m->linear > row[i].most) && !(m->angular > row[i].most), "%s %s: %g, %g",
                  row[i].problem, row[i].solver, m->linear, m->angular);
        mb_results_unmap(result, 1);
    }
}

/* ---- positions that do not exist ------------------------------------------------------------ */

/* sin(theta) exceeds the rod of 0.99999 m from t = asin(0.99999) - 0.3 = 1.26632 s to
 * pi - asin(0.99999) - 0.3 = 1.27527 s.  A solver may end the run by itself before. */
Test(assembly, a_drive_beyond_reach_ends_the_run)
{
    const char *const solver[] = {
        "lagrange/rk4:h=1e-3/direct-correction",
        "lagrange/rk4:h=1e-3",
        "baumgarte/rk4:h=1e-3",
        "ali3/newmark:h=1e-3",
        "algebraic/predictor-corrector:h=1e-3",
        "augmented-lagrangian/rk4:h=1e-3",
        "ggl/radau5:tol=1e-6",
        "ggl/ida:tol=1e-6",
        "lagrange/dormand-prince:tol=1e-8",
    };

    for (size_t i = 0; i < sizeof solver / sizeof *solver; i++) {
        mb_result *result = measured("short-rod:rod=0.99999", solver[i], 10.0);

        cr_expect(result->status == MB_RUN_UNCONVERGED, "%s: %s", solver[i],
                  mb_run_status_word(result->status));
        cr_expect(result->t_reached > 1.265 && result->t_reached < 1.2753, "%s: %.9g", solver[i],
                  result->t_reached);
        cr_expect(strstr(result->reason, "no position near meets row"), "%s: %s", solver[i],
                  result->reason);
        mb_results_unmap(result, 1);
    }
}

/* With equal arms every position exists, also the singular one: x = 2 cos(theta). */
Test(assembly, a_singular_position_is_one)
{
    const char *const solver[] = {"lagrange/rk4:h=1e-3/direct-correction", "ali3/newmark:h=1e-3",
                                  "algebraic/predictor-corrector:h=1e-3"};

    for (size_t i = 0; i < sizeof solver / sizeof *solver; i++) {
        mb_result *result = measured("short-rod", solver[i], 10.0);

        cr_expect(result->status == MB_RUN_OK, "%s: %s", solver[i], result->reason);
        cr_expect(fabs(result->output[0] - 2.0 * cos(10.3)) < 1e-5, "%s: %.9g", solver[i],
                  result->output[0]);
        mb_results_unmap(result, 1);
    }
}

/* Joints that open by an integrator's error are not a position that is missing. */
Test(assembly, drift_of_a_driven_mechanism_goes_on)
{
    const char *const problem[] = {"driven-crank", "iltis-suspension"};
    const char *const solver[] = {"lagrange/rk4:h=1e-2", "lagrange/forward-euler:h=1e-4"};

    for (int i = 0; i < 2; i++) {
        mb_result *result = measured(problem[i], solver[i], 0.5);

        cr_expect(result->status == MB_RUN_OK, "%s: %s", solver[i], result->reason);
        cr_expect(result->gap > 1e-8 * result->scale, "%s: %g", solver[i], result->gap);
        mb_results_unmap(result, 1);
    }
}

/* ---- locked --------------------------------------------------------------------------------- */

/* A drag that no force of the mechanism explains takes the velocity away where D loses rank:
 * double-four-bar with its rods on one line, at 0.714356 s, where gravity would turn them; the
 * slider-crank hanging, where both of its motions meet and all kinetic energy is due. */
Test(locked, at_rest_in_a_singular_position_with_energy_missing)
{
    const struct {
        const char *problem, *solver;
        double least, most; /* [s] at rest since */
    } row[] = {
        {"double-four-bar", "fault:kind=drag,at=0.7144,rate=1000/rk4:h=1e-3", 0.714, 0.73},
        {"slider-crank-singular", "fault:kind=drag,at=0.5,rate=2/rk4:h=1e-3", 0.5, 7.0},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        mb_result *result = measured(row[i].problem, row[i].solver, 10.0);
        const char *since = strstr(result->reason, "since t = ");
        double t = since ? strtod(since + 10, NULL) : (double)NAN;

        cr_expect(result->status == MB_RUN_LOCKED, "%s: %s %s", row[i].problem,
                  mb_run_status_word(result->status), result->reason);
        cr_expect(t >= row[i].least && t <= row[i].most && result->t_reached < t + 2.0,
                  "%s: %g, %g", row[i].problem, t, result->t_reached);
        cr_expect(strstr(result->reason, "D loses rank"), "%s", result->reason);
        cr_expect(isnan(class_of(result)));
        mb_results_unmap(result, 1);
    }
}

/* No energy is due where nothing has moved yet, but the spring would pull the slider. */
Test(locked, at_rest_since_the_start_against_its_forces)
{
    mb_result *result = measured("folded", "fault:kind=still/rk4:h=1e-3/none/qr", 10.0);

    cr_expect(result->status == MB_RUN_LOCKED, "%s %s", mb_run_status_word(result->status),
              result->reason);
    cr_expect(strstr(result->reason, "its forces would move it"), "%s", result->reason);
    cr_expect(result->t_reached > 0.5 && result->t_reached < 2.0 && isnan(class_of(result)), "%g",
              result->t_reached);
    mb_results_unmap(result, 1);
}

/* A singular position in equilibrium, one that is taut, one of full rank, and a door that cannot
 * turn. */
Test(locked, is_not_what_its_forces_leave_at_rest)
{
    const struct {
        const char *problem, *solver;
    } row[] = {
        {"slider-crank-singular:start=singular,eta1=0", "augmented-lagrangian/rk4:h=1e-3"},
        {"slider-crank-singular:start=singular,eta1=0", "lagrange/rk4:h=1e-3/none/qr"},
        {"taut", "fault:kind=still/rk4:h=1e-3/none/qr"},
        {"folded:off=0.3", "fault:kind=still/rk4:h=1e-3"},
        {"at-rest", "fault:kind=still/rk4:h=1e-3"},
        {"hung-door:off=1e-3,rate=0", "lagrange/rk4:h=1e-3"},
        {"hung-door:off=1e-4,rate=0", "lagrange/rk4:h=1e-3/direct-correction"},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        mb_result *result = measured(row[i].problem, row[i].solver, 5.0);

        cr_expect(result->status == MB_RUN_OK, "%s %s: %s %s", row[i].problem, row[i].solver,
                  mb_run_status_word(result->status), result->reason);
        mb_results_unmap(result, 1);
    }
}

/* Turning points, equilibria, rest in a position of full rank, singular positions that are passed,
 * and one where a motion that has gone wrong hangs for a tenth of a second. */
Test(locked, is_not_what_moves_or_may_rest)
{
    const char *const problem[] = {"pendulum", "at-rest",         "double-four-bar",
                                   "pendulum", "double-four-bar", "slider-crank-singular",
                                   "short-rod"};
    const char *const solver[] = {"lagrange/rk4:h=1e-3",
                                  "lagrange/rk4:h=1e-3",
                                  "fault:kind=drag,at=0.5,rate=10/rk4:h=1e-3", /* hangs */
                                  "fault:kind=drag,at=0.5,rate=10/rk4:h=1e-3",
                                  "lagrange/rk4:h=1e-3/direct-correction",
                                  "lagrange/rk4:h=1e-3/direct-correction",
                                  "lagrange/rk4:h=1e-3/direct-correction",
                                  "baumgarte/midpoint-rk2:h=1e-3"};

    for (size_t i = 0; i < sizeof problem / sizeof *problem; i++) {
        mb_result *result = measured(problem[i], solver[i], 10.0);

        cr_expect(result->status == MB_RUN_OK || result->status == MB_RUN_BRANCH_CHANGE,
                  "%s %s: %s %s", problem[i], solver[i], mb_run_status_word(result->status),
                  result->reason);
        mb_results_unmap(result, 1);
    }
}

/* ---- runs that never started ---------------------------------------------------------------- */

Test(unstarted, yields_no_numbers)
{
    mb_result *result = measured("bricard", "lagrange/rk4:h=1e-3/none/dense", 1.0);
    json_t *record = recorded("bricard", "lagrange/rk4:h=1e-3/none/dense", result), *value;
    const char *key;

    cr_assert(result->status == MB_RUN_SINGULAR && isnan(result->t_reached));
    cr_assert(json_object_size(json_object_get(record, "outputs")) == 3);
    json_object_foreach(json_object_get(record, "outputs"), key, value)
        cr_expect(json_is_null(value), "%s", key);
    json_object_foreach(json_object_get(record, "output_rates"), key, value)
        cr_expect(json_is_null(value), "%s", key);
    cr_expect(json_is_null(json_object_get(json_object_get(record, "precision"), "gap")));
    json_decref(record);
    mb_results_unmap(result, 1);
}
