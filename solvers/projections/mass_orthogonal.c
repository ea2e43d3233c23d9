/* Mass-orthogonal projection of Bayo and Ledesma (bayo1996 eqs (13)-(15), (23), (24)).
 *
 * positions, by modified Newton from lambda = 0 with the factor of q*, refreshed when it converges
 * slowly:
 *     (M + alpha D'D) dq = -(M (q - q*) + D'(lambda + alpha Phi(q))),   then lambda += alpha Phi(q)
 * velocities, with a factorisation at the projected q:
 *     (M + alpha D'D) v_{i+1} = M v_i - alpha D' Phi_t                                 (23)
 *
 * until a correction is below tol.  Departures: (14) as printed lacks the term alpha D' Phi of (11)
 * and (12); with it missing nothing moves from lambda = 0, and from lambda = alpha Phi the
 * iteration cycles and does not converge.  (23) is solved for v_{i+1} - v_i, whose right-hand side
 * -alpha D'(D v + Phi_t) vanishes with the violation, so that round-off does not stay in the
 * velocities; it needs the factor at the final q: with the one of q* energy is lost. */
#include <math.h>
#include <string.h>

#include "solvers/penalty_matrix.h"
#include "solvers/projection.h"

/* A correction larger than this part of the one before asks for a fresh factor. */
static const double SLOW = 0.1;

static const mb_param params[] = {
    MB_PROJECTION_PARAMS(1e-14),
    {.name = "alpha",
     .kind = MB_REAL,
     .value = 1e7,
     .min = 0.0,
     .above_min = true,
     .max = 1e20,
     .unit = "1",
     .doc = "penalty factor of the projection"},
    {0},
};

typedef struct state {
    mb_correction correction;
    mb_penalty_matrix *matrix;
    double alpha;
    double *moved;  /* (nv) q - q* in the tangent space */
    double *lambda; /* (m) */
    double *w;      /* (m) lambda + alpha Phi */
} state;

static mb_status setup(mb_solver *solver, mb_error *err)
{
    mb_status status = MB_OK;
    state *s;

    MB_TRY(mb_claim(solver->arena, &s, 1, sizeof *s, err));
    solver->projection_data = s;
    s->alpha = mb_value(params, &solver->projection_values, "alpha");
    MB_TRY(mb_correction_setup(solver, &s->correction, err));
    MB_TRY(mb_claim(solver->arena, &s->moved, (size_t)solver->model->nv, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->w, (size_t)solver->model->m, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->lambda, (size_t)solver->model->m, sizeof(double), err));
    MB_TRY(mb_penalty_matrix_setup(solver, &s->matrix, err));
done:
    return status;
}

/* At the k-th iterate q: lambda += alpha Phi (15), none before the first pass, and the sum
 * lambda + alpha Phi of (12) into w, holonomic rows only */
static void update_multipliers(mb_solver *solver, state *s, long k, double t, const double *q)
{
    const mb_model *model = solver->model;

    model->ops->phi(model, t, q, solver->terms.phi);
    for (int i = 0; i < model->mh; i++) {
        double force = s->alpha * solver->terms.phi[i];

        s->lambda[i] = k > 0 ? s->lambda[i] + force : 0.0;
        s->w[i] = s->lambda[i] + force;
    }
}

static mb_status positions(mb_solver *solver, state *s, double t, double *q, mb_error *err)
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

static mb_status velocities(mb_solver *solver, state *s, double t, const double *q, double *v,
                            mb_error *err)
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

static mb_status project(mb_solver *solver, unsigned levels, double t, double *q, double *v,
                         mb_error *err)
{
    state *s = solver->projection_data;
    mb_status status = MB_OK;

    if (levels & MB_POSITION_LEVEL)
        MB_TRY(positions(solver, s, t, q, err));
    if (levels & MB_VELOCITY_LEVEL)
        MB_TRY(velocities(solver, s, t, q, v, err));
done:
    return status;
}

const mb_projection mb_projection_mass_orthogonal = {
    .name = "mass-orthogonal",
    .title = "mass-orthogonal projection by penalty and multipliers",
    .source = "bayo1996 eqs (13)-(15), (23), (24); marques2017 eqs (26)-(30)",
    .params = params,
    .setup = setup,
    .project = project,
};
