/* SPDX-License-Identifier: MIT */
/* Methods whose matrix is M + c D'D. */
#include <float.h>
#include <stdbool.h>
#include <string.h>

#include "tests/cost/linkage.h"

static const double NOTHING[ROWS], REST[N];

/* What further passes of an iteration would change, by the rate of its residual */
INLINE double left_by(double change, double before, double after)
{
    return after < before ? change * after / (before - after) : (double)INFINITY;
}

/* r = D a - g; its norm */
INLINE double residual(rods d, const double *a, const double *g, double *r)
{
    rods w;

    changes(a, w);
    rows_times(d, w, r);
    for (int i = 0; i < ROWS; i++)
        r[i] -= g[i];
    return norm(r, ROWS);
}

/* (M + alpha D'D) a = Q + alpha D'g, then passes of the multipliers where `iterated`; f is known where
 * a projection at the same q has made it */
INLINE void accelerations(double alpha, double omega, bool iterated, bool known, band *f,
                          const double *q, const double *v, double *a, double *lambda)
{
    double g[ROWS], s[ROWS], r[ROWS], size;
    rods d, w;

    vectors(q, d);
    changes(v, w);
    gamma_of(w, g);
    if (omega > 0.0) {
        double c[ROWS], rate[ROWS];

        phi(d, c);
        rows_times(d, w, rate);
        for (int i = 0; i < ROWS; i++)
            g[i] -= 2.0 * omega * rate[i] + omega * omega * c[i];
    }
    for (int i = 0; i < ROWS; i++)
        s[i] = alpha * g[i];
    add_forces(d, s, FORCE, a);
    if (!known)
        factor(d, alpha, f);
    solve(f, a);
    size = residual(d, a, g, r);
    for (int i = 0; i < ROWS; i++)
        lambda[i] = alpha * r[i];
    for (int pass = 1; pass < 100 && iterated; pass++) {
        double dx[N], ma[N], before = size, change, enough;

        for (int i = 0; i < ROWS; i++)
            s[i] = -(lambda[i] + alpha * r[i]);
        mass_times(a, ma);
        for (int i = 0; i < N; i++)
            ma[i] = FORCE[i] - ma[i];
        add_forces(d, s, ma, dx);
        solve(f, dx);
        for (int i = 0; i < N; i++)
            a[i] += dx[i];
        change = norm(dx, N);
        enough = 1e-8 * (1.0 + norm(a, N));
        size = residual(d, a, g, r);
        for (int i = 0; i < ROWS; i++)
            lambda[i] += alpha * r[i];
        if (change <= enough || left_by(change, before, size) <= 1e-3 * enough)
            return;
    }
}

void floor_augmented_lagrangian(const floor_scheme *s, floor_state *x, long steps)
{
    const double h = s->h;
    floor_state y = *x;
    band f;

    for (long k = 0; k < steps; k++) {
        for (int i = 0; i < N; i++) {
            y.v[i] += h * y.a[i];
            y.q[i] += h * y.v[i];
        }
        accelerations(s->alpha, s->omega, true, false, &f, y.q, y.v, y.a, y.lambda);
    }
    *x = y;
}

/* v and q of the trapezoidal rule from the accelerations at its end */
INLINE void advance(const floor_state *x, double h, const double *a, double *q, double *v)
{
    for (int i = 0; i < N; i++) {
        v[i] = x->v[i] + 0.5 * h * (x->a[i] + a[i]);
        q[i] = x->q[i] + 0.5 * h * (x->v[i] + v[i]);
    }
}

void floor_penalty(const floor_scheme *s, floor_state *x, long steps)
{
    const double h = s->h;
    band f;

    for (long k = 0; k < steps; k++) {
        double q[N], v[N], a[N], lambda[ROWS], change = INFINITY;

        memcpy(a, x->a, sizeof a);
        memcpy(lambda, x->lambda, sizeof lambda);
        advance(x, h, a, q, v);
        for (int pass = 0; pass < 50; pass++) {
            double old[N], kept[N], multipliers[ROWS], dq[N], before = change;

            memcpy(old, q, sizeof old);
            memcpy(kept, a, sizeof kept);
            memcpy(multipliers, lambda, sizeof lambda);
            accelerations(s->alpha, s->omega, false, false, &f, q, v, a, lambda);
            advance(x, h, a, q, v);
            for (int i = 0; i < N; i++)
                dq[i] = q[i] - old[i];
            change = norm(dq, N);
            if (change < 1e-7)
                break;
            if (change > before) {
                memcpy(a, kept, sizeof a);
                memcpy(lambda, multipliers, sizeof lambda);
                advance(x, h, a, q, v);
                break;
            }
        }
        memcpy(x->q, q, sizeof q);
        memcpy(x->v, v, sizeof v);
        memcpy(x->a, a, sizeof a);
        memcpy(x->lambda, lambda, sizeof lambda);
    }
}

/* x += A^-1 s D'(target - D x) until it no longer changes; what that adds to M x leaves the
 * multipliers */
INLINE void project(const band *f, rods d, double s, double tol, const double *target, double *x,
                    double *multipliers)
{
    const double floor = 0.5 * DBL_EPSILON;
    double w[ROWS], first = 0.0, after = s * residual(d, x, target, w);

    for (int pass = 0; pass < 20; pass++) {
        double dx[N], change, size, before = after, left;

        for (int i = 0; i < ROWS; i++)
            w[i] *= -s;
        add_forces(d, w, REST, dx);
        solve(f, dx);
        for (int i = 0; i < N; i++)
            x[i] += dx[i];
        change = norm(dx, N);
        size = 1.0 + norm(x, N);
        first = pass == 0 ? change : first;
        after = s * residual(d, x, target, w);
        for (int i = 0; i < ROWS && multipliers; i++)
            multipliers[i] += s * w[i];
        left = left_by(change, before, after);
        if (left > 1e-4 * first && left > floor * size && change > floor * size)
            continue;
        if (change <= tol * size || left <= fmax(1e-3 * tol, floor) * size)
            return;
    }
}

/* Newmark's formulas with beta = 1/4, gamma = 1/2 from the increment of the step */
INLINE void newmark(const floor_state *x, double h, const double *moved, double *q, double *v,
                    double *a)
{
    for (int i = 0; i < N; i++) {
        q[i] = x->q[i] + moved[i];
        v[i] = 2.0 / h * moved[i] - x->v[i];
        a[i] = (moved[i] / h - x->v[i]) * (4.0 / h) - x->a[i];
    }
}

/* After the iteration: velocities and accelerations projected with the factor of the end, and a pass of
 * index 1 for the multipliers */
INLINE void finish(double weight, double *q, double *v, double *a, double *lambda)
{
    rods d, w;
    band f;
    double g[ROWS], s[ROWS], rest[N], dx[N];

    vectors(q, d);
    factor(d, weight, &f);
    project(&f, d, weight, 1e-10, NOTHING, v, NULL);
    changes(v, w);
    gamma_of(w, g);
    project(&f, d, weight, 1e-10, g, a, lambda);
    mass_times(a, rest);
    for (int i = 0; i < N; i++)
        rest[i] = FORCE[i] - rest[i];
    for (int i = 0; i < ROWS; i++)
        s[i] = -lambda[i];
    add_forces(d, s, rest, dx);
    solve(&f, dx);
    changes(dx, w);
    rows_times(d, w, s);
    for (int i = 0; i < ROWS; i++)
        lambda[i] += weight * s[i];
}

void floor_ali3(const floor_scheme *s, floor_state *x, long steps)
{
    const double h = s->h, scale = 0.25 * h * h, alpha = s->alpha;

    for (long k = 0; k < steps; k++) {
        double moved[N], q[N], v[N], a[N], c[ROWS], change = INFINITY, update = alpha;
        rods d;

        for (int i = 0; i < N; i++)
            moved[i] = h * (x->v[i] + 0.5 * h * x->a[i]);
        newmark(x, h, moved, q, v, a);
        for (int pass = 0; pass < 50; pass++) {
            double dx[N], rest[N], w[ROWS], before = change;
            band f;

            vectors(q, d);
            phi(d, c);
            for (int i = 0; i < ROWS; i++) {
                x->base[i] += pass > 0 ? alpha * c[i] : 0.0;
                w[i] = -scale * (x->base[i] + alpha * c[i]);
            }
            factor(d, scale * alpha, &f);
            mass_times(a, rest);
            for (int i = 0; i < N; i++)
                rest[i] = scale * (FORCE[i] - rest[i]);
            add_forces(d, w, rest, dx);
            solve(&f, dx);
            for (int i = 0; i < N; i++)
                moved[i] += dx[i];
            newmark(x, h, moved, q, v, a);
            change = norm(dx, N);
            if (change < 1e-7)
                break;
            if (change > before) {
                for (int i = 0; i < N; i++)
                    moved[i] -= dx[i];
                newmark(x, h, moved, q, v, a);
                update = 0.0;
                break;
            }
        }
        memcpy(x->q, q, sizeof q);
        memcpy(x->v, v, sizeof v);
        memcpy(x->a, a, sizeof a);
        vectors(q, d);
        phi(d, c);
        for (int i = 0; i < ROWS; i++)
            x->lambda[i] = x->base[i] += update * c[i];
        finish(scale * alpha, x->q, x->v, x->a, x->lambda);
    }
}

enum { STAGES = 6 };

static const double A[STAGES + 1][STAGES] = {
    {0.0},
    {1.0 / 5.0},
    {3.0 / 40.0, 9.0 / 40.0},
    {44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0},
    {19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0},
    {9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0},
    {35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0}};

static const double PROJECTION_TOL = 1e-14;

/* Positions onto Phi = 0 by modified Newton passes from q */
INLINE void project_positions(double alpha, double *q)
{
    double moved[N] = {0}, lambda[ROWS] = {0}, change = INFINITY, before = 0.0;
    band f;

    for (int pass = 0; pass < 20; pass++) {
        double c[ROWS], w[ROWS], rest[N], dx[N];
        rods d;

        vectors(q, d);
        if (pass == 0 || change > 0.1 * before)
            factor(d, alpha, &f);
        before = change;
        phi(d, c);
        for (int i = 0; i < ROWS; i++) {
            lambda[i] += pass > 0 ? alpha * c[i] : 0.0;
            w[i] = -(lambda[i] + alpha * c[i]);
        }
        mass_times(moved, rest);
        for (int i = 0; i < N; i++)
            rest[i] = -rest[i];
        add_forces(d, w, rest, dx);
        solve(&f, dx);
        for (int i = 0; i < N; i++) {
            q[i] += dx[i];
            moved[i] += dx[i];
        }
        change = norm(dx, N);
        if (change <= fmax(PROJECTION_TOL, 4.0 * DBL_EPSILON * (1.0 + norm(q, N))))
            return;
    }
}

void floor_dormand_prince(const floor_scheme *s, floor_state *x, long steps)
{
    const double h = s->h;

    for (long k = 0; k < steps; k++) {
        double dq[STAGES][N], dv[STAGES][N], q[N], v[N], lambda[ROWS];
        rods d;
        band f;

        memcpy(dv[0], x->a, sizeof dv[0]);
        memcpy(dq[0], x->v, sizeof dq[0]);
        UNROLL
        for (int stage = 1; stage <= STAGES; stage++) {
            for (int i = 0; i < N; i++) {
                double p = 0.0, r = 0.0;

                UNROLL
                for (int j = 0; j < stage; j++) {
                    p += A[stage][j] * dq[j][i];
                    r += A[stage][j] * dv[j][i];
                }
                q[i] = x->q[i] + h * p;
                v[i] = x->v[i] + h * r;
            }
            if (stage == STAGES)
                break;
            memcpy(dq[stage], v, sizeof v);
            accelerations(s->alpha, 0.0, true, false, &f, q, v, dv[stage], lambda);
        }
        project_positions(s->alpha, q);
        vectors(q, d);
        factor(d, s->alpha, &f);
        project(&f, d, s->alpha, PROJECTION_TOL, NOTHING, v, NULL);
        memcpy(x->q, q, sizeof q);
        memcpy(x->v, v, sizeof v);
        accelerations(s->alpha, 0.0, true, true, &f, q, v, x->a, x->lambda);
    }
}
