/* SPDX-License-Identifier: MIT */
/* What pairs of bodies add to matrices on H, for loops that know the kind of coordinates.
 *
 * The arrow d between two places changes by X dq; X has a body's place in its first columns, +-1,
 * and the levers J(u) in those of its rotation.  A body's vectors are in the order of its
 * velocities. */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_PAIR_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_PAIR_H

#include "problems/elements/machine/scalar.h"

/* J(u) of one body, one column after the other */
typedef struct mb_lever {
    int n; /* rotations: 0 of the ground and of mass points */
    double J[4][3];
} mb_lever;

MB_INLINE int mb_places(mb_machine_kind kind)
{
    return kind == MB_IN_X_Y_PHI ? 2 : 3;
}

MB_INLINE void mb_lever_at(const mb_machine *m, mb_machine_kind kind, int body, const mb_stand *at,
                           const double *u, mb_lever *x)
{
    x->n = body < 0 || m->body[body].point ? 0
           : kind == MB_IN_X_Y_PHI         ? 1
           : kind == MB_IN_BODY            ? 3
                                           : 4;
    if (x->n == 0)
        return;
    if (kind == MB_IN_X_Y_PHI) {
        const double *A = at->f.A;

        x->J[0][0] = -(A[1] * u[0] + A[0] * u[1]);
        x->J[0][1] = A[0] * u[0] - A[1] * u[1];
        x->J[0][2] = 0.0;
    } else {
        mb_columns(&at->f, kind == MB_IN_EULER, u, x->J[0]);
    }
}

/* h += s X'X */
MB_INLINE void mb_add_square(mb_machine_kind kind, const mb_duo *duo, const mb_lever x[2], double s,
                             double *h)
{
    const int places = mb_places(kind);

    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++) {
            const double times = i == j ? s : -s;

            if (duo->body[i] < 0 || duo->body[j] < 0)
                continue;
            for (int c = 0; c < places; c++) {
                double *out = h + duo->at[i][j][c];

                out[c] += times;
                for (int r = 0; r < x[i].n; r++)
                    out[places + r] += times * x[i].J[r][c];
            }
            for (int c = 0; c < x[j].n; c++) {
                double *out = h + duo->at[i][j][places + c];

                for (int r = 0; r < places; r++)
                    out[r] += times * x[j].J[c][r];
                for (int r = 0; r < x[i].n; r++)
                    out[places + r] += times * mb_dot(x[i].J[r], x[j].J[c]);
            }
        }
}

/* h += s J_i'J_j in the rotations of bodies i and j */
MB_INLINE void mb_add_levers(mb_machine_kind kind, const mb_duo *duo, int i, int j,
                             const mb_lever *x, const mb_lever *y, double s, double *h)
{
    const int places = mb_places(kind);

    for (int c = 0; c < y->n; c++)
        for (int r = 0; r < x->n; r++)
            h[duo->at[i][j][places + c] + places + r] += s * mb_dot(x->J[r], y->J[c]);
}

/* h += s (J of side i)' in the places of side j, and what stands across the diagonal */
MB_INLINE void mb_add_sweep(mb_machine_kind kind, const mb_duo *duo, int i, int j,
                            const mb_lever *x, double s, double *h)
{
    const int places = mb_places(kind);

    for (int r = 0; r < x->n; r++)
        for (int c = 0; c < places; c++) {
            h[duo->at[i][j][c] + places + r] += s * x->J[r][c];
            h[duo->at[j][i][places + r] + c] += s * x->J[r][c];
        }
}

/* h += the derivative of J(u)'w, w held, in the rotation of side k */
MB_INLINE void mb_add_bend(mb_machine_kind kind, const mb_duo *duo, int k, const mb_stand *at,
                           const mb_lever *x, const double *u, const double *w, double s, double *h)
{
    double bend[16] = {0.0};

    if (x->n == 0)
        return;
    if (kind == MB_IN_X_Y_PHI) { /* A u is -z x J */
        h[duo->at[k][k][2] + 2] -= s * (w[0] * x->J[0][1] - w[1] * x->J[0][0]);
        return;
    }
    mb_curvature(&at->f, kind == MB_IN_EULER, u, w, bend);
    for (int c = 0; c < x->n; c++)
        for (int r = 0; r < x->n; r++)
            h[duo->at[k][k][3 + c] + 3 + r] += s * bend[4 * r + c];
}

/* g = X'w of one side */
MB_INLINE void mb_gather(mb_machine_kind kind, const mb_lever *x, double sign, const double *w,
                         double *g)
{
    const int places = mb_places(kind);

    for (int c = 0; c < places; c++)
        g[c] = sign * w[c];
    for (int c = 0; c < x->n; c++)
        g[places + c] = sign * mb_dot(x->J[c], w);
}

/* h += s g y' */
MB_INLINE void mb_add_outer(mb_machine_kind kind, const mb_duo *duo, const mb_lever x[2], double s,
                            double (*g)[MB_LOCAL], double (*y)[MB_LOCAL], double *h)
{
    const int places = mb_places(kind);

    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++) {
            if (duo->body[i] < 0 || duo->body[j] < 0)
                continue;
            for (int c = 0; c < places + x[j].n; c++) {
                double *out = h + duo->at[i][j][c];
                const double times = s * y[j][c];

                for (int r = 0; r < places + x[i].n; r++)
                    out[r] += times * g[i][r];
            }
        }
}

#endif
