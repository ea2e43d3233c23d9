/* SPDX-License-Identifier: MIT */
/* Laws of forces along a scalar: what they say, their slopes, their potential. */
#include <math.h>
#include <string.h>

#include "problems/elements/machine/machine.h"
#include "problems/format/expression/expression.h"

/* law(t, x, v) with its slopes by x and v */
static mb_law_value value_of(const mb_expression *law, double t, double x, double v)
{
    mb_jet at[MB_LAW_VARIABLES], y;

    memset(at, 0, sizeof at);
    at[MB_LAW_T].f = t;
    at[MB_LAW_X].f = x;
    at[MB_LAW_X].a = 1.0;
    at[MB_LAW_V].f = v;
    at[MB_LAW_V].b = 1.0;
    y = mb_expression_jet(law, at);
    return (mb_law_value){y.f, y.a, y.b};
}

/* A force that acts in one sense is 0 where the law has the other sign. */
static bool slack(mb_one_sided only, double f)
{
    return (only == MB_TENSION && f < 0.0) || (only == MB_COMPRESSION && f > 0.0);
}

/* Without regard to the sense in which it acts */
static mb_law_value both_senses(const mb_effort *f, double t, double x, double v)
{
    mb_law_value y;

    if (f->law)
        y = value_of(f->law, t, x, v);
    else
        y = (mb_law_value){f->constant + f->stiffness * (x - f->free) + f->damping * v,
                           f->stiffness, f->damping};
    if (f->damper) {
        const mb_law_value more = value_of(f->damper, t, x, v);

        y = (mb_law_value){y.f + more.f, y.fx + more.fx, y.fv + more.fv};
    }
    return y;
}

mb_law_value mb_effort_law(const mb_effort *f, double t, double x, double v)
{
    const mb_law_value y = both_senses(f, t, x, v);

    return slack(f->only, y.f) ? (mb_law_value){0.0, 0.0, 0.0} : y;
}

double mb_effort_law_value(const mb_effort *f, double t, double x, double v)
{
    const double at[MB_LAW_VARIABLES] = {[MB_LAW_T] = t, [MB_LAW_X] = x, [MB_LAW_V] = v};
    double y;

    y = f->law ? mb_expression_value(f->law, at)
               : f->constant + f->stiffness * (x - f->free) + f->damping * v;
    if (f->damper)
        y += mb_expression_value(f->damper, at);
    return slack(f->only, y) ? 0.0 : y;
}

/* Its rate along x' = v, v' = a */
double mb_effort_law_rate(const mb_effort *f, double t, double x, double v, double a)
{
    const mb_jet at[MB_LAW_VARIABLES] = {[MB_LAW_T] = {.f = t, .a = 1.0},
                                         [MB_LAW_X] = {.f = x, .a = v},
                                         [MB_LAW_V] = {.f = v, .a = a}};
    double rate = f->law ? mb_expression_jet(f->law, at).a : f->stiffness * v + f->damping * a;

    if (f->damper)
        rate += mb_expression_jet(f->damper, at).a;
    return slack(f->only, both_senses(f, t, x, v).f) ? 0.0 : rate;
}

double mb_effort_elastic(const mb_effort *f, double x)
{
    const double at[MB_LAW_VARIABLES] = {[MB_LAW_X] = x};
    double y;

    if (!f->elastic)
        return 0.0;
    y = f->law ? mb_expression_value(f->law, at) : f->constant + f->stiffness * (x - f->free);
    return slack(f->only, y) ? 0.0 : y;
}

static uint64_t side(const mb_effort *f, double x)
{
    const double at[MB_LAW_VARIABLES] = {[MB_LAW_X] = x};

    return mb_expression_side(f->law, at) ^
           (slack(f->only, mb_expression_value(f->law, at)) ? 1U : 0U);
}

/* Gauss's rule of ten points on (a, b) */
static double gauss(const mb_effort *f, double a, double b)
{
    static const double place[] = {0.1488743389816312108848260, 0.4333953941292471907992659,
                                   0.6794095682990244062343274, 0.8650633666889845107320967,
                                   0.9739065285171717200779640};
    static const double weight[] = {0.2955242247147528701738930, 0.2692667193099963550912269,
                                    0.2190863625159820439955349, 0.1494513491505805931457763,
                                    0.0666713443086881375935688};
    const double middle = 0.5 * (a + b), half = 0.5 * (b - a);
    double sum = 0.0;

    for (int k = 0; k < 5; k++)
        sum += weight[k] * (mb_effort_elastic(f, middle + half * place[k]) +
                            mb_effort_elastic(f, middle - half * place[k]));
    return half * sum;
}

enum { PIECES = 64, HALVINGS = 60, PANELS = 4 };

/* The first break behind a towards b, or b: bisection by the side on which the law is */
static double next_break(const mb_effort *f, double a, double b)
{
    const uint64_t here = side(f, a);
    double good = a, bad = b;

    /* a break may hide between equal ends: look at some places on the way */
    for (int k = 1; k <= PIECES; k++) {
        const double x = k == PIECES ? b : a + (b - a) * k / PIECES;

        if (side(f, x) != here) {
            bad = x;
            break;
        }
        good = x;
        if (k == PIECES)
            return b;
    }
    for (int k = 0; k < HALVINGS; k++) {
        const double x = 0.5 * (good + bad);

        if (side(f, x) == here)
            good = x;
        else
            bad = x;
    }
    return bad;
}

/* Integral of the elastic part from a to b, smooth piece by smooth piece */
static double integral(const mb_effort *f, double a, double b)
{
    double sum = 0.0;

    for (int piece = 0; piece < PIECES && a != b; piece++) {
        const double end = next_break(f, a, b);

        for (int k = 0; k < PANELS; k++)
            sum += gauss(f, a + (end - a) * k / PANELS, a + (end - a) * (k + 1) / PANELS);
        a = end;
    }
    return sum;
}

double mb_effort_energy(const mb_effort *f, double x)
{
    if (!f->elastic)
        return 0.0;
    if (!f->law)
        return (f->constant + 0.5 * (mb_effort_elastic(f, x) - f->constant)) * (x - f->free);
    return integral(f, f->free, x);
}

double mb_effort_mean(const mb_effort *f, double a, double b)
{
    const double at_a = mb_effort_elastic(f, a), at_b = mb_effort_elastic(f, b);

    if (a == b || (!f->law && (f->only == MB_BOTH_SIDES || (at_a != 0.0) == (at_b != 0.0))))
        return 0.5 * (at_a + at_b);
    return (f->law ? integral(f, a, b) : mb_effort_energy(f, b) - mb_effort_energy(f, a)) / (b - a);
}
