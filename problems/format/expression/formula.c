/* SPDX-License-Identifier: MIT */
/* Functions by pieces and by tables, with their derivatives. */
#include <math.h>

#include "problems/format/expression/expression.h"

int mb_formula_piece(const mb_formula *f, double s)
{
    int low = 0, high = f->n - (f->kind == MB_FORMULA_PIECES ? 1 : 2);

    /* pieces end below their bound, places of a table begin at theirs; ends of a table go on */
    while (low < high) {
        int middle = low + (high - low) / 2;

        if (s < f->x[f->kind == MB_FORMULA_PIECES ? middle : middle + 1])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* y, y', y'' of a table at s */
static void look_up(const mb_formula *f, double s, double y[3])
{
    const int k = mb_formula_piece(f, s);
    const double h = f->x[k + 1] - f->x[k], p = (s - f->x[k]) / h, q = 1.0 - p;

    y[0] = q * f->y[k] + p * f->y[k + 1];
    y[1] = (f->y[k + 1] - f->y[k]) / h;
    y[2] = 0.0;
    if (f->kind == MB_FORMULA_LINEAR)
        return;
    if (s < f->x[0] || s > f->x[f->n - 1]) { /* a natural spline goes on straight */
        const int end = s < f->x[0] ? 0 : f->n - 1;

        y[1] +=
            h / 6.0 *
            (end == 0 ? -(2.0 * f->bend[k] + f->bend[k + 1]) : f->bend[k] + 2.0 * f->bend[k + 1]);
        y[0] = f->y[end] + (s - f->x[end]) * y[1];
        return;
    }
    y[0] += h * h / 6.0 * ((q * q * q - q) * f->bend[k] + (p * p * p - p) * f->bend[k + 1]);
    y[1] += h / 6.0 * ((1.0 - 3.0 * q * q) * f->bend[k] + (3.0 * p * p - 1.0) * f->bend[k + 1]);
    y[2] = q * f->bend[k] + p * f->bend[k + 1];
}

double mb_formula_value(const mb_formula *f, double s)
{
    double y[3];

    if (f->kind == MB_FORMULA_PIECES)
        return mb_expression_value(&f->piece[mb_formula_piece(f, s)], &s);
    look_up(f, s, y);
    return y[0];
}

mb_jet mb_formula_jet(const mb_formula *f, mb_jet s)
{
    double y[3];

    if (f->kind == MB_FORMULA_PIECES)
        return mb_expression_jet(&f->piece[mb_formula_piece(f, s.f)], &s);
    look_up(f, s.f, y);
    return mb_jet_of(s, y[0], y[1], y[2]);
}

/* The tridiagonal system of slopes that agree, bend[0] = bend[n - 1] = 0. */
void mb_spline_bend(int n, const double *x, const double *y, double *bend, double *work)
{
    bend[0] = bend[n - 1] = work[0] = 0.0;
    for (int k = 1; k < n - 1; k++) {
        const double h = x[k] - x[k - 1], next = x[k + 1] - x[k];
        const double pivot = 2.0 * (h + next) - h * work[k - 1];
        const double jump = 6.0 * ((y[k + 1] - y[k]) / next - (y[k] - y[k - 1]) / h);

        work[k] = next / pivot;
        bend[k] = (jump - h * bend[k - 1]) / pivot;
    }
    for (int k = n - 2; k > 0; k--)
        bend[k] -= work[k] * bend[k + 1];
}

static bool jumps(double a, double b)
{
    return !(fabs(a - b) <= 1e-9 * fmax(1.0, fmax(fabs(a), fabs(b))));
}

int mb_formula_kink(const mb_formula *f, double *at)
{
    if (f->kind == MB_FORMULA_SPLINE)
        return 0;
    if (f->kind == MB_FORMULA_LINEAR) {
        *at = f->n > 2 ? f->x[1] : f->x[0];
        return f->n > 2 ? 2 : 0;
    }
    for (int k = 0; k + 1 < f->n; k++) {
        const mb_jet s = {f->x[k], 1.0, 0.0, 0.0, 0.0, 0.0};
        const mb_jet left = mb_expression_jet(&f->piece[k], &s);
        const mb_jet right = mb_expression_jet(&f->piece[k + 1], &s);

        *at = f->x[k];
        if (jumps(left.f, right.f))
            return 1;
        if (jumps(left.a, right.a))
            return 2;
    }
    return 0;
}
