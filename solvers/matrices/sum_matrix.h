/* SPDX-License-Identifier: MIT */
/* Square matrices of velocity size that are sums of M, tangents and products of Jacobians,
 *
 *     M + sum of s H + sum of s A'B        A, B on D's pattern, H on the model's pattern H
 *
 * with the places of all summands found once.  Class MB_SPD keeps the lower triangle and takes the
 * symmetric part of a tangent; MB_GENERAL keeps everything. */
#ifndef MB_SOLVERS_MATRICES_SUM_MATRIX_H
#define MB_SOLVERS_MATRICES_SUM_MATRIX_H

#include "base/product.h"
#include "solvers/solver.h"

typedef struct mb_sum_matrix {
    mb_matrix_class class;
    mb_pattern pattern;
    mb_product product;            /* A'B, into the values of the sum */
    int mass_count, tangent_count; /* tangent_count: H.nnz, or 0 */
    int *mass_from, *mass_to;      /* (mass_count) */
    int size;                      /* pattern.nnz, or that of the linear solver's storage */
    double *laid_out;              /* (size) M in its places, 0 elsewhere */
    int *tangent_to;               /* (tangent_count) */
    double *tangent_weight;        /* (tangent_count) */
    double *values;                /* (size) */
    long place;                    /* of solver->place whose M + alpha D'D is factorised; 0: none */
    double alpha;                  /* kept by mb_penalty_matrix_factor */
    mb_linear *linear;
    bool by_tile; /* the solver's tile fills what is eliminated */
} mb_sum_matrix;

/* tangents: whether mb_sum_matrix_add_tangent will be called; else H stays out of the pattern. */
mb_status mb_sum_matrix_setup(mb_solver *solver, mb_matrix_class class, bool tangents,
                              mb_sum_matrix **matrix, mb_error *err);

/* Starts a sum with M as it stands in solver->terms. */
void mb_sum_matrix_begin(const mb_solver *solver, mb_sum_matrix *matrix);
/* += scale * tangent (H.nnz) */
void mb_sum_matrix_add_tangent(mb_sum_matrix *matrix, double scale, const double *tangent);
/* += scale * A'B, a and b (D.nnz) */
void mb_sum_matrix_add_product(mb_sum_matrix *matrix, double scale, const double *a,
                               const double *b);
/* A whole sum, M + scale D'D with the solver's M and D */
void mb_sum_matrix_square(const mb_solver *solver, mb_sum_matrix *matrix, double scale);
/* Factorises the sum; `what` and t for the message. */
mb_status mb_sum_matrix_factor(mb_sum_matrix *matrix, const char *what, double t, mb_error *err);

#endif
