/* SPDX-License-Identifier: MIT */
/* The matrix dF/dy + c dF/dy' of an implicit system F(t, y, y') = 0 by difference quotients, all
 * columns of a colour at a time (colouring.h).
 *
 * It is factorised with row i scaled by c^-r_i and column j by c^s_j, over and times their
 * magnitudes: for constrained motion the condition then does not grow with c, about 1/h (Petzold &
 * Lotstedt, SIAM J. Sci. Stat. Comput. 7 (1986) 720). */
#ifndef MB_SOLVERS_MATRICES_DIFFERENCE_MATRIX_H
#define MB_SOLVERS_MATRICES_DIFFERENCE_MATRIX_H

#include "solvers/matrices/colouring.h"
#include "solvers/solver.h"

/* r (n) = F(t, y, dy) */
typedef void mb_implicit_function(void *context, double t, const double *y, const double *dy,
                                  double *r);

typedef struct mb_difference_matrix {
    int n;
    mb_pattern pattern;
    mb_colouring colours;
    int *row_power, *col_power;  /* (n) r and s, the caller's to set, within [0, 2] */
    double *row_unit, *col_unit; /* (n) magnitudes of equations and unknowns; 1 if not set */
    double *part;       /* (n) of col_unit + |y|, a step; sqrt(eps) if not set, more where linear */
    double scale[5];    /* c^-2 to c^2 of the last factor */
    double *values;     /* (pattern.nnz) */
    double *y, *dy, *r; /* (n) */
    mb_linear *linear;
} mb_difference_matrix;

mb_status mb_difference_matrix_setup(mb_solver *solver, const mb_pattern *pattern,
                                     mb_difference_matrix **matrix, mb_error *err);

/* The values at (t, y, dy), where F is r0 (n). */
void mb_difference_matrix_evaluate(mb_difference_matrix *matrix, mb_implicit_function *function,
                                   void *context, double c, double t, const double *y,
                                   const double *dy, const double *r0);

/* Scales and factorises what was evaluated. */
mb_status mb_difference_matrix_factor(mb_difference_matrix *matrix, mb_error *err);

/* x = matrix\x (n) */
mb_status mb_difference_matrix_solve(mb_difference_matrix *matrix, double *x, mb_error *err);

#endif
