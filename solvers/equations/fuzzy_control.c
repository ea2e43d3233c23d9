/* SPDX-License-Identifier: MIT */
#include "solvers/equations/fuzzy_control.h"

#include <math.h>

static const double SIGMA = 0.2;   /* of set III */
static const double SPACING = 0.5; /* of the centres */

const double mb_fuzzy_rule[MB_FUZZY_TERMS][MB_FUZZY_TERMS] = {
    {-1.0, -1.0, -1.0, -0.5, 0.0}, {-1.0, -1.0, -0.5, 0.0, 0.5}, {-1.0, -0.5, 0.0, 0.5, 1.0},
    {-0.5, 0.0, 0.5, 1.0, 1.0},    {0.0, 0.5, 1.0, 1.0, 1.0},
};

mb_fuzzy mb_fuzzy_of(const mb_param *params, const mb_values *values)
{
    return (mb_fuzzy){.set = (mb_fuzzy_set)lround(mb_value(params, values, "set")),
                      .plateau = mb_value(params, values, "plateau"),
                      .foot = mb_value(params, values, "foot"),
                      .product = lround(mb_value(params, values, "and")) == MB_FUZZY_PRODUCT};
}

void mb_fuzzy_memberships(const mb_fuzzy *f, double x, double a[MB_FUZZY_TERMS])
{
    const int middle = MB_FUZZY_TERMS / 2;

    if (x > 1.0)
        x = 1.0;
    else if (x < -1.0)
        x = -1.0;
    for (int k = 0; k < MB_FUZZY_TERMS; k++) {
        double d = fabs(x - (k - middle) * SPACING);

        switch (f->set) {
        case MB_FUZZY_TRIANGULAR: /* (14) */
            a[k] = d < SPACING ? 1.0 - d / SPACING : 0.0;
            break;
        case MB_FUZZY_TRAPEZOIDAL: /* (15) */
            a[k] = d <= f->plateau ? 1.0
                   : d < f->foot   ? (f->foot - d) / (f->foot - f->plateau)
                                   : 0.0;
            break;
        case MB_FUZZY_GAUSSIAN:
            a[k] = exp(-d * d / (2.0 * SIGMA * SIGMA));
            break;
        }
    }
}

double mb_fuzzy_control(const mb_fuzzy *f, double x, double y)
{
    double a[MB_FUZZY_TERMS], b[MB_FUZZY_TERMS], sum = 0.0, total = 0.0;

    if (isnan(x) || isnan(y))
        return NAN;
    mb_fuzzy_memberships(f, x, a);
    mb_fuzzy_memberships(f, y, b);
    for (int j = 0; j < MB_FUZZY_TERMS; j++)
        for (int k = 0; k < MB_FUZZY_TERMS; k++) {
            double least = a[j] < b[k] ? a[j] : b[k];
            double w = f->product ? a[j] * b[k] : least; /* (17) */

            sum += w * mb_fuzzy_rule[j][k];
            total += w;
        }
    return sum / total; /* (18) */
}

double mb_fuzzy_control_one(const mb_fuzzy *f, double y)
{
    const double *rule = mb_fuzzy_rule[MB_FUZZY_TERMS / 2];
    double a[MB_FUZZY_TERMS], sum = 0.0, total = 0.0;

    if (isnan(y))
        return NAN;
    mb_fuzzy_memberships(f, y, a);
    for (int k = 0; k < MB_FUZZY_TERMS; k++) {
        sum += a[k] * rule[k];
        total += a[k];
    }
    return sum / total; /* (18) */
}
