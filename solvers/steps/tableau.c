/* SPDX-License-Identifier: MIT */
#include "solvers/steps/tableau.h"

#include "base/pair.h"

/* y_i = y0_i + sum_j (h w_j) k_j,i over the slopes that have a weight */
void mb_combine(int size, const double *y0, double h, int n, const double *w, double *const *k,
                double *y)
{
    double weight[MB_MAX_STAGES];
    const double *slope[MB_MAX_STAGES];
    int count = 0, i = 0;

    for (int j = 0; j < n; j++) {
        weight[count] = h * w[j];
        slope[count] = k[j];
        count += weight[count] != 0.0;
    }
    for (; i + 4 <= size; i += 4) { /* four sums at a time stay in registers */
        mb_pair a = mb_pair_at(y0 + i), b = mb_pair_at(y0 + i + 2);

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

        for (int j = 0; j < count; j++)
            a += weight[j] * slope[j][i];
        y[i] = a;
    }
}
