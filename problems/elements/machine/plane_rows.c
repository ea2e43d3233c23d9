/* Rows of the plane as far as they depend on one coordinate at a time:
 * sums of c q + a cos q + b sin q.  The terms of an angle follow each other, so that its sine and
 * cosine are there once an evaluation.
 *
 * Blades:  w . rdot + b phidot = 0,  w = A k,  wdot = phidot (z x w),  gamma = -wdot . rdot */
#include <math.h>

#include "problems/elements/machine/machine.h"

/* Sine and cosine of the angle in hand */
struct angle {
    int i;
    double sine, cosine;
};

static inline void turn(struct angle *angle, const mb_turning *x, const double *q)
{
    if (x->i == angle->i)
        return;
    angle->i = x->i;
    angle->sine = sin(q[x->i]);
    angle->cosine = cos(q[x->i]);
}

static inline double value(const mb_turning *x, const struct angle *angle)
{
    return x->a * angle->cosine + x->b * angle->sine;
}

static inline double slope(const mb_turning *x, const struct angle *angle)
{
    return x->b * angle->cosine - x->a * angle->sine;
}

/* Runs `statement` over the terms x with their angle. */
#define EACH_TURNING(m, q, statement)                                                              \
    do {                                                                                           \
        struct angle angle = {.i = -1};                                                            \
        for (const mb_turning *x = (m)->turning, *end = x + (m)->nturning; x < end; x++) {         \
            turn(&angle, x, q);                                                                    \
            statement;                                                                             \
        }                                                                                          \
    } while (0)

/* w of a blade */
static inline void across(const mb_blade *x, const double *q, double w[2])
{
    const double s = sin(q[x->i + 2]), c = cos(q[x->i + 2]);

    w[0] = c * x->k[0] - s * x->k[1];
    w[1] = s * x->k[0] + c * x->k[1];
}

#define EACH_BLADE(m, q, ...)                                                                      \
    do {                                                                                           \
        double w[2];                                                                               \
        for (const mb_blade *x = (m)->blade, *end = x + (m)->nblades; x < end; x++) {              \
            across(x, q, w);                                                                       \
            __VA_ARGS__;                                                                           \
        }                                                                                          \
    } while (0)

void mb_plane_phi(const mb_machine *m, const double *q, double *phi)
{
    for (const mb_linear *x = m->linear, *end = x + m->nlinear; x < end; x++)
        phi[x->row] += x->factor * q[x->i];
    EACH_TURNING(m, q, phi[x->row] += value(x, &angle));
}

void mb_plane_jacobian(const mb_machine *m, const double *q, double *d)
{
    EACH_TURNING(m, q, d[x->at] += slope(x, &angle));
    EACH_BLADE(m, q, d[x->at[0]] += w[0], d[x->at[1]] += w[1]);
}

/* The second derivative of a term is minus the term. */
void mb_plane_gamma(const mb_machine *m, const double *q, const double *v, double *gamma)
{
    EACH_TURNING(m, q, gamma[x->row] += value(x, &angle) * v[x->i] * v[x->i]);
    EACH_BLADE(m, q, gamma[x->row] += v[x->i + 2] * (w[1] * v[x->i] - w[0] * v[x->i + 1]));
}

void mb_plane_jacobian_dot(const mb_machine *m, const double *q, const double *v, double *d)
{
    EACH_TURNING(m, q, d[x->at] -= value(x, &angle) * v[x->i]);
    EACH_BLADE(m, q, d[x->at[0]] -= w[1] * v[x->i + 2], d[x->at[1]] += w[0] * v[x->i + 2]);
}

void mb_plane_gamma_q(const mb_machine *m, const double *q, const double *v, double *g)
{
    EACH_TURNING(m, q, g[x->at] += slope(x, &angle) * v[x->i] * v[x->i]);
    EACH_BLADE(m, q, g[x->at[2]] += v[x->i + 2] * (w[0] * v[x->i] + w[1] * v[x->i + 1]));
}

void mb_plane_gamma_v(const mb_machine *m, const double *q, const double *v, double *g)
{
    EACH_TURNING(m, q, g[x->at] += 2.0 * value(x, &angle) * v[x->i]);
    EACH_BLADE(m, q, g[x->at[0]] += w[1] * v[x->i + 2], g[x->at[1]] -= w[0] * v[x->i + 2],
               g[x->at[2]] += w[1] * v[x->i] - w[0] * v[x->i + 1]);
}

void mb_plane_tangent(const mb_machine *m, const double *q, const double *y, double *h)
{
    EACH_TURNING(m, q, h[x->tangent] -= value(x, &angle) * y[x->row]);
    EACH_BLADE(m, q, h[x->tangent[0]] -= w[1] * y[x->row], h[x->tangent[1]] += w[0] * y[x->row]);
}
