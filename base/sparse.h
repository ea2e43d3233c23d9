/* Fixed sparsity patterns, their values as plain arrays, and products whose index lists are built
 * once, so that a time loop only adds and multiplies.
 *
 * Patterns are compressed by column, row indices ascending, as SuiteSparse wants them.  Symmetric
 * positive definite matrices hold their lower triangle with the diagonal; all others are full. */
#ifndef MB_BASE_SPARSE_H
#define MB_BASE_SPARSE_H

#include "base/arena.h"
#include "base/status.h"

typedef struct mb_pattern {
    int nrow, ncol, nnz;
    const int *start; /* (ncol + 1) first entry of each column */
    const int *row;   /* (nnz) */
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

/* y = A x,  y = A' x  and their accumulating forms y += s A x,  y += s A' x */
void mb_multiply(const mb_pattern *a, const double *ax, const double *x, double *y);
void mb_multiply_t(const mb_pattern *a, const double *ax, const double *x, double *y);
void mb_multiply_add(const mb_pattern *a, const double *ax, double s, const double *x, double *y);
void mb_multiply_t_add(const mb_pattern *a, const double *ax, double s, const double *x, double *y);

/* C = A' B entry by entry: C.x[k] = sum over p in [start[k], start[k+1]) of A.x[left[p]]
 * B.x[right[p]] */
typedef struct mb_product {
    mb_pattern pattern; /* of C */
    const int *start;   /* (nnz + 1) */
    const int *left;    /* positions in A's values */
    const int *right;   /* positions in B's values */
} mb_product;

/* Plans C = A' B.  a_map and b_map (NULL: identity) translate the entries of the patterns a and b
 * to positions in the value arrays that will be passed, so that a transposed pattern from
 * mb_pattern_transpose can stand for either factor.  lower: keep row >= col only. */
mb_status mb_product_plan(const mb_pattern *a, const int *a_map, const mb_pattern *b,
                          const int *b_map, int lower, mb_arena *arena, mb_product *product,
                          mb_error *err);

/* C.x of a planned product */
void mb_product_run(const mb_product *product, const double *ax, const double *bx, double *cx);

/* y[to[k]] += s C.x[k] for all k */
void mb_product_add(const mb_product *product, double s, const double *ax, const double *bx,
                    const int *to, double *y);

#endif
