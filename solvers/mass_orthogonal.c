#include "solvers/mass_orthogonal.h"

#include <math.h>
#include <string.h>

/* A correction larger than this part of the one before asks for a fresh factor. */
static const double SLOW = 0.1;

mb_status mb_mass_orthogonal_setup(mb_solver *solver, mb_penalty_matrix *matrix, double alpha,
                                   mb_mass_orthogonal *s, mb_error *err)
{
    mb_status status = MB_OK;

    s->matrix = matrix;
    s->alpha = alpha;
    MB_TRY(mb_claim(solver->arena, &s->moved, (size_t)solver->model->nv, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->w, (size_t)solver->model->m, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->lambda, (size_t)solver->model->m, sizeof(double), err));
done:
    return status;
}

/* At the k-th iterate q: lambda += alpha Phi (15), none before the first pass, and the sum
 * lambda + alpha Phi of (12) into w, holonomic rows only */
static void update_multipliers(mb_solver *solver, mb_mass_orthogonal *s, long k, double t,
                               const double *q)
{
    const mb_model *model = solver->model;

    model->ops->phi(model, t, q, solver->terms.phi);
    for (int i = 0; i < model->mh; i++) {
        double force = s->alpha * solver->terms.phi[i];

        s->lambda[i] = k > 0 ? s->lambda[i] + force : 0.0;
        s->w[i] = s->lambda[i] + force;
    }
}

static mb_status positions(mb_solver *solver, mb_mass_orthogonal *s, double t, double *q,
                           mb_error *err)
{
    const mb_model *model = solver->model;
    double *dx = s->correction.dx, size = INFINITY, before;
    bool more = true, refresh = true;
    mb_status status = MB_OK;

    memset(s->moved, 0, (size_t)model->nv * sizeof(double));
    for (long k = 0; k < s->correction.iterations && more; k++) {
        mb_eval_projection(solver, t, q);
        if (refresh)
            MB_TRY(mb_penalty_matrix_factor(solver, s->matrix, s->alpha, t, err));
        update_multipliers(solver, s, k, t, q);
        mb_multiply(&model->M, solver->terms.mass, s->moved, dx);
        mb_multiply_t_add(&model->D, solver->terms.jacobian, 1.0, s->w, dx);
        for (int i = 0; i < model->nv; i++)
            dx[i] = -dx[i];
        MB_TRY(mb_linear_solve(s->matrix->linear, dx, err)); /* (13) */
        mb_retract(model, dx, q);
        for (int i = 0; i < model->nv; i++)
            s->moved[i] += dx[i];
        before = size;
        size = mb_norm(dx, model->nv);
        refresh = size > SLOW * before;
        more = mb_correction_goes_on(&s->correction, model->nv, model->nq, q);
        solver->counters.iterations++;
    }
    if (more)
        solver->counters.stopped++;
done:
    return status;
}

static mb_status velocities(mb_solver *solver, mb_mass_orthogonal *s, double t, const double *q,
                            double *v, mb_error *err)
{
    const mb_model *model = solver->model;
    double *dx = s->correction.dx;
    bool more = true;
    mb_status status = MB_OK;

    mb_eval_projection(solver, t, q);
    MB_TRY(mb_penalty_matrix_factor(solver, s->matrix, s->alpha, t, err));
    for (long k = 0; k < s->correction.iterations && more; k++) {
        mb_phidot(model, t, q, v, solver->terms.jacobian, solver->terms.phidot);
        memset(dx, 0, (size_t)model->nv * sizeof(double));
        mb_multiply_t_add(&model->D, solver->terms.jacobian, -s->alpha, solver->terms.phidot, dx);
        MB_TRY(mb_linear_solve(s->matrix->linear, dx, err)); /* (23) */
        for (int i = 0; i < model->nv; i++)
            v[i] += dx[i];
        more = mb_correction_goes_on(&s->correction, model->nv, model->nv, v);
        solver->counters.iterations++;
    }
    if (more)
        solver->counters.stopped++;
done:
    return status;
}

mb_status mb_mass_orthogonal_project(mb_solver *solver, mb_mass_orthogonal *s, unsigned levels,
                                     double t, double *q, double *v, mb_error *err)
{
    mb_status status = MB_OK;

    if (levels & MB_POSITION_LEVEL)
        MB_TRY(positions(solver, s, t, q, err));
    if (levels & MB_VELOCITY_LEVEL)
        MB_TRY(velocities(solver, s, t, q, v, err));
done:
    return status;
}
