/* SPDX-License-Identifier: MIT */
/* A McPherson strut and a leg with closed loops against motions derived for each of them by hand. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "tests/fixtures/models/own_motion.h"

static const double g = 9.81; /* [m/s2] */

/* ---- mcpherson-strut: the angle of the arm --------------------------------------------------- */

/* Places of the knuckle as declared [m], from the ball joint */
enum { HUB, SEAT, ROD, TOP, KNUCKLE_PLACES };
static const double ball[] = {0.0, 0.70, 0.18}, mount[] = {-0.02, 0.56, 0.85};
static const double strut = 0.45442271070007056; /* [m] from seat to mount, as declared */
static const double of_knuckle[KNUCKLE_PLACES][3] = {
    {0.0, 0.05, 0.12}, {0.0, -0.08, 0.22}, {-0.14, -0.02, 0.05}, {-0.02, -0.14, 0.67}};

/* Order of the scalars: hub and six points a metre from it along the knuckle's axes, seat of the spring,
 * centre of the piston rod and six points a metre from it along and across it, the arm's angle and centre
 * of mass */
enum { HUBS = 0, SEATS = 21, PISTONS = 24, ARM_ANGLE = 45, ARM = 46, STRUT_SCALARS = 49 };

/* R by the rotation vector w (Rodrigues) */
static void rotation(const double *w, double R[3][3])
{
    const double angle = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    const double a = angle > 1e-8 ? sin(angle) / angle : 1.0;
    const double b = angle > 1e-8 ? (1.0 - cos(angle)) / (angle * angle) : 0.5;

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            R[i][j] = (i == j ? cos(angle) : 0.0) + b * w[i] * w[j];
    for (int i = 0; i < 3; i++) {
        R[(i + 1) % 3][i] += a * w[(i + 2) % 3];
        R[i][(i + 1) % 3] -= a * w[(i + 2) % 3];
    }
}

static void turned(double R[3][3], const double *u, double *x)
{
    for (int i = 0; i < 3; i++)
        x[i] += R[i][0] * u[0] + R[i][1] * u[1] + R[i][2] * u[2];
}

/* How far the strut's line passes the mount (across x and y), and the rod's length is off its own */
static void off(const double *at, double rack, const double *w, double *e)
{
    const double inner[] = {-0.14, 0.33 + rack, 0.24};
    double R[3][3], seat[3], top[3], rod[3], l2 = 0.0, s;

    rotation(w, R);
    memcpy(seat, at, sizeof seat);
    memcpy(top, at, sizeof top);
    memcpy(rod, at, sizeof rod);
    turned(R, of_knuckle[SEAT], seat);
    turned(R, of_knuckle[TOP], top);
    turned(R, of_knuckle[ROD], rod);
    s = (mount[2] - seat[2]) / (top[2] - seat[2]);
    for (int i = 0; i < 2; i++)
        e[i] = seat[i] + s * (top[i] - seat[i]) - mount[i];
    for (int i = 0; i < 3; i++)
        l2 += (rod[i] - inner[i]) * (rod[i] - inner[i]);
    e[2] = l2 - (0.35 * 0.35 + 0.01 * 0.01);
}

/* w that closes the loops, by Newton with differences from the declared position */
static void close_knuckle(const double *at, double rack, double *w)
{
    memset(w, 0, 3 * sizeof *w);
    for (int pass = 0; pass < 12; pass++) {
        double e[3], J[3][3], other[2][3], x[3], det;

        off(at, rack, w, e);
        for (int j = 0; j < 3; j++) {
            for (int side = 0; side < 2; side++) {
                memcpy(x, w, sizeof x);
                x[j] += side ? 1e-5 : -1e-5;
                off(at, rack, x, other[side]);
            }
            for (int i = 0; i < 3; i++)
                J[i][j] = (other[1][i] - other[0][i]) / 2e-5;
        }
        det = 0.0;
        for (int j = 0; j < 3; j++)
            det += J[0][j] *
                   (J[1][(j + 1) % 3] * J[2][(j + 2) % 3] - J[1][(j + 2) % 3] * J[2][(j + 1) % 3]);
        for (int j = 0; j < 3; j++) { /* Cramer, by the cofactors of J's column j */
            double sum = 0.0;

            for (int i = 0; i < 3; i++)
                sum += e[i] * (J[(i + 1) % 3][(j + 1) % 3] * J[(i + 2) % 3][(j + 2) % 3] -
                               J[(i + 1) % 3][(j + 2) % 3] * J[(i + 2) % 3][(j + 1) % 3]);
            w[j] -= sum / det;
        }
    }
}

/* The arm turns about the line along x through (y, z) = (0.35, 0.2). */
static void about_pivot(double angle, const double *u, double *x)
{
    x[0] = u[0];
    x[1] = 0.35 + cos(angle) * (u[1] - 0.35) - sin(angle) * (u[2] - 0.2);
    x[2] = 0.2 + sin(angle) * (u[1] - 0.35) + cos(angle) * (u[2] - 0.2);
}

/* The centre x, and behind it six points a metre away along axes that turn with R */
static void spread(double R[3][3], double axes[3][3], double *x)
{
    for (int k = 0; k < 6; k++) {
        const double *u = axes[k / 2], back[] = {-u[0], -u[1], -u[2]};

        memcpy(x + 3 * (k + 1), x, 3 * sizeof *x);
        turned(R, k % 2 ? back : u, x + 3 * (k + 1));
    }
}

/* Along and across the strut as declared */
static void strut_axes(double axes[3][3])
{
    const double *a = of_knuckle[SEAT], *b = of_knuckle[TOP];
    const double u[] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const double l = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]), across = hypot(u[0], u[1]);

    for (int i = 0; i < 3; i++)
        axes[0][i] = u[i] / l;
    axes[1][0] = -u[1] / across;
    axes[1][1] = u[0] / across;
    axes[1][2] = 0.0;
    for (int i = 0; i < 3; i++)
        axes[2][i] = axes[0][(i + 1) % 3] * axes[1][(i + 2) % 3] -
                     axes[0][(i + 2) % 3] * axes[1][(i + 1) % 3];
}

static void strut_place(const void *data, double t, const double *q, double *x)
{
    static const double centre[] = {0.0, 0.525, 0.19};
    double world[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    double at[3], w[3], R[3][3], axes[3][3], down[3];

    (void)data;
    about_pivot(q[0], ball, at);
    close_knuckle(at, 0.01 * (1.0 - cos(2.0 * M_PI * t)), w);
    rotation(w, R);
    memcpy(x + HUBS, at, sizeof at);
    turned(R, of_knuckle[HUB], x + HUBS);
    spread(R, world, x + HUBS);
    memcpy(x + SEATS, at, sizeof at);
    turned(R, of_knuckle[SEAT], x + SEATS);
    strut_axes(axes);
    for (int i = 0; i < 3; i++) /* a quarter of the declared strut below the mount */
        down[i] = -0.25 * strut * axes[0][i];
    memcpy(x + PISTONS, mount, sizeof mount);
    turned(R, down, x + PISTONS);
    spread(R, axes, x + PISTONS);
    x[ARM_ANGLE] = q[0];
    about_pivot(q[0], centre, x + ARM);
}

static double strut_length(const double *x)
{
    double l = 0.0;

    for (int i = 0; i < 3; i++)
        l += (mount[i] - x[SEATS + i]) * (mount[i] - x[SEATS + i]);
    return sqrt(l);
}

static double tyre(double t, const double *x)
{
    const double s = 2.0 * t;
    const double kerb = s < 1.0 ? 0.0 : s < 1.5 ? 0.04 * (1.0 - cos(2.0 * M_PI * (s - 1.0))) : 0.08;

    return fmax(0.0, 2e5 * (0.31 + kerb - x[HUBS + 2]));
}

static void strut_load(const void *data, double t, const double *x, const double *xdot, double *f)
{
    const own_system *system = data;
    const double l = strut_length(x);
    double rate = 0.0, pull;

    for (int i = 2; i < ARM_ANGLE; i += 3)
        f[i] = -g * system->inertia[i];
    f[ARM + 2] = -g * system->inertia[ARM + 2];
    for (int i = 0; i < 3; i++)
        rate -= xdot[SEATS + i] * (mount[i] - x[SEATS + i]) / l;
    pull = 2.5e4 * (l - 0.53) + 1500.0 * rate;
    for (int i = 0; i < 3; i++)
        f[SEATS + i] += pull * (mount[i] - x[SEATS + i]) / l;
    f[HUBS + 2] += tyre(t, x);
}

/* A body of mass m and these principal moments: points a metre away to both sides along each axis, which
 * together have its moments, and the centre the rest of its mass. */
static void points_of(double m, double J1, double J2, double J3, double *inertia)
{
    const double part[] = {0.25 * (J2 + J3 - J1), 0.25 * (J3 + J1 - J2), 0.25 * (J1 + J2 - J3)};

    for (int k = 0; k < 6; k++)
        for (int i = 0; i < 3; i++)
            inertia[3 * (k + 1) + i] = part[k / 2];
    for (int i = 0; i < 3; i++)
        inertia[i] = m - 2.0 * (part[0] + part[1] + part[2]);
}

/* Up to where the tyre is on the kerb; the kerb begins at 0.5 s. */
Test(own_motions_loops, mcpherson_strut, .timeout = 600)
{
    static const double times[] = {0.1, 0.25, 0.4, 0.5, 0.55, 0.6};
    own_system system = {.n = 1,
                         .nx = STRUT_SCALARS,
                         .rate = 2.0 * M_PI,
                         .data = &system,
                         .place = strut_place,
                         .load = strut_load};
    own_reading r = own_read("mcpherson-strut", "", 0.6);
    /* two round rods from (+-0.15, 0.35, 0.2) to the ball, about the line along x through their middles */
    const double l2 = 0.15 * 0.15 + 0.35 * 0.35 + 0.02 * 0.02, r2 = 0.015 * 0.015;
    const double x2 = 0.15 * 0.15 / l2; /* share of a rod's line along x */
    double y[2] = {0.0}, x[STRUT_SCALARS], before = 0.0;

    points_of(25.0, 0.8, 1.2, 0.8, system.inertia + HUBS);
    points_of(1.0, 0.5e-4, (3e-4 + 0.25 * strut * strut) / 12.0,
              (3e-4 + 0.25 * strut * strut) / 12.0, system.inertia + PISTONS);
    for (int i = 0; i < 3; i++)
        system.inertia[ARM + i] = 3.0;
    system.inertia[ARM_ANGLE] = 3.0 * ((3.0 * r2 + l2) / 12.0 * (1.0 - x2) + 0.5 * r2 * x2);
    for (size_t k = 0; k < sizeof times / sizeof *times; k++) {
        own_move(&system, before, times[k], 60, y);
        before = times[k];
        strut_place(NULL, before, y, x);
        cr_assert(tyre(before, x) > 0.0);
        own_expect(&r, before, "wheel.x", x[HUBS], 1e-8);
        own_expect(&r, before, "wheel.y", x[HUBS + 1], 1e-8);
        own_expect(&r, before, "wheel.z", x[HUBS + 2], 1e-8);
        own_expect(&r, before, "spindle.x", x[HUBS + 9] - x[HUBS], 1e-8);
        own_expect(&r, before, "strut", strut_length(x), 1e-8);
    }
    own_expect_model(&r, "body", 0.1, 200, 1e-7);
    own_expect_model(&r, "natural", 0.1, 200, 1e-7);
    own_expect_model(&r, "joint", 0.1, 200, 1e-7);
    own_done(&r);
}

/* ---- parallel-leg: thigh, knee, shin's spring, heel's spring, crank -------------------------- */

enum { THIGH, KNEE, SHIN, TARSUS, HEEL, ACHILLES, CRANK, PLANTAR, SOLE, LEVER, LEG_BODIES };
enum {
    JOINTS = 3 * LEG_BODIES,
    LEG_SCALARS = JOINTS + 5 + 4
}; /* angles of joints; foot's pivot, toe */

/* a + R(angle) u */
static void carried(const double *a, double angle, double ux, double uy, double *x)
{
    x[0] = a[0] + cos(angle) * ux - sin(angle) * uy;
    x[1] = a[1] + sin(angle) * ux + cos(angle) * uy;
}

static void heel_end(const double *ankle, double tarsus, double heel, double *end)
{
    double pivot[2];

    carried(ankle, tarsus, -0.013, -0.031, pivot);
    carried(pivot, tarsus + heel + 156.0 * M_PI / 180.0, 0.119, -0.010, end);
}

/* Tarsus' angle for which the heel's end is as far from the hip as the achilles rod is long */
static double tarsus_angle(const double *ankle, double heel)
{
    const double start = -77.0 * M_PI / 180.0, down = -135.0 * M_PI / 180.0;
    double knee[2] = {0.0, -0.12}, shin[2], at[2], end[2], length, angle = start;

    carried(knee, down, 0.061, 0.047, shin);
    carried(shin, down, 0.435, 0.020, at);
    heel_end(at, start, 0.0, end);
    length = hypot(end[0], end[1]);
    for (int pass = 0; pass < 12; pass++) {
        double off[3];

        for (int k = 0; k < 3; k++) {
            heel_end(ankle, angle + 1e-5 * (k - 1), heel, end);
            off[k] = hypot(end[0], end[1]) - length;
        }
        angle -= off[1] * 2e-5 / (off[2] - off[0]);
    }
    return angle;
}

static void leg_body(double *x, int body, const double *at, double angle, double ux, double uy)
{
    carried(at, angle, ux, uy, x + 3 * body);
    x[3 * body + 2] = angle;
}

static void leg_place(const void *data, double t, const double *q, double *x)
{
    static const double hip[2] = {0.0, 0.0};
    const double thigh = -0.5 * M_PI + q[0], knee = thigh - 0.25 * M_PI + q[1];
    const double shin = knee + q[2];
    double at[2], below[2], ankle[2], end[2], pivot[2], top[2], tarsus, crank;

    (void)data, (void)t;
    leg_body(x, THIGH, hip, thigh, 0.06, 0.0);
    carried(hip, thigh, 0.12, 0.0, at);
    leg_body(x, KNEE, at, knee, 0.023, 0.032);
    carried(at, knee, 0.061, 0.047, below);
    leg_body(x, SHIN, below, shin, 0.18, 0.0);
    carried(below, shin, 0.435, 0.020, ankle);
    tarsus = tarsus_angle(ankle, q[3]);
    leg_body(x, TARSUS, ankle, tarsus, 0.11, -0.03);
    carried(ankle, tarsus, -0.013, -0.031, at);
    leg_body(x, HEEL, at, tarsus + q[3] + 156.0 * M_PI / 180.0, 0.08, 0.0);
    heel_end(ankle, tarsus, q[3], end);
    leg_body(x, ACHILLES, hip, atan2(end[1], end[0]), 0.5 * hypot(end[0], end[1]), 0.0);
    /* the foot's four-bar is a parallelogram */
    crank = tarsus - 80.0 * M_PI / 180.0 + q[4];
    carried(ankle, tarsus, 0.058, -0.034, pivot);
    leg_body(x, CRANK, pivot, crank, 0.0275, 0.0);
    carried(pivot, crank, 0.055, 0.0, top);
    leg_body(x, PLANTAR, top, tarsus, 0.175, 0.0);
    carried(ankle, tarsus, 0.408, -0.034, pivot);
    leg_body(x, LEVER, pivot, crank, 0.0275, 0.0);
    carried(pivot, crank, 0.055, 0.0, end);
    carried(pivot, crank + 137.0 * M_PI / 180.0, 0.11, 0.0, at);
    x[3 * SOLE] = 0.5 * (end[0] + at[0]);
    x[3 * SOLE + 1] = 0.5 * (end[1] + at[1]);
    x[3 * SOLE + 2] = crank;
    memcpy(x + JOINTS, q, 5 * sizeof *q);
    memcpy(x + JOINTS + 5, pivot, sizeof pivot);
    memcpy(x + JOINTS + 7, at, sizeof at);
}

static void leg_load(const void *data, double t, const double *x, const double *xdot, double *f)
{
    const own_system *system = data;
    const double *q = x + JOINTS, *v = xdot + JOINTS;

    for (int b = 0; b < LEG_BODIES; b++)
        f[3 * b + 1] = -g * system->inertia[3 * b + 1];
    f[JOINTS] = -150.0 * q[0] - 10.0 * v[0];
    f[JOINTS + 1] = 150.0 * (0.3 * sin(2.0 * M_PI * t) - q[1]) - 10.0 * v[1];
    f[JOINTS + 2] = -1500.0 * q[2] - 0.1 * v[2];
    f[JOINTS + 3] = -1250.0 * q[3] - 0.1 * v[3];
    f[JOINTS + 4] = 10.0 * (0.3 * sin(4.0 * M_PI * t) - q[4]) - 0.5 * v[4];
}

Test(own_motions_loops, leg_with_closed_loops, .timeout = 600)
{
    static const double mass[LEG_BODIES] = {5.5,  0.95, 0.58, 0.78, 0.13,
                                            0.16, 0.13, 0.12, 0.10, 0.05};
    double inertia[LEG_BODIES] = {0.03, 0.0026, 0.015, 0.014, 2e-4}, y[10] = {0.0}, x[LEG_SCALARS];
    own_system system = {
        .n = 5, .nx = LEG_SCALARS, .data = &system, .place = leg_place, .load = leg_load};
    own_reading r = own_read("parallel-leg", "", 0.3);

    leg_place(NULL, 0.0, y, x);
    inertia[ACHILLES] =
        0.16 / 3.0 *
        (x[3 * ACHILLES] * x[3 * ACHILLES] + x[3 * ACHILLES + 1] * x[3 * ACHILLES + 1]);
    inertia[CRANK] = 0.13 * 0.055 * 0.055 / 12.0;
    inertia[PLANTAR] = 0.12 * 0.35 * 0.35 / 12.0;
    inertia[LEVER] = 0.05 * 0.055 * 0.055 / 12.0;
    inertia[SOLE] = 0.10 *
                    (0.055 * 0.055 + 0.11 * 0.11 - 2.0 * 0.055 * 0.11 * cos(137.0 * M_PI / 180.0)) /
                    12.0;
    for (int b = 0; b < LEG_BODIES; b++) {
        system.inertia[3 * b] = system.inertia[3 * b + 1] = mass[b];
        system.inertia[3 * b + 2] = inertia[b];
    }
    for (int k = 1; k <= 3; k++) {
        const double t = 0.1 * k;

        own_move(&system, t - 0.1, t, 60, y);
        leg_place(NULL, t, y, x);
        own_expect(&r, t, "shin spring", y[2], 1e-8);
        own_expect(&r, t, "heel spring", y[3], 1e-8);
        own_expect(&r, t, "tarsus", x[3 * TARSUS + 2], 1e-8);
        own_expect(&r, t, "ankle.x", x[JOINTS + 5], 1e-8);
        own_expect(&r, t, "ankle.y", x[JOINTS + 6], 1e-8);
        own_expect(&r, t, "toe.x", x[JOINTS + 7], 1e-8);
        own_expect(&r, t, "toe.y", x[JOINTS + 8], 1e-8);
    }
    own_expect_model(&r, "reference-point", 0.02, 400, 1e-7);
    own_expect_model(&r, "natural", 0.02, 400, 1e-7);
    own_expect_model(&r, "joint", 0.02, 400, 1e-7);
    own_done(&r);
}
