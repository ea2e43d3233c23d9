/* SPDX-License-Identifier: MIT */
/* What audits in lanes find is what each finds alone, bit for bit, whatever the processor: on motions
 * that lose rank, drift, diverge and lock. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/audit/lanes.h"
#include "bench/audit/truth.h"
#include "tests/fixtures/lane_rows.h"

enum { STEPS = 400 };

static const lane_row row[] = {
    {"double-four-bar", "penalty", "/trapezoidal:h=5e-3,tol=1e-7"},
    {"double-four-bar", "augmented-lagrangian", "/rk4:h=1e-2"},
    {"slider-crank-singular", "augmented-lagrangian", "/semi-implicit-euler:h=1e-2"},
    {"slider-crank-singular", "penalty", "/forward-euler:h=1e-2"},
    {"four-bar:coordinates=natural", "penalty", "/rk4:h=1e-2"},
    {"pendulum:coordinates=natural", "penalty", "/rk4:h=1e-2"},
};

enum { ROWS = sizeof row / sizeof *row };

/* A run and its audit */
typedef struct trial {
    mb_solver *solver;
    mb_audit *audit;
    mb_result *result;
} trial;

static trial started(const mb_model *model, int i, int lane, mb_arena *arena,
                     mb_truth *const *truth, mb_result *result)
{
    trial x = {.solver = lane_solver(model, &row[i], lane), .result = result};
    mb_error err = {0};

    mb_result_clear(result);
    cr_assert(mb_audit_create(model,
                              &(mb_audit_plan){.h = x.solver->h, .t_end = 10.0, .truth = truth},
                              arena, result, &x.audit, &err) == MB_OK,
              "%s", err.text);
    cr_assert(mb_solver_start(x.solver, &err) == MB_OK, "%s", err.text);
    cr_assert(mb_audit_start(x.audit, x.solver, &err) == MB_OK, "%s", err.text);
    return x;
}

/* A step of each that goes on, in lanes, where there are any, or alone; those that it leaves on */
static void step_all(mb_lanes *steps, trial *x, int n, const bool *goes_on, bool *on)
{
    mb_error err[MB_LANES] = {{0}}, *all[MB_LANES];
    mb_status status[MB_LANES];

    for (int l = 0; l < MB_LANES; l++)
        all[l] = &err[l];
    if (steps)
        mb_lanes_step(steps, goes_on, 10.0, status, all);
    for (int l = 0; l < n; l++)
        on[l] =
            goes_on[l] && (steps ? status[l] : mb_solver_step(x[l].solver, 10.0, &err[l])) == MB_OK;
    for (int l = 0; l < n && steps; l++)
        if (on[l])
            mb_lanes_tell(steps, l);
}

/* A step, and whether the run goes on */
static bool step(trial *x)
{
    mb_error err = {0};

    return mb_solver_step(x->solver, 10.0, &err) == MB_OK;
}

static bool take(trial *x)
{
    mb_error err = {0};

    return mb_audit_step(x->audit, x->solver, &err) == MB_OK &&
           !mb_audit_locked(x->audit, x->solver);
}

static bool same(const mb_result *x, const mb_result *y)
{
    return memcmp(x->norm, y->norm, sizeof x->norm) == 0 &&
           memcmp(&x->energy, &y->energy, sizeof x->energy) == 0 &&
           memcmp(&x->rank_along, &y->rank_along, sizeof x->rank_along) == 0 &&
           memcmp(&x->momentum, &y->momentum, sizeof x->momentum) == 0 &&
           memcmp(&x->gap, &y->gap, sizeof x->gap) == 0 &&
           memcmp(&x->branch_time, &y->branch_time, sizeof x->branch_time) == 0 &&
           memcmp(x->output, y->output, sizeof x->output) == 0 &&
           memcmp(x->deviation, y->deviation, sizeof x->deviation) == 0 &&
           memcmp(&x->error_max, &y->error_max, sizeof x->error_max) == 0 &&
           memcmp(&x->error_last, &y->error_last, sizeof x->error_last) == 0 &&
           x->error_bound == y->error_bound && x->error_horizon == y->error_horizon &&
           memcmp(x->output_rate, y->output_rate, sizeof x->output_rate) == 0 &&
           strcmp(x->reason, y->reason) == 0 && x->points == y->points;
}

/* n lanes with the gains from `first` on, whose steps are in lanes too or not; steps that all have taken
 * together */
static long hold(const mb_model *model, int i, int first, int n, mb_lane_kind kind, bool in_lanes)
{
    mb_result *result = mb_results_map(2 * n);
    mb_arena *arena = mb_arena_create();
    mb_audit *audit[MB_LANES];
    mb_solver *solver[MB_LANES];
    trial beside[MB_LANES], alone[MB_LANES];
    bool goes_on[MB_LANES], on[MB_LANES];
    mb_audit_lanes *lanes;
    mb_lanes *steps_of = NULL;
    mb_truth *truth;
    mb_error err = {0};
    long steps = 0;

    cr_assert(mb_truth_create(model, NAN, 10.0, NULL, arena, &truth, &err) == MB_OK);
    for (int l = 0; l < n; l++) {
        beside[l] = started(model, i, first + l, arena, &truth, result + 2 * l);
        alone[l] = started(model, i, first + l, arena, NULL, result + 2 * l + 1);
        audit[l] = beside[l].audit;
        solver[l] = beside[l].solver;
        goes_on[l] = true;
    }
    cr_assert(!in_lanes || mb_lanes_create(solver, n, kind, arena, &steps_of, &err) == MB_OK);
    cr_assert(!in_lanes == !steps_of, "row %d has no lanes for steps", i);
    cr_assert(mb_audit_lanes_create(audit, solver, n, kind, steps_of, arena, &lanes, &err) ==
              MB_OK);
    cr_assert(lanes, "row %d has no lanes", i);
    for (int k = 0; k < STEPS; k++) {
        step_all(steps_of, beside, n, goes_on, on);
        mb_audit_lanes_look(lanes, on);
        for (int l = 0; l < n; l++) {
            bool expected;

            if (!goes_on[l])
                continue;
            expected = step(&alone[l]) && take(&alone[l]);
            goes_on[l] = on[l] && take(&beside[l]);
            cr_assert(goes_on[l] == expected, "row %d, lane %d, step %d", i, l, k);
            steps += expected;
        }
    }
    for (int l = 0; l < n; l++) {
        mb_audit_end(beside[l].audit);
        mb_audit_end(alone[l].audit);
        cr_assert(same(beside[l].result, alone[l].result), "row %d, lane %d, kind %d", i, l,
                  (int)kind);
        mb_solver_destroy(beside[l].solver);
        mb_solver_destroy(alone[l].solver);
    }
    mb_arena_destroy(arena);
    mb_results_unmap(result, 2 * n);
    return steps;
}

/* ---- changes of places ---------------------------------------------------------------------------- */

/* Half of the lanes */
typedef struct half {
    int n;
    trial run[MB_LANES];
    bool goes_on[MB_LANES];
    mb_lanes *steps;
    mb_audit_lanes *looks;
} half;

static void set_up_half(half *h, mb_lane_kind kind, mb_arena *arena)
{
    mb_audit *audit[MB_LANES];
    mb_solver *solver[MB_LANES];
    mb_error err = {0};

    for (int l = 0; l < h->n; l++) {
        audit[l] = h->run[l].audit;
        solver[l] = h->run[l].solver;
        h->goes_on[l] = true;
    }
    cr_assert(mb_lanes_create(solver, h->n, kind, arena, &h->steps, &err) == MB_OK && h->steps);
    cr_assert(mb_audit_lanes_create(audit, solver, h->n, kind, h->steps, arena, &h->looks, &err) ==
              MB_OK);
    cr_assert(h->looks);
}

static long step_half(half *h)
{
    bool on[MB_LANES];
    long steps = 0;

    step_all(h->steps, h->run, h->n, h->goes_on, on);
    mb_audit_lanes_look(h->looks, on);
    for (int l = 0; l < h->n; l++) {
        h->goes_on[l] = h->goes_on[l] && on[l] && take(&h->run[l]);
        steps += h->goes_on[l];
    }
    return steps;
}

/* Lanes that go on change places with each other and with those that have ended. */
static void change_places(half *x, int k, half *y, int l)
{
    const trial run = x->run[k];
    const bool goes_on = x->goes_on[k];

    mb_lanes_swap(x->steps, k, y->steps, l);
    mb_audit_lanes_swap(x->looks, k, y->looks, l);
    x->run[k] = y->run[l];
    x->goes_on[k] = y->goes_on[l];
    y->run[l] = run;
    y->goes_on[l] = goes_on;
}

static long hold_in_turns(const mb_model *model, int i, int first, int n, mb_lane_kind kind)
{
    mb_result *result = mb_results_map(2 * n);
    mb_arena *arena = mb_arena_create();
    trial alone[MB_LANES];
    mb_truth *truth;
    mb_error err = {0};
    half x = {.n = n / 2}, y = {.n = n - n / 2};
    long steps = 0;

    cr_assert(mb_truth_create(model, NAN, 10.0, NULL, arena, &truth, &err) == MB_OK);
    for (int l = 0; l < n; l++) {
        trial *run = l < x.n ? &x.run[l] : &y.run[l - x.n];

        *run = started(model, i, first + l, arena, &truth, result + 2 * l);
        alone[l] = started(model, i, first + l, arena, NULL, result + 2 * l + 1);
    }
    if (x.n > 0)
        set_up_half(&x, kind, arena);
    set_up_half(&y, kind, arena);
    for (int k = 0; k < STEPS; k++) {
        steps += step_half(&y) + (x.n > 0 ? step_half(&x) : 0);
        if (k % 3 == 0)
            change_places(x.n > 0 ? &x : &y, k % (x.n > 0 ? x.n : y.n), &y, k / 7 % y.n);
    }
    for (int l = 0; l < n; l++)
        for (bool goes_on = true; goes_on && alone[l].solver->counters.steps < STEPS;)
            goes_on = step(&alone[l]) && take(&alone[l]);
    for (int l = 0; l < n; l++) {
        const trial *run = l < x.n ? &x.run[l] : &y.run[l - x.n];

        mb_audit_end(run->audit);
        mb_audit_end(alone[l].audit);
    }
    for (int l = 0; l < n; l++) {
        cr_assert(same(result + 2 * l, result + 2 * l + 1), "row %d, lane %d, kind %d", i, l,
                  (int)kind);
        mb_solver_destroy(alone[l].solver);
        mb_solver_destroy(l < x.n ? x.run[l].solver : y.run[l - x.n].solver);
    }
    mb_arena_destroy(arena);
    mb_results_unmap(result, 2 * n);
    return steps;
}

Test(audit_lanes, change_places)
{
    try_lanes(row, ROWS, STEPS, hold_in_turns);
}

/* ---- all ------------------------------------------------------------------------------------------ */

static long hold_to_alone(const mb_model *model, int i, int first, int n, mb_lane_kind kind)
{
    return hold(model, i, first, n, kind, false);
}

static long hold_steps_too(const mb_model *model, int i, int first, int n, mb_lane_kind kind)
{
    return hold(model, i, first, n, kind, true);
}

Test(audit_lanes, find_what_audits_find_alone)
{
    try_lanes(row, ROWS, STEPS, hold_to_alone);
}

Test(audit_lanes, look_at_states_where_steps_leave_them)
{
    try_lanes(row, ROWS, STEPS, hold_steps_too);
}
