/* Augmented Lagrangian formulation of index 1 in Newton form (gonzalez2016 eqs (14)-(17)): the
 * equilibrium at the end of the step, with the constraints at all three levels in the penalty,
 *
 *     M a + D'(lambda + alpha psi) = Q,   psi = D a - gamma + 2 omega xi (D v + Phi_t) + omega^2
 * Phi lambda += alpha psi   (not in the first pass)                                     (6b) [M +
 * beta h^2 K + gamma h C + alpha (1 + 2 omega xi gamma h + omega^2 beta h^2) D'D
 *        + alpha gamma h D'Ddot] dx = -beta h^2 (M a + D'(lambda + alpha psi) - Q)     (16), (17)
 *
 * The tangent is not symmetric.  lambda starts a step at its last value.
 *
 * Departures: in (16) the last term, with derivatives of Phi_t, is left out, as the terms in D_q
 * are in the paper: rheonomic rows only slow the iteration down.  So do nonholonomic rows, which
 * have no Phi in psi and are treated in (16) as if they had.
 *
 * Where the error does not fall with h: next to a singular position.  The weight of a row
 * there is alpha times the square of the smallest singular value, about h in the step that
 * comes nearest, and the multipliers of the lost direction go on from wherever they are.  On
 * the double four-bar the error falls with h^2 up to its first passage and through it (0.75
 * s); after 2 s it is 7e-5 m with 1 ms, 3e-3 m with 0.1 ms and 1e-6 m with 10 us. */
#include <string.h>

#include "solvers/penalty_family.h"

static const mb_param params[] = {MB_PENALTY_PARAMS, {0}};

typedef struct state {
    mb_penalty_family first; /* accelerations at the start; alpha, omega, xi of the iteration */
    mb_sum_matrix *matrix;
    double *ddot;    /* (D.nnz) */
    double *tangent; /* (H.nnz) K or C */
    double *psi;     /* (m) */
    double *base;    /* (m) lambda, without alpha psi */
} state;

static mb_status setup(mb_solver *solver, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_status status = MB_OK;
    state *s;

    MB_TRY(mb_claim(solver->arena, &s, 1, sizeof *s, err));
    solver->formulation_data = s;
    MB_TRY(mb_penalty_family_setup(solver, &s->first, err));
    MB_TRY(mb_sum_matrix_setup(solver, MB_GENERAL, true, &s->matrix, err));
    MB_TRY(mb_claim(solver->arena, &s->ddot, (size_t)model->D.nnz, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->tangent, (size_t)model->H.nnz, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->base, (size_t)model->m, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->psi, (size_t)model->m, sizeof(double), err));
done:
    return status;
}

static mb_status start(mb_solver *solver, double t, const double *q, const double *v, double *a,
                       double *lambda, mb_error *err)
{
    state *s = solver->formulation_data;
    mb_status status = mb_penalty_family_start(solver, &s->first, t, q, v, a, lambda, err);

    memcpy(s->base, lambda, (size_t)solver->model->m * sizeof *lambda);
    return status;
}

/* d(psi)/dq of (16) is levels / (beta h^2) D + gamma / (beta h) Ddot */
static double levels(const state *s, const mb_newmark *step)
{
    double omega = s->first.omega, h = step->h;

    return 1.0 + 2.0 * omega * s->first.xi * step->gamma * h + omega * omega * step->beta * h * h;
}

/* The tangent (16) at (t, q, v), M and D in terms */
static mb_status factor(mb_solver *solver, state *s, const mb_newmark *step, double t,
                        const double *q, const double *v, mb_error *err)
{
    const mb_model *model = solver->model;
    const double *D = solver->terms.jacobian;
    double alpha = s->first.alpha, h = step->h;

    mb_sum_matrix_begin(solver, s->matrix);
    if (model->ops->stiffness) {
        model->ops->stiffness(model, t, q, v, s->tangent);
        mb_sum_matrix_add_tangent(s->matrix, step->beta * h * h, s->tangent);
    }
    if (model->ops->damping) {
        model->ops->damping(model, t, q, v, s->tangent);
        mb_sum_matrix_add_tangent(s->matrix, step->gamma * h, s->tangent);
    }
    model->ops->jacobian_dot(model, t, q, v, s->ddot);
    mb_sum_matrix_add_product(s->matrix, alpha * levels(s, step), D, D);
    mb_sum_matrix_add_product(s->matrix, alpha * step->gamma * h, D, s->ddot);
    return mb_sum_matrix_factor(s->matrix, "tangent of (16)", t, err);
}

/* psi at the iterate, lambda of this pass in base, and lambda + alpha psi, which acts, in lambda */
static void update_multipliers(mb_solver *solver, state *s, long pass, const double *a,
                               double *lambda)
{
    const mb_model *model = solver->model;
    const mb_terms *terms = &solver->terms;
    double damping = 2.0 * s->first.omega * s->first.xi;
    double stiffness = s->first.omega * s->first.omega;

    mb_multiply(&model->D, terms->jacobian, a, s->psi);
    for (int i = 0; i < model->m; i++)
        s->psi[i] += damping * terms->phidot[i] - terms->gamma[i];
    for (int i = 0; i < model->mh; i++)
        s->psi[i] += stiffness * terms->phi[i];
    for (int i = 0; i < model->m; i++) {
        double force = s->first.alpha * s->psi[i];

        s->base[i] += pass > 0 ? force : 0.0;
        lambda[i] = s->base[i] + force;
    }
}

/* lambda + alpha psi where the correction leads to, from the derivative of psi */
static void foretell_multipliers(mb_solver *solver, state *s, const mb_newmark *step,
                                 const double *dx, double *lambda)
{
    const mb_model *model = solver->model;
    double h = step->h, scale = s->first.alpha / (step->beta * h);

    mb_multiply_add(&model->D, solver->terms.jacobian, scale * levels(s, step) / h, dx, lambda);
    mb_multiply_add(&model->D, s->ddot, scale * step->gamma, dx, lambda);
}

static mb_status newton(mb_solver *solver, const mb_newmark *step, double t, const double *q,
                        const double *v, const double *a, double *lambda, double *dx, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_terms *terms = &solver->terms;
    double scale = step->beta * step->h * step->h;
    state *s = solver->formulation_data;
    mb_status status = MB_OK;

    mb_eval_motion(solver, t, q, v);
    mb_eval_violation(solver, t, q, v);
    update_multipliers(solver, s, step->pass, a, lambda);
    MB_TRY(factor(solver, s, step, t, q, v, err));
    for (int i = 0; i < model->nv; i++)
        dx[i] = scale * terms->force[i];
    mb_symmetric_plus(&model->M, terms->mass, -scale, a, dx, dx);
    mb_multiply_t_add(&model->D, terms->jacobian, -scale, lambda, dx); /* (17) */
    MB_TRY(mb_linear_solve(s->matrix->linear, dx, err));
    foretell_multipliers(solver, s, step, dx, lambda);
done:
    return status;
}

const mb_formulation mb_formulation_al_newton = {
    .name = "al-newton",
    .title = "augmented Lagrangian of index 1 in Newton form",
    .source = "gonzalez2016 eqs (14)-(17)",
    .params = params,
    .penalty = MB_PENALTY_FACTOR,
    .family = MB_NEWTON,
    .terms = 1u << MB_TERM_JACOBIAN_DOT,
    .setup = setup,
    .start = start,
    .newton = newton,
};
