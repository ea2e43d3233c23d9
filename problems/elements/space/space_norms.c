/* Rows beside those of joints: the norms p'p - 1 in `euler`, and gears in mesh.
 *
 * Gears:  sum factor_i z . omega_i,  omega = 2 G(p) dp in `euler`.  D is constant in `body`; in
 * `euler` Ddot v = 2 G(dp) dp = 0, so that gamma = 0 in both. */
#include "problems/elements/space/spatial.h"

static const double axis[3] = {0.0, 0.0, 1.0};

void mb_norms_announce(const mb_mechanism *m, mb_pattern_builder *d, mb_pattern_builder *h)
{
    for (int b = 0; m->euler && b < m->nbodies; b++)
        for (int c = 0; c < 4; c++)
            mb_pattern_add(d, m->norm_row + b, 7 * b + 3 + c);
    for (const mb_gears *g = m->gears; g < m->gears + m->ngears; g++)
        for (int k = 0; k < g->n; k++) {
            mb_pair_announce(&g->pair[k], m->euler, h);
            for (int c = 0; m->euler && c < 4; c++)
                mb_pattern_add(d, g->row, 7 * g->body[k] + 3 + c);
            if (!m->euler)
                mb_pattern_add(d, g->row, 6 * g->body[k] + 5);
        }
}

void mb_norms_place(mb_mechanism *m, const mb_pattern *d, const mb_pattern *h)
{
    for (int b = 0; m->euler && b < m->nbodies; b++)
        for (int c = 0; c < 4; c++)
            m->body[b].norm_at[c] = mb_pattern_find(d, m->norm_row + b, 7 * b + 3 + c);
    for (mb_gears *g = m->gears; g < m->gears + m->ngears; g++)
        for (int k = 0; k < g->n; k++) {
            mb_pair_place(&g->pair[k], m->euler, h);
            for (int c = 0; m->euler && c < 4; c++)
                g->at[k][c] = mb_pattern_find(d, g->row, 7 * g->body[k] + 3 + c);
            if (!m->euler)
                g->at[k][0] = mb_pattern_find(d, g->row, 6 * g->body[k] + 5);
        }
}

void mb_norms_phi(const mb_mechanism *m, const double *q, double *phi)
{
    for (int b = 0; m->euler && b < m->nbodies; b++) {
        const double *p = q + 7 * b + 3;

        phi[m->norm_row + b] = p[0] * p[0] + mb_dot(p + 1, p + 1) - 1.0;
    }
}

/* s p into the norm rows of D */
static void norm_entries(const mb_mechanism *m, double s, const double *q, double *d)
{
    for (int b = 0; m->euler && b < m->nbodies; b++)
        for (int c = 0; c < 4; c++)
            d[m->body[b].norm_at[c]] = s * q[7 * b + 3 + c];
}

/* Gear rows of D from Euler parameters, or their rates for Ddot */
static void gear_entries(const mb_mechanism *m, const double *q, double *d)
{
    for (const mb_gears *g = m->gears; g < m->gears + m->ngears; g++)
        for (int k = 0; k < g->n; k++) {
            double x[4];

            mb_omega_t(q + 7 * g->body[k] + 3, axis, x);
            for (int c = 0; c < 4; c++)
                d[g->at[k][c]] = g->factor[k] * x[c];
        }
}

/* Gear rows of the same value throughout; s = 0 clears them */
static void gear_constants(const mb_mechanism *m, double s, double *d)
{
    for (const mb_gears *g = m->gears; g < m->gears + m->ngears; g++)
        for (int k = 0; k < g->n; k++)
            for (int c = 0; c < (m->euler ? 4 : 1); c++)
                d[g->at[k][c]] = s * g->factor[k];
}

void mb_norms_jacobian(const mb_mechanism *m, const double *q, double *d)
{
    norm_entries(m, 2.0, q, d);
    if (m->euler)
        gear_entries(m, q, d);
    else
        gear_constants(m, 1.0, d);
}

void mb_norms_gamma(const mb_mechanism *m, const double *v, double *gamma)
{
    for (int b = 0; m->euler && b < m->nbodies; b++) {
        const double *p = v + 7 * b + 3;

        gamma[m->norm_row + b] = -2.0 * (p[0] * p[0] + mb_dot(p + 1, p + 1));
    }
    for (const mb_gears *g = m->gears; g < m->gears + m->ngears; g++)
        gamma[g->row] = 0.0;
}

void mb_norms_jacobian_dot(const mb_mechanism *m, const double *v, double *d)
{
    norm_entries(m, 2.0, v, d);
    if (m->euler)
        gear_entries(m, v, d);
    else
        gear_constants(m, 0.0, d);
}

void mb_norms_gamma_q(const mb_mechanism *m, double *g)
{
    for (int b = 0; m->euler && b < m->nbodies; b++)
        for (int c = 0; c < 4; c++)
            g[m->body[b].norm_at[c]] = 0.0;
    gear_constants(m, 0.0, g);
}

void mb_norms_gamma_v(const mb_mechanism *m, const double *v, double *g)
{
    norm_entries(m, -4.0, v, g);
    gear_constants(m, 0.0, g);
}

void mb_norms_tangent(const mb_mechanism *m, const double *y, double *h)
{
    for (int b = 0; m->euler && b < m->nbodies; b++)
        for (int c = 0; c < 4; c++)
            h[m->body[b].pair.at[0][0][3 + c] + 3 + c] += 2.0 * y[m->norm_row + b];
    for (const mb_gears *g = m->gears; m->euler && g < m->gears + m->ngears; g++)
        for (int k = 0; k < g->n; k++)
            for (int c = 0; c < 4; c++) {
                double unit[4] = {0.0, 0.0, 0.0, 0.0}, x[4];

                unit[c] = y[g->row] * g->factor[k];
                mb_omega_t(unit, axis, x);
                for (int i = 0; i < 4; i++)
                    h[g->pair[k].at[0][0][3 + c] + 3 + i] += x[i];
            }
}
