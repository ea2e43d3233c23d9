/* SPDX-License-Identifier: MIT */
/* Forces along a scalar s: Q = F g with g = ds/dq, F = sign * law(t, s, sdot).
 *
 * The potential is -sign times the integral of the elastic part; what is left of F counts as work
 * done. */
#include "problems/elements/machine/efforts.h"
#include "problems/elements/machine/turns.h"

void mb_reach_at(const mb_machine *m, const mb_effort *f, const double *q, const double *v,
                 mb_reach *r)
{
    const bool euler = m->kind == MB_IN_EULER;
    double bend;

    r->v = 0.0;
    mb_stands_begin(&r->stands, m, q, v);
    mb_view_at(&r->w, &r->stands, m->kind, &f->tie, v != NULL);
    r->x = mb_scalar_value(&r->w, euler, &f->s);
    if (v)
        mb_scalar_rates(&r->w, euler, &f->s, &r->v, &bend);
}

void mb_reach_gradient(const mb_machine *m, const mb_effort *f, mb_reach *r)
{
    memset(r->g, 0, sizeof r->g);
    mb_scalar_gradient(&r->w, m->kind == MB_IN_EULER, &f->s, 1.0, r->g);
}

/* Forces +-w magnitude at both places */
MB_INLINE void push_apart(const mb_machine *m, mb_machine_kind kind, const mb_tie *tie,
                          const mb_view *w, const double *held, double magnitude, double *force)
{
    for (int k = 0; k < 2; k++) {
        const mb_mover *body = mb_mover_of(m, tie->duo.body[k]);
        const int places = kind == MB_IN_X_Y_PHI ? 2 : 3;
        const double sign = k ? magnitude : -magnitude;
        double s[3][3], pull[4], *out;

        if (!body)
            continue;
        out = force + body->v;
        for (int c = 0; c < places; c++)
            out[c] += sign * held[c];
        if (body->point)
            continue;
        mb_turned(w->side[k], kind, w->u[k], false, s);
        mb_pull_back(w->side[k], kind, w->u[k], s[0], held, pull);
        for (int c = 0; c < (kind == MB_IN_X_Y_PHI ? 1 : kind == MB_IN_BODY ? 3 : 4); c++)
            out[places + c] += sign * pull[c];
    }
}

/* Of other scalars */
static void general_force(const mb_machine *m, const mb_effort *f, double t, const double *q,
                          const double *v, double *force)
{
    mb_reach r;
    double magnitude;

    mb_reach_at(m, f, q, v, &r);
    mb_reach_gradient(m, f, &r);
    magnitude = f->sign * mb_effort_law_value(f, t, r.x, r.v);
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < f->slots[side].n; k++)
            force[f->slots[side].at[k]] += magnitude * r.g[side][f->slots[side].local[k]];
}

MB_INLINE void force_of(const mb_machine *m, mb_machine_kind kind, double t, const double *q,
                        const double *v, double *force)
{
    mb_stands s;

    mb_stands_begin(&s, m, q, v);
    for (const mb_effort *f = m->effort; f < m->effort + m->nefforts; f++) {
        mb_pull_along p;
        mb_view w;

        if (f->form == MB_FORM_OTHER) {
            general_force(m, f, t, q, v, force);
            continue;
        }
        mb_view_bodies(&w, &s, kind, &f->tie);
        mb_view_between(&w, kind, true);
        mb_along(f, &w, &p);
        push_apart(m, kind, &f->tie, &w, p.w, f->sign * mb_effort_law_value(f, t, p.x, p.v), force);
    }
}

void mb_efforts_force(const mb_machine *m, double t, const double *q, const double *v,
                      double *force)
{
    mb_turns_at(m, t);
    MB_BY_KIND(m, force_of, t, q, v, force);
}

double mb_efforts_potential(const mb_machine *m, double t, const double *q)
{
    double sum = 0.0;

    mb_turns_at(m, t);
    for (const mb_effort *f = m->effort; f < m->effort + m->nefforts; f++) {
        mb_reach r;

        if (!f->elastic)
            continue;
        mb_reach_at(m, f, q, NULL, &r);
        sum -= f->sign * mb_effort_energy(f, r.x);
    }
    return sum;
}

double mb_efforts_power(const mb_machine *m, double t, const double *q, const double *v)
{
    double sum = 0.0;

    mb_turns_at(m, t);
    for (const mb_effort *f = m->effort; f < m->effort + m->nefforts; f++) {
        mb_reach r;

        if (!f->lossy)
            continue;
        mb_reach_at(m, f, q, v, &r);
        sum += f->sign * (mb_effort_law_value(f, t, r.x, r.v) - mb_effort_elastic(f, r.x)) * r.v;
    }
    return sum;
}

double mb_efforts_stored(const mb_machine *m, const double *q, const double *v)
{
    double sum = 0.0;

    for (const mb_effort *f = m->effort; f < m->effort + m->nefforts; f++) {
        mb_reach r;

        if (!f->elastic)
            continue;
        mb_reach_at(m, f, q, v, &r);
        sum += f->sign * mb_effort_elastic(f, r.x) * r.v;
    }
    return sum;
}
