/* SPDX-License-Identifier: MIT */
/* Mass-orthogonal projection by the KKT matrix (bayo1996 eqs (16), (25)).
 *
 * positions:   [M D'; D 0] [dq; lambda] = [M (q* - q); -Phi(q)]     repeated, D at the present q
 * velocities:  [M D'; D 0] [dv; sigma]  = [0; -(D v + Phi_t)]
 *
 * Departures: the second row of (16) is printed as zero, with which nothing is corrected; it is
 * -Phi. (25) is solved for the change of the velocities, and with Phi_t: its printed zero is D v =
 * 0, right where rows do not depend on time. */
#include <string.h>

#include "solvers/corrections/projection.h"
#include "solvers/matrices/kkt.h"

static const mb_param params[] = {MB_PROJECTION_PARAMS("1e-10"), {0}};

typedef struct state {
    mb_correction correction;
    mb_kkt *kkt;
} state;

static mb_status check(const mb_values *values, mb_error *err)
{
    return mb_check_start("kkt-projection", params, values, err);
}

static mb_status setup(mb_solver *solver, mb_error *err)
{
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->projection_data = s;
    MB_TRY(mb_correction_setup(solver, 1e-10, &s->correction, err));
    MB_TRY(mb_kkt_setup(solver, &s->kkt, err));
done:
    return status;
}

/* Factorises with D and M in terms; the message of a singular matrix names the projection */
static mb_status factor(mb_solver *solver, state *s, double t, mb_error *err)
{
    mb_error cause;
    mb_status status;

    mb_error_clear(&cause);
    status = mb_kkt_factor(solver, s->kkt, &cause);
    if (status != MB_OK)
        mb_fail(err, status, "kkt-projection at t = %.9g s: %s%s", t, cause.text,
                status == MB_SINGULAR ? "; the linear solver qr takes redundant rows" : "");
    return status;
}

/* (16): (dq, lambda) = [M D'; D 0]\(M (q* - q), -Phi) */
static mb_status pass(mb_solver *solver, void *data, long k, double t, const double *q,
                      mb_error *err)
{
    const mb_model *model = solver->model;
    state *s = data;
    double *x = s->kkt->x, *rows = x + model->nv;
    mb_status status = MB_OK;

    (void)k, (void)q;
    MB_TRY(factor(solver, s, t, err));
    memset(x, 0, (size_t)(model->nv + model->m) * sizeof(double));
    mb_symmetric_plus(&model->M, solver->terms.mass, -1.0, s->correction.moved, x, x);
    for (int i = 0; i < model->mh; i++)
        rows[i] = -solver->terms.phi[i];
    MB_TRY(mb_kkt_solve(s->kkt, err));
    memcpy(s->correction.dx, x, (size_t)model->nv * sizeof(double));
done:
    return status;
}

static mb_status positions(mb_solver *solver, double t, double *q, mb_error *err)
{
    state *s = solver->projection_data;

    return mb_correct_positions(solver, &s->correction, pass, s, t, q, err);
}

/* (25): (dv, sigma) = [M D'; D 0]\(0, -(D v + Phi_t)) */
static mb_status velocity_pass(mb_solver *solver, void *data, long k, double t, mb_error *err)
{
    const mb_model *model = solver->model;
    state *s = data;
    double *x = s->kkt->x, *rows = x + model->nv;
    mb_status status = MB_OK;

    if (k == 0)
        MB_TRY(factor(solver, s, t, err));
    memset(x, 0, (size_t)model->nv * sizeof(double));
    for (int i = 0; i < model->m; i++)
        rows[i] = -solver->terms.phidot[i];
    MB_TRY(mb_kkt_solve(s->kkt, err));
    memcpy(s->correction.dx, x, (size_t)model->nv * sizeof(double));
done:
    return status;
}

static mb_status velocities(mb_solver *solver, double t, const double *q, double *v, mb_error *err)
{
    state *s = solver->projection_data;

    return mb_correct_velocities(solver, &s->correction, velocity_pass, s, t, q, v, err);
}

const mb_projection mb_projection_kkt_projection = {
    .name = "kkt-projection",
    .title = "mass-orthogonal projection by the KKT matrix",
    .source = "bayo1996 eqs (16), (25), with the right-hand sides that correct",
    .params = params,
    .check = check,
    .setup = setup,
    .positions = positions,
    .velocities = velocities,
};
