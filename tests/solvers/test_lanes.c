/* SPDX-License-Identifier: MIT */
/* Steps in lanes are those of solvers alone, bit for bit, whatever the processor and wherever a lane
 * falls out. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/lane_rows.h"

enum { STEPS = 300 };

static const lane_row row[] = {
    {"double-four-bar", "penalty", "/trapezoidal:h=5e-3,tol=1e-7"},
    {"double-four-bar", "penalty", "/trapezoidal:h=5e-3,tol=1e-7,divergence=last"},
    {"double-four-bar", "penalty", "/trapezoidal:h=5e-3,iterations=3"},
    {"double-four-bar", "augmented-lagrangian", "/trapezoidal:h=5e-3"},
    {"double-four-bar", "augmented-lagrangian", ",iterations=2/rk4:h=1e-2"},
    {"double-four-bar", "augmented-lagrangian", ",iterations=1/heun:h=1e-2"},
    {"double-four-bar:g=0", "augmented-lagrangian", ",tol=1e-6/midpoint-rk2:h=1e-2"},
    {"slider-crank-singular", "penalty", "/semi-implicit-euler:h=2e-3"},
    {"slider-crank-singular", "augmented-lagrangian", "/semi-implicit-euler:h=1e-2"},
    {"slider-crank-singular", "penalty", "/forward-euler:h=1e-3"},
    {"four-bar:coordinates=natural", "penalty", "/trapezoidal:h=1e-2"},
    {"pendulum:coordinates=natural", "penalty", "/rk4:h=1e-2"},
    {"triple-pendulum:coordinates=natural", "penalty", "/rk4:h=1e-2"},
    {"n-link-pendulum:N=1,dimension=spatial,coordinates=natural", "augmented-lagrangian",
     "/rk4:h=1e-2"},
    {"double-four-bar", "baumgarte", "/rk4:h=1e-2"},
    {"double-four-bar", "baumgarte", "/forward-euler:h=1e-3"},
    {"double-four-bar", "lagrange", "/rk4:h=1e-2"},
    {"double-four-bar", "lagrange", "/trapezoidal:h=1e-2"},
    {"slider-crank-singular", "baumgarte", "/semi-implicit-euler:h=2e-3"},
    {"slider-crank-singular", "lagrange", "/semi-implicit-euler:h=1e-2"},
    {"four-bar:coordinates=natural", "baumgarte", "/rk4:h=1e-2"},
    {"pendulum:coordinates=natural", "lagrange", "/heun:h=1e-2"},
    {"triple-pendulum:coordinates=natural", "baumgarte", "/midpoint-rk2:h=1e-2"},
    {"n-link-pendulum:N=1,dimension=spatial,coordinates=natural", "baumgarte", "/rk4:h=1e-2"},
};

enum { ROWS = sizeof row / sizeof *row };

static mb_solver *started(const mb_model *model, int i, int lane)
{
    mb_solver *solver = lane_solver(model, &row[i], lane);
    mb_error err = {0};

    cr_assert(mb_solver_start(solver, &err) == MB_OK, "%s", err.text);
    return solver;
}

static bool same(const double *x, const double *y, int n)
{
    return memcmp(x, y, (size_t)n * sizeof *x) == 0;
}

static bool same_state(const mb_solver *x, const mb_solver *y)
{
    const mb_model *m = x->model;

    return x->state.t == y->state.t && same(x->state.q, y->state.q, m->nq) &&
           same(x->state.v, y->state.v, m->nv) && same(x->state.a, y->state.a, m->nv) &&
           same(x->state.lambda, y->state.lambda, m->m) &&
           memcmp(&x->counters, &y->counters, sizeof x->counters) == 0;
}

/* n lanes with the gains from `first` on; the number of steps that all have taken together */
static long hold_to_alone(const mb_model *model, int i, int first, int n, mb_lane_kind kind)
{
    mb_solver *beside[MB_LANES], *alone[MB_LANES];
    mb_arena *arena = mb_arena_create();
    mb_error err[MB_LANES] = {{0}}, own = {0}, *all[MB_LANES];
    mb_status status[MB_LANES];
    bool goes_on[MB_LANES];
    mb_lanes *lanes;
    long steps = 0;

    for (int l = 0; l < n; l++) {
        beside[l] = started(model, i, first + l);
        alone[l] = started(model, i, first + l);
        goes_on[l] = true;
        all[l] = &err[l];
    }
    cr_assert(mb_lanes_create(beside, n, kind, arena, &lanes, &own) == MB_OK);
    cr_assert(lanes, "row %d has no lanes", i);
    for (int k = 0; k < STEPS; k++) {
        mb_lanes_step(lanes, goes_on, 1e3, status, all);
        for (int l = 0; l < n; l++) {
            mb_status expected;

            if (!goes_on[l])
                continue;
            if ((k + l) % 3 != 0) /* solvers may be told of several steps at once */
                mb_lanes_tell(lanes, l);
            mb_error_clear(&own);
            expected = mb_solver_step(alone[l], 1e3, &own);
            cr_assert(status[l] == expected && strcmp(err[l].text, own.text) == 0,
                      "row %d, lane %d, step %d: %s, alone %s", i, l, k, err[l].text, own.text);
            goes_on[l] = expected == MB_OK;
            cr_assert(!goes_on[l] || (k + l) % 3 == 0 || same_state(beside[l], alone[l]),
                      "row %d, lane %d, step %d, kind %d", i, l, k, (int)kind);
            steps += goes_on[l];
        }
    }
    for (int l = 0; l < n; l++) {
        mb_solver_destroy(beside[l]);
        mb_solver_destroy(alone[l]);
    }
    mb_arena_destroy(arena);
    return steps;
}

Test(lanes, are_solvers_alone)
{
    try_lanes(row, ROWS, STEPS, hold_to_alone);
}

/* Whatever is not in the list goes without */
Test(lanes, are_for_some_only)
{
    static const char *const of[][2] = {
        {"double-four-bar", "penalty:omega=0/rk4:h=1e-2"},
        {"pendulum:coordinates=natural", "baumgarte:system=schur/rk4:h=1e-2"},
        {"double-four-bar", "penalty/rk4:h=1e-2/mass-orthogonal"},
        {"double-four-bar", "penalty/rk4:h=1e-2/none/ldl"},
        {"double-four-bar", "penalty/implicit-midpoint:h=1e-2"},
        {"double-four-bar:coordinates=reference-point", "penalty/rk4:h=1e-2"},
        {"n-four-bar:N=5", "penalty/rk4:h=1e-2"},
        {"driven-crank", "penalty/rk4:h=1e-2"},
    };

    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        mb_arena *arena = mb_arena_create();
        mb_error err = {0};
        mb_model *model;
        mb_solver *solver;
        mb_lanes *lanes;

        cr_assert(mb_model_create(of[i][0], &model, &err) == MB_OK, "%s", err.text);
        cr_assert(mb_solver_create(model, of[i][1], &solver, &err) == MB_OK, "%s", err.text);
        cr_assert(mb_lanes_create(&solver, 1, mb_lane_kind_here(), arena, &lanes, &err) == MB_OK);
        cr_assert(!lanes, "%s with %s", of[i][0], of[i][1]);
        mb_solver_destroy(solver);
        mb_model_destroy(model);
        mb_arena_destroy(arena);
    }
}
