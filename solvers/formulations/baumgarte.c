/* SPDX-License-Identifier: MIT */
/* Baumgarte stabilisation: D a = gamma - 2 alpha (D v + Phi_t) - beta^2 Phi
 * (marques2017 eqs (12), (13); welch2007 eq. (45)).
 *
 * alpha and beta are rates [1/s]; alpha_h and beta_h are the same in units of 1/h, so that
 * alpha_h=1,beta_h=1 means alpha = beta = 1/h (welch2007 Table 2).  Nonholonomic rows have no Phi
 * and keep the first term only.
 *
 * system=bordered solves for accelerations and multipliers at once; system=schur for multipliers
 * first, as welch2007 eq. (47) has it, by the matrix of the algebraic constraint enforcement:
 *     [D M^-1 D'] lambda = beta^2 Phi + 2 alpha (D v + Phi_t) - gamma + D M^-1 Q
 *     a = M^-1 (Q - D' lambda) */
#include <math.h>
#include <string.h>

#include "solvers/equations/baumgarte.h"

enum { BORDERED, SCHUR };

static const mb_param params[] = {
    MB_REAL("alpha", 5.0, "1/s", .min = 0.0, .max = 1e12, .doc = "rate on the velocity violation"),
    MB_REAL("beta", 5.0, "1/s", .min = 0.0, .max = 1e12, .doc = "rate on the position violation"),
    MB_REAL("alpha_h", NAN, "1/h", .min = 0.0, .max = 1e12,
            .doc = "alpha in units of 1/h; excludes alpha"),
    MB_REAL("beta_h", NAN, "1/h", .min = 0.0, .max = 1e12,
            .doc = "beta in units of 1/h; excludes beta"),
    MB_CHOICE("system", "bordered|schur", BORDERED,
              .doc = "matrix that is solved: M bordered by D, or D M^-1 D'"),
    {0},
};

typedef mb_baumgarte state;

static mb_status check(const mb_values *values, mb_error *err)
{
    bool plain = mb_value_given(params, values, "alpha") || mb_value_given(params, values, "beta");
    bool alpha_h = mb_value_given(params, values, "alpha_h");
    bool beta_h = mb_value_given(params, values, "beta_h");

    if (plain && (alpha_h || beta_h))
        return mb_fail(err, MB_BAD_INPUT,
                       "baumgarte: alpha, beta and alpha_h, beta_h exclude each other; give one "
                       "pair");
    if (alpha_h != beta_h)
        return mb_fail(err, MB_BAD_INPUT,
                       "baumgarte: alpha_h and beta_h go together; %s is missing",
                       alpha_h ? "beta_h" : "alpha_h");
    return MB_OK;
}

static mb_status setup_schur(mb_solver *solver, state *s, mb_error *err)
{
    const unsigned needs = MB_REGULAR_M | MB_FULL_RANK_D;

    if ((solver->model->traits & needs) != needs)
        return mb_fail(err, MB_NOT_APPLICABLE,
                       "baumgarte: system=schur needs a regular mass matrix and independent rows; "
                       "system=bordered does not");
    return mb_schur_setup(solver, true, &s->schur, err);
}

static mb_status setup(mb_solver *solver, mb_error *err)
{
    const mb_values *values = &solver->formulation_values;
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->formulation_data = s;
    s->alpha = mb_value(params, values, "alpha");
    s->beta = mb_value(params, values, "beta");
    if (mb_value_given(params, values, "alpha_h")) {
        if (!isfinite(solver->h)) {
            status = mb_fail(err, MB_NOT_APPLICABLE,
                             "alpha_h and beta_h are in units of 1/h and %s has no fixed h",
                             solver->integrator->name);
            goto done;
        }
        s->alpha = mb_value(params, values, "alpha_h") / solver->h;
        s->beta = mb_value(params, values, "beta_h") / solver->h;
    }
    if (mb_value(params, values, "system") == SCHUR)
        MB_TRY(setup_schur(solver, s, err));
    else
        MB_TRY(mb_kkt_setup(solver, &s->kkt, err));
done:
    return status;
}

static mb_status solve_schur(mb_solver *solver, const state *s, double t, double *a, double *lambda,
                             mb_error *err)
{
    mb_status status = MB_OK;

    MB_TRY(mb_schur_factor(solver, s->schur, t, err));
    /* lambda = (D M^-1 D')\(D M^-1 Q - g),  g = gamma - stabilisation       welch2007 eq. (47) */
    for (int i = 0; i < solver->model->m; i++)
        s->schur->x[i] = -solver->terms.gamma[i];
    MB_TRY(mb_schur_motion(solver, s->schur, a, err));
    memcpy(lambda, s->schur->x, (size_t)solver->model->m * sizeof *lambda);
done:
    return status;
}

static mb_status accel(mb_solver *solver, double t, const double *q, const double *v, double *a,
                       double *lambda, mb_error *err)
{
    const state *s = solver->formulation_data;
    const mb_terms *terms = &solver->terms;

    mb_eval_motion(solver, t, q, v);
    mb_eval_violation(solver, t, q, v);
    /* gamma - 2 alpha (D v + Phi_t) - beta^2 Phi                     marques2017 eq. (13) */
    for (int i = 0; i < solver->model->m; i++)
        terms->gamma[i] -= 2.0 * s->alpha * terms->phidot[i];
    for (int i = 0; i < solver->model->mh; i++)
        terms->gamma[i] -= s->beta * s->beta * terms->phi[i];
    return s->kkt ? mb_kkt_motion(solver, s->kkt, t, a, lambda, err)
                  : solve_schur(solver, s, t, a, lambda, err);
}

const mb_formulation mb_formulation_baumgarte = {
    .name = "baumgarte",
    .title = "Baumgarte stabilisation of Lagrange's equations",
    .source = "marques2017 eq. (13); welch2007 eq. (45)",
    .params = params,
    .family = MB_ACCELERATION,
    .check = check,
    .setup = setup,
    .accel = accel,
};
