/* SPDX-License-Identifier: MIT */
#include "solvers/steps/tableau.h"

#include "base/pair.h"

/* y_i = y0_i + sum_j weight_j slope_j,i over `count` slopes, four sums at a time in registers */
MB_ALWAYS_INLINE void combine(int count, int size, const double *y0, const double *weight,
                              const double *const *slope, double *y)
{
    int i = 0;

    for (; i + 4 <= size; i += 4) {
        mb_pair a = mb_pair_at(y0 + i), b = mb_pair_at(y0 + i + 2);

        MB_UNROLL
        for (int j = 0; j < count; j++) {
            const mb_pair factor = mb_pair_both(weight[j]);

            a += factor * mb_pair_at(slope[j] + i);
            b += factor * mb_pair_at(slope[j] + i + 2);
        }
        mb_put_pair_at(y + i, a);
        mb_put_pair_at(y + i + 2, b);
    }
    for (; i < size; i++) {
        double a = y0[i];

        MB_UNROLL
        for (int j = 0; j < count; j++)
            a += weight[j] * slope[j][i];
        y[i] = a;
    }
}

/* Of the slopes that have a weight, h w_j, the loops over few of them are straight code. */
void mb_combine(int size, const double *y0, double h, int n, const double *w, double *const *k,
                double *y)
{
    double weight[MB_MAX_STAGES];
    const double *slope[MB_MAX_STAGES];
    int count = 0;

    for (int j = 0; j < n; j++) {
        weight[count] = h * w[j];
        slope[count] = k[j];
        count += weight[count] != 0.0;
    }
    switch (count) {
#define FEW(n)                                                                                     \
    case n:                                                                                        \
        combine(n, size, y0, weight, slope, y);                                                    \
        return;
        FEW(1)
        FEW(2)
        FEW(3)
        FEW(4)
        FEW(5)
#undef FEW
    }
    combine(count, size, y0, weight, slope, y);
}
