/* SPDX-License-Identifier: MIT */
/* Helpers of the linear solvers. */
#ifndef MB_SOLVERS_MATRICES_LINEAR_H
#define MB_SOLVERS_MATRICES_LINEAR_H

#include "solvers/solver.h"

/* A matrix with both triangles, for solvers that do not read lower triangles. */
typedef struct mb_full_matrix {
    mb_pattern pattern;
    const int *from; /* (pattern.nnz) position in the given values; NULL: they are full already */
    double *values;  /* (pattern.nnz) */
} mb_full_matrix;

/* Plans the expansion of linear's pattern; full comes zeroed. */
mb_status mb_full_matrix_setup(const mb_linear *linear, mb_full_matrix *full, mb_error *err);

/* The values in full's pattern (values themselves when nothing has to be expanded). */
const double *mb_full_matrix_values(mb_full_matrix *full, const double *values);

/* Factorises the symmetric matrix whose values stand where linear->eliminated eliminates them, and
 * solves with it unless sides is NULL.  False, and nothing told or solved: pivots have to be chosen. */
bool mb_linear_factor_in_order(mb_linear *linear, const mb_sides *sides);

/* For the lower triangle of [S D'; D 0] with all rows of the solver's model, to be factorised where its
 * values stand. */
mb_status mb_linear_create_eliminated(mb_solver *solver, const mb_pattern *triangle,
                                      mb_linear **linear, mb_error *err);

/* The same of a matrix that stands in its storage. */
bool mb_linear_factor_storage(mb_linear *linear, const mb_sides *sides);

/* Whether no entry of x (n) is NaN or infinite. */
bool mb_all_finite(const double *x, int n);

/* For libraries that take pointers to non-const and do not write through them. */
void *mb_unconst(const void *p);

#endif
