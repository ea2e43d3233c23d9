/* SPDX-License-Identifier: MIT */
/* Planar trees: where links are, how they move, and the terms that have a shape of their own there. */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_JOINT_PLANE_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_JOINT_PLANE_H

#include "problems/elements/machine/joint/linkage.h"

/* plane_motion.c: of links from `first` to `last`; w by velocities v, with the
 * links' twists and Y */
void mb_plane_place(mb_linkage *t, int first, int last, const double *q);
void mb_plane_move(const mb_linkage *t, int first, int last, const double *v, double (*twist)[6],
                   double (*Y)[6], double *w);
void mb_plane_bend(mb_linkage *t, const double *v);

/* plane_forces.c: what links carry, F = Q_x - M_x c; the wrench of a body's force f at r */
void mb_plane_weigh(mb_linkage *t);
void mb_plane_forces(mb_linkage *t, double time);

MB_INLINE void mb_plane_wrench(const mb_link *l, const double *r, const double *f, double *W)
{
    W[0] = (l->nx == 3 ? f[2] : 0.0) + r[0] * f[1] - r[1] * f[0];
    W[1] = f[0];
    W[2] = f[1];
}

/* out = C s */
MB_INLINE void mb_plane_inertia(const mb_plane_load *C, const double *s, double *out)
{
    out[2] = C->inertia * s[2] - C->y * s[3] + C->x * s[4];
    out[3] = C->mass * s[3] - C->y * s[2];
    out[4] = C->mass * s[4] + C->x * s[2];
}

/* plane_forces.c, plane_square.c: terms of the model */
void mb_plane_mass(const mb_model *model, const double *q, double *m);
void mb_plane_force(const mb_model *model, double t, const double *q, const double *v,
                    double *force);
void mb_plane_stiffness(const mb_model *model, double t, const double *q, const double *v,
                        double *k);
void mb_plane_damping(const mb_model *model, double t, const double *q, const double *v, double *c);
void mb_plane_constraint_tangent(const mb_model *model, double t, const double *q, const double *y,
                                 double *h);
void mb_plane_mass_tangent(const mb_model *model, const double *q, const double *a, double *h);

#endif
