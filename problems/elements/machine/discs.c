/* SPDX-License-Identifier: MIT */
/* Discs that roll on a plane without slip.
 *
 * With the hub x, the axis a = A axis, the plane's normal n, k = n . a and s = sqrt(1 - k^2) the
 * lowest point of the rim stands still where, beside the height n . x = radius s,
 *
 *     (n x a) . xdot + radius s (axis . omega) = 0      along the track
 *     a . xdot + radius kdot / s = 0                    across it
 *
 * (of the second a multiple of the height's rate is taken off).  The first terms are knives
 * (velocity_rows.c); here are the others.  sigma = axis . omega has no bend: axis . domega is all of
 * its rate. */
#include "problems/elements/machine/span.h"

/* A disc in its present place; g, g1, g2: radius / s and its derivatives by k; s1, s2: of s */
struct roll {
    mb_stands stands;
    mb_view w;
    double s, s1, s2, g, g1, g2;
    double k1, k2, sigma;                                        /* kdot, its bend; axis . omega */
    double spin[MB_LOCAL], spin_q[MB_LOCAL], spin_dot[MB_LOCAL]; /* dsigma/dv, dsigma/dq, rate */
    mb_both gradient;
};

static void roll_at(const mb_machine *m, const mb_disc *disc, const double *q, const double *v,
                    struct roll *r)
{
    const bool euler = m->kind == MB_IN_EULER;
    const mb_frame *f;
    double k;

    memset(r, 0, sizeof *r);
    mb_stands_begin(&r->stands, m, q, v);
    mb_view_at(&r->w, &r->stands, m->kind, &disc->tie, v != NULL);
    f = &r->w.side[1]->f;
    k = mb_scalar_value(&r->w, euler, &disc->k);
    mb_scalar_gradient(&r->w, euler, &disc->k, 1.0, r->gradient);
    r->s = sqrt(1.0 - k * k);
    r->s1 = -k / r->s;
    r->s2 = -1.0 / (r->s * r->s * r->s);
    r->g = disc->radius / r->s;
    r->g1 = disc->radius * k / (r->s * r->s * r->s);
    r->g2 = disc->radius * (1.0 + 2.0 * k * k) / (r->s * r->s * r->s * r->s * r->s);
    if (euler)
        mb_omega_t(f->p, disc->axis, r->spin + 3);
    else
        memcpy(r->spin + 3, disc->axis, sizeof disc->axis);
    if (!v)
        return;
    mb_scalar_rates(&r->w, euler, &disc->k, &r->k1, &r->k2);
    if (euler) {
        mb_omega_t(f->w, disc->axis, r->spin_dot + 3);
        for (int c = 3; c < MB_LOCAL; c++)
            r->spin_q[c] = -r->spin_dot[c]; /* G(p) dp = -G(dp) p */
    }
    for (int c = 3; c < (euler ? 7 : 6); c++)
        r->sigma += r->spin[c] * f->w[c - 3];
}

/* e += s x */
static void add(double *e, double s, const double *x)
{
    for (int c = 0; c < MB_LOCAL; c++)
        e[c] += s * x[c];
}

static void put(const mb_disc *disc, mb_both e, double *d)
{
    for (int i = 0; i < 2; i++)
        mb_put(&disc->slots[i], e[i], d);
}

void mb_discs_jacobian(const mb_machine *m, const double *q, double *d)
{
    for (const mb_disc *disc = m->disc; disc < m->disc + m->ndiscs; disc++) {
        mb_both e = {{0.0}};
        struct roll r;

        roll_at(m, disc, q, NULL, &r);
        add(e[0], disc->radius * r.s, r.spin);
        add(e[1], r.g, r.gradient[1]);
        put(disc, e, d);
    }
}

void mb_discs_gamma(const mb_machine *m, const double *q, const double *v, double *gamma)
{
    for (const mb_disc *disc = m->disc; disc < m->disc + m->ndiscs; disc++) {
        struct roll r;

        roll_at(m, disc, q, v, &r);
        gamma[disc->row] -= disc->radius * r.s1 * r.k1 * r.sigma;
        gamma[disc->row + 1] -= r.g * r.k2 + r.g1 * r.k1 * r.k1;
    }
}

void mb_discs_jacobian_dot(const mb_machine *m, const double *q, const double *v, double *d)
{
    for (const mb_disc *disc = m->disc; disc < m->disc + m->ndiscs; disc++) {
        mb_both e = {{0.0}}, rate = {{0.0}};
        struct roll r;

        roll_at(m, disc, q, v, &r);
        mb_scalar_slope(&r.w, m->kind == MB_IN_EULER, &disc->k, MB_GRADIENT_RATE, 1.0, rate);
        add(e[0], disc->radius * r.s1 * r.k1, r.spin);
        add(e[0], disc->radius * r.s, r.spin_dot);
        add(e[1], r.g1 * r.k1, r.gradient[1]);
        add(e[1], r.g, rate[1]);
        put(disc, e, d);
    }
}

void mb_discs_gamma_q(const mb_machine *m, const double *q, const double *v, double *g)
{
    const bool euler = m->kind == MB_IN_EULER;

    for (const mb_disc *disc = m->disc; disc < m->disc + m->ndiscs; disc++) {
        mb_both e = {{0.0}}, rate = {{0.0}}, bend = {{0.0}};
        struct roll r;

        roll_at(m, disc, q, v, &r);
        mb_scalar_slope(&r.w, euler, &disc->k, MB_RATE_BY_Q, 1.0, rate);
        mb_scalar_slope(&r.w, euler, &disc->k, MB_BEND_BY_Q, 1.0, bend);
        add(e[0], -disc->radius * r.s2 * r.k1 * r.sigma, r.gradient[1]);
        add(e[0], -disc->radius * r.s1 * r.sigma, rate[1]);
        add(e[0], -disc->radius * r.s1 * r.k1, r.spin_q);
        add(e[1], -r.g1 * r.k2 - r.g2 * r.k1 * r.k1, r.gradient[1]);
        add(e[1], -r.g, bend[1]);
        add(e[1], -2.0 * r.g1 * r.k1, rate[1]);
        put(disc, e, g);
    }
}

void mb_discs_gamma_v(const mb_machine *m, const double *q, const double *v, double *g)
{
    for (const mb_disc *disc = m->disc; disc < m->disc + m->ndiscs; disc++) {
        mb_both e = {{0.0}}, bend = {{0.0}};
        struct roll r;

        roll_at(m, disc, q, v, &r);
        mb_scalar_slope(&r.w, m->kind == MB_IN_EULER, &disc->k, MB_BEND_BY_V, 1.0, bend);
        add(e[0], -disc->radius * r.s1 * r.sigma, r.gradient[1]);
        add(e[0], -disc->radius * r.s1 * r.k1, r.spin);
        add(e[1], -r.g, bend[1]);
        add(e[1], -2.0 * r.g1 * r.k1, r.gradient[1]);
        put(disc, e, g);
    }
}

void mb_discs_tangent(const mb_machine *m, const double *q, const double *y, double *h)
{
    for (const mb_disc *disc = m->disc; disc < m->disc + m->ndiscs; disc++) {
        double block[MB_LOCAL * MB_LOCAL] = {0.0};
        mb_both spin = {{0.0}};
        struct roll r;

        roll_at(m, disc, q, NULL, &r);
        add(spin[1], 1.0, r.spin);
        mb_duo_outer(m, &disc->tie.duo, y[disc->row] * disc->radius * r.s1, spin, r.gradient, h);
        mb_duo_outer(m, &disc->tie.duo, y[disc->row + 1] * r.g1, r.gradient, r.gradient, h);
        mb_scalar_hessian(m, &disc->tie.duo, &r.w, &disc->k, y[disc->row + 1] * r.g, h);
        for (int c = 0; m->kind == MB_IN_EULER && c < 4; c++) {
            double unit[4] = {0.0}, out[4];

            unit[c] = 1.0;
            mb_omega_t(unit, disc->axis, out);
            for (int i = 0; i < 4; i++)
                block[MB_LOCAL * (3 + i) + 3 + c] = out[i];
        }
        mb_duo_block(m, &disc->tie.duo, 1, 1, y[disc->row] * disc->radius * r.s, block, h);
    }
}
