/* SPDX-License-Identifier: MIT */
/* K and C of forces along a scalar s, F = sign * law(t, s, sdot), g = ds/dq:
 *
 *     K = -F_s g g' - F_v g (dsdot/dq)' - F dg/dq,   C = -F_v g g'
 *
 * Of a scalar of the arrow d with dd = X dq, ddot = d1, dd1 = X1 dq, w = ds/dd and
 * d2s/dd2 = e - a w w':
 *
 *     g = X'w,   dsdot/dq = X'(e d1 - a w (w . d1)) + X1'w,   dg/dq = e X'X - a g g' + bend of w */
#include "problems/elements/machine/efforts.h"
#include "problems/elements/machine/pair.h"
#include "problems/elements/machine/turns.h"

/* out = dsdot/dq of one side without its sign: `held` against J, w against the derivative of the
 * rate of A u by the rotation */
MB_INLINE void rate_by_q(mb_machine_kind kind, const mb_stand *at, const mb_lever *x,
                         const double *u, const double *held, const double *w, double sign,
                         double *out)
{
    const int places = mb_places(kind);
    double columns[12];

    mb_gather(kind, x, sign, held, out);
    if (x->n == 0)
        return;
    if (kind == MB_IN_X_Y_PHI) {
        out[2] -= sign * at->f.w[2] * (w[0] * x->J[0][1] - w[1] * x->J[0][0]);
        return;
    }
    mb_columns_rate(&at->f, kind == MB_IN_EULER, u, columns);
    for (int c = 0; c < x->n; c++)
        out[places + c] += sign * mb_dot(columns + 3 * c, w);
}

MB_INLINE void stiffness(const mb_machine *m, mb_machine_kind kind, const mb_effort *f,
                         const mb_view *view, const mb_pull_along *p, mb_law_value law, double *h)
{
    const mb_duo *duo = &f->tie.duo;
    const double force = f->sign * law.f;
    double g[2][MB_LOCAL], y[2][MB_LOCAL], held[3];
    mb_lever x[2];

    for (int i = 0; i < 3; i++)
        held[i] = p->even * view->d[1][i] - p->across * p->v * p->w[i];
    for (int k = 0; k < 2; k++) {
        const double sign = k ? 1.0 : -1.0;

        mb_lever_at(m, kind, duo->body[k], view->side[k], f->tie.u[k], &x[k]);
        mb_gather(kind, &x[k], sign, p->w, g[k]);
        if (law.fv != 0.0)
            rate_by_q(kind, view->side[k], &x[k], f->tie.u[k], held, p->w, sign, y[k]);
        for (int c = 0; c < mb_places(kind) + x[k].n; c++)
            y[k][c] =
                (law.fx - law.f * p->across) * g[k][c] + (law.fv != 0.0 ? law.fv * y[k][c] : 0.0);
        mb_add_bend(kind, duo, k, view->side[k], &x[k], f->tie.u[k], p->w, -sign * force, h);
    }
    mb_add_outer(kind, duo, x, -f->sign, g, y, h);
    if (p->even != 0.0)
        mb_add_square(kind, duo, x, -force * p->even, h);
}

MB_INLINE void damping(const mb_machine *m, mb_machine_kind kind, const mb_effort *f,
                       const mb_view *view, const mb_pull_along *p, double slope, double *h)
{
    double g[2][MB_LOCAL];
    mb_lever x[2];

    for (int k = 0; k < 2; k++) {
        mb_lever_at(m, kind, f->tie.duo.body[k], view->side[k], f->tie.u[k], &x[k]);
        mb_gather(kind, &x[k], k ? 1.0 : -1.0, p->w, g[k]);
    }
    mb_add_outer(kind, &f->tie.duo, x, -f->sign * slope, g, g, h);
}

/* Of other scalars */
static void general_tangents(const mb_machine *m, const mb_effort *f, double t, const double *q,
                             const double *v, bool of_v, double *h)
{
    const bool euler = m->kind == MB_IN_EULER;
    mb_both rate = {{0.0}};
    mb_law_value y;
    mb_reach r;

    mb_reach_at(m, f, q, v, &r);
    mb_reach_gradient(m, f, &r);
    y = mb_effort_law(f, t, r.x, r.v);
    mb_duo_outer(m, &f->tie.duo, -f->sign * (of_v ? y.fv : y.fx), r.g, r.g, h);
    if (of_v)
        return;
    mb_scalar_slope(&r.w, euler, &f->s, MB_RATE_BY_Q, 1.0, rate);
    mb_duo_outer(m, &f->tie.duo, -f->sign * y.fv, r.g, rate, h);
    mb_scalar_hessian(m, &f->tie.duo, &r.w, &f->s, -f->sign * y.f, h);
}

MB_INLINE void tangents_of(const mb_machine *m, mb_machine_kind kind, double t, const double *q,
                           const double *v, bool of_v, double *h)
{
    mb_stands s;

    mb_stands_begin(&s, m, q, v);
    for (const mb_effort *f = m->effort; f < m->effort + m->nefforts; f++) {
        mb_pull_along p;
        mb_law_value law;
        mb_view w;

        if (of_v && !f->damped)
            continue;
        if (f->form == MB_FORM_OTHER) {
            general_tangents(m, f, t, q, v, of_v, h);
            continue;
        }
        mb_view_bodies(&w, &s, kind, &f->tie);
        mb_view_between(&w, kind, true);
        mb_along(f, &w, &p);
        law = mb_effort_law(f, t, p.x, p.v);
        if (of_v)
            damping(m, kind, f, &w, &p, law.fv, h);
        else
            stiffness(m, kind, f, &w, &p, law, h);
    }
}

void mb_efforts_tangents(const mb_machine *m, double t, const double *q, const double *v, bool of_v,
                         double *h)
{
    mb_turns_at(m, t);
    MB_BY_KIND(m, tangents_of, t, q, v, of_v, h);
}
