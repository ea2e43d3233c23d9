/* SPDX-License-Identifier: MIT */
#include "solvers/matrices/tile.h"

#include <string.h>

#define ALWAYS static inline __attribute__((always_inline))

#ifdef __clang__
#define UNROLL /* unrolls such loops by itself */
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif

/* A function with the length k, 1 to 8, as a constant, in one of eight copies */
#define LENGTH(k, FUNCTION, ...)                                                                   \
    case k:                                                                                        \
        FUNCTION(k, __VA_ARGS__);                                                                  \
        break;
#define BY_LENGTH(k, ...)                                                                          \
    switch (k) {                                                                                   \
        LENGTH(1, __VA_ARGS__)                                                                     \
        LENGTH(2, __VA_ARGS__)                                                                     \
        LENGTH(3, __VA_ARGS__)                                                                     \
        LENGTH(4, __VA_ARGS__)                                                                     \
        LENGTH(5, __VA_ARGS__)                                                                     \
        LENGTH(6, __VA_ARGS__)                                                                     \
        LENGTH(7, __VA_ARGS__)                                                                     \
        LENGTH(8, __VA_ARGS__)                                                                     \
    }

/* What becomes of the sum of columns a_j x_j, in the words of base/sparse.h */
typedef enum sum_form {
    ALONE,         /* y = sum */
    SCALED_AFTER,  /* y = b + s sum */
    SCALED_BEFORE, /* y = b + a_0 (s x_0) + ... */
} sum_form;

/* The same of n columns of k values */
ALWAYS void combine(int k, sum_form form, int n, const mb_tile_column *a, double s, const double *x,
                    const double *b, double *y)
{
    mb_pair sum[MB_TILE / 2];

    UNROLL
    for (int i = 0; i < k; i += 2)
        sum[i / 2] = form == SCALED_BEFORE ? (mb_pair){b[i], i + 1 < k ? b[i + 1] : 0.0}
                                           : (mb_pair){0.0, 0.0};
    for (int j = 0; j < n; j++) {
        const double factor = form == SCALED_BEFORE ? s * x[j] : x[j];
        const mb_pair both = {factor, factor};

        UNROLL
        for (int i = 0; i < k; i += 2)
            sum[i / 2] += a[j][i / 2] * both;
    }
    UNROLL
    for (int i = 0; i < k; i++)
        y[i] = form == SCALED_AFTER ? b[i] + s * sum[i / 2][i % 2] : sum[i / 2][i % 2];
}

/* Lower triangle of start + s sum of a_r a_r' over r < m, by columns of k; start: NULL for none */
ALWAYS void square(int k, int m, const mb_tile_column *a, double s, const mb_tile_column *start,
                   double *out)
{
    UNROLL
    for (int j = 0; j < k; j++) {
        mb_pair sum[MB_TILE / 2] = {{0.0}};

        for (int r = 0; r < m; r++) {
            const double factor = ((const double *)a[r])[j];
            const mb_pair both = {factor, factor};

            UNROLL
            for (int i = j / 2; 2 * i < k; i++)
                sum[i] += a[r][i] * both;
        }
        UNROLL
        for (int i = j; i < k; i++)
            out[j * k + i] =
                start ? ((const double *)start[j])[i] + s * sum[i / 2][i % 2] : sum[i / 2][i % 2];
    }
}

mb_status mb_tile_setup(mb_solver *solver, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_pattern *D = &model->D;
    mb_status status = MB_OK;
    struct mb_tile *t;

    if (model->m == 0 || model->m > MB_TILE || model->nv > MB_TILE ||
        3 * D->nnz < model->m * model->nv)
        return MB_OK;
    MB_TRY(MB_TAKE(solver->arena, &t, 1, err));
    MB_TRY(MB_TAKE(solver->arena, &t->at, (size_t)D->nnz, err));
    for (int j = 0; j < model->nv; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++) {
            t->at[k].column = j * MB_TILE + D->row[k];
            t->at[k].row = D->row[k] * MB_TILE + j;
        }
    solver->tile = t;
    mb_tile_mass(solver);
done:
    return status;
}

void mb_tile_rows(mb_solver *solver)
{
    if (solver->tile)
        solver->tile->old = true;
}

/* Values of D to both places */
static void fill(const mb_solver *solver, struct mb_tile *t)
{
    double *column = (double *)t->column, *row = (double *)t->row;

    for (int k = 0; k < solver->model->D.nnz; k++) {
        const double d = solver->terms.jacobian[k];

        column[t->at[k].column] = d;
        row[t->at[k].row] = d;
    }
    t->old = false;
}

/* The tile with the D that stands in terms; NULL: none */
ALWAYS const struct mb_tile *rows_of(const mb_solver *solver)
{
    if (solver->tile && solver->tile->old)
        fill(solver, solver->tile);
    return solver->tile;
}

void mb_tile_mass(mb_solver *solver)
{
    const mb_pattern *M = &solver->model->M;
    double *mass;

    if (!solver->tile)
        return;
    mass = (double *)solver->tile->mass;
    for (int j = 0; j < M->ncol; j++)
        for (int k = M->start[j]; k < M->start[j + 1]; k++)
            mass[j * MB_TILE + M->row[k]] = solver->terms.mass[k];
}

void mb_rows_times(const mb_solver *solver, const double *x, double *y)
{
    const mb_model *model = solver->model;
    const struct mb_tile *t = rows_of(solver);

    if (t)
        BY_LENGTH(model->m, combine, ALONE, model->nv, t->column, 1.0, x, NULL, y)
    else
        mb_multiply(&model->D, solver->terms.jacobian, x, y);
}

void mb_rows_times_add(const mb_solver *solver, double s, const double *x, double *y)
{
    const mb_model *model = solver->model;
    const struct mb_tile *t = rows_of(solver);

    if (t)
        BY_LENGTH(model->m, combine, SCALED_BEFORE, model->nv, t->column, s, x, y, y)
    else
        mb_multiply_add(&model->D, solver->terms.jacobian, s, x, y);
}

void mb_rows_pull(const mb_solver *solver, const double *x, double *y)
{
    const mb_model *model = solver->model;
    const struct mb_tile *t = rows_of(solver);

    if (t)
        BY_LENGTH(model->nv, combine, ALONE, model->m, t->row, 1.0, x, NULL, y)
    else
        mb_multiply_t(&model->D, solver->terms.jacobian, x, y);
}

void mb_rows_pull_plus(const mb_solver *solver, double s, const double *x, const double *b,
                       double *y)
{
    const mb_model *model = solver->model;
    const struct mb_tile *t = rows_of(solver);

    if (t)
        BY_LENGTH(model->nv, combine, SCALED_AFTER, model->m, t->row, s, x, b, y)
    else
        mb_transposed_plus(&model->D, solver->terms.jacobian, s, x, b, y);
}

void mb_mass_plus(const mb_solver *solver, double s, const double *x, const double *b, double *y)
{
    const mb_model *model = solver->model;
    const struct mb_tile *t = solver->tile;

    if (t)
        BY_LENGTH(model->nv, combine, SCALED_BEFORE, model->nv, t->mass, s, x, b, y)
    else
        mb_symmetric_plus(&model->M, solver->terms.mass, s, x, b, y);
}

void mb_rows_rate(const mb_solver *solver, double t, const double *q, const double *v,
                  double *phidot)
{
    const mb_model *model = solver->model;

    if (model->ops->phi_t && !(model->traits & MB_SCLERONOMIC && model->traits & MB_HOLONOMIC)) {
        model->ops->phi_t(model, t, q, phidot);
        mb_rows_times_add(solver, 1.0, v, phidot);
    } else {
        mb_rows_times(solver, v, phidot);
    }
}

bool mb_tile_fills(const mb_solver *solver, const mb_linear *linear)
{
    const mb_pattern *p = &linear->pattern;

    if (!solver->tile || !linear->storage || linear->size != p->ncol * p->ncol)
        return false;
    for (int j = 0; j < p->ncol; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            if (linear->place[k] != j * p->ncol + p->row[k])
                return false;
    return true;
}

void mb_tile_sum(const mb_solver *solver, double s, double *sum)
{
    const struct mb_tile *t = rows_of(solver);

    BY_LENGTH(solver->model->nv, square, solver->model->m, t->row, s, t->mass, sum)
}

void mb_tile_gram(const mb_solver *solver, double *gram)
{
    const struct mb_tile *t = rows_of(solver);

    BY_LENGTH(solver->model->m, square, solver->model->nv, t->column, 1.0, NULL, gram)
}
