#include "tests/cost/by_hand.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

enum { N = HAND_N, ROWS = HAND_ROWS, STAGES = 6 };

#define GRAVITY 9.81 /* [m/s2] */

static const double FORCE[N] = {0.0, -GRAVITY, 0.0, -1.5 * GRAVITY, 0.0, -GRAVITY}; /* [N] */

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

/* residual = D x - target; its norm */
static double violation(double d[ROWS][N], const double *target, const double *x, double *residual)
{
    double sum = 0.0;

    for (int r = 0; r < ROWS; r++) {
        residual[r] = -target[r];
        for (int i = 0; i < N; i++)
            residual[r] += d[r][i] * x[i];
        sum += residual[r] * residual[r];
    }
    return sqrt(sum);
}

/* What further passes of an iteration would change, by the rate of its residual */
static double left(double change, double before, double after)
{
    return after < before ? change * after / (before - after) : (double)INFINITY;
}

/* lead is factorised already where a projection at the same q has done so */
static void accelerations(const hand_scheme *s, double m[N][N], bool factorised, double lead[N][N],
                          const double *q, const double *v, double *a, double *lambda)
{
    double d[ROWS][N], phi[ROWS], phidot[ROWS], gamma[ROWS], residual[ROWS], size;

    rows(q, v, d, phi, phidot, gamma);
    if (!factorised)
        lead_matrix(m, d, s->alpha, lead);
    for (int r = 0; r < ROWS; r++)
        gamma[r] -= 2.0 * s->xi * s->omega * phidot[r] + s->omega * s->omega * phi[r];
    for (int i = 0; i < N; i++) {
        a[i] = FORCE[i];
        for (int r = 0; r < ROWS; r++)
            a[i] += d[r][i] * s->alpha * gamma[r];
    }
    solve(lead, a);
    size = violation(d, gamma, a, residual);
    for (int r = 0; r < ROWS; r++)
        lambda[r] = s->alpha * residual[r];
    for (int pass = 1; pass < 100 && s->method != HAND_PENALTY_TRAPEZOIDAL; pass++) {
        double dx[N], change = 0.0, total = 0.0, before = size, enough;

        for (int i = 0; i < N; i++) {
            dx[i] = FORCE[i];
            for (int j = 0; j < N; j++)
                dx[i] -= m[i][j] * a[j];
            for (int r = 0; r < ROWS; r++)
                dx[i] -= d[r][i] * (lambda[r] + s->alpha * residual[r]);
        }
        solve(lead, dx);
        for (int i = 0; i < N; i++) {
            a[i] += dx[i];
            change += dx[i] * dx[i];
            total += a[i] * a[i];
        }
        change = sqrt(change);
        enough = 1e-8 * (1.0 + sqrt(total));
        size = violation(d, gamma, a, residual);
        for (int r = 0; r < ROWS; r++)
            lambda[r] += s->alpha * residual[r];
        if (change <= enough || left(change, before, size) <= 1e-3 * enough)
            return;
    }
}

static void semi_implicit(const hand_scheme *s, double m[N][N], double *q, double *v, double *a)
{
    double lambda[ROWS] = {0}, lead[N][N];

    for (int i = 0; i < N; i++) {
        v[i] += s->h * a[i];
        q[i] += s->h * v[i];
    }
    accelerations(s, m, false, lead, q, v, a, lambda);
}

static void trapezoidal(const hand_scheme *s, double m[N][N], double *q, double *v, double *a)
{
    double qn[N], vn[N], an[N], old[N], lambda[ROWS], lead[N][N], change = INFINITY, before;

    for (int i = 0; i < N; i++) {
        vn[i] = v[i] + s->h * a[i];
        qn[i] = q[i] + 0.5 * s->h * (v[i] + vn[i]);
    }
    for (int pass = 0; pass < 50; pass++) {
        before = change;
        memcpy(old, qn, sizeof old);
        memset(lambda, 0, sizeof lambda);
        accelerations(s, m, false, lead, qn, vn, an, lambda);
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
                    double tol, double *x)
{
    double residual[ROWS], after = violation(d, target, x, residual);

    for (int pass = 0; pass < 20; pass++) {
        double dx[N] = {0}, change = 0.0, size = 0.0, before = after;

        for (int r = 0; r < ROWS; r++)
            for (int i = 0; i < N; i++)
                dx[i] -= weight * d[r][i] * residual[r];
        solve(lead, dx);
        for (int i = 0; i < N; i++) {
            x[i] += dx[i];
            change += dx[i] * dx[i];
            size += x[i] * x[i];
        }
        change = sqrt(change);
        size = 1.0 + sqrt(size);
        after = violation(d, target, x, residual);
        if (change <= tol * size ||
            left(change, before, after) <= fmax(1e-3 * tol, 0.5 * DBL_EPSILON) * size)
            return;
    }
}

static void ali3(const hand_scheme *s, linkage *x)
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
    project(lead, d, scale * s->alpha, zero, 1e-10, x->v);
    rows(x->q, x->v, d, phi, phidot, gamma);
    project(lead, d, scale * s->alpha, gamma, 1e-10, x->a);
}

static const double A[STAGES][STAGES - 1] = {
    {0.0},
    {1.0 / 5.0},
    {3.0 / 40.0, 9.0 / 40.0},
    {44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0},
    {19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0},
    {9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0}};
static const double B[STAGES] = {35.0 / 384.0,     0.0,        500.0 / 1113.0, 125.0 / 192.0,
                                 -2187.0 / 6784.0, 11.0 / 84.0};

static const double PROJECTION_ALPHA = 1e7, PROJECTION_TOL = 1e-14;

/* Positions onto Phi = 0 (bayo1996 eqs (12), (13), (15)) */
static void project_positions(double m[N][N], double *q)
{
    static const double zero[N];
    double moved[N] = {0}, lambda[ROWS] = {0}, lead[N][N], size = INFINITY, before;
    bool refresh = true;

    for (int pass = 0; pass < 20; pass++) {
        double d[ROWS][N], phi[ROWS], unused[ROWS], gamma[ROWS], dx[N] = {0}, place = 0.0;

        rows(q, zero, d, phi, unused, gamma);
        if (refresh)
            lead_matrix(m, d, PROJECTION_ALPHA, lead);
        for (int r = 0; r < ROWS; r++) {
            lambda[r] += pass > 0 ? PROJECTION_ALPHA * phi[r] : 0.0;
            for (int i = 0; i < N; i++)
                dx[i] -= d[r][i] * (lambda[r] + PROJECTION_ALPHA * phi[r]);
        }
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                dx[i] -= m[i][j] * moved[j];
        solve(lead, dx);
        before = size;
        size = 0.0;
        for (int i = 0; i < N; i++) {
            q[i] += dx[i];
            moved[i] += dx[i];
            size += dx[i] * dx[i];
            place += q[i] * q[i];
        }
        size = sqrt(size);
        if (size <= PROJECTION_TOL * (1.0 + sqrt(place)))
            return;
        refresh = size > 0.1 * before;
    }
}

static void dormand_prince(const hand_scheme *s, linkage *x)
{
    double k[STAGES][2][N], q[N], v[N], lambda[ROWS], lead[N][N];
    double d[ROWS][N], phi[ROWS], phidot[ROWS], gamma[ROWS];
    static const double zero[ROWS];

    for (int stage = 0; stage <= STAGES; stage++) {
        const double *w = stage < STAGES ? A[stage] : B;

        memcpy(q, x->q, sizeof q);
        memcpy(v, x->v, sizeof v);
        for (int j = 0; j < stage; j++)
            for (int i = 0; i < N; i++) {
                q[i] += s->h * w[j] * k[j][0][i];
                v[i] += s->h * w[j] * k[j][1][i];
            }
        if (stage == STAGES)
            break;
        memcpy(k[stage][0], v, sizeof v);
        if (stage == 0)
            memcpy(k[0][1], x->a, sizeof x->a);
        else
            accelerations(s, x->m, false, lead, q, v, k[stage][1], lambda);
    }
    project_positions(x->m, q);
    rows(q, v, d, phi, phidot, gamma);
    lead_matrix(x->m, d, PROJECTION_ALPHA, lead);
    project(lead, d, PROJECTION_ALPHA, zero, PROJECTION_TOL, v);
    memcpy(x->q, q, sizeof q);
    memcpy(x->v, v, sizeof v);
    accelerations(s, x->m, s->alpha == PROJECTION_ALPHA, lead, q, v, x->a, x->lambda);
}

double hand_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double hand_run(const hand_scheme *s, double t_end, double *q)
{
    linkage x = {.q = {0.0, 1.0, 1.0, 1.0, 2.0, 1.0}, .v = {1.0, 0.0, 1.0, 0.0, 1.0, 0.0}};
    const hand_scheme first = {.alpha = s->alpha, .method = HAND_AUGMENTED_SEMI_IMPLICIT};
    int steps = (int)lround(t_end / s->h);
    double lead[N][N], start;

    mass(x.m);
    accelerations(s->method == HAND_ALI3 ? &first : s, x.m, false, lead, x.q, x.v, x.a, x.lambda);
    start = hand_now();
    for (int i = 0; i < steps; i++)
        switch (s->method) {
        case HAND_PENALTY_TRAPEZOIDAL:
            trapezoidal(s, x.m, x.q, x.v, x.a);
            break;
        case HAND_AUGMENTED_SEMI_IMPLICIT:
            semi_implicit(s, x.m, x.q, x.v, x.a);
            break;
        case HAND_AUGMENTED_DORMAND_PRINCE:
            dormand_prince(s, &x);
            break;
        case HAND_ALI3:
            ali3(s, &x);
            break;
        }
    memcpy(q, x.q, sizeof x.q);
    return hand_now() - start;
}
