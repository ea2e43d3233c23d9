/* SPDX-License-Identifier: MIT */
/* Columns of a pattern that share no row have one colour: difference quotients or unit vectors of
 * all of them are taken at once (Curtis, Powell & Reid, J. Inst. Math. Appl. 13 (1974) 117). */
#ifndef MB_SOLVERS_MATRICES_COLOURING_H
#define MB_SOLVERS_MATRICES_COLOURING_H

#include "base/sparse.h"

typedef struct mb_colouring {
    int n;       /* colours */
    int *start;  /* (n + 1) first column of each in `column` */
    int *column; /* (ncol) */
} mb_colouring;

/* Greedy: each column takes the first colour that is free.  Set-up only. */
mb_status mb_colour_columns(mb_arena *arena, const mb_pattern *pattern, mb_colouring *colouring,
                            mb_error *err);

#endif
