/* SPDX-License-Identifier: MIT */
/* A quantity of a series against time, thinned to what a chart shows. */
#include <math.h>

#include "report/figures/figure_parts.h"

/* What a curve shows of a part of the time: the ends of what the quantity was, with their times,
 * and its last value. */
typedef struct bin {
    int part;    /* -1: none yet */
    bool filled; /* there is a value in it */
    double t_low, low, t_high, high, t_last, last;
} bin;

/* Time of an end of a row that stands for the steps since the row before: its own where it is the
 * value at that time, that of the row before where the curve goes on from there, else between. */
static double time_of_end(double end, const mb_quantity_value *v, double t, double t_before,
                          double before)
{
    const double near = 0.1; /* parts of what the row spans */

    if (end == v->last || isnan(t_before))
        return t;
    return fabs(end - before) < near * (v->high - v->low) ? t_before : 0.5 * (t_before + t);
}

/* A row as it is drawn, a bin of its own; `before` is that of the row before. */
static bin bin_of(const mb_quantity_view *view, int row, bool log, const bin *before)
{
    mb_quantity_value v = mb_quantity_at(view, row);
    double t = view->track->t[row], t_before = before->filled ? before->t_last : (double)NAN;

    if (log) {
        double most = fmax(fabs(v.low), fabs(v.high)); /* one of them may be missing */

        return (bin){0, isfinite(most), t, most, t, most, t, most};
    }
    return (bin){0,
                 isfinite(v.low) && isfinite(v.high),
                 time_of_end(v.low, &v, t, t_before, before->last),
                 v.low,
                 time_of_end(v.high, &v, t, t_before, before->last),
                 v.high,
                 t,
                 v.last};
}

/* A point that does not repeat the last one. */
static mb_status add_point(mb_figure_case *c, double t, double y, mb_curve *curve)
{
    int n = curve->count;

    return n > 0 && curve->x[n - 1] == t && curve->y[n - 1] == y ? MB_OK
                                                                 : mb_curve_add(c, curve, t, y);
}

/* Of a bin the largest (log), or both ends in the order in which they came and then the last value,
 * so that oscillations and peaks keep their edges.  Of ends at one time the one nearer to the curve
 * comes first.  Of one without a value a gap, of several in a row one. */
static mb_status add_bin(mb_figure_case *c, const bin *b, mb_curve *curve)
{
    double before = curve->count > 0 ? curve->y[curve->count - 1] : (double)NAN;
    double from = isnan(before) ? b->low : before;
    bool low_first = b->t_low < b->t_high ||
                     (b->t_low == b->t_high && fabs(b->low - from) <= fabs(b->high - from));
    mb_status status = MB_OK;

    if (!b->filled)
        return isnan(before) ? MB_OK : mb_curve_add(c, curve, b->t_last, NAN);
    if (c->figure->log_y)
        return add_point(c, b->t_high, b->high, curve);
    if (low_first)
        MB_TRY(add_point(c, b->t_low, b->low, curve));
    MB_TRY(add_point(c, b->t_high, b->high, curve));
    if (!low_first)
        MB_TRY(add_point(c, b->t_low, b->low, curve));
    if (!isnan(b->last))
        MB_TRY(add_point(c, b->t_last, b->last, curve));
done:
    return status;
}

/* Takes a later row into a bin. */
static void join(bin *b, const bin *row)
{
    int part = b->part;

    if (!b->filled) {
        *b = *row;
        b->part = part;
        return;
    }
    if (row->low < b->low) {
        b->low = row->low;
        b->t_low = row->t_low;
    }
    if (row->high > b->high) {
        b->high = row->high;
        b->t_high = row->t_high;
    }
    b->last = row->last;
    b->t_last = row->t_last;
}

mb_status mb_curve_thin(mb_figure_case *c, const mb_quantity_view *view, const double t[2],
                        mb_curve *curve)
{
    const mb_track *track = view->track;
    bool log = c->figure->log_y;
    bin b = {.part = -1};
    mb_status status = MB_OK;

    for (int i = 0; i < track->count; i++) {
        double at = track->t[i];
        int part = mb_part_of_time(at, t[0], t[1], MB_CHART_BINS);
        bin row = bin_of(view, i, log, &b);

        if (at < t[0] || at > t[1])
            continue;
        if (log && row.high == 0.0 && at <= 0.0) /* the start is exact */
            continue;
        if (part != b.part) {
            if (b.part >= 0)
                MB_TRY(add_bin(c, &b, curve));
            b = (bin){.part = part, .t_last = at};
        }
        if (row.filled)
            join(&b, &row);
    }
    if (b.part >= 0)
        MB_TRY(add_bin(c, &b, curve));
    while (curve->count > 0 && isnan(curve->y[curve->count - 1])) /* nothing follows that gap */
        curve->count--;
done:
    return status;
}
