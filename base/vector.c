#include "base/vector.h"

#include <math.h>

double mb_inner(const double *x, const double *y, int n)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
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
