/* SPDX-License-Identifier: MIT */
/* The filled graph of a symmetric matrix: the pattern of L of A = L D L' for an order of
 * elimination, and orders with little fill. */
#ifndef MB_SOLVERS_MATRICES_FILLED_H
#define MB_SOLVERS_MATRICES_FILLED_H

#include "base/sparse.h"

typedef struct mb_filled {
    int n;
    int *order;  /* (n) variable that is eliminated k-th */
    int *number; /* (n) its inverse */
    int *parent; /* (n) first row below the diagonal of column k of L; -1: there is none */
    int *start;  /* (n + 1) */
    int *row;    /* (start[n]) of L below the diagonal, ascending in each column */
} mb_filled;

/* An order with little fill and a low tree, in postorder; pattern: a lower triangle.  Its last `rows`
 * variables, which do not meet each other, come after all that they meet.  All arrays are taken from
 * `work`. */
mb_status mb_fill_low(const mb_pattern *pattern, int rows, mb_arena *work, mb_filled *filled,
                      mb_error *err);

#endif
