/* SPDX-License-Identifier: MIT */
/* Values with first and second derivatives by up to two directions, and how elementary functions
 * carry them on (chain rule).  Where a derivative of the argument is zero its factor does not
 * count, so that sqrt(0) of a constant has derivatives 0, not NaN. */
#ifndef MB_PROBLEMS_FORMAT_EXPRESSION_JET_H
#define MB_PROBLEMS_FORMAT_EXPRESSION_JET_H

#include <math.h>

/* f, f_a, f_b, f_aa, f_ab, f_bb */
typedef struct mb_jet {
    double f, a, b, aa, ab, bb;
} mb_jet;

static inline mb_jet mb_jet_constant(double x)
{
    return (mb_jet){x, 0.0, 0.0, 0.0, 0.0, 0.0};
}

/* factor x, 0 where x is 0 whatever the factor */
static inline double mb_jet_times(double factor, double x)
{
    return x == 0.0 ? 0.0 : factor * x;
}

/* g(u) from g, g', g'' at u.f */
static inline mb_jet mb_jet_of(mb_jet u, double g, double g1, double g2)
{
    return (mb_jet){g,
                    mb_jet_times(g1, u.a),
                    mb_jet_times(g1, u.b),
                    mb_jet_times(g2, u.a * u.a) + mb_jet_times(g1, u.aa),
                    mb_jet_times(g2, u.a * u.b) + mb_jet_times(g1, u.ab),
                    mb_jet_times(g2, u.b * u.b) + mb_jet_times(g1, u.bb)};
}

/* Partial derivatives of g(u, w). */
typedef struct mb_jet_partials {
    double g, u, w, uu, uw, ww;
} mb_jet_partials;

static inline double mb_jet_second(const mb_jet_partials *g, double u1, double u2, double u12,
                                   double w1, double w2, double w12)
{
    return mb_jet_times(g->u, u12) + mb_jet_times(g->w, w12) + mb_jet_times(g->uu, u1 * u2) +
           mb_jet_times(g->uw, u1 * w2 + u2 * w1) + mb_jet_times(g->ww, w1 * w2);
}

/* g(u, w) */
static inline mb_jet mb_jet_of_two(mb_jet u, mb_jet w, const mb_jet_partials *g)
{
    return (mb_jet){g->g,
                    mb_jet_times(g->u, u.a) + mb_jet_times(g->w, w.a),
                    mb_jet_times(g->u, u.b) + mb_jet_times(g->w, w.b),
                    mb_jet_second(g, u.a, u.a, u.aa, w.a, w.a, w.aa),
                    mb_jet_second(g, u.a, u.b, u.ab, w.a, w.b, w.ab),
                    mb_jet_second(g, u.b, u.b, u.bb, w.b, w.b, w.bb)};
}

#endif
