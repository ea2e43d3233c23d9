/* SPDX-License-Identifier: MIT */
#include "solvers/equations/stabilised.h"

#include <string.h>

#include "solvers/matrices/tangent.h"
#include "solvers/scales/magnitudes.h"
#include "solvers/steps/step.h"

mb_status mb_stabilised_setup(mb_solver *solver, mb_stabilised *s, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_status status = MB_OK;

    s->n = model->nq + model->nv + model->m + model->mh;
    MB_TRY(MB_TAKE(solver->arena, &s->unit, (size_t)model->nq, err));
    MB_TRY(MB_TAKE(solver->arena, &s->rows, (size_t)model->m, err));
    MB_TRY(MB_TAKE(solver->arena, &s->u, (size_t)model->nv, err));
done:
    return status;
}

void mb_stabilised_residual(mb_solver *solver, mb_stabilised *s, double t, const double *y,
                            const double *dy, double *r)
{
    const mb_model *model = solver->model;
    const mb_terms *terms = &solver->terms;
    int nq = model->nq, nv = model->nv, m = model->m, mh = model->mh;
    const double *metric = solver->magnitudes->metric;
    const double *v = y + nq, *lambda = v + nv, *mu = lambda + m;

    memcpy(s->unit, y, (size_t)nq * sizeof(double));
    mb_normalise(solver, s->unit);
    mb_eval_position(solver, t, s->unit, v);
    /* F_phidot = D v + Phi_t,  F_phi = Phi */
    mb_phidot(model, t, s->unit, v, terms->jacobian, r + nq + nv + mh);
    memcpy(r + nq + nv, terms->phi, (size_t)mh * sizeof(double));
    /* u = v + W Dh' mu,  F_q = q' - T u */
    memcpy(s->rows, mu, (size_t)mh * sizeof(double)); /* zero beyond them */
    for (int j = 0; j < nv; j++)
        s->u[j] = v[j] / metric[j];
    mb_multiply_t_add(&model->D, terms->jacobian, 1.0, s->rows, s->u);
    for (int j = 0; j < nv; j++)
        s->u[j] *= metric[j];
    mb_rate_of_position(model, y, s->u, r);
    for (int i = 0; i < nq; i++)
        r[i] = dy[i] - r[i];
    /* F_v = M v' + D' lambda - Q */
    for (int i = 0; i < nv; i++)
        r[nq + i] = -terms->force[i];
    mb_symmetric_plus(&model->M, terms->mass, 1.0, dy + nq, r + nq, r + nq);
    mb_multiply_t_add(&model->D, terms->jacobian, 1.0, lambda, r + nq);
}

/* For each column j of a pattern of velocity size: its entries, in rows from `row`, into the
 * columns of all coordinates of q that move with v_j */
static void add_by_position(mb_pattern_builder *builder, const mb_pattern *rates,
                            const mb_pattern *p, int nrow, int row)
{
    for (int j = 0; j < p->ncol; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            for (int l = rates->start[j]; p->row[k] < nrow && l < rates->start[j + 1]; l++)
                mb_pattern_add(builder, row + p->row[k], rates->row[l]);
}

/* The entries of a pattern in rows from `row` and columns from `col` */
static void add_block(mb_pattern_builder *builder, const mb_pattern *p, int row, int col)
{
    for (int j = 0; j < p->ncol; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            mb_pattern_add(builder, row + p->row[k], col + j);
}

/* D' in the rows of F_v, columns of lambda, and T Dh' in those of F_q, columns of mu */
static void add_multipliers(mb_pattern_builder *builder, const mb_model *model,
                            const mb_pattern *rates)
{
    const mb_pattern *D = &model->D;
    int nq = model->nq, lambda = nq + model->nv, mu = lambda + model->m;

    for (int j = 0; j < model->nv; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++) {
            mb_pattern_add(builder, nq + j, lambda + D->row[k]);
            for (int l = rates->start[j]; D->row[k] < model->mh && l < rates->start[j + 1]; l++)
                mb_pattern_add(builder, rates->row[l], mu + D->row[k]);
        }
}

mb_status mb_stabilised_pattern(mb_solver *solver, const mb_stabilised *s, mb_pattern *pattern,
                                mb_error *err)
{
    const mb_model *model = solver->model;
    int nq = model->nq, phi = nq + model->nv, phidot = phi + model->mh;
    mb_pattern rates, turns; /* T; T T' */
    mb_pattern_builder *builder;
    mb_status status = MB_OK;

    MB_TRY(mb_rate_pattern(solver, &rates, err));
    builder = mb_pattern_begin(nq, nq);
    add_by_position(builder, &rates, &rates, nq, 0);
    MB_TRY(mb_pattern_end(builder, solver->arena, &turns, err));
    /* rows of F_q, F_v, F_phi and F_phidot in the columns of q, v, lambda and mu */
    builder = mb_pattern_begin(s->n, s->n);
    for (int i = 0; i < nq; i++)
        mb_pattern_add(builder, i, i);
    add_block(builder, &turns, 0, 0);
    add_block(builder, &rates, 0, nq);
    add_by_position(builder, &rates, &model->H, model->nv, nq);
    add_by_position(builder, &rates, &model->M, model->nv, nq);
    add_block(builder, &model->H, nq, nq);
    add_block(builder, &model->M, nq, nq);
    add_multipliers(builder, model, &rates);
    add_by_position(builder, &rates, &model->D, model->mh, phi);
    add_by_position(builder, &rates, &model->D, model->m, phidot);
    add_block(builder, &model->D, phidot, nq);
    MB_TRY(mb_pattern_end(builder, solver->arena, pattern, err));
done:
    return status;
}

/* Powers of c that make the blocks of the matrix of the size of I, M and D.  F is linear in the
 * multipliers: steps of their size leave round-off only, which the first pass, from zero, needs. */
static void set_powers(const mb_model *model, mb_difference_matrix *d)
{
    int nq = model->nq, phi = nq + model->nv, mu = phi + model->m;

    for (int i = 0; i < d->n; i++) {
        d->row_power[i] = i < nq ? 1 : i < phi ? 2 : i < phi + model->mh ? 0 : 1;
        d->col_power[i] = i < nq ? 0 : i < phi ? 1 : i < mu ? 2 : 1;
        if (i >= phi)
            d->part[i] = 1.0;
    }
}

/* Magnitudes of the unknowns and of the equations */
static void set_units(const mb_solver *solver, mb_difference_matrix *d)
{
    const mb_magnitudes *of = solver->magnitudes;
    int nq = solver->model->nq, nv = solver->model->nv, m = solver->model->m;
    int mh = solver->model->mh;
    double *row = d->row_unit, *col = d->col_unit;

    memcpy(row, of->q, (size_t)nq * sizeof *row);
    memcpy(row + nq, of->force, (size_t)nv * sizeof *row);
    memcpy(row + nq + nv, of->row, (size_t)mh * sizeof *row);
    memcpy(row + nq + nv + mh, of->row, (size_t)m * sizeof *row);
    memcpy(col, of->q, (size_t)nq * sizeof *col);
    memcpy(col + nq, of->v, (size_t)nv * sizeof *col);
    memcpy(col + nq + nv, of->lambda, (size_t)m * sizeof *col);
    memcpy(col + nq + nv + m, of->mu, (size_t)mh * sizeof *col);
}

void mb_stabilised_scales(const mb_solver *solver, mb_difference_matrix *matrix)
{
    set_powers(solver->model, matrix);
    set_units(solver, matrix);
}
