/* SPDX-License-Identifier: MIT */
/* The five-link pendulum of revolute joints in body coordinates: q of a body are r and a quaternion, v
 * its velocity and its angular velocity in its own axes.  Bars lie along their first axis; the joint
 * between bar k - 1 and bar k has two rows for axes, with n across bar k,
 *
 *     z_{k-1} . n = 0,  -y_{k-1} . n = 0        n = y_k or, of bars 1 and 3, -y_k
 *
 * (the ground: -z and -x in the place of z and -y), after three for the place.  D W D' is
 * block-tridiagonal in 5 x 5 blocks, and both ends of a bar have the same part for its place. */
#include <math.h>
#include <string.h>

#include "tests/cost/floor.h"

#define INLINE static inline __attribute__((always_inline))
#ifdef __clang__
#define UNROLL /* unrolls such loops by itself */
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif

enum { BARS = 5, NQ = 7, NV = 6, JOINT = 5 };

#define HALF 0.5 /* [m] */
#define GRAVITY 9.81

/* of a bar of 1 m and 1 kg with a section of 0.1 m by 0.1 m, about its axes [kg m2] */
static const double INERTIA[3] = {0.02 / 12.0, 1.01 / 12.0, 1.01 / 12.0};

/* A bar at a state: axes, their rates and second rates without angular acceleration (of x: of the end
 * of the bar), rows of the joint that it hangs from and of the one that hangs on it */
typedef struct bar {
    double axis[3][3], rate[3][3], bend[3][3];
    double from[2][3], to[2][3]; /* of axes, by angular velocity */
} bar;

INLINE double dot(const double *x, const double *y)
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

INLINE void stand(const double *p, const double *w, bar *b)
{
    const double s = p[0] * p[0], x = p[1] * p[1], y = p[2] * p[2], z = p[3] * p[3];
    const double xy = p[1] * p[2], xz = p[1] * p[3], yz = p[2] * p[3];
    const double sx = p[0] * p[1], sy = p[0] * p[2], sz = p[0] * p[3];
    const double axis[3][3] = {{s + x - y - z, 2.0 * (xy + sz), 2.0 * (xz - sy)},
                               {2.0 * (xy - sz), s - x + y - z, 2.0 * (yz + sx)},
                               {2.0 * (xz + sy), 2.0 * (yz - sx), s - x - y + z}};
    double W[3], WW;

    memcpy(b->axis, axis, sizeof axis);
    /* by the angular velocity in space, which knows how far p is from a unit quaternion in a stage */
    for (int i = 0; i < 3; i++)
        W[i] = axis[0][i] * w[0] + axis[1][i] * w[1] + axis[2][i] * w[2];
    WW = dot(W, W);
    for (int k = 0; k < 3; k++) {
        const double *u = b->axis[k], spin = dot(W, u);

        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3, l = (i + 2) % 3;

            b->rate[k][i] = W[j] * u[l] - W[l] * u[j];
            b->bend[k][i] = spin * W[i] - WW * u[i];
        }
    }
}

/* Rows of the axes of joint k, the last two of gamma */
INLINE void axes(int k, bar *b, double *gamma)
{
    static const double ground[2][3] = {{0.0, 0.0, -1.0}, {-1.0, 0.0, 0.0}};
    const double side = k % 2 ? -1.0 : 1.0;
    const bar *a = b - 1;

    for (int r = 0; r < 2; r++) {
        const int own = 2 - r; /* z, then y */
        const double sign = k > 0 && r == 1 ? -side : side;
        const double *u = k > 0 ? a->axis[own] : ground[r];

        b->from[r][0] = sign * dot(u, b->axis[2]);
        b->from[r][1] = 0.0;
        b->from[r][2] = -sign * dot(u, b->axis[0]);
        gamma[3 + r] = -sign * dot(u, b->bend[1]);
        if (k > 0)
            gamma[3 + r] -=
                sign * (dot(a->bend[own], b->axis[1]) + 2.0 * dot(a->rate[own], b->rate[1]));
    }
    if (k == 0)
        return;
    b[-1].to[0][0] = -side * dot(b->axis[1], a->axis[1]);
    b[-1].to[0][1] = side * dot(b->axis[1], a->axis[0]);
    b[-1].to[0][2] = 0.0;
    b[-1].to[1][0] = -side * dot(b->axis[1], a->axis[2]);
    b[-1].to[1][1] = 0.0;
    b[-1].to[1][2] = side * dot(b->axis[1], a->axis[0]);
}

/* g += x W y' of the rows of a joint on one bar; place: 1 or -1, the product of the parts of r */
INLINE void add_block(const bar *b, double place, const double x[2][3], const double y[2][3],
                      double g[JOINT][JOINT])
{
    const double inverse = 1.0 / INERTIA[1], lever = HALF * inverse;

    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            g[i][j] +=
                HALF * lever * (b->axis[2][i] * b->axis[2][j] + b->axis[1][i] * b->axis[1][j]);
        g[i][i] += place;
        for (int r = 0; r < 2; r++) {
            g[i][3 + r] += lever * (b->axis[2][i] * y[r][1] - b->axis[1][i] * y[r][2]);
            g[3 + r][i] += lever * (b->axis[2][i] * x[r][1] - b->axis[1][i] * x[r][2]);
        }
    }
    for (int r = 0; r < 2; r++)
        for (int s = 0; s < 2; s++)
            g[3 + r][3 + s] +=
                x[r][0] * y[s][0] / INERTIA[0] + inverse * (x[r][1] * y[s][1] + x[r][2] * y[s][2]);
}

/* D x of joint k of the bars' x */
INLINE void joint_times(int k, const bar *b, const double *x, double *y)
{
    for (int i = 0; i < 3; i++) {
        y[i] = x[i] + HALF * (b->axis[2][i] * x[4] - b->axis[1][i] * x[5]);
        if (k > 0)
            y[i] +=
                HALF * (b[-1].axis[2][i] * x[4 - NV] - b[-1].axis[1][i] * x[5 - NV]) - x[i - NV];
    }
    for (int r = 0; r < 2; r++)
        y[3 + r] = dot(b->from[r], x + 3) + (k > 0 ? dot(b[-1].to[r], x + 3 - NV) : 0.0);
}

/* f -= D'y of joint k */
INLINE void pull(int k, const bar *b, const double *y, double *f)
{
    for (int side = 0; side < (k > 0 ? 2 : 1); side++, b--, f -= NV) {
        for (int i = 0; i < 3; i++) {
            f[i] -= side ? -y[i] : y[i];
            f[3 + i] -= side ? b->to[0][i] * y[3] + b->to[1][i] * y[4]
                             : b->from[0][i] * y[3] + b->from[1][i] * y[4];
        }
        f[4] -= HALF * dot(b->axis[2], y);
        f[5] += HALF * dot(b->axis[1], y);
    }
}

/* L D L' of the diagonal blocks, and the blocks below them times L'\ (rows: of the joint below) */
typedef struct blocks {
    double l[BARS][JOINT][JOINT], inverse[BARS][JOINT], below[BARS][JOINT][JOINT];
} blocks;

INLINE void factor(const bar *bars, blocks *f)
{
    double next[JOINT][JOINT] = {{0.0}};

    for (int k = 0; k < BARS; k++) {
        const bar *b = bars + k;
        double g[JOINT][JOINT], low[JOINT][JOINT] = {{0.0}};

        memcpy(g, next, sizeof g);
        add_block(b, 1.0, b->from, b->from, g);
        UNROLL
        for (int j = 0; j < JOINT; j++) {
            f->inverse[k][j] = 1.0 / g[j][j];
            UNROLL
            for (int c = j + 1; c < JOINT; c++) {
                f->l[k][c][j] = g[c][j] * f->inverse[k][j];
                UNROLL
                for (int i = c; i < JOINT; i++)
                    g[i][c] -= g[i][j] * f->l[k][c][j];
            }
        }
        if (k + 1 == BARS)
            break;
        add_block(b, -1.0, b->to, b->from, low);
        memset(next, 0, sizeof next);
        add_block(b, 1.0, b->to, b->to, next);
        UNROLL
        for (int r = 0; r < JOINT; r++) {
            UNROLL
            for (int j = 0; j < JOINT; j++) {
                UNROLL
                for (int c = j + 1; c < JOINT; c++)
                    low[r][c] -= low[r][j] * f->l[k][c][j];
                f->below[k][r][j] = low[r][j] * f->inverse[k][j];
            }
            UNROLL
            for (int s = 0; s <= r; s++) {
                UNROLL
                for (int j = 0; j < JOINT; j++)
                    next[r][s] -= low[r][j] * f->below[k][s][j];
            }
        }
    }
}

INLINE void solve(const blocks *f, double x[BARS][JOINT])
{
    for (int k = 0; k < BARS; k++) {
        UNROLL
        for (int j = 0; j < JOINT; j++) {
            UNROLL
            for (int i = j + 1; i < JOINT; i++)
                x[k][i] -= f->l[k][i][j] * x[k][j];
            UNROLL
            for (int i = 0; i < JOINT; i++)
                if (k + 1 < BARS)
                    x[k + 1][i] -= f->below[k][i][j] * x[k][j];
        }
    }
    for (int k = BARS - 1; k >= 0; k--) {
        UNROLL
        for (int j = JOINT - 1; j >= 0; j--) {
            x[k][j] *= f->inverse[k][j];
            UNROLL
            for (int i = 0; i < JOINT; i++)
                if (k + 1 < BARS)
                    x[k][j] -= f->below[k][i][j] * x[k + 1][i];
            UNROLL
            for (int i = j + 1; i < JOINT; i++)
                x[k][j] -= f->l[k][i][j] * x[k][i];
        }
    }
}

/* y = D W D'\(D W Q - gamma),  a = W (Q - D'y) */
INLINE void accelerations(const double *q, const double *v, double *a, double y[BARS][JOINT])
{
    bar b[BARS];
    double gamma[BARS][JOINT], force[BARS * NV];
    blocks f;

    for (int k = 0; k < BARS; k++) {
        const double *w = v + NV * k + 3;
        double *Q = force + NV * k, *wq = a + NV * k;

        stand(q + NQ * k + 3, w, b + k);
        /* the ends of a bar are at -HALF x and HALF x: one sign for both joints */
        for (int i = 0; i < 3; i++)
            gamma[k][i] = HALF * (b[k].bend[0][i] + (k > 0 ? b[k - 1].bend[0][i] : 0.0));
        axes(k, b + k, gamma[k]);
        Q[0] = Q[1] = 0.0;
        Q[2] = -GRAVITY;
        Q[3] = (INERTIA[1] - INERTIA[2]) * w[1] * w[2];
        Q[4] = (INERTIA[2] - INERTIA[0]) * w[2] * w[0];
        Q[5] = (INERTIA[0] - INERTIA[1]) * w[0] * w[1];
        for (int i = 0; i < 3; i++) {
            wq[i] = Q[i];
            wq[3 + i] = Q[3 + i] / INERTIA[i];
        }
        joint_times(k, b + k, wq, y[k]);
        for (int i = 0; i < JOINT; i++)
            y[k][i] -= gamma[k][i];
    }
    factor(b, &f);
    solve(&f, y);
    for (int k = 0; k < BARS; k++)
        pull(k, b + k, y[k], force + NV * k);
    for (int k = 0; k < BARS; k++)
        for (int i = 0; i < 3; i++) {
            a[NV * k + i] = force[NV * k + i];
            a[NV * k + 3 + i] = force[NV * k + 3 + i] / INERTIA[i];
        }
}

/* dq/dt */
INLINE void rates(const double *q, const double *v, double *dq)
{
    for (int k = 0; k < BARS; k++, q += NQ, v += NV, dq += NQ) {
        const double *p = q + 3, *w = v + 3;

        memcpy(dq, v, 3 * sizeof *dq);
        dq[3] = -0.5 * (p[1] * w[0] + p[2] * w[1] + p[3] * w[2]);
        dq[4] = 0.5 * (p[0] * w[0] + p[2] * w[2] - p[3] * w[1]);
        dq[5] = 0.5 * (p[0] * w[1] + p[3] * w[0] - p[1] * w[2]);
        dq[6] = 0.5 * (p[0] * w[2] + p[1] * w[1] - p[2] * w[0]);
    }
}

void floor_pendulum(const floor_scheme *s, floor_state *x, long steps)
{
    static const double part[4] = {0.0, 0.5, 0.5, 1.0},
                        weight[4] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    const double h = s->h;

    for (long step = 0; step < steps; step++) {
        double dq[BARS * NQ], a[BARS * NV], y[BARS][JOINT];
        double q[BARS * NQ], v[BARS * NV], q1[BARS * NQ], v1[BARS * NV];

        memcpy(q, x->q, sizeof q);
        memcpy(v, x->v, sizeof v);
        memcpy(q1, x->q, sizeof q);
        memcpy(v1, x->v, sizeof v);
        memcpy(a, x->a, sizeof a);
        for (int k = 0; k < 4; k++) {
            if (k > 0)
                accelerations(q, v, a, y);
            rates(q, v, dq);
            for (int i = 0; i < BARS * NQ; i++) {
                q1[i] += h * weight[k] * dq[i];
                q[i] = k < 3 ? x->q[i] + h * part[k + 1] * dq[i] : q1[i];
            }
            for (int i = 0; i < BARS * NV; i++) {
                v1[i] += h * weight[k] * a[i];
                v[i] = k < 3 ? x->v[i] + h * part[k + 1] * a[i] : v1[i];
            }
        }
        for (int k = 0; k < BARS; k++) {
            double *p = q1 + NQ * k + 3;
            const double norm = sqrt(p[0] * p[0] + dot(p + 1, p + 1));

            for (int i = 0; i < 4; i++)
                p[i] /= norm;
        }
        memcpy(x->q, q1, sizeof q1);
        memcpy(x->v, v1, sizeof v1);
        accelerations(x->q, x->v, x->a, y);
        memcpy(x->lambda, y, sizeof y);
    }
}
