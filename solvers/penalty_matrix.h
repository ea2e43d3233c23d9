/* The leading matrix of the penalty family, M + alpha D'D: positive definite also where D loses
 * rank (bayo1996 eq. (6), gonzalez2016 eq. (5), marques2017 eq. (21)). */
#ifndef MB_SOLVERS_PENALTY_MATRIX_H
#define MB_SOLVERS_PENALTY_MATRIX_H

#include "solvers/sum_matrix.h"

typedef mb_sum_matrix mb_penalty_matrix;

static inline mb_status mb_penalty_matrix_setup(mb_solver *solver, mb_penalty_matrix **matrix,
                                                mb_error *err)
{
    return mb_sum_matrix_setup(solver, MB_SPD, false, matrix, err);
}

/* Factorises M + alpha D'D with the M and D that stand in solver->terms; t for the message. */
static inline mb_status mb_penalty_matrix_factor(mb_solver *solver, mb_penalty_matrix *matrix,
                                                 double alpha, double t, mb_error *err)
{
    mb_sum_matrix_begin(solver, matrix);
    mb_sum_matrix_add_product(matrix, alpha, solver->terms.jacobian, solver->terms.jacobian);
    return mb_sum_matrix_factor(matrix, "M + alpha D'D", t, err);
}

#endif
