/* SPDX-License-Identifier: MIT */
/* Redundant constraint rows and rank-revealing QR: bricard has 30 rows of rank 29 for ever
 * (mechanisms.md 8), the paper's Euler angles of the rotary pendulum 10 of rank 9 (11). */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/start/start.h"
#include "solvers/solver.h"
#include "tests/fixtures/models/declared.h"
#include "tests/fixtures/models/machines.h"
#include "tests/fixtures/ran.h"

/* P3 at 1 s of mechanisms.md, to its digits */
Test(redundant, bricard_by_lagrange_and_qr)
{
    const char *const output[] = {"P3.x", "P3.y", "P3.z"};
    const double value[] = {0.510501461, -1.649167599, 0.140123115};
    const char *const problem[] = {"bricard", "bricard:coordinates=euler",
                                   "bricard:coordinates=natural"};

    for (int i = 0; i < 3; i++) {
        probe p = ran(problem[i], "lagrange/rk4:h=2e-3/none/qr", 1.0);

        for (int k = 0; k < 3; k++)
            cr_assert(fabs(probe_output(problem[i], &p, output[k]) - value[k]) < 2e-9, "%s: %.10g",
                      problem[i], probe_output(problem[i], &p, output[k]));
    }
}

/* `auto` takes qr where rows are redundant; another solver says which rows, and that qr takes them
 */
Test(redundant, auto_takes_qr_and_others_say_why)
{
    const char *const spec[] = {"lagrange/rk4:h=2e-3", "baumgarte:alpha=5,beta=5/rk4:h=2e-3",
                                "generalized-alpha/newton:h=1e-2", "ggl/radau5:h=1e-2"};
    probe p = probe_run("bricard", "lagrange/rk4:h=1e-3/none/dense", 1.0);

    cr_assert(p.status == MB_SINGULAR, "%d", p.status);
    cr_assert(strstr(p.error.text, "depend on each other") && strstr(p.error.text, "qr") &&
                  strstr(p.error.text, "'P5' repeats a row"),
              "%s", p.error.text);
    for (int i = 0; i < 4; i++) {
        p = ran("bricard", spec[i], 1.0);
        cr_expect(p.error_max < 1e-3, "%s: %g", spec[i], p.error_max);
    }
}

/* ---- mechanisms that no problem needs ---------------------------------------------------------
 */

/* A door on two hinges, the upper `off` out of line, that starts with `rate` [rad/s] */
static const char hinges[] = "mechanism: door\n"
                             "dimension: spatial\n"
                             "parameters: {off: {value: 0, min: 0, max: 1}, rate: {value: 0}}\n"
                             "gravity: [0, 0, -9.81]\n"
                             "bodies: {leaf: {com: [0.4, 0, 1], mass: 20, inertia: [6, 8, 2]}}\n"
                             "joints:\n"
                             "  lower: {revolute: [ground, leaf], at: [0, 0, 0.2], axis: z}\n"
                             "  upper: {revolute: [ground, leaf], at: [off, 0, 1.8], axis: z}\n"
                             "start: {lower: rate}\n"
                             "run: {scale: 1}\n";

static mb_model *door(const char *parameters)
{
    return machine_model(mb_declared_text(hinges, parameters, NULL), "body");
}

Test(door, on_two_hinges_turns_with_the_pick_of_auto, .fini = mb_declared_end)
{
    mb_model *model = door("rate=1");
    mb_solver *solver;
    mb_error err = {0};
    char text[400];

    cr_expect(model->rank == 5 && model->m == 10 && !(model->traits & MB_FULL_RANK_D));
    mb_rank_text(model, text, sizeof text);
    cr_expect(strstr(text, "rank 5 of 10") && strstr(text, "'upper' repeats 5 rows of 'lower'"),
              "%s", text);
    cr_assert(mb_solver_create(model, "lagrange/rk4:h=1e-2", &solver, &err) == MB_OK, "%s",
              err.text);
    cr_assert(mb_solver_start(solver, &err) == MB_OK, "%s", err.text);
    for (int k = 0; k < 100; k++)
        cr_assert(mb_solver_step(solver, 1.0, &err) == MB_OK, "%s", err.text);
    cr_expect(fabs(solver->state.q[0] - 0.4 * cos(1.0)) < 1e-8 &&
                  fabs(solver->state.q[1] - 0.4 * sin(1.0)) < 1e-8,
              "%g %g", solver->state.q[0], solver->state.q[1]);
    mb_solver_destroy(solver);
    mb_model_destroy(model);
}

Test(door, with_a_hinge_out_of_line_has_no_freedom_left, .fini = mb_declared_end)
{
    mb_model *model = door("off=1e-3");
    char text[400];

    cr_expect(model->rank == 6, "%d", model->rank);
    mb_rank_text(model, text, sizeof text);
    cr_expect(strstr(text, "no freedom is left"), "%s", text);
    mb_model_destroy(model);
}

/* What is given is held, and a mechanism without freedom holds nothing but rest. */
Test(door, that_cannot_turn_cannot_be_given_a_rate, .fini = mb_declared_end)
{
    const char *const off[] = {"off=1e-2,rate=1", "off=1e-3,rate=1", "off=1e-5,rate=1"};

    for (int i = 0; i < 3; i++) {
        const mb_plain_mechanism *plain = mb_declared_text(hinges, off[i], NULL);
        mb_error err = {0};

        cr_expect(!machine_try(plain, "body", &err) && strstr(err.text, "start gives lower = 1"),
                  "%s: %s", off[i], err.text);
    }
}

/* A bob on a rod, neither with mass: the second of two pendulums, of which the first has one */
Test(mass, that_is_missing_is_named, .fini = mb_declared_end)
{
    static const char text[] =
        "mechanism: two\n"
        "dimension: planar\n"
        "gravity: [0, -9.81]\n"
        "points: {O: [0, 0], E: [0.6, -0.8], B: [1.2, 0]}\n"
        "bodies: {elbow: {point: E, mass: 1}, bob: {point: B, mass: 0, massless: expected}}\n"
        "joints: {upper: {distance: [ground, elbow], at: [O, E]},"
        " lower: {distance: [elbow, bob], at: [E, B]}}\n";
    mb_model *model = machine_model(mb_declared_text(text, "", NULL), "natural");
    mb_error err = {0};
    mb_solver *solver;
    mb_status status;

    cr_assert(mb_solver_create(model, "lagrange/rk4:h=1e-3", &solver, &err) == MB_OK);
    status = mb_solver_start(solver, &err);
    if (status == MB_OK)
        status = mb_solver_step(solver, 1.0, &err);
    cr_expect(status == MB_SINGULAR && strstr(err.text, "of point 1) has no mass"), "%s", err.text);
    mb_solver_destroy(solver);
    mb_model_destroy(model);
}

/* Off the constraints the rows are independent by a hair; taken as such, steps of 10 ms lose 1.2 J
 */
Test(redundant, rows_stay_dependent_off_the_constraints)
{
    probe p = ran("bricard", "lagrange/rk4:h=1e-2/direct-correction/qr", 1.0);

    cr_assert(p.drift_max < 1e-6 && p.error_max < 1e-7, "%g J, error %g", p.drift_max, p.error_max);
}

/* A Moore-Penrose inverse exists whatever the rank: `auto` picks qr where rows are redundant */
Test(redundant, projections_leave_round_off_only)
{
    const char *const spec[] = {
        "penalty/rk4:h=2e-3/direct-correction",
        "penalty/rk4:h=2e-3/weighted-direct-correction",
        "penalty/rk4:h=2e-3/mass-orthogonal",
        "lagrange/rk4:h=2e-3/kkt-projection/qr",
        "lagrange/dormand-prince:h=2e-2/direct-correction/qr",
    };

    for (int i = 0; i < 5; i++) {
        probe p = ran("bricard", spec[i], 1.0);

        cr_assert(p.phi_max < 1e-13 && p.phidot_max < 1e-12, "%s: %g, %g", spec[i], p.phi_max,
                  p.phidot_max);
    }
}

Test(redundant, implicit_methods_run_with_qr)
{
    static const struct {
        const char *problem, *spec;
        double error;
    } row[] = {
        {"bricard", "generalized-alpha/newton:h=1e-2/none/qr", 1e-3},
        {"bricard", "hht-i3/newton:h=1e-2/none/qr", 1e-3},
        {"bricard", "ggl/radau5:h=1e-2/none/qr", 1e-9},
        {"bricard", "ggl/ida:tol=1e-7/none/qr", 1e-4},
        {"bricard:coordinates=natural", "rattle/newton:h=1e-2/none/qr", 1e-3},
        {"bricard:coordinates=natural", "energy-momentum/newton:h=1e-2/none/qr", 1e-3},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        probe p = ran(row[i].problem, row[i].spec, 1.0);

        cr_assert(p.error_max < row[i].error, "%s: %g", row[i].spec, p.error_max);
    }
}

Test(redundant, angles_at_their_singularity)
{
    probe p = ran("rotary-pendulum:sequence=zxz", "lagrange/rk4:h=1e-3/none/qr", 1.0);

    cr_assert(p.error_max < 1e-6, "%g", p.error_max);
}

/* Solves with a given 3 x 3 matrix of rank 2 and 3: minimum norm, by hand */
Test(qr, solves_least_squares_of_minimum_norm)
{
    /* [1 1 0; 1 1 0; 0 0 2] x = (1, 3, 4): residual least at x1 + x2 = 2, shortest at x1 = x2 */
    static const int start[] = {0, 2, 4, 5}, row[] = {0, 1, 0, 1, 2};
    const double values[] = {1.0, 1.0, 1.0, 1.0, 2.0};
    const mb_pattern pattern = {.nrow = 3, .ncol = 3, .nnz = 5, .start = start, .row = row};
    double x[] = {1.0, 3.0, 4.0};
    mb_arena *arena = mb_arena_create();
    mb_counters counters = {0};
    const mb_linsolver *const *all;
    const mb_linear *latest = NULL;
    mb_linear linear = {
        .pattern = pattern, .arena = arena, .counters = &counters, .latest = &latest};
    mb_error err = {0};
    int n;

    all = mb_linsolvers(&n);
    for (int i = 0; i < n; i++)
        if (strcmp(all[i]->name, "qr") == 0)
            linear.type = all[i];
    linear.class = MB_GENERAL;
    cr_assert(linear.type && linear.type->setup(&linear, &err) == MB_OK);
    cr_assert(mb_linear_factor(&linear, values, &err) == MB_OK);
    cr_assert(latest == &linear);
    /* singular values 2, 2 and 0 */
    cr_assert(fabs(linear.type->rcond(&linear) - 1.0) < 1e-14);
    cr_assert(mb_linear_solve(&linear, x, &err) == MB_OK);
    for (int i = 0; i < 3; i++)
        cr_assert(fabs(x[i] - (i < 2 ? 1.0 : 2.0)) < 1e-14, "x(%d) = %g", i, x[i]);
    mb_arena_destroy(arena);
}
