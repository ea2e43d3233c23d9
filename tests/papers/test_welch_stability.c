/* SPDX-License-Identifier: MIT */
/* welch2007 section V: amplification matrices on linear rows Phi = B q, derived by applying the
 * schemes (54)-(59), (14)-(15) with (47), and a second-order Runge-Kutta method to unit vectors,
 * against the printed matrices (61) and (64).  Bodies and B of the double pendulum: L = 5, m = 1.
 */
#include <criterion/criterion.h>
#include <lapack.h>
#include <math.h>
#include <string.h>

#include "tests/fixtures/probe.h"

enum { N = 6, M = 4, N2 = 2 * N };

static const double half = 2.5; /* L / 2 */

typedef double matrix[N][N];
typedef double amplification[N2][N2];

/* W = M^-1, J = m L^2 / 12 */
static double w(int i)
{
    return i % 3 == 2 ? 12.0 / 25.0 : 1.0;
}

/* (69): its third row as printed, or as (68) has it */
static void rows(bool printed, double b[M][N])
{
    const double x2 = printed ? -1.0 : 1.0;
    const double values[M][N] = {{1.0, 0.0, -half, 0.0, 0.0, 0.0},
                                 {0.0, 1.0, 0.0, 0.0, 0.0, 0.0},
                                 {-1.0, 0.0, -half, x2, 0.0, -half},
                                 {0.0, 1.0, 0.0, 0.0, -1.0, 0.0}};

    memcpy(b, values, sizeof values);
}

/* Gamma = M^-1 B' A^-1 B,  A = B M^-1 B' */
static void gamma_of(double b[M][N], matrix g)
{
    double a[M * M], x[N * M]; /* column-major */
    int m = M, n = N, info, pivot[M];

    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) {
            a[i + M * j] = 0.0;
            for (int k = 0; k < N; k++)
                a[i + M * j] += b[i][k] * w(k) * b[j][k];
        }
    for (int k = 0; k < N; k++)
        for (int i = 0; i < M; i++)
            x[i + M * k] = b[i][k];
    LAPACK_dgesv(&m, &n, a, &m, pivot, x, &m, &info);
    cr_assert(info == 0);
    for (int r = 0; r < N; r++)
        for (int c = 0; c < N; c++) {
            g[r][c] = 0.0;
            for (int i = 0; i < M; i++)
                g[r][c] += w(r) * b[i][r] * x[i + M * c];
        }
}

static void times(matrix a, const double *x, double *y)
{
    for (int i = 0; i < N; i++) {
        y[i] = 0.0;
        for (int j = 0; j < N; j++)
            y[i] += a[i][j] * x[j];
    }
}

/* ---- the schemes, on (q, v) in place -------------------------------------------------------- */

typedef void (*scheme)(matrix g, double h, double *q, double *v);

/* (54)-(59): M^-1 B' lambda = Gamma (what A lambda is B of) */
static void welch(matrix g, double h, double *q, double *v)
{
    double x[N], f[N], qp[N], vp[N];

    for (int i = 0; i < N; i++)
        x[i] = q[i] / (h * h) + v[i] / h;
    times(g, x, f);
    for (int i = 0; i < N; i++) {
        vp[i] = v[i] - h * f[i];
        qp[i] = q[i] + h * vp[i];
        x[i] = 2.0 * qp[i] / (h * h) + 2.0 * (v[i] - vp[i]) / h;
    }
    times(g, x, f);
    for (int i = 0; i < N; i++) {
        double v_new = v[i] - h * f[i];

        q[i] += 0.5 * h * (v_new + v[i]);
        v[i] = v_new;
    }
}

/* (54)-(56) alone */
static void predictor(matrix g, double h, double *q, double *v)
{
    double x[N], f[N];

    for (int i = 0; i < N; i++)
        x[i] = q[i] / (h * h) + v[i] / h;
    times(g, x, f);
    for (int i = 0; i < N; i++) {
        v[i] -= h * f[i];
        q[i] += h * v[i];
    }
}

/* Baumgarte's acceleration -Gamma (beta^2 q + 2 alpha v), alpha = alpha_h / h, beta = 1 / h */
static void baumgarte(matrix g, double h, double alpha_h, const double *q, const double *v,
                      double *a)
{
    double x[N];

    for (int i = 0; i < N; i++)
        x[i] = -(q[i] / (h * h) + 2.0 * alpha_h / h * v[i]);
    times(g, x, a);
}

static void midpoint(matrix g, double h, double *q, double *v)
{
    double a[N], qm[N], vm[N];

    baumgarte(g, h, 1.0, q, v, a);
    for (int i = 0; i < N; i++) {
        qm[i] = q[i] + 0.5 * h * v[i];
        vm[i] = v[i] + 0.5 * h * a[i];
    }
    baumgarte(g, h, 1.0, qm, vm, a);
    for (int i = 0; i < N; i++) {
        q[i] += h * vm[i];
        v[i] += h * a[i];
    }
}

/* (14), (15) with the multipliers of (47) */
static void first_order(matrix g, double h, double alpha_h, double *q, double *v)
{
    double a[N];

    baumgarte(g, h, alpha_h, q, v, a);
    for (int i = 0; i < N; i++) {
        v[i] += h * a[i];
        q[i] += h * v[i];
    }
}

static void first_order_critical(matrix g, double h, double *q, double *v)
{
    first_order(g, h, 1.0, q, v);
}

static void first_order_half(matrix g, double h, double *q, double *v)
{
    first_order(g, h, 0.5, q, v);
}

static void amplify(scheme step, matrix g, double h, amplification x)
{
    for (int c = 0; c < N2; c++) {
        double y[N2] = {0.0};

        y[c] = 1.0;
        step(g, h, y, y + N);
        for (int r = 0; r < N2; r++)
            x[r][c] = y[r];
    }
}

/* ---- the printed matrices ------------------------------------------------------------------- */

static void printed_x(matrix g, double h, amplification x)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            const double one = i == j;

            x[i][j] = one - g[i][j];
            x[i][N + j] = h * (one - g[i][j]);
            x[N + i][j] = -2.0 / h * g[i][j];
            x[N + i][N + j] = one - 2.0 * g[i][j];
        }
}

/* (64) with alpha = beta = s / dt */
static void printed_lambda(matrix g, double h, double s, amplification x)
{
    const double alpha = s / h, square = s * s / (h * h);
    matrix g2;

    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            g2[i][j] = 0.0;
            for (int k = 0; k < N; k++)
                g2[i][j] += g[i][k] * g[k][j];
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            const double one = i == j;
            const double low = -square * h * g[i][j] + alpha * square * h * h * g2[i][j];
            const double damp = (0.5 * square * h * h + 2.0 * alpha * h) * g[i][j];

            x[i][j] = one + 0.5 * h * low;
            x[i][N + j] = h * one - 0.5 * h * damp + alpha * alpha * h * h * h * g2[i][j];
            x[N + i][j] = low;
            x[N + i][N + j] = one - damp + 2.0 * alpha * alpha * h * h * g2[i][j];
        }
}

/* ---- spectra -------------------------------------------------------------------------------- */

/* Spectral radius of diag(I, h I) X diag(I, h I)^-1 */
static double radius(amplification x, double h)
{
    double a[N2 * N2], re[N2], im[N2], work[8 * N2], unused[1], largest = 0.0;
    int n = N2, one = 1, size = 8 * N2, info;

    for (int i = 0; i < N2; i++)
        for (int j = 0; j < N2; j++)
            a[i + N2 * j] = x[i][j] * (i < N ? 1.0 : h) / (j < N ? 1.0 : h);
    LAPACK_dgeev("N", "N", &n, a, &n, re, im, unused, &one, unused, &one, work, &size, &info);
    cr_assert(info == 0);
    for (int i = 0; i < N2; i++)
        largest = fmax(largest, hypot(re[i], im[i]));
    return largest;
}

/* What is left of constraint modes after a step: the radius without the free motion, whose double
 * eigenvalue 1 (q grows with v t) is no matter of the method. */
static double constraint_radius(amplification x, matrix g, double h)
{
    amplification y = {{0.0}};

    for (int r = 0; r < N2; r++)
        for (int c = 0; c < N2; c++)
            for (int k = 0; k < N; k++)
                y[r][c] += x[r][k + N * (c / N)] * g[k][c % N];
    return radius(y, h);
}

static void same(amplification a, amplification b, const char *what)
{
    for (int i = 0; i < N2; i++)
        for (int j = 0; j < N2; j++)
            cr_assert(fabs(a[i][j] - b[i][j]) <= 1e-12 * (1.0 + fabs(b[i][j])),
                      "%s: entry (%d, %d) is %.15g, printed %.15g", what, i, j, a[i][j], b[i][j]);
}

static const double steps[] = {1e-4, 1e-3, 0.01, 0.05, 0.0663, 0.0665, 0.1, 1.0, 10.0, 1000.0};

enum { STEPS = sizeof steps / sizeof *steps };

/* Double eigenvalues are found to the square root of round-off. */
static const double defective = 1e-6;

Test(welch_stability, algebraic_enforcement_is_stable_for_every_step)
{
    for (int printed = 0; printed < 2; printed++)
        for (int k = 0; k < STEPS; k++) {
            double b[M][N];
            amplification x, p;
            matrix g;

            rows(printed, b);
            gamma_of(b, g);
            amplify(welch, g, steps[k], x);
            printed_x(g, steps[k], p);
            same(x, p, "X of (61)");
            cr_assert(fabs(radius(x, steps[k]) - 1.0) < defective);
            cr_assert(fabs(constraint_radius(x, g, steps[k]) - 1.0) < defective);
        }
}

/* alpha = beta = 1/dt leaves no dt in diag(I, dt I) Lambda diag(I, dt I)^-1: one spectral radius
 * for all steps, where the paper finds a limit of 0.0664 s.  On the constraints the eigenvalues of
 * the printed matrix are 1 + (s^3 - s^2) / 2 + ... with s = alpha dt: at s = 1 exactly 1 and 1/2.
 */
Test(welch_stability, printed_baumgarte_matrix_has_no_limit_in_dt)
{
    for (int printed = 0; printed < 2; printed++)
        for (int k = 0; k < STEPS; k++) {
            double b[M][N];
            amplification x;
            matrix g;

            rows(printed, b);
            gamma_of(b, g);
            printed_lambda(g, steps[k], 1.0, x);
            cr_assert(fabs(radius(x, steps[k]) - 1.0) < defective);
            cr_assert(fabs(constraint_radius(x, g, steps[k]) - 1.0) < 1e-9);
            printed_lambda(g, steps[k], 1.01, x);
            cr_assert(constraint_radius(x, g, steps[k]) > 1.001);
            printed_lambda(g, steps[k], 0.99, x);
            cr_assert(constraint_radius(x, g, steps[k]) < 0.999);
        }
}

Test(welch_stability, printed_baumgarte_matrix_is_not_runge_kutta)
{
    const double h = 0.05;
    double b[M][N], difference = 0.0;
    amplification x, p;
    matrix g;

    rows(false, b);
    gamma_of(b, g);
    amplify(midpoint, g, h, x);
    printed_lambda(g, h, 1.0, p);
    cr_assert(fabs(constraint_radius(x, g, h) - 0.5) < defective, "(1 - 1 + 1/2) twice");
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N2; j++) {
            cr_assert(fabs(x[N + i][j] - p[N + i][j]) < 1e-11, "second row of (64)");
            difference = fmax(difference, fabs(x[i][j] - p[i][j]));
        }
    cr_assert(difference > 0.1, "first row of (64): %g", difference);
}

Test(welch_stability, first_order_baumgarte_is_unstable_when_critically_damped)
{
    double b[M][N];
    amplification x;
    matrix g;

    rows(false, b);
    gamma_of(b, g);
    for (int k = 0; k < STEPS; k++) {
        amplify(first_order_critical, g, steps[k], x);
        cr_assert(fabs(constraint_radius(x, g, steps[k]) - 0.5 * (1.0 + sqrt(5.0))) < 1e-9);
        amplify(first_order_half, g, steps[k], x);
        cr_assert(constraint_radius(x, g, steps[k]) < defective, "zero after a step");
    }
}

/* Section IV: rows linear in q leave out the last two terms of (47), and (0.5, 1)/dt then makes the
 * first-order scheme with Baumgarte's stabilisation the predictor, from any violation; (1, 1)/dt
 * does not. */
Test(welch_stability, predictor_is_baumgarte_where_rows_are_linear)
{
    double b[M][N], difference = 0.0;
    matrix g;

    rows(false, b);
    gamma_of(b, g);
    for (int k = 0; k < STEPS; k++) {
        amplification x, baum, critical;

        amplify(predictor, g, steps[k], x);
        amplify(first_order_half, g, steps[k], baum);
        same(x, baum, "predictor and Baumgarte");
        amplify(first_order_critical, g, steps[k], critical);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                difference = fmax(difference, fabs(x[N + i][N + j] - critical[N + i][N + j]));
        cr_assert(difference > 0.1, "%g", difference);
    }
}

/* (69) against differences of (67) at the stable equilibrium of the paper, theta = 0 */
Test(welch_stability, printed_jacobian_has_a_wrong_sign)
{
    double printed[M][N], right[M][N];

    rows(true, printed);
    rows(false, right);
    for (int c = 0; c < N; c++) {
        const double s = 1e-6;
        double q[N] = {0.0, half, 0.0, 0.0, 3.0 * half, 0.0}, third;

        q[c] = q[c] + s;
        third = q[3] - q[0] - half * sin(q[2]) - half * sin(q[5]);
        cr_assert(fabs(third / s - right[2][c]) < 1e-6);
        cr_assert((fabs(third / s - printed[2][c]) < 1e-6) == (c != 3));
    }
}

/* (22): e -> e - (e / 2) Psi / |e|,  Psi = |e|^2 - 1 */
Test(welch_stability, greenwood_increment_leaves_the_square)
{
    for (double d = 1e-2; d > 1e-5; d /= 10.0) {
        double norm = 1.0 + d, corrected = norm - 0.5 * (norm * norm - 1.0);

        cr_assert(fabs(corrected - 1.0 + 0.5 * d * d) < 1e-15);
    }
}
