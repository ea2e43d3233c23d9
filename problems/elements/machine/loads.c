/* SPDX-License-Identifier: MIT */
/* Forces at a place and torques, by laws of time.
 *
 *     force    world: Q = (F, J(u)'F);  body: F turns with it
 *     torque   body axis:  body Q = tau,    euler Q = 2 G(p)'tau
 *              world axis: body Q = A'tau,  euler Q = 2 E(p)'tau, at unit norm 2 G(p)'A'tau
 *     on a second body, where there is one, a torque acts the other way round */
#include "problems/elements/machine/span.h"
#include "problems/format/expression/expression.h"

static double at_time(const mb_expression *e, double t)
{
    const double at[MB_LAW_VARIABLES] = {[MB_LAW_T] = t};

    return e ? mb_expression_value(e, at) : 0.0;
}

/* E(p)'w likewise G(p)'w, for world axes: signs of the cross terms turned */
static void world_omega_t(const double *p, const double *w, double *out)
{
    const double conjugate[4] = {p[0], -p[1], -p[2], -p[3]};

    mb_omega_t(conjugate, w, out);
    out[0] = -out[0];
}

/* Moment tau on the rotation (3 or 4) of a body */
static void turning(const mb_machine *m, bool in_body, const mb_frame *f, const double *tau,
                    double *out)
{
    if (m->kind != MB_IN_EULER) {
        if (in_body)
            memcpy(out, tau, 3 * sizeof *out);
        else
            mb_turn_back(f, tau, out);
    } else if (in_body) {
        mb_omega_t(f->p, tau, out);
    } else {
        world_omega_t(f->p, tau, out);
    }
}

/* The load's vector in its own axes */
static void vector(const mb_load *load, double t, double *x)
{
    const double torque = load->kind == MB_LOAD_TORQUE ? at_time(load->value[0], t) : 0.0;

    for (int i = 0; i < 3; i++)
        x[i] = load->kind == MB_LOAD_TORQUE ? torque * load->axis[i] : at_time(load->value[i], t);
}

/* What a torque does to the second body, in the world */
static void reaction(const mb_machine *m, const mb_load *load, double t, const double *q, double *x)
{
    double own[3];
    mb_stand s;

    vector(load, t, own);
    mb_stand_at(&s, m->kind, mb_mover_of(m, load->duo.body[1]), q);
    if (load->in_body)
        mb_turn(&s.f, own, x);
    else
        memcpy(x, own, sizeof own);
    for (int i = 0; i < 3; i++)
        x[i] = -x[i];
}

/* Generalised force on one body */
static void local_force(const mb_machine *m, const mb_load *load, int side, double t,
                        const double *q, double *e)
{
    double x[3], arm[3];
    mb_stand s;

    memset(e, 0, MB_LOCAL * sizeof *e);
    mb_stand_at(&s, m->kind, mb_mover_of(m, load->duo.body[side]), q);
    if (side == 0)
        reaction(m, load, t, q, x);
    else
        vector(load, t, x);
    if (load->kind == MB_LOAD_TORQUE) {
        turning(m, load->in_body && side == 1, &s.f, x, e + 3);
    } else if (load->in_body) {
        mb_turn(&s.f, x, e);
        mb_cross(load->u, x, arm);
        turning(m, true, &s.f, arm, e + 3);
    } else {
        memcpy(e, x, sizeof x);
        mb_pull(&s.f, m->kind == MB_IN_EULER, load->u, x, e + 3);
    }
}

/* At the centre of mass along the world's axes; in the plane a torque; in `body` one in body axes
 * that nothing takes up */
static bool is_steady(const mb_machine *m, const mb_load *load)
{
    if (!load->constant)
        return false;
    if (load->kind == MB_LOAD_FORCE)
        return !load->in_body && mb_dot(load->u, load->u) == 0.0;
    return m->kind == MB_IN_X_Y_PHI ||
           (m->kind == MB_IN_BODY && load->in_body && load->duo.body[0] < 0);
}

void mb_loads_steady(mb_machine *m)
{
    for (mb_load *load = m->load; load < m->load + m->nloads; load++) {
        double x[3];

        load->steady = is_steady(m, load);
        vector(load, 0.0, x);
        for (int side = 0; load->steady && side < 2; side++) {
            const mb_mover *body = mb_mover_of(m, load->duo.body[side]);
            const int first = load->kind == MB_LOAD_TORQUE ? 3 : 0;

            for (int c = 0; body && c < body->n; c++)
                if (body->local[c] >= first && body->local[c] < first + 3)
                    m->weight[body->v + c] += (side ? 1.0 : -1.0) * x[body->local[c] - first];
        }
    }
}

void mb_loads_force(const mb_machine *m, double t, const double *q, double *force)
{
    for (const mb_load *load = m->load; load < m->load + m->nloads; load++)
        for (int side = 0; side < 2; side++) {
            const mb_mover *body = mb_mover_of(m, load->duo.body[side]);
            double e[MB_LOCAL];

            if (!body || load->steady)
                continue;
            local_force(m, load, side, t, q, e);
            for (int c = 0; c < body->n; c++)
                force[body->v + c] += e[body->local[c]];
        }
}

/* Constant forces in the world: -F . x; constant torques of the plane: -M phi */
double mb_loads_potential(const mb_machine *m, const double *q)
{
    double sum = 0.0;

    for (const mb_load *load = m->load; load < m->load + m->nloads; load++) {
        double x[3], arm[3];
        mb_stand s;

        for (int side = 0; load->conservative && side < 2; side++) {
            const double sign = side ? 1.0 : -1.0;

            if (load->duo.body[side] < 0)
                continue;
            mb_stand_at(&s, m->kind, mb_mover_of(m, load->duo.body[side]), q);
            vector(load, 0.0, x);
            if (load->kind == MB_LOAD_TORQUE) {
                sum -= sign * x[2] * s.f.p[0];
            } else {
                mb_turn(&s.f, load->u, arm);
                sum -= sign * (mb_dot(x, s.f.r) + mb_dot(x, arm));
            }
        }
    }
    return sum;
}

double mb_loads_power(const mb_machine *m, double t, const double *q, const double *v)
{
    double sum = 0.0;

    for (const mb_load *load = m->load; load < m->load + m->nloads; load++)
        for (int side = 0; !load->conservative && side < 2; side++) {
            const mb_mover *body = mb_mover_of(m, load->duo.body[side]);
            double e[MB_LOCAL];

            if (!body)
                continue;
            local_force(m, load, side, t, q, e);
            for (int c = 0; c < body->n; c++)
                sum += v[body->v + c] * e[body->local[c]];
        }
    return sum;
}

/* K of a moment: linear in p in `euler`; in `body` constant or A'tau, d(A'tau) = A'tau x dtheta */
static void moment_stiffness(const mb_machine *m, bool in_body, const mb_frame *f,
                             const double *tau, double *block)
{
    double now[3], x[4];

    if (m->kind != MB_IN_EULER && in_body)
        return;
    for (int c = 0; c < (m->kind == MB_IN_EULER ? 4 : 3); c++) {
        double unit[4] = {0.0};

        unit[c] = 1.0;
        if (m->kind == MB_IN_EULER) {
            mb_frame moved = *f;

            moved.p = unit;
            turning(m, in_body, &moved, tau, x);
        } else {
            mb_turn_back(f, tau, now);
            mb_cross(now, unit, x);
        }
        for (int i = 0; i < (m->kind == MB_IN_EULER ? 4 : 3); i++)
            block[MB_LOCAL * (3 + i) + 3 + c] -= x[i];
    }
}

/* K of a reaction: it turns with b where the torque does */
static void reaction_stiffness(const mb_machine *m, const mb_load *load, double t, const double *q,
                               double *k)
{
    const bool euler = m->kind == MB_IN_EULER;
    double x[3], block[MB_LOCAL * MB_LOCAL] = {0.0}, J[12] = {0.0}, out[4];
    mb_stand a, b;

    mb_stand_at(&a, m->kind, mb_mover_of(m, load->duo.body[0]), q);
    mb_stand_at(&b, m->kind, mb_mover_of(m, load->duo.body[1]), q);
    reaction(m, load, t, q, x);
    moment_stiffness(m, false, &a.f, x, block);
    mb_duo_block(m, &load->duo, 0, 0, 1.0, block, k);
    if (!load->in_body)
        return;
    memset(block, 0, sizeof block);
    vector(load, t, x);
    mb_columns(&b.f, euler, x, J);
    for (int c = 0; c < (euler ? 4 : 3); c++) {
        turning(m, false, &a.f, J + 3 * c, out);
        for (int i = 0; i < (euler ? 4 : 3); i++)
            block[MB_LOCAL * (3 + i) + 3 + c] = out[i];
    }
    mb_duo_block(m, &load->duo, 0, 1, 1.0, block, k);
}

void mb_loads_stiffness(const mb_machine *m, double t, const double *q, double *k)
{
    const bool euler = m->kind == MB_IN_EULER;

    for (const mb_load *load = m->load; load < m->load + m->nloads; load++) {
        double x[3], arm[3], block[MB_LOCAL * MB_LOCAL] = {0.0}, J[12] = {0.0}, bend[16] = {0.0};
        mb_stand s;

        if (load->steady)
            continue;
        if (load->duo.body[0] >= 0)
            reaction_stiffness(m, load, t, q, k);
        mb_stand_at(&s, m->kind, mb_mover_of(m, load->duo.body[1]), q);
        vector(load, t, x);
        if (load->kind == MB_LOAD_TORQUE) {
            moment_stiffness(m, load->in_body, &s.f, x, block);
        } else if (load->in_body) {
            mb_columns(&s.f, euler, x, J);
            for (int c = 0; c < (euler ? 4 : 3); c++)
                for (int i = 0; i < 3; i++)
                    block[MB_LOCAL * i + 3 + c] -= J[3 * c + i];
            mb_cross(load->u, x, arm);
            moment_stiffness(m, true, &s.f, arm, block);
        } else {
            mb_curvature(&s.f, euler, load->u, x, bend);
            for (int i = 0; i < (euler ? 4 : 3); i++)
                for (int c = 0; c < (euler ? 4 : 3); c++)
                    block[MB_LOCAL * (3 + i) + 3 + c] -= bend[4 * i + c];
        }
        mb_duo_block(m, &load->duo, 1, 1, 1.0, block, k);
    }
}
