/* SPDX-License-Identifier: MIT */
/* D W D' with W = I or W = M^-1: the small matrix of corrections by the Moore-Penrose inverse
 * (marques2017 eqs (36), (50) corrected) and of Welch's scheme (welch2007 eq. (44)).
 *
 * M^-1 is kept on the blocks that M couples (the bodies), so W D' stays sparse for bodies and fills
 * up only where M itself chains all coordinates. */
#ifndef MB_SOLVERS_MATRICES_SCHUR_H
#define MB_SOLVERS_MATRICES_SCHUR_H

#include "base/product.h"
#include "solvers/solver.h"

typedef struct mb_schur {
    bool weighted;              /* W = M^-1; else W = I */
    mb_pattern transposed;      /* D' */
    const int *transposed_from; /* (D.nnz) place in D's values */
    /* weighted only */
    int nblocks;
    int *block_start, *block_index; /* (nblocks + 1), (nv) coordinates of each block */
    mb_pattern inverse;             /* M^-1 (full) */
    int *block_entry;               /* first value of each block's gather list */
    int *gather_from, *gather_to;   /* places in M's and in the inverse's values, block by block */
    double *inverse_values;         /* (inverse.nnz) */
    double *dense;                  /* (largest block squared) */
    mb_product half;                /* W D'  (nv x m) */
    double *half_values;
    double *spread; /* (nv) W D' x */
    /* both */
    mb_product product; /* D W D' (m x m), lower triangle */
    double *values;
    double *x; /* (m) right-hand side and solution */
    mb_linear *linear;
    bool by_tile;        /* D D' is filled by the solver's tile where it is eliminated */
    mb_linear *least;    /* [I D'; D 0] of small mechanisms; NULL: not used */
    double *multipliers; /* (m) of it */
} mb_schur;

mb_status mb_schur_setup(mb_solver *solver, bool weighted, mb_schur **schur, mb_error *err);

/* Factorises D W D' with the M and D that stand in solver->terms; t for the message. */
mb_status mb_schur_factor(mb_solver *solver, mb_schur *schur, double t, mb_error *err);

/* schur->x = (D W D')\x in place */
mb_status mb_schur_solve(mb_schur *schur, mb_error *err);

/* y (nv) = W D' x with the factorised matrix's D */
void mb_schur_spread(const mb_solver *solver, const mb_schur *schur, const double *x, double *y);

/* dx (nv) = -W D'(D W D')\x, factorised or known from the last call, of n numbers and zeros behind
 * them. */
mb_status mb_schur_correct(mb_solver *solver, mb_schur *schur, bool known, double t, int n,
                           const double *x, double *dx, mb_error *err);

/* weighted only.  On input schur->x (m) is the right-hand side without D M^-1 Q; on output the
 * multipliers (D M^-1 D')\(x + D M^-1 Q), and a (nv) = M^-1 (Q - D' x), Q of solver->terms. */
mb_status mb_schur_motion(const mb_solver *solver, mb_schur *schur, double *a, mb_error *err);

#endif
