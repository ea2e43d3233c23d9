/* SPDX-License-Identifier: MIT */
/* The leading matrix of the penalty family, M + alpha D'D: positive definite also where D loses
 * rank (bayo1996 eq. (6), gonzalez2016 eq. (5), marques2017 eq. (21)).  A solver has one: the
 * factor with which velocities are projected at the end of a step serves the accelerations there
 * too, where the penalty factor is the same. */
#ifndef MB_SOLVERS_MATRICES_PENALTY_MATRIX_H
#define MB_SOLVERS_MATRICES_PENALTY_MATRIX_H

#include "solvers/matrices/sum_matrix.h"
#include "solvers/matrices/tile.h"

typedef mb_sum_matrix mb_penalty_matrix;

static inline mb_status mb_penalty_matrix_setup(mb_solver *solver, mb_penalty_matrix **matrix,
                                                mb_error *err)
{
    mb_status status = MB_OK;

    if (!solver->penalty)
        status = mb_sum_matrix_setup(solver, MB_SPD, false, &solver->penalty, err);
    *matrix = solver->penalty;
    return status;
}

/* Factorises M + alpha D'D with the M and D that stand in solver->terms, unless that is what it
 * holds; t for the message. */
static inline mb_status mb_penalty_matrix_factor(mb_solver *solver, mb_penalty_matrix *matrix,
                                                 double alpha, double t, mb_error *err)
{
    mb_status status;

    if (matrix->place == solver->place.number && matrix->alpha == alpha)
        return MB_OK;
    if (matrix->by_tile)
        mb_tile_sum(solver, alpha, matrix->values);
    else
        mb_sum_matrix_square(solver, matrix, alpha);
    status = mb_sum_matrix_factor(matrix, "M + alpha D'D", t, err);
    matrix->place = status == MB_OK ? solver->place.number : 0;
    matrix->alpha = alpha;
    return status;
}

#endif
