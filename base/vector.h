/* Sums over the entries of vectors, in an order that is given by their length: the same numbers
 * wherever one is taken. */
#ifndef MB_BASE_VECTOR_H
#define MB_BASE_VECTOR_H

/* x'y (n) */
double mb_inner(const double *x, const double *y, int n);

/* |x| (n) */
double mb_norm(const double *x, int n);

/* |x - y| (n) */
double mb_distance(const double *x, const double *y, int n);

/* |x / unit| (n), entry by entry */
double mb_norm_in(const double *x, const double *unit, int n);

#endif
