/* SPDX-License-Identifier: MIT */
/* Small pieces of integrators. */
#ifndef MB_SOLVERS_STEPS_STEP_H
#define MB_SOLVERS_STEPS_STEP_H

#include <math.h>
#include <string.h>

#include "base/pair.h"
#include "solvers/steps/convergence.h"

/* The formulation's accelerations at (t, q, v), and multipliers where they come with them. */
static inline mb_status mb_accel_alone(mb_solver *solver, double t, const double *q,
                                       const double *v, double *a, double *lambda, mb_error *err)
{
    return solver->formulation->accel(solver, t, q, v, a, lambda, err);
}

/* The multipliers of the accelerations found last, where these came alone. */
static inline void mb_multipliers(mb_solver *solver, const double *a, double *lambda)
{
    if (solver->formulation->multipliers)
        solver->formulation->multipliers(solver, a, lambda);
}

/* Both */
static inline mb_status mb_accel(mb_solver *solver, double t, const double *q, const double *v,
                                 double *a, double *lambda, mb_error *err)
{
    const mb_status status = mb_accel_alone(solver, t, q, v, a, lambda, err);

    if (status == MB_OK)
        mb_multipliers(solver, a, lambda);
    return status;
}

/* q = q0 (nq), which may be q, moved by dv (nv) */
static inline void mb_retract_from(const mb_model *model, const double *q0, const double *dv,
                                   double *q)
{
    const int n = model->nq;

    if (model->ops->retract) {
        memmove(q, q0, (size_t)n * sizeof *q);
        mb_retract(model, dv, q);
        return;
    }
    MB_EACH_PAIR(n, mb_sum_pair, q0, dv, q);
}

/* Returns q (nq) to unit norms where the coordinates have any. */
void mb_normalise(mb_solver *solver, double *q);

/* What the absolute part of every tol counts in, solvers/scales/magnitudes.h */
#define MB_UNUSUAL_SIZE "; in mechanisms below 0.01 m or above 100 m lengths count in their size"

/* The tolerance of an integrator that is error-controlled always. */
#define MB_TOLERANCE_PARAM                                                                         \
    MB_REAL("tol", NAN, "1", .required = true, .min = 0.0, .above_min = true, .max = 1.0,          \
            .doc = "relative and absolute tolerance" MB_UNUSUAL_SIZE)

/* A fixed step that may be left out. */
#define MB_CHOSEN_STEP_PARAM                                                                       \
    MB_REAL("h", NAN, "s", .min = 0.0, .above_min = true, .max = 1e6,                              \
            .doc = "fixed step; excludes tol")

/* A step that is error-controlled (tol) or fixed (h): one of the two is given. */
#define MB_CONTROL_PARAMS                                                                          \
    MB_REAL("tol", NAN, "1", .min = 0.0, .above_min = true, .max = 1.0,                            \
            .doc = "relative and absolute tolerance; excludes h" MB_UNUSUAL_SIZE),                 \
        MB_CHOSEN_STEP_PARAM

/* The same for our own integrators, whose tolerance is that of the local error. */
#define MB_LOCAL_ERROR_PARAMS                                                                      \
    MB_CHOSEN_STEP_PARAM,                                                                          \
        MB_REAL("tol", NAN, "1 + |q|, 1 + |v|", .min = 1e-15, .max = 1.0,                          \
                .doc = "local error of an error-controlled step; excludes h" MB_UNUSUAL_SIZE)

/* Limit of Newton's iteration, and with which last correction a step goes on beyond it */
#define MB_NEWTON_LIMIT_PARAMS(accepted, size)                                                     \
    MB_INTEGER("iterations", 50, "1", .min = 1, .max = 100000,                                     \
               .doc = "largest number of passes a step"),                                          \
        MB_REAL("accept", accepted, size, .min = 0.0, .max = 1e6,                                  \
                .doc = "last correction with which a fixed step goes on whose iteration was "      \
                       "stopped")

/* MB_BAD_INPUT unless exactly one of tol and h is given. */
mb_status mb_check_control(const char *integrator, const mb_param *params, const mb_values *values,
                           mb_error *err);

/* A trial of an error-controlled step: its length and end, and whether that is t_stop.  One that
 * would leave less than the part `stretch` of itself is stretched to t_stop. */
typedef struct mb_step_trial {
    double h, t_new; /* [s] */
    bool last;
} mb_step_trial;

#define MB_STRETCH 0.01 /* of our own integrators */

mb_step_trial mb_trial_step(double proposed, double t, double t_stop, double stretch);

#endif
