#include "solvers/direct.h"

#include "solvers/projection.h"
#include "solvers/schur.h"

const mb_param mb_direct_params[] = {MB_PROJECTION_PARAMS(1e-10), {0}};

typedef struct state {
    mb_correction correction;
    mb_schur *schur;
} state;

mb_status mb_direct_setup(mb_solver *solver, bool weighted, mb_error *err)
{
    mb_status status = MB_OK;
    state *s;

    MB_TRY(mb_claim(solver->arena, &s, 1, sizeof *s, err));
    solver->projection_data = s;
    MB_TRY(mb_correction_setup(solver, &s->correction, err));
    MB_TRY(mb_schur_setup(solver, weighted, &s->schur, err));
done:
    return status;
}

/* dx = -W D'(D W D')\x, x the violation in schur->x, D at the present q */
static mb_status correction(mb_solver *solver, state *s, double t, mb_error *err)
{
    mb_status status = MB_OK;

    MB_TRY(mb_schur_factor(solver, s->schur, t, err));
    MB_TRY(mb_schur_solve(s->schur, err));
    mb_schur_spread(solver, s->schur, s->schur->x, s->correction.dx);
    for (int i = 0; i < solver->model->nv; i++)
        s->correction.dx[i] = -s->correction.dx[i];
done:
    return status;
}

/* Newton's method on Phi (marques2017 step 6): until a correction is below the tolerance */
static mb_status positions(mb_solver *solver, state *s, double t, double *q, mb_error *err)
{
    const mb_model *model = solver->model;
    bool more = true;
    mb_status status = MB_OK;

    for (long i = 0; i < s->correction.iterations && more; i++) {
        mb_eval_projection(solver, t, q);
        model->ops->phi(model, t, q, s->schur->x);
        for (int k = model->mh; k < model->m; k++)
            s->schur->x[k] = 0.0;
        MB_TRY(correction(solver, s, t, err));
        mb_retract(model, s->correction.dx, q);
        more = mb_correction_goes_on(&s->correction, model->nv, model->nq, q);
        solver->counters.iterations++;
    }
    if (more)
        solver->counters.stopped++;
done:
    return status;
}

mb_status mb_direct_project(mb_solver *solver, unsigned levels, double t, double *q, double *v,
                            mb_error *err)
{
    const mb_model *model = solver->model;
    state *s = solver->projection_data;
    mb_status status = MB_OK;

    if (levels & MB_POSITION_LEVEL)
        MB_TRY(positions(solver, s, t, q, err));
    if (levels & MB_VELOCITY_LEVEL) {
        mb_eval_projection(solver, t, q);
        mb_phidot(model, t, q, v, solver->terms.jacobian, s->schur->x);
        MB_TRY(correction(solver, s, t, err));
        for (int i = 0; i < model->nv; i++)
            v[i] += s->correction.dx[i];
    }
done:
    return status;
}
