/* SPDX-License-Identifier: MIT */
/* Matrices at the start of mechanisms: M + alpha D'D (class spd) and [M D'; D 0] (general).  Linear
 * solvers take turns; medians of rounds. */
#include "tests/cost/linear_cost.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/matrices/kkt.h"
#include "solvers/matrices/sum_matrix.h"
#include "solvers/solver.h"
#include "tests/cost/against_floor.h"

enum { TURNS = 9, MOST_SOLVERS = 16, SOLUTIONS = 2 };

/* Time of a turn [s]; a solver that takes more for one pass gets one pass */
static const double TURN = 2e-4;

static const char *const mechanisms[] = {
    "double-four-bar",
    "rotary-pendulum:coordinates=body",
    "n-four-bar:N=4",
    "n-four-bar:N=6",
    "n-four-bar:N=8",
    "n-four-bar:N=12",
    "n-four-bar:N=16",
    "n-four-bar:N=24",
    "n-four-bar:N=40",
    "n-four-bar:N=1000",
    "n-four-bar:N=40,coordinates=reference-point",
    "jansen-leg",
    "andrews-squeezer",
    "five-bar-pendulum",
    "bricard",
    "bricard:coordinates=natural",
    "double-wishbone",
    "delta-robot",
    "stewart-platform",
    "scissor-lift",
    "n-link-pendulum",
    "n-link-pendulum:N=40",
    "n-link-pendulum:N=200",
    "n-link-pendulum:coordinates=joint",
    "n-link-pendulum:N=20,coordinates=joint",
    "n-link-pendulum:N=40,coordinates=joint",
    "n-link-pendulum:N=100,coordinates=joint",
};

/* One linear solver with a matrix */
typedef struct rival {
    mb_linear linear;
    mb_arena *arena;
    double time[TURNS]; /* [s] */
    long passes;
    bool failed;
} rival;

static mb_counters counters;
static const mb_linear *latest;

static void stop(const mb_error *err)
{
    fprintf(stderr, "solver_cost: %s\n", err->text);
    exit(1);
}

static void refuse(const char *name, const char *type)
{
    fprintf(stderr, "solver_cost: %s, which auto takes on %s, does not factorise its matrix\n",
            type, name);
    exit(1);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* CPU time of a factorisation and its solutions [s]; negative where it cannot be factorised */
static double pass(rival *r, const double *values, double *x, long passes)
{
    const int n = r->linear.pattern.ncol;
    const double start = cost_now();
    mb_error err;

    for (long k = 0; k < passes; k++) {
        mb_error_clear(&err);
        if (mb_linear_factor(&r->linear, values, &err) != MB_OK)
            return -1.0;
        for (int s = 0; s < SOLUTIONS; s++) {
            for (int i = 0; i < n; i++)
                x[i] = 1.0 + i % 3;
            mb_linear_solve(&r->linear, x, &err);
        }
    }
    return (cost_now() - start) / (double)passes;
}

static void prepare(rival *r, const mb_linsolver *type, const mb_linear *like, const double *values,
                    double *x)
{
    mb_error err = {0};
    double once;

    r->arena = mb_arena_create();
    r->linear = *like;
    r->linear.type = type;
    r->linear.arena = r->arena;
    r->linear.counters = &counters;
    r->linear.latest = &latest;
    r->linear.balance = NULL;
    r->failed = !(type->classes & like->class) || type->setup(&r->linear, &err) != MB_OK;
    if (r->failed)
        return;
    once = pass(r, values, x, 1);
    r->failed = once < 0.0;
    once = fmin(once, fabs(pass(r, values, x, 1))); /* the first one warms the caches */
    r->passes = once > 0.0 && once < TURN ? (long)(TURN / once) : 1;
}

static void line(const char *name, const mb_linear *like, const double *values)
{
    int n, best = -1;
    const mb_linsolver *const *type = mb_linsolvers(&n);
    rival r[MOST_SOLVERS] = {0};
    double *x = malloc(((size_t)like->pattern.ncol + 1) * sizeof *x);

    printf("%-44s %-8s %6d %7d", name, like->class == MB_SPD ? "spd" : "general",
           like->pattern.ncol, like->pattern.nnz);
    for (int i = 0; i < n; i++)
        if (!(strcmp(type[i]->name, "qr") == 0 && like->pattern.ncol > 400))
            prepare(&r[i], type[i], like, values, x);
        else
            r[i].failed = true;
    for (int turn = 0; turn < TURNS; turn++)
        for (int i = 0; i < n; i++)
            if (!r[i].failed)
                r[i].time[turn] = pass(&r[i], values, x, r[i].passes);
    for (int i = 0; i < n; i++) {
        qsort(r[i].time, TURNS, sizeof *r[i].time, compare);
        if (!r[i].failed && (best < 0 || r[i].time[TURNS / 2] < r[best].time[TURNS / 2]))
            best = i;
        if (r[i].failed)
            printf(" %10s", "-");
        else
            printf(" %10.0f", 1e9 * r[i].time[TURNS / 2]);
        mb_arena_destroy(r[i].arena);
    }
    for (int i = 0; i < n; i++) {
        if (type[i] != like->type)
            continue;
        if (r[i].failed)
            refuse(name, like->type->name);
        printf("  %s, %.2f of the fastest (%s)", like->type->name,
               r[i].time[TURNS / 2] / r[best].time[TURNS / 2], type[best]->name);
    }
    printf("\n");
    free(x);
}

static mb_solver *solver_of(const mb_model *model, const char *spec)
{
    mb_error err = {0};
    mb_solver *solver;

    if (mb_solver_create(model, spec, &solver, &err) != MB_OK)
        stop(&err);
    /* a singular position or redundant rows end it; the matrix stands there then */
    mb_solver_start(solver, &err);
    return solver;
}

void cost_of_matrices(void)
{
    int n;
    const mb_linsolver *const *type = mb_linsolvers(&n);

    printf(
        "\nns of a factorisation and %d solutions, M + alpha D'D (spd) and [M D'; D 0] (general)\n",
        SOLUTIONS);
    printf("%-44s %-8s %6s %7s", "", "class", "order", "entries");
    for (int i = 0; i < n; i++)
        printf(" %10s", type[i]->name);
    printf("  auto\n");
    for (size_t k = 0; k < sizeof mechanisms / sizeof *mechanisms; k++) {
        mb_error err = {0};
        mb_model *model;
        mb_solver *penalty, *sum, *bordered, *whole;
        const mb_kkt *kkt, *filled;

        if (mb_model_create(mechanisms[k], &model, &err) != MB_OK)
            stop(&err);
        /* `auto` may write its values where they are eliminated */
        penalty = solver_of(model, "penalty/heun:h=1e-3");
        sum = solver_of(model, "penalty/heun:h=1e-3/none/cholmod");
        line(mechanisms[k], penalty->penalty->linear, sum->penalty->values);
        bordered = solver_of(model, "lagrange/heun:h=1e-3");
        whole = solver_of(model, "lagrange/heun:h=1e-3/none/umfpack");
        kkt = bordered->formulation_data;
        filled = whole->formulation_data;
        line(mechanisms[k], kkt->linear, filled->values);
        mb_solver_destroy(whole);
        mb_solver_destroy(sum);
        mb_solver_destroy(penalty);
        mb_solver_destroy(bordered);
        mb_model_destroy(model);
    }
}
