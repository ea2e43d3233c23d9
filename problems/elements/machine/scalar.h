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

MB_INLINE double mb_value_of(const mb_view *w, mb_machine_kind kind, const mb_share *share)
{
    const mb_scalar *s = &share->s;
    double x[3][3], y[3][3];

    switch (share->form) {
    case MB_FORM_AXES:
        mb_turned(w->side[0], kind, s->x[0].u, false, x);
        mb_turned(w->side[1], kind, s->y[0].u, false, y);
        return s->factor * mb_dot(x[0], y[0]) + s->offset;
    case MB_FORM_PLANE:
        mb_turned(w->side[0], kind, s->x[0].u, false, x);
        return s->factor * mb_dot(x[0], w->d[0]) + s->offset;
    case MB_FORM_APART:
        return s->factor * mb_dot(w->d[0], w->d[0]) + s->offset;
    default:
        return mb_scalar_value(w, kind == MB_IN_EULER, s);
    }
}

/* x . y differentiated twice without accelerations */
MB_INLINE double mb_bend(double x[3][3], double y[3][3])
{
    return mb_dot(x[2], y[0]) + 2.0 * mb_dot(x[1], y[1]) + mb_dot(x[0], y[2]);
}

MB_INLINE double mb_bend_of(mb_view *w, mb_machine_kind kind, const mb_share *share)
{
    const mb_scalar *s = &share->s;
    double x[3][3], y[3][3], rate, bend;

    switch (share->form) {
    case MB_FORM_AXES:
        mb_turned(w->side[0], kind, s->x[0].u, true, x);
        mb_turned(w->side[1], kind, s->y[0].u, true, y);
        return s->factor * mb_bend(x, y);
    case MB_FORM_PLANE:
        mb_turned(w->side[0], kind, s->x[0].u, true, x);
        return s->factor * mb_bend(x, w->d);
    case MB_FORM_APART:
        return s->factor * mb_bend(w->d, w->d);
    default:
        mb_scalar_rates(w, kind == MB_IN_EULER, s, &rate, &bend);
        return bend;
    }
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

/* d += factor (A_a x) . (A_b y) */
MB_INLINE void mb_put_axes(const mb_view *w, mb_machine_kind kind, const mb_share *share, double *d)
{
    const double *u[2] = {share->s.x[0].u, share->s.y[0].u};
    double s[2][3][3], pull[4];

    for (int k = 0; k < 2; k++)
        mb_turned(w->side[k], kind, u[k], false, s[k]);
    for (int k = 0; k < 2; k++) {
        mb_pull_back(w->side[k], kind, u[k], s[k][0], s[!k][0], pull);
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

/* d += factor (A_a x) . d */
MB_INLINE void mb_put_plane(const mb_view *w, mb_machine_kind kind, const mb_share *share,
                            double *d)
{
    const double *u = share->s.x[0].u;
    double s[3][3], pull[4];

    mb_turned(w->side[0], kind, u, false, s);
    mb_put_between(w, kind, share, s[0], share->s.factor, d);
    mb_pull_back(w->side[0], kind, u, s[0], w->d[0], pull);
    mb_put_rotation(share->slots[0].at + (kind == MB_IN_X_Y_PHI ? 2 : 3), kind, share->s.factor,
                    pull, d);
}

/* d += the entries of a share */
MB_INLINE void mb_put_gradient(const mb_view *w, mb_machine_kind kind, const mb_share *share,
                               double *d)
{
    switch (share->form) {
    case MB_FORM_AXES:
        mb_put_axes(w, kind, share, d);
        break;
    case MB_FORM_PLANE:
        mb_put_plane(w, kind, share, d);
        break;
    case MB_FORM_APART:
        mb_put_between(w, kind, share, w->d[0], 2.0 * share->s.factor, d);
        break;
    default:
        mb_share_gradient(w, kind == MB_IN_EULER, share, d);
        break;
    }
}

#endif
