/* SPDX-License-Identifier: MIT */
/* gonzalez2016, Tables 1 to 3, row by row with the printed parameters: 10 s of motion, largest
 * energy drift against the printed bound and against values of an independent program (known). */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "tests/fixtures/probe.h"

typedef struct row {
    const char *solver;
    double known; /* [J] drift found by an independent program, to the digits given */
    double tol;   /* half a unit of the last digit of it */
} row;

static probe ran(const char *problem, const char *solver)
{
    probe p = probe_alone(problem, solver, 10.0);

    cr_assert(p.status == MB_OK, "%s on %s: %s", solver, problem, p.error.text);
    cr_assert(p.branch_max < 1.0, "%s on %s changed branch", solver, problem);
    return p;
}

static void check(const char *problem, double printed, const row *rows, int n)
{
    for (int i = 0; i < n; i++) {
        double drift = ran(problem, rows[i].solver).drift_max;

        cr_assert(isfinite(drift) && drift <= printed, "%s: %g J, printed at most %g J",
                  rows[i].solver, drift, printed);
        cr_assert(isnan(rows[i].known) || fabs(drift - rows[i].known) <= rows[i].tol,
                  "%s: %g J, known %g J", rows[i].solver, drift, rows[i].known);
    }
}

#define CHECK(problem, printed, rows)                                                              \
    check(problem, printed, rows, (int)(sizeof(rows) / sizeof *(rows)))

Test(gonzalez2016, table1_slider_crank_within_a_tenth_of_a_joule)
{
    static const row rows[] = {
        {"penalty:alpha=1e8,omega=250/semi-implicit-euler:h=2e-3", 0.0926, 5e-5},
        {"augmented-lagrangian:alpha=1e8,omega=250/semi-implicit-euler:h=2e-3", 0.0926, 5e-5},
        {"hamiltonian:alpha=1e9,omega=0.1,xi=1000/forward-euler:h=2e-3", 0.0765, 5e-5},
    };

    CHECK("slider-crank-singular", 0.1, rows);
}

Test(gonzalez2016, table2_slider_crank_within_a_thousandth, .timeout = 600)
{
    static const row rows[] = {
        {"penalty:alpha=1e8,omega=250/semi-implicit-euler:h=2e-5", 8.8e-4, 0.5e-4},
        {"augmented-lagrangian:alpha=1e7,omega=250/semi-implicit-euler:h=2e-5", 8.8e-4, 0.5e-4},
        {"penalty:alpha=1e7,omega=1000/trapezoidal:h=1e-4,tol=1e-7", 1.6e-5, 0.05e-5},
        {"augmented-lagrangian:alpha=1e7,omega=200/trapezoidal:h=1e-3,tol=1e-7", 8.7e-4, 0.05e-4},
        {"hamiltonian:alpha=1e9,omega=0.1,xi=2000/trapezoidal:h=2e-3,tol=1e-7", 8.0e-4, 0.05e-4},
        {"al-newton:alpha=1e7,omega=500,xi=0.7,tangent=printed/newmark:h=1e-3,tol=1e-7", 9.6e-4,
         0.05e-4},
        {"ali3:alpha=1e9/newmark:h=1e-3,tol=1e-5", 7.2e-4, 0.05e-4},
    };

    CHECK("slider-crank-singular", 0.001, rows);
}

/* The known values of the trapezoidal rows are those of a dense program that solves (6a) as printed
 * and, like ours, takes constant acceleration as the first iterate and leaves a diverging iteration
 * at the last iterate before the change grew: 0.0669 and 0.0758 J.  With the state at the start of
 * the step as the first iterate the same program gives 0.0679 and 0.0779 J, the 0.068 and 0.078 of
 * another one; the paper prints neither.  The drift of row 8, the Hamiltonian in fixed point, is a
 * draw from 0.05 J to a change of branch (claim table3.row8.chance of the study), the known 0.060 J
 * one of them. */
Test(gonzalez2016, table3_double_four_bar_within_a_tenth_of_a_joule)
{
    static const row rows[] = {
        {"penalty:alpha=1e8,omega=400/semi-implicit-euler:h=1e-3", 0.0970, 5e-5},
        {"augmented-lagrangian:alpha=1e8,omega=400/semi-implicit-euler:h=1e-3", 0.0970, 5e-5},
        {"hamiltonian:alpha=1e9,omega=0.1,xi=1000/forward-euler:h=1e-3", 0.0954, 5e-5},
        {"penalty:alpha=1e8,omega=25/trapezoidal:h=5e-3,tol=1e-7", 0.067, 5e-4},
        {"augmented-lagrangian:alpha=1e8,omega=20/trapezoidal:h=5e-3,tol=1e-7", 0.076, 5e-4},
        {"al-newton:alpha=1e7,omega=100,tangent=printed/newmark:h=5e-3,tol=1e-7", NAN, 0.0},
        {"hamiltonian-newton:alpha=1e8,omega=1,xi=1e4/newmark:h=5e-3,tol=1e-7", NAN, 0.0},
        {"ali3:alpha=1e9/newmark:h=1e-2,tol=1e-7", 0.0916, 5e-5},
    };

    CHECK("double-four-bar", 0.1, rows);
}

/* A step that diverges next to a singular position ends at the iterate before the change grew: the
 * drift then hardly depends on the number of multiplier passes, where it would reach 30 J. */
Test(gonzalez2016, table3_trapezoidal_does_not_depend_on_the_passes)
{
    static const int passes[] = {2, 3, 10, 1000};

    for (int i = 0; i < 4; i++) {
        char solver[128];
        double drift;

        snprintf(solver, sizeof solver,
                 "augmented-lagrangian:alpha=1e8,omega=20,iterations=%d/"
                 "trapezoidal:h=5e-3,tol=1e-7",
                 passes[i]);
        drift = ran("double-four-bar", solver).drift_max;
        cr_assert(isfinite(drift) && fabs(drift - 0.0765) < 0.002, "%d passes: %g J", passes[i],
                  drift);
    }
}

/* Section 5.2, Fig. 11: practically independent of the penalty factor.  With a step that ends at
 * the iterate after the corrections grew, these omega give anything up to a change of branch. */
Test(gonzalez2016, fig11_newton_form_does_not_depend_on_its_penalty)
{
    static const double omega[] = {40.0, 63.0, 158.0};

    for (int i = 0; i < 3; i++) {
        double least = INFINITY, most = 0.0;

        for (double exponent = 6.0; exponent <= 8.5; exponent += 0.5) {
            char solver[96];
            double drift;

            snprintf(solver, sizeof solver,
                     "al-newton:alpha=%.6g,omega=%g,tangent=printed/newmark:h=5e-3,tol=1e-7",
                     pow(10.0, exponent), omega[i]);
            drift = ran("double-four-bar", solver).drift_max;
            cr_assert(isfinite(drift));
            least = fmin(least, drift);
            most = fmax(most, drift);
        }
        cr_assert(most < 1.1 * least, "omega = %g: %g to %g J", omega[i], least, most);
    }
}

/* Section 5.2: with h = 5 ms alpha may lie between 1e6 and 1e15 without degrading the results. Here
 * it may reach 1e17 (ali3.c). */
Test(gonzalez2016, section5_2_ali3_does_not_depend_on_its_penalty)
{
    const double least = 6.0, most = 17.0;

    for (double exponent = least; exponent <= most; exponent += 1.0) {
        char solver[64];
        double drift;

        snprintf(solver, sizeof solver, "ali3:alpha=1e%.0f/newmark:h=5e-3,tol=1e-7", exponent);
        drift = ran("double-four-bar", solver).drift_max;
        cr_assert(isfinite(drift) && fabs(drift - 0.0217) < 0.002, "alpha = 1e%.0f: %g J", exponent,
                  drift);
    }
}

/* The sixth row of Table 2 is met with a tolerance ten times smaller than the printed one. */
Test(gonzalez2016, table2_hamiltonian_newton_needs_a_smaller_tolerance)
{
    const char *const printed =
        "hamiltonian-newton:alpha=1e8,omega=1,xi=1e5/newmark:h=2e-3,tol=1e-7";
    const char *const smaller =
        "hamiltonian-newton:alpha=1e8,omega=1,xi=1e5/newmark:h=2e-3,tol=1e-8";

    cr_assert(ran("slider-crank-singular", printed).drift_max > 0.001);
    cr_assert(ran("slider-crank-singular", smaller).drift_max < 0.001);
}

/* Run as printed, the explicit penalty row of Table 1 ends at 0.127 J, above the printed bound
 * (ERRATA.md). */
Test(gonzalez2016, table1_explicit_penalty_row, .timeout = 600)
{
    double drift =
        ran("slider-crank-singular", "penalty:alpha=1e8,omega=25/forward-euler:h=2e-5").drift_max;

    cr_assert(fabs(drift - 0.127) < 0.0005, "%g J", drift);
}

/* The explicit augmented Lagrangian row keeps its bound when the multipliers converge also next to
 * the singular position, whatever the tolerance, and does not when the passes are cut off there
 * (ERRATA.md).  Whether the mechanism then changes branch as well hangs on the last digits. */
Test(gonzalez2016, table1_explicit_augmented_lagrangian_row, .timeout = 600)
{
    const char *const tol[] = {"1e-4", "1e-8", "1e-12"};
    char solver[128];
    probe cut;

    for (int i = 0; i < 3; i++) {
        probe p;

        snprintf(solver, sizeof solver,
                 "augmented-lagrangian:alpha=1e7,omega=10,tol=%s,iterations=1000/"
                 "forward-euler:h=1e-5",
                 tol[i]);
        p = ran("slider-crank-singular", solver);
        cr_assert(isfinite(p.drift_max) && p.drift_max < 0.1 && p.branch_max < 1.0,
                  "tol %s: %g J, branch %g", tol[i], p.drift_max, p.branch_max);
    }
    cut = probe_alone("slider-crank-singular",
                      "augmented-lagrangian:alpha=1e7,omega=10,iterations=3/forward-euler:h=1e-5",
                      10.0);
    cr_assert(cut.drift_max > 1.0, "%g J", cut.drift_max);
}

/* Residuals (30) of a mass m on a spring k, no constraint, with the velocity and the rate of the
 * momentum by the trapezoidal rule from q = 1, p = 0. */
static void residuals(double m, double k, double h, double q, double p, double g[2])
{
    double v = 2.0 / h * (q - 1.0), rate = 2.0 / h * p + k;

    g[0] = h / 2.0 * (m * v - p);
    g[1] = h / 2.0 * (rate + k * q);
}

/* Largest residual after one pass (33), (34) with dg2/dq as given: zero for a linear system where
 * that is the derivative. */
static double left_by_one_pass(double m, double k, double h, double slope)
{
    double g[2], dq;

    residuals(m, k, h, 1.0, 0.0, g);
    dq = (-g[0] - h / 2.0 * g[1]) / (m + h / 2.0 * slope);
    residuals(m, k, h, 1.0 + dq, -g[1] - slope * dq, g);
    return fmax(fabs(g[0]), fabs(g[1]));
}

/* f = -k q, so that -df/dq = k. */
Test(gonzalez2016, eq27c_misses_the_scaling_of_eq30)
{
    const double m = 2.0, k = 300.0, h = 0.01;

    cr_assert(left_by_one_pass(m, k, h, h / 2.0 * k) < 1e-13);
    cr_assert(left_by_one_pass(m, k, h, k) > 0.1);
}
