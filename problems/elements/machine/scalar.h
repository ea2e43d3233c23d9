/* Values, gradients and rates of the scalars of which most rows are made, for loops that know the
 * kind of coordinates; all others as in scalars.c. */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_SCALAR_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_SCALAR_H

#include "problems/elements/machine/span.h"

/* J(u)' e_i of `body`, e_i along a world axis: row i of J */
MB_INLINE void mb_pull_unit(const mb_frame *f, const double *u, int i, double sign, double *out)
{
    const double *A = f->A + i;

    out[0] += sign * (u[1] * A[6] - u[2] * A[3]);
    out[1] += sign * (u[2] * A[0] - u[0] * A[6]);
    out[2] += sign * (u[0] * A[3] - u[1] * A[0]);
}

/* An axis of a against one of b: what keeps axes at an angle */
MB_INLINE bool mb_is_dot(const mb_scalar *s)
{
    return s->kind == MB_SCALAR_PRODUCT && s->x[0].kind == MB_ARROW_OF_A &&
           s->y[0].kind == MB_ARROW_OF_B;
}

MB_INLINE double mb_value_of(const mb_view *w, bool euler, const mb_scalar *s)
{
    double x[3][3], y[3][3];

    if (s->kind == MB_SCALAR_MEET)
        return s->factor * w->d[0][s->axis] + s->offset;
    if (s->kind != MB_SCALAR_PRODUCT)
        return mb_scalar_value(w, euler, s);
    if (mb_is_dot(s)) {
        mb_turn(&w->side[0].f, s->x[0].u, x[0]);
        mb_turn(&w->side[1].f, s->y[0].u, y[0]);
        return s->factor * mb_dot(x[0], y[0]) + s->offset;
    }
    mb_arrow_at(w, euler, &s->x[0], false, x);
    mb_arrow_at(w, euler, &s->y[0], false, y);
    return s->factor * mb_dot(x[0], y[0]) + s->offset;
}

/* d += the entries of a share */
MB_INLINE void mb_put_gradient(const mb_view *w, mb_machine_kind kind, const mb_share *share,
                               double *d)
{
    const bool euler = kind == MB_IN_EULER;
    const mb_scalar *s = &share->s;
    const int first = kind == MB_IN_X_Y_PHI ? 2 : 0; /* rotations that the model has */
    const int last = euler ? 4 : 3;

    if (s->kind == MB_SCALAR_MEET) {
        for (int k = 0; k < 2; k++) {
            const int *at = share->slots[k].at;
            const double sign = k ? s->factor : -s->factor;
            double pull[4] = {0.0}, unit[3] = {0.0};

            if (!w->there[k])
                continue;
            d[at[0]] += sign;
            if (share->slots[k].n == 1)
                continue;
            unit[s->axis] = sign;
            if (euler)
                mb_pull(&w->side[k].f, true, w->u[k], unit, pull);
            else
                mb_pull_unit(&w->side[k].f, w->u[k], s->axis, sign, pull);
            for (int i = first; i < last; i++)
                d[at[1 + i - first]] += pull[i];
        }
    } else if (mb_is_dot(s)) {
        double x[2][3];

        mb_turn(&w->side[0].f, s->x[0].u, x[0]);
        mb_turn(&w->side[1].f, s->y[0].u, x[1]);
        for (int k = 0; k < 2; k++) {
            const int *at = share->slots[k].at;
            double pull[4];

            if (!w->there[k] || share->slots[k].n == 0)
                continue;
            mb_pull(&w->side[k].f, euler, k ? s->y[0].u : s->x[0].u, x[1 - k], pull);
            for (int i = first; i < last; i++)
                d[at[i - first]] += s->factor * pull[i];
        }
    } else {
        mb_both e = {{0.0}};

        mb_scalar_gradient(w, euler, s, 1.0, e);
        mb_put(&share->slots[0], e[0], d);
        mb_put(&share->slots[1], e[1], d);
    }
}

/* The second rate without accelerations */
MB_INLINE double mb_bend_of(const mb_view *w, bool euler, const mb_scalar *s)
{
    double x[3][3], y[3][3], rate, bend;

    if (s->kind == MB_SCALAR_MEET)
        return s->factor * w->d[2][s->axis];
    if (s->kind != MB_SCALAR_PRODUCT) {
        mb_scalar_rates(w, euler, s, &rate, &bend);
        return bend;
    }
    if (mb_is_dot(s)) {
        mb_turn(&w->side[0].f, s->x[0].u, x[0]);
        mb_swing(&w->side[0].f, euler, s->x[0].u, x[0], x[1], x[2]);
        mb_turn(&w->side[1].f, s->y[0].u, y[0]);
        mb_swing(&w->side[1].f, euler, s->y[0].u, y[0], y[1], y[2]);
    } else {
        mb_arrow_at(w, euler, &s->x[0], true, x);
        mb_arrow_at(w, euler, &s->y[0], true, y);
    }
    return s->factor * (mb_dot(x[2], y[0]) + 2.0 * mb_dot(x[1], y[1]) + mb_dot(x[0], y[2]));
}

#endif
