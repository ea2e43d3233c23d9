/* SPDX-License-Identifier: MIT */
/* bayo1996: its projections as printed, on a unit mass on the ellipse x^2 + 4 y^2 = 1 (n = 2, m =
 * 1, M = I), and the sign of its Newton iteration.  Written apart from the solvers. */
#include <criterion/criterion.h>
#include <math.h>

static const double ALPHA = 1e7;

/* a little off the row, as integration leaves it */
static const double start[2] = {0.6 * (1.0 + 1e-6), 0.4 * (1.0 + 1e-6)};

static double row(const double q[2])
{
    return q[0] * q[0] + 4.0 * q[1] * q[1] - 1.0;
}

static void jacobian(const double q[2], double d[2])
{
    d[0] = 2.0 * q[0];
    d[1] = 8.0 * q[1];
}

/* x = (I + alpha D'D)^-1 b with D at the place `at` */
static void solve_penalty(const double at[2], const double b[2], double x[2])
{
    double d[2], along;

    jacobian(at, d);
    along = ALPHA * (d[0] * b[0] + d[1] * b[1]) / (1.0 + ALPHA * (d[0] * d[0] + d[1] * d[1]));
    for (int i = 0; i < 2; i++)
        x[i] = b[i] - d[i] * along;
}

/* Eqs (13)-(15) from lambda = 0.  penalty: with the term alpha D' Phi of (11) in (14).  factor: the
 * place of the leading matrix, NULL for the present one.  |Phi| after each pass. */
static void position_passes(bool penalty, const double *factor, int passes, double violation[])
{
    double q[2] = {start[0], start[1]}, lambda = 0.0;

    for (int k = 0; k < passes; k++) {
        double d[2], right[2], step[2];

        jacobian(q, d);
        for (int i = 0; i < 2; i++)
            right[i] = start[i] - q[i] - d[i] * (lambda + (penalty ? ALPHA * row(q) : 0.0));
        solve_penalty(factor ? factor : q, right, step);
        q[0] += step[0];
        q[1] += step[1];
        lambda += ALPHA * row(q);
        violation[k] = fabs(row(q));
    }
}

/* With (14) as printed the first correction is zero, which is where |dq| < epsilon ends the
 * iteration.  Gone on with, (Phi, lambda / alpha) turns by a sixth of a circle in each pass, since
 * Phi loses lambda / alpha and lambda / alpha gains what is left: Phi_0, 0, -Phi_0, -Phi_0, 0,
 * Phi_0; a pass takes 1 / (2 alpha D D') = 4e-9 of it away.  With alpha D' Phi it converges. */
Test(bayo1996, eq14_as_printed_cycles_with_period_six)
{
    enum { PASSES = 600 };
    double printed[PASSES], whole[5];
    const double first = row(start);

    position_passes(false, NULL, PASSES, printed);
    cr_assert(printed[0] == first, "the first pass moves nothing: %g", printed[0]);
    for (int k = 0; k < PASSES; k++)
        cr_assert(fabs(printed[k] - (k % 3 == 1 ? 0.0 : first)) < 1e-3 * first, "pass %d: %g", k,
                  printed[k]);
    position_passes(true, NULL, 5, whole);
    cr_assert(whole[4] < 1e-15, "%g", whole[4]);
}

/* Section 3.2: "a modified Newton-Raphson method with no need for updating the tangent matrix" */
Test(bayo1996, position_projection_needs_no_new_tangent)
{
    double violation[6];

    position_passes(true, start, 6, violation);
    cr_assert(violation[5] < 1e-15, "%g", violation[5]);
}

/* ... which is that of the dynamic analysis, sections 3.2 and 6: so with the trapezoidal rule,
 * whose last evaluation is at the end of the step.  The midpoint rule's is half a step before,
 * where D has turned by delta, and a pass multiplies Phi by alpha delta^2: half a step of 1 ms at 5
 * m/s runs away. */
Test(bayo1996, position_projection_with_the_tangent_of_the_midpoint_runs_away)
{
    const double midpoint[2] = {0.6 + 2.5e-3 * 0.936, 0.4 - 2.5e-3 * 0.351};
    double violation[6];

    position_passes(true, midpoint, 6, violation);
    cr_assert(!(violation[5] < fabs(row(start))), "%g", violation[5]);
}

/* ---- (16), (25): [M D'; D 0] [x; mu] = [a; b] -------------------------------------------------
 */

static void solve_kkt(const double d[2], const double a[2], double b, double x[2], double *mu)
{
    *mu = (d[0] * a[0] + d[1] * a[1] - b) / (d[0] * d[0] + d[1] * d[1]);
    for (int i = 0; i < 2; i++)
        x[i] = a[i] - d[i] * *mu;
}

/* (16) with -gamma_p of (14) in its first row and `second` Phi in its second */
static double kkt_positions(double second)
{
    double q[2] = {start[0], start[1]}, lambda = 0.0;

    for (int k = 0; k < 20; k++) {
        double d[2], a[2], step[2], change;

        jacobian(q, d);
        for (int i = 0; i < 2; i++)
            a[i] = -(q[i] - start[i]) - d[i] * lambda;
        solve_kkt(d, a, second * row(q), step, &change);
        q[0] += step[0];
        q[1] += step[1];
        lambda += change;
    }
    return fabs(row(q));
}

Test(bayo1996, eq16_as_printed_leaves_the_violation)
{
    cr_assert(fabs(kkt_positions(0.0) - row(start)) < 1e-3 * row(start), "%g", kkt_positions(0.0));
    cr_assert(kkt_positions(-1.0) < 1e-15, "%g", kkt_positions(-1.0));
}

/* (25): its unknown is the velocity, so that a zero is D v = 0: right as long as rows do not depend
 * on time, off by Phi_t where they do.  alpha Phi_t in the first row goes into the multiplier. */
Test(bayo1996, eq25_as_printed_holds_without_a_time)
{
    const double d[2] = {1.2, -1.6}, given[2] = {0.3, -0.7};

    for (int moving = 0; moving < 2; moving++)
        for (int right = 0; right < 2; right++) {
            const double phi_t = 0.1 * moving, wrong = right ? 0.0 : phi_t;
            double a[2], v[2], plain[2], sigma;

            for (int i = 0; i < 2; i++)
                a[i] = given[i] - d[i] * ALPHA * phi_t;
            solve_kkt(d, a, right ? -phi_t : 0.0, v, &sigma);
            cr_assert(fabs(d[0] * v[0] + d[1] * v[1] + phi_t - wrong) < 1e-9);
            solve_kkt(d, given, right ? -phi_t : 0.0, plain, &sigma);
            cr_assert(fabs(v[0] - plain[0]) < 1e-9 && fabs(v[1] - plain[1]) < 1e-9);
        }
}

/* (38): [df/dq] dq = f.  On f = k q - c the residual doubles in each pass; with -f it is gone in
 * one.
 */
Test(bayo1996, eq38_as_printed_runs_away)
{
    const double k = 3.0, c = 6.0;
    double printed = 1.0, right = 1.0;

    for (int pass = 1; pass <= 10; pass++) {
        printed += (k * printed - c) / k;
        right -= (k * right - c) / k;
        cr_assert(k * printed - c == -3.0 * pow(2.0, pass));
        cr_assert(k * right - c == 0.0);
    }
}
