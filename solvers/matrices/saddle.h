/* SPDX-License-Identifier: MIT */
/* The Newton matrix of position-level methods, on a fixed pattern,
 *
 *     [ c_M M + c_H H + ...  U' ] [ dx      ]
 *     [ L                    0  ] [ dlambda ]
 *
 * M on the model's pattern, H any sum of its tangents (K, C, d(D'y)/dq, d(M a)/dq), U and L on the
 * pattern of D.  A method scales its unknowns so that the blocks stay of the size of M and D
 * whatever the step: without that the condition grows like a power of 1 / h (Bottasso, Bauchau &
 * Cardona, SIAM J. Sci. Comput. 29 (2007) 397-414). */
#ifndef MB_SOLVERS_MATRICES_SADDLE_H
#define MB_SOLVERS_MATRICES_SADDLE_H

#include "solvers/solver.h"

/* A value of H on the diagonal or below it, the one across, and where it goes */
typedef struct mb_saddle_entry {
    int from, across, at;
} mb_saddle_entry;

typedef struct mb_saddle {
    mb_pattern pattern;
    int *mass_to;                /* (M.nnz) place of each value of M */
    int *tangent_to;             /* (H.nnz) place of each value of H */
    int *lower_to, *upper_to;    /* (D.nnz) places of the values of L and of U' */
    double *values;              /* (pattern.nnz) */
    const double *upper, *lower; /* (D.nnz) U and L */
    int ntangents;               /* how many have been added */
    double *tangent;             /* (H.nnz) a tangent on its way into the sum */
    double *sum, factor;         /* (H.nnz) what times factor is c_H H + ... */
    int npairs, *low, *high; /* (npairs) places of H_ij and H_ji, i > j; -1: outside the pattern */
    double *x;               /* (nv + m) right-hand side and solution */
    mb_linear *linear;
    struct mb_in_order *in_order; /* NULL: by its values alone */
    int nentries;
    mb_saddle_entry *entry; /* (nentries) of a symmetric S, in in_order */
} mb_saddle;

mb_status mb_saddle_setup(mb_solver *solver, mb_saddle **saddle, mb_error *err);

/* Sets the matrix to [M U'; L 0]; M, from the solver's terms, U and L (D.nnz) are read when it is
 * solved. */
void mb_saddle_begin(mb_saddle *saddle, const double *upper, const double *lower);

/* Adds c times a tangent of the model at (t, q, v) to the upper left block; nothing when c is zero
 * or the model lacks the term. */
void mb_saddle_add_stiffness(const mb_solver *solver, mb_saddle *saddle, double c, double t,
                             const double *q, const double *v);
void mb_saddle_add_damping(const mb_solver *solver, mb_saddle *saddle, double c, double t,
                           const double *q, const double *v);
void mb_saddle_add_constraint(const mb_solver *solver, mb_saddle *saddle, double c, double t,
                              const double *q, const double *lambda);
void mb_saddle_add_inertia(const mb_solver *solver, mb_saddle *saddle, double c, const double *q,
                           const double *a);

/* Factorises and solves in place in saddle->x; t for the message. */
mb_status mb_saddle_solve(const mb_solver *solver, mb_saddle *saddle, double t, mb_error *err);

#endif
