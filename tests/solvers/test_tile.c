/* SPDX-License-Identifier: MIT */
/* Products with D and M as full columns, next to those by patterns: the same to the last bit on every
 * mechanism that is small enough. */
#include <criterion/criterion.h>
#include <string.h>

#include "solvers/matrices/sum_matrix.h"
#include "solvers/matrices/tile.h"
#include "solvers/solver.h"

enum { MOST = MB_TILE * MB_TILE };

static mb_error err;

/* Numbers of no pattern */
static void scatter(double *x, int n, double seed)
{
    for (int i = 0; i < n; i++) {
        seed = 3.9 * seed * (1.0 - seed);
        x[i] = seed - 0.4;
    }
}

static void expect_same(const char *problem, const char *what, const double *x, const double *y,
                        int n)
{
    for (int i = 0; i < n; i++)
        cr_expect(x[i] == y[i], "%s, %s[%d]: %.17g and %.17g", problem, what, i, x[i], y[i]);
}

static void products_with_rows(const mb_solver *s, const char *name)
{
    const mb_pattern *D = &s->model->D;
    const double *d = s->terms.jacobian;
    const int m = s->model->m, nv = s->model->nv;
    double v[MB_TILE], w[MB_TILE], x[MB_TILE], y[MB_TILE], more[MB_TILE], square;

    scatter(v, MB_TILE, 0.3);
    scatter(w, MB_TILE, 0.7);
    mb_multiply(D, d, v, x);
    mb_rows_times(s, v, y);
    expect_same(name, "D v", x, y, m);
    for (int i = 0; i < m; i++)
        x[i] -= w[i];
    square = mb_rows_miss(s, true, 0.3, v, w, y, more);
    cr_expect(square == mb_inner(x, x, m), "%s: |D v - w|^2", name);
    square = mb_rows_miss(s, false, 0.3, v, w, y, more);
    cr_expect(square == mb_inner(x, x, m), "%s: |D v - w|^2 again", name);
    for (int i = 0; i < m; i++) {
        cr_expect(y[i] == 0.3 * x[i] + 0.3 * x[i], "%s: s (D v - w) summed", name);
        cr_expect(more[i] == y[i] + 0.3 * x[i], "%s: the same and once more", name);
        x[i] = 0.3 * -x[i];
        y[i] = more[i] = 0.0;
    }
    square = mb_rows_short_of(s, 0.3, v, w, y, NULL);
    expect_same(name, "s (w - D v)", x, y, m);
    cr_expect(square == mb_inner(x, x, m), "%s: |s (w - D v)|^2", name);
    mb_rows_short_of(s, 0.3, v, w, y, more);
    for (int i = 0; i < m; i++)
        cr_expect(more[i] == -x[i], "%s: what is short is taken", name);
    memcpy(x, w, sizeof x);
    memcpy(y, w, sizeof y);
    mb_multiply_add(D, d, 0.3, v, x);
    mb_rows_times_add(s, 0.3, v, y);
    expect_same(name, "w + s D v", x, y, m);
    mb_multiply_t(D, d, w, x);
    mb_rows_pull(s, w, y);
    expect_same(name, "D'w", x, y, nv);
    mb_transposed_plus(D, d, -0.7, w, v, x);
    mb_rows_pull_plus(s, -0.7, w, v, y);
    expect_same(name, "v + s D'w", x, y, nv);
    mb_symmetric_plus(&s->model->M, s->terms.mass, -0.7, v, w, x);
    mb_mass_plus(s, -0.7, v, w, y);
    expect_same(name, "w + s M v", x, y, nv);
    for (int i = 0; i < nv; i++)
        x[i] = 0.3 * v[i];
    mb_symmetric_plus(&s->model->M, s->terms.mass, -0.7, w, x, x);
    mb_transposed_plus(D, d, 0.2, w, x, x);
    mb_balance(s, 0.3, v, -0.7, w, 0.2, w, y);
    expect_same(name, "c v + s M w + u D'w", x, y, nv);
}

/* Lower triangles, by columns of n */
static void expect_same_triangle(const char *problem, const char *what, const double *x,
                                 const double *y, int n)
{
    for (int j = 0; j < n; j++)
        expect_same(problem, what, x + j * n + j, y + j * n + j, n - j);
}

/* g of the penalty family and Q + alpha D'g, at the start with other velocities */
static void right_hand_side(mb_solver *s, const char *name)
{
    const mb_model *model = s->model;
    const mb_terms *terms = &s->terms;
    const double damping = 20.0, stiffness = 100.0, alpha = 1e7;
    double v[MB_TILE], g[MB_TILE], x[MB_TILE], found_g[MB_TILE], found_x[MB_TILE];
    const mb_tile_rates of = {terms->gamma, terms->phi, damping, stiffness, model->mh};

    scatter(v, MB_TILE, 0.3);
    mb_eval_motion(s, model->t0, model->q0, v);
    model->ops->phi(model, model->t0, model->q0, terms->phi);
    mb_phidot(model, model->t0, model->q0, v, terms->jacobian, terms->phidot);
    for (int i = 0; i < model->m; i++) {
        g[i] = terms->gamma[i] - damping * terms->phidot[i];
        if (i < model->mh)
            g[i] -= stiffness * terms->phi[i];
    }
    mb_transposed_plus(&model->D, terms->jacobian, alpha, g, terms->force, x);
    mb_rows_push(s, &of, model->t0, model->q0, v, alpha, found_g, found_x);
    expect_same(name, "g", g, found_g, model->m);
    expect_same(name, "Q + alpha D'g", x, found_x, model->nv);
}

static void sum_of_products(const mb_solver *s, mb_sum_matrix *matrix, const char *name)
{
    const double *d = s->terms.jacobian;
    double sum[MOST];

    cr_assert(matrix->by_tile, "%s", name);
    mb_tile_sum(s, 1e7, sum);
    mb_sum_matrix_begin(s, matrix);
    mb_sum_matrix_add_product(matrix, 1e7, d, d);
    expect_same_triangle(name, "M + alpha D'D", matrix->values, sum, s->model->nv);
}

/* D D' entry by entry, in the order of the columns */
static void gram(const mb_solver *s, const char *name)
{
    const mb_pattern *D = &s->model->D;
    double full[MB_TILE][MB_TILE] = {{0.0}}, expected[MOST] = {0.0}, found[MOST];
    const int m = s->model->m;

    for (int j = 0; j < s->model->nv; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++)
            full[D->row[k]][j] = s->terms.jacobian[k];
    for (int j = 0; j < m; j++)
        for (int i = j; i < m; i++)
            for (int k = 0; k < s->model->nv; k++)
                expected[j * m + i] += full[i][k] * full[j][k];
    mb_tile_gram(s, found);
    expect_same_triangle(name, "D D'", expected, found, m);
}

Test(tile, makes_the_sums_of_patterns)
{
    int n, tiles = 0;
    const mb_problem *const *problems = mb_problems(&n);

    for (int i = 0; i < n; i++) {
        const char *name = problems[i]->name;
        mb_model *model;
        mb_solver *s;

        cr_assert(mb_model_create(name, &model, &err) == MB_OK, "%s", err.text);
        cr_assert(mb_solver_create(model, "penalty/heun:h=1e-4", &s, &err) == MB_OK, "%s",
                  err.text);
        for (int kind = 0; s->tile && kind <= (int)mb_lane_kind_here(); kind++) {
            s->tile->by_rows = mb_tile_kernels_of((mb_lane_kind)kind, model->nv);
            s->tile->by_columns = mb_tile_kernels_of((mb_lane_kind)kind, model->m);
            mb_eval_matrices(s, model->t0, model->q0);
            products_with_rows(s, name);
            sum_of_products(s, s->penalty, name);
            gram(s, name);
            right_hand_side(s, name);
            /* another D: what is kept of the first one counts no more */
            cr_assert(mb_solver_start(s, &err) == MB_OK, "%s", err.text);
            for (int k = 0; k < 3; k++)
                cr_assert(mb_solver_step(s, 1.0, &err) == MB_OK, "%s", err.text);
            products_with_rows(s, name);
            tiles++;
        }
        mb_solver_destroy(s);
        mb_model_destroy(model);
    }
    cr_expect(tiles > 3, "%d mechanisms", tiles);
}
