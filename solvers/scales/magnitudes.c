/* SPDX-License-Identifier: MIT */
#include "solvers/scales/magnitudes.h"

#include <math.h>

#include "solvers/scales/size.h"

static bool usual_size(double size)
{
    const double least = 1e-2, most = 1e2; /* [m] */

    return size >= least && size <= most;
}

static mb_status take(mb_solver *solver, mb_magnitudes *g, mb_error *err)
{
    size_t nq = (size_t)solver->model->nq, nv = (size_t)solver->model->nv;
    size_t m = (size_t)solver->model->m;
    mb_status status = MB_OK;
    double *ones;

    MB_TRY(MB_TAKE(solver->arena, &ones, nq + 3 * nv + 3 * m, err));
    for (size_t i = 0; i < nq + 3 * nv + 3 * m; i++)
        ones[i] = 1.0;
    g->q = ones;
    g->v = g->q + nq;
    g->force = g->v + nv;
    g->metric = g->force + nv;
    g->row = g->metric + nv;
    g->lambda = g->row + m;
    g->mu = g->lambda + m;
done:
    return status;
}

/* M_jj v_j; for a coordinate without mass what does the work of the others along it */
static void of_forces(const mb_solver *solver, mb_magnitudes *g)
{
    const mb_pattern *M = &solver->model->M;
    double work = 0.0;

    for (int j = 0; j < solver->model->nv; j++) {
        g->force[j] = 0.0;
        for (int k = M->start[j]; k < M->start[j + 1]; k++)
            if (M->row[k] == j)
                g->force[j] = solver->terms.mass[k] * g->v[j];
        work = fmax(work, g->force[j] * g->v[j]);
    }
    for (int j = 0; j < solver->model->nv; j++)
        if (!(g->force[j] > 0.0))
            g->force[j] = work > 0.0 ? work / g->v[j] : 1.0;
}

/* Of rows the largest |D_ij| v_j; of multipliers those whose D' lambda, W D' mu reach the force and
 * the velocity of a coordinate.  A row that vanishes at the start counts as 1. */
static void of_rows(const mb_solver *solver, mb_magnitudes *g)
{
    const mb_model *model = solver->model;
    const mb_pattern *D = &model->D;

    for (int i = 0; i < model->m; i++)
        g->row[i] = g->lambda[i] = 0.0;
    for (int j = 0; j < model->nv; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++) {
            double slope = fabs(solver->terms.jacobian[k]);
            int i = D->row[k];

            g->row[i] = fmax(g->row[i], slope * g->v[j]);
            g->lambda[i] = fmax(g->lambda[i], slope / g->force[j]);
        }
    for (int i = 0; i < model->m; i++) {
        g->row[i] = g->row[i] > 0.0 ? g->row[i] : 1.0;
        g->lambda[i] = g->lambda[i] > 0.0 ? 1.0 / g->lambda[i] : 1.0;
        g->mu[i] = 1.0 / g->row[i]; /* v_j / (W_j D_ij) */
    }
}

mb_status mb_magnitudes_setup(mb_solver *solver, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_status status = MB_OK;
    mb_magnitudes *g;

    MB_TRY(MB_TAKE(solver->arena, &g, 1, err));
    MB_TRY(take(solver, g, err));
    solver->magnitudes = g;
    g->usual = usual_size(model->scale);
    if (g->usual)
        goto done;
    for (int i = 0; i < model->nq; i++)
        g->q[i] = solver->unit_q[i];
    for (int j = 0; j < model->nv; j++) {
        g->v[j] = solver->unit[j];
        g->metric[j] = g->v[j] * g->v[j];
    }
    mb_start_jacobian(solver);
    of_forces(solver, g);
    of_rows(solver, g);
done:
    return status;
}
