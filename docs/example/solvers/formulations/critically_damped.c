/* SPDX-License-Identifier: MIT */
/* Constraints as critically damped oscillators: Lagrange's equations with
 *
 *     M a + D' lambda = Q,   D a = gamma - 2 omega (D v + Phi_t) - omega^2 Phi
 *
 * so that a violation dies out as (1 + omega t) exp(-omega t).  One gain instead of the two of
 * `baumgarte`.  Nonholonomic rows have no Phi and keep the first term only. */
#include "solvers/matrices/kkt.h"

static const mb_param params[] = {
    MB_REAL("omega", 10.0, "1/s", .min = 0.0, .max = 1e12,
            .doc = "rate at which violations die out"),
    {0},
};

typedef struct state {
    mb_kkt *kkt; /* the matrix [M D'; D 0], factored anew in each evaluation */
    double omega;
} state;

/* Once, before the first step: all memory comes from the arena, none is taken later. */
static mb_status setup(mb_solver *solver, mb_error *err)
{
    mb_status status;
    state *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->formulation_data = s;
    s->omega = mb_value(params, &solver->formulation_values, "omega");
    MB_TRY(mb_kkt_setup(solver, &s->kkt, err));
done:
    return status;
}

/* On output: a (nv) accelerations, lambda (m) multipliers */
static mb_status accel(mb_solver *solver, double t, const double *q, const double *v, double *a,
                       double *lambda, mb_error *err)
{
    const state *s = solver->formulation_data;
    const mb_terms *terms = &solver->terms;

    mb_eval_motion(solver, t, q, v);    /* M, Q, D, gamma */
    mb_eval_violation(solver, t, q, v); /* phi, phidot */
    for (int i = 0; i < solver->model->m; i++)
        terms->gamma[i] -= 2.0 * s->omega * terms->phidot[i];
    for (int i = 0; i < solver->model->mh; i++)
        terms->gamma[i] -= s->omega * s->omega * terms->phi[i];
    return mb_kkt_motion(solver, s->kkt, t, a, lambda, err);
}

const mb_formulation mb_formulation_critically_damped = {
    .name = "critically-damped",
    .title = "constraints as critically damped oscillators",
    .source = "example of the README; Baumgarte, CMAME 1 (1972) 1",
    .params = params,
    .family = MB_ACCELERATION,
    .setup = setup,
    .accel = accel,
};
