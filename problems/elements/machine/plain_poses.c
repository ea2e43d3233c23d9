/* SPDX-License-Identifier: MIT */
#include "problems/elements/machine/plain_poses.h"

#include <math.h>
#include <string.h>

#include "problems/elements/machine/machine.h"

static void take_planar(const mb_mover *body, const mb_pose *pose, double *q, double *v)
{
    const double *e = pose->quaternion;
    const double angle = atan2(2.0 * (e[1] * e[2] + e[0] * e[3]),
                               e[0] * e[0] + e[1] * e[1] - e[2] * e[2] - e[3] * e[3]);

    for (int i = 0; i < 2; i++) {
        q[i] = pose->place[i];
        v[i] = pose->velocity[i];
    }
    if (body->point)
        return;
    q[2] += remainder(angle - q[2], 2.0 * M_PI);
    v[2] = pose->omega[2];
}

/* A vector of the world in the axes of a body. */
static void into_body(const double *e, const double *w, double *out)
{
    double c[3];

    /* w + 2 e0 (w x e) + 2 e x (e x w) */
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;

        c[i] = e[1 + j] * w[k] - e[1 + k] * w[j];
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;

        out[i] = w[i] - 2.0 * e[0] * c[i] + 2.0 * (e[1 + j] * c[k] - e[1 + k] * c[j]);
    }
}

static void take_spatial(const mb_mover *body, const mb_pose *pose, double *q, double *v)
{
    double same = 0.0;

    memcpy(q, pose->place, sizeof pose->place);
    memcpy(v, pose->velocity, sizeof pose->velocity);
    if (body->point)
        return;
    for (int i = 0; i < 4; i++)
        same += pose->quaternion[i] * q[3 + i];
    for (int i = 0; i < 4; i++)
        q[3 + i] = same < 0.0 ? -pose->quaternion[i] : pose->quaternion[i];
    into_body(pose->quaternion, pose->omega, v + 3);
}

void mb_plain_take_poses(const mb_model *model, const mb_pose *pose, double *q, double *v)
{
    const mb_machine *m = model->data;

    for (int b = 0; b < m->nbodies; b++)
        if (m->kind == MB_IN_X_Y_PHI)
            take_planar(&m->body[b], &pose[b], q + m->body[b].q, v + m->body[b].v);
        else
            take_spatial(&m->body[b], &pose[b], q + m->body[b].q, v + m->body[b].v);
}

/* A vector in the axes of a body in the world's. */
static void out_of_body(const double *e, const double *w, double *out)
{
    const double back[4] = {e[0], -e[1], -e[2], -e[3]};

    into_body(back, w, out);
}

void mb_plain_give_poses(const mb_model *model, const double *q, const double *v, mb_pose *pose)
{
    const mb_machine *m = model->data;
    const bool planar = m->kind == MB_IN_X_Y_PHI;
    const size_t axes = planar ? 2 : 3;

    for (int b = 0; b < m->nbodies; b++) {
        const double *x = q + m->body[b].q, *rate = v + m->body[b].v;
        mb_pose *p = &pose[b];

        *p = (mb_pose){.quaternion = {1.0}};
        memcpy(p->place, x, axes * sizeof *x);
        memcpy(p->velocity, rate, axes * sizeof *rate);
        if (m->body[b].point)
            continue;
        if (planar) {
            p->quaternion[0] = cos(0.5 * x[2]);
            p->quaternion[3] = sin(0.5 * x[2]);
            p->omega[2] = rate[2];
        } else {
            memcpy(p->quaternion, x + 3, sizeof p->quaternion);
            out_of_body(x + 3, rate + 3, p->omega);
        }
    }
}

double mb_plain_off_plane(const mb_model *model, const mb_pose *pose)
{
    const mb_machine *m = model->data;
    double off = 0.0;

    for (int b = 0; b < m->nbodies; b++) {
        const double *e = pose[b].quaternion;

        off = fmax(off, fabs(pose[b].place[2]));
        if (!m->body[b].point) /* the x and y components of the turned z */
            off = fmax(off, model->scale * hypot(2.0 * (e[1] * e[3] + e[0] * e[2]),
                                                 2.0 * (e[2] * e[3] - e[0] * e[1])));
    }
    return off;
}
