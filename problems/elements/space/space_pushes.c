/* Forces on one body: along a fixed direction by a law, and constant torques.  Their power counts
 * as work done.
 *
 *     push     s = n . (r + A u),  g = ds/dq = (n, J(u)'n),  Q = F(t, s, sdot) g
 *              K = -(F_s g g' + F_v g dsdot/dq) - F curvature,  C = -F_v g g'
 *     torque   body axis:    body Q = tau,    euler Q = 2 G(p)'tau
 *              global axis:  body Q = A'tau,  euler Q = 2 E(p)'tau, at unit norm 2 G(p)'A'tau */
#include <string.h>

#include "problems/elements/space/spatial.h"

/* A push in its present place */
struct reach {
    mb_frame f;
    double s, sdot;
};

static void reach(const mb_push *push, bool euler, const double *q, const double *v,
                  struct reach *r)
{
    double arm[3], rate[3], s2[3];

    mb_frame_at(&r->f, q, push->pair.body[0]);
    mb_frame_move(&r->f, euler, v, push->pair.body[0]);
    mb_turn(&r->f, push->u, arm);
    mb_swing(&r->f, euler, push->u, arm, rate, s2);
    r->s = mb_dot(push->direction, r->f.r) + mb_dot(push->direction, arm);
    r->sdot = mb_dot(push->direction, r->f.rdot) + mb_dot(push->direction, rate);
}

/* E(p) w likewise G(p), for axes of the ground: signs of the cross terms turned */
static void global_omega_t(const double *p, const double *w, double *out)
{
    const double conjugate[4] = {p[0], -p[1], -p[2], -p[3]};

    mb_omega_t(conjugate, w, out);
    out[0] = -out[0];
}

/* Generalised force of a torque on the rotation (3 or 4) */
static void turning(const mb_torque *torque, bool euler, const double *p, double *out)
{
    double A[9];

    if (euler && torque->follows) {
        mb_omega_t(p, torque->axis, out);
    } else if (euler) {
        global_omega_t(p, torque->axis, out);
    } else if (torque->follows) {
        memcpy(out, torque->axis, 3 * sizeof *out);
    } else {
        mb_rotation(p, A);
        for (int i = 0; i < 3; i++)
            out[i] = mb_dot(A + 3 * i, torque->axis);
    }
}

void mb_pushes_force(const mb_mechanism *m, double t, const double *q, const double *v, double *f)
{
    const int size = mb_body_size(m->euler);

    for (const mb_push *push = m->push; push < m->push + m->npushes; push++) {
        double *out = f + size * push->pair.body[0], turn[4], magnitude;
        struct reach r;

        reach(push, m->euler, q, v, &r);
        magnitude = push->law(push->par, t, r.s, r.sdot).f;
        mb_pull(&r.f, m->euler, push->u, push->direction, turn);
        for (int i = 0; i < 3; i++)
            out[i] += magnitude * push->direction[i];
        for (int i = 3; i < size; i++)
            out[i] += magnitude * turn[i - 3];
    }
    for (const mb_torque *torque = m->torque; torque < m->torque + m->ntorques; torque++) {
        const int body = torque->pair.body[0];
        double turn[4];

        turning(torque, m->euler, q + 7 * body + 3, turn);
        for (int i = 3; i < size; i++)
            f[size * body + i] += turn[i - 3];
    }
}

double mb_pushes_power(const mb_mechanism *m, double t, const double *q, const double *v)
{
    const int size = mb_body_size(m->euler);
    double sum = 0.0;

    for (const mb_push *push = m->push; push < m->push + m->npushes; push++) {
        struct reach r;

        reach(push, m->euler, q, v, &r);
        sum += push->law(push->par, t, r.s, r.sdot).f * r.sdot;
    }
    for (const mb_torque *torque = m->torque; torque < m->torque + m->ntorques; torque++) {
        const int body = torque->pair.body[0];
        double turn[4];

        turning(torque, m->euler, q + 7 * body + 3, turn);
        for (int i = 3; i < size; i++)
            sum += v[size * body + i] * turn[i - 3];
    }
    return sum;
}

/* K of a torque: its generalised force is linear in p, and in `body` constant or A'tau */
static void torque_stiffness(const mb_mechanism *m, const mb_torque *torque, const double *q,
                             double *h)
{
    const double *p = q + 7 * torque->pair.body[0] + 3;

    if (!m->euler && torque->follows)
        return;
    for (int c = 0; c < (m->euler ? 4 : 3); c++) {
        double unit[4] = {0.0, 0.0, 0.0, 0.0}, x[4], now[3];

        unit[c] = 1.0;
        if (m->euler) {
            turning(torque, true, unit, x);
        } else {
            turning(torque, false, p, now);
            mb_cross(now, unit, x); /* d(A'tau) = A'tau x dtheta */
        }
        for (int i = 0; i < (m->euler ? 4 : 3); i++)
            h[torque->pair.at[0][0][3 + c] + 3 + i] -= x[i];
    }
}

void mb_pushes_tangents(const mb_mechanism *m, double t, const double *q, const double *v,
                        bool damping, double *h)
{
    const int size = mb_body_size(m->euler);

    for (const mb_push *push = m->push; push < m->push + m->npushes; push++) {
        double slope[7] = {0.0}, rate[7] = {0.0}, columns[12] = {0.0};
        mb_law_value value;
        struct reach r;

        reach(push, m->euler, q, v, &r);
        value = push->law(push->par, t, r.s, r.sdot);
        memcpy(slope, push->direction, sizeof push->direction);
        mb_pull(&r.f, m->euler, push->u, push->direction, slope + 3);
        mb_columns_rate(&r.f, m->euler, push->u, columns);
        for (int c = 3; c < size; c++)
            rate[c] = mb_dot(push->direction, columns + 3 * (c - 3));
        for (int c = 0; c < size; c++)
            for (int i = 0; i < size; i++)
                h[push->pair.at[0][0][c] + i] -=
                    slope[i] *
                    (damping ? value.fv * slope[c] : value.fx * slope[c] + value.fv * rate[c]);
        if (!damping) {
            const double w[3] = {-value.f * push->direction[0], -value.f * push->direction[1],
                                 -value.f * push->direction[2]};

            mb_pair_curvature(h, &push->pair, m->euler, 0, &r.f, push->u, w);
        }
    }
    for (int k = 0; !damping && k < m->ntorques; k++)
        torque_stiffness(m, &m->torque[k], q, h);
}

double mb_push_value(const mb_mechanism *m, int push, double t, const double *q, const double *v)
{
    struct reach r;

    reach(&m->push[push], m->euler, q, v, &r);
    return m->push[push].law(m->push[push].par, t, r.s, r.sdot).f;
}
