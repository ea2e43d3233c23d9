/* SPDX-License-Identifier: MIT */
/* welch2007 on spatial bodies: eqs (43) against a second program for the three-link pendulum, which
 * shares nothing with the solver (its own rotation matrices, rows and elimination, the updates
 * implicit in e solved as 4 x 4 systems). */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/probe.h"

enum { BODIES = 3, ROWS = 11, SIZE = 6 * BODIES };

/* ---- a second program for eqs (43) ---------------------------------------------------------- */

typedef struct motion {
    double r[BODIES][3], e[BODIES][4], u[SIZE]; /* u: rdot, omega of each body */
} motion;

static const double length[BODIES] = {1.0, 2.0, 2.5};
static const double gravity[3] = {-5.0, -7.0710678118654755, -5.0};

/* 1 / M, 1 / J */
static double inverse_mass(int k)
{
    double l = length[k / 6], m = l * l * l;

    if (k % 6 < 3)
        return 1.0 / m;
    return 12.0 / (m * l * l * (k % 6 == 5 ? 0.02 : 1.01));
}

static void cross(const double *a, const double *b, double *c)
{
    for (int i = 0; i < 3; i++)
        c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* The vector part of e (0, x) e*: the rotation of x, times e'e */
static void rotate(const double *e, const double *x, double *y)
{
    double ex[3], square = e[0] * e[0] - dot(e + 1, e + 1, 3), along = dot(e + 1, x, 3);

    cross(e + 1, x, ex);
    for (int i = 0; i < 3; i++)
        y[i] = square * x[i] + 2.0 * along * e[i + 1] + 2.0 * e[0] * ex[i];
}

/* x = A\x by Gaussian elimination with row pivots */
static void eliminate(int n, double a[][ROWS], double *x)
{
    for (int k = 0; k < n; k++) {
        int p = k;

        for (int i = k + 1; i < n; i++)
            p = fabs(a[i][k]) > fabs(a[p][k]) ? i : p;
        for (int j = 0; j < n; j++) {
            double t = a[k][j];
            a[k][j] = a[p][j];
            a[p][j] = t;
        }
        double t = x[k];
        x[k] = x[p];
        x[p] = t;
        for (int i = k + 1; i < n; i++) {
            double f = a[i][k] / a[k][k];
            for (int j = k; j < n; j++)
                a[i][j] -= f * a[k][j];
            x[i] -= f * x[k];
        }
    }
    for (int i = n - 1; i >= 0; i--)
        x[i] = (x[i] - dot(a[i] + i + 1, x + i + 1, n - 1 - i)) / a[i][i];
}

/* A point of a body, and its derivatives by the body's rotation: columns A (e_c x s) */
static void add_point(const motion *x, int body, double z, double sign, double *phi,
                      double d[][SIZE])
{
    const double s[3] = {0.0, 0.0, z};
    double y[3];

    rotate(x->e[body], s, y);
    for (int i = 0; i < 3; i++) {
        phi[i] += sign * (x->r[body][i] + y[i]);
        d[i][6 * body + i] += sign;
    }
    for (int c = 0; c < 3; c++) {
        double axis[3] = {c == 0, c == 1, c == 2}, turned[3];

        cross(axis, s, turned);
        rotate(x->e[body], turned, y);
        for (int i = 0; i < 3; i++)
            d[i][6 * body + 3 + c] += sign * y[i];
    }
}

/* The axis `a` of link 2 stays at right angles to the pin (y) of link 3 */
static void add_angle(const motion *x, const double *a, double *phi, double *d)
{
    const double pin[3] = {0.0, 1.0, 0.0};
    double s[3], t[3], y[3], turned[3];

    rotate(x->e[1], a, s);
    rotate(x->e[2], pin, t);
    *phi = dot(s, t, 3);
    for (int c = 0; c < 3; c++) {
        double axis[3] = {c == 0, c == 1, c == 2};

        cross(axis, a, turned);
        rotate(x->e[1], turned, y);
        d[9 + c] = dot(y, t, 3);
        cross(axis, pin, turned);
        rotate(x->e[2], turned, y);
        d[15 + c] = dot(s, y, 3);
    }
}

static void rows(const motion *x, double phi[ROWS], double d[ROWS][SIZE])
{
    const double side[2][3] = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}};

    memset(phi, 0, ROWS * sizeof *phi);
    memset(d, 0, ROWS * sizeof *d);
    for (int k = 0; k < BODIES; k++) {
        add_point(x, k, 0.5 * length[k], 1.0, phi + 3 * k, d + 3 * k);
        if (k > 0)
            add_point(x, k - 1, -0.5 * length[k - 1], -1.0, phi + 3 * k, d + 3 * k);
    }
    for (int k = 0; k < 2; k++)
        add_angle(x, side[k], &phi[9 + k], d[9 + k]);
}

/* M^-1 F and J^-1 (T - omega~ J omega) */
static void free_acceleration(const double u[SIZE], double a[SIZE])
{
    for (int b = 0; b < BODIES; b++) {
        const double *w = u + 6 * b + 3;
        double spin[3], c[3];

        for (int i = 0; i < 3; i++) {
            a[6 * b + i] = gravity[i];
            spin[i] = w[i] / inverse_mass(6 * b + 3 + i);
        }
        cross(spin, w, c);
        for (int i = 0; i < 3; i++)
            a[6 * b + 3 + i] = c[i] * inverse_mass(6 * b + 3 + i);
    }
}

/* A Cholesky factor exists, and A = A' */
static bool is_positive_definite(double a[ROWS][ROWS])
{
    double l[ROWS][ROWS];

    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j <= i; j++) {
            double rest = a[i][j] - dot(l[i], l[j], j);

            if (fabs(a[i][j] - a[j][i]) > 1e-12 * fabs(a[i][j]) + 1e-15 ||
                (i == j && !(rest > 0.0)))
                return false;
            l[i][j] = i == j ? sqrt(rest) : rest / l[j][j];
        }
    return true;
}

/* lambda = [D W D']\(rhs + D a);  a -= W D' lambda */
static void constrain(double d[ROWS][SIZE], const double rhs[ROWS], double a[SIZE])
{
    double k[ROWS][ROWS], lambda[ROWS];

    for (int i = 0; i < ROWS; i++) {
        lambda[i] = rhs[i] + dot(d[i], a, SIZE);
        for (int j = 0; j < ROWS; j++) {
            k[i][j] = 0.0;
            for (int c = 0; c < SIZE; c++)
                k[i][j] += d[i][c] * inverse_mass(c) * d[j][c];
        }
    }
    cr_assert(is_positive_definite(k));
    eliminate(ROWS, k, lambda);
    for (int c = 0; c < SIZE; c++)
        for (int i = 0; i < ROWS; i++)
            a[c] -= inverse_mass(c) * d[i][c] * lambda[i];
}

/* (I - after h G) e = (I + before h G) e_old with G(omega) of (11), and |e| = 1 */
static void turn(const double w[3], double h, double before, double after, double e[4])
{
    const double g[4][4] = {{0.0, -w[0], -w[1], -w[2]},
                            {w[0], 0.0, w[2], -w[1]},
                            {w[1], -w[2], 0.0, w[0]},
                            {w[2], w[1], -w[0], 0.0}};
    double a[4][ROWS], x[4], norm;

    for (int i = 0; i < 4; i++) {
        x[i] = e[i] + 0.5 * before * h * dot(g[i], e, 4);
        for (int j = 0; j < 4; j++)
            a[i][j] = (i == j) - 0.5 * after * h * g[i][j];
    }
    eliminate(4, a, x);
    norm = sqrt(dot(x, x, 4));
    for (int i = 0; i < 4; i++)
        e[i] = x[i] / norm;
}

/* Velocities u over a step h from x, positions by their mean weighted (before, after) */
static motion moved(const motion *x, double h, double before, double after, const double a[SIZE])
{
    motion y = *x;

    for (int c = 0; c < SIZE; c++)
        y.u[c] += h * a[c];
    for (int b = 0; b < BODIES; b++) {
        double w[3];

        for (int i = 0; i < 3; i++) {
            y.r[b][i] += h * (before * x->u[6 * b + i] + after * y.u[6 * b + i]);
            w[i] = before * x->u[6 * b + 3 + i] + after * y.u[6 * b + 3 + i];
        }
        turn(w, h, before, after, y.e[b]);
    }
    return y;
}

/* Eqs (43a), (43b) */
static void welch_step(motion *x, double h)
{
    double phi[ROWS], d[ROWS][SIZE], rhs[ROWS], a[SIZE], unused[ROWS], change[SIZE];
    motion p, half;

    rows(x, phi, d);
    for (int i = 0; i < ROWS; i++)
        rhs[i] = phi[i] / (h * h) + dot(d[i], x->u, SIZE) / h;
    free_acceleration(x->u, a);
    constrain(d, rhs, a);
    p = moved(x, h, 0.0, 1.0, a);

    half = p;
    for (int b = 0; b < BODIES; b++) {
        for (int i = 0; i < 3; i++)
            half.r[b][i] = 0.5 * (p.r[b][i] + x->r[b][i]);
        for (int i = 0; i < 4; i++)
            half.e[b][i] = 0.5 * (p.e[b][i] + x->e[b][i]);
    }
    for (int c = 0; c < SIZE; c++) {
        half.u[c] = 0.5 * (p.u[c] + x->u[c]);
        change[c] = x->u[c] - p.u[c];
    }
    rows(&p, phi, d);
    rows(&half, unused, d);
    for (int i = 0; i < ROWS; i++)
        rhs[i] = 2.0 * phi[i] / (h * h) + 2.0 * dot(d[i], change, SIZE) / h;
    free_acceleration(half.u, a);
    constrain(d, rhs, a);
    *x = moved(x, h, 0.5, 0.5, a);
}

/* Abstract and section III: each of the 2000 systems passes is_positive_definite(), and one
 * solution of each is the step, as the product's digits confirm. */
Test(welch_spatial, eqs_43_step_by_step_as_a_second_program_has_them)
{
    const char *problem = "three-link-pendulum";
    static const char *const name[BODIES][6] = {
        {"link1.x", "link1.y", "link1.z", "link1.wx", "link1.wy", "link1.wz"},
        {"link2.x", "link2.y", "link2.z", "link2.wx", "link2.wy", "link2.wz"},
        {"link3.x", "link3.y", "link3.z", "link3.wx", "link3.wy", "link3.wz"},
    };
    probe p = probe_alone(problem, "algebraic/predictor-corrector:h=1e-3", 1.0);
    double phi[ROWS], d[ROWS][SIZE], depth = 0.0;
    motion x = {0};

    for (int b = 0; b < BODIES; b++) {
        x.r[b][2] = depth - 0.5 * length[b];
        depth -= length[b];
        x.e[b][0] = 1.0;
    }
    for (int k = 0; k < 1000; k++)
        welch_step(&x, 1e-3);
    rows(&x, phi, d);
    cr_assert(p.status == MB_OK);
    for (int b = 0; b < BODIES; b++)
        for (int i = 0; i < 6; i++) {
            double ours = probe_output(problem, &p, name[b][i]);
            double theirs = i < 3 ? x.r[b][i] : x.u[6 * b + i];

            cr_assert(fabs(ours - theirs) < 1e-9, "%s: %.15g, %.15g", name[b][i], ours, theirs);
        }
    for (int i = 0; i < 9; i++)
        cr_assert(fabs(phi[i] - p.phi[i]) < 1e-13, "row %d: %.6g, %.6g", i, phi[i], p.phi[i]);
    /* the two rows of angles depend on the pair of axes across the pin, their norm does not */
    cr_assert(fabs(hypot(phi[9], phi[10]) - hypot(p.phi[9], p.phi[10])) < 1e-13);
}

/* Section VII: the matrix of (21) and (47) is one.  Baumgarte's method by this matrix
 * (system=schur) and by M bordered by D, which knows no D M^-1 D', is one motion. */
Test(welch_spatial, baumgarte_by_the_matrix_of_eq21_is_the_same_motion)
{
    const char *problem = "three-link-pendulum";
    probe schur =
        probe_alone(problem, "baumgarte:alpha_h=0.5,beta_h=1,system=schur/heun:h=1e-3", 1.0);
    probe bordered = probe_alone(problem, "baumgarte:alpha_h=0.5,beta_h=1/heun:h=1e-3", 1.0);

    cr_assert(schur.status == MB_OK && bordered.status == MB_OK);
    for (int i = 0; i < 21; i++)
        cr_assert(fabs(schur.outputs[i] - bordered.outputs[i]) < 1e-10, "output %d", i);
    for (int i = 0; i < ROWS; i++)
        cr_assert(fabs(schur.lambda[i] - bordered.lambda[i]) < 1e-7, "multiplier %d: %.12g %.12g",
                  i, schur.lambda[i], bordered.lambda[i]);
    cr_assert_eq(schur.counters.factorisations, bordered.counters.factorisations);
}

Test(welch_spatial, system_schur_needs_a_regular_mass_matrix)
{
    probe p = probe_alone("bricard", "baumgarte:system=schur/rk4:h=1e-3", 0.01);

    cr_assert(p.status == MB_NOT_APPLICABLE && strstr(p.error.text, "system=bordered does not"),
              "%s", p.error.text);
}

/* Largest |omega_z| of link 2 and largest difference from that of link 3 within 10 s */
static void spins(const char *problem, double *spin, double *difference)
{
    mb_model *model = NULL;
    mb_solver *solver = NULL;
    mb_error err = {0};
    double out[PROBE_OUTPUTS];
    int z[2] = {-1, -1};

    cr_assert_eq(mb_model_create(problem, &model, &err), MB_OK, "%s", err.text);
    cr_assert_eq(mb_solver_create(model, "lagrange/rk4:h=1e-3", &solver, &err), MB_OK);
    cr_assert_eq(mb_solver_start(solver, &err), MB_OK, "%s", err.text);
    for (int i = 0; i < model->noutputs; i++)
        for (int k = 0; k < 2; k++)
            if (strcmp(model->outputs[i].name, k ? "link3.wz" : "link2.wz") == 0)
                z[k] = i;
    *spin = *difference = 0.0;
    while (solver->state.t < 10.0) {
        const mb_state *x = &solver->state;

        cr_assert_eq(mb_solver_step(solver, 10.0, &err), MB_OK, "%s", err.text);
        model->ops->outputs(model, x->t, x->q, x->v, x->a, x->lambda, out);
        *spin = fmax(*spin, fabs(out[z[0]]));
        *difference = fmax(*difference, fabs(out[z[0]] - out[z[1]]));
    }
    mb_solver_destroy(solver);
    mb_model_destroy(model);
}

/* Text to Fig. 5: "the third component of the angular velocities of links 2 and 3 should be
 * identical, due to the pin joint".  A pin at right angles to both lets the links make an angle
 * theta, and the components along them are then those of one velocity along two directions: they
 * differ by 1 to 5 rad/s, 4 to 20 per cent of the largest, in every reading of what is not
 * printed. */
Test(welch_spatial, links_across_the_pin_do_not_spin_alike, .timeout = 600)
{
    static const char *const masses[] = {"volume", "length", "equal"};

    for (int k = 0; k < 6; k++) {
        char problem[64];
        double spin, difference;

        snprintf(problem, sizeof problem, "three-link-pendulum:masses=%s,pin=%s", masses[k / 2],
                 k % 2 ? "x" : "y");
        spins(problem, &spin, &difference);
        cr_assert(difference > 1.0 && difference > 0.04 * spin && difference < 0.2 * spin,
                  "%s: %g of %g rad/s", problem, difference, spin);
    }
}
