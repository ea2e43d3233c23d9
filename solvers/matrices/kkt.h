/* SPDX-License-Identifier: MIT */
/* The matrix of Lagrange's equations with the constraints at acceleration level,
 *
 *     [ M  D' ] [ a      ]   [ Q     ]
 *     [ D  0  ] [ lambda ] = [ gamma ]
 *
 * (marques2017 eq. (8), gonzalez2016 eq. (35), bayo1996 eq. (4)). */
#ifndef MB_SOLVERS_MATRICES_KKT_H
#define MB_SOLVERS_MATRICES_KKT_H

#include "solvers/solver.h"

typedef struct mb_kkt {
    mb_pattern pattern;
    int *mass_to;             /* (M.nnz) place of each value of M */
    int *lower_to, *upper_to; /* (D.nnz) places of each value of D in D and in D' */
    int *diagonal_to;         /* (nv + m) place of the diagonal; with_diagonal only */
    double *values;           /* (pattern.nnz) */
    double *x;                /* (nv + m) right-hand side and solution */
    mb_linear *linear;
    struct mb_in_order *in_order; /* NULL: by its values alone */
} mb_kkt;

mb_status mb_kkt_setup(mb_solver *solver, mb_kkt **kkt, mb_error *err);

/* The same with a diagonal entry in every row, as mb_kkt_factor_rows needs it. */
mb_status mb_kkt_setup_with_diagonal(mb_solver *solver, mb_kkt **kkt, mb_error *err);

/* Factorises with D's rows that are kept (m) only, the multipliers of the others being set to their
 * entry of the right-hand side, and with diag(weight) (nv) in the place of M unless weight is NULL.
 */
mb_status mb_kkt_factor_rows(mb_solver *solver, mb_kkt *kkt, const double *weight, const bool *kept,
                             mb_error *err);

/* Factorises with the M and D that stand in solver->terms. */
mb_status mb_kkt_factor(mb_solver *solver, mb_kkt *kkt, mb_error *err);

/* Solves in place: kkt->x holds the right-hand side on input, (a, lambda) on output. */
mb_status mb_kkt_solve(mb_kkt *kkt, mb_error *err);

/* Accelerations and multipliers with terms' Q and gamma as right-hand side, t for the message. */
mb_status mb_kkt_motion(mb_solver *solver, mb_kkt *kkt, double t, double *a, double *lambda,
                        mb_error *err);

/* Slots of a formulation whose accelerations these are and which keeps nothing else */
mb_status mb_kkt_formulation_setup(mb_solver *solver, mb_error *err);
mb_status mb_kkt_formulation_accel(mb_solver *solver, double t, const double *q, const double *v,
                                   double *a, double *lambda, mb_error *err);

#endif
