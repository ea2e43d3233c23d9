/* SPDX-License-Identifier: MIT */
/* The double four-bar for loops by hand: three vertical rods on fixed points (r, 0), two horizontal
 * ones between their tops; 1 m, 1 kg.  q are the three tops, rows are lengths: with a rod's vector d
 * and the tops e that it goes from and to, D = 2 e (x) d, M = Ms (x) I. */
#ifndef MB_TESTS_COST_LINKAGE_H
#define MB_TESTS_COST_LINKAGE_H

#include <math.h>

#include "tests/cost/floor.h"

#define INLINE static inline __attribute__((always_inline))

enum { N = FLOOR_N, ROWS = FLOOR_ROWS };

#define GRAVITY 9.81 /* [m/s2] */

static const double FORCE[N] = {0.0, -GRAVITY, 0.0, -1.5 * GRAVITY, 0.0, -GRAVITY}; /* [N] */

#define OUTER (2.0 / 3.0) /* [kg] of Ms */
#define MIDDLE 1.0
#define BESIDE (1.0 / 6.0)

typedef double rods[ROWS][2];

/* y = M x */
INLINE void mass_times(const double *x, double *y)
{
    for (int i = 0; i < 2; i++) {
        y[i] = OUTER * x[i] + BESIDE * x[i + 2];
        y[i + 2] = BESIDE * x[i] + MIDDLE * x[i + 2] + BESIDE * x[i + 4];
        y[i + 4] = BESIDE * x[i + 2] + OUTER * x[i + 4];
    }
}

/* Vectors of the rods, or what a change of the tops makes of them */
INLINE void changes(const double *v, rods w)
{
    for (int i = 0; i < 2; i++) {
        w[0][i] = v[i];
        w[1][i] = v[i + 2];
        w[2][i] = v[i + 4];
        w[3][i] = v[i + 2] - v[i];
        w[4][i] = v[i + 4] - v[i + 2];
    }
}

INLINE void vectors(const double *q, rods d)
{
    changes(q, d);
    d[1][0] -= 1.0;
    d[2][0] -= 2.0;
}

INLINE void phi(rods d, double *y)
{
    for (int r = 0; r < ROWS; r++)
        y[r] = d[r][0] * d[r][0] + d[r][1] * d[r][1] - 1.0;
}

/* y = D x of the tops' x whose changes are w */
INLINE void rows_times(rods d, rods w, double *y)
{
    for (int r = 0; r < ROWS; r++)
        y[r] = 2.0 * (d[r][0] * w[r][0] + d[r][1] * w[r][1]);
}

INLINE void gamma_of(rods w, double *y)
{
    for (int r = 0; r < ROWS; r++)
        y[r] = -2.0 * (w[r][0] * w[r][0] + w[r][1] * w[r][1]);
}

/* y = b + D's */
INLINE void add_forces(rods d, const double *s, const double *b, double *y)
{
    for (int i = 0; i < 2; i++) {
        double top1 = d[3][i] * s[3], top2 = d[4][i] * s[4];

        y[i] = b[i] + 2.0 * (d[0][i] * s[0] - top1);
        y[i + 2] = b[i + 2] + 2.0 * (d[1][i] * s[1] + top1 - top2);
        y[i + 4] = b[i + 4] + 2.0 * (d[2][i] * s[2] + top2);
    }
}

INLINE double square(const double *x, int n)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum;
}

INLINE double norm(const double *x, int n)
{
    return sqrt(square(x, n));
}

/* L D L' of a matrix of 2 x 2 blocks beside the diagonal */
typedef struct band {
    double l[N][4]; /* below the diagonal of a column, at most three */
    double inverse[N];
} band;

/* Rows below the diagonal of column j that are there */
#define BELOW(j) ((j) == 5 ? 0 : (j) == 4 ? 1 : (j) % 2 ? 2 : 3)

#ifdef __clang__
#define UNROLL /* unrolls such loops by itself */
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif

#define LOWER 4 /* one more than there are below a diagonal at most */

/* M + c D'D */
INLINE void factor(rods d, double c, band *f)
{
    double a[N][4] = {{0}}, k = 4.0 * c, xx[ROWS], xy[ROWS], yy[ROWS];

    for (int r = 0; r < ROWS; r++) {
        xx[r] = k * d[r][0] * d[r][0];
        xy[r] = k * d[r][0] * d[r][1];
        yy[r] = k * d[r][1] * d[r][1];
    }
    /* columns from the diagonal on */
    a[0][0] = OUTER + xx[0] + xx[3], a[0][1] = xy[0] + xy[3];
    a[0][2] = BESIDE - xx[3], a[0][3] = -xy[3];
    a[1][0] = OUTER + yy[0] + yy[3], a[1][1] = -xy[3], a[1][2] = BESIDE - yy[3];
    a[2][0] = MIDDLE + xx[1] + xx[3] + xx[4], a[2][1] = xy[1] + xy[3] + xy[4];
    a[2][2] = BESIDE - xx[4], a[2][3] = -xy[4];
    a[3][0] = MIDDLE + yy[1] + yy[3] + yy[4], a[3][1] = -xy[4], a[3][2] = BESIDE - yy[4];
    a[4][0] = OUTER + xx[2] + xx[4], a[4][1] = xy[2] + xy[4];
    a[5][0] = OUTER + yy[2] + yy[4];
    UNROLL
    for (int j = 0; j < N; j++) {
        f->inverse[j] = 1.0 / a[j][0];
        UNROLL
        for (int p = 1; p < LOWER; p++) {
            if (p > BELOW(j))
                break;
            f->l[j][p] = a[j][p] * f->inverse[j];
            UNROLL
            for (int i = p; i < LOWER; i++)
                if (i <= BELOW(j))
                    a[j + p][i - p] -= a[j][i] * f->l[j][p];
        }
    }
}

INLINE void solve(const band *f, double *x)
{
    UNROLL
    for (int j = 0; j < N; j++) {
        UNROLL
        for (int p = 1; p < LOWER; p++)
            if (p <= BELOW(j))
                x[j + p] -= f->l[j][p] * x[j];
    }
    for (int j = 0; j < N; j++)
        x[j] *= f->inverse[j];
    UNROLL
    for (int j = N - 1; j >= 0; j--) {
        UNROLL
        for (int p = 1; p < LOWER; p++)
            if (p <= BELOW(j))
                x[j] -= f->l[j][p] * x[j + p];
    }
}

/* 4 e W e' of the rods' ends e (lower triangle) */
typedef struct weights {
    double of[ROWS][ROWS];
} weights;

/* L D L' of the rows' matrix, G_rs = weight_rs d_r'd_s */
typedef struct gram {
    double l[ROWS][ROWS], inverse[ROWS];
} gram;

INLINE void factor_rows(rods d, const weights *weight, gram *f)
{
    double a[ROWS][ROWS];

    UNROLL
    for (int j = 0; j < ROWS; j++) {
        UNROLL
        for (int i = j; i < ROWS; i++)
            a[i][j] = weight->of[i][j] * (d[i][0] * d[j][0] + d[i][1] * d[j][1]);
    }
    UNROLL
    for (int j = 0; j < ROWS; j++) {
        f->inverse[j] = 1.0 / a[j][j];
        UNROLL
        for (int k = j + 1; k < ROWS; k++) {
            f->l[k][j] = a[k][j] * f->inverse[j];
            UNROLL
            for (int i = k; i < ROWS; i++)
                a[i][k] -= a[i][j] * f->l[k][j];
        }
    }
}

INLINE void solve_rows(const gram *f, double *x)
{
    UNROLL
    for (int j = 0; j < ROWS; j++) {
        UNROLL
        for (int i = j + 1; i < ROWS; i++)
            x[i] -= f->l[i][j] * x[j];
    }
    for (int j = 0; j < ROWS; j++)
        x[j] *= f->inverse[j];
    UNROLL
    for (int j = ROWS - 1; j >= 0; j--) {
        UNROLL
        for (int i = 0; i < j; i++)
            x[i] -= f->l[j][i] * x[j];
    }
}

#endif
