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

#define GRAVITY 9.81 /* [m/s2] */

static const double T_END = 10.0;                                                   /* [s] */
static const double FORCE[N] = {0.0, -GRAVITY, 0.0, -1.5 * GRAVITY, 0.0, -GRAVITY}; /* [N] */

typedef enum method { PENALTY_TRAPEZOIDAL, AUGMENTED_SEMI_IMPLICIT, ALI3 } method;

typedef struct scheme {
    const char *spec;
    double alpha, omega, xi, h;
    method method;
} scheme;

typedef struct linkage {
    double m[N][N], q[N], v[N], a[N];
    double lambda[ROWS]; /* of ali3 */
} linkage;

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

/* lead = m + weight D'D, factorised */
static void lead_matrix(double m[N][N], double d[ROWS][N], double weight, double lead[N][N])
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0.0;

            for (int r = 0; r < ROWS; r++)
                sum += d[r][i] * d[r][j];
            lead[i][j] = m[i][j] + weight * sum;
        }
    cholesky(lead);
}

static void accelerations(const scheme *s, double m[N][N], const double *q, const double *v,
                          double *a, double *lambda)
{
    double d[ROWS][N], phi[ROWS], phidot[ROWS], gamma[ROWS], lead[N][N];

    rows(q, v, d, phi, phidot, gamma);
    lead_matrix(m, d, s->alpha, lead);
    for (int r = 0; r < ROWS; r++)
        gamma[r] -= 2.0 * s->xi * s->omega * phidot[r] + s->omega * s->omega * phi[r];
    for (int pass = 0; pass < 100; pass++) {
        double x[N], change = 0.0, size = 0.0;

        for (int i = 0; i < N; i++) {
            x[i] = FORCE[i];
            for (int r = 0; r < ROWS; r++)
                x[i] += d[r][i] * (s->alpha * gamma[r] - lambda[r]);
        }
        solve(lead, x);
        for (int i = 0; i < N; i++) {
            change += pass ? (x[i] - a[i]) * (x[i] - a[i]) : (double)INFINITY;
            size += x[i] * x[i];
            a[i] = x[i];
        }
        if (s->method == PENALTY_TRAPEZOIDAL || sqrt(change) <= 1e-8 * (1.0 + sqrt(size)))
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
    double lambda[ROWS] = {0};

    for (int i = 0; i < N; i++) {
        v[i] += s->h * a[i];
        q[i] += s->h * v[i];
    }
    accelerations(s, m, q, v, a, lambda);
}

static void trapezoidal(const scheme *s, double m[N][N], double *q, double *v, double *a)
{
    double qn[N], vn[N], an[N], old[N], lambda[ROWS], change = INFINITY, before;

    for (int i = 0; i < N; i++) {
        vn[i] = v[i] + s->h * a[i];
        qn[i] = q[i] + 0.5 * s->h * (v[i] + vn[i]);
    }
    for (int pass = 0; pass < 50; pass++) {
        before = change;
        memcpy(old, qn, sizeof old);
        memset(lambda, 0, sizeof lambda);
        accelerations(s, m, qn, vn, an, lambda);
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

/* x += lead\(weight D'(target - D x)) until it no longer changes */
static void project(double lead[N][N], double d[ROWS][N], double weight, const double *target,
                    double *x)
{
    for (int pass = 0; pass < 20; pass++) {
        double dx[N] = {0}, change = 0.0, size = 0.0;

        for (int r = 0; r < ROWS; r++) {
            double residual = target[r];

            for (int i = 0; i < N; i++)
                residual -= d[r][i] * x[i];
            for (int i = 0; i < N; i++)
                dx[i] += weight * d[r][i] * residual;
        }
        solve(lead, dx);
        for (int i = 0; i < N; i++) {
            x[i] += dx[i];
            change += dx[i] * dx[i];
            size += x[i] * x[i];
        }
        if (sqrt(change) <= 1e-10 * (1.0 + sqrt(size)))
            return;
    }
}

static void ali3(const scheme *s, linkage *x)
{
    double h = s->h, scale = 0.25 * h * h, moved[N], q[N], v[N], a[N];
    double d[ROWS][N], phi[ROWS], phidot[ROWS], gamma[ROWS], lead[N][N], before = INFINITY;
    static const double zero[ROWS];

    for (int i = 0; i < N; i++)
        moved[i] = h * (x->v[i] + 0.5 * h * x->a[i]);
    for (int pass = 0; pass < 50; pass++) {
        double dx[N], change = 0.0;

        for (int i = 0; i < N; i++) {
            q[i] = x->q[i] + moved[i];
            v[i] = 2.0 / h * moved[i] - x->v[i];
            a[i] = 4.0 / h * (moved[i] / h - x->v[i]) - x->a[i];
        }
        rows(q, v, d, phi, phidot, gamma);
        for (int r = 0; r < ROWS && pass > 0; r++)
            x->lambda[r] += s->alpha * phi[r];
        lead_matrix(x->m, d, scale * s->alpha, lead);
        for (int i = 0; i < N; i++) {
            dx[i] = FORCE[i];
            for (int j = 0; j < N; j++)
                dx[i] -= x->m[i][j] * a[j];
            for (int r = 0; r < ROWS; r++)
                dx[i] -= d[r][i] * (x->lambda[r] + s->alpha * phi[r]);
            dx[i] *= scale;
        }
        solve(lead, dx);
        for (int i = 0; i < N; i++) {
            moved[i] += dx[i];
            change += dx[i] * dx[i];
        }
        change = sqrt(change);
        if (change < 1e-7 || change > before)
            break;
        before = change;
    }
    for (int i = 0; i < N; i++) {
        x->a[i] = 4.0 / h * (moved[i] / h - x->v[i]) - x->a[i];
        x->v[i] = 2.0 / h * moved[i] - x->v[i];
        x->q[i] += moved[i];
    }
    rows(x->q, x->v, d, phi, phidot, gamma);
    for (int r = 0; r < ROWS; r++)
        x->lambda[r] += s->alpha * phi[r];
    lead_matrix(x->m, d, scale * s->alpha, lead);
    project(lead, d, scale * s->alpha, zero, x->v);
    rows(x->q, x->v, d, phi, phidot, gamma);
    project(lead, d, scale * s->alpha, gamma, x->a);
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
    linkage x = {.q = {0.0, 1.0, 1.0, 1.0, 2.0, 1.0}, .v = {1.0, 0.0, 1.0, 0.0, 1.0, 0.0}};
    const scheme first = {.alpha = s->alpha, .method = AUGMENTED_SEMI_IMPLICIT};
    int steps = (int)lround(T_END / s->h);
    double start;

    mass(x.m);
    accelerations(s->method == ALI3 ? &first : s, x.m, x.q, x.v, x.a, x.lambda);
    start = now();
    for (int i = 0; i < steps; i++) {
        if (s->method == ALI3)
            ali3(s, &x);
        else if (s->method == AUGMENTED_SEMI_IMPLICIT)
            semi_implicit(s, x.m, x.q, x.v, x.a);
        else
            trapezoidal(s, x.m, x.q, x.v, x.a);
    }
    memcpy(q, x.q, sizeof x.q);
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
        {"penalty:alpha=1e8,omega=25/trapezoidal:h=5e-3,tol=1e-7", 1e8, 25.0, 1.0, 5e-3,
         PENALTY_TRAPEZOIDAL},
        {"augmented-lagrangian:alpha=1e8,omega=400/semi-implicit-euler:h=1e-3", 1e8, 400.0, 1.0,
         1e-3, AUGMENTED_SEMI_IMPLICIT},
        {"ali3:alpha=1e9/newmark:h=1e-2,tol=1e-7", 1e9, 0.0, 0.0, 1e-2, ALI3},
    };
    mb_model *model;
    mb_error err = {0};

    if (mb_model_create("double-four-bar", &model, &err) != MB_OK) {
        fprintf(stderr, "floor: %s\n", err.text);
        return 1;
    }
    for (int i = 0; i < 3; i++)
        measure(model, &schemes[i]);
    mb_model_destroy(model);
    return 0;
}
