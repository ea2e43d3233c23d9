/* SPDX-License-Identifier: MIT */
/* Error control of explicit Runge-Kutta pairs: how an error is measured, with which step a run
 * begins, and which step follows an accepted or a failed one.  y = (q, v), l the difference of both
 * methods over the step from y to y'.
 *
 * dopri5, of Hairer, Norsett and Wanner's code (Solving ODEs I, II.4):
 *
 *     err = sqrt(mean_i (l_i / (tol (S_i + max(|y_i|, |y'_i|))))^2) <= 1       eqs (4.10), (4.11)
 *
 * with S_i = 1, or the magnitude of y_i for a mechanism of unusual size (magnitudes.h); absolute
 * and relative tolerance are alike.  The next step is h times
 *
 *     0.9 err_n^(-(1/5 - 3/4 beta)) err_{n-1}^beta,   beta = 0.04,   within [0.2, 10]
 *
 * (PI controller of their code).  The first step is that of II.4, algorithm "starting step size".
 *
 * matlab, of ode45 (Shampine & Reichelt, SIAM J. Sci. Comput. 18 (1997) 1-22, and its
 * documentation), RelTol = tol:
 *
 *     err = max_i |l_i| / (tol max(|y_i|, |y'_i|, S_i AbsTol / tol)) <= 1
 *
 *     first step    min(0.1 T, 1 / r),  r = max_i (|y'_i| / max(|y_i|, S_i AbsTol / tol)) /
 *                                           (0.8 tol^(1/5)),  y' the derivative, T the interval
 *     accepted      h / max(0.2, 1.25 err^(1/5)), none longer than T/10; after a failure h again
 *     failed        h max(0.1, 0.8 err^(-1/5)) the first time, h/2 from then on
 *     last step     stretched by up to a tenth to end the run */
#ifndef MB_SOLVERS_STEPS_STEP_CONTROL_H
#define MB_SOLVERS_STEPS_STEP_CONTROL_H

#include "solvers/steps/explicit_rk.h"

typedef struct mb_step_control mb_step_control;

typedef struct mb_control_rule {
    double stretch; /* part of itself by which a step is stretched to end the run */
    /* Size of (dq, dv) in units of the tolerance at the solver's state and, if not NULL, (q1,
     * v1) */
    double (*size)(const mb_solver *, const mb_step_control *, const double *dq, const double *dv,
                   const double *q1, const double *v1);
    /* The first step h of a run over `span`; may use the work of rk. */
    mb_status (*first)(mb_solver *, mb_step_control *, mb_explicit_rk *rk, double span, double *h,
                       mb_error *err);
    /* The step after an accepted one of this error, at most 1, which had failed before or not */
    double (*next)(mb_step_control *, double h, double error, bool failed);
    /* The step to be tried after one that failed, for the first time or again; error is no number
     * where the step could not be taken */
    double (*retry)(const mb_step_control *, double h, double error, bool again);
} mb_control_rule;

struct mb_step_control {
    const mb_control_rule *rule;
    double tol;
    double abstol;  /* matlab */
    double before;  /* dopri5: error of the last accepted step */
    double longest; /* [s] matlab */
};

extern const mb_control_rule mb_control_dopri5, mb_control_matlab;

#endif
