/* SPDX-License-Identifier: MIT */
/* Equations of motion of an open chain of equal uniform rods in absolute angles: the reference of
 * the planar pendula of several links, independent of any constraint row.
 *
 *     sum_j c_ij (cos(th_i - th_j) th_j'' + sin(th_i - th_j) th_j'^2) = -g_i sin th_i,
 *     c_ij = m l^2 (1/2 + n - max(i, j)) for i != j,  c_ii = m l^2 (1/3 + n - i),
 *     g_i = m g l (1/2 + n - i),     i, j = 1..n,  th from down. */
#ifndef MB_PROBLEMS_REFERENCES_CHAIN_H
#define MB_PROBLEMS_REFERENCES_CHAIN_H

enum { MB_CHAIN_MAX = 6 };

/* y = (angles (n), rates (n)), n <= MB_CHAIN_MAX; ratio = g / l [1/s2] */
void mb_chain_rate(int n, double ratio, const double *y, double *ydot);

/* End of rod `count` (1..n) from the pivot, x to the side and y up, for rods of a length */
void mb_chain_point(int count, double length, const double *y, double *px, double *py);

#endif
