/* SPDX-License-Identifier: MIT */
/* Whole runs of ours and of the floor in turns, A B B A, in one process on one processor; and that
 * each step of the floor from our states ends where ours does. */
#include "tests/cost/against_floor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/cost/floor.h"

enum { ROUNDS = 25 };

static const double T_END = 10.0; /* [s] of motion */
static const double GOAL = 1.5;   /* most of ours in times of the floor */

/* Parts of |x| + 1 by which a step of both may differ in positions: round-off, times the penalty factor
 * or divided by the smallest singular value of D in the steps that come nearest to singular positions */
static const double ROUND_OFF = 1e-10;

static const floor_scheme floors[] = {
    {.problem = "double-four-bar",
     .spec = "ali3:alpha=1e9/newmark:h=1e-2,tol=1e-7",
     .run = floor_ali3,
     .h = 1e-2,
     .alpha = 1e9},
    {.problem = "double-four-bar",
     .spec = "augmented-lagrangian:alpha=1e8,omega=400/semi-implicit-euler:h=1e-3",
     .run = floor_augmented_lagrangian,
     .h = 1e-3,
     .alpha = 1e8,
     .omega = 400.0},
    {.problem = "double-four-bar",
     .spec = "penalty:alpha=1e8,omega=25/trapezoidal:h=5e-3,tol=1e-7",
     .run = floor_penalty,
     .h = 5e-3,
     .alpha = 1e8,
     .omega = 25.0},
    {.problem = "double-four-bar",
     .spec = "lagrange/rk4:h=1e-2/direct-correction",
     .run = floor_lagrange,
     .h = 1e-2},
    {.problem = "double-four-bar",
     .spec = "augmented-lagrangian/dormand-prince:h=0.1/mass-orthogonal",
     .run = floor_dormand_prince,
     .h = 0.1,
     .alpha = 1e7},
    {.problem = "double-four-bar",
     .spec = "generalized-alpha:rho_inf=0.8/newton:h=1e-2,tol=1e-8",
     .run = floor_generalized_alpha,
     .h = 1e-2},
    {.problem = "five-bar-pendulum:coordinates=body",
     .spec = "lagrange/rk4:h=1e-2",
     .run = floor_pendulum,
     .h = 1e-2},
};

double cost_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void stop(const mb_error *err)
{
    fprintf(stderr, "solver_cost: %s\n", err->text);
    exit(1);
}

mb_model *cost_model(const char *spec)
{
    mb_error err = {0};
    mb_model *model;

    if (mb_model_create(spec, &model, &err) != MB_OK)
        stop(&err);
    return model;
}

mb_solver *cost_solver(const mb_model *model, const char *spec)
{
    mb_error err = {0};
    mb_solver *solver;

    if (mb_solver_create(model, spec, &solver, &err) != MB_OK)
        stop(&err);
    return solver;
}

void cost_start(mb_solver *solver)
{
    mb_error err = {0};

    if (mb_solver_start(solver, &err) != MB_OK)
        stop(&err);
}

void cost_step(mb_solver *solver, double t_end)
{
    mb_error err = {0};

    if (mb_solver_step(solver, t_end, &err) != MB_OK)
        stop(&err);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double cost_median(double *x, int n)
{
    qsort(x, (size_t)n, sizeof *x, compare);
    return x[n / 2];
}

static void take_state(const mb_solver *solver, floor_state *x)
{
    const mb_state *ours = &solver->state;
    const mb_model *model = solver->model;

    memcpy(x->q, ours->q, (size_t)model->nq * sizeof *x->q);
    memcpy(x->v, ours->v, (size_t)model->nv * sizeof *x->v);
    memcpy(x->a, ours->a, (size_t)model->nv * sizeof *x->a);
    memcpy(x->lambda, ours->lambda, (size_t)model->m * sizeof *x->lambda);
}

static floor_state first_state(mb_solver *solver)
{
    floor_state x = {0};

    cost_start(solver);
    take_state(solver, &x);
    memcpy(x.base, x.lambda, sizeof x.base);
    memcpy(x.inner, x.a, sizeof x.inner);
    return x;
}

/* Largest |x - y| / (1 + |x|) so far */
static void differ(const double *x, const double *y, int n, double *most)
{
    for (int i = 0; i < n; i++)
        if (!(fabs(x[i] - y[i]) / (1.0 + fabs(x[i])) <= *most))
            *most = fabs(x[i] - y[i]) / (1.0 + fabs(x[i]));
}

/* What steps of ours and of the floor from the same states differ by, at most */
typedef struct differences {
    double q, v, a, lambda;
} differences;

static differences compare_steps(mb_solver *solver, const floor_scheme *floor)
{
    floor_state x = first_state(solver);
    const mb_state *ours = &solver->state;
    const mb_model *model = solver->model;
    differences d = {0};

    while (ours->t < T_END) {
        take_state(solver, &x);
        cost_step(solver, T_END);
        floor->run(floor, &x, 1);
        differ(ours->q, x.q, model->nq, &d.q);
        differ(ours->v, x.v, model->nv, &d.v);
        differ(ours->a, x.a, model->nv, &d.a);
        differ(ours->lambda, x.lambda, model->m, &d.lambda);
    }
    return d;
}

static double time_ours(mb_solver *solver)
{
    double start;

    cost_start(solver);
    start = cost_now();
    while (solver->state.t < T_END)
        cost_step(solver, T_END);
    return cost_now() - start;
}

static double time_floor(mb_solver *solver, const floor_scheme *floor)
{
    floor_state x = first_state(solver);
    double start = cost_now();

    floor->run(floor, &x, lround(T_END / floor->h));
    return cost_now() - start;
}

static bool against_floor(const floor_scheme *floor)
{
    mb_model *model = cost_model(floor->problem);
    mb_solver *solver = cost_solver(model, floor->spec);
    double ours[2 * ROUNDS], hand[2 * ROUNDS], ratio[ROUNDS], by_step = 1e6 * floor->h / T_END, r;
    differences d = compare_steps(solver, floor);
    const mb_counters did = solver->counters;
    const double steps = (double)did.steps;
    bool same = d.q <= ROUND_OFF;

    for (int i = 0; i < ROUNDS; i++) {
        hand[2 * i] = time_floor(solver, floor);
        ours[2 * i] = time_ours(solver);
        ours[2 * i + 1] = time_ours(solver);
        hand[2 * i + 1] = time_floor(solver, floor);
        ratio[i] = (ours[2 * i] + ours[2 * i + 1]) / (hand[2 * i] + hand[2 * i + 1]);
    }
    r = cost_median(ratio, ROUNDS);
    printf("%s, %s\n  us a step: floor %.3f, ours %.3f, ratio %.2f (%.2f to %.2f; goal %.1f: %s)\n",
           floor->problem, floor->spec, by_step * cost_median(hand, 2 * ROUNDS),
           by_step * cost_median(ours, 2 * ROUNDS), r, ratio[0], ratio[ROUNDS - 1], GOAL,
           r <= GOAL ? "met" : "NOT met");
    printf("  a step: evaluations %.2f, factorisations %.2f, solves %.2f\n",
           (double)did.evaluations / steps,
           (double)(did.factorisations + did.refactorisations) / steps, (double)did.solves / steps);
    printf("  steps differ by at most q %.1e, v %.1e, a %.1e, lambda %.1e%s\n", d.q, d.v, d.a,
           d.lambda, same ? "" : ": NOT the same arithmetic");
    mb_solver_destroy(solver);
    mb_model_destroy(model);
    return same;
}

bool cost_against_floors(void)
{
    bool same = true;

    for (size_t i = 0; i < sizeof floors / sizeof *floors; i++)
        same = against_floor(&floors[i]) && same;
    return same;
}
