/* SPDX-License-Identifier: MIT */
/* The two matrices of a step of 3-stage Radau IIA on the stabilised index-2 equations
 * (integrators/radau5.c), in the unknowns x = (z, h v, h^2 lambda, h mu):
 *
 *             [ s I      -I                 -W Dh' ]
 *     E(s) =  [ h^2 K    s M + h C    D'           ]
 *             [ Dh                                 ]
 *             [ h Ddot   D                         ]
 *
 * Dh: the holonomic rows of D.  s is an eigenvalue of the inverse of the method's matrix, one real
 * (order n) and a pair alpha +- i beta, for which the complex system is the real one
 * [E(alpha) -beta S; beta S E(alpha)] of order 2n, S = dE/ds.  The scaling keeps all blocks of the
 * size of I, M and D whatever h; for a mechanism of unusual size rows and columns are scaled by
 * magnitudes (magnitudes.h, where W is too). */
#ifndef MB_SOLVERS_MATRICES_RADAU_MATRIX_H
#define MB_SOLVERS_MATRICES_RADAU_MATRIX_H

#include "solvers/solver.h"

typedef struct mb_radau_matrix mb_radau_matrix;

/* Where a step linearises. */
typedef struct mb_radau_point {
    double t;
    const double *q, *v;      /* (nq), (nv) */
    const double *a, *lambda; /* (nv), (m) of the tangents of M a and D' lambda */
} mb_radau_point;

mb_status mb_radau_matrix_setup(mb_solver *solver, mb_radau_matrix **matrix, mb_error *err);

/* Evaluates and factorises both for a step h. */
mb_status mb_radau_matrix_factor(mb_solver *solver, mb_radau_matrix *matrix, double h,
                                 const mb_radau_point *point, mb_error *err);

/* x = E(s)\x (n) with the real eigenvalue */
mb_status mb_radau_matrix_solve(mb_radau_matrix *matrix, double *x, mb_error *err);

/* x = E(s)\x with the pair: x holds the real part (n), then the imaginary one (n) */
mb_status mb_radau_matrix_solve_pair(mb_radau_matrix *matrix, double *x, mb_error *err);

#endif
