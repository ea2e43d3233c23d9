/* SPDX-License-Identifier: MIT */
/* Spatial mechanisms that only a file declares, and the leg with closed loops, against closed forms and
 * motions derived for each of them by hand. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "tests/fixtures/models/own_motion.h"

static const double g = 9.81; /* [m/s2] */

/* ---- dzhanibekov: Jacobi's elliptic functions ------------------------------------------------ */

/* K(m), and sn, cn, dn of u, by the arithmetic-geometric mean (Abramowitz and Stegun 16.4, 17.6) */
static double jacobi(double m, double u, double *sn, double *cn, double *dn)
{
    double a[16] = {1.0}, b = sqrt(1.0 - m), c[16] = {sqrt(m)}, phi;
    int n = 0;

    while (fabs(c[n]) > 1e-16 && n < 15) {
        a[n + 1] = 0.5 * (a[n] + b);
        c[n + 1] = 0.5 * (a[n] - b);
        b = sqrt(a[n] * b);
        n++;
    }
    phi = ldexp(a[n] * u, n);
    for (int k = n; k > 0; k--)
        phi = 0.5 * (phi + asin(c[k] / a[k] * sin(phi)));
    *sn = sin(phi);
    *cn = cos(phi);
    *dn = sqrt(1.0 - m * *sn * *sn);
    return 0.5 * M_PI / a[n];
}

/* Landau and Lifshitz (37.8), (37.10), with axes 1 and 3 changed round since L^2 < 2 E J2: at the start w2
 * is at its largest, a quarter of a period after its passage through zero. */
Test(own_motions_space, dzhanibekov, .timeout = 600)
{
    static const double J[] = {1.0, 2.0, 3.0}, kick = 0.01, spin = 5.0;
    const double E2 = J[0] * kick * kick + J[1] * spin * spin;
    const double L2 = J[0] * J[0] * kick * kick + J[1] * J[1] * spin * spin;
    const double rate = sqrt((J[1] - J[0]) * (J[2] * E2 - L2) / (J[0] * J[1] * J[2]));
    const double m = (J[2] - J[1]) * (L2 - J[0] * E2) / ((J[1] - J[0]) * (J[2] * E2 - L2));
    const double w1 = sqrt((J[2] * E2 - L2) / (J[0] * (J[2] - J[0])));
    const double w2 = sqrt((L2 - J[0] * E2) / (J[1] * (J[1] - J[0])));
    const double w3 = sqrt((L2 - J[0] * E2) / (J[2] * (J[2] - J[0])));
    own_reading r = own_read("dzhanibekov", "", 15.0);
    const double quarter = jacobi(m, 0.0, &(double){0}, &(double){0}, &(double){0});
    int turns = 0;
    double last = 1.0;

    for (int k = 0; k <= 60; k++) {
        const double t = 0.25 * k;
        double sn, cn, dn, axis;

        jacobi(m, quarter + rate * t, &sn, &cn, &dn);
        own_expect(&r, t, "w.x", w1 * dn, 2e-9 * spin);
        own_expect(&r, t, "w.y", w2 * sn, 2e-9 * spin);
        own_expect(&r, t, "w.z", w3 * cn, 2e-9 * spin);
        own_expect(&r, t, "L.x", J[0] * kick, 1e-10);
        own_expect(&r, t, "L.y", J[1] * spin, 1e-10);
        axis =
            own_value(&r, t, "axis.y"); /* of the body, along L but for the kick: L w2 J2 / L^2 */
        turns += axis * last < 0.0;
        last = axis;
    }
    cr_expect(turns == (int)floor((rate * 15.0 / quarter + 1.0) / 2.0), "%d turns", turns);
    own_expect_model(&r, "body", 1.0, 500, 1e-7);
    own_expect_model(&r, "euler", 1.0, 500, 1e-7);
    own_expect_model(&r, "joint", 1.0, 500, 1e-7);
    own_done(&r);
}

/* ---- rolling-disc ---------------------------------------------------------------------------- */

static const double radius = 0.5, A = 0.0625, C = 0.125; /* [m], [kg m2]; mass 1 kg */

static double steady_rate(double lean, double turn)
{
    const double c = cos(lean), s = sin(lean);

    return (A * turn * turn * s * c - g * radius * s) / ((C + radius * radius) * turn * c);
}

/* The heading turns with a constant rate, the hub goes round in a circle. */
Test(own_motions_space, disc_that_rolls_steadily, .timeout = 600)
{
    static const double lean = 0.3, turn = 1.0;
    const double n = steady_rate(lean, turn), round = radius * n / turn;
    own_reading r = own_read("rolling-disc", "", 6.0);

    for (int k = 0; k <= 12; k++) {
        const double t = 0.5 * k, p = turn * t;

        own_expect(&r, t, "hub.x", round * sin(p), 1e-10);
        own_expect(&r, t, "hub.y", round * (1.0 - cos(p)), 1e-10);
        own_expect(&r, t, "hub.z", radius * cos(lean), 1e-10);
        own_expect(&r, t, "axis.x", -cos(lean) * sin(p), 1e-10);
        own_expect(&r, t, "axis.y", cos(lean) * cos(p), 1e-10);
        own_expect(&r, t, "axis.z", sin(lean), 1e-10);
        own_expect(&r, t, "rate", n, 1e-10);
        own_expect(&r, t, "roll", (n - turn * sin(lean)) * t, 1e-10);
    }
    own_expect_model(&r, "body", 1.0, 500, 1e-7);
    own_expect_model(&r, "euler", 1.0, 500, 1e-7);
    own_expect_model(&r, "joint", 1.0, 500, 1e-7);
    own_done(&r);
}

/* y = (lean a, its rate, heading, its rate p, n, hub x, hub y, rolled angle), by Newton and Euler about the hub in the
 * axes e1 (heading), d (the disc's axis), e2 (up along the disc): the hub moves with r (n e1 - a' d),
 * the force at -r e2 has the parts m r (n' + p c a') along e1 and m r (n p c - a'') + m g s along d. */
static void disc(const void *data, double t, const double *y, double *dy)
{
    const double m = 1.0, c = cos(y[0]), s = sin(y[0]), fall = y[1], p = y[3], n = y[4];
    const double Am = A + m * radius * radius, Cm = C + m * radius * radius;

    (void)data, (void)t;
    dy[0] = fall;
    dy[1] = (Cm * n * p * c - A * p * p * s * c + m * g * radius * s) / Am;
    dy[2] = p;
    dy[3] = (2.0 * A * p * s - C * n) * fall / (A * c);
    dy[4] = -m * radius * radius * p * c * fall / Cm;
    dy[5] = radius * (n * cos(y[2]) + fall * c * sin(y[2]));
    dy[6] = radius * (n * sin(y[2]) - fall * c * cos(y[2]));
    dy[7] = n - p * s;
}

Test(own_motions_space, disc_that_wobbles, .timeout = 600)
{
    own_reading r = own_read("rolling-disc", "motion=wobbling", 6.0);
    double y[8] = {0.3, 0.5, 0.0, 1.0, steady_rate(0.3, 1.0), 0.0, 0.0, 0.0}, least = 1.0,
           most = 0.0;

    for (int k = 1; k <= 12; k++) {
        const double t = 0.5 * k;

        own_integrate(disc, NULL, 8, t - 0.5, t, 20, y);
        own_expect(&r, t, "hub.x", y[5], 1e-9);
        own_expect(&r, t, "hub.y", y[6], 1e-9);
        own_expect(&r, t, "hub.z", radius * cos(y[0]), 1e-9);
        own_expect(&r, t, "axis.x", -cos(y[0]) * sin(y[2]), 1e-9);
        own_expect(&r, t, "axis.y", cos(y[0]) * cos(y[2]), 1e-9);
        own_expect(&r, t, "rate", y[4], 1e-9);
        own_expect(&r, t, "roll", y[7], 1e-9);
        least = fmin(least, y[0]);
        most = fmax(most, y[0]);
    }
    cr_expect(most - least > 0.1, "it does not wobble: %g to %g", least, most);
    own_expect_model(&r, "body", 1.0, 500, 1e-7);
    own_expect_model(&r, "euler", 1.0, 500, 1e-7);
    own_expect_model(&r, "joint", 1.0, 500, 1e-7);
    own_done(&r);
}
