/* SPDX-License-Identifier: MIT */
#include "solvers/matrices/sum_matrix.h"

#include <string.h>

#include "solvers/matrices/tile.h"

static bool keeps(const mb_sum_matrix *matrix, int row, int col)
{
    return matrix->class == MB_GENERAL || row >= col;
}

/* Union of the patterns of M, A'B and, where wanted, H; counts the kept entries of M.  An entry
 * of H above the diagonal of a lower triangle stands for its mirror image. */
static mb_status plan(const mb_model *model, mb_arena *arena, mb_sum_matrix *matrix, mb_error *err)
{
    const mb_pattern *M = &model->M, *H = &model->H, *P = &matrix->product.pattern;
    mb_pattern_builder *builder = mb_pattern_begin(model->nv, model->nv);

    for (int j = 0; j < model->nv; j++) {
        for (int k = M->start[j]; k < M->start[j + 1]; k++)
            if (keeps(matrix, M->row[k], j)) {
                mb_pattern_add(builder, M->row[k], j);
                matrix->mass_count++;
            }
        for (int k = P->start[j]; k < P->start[j + 1]; k++)
            mb_pattern_add(builder, P->row[k], j);
        for (int k = H->start[j]; matrix->tangent_count && k < H->start[j + 1]; k++) {
            bool kept = keeps(matrix, H->row[k], j);

            mb_pattern_add(builder, kept ? H->row[k] : j, kept ? j : H->row[k]);
        }
    }
    return mb_pattern_end(builder, arena, &matrix->pattern, err);
}

static void fill_maps(const mb_model *model, mb_sum_matrix *matrix)
{
    const mb_pattern *M = &model->M, *H = &model->H;
    int masses = 0;

    for (int j = 0; j < model->nv; j++) {
        for (int k = M->start[j]; k < M->start[j + 1]; k++)
            if (keeps(matrix, M->row[k], j)) {
                matrix->mass_from[masses] = k;
                matrix->mass_to[masses++] = mb_pattern_find(&matrix->pattern, M->row[k], j);
            }
        for (int k = H->start[j]; matrix->tangent_count && k < H->start[j + 1]; k++) {
            bool kept = keeps(matrix, H->row[k], j);

            matrix->tangent_to[k] =
                mb_pattern_find(&matrix->pattern, kept ? H->row[k] : j, kept ? j : H->row[k]);
            /* in a lower triangle an entry and its mirror image meet in one place */
            matrix->tangent_weight[k] = matrix->class == MB_GENERAL || H->row[k] == j ? 1.0 : 0.5;
        }
    }
}

/* Sums go to where they are eliminated, if the linear solver says where that is */
static mb_status sum_in_place(mb_sum_matrix *matrix, mb_arena *arena, mb_error *err)
{
    const mb_linear *linear = matrix->linear;

    matrix->size = matrix->pattern.nnz;
    if (!linear->storage)
        return MB_OK;
    matrix->size = linear->size;
    matrix->values = linear->storage;
    for (int k = 0; k < matrix->mass_count; k++)
        matrix->mass_to[k] = linear->place[matrix->mass_to[k]];
    for (int k = 0; k < matrix->tangent_count; k++)
        matrix->tangent_to[k] = linear->place[matrix->tangent_to[k]];
    return mb_product_into(&matrix->product, linear->place, arena, err);
}

static void lay_out_mass(mb_sum_matrix *matrix, const double *mass)
{
    for (int k = 0; k < matrix->mass_count; k++)
        matrix->laid_out[matrix->mass_to[k]] = mass[matrix->mass_from[k]];
}

mb_status mb_sum_matrix_setup(mb_solver *solver, mb_matrix_class class, bool tangents,
                              mb_sum_matrix **result, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_arena *arena = solver->arena;
    mb_status status = MB_OK;
    mb_sum_matrix *matrix;

    MB_TRY(MB_TAKE(arena, &matrix, 1, err));
    matrix->class = class;
    MB_TRY(mb_product_plan(&model->D, NULL, &model->D, NULL, class == MB_SPD, arena,
                           &matrix->product, err));
    matrix->tangent_count = tangents ? model->H.nnz : 0;
    MB_TRY(plan(model, arena, matrix, err));
    mb_product_onto(&matrix->product, &matrix->pattern);
    MB_TRY(MB_TAKE(arena, &matrix->mass_from, (size_t)matrix->mass_count, err));
    MB_TRY(MB_TAKE(arena, &matrix->mass_to, (size_t)matrix->mass_count, err));
    MB_TRY(MB_TAKE(arena, &matrix->tangent_weight, (size_t)matrix->tangent_count, err));
    MB_TRY(MB_TAKE(arena, &matrix->tangent_to, (size_t)matrix->tangent_count, err));
    fill_maps(model, matrix);
    MB_TRY(mb_linear_create(solver, class, &matrix->pattern, &matrix->linear, err));
    MB_TRY(sum_in_place(matrix, arena, err));
    matrix->by_tile = mb_tile_fills(solver, matrix->linear);
    if (!matrix->values)
        MB_TRY(MB_TAKE(arena, &matrix->values, (size_t)matrix->size, err));
    MB_TRY(MB_TAKE(arena, &matrix->laid_out, (size_t)matrix->size, err));
    lay_out_mass(matrix, solver->terms.mass);
    *result = matrix;
done:
    return status;
}

/* A = M */
void mb_sum_matrix_begin(const mb_solver *solver, mb_sum_matrix *matrix)
{
    if (!(solver->model->traits & MB_CONSTANT_M))
        lay_out_mass(matrix, solver->terms.mass);
    memcpy(matrix->values, matrix->laid_out, (size_t)matrix->size * sizeof(double));
}

/* A += scale H */
void mb_sum_matrix_add_tangent(mb_sum_matrix *matrix, double scale, const double *tangent)
{
    for (int k = 0; k < matrix->tangent_count; k++)
        matrix->values[matrix->tangent_to[k]] += scale * matrix->tangent_weight[k] * tangent[k];
}

/* A += scale a'b,  a and b on D's pattern */
void mb_sum_matrix_add_product(mb_sum_matrix *matrix, double scale, const double *a,
                               const double *b)
{
    mb_product_add(&matrix->product, scale, a, b, matrix->values);
}

void mb_sum_matrix_square(const mb_solver *solver, mb_sum_matrix *matrix, double scale)
{
    const double *jacobian = solver->terms.jacobian;

    if (matrix->by_tile) {
        mb_tile_sum(solver, scale, matrix->values);
        return;
    }
    mb_sum_matrix_begin(solver, matrix);
    mb_sum_matrix_add_product(matrix, scale, jacobian, jacobian);
}

/* err again, with what was factorised and when */
static __attribute__((noinline)) mb_status refuse(mb_status status, const char *what, double t,
                                                  mb_error *err)
{
    const mb_error cause = *err;

    return mb_fail(err, status, "%s at t = %.9g s: %s", what, t, cause.text);
}

mb_status mb_sum_matrix_factor(mb_sum_matrix *matrix, const char *what, double t, mb_error *err)
{
    mb_status status = mb_linear_factor(matrix->linear, matrix->values, err);

    return status == MB_OK ? MB_OK : refuse(status, what, t, err);
}
