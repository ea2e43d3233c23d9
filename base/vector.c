/* SPDX-License-Identifier: MIT */
#include "base/vector.h"

#include <math.h>

double mb_inner_of_long(const double *x, const double *y, int n)
{
    double sum = 0.0, b = 0.0, c = 0.0, d = 0.0;
    int i = 0;

    for (; i + 4 <= n; i += 4) {
        sum += x[i] * y[i];
        b += x[i + 1] * y[i + 1];
        c += x[i + 2] * y[i + 2];
        d += x[i + 3] * y[i + 3];
    }
    for (; i < n; i++)
        sum += x[i] * y[i];
    return (sum + b) + (c + d);
}

double mb_distance(const double *x, const double *y, int n)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += (x[i] - y[i]) * (x[i] - y[i]);
    return sqrt(sum);
}

double mb_norm_in(const double *x, const double *unit, int n)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += (x[i] / unit[i]) * (x[i] / unit[i]);
    return sqrt(sum);
}
