/* SPDX-License-Identifier: MIT */
/* M and Q of planar trees: masses and wrenches summed up from the links' ends to the ground. */
#include "problems/elements/machine/joint/plane.h"

/* C of all that a link carries */
void mb_plane_weigh(mb_linkage *t)
{
    if (t->weighed)
        return;
    t->weighed = true;
    for (int i = 0; i < t->nlinks; i++) {
        const mb_link *l = &t->link[i];
        const double *r = t->pose[i].r;

        t->carried[i] =
            (mb_plane_load){.mass = l->mass,
                            .x = l->mass * r[0],
                            .y = l->mass * r[1],
                            .inertia = l->inertia + l->mass * (r[0] * r[0] + r[1] * r[1])};
    }
    for (int i = t->nlinks - 1; i >= 0; i--) {
        const mb_plane_load *from = &t->carried[i];
        mb_plane_load *to = &t->carried[t->link[i].parent];

        if (t->link[i].parent < 0)
            continue;
        to->mass += from->mass;
        to->x += from->x;
        to->y += from->y;
        to->inertia += from->inertia;
    }
}

void mb_plane_mass(const mb_model *model, const double *q, double *m)
{
    mb_linkage *t = mb_linkage_of(model);

    mb_linkage_place(t, q);
    mb_plane_weigh(t);
    for (int i = t->nlinks - 1; i >= 0; i--) {
        const int j = t->link[i].v;
        double h[6];

        if (t->link[i].n == 0)
            continue;
        mb_plane_inertia(&t->carried[i], t->S[j], h);
        for (const mb_linkage_pair *p = t->pair + t->first[j], *end = t->pair + t->first[j + 1];
             p < end; p++)
            m[p->m_row] = m[p->m_column] = mb_plane_dot(h, t->S[p->k]);
    }
}

/* Q_x - M_x c */
void mb_plane_forces(mb_linkage *t, double time)
{
    if (t->forced && t->force_time == time)
        return;
    t->forced = true;
    t->force_time = time;
    t->inner->ops->force(t->inner, time, t->x, t->w, t->F);
    for (const mb_link *l = t->link; l < t->link + t->nlinks; l++)
        for (int c = 0; c < l->nx && c < 2; c++) /* c does not turn */
            t->F[l->w + c] -= l->mass * t->wdot[l->w + c];
}

void mb_plane_force(const mb_model *model, double time, const double *q, const double *v,
                    double *force)
{
    mb_linkage *t = mb_linkage_at(model, q, v);

    mb_plane_forces(t, time);
    for (int i = 0; i < t->nlinks; i++) {
        const mb_link *l = &t->link[i];
        double *W = t->sum[i].wrench;

        if (l->nx)
            mb_plane_wrench(l, t->pose[i].r, t->F + l->w, W);
        else
            W[0] = W[1] = W[2] = 0.0;
    }
    for (int i = t->nlinks - 1; i >= 0; i--) {
        const mb_link *l = &t->link[i];
        const double *W = t->sum[i].wrench, *S = t->S[l->v];

        if (l->n)
            force[l->v] = S[2] * W[0] + S[3] * W[1] + S[4] * W[2];
        for (int k = 0; l->parent >= 0 && k < 3; k++)
            t->sum[l->parent].wrench[k] += W[k];
    }
}
