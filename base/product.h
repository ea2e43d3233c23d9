/* SPDX-License-Identifier: MIT */
/* Products of sparse matrices whose index lists are built once, so that a time loop only adds and
 * multiplies. */
#ifndef MB_BASE_PRODUCT_H
#define MB_BASE_PRODUCT_H

#include "base/sparse.h"

/* C = A' B: C.x[entry[k]] is the sum of A.x[left] B.x[right] over the next pairs of the lists.
 * Entries with equally many pairs stand together, within blocks that keep memory local, so that
 * the sums of few pairs are straight code. */
typedef struct mb_product {
    mb_pattern pattern; /* of C */
    int *entry;         /* (number of sums) */
    int *left;          /* positions in A's values */
    int *right;         /* positions in B's values */
    int nruns;
    struct mb_product_run {
        int pairs; /* of each sum of the run */
        int end;   /* of the run */
    } * run;       /* (nruns) */
} mb_product;

/* Plans C = A' B.  a_map and b_map (NULL: identity) translate the entries of the patterns a and b
 * to positions in the value arrays that will be passed, so that a transposed pattern from
 * mb_pattern_transpose can stand for either factor.  lower: keep row >= col only. */
mb_status mb_product_plan(const mb_pattern *a, const int *a_map, const mb_pattern *b,
                          const int *b_map, int lower, mb_arena *arena, mb_product *product,
                          mb_error *err);

/* Lets a planned product write into the values of a pattern that contains its own. */
void mb_product_onto(mb_product *product, const mb_pattern *pattern);

/* Lets it write entry k of its pattern to place[k], in the order of the places: what goes to one line
 * of a cache is summed together.  The arena is that of the plan. */
mb_status mb_product_into(mb_product *product, const int *place, mb_arena *arena, mb_error *err);

/* C.x of a planned product */
void mb_product_run(const mb_product *product, const double *ax, const double *bx, double *cx);

/* y += s C.x */
void mb_product_add(const mb_product *product, double s, const double *ax, const double *bx,
                    double *y);

#endif
