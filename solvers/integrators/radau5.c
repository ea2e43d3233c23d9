/* SPDX-License-Identifier: MIT */
/* Radau IIA with 3 stages and order 5 (hairer1996, IV.8, VII.4) on the stabilised index-2
 * equations, fixed step (`h`) or error-controlled (`tol`).  With B the inverse of the method's
 * matrix A and x_i = (z_i, h (v_i - v_n), h^2 lambda_i, h mu_i) the unknowns of stage i, at c_i h:
 *
 *     sum_j B_ij z_j       = h (v_i + W Dh' mu_i)                                              (1)
 *     M sum_j B_ij h v_j   = h^2 (Q - D' lambda_i)                                             (2)
 *     Phi = 0,   D v_i + Phi_t = 0                                                             (3)
 *     q_i = q_n + sum_j A_ij T(q_j) u_j,   u_j = sum_k B_jk z_k;   q_i = q_n + z_i where T = I (4)
 *
 * The last stage is the new state: positions and velocities meet their constraints there.  The
 * simplified Newton iteration with one matrix for all stages falls into a real and a complex system
 * (radau_matrix.h); (4) is swept along.  Functions are evaluated at q_i returned to unit
 * norms, so that q_{n+1} is of unit norm and on the constraints.
 *
 * Error (hairer1996, IV.8 eq. (8.19)): E(gamma) e = h f(y_n) + e_1 x_1 + e_2 x_2 + e_3 x_3, with
 * T(q_n)^+ (q_i - q_n) in place of z_i: z is the integral of v, exact where v is constant, while q
 * on a turning body is not.  It is compared, in magnitudes (magnitudes.h, where W is too: 1 but for
 * mechanisms of unusual size), with tol (1 + |q|) and tol (1 + |v|) and, for the variables of index
 * 2, h e with tol (1 + |lambda|) and tol (VII.4: their errors enter the others with a factor h). It
 * is of order 3, hence the next step h f err^(-1/4) within [0.2, 8] h.  Where D loses rank lambda
 * is not determined and its test drives the step to nothing; errors=motion leaves it out.
 *
 * state.a and state.lambda are those of the last stage, of order 3.  An iteration that diverges or
 * meets its limit is counted as stopped; a fixed step then goes on if the last correction was at
 * most `accept`, else the run ends as diverged; a controlled step is tried again with h / 2, until
 * the step is lost against t.
 *
 * Departures: the matrix is taken at the predicted middle of the step and renewed in each; stages
 * start from constant acceleration; the error is not filtered a second time after a rejection. */
#include <float.h>
#include <math.h>

#include "solvers/observer.h"
#include "solvers/steps/radau_stages.h"
#include "solvers/steps/step.h"

/* A step is lost when t does not feel it */
static const double LEAST_STEP = 1e2 * DBL_EPSILON;
static const double SAFETY = 0.9, SHRINK = 0.2, GROW = 8.0;
static const double FIXED_NEWTON = 1e-12, CONTROLLED_NEWTON = 1e-2;

static const mb_param params[] = {
    MB_LOCAL_ERROR_PARAMS,
    MB_REAL("start", 1e-4, "s", .min = 0.0, .above_min = true, .max = 1e6,
            .doc = "first error-controlled step"),
    MB_CHOICE("errors", "scaled|motion", 0,
              .doc = "errors tested: all, those of multipliers times h, or those of q and v only"),
    MB_REAL("newton", NAN, "1 + |q|, 1 + |v|", .min = 0.0, .above_min = true, .max = 1.0,
            .doc = "correction that ends the iteration; 1e-12 with h, tol / 100 with tol if unset"),
    MB_NEWTON_LIMIT_PARAMS(1e-3, "1 + |q|, 1 + |v|"),
    {0},
};

typedef struct state {
    mb_radau_stages *stages;
    double tol, accept;
    double first; /* [s] first step */
    double h;     /* [s] proposed for the next one */
    bool motion;  /* errors of q and v only */
} state;

static mb_status check(const mb_values *values, mb_error *err)
{
    return mb_check_control("radau5", params, values, err);
}

static mb_status setup(mb_solver *solver, mb_error *err)
{
    const mb_values *values = &solver->integrator_values;
    double newton = mb_value(params, values, "newton");
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->integrator_data = s;
    s->tol = mb_value(params, values, "tol");
    s->first = mb_value(params, values, "start");
    s->accept = mb_value(params, values, "accept");
    s->motion = mb_value(params, values, "errors") > 0.0;
    MB_TRY(mb_radau_stages_setup(solver, &s->stages, err));
    if (isnan(newton))
        newton = isnan(s->tol) ? FIXED_NEWTON : CONTROLLED_NEWTON * s->tol;
    s->stages->newton = newton;
    s->stages->iterations = lround(mb_value(params, values, "iterations"));
done:
    return status;
}

static mb_status fixed_step(mb_solver *solver, state *s, double h, mb_error *err)
{
    bool met;
    mb_status status = MB_OK;

    MB_TRY(mb_radau_stages_solve(solver, s->stages, h, &met, err));
    if (met || s->stages->change <= s->accept)
        mb_radau_stages_take(solver, s->stages, h);
    else
        status = mb_fail(err, MB_DIVERGED,
                         "Newton's iteration diverges at t = %.9g s: its last correction is %.3g",
                         solver->state.t + h, s->stages->change);
done:
    return status;
}

/* Tries a step h: its error in units of the tolerance, infinite where the stages were not solved,
 * and the factor to the next step.  A singular matrix is left behind like a diverging iteration: a
 * shorter step has another one. */
static mb_status try_step(mb_solver *solver, state *s, double h, double *error, double *factor,
                          mb_error *err)
{
    const mb_radau_stages *stages = s->stages;
    mb_error cause;
    mb_radau_errors e;
    mb_status status;
    double limit = (double)stages->iterations;
    bool met;

    mb_error_clear(&cause);
    *error = INFINITY;
    *factor = 0.5;
    status = mb_radau_stages_solve(solver, s->stages, h, &met, &cause);
    if (status == MB_SINGULAR || (status == MB_OK && !met))
        return MB_OK;
    if (status != MB_OK)
        return mb_fail(err, status, "%s", cause.text);
    status = mb_radau_stages_errors(solver, s->stages, h, &e, err);
    if (status != MB_OK)
        return status;
    *error = s->motion ? hypot(e.q, e.v) : hypot(hypot(e.q, e.v), hypot(e.lambda, e.mu));
    *error /= s->tol;
    *factor = SAFETY * (2.0 * limit + 1.0) / (2.0 * limit + (double)stages->passes);
    *factor = fmin(GROW, fmax(SHRINK, *factor * pow(*error, -0.25)));
    return MB_OK;
}

static mb_status controlled_step(mb_solver *solver, state *s, double t_stop, mb_error *err)
{
    double t = solver->state.t, error, factor;
    mb_step_trial trial;
    mb_status status;

    if (solver->step == 0)
        s->h = s->first;
    for (;;) {
        trial = mb_trial_step(s->h, t, t_stop, MB_STRETCH);
        if (s->h < LEAST_STEP * (1.0 + fabs(t)))
            return mb_fail(err, MB_DIVERGED,
                           "at t = %.9g s the step falls to nothing: none meets the tolerance", t);
        mb_observe_step(solver, trial.h, trial.t_new);
        status = try_step(solver, s, trial.h, &error, &factor, err);
        if (status != MB_OK)
            return status;
        mb_observe(solver, MB_ERROR_TEST, s->stages->passes, error, NAN,
                   error < 1.0 ? MB_ENDED_ACCEPTED : MB_ENDED_REJECTED);
        if (error < 1.0)
            break;
        solver->counters.rejected++;
        solver->unconverged = false;
        s->h = trial.h * factor;
    }
    mb_radau_stages_take(solver, s->stages, trial.h);
    solver->state.t = trial.t_new;
    if (trial.h >= s->h) /* not cut short by the end */
        s->h = trial.h * factor;
    return MB_OK;
}

static mb_status step(mb_solver *solver, double h, double t_new, mb_error *err)
{
    state *s = solver->integrator_data;
    mb_state *x = &solver->state;
    bool controlled = isnan(h);
    mb_status status = MB_OK;

    if (controlled)
        MB_TRY(controlled_step(solver, s, t_new, err));
    else
        MB_TRY(fixed_step(solver, s, h, err));
    MB_TRY(mb_project(solver, controlled ? x->t : t_new, x->q, x->v, NULL, err));
done:
    return status;
}

const mb_integrator mb_integrator_radau5 = {
    .name = "radau5",
    .title = "Radau IIA with 3 stages, order 5, fixed or error-controlled steps",
    .source = "Hairer & Wanner, Solving ODEs II (1996), IV.8 and VII.4",
    .params = params,
    .families = MB_STABILISED,
    .order = 5,
    .end_acceleration = true,
    .check = check,
    .setup = setup,
    .step = step,
};
