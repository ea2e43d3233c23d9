/* SPDX-License-Identifier: MIT */
/* Bodies and points: M, gyroscopic terms, energies, kinematics.
 *
 *     plane   M = diag(m, m, J)
 *     body    M = (m I, J)            Q = (m g, J omega x omega)
 *     euler   M = (m I, 4 G'J G)      Q = (m g, -8 G(dp)'J G(p) dp)
 *
 * with omega = 2 G(p) dp in body axes and J the tensor about the centre of mass. */
#include "problems/elements/machine/span.h"

const double mb_ground_place[7] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0};
const double mb_ground_rest[7] = {0.0};

const mb_stand mb_ground_stand[2] = {
    {.f = {.r = mb_ground_place,
           .p = mb_ground_place + 3,
           .A = {[0] = 1.0, [4] = 1.0, [8] = 1.0},
           .rdot = mb_ground_rest,
           .w = mb_ground_rest}},
    {.f = {.r = mb_ground_place,
           .p = mb_ground_rest,
           .A = {[0] = 1.0, [4] = 1.0, [8] = 1.0},
           .rdot = mb_ground_rest,
           .w = mb_ground_rest}},
};

/* w = J omega */
MB_INLINE void momentum(const mb_mover *body, const double *omega, double *w)
{
    if (body->principal) {
        for (int i = 0; i < 3; i++)
            w[i] = body->inertia[4 * i] * omega[i];
        return;
    }
    for (int i = 0; i < 3; i++)
        w[i] = mb_dot(body->inertia + 3 * i, omega);
}

/* s times 2 G(a)'J 2 G(b) c */
static void twice(const mb_mover *body, const double *a, const double *b, const double *c,
                  double *out)
{
    double omega[3], w[3];

    mb_omega(b, c, omega);
    momentum(body, omega, w);
    mb_omega_t(a, w, out);
}

void mb_movers_mass(const mb_model *model, const double *q, double *mass)
{
    const mb_machine *m = model->data;

    memcpy(mass, m->mass, (size_t)model->M.nnz * sizeof *mass);
    for (const mb_mover *body = m->body; m->kind == MB_IN_EULER && body < m->body + m->nbodies;
         body++) {
        double g[4][3], w[3];

        if (body->point)
            continue;
        for (int c = 0; c < 4; c++) {
            double unit[4] = {0.0};

            unit[c] = 1.0;
            mb_omega(q + body->q + 3, unit, g[c]);
        }
        for (int c = 0; c < 4; c++) {
            momentum(body, g[c], w);
            for (int i = 0; i <= c; i++) /* symmetric to the last bit */
                mass[body->mass_at[c] + i] = mass[body->mass_at[i] + c] = mb_dot(g[i], w);
        }
    }
}

/* Adds the gyroscopic terms of one body. */
MB_INLINE void gyroscopic(const mb_mover *body, bool euler, const double *p, const double *rate,
                          double *out)
{
    double omega[3], w[3], add[4];

    if (euler) {
        mb_omega(p, rate, omega);
        momentum(body, omega, w);
        mb_omega_t(rate, w, add);
    } else {
        momentum(body, rate, w);
        mb_cross(w, rate, add);
    }
    for (int c = 0; c < (euler ? 4 : 3); c++)
        out[c] += euler ? -2.0 * add[c] : add[c];
}

void mb_movers_force(const mb_model *model, const double *q, const double *v, double *force)
{
    const mb_machine *m = model->data;
    const bool euler = m->kind == MB_IN_EULER;

    memcpy(force, m->weight, (size_t)model->nv * sizeof *force);
    if (m->kind == MB_IN_X_Y_PHI)
        return;
    for (const mb_mover *body = m->body, *end = body + m->nbodies; body < end; body++)
        if (!body->point)
            gyroscopic(body, euler, q + body->q + 3, v + body->v + 3, force + body->v + 3);
}

double mb_movers_kinetic(const mb_model *model, const double *q, const double *v)
{
    const mb_machine *m = model->data;
    double sum = 0.0;

    for (const mb_mover *body = m->body; body < m->body + m->nbodies; body++) {
        double w[3], omega[3];
        mb_stand s;

        mb_stand_at(&s, m->kind, body, q);
        mb_stand_move(&s, m->kind, body, v);
        sum += body->mass * mb_dot(s.f.rdot, s.f.rdot);
        if (body->point)
            continue;
        if (m->kind == MB_IN_EULER)
            mb_omega(s.f.p, s.f.w, omega);
        else
            memcpy(omega, s.f.w, sizeof omega);
        momentum(body, omega, w);
        sum += mb_dot(omega, w);
    }
    return 0.5 * sum;
}

double mb_movers_potential(const mb_machine *m, const double *q)
{
    double sum = 0.0;

    for (const mb_mover *body = m->body; body < m->body + m->nbodies; body++)
        for (int c = 0; c < (m->kind == MB_IN_X_Y_PHI ? 2 : 3); c++)
            sum -= body->weight[c] * q[body->q + c];
    return sum;
}

/* Adds column c of a rotational block (3 or 4 entries) of a body to H */
static void add_column(const mb_machine *m, const mb_mover *body, int c, double s, const double *x,
                       double *h)
{
    for (int i = 0; i < (m->kind == MB_IN_EULER ? 4 : 3); i++)
        h[body->tangent_at[3 + c] + 3 + i] += s * x[i];
}

void mb_movers_stiffness(const mb_machine *m, const double *v, double *k)
{
    for (const mb_mover *body = m->body; m->kind == MB_IN_EULER && body < m->body + m->nbodies;
         body++)
        for (int c = 0; !body->point && c < 4; c++) { /* gyroscopic terms are linear in p */
            double unit[4] = {0.0}, x[4];

            unit[c] = 1.0;
            twice(body, v + body->v + 3, unit, v + body->v + 3, x);
            add_column(m, body, c, 2.0, x, k);
        }
}

void mb_movers_damping(const mb_machine *m, const double *q, const double *v, double *damping)
{
    for (const mb_mover *body = m->body; m->kind != MB_IN_X_Y_PHI && body < m->body + m->nbodies;
         body++) {
        const double *rate = v + body->v + 3, *p = q + body->q + 3;

        for (int c = 0; !body->point && c < (m->kind == MB_IN_EULER ? 4 : 3); c++) {
            double unit[4] = {0.0}, x[4], w[3];

            unit[c] = 1.0;
            if (m->kind == MB_IN_EULER) {
                twice(body, unit, p, rate, x);
                add_column(m, body, c, 2.0, x, damping);
                twice(body, rate, p, unit, x);
                add_column(m, body, c, 2.0, x, damping);
            } else {
                momentum(body, unit, w); /* omega x J e + e x J omega */
                mb_cross(rate, w, x);
                add_column(m, body, c, 1.0, x, damping);
                momentum(body, rate, w);
                mb_cross(unit, w, x);
                add_column(m, body, c, 1.0, x, damping);
            }
        }
    }
}

void mb_movers_mass_tangent(const mb_model *model, const double *q, const double *a, double *h)
{
    const mb_machine *m = model->data;

    memset(h, 0, (size_t)model->H.nnz * sizeof *h);
    for (const mb_mover *body = m->body; m->kind == MB_IN_EULER && body < m->body + m->nbodies;
         body++)
        for (int c = 0; !body->point && c < 4; c++) {
            const double *p = q + body->q + 3, *ap = a + body->v + 3;
            double unit[4] = {0.0}, x[4];

            unit[c] = 1.0;
            twice(body, unit, p, ap, x);
            add_column(m, body, c, 1.0, x, h);
            twice(body, p, unit, ap, x);
            add_column(m, body, c, 1.0, x, h);
        }
}

/* body: increments of a neighbouring motion with the same omega turn back by -omega~ */
void mb_movers_rate_tangent(const mb_model *model, const double *q, const double *v, double *h)
{
    const mb_machine *m = model->data;

    (void)q;
    memset(h, 0, (size_t)model->H.nnz * sizeof *h);
    for (const mb_mover *body = m->body; body < m->body + m->nbodies; body++)
        for (int c = 0; !body->point && c < 3; c++) {
            double unit[3] = {0.0}, x[3];

            unit[c] = 1.0;
            mb_cross(unit, v + body->v + 3, x);
            add_column(m, body, c, 1.0, x, h);
        }
}

/* body: (rdot, G'omega / 2) */
void mb_movers_qdot(const mb_model *model, const double *q, const double *v, double *qdot)
{
    const mb_machine *m = model->data;

    for (const mb_mover *body = m->body; body < m->body + m->nbodies; body++) {
        double *out = qdot + body->q;

        memcpy(out, v + body->v, 3 * sizeof *out);
        if (body->point)
            continue;
        mb_omega_t(q + body->q + 3, v + body->v + 3, out + 3);
        for (int i = 3; i < 7; i++)
            out[i] *= 0.25;
    }
}

void mb_movers_retract(const mb_model *model, const double *dv, double *q)
{
    const mb_machine *m = model->data;

    for (const mb_mover *body = m->body; body < m->body + m->nbodies; body++) {
        for (int i = 0; i < 3; i++)
            q[body->q + i] += dv[body->v + i];
        if (!body->point)
            mb_turn_by(dv + body->v + 3, q + body->q + 3);
    }
}

enum { ALONG_X, ALONG_Y, ALONG_Z, ABOUT_X, ABOUT_Y, ABOUT_Z };

/* A body turns by omega = A'axis, dp = G'omega / 2. */
bool mb_movers_rigid_motion(const mb_model *model, const double *q, int k, double *dv)
{
    const mb_machine *m = model->data;
    const bool plane = m->kind == MB_IN_X_Y_PHI;
    double axis[3] = {0.0, 0.0, 0.0}, along[3], omega[4];

    if (plane && k != ALONG_X && k != ALONG_Y && k != ABOUT_Z)
        return false;
    axis[k % 3] = 1.0;
    for (const mb_mover *body = m->body; body < m->body + m->nbodies; body++) {
        double *out = dv + body->v, local[MB_LOCAL] = {0.0};
        mb_stand s;

        mb_stand_at(&s, m->kind, body, q);
        mb_cross(axis, s.f.r, along);
        memcpy(local, k < ABOUT_X ? axis : along, sizeof axis);
        if (k >= ABOUT_X && !body->point) {
            mb_turn_back(&s.f, axis, omega);
            if (m->kind == MB_IN_EULER) {
                mb_omega_t(s.f.p, omega, local + 3);
                for (int i = 3; i < 7; i++)
                    local[i] *= 0.25;
            } else {
                memcpy(local + 3, omega, sizeof axis);
            }
        }
        for (int c = 0; c < body->n; c++)
            out[c] = local[body->local[c]];
    }
    return true;
}
