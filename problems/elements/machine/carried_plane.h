/* SPDX-License-Identifier: MIT */
/* Rows of the plane as far as they depend on one coordinate at a time:
 * sums of c q + a cos q + b sin q.  The terms of an angle follow each other, so that its sine and
 * cosine are there once an evaluation.
 *
 * Blades:  w . rdot + b phidot = 0,  w = A k,  wdot = phidot (z x w),  gamma = -wdot . rdot */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_CARRIED_PLANE_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_CARRIED_PLANE_H

#include "problems/elements/machine/span.h"

/* Sine and cosine of the angle in hand */
typedef struct mb_angle_in_hand {
    int i;
    double sine, cosine;
} mb_angle_in_hand;

MB_INLINE void mb_turn_to(mb_angle_in_hand *angle, const mb_turning *x, const double *q)
{
    if (x->i == angle->i)
        return;
    angle->i = x->i;
    angle->sine = x->axes ? x->axes[1] : sin(q[x->i]);
    angle->cosine = x->axes ? x->axes[0] : cos(q[x->i]);
}

MB_INLINE double mb_turning_value(const mb_turning *x, const mb_angle_in_hand *angle)
{
    return x->a * angle->cosine + x->b * angle->sine;
}

MB_INLINE double mb_turning_slope(const mb_turning *x, const mb_angle_in_hand *angle)
{
    return x->b * angle->cosine - x->a * angle->sine;
}

/* Runs `statement` over the terms x with their angle. */
#define MB_EACH_TURNING(m, q, statement)                                                           \
    do {                                                                                           \
        mb_angle_in_hand angle = {.i = -1};                                                        \
        for (const mb_turning *x = (m)->turning, *end = x + (m)->nturning; x < end; x++) {         \
            mb_turn_to(&angle, x, q);                                                              \
            statement;                                                                             \
        }                                                                                          \
    } while (0)

/* w of a blade */
MB_INLINE void mb_across_blade(const mb_blade *x, const double *q, double w[2])
{
    const double s = sin(q[x->i + 2]), c = cos(q[x->i + 2]);

    w[0] = c * x->k[0] - s * x->k[1];
    w[1] = s * x->k[0] + c * x->k[1];
}

#define MB_EACH_BLADE(m, q, ...)                                                                   \
    do {                                                                                           \
        double w[2];                                                                               \
        for (const mb_blade *x = (m)->blade, *end = x + (m)->nblades; x < end; x++) {              \
            mb_across_blade(x, q, w);                                                              \
            __VA_ARGS__;                                                                           \
        }                                                                                          \
    } while (0)

/* Those of Phi, D and gamma that are not NULL.  The second derivative of a term is minus the term. */
MB_INLINE void mb_plane_rows(const mb_machine *m, const double *q, const double *v, double *d,
                             double *gamma, double *phi)
{
    if (phi)
        for (const mb_linear *x = m->linear, *end = x + m->nlinear; x < end; x++)
            phi[x->row] += x->factor * q[x->i];
    MB_EACH_TURNING(m, q, {
        if (phi)
            phi[x->row] += mb_turning_value(x, &angle);
        if (d)
            d[x->at] += mb_turning_slope(x, &angle);
        if (gamma)
            gamma[x->row] += mb_turning_value(x, &angle) * v[x->i] * v[x->i];
    });
    if (d || gamma)
        MB_EACH_BLADE(m, q, {
            if (d) {
                d[x->at[0]] += w[0];
                d[x->at[1]] += w[1];
            }
            if (gamma)
                gamma[x->row] += v[x->i + 2] * (w[1] * v[x->i] - w[0] * v[x->i + 1]);
        });
}

MB_INLINE void mb_plane_jacobian_dot(const mb_machine *m, const double *q, const double *v,
                                     double *d)
{
    MB_EACH_TURNING(m, q, d[x->at] -= mb_turning_value(x, &angle) * v[x->i]);
    MB_EACH_BLADE(m, q, d[x->at[0]] -= w[1] * v[x->i + 2], d[x->at[1]] += w[0] * v[x->i + 2]);
}

MB_INLINE void mb_plane_gamma_q(const mb_machine *m, const double *q, const double *v, double *g)
{
    MB_EACH_TURNING(m, q, g[x->at] += mb_turning_slope(x, &angle) * v[x->i] * v[x->i]);
    MB_EACH_BLADE(m, q, g[x->at[2]] += v[x->i + 2] * (w[0] * v[x->i] + w[1] * v[x->i + 1]));
}

MB_INLINE void mb_plane_gamma_v(const mb_machine *m, const double *q, const double *v, double *g)
{
    MB_EACH_TURNING(m, q, g[x->at] += 2.0 * mb_turning_value(x, &angle) * v[x->i]);
    MB_EACH_BLADE(m, q, g[x->at[0]] += w[1] * v[x->i + 2], g[x->at[1]] -= w[0] * v[x->i + 2],
                  g[x->at[2]] += w[1] * v[x->i] - w[0] * v[x->i + 1]);
}

MB_INLINE void mb_plane_tangent(const mb_machine *m, const double *q, const double *y, double *h)
{
    MB_EACH_TURNING(m, q, h[x->tangent] -= mb_turning_value(x, &angle) * y[x->row]);
    MB_EACH_BLADE(m, q, h[x->tangent[0]] -= w[1] * y[x->row], h[x->tangent[1]] += w[0] * y[x->row]);
}

#endif
