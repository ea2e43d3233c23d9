/* Rows of the plane as far as they depend on one coordinate at a time:
 * sums of c q + a cos q + b sin q.  The terms of an angle follow each other, so that its sine and
 * cosine are there once an evaluation. */
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

void mb_plane_phi(const mb_machine *m, const double *q, double *phi)
{
    for (const mb_linear *x = m->linear, *end = x + m->nlinear; x < end; x++)
        phi[x->row] += x->factor * q[x->i];
    EACH_TURNING(m, q, phi[x->row] += value(x, &angle));
}

void mb_plane_jacobian(const mb_machine *m, const double *q, double *d)
{
    EACH_TURNING(m, q, d[x->at] += slope(x, &angle));
}

/* The second derivative of a term is minus the term. */
void mb_plane_gamma(const mb_machine *m, const double *q, const double *v, double *gamma)
{
    EACH_TURNING(m, q, gamma[x->row] += value(x, &angle) * v[x->i] * v[x->i]);
}

void mb_plane_jacobian_dot(const mb_machine *m, const double *q, const double *v, double *d)
{
    EACH_TURNING(m, q, d[x->at] -= value(x, &angle) * v[x->i]);
}

void mb_plane_gamma_q(const mb_machine *m, const double *q, const double *v, double *g)
{
    EACH_TURNING(m, q, g[x->at] += slope(x, &angle) * v[x->i] * v[x->i]);
}

void mb_plane_gamma_v(const mb_machine *m, const double *q, const double *v, double *g)
{
    EACH_TURNING(m, q, g[x->at] += 2.0 * value(x, &angle) * v[x->i]);
}

void mb_plane_tangent(const mb_machine *m, const double *q, const double *y, double *h)
{
    EACH_TURNING(m, q, h[x->tangent] -= value(x, &angle) * y[x->row]);
}
