/* SPDX-License-Identifier: MIT */
/* Algebraic constraint enforcement (welch2007 eqs (43), (44)): the constraint at the new time,
 * expanded to the order of the integration formula, yields the multipliers.
 *
 * predictor (43a), (44a), all at t_n:
 *     [D M^-1 D'] lambda = Phi / h^2 + (D v + Phi_t) / h + D M^-1 Q
 *     v_p = v + h M^-1 (Q - D' lambda),   q_p = q + h T(q_p) v_p
 * corrector (43b), (44b), ^ at half time (q^ = (q_p + q) / 2, v^ likewise, (23)-(25)):
 *     [D^ M^-1 D^'] lambda = 2 Phi(q_p) / h^2 + 2 D^ (v - v_p) / h + D^ M^-1 Q^
 *     v_new = v + h M^-1 (Q^ - D^' lambda),   q_new = q + h T((q_new + q) / 2) (v_new + v) / 2
 *
 * On spatial bodies v = (rdot, omega), D = (Phi_r, Phi_pi), M = diag(M, J), Q = (F, T - omega~ J
 * omega) and T(q) v = (rdot, G(omega) e).  As G is antisymmetric and G^2 = -|omega|^2 I / 4, the
 * updates, implicit in e, have closed forms, up to factors that the return to |e| = 1 takes away:
 *     (I - h G) e_p = e                           e_p   ~ (I + h G) e
 *     (I - h/2 G) e_new = (I + h/2 G) e           e_new ~ (I + h/2 G)^2 e
 *
 * Order.  Phi is of third order in h, q of the second while Q does not depend on v.  The predictor
 * leaves the centripetal terms -gamma out of its multipliers, so v_p is off by O(h), not by the
 * O(h^2) of q_p, and so is Q^(v^): with gyroscopic terms or dampers q is of first order only.
 * half=accelerated takes v^ = v + (h/2) a instead, a with these terms from the factors of the
 * predictor, which makes q of second order for all forces.
 *
 * Departures: forces are taken at the half-time state in the corrector (the paper holds them
 * constant); Phi_t is kept, so that rheonomic rows work; |e| = 1 is met as (43) states it, and not
 * to second order only, which is what the increment (22) does. */
#include <string.h>

#include "solvers/matrices/schur.h"
#include "solvers/steps/step.h"

enum { PREDICTED, ACCELERATED };

static const mb_param params[] = {
    MB_CHOICE("half", "predicted|accelerated", PREDICTED,
              .doc = "velocities of forces at half time: mean of v and v_p, or v + a h / 2"),
    {0},
};

typedef struct state {
    mb_schur *schur;
    bool accelerated;
    double *q_half; /* (nq) */
    double *v_half; /* (nv) */
    double *rate;   /* (nq) dq/dt */
    double *a;      /* (nv) */
    double *w;      /* (nv) */
} state;

static mb_status setup(mb_solver *solver, mb_error *err)
{
    size_t nq = (size_t)solver->model->nq, nv = (size_t)solver->model->nv;
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->formulation_data = s;
    s->accelerated = mb_value(params, &solver->formulation_values, "half") == ACCELERATED;
    MB_TRY(MB_TAKE(solver->arena, &s->q_half, nq, err));
    MB_TRY(MB_TAKE(solver->arena, &s->v_half, nv, err));
    MB_TRY(MB_TAKE(solver->arena, &s->rate, nq, err));
    MB_TRY(MB_TAKE(solver->arena, &s->a, nv, err));
    MB_TRY(MB_TAKE(solver->arena, &s->w, nv, err));
    MB_TRY(mb_schur_setup(solver, true, &s->schur, err));
done:
    return status;
}

/* v (nv) at the end of a step and lambda (m) from s->schur->x, the right-hand side without D M^-1 Q
 */
static mb_status advance(mb_solver *solver, state *s, double h, double *v, double *lambda,
                         mb_error *err)
{
    const mb_model *model = solver->model;
    mb_status status = mb_schur_motion(solver, s->schur, s->a, err);

    if (status != MB_OK)
        return status;
    memcpy(lambda, s->schur->x, (size_t)model->m * sizeof *lambda);
    for (int i = 0; i < model->nv; i++)
        v[i] = solver->state.v[i] + h * s->a[i];
    return MB_OK;
}

/* q (nq) += h T(q) v */
static void drift(const mb_model *model, state *s, double h, const double *v, double *q)
{
    mb_rate_of_position(model, q, v, s->rate);
    for (int i = 0; i < model->nq; i++)
        q[i] += h * s->rate[i];
}

static mb_status predict(mb_solver *solver, double h, double *q, double *v, double *lambda,
                         mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *old = &solver->state;
    const mb_terms *terms = &solver->terms;
    state *s = solver->formulation_data;
    double *x = s->schur->x;
    mb_status status = MB_OK;

    mb_eval_motion(solver, old->t, old->q, old->v);
    mb_eval_violation(solver, old->t, old->q, old->v);
    MB_TRY(mb_schur_factor(solver, s->schur, old->t, err));
    if (s->accelerated) { /* v^ = v + h/2 a, a with the centripetal terms */
        for (int i = 0; i < model->m; i++)
            x[i] = -terms->gamma[i];
        MB_TRY(mb_schur_motion(solver, s->schur, s->a, err));
        for (int i = 0; i < model->nv; i++)
            s->v_half[i] = old->v[i] + 0.5 * h * s->a[i];
    }
    /* lambda = (D M^-1 D')\(Phi / h^2 + (D v + Phi_t) / h + D M^-1 Q)                 (44a) */
    for (int i = 0; i < model->m; i++)
        x[i] = terms->phidot[i] / h;
    for (int i = 0; i < model->mh; i++)
        x[i] += terms->phi[i] / (h * h);
    MB_TRY(advance(solver, s, h, v, lambda, err)); /* (43a) */
    memcpy(q, old->q, (size_t)model->nq * sizeof *q);
    drift(model, s, h, v, q);
    mb_normalise(solver, q);
done:
    return status;
}

/* q (nq) = q_old + h T((q + q_old) / 2) (v + v_old) / 2 */
static void move(mb_solver *solver, state *s, double h, const double *v, double *q)
{
    const mb_model *model = solver->model;
    const mb_state *old = &solver->state;

    for (int i = 0; i < model->nv; i++)
        s->w[i] = 0.5 * (v[i] + old->v[i]);
    memcpy(q, old->q, (size_t)model->nq * sizeof *q);
    if (model->traits & MB_IDENTITY_T) {
        drift(model, s, h, s->w, q);
    } else {
        drift(model, s, 0.5 * h, s->w, q);
        drift(model, s, 0.5 * h, s->w, q);
        mb_normalise(solver, q);
    }
}

static mb_status correct(mb_solver *solver, double h, double *q, double *v, double *lambda,
                         mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *old = &solver->state;
    state *s = solver->formulation_data;
    double *x = s->schur->x, *phi = solver->terms.phi;
    mb_status status = MB_OK;

    /* q^, v^ of (23)-(25), and w = 2 (v - v_p) / h */
    for (int i = 0; i < model->nq; i++)
        s->q_half[i] = 0.5 * (q[i] + old->q[i]);
    for (int i = 0; i < model->nv; i++) {
        if (!s->accelerated)
            s->v_half[i] = 0.5 * (v[i] + old->v[i]);
        s->w[i] = 2.0 * (old->v[i] - v[i]) / h;
    }
    mb_eval_motion(solver, old->t + 0.5 * h, s->q_half, s->v_half);
    MB_TRY(mb_schur_factor(solver, s->schur, old->t + 0.5 * h, err));
    /* lambda = (D^ M^-1 D^')\(2 Phi(q_p) / h^2 + D^ w + D^ M^-1 Q^)                  (44b) */
    mb_multiply(&model->D, solver->terms.jacobian, s->w, x);
    model->ops->phi(model, old->t + h, q, phi);
    for (int i = 0; i < model->mh; i++)
        x[i] += 2.0 * phi[i] / (h * h);
    MB_TRY(advance(solver, s, h, v, lambda, err)); /* (43b) */
    move(solver, s, h, v, q);
done:
    return status;
}

const mb_formulation mb_formulation_algebraic = {
    .name = "algebraic",
    .title = "algebraic constraint enforcement at the new time",
    .source = "welch2007 eqs (43), (44)",
    .params = params,
    .family = MB_ALGEBRAIC,
    .needs = MB_REGULAR_M | MB_FULL_RANK_D | MB_HOLONOMIC,
    .setup = setup,
    .algebraic = {.predict = predict, .correct = correct},
};
