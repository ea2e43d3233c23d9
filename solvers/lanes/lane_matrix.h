/* SPDX-License-Identifier: MIT */
/* Products and factorisations of matrices in lanes, operation by operation those of the scalar code:
 * sums in the order of base/multiply.c and base/product.c, L D L' in that of
 * solvers/linsolvers/dense_kernel.h. */
#ifndef MB_SOLVERS_LANES_LANE_MATRIX_H
#define MB_SOLVERS_LANES_LANE_MATRIX_H

#include "base/product.h"
#include "problems/elements/machine/natural/lane_vector.h"

/* Orders of which the factorisation has an instance each */
#define MB_LANE_ORDERS(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8)
enum { MB_LANE_ORDER_MOST = 8 };

#ifdef __clang__
#define MB_LANE_UNROLL /* unrolls such loops by itself */
#else
#define MB_LANE_UNROLL _Pragma("GCC unroll 8")
#endif
#define MB_LANE_INLINE static inline __attribute__((always_inline))

/* Row i of A x, of a pattern that is planned by rows */
MB_LANE_INLINE lanes_of row_of(const mb_pattern *p, int i, const lanes_of *a, const lanes_of *x)
{
    lanes_of sum = same(0.0);

    for (int e = p->row_start[i]; e < p->row_start[i + 1]; e++)
        sum += a[p->place[e]] * x[p->col[e]];
    return sum;
}

/* y = A x */
static inline void multiply(const mb_pattern *p, const lanes_of *a, const lanes_of *x, lanes_of *y)
{
    for (int i = 0; i < p->nrow; i++)
        y[i] = row_of(p, i, a, x);
}

/* Column j of A, as x'A */
MB_LANE_INLINE lanes_of column_of(const mb_pattern *p, int j, const lanes_of *a, const lanes_of *x)
{
    lanes_of sum = same(0.0);

    for (int k = p->start[j]; k < p->start[j + 1]; k++)
        sum += a[k] * x[p->row[k]];
    return sum;
}

/* y = A'x */
static inline void transposed(const mb_pattern *p, const lanes_of *a, const lanes_of *x,
                              lanes_of *y)
{
    for (int j = 0; j < p->ncol; j++)
        y[j] = column_of(p, j, a, x);
}

/* The entries of a run of a product of x with itself, which are sums of `pairs` products: y[place[entry]] =
 * (x0 ? x0[entry] : 0) + s times them; place: NULL, identity */
MB_LANE_INLINE void run_at(int pairs, int n, const int *entry, const int *left, const int *right,
                           const lanes_of *x, const double *x0, lanes_of s, const int *place,
                           lanes_of *y)
{
    for (int i = 0; i < n; i++) {
        lanes_of sum = same(0.0);

        MB_LANE_UNROLL
        for (int k = 0; k < pairs; k++)
            sum += x[left[k]] * x[right[k]];
        left += pairs;
        right += pairs;
        if (x0)
            y[entry[i]] = x0[entry[i]] + s * sum;
        else
            y[place[entry[i]]] = sum;
    }
}

/* All runs, those of few pairs in straight code */
MB_LANE_INLINE void runs_at(const mb_product *p, const lanes_of *x, const double *x0, lanes_of s,
                            const int *place, lanes_of *y)
{
    const int *left = p->left, *right = p->right, *entry = p->entry;

    for (int i = 0; i < p->nruns; i++) {
        const int pairs = p->run[i].pairs, n = (int)(p->entry + p->run[i].end - entry);

        switch (pairs) {
#define MB_LANE_PAIRS(count)                                                                       \
    case count:                                                                                    \
        run_at(count, n, entry, left, right, x, x0, s, place, y);                                  \
        break;
            MB_LANE_PAIRS(1)
            MB_LANE_PAIRS(2)
            MB_LANE_PAIRS(3)
            MB_LANE_PAIRS(4)
#undef MB_LANE_PAIRS
        default:
            run_at(pairs, n, entry, left, right, x, x0, s, place, y);
        }
        left += pairs * n;
        right += pairs * n;
        entry += n;
    }
}

/* y[place[entry]] = the entries of a product of x with itself */
static inline void product_at(const mb_product *p, const lanes_of *x, const int *place, lanes_of *y)
{
    runs_at(p, x, NULL, same(1.0), place, y);
}

/* y[entry] = x0[entry] + s times the same */
static inline void product_onto(const mb_product *p, const double *x0, lanes_of s,
                                const lanes_of *x, lanes_of *y)
{
    runs_at(p, x, x0, s, NULL, y);
}

/* ---- L D L' --------------------------------------------------------------------------------------- */

MB_LANE_INLINE void compare_pivot(lanes_of pivot, lanes_of *least, lanes_of *most)
{
    *least = pick(*least < pivot, *least, pivot);
    *most = pick(*most > pivot, *most, pivot);
}

/* The lanes whose matrix is taken */
MB_LANE_INLINE choice factor_of_order(int n, double tolerance, lanes_of *restrict a,
                                      lanes_of *restrict inverse)
{
    lanes_of least = same(INFINITY), most = same(0.0), cj[MB_LANE_ORDER_MOST],
             ck[MB_LANE_ORDER_MOST];

    MB_LANE_UNROLL
    for (int j = 0; j < n; j += 2) {
        lanes_of *lj = a + j * n, *lk = lj + n, below, minor, by_minor;
        const lanes_of pivot = lj[j];
        const int k = j + 1;

        inverse[j] = 1.0 / pivot;
        compare_pivot(pivot, &least, &most);
        if (k == n)
            break;
        below = lj[k];
        minor = pivot * lk[k] - below * below;
        by_minor = 1.0 / minor;
        lj[k] = below * inverse[j];
        inverse[k] = pivot * by_minor;
        compare_pivot(minor * inverse[j], &least, &most);
        MB_LANE_UNROLL
        for (int i = k + 1; i < n; i++) {
            const lanes_of times_pivot = pivot * lk[i] - below * lj[i];

            cj[i] = lj[i];
            ck[i] = times_pivot * inverse[j];
            lj[i] *= inverse[j];
            lk[i] = times_pivot * by_minor;
        }
        MB_LANE_UNROLL
        for (int c = k + 1; c < n; c++) {
            MB_LANE_UNROLL
            for (int i = c; i < n; i++)
                a[c * n + i] = a[c * n + i] - cj[i] * lj[c] - ck[i] * lk[c];
        }
    }
    return least > tolerance * most;
}

/* x = A\x */
MB_LANE_INLINE void solve_of_order(int n, const lanes_of *restrict a,
                                   const lanes_of *restrict inverse, lanes_of *restrict x)
{
    MB_LANE_UNROLL
    for (int j = 0; j < n; j++) {
        MB_LANE_UNROLL
        for (int i = j + 1; i < n; i++)
            x[i] -= a[j * n + i] * x[j];
    }
    MB_LANE_UNROLL
    for (int i = 0; i < n; i++)
        x[i] *= inverse[i];
    MB_LANE_UNROLL
    for (int i = n - 1; i >= 0; i--) {
        MB_LANE_UNROLL
        for (int k = 0; k < i; k++)
            x[k] -= a[k * n + i] * x[i];
    }
}

static inline choice factor(int n, double tolerance, lanes_of *a, lanes_of *inverse)
{
    switch (n) {
#define MB_LANE_ORDER(order)                                                                       \
    case order:                                                                                    \
        return factor_of_order(order, tolerance, a, inverse);
        MB_LANE_ORDERS(MB_LANE_ORDER)
#undef MB_LANE_ORDER
    }
    return chosen(0);
}

static inline void solve(int n, const lanes_of *a, const lanes_of *inverse, lanes_of *x)
{
    switch (n) {
#define MB_LANE_ORDER(order)                                                                       \
    case order:                                                                                    \
        solve_of_order(order, a, inverse, x);                                                      \
        return;
        MB_LANE_ORDERS(MB_LANE_ORDER)
#undef MB_LANE_ORDER
    }
}

#endif
