/* SPDX-License-Identifier: MIT */
/* Planar mechanisms that only a file declares, against motions derived for each of them by hand. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "tests/fixtures/models/own_motion.h"

static const double g = 9.81; /* [m/s2] */

/* ---- scissor-lift: the angle of the bars ----------------------------------------------------- */

enum { STAGES = 2 };

/* Centres of both bars of each stage, their angle, the platform's height */
static void scissor_place(const void *data, double t, const double *q, double *x)
{
    (void)data, (void)t;
    for (int i = 0; i < STAGES; i++) {
        x[2 * i] = 0.5 * cos(q[0]);
        x[2 * i + 1] = (i + 0.5) * sin(q[0]);
    }
    x[2 * STAGES] = q[0];
    x[2 * STAGES + 1] = STAGES * sin(q[0]);
}

static void scissor_load(const void *data, double t, const double *x, const double *xdot, double *f)
{
    (void)data, (void)t, (void)xdot;
    for (int i = 0; i < STAGES; i++)
        f[2 * i + 1] = -10.0 * g;
    f[2 * STAGES + 1] = -40.0 * g - 1000.0 * (x[2 * STAGES + 1] - 1.6);
}

Test(own_motions, scissor_lift, .timeout = 600)
{
    own_system system = {
        .n = 1, .nx = 2 * STAGES + 2, .place = scissor_place, .load = scissor_load};
    own_reading r = own_read("scissor-lift", "", 5.0);
    const mb_automatic_facts *facts = mb_automatic_facts_of(r.automatic);
    double y[2] = {0.35, 0.0};

    for (int i = 0; i < 2 * STAGES; i++)
        system.inertia[i] = 10.0;
    system.inertia[2 * STAGES] = 2 * STAGES * 5.0 / 12.0;
    system.inertia[2 * STAGES + 1] = 40.0;
    cr_expect(facts->rows - facts->rank == 2, "%d of %d", facts->rank, facts->rows);
    for (int k = 1; k <= 5; k++) {
        own_move(&system, k - 1, k, 20, y);
        own_expect(&r, k, "angle", y[0], 1e-9);
        own_expect(&r, k, "platform.y", STAGES * sin(y[0]), 1e-9);
        own_expect(&r, k, "platform.x", 0.5, 1e-12);
        own_expect(&r, k, "roller", cos(y[0]), 1e-9);
    }
    own_expect_model(&r, "reference-point", 0.5, 100, 1e-8);
    own_expect_model(&r, "natural", 0.5, 100, 1e-8);
    own_expect_model(&r, "joint", 0.5, 100, 1e-8);
    own_done(&r);
}

/* ---- four-bar-spring: the angle of the cranks ------------------------------------------------ */

static void diagonal_place(const void *data, double t, const double *q, double *x)
{
    (void)data, (void)t;
    x[0] = q[0];
    x[1] = 1.0 - sin(q[0]); /* C, which moves like the centre of mass of the coupler */
    x[2] = cos(q[0]);
}

static void diagonal_load(const void *data, double t, const double *x, const double *xdot,
                          double *f)
{
    const double l = hypot(x[1], x[2]), pull = 100.0 * (l - sqrt(2.0));

    (void)data, (void)t, (void)xdot;
    f[1] = -pull * x[1] / l;
    f[2] = -pull * x[2] / l;
}

Test(own_motions, four_bar_with_a_diagonal_spring, .timeout = 600)
{
    const own_system system = {.n = 1,
                               .nx = 3,
                               .inertia = {2.0 / 3.0, 1.0, 1.0},
                               .place = diagonal_place,
                               .load = diagonal_load};
    static const double rates[] = {0.1, 2.0};
    static const char *const parameters[] = {"", "rate=2"};

    for (int s = 0; s < 2; s++) {
        own_reading r = own_read("four-bar-spring", parameters[s], 5.0);
        double y[2] = {0.0, rates[s]};

        for (int k = 1; k <= 5; k++) {
            own_move(&system, k - 1, k, 20, y);
            own_expect(&r, k, "crank", y[0], 1e-10);
            own_expect(&r, k, "follower", y[0], 1e-10);
            own_expect(&r, k, "diagonal", hypot(1.0 - sin(y[0]), cos(y[0])), 1e-10);
        }
        own_expect_model(&r, "reference-point", 0.5, 100, 1e-7);
        own_expect_model(&r, "natural", 0.5, 100, 1e-7);
        own_expect_model(&r, "joint", 0.5, 100, 1e-7);
        own_done(&r);
    }
}

/* w^2 = k (a b/l)^2 / (m a^2/3 + m a^2/3 + m a^2): its tenth half period ends where the crank is back,
 * but for the square of the amplitude, 3e-8. */
Test(own_motions, frequency_of_a_four_bar_with_a_diagonal_spring, .timeout = 600)
{
    own_reading r = own_read("four-bar-spring", "rate=1e-3", 6.0);
    const double half = M_PI / sqrt(100.0 * 0.5 / (5.0 / 3.0));
    double t = 10.0 * half;

    for (int k = 0; k < 3; k++) /* the rate there is +1e-3 rad/s */
        t -= own_value(&r, t, "crank") / 1e-3;
    cr_expect(fabs(t - 10.0 * half) < 1e-7 * t, "%.12g, not %.12g", t, 10.0 * half);
    own_done(&r);
}

/* ---- mass-ratio-chain: the angles of its links from hanging ---------------------------------- */

enum { LINKS = 5 };

static void chain_place(const void *data, double t, const double *q, double *x)
{
    double end[2] = {0.0, 0.0};

    (void)data, (void)t;
    for (int k = 0; k < LINKS; k++) {
        x[3 * k] = end[0] + 0.5 * sin(q[k]);
        x[3 * k + 1] = end[1] - 0.5 * cos(q[k]);
        x[3 * k + 2] = q[k];
        end[0] += sin(q[k]);
        end[1] -= cos(q[k]);
    }
    memcpy(x + 3 * LINKS, end, sizeof end);
}

static void chain_load(const void *data, double t, const double *x, const double *xdot, double *f)
{
    (void)t, (void)x, (void)xdot;
    for (int k = 0; k < LINKS; k++)
        f[3 * k + 1] = -g;
    f[3 * LINKS + 1] = -g * *(const double *)data;
}

Test(own_motions, chain_with_a_heavy_load, .timeout = 600)
{
    static const double ratios[] = {1.0, 1000.0};
    static const char *const parameters[] = {"ratio=1,angle=1.5", ""};
    static const double angle[] = {1.5, M_PI / 4.0}, end[] = {2.0, 1.0};

    for (int s = 0; s < 2; s++) {
        own_system system = {.n = LINKS,
                             .nx = 3 * LINKS + 2,
                             .data = &ratios[s],
                             .place = chain_place,
                             .load = chain_load};
        own_reading r = own_read("mass-ratio-chain", parameters[s], end[s]);
        double y[2 * LINKS] = {0.0}, x[OWN_SCALARS];

        for (int k = 0; k < LINKS; k++) {
            y[k] = angle[s];
            system.inertia[3 * k] = system.inertia[3 * k + 1] = 1.0;
            system.inertia[3 * k + 2] = 1.0 / 12.0;
        }
        system.inertia[3 * LINKS] = system.inertia[3 * LINKS + 1] = ratios[s];
        for (int k = 1; k <= 4; k++) {
            own_move(&system, 0.25 * (k - 1) * end[s], 0.25 * k * end[s], 100, y);
            chain_place(NULL, 0.0, y, x);
            own_expect(&r, 0.25 * k * end[s], "first", y[0] - angle[s], 1e-8);
            own_expect(&r, 0.25 * k * end[s], "load.x", x[3 * LINKS], 1e-8);
            own_expect(&r, 0.25 * k * end[s], "load.y", x[3 * LINKS + 1], 1e-8);
        }
        own_expect_model(&r, "reference-point", 0.1, 200, 1e-7);
        own_expect_model(&r, "natural", 0.1, 200, 1e-7);
        own_expect_model(&r, "joint", 0.1, 200, 1e-7);
        own_done(&r);
    }
}

/* A load of a million links swings as a simple pendulum as long as the chain, l theta'' = -g sin theta. */
static void pendulum(const void *data, double t, const double *y, double *dy)
{
    (void)data, (void)t;
    dy[0] = y[1];
    dy[1] = -g / LINKS * sin(y[0]);
}

Test(own_motions, heaviest_load_swings_like_a_pendulum, .timeout = 600)
{
    own_reading r = own_read("mass-ratio-chain", "ratio=1e6", 0.5);
    double y[2] = {M_PI / 4.0, 0.0};

    own_integrate(pendulum, NULL, 2, 0.0, 0.5, 10, y);
    own_expect(&r, 0.5, "load.x", LINKS * sin(y[0]), 2e-5);
    own_expect(&r, 0.5, "load.y", -LINKS * cos(y[0]), 2e-5);
    own_done(&r);
}

/* ---- watt-six-bar: the angle of the crank ---------------------------------------------------- */

enum { A, B, C, D, E, F, G, WATT_POINTS };
static const int watt_rod[][2] = {{A, B}, {B, C}, {B, E}, {C, E}, {D, C},
                                  {D, F}, {C, F}, {E, G}, {F, G}};
enum { WATT_RODS = sizeof watt_rod / sizeof *watt_rod };

/* The corner of a triangle on a and b at these distances from them, to the left of a b */
static void corner(const double *a, const double *b, double from_a, double from_b, double *c)
{
    const double base = hypot(b[0] - a[0], b[1] - a[1]);
    const double ex = (b[0] - a[0]) / base, ey = (b[1] - a[1]) / base;
    const double s = (from_a * from_a - from_b * from_b + base * base) / (2.0 * base);
    const double up = sqrt(from_a * from_a - s * s);

    c[0] = a[0] + s * ex - up * ey;
    c[1] = a[1] + s * ey + up * ex;
}

/* a + length along the line a b turned by `by` */
static void ahead(const double *a, const double *b, double length, double by, double *c)
{
    const double base = hypot(b[0] - a[0], b[1] - a[1]);
    const double ex = (b[0] - a[0]) / base, ey = (b[1] - a[1]) / base;

    c[0] = a[0] + length * (cos(by) * ex - sin(by) * ey);
    c[1] = a[1] + length * (sin(by) * ex + cos(by) * ey);
}

/* Points, middles of rods (a rod moves like a sixth of its mass at each end and the rest in the
 * middle), the crank's angle */
static void watt_place(const void *data, double t, const double *q, double *x)
{
    double(*p)[2] = (double(*)[2])x, (*middle)[2] = p + WATT_POINTS;

    (void)data, (void)t;
    p[A][0] = p[A][1] = p[D][1] = 0.0;
    p[D][0] = 0.132;
    p[B][0] = 0.084 * cos(q[0]);
    p[B][1] = 0.084 * sin(q[0]);
    corner(p[B], p[D], 0.120, 0.108, p[C]);
    ahead(p[B], p[C], 0.180, M_PI / 6.0, p[E]);
    ahead(p[D], p[C], 0.180, -5.0 * M_PI / 18.0, p[F]);
    corner(p[E], p[F], 0.120, 0.120, p[G]);
    for (int k = 0; k < WATT_RODS; k++)
        for (int i = 0; i < 2; i++)
            middle[k][i] = 0.5 * (p[watt_rod[k][0]][i] + p[watt_rod[k][1]][i]);
    x[2 * (WATT_POINTS + WATT_RODS)] = q[0];
}

static void watt_load(const void *data, double t, const double *x, const double *xdot, double *f)
{
    const own_system *system = data;

    (void)t, (void)x, (void)xdot;
    for (int i = 1; i < 2 * (WATT_POINTS + WATT_RODS); i += 2)
        f[i] = -g * system->inertia[i];
}

Test(own_motions, watts_six_bar, .timeout = 600)
{
    own_system system = {.n = 1,
                         .nx = 2 * (WATT_POINTS + WATT_RODS) + 1,
                         .data = &system,
                         .place = watt_place,
                         .load = watt_load};
    own_reading r = own_read("watt-six-bar", "", 1.0);
    double y[2] = {M_PI / 3.0, 20.0}, x[OWN_SCALARS];

    watt_place(NULL, 0.0, y, x);
    for (int k = 0; k < WATT_RODS; k++) {
        const double *a = x + 2 * watt_rod[k][0], *b = x + 2 * watt_rod[k][1];
        const double mass = hypot(b[0] - a[0], b[1] - a[1]);

        for (int i = 0; i < 2; i++) {
            system.inertia[2 * watt_rod[k][0] + i] += mass / 6.0;
            system.inertia[2 * watt_rod[k][1] + i] += mass / 6.0;
            system.inertia[2 * (WATT_POINTS + k) + i] = 4.0 * mass / 6.0;
        }
    }
    system.inertia[system.nx - 1] = 0.5 * 2.0 * 0.01;
    for (int k = 1; k <= 5; k++) {
        own_move(&system, 0.2 * (k - 1), 0.2 * k, 100, y);
        watt_place(NULL, 0.0, y, x);
        own_expect(&r, 0.2 * k, "crank", y[0], 1e-8);
        own_expect(&r, 0.2 * k, "E.x", x[2 * E], 1e-9);
        own_expect(&r, 0.2 * k, "F.y", x[2 * F + 1], 1e-9);
        own_expect(&r, 0.2 * k, "G.x", x[2 * G], 1e-9);
        own_expect(&r, 0.2 * k, "G.y", x[2 * G + 1], 1e-9);
    }
    cr_expect(y[0] > 4.0 * M_PI, "the crank has not gone round twice: %g", y[0]);
    own_expect_model(&r, "reference-point", 0.1, 400, 1e-7);
    own_expect_model(&r, "natural", 0.1, 400, 1e-7);
    own_expect_model(&r, "joint", 0.1, 400, 1e-7);
    own_done(&r);
}
