/* Rigid bodies: M, gyroscopic terms, energies, kinematics.
 *
 *     body    M = diag(m, m, m, J)                 Q = (m g, J omega x omega)
 *     euler   M = (m I, 4 G'J G)                   Q = (m g, -8 G(dp)'J G(p) dp)
 *
 * with omega = 2 G(p) dp in body axes; both follow from the same kinetic energy, also off the unit
 * norms. */
#include <math.h>

#include "problems/elements/space/spatial.h"

void mb_bodies_announce(const mb_mechanism *m, mb_pattern_builder *mass, mb_pattern_builder *h)
{
    const int size = mb_body_size(m->euler);

    for (int b = 0; b < m->nbodies; b++) {
        mb_pair_announce(&m->body[b].pair, m->euler, h);
        for (int c = 0; c < size; c++)
            mb_pattern_add(mass, size * b + c, size * b + c);
        for (int c = 3; m->euler && c < 7; c++)
            for (int i = 3; i < 7; i++)
                mb_pattern_add(mass, 7 * b + i, 7 * b + c);
    }
}

void mb_bodies_place(mb_mechanism *m, const mb_pattern *mass, const mb_pattern *h)
{
    const int size = mb_body_size(m->euler);

    for (int b = 0; b < m->nbodies; b++) {
        mb_pair_place(&m->body[b].pair, m->euler, h);
        for (int c = 0; c < size; c++)
            m->body[b].mass_at[c] =
                mb_pattern_find(mass, size * b + (m->euler && c > 3 ? 3 : c), size * b + c);
    }
}

/* w = J omega */
static void momentum(const mb_rigid_body *body, const double *omega, double *w)
{
    for (int i = 0; i < 3; i++)
        w[i] = body->inertia[i] * omega[i];
}

/* 4 G'J G, symmetric to the last bit */
static void rotational_mass(const mb_rigid_body *body, const double *p, double *mass)
{
    double g[4][3];

    for (int c = 0; c < 4; c++) {
        double unit[4] = {0.0, 0.0, 0.0, 0.0};

        unit[c] = 1.0;
        mb_omega(p, unit, g[c]);
    }
    for (int c = 0; c < 4; c++)
        for (int i = 0; i <= c; i++) {
            double sum = 0.0;

            for (int k = 0; k < 3; k++)
                sum += body->inertia[k] * (g[i][k] * g[c][k]);
            mass[body->mass_at[3 + c] + i] = sum;
            mass[body->mass_at[3 + i] + c] = sum;
        }
}

void mb_bodies_mass(const mb_mechanism *m, const double *q, double *mass)
{
    for (int b = 0; b < m->nbodies; b++) {
        const mb_rigid_body *body = &m->body[b];

        for (int c = 0; c < 3; c++)
            mass[body->mass_at[c]] = body->mass;
        for (int c = 0; !m->euler && c < 3; c++)
            mass[body->mass_at[3 + c]] = body->inertia[c];
        if (m->euler)
            rotational_mass(body, q + 7 * b + 3, mass);
    }
}

void mb_bodies_force(const mb_mechanism *m, const double *q, const double *v, double *force)
{
    const int size = mb_body_size(m->euler);

    for (int b = 0; b < m->nbodies; b++, force += size, v += size) {
        const mb_rigid_body *body = &m->body[b];
        double omega[3], w[3], back[4];

        for (int c = 0; c < 3; c++)
            force[c] = body->weight[c];
        if (m->euler) {
            mb_omega(q + 7 * b + 3, v + 3, omega);
            momentum(body, omega, w);
            mb_omega_t(v + 3, w, back);
            for (int c = 0; c < 4; c++)
                force[3 + c] = -2.0 * back[c];
        } else {
            momentum(body, v + 3, w);
            mb_cross(w, v + 3, force + 3);
        }
    }
}

double mb_bodies_kinetic(const mb_mechanism *m, const double *q, const double *v)
{
    const int size = mb_body_size(m->euler);
    double sum = 0.0;

    for (int b = 0; b < m->nbodies; b++, v += size) {
        double omega[3] = {v[3], v[4], v[5]}, w[3];

        if (m->euler)
            mb_omega(q + 7 * b + 3, v + 3, omega);
        momentum(&m->body[b], omega, w);
        sum += m->body[b].mass * mb_dot(v, v) + mb_dot(omega, w);
    }
    return 0.5 * sum;
}

double mb_bodies_potential(const mb_mechanism *m, const double *q)
{
    double sum = 0.0;

    for (int b = 0; b < m->nbodies; b++)
        sum -= mb_dot(m->body[b].weight, q + 7 * b);
    return sum;
}

/* Adds column c of a rotational block (3 or 4 entries) of a body to H */
static void add_column(const mb_rigid_body *body, bool euler, int c, double s, const double *x,
                       double *h)
{
    for (int i = 0; i < (euler ? 4 : 3); i++)
        h[body->pair.at[0][0][3 + c] + 3 + i] += s * x[i];
}

/* s times 2 G(a)' J 2 G(b) c */
static void twice(const mb_rigid_body *body, const double *a, const double *b, const double *c,
                  double *out)
{
    double omega[3], w[3];

    mb_omega(b, c, omega);
    momentum(body, omega, w);
    mb_omega_t(a, w, out);
}

void mb_bodies_stiffness(const mb_mechanism *m, const double *q, const double *v, double *k)
{
    (void)q; /* the gyroscopic terms are linear in p */
    for (int b = 0; m->euler && b < m->nbodies; b++)
        for (int c = 0; c < 4; c++) {
            const double *dp = v + 7 * b + 3;
            double unit[4] = {0.0, 0.0, 0.0, 0.0}, x[4];

            unit[c] = 1.0;
            twice(&m->body[b], dp, unit, dp, x);
            add_column(&m->body[b], true, c, 2.0, x, k);
        }
}

void mb_bodies_damping(const mb_mechanism *m, const double *q, const double *v, double *damping)
{
    for (int b = 0; b < m->nbodies; b++) {
        const mb_rigid_body *body = &m->body[b];
        const double *p = q + 7 * b + 3, *rate = v + mb_body_size(m->euler) * b + 3;

        for (int c = 0; c < (m->euler ? 4 : 3); c++) {
            double unit[4] = {0.0, 0.0, 0.0, 0.0}, x[4] = {0.0}, w[3];

            unit[c] = 1.0;
            if (m->euler) {
                twice(body, unit, p, rate, x);
                add_column(body, true, c, 2.0, x, damping);
                twice(body, rate, p, unit, x);
                add_column(body, true, c, 2.0, x, damping);
            } else {
                momentum(body, unit, w); /* omega x J e + e x J omega */
                mb_cross(rate, w, x);
                add_column(body, false, c, 1.0, x, damping);
                momentum(body, rate, w);
                mb_cross(unit, w, x);
                add_column(body, false, c, 1.0, x, damping);
            }
        }
    }
}

void mb_bodies_mass_tangent(const mb_mechanism *m, const double *q, const double *a, double *h)
{
    for (int b = 0; m->euler && b < m->nbodies; b++)
        for (int c = 0; c < 4; c++) {
            const double *p = q + 7 * b + 3, *ap = a + 7 * b + 3;
            double unit[4] = {0.0, 0.0, 0.0, 0.0}, x[4];

            unit[c] = 1.0;
            twice(&m->body[b], unit, p, ap, x);
            add_column(&m->body[b], true, c, 1.0, x, h);
            twice(&m->body[b], p, unit, ap, x);
            add_column(&m->body[b], true, c, 1.0, x, h);
        }
}

/* body: increments of a neighbouring motion with the same omega turn back by -omega~ */
void mb_bodies_rate_tangent(const mb_mechanism *m, const double *v, double *h)
{
    for (int b = 0; b < m->nbodies; b++)
        for (int c = 0; c < 3; c++) {
            double unit[3] = {0.0, 0.0, 0.0}, x[3];

            unit[c] = 1.0;
            mb_cross(unit, v + 6 * b + 3, x);
            add_column(&m->body[b], false, c, 1.0, x, h);
        }
}

/* body: (rdot, G'omega / 2) */
void mb_bodies_qdot(const mb_mechanism *m, const double *q, const double *v, double *qdot)
{
    for (int b = 0; b < m->nbodies; b++, q += 7, v += 6, qdot += 7) {
        for (int i = 0; i < 3; i++)
            qdot[i] = v[i];
        mb_omega_t(q + 3, v + 3, qdot + 3);
        for (int i = 3; i < 7; i++)
            qdot[i] *= 0.25;
    }
}

void mb_bodies_retract(const mb_mechanism *m, const double *dv, double *q)
{
    for (int b = 0; b < m->nbodies; b++, q += 7, dv += 6) {
        for (int i = 0; i < 3; i++)
            q[i] += dv[i];
        mb_turn_by(dv + 3, q + 3);
    }
}
