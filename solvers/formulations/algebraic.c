/* Algebraic constraint enforcement (welch2007 eq. (44)): the constraint at the new time, expanded
 * to the order of the integration formula, yields the multipliers.
 *
 * predictor (44a), all at t_n:      [D M^-1 D'] lambda = Phi / h^2 + (D v + Phi_t) / h + D M^-1 Q
 *                                   v_p = v + h M^-1 (Q - D' lambda),   q_p = q + h v_p
 * corrector (44b), ^ at half time:  [D^ M^-1 D^'] lambda = 2 Phi(q_p) / h^2 + 2 D^ (v - v_p) / h +
 * D^ M^-1 Q^ v = v + h M^-1 (Q^ - D^' lambda),   q = q + h (v_new + v) / 2
 *
 * Departures: forces are taken at the half-time state in the corrector (the paper holds them
 * constant); Phi_t is kept, so that rheonomic rows work. */
#include <string.h>

#include "solvers/schur.h"

typedef struct state {
    mb_schur *schur;
    double *q_half; /* (nq) */
    double *v_half; /* (nv) */
    double *u;      /* (nv) */
    double *w;      /* (nv) */
} state;

static mb_status setup(mb_solver *solver, mb_error *err)
{
    size_t nv = (size_t)solver->model->nv;
    mb_status status = MB_OK;
    state *s;

    MB_TRY(mb_claim(solver->arena, &s, 1, sizeof *s, err));
    solver->formulation_data = s;
    MB_TRY(mb_claim(solver->arena, &s->q_half, (size_t)solver->model->nq, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->v_half, nv, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->u, nv, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->w, nv, sizeof(double), err));
    MB_TRY(mb_schur_setup(solver, true, &s->schur, err));
done:
    return status;
}

/* x += D M^-1 Q;  lambda = (D M^-1 D')\x;  v_new = v + h M^-1 (Q - D' lambda) */
static mb_status advance(mb_solver *solver, state *s, double h, double *v, double *lambda,
                         mb_error *err)
{
    const mb_model *model = solver->model;
    const double *v_old = solver->state.v;
    mb_status status;

    mb_schur_apply_inverse_mass(s->schur, solver->terms.force, s->u);
    mb_multiply_add(&model->D, solver->terms.jacobian, 1.0, s->u, s->schur->x);
    status = mb_schur_solve(s->schur, err);
    if (status != MB_OK)
        return status;
    memcpy(lambda, s->schur->x, (size_t)model->m * sizeof *lambda);
    mb_schur_spread(solver, s->schur, lambda, s->w);
    for (int i = 0; i < model->nv; i++)
        v[i] = v_old[i] + h * (s->u[i] - s->w[i]);
    return MB_OK;
}

static mb_status predict(mb_solver *solver, double h, double *q, double *v, double *lambda,
                         mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *old = &solver->state;
    const mb_terms *terms = &solver->terms;
    state *s = solver->formulation_data;
    mb_status status = MB_OK;

    mb_eval_motion(solver, old->t, old->q, old->v);
    mb_eval_violation(solver, old->t, old->q, old->v);
    MB_TRY(mb_schur_factor(solver, s->schur, old->t, err));
    for (int i = 0; i < model->m; i++)
        s->schur->x[i] = terms->phidot[i] / h;
    for (int i = 0; i < model->mh; i++)
        s->schur->x[i] += terms->phi[i] / (h * h);
    MB_TRY(advance(solver, s, h, v, lambda, err));
    for (int i = 0; i < model->nq; i++)
        q[i] = old->q[i] + h * v[i];
done:
    return status;
}

static mb_status correct(mb_solver *solver, double h, double *q, double *v, double *lambda,
                         mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *old = &solver->state;
    state *s = solver->formulation_data;
    double *x = s->schur->x, *phi = solver->terms.phi;
    mb_status status = MB_OK;

    for (int i = 0; i < model->nq; i++)
        s->q_half[i] = 0.5 * (q[i] + old->q[i]);
    for (int i = 0; i < model->nv; i++) {
        s->v_half[i] = 0.5 * (v[i] + old->v[i]);
        s->u[i] = 2.0 * (old->v[i] - v[i]) / h;
    }
    mb_eval_motion(solver, old->t + 0.5 * h, s->q_half, s->v_half);
    MB_TRY(mb_schur_factor(solver, s->schur, old->t + 0.5 * h, err));
    mb_multiply(&model->D, solver->terms.jacobian, s->u, x);
    model->ops->phi(model, old->t + h, q, phi);
    for (int i = 0; i < model->mh; i++)
        x[i] += 2.0 * phi[i] / (h * h);
    MB_TRY(advance(solver, s, h, v, lambda, err));
    for (int i = 0; i < model->nq; i++)
        q[i] = old->q[i] + 0.5 * h * (v[i] + old->v[i]);
done:
    return status;
}

const mb_formulation mb_formulation_algebraic = {
    .name = "algebraic",
    .title = "algebraic constraint enforcement at the new time",
    .source = "welch2007 eq. (44)",
    .family = MB_ALGEBRAIC,
    .needs = MB_REGULAR_M | MB_IDENTITY_T | MB_HOLONOMIC,
    .setup = setup,
    .predict = predict,
    .correct = correct,
};
