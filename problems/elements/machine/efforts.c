/* Forces along a scalar s: Q = F g with g = ds/dq, F = sign * law(t, s, sdot).
 *
 *     K = -F_s g g' - F_v g (dsdot/dq)' - F dg/dq,   C = -F_v g g'
 *
 * The potential is -sign times the integral of the elastic part; what is left of F counts as work
 * done. */
#include "problems/elements/machine/scalar.h"

/* A force in its present place */
struct reach {
    mb_stands stands;
    mb_view w;
    double x, v;
    mb_both g;
};

static void reach(const mb_machine *m, const mb_effort *f, const double *q, const double *v,
                  struct reach *r)
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

static void gradient(const mb_machine *m, const mb_effort *f, struct reach *r)
{
    memset(r->g, 0, sizeof r->g);
    mb_scalar_gradient(&r->w, m->kind == MB_IN_EULER, &f->s, 1.0, r->g);
}

double mb_effort_value(const mb_machine *m, const mb_effort *f, double t, const double *q,
                       const double *v)
{
    struct reach r;

    reach(m, f, q, v, &r);
    return mb_effort_law_value(f, t, r.x, r.v);
}

/* The vector w with ds = w . dd, and s with its rate */
MB_INLINE void along(const mb_effort *f, const mb_view *w, double *held, double *x, double *v)
{
    const double *d = w->d[0], *n = f->s.x[0].u, factor = f->s.factor;
    double scale, r;

    switch (f->form) {
    case MB_FORM_LENGTH:
        r = sqrt(mb_dot(d, d));
        *x = factor * r;
        n = d;
        scale = r > 0.0 ? factor / r : 0.0; /* no direction, and no force, in one place */
        break;
    case MB_FORM_APART:
        *x = factor * mb_dot(d, d);
        n = d;
        scale = 2.0 * factor;
        break;
    default: /* MB_FORM_FIXED */
        *x = factor * mb_dot(n, d);
        scale = factor;
        break;
    }
    *x += f->s.offset;
    for (int i = 0; i < 3; i++)
        held[i] = scale * n[i];
    *v = mb_dot(held, w->d[1]);
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
    struct reach r;
    double magnitude;

    reach(m, f, q, v, &r);
    gradient(m, f, &r);
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
        double held[3], x, rate;
        mb_view w;

        if (f->form == MB_FORM_OTHER) {
            general_force(m, f, t, q, v, force);
            continue;
        }
        mb_view_bodies(&w, &s, kind, &f->tie);
        mb_view_between(&w, kind, true);
        along(f, &w, held, &x, &rate);
        push_apart(m, kind, &f->tie, &w, held, f->sign * mb_effort_law_value(f, t, x, rate), force);
    }
}

void mb_efforts_force(const mb_machine *m, double t, const double *q, const double *v,
                      double *force)
{
    MB_BY_KIND(m, force_of, t, q, v, force);
}

double mb_efforts_potential(const mb_machine *m, const double *q)
{
    double sum = 0.0;

    for (const mb_effort *f = m->effort; f < m->effort + m->nefforts; f++) {
        struct reach r;

        if (!f->elastic)
            continue;
        reach(m, f, q, NULL, &r);
        sum -= f->sign * mb_effort_energy(f, r.x);
    }
    return sum;
}

double mb_efforts_power(const mb_machine *m, double t, const double *q, const double *v)
{
    double sum = 0.0;

    for (const mb_effort *f = m->effort; f < m->effort + m->nefforts; f++) {
        struct reach r;

        if (!f->lossy)
            continue;
        reach(m, f, q, v, &r);
        sum += f->sign * (mb_effort_law_value(f, t, r.x, r.v) - mb_effort_elastic(f, r.x)) * r.v;
    }
    return sum;
}

void mb_efforts_tangents(const mb_machine *m, double t, const double *q, const double *v,
                         bool damping, double *h)
{
    const bool euler = m->kind == MB_IN_EULER;

    for (const mb_effort *f = m->effort; f < m->effort + m->nefforts; f++) {
        mb_both rate = {{0.0}};
        mb_law_value y;
        struct reach r;

        reach(m, f, q, v, &r);
        gradient(m, f, &r);
        y = mb_effort_law(f, t, r.x, r.v);
        mb_duo_outer(m, &f->tie.duo, -f->sign * (damping ? y.fv : y.fx), r.g, r.g, h);
        if (damping)
            continue;
        mb_scalar_slope(&r.w, euler, &f->s, MB_RATE_BY_Q, 1.0, rate);
        mb_duo_outer(m, &f->tie.duo, -f->sign * y.fv, r.g, rate, h);
        mb_scalar_hessian(m, &f->tie.duo, &r.w, &f->s, -f->sign * y.f, h);
    }
}
