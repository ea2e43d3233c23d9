/* SPDX-License-Identifier: MIT */
/* A drive that goes beyond reach: a crank of 1 m turns at 1 rad/s from 0.3 rad and pushes a slider
 * on the line of its pivot by a rod.  With a rod of 0.99999 m no position exists between the crank
 * angles asin(0.99999) and pi - asin(0.99999), from t = 1.26632 s to t = 1.27527 s; with 1.2 m
 * there always is one. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "solvers/solver.h"
#include "tests/fixtures/models/declared.h"
#include "tests/fixtures/models/machines.h"

static const char text[] =
    "mechanism: reach\n"
    "dimension: planar\n"
    "parameters: {rod: {value: 1, min: 0.5, max: 2, unit: m}}\n"
    "gravity: [0, -9.81]\n"
    "points: {O: [0, 0], A: [cos(0.3), sin(0.3)],"
    " S: [cos(0.3) + sqrt(rod^2 - sin(0.3)^2), 0]}\n"
    "bodies: {crank: {rod: [O, A], mass: 1}, coupler: {rod: [A, S], mass: 1}}\n"
    "joints:\n"
    "  O: {revolute: [ground, crank], at: O, value: 0.3}\n"
    "  A: {revolute: [crank, coupler], at: A}\n"
    "  S: {point-on-line: [ground, coupler], at: S, through: O, along: x}\n"
    "drives: {motor: {joint: O, law: 0.3 + t}}\n"
    "run: {scale: 1}\n";

static mb_model *pushing(const char *rod, const char *coordinates)
{
    return machine_model(mb_declared_text(text, rod, NULL), coordinates);
}

static const char *const specs[] = {
    "lagrange/rk4:h=1e-3/direct-correction",
    "lagrange/rk4:h=1e-3/weighted-direct-correction",
    "lagrange/rk4:h=1e-3/kkt-projection",
    "lagrange/rk4:h=1e-3/mass-orthogonal",
    "augmented-lagrangian/rk4:h=1e-3/mass-orthogonal",
    "ali1/trapezoidal:h=1e-3",
    "ali3/newmark:h=1e-3",
    "rattle/newton:h=1e-3",
    "generalized-alpha/newton:h=1e-3",
    "algebraic/predictor-corrector:h=1e-3",
};

static mb_status run(const mb_model *model, const char *spec, double t_end, double *t,
                     mb_error *err)
{
    mb_solver *solver;
    mb_status status = mb_solver_create(model, spec, &solver, err);

    cr_assert(status == MB_OK, "%s: %s", spec, err->text);
    status = mb_solver_start(solver, err);
    while (status == MB_OK && solver->state.t < t_end)
        status = mb_solver_step(solver, t_end, err);
    *t = solver->state.t;
    mb_solver_destroy(solver);
    return status;
}

static void ends_where_positions_end(mb_model *model)
{
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        mb_error err = {0};
        double t;
        mb_status status = run(model, specs[i], 2.0, &t, &err);

        cr_expect(status == MB_UNCONVERGED, "%s: %s at %g: %s", specs[i], mb_status_text(status), t,
                  err.text);
        cr_expect(t > 1.2653 && t < 1.27527, "%s: %.9g", specs[i], t);
        cr_expect(strstr(err.text, "no position satisfies row ") && strstr(err.text, "at t = 1.2"),
                  "%s: %s", specs[i], err.text);
    }
    mb_model_destroy(model);
}

Test(reach, bodies_end_where_no_position_exists, .fini = mb_declared_end)
{
    ends_where_positions_end(pushing("rod=0.99999", "reference-point"));
}

Test(reach, angles_end_where_no_position_exists, .fini = mb_declared_end)
{
    ends_where_positions_end(pushing("rod=0.99999", "mixed"));
}

Test(reach, what_is_within_reach_goes_on, .fini = mb_declared_end)
{
    mb_model *model[] = {pushing("rod=1.2", "reference-point"), pushing("rod=1.2", "mixed")};

    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
            mb_error err = {0};
            double t;

            cr_expect(run(model[k], specs[i], 2.0, &t, &err) == MB_OK && t == 2.0, "%s: %s",
                      specs[i], err.text);
        }
        mb_model_destroy(model[k]);
    }
}

/* A free tip off its rod by far, and a row that slips through the singular position of the double
 * four-bar: positions exist, whatever the iteration makes of them */
Test(reach, singular_positions_are_within_reach)
{
    mb_model *model;
    mb_error err = {0};
    double t;

    cr_assert(mb_model_create("double-four-bar", &model, &err) == MB_OK);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        cr_expect(run(model, specs[i], 0.8, &t, &err) == MB_OK, "%s: %s", specs[i], err.text);
    mb_model_destroy(model);
}
