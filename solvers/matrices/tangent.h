/* SPDX-License-Identifier: MIT */
/* T of dq/dt = T(q) v as a matrix, and changes of q in the tangent space of q. */
#ifndef MB_SOLVERS_MATRICES_TANGENT_H
#define MB_SOLVERS_MATRICES_TANGENT_H

#include "solvers/matrices/colouring.h"
#include "solvers/solver.h"

/* Pattern of T (nq x nv), from its columns at a position where no entry is zero by chance.  Set-up
 * only. */
mb_status mb_rate_pattern(mb_solver *solver, mb_pattern *rates, mb_error *err);

typedef struct mb_tangent {
    mb_pattern rates;
    mb_colouring colours;
    double *unit;   /* (nv) */
    double *column; /* (nq) of one colour */
} mb_tangent;

mb_status mb_tangent_setup(mb_solver *solver, mb_tangent *tangent, mb_error *err);

/* x (nv) = T(q)^+ dq: the increment of q in its tangent space that is nearest to dq (nq).  The
 * columns of T are at right angles, as those of Euler parameters are: dp/dt = p omega / 2. */
void mb_tangent_increment(mb_solver *solver, mb_tangent *tangent, const double *q, const double *dq,
                          double *x);

#endif
