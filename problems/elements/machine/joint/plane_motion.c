/* SPDX-License-Identifier: MIT */
/* Where the bodies of a planar tree are, and how they move.
 *
 * Of twists three numbers are there (linkage.h), of a link's axes the first two of A's first two
 * columns; what is zero or one wherever the links are was written in set-up.  Y, Z and c do not turn,
 * and as each link has one freedom at most, xi_f x S_k is Y_k. */
#include <math.h>

#include "problems/elements/machine/joint/plane.h"

/* S of a turn about a place, or along an axis of the link before */
MB_INLINE void axis_of(const mb_link *l, const double *A, double x, double y, double *S)
{
    if (l->kind == MB_LINK_TURN) {
        S[2] = l->axis[2];
        S[3] = l->axis[2] * y;
        S[4] = -l->axis[2] * x;
    } else {
        S[3] = A[0] * l->axis[0] + A[3] * l->axis[1];
        S[4] = A[1] * l->axis[0] + A[4] * l->axis[1];
    }
}

void mb_plane_place(mb_linkage *t, int first, int last, const double *q)
{
    const double ox = t->origin[0], oy = t->origin[1];
    mb_link_pose *pose = t->pose;

    for (int i = first; i <= last; i++) {
        const mb_link *l = &t->link[i];
        const mb_link_pose *before = &pose[l->parent];
        const double *A = before->A, value = l->n ? q[l->q] - l->zero : 0.0;
        const double turn = l->kind == MB_LINK_TURN ? l->axis[2] * value : 0.0;
        const double slide = l->kind == MB_LINK_SLIDE ? value : 0.0;
        const double jx = before->r[0] + A[0] * l->place[0] + A[3] * l->place[1];
        const double jy = before->r[1] + A[1] * l->place[0] + A[4] * l->place[1];
        const double angle = before->angle + l->angle + turn, c = cos(angle), s = sin(angle);
        double *S = t->S[l->v], x = jx - c * l->own[0] + s * l->own[1];
        double y = jy - s * l->own[0] - c * l->own[1];

        if (l->n)
            axis_of(l, A, jx, jy, S);
        if (l->kind == MB_LINK_SLIDE) {
            x += slide * S[3];
            y += slide * S[4];
        }
        pose[i].angle = angle;
        pose[i].A[0] = pose[i].A[4] = c;
        pose[i].A[1] = s;
        pose[i].A[3] = -s;
        pose[i].r[0] = x;
        pose[i].r[1] = y;
        if (l->nx) {
            t->x[l->x] = ox + x;
            t->x[l->x + 1] = oy + y;
        }
        if (l->nx == 3)
            t->x[l->x + 2] = angle;
    }
}

void mb_plane_move(const mb_linkage *t, int first, int last, const double *v, double (*twist)[6],
                   double (*Y)[6], double *w)
{
    for (int i = first; i <= last; i++) {
        const mb_link *l = &t->link[i];
        const double *r = t->pose[i].r, *S = t->S[l->v], *before = twist[l->parent];
        double turning = before[2], x = before[3], y = before[4];

        if (l->n) {
            const double rate = v[l->v];

            mb_plane_cross(before, S, Y[l->v]);
            turning += rate * S[2];
            x += rate * S[3];
            y += rate * S[4];
        }
        twist[i][2] = turning;
        twist[i][3] = x;
        twist[i][4] = y;
        if (l->nx) {
            w[l->w] = x - turning * r[1];
            w[l->w + 1] = y + turning * r[0];
        }
        if (l->nx == 3)
            w[l->w + 2] = turning;
    }
}

void mb_plane_bend(mb_linkage *t, const double *v)
{
    for (int i = 0; i < t->nlinks; i++) {
        const mb_link *l = &t->link[i];
        const double *c = t->bias[l->parent], *w = t->w + l->w;
        const double before = t->twist[l->parent][2], turning = t->twist[i][2];
        double *rate = t->wdot + l->w, x = c[3], y = c[4];

        if (l->n) {
            const double *S = t->S[l->v], *Y = t->Y[l->v];
            double *Z = t->Z[l->v];

            Z[3] = S[2] * c[4] - before * Y[4];
            Z[4] = before * Y[3] - S[2] * c[3];
            x += v[l->v] * Y[3];
            y += v[l->v] * Y[4];
        }
        t->bias[i][3] = x;
        t->bias[i][4] = y;
        if (l->nx) {
            rate[0] = x - turning * w[1];
            rate[1] = y + turning * w[0];
        }
        if (l->nx == 3)
            rate[2] = 0.0;
    }
}
