/* SPDX-License-Identifier: MIT */
#include "base/stats.h"

#include <math.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double mb_median(double *x, int n)
{
    if (n == 0)
        return NAN;
    qsort(x, (size_t)n, sizeof *x, compare);
    return n % 2 ? x[n / 2] : 0.5 * (x[n / 2 - 1] + x[n / 2]);
}

int mb_sign_rank(int n, double level)
{
    double p = ldexp(1.0, -n), below = p; /* P(B = 0), P(B < 1) */
    int k = 0;

    while (2 * (k + 1) <= n && 1.0 - 2.0 * below >= level) {
        k++;
        p *= (double)(n - k + 1) / k;
        below += p;
    }
    return k;
}

mb_ratio mb_ratio_of_logs(double *log_ratio, int n, double level)
{
    mb_ratio ratio = {exp(mb_median(log_ratio, n)), NAN, NAN};
    int k = mb_sign_rank(n, level);

    if (k > 0) {
        ratio.lo = exp(log_ratio[k - 1]);
        ratio.hi = exp(log_ratio[n - k]);
    }
    return ratio;
}
