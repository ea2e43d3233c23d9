#include "solvers/penalty_matrix.h"

/* Union of the lower triangles of M and D'D; counts M's part */
static mb_status plan(const mb_model *model, mb_arena *arena, mb_penalty_matrix *matrix,
                      mb_error *err)
{
    const mb_pattern *M = &model->M, *G = &matrix->gram.pattern;
    mb_pattern_builder *builder = mb_pattern_begin(model->nv, model->nv);

    for (int j = 0; j < model->nv; j++) {
        for (int k = M->start[j]; k < M->start[j + 1]; k++)
            if (M->row[k] >= j) {
                mb_pattern_add(builder, M->row[k], j);
                matrix->mass_count++;
            }
        for (int k = G->start[j]; k < G->start[j + 1]; k++)
            mb_pattern_add(builder, G->row[k], j);
    }
    return mb_pattern_end(builder, arena, &matrix->pattern, err);
}

static void fill_maps(const mb_model *model, mb_penalty_matrix *matrix)
{
    const mb_pattern *M = &model->M, *G = &matrix->gram.pattern;
    int count = 0;

    for (int j = 0; j < model->nv; j++) {
        for (int k = M->start[j]; k < M->start[j + 1]; k++)
            if (M->row[k] >= j) {
                matrix->mass_from[count] = k;
                matrix->mass_to[count++] = mb_pattern_find(&matrix->pattern, M->row[k], j);
            }
        for (int k = G->start[j]; k < G->start[j + 1]; k++)
            matrix->gram_to[k] = mb_pattern_find(&matrix->pattern, G->row[k], j);
    }
}

mb_status mb_penalty_matrix_setup(mb_solver *solver, mb_penalty_matrix **result, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_arena *arena = solver->arena;
    mb_penalty_matrix *matrix;
    mb_status status = MB_OK;

    MB_TRY(mb_claim(arena, &matrix, 1, sizeof *matrix, err));
    MB_TRY(mb_product_plan(&model->D, NULL, &model->D, NULL, 1, arena, &matrix->gram, err));
    MB_TRY(plan(model, arena, matrix, err));
    MB_TRY(mb_claim(arena, &matrix->mass_from, (size_t)matrix->mass_count, sizeof(int), err));
    MB_TRY(mb_claim(arena, &matrix->mass_to, (size_t)matrix->mass_count, sizeof(int), err));
    MB_TRY(mb_claim(arena, &matrix->gram_to, (size_t)matrix->gram.pattern.nnz, sizeof(int), err));
    MB_TRY(mb_claim(arena, &matrix->gram_values, (size_t)matrix->gram.pattern.nnz, sizeof(double),
                    err));
    MB_TRY(mb_claim(arena, &matrix->values, (size_t)matrix->pattern.nnz, sizeof(double), err));
    fill_maps(model, matrix);
    MB_TRY(mb_linear_create(solver, MB_SPD, &matrix->pattern, &matrix->linear, err));
    *result = matrix;
done:
    return status;
}

mb_status mb_penalty_matrix_factor(mb_solver *solver, mb_penalty_matrix *matrix, double alpha,
                                   double t, mb_error *err)
{
    const double *jacobian = solver->terms.jacobian, *mass = solver->terms.mass;
    double *values = matrix->values;
    mb_error cause = {0};
    mb_status status;

    for (int k = 0; k < matrix->pattern.nnz; k++)
        values[k] = 0.0;
    for (int k = 0; k < matrix->mass_count; k++)
        values[matrix->mass_to[k]] = mass[matrix->mass_from[k]];
    mb_product_run(&matrix->gram, jacobian, jacobian, matrix->gram_values);
    for (int k = 0; k < matrix->gram.pattern.nnz; k++)
        values[matrix->gram_to[k]] += alpha * matrix->gram_values[k];
    status = mb_linear_factor(matrix->linear, values, &cause);
    if (status != MB_OK)
        mb_fail(err, status, "M + alpha D'D at t = %.9g s: %s", t, cause.text);
    return status;
}
