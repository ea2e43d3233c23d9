/* SPDX-License-Identifier: MIT */
/* Augmented Lagrangian formulation in canonical variables, in Newton form (gonzalez2016 eqs
 * (21)-(34)): the trapezoidal rule for q and the momenta p, which are eliminated from each pass.
 * With s = D q' + Phi_t + 2 xi omega Phi + omega^2 I,  I the integral of Phi,
 *
 *     sigma += alpha s   (not in the first pass)                                         (10)
 *     g1 = h/2 (M q' - p + D'(sigma + alpha s))                                          (30a)
 *     g2 = h/2 (p' - Q - Ddot'(sigma + alpha s))                                         (30b)
 *     B  = (1 + h xi omega) D + h omega^2 / 2 J,   J the integral of D                   (27), (29)
 *     [M + alpha D'B + h/2 (h/2 K + C - alpha Ddot'B)] dx = -g1 - h/2 g2                 (33)
 *     dp = -g2 + alpha Ddot'B dx                                                         (34)
 *
 * q' is the velocity of Newmark's formulas with beta = 1/4, gamma = 1/2, the trapezoidal rule;
 * other values do not go with it.  J and I are sums with step h over the ends of the steps, j = 1
 * to k + 1; (29) as printed begins at j = 0, one term more than there are steps.
 *
 * Departures: (27c) as printed lacks the factor h/2 on df/dq that the scaling of (30) brings; (34)
 * leaves that term, (h/2 K + C) dx, out, whose part in dp is of second order in h.  a
 * and lambda of the state are differences of q' and sigma over the step.  sigma is reset as in
 * hamiltonian. */
#include <math.h>
#include <string.h>

#include "solvers/equations/canonical.h"
#include "solvers/equations/penalty_family.h"

static const mb_param params[] = {
    MB_CANONICAL_PARAMS("1e8", 1.0, 1e4),
    MB_RESET_PARAM,
    {0},
};

typedef struct state {
    mb_penalty_family first; /* accelerations at the start; alpha, omega, xi */
    double reset;
    mb_sum_matrix *matrix;
    double *p, *pdot, *p_next;        /* (nv) momenta of the last step, their rate, iterate */
    double *v;                        /* (nv) q' of the last step */
    double *g1, *g2;                  /* (nv) */
    double *sigma, *s;                /* (m) */
    double *total, *total_old;        /* (m) sigma + alpha s, now and at the last step */
    double *integral, *integral_next; /* (m) I */
    double *jacobian_sum, *ddot, *B;  /* (D.nnz) J, Ddot, B */
    double *tangent;                  /* (H.nnz) */
} state;

static mb_status take(mb_solver *solver, state *s, mb_error *err)
{
    const mb_model *model = solver->model;
    double **of_velocity[] = {&s->p, &s->pdot, &s->p_next, &s->v, &s->g1, &s->g2};
    double **of_rows[] = {&s->sigma, &s->total,    &s->total_old,
                          &s->s,     &s->integral, &s->integral_next};
    double **of_jacobian[] = {&s->jacobian_sum, &s->ddot, &s->B};
    mb_status status = MB_OK;

    for (int i = 0; i < 6; i++)
        MB_TRY(MB_TAKE(solver->arena, of_velocity[i], (size_t)model->nv, err));
    for (int i = 0; i < 6; i++)
        MB_TRY(MB_TAKE(solver->arena, of_rows[i], (size_t)model->m, err));
    for (int i = 0; i < 3; i++)
        MB_TRY(MB_TAKE(solver->arena, of_jacobian[i], (size_t)model->D.nnz, err));
    MB_TRY(MB_TAKE(solver->arena, &s->tangent, (size_t)model->H.nnz, err));
done:
    return status;
}

static mb_status setup(mb_solver *solver, mb_error *err)
{
    const mb_param *step = solver->integrator->params;
    mb_status status = MB_OK;
    state *s;

    if (mb_value(step, &solver->integrator_values, "beta") != 0.25 ||
        mb_value(step, &solver->integrator_values, "gamma") != 0.5)
        return mb_fail(err, MB_NOT_APPLICABLE,
                       "hamiltonian-newton is the trapezoidal rule: it needs beta=0.25, gamma=0.5");
    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->formulation_data = s;
    s->reset = mb_value(params, &solver->formulation_values, "reset");
    MB_TRY(mb_penalty_family_setup(solver, &s->first, err));
    MB_TRY(mb_sum_matrix_setup(solver, MB_GENERAL, true, &s->matrix, err));
    MB_TRY(take(solver, s, err));
done:
    return status;
}

/* s at (q, v) with I of the iterate, and sigma + alpha s in terms.gamma (not used otherwise); D,
 * Phi and Phidot in terms */
static void level(mb_solver *solver, state *s, const double *integral)
{
    const mb_terms *terms = &solver->terms;
    double position = 2.0 * s->first.xi * s->first.omega;

    for (int i = 0; i < solver->model->m; i++) {
        s->s[i] = terms->phidot[i] + position * terms->phi[i] +
                  s->first.omega * s->first.omega * integral[i];
        terms->gamma[i] = s->sigma[i] + s->first.alpha * s->s[i];
    }
}

/* D, Q, Phi, Phidot, Ddot at (t, q, v) */
static void evaluate(mb_solver *solver, state *s, double t, const double *q, const double *v)
{
    mb_eval_position(solver, t, q, v);
    mb_phidot(solver->model, t, q, v, solver->terms.jacobian, solver->terms.phidot);
    solver->model->ops->jacobian_dot(solver->model, t, q, v, s->ddot);
}

/* p = M v + D'(sigma + alpha s) (8), p' = Q + Ddot'(sigma + alpha s) (9) at the accepted state */
static void momenta(mb_solver *solver, state *s, const double *v)
{
    const mb_model *model = solver->model;
    const mb_terms *terms = &solver->terms;

    mb_multiply(&model->M, terms->mass, v, s->p);
    mb_multiply_t_add(&model->D, terms->jacobian, 1.0, terms->gamma, s->p);
    memcpy(s->pdot, terms->force, (size_t)model->nv * sizeof(double));
    mb_multiply_t_add(&model->D, s->ddot, 1.0, terms->gamma, s->pdot);
}

static mb_status start(mb_solver *solver, double t, const double *q, const double *v, double *a,
                       double *lambda, mb_error *err)
{
    const mb_model *model = solver->model;
    state *s = solver->formulation_data;
    mb_penalty_family index1 = s->first;
    mb_status status;

    index1.omega = index1.xi = 0.0; /* the plain equations of motion */
    status = mb_penalty_family_start(solver, &index1, t, q, v, a, lambda, err);
    memset(s->sigma, 0, (size_t)model->m * sizeof(double));
    memset(s->integral, 0, (size_t)model->m * sizeof(double));
    memset(s->jacobian_sum, 0, (size_t)model->D.nnz * sizeof(double));
    memcpy(s->v, v, (size_t)model->nv * sizeof(double));
    evaluate(solver, s, t, q, v);
    level(solver, s, s->integral);
    momenta(solver, s, v);
    memcpy(s->total_old, solver->terms.gamma, (size_t)model->m * sizeof(double));
    return status;
}

/* h/2 K + C at (t, q, v) times scale, into the matrix */
static void add_forces(mb_solver *solver, state *s, double scale, double h, double t,
                       const double *q, const double *v)
{
    const mb_model *model = solver->model;

    if (model->ops->stiffness) {
        model->ops->stiffness(model, t, q, v, s->tangent);
        mb_sum_matrix_add_tangent(s->matrix, 0.5 * h * scale, s->tangent);
    }
    if (model->ops->damping) {
        model->ops->damping(model, t, q, v, s->tangent);
        mb_sum_matrix_add_tangent(s->matrix, scale, s->tangent);
    }
}

/* The matrix of (33), with B */
static mb_status factor(mb_solver *solver, state *s, double h, double t, const double *q,
                        const double *v, mb_error *err)
{
    const double *D = solver->terms.jacobian;
    double alpha = s->first.alpha, omega = s->first.omega;

    /* B = (1 + h xi omega) D + h omega^2 / 2 J                                    (27), (29) */
    for (int k = 0; k < solver->model->D.nnz; k++)
        s->B[k] = (1.0 + h * s->first.xi * omega) * D[k] +
                  0.5 * h * omega * omega * (s->jacobian_sum[k] + h * D[k]);
    /* M + alpha D'B + h/2 (h/2 K + C - alpha Ddot'B)                                    (33) */
    mb_sum_matrix_begin(solver, s->matrix);
    mb_sum_matrix_add_product(s->matrix, alpha, D, s->B);
    mb_sum_matrix_add_product(s->matrix, -0.5 * h * alpha, s->ddot, s->B);
    add_forces(solver, s, 0.5 * h, h, t, q, v);
    return mb_sum_matrix_factor(s->matrix, "tangent of (33)", t, err);
}

/* g1 and g2 of (30) at the iterate */
static void residuals(mb_solver *solver, state *s, double h, const double *v)
{
    const mb_model *model = solver->model;
    const mb_terms *terms = &solver->terms;

    /* g1 = h/2 (M q' - p + D'(sigma + alpha s))                                        (30a)
     * g2 = h/2 (p' - Q - Ddot'(sigma + alpha s)),  p' by the trapezoidal rule          (30b) */
    mb_multiply(&model->M, terms->mass, v, s->g1);
    mb_multiply_t_add(&model->D, terms->jacobian, 1.0, terms->gamma, s->g1);
    for (int i = 0; i < model->nv; i++) {
        s->g1[i] = 0.5 * h * (s->g1[i] - s->p_next[i]);
        s->g2[i] = 2.0 / h * (s->p_next[i] - s->p[i]) - s->pdot[i] - terms->force[i];
    }
    mb_multiply_t_add(&model->D, s->ddot, -1.0, terms->gamma, s->g2);
    for (int i = 0; i < model->nv; i++)
        s->g2[i] *= 0.5 * h;
}

/* p_next += -g2 - dg2/dq dx (34), without K and C, whose part is of second order; and sigma + alpha
 * s where the correction leads to: ds/dq = 2/h B */
static void correct_momenta(mb_solver *solver, state *s, double h, const double *dx)
{
    const mb_model *model = solver->model;

    mb_multiply(&model->D, s->B, dx, s->s);
    for (int i = 0; i < model->m; i++) {
        s->s[i] *= s->first.alpha;
        s->total[i] = solver->terms.gamma[i] + 2.0 / h * s->s[i];
    }
    for (int i = 0; i < model->nv; i++)
        s->p_next[i] -= s->g2[i];
    mb_multiply_t_add(&model->D, s->ddot, 1.0, s->s, s->p_next);
}

/* p_next and sigma + alpha s before correct_momenta */
static void take_back(mb_solver *solver, state *s, double h)
{
    const mb_model *model = solver->model;

    for (int i = 0; i < model->m; i++)
        s->total[i] -= 2.0 / h * s->s[i];
    for (int i = 0; i < model->nv; i++)
        s->p_next[i] += s->g2[i];
    mb_multiply_t_add(&model->D, s->ddot, -1.0, s->s, s->p_next);
}

static mb_status pass(mb_solver *solver, const mb_newmark *step, double t, const double *q,
                      const double *v, const double *a, double *lambda, double *dx, mb_error *err)
{
    const mb_model *model = solver->model;
    state *s = solver->formulation_data;
    double h = step->h;
    mb_status status = MB_OK;

    (void)a, (void)lambda;
    evaluate(solver, s, t, q, v);
    if (step->pass == 0) {
        for (int i = 0; i < model->nv; i++)
            s->p_next[i] = s->p[i] + h * s->pdot[i];
    }
    /* I += h Phi, sigma += alpha s (10), and sigma + alpha s */
    for (int i = 0; i < model->m; i++)
        s->integral_next[i] = s->integral[i] + (i < model->mh ? h * solver->terms.phi[i] : 0.0);
    level(solver, s, s->integral_next);
    if (step->pass > 0) {
        memcpy(s->sigma, solver->terms.gamma, (size_t)model->m * sizeof(double));
        level(solver, s, s->integral_next);
    }
    residuals(solver, s, h, v);
    MB_TRY(factor(solver, s, h, t, q, v, err));
    /* dx = [..]\(-g1 - h/2 g2)                                                           (33) */
    for (int i = 0; i < model->nv; i++)
        dx[i] = -s->g1[i] - 0.5 * h * s->g2[i];
    MB_TRY(mb_linear_solve(s->matrix->linear, dx, err));
    correct_momenta(solver, s, h, dx);
done:
    return status;
}

/* sigma = 0 and momenta to match, when a multiplier has grown beyond the limit (section 2.3) */
static void reset(mb_solver *solver, state *s, double t, const double *q, const double *v)
{
    if (!mb_reset_multipliers(s->sigma, solver->model->m, s->reset))
        return;
    evaluate(solver, s, t, q, v);
    level(solver, s, s->integral);
    momenta(solver, s, v);
    memcpy(s->total_old, solver->terms.gamma, (size_t)solver->model->m * sizeof(double));
}

static mb_status finish(mb_solver *solver, const mb_newmark *step, double t, const double *q,
                        double *v, double *a, double *lambda, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_terms *terms = &solver->terms;
    state *s = solver->formulation_data;
    double h = step->h;

    (void)err;
    if (step->back)
        take_back(solver, s, h);
    model->ops->phi(model, t, q, terms->phi);
    mb_eval_jacobian(solver, t, q);
    /* I and J of the step's end */
    for (int i = 0; i < model->mh; i++)
        s->integral[i] += h * terms->phi[i];
    for (int k = 0; k < model->D.nnz; k++)
        s->jacobian_sum[k] += h * terms->jacobian[k];
    /* lambda = d sigma / h,  a = d q' / h,  p' by (21b) */
    for (int i = 0; i < model->m; i++) {
        lambda[i] = (s->total[i] - s->total_old[i]) / h;
        s->sigma[i] = s->total_old[i] = s->total[i];
    }
    for (int i = 0; i < model->nv; i++) {
        a[i] = (v[i] - s->v[i]) / h;
        s->v[i] = v[i];
        s->pdot[i] = 2.0 / h * (s->p_next[i] - s->p[i]) - s->pdot[i];
        s->p[i] = s->p_next[i];
    }
    reset(solver, s, t, q, v);
    return MB_OK;
}

const mb_formulation mb_formulation_hamiltonian_newton = {
    .name = "hamiltonian-newton",
    .title = "augmented Lagrangian in canonical variables, in Newton form",
    .source = "gonzalez2016 eqs (21)-(34)",
    .params = params,
    .family = MB_NEWTON,
    .penalty = 1e8,
    .needs = MB_IDENTITY_T | MB_CONSTANT_M | MB_HOLONOMIC,
    .terms = 1u << MB_TERM_JACOBIAN_DOT,
    .projects = true,
    .setup = setup,
    .newton = {.start = start, .pass = pass, .finish = finish},
};
