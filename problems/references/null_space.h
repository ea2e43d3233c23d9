/* SPDX-License-Identifier: MIT */
/* Rows of known rank: G x = g (m x n) by singular values, the rank being given, not decided by a
 * tolerance at each call, so that solutions are smooth where dependent rows disagree a little. */
#ifndef MB_PROBLEMS_REFERENCES_NULL_SPACE_H
#define MB_PROBLEMS_REFERENCES_NULL_SPACE_H

#include <stdbool.h>

#include "base/arena.h"

typedef struct mb_null_space {
    int m, n;
    double *W;     /* (m x n) rows of G, turned until they are orthogonal; then unit vectors */
    double *g;     /* (m) right side, turned alike; then W x = g */
    double *sigma; /* (m) singular values, descending */
    double *tau;   /* (n) of the reflections */
    double *Q;     /* (n x n) their vectors by rows */
} mb_null_space;

mb_status mb_null_space_claim(mb_null_space *s, int m, int n, mb_arena *arena, mb_error *err);

/* Singular values of s->W (m x n) with s->g turned alike; rows of W become unit vectors. */
void mb_null_space_decompose(mb_null_space *s, int m);

/* Number of singular values above `tolerance` times the largest or, of rows that are round-off, 1. */
int mb_null_space_rank(const mb_null_space *s, int m, double tolerance);

/* x (n), the shortest with W x = g by the first `rank` rows, without those whose singular value is
 * below `least`. */
void mb_null_space_shortest(const mb_null_space *s, int rank, double least, double *x);

/* x (n), the least of x'Ax/2 - f'x with W x = g by the first `rank` rows.  A (n x n), f (n) are
 * overwritten.  False where A has no mass in a direction that the rows leave. */
bool mb_null_space_least(mb_null_space *s, int rank, double *A, double *f, double *x);

#endif
