/* SPDX-License-Identifier: MIT */
#include "solvers/corrections/direct.h"

#include "solvers/corrections/projection.h"
#include "solvers/matrices/schur.h"

const mb_param mb_direct_params[] = {MB_PROJECTION_PARAMS("1e-10"), {0}};

typedef struct state {
    mb_correction correction;
    mb_schur *schur;
} state;

mb_status mb_direct_setup(mb_solver *solver, bool weighted, mb_error *err)
{
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->projection_data = s;
    MB_TRY(mb_correction_setup(solver, 1e-10, &s->correction, err));
    MB_TRY(mb_schur_setup(solver, weighted, &s->schur, err));
done:
    return status;
}

/* A pass of Newton's method on Phi (marques2017 step 6): eqs (40), (41), x = Phi */
static mb_status pass(mb_solver *solver, void *data, long k, double t, const double *q,
                      mb_error *err)
{
    state *s = data;

    (void)k, (void)q;
    return mb_schur_correct(solver, s->schur, false, t, solver->model->mh, solver->terms.phi,
                            s->correction.dx, err);
}

mb_status mb_direct_positions(mb_solver *solver, double t, double *q, mb_error *err)
{
    state *s = solver->projection_data;

    return mb_correct_positions(solver, &s->correction, pass, s, t, q, err);
}

/* marques2017 eqs (48), (49): x = D v + Phi_t */
static mb_status velocity_pass(mb_solver *solver, void *data, long k, double t, mb_error *err)
{
    state *s = data;

    return mb_schur_correct(solver, s->schur, k > 0, t, solver->model->m, solver->terms.phidot,
                            s->correction.dx, err);
}

mb_status mb_direct_velocities(mb_solver *solver, double t, const double *q, double *v,
                               mb_error *err)
{
    state *s = solver->projection_data;

    return mb_correct_velocities(solver, &s->correction, velocity_pass, s, t, q, v, err);
}
