/* SPDX-License-Identifier: MIT */
/* The rules of claims about one run at a time (judge.h): value, bound, magnitude. */
#include <math.h>
#include <stdio.h>

#include "report/claims/judge_parts.h"

static const double bound_factor = 10; /* of bounds and values */

/* How many times one is the other, 1 or more; infinite across zero. */
double mb_factor_between(double a, double b)
{
    if (a == b)
        return 1.0;
    if (!(a * b > 0.0) || !isfinite(a) || !isfinite(b))
        return INFINITY;
    return fmax(a / b, b / a);
}

mb_verdict mb_verdict_of_factor(double factor, double allowed)
{
    return factor <= allowed             ? MB_REPRODUCED
           : factor <= allowed * allowed ? MB_DEVIATES
                                         : MB_CONTRADICTED;
}

/* "a factor of 23" or, across zero, "more than any factor" */
const char *mb_factor_text(double factor, char text[MB_QUANTITY_SIZE])
{
    char number[MB_SHORT_SIZE];

    mb_short_number(factor, number);
    snprintf(text, MB_QUANTITY_SIZE, isfinite(factor) ? "a factor of %s" : "more than any factor",
             number);
    return text;
}

/* " (table1.3, the worst of 5)", "" for a single run */
static const char *place(const mb_case *c, int i, char text[MB_MISSING_SIZE])
{
    text[0] = '\0';
    if (c->claim->run.runs > 1)
        snprintf(text, MB_MISSING_SIZE, " (%s, the worst of %d)", mb_case_id(c, &c->claim->run, i),
                 c->claim->run.runs);
    return text;
}

/* Measured text and number: the value of one run, that one shown first. */
static mb_status measured_run(mb_case *c, int i)
{
    char quantity[MB_QUANTITY_SIZE], where[MB_MISSING_SIZE];

    c->out->number = c->run[i].x;
    mb_case_quantity(c, &c->run[i], quantity);
    mb_case_show(c, mb_case_row(c, &c->claim->run, i));
    return mb_case_measured(c, "%s%s", quantity, place(c, i, where));
}

/* How many times a value is off that is not met: of its size, of the tolerance where it is 0. */
static double off_by_factor(const mb_study_claim *claim, double x, double tolerance)
{
    return claim->value != 0.0 ? mb_factor_between(x, claim->value)
                               : mb_factor_between(fabs(x), tolerance);
}

mb_status mb_verdict_by_tolerance(mb_case *c, double x)
{
    const mb_study_claim *claim = c->claim;
    double tolerance = claim->relative ? claim->tolerance * fabs(claim->value) : claim->tolerance;
    char off[MB_QUANTITY_SIZE], percent[MB_SHORT_SIZE];
    double by = x - claim->value;
    mb_status status;

    /* the round-off of the difference must not decide */
    c->out->verdict = fabs(by) <= tolerance * (1.0 + 1e-12)                ? MB_REPRODUCED
                      : off_by_factor(claim, x, tolerance) <= bound_factor ? MB_DEVIATES
                                                                           : MB_CONTRADICTED;
    if (c->out->verdict == MB_REPRODUCED)
        return MB_OK;
    mb_case_number(c, by, off);
    mb_short_number(100.0 * by / fabs(claim->value), percent);
    MB_TRY(mb_case_why(c, "off by %s%s", by > 0.0 ? "+" : "", off));
    if (claim->value != 0.0)
        MB_TRY(mb_case_why(c, "%s (%s%s %%)", c->out->why, by > 0.0 ? "+" : "", percent));
done:
    return status;
}

mb_status mb_judge_value(mb_case *c)
{
    const mb_study_claim *claim = c->claim;
    int worst = 0;
    mb_status status;

    for (int i = 1; i < claim->run.runs; i++)
        if (fabs(c->run[i].x - claim->value) > fabs(c->run[worst].x - claim->value))
            worst = i;
    MB_TRY(measured_run(c, worst));
    MB_TRY(mb_verdict_by_tolerance(c, c->run[worst].x));
done:
    return status;
}

/* Factor by which a bound is missed; 1 when it is not. */
static double missed(const mb_study_claim *claim, double x)
{
    if (x > claim->max)
        return mb_factor_between(x, claim->max);
    if (x < claim->min)
        return mb_factor_between(x, claim->min);
    return 1.0;
}

mb_status mb_verdict_by_bound(mb_case *c, double x)
{
    double factor = missed(c->claim, x);
    char text[MB_QUANTITY_SIZE];

    c->out->verdict = factor == 1.0            ? MB_REPRODUCED
                      : factor <= bound_factor ? MB_DEVIATES
                                               : MB_CONTRADICTED;
    if (c->out->verdict == MB_REPRODUCED)
        return MB_OK;
    return mb_case_why(c, "%s the bound by %s", x > c->claim->max ? "above" : "below",
                       mb_factor_text(factor, text));
}

mb_status mb_judge_bound(mb_case *c)
{
    double sign = isnan(c->claim->max) ? -1.0 : 1.0; /* which way is worse within the bound */
    int worst = 0;
    mb_status status;

    for (int i = 1; i < c->claim->run.runs; i++) {
        double a = missed(c->claim, c->run[i].x), b = missed(c->claim, c->run[worst].x);

        if (a > b || (a == b && sign * c->run[i].x > sign * c->run[worst].x))
            worst = i;
    }
    MB_TRY(measured_run(c, worst));
    MB_TRY(mb_verdict_by_bound(c, c->run[worst].x));
done:
    return status;
}

/* "a factor of 23 below", for magnitudes and ratios */
mb_status mb_verdict_by_factor(mb_case *c, double x)
{
    double factor = mb_factor_between(x, c->claim->value);
    char text[MB_QUANTITY_SIZE];

    c->out->verdict = mb_verdict_of_factor(factor, c->claim->factor);
    if (c->out->verdict == MB_REPRODUCED)
        return MB_OK;
    return mb_case_why(c, "%s %s", mb_factor_text(factor, text),
                       fabs(x) > fabs(c->claim->value) ? "above" : "below");
}

mb_status mb_judge_magnitude(mb_case *c)
{
    int worst = 0;
    mb_status status;

    for (int i = 1; i < c->claim->run.runs; i++)
        if (mb_factor_between(c->run[i].x, c->claim->value) >
            mb_factor_between(c->run[worst].x, c->claim->value))
            worst = i;
    MB_TRY(measured_run(c, worst));
    MB_TRY(mb_verdict_by_factor(c, c->run[worst].x));
done:
    return status;
}
