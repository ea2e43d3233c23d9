/* SPDX-License-Identifier: MIT */
#include "solvers/steps/tableau.h"

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
        double a = y0[i], b = y0[i + 1], c = y0[i + 2], d = y0[i + 3];

        for (int j = 0; j < count; j++) {
            const double *x = slope[j] + i;

            a += weight[j] * x[0];
            b += weight[j] * x[1];
            c += weight[j] * x[2];
            d += weight[j] * x[3];
        }
        y[i] = a;
        y[i + 1] = b;
        y[i + 2] = c;
        y[i + 3] = d;
    }
    for (; i < size; i++) {
        double a = y0[i];

        for (int j = 0; j < count; j++)
            a += weight[j] * slope[j][i];
        y[i] = a;
    }
}
