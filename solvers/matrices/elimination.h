/* SPDX-License-Identifier: MIT */
/* How a symmetric matrix of fixed pattern is eliminated, A = L D L', settled once:
 * the order, which columns of L stand together in dense blocks, and where everything goes.
 *
 * The order is that of AMD, turned so that the tree of eliminations hangs from its middle: the same
 * fill (a perfect elimination order of the filled graph, by maximum cardinality search: Tarjan &
 * Yannakakis, SIAM J. Comput. 13 (1984) 566), but the longest chain of columns that wait for each
 * other is halved.  Columns of one pattern make a block, and more where the zeros that come in cost less than a
 * block of its own.  Blocks follow each other by their height in the tree, so that what does not wait
 * for each other stands side by side.
 *
 * A block of `width` columns is kept as the square of its own columns, of which the lower triangle
 * counts, by columns; then the rows below it four by four, by columns too, the last one or two of them by
 * themselves, and zeros beside them where their number is odd.  Rows and targets are lists without gaps, in the order of the blocks. */
#ifndef MB_SOLVERS_MATRICES_ELIMINATION_H
#define MB_SOLVERS_MATRICES_ELIMINATION_H

#include "base/sparse.h"

enum { MB_WIDEST_BLOCK = 8 };

/* Number of its values */
#define MB_BLOCK_SIZE(width, below) (((width) + ((below) + 1) / 2 * 2) * (width))

/* Blocks of equal shape that follow each other */
typedef struct mb_block_run {
    int width, below, count;
} mb_block_run;

typedef struct mb_elimination {
    int n, nruns;
    int size;                /* of L: number of values of all blocks */
    int longest;             /* largest number of rows below a block */
    const int *order;        /* (n) variable that is eliminated k-th */
    const mb_block_run *run; /* (nruns) */
    /* of each block, its rows below (below), as variables of the matrix, in the order of elimination */
    const int *row;
    const int *target; /* of each block, for its rows i and j <= i below, by rows: position in L of
                        * the entry (i, j), which is corrected by l_i D l_j' */
    const int *place;  /* (pattern.nnz) position in L of each entry of the matrix */
    int nrows, ntargets; /* lengths of row and target */
} mb_elimination;

/* pattern: lower triangle, square; its last `rows` variables come after all that they meet.
 * MB_NO_MEMORY also where L has more entries than an int counts. */
mb_status mb_elimination_plan(const mb_pattern *pattern, int rows, mb_arena *arena,
                              mb_elimination *plan, mb_error *err);

#endif
