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

/* w = scale (target - D x); its norm */
static double weighted_residual(const mb_solver *solver, double scale, const double *target,
                                const double *x, double *w)
{
    mb_multiply(&solver->model->D, solver->terms.jacobian, x, w);
    for (int i = 0; i < solver->model->m; i++)
        w[i] = scale * (target[i] - w[i]);
    return mb_norm(w, solver->model->m);
}

mb_status mb_project_linear(mb_solver *solver, mb_linear *linear, const mb_correction *correction,
                            double scale, const double *target, double *w, double *x,
                            double *multipliers, mb_error *err)
{
    const mb_model *model = solver->model;
    double *dx = correction->dx, before, after = weighted_residual(solver, scale, target, x, w);
    bool more = true;
    mb_status status = MB_OK;

    for (long k = 0; k < correction->iterations && more; k++) {
        mb_multiply_t(&model->D, solver->terms.jacobian, w, dx);
        MB_TRY(mb_linear_solve(linear, dx, err));
        for (int i = 0; i < model->nv; i++)
            x[i] += dx[i];
        before = after;
        after = weighted_residual(solver, scale, target, x, w);
        for (int i = 0; multipliers && i < model->m; i++)
            multipliers[i] -= w[i];
        more = mb_linear_correction_goes_on(correction, before, after, model->nv, model->nv, x);
        solver->counters.iterations++;
    }
    if (more)
        solver->counters.stopped++;
done:
    return status;
}

void mb_velocity_target(const mb_solver *solver, double t, const double *q, double *target)
{
    const mb_model *model = solver->model;

    memset(target, 0, (size_t)model->m * sizeof *target);
    if (!model->ops->phi_t)
        return;
    model->ops->phi_t(model, t, q, target);
    for (int i = 0; i < model->m; i++)
        target[i] = -target[i];
}

static mb_status velocities(mb_solver *solver, mb_mass_orthogonal *s, double t, const double *q,
                            double *v, mb_error *err)
{
    mb_status status = MB_OK;

    mb_eval_projection(solver, t, q);
    MB_TRY(mb_penalty_matrix_factor(solver, s->matrix, s->alpha, t, err));
    mb_velocity_target(solver, t, q, solver->terms.phidot);
    MB_TRY(mb_project_linear(solver, s->matrix->linear, &s->correction, s->alpha,
                             solver->terms.phidot, s->w, v, NULL, err)); /* (23) */
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
