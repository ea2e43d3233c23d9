/* SPDX-License-Identifier: MIT */
#include "problems/references/chain.h"

#include <math.h>

#include "problems/references/elimination.h"

void mb_chain_rate(int n, double ratio, const double *y, double *ydot)
{
    double a[MB_CHAIN_MAX * MB_CHAIN_MAX], *acceleration = ydot + n;

    /* everything divided by m l^2 */
    for (int i = 0; i < n; i++) {
        double sum = -ratio * (0.5 + n - 1 - i) * sin(y[i]);

        for (int j = 0; j < n; j++) {
            double c = i == j ? 1.0 / 3.0 + n - 1 - i : 0.5 + n - 1 - (i > j ? i : j);

            a[n * i + j] = c * cos(y[i] - y[j]);
            sum -= c * sin(y[i] - y[j]) * y[n + j] * y[n + j];
        }
        ydot[i] = y[n + i];
        acceleration[i] = sum;
    }
    mb_eliminate(n, a, acceleration);
}

void mb_chain_point(int count, double length, const double *y, double *px, double *py)
{
    *px = *py = 0.0;
    for (int i = 0; i < count; i++) {
        *px += length * sin(y[i]);
        *py -= length * cos(y[i]);
    }
}
