/* SPDX-License-Identifier: MIT */
/* Forces on natural coordinates.  Along a form s with the gradient g:
 *
 *     Q = F g,   K = -F_s g g' - F_v g g1' - F dg/dq,   C = -F_v g g',   F = sign law(t, s, sdot)
 *
 * and by twists, law(t) X'w(q), whose stiffness is -law(t) X'W.  The potential is -sign times the
 * integral of the elastic part. */
#include <string.h>

#include "problems/elements/machine/natural/natural.h"
#include "problems/elements/machine/turns.h"
#include "problems/format/expression/expression.h"

static double at_time(const mb_expression *e, double t)
{
    const double at[MB_LAW_VARIABLES] = {[MB_LAW_T] = t};

    return mb_expression_value(e, at);
}

void mb_natural_force(const mb_machine *m, double t, const double *q, const double *v, double *out)
{
    const mb_natural *n = m->natural;

    mb_turns_at(m, t);
    for (int k = 0; k < m->nefforts; k++) {
        const mb_effort *f = &m->effort[k];
        const mb_lines *s = &n->effort[k];
        double e[MB_FORM_VARS] = {0.0}, rate, bend;

        mb_lines_rates(s, q, v, &rate, &bend);
        mb_lines_gradient(s, q, f->sign * mb_effort_law(f, t, mb_lines_value(s, q), rate).f, e);
        for (int i = 0; i < s->nvar; i++)
            out[s->var[i]] += e[i];
    }
    for (const mb_twist_force *f = n->twist_force; f < n->twist_force + n->ntwist_forces; f++) {
        double e[MB_FORM_VARS] = {0.0};

        mb_twist_row_at(&f->twist, q, at_time(f->law, t), e);
        for (int i = 0; i < f->twist.nvar; i++)
            out[f->twist.var[i]] += e[i];
    }
}

double mb_natural_elastic(const mb_machine *m, double t, const double *q)
{
    double sum = 0.0;

    mb_turns_at(m, t);
    for (int k = 0; k < m->nefforts; k++)
        if (m->effort[k].elastic)
            sum -= m->effort[k].sign *
                   mb_effort_energy(&m->effort[k], mb_lines_value(&m->natural->effort[k], q));
    return sum;
}

double mb_natural_power(const mb_machine *m, double t, const double *q, const double *v)
{
    const mb_natural *n = m->natural;
    double sum = 0.0;

    mb_turns_at(m, t);
    for (int k = 0; k < m->nefforts; k++) {
        const mb_effort *f = &m->effort[k];
        double x, rate, bend;

        if (!f->lossy)
            continue;
        x = mb_lines_value(&n->effort[k], q);
        mb_lines_rates(&n->effort[k], q, v, &rate, &bend);
        sum += f->sign * (mb_effort_law(f, t, x, rate).f - mb_effort_elastic(f, x)) * rate;
    }
    for (const mb_twist_force *f = n->twist_force; f < n->twist_force + n->ntwist_forces; f++)
        sum += at_time(f->law, t) * mb_twist_rate(&f->twist, q, v);
    return sum;
}

void mb_natural_tangents(const mb_machine *m, double t, const double *q, const double *v,
                         bool damping, double *h)
{
    const mb_natural *n = m->natural;

    mb_turns_at(m, t);
    for (int k = 0; k < m->nefforts; k++) {
        const mb_effort *f = &m->effort[k];
        const mb_lines *s = &n->effort[k];
        double g[MB_FORM_VARS] = {0.0}, g1[MB_FORM_VARS] = {0.0}, rate, bend;
        mb_law_value y;

        mb_lines_rates(s, q, v, &rate, &bend);
        mb_lines_gradient(s, q, 1.0, g);
        y = mb_effort_law(f, t, mb_lines_value(s, q), rate);
        mb_lines_outer(s, -f->sign * (damping ? y.fv : y.fx), g, g, h);
        if (damping)
            continue;
        mb_lines_slope(s, q, v, MB_GRADIENT_RATE, 1.0, g1);
        mb_lines_outer(s, -f->sign * y.fv, g, g1, h);
        mb_lines_hessian(s, q, -f->sign * y.f, h);
    }
    for (const mb_twist_force *f = n->twist_force;
         !damping && f < n->twist_force + n->ntwist_forces; f++)
        mb_twist_hessian(&f->twist, -at_time(f->law, t), h);
}
