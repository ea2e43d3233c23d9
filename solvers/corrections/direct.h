/* SPDX-License-Identifier: MIT */
/* Corrections by a generalised inverse of D,  dq = -W D'(D W D')\Phi,  dv = -W D'(D W D')\(D v +
 * Phi_t) with W = I or W = M^-1. */
#ifndef MB_SOLVERS_CORRECTIONS_DIRECT_H
#define MB_SOLVERS_CORRECTIONS_DIRECT_H

#include "solvers/solver.h"

mb_status mb_direct_setup(mb_solver *solver, bool weighted, mb_error *err);
mb_status mb_direct_positions(mb_solver *solver, double t, double *q, mb_error *err);
mb_status mb_direct_velocities(mb_solver *solver, double t, const double *q, double *v,
                               mb_error *err);

extern const mb_param mb_direct_params[];

#endif
