/* SPDX-License-Identifier: MIT */
/* Augmented Lagrangian formulation of index 1 in Newton form (gonzalez2016 eqs (14)-(17)): the
 * equilibrium at the end of the step, with the constraints at all three levels in the penalty,
 *
 *     M a + D'(lambda + alpha psi) = Q
 *     psi = D a - gamma + 2 omega xi (D v + Phi_t) + omega^2 Phi                            (14)
 *     lambda += alpha psi   (not in the first pass)                                         (6b)
 *     T dx = -beta h^2 (M a + D'(lambda + alpha psi) - Q)                              (15), (17)
 *
 * lambda starts a step at its last value.  The tangent is not symmetric,
 *
 *     T = M + beta h^2 K + gamma h C + alpha D' P
 *     P = (1 + 2 omega xi gamma h + omega^2 beta h^2) D + gamma h Ddot                      (16)
 *
 * where P / (beta h^2) is d(psi)/dq without what comes of (D)_q and (Ddot)_q.  Next to a singular
 * position that is not small against the smallest singular value of D, which is about h there:
 * (Ddot v)_v is 2 Ddot, of which (16) has one.  With (16) as printed a few steps beside each such
 * position do not converge.  By default
 *
 *     P += (gamma h + 2 omega xi beta h^2) Ddot(v) + beta h^2 Ddot(a)
 *
 * Departures: in (16) the last term, with derivatives of Phi_t, is left out: rheonomic rows only
 * slow the iteration down.  So do nonholonomic rows, which have no Phi in psi and are treated in
 * (16) as if they had.
 *
 * omega, xi: section 5.1 begins with xi = 1/sqrt(2), omega = sqrt(2)/h, the default here.  A Phi of
 * O(h^2), which a constant omega leaves, opens the crossing of two branches as wide as a step is
 * long, whatever the step: with omega = 10 the error on the double four-bar after 10 s is 1e-2 m
 * with 1 ms and 0.1 m with 0.1 ms. */
#include <math.h>
#include <string.h>

#include "solvers/equations/penalty_family.h"

enum { PRINTED, COMPLETE };

static const mb_param params[] = {
    MB_PENALTY_FACTOR_PARAM,
    MB_REAL("omega", NAN, "1/s", .min = 0.0, .max = 1e12,
            .doc = "natural frequency of the penalty system; if unset sqrt(2)/h"),
    MB_REAL("xi", NAN, "1", .min = 0.0, .max = 1e12,
            .doc =
                "damping ratio of the penalty system; if unset 1/sqrt(2), or 1 with omega given"),
    MB_CHOICE("tangent", "printed|complete", COMPLETE,
              .doc = "matrix of the iteration: (16), or with the derivatives of D and Ddot too"),
    {0},
};

typedef struct state {
    mb_penalty_family first; /* accelerations at the start; alpha, omega, xi of the iteration */
    mb_sum_matrix *matrix;
    bool complete;   /* P has the derivatives of D and Ddot */
    bool own_gains;  /* omega = sqrt(2)/h */
    double *dots;    /* (D.nnz) P without its part in D */
    double *ddot_a;  /* (D.nnz) Ddot(a) = (D a)_q */
    double *tangent; /* (H.nnz) K or C */
    double *psi;     /* (m) */
    double *base;    /* (m) lambda, without alpha psi */
} state;

static mb_status setup(mb_solver *solver, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->formulation_data = s;
    MB_TRY(mb_penalty_family_setup(solver, &s->first, err));
    MB_TRY(mb_sum_matrix_setup(solver, MB_GENERAL, true, &s->matrix, err));
    s->complete = mb_value(params, &solver->formulation_values, "tangent") == (double)COMPLETE;
    s->own_gains = isnan(s->first.omega);
    if (isnan(s->first.xi))
        s->first.xi = s->own_gains ? sqrt(0.5) : 1.0;
    MB_TRY(MB_TAKE(solver->arena, &s->dots, (size_t)model->D.nnz, err));
    MB_TRY(MB_TAKE(solver->arena, &s->ddot_a, (size_t)model->D.nnz, err));
    MB_TRY(MB_TAKE(solver->arena, &s->tangent, (size_t)model->H.nnz, err));
    MB_TRY(MB_TAKE(solver->arena, &s->base, (size_t)model->m, err));
    MB_TRY(MB_TAKE(solver->arena, &s->psi, (size_t)model->m, err));
done:
    return status;
}

static mb_status start(mb_solver *solver, double t, const double *q, const double *v, double *a,
                       double *lambda, mb_error *err)
{
    state *s = solver->formulation_data;
    mb_status status;

    if (s->own_gains) /* of the step, whatever an earlier run ended with */
        s->first.omega = 0.0;
    status = mb_penalty_family_start(solver, &s->first, t, q, v, a, lambda, err);
    memcpy(s->base, lambda, (size_t)solver->model->m * sizeof *lambda);
    return status;
}

/* The factor of D in P                                                                  (16) */
static double levels(const state *s, const mb_newmark *step)
{
    double omega = s->first.omega, h = step->h;

    return 1.0 + 2.0 * omega * s->first.xi * step->gamma * h + omega * omega * step->beta * h * h;
}

/* The rest of P in dots: gamma h Ddot (16), and with tangent=complete
 * (2 gamma h + 2 omega xi beta h^2) Ddot(v) + beta h^2 Ddot(a) */
static void find_dots(mb_solver *solver, state *s, const mb_newmark *step, double t,
                      const double *q, const double *v, const double *a)
{
    const mb_model *model = solver->model;
    double h = step->h, curved = step->beta * h * h;
    double turned = step->gamma * h;

    model->ops->jacobian_dot(model, t, q, v, s->dots);
    if (s->complete) {
        turned += step->gamma * h + 2.0 * s->first.omega * s->first.xi * curved;
        model->ops->jacobian_dot(model, t, q, a, s->ddot_a);
    }
    for (int k = 0; k < model->D.nnz; k++)
        s->dots[k] = turned * s->dots[k] + (s->complete ? curved * s->ddot_a[k] : 0.0);
}

/* T = M + beta h^2 K + gamma h C + alpha D'P at (t, q, v, a), M and D in terms             (16) */
static mb_status factor(mb_solver *solver, state *s, const mb_newmark *step, double t,
                        const double *q, const double *v, const double *a, mb_error *err)
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
    find_dots(solver, s, step, t, q, v, a);
    /* T += alpha D' P */
    mb_sum_matrix_add_product(s->matrix, alpha * levels(s, step), D, D);
    mb_sum_matrix_add_product(s->matrix, alpha, D, s->dots);
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

    /* psi = D a - gamma + 2 omega xi (D v + Phi_t) + omega^2 Phi                        (14) */
    mb_multiply(&model->D, terms->jacobian, a, s->psi);
    for (int i = 0; i < model->m; i++)
        s->psi[i] += damping * terms->phidot[i] - terms->gamma[i];
    for (int i = 0; i < model->mh; i++)
        s->psi[i] += stiffness * terms->phi[i];
    for (int i = 0; i < model->m; i++) {
        double force = s->first.alpha * s->psi[i];

        s->base[i] += pass > 0 ? force : 0.0; /* (6b) */
        lambda[i] = s->base[i] + force;
    }
}

/* lambda + alpha psi where the correction leads to: += alpha P dx / (beta h^2), P of (16) */
static void foretell_multipliers(mb_solver *solver, state *s, const mb_newmark *step,
                                 const double *dx, double *lambda)
{
    const mb_model *model = solver->model;
    double scale = s->first.alpha / (step->beta * step->h * step->h);

    mb_multiply_add(&model->D, solver->terms.jacobian, scale * levels(s, step), dx, lambda);
    mb_multiply_add(&model->D, s->dots, scale, dx, lambda);
}

static mb_status pass(mb_solver *solver, const mb_newmark *step, double t, const double *q,
                      const double *v, const double *a, double *lambda, double *dx, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_terms *terms = &solver->terms;
    double scale = step->beta * step->h * step->h;
    state *s = solver->formulation_data;
    mb_status status = MB_OK;

    if (s->own_gains)
        s->first.omega = M_SQRT2 / step->h;
    mb_eval_motion(solver, t, q, v);
    mb_eval_violation(solver, t, q, v);
    update_multipliers(solver, s, step->pass, a, lambda);
    MB_TRY(factor(solver, s, step, t, q, v, a, err));
    /* dx = T\(-beta h^2 (M a + D'(lambda + alpha psi) - Q))                       (15), (17) */
    for (int i = 0; i < model->nv; i++)
        dx[i] = scale * terms->force[i];
    mb_symmetric_plus(&model->M, terms->mass, -scale, a, dx, dx);
    mb_multiply_t_add(&model->D, terms->jacobian, -scale, lambda, dx);
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
    .newton = {.start = start, .pass = pass},
};
