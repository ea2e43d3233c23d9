/* Forces along a scalar s: Q = F g with g = ds/dq, F = sign * law(t, s, sdot).
 *
 *     K = -F_s g g' - F_v g (dsdot/dq)' - F dg/dq,   C = -F_v g g'
 *
 * The potential is -sign times the integral of the elastic part; what is left of F counts as work
 * done. */
#include "problems/elements/machine/span.h"

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
    return mb_effort_law(f, t, r.x, r.v).f;
}

void mb_efforts_force(const mb_machine *m, double t, const double *q, const double *v,
                      double *force)
{
    for (const mb_effort *f = m->effort; f < m->effort + m->nefforts; f++) {
        struct reach r;
        double magnitude;

        reach(m, f, q, v, &r);
        gradient(m, f, &r);
        magnitude = f->sign * mb_effort_law(f, t, r.x, r.v).f;
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < f->slots[side].n; k++)
                force[f->slots[side].at[k]] += magnitude * r.g[side][f->slots[side].local[k]];
    }
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
        sum += f->sign * (mb_effort_law(f, t, r.x, r.v).f - mb_effort_elastic(f, r.x)) * r.v;
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
