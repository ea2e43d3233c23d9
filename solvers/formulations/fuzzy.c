/* SPDX-License-Identifier: MIT */
/* Constraint stabilisation by a fuzzy controller (nada2023 section 3, section 5).
 *
 *     D a = gamma - U                                                     eqs (21), (33)
 *     U_i = K_u f(K_p Phi_i, K_d (D v + Phi_t)_i)     holonomic rows      section 3.2
 *     U_i = K_u f(K_d (D v + Phi_t)_i)                nonholonomic rows   section 5, Fig. 28
 *
 * with f of fuzzy_control.h.  C, C_q and Q_d of the paper are Phi, D and gamma.
 *
 * Gains that are not given are chosen as in section 3.3, step 4: K_p = 1/|Phi|, K_d = 1/|D v +
 * Phi_t| with 1-norms "subsequent to the first integration steps", here the first step, during
 * which the controller rests unless K_p and K_d are given; K_u = 100 K_p.
 *
 * Departures.  (1) A consistent start and an accurate first step leave violations near round-off,
 * whose inverse is a gain that no explicit step is stable with.  So the norms are not taken smaller
 * than what steps of h, the first one's length, can regulate.  Near zero f(x, y) is about
 * 0.8 (x + y) with set III and x + y to 2 (x + y) with set I, so that the controlled rows are about
 *
 *     Phi'' + K_u K_d Phi' + K_u K_p Phi = 0;   with
 *     K_u K_p <= (r/h)^2,   K_u K_d <= 2 r/h
 *
 * they decay at rates of r/h at most.  Where K_u = 100 K_p and r = 0.1 that is |Phi| >= 100 h.  The
 * paper's own K_p = 1e2, K_d = 1e-2, K_u = 1e4 make 900 rad/s (set III) to 1400 rad/s, damped by a
 * twentieth, and are unstable in fixed steps beyond 2.6 ms; its bounds of 1e-6 and 1e-4 on the
 * violations are K_p = 1e6, K_d = 1e4 and K_u = 1e8, of which K_u K_d is a rate of 1e12/s.  (2)
 * Outside [-1, 1] f stays at its bound.  (3) The corners of set II are not printed
 * (fuzzy_control.h).  With those of the default f is zero for |x|, |y| <= 1/8: violations below
 * 1/(8 K_p) are left alone.  (4) Nor are the gains of the controller with one input: nonholonomic
 * rows get the K_d and K_u of the holonomic ones. */
#include <math.h>

#include "solvers/equations/fuzzy_control.h"
#include "solvers/matrices/kkt.h"

static const double OUTPUT_GAIN = 100.0; /* K_u / K_p */

static const mb_param params[] = {
    MB_CHOICE("set", "triangular|trapezoidal|gaussian", MB_FUZZY_GAUSSIAN,
              .doc = "membership functions: sets I, II, III"),
    MB_REAL("kp", NAN, "1/m", .min = 0.0, .max = 1e15,
            .doc = "gain on the position violation; unset: from the first step"),
    MB_REAL("kd", NAN, "s/m", .min = 0.0, .max = 1e15,
            .doc = "gain on the velocity violation; unset: from the first step"),
    MB_REAL("ku", NAN, "m/s2", .min = 0.0, .max = 1e15, .doc = "gain on the output; unset: 100 kp"),
    MB_REAL("plateau", MB_FUZZY_PLATEAU, "1", .min = 0.0, .max = 1.0,
            .doc =
                "half width where a function of set II is 1, with centres 0.5 apart; at most foot"),
    MB_REAL("foot", MB_FUZZY_FOOT, "1", .min = MB_FUZZY_LEAST_FOOT, .above_min = true, .max = 1.0,
            .doc = "half width where a function of set II becomes 0"),
    MB_CHOICE("and", "min|product", MB_FUZZY_MINIMUM,
              .doc = "strength of a rule from the memberships of its two inputs"),
    MB_REAL("r", 0.1, "1", .min = 0.0, .above_min = true, .max = 1e9,
            .doc = "bound on gains from the first step: rows decay at rates of r/h at most"),
    {0},
};

typedef struct gains {
    double p, d, u; /* NaN: not chosen */
} gains;

typedef struct state {
    mb_kkt *kkt;
    mb_fuzzy fuzzy;
    double r;
    gains given, k;
} state;

static mb_status check(const mb_values *values, mb_error *err)
{
    bool corners =
        mb_value_given(params, values, "plateau") || mb_value_given(params, values, "foot");
    double plateau = mb_value(params, values, "plateau"), foot = mb_value(params, values, "foot");

    if (corners && lround(mb_value(params, values, "set")) != MB_FUZZY_TRAPEZOIDAL)
        return mb_fail(err, MB_BAD_INPUT,
                       "fuzzy: plateau and foot are corners of the trapezoidal set; give "
                       "set=trapezoidal or leave them out");
    if (plateau > foot)
        return mb_fail(err, MB_BAD_INPUT, "fuzzy: plateau is %g, at most foot (%g) is right",
                       plateau, foot);
    return MB_OK;
}

static mb_status setup(mb_solver *solver, mb_error *err)
{
    const mb_values *values = &solver->formulation_values;
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->formulation_data = s;
    s->fuzzy = mb_fuzzy_of(params, values);
    s->r = mb_value(params, values, "r");
    s->given.p = mb_value(params, values, "kp");
    s->given.d = mb_value(params, values, "kd");
    s->given.u = mb_value(params, values, "ku");
    if (isnan(s->given.u))
        s->given.u = OUTPUT_GAIN * s->given.p;
    MB_TRY(mb_kkt_setup(solver, &s->kkt, err));
done:
    return status;
}

static double norm1(const double *x, int n)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += fabs(x[i]);
    return sum;
}

/* Gains that are not given, from the violations at the state that the first step has reached */
static void choose(mb_solver *solver, state *s)
{
    const mb_model *model = solver->model;
    const mb_state *x = &solver->state;
    double h = x->t - model->t0, least;

    mb_eval_jacobian(solver, x->t, x->q);
    mb_eval_violation(solver, x->t, x->q, x->v);
    /* K_p = 1 / |Phi|, K_u = 100 K_p, K_d = 1 / |D v + Phi_t| (section 3.3, step 4), so small that
     * K_u K_p <= (r/h)^2 and K_u K_d <= 2 r/h */
    least = isnan(s->k.u) ? sqrt(OUTPUT_GAIN) * h / s->r : s->k.u * h * h / (s->r * s->r);
    if (isnan(s->k.p))
        s->k.p = 1.0 / fmax(norm1(solver->terms.phi, model->mh), least);
    if (isnan(s->k.u))
        s->k.u = OUTPUT_GAIN * s->k.p;
    if (isnan(s->k.d))
        s->k.d = 1.0 / fmax(norm1(solver->terms.phidot, model->m), s->k.u * h / (2.0 * s->r));
}

/* gamma -= U at (t, q, v), whose D stands in terms                              (21), (33) */
static void control(mb_solver *solver, const state *s, double t, const double *q, const double *v)
{
    const mb_model *model = solver->model;
    const mb_terms *terms = &solver->terms;

    mb_eval_violation(solver, t, q, v);
    for (int i = 0; i < model->m; i++) {
        double rate = s->k.d * terms->phidot[i];

        terms->gamma[i] -=
            s->k.u * (i < model->mh ? mb_fuzzy_control(&s->fuzzy, s->k.p * terms->phi[i], rate)
                                    : mb_fuzzy_control_one(&s->fuzzy, rate));
    }
}

static mb_status accel(mb_solver *solver, double t, const double *q, const double *v, double *a,
                       double *lambda, mb_error *err)
{
    state *s = solver->formulation_data;

    if (solver->step == 0)
        s->k = s->given;
    else if (isnan(s->k.p) || isnan(s->k.d))
        choose(solver, s);
    /* [M D'; D 0] [a; lambda] = [Q; gamma - U]                                  (21), (33) */
    mb_eval_motion(solver, t, q, v);
    if (!isnan(s->k.p) && !isnan(s->k.d))
        control(solver, s, t, q, v);
    return mb_kkt_motion(solver, s->kkt, t, a, lambda, err);
}

const mb_formulation mb_formulation_fuzzy = {
    .name = "fuzzy",
    .title = "fuzzy control of the constraints",
    .source = "nada2023 eqs (14)-(21), (33), Table 1, section 3.3",
    .params = params,
    .family = MB_ACCELERATION,
    .stepwise = true,
    .check = check,
    .setup = setup,
    .accel = accel,
};
