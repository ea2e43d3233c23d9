/* SPDX-License-Identifier: MIT */
/* Values, gradients and rates of the scalars of which most rows are made, for loops that know the
 * kind of coordinates; all others as in scalars.c. */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_SCALAR_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_SCALAR_H

#include "problems/elements/machine/span.h"

/* J(u)' e_i, e_i along a world axis: row i of J */
MB_INLINE void mb_pull_unit(const mb_frame *f, const double *u, int i, double sign, double *out)
{
    const double *A = f->A + i;

    out[0] += sign * (u[1] * A[6] - u[2] * A[3]);
    out[1] += sign * (u[2] * A[0] - u[0] * A[6]);
    out[2] += sign * (u[0] * A[3] - u[1] * A[0]);
}

/* J(u)'w as the model has it: out (1, 3 or 4); s = A u */
MB_INLINE void mb_pull_back(const mb_stand *at, mb_machine_kind kind, const double *u,
                            const double *s, const double *w, double *out)
{
    if (kind == MB_IN_X_Y_PHI)
        out[0] = s[0] * w[1] - s[1] * w[0];
    else
        mb_pull(&at->f, kind == MB_IN_EULER, u, w, out);
}

/* x . y differentiated twice without accelerations */
MB_INLINE double mb_bend(double (*x)[3], double (*y)[3])
{
    return mb_dot(x[2], y[0]) + 2.0 * mb_dot(x[1], y[1]) + mb_dot(x[0], y[2]);
}

/* Entries of D by the rotation of a body, and by its place before them */
MB_INLINE void mb_put_rotation(const int *at, mb_machine_kind kind, double s, const double *pull,
                               double *d)
{
    for (int c = 0; c < (kind == MB_IN_X_Y_PHI ? 1 : kind == MB_IN_BODY ? 3 : 4); c++)
        d[at[c]] += s * pull[c];
}

MB_INLINE const int *mb_put_place(const int *at, mb_machine_kind kind, double s, const double *x,
                                  double *d)
{
    const int n = kind == MB_IN_X_Y_PHI ? 2 : 3;

    for (int c = 0; c < n; c++)
        d[at[c]] += s * x[c];
    return at + n;
}

/* d += factor (A_a x) . (A_b y), of the turned vectors */
MB_INLINE void mb_put_axes(const mb_view *w, mb_machine_kind kind, const mb_share *share,
                           double turned[2][3][3], double *d)
{
    const double *u[2] = {share->s.x[0].u, share->s.y[0].u};
    double pull[4];

    for (int k = 0; k < 2; k++) {
        mb_pull_back(w->side[k], kind, u[k], turned[k][0], turned[!k][0], pull);
        for (int c = 0; c < (kind == MB_IN_X_Y_PHI ? 1 : kind == MB_IN_BODY ? 3 : 4); c++)
            d[share->slots[k].at[c]] = share->s.factor * pull[c];
    }
}

/* Of w . d, w held: d += sign (place, rotation) on both sides */
MB_INLINE void mb_put_between(const mb_view *w, mb_machine_kind kind, const mb_share *share,
                              const double *held, double factor, double *d)
{
    for (int k = 0; k < 2; k++) {
        const double sign = k ? factor : -factor;
        const int *at = share->slots[k].at;
        double s[3][3], pull[4];

        if (!w->there[k])
            continue;
        at = mb_put_place(at, kind, sign, held, d);
        if (share->slots[k].n == at - share->slots[k].at)
            continue; /* a mass point */
        mb_turned(w->side[k], kind, w->u[k], false, s);
        mb_pull_back(w->side[k], kind, w->u[k], s[0], held, pull);
        mb_put_rotation(at, kind, sign, pull, d);
    }
}

/* d += factor s . d,  s = A_a x */
MB_INLINE void mb_put_plane(const mb_view *w, mb_machine_kind kind, const mb_share *share,
                            const double *s, double *d)
{
    double pull[4];

    mb_put_between(w, kind, share, s, share->s.factor, d);
    mb_pull_back(w->side[0], kind, share->s.x[0].u, s, w->d[0], pull);
    mb_put_rotation(share->slots[0].at + (kind == MB_IN_X_Y_PHI ? 2 : 3), kind, share->s.factor,
                    pull, d);
}

/* What a share adds to those of D, gamma and Phi that are not NULL */
MB_INLINE void mb_share_rows(mb_view *w, mb_machine_kind kind, const mb_share *share, double *d,
                             double *gamma, double *phi)
{
    const mb_scalar *s = &share->s;
    const bool euler = kind == MB_IN_EULER;
    double turned[2][3][3], rate, bend;
    double(*x)[3] = w->d, (*y)[3] = w->d;

    switch (share->form) {
    case MB_FORM_AXES:
        mb_turned(w->side[0], kind, s->x[0].u, gamma != NULL, turned[0]);
        mb_turned(w->side[1], kind, s->y[0].u, gamma != NULL, turned[1]);
        x = turned[0];
        y = turned[1];
        if (d)
            mb_put_axes(w, kind, share, turned, d);
        break;
    case MB_FORM_PLANE:
        mb_turned(w->side[0], kind, s->x[0].u, gamma != NULL, turned[0]);
        x = turned[0];
        if (d)
            mb_put_plane(w, kind, share, x[0], d);
        break;
    case MB_FORM_APART:
        if (d)
            mb_put_between(w, kind, share, w->d[0], 2.0 * s->factor, d);
        break;
    default:
        if (phi)
            phi[share->row] += mb_scalar_value(w, euler, s);
        if (d)
            mb_share_gradient(w, euler, share, d);
        if (gamma) {
            mb_scalar_rates(w, euler, s, &rate, &bend);
            gamma[share->row] -= bend;
        }
        return;
    }
    if (phi)
        phi[share->row] += s->factor * mb_dot(x[0], y[0]) + s->offset;
    if (gamma)
        gamma[share->row] -= s->factor * mb_bend(x, y);
}

#endif
