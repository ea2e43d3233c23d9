/* SPDX-License-Identifier: MIT */
/* Methods with multipliers as unknowns, [S D'; D 0], by the rows' matrix D S^-1 D' with S = Ss (x) I. */
#include <string.h>

#include "tests/cost/linkage.h"

typedef double tops[3][3];

/* inverse of Ss = [a b 0; b c d; 0 d e] */
INLINE void invert(double a, double b, double c, double d, double e, tops w)
{
    double ce = c * e - d * d, be = b * e, scale = 1.0 / (a * ce - b * be);

    w[0][0] = scale * ce;
    w[0][1] = w[1][0] = -scale * be;
    w[0][2] = w[2][0] = scale * b * d;
    w[1][1] = scale * a * e;
    w[1][2] = w[2][1] = -scale * a * d;
    w[2][2] = scale * (a * c - b * b);
}

/* weight_rs = 4 e_r W e_s' */
INLINE void weigh(tops w, weights *weight)
{
    double ew[ROWS][3];

    for (int r = 0; r < ROWS; r++)
        for (int j = 0; j < 3; j++)
            ew[r][j] = r < 3 ? w[r][j] : w[r - 2][j] - w[r - 3][j];
    for (int s = 0; s < ROWS; s++)
        for (int r = s; r < ROWS; r++)
            weight->of[r][s] = 4.0 * (s < 3 ? ew[r][s] : ew[r][s - 2] - ew[r][s - 3]);
}

/* y = (W (x) I) x */
INLINE void spread(tops w, const double *x, double *y)
{
    for (int i = 0; i < 3; i++) {
        y[2 * i] = w[i][0] * x[0] + w[i][1] * x[2] + w[i][2] * x[4];
        y[2 * i + 1] = w[i][0] * x[1] + w[i][1] * x[3] + w[i][2] * x[5];
    }
}

/* (x, y) = [S D'; D 0]\(b, g) */
INLINE void solve_saddle(rods d, tops w, const weights *weight, const double *b, const double *g,
                         double *x, double *y)
{
    double wb[N], s[ROWS], rest[N];
    rods change;
    gram f;

    factor_rows(d, weight, &f);
    spread(w, b, wb);
    changes(wb, change);
    rows_times(d, change, y);
    for (int i = 0; i < ROWS; i++)
        y[i] -= g[i];
    solve_rows(&f, y);
    for (int i = 0; i < ROWS; i++)
        s[i] = -y[i];
    add_forces(d, s, b, rest);
    spread(w, rest, x);
}

/* weights of D D' */
static const weights PLAIN = {{{4}, {0, 4}, {0, 0, 4}, {-4, 4, 0, 8}, {0, -4, 4, -4, 8}}};

/* dx = -D'(D D')\x */
INLINE void least(const gram *f, rods d, double *x, double *dx)
{
    static const double rest[N];

    solve_rows(f, x);
    for (int i = 0; i < ROWS; i++)
        x[i] = -x[i];
    add_forces(d, x, rest, dx);
}

/* Positions and velocities of least change that meet their rows */
INLINE void correct(double *q, double *v)
{
    double c[ROWS], dx[N];
    rods d, w;
    gram f;

    for (int pass = 0; pass < 20; pass++) {
        vectors(q, d);
        factor_rows(d, &PLAIN, &f);
        phi(d, c);
        least(&f, d, c, dx);
        for (int i = 0; i < N; i++)
            q[i] += dx[i];
        if (norm(dx, N) <= 1e-10)
            break;
    }
    vectors(q, d);
    factor_rows(d, &PLAIN, &f);
    changes(v, w);
    rows_times(d, w, c);
    least(&f, d, c, dx);
    for (int i = 0; i < N; i++)
        v[i] += dx[i];
}

void floor_lagrange(const floor_scheme *s, floor_state *x, long steps)
{
    static const double part[5] = {0.0, 0.5, 0.5, 1.0};
    const double h = s->h;
    weights weight;
    tops w;

    invert(OUTER, BESIDE, MIDDLE, BESIDE, OUTER, w);
    weigh(w, &weight);
    for (long k = 0; k < steps; k++) {
        double dq[5][N], dv[5][N], q[N], v[N];

        memcpy(dv[0], x->a, sizeof dv[0]);
        memcpy(dq[0], x->v, sizeof dq[0]);
        for (int stage = 1; stage <= 4; stage++) {
            double g[ROWS];
            rods d, change;

            for (int i = 0; i < N && stage < 4; i++) {
                q[i] = x->q[i] + h * (part[stage] * dq[stage - 1][i]);
                v[i] = x->v[i] + h * (part[stage] * dv[stage - 1][i]);
            }
            for (int i = 0; i < N && stage == 4; i++) {
                x->q[i] += h * (dq[0][i] / 6.0 + dq[1][i] / 3.0 + dq[2][i] / 3.0 + dq[3][i] / 6.0);
                x->v[i] += h * (dv[0][i] / 6.0 + dv[1][i] / 3.0 + dv[2][i] / 3.0 + dv[3][i] / 6.0);
            }
            if (stage == 4) {
                correct(x->q, x->v);
                memcpy(q, x->q, sizeof q);
                memcpy(v, x->v, sizeof v);
            }
            memcpy(dq[stage], v, sizeof v);
            vectors(q, d);
            changes(v, change);
            gamma_of(change, g);
            solve_saddle(d, w, &weight, FORCE, g, dv[stage], x->lambda);
        }
        memcpy(x->a, dv[4], sizeof dv[4]);
    }
}

void floor_generalized_alpha(const floor_scheme *scheme, floor_state *x, long steps)
{
    const double h = scheme->h, rho = 0.8, am = (2.0 * rho - 1.0) / (rho + 1.0);
    const double af = rho / (rho + 1.0), gamma = 0.5 + af - am;
    const double beta = 0.25 * (gamma + 0.5) * (gamma + 0.5);
    const double scale = h * h * beta * (1.0 - af) / (1.0 - am), rate = gamma / (h * beta);

    for (long k = 0; k < steps; k++) {
        double moved[N], q[N], v[N], vdot[N], before = INFINITY, change;

        for (int i = 0; i < N; i++) {
            double a = (x->a[i] - am * x->inner[i]) / (1.0 - am);

            vdot[i] = x->a[i];
            moved[i] = h * (x->v[i] + h * ((0.5 - beta) * x->inner[i] + beta * a));
            v[i] = x->v[i] + h * ((1.0 - gamma) * x->inner[i] + gamma * a);
            q[i] = x->q[i] + moved[i];
        }
        for (int pass = 0; pass < 50; pass++, before = change) {
            double b[N], g[ROWS], s[ROWS], t[ROWS], dx[N], y[ROWS];
            weights weight;
            tops w;
            rods d;

            vectors(q, d);
            phi(d, g);
            mass_times(vdot, b);
            for (int i = 0; i < ROWS; i++) {
                g[i] = -g[i];
                s[i] = -x->lambda[i];
                t[i] = 2.0 * scale * x->lambda[i];
            }
            for (int i = 0; i < N; i++)
                b[i] = FORCE[i] - b[i];
            add_forces(d, s, b, b);
            for (int i = 0; i < N; i++)
                b[i] *= scale;
            /* Ss = Ms + 2 scale sum of lambda e'e */
            invert(OUTER + t[0] + t[3], BESIDE - t[3], MIDDLE + t[1] + t[3] + t[4], BESIDE - t[4],
                   OUTER + t[2] + t[4], w);
            weigh(w, &weight);
            solve_saddle(d, w, &weight, b, g, dx, y);
            for (int i = 0; i < N; i++) {
                moved[i] += dx[i];
                v[i] += rate * dx[i];
                vdot[i] += dx[i] / scale;
                q[i] = x->q[i] + moved[i];
            }
            for (int i = 0; i < ROWS; i++)
                x->lambda[i] += y[i] / scale;
            change = norm(dx, N) / (1.0 + norm(q, N));
            if (change < 1e-8 || (change > before && pass >= 3))
                break;
        }
        for (int i = 0; i < N; i++)
            x->inner[i] = ((1.0 - af) * vdot[i] + af * x->a[i] - am * x->inner[i]) / (1.0 - am);
        memcpy(x->q, q, sizeof q);
        memcpy(x->v, v, sizeof v);
        memcpy(x->a, vdot, sizeof vdot);
    }
}
