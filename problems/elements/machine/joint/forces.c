/* SPDX-License-Identifier: MIT */
/* Forces on bodies, summed up along the tree. */
#include <math.h>

#include "problems/elements/machine/joint/linkage.h"

/* F += s M_x wdot */
static void add_inertia(mb_linkage *t, double s, const double *wdot)
{
    for (int b = 0; b < t->machine->nbodies; b++) {
        const mb_mover *body = &t->machine->body[b];
        const double *rate = wdot + body->v;
        double *F = t->F + body->v;

        for (int i = 0; i < (t->plane ? 2 : 3); i++)
            F[i] += s * body->mass * rate[i];
        if (!body->point && t->plane)
            F[2] += s * body->inertia[8] * rate[2];
        for (int i = 0; i < 3 && !body->point && !t->plane; i++)
            F[3 + i] += s * mb_dot(body->inertia + 3 * i, rate + 3);
    }
}

void mb_linkage_forces(mb_linkage *t, double time)
{
    t->inner->ops->force(t->inner, time, t->x, t->w, t->F);
    add_inertia(t, -1.0, t->wdot);
}

void mb_linkage_wrenches(mb_linkage *t, double s, const double *F)
{
    for (int i = 0; i < t->nlinks; i++) {
        const mb_link *l = &t->link[i];
        double local[6];

        memset(t->wrench[i], 0, sizeof t->wrench[i]);
        if (l->body < 0)
            continue;
        mb_linkage_local(t, l->body, F, local);
        mb_from_body(&t->pose[i], s, local, t->wrench[i]);
    }
    for (int i = t->nlinks - 1; i >= 0; i--)
        for (int k = 0; t->link[i].parent >= 0 && k < 6; k++)
            t->wrench[t->link[i].parent][k] += t->wrench[i][k];
}

void mb_linkage_force(const mb_model *model, double time, const double *q, const double *v,
                      double *force)
{
    mb_linkage *t = mb_linkage_at(model, q, v);

    mb_linkage_forces(t, time);
    mb_linkage_wrenches(t, 1.0, t->F);
    for (int i = 0; i < t->nlinks; i++)
        for (int k = t->link[i].v; k < t->link[i].v + t->link[i].n; k++)
            force[k] = mb_six_dot(t->S[k], t->wrench[i]);
}

/* Local vector of a wrench on a body, on the ground where there is none */
static void on_body(const mb_linkage *t, int body, double s, const double *wrench, double *local)
{
    const mb_link_pose *now = body < 0 ? NULL : &t->pose[t->link_of[body]];
    double arm[3], moment[3];

    mb_cross(now ? now->r : t->origin, wrench + 3, arm);
    for (int i = 0; i < 3; i++) {
        moment[i] = s * (wrench[i] - (now ? 1.0 : -1.0) * arm[i]);
        local[i] = s * wrench[3 + i];
    }
    for (int i = 0; i < 3; i++)
        local[3 + i] = now ? mb_dot(now->A + 3 * i, moment) : moment[i];
}

/* What the tree's joint gives to all that stands on it: M_x dw/dt - Q_x + D_x'lambda */
void mb_linkage_reactions(mb_linkage *t, double time, const double *wdot, const double *lambda)
{
    const bool known = wdot && lambda;

    if (known) {
        t->forced = false;
        t->inner->ops->force(t->inner, time, t->x, t->w, t->F);
        for (int i = 0; i < t->inner->nv; i++)
            t->F[i] = -t->F[i];
        mb_multiply_t_add(&t->inner->D, mb_linkage_gradients(t, time), 1.0, lambda, t->F);
        add_inertia(t, 1.0, wdot);
        mb_linkage_wrenches(t, 1.0, t->F);
    }
    for (int j = 0; j < t->plain->njoints; j++) {
        const mb_plain_joint *joint = &t->plain->joint[j];
        const int side = joint->body[1] >= 0 && t->link[t->link_of[joint->body[1]]].by == j;

        for (int k = 0; t->merged[j].all && k < 2; k++)
            on_body(t, joint->body[k], k == side ? 1.0 : -1.0,
                    t->wrench[t->link_of[joint->body[side]]], t->reaction[j] + 6 * k);
        for (int i = 0; !known && i < 12; i++)
            t->reaction[j][i] = NAN;
    }
}
