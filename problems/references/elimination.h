/* SPDX-License-Identifier: MIT */
/* Dense equations of references, whose matrices may have dependent rows. */
#ifndef MB_PROBLEMS_REFERENCES_ELIMINATION_H
#define MB_PROBLEMS_REFERENCES_ELIMINATION_H

enum { MB_ELIMINATION_MAX = 16 };

/* b (n) becomes x of A x = b, A (n x n) by rows and overwritten, n <= MB_ELIMINATION_MAX: by
 * elimination with full pivoting.  What is left below 1e-9 of the first pivot counts as dependent
 * and its unknown as zero. */
void mb_eliminate(int n, double *A, double *b);

#endif
