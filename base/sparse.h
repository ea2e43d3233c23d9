/* SPDX-License-Identifier: MIT */
/* Fixed sparsity patterns, their values as plain arrays, and products with vectors.
 *
 * Patterns are compressed by column, row indices ascending, as SuiteSparse wants them.  Symmetric
 * positive definite matrices hold their lower triangle with the diagonal; all others are full. */
#ifndef MB_BASE_SPARSE_H
#define MB_BASE_SPARSE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"

/* Columns that follow each other and are alike: groups of `width` columns with `entries` entries each,
 * in the same rows, or each in the rows below those of the column before it. */
typedef struct mb_column_run {
    int width, entries;
    int groups; /* of the run */
    bool below;
} mb_column_run;

typedef struct mb_pattern {
    int nrow, ncol, nnz;
    const int *start; /* (ncol + 1) first entry of each column */
    const int *row;   /* (nnz) */
    /* The same by rows, where mb_pattern_by_rows has planned it: products A x keep their sums in
     * registers then. */
    const int *row_start; /* (nrow + 1); NULL: not planned */
    const int *col;       /* (nnz) */
    const int *place;     /* (nnz) position in the values */
    /* All columns as runs, where mb_pattern_group has found them: products load the row of a group
     * once, and its loops have no ends to look up. */
    int nruns;
    const mb_column_run *run; /* (nruns); NULL: not grouped */
} mb_pattern;

/* Collects entries in any order, doubles allowed, and yields a pattern.  Set-up only. */
typedef struct mb_pattern_builder mb_pattern_builder;

mb_pattern_builder *mb_pattern_begin(int nrow, int ncol);
void mb_pattern_add(mb_pattern_builder *b, int row, int col); /* a failure is kept until the end */
/* Builds the pattern in the arena and frees b, on failure too. */
mb_status mb_pattern_end(mb_pattern_builder *b, mb_arena *arena, mb_pattern *pattern,
                         mb_error *err);

/* Position of (row, col) in the values, -1 when outside the pattern.  Set-up only: it searches. */
int mb_pattern_find(const mb_pattern *pattern, int row, int col);

/* Pattern of A' and, for each of its entries, the position in A's values. */
mb_status mb_pattern_transpose(const mb_pattern *a, mb_arena *arena, mb_pattern *t, const int **map,
                               mb_error *err);

/* Plans the products A x of a pattern by rows; their bits stay the same. */
mb_status mb_pattern_by_rows(mb_pattern *a, mb_arena *arena, mb_error *err);

/* Plans all products of a pattern by runs of groups, where these are long; their bits stay the same. */
mb_status mb_pattern_group(mb_pattern *a, mb_arena *arena, mb_error *err);

/* y = A x,  y = A' x  and their accumulating forms y += s A x,  y += s A' x */
void mb_multiply(const mb_pattern *a, const double *ax, const double *x, double *y);
void mb_multiply_t(const mb_pattern *a, const double *ax, const double *x, double *y);
void mb_multiply_add(const mb_pattern *a, const double *ax, double s, const double *x, double *y);
void mb_multiply_t_add(const mb_pattern *a, const double *ax, double s, const double *x, double *y);

/* y = b + s A x of a symmetric A with both triangles,  y = b + s A' x; y may be b */
void mb_symmetric_plus(const mb_pattern *a, const double *ax, double s, const double *x,
                       const double *b, double *y);
void mb_transposed_plus(const mb_pattern *a, const double *ax, double s, const double *x,
                        const double *b, double *y);

#endif
