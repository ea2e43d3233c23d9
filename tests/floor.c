/* What generality costs: the double four-bar in a plain loop written by hand for it, against the
 * same scheme from the registries, interleaved in one process.  Prints the ratio of CPU times a
 * step and whether both end at the same place.  Run with: meson test -C build --benchmark -v */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "solvers/solver.h"

enum { N = 6, ROWS = 5, ROUNDS = 15 };

static const double GRAVITY = 9.81, T_END = 10.0;

typedef struct scheme {
    const char *spec;
    double alpha, omega, xi, h;
    int augmented;
} scheme;

/* three vertical rods on fixed points (i, 0), two horizontal ones; 1 m, 1 kg */
static void mass(double m[N][N])
{
    memset(m, 0, N * sizeof *m);
    for (int i = 0; i < N; i++)
        m[i][i] = i / 2 == 1 ? 1.0 : 2.0 / 3.0;
    for (int i = 0; i + 2 < N; i++)
        m[i][i + 2] = m[i + 2][i] = 1.0 / 6.0;
}

/* rows 0 to 2: length of a vertical rod; 3, 4: of a horizontal one */
static void rows(const double *q, const double *v, double d[ROWS][N], double *phi, double *phidot,
                 double *gamma)
{
    memset(d, 0, ROWS * sizeof *d);
    for (int r = 0; r < ROWS; r++) {
        int i = r < 3 ? r : r - 2, j = r - 3;
        double x = q[2 * i] - (r < 3 ? i : q[2 * j]),
               y = q[2 * i + 1] - (r < 3 ? 0.0 : q[2 * j + 1]);
        double vx = v[2 * i] - (r < 3 ? 0.0 : v[2 * j]);
        double vy = v[2 * i + 1] - (r < 3 ? 0.0 : v[2 * j + 1]);

        d[r][2 * i] = 2.0 * x;
        d[r][2 * i + 1] = 2.0 * y;
        if (r >= 3) {
            d[r][2 * j] = -2.0 * x;
            d[r][2 * j + 1] = -2.0 * y;
        }
        phi[r] = x * x + y * y - 1.0;
        phidot[r] = 2.0 * (x * vx + y * vy);
        gamma[r] = -2.0 * (vx * vx + vy * vy);
    }
}

static void cholesky(double a[N][N])
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++) {
            double sum = a[i][j];

            for (int k = 0; k < j; k++)
                sum -= a[i][k] * a[j][k];
            a[i][j] = i == j ? sqrt(sum) : sum / a[j][j];
        }
}

static void solve(double a[N][N], double *x)
{
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < i; k++)
            x[i] -= a[i][k] * x[k];
        x[i] /= a[i][i];
    }
    for (int i = N - 1; i >= 0; i--) {
        for (int k = i + 1; k < N; k++)
            x[i] -= a[k][i] * x[k];
        x[i] /= a[i][i];
    }
}

static void accelerations(const scheme *s, double m[N][N], const double *q, const double *v,
                          double *a)
{
    static const double force[N] = {0.0, -GRAVITY, 0.0, -1.5 * GRAVITY, 0.0, -GRAVITY};
    double d[ROWS][N], phi[ROWS], phidot[ROWS], gamma[ROWS], lead[N][N], lambda[ROWS] = {0};

    rows(q, v, d, phi, phidot, gamma);
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0.0;

            for (int r = 0; r < ROWS; r++)
                sum += d[r][i] * d[r][j];
            lead[i][j] = m[i][j] + s->alpha * sum;
        }
    cholesky(lead);
    for (int r = 0; r < ROWS; r++)
        gamma[r] -= 2.0 * s->xi * s->omega * phidot[r] + s->omega * s->omega * phi[r];
    for (int pass = 0; pass < 100; pass++) {
        double x[N], change = 0.0, size = 0.0;

        for (int i = 0; i < N; i++) {
            x[i] = force[i];
            for (int r = 0; r < ROWS; r++)
                x[i] += d[r][i] * (s->alpha * gamma[r] - lambda[r]);
        }
        solve(lead, x);
        for (int i = 0; i < N; i++) {
            change += pass ? (x[i] - a[i]) * (x[i] - a[i]) : (double)INFINITY;
            size += x[i] * x[i];
            a[i] = x[i];
        }
        if (!s->augmented || sqrt(change) <= 1e-8 * (1.0 + sqrt(size)))
            return;
        for (int r = 0; r < ROWS; r++) {
            double residual = -gamma[r];

            for (int i = 0; i < N; i++)
                residual += d[r][i] * a[i];
            lambda[r] += s->alpha * residual;
        }
    }
}

static void semi_implicit(const scheme *s, double m[N][N], double *q, double *v, double *a)
{
    for (int i = 0; i < N; i++) {
        v[i] += s->h * a[i];
        q[i] += s->h * v[i];
    }
    accelerations(s, m, q, v, a);
}

static void trapezoidal(const scheme *s, double m[N][N], double *q, double *v, double *a)
{
    double qn[N], vn[N], an[N], old[N], change = INFINITY, before;

    for (int i = 0; i < N; i++) {
        vn[i] = v[i] + s->h * a[i];
        qn[i] = q[i] + 0.5 * s->h * (v[i] + vn[i]);
    }
    for (int pass = 0; pass < 50; pass++) {
        before = change;
        memcpy(old, qn, sizeof old);
        accelerations(s, m, qn, vn, an);
        change = 0.0;
        for (int i = 0; i < N; i++) {
            vn[i] = v[i] + 0.5 * s->h * (a[i] + an[i]);
            qn[i] = q[i] + 0.5 * s->h * (v[i] + vn[i]);
            change += (qn[i] - old[i]) * (qn[i] - old[i]);
        }
        change = sqrt(change);
        if (change < 1e-7 || change > before)
            break;
    }
    memcpy(q, qn, sizeof qn);
    memcpy(v, vn, sizeof vn);
    memcpy(a, an, sizeof an);
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* CPU time of the run by hand; the end in q */
static double by_hand(const scheme *s, double *q)
{
    double m[N][N], v[N] = {1.0, 0.0, 1.0, 0.0, 1.0, 0.0}, a[N], start;
    const double q0[N] = {0.0, 1.0, 1.0, 1.0, 2.0, 1.0};
    int steps = (int)lround(T_END / s->h);

    mass(m);
    memcpy(q, q0, sizeof q0);
    accelerations(s, m, q, v, a);
    start = now();
    for (int i = 0; i < steps; i++) {
        if (s->augmented)
            semi_implicit(s, m, q, v, a);
        else
            trapezoidal(s, m, q, v, a);
    }
    return now() - start;
}

static double from_registries(mb_solver *solver)
{
    mb_error err = {0};
    double start;

    mb_solver_start(solver, &err);
    start = now();
    while (solver->state.t < T_END)
        if (mb_solver_step(solver, T_END, &err) != MB_OK) {
            fprintf(stderr, "floor: %s\n", err.text);
            exit(1);
        }
    return now() - start;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void measure(const mb_model *model, const scheme *s)
{
    double ratio[ROUNDS], hand[ROUNDS], q[N], apart = 0.0, steps = T_END / s->h;
    mb_solver *solver;
    mb_error err = {0};

    if (mb_solver_create(model, s->spec, &solver, &err) != MB_OK) {
        fprintf(stderr, "floor: %s\n", err.text);
        exit(1);
    }
    for (int i = 0; i < ROUNDS; i++) {
        hand[i] = by_hand(s, q);
        ratio[i] = from_registries(solver) / hand[i];
    }
    for (int i = 0; i < N; i++)
        apart = fmax(apart, fabs(q[i] - solver->state.q[i]));
    qsort(ratio, ROUNDS, sizeof *ratio, compare);
    qsort(hand, ROUNDS, sizeof *hand, compare);
    printf("%s\n  by hand %.3f us a step; from the registries %.2f times that (%.2f to %.2f); ends "
           "differ by %.1e m\n",
           s->spec, 1e6 * hand[ROUNDS / 2] / steps, ratio[ROUNDS / 2], ratio[0], ratio[ROUNDS - 1],
           apart);
    mb_solver_destroy(solver);
}

int main(void)
{
    static const scheme schemes[] = {
        {"penalty:alpha=1e8,omega=25/trapezoidal:h=5e-3,tol=1e-7", 1e8, 25.0, 1.0, 5e-3, 0},
        {"augmented-lagrangian:alpha=1e8,omega=400/semi-implicit-euler:h=1e-3", 1e8, 400.0, 1.0,
         1e-3, 1},
    };
    mb_model *model;
    mb_error err = {0};

    if (mb_model_create("double-four-bar", &model, &err) != MB_OK) {
        fprintf(stderr, "floor: %s\n", err.text);
        return 1;
    }
    for (int i = 0; i < 2; i++)
        measure(model, &schemes[i]);
    mb_model_destroy(model);
    return 0;
}
