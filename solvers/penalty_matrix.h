/* The leading matrix of the penalty family, M + alpha D'D: positive definite also where D loses
 * rank (bayo1996 eq. (6), gonzalez2016 eq. (5), marques2017 eq. (21)). */
#ifndef MB_SOLVERS_PENALTY_MATRIX_H
#define MB_SOLVERS_PENALTY_MATRIX_H

#include "solvers/solver.h"

typedef struct mb_penalty_matrix {
    mb_pattern pattern;       /* lower triangle */
    mb_product gram;          /* D'D, lower triangle */
    int mass_count;           /* entries of M in the lower triangle */
    int *mass_from, *mass_to; /* (mass_count) */
    int *gram_to;             /* (gram.pattern.nnz) */
    double *gram_values;      /* (gram.pattern.nnz) */
    double *values;           /* (pattern.nnz) */
    mb_linear *linear;
} mb_penalty_matrix;

mb_status mb_penalty_matrix_setup(mb_solver *solver, mb_penalty_matrix **matrix, mb_error *err);

/* Factorises M + alpha D'D with the M and D that stand in solver->terms; t for the message. */
mb_status mb_penalty_matrix_factor(mb_solver *solver, mb_penalty_matrix *matrix, double alpha,
                                   double t, mb_error *err);

#endif
