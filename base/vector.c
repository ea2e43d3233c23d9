#include "base/vector.h"

#include <math.h>

/* From this length on four sums run side by side: one that waits for itself takes longer than all
 * else in it. */
enum { LONG = 128 };

double mb_inner(const double *x, const double *y, int n)
{
    double sum = 0.0, b = 0.0, c = 0.0, d = 0.0;
    int i = 0;

    for (; n >= LONG && i + 4 <= n; i += 4) {
        sum += x[i] * y[i];
        b += x[i + 1] * y[i + 1];
        c += x[i + 2] * y[i + 2];
        d += x[i + 3] * y[i + 3];
    }
    for (; i < n; i++)
        sum += x[i] * y[i];
    return n >= LONG ? (sum + b) + (c + d) : sum;
}

double mb_norm(const double *x, int n)
{
    return sqrt(mb_inner(x, x, n));
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
