/* SPDX-License-Identifier: MIT */
/* Rotation of body-fixed vectors in both kinds of coordinates: what rows and forces are made of.
 *
 * A u is a body-fixed vector in global axes.  Its change by a tangent increment of the body's
 * rotation is J(u) dtheta:
 *     body   A <- A exp(dtheta~), three components:  J(u) = -A u~
 *     euler  dp, four components:                    J(u) = d(A(p) u)/dp, linear in p
 * with A(p) = (p0^2 - e'e) I + 2 e e' + 2 p0 e~ homogeneous, so that A(p) u = B(p, p) u with
 * B symmetric and bilinear in its first two arguments. */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_ROTOR_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_ROTOR_H

#include <math.h>
#include <stdbool.h>

#include "base/vector3.h"

typedef struct mb_frame {
    const double *r, *p; /* place (3), Euler parameters (4) */
    double A[9];         /* A[3 c + i]: component i of body axis c */
    const double *rdot;  /* (3) */
    const double *w;     /* omega in body axes (3), or dp/dt (4) */
    double W[3];         /* omega in global axes; `body` only */
} mb_frame;

MB_INLINE void mb_rotation(const double *p, double *A)
{
    const double s = p[0] * p[0], x = p[1] * p[1], y = p[2] * p[2], z = p[3] * p[3];
    const double xy = p[1] * p[2], xz = p[1] * p[3], yz = p[2] * p[3];
    const double sx = p[0] * p[1], sy = p[0] * p[2], sz = p[0] * p[3];

    A[0] = s + x - y - z;
    A[1] = 2.0 * (xy + sz);
    A[2] = 2.0 * (xz - sy);
    A[3] = 2.0 * (xy - sz);
    A[4] = s - x + y - z;
    A[5] = 2.0 * (yz + sx);
    A[6] = 2.0 * (xz + sy);
    A[7] = 2.0 * (yz - sx);
    A[8] = s - x - y + z;
}

/* s = A u */
MB_INLINE void mb_turn(const mb_frame *f, const double *u, double *s)
{
    for (int i = 0; i < 3; i++)
        s[i] = f->A[i] * u[0] + f->A[3 + i] * u[1] + f->A[6 + i] * u[2];
}

/* u = A' s */
MB_INLINE void mb_turn_back(const mb_frame *f, const double *s, double *u)
{
    for (int i = 0; i < 3; i++)
        u[i] = mb_dot(f->A + 3 * i, s);
}

/* The ground's: origin and (1, 0, 0, 0), zeros (movers.c) */
extern const double mb_ground_place[7];
extern const double mb_ground_rest[7];

/* s = 2 B(a, b) u */
MB_INLINE void mb_polar(const double *a, const double *b, const double *u, double *s)
{
    const double *ea = a + 1, *eb = b + 1;
    const double scalar = a[0] * b[0] - mb_dot(ea, eb), ua = mb_dot(ea, u), ub = mb_dot(eb, u);
    double ca[3], cb[3];

    mb_cross(ea, u, ca);
    mb_cross(eb, u, cb);
    for (int i = 0; i < 3; i++)
        s[i] = 2.0 * (scalar * u[i] + ua * eb[i] + ub * ea[i] + a[0] * cb[i] + b[0] * ca[i]);
}

/* First and second time derivative of A u, given s = A u, without angular acceleration (d2p = 0) */
MB_INLINE void mb_swing(const mb_frame *f, bool euler, const double *u, const double *s, double *s1,
                        double *s2)
{
    if (euler) {
        mb_polar(f->p, f->w, u, s1);
        mb_polar(f->w, f->w, u, s2);
    } else {
        mb_cross(f->W, s, s1);
        mb_cross(f->W, s1, s2);
    }
}

/* out = (d(A(p) u)/dp)' w: twice the symmetric form N with w'A(p)u = p'N p, times p */
MB_INLINE void mb_pull_p(const double *p, const double *u, const double *w, double *out)
{
    double c[3], uw = mb_dot(u, w), up = mb_dot(u, p + 1), wp = mb_dot(w, p + 1);

    mb_cross(u, w, c);
    out[0] = 2.0 * (uw * p[0] + mb_dot(c, p + 1));
    for (int i = 0; i < 3; i++)
        out[1 + i] = 2.0 * (c[i] * p[0] + w[i] * up + u[i] * wp - uw * p[1 + i]);
}

/* out = J(u)' w, w in global axes (3 or 4) */
MB_INLINE void mb_pull(const mb_frame *f, bool euler, const double *u, const double *w, double *out)
{
    double back[3];

    if (euler) {
        mb_pull_p(f->p, u, w, out);
        return;
    }
    mb_turn_back(f, w, back);
    mb_cross(u, back, out);
}

/* J[3 c + i]: component i of column c of J(u) */
MB_INLINE void mb_columns(const mb_frame *f, bool euler, const double *u, double *J)
{
    const double *A = f->A;

    if (euler) {
        for (int c = 0; c < 4; c++) {
            double unit[4] = {0.0, 0.0, 0.0, 0.0};

            unit[c] = 1.0;
            mb_polar(f->p, unit, u, J + 3 * c);
        }
        return;
    }
    for (int i = 0; i < 3; i++) {
        J[i] = u[1] * A[6 + i] - u[2] * A[3 + i];
        J[3 + i] = u[2] * A[i] - u[0] * A[6 + i];
        J[6 + i] = u[0] * A[3 + i] - u[1] * A[i];
    }
}

/* out = (dJ(u)/dt)' w for a fixed w */
MB_INLINE void mb_pull_rate(const mb_frame *f, bool euler, const double *u, const double *w,
                            double *out)
{
    double back[3], turned[3];

    if (euler) {
        mb_pull_p(f->w, u, w, out);
        return;
    }
    mb_turn_back(f, w, back);
    mb_cross(back, f->w, turned);
    mb_cross(u, turned, out);
}

/* out = (derivative of the n-th rate of A u by the rotation)' w, n = 0, 1, 2 */
MB_INLINE void mb_pull_swing(const mb_frame *f, bool euler, int n, const double *u, const double *w,
                             double *out)
{
    double u1[3], u2[3];

    if (euler) {
        if (n < 2)
            mb_pull_p(n ? f->w : f->p, u, w, out);
        else
            out[0] = out[1] = out[2] = out[3] = 0.0;
        return;
    }
    mb_cross(f->w, u, u1);
    mb_cross(f->w, u1, u2);
    mb_pull(f, false, n == 0 ? u : n == 1 ? u1 : u2, w, out);
}

/* Columns of the derivative of d(A u)/dt by the rotation. */
MB_INLINE void mb_columns_rate(const mb_frame *f, bool euler, const double *u, double *J)
{
    double u1[3];
    mb_frame moved = *f;

    if (euler) {
        moved.p = f->w;
        mb_columns(&moved, true, u, J);
        return;
    }
    mb_cross(f->w, u, u1);
    mb_columns(f, false, u1, J);
}

/* h[4 i + j] += derivative of component i of J(u)'w by component j of the rotation, w fixed */
MB_INLINE void mb_curvature(const mb_frame *f, bool euler, const double *u, const double *w,
                            double *h)
{
    double back[3];

    if (euler) {
        for (int j = 0; j < 4; j++) {
            double unit[4] = {0.0, 0.0, 0.0, 0.0}, column[4];

            unit[j] = 1.0;
            mb_pull_p(unit, u, w, column);
            for (int i = 0; i < 4; i++)
                h[4 * i + j] += column[i];
        }
        return;
    }
    mb_turn_back(f, w, back);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            h[4 * i + j] += back[i] * u[j];
        h[4 * i + i] -= mb_dot(u, back);
    }
}

/* omega in body axes = 2 G(p) dp:
 * rows (-p1, p0, p3, -p2), (-p2, -p3, p0, p1), (-p3, p2, -p1, p0) */
MB_INLINE void mb_omega(const double *p, const double *dp, double *w)
{
    w[0] = 2.0 * (-p[1] * dp[0] + p[0] * dp[1] + p[3] * dp[2] - p[2] * dp[3]);
    w[1] = 2.0 * (-p[2] * dp[0] - p[3] * dp[1] + p[0] * dp[2] + p[1] * dp[3]);
    w[2] = 2.0 * (-p[3] * dp[0] + p[2] * dp[1] - p[1] * dp[2] + p[0] * dp[3]);
}

/* out = 2 G(p)' w (4) */
MB_INLINE void mb_omega_t(const double *p, const double *w, double *out)
{
    out[0] = 2.0 * (-p[1] * w[0] - p[2] * w[1] - p[3] * w[2]);
    out[1] = 2.0 * (p[0] * w[0] - p[3] * w[1] + p[2] * w[2]);
    out[2] = 2.0 * (p[3] * w[0] + p[0] * w[1] - p[1] * w[2]);
    out[3] = 2.0 * (-p[2] * w[0] + p[1] * w[1] + p[0] * w[2]);
}

/* p <- p o exp(turn / 2) at unit norm.  Below 1e-4 rad the series is exact to round-off. */
static inline void mb_turn_by(const double *turn, double *p)
{
    const double square = mb_dot(turn, turn), angle = sqrt(square);
    const bool small = angle < 1e-4;
    const double s = small ? 0.5 - square / 48.0 : sin(0.5 * angle) / angle;
    const double c = small ? 1.0 - square / 8.0 : cos(0.5 * angle);
    const double e[3] = {s * turn[0], s * turn[1], s * turn[2]};
    double x[4], cross[3], norm;

    mb_cross(p + 1, e, cross);
    x[0] = c * p[0] - mb_dot(p + 1, e);
    for (int i = 0; i < 3; i++)
        x[1 + i] = p[0] * e[i] + c * p[1 + i] + cross[i];
    norm = 1.0 / sqrt(x[0] * x[0] + mb_dot(x + 1, x + 1));
    for (int i = 0; i < 4; i++)
        p[i] = norm * x[i];
}

#endif
