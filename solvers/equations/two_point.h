/* SPDX-License-Identifier: MIT */
/* What one-step methods with Jacobians at both ends of a step share, rattle and energy-momentum:
 * Newton's iteration for x = q_{n+1} - q_n where T = I and M is constant,
 *
 *     [ S        U' ] [ dx            ]   [ F + M (h v_n - x) - h^2/2 U' lambda ]
 *     [ D_{n+1}  0  ] [ h^2/2 dlambda ] = [ -Phi(q_{n+1})                       ]
 *
 * with S, U and F of the method. */
#ifndef MB_SOLVERS_EQUATIONS_TWO_POINT_H
#define MB_SOLVERS_EQUATIONS_TWO_POINT_H

#include "solvers/matrices/kkt.h"
#include "solvers/matrices/saddle.h"

/* formulation_data of such a method */
typedef struct mb_two_point {
    mb_kkt *kkt; /* accelerations at the start and for the audit */
    mb_saddle *saddle;
    double *upper;  /* (D.nnz) U */
    double *q;      /* (nq) iterate of q_{n+1} */
    double *moved;  /* (nv) x */
    double *u;      /* (nv) velocity in the first half of the step, and work */
    double *lambda; /* (m) iterate */
} mb_two_point;

/* Slots of a formulation */
mb_status mb_two_point_setup(mb_solver *solver, mb_error *err);
mb_status mb_two_point_accel(mb_solver *solver, double t, const double *q, const double *v,
                             double *a, double *lambda, mb_error *err);
/* First iterate: u = v_n + h/2 a_n, x = h u, lambda of the state. */
mb_status mb_two_point_open(mb_solver *solver, double h, double t_new, mb_error *err);

/* Completes the right-hand side in saddle->x, which holds F, with U and Phi(q_{n+1}) in terms, and
 * sets S = M; overwrites u. */
void mb_two_point_equations(mb_solver *solver, mb_two_point *s, double h);

/* Solves and corrects x, q and lambda; *dx and *q as in the slot `pass`. */
mb_status mb_two_point_correct(mb_solver *solver, mb_two_point *s, double h, double t_new,
                               const double **dx, const double **q, mb_error *err);

#endif
