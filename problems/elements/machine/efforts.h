/* SPDX-License-Identifier: MIT */
/* Forces in their present place: for efforts.c and effort_tangents.c. */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_EFFORTS_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_EFFORTS_H

#include "problems/elements/machine/scalar.h"

/* Of any scalar: coordinate, rate, gradient */
typedef struct mb_reach {
    mb_stands stands;
    mb_view w;
    double x, v;
    mb_both g;
} mb_reach;

void mb_reach_at(const mb_machine *m, const mb_effort *f, const double *q, const double *v,
                 mb_reach *r);
void mb_reach_gradient(const mb_machine *m, const mb_effort *f, mb_reach *r);

/* Of a scalar of the arrow d between two places: s and its rate, w = ds/dd, and
 * d2s/dd2 = even - across w w' */
typedef struct mb_pull_along {
    double x, v, w[3], even, across;
} mb_pull_along;

MB_INLINE void mb_along(const mb_effort *f, const mb_view *view, mb_pull_along *p)
{
    const double *d = view->d[0], factor = f->s.factor;
    const double *n = f->form == MB_FORM_FIXED ? f->s.x[0].u : d;
    const double square = mb_dot(n, d);
    double r, scale = factor;

    p->x = factor * square + f->s.offset;
    p->even = p->across = 0.0;
    if (f->form == MB_FORM_LENGTH) {
        r = sqrt(square);
        p->x = factor * r + f->s.offset;
        scale = r > 0.0 ? factor / r : 0.0; /* no direction, and no force, in one place */
        p->even = scale;
        p->across = r > 0.0 ? 1.0 / (factor * r) : 0.0;
    } else if (f->form == MB_FORM_APART) {
        p->even = scale = 2.0 * factor;
    }
    for (int i = 0; i < 3; i++)
        p->w[i] = scale * n[i];
    p->v = mb_dot(p->w, view->d[1]);
}

#endif
