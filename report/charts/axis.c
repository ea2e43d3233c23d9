/* SPDX-License-Identifier: MIT */
#include "report/charts/axis.h"

#include <math.h>

/* Narrowest range relative to its values whose tics gnuplot labels with different numbers. */
static const double narrowest = 1e-4;

/* Largest magnitude of an end, smallest one of a logarithmic axis. */
static const double most = 1e300, least = 1e-300;

static bool usable(double value, bool log)
{
    return isfinite(value) && (!log || value > 0.0);
}

static double magnitude(mb_axis_range axis)
{
    return fmax(fabs(axis.low), fabs(axis.high));
}

/* Smallest and largest usable value; low > high when there is none. */
static mb_axis_range find_ends(const double *value, int n, bool log)
{
    mb_axis_range axis = {.low = INFINITY, .high = -INFINITY, .log = log};

    for (int i = 0; i < n; i++)
        if (usable(value[i], log)) {
            axis.low = fmin(axis.low, value[i]);
            axis.high = fmax(axis.high, value[i]);
        }
    return axis;
}

static mb_axis_range whole_decades(mb_axis_range axis)
{
    double low = fmin(fmax(axis.low, least), most / 10), high = fmin(fmax(axis.high, low), most);

    axis.low = pow(10, floor(log10(low) + 1e-9));
    axis.high = fmax(pow(10, ceil(log10(high) - 1e-9)), 10 * axis.low);
    return axis;
}

/* Widens a linear range to what its tics need and adds the margin. */
static mb_axis_range with_margin(mb_axis_range axis)
{
    double least_width = magnitude(axis) > 0.0 ? narrowest * magnitude(axis) : 1.0;
    double margin;

    axis.low = fmax(axis.low, -most);
    axis.high = fmin(axis.high, most);
    margin = axis.high > axis.low ? 0.04 * (axis.high - axis.low) : 0.1 * magnitude(axis);
    margin = fmax(margin, 0.5 * (least_width - (axis.high - axis.low)));
    axis.low -= margin;
    axis.high += margin;
    return axis;
}

mb_axis_range mb_axis_of(const double *value, int n, bool log)
{
    mb_axis_range axis = find_ends(value, n, log);

    if (axis.low > axis.high)
        return (mb_axis_range){.low = log ? 0.1 : 0.0, .high = 1.0, .log = log};
    return log ? whole_decades(axis) : with_margin(axis);
}

mb_axis_range mb_axis_along(const double *value, int n, bool log)
{
    mb_axis_range axis = find_ends(value, n, log);
    double width = axis.high - axis.low;

    if (width > 0.0 && width < narrowest * magnitude(axis)) {
        axis = (mb_axis_range){.low = 0.0, .high = width, .base = axis.low};
        return with_margin(axis);
    }
    return mb_axis_of(value, n, log);
}

mb_axis_range mb_axis_between(double low, double high, bool log)
{
    const double end[] = {low, high};
    mb_axis_range axis = mb_axis_of(end, 2, log);
    bool good = usable(low, log) && usable(high, log) &&
                high - low >= narrowest * fmax(fabs(low), fabs(high));

    if (good && high > low && fabs(low) <= most && fabs(high) <= most && (!log || low >= least))
        axis = (mb_axis_range){.low = low, .high = high, .log = log};
    return axis;
}

/* Failed runs are shown whole as long as the axis spans no more than this. */
static const double most_span = 1e20;

void mb_log_range_add(mb_log_range *range, double value, bool ok)
{
    if (!isfinite(value))
        return;
    value = fabs(value);
    if (value == 0.0) {
        range->zero = true;
        return;
    }
    range->smallest = !range->any || value < range->smallest ? value : range->smallest;
    range->any = true;
    if (ok)
        range->largest = fmax(range->largest, value);
    else
        range->largest_failed = fmax(range->largest_failed, value);
}

mb_axis_range mb_log_range_axis(const mb_log_range *range, double floor_value)
{
    mb_axis_range axis = {.low = floor_value, .high = floor_value * 10, .log = true};
    double largest = range->largest, cap = 1e3 * range->largest;

    if (!range->any)
        return axis;
    axis.low = pow(10, floor(log10(range->smallest) + 1e-9));
    axis.low = fmax(floor_value, range->zero ? axis.low / 10 : axis.low);
    if (range->largest == 0.0)
        cap = 1e6 * fmax(range->smallest, floor_value); /* every run failed */
    if (range->largest_failed > axis.low * most_span)
        largest = fmin(range->largest_failed, fmax(largest, cap));
    else
        largest = fmax(largest, range->largest_failed);
    largest = fmin(largest, 1e300);
    axis.high = pow(10, ceil(log10(largest) - 1e-9));
    if (axis.high < 10 * axis.low)
        axis.high = 10 * axis.low;
    return mb_axis_between(axis.low, axis.high, true);
}

bool mb_axis_takes(mb_axis_range axis, double value)
{
    return usable(value, axis.log);
}

double mb_axis_value(mb_axis_range axis, double value)
{
    return fmin(fmax(value - axis.base, axis.low), axis.high);
}

double mb_axis_place(mb_axis_range axis, double value)
{
    double at = value - axis.base;
    double place = axis.log ? log10(at / axis.low) / log10(axis.high / axis.low)
                            : (at - axis.low) / (axis.high - axis.low);

    if (!(place > 0.0)) /* also what has no logarithm */
        return 0.0;
    return fmin(place, 1.0);
}

void mb_axis_put(FILE *script, char letter, mb_axis_range axis)
{
    if (axis.log)
        fprintf(script, "set logscale %c\nset format %c '10^{%%T}'\n", letter, letter);
    fprintf(script, "set %crange [%.12g:%.12g]\n", letter, axis.low, axis.high);
}
