/* SPDX-License-Identifier: MIT */
/* CVODE of SUNDIALS on accelerations, variable order and step:
 *
 *     y = (q, v),   y' = (T(q) v, a(t, q, v))
 *
 * A projection acts in CVODE's own way (CVodeSetProjFn, BDF only): its correction becomes part of
 * the step and of the history.  Accelerations are evaluated at iterates, not at accepted states. */
#ifndef MB_SOLVERS_SUNDIALS_CVODE_H
#define MB_SOLVERS_SUNDIALS_CVODE_H

#include "solvers/solver.h"

/* lmm: CV_ADAMS with functional iteration or CV_BDF with Newton's method.  Reads tol and order. */
mb_status mb_cvode_setup(mb_solver *solver, int lmm, mb_error *err);
mb_status mb_cvode_step(mb_solver *solver, double h, double t_new, mb_error *err);

#endif
