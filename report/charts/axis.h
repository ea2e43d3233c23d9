/* SPDX-License-Identifier: MIT */
/* Axes of charts.  One rule for all of them, so that no data make gnuplot refuse a chart: values
 * that are not finite, and on a logarithmic axis those that have no logarithm, are left out; ends
 * stay within +-1e300 and apart from each other. */
#ifndef MB_REPORT_CHARTS_AXIS_H
#define MB_REPORT_CHARTS_AXIS_H

#include <stdbool.h>
#include <stdio.h>

typedef struct mb_axis_range {
    double low, high; /* values beyond them are drawn at the edge */
    bool log;
    double base; /* the axis shows value - base; 0 but for parameters of a narrow sweep */
} mb_axis_range;

/* Range over n values: whole decades (log), or the values with a small margin.  A range that is
 * narrower than 1e-4 of its values, or empty, gets that width: it shows as the constant it is. */
mb_axis_range mb_axis_of(const double *value, int n, bool log);

/* The same for values that somebody chose, a parameter: a narrow range shows as differences from
 * the smallest value, its base. */
mb_axis_range mb_axis_along(const double *value, int n, bool log);

/* The range from low to high, where they are usable. */
mb_axis_range mb_axis_between(double low, double high, bool log);

/* A logarithmic axis over whole decades for values that come in any order.  Values of runs that
 * failed may stretch it to 20 decades; a run that blew up to 1e300 must not flatten all others:
 * where that is not enough they stretch it by three decades only. */
typedef struct mb_log_range {
    double smallest, largest, largest_failed;
    bool zero, any;
} mb_log_range;

void mb_log_range_add(mb_log_range *range, double value, bool ok); /* zeroed range at first */
mb_axis_range mb_log_range_axis(const mb_log_range *range, double floor);

/* Can a value be drawn on it at all? */
bool mb_axis_takes(mb_axis_range axis, double value);

/* A value as it is drawn: minus the base, at the edge when it is beyond. */
double mb_axis_value(mb_axis_range axis, double value);

/* Fraction of the axis at which a value stands, 0 to 1, clamped. */
double mb_axis_place(mb_axis_range axis, double value);

/* Scale and range of axis `letter` (x or y). */
void mb_axis_put(FILE *script, char letter, mb_axis_range axis);

#endif
