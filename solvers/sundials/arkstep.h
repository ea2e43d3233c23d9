/* SPDX-License-Identifier: MIT */
/* ARKStep of SUNDIALS on accelerations: one engine, one Butcher table a method.
 *
 *     y = (q, v),   y' = (T(q) v, a(t, q, v))
 *
 * After each accepted step q returns to unit norms and the projection is applied, as part of the
 * step: the next one starts from the projected state. */
#ifndef MB_SOLVERS_SUNDIALS_ARKSTEP_H
#define MB_SOLVERS_SUNDIALS_ARKSTEP_H

#include <arkode/arkode_arkstep.h>

#include "solvers/solver.h"

/* With a fixed step, or error-controlled, as the spec says.  One of the two tables is NONE. */
mb_status mb_arkstep_setup(mb_solver *solver, ARKODE_ERKTableID explicit,
                           ARKODE_DIRKTableID implicit, mb_error *err);
mb_status mb_arkstep_step(mb_solver *solver, double h, double t_new, mb_error *err);

#endif
