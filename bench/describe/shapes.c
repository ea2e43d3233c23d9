/* SPDX-License-Identifier: MIT */
#include "bench/describe/shapes.h"

#include <math.h>

typedef struct collector {
    const mb_plain_mechanism *m;
    int *begin, *count;
    double (*at)[3]; /* NULL: count only */
} collector;

static void see(collector *c, int body, const double u[3])
{
    double x[3];

    if (body == MB_ON_GROUND)
        return;
    if (!c->at) {
        c->begin[body + 1]++;
        return;
    }
    mb_plain_place(c->m, body, u, x);
    for (int i = 0; i < c->count[body]; i++) {
        const double *y = c->at[c->begin[body] + i];

        if (hypot(hypot(x[0] - y[0], x[1] - y[1]), x[2] - y[2]) < 1e-6 * c->m->scale)
            return;
    }
    for (int i = 0; i < 3; i++)
        c->at[c->begin[body] + c->count[body]][i] = x[i];
    c->count[body]++;
}

static void see_joints(collector *c)
{
    const mb_plain_mechanism *m = c->m;

    for (int i = 0; i < m->njoints; i++) {
        const mb_plain_joint *j = &m->joint[i];
        const bool line = j->kind == MB_JOINT_POINT_ON_LINE || j->kind == MB_JOINT_POINT_IN_PLANE;

        /* the line may pass anywhere; a rolling disc touches nothing of the ground's own */
        if (j->kind == MB_JOINT_PERPENDICULAR)
            continue;
        if (!line)
            see(c, j->body[0], j->place[0]);
        see(c, j->body[1], j->place[1]);
    }
}

static void see_rest(collector *c)
{
    const mb_plain_mechanism *m = c->m;

    for (int i = 0; i < m->nforces; i++) {
        const mb_plain_force *f = &m->force[i];

        if (f->kind == MB_FORCE_LINE)
            see(c, f->body[0], f->place[0]);
        if (f->kind != MB_FORCE_JOINT && f->kind != MB_FORCE_TORQUE)
            see(c, f->body[1], f->place[1]);
    }
    for (int i = 0; i < m->noutputs; i++) {
        const mb_plain_measure *q = &m->output[i].of;

        if (q->kind == MB_MEASURE_POINT || q->kind == MB_MEASURE_LINE ||
            q->kind == MB_MEASURE_VELOCITY)
            see(c, q->body[0], q->place[0]);
        if (q->kind == MB_MEASURE_LINE)
            see(c, q->body[1], q->place[1]);
    }
    for (int i = 0; i < m->nbodies; i++) {
        for (int k = 0; k < m->body[i].nplaces; k++)
            see(c, i, m->body[i].place[k].u);
        for (int k = 0; k < 2 && m->body[i].length > 0.0; k++)
            see(c, i, m->body[i].end[k]);
    }
}

mb_status mb_shapes_of(const mb_plain_mechanism *m, mb_arena *arena, mb_shapes *shapes,
                       mb_error *err)
{
    collector c = {.m = m};
    mb_status status;

    MB_TRY(MB_TAKE(arena, &c.begin, (size_t)m->nbodies + 1, err));
    MB_TRY(MB_TAKE(arena, &c.count, (size_t)m->nbodies, err));
    see_joints(&c);
    see_rest(&c);
    for (int i = 0; i < m->nbodies; i++)
        c.begin[i + 1] += c.begin[i];
    MB_TRY(MB_TAKE(arena, &c.at, (size_t)c.begin[m->nbodies], err));
    see_joints(&c);
    see_rest(&c);
    *shapes = (mb_shapes){c.begin, (const double(*)[3])c.at, c.count};
done:
    return status;
}

void mb_shape_ellipsoid(const mb_plain_mechanism *m, const mb_plain_body *body, double s[9])
{
    const double *j = body->inertia, trace = j[0] + j[4] + j[8];

    for (int i = 0; i < 9; i++)
        s[i] = 0.0;
    if (!m->spatial) {
        s[0] = s[4] = 2.0 * j[8] / body->mass; /* m r^2 / 2 */
        return;
    }
    /* the integral of x x' over the mass is tr J / 2 - J = m S / 5; in the world R S R' */
    for (int i = 0; i < 9; i++)
        for (int k = 0; k < 9; k++) {
            const double of_body = (k % 4 == 0 ? 0.5 * trace : 0.0) - j[k];

            s[i] += 5.0 / body->mass * of_body * body->turn[3 * (i / 3) + k / 3] *
                    body->turn[3 * (i % 3) + k % 3];
        }
}
