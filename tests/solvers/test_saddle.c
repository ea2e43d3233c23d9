/* SPDX-License-Identifier: MIT */
/* [M D'; D 0] by elimination in an order without a choice of pivots, next to LU with one. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "solvers/matrices/filled.h"
#include "solvers/matrices/kkt.h"
#include "solvers/solver.h"

static mb_model *model;
static mb_error err;

static mb_solver *started(const char *spec)
{
    mb_solver *solver;

    cr_assert(mb_solver_create(model, spec, &solver, &err) == MB_OK, "%s: %s", spec, err.text);
    cr_assert(mb_solver_start(solver, &err) == MB_OK, "%s: %s", spec, err.text);
    return solver;
}

static const mb_linear *linear_of(const mb_solver *solver)
{
    const mb_kkt *kkt = solver->formulation_data;

    return kkt->linear;
}

/* Largest |x - y| over the largest |x| */
static double apart(const double *x, const double *y, int n)
{
    double most = 0.0, size = 0.0;

    for (int i = 0; i < n; i++) {
        most = fmax(most, fabs(x[i] - y[i]));
        size = fmax(size, fabs(x[i]));
    }
    return size > 0.0 ? most / size : most;
}

/* Accelerations and multipliers a few steps on are those of LU; D W D' knows eps times its condition,
 * 1e6 at most, and four steps add to that. */
Test(saddle, in_order_solves_what_lu_solves_on_every_mechanism, .timeout = 300)
{
    int n, in_order = 0, of_full_rank = 0;
    const mb_problem *const *problems = mb_problems(&n);

    for (int i = 0; i < n; i++) {
        mb_solver *ours, *lu;

        cr_assert(mb_model_create(problems[i]->name, &model, &err) == MB_OK, "%s", err.text);
        if (model->m == 0 || !(model->traits & MB_FULL_RANK_D) || !(model->traits & MB_REGULAR_M)) {
            mb_model_destroy(model);
            continue;
        }
        ours = started("lagrange/rk4:h=1e-4");
        lu = started("lagrange/rk4:h=1e-4/none/umfpack");
        for (int k = 0; k < 4; k++) {
            cr_assert(mb_solver_step(ours, 1.0, &err) == MB_OK, "%s", err.text);
            cr_assert(mb_solver_step(lu, 1.0, &err) == MB_OK, "%s", err.text);
        }
        of_full_rank++;
        in_order += linear_of(ours)->in_order;
        cr_expect(!linear_of(lu)->in_order, "%s", problems[i]->name);
        cr_expect(apart(lu->state.a, ours->state.a, model->nv) <= 1e-8, "%s: a differ by %g",
                  problems[i]->name, apart(lu->state.a, ours->state.a, model->nv));
        cr_expect(apart(lu->state.lambda, ours->state.lambda, model->m) <= 1e-8,
                  "%s: lambda differ by %g", problems[i]->name,
                  apart(lu->state.lambda, ours->state.lambda, model->m));
        mb_solver_destroy(ours);
        mb_solver_destroy(lu);
        mb_model_destroy(model);
    }
    cr_expect(in_order > of_full_rank / 2, "%d of %d", in_order, of_full_rank);
}

/* The rods of the double four-bar on one line: D loses a row there, and LU says so. */
/* A factor that is used later, and after a factor of other values, solves as the one that takes its
 * right-hand side along. */
Test(saddle, a_factor_solves_what_is_solved_along_with_it, .timeout = 300)
{
    int n, tried = 0;
    const mb_problem *const *problems = mb_problems(&n);

    for (int i = 0; i < n; i++) {
        mb_solver *s;

        cr_assert(mb_model_create(problems[i]->name, &model, &err) == MB_OK, "%s", err.text);
        s = started("lagrange/rk4:h=1e-4");
        if (linear_of(s)->eliminated) {
            const int nv = model->nv, m = model->m;
            double *a = s->state.a, *lambda = s->state.lambda;
            mb_kkt *kkt = s->formulation_data;

            cr_assert(mb_solver_step(s, 1.0, &err) == MB_OK, "%s: %s", problems[i]->name, err.text);
            memcpy(kkt->x, s->terms.force, (size_t)nv * sizeof *kkt->x);
            memcpy(kkt->x + nv, s->terms.gamma, (size_t)m * sizeof *kkt->x);
            cr_assert(mb_kkt_factor(s, kkt, &err) == MB_OK && mb_kkt_solve(kkt, &err) == MB_OK);
            cr_expect(apart(a, kkt->x, nv) < 1e-12, "%s: a apart by %.1e", problems[i]->name,
                      apart(a, kkt->x, nv));
            cr_expect(apart(lambda, kkt->x + nv, m) < 1e-12, "%s: lambda apart by %.1e",
                      problems[i]->name, apart(lambda, kkt->x + nv, m));
            tried++;
        }
        mb_solver_destroy(s);
        mb_model_destroy(model);
    }
    cr_assert(tried > 20);
}

/* The same matrix with tangents of forces and rows in its first block, made anew in each pass. */
Test(saddle, tangents_enter_a_factor_anew_in_each_pass)
{
    static const char *const problems[] = {"double-four-bar", "four-bar", "slider-crank-singular"};

    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        mb_solver *ours, *lu;

        cr_assert(mb_model_create(problems[i], &model, &err) == MB_OK, "%s", err.text);
        ours = started("generalized-alpha/newton:h=1e-3");
        lu = started("generalized-alpha/newton:h=1e-3/none/umfpack");
        for (int k = 0; k < 20; k++)
            cr_assert(mb_solver_step(ours, 1.0, &err) == MB_OK &&
                          mb_solver_step(lu, 1.0, &err) == MB_OK,
                      "%s: %s", problems[i], err.text);
        cr_expect(ours->counters.iterations == lu->counters.iterations, "%s", problems[i]);
        cr_expect(apart(lu->state.q, ours->state.q, model->nq) < 1e-12, "%s: q apart by %.1e",
                  problems[i], apart(lu->state.q, ours->state.q, model->nq));
        cr_expect(apart(lu->state.lambda, ours->state.lambda, model->m) < 1e-6,
                  "%s: lambda apart by %.1e", problems[i],
                  apart(lu->state.lambda, ours->state.lambda, model->m));
        mb_solver_destroy(ours);
        mb_solver_destroy(lu);
        mb_model_destroy(model);
    }
}

Test(saddle, near_a_loss_of_rank_pivots_are_chosen)
{
    const double far = 1.5, near = 1e-5, none = 0.0, at[] = {far, near, none};
    mb_solver *solver;

    cr_assert(mb_model_create("double-four-bar", &model, &err) == MB_OK, "%s", err.text);
    solver = started("lagrange/rk4:h=1e-2");
    for (int k = 0; k < 3; k++) {
        double q[6], v[6] = {0}, a[6], lambda[5];
        mb_status status;

        for (int i = 0; i < 3; i++) {
            q[2 * i] = i + cos(at[k]);
            q[2 * i + 1] = sin(at[k]);
        }
        status = solver->formulation->accel(solver, 0.0, q, v, a, lambda, &err);
        cr_expect(linear_of(solver)->in_order == (at[k] == far), "at %g", at[k]);
        cr_expect(status == (at[k] == none ? MB_SINGULAR : MB_OK), "at %g", at[k]);
        for (int i = 0; i < 6 && at[k] != none; i++)
            cr_expect(isfinite(a[i]));
    }
    mb_solver_destroy(solver);
    mb_model_destroy(model);
}

/* A chain of two-dimensional points and the rods between them: M is block-tridiagonal */
Test(saddle, rows_come_after_their_coordinates_without_more_fill)
{
    enum { POINTS = 20, NV = 2 * POINTS, ORDER = NV + POINTS };
    mb_arena *arena = mb_arena_create();
    mb_pattern_builder *builder = mb_pattern_begin(ORDER, ORDER);
    mb_pattern p;
    mb_filled f = {0};

    for (int i = 0; i < POINTS; i++)
        for (int c = 0; c < 2; c++) {
            const int j = 2 * i + c;

            mb_pattern_add(builder, j, j);
            mb_pattern_add(builder, NV + i, j);
            if (i + 1 < POINTS) {
                mb_pattern_add(builder, j + 2, j);
                mb_pattern_add(builder, NV + i + 1, j);
            }
        }
    for (int i = 0; i < POINTS; i++)
        mb_pattern_add(builder, NV + i, NV + i);
    cr_assert(mb_pattern_end(builder, arena, &p, &err) == MB_OK);
    cr_assert(mb_fill_low(&p, POINTS, arena, &f, &err) == MB_OK);
    for (int j = 0; j < NV; j++)
        for (int k = p.start[j]; k < p.start[j + 1]; k++)
            if (p.row[k] >= NV)
                cr_expect(f.number[p.row[k]] > f.number[j], "row %d after %d", p.row[k], j);
    /* a point meets the next one, its own row and the two that wait for the next one at most */
    cr_expect(f.start[ORDER] <= 6 * ORDER, "%d", f.start[ORDER]);
    mb_arena_destroy(arena);
}
