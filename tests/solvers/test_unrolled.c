/* SPDX-License-Identifier: MIT */
/* L D L' of every order by solvers/linsolvers/dense_kernel.h: what is left of the equations when the solution is
 * put into them, and the same to the last bit by the vectors of every processor. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "solvers/linsolvers/dense_unrolled.h"

enum { MOST = MB_UNROLLED_ORDER };

/* A number of no pattern for each place, and the same across */
static double entry(int i, int j)
{
    return i == j ? 9.0 + i : sin(1.0 + i * j + i + j);
}

static void lay_out(int n, double *a)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            a[j * n + i] = entry(i, j);
}

Test(unrolled, every_order_on_every_processor)
{
    double a[MOST * MOST], inverse[MOST], x[MOST], first[MOST];

    for (int n = 1; n <= MOST; n++)
        for (int kind = 0; kind <= (int)mb_lane_kind_here(); kind++) {
            const mb_unrolled *of = mb_unrolled_of((mb_lane_kind)kind, n);

            lay_out(n, a);
            for (int i = 0; i < n; i++)
                x[i] = sin(5.0 * i + 1.0);
            cr_assert(of->factor(a, inverse, 1e-15), "order %d", n);
            of->solve(a, inverse, x);
            for (int i = 0; i < n; i++) {
                double left = -sin(5.0 * i + 1.0);

                for (int j = 0; j < n; j++)
                    left += entry(i, j) * x[j];
                cr_expect(fabs(left) < 1e-14, "order %d, kind %d, equation %d: %.3g left", n, kind,
                          i, left);
            }
            if (kind == 0)
                memcpy(first, x, sizeof first);
            cr_expect_arr_eq(x, first, (size_t)n * sizeof *x, "order %d, kind %d", n, kind);
        }
}

static double row(int r, int i)
{
    return sin(3.0 * r + i * i + 1.0);
}

/* I + 1e10 times squares of n - 1 rows: one pivot is of the size of I, the others are not.  What is left is
 * round-off of the largest terms of an equation. */
Test(unrolled, pivots_of_unlike_size)
{
    double a[MOST * MOST], inverse[MOST], x[MOST];

    for (int n = 2; n <= MOST; n++) {
        double full[MOST][MOST];

        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) {
                full[j][i] = i == j;
                for (int r = 0; r + 1 < n; r++)
                    full[j][i] += 1e10 * row(r, i) * row(r, j);
                a[j * n + i] = full[j][i];
            }
        for (int i = 0; i < n; i++)
            x[i] = sin(5.0 * i + 1.0);
        cr_assert(mb_unrolled_of(MB_LANES_PLAIN, n)->factor(a, inverse, 0.0), "order %d", n);
        mb_unrolled_of(MB_LANES_PLAIN, n)->solve(a, inverse, x);
        for (int i = 0; i < n; i++) {
            double left = -sin(5.0 * i + 1.0), size = 1.0;

            for (int j = 0; j < n; j++) {
                left += full[j][i] * x[j];
                size += fabs(full[j][i] * x[j]);
            }
            cr_expect(fabs(left) < 1e-14 * size, "order %d, equation %d: %.3g of %.3g left", n, i,
                      left, size);
        }
    }
}

/* diag(1, ..., 1, p): what is not above the tolerance is refused, and so is a number that is none */
Test(unrolled, pivots_below_the_tolerance_are_refused)
{
    double a[MOST * MOST], inverse[MOST];
    const double last[] = {1e-3, 1e-5, 0.0, -1.0, NAN};

    for (int n = 2; n <= MOST; n++)
        for (int kind = 0; kind <= (int)mb_lane_kind_here(); kind++)
            for (size_t k = 0; k < sizeof last / sizeof *last; k++) {
                memset(a, 0, sizeof a);
                for (int i = 0; i < n; i++)
                    a[i * n + i] = i + 1 < n ? 1.0 : last[k];
                cr_expect_eq(mb_unrolled_of((mb_lane_kind)kind, n)->factor(a, inverse, 1e-4),
                             k == 0, "order %d, kind %d, last pivot %g", n, kind, last[k]);
            }
}

/* A number that is none, or infinite, wherever it stands */
Test(unrolled, what_is_not_finite_is_refused)
{
    const double bad[] = {NAN, INFINITY, -INFINITY};
    double a[MOST * MOST], inverse[MOST];

    for (int n = 1; n <= MOST; n++)
        for (int at = 0; at < n * n; at++)
            for (size_t k = 0; k < sizeof bad / sizeof *bad && at % n >= at / n; k++) {
                lay_out(n, a);
                a[at] = bad[k];
                cr_expect_not(mb_unrolled_of(MB_LANES_PLAIN, n)->factor(a, inverse, 0.0),
                              "order %d, %g in place %d", n, bad[k], at);
            }
}
