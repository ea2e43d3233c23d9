/* SPDX-License-Identifier: MIT */
#include "solvers/corrections/mass_orthogonal.h"

#include <math.h>
#include <string.h>

#include "solvers/matrices/tile.h"

/* A correction larger than this part of the one before asks for a fresh factor. */
static const double SLOW = 0.1;

mb_status mb_mass_orthogonal_setup(mb_solver *solver, mb_penalty_matrix *matrix, double alpha,
                                   mb_mass_orthogonal *s, mb_error *err)
{
    mb_status status = MB_OK;

    s->matrix = matrix;
    s->alpha = alpha;
    MB_TRY(MB_TAKE(solver->arena, &s->w, (size_t)solver->model->m, err));
    MB_TRY(MB_TAKE(solver->arena, &s->lambda, (size_t)solver->model->m, err));
done:
    return status;
}

/* At the k-th iterate: lambda += alpha Phi (15), none before the first pass, and the sum
 * lambda + alpha Phi of (12) into w, holonomic rows only */
static void update_multipliers(mb_solver *solver, mb_mass_orthogonal *s, long k)
{
    const mb_model *model = solver->model;

    for (int i = 0; i < model->mh; i++) {
        double force = s->alpha * solver->terms.phi[i];

        s->lambda[i] = k > 0 ? s->lambda[i] + force : 0.0;
        s->w[i] = s->lambda[i] + force;
    }
    memset(s->w + model->mh, 0, (size_t)(model->m - model->mh) * sizeof *s->w);
}

/* (13): dx = -(M + alpha D'D)\(M (q - q*) + D' w) */
static mb_status pass(mb_solver *solver, void *data, long k, double t, const double *q,
                      mb_error *err)
{
    const mb_model *model = solver->model;
    mb_mass_orthogonal *s = data;
    double *dx = s->correction.dx;
    mb_status status = MB_OK;

    (void)q;
    if (k == 0 || s->correction.change > SLOW * s->before)
        MB_TRY(mb_penalty_matrix_factor(solver, s->matrix, s->alpha, t, err));
    s->before = k == 0 ? (double)INFINITY : s->correction.change;
    update_multipliers(solver, s, k);
    /* dx = -A\(M (q - q*) + D' w) */
    mb_balance(solver, 1.0, solver->zero, 1.0, s->correction.moved, 1.0, s->w, dx);
    for (int i = 0; i < model->nv; i++)
        dx[i] = -dx[i];
    MB_TRY(mb_linear_solve(s->matrix->linear, dx, err));
done:
    return status;
}

mb_status mb_mass_orthogonal_positions(mb_solver *solver, mb_mass_orthogonal *s, double t,
                                       double *q, mb_error *err)
{
    return mb_correct_positions(solver, &s->correction, pass, s, t, q, err);
}

/* w = scale (target - D x), and less of the multipliers unless they are NULL; its norm */
static double weighted_residual(const mb_solver *solver, double scale, const double *target,
                                const double *x, double *w, double *multipliers)
{
    return sqrt(mb_rows_short_of(solver, scale, x, target, w, multipliers));
}

/* Tells the observer of the k-th pass, which left the residual w of norm `after` */
static MB_OBSERVING void tell_linear(mb_solver *solver, const mb_correction *c, long k, bool more,
                                     double scale, const double *target, const double *x,
                                     const double *w, double after)
{
    mb_ending ending = MB_NOT_ENDED;

    if (!more)
        ending = MB_ENDED_CONVERGED;
    else if (k + 1 == c->iterations)
        ending = mb_residual_at_round_off(solver, scale, target, x, w) ? MB_ENDED_ROUND_OFF
                                                                       : MB_ENDED_LIMIT;
    mb_observer_tell(solver, c->linear, k + 1, after / scale, c->change, ending);
}

mb_status mb_project_linear(mb_solver *solver, mb_linear *linear, mb_correction *correction,
                            double scale, const double *target, double *w, double *x,
                            double *multipliers, mb_error *err)
{
    double *dx = correction->dx, size, before,
           after = weighted_residual(solver, scale, target, x, w, NULL);
    bool more = true;
    mb_status status = MB_OK;

    /* dx = A\D' w,  x += dx,  w = s (target - D x),  multipliers -= w */
    for (long k = 0; k < correction->iterations && more; k++) {
        mb_rows_pull(solver, w, dx);
        MB_TRY(mb_linear_solve(linear, dx, err));
        mb_correct(solver, correction->given, x, dx, &correction->change, &size);
        if (k == 0)
            correction->first = correction->change;
        before = after;
        after = weighted_residual(solver, scale, target, x, w, multipliers);
        more = isnan(correction->start)
                   ? mb_linear_correction_goes_on(correction, before, after, size)
                   : after > scale * correction->start;
        solver->counters.iterations++;
        if (solver->observer)
            tell_linear(solver, correction, k, more, scale, target, x, w, after);
    }
    if (more && !mb_residual_at_round_off(solver, scale, target, x, w))
        mb_not_converged(solver);
done:
    return status;
}

mb_status mb_mass_orthogonal_velocities(mb_solver *solver, mb_mass_orthogonal *s, double t,
                                        const double *q, double *v, mb_error *err)
{
    double *target = solver->terms.phidot;
    mb_status status = MB_OK;

    mb_velocity_target(solver, t, q, target);
    if (!isnan(s->correction.start) &&
        weighted_residual(solver, 1.0, target, v, s->w, NULL) <= s->correction.start)
        goto done;
    MB_TRY(mb_penalty_matrix_factor(solver, s->matrix, s->alpha, t, err));
    MB_TRY(mb_project_linear(solver, s->matrix->linear, &s->correction, s->alpha, target, s->w, v,
                             NULL, err)); /* (23) */
done:
    return status;
}
