/* SPDX-License-Identifier: MIT */
/* The rules of claims about many runs together (judge.h): trend, order, limit. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/claims/judge_parts.h"

enum { LISTED = 5 }; /* values that are written out; of more the ends are */

static const double order_factor = 3; /* tolerances within which an order deviates only */

/* ---- trends and orders ---------------------------------------------------------------------- */

typedef struct point {
    double x;
    int run; /* index in the claim's runs */
} point;

static int ascending(const void *a, const void *b)
{
    const point *p = a, *q = b;

    return (p->x > q->x) - (p->x < q->x);
}

/* The claim's runs in the order of x. */
static mb_status sort_points(mb_case *c, point **points)
{
    int n = c->claim->run.runs;
    mb_status status;

    MB_TRY(MB_TAKE(c->arena, points, (size_t)n, c->err));
    for (int i = 0; i < n; i++)
        (*points)[i] = (point){c->claim->x[i], i};
    qsort(*points, (size_t)n, sizeof **points, ascending);
done:
    return status;
}

/* "0.1, 0.02, 0.01 J at alpha = 10, 100, 1000"; of many the first and the last */
static mb_status measured_points(mb_case *c, const point *points)
{
    int n = c->claim->run.runs;
    const char *xs = "", *values = "";
    mb_status status = MB_OK;

    for (int i = 0; i < n; i++) {
        const char *between = i == 0 ? "" : n > LISTED ? " … " : ", ";
        char x[MB_SHORT_SIZE], value[MB_SHORT_SIZE];

        if (n > LISTED && i > 0 && i < n - 1)
            continue;
        mb_short_number(points[i].x, x);
        mb_short_number(c->run[points[i].run].x, value);
        MB_TRY(mb_case_measured(c, "%s%s%s", xs, between, x));
        xs = c->out->measured;
        MB_TRY(mb_case_measured(c, "%s%s%s", values, between, value));
        values = c->out->measured;
    }
    MB_TRY(mb_case_measured(c, "%s%s%s at %s = %s", values, c->claim->unit ? " " : "",
                            c->claim->unit ? c->claim->unit : "", c->claim->over, xs));
    mb_case_show(c, mb_case_row(c, &c->claim->run, points[0].run));
    mb_case_show(c, mb_case_row(c, &c->claim->run, points[n - 1].run));
done:
    return status;
}

/* CPU ratios of different bases make no trend. */
static bool one_base(const mb_case *c)
{
    const mb_run_list *list = &c->claim->run;
    const mb_report_run *first = mb_case_row(c, list, 0);

    for (int i = 1; i < list->runs && c->run[0].base; i++)
        if (strcmp(c->run[i].base, c->run[0].base) != 0 ||
            strcmp(mb_case_row(c, list, i)->problem, first->problem) != 0)
            return false;
    return true;
}

static mb_status flat(mb_case *c)
{
    double low = c->run[0].x, high = low, factor;
    char text[MB_QUANTITY_SIZE];

    for (int i = 1; i < c->claim->run.runs; i++) {
        low = fmin(low, c->run[i].x);
        high = fmax(high, c->run[i].x);
    }
    factor = mb_factor_between(low, high);
    c->out->number = factor;
    c->out->verdict = mb_verdict_of_factor(factor, c->claim->factor);
    if (c->out->verdict == MB_REPRODUCED)
        return MB_OK;
    return mb_case_why(c, "the largest is %s above the smallest", mb_factor_text(factor, text));
}

static mb_status rising(mb_case *c, const point *points, double sign)
{
    int n = c->claim->run.runs, turn = 0;
    double change = sign * (c->run[points[n - 1].run].x - c->run[points[0].run].x);
    char x[MB_SHORT_SIZE];

    for (int i = n - 1; i > 0; i--)
        if (sign * c->run[points[i].run].x < sign * c->run[points[i - 1].run].x)
            turn = i;
    c->out->number = c->run[points[n - 1].run].x - c->run[points[0].run].x;
    c->out->verdict = !(change > 0.0) ? MB_CONTRADICTED : turn ? MB_DEVIATES : MB_REPRODUCED;
    mb_short_number(points[turn].x, x);
    if (c->out->verdict == MB_DEVIATES)
        return mb_case_why(c, "not monotone: it turns before %s = %s", c->claim->over, x);
    if (c->out->verdict == MB_CONTRADICTED)
        return mb_case_why(c, change == 0.0 ? "it ends where it begins" : "it goes the other way");
    return MB_OK;
}

mb_status mb_judge_trend(mb_case *c)
{
    point *points;
    mb_status status;

    if (!one_base(c)) {
        c->out->verdict = MB_NOT_TESTABLE;
        return mb_case_why(c, "the CPU ratios refer to different solvers or problems");
    }
    MB_TRY(sort_points(c, &points));
    MB_TRY(measured_points(c, points));
    if (c->claim->direction == MB_FLAT)
        MB_TRY(flat(c));
    else
        MB_TRY(rising(c, points, c->claim->direction == MB_UP ? 1.0 : -1.0));
done:
    return status;
}

/* Slope of log m over log x by least squares. */
static double slope(const mb_case *c)
{
    int n = c->claim->run.runs;
    double mx = 0.0, my = 0.0, xx = 0.0, xy = 0.0;

    for (int i = 0; i < n; i++) {
        mx += log(c->claim->x[i]) / n;
        my += log(c->run[i].x) / n;
    }
    for (int i = 0; i < n; i++) {
        double dx = log(c->claim->x[i]) - mx;

        xx += dx * dx;
        xy += dx * (log(c->run[i].x) - my);
    }
    return xy / xx;
}

/* m = m0 + C x^n through three points whose x stand in one quotient (welch2007 eq. (70)); false
 * where there is none: the differences of m do not fall with x. */
static bool power_law(const mb_case *c, const point *points, double *limit, double *n)
{
    const double near = c->run[points[0].run].x, middle = c->run[points[1].run].x,
                 far = c->run[points[2].run].x;
    const double quotient = (far - middle) / (middle - near); /* (x2 / x1)^n */

    if (!(isfinite(quotient) && quotient > 1.0))
        return false;
    *n = log(quotient) / log(points[1].x / points[0].x);
    *limit = near - (middle - near) / (quotient - 1.0);
    return true;
}

/* Sorts the points and shows them; then the two numbers of their power law.  Where there is none
 * the claim is contradicted. */
static mb_status extrapolate(mb_case *c, double *limit, double *n)
{
    point *points;
    mb_status status;

    if (c->claim->run.runs != 3) { /* a reduced grid */
        c->out->verdict = MB_NOT_TESTABLE;
        c->out->unrecorded = true;
        return mb_case_why(c, "three runs are needed, here are %d", c->claim->run.runs);
    }
    MB_TRY(sort_points(c, &points));
    MB_TRY(measured_points(c, points));
    if (fabs(points[0].x * points[2].x / (points[1].x * points[1].x) - 1.0) > 1e-9) {
        c->out->verdict = MB_NOT_TESTABLE;
        MB_TRY(mb_case_why(c, "the steps do not stand in one quotient"));
    } else if (!power_law(c, points, limit, n)) {
        c->out->verdict = MB_CONTRADICTED;
        MB_TRY(mb_case_why(c, "the differences do not fall with the step: there is no limit"));
    }
done:
    return status;
}

/* Every metric above 0: a slope of logarithms exists. */
static mb_status check_positive(mb_case *c)
{
    for (int i = 0; i < c->claim->run.runs; i++)
        if (!(c->run[i].x > 0.0)) {
            c->out->verdict = MB_CONTRADICTED;
            return mb_case_why(c, "run %s has a metric that is not above 0: it has no order",
                               mb_case_id(c, &c->claim->run, i));
        }
    return MB_OK;
}

mb_status mb_judge_limit(mb_case *c)
{
    char limit[MB_QUANTITY_SIZE];
    double n;
    mb_status status;

    MB_TRY(extrapolate(c, &c->out->number, &n));
    if (c->out->verdict != MB_VERDICTS)
        return MB_OK;
    mb_case_number(c, c->out->number, limit);
    MB_TRY(mb_case_measured(c, "%s from %s", limit, c->out->measured));
    MB_TRY(mb_verdict_by_tolerance(c, c->out->number));
done:
    return status;
}

mb_status mb_judge_order(mb_case *c)
{
    const mb_study_claim *claim = c->claim;
    char order[MB_SHORT_SIZE];
    const char *points_text;
    point *points;
    double by, limit;
    mb_status status;

    if (claim->free_limit) {
        MB_TRY(extrapolate(c, &limit, &c->out->number));
    } else {
        MB_TRY(sort_points(c, &points));
        MB_TRY(measured_points(c, points));
        MB_TRY(check_positive(c));
    }
    if (c->out->verdict != MB_VERDICTS)
        return MB_OK;
    points_text = c->out->measured;
    if (!claim->free_limit)
        c->out->number = slope(c);
    by = fabs(c->out->number - claim->value);
    mb_short_number(c->out->number, order);
    MB_TRY(mb_case_measured(c, "order %s: %s", order, points_text));
    c->out->verdict = by <= claim->tolerance                  ? MB_REPRODUCED
                      : by <= order_factor * claim->tolerance ? MB_DEVIATES
                                                              : MB_CONTRADICTED;
    mb_short_number(c->out->number - claim->value, order);
    if (c->out->verdict != MB_REPRODUCED)
        MB_TRY(mb_case_why(c, "off by %s", order));
done:
    return status;
}
