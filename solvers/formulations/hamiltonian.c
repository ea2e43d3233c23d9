/* SPDX-License-Identifier: MIT */
/* Augmented Lagrangian formulation in canonical variables (gonzalez2016 eqs (8)-(10)): y holds q,
 * the momenta p and I, the integral of Phi from the start;  s = 2 xi omega Phi + omega^2 I.
 *
 *     (M + alpha D'D) q' = p - D'(alpha (Phi_t + s) + sigma)                        (8)
 *     sigma += alpha (D q' + Phi_t + s), a number of `updates` of (8) and this     (10)
 *     p' = Q + Ddot' sigma,   I' = Phi                                             (9)
 *
 * sigma in (9) is that after the last update, which is sigma + alpha (...) before it.  Between
 * steps sigma goes on from its value at the accepted state.  sigma is the integral of lambda and
 * may grow without bound: above `reset` it is set to zero and p made anew from q' (section 2.3).
 *
 * a and lambda of the state are differences of q' and sigma over the step. */
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "solvers/equations/canonical.h"
#include "solvers/equations/penalty_family.h"
#include "solvers/observer.h"

static const mb_param params[] = {
    MB_CANONICAL_PARAMS("1e9", 0.1, 1000.0),
    MB_INTEGER("updates", 2, "1", .min = 1, .max = 1000,
               .doc = "updates of the multipliers in an evaluation"),
    MB_RESET_PARAM,
    {0},
};

typedef struct state {
    double alpha, position_gain, integral_gain, reset;
    long updates;
    mb_penalty_matrix *matrix;
    double *sigma;     /* (m) at the accepted state */
    double *next;      /* (m) of the evaluation */
    double *before;    /* (m) sigma of the state before */
    double *ddot;      /* (D.nnz) */
    double *w;         /* (m) */
    double *x;         /* (nv) */
    double *rheonomic; /* (m) Phi_t */
} state;

static int size(const mb_model *model)
{
    return 2 * model->nv + model->m;
}

static mb_status setup(mb_solver *solver, mb_error *err)
{
    const mb_values *values = &solver->formulation_values;
    const mb_model *model = solver->model;
    size_t m = (size_t)model->m;
    double omega = mb_value(params, values, "omega");
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->formulation_data = s;
    s->alpha = mb_default_penalty(solver, params, values, solver->formulation->penalty);
    s->position_gain = 2.0 * omega * mb_value(params, values, "xi");
    s->integral_gain = omega * omega;
    s->reset = mb_value(params, values, "reset");
    s->updates = lround(mb_value(params, values, "updates"));
    MB_TRY(MB_TAKE(solver->arena, &s->sigma, m, err));
    MB_TRY(MB_TAKE(solver->arena, &s->next, m, err));
    MB_TRY(MB_TAKE(solver->arena, &s->before, m, err));
    MB_TRY(MB_TAKE(solver->arena, &s->w, m, err));
    MB_TRY(MB_TAKE(solver->arena, &s->rheonomic, m, err));
    MB_TRY(MB_TAKE(solver->arena, &s->ddot, (size_t)model->D.nnz, err));
    MB_TRY(MB_TAKE(solver->arena, &s->x, (size_t)model->nv, err));
    MB_TRY(mb_penalty_matrix_setup(solver, &s->matrix, err));
done:
    return status;
}

/* w = Phi_t + s at (t, q, I), with D and Phi in terms */
static void level(mb_solver *solver, state *s, double t, const double *q, const double *integral)
{
    const mb_model *model = solver->model;
    mb_terms *terms = &solver->terms;

    mb_eval_jacobian(solver, t, q);
    model->ops->phi(model, t, q, terms->phi);
    if (model->ops->phi_t)
        model->ops->phi_t(model, t, q, s->rheonomic);
    for (int i = 0; i < model->m; i++)
        s->w[i] =
            s->rheonomic[i] + s->position_gain * terms->phi[i] + s->integral_gain * integral[i];
}

/* p = M q' + D'(alpha (D q' + w) + sigma): (8) solved for the momenta */
static void momenta(mb_solver *solver, const state *s, const double *v, double *p)
{
    const mb_model *model = solver->model;
    const double *D = solver->terms.jacobian;

    mb_multiply(&model->M, solver->terms.mass, v, p);
    mb_multiply(&model->D, D, v, s->next);
    for (int i = 0; i < model->m; i++)
        s->next[i] = s->alpha * (s->next[i] + s->w[i]) + s->sigma[i];
    mb_multiply_t_add(&model->D, D, 1.0, s->next, p);
}

static mb_status begin(mb_solver *solver, double *y, mb_error *err)
{
    const mb_model *model = solver->model;
    state *s = solver->formulation_data;
    int nv = model->nv;

    (void)err;
    memset(s->sigma, 0, (size_t)model->m * sizeof(double));
    memcpy(y, solver->state.q, (size_t)nv * sizeof(double));
    memset(y + 2 * nv, 0, (size_t)model->m * sizeof(double));
    level(solver, s, solver->state.t, y, y + 2 * nv);
    momenta(solver, s, solver->state.v, y + nv);
    return MB_OK;
}

/* Tells the observer of the k-th update, which left D v in terms.phidot; their number
 * is given, so that nothing stops them */
static MB_OBSERVING void tell(mb_solver *solver, const state *s, long k)
{
    double sum = 0.0;

    for (int i = 0; i < solver->model->m; i++) {
        double row = solver->terms.phidot[i] + s->w[i];

        sum += row * row;
    }
    mb_observer_tell(solver, MB_ITERATING_MULTIPLIERS, k + 1, sqrt(sum),
                     mb_norm(s->x, solver->model->nv), MB_NOT_ENDED);
}

/* q' by (8), sigma by (10) into next */
static mb_status velocities(mb_solver *solver, state *s, double t, const double *y, double *v,
                            mb_error *err)
{
    const mb_model *model = solver->model;
    const double *D = solver->terms.jacobian, *p = y + model->nv;
    mb_status status = MB_OK;

    level(solver, s, t, y, y + 2 * model->nv);
    MB_TRY(mb_penalty_matrix_factor(solver, s->matrix, s->alpha, t, err));
    memcpy(s->next, s->sigma, (size_t)model->m * sizeof(double));
    memset(v, 0, (size_t)model->nv * sizeof(double));
    for (long k = 0; k < s->updates; k++) {
        /* dv = (M + alpha D'D)\(p - M v - D'(sigma + alpha (D v + Phi_t + s))):
         * (8) for the increment of q': its right-hand side fades with the iteration */
        mb_multiply(&model->D, D, v, solver->terms.phidot);
        for (int i = 0; i < model->m; i++)
            solver->terms.phidot[i] = s->next[i] + s->alpha * (solver->terms.phidot[i] + s->w[i]);
        memcpy(s->x, p, (size_t)model->nv * sizeof(double));
        mb_symmetric_plus(&model->M, solver->terms.mass, -1.0, v, s->x, s->x);
        mb_multiply_t_add(&model->D, D, -1.0, solver->terms.phidot, s->x);
        MB_TRY(mb_linear_solve(s->matrix->linear, s->x, err));
        for (int i = 0; i < model->nv; i++)
            v[i] += s->x[i];
        mb_multiply(&model->D, D, v, solver->terms.phidot);
        for (int i = 0; i < model->m; i++)
            s->next[i] += s->alpha * (solver->terms.phidot[i] + s->w[i]); /* (10) */
        if (solver->observer)
            tell(solver, s, k);
    }
    solver->counters.iterations += s->updates;
done:
    return status;
}

static mb_status rate(mb_solver *solver, double t, const double *y, double *dy, mb_error *err)
{
    const mb_model *model = solver->model;
    state *s = solver->formulation_data;
    int nv = model->nv;
    mb_status status = MB_OK;

    solver->counters.evaluations++;
    MB_TRY(velocities(solver, s, t, y, dy, err));
    /* p' = Q + Ddot' sigma                                                                (9) */
    model->ops->jacobian_dot(model, t, y, dy, s->ddot);
    model->ops->force(model, t, y, dy, dy + nv);
    mb_multiply_t_add(&model->D, s->ddot, 1.0, s->next, dy + nv);
    /* I' = Phi                                                                            (9) */
    memcpy(dy + 2 * nv, solver->terms.phi, (size_t)model->m * sizeof(double));
done:
    return status;
}

static mb_status accept(mb_solver *solver, double h, double t, double *y, double *dy, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_state *x = &solver->state;
    state *s = solver->formulation_data;
    int nv = model->nv;

    /* a = (q' - q'_n) / h,  lambda = (sigma - sigma_n) / h */
    memcpy(s->before, s->sigma, (size_t)model->m * sizeof(double));
    memcpy(s->sigma, s->next, (size_t)model->m * sizeof(double));
    for (int i = 0; i < nv; i++) {
        x->a[i] = h > 0.0 ? (dy[i] - x->v[i]) / h : 0.0;
        x->v[i] = dy[i];
    }
    memcpy(x->q, y, (size_t)nv * sizeof(double));
    for (int i = 0; i < model->m; i++)
        x->lambda[i] = h > 0.0 ? (s->sigma[i] - s->before[i]) / h : 0.0;
    if (!mb_reset_multipliers(s->sigma, model->m, s->reset))
        return MB_OK;
    level(solver, s, t, y, y + 2 * nv);
    momenta(solver, s, dy, y + nv);
    return rate(solver, t, y, dy, err);
}

const mb_formulation mb_formulation_hamiltonian = {
    .name = "hamiltonian",
    .title = "augmented Lagrangian in canonical variables",
    .source = "gonzalez2016 eqs (8)-(10)",
    .params = params,
    .family = MB_FIRST_ORDER,
    .penalty = 1e9,
    .needs = MB_IDENTITY_T | MB_CONSTANT_M | MB_HOLONOMIC,
    .terms = 1u << MB_TERM_JACOBIAN_DOT,
    .projects = true,
    .setup = setup,
    .first_order = {.size = size, .begin = begin, .rate = rate, .accept = accept},
};
