/* Forces along the line between two points.
 *
 *     d = point b - point a,  x = |d|,  e = d / x,  xdot = e . ddot
 *     force F e on a, -F e on b:  Q = -D_d' F e  with D_d = dd/dq
 *     dQ = -D_d' (dF e + F de) - curvature,   dF = F_x e . dd + F_v (de . ddot + e . dddot) */
#include <math.h>
#include <stddef.h>

#include "problems/elements/space/spatial.h"

/* A line in its present place */
struct stretch {
    mb_frame f[2];
    double e[3], rate[3]; /* direction, ddot */
    double x, xdot;
};

MB_INLINE void stretch(const mb_line_element *line, bool euler, const double *q, const double *v,
                       struct stretch *s)
{
    double arm[2][3], s1[2][3], s2[3];

    for (int side = 0; side < 2; side++) {
        mb_frame_at(&s->f[side], q, line->pair.body[side]);
        mb_turn(&s->f[side], side ? line->ub : line->ua, arm[side]);
        if (!v)
            continue;
        mb_frame_move(&s->f[side], euler, v, line->pair.body[side]);
        mb_swing(&s->f[side], euler, side ? line->ub : line->ua, arm[side], s1[side], s2);
    }
    for (int i = 0; i < 3; i++)
        s->e[i] = s->f[1].r[i] + arm[1][i] - s->f[0].r[i] - arm[0][i];
    s->x = sqrt(mb_dot(s->e, s->e));
    for (int i = 0; i < 3; i++)
        s->e[i] = s->x > 0.0 ? s->e[i] / s->x : 0.0;
    for (int i = 0; v && i < 3; i++)
        s->rate[i] = s->f[1].rdot[i] + s1[1][i] - s->f[0].rdot[i] - s1[0][i];
    s->xdot = v ? mb_dot(s->e, s->rate) : 0.0;
}

static mb_law_value law(const mb_line_element *line, double t, double x, double xdot)
{
    const mb_line_force *force = &line->force;
    mb_law_value sum = {0.0, 0.0, 0.0};

    if (force->spring)
        sum = force->spring(force->par, t, x, xdot);
    if (force->damper) {
        mb_law_value damping = force->damper(force->par, t, x, xdot);

        sum.f += damping.f;
        sum.fx += damping.fx;
        sum.fv += damping.fv;
    }
    return sum;
}

void mb_lines_force(const mb_mechanism *m, double t, const double *q, const double *v, double *f)
{
    const int size = mb_body_size(m->euler);

    for (const mb_line_element *line = m->line; line < m->line + m->nlines; line++) {
        struct stretch s;
        double magnitude;

        stretch(line, m->euler, q, v, &s);
        magnitude = law(line, t, s.x, s.xdot).f;
        for (int side = 0; side < 2; side++) {
            const double sign = side ? -magnitude : magnitude;
            double *out = f + size * line->pair.body[side], turn[4];

            if (line->pair.body[side] < 0)
                continue;
            mb_pull(&s.f[side], m->euler, side ? line->ub : line->ua, s.e, turn);
            for (int i = 0; i < 3; i++)
                out[i] += sign * s.e[i];
            for (int i = 3; i < size; i++)
                out[i] += sign * turn[i - 3];
        }
    }
}

double mb_lines_potential(const mb_mechanism *m, const double *q)
{
    double sum = 0.0;

    for (const mb_line_element *line = m->line; line < m->line + m->nlines; line++)
        if (line->force.energy) {
            struct stretch s;

            stretch(line, m->euler, q, NULL, &s);
            sum += line->force.energy(line->force.par, s.x);
        }
    return sum;
}

double mb_lines_power(const mb_mechanism *m, double t, const double *q, const double *v)
{
    double sum = 0.0;

    for (const mb_line_element *line = m->line; line < m->line + m->nlines; line++)
        if (line->force.damper) {
            struct stretch s;

            stretch(line, m->euler, q, v, &s);
            sum -= line->force.damper(line->force.par, t, s.x, s.xdot).f * s.xdot;
        }
    return sum;
}

/* Each column c of `from` replaced by  sum of a (e . c) e + b c  and, with `rates`, + w (e . c') e
 */
static void combine(mb_span *from, const double *e, double a, double b, const double *across,
                    const mb_span *rates, double w)
{
    for (int side = 0; side < 2; side++)
        for (int c = 0; c < 7; c++) {
            double *x = from->column[side][c];
            double along = a * mb_dot(e, x);

            if (rates)
                along += w * (mb_dot(across, x) + mb_dot(e, rates->column[side][c]));
            for (int i = 0; i < 3; i++)
                x[i] = b * x[i] + along * e[i];
        }
}

void mb_lines_tangents(const mb_mechanism *m, double t, const double *q, const double *v,
                       bool damping, double *h)
{
    for (const mb_line_element *line = m->line; line < m->line + m->nlines; line++) {
        struct stretch s;
        mb_span d, change, rates;
        mb_law_value value;
        double across[3], pull;

        stretch(line, m->euler, q, v, &s);
        value = law(line, t, s.x, s.xdot);
        mb_span_points(&d, s.f, m->euler, line->ua, line->ub);
        change = d;
        if (damping) {
            combine(&change, s.e, value.fv, 0.0, NULL, NULL, 0.0);
            mb_pair_product(h, &line->pair, m->euler, 1.0, &d, &change);
            continue;
        }
        pull = s.x > 0.0 ? value.f / s.x : value.fx; /* a force that is 0 where x is */
        mb_span_rates(&rates, s.f, m->euler, line->ua, line->ub);
        for (int i = 0; i < 3; i++)
            across[i] =
                s.x > 0.0 ? (s.rate[i] - s.xdot * s.e[i]) / s.x : 0.0; /* de . ddot = across . dd */
        combine(&change, s.e, value.fx - pull, pull, across, &rates, value.fv);
        mb_pair_product(h, &line->pair, m->euler, 1.0, &d, &change);
        for (int side = 0; side < 2; side++) {
            const double sign = side ? value.f : -value.f;
            const double w[3] = {sign * s.e[0], sign * s.e[1], sign * s.e[2]};

            mb_pair_curvature(h, &line->pair, m->euler, side, &s.f[side],
                              side ? line->ub : line->ua, w);
        }
    }
}

double mb_line_length(const mb_mechanism *m, int line, const double *q, const double *v,
                      double *rate)
{
    struct stretch s;

    stretch(&m->line[line], m->euler, q, v, &s);
    *rate = s.xdot;
    return s.x;
}

/* par: stiffness, free length, damping */
static mb_law_value spring(const double *par, double t, double x, double xdot)
{
    (void)t, (void)xdot;
    return (mb_law_value){par[0] * (x - par[1]), par[0], 0.0};
}

static double energy(const double *par, double x)
{
    return 0.5 * par[0] * (x - par[1]) * (x - par[1]);
}

static mb_law_value damper(const double *par, double t, double x, double xdot)
{
    (void)t, (void)x;
    return (mb_law_value){par[2] * xdot, 0.0, par[2]};
}

mb_line_force mb_spring_damper(double stiffness, double length, double damping)
{
    return (mb_line_force){.spring = spring,
                           .energy = energy,
                           .damper = damping > 0.0 ? damper : NULL,
                           .par = {stiffness, length, damping}};
}
