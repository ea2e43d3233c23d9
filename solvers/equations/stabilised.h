/* SPDX-License-Identifier: MIT */
/* The stabilised index-2 equations (formulations/ggl.c) as F(t, y, y') = 0 in
 *
 *     y = (q, v, lambda, mu)      n = nq + nv + m + mh
 *
 *     F_q      = q' - T(q) (v + W Dh' mu)                                     (nq)
 *     F_v      = M v' + D' lambda - Q                                         (nv)
 *     F_phi    = Phi                                                          (mh)
 *     F_phidot = D v + Phi_t                                                  (m)
 *
 * with the model evaluated at q returned to unit norms, and W = I or, for a mechanism of unusual
 * size, the metric of magnitudes.h. */
#ifndef MB_SOLVERS_EQUATIONS_STABILISED_H
#define MB_SOLVERS_EQUATIONS_STABILISED_H

#include "solvers/matrices/difference_matrix.h"

typedef struct mb_stabilised {
    int n;
    double *unit; /* (nq) q with unit norms */
    double *rows; /* (m) mu, zero for nonholonomic rows */
    double *u;    /* (nv) v + W Dh' mu */
} mb_stabilised;

mb_status mb_stabilised_setup(mb_solver *solver, mb_stabilised *equations, mb_error *err);

/* r (n) = F(t, y, dy); counts one evaluation. */
void mb_stabilised_residual(mb_solver *solver, mb_stabilised *equations, double t, const double *y,
                            const double *dy, double *r);

/* Pattern (n x n) of dF/dy + c dF/dy' but for what mu multiplies, which is zero in the exact
 * solution. */
mb_status mb_stabilised_pattern(mb_solver *solver, const mb_stabilised *equations,
                                mb_pattern *pattern, mb_error *err);

/* How rows and columns of the matrix of these equations are scaled, and the steps of its quotients.
 */
void mb_stabilised_scales(const mb_solver *solver, mb_difference_matrix *matrix);

#endif
