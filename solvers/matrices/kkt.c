/* SPDX-License-Identifier: MIT */
#include "solvers/matrices/kkt.h"

#include <string.h>

#include "solvers/matrices/in_order.h"
#include "solvers/matrices/linear.h"

/* Pattern of [M D'; D 0], with the diagonal or without */
static mb_status plan(const mb_model *model, bool diagonal, mb_arena *arena, mb_kkt *kkt,
                      mb_error *err)
{
    const mb_pattern *M = &model->M, *D = &model->D;
    int nv = model->nv, n = nv + model->m;
    mb_pattern_builder *builder = mb_pattern_begin(n, n);

    for (int j = 0; j < nv; j++) {
        for (int k = M->start[j]; k < M->start[j + 1]; k++)
            mb_pattern_add(builder, M->row[k], j);
        for (int k = D->start[j]; k < D->start[j + 1]; k++) {
            mb_pattern_add(builder, nv + D->row[k], j);
            mb_pattern_add(builder, j, nv + D->row[k]);
        }
    }
    for (int j = 0; j < n && diagonal; j++)
        mb_pattern_add(builder, j, j);
    return mb_pattern_end(builder, arena, &kkt->pattern, err);
}

static mb_status set_up(mb_solver *solver, bool diagonal, mb_kkt **result, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_pattern *M = &model->M, *D = &model->D;
    mb_arena *arena = solver->arena;
    mb_status status = MB_OK;
    int nv = model->nv;
    mb_kkt *kkt;

    MB_TRY(MB_TAKE(arena, &kkt, 1, err));
    MB_TRY(plan(model, diagonal, arena, kkt, err));
    MB_TRY(MB_TAKE(arena, &kkt->mass_to, (size_t)M->nnz, err));
    MB_TRY(MB_TAKE(arena, &kkt->lower_to, (size_t)D->nnz, err));
    MB_TRY(MB_TAKE(arena, &kkt->upper_to, (size_t)D->nnz, err));
    MB_TRY(MB_TAKE(arena, &kkt->values, (size_t)kkt->pattern.nnz, err));
    MB_TRY(MB_TAKE(arena, &kkt->x, (size_t)kkt->pattern.ncol, err));
    for (int j = 0; j < nv; j++) {
        for (int k = M->start[j]; k < M->start[j + 1]; k++)
            kkt->mass_to[k] = mb_pattern_find(&kkt->pattern, M->row[k], j);
        for (int k = D->start[j]; k < D->start[j + 1]; k++) {
            kkt->lower_to[k] = mb_pattern_find(&kkt->pattern, nv + D->row[k], j);
            kkt->upper_to[k] = mb_pattern_find(&kkt->pattern, j, nv + D->row[k]);
        }
    }
    if (diagonal) {
        MB_TRY(MB_TAKE(arena, &kkt->diagonal_to, (size_t)kkt->pattern.ncol, err));
        for (int j = 0; j < kkt->pattern.ncol; j++)
            kkt->diagonal_to[j] = mb_pattern_find(&kkt->pattern, j, j);
    }
    if (diagonal) /* with one, rows are taken out */
        MB_TRY(mb_linear_create(solver, MB_GENERAL, &kkt->pattern, &kkt->linear, err));
    else
        MB_TRY(mb_linear_create_saddle(solver, &kkt->pattern, 1, &kkt->linear, err));
    MB_TRY(mb_in_order_setup(solver, kkt->linear, &kkt->in_order, err));
    if (kkt->in_order)
        kkt->linear->eliminated->constant = model->traits & MB_CONSTANT_M;
    kkt->linear->symmetric = !diagonal && !kkt->in_order;
    *result = kkt;
done:
    return status;
}

mb_status mb_kkt_setup(mb_solver *solver, mb_kkt **kkt, mb_error *err)
{
    return set_up(solver, false, kkt, err);
}

mb_status mb_kkt_setup_with_diagonal(mb_solver *solver, mb_kkt **kkt, mb_error *err)
{
    return set_up(solver, true, kkt, err);
}

/* A diagonal entry that is 1 when the matrix has been balanced */
static double neutral(const mb_linear *linear, int i)
{
    return linear->balance ? 1.0 / (linear->balance[i] * linear->balance[i]) : 1.0;
}

mb_status mb_kkt_factor_rows(mb_solver *solver, mb_kkt *kkt, const double *weight, const bool *kept,
                             mb_error *err)
{
    const mb_terms *terms = &solver->terms;
    const mb_pattern *D = &solver->model->D;
    int nv = solver->model->nv;

    /* M, or W = diag(weight) */
    for (int j = 0; j < nv; j++) /* M may lack entries on its diagonal */
        kkt->values[kkt->diagonal_to[j]] = 0.0;
    for (int k = 0; k < solver->model->M.nnz; k++)
        kkt->values[kkt->mass_to[k]] = weight ? 0.0 : terms->mass[k];
    for (int j = 0; j < nv && weight; j++)
        kkt->values[kkt->diagonal_to[j]] = weight[j] * neutral(kkt->linear, j);
    /* D and D', zero in rows that are not kept, which get 1 on the diagonal */
    for (int k = 0; k < D->nnz; k++) {
        double d = kept[D->row[k]] ? terms->jacobian[k] : 0.0;

        kkt->values[kkt->lower_to[k]] = d;
        kkt->values[kkt->upper_to[k]] = d;
    }
    for (int i = 0; i < solver->model->m; i++)
        kkt->values[kkt->diagonal_to[nv + i]] = kept[i] ? 0.0 : neutral(kkt->linear, nv + i);
    return mb_linear_factor(kkt->linear, kkt->values, err);
}

/* Where the order of elimination is given: [M D'; D 0] factorised, and solved unless sides is NULL */
static bool factor_in_order(mb_solver *solver, mb_kkt *kkt, const mb_sides *sides)
{
    if (!kkt->in_order)
        return false;
    mb_in_order_begin(solver, kkt->in_order);
    return mb_linear_factor_in_order(kkt->linear, sides);
}

/* [M D'; D 0] factorised in its general form */
static mb_status factor(mb_solver *solver, mb_kkt *kkt, mb_error *err)
{
    const mb_terms *terms = &solver->terms;

    for (int k = 0; k < solver->model->M.nnz; k++)
        kkt->values[kkt->mass_to[k]] = terms->mass[k];
    for (int k = 0; k < solver->model->D.nnz; k++) {
        kkt->values[kkt->lower_to[k]] = terms->jacobian[k];
        kkt->values[kkt->upper_to[k]] = terms->jacobian[k];
    }
    return mb_linear_factor(kkt->linear, kkt->values, err);
}

mb_status mb_kkt_factor(mb_solver *solver, mb_kkt *kkt, mb_error *err)
{
    return factor_in_order(solver, kkt, NULL) ? MB_OK : factor(solver, kkt, err);
}

mb_status mb_kkt_solve(mb_kkt *kkt, mb_error *err)
{
    return mb_linear_solve(kkt->linear, kkt->x, err);
}

static mb_status singular(const mb_model *model, double t, const char *matrix, mb_error *err)
{
    char why[600];

    mb_singular_cause(model, why, sizeof why);
    return mb_fail(err, MB_SINGULAR, "KKT matrix singular at t = %.9g s (%s): %s", t, matrix, why);
}

/* (a, lambda) = [M D'; D 0]\(Q, gamma) in its general form */
static __attribute__((noinline)) mb_status solve_motion(mb_solver *solver, mb_kkt *kkt, double t,
                                                        double *a, double *lambda, mb_error *err)
{
    size_t nv = (size_t)solver->model->nv, m = (size_t)solver->model->m;
    const mb_terms *terms = &solver->terms;
    mb_error cause;
    mb_status status;

    mb_error_clear(&cause);
    status = factor(solver, kkt, &cause);
    if (status == MB_SINGULAR)
        return singular(solver->model, t, cause.text, err);
    if (status != MB_OK)
        return mb_fail(err, status, "at t = %.9g s: %s", t, cause.text);
    memcpy(kkt->x, terms->force, nv * sizeof(double));
    memcpy(kkt->x + nv, terms->gamma, m * sizeof(double));
    status = mb_kkt_solve(kkt, err);
    memcpy(a, kkt->x, nv * sizeof(double));
    memcpy(lambda, kkt->x + nv, m * sizeof(double));
    return status;
}

mb_status mb_kkt_motion(mb_solver *solver, mb_kkt *kkt, double t, double *a, double *lambda,
                        mb_error *err)
{
    const mb_terms *terms = &solver->terms;

    return factor_in_order(solver, kkt, &(mb_sides){terms->force, terms->gamma, a, lambda})
               ? MB_OK
               : solve_motion(solver, kkt, t, a, lambda, err);
}

mb_status mb_kkt_formulation_setup(mb_solver *solver, mb_error *err)
{
    mb_kkt *kkt;
    mb_status status = mb_kkt_setup(solver, &kkt, err);

    if (status == MB_OK)
        solver->formulation_data = kkt;
    return status;
}

mb_status mb_kkt_formulation_accel(mb_solver *solver, double t, const double *q, const double *v,
                                   double *a, double *lambda, mb_error *err)
{
    mb_eval_motion(solver, t, q, v);
    return mb_kkt_motion(solver, solver->formulation_data, t, a, lambda, err);
}
