/* SPDX-License-Identifier: MIT */
/* The names of curves, beside a plot where they end or below it. */
#include <math.h>
#include <string.h>

#include "report/charts/plot_parts.h"
#include "report/charts/text_width.h"

enum { NAME_LINES = 3, LINE_PITCH = 14, GAP = 7, SAMPLE = 32 /* [px] of the line */ };

/* [px] Of the plot; what is left and right of its right edge; of letters. */
static const double wide_height = 330, narrow_part = 0.55 /* of its width */;
static const double least_names = 180, most_names = 310, name_left = 56, sample_left = 17;
static const double name_size = 11.5, end_size = 11.0;

/* [px] Below the plot: its tics and label; the edges of the picture; from a sample to its text. */
static const double axis_height = 58, edge = 10, text_left = 40;

/* ---- what they say -------------------------------------------------------------------------- */

static bool is_empty(const mb_plot *plot, const mb_curve *curve)
{
    for (int k = 0; k < curve->count; k++)
        if (mb_plot_drawn(plot, curve, k))
            return false;
    return true;
}

/* Fills in texts that are no wider than so much; returns the width of the widest. */
static double read_names(const mb_plot *plot, const mb_curve *curve, int n, double width,
                         mb_plot_name *name)
{
    double widest = 0.0;

    for (int i = 0; i < n; i++) {
        mb_plot_name *e = &name[i];

        *e = (mb_plot_name){.curve = &curve[i],
                            .text = mb_wrap(curve[i].name, width, name_size, NAME_LINES),
                            .empty = is_empty(plot, &curve[i])};
        e->end =
            mb_wrap(e->empty && !*curve[i].end ? "— no values" : curve[i].end, width, end_size, 1);
        e->tall = LINE_PITCH * (e->text.count + e->end.count);
        for (int k = 0; k < e->text.count; k++)
            widest = fmax(widest, mb_text_width(e->text.line[k], MB_WRAP_SIZE, name_size));
        widest = fmax(widest, mb_text_width(e->end.line[0], MB_WRAP_SIZE, end_size));
    }
    return widest;
}

/* ---- beside the plot ------------------------------------------------------------------------ */

/* Last y that is a number; NaN when there is none. */
static double last_value(const mb_curve *curve)
{
    for (int i = curve->count - 1; i >= 0; i--)
        if (isfinite(curve->y[i]))
            return curve->y[i];
    return NAN;
}

/* Sorts by height of the line's end, highest first; equal ones stay in order. */
static void sort_by_wish(mb_plot_name **order, int n)
{
    for (int i = 1; i < n; i++) {
        mb_plot_name *e = order[i];
        int k = i;

        for (; k > 0 && order[k - 1]->wish < e->wish; k--)
            order[k] = order[k - 1];
        order[k] = e;
    }
}

/* Moves names apart: down from the top, then up again from the bottom where there was no room. */
static void spread(mb_plot_name **order, int n, double height)
{
    double limit = height + LINE_PITCH;

    for (int i = 0; i < n; i++) {
        order[i]->centre = fmin(order[i]->wish, limit - order[i]->tall / 2);
        limit = order[i]->centre - order[i]->tall / 2 - GAP;
    }
    limit = -LINE_PITCH;
    for (int i = n - 1; i >= 0; i--) {
        order[i]->centre = fmax(order[i]->centre, limit + order[i]->tall / 2);
        limit = order[i]->centre + order[i]->tall / 2 + GAP;
    }
}

/* The names in the order of the ends of their curves. */
static void order_names(const mb_plot *plot, mb_plot_name *name, int n, double height,
                        mb_plot_name **order)
{
    for (int i = 0; i < n; i++) {
        order[i] = &name[i];
        name[i].wish = name[i].centre = height * mb_axis_place(plot->y, last_value(name[i].curve));
    }
    sort_by_wish(order, n);
}

static double arrange_beside(const mb_plot *plot, const mb_curve *curve, int n, mb_script *s,
                             mb_plot_name *name)
{
    mb_plot_name *order[MB_CHART_LINES];
    double widest = read_names(plot, curve, n, most_names - name_left - edge, name), height = 0.0;

    s->right = s->width - fmin(fmax(name_left + widest + edge, least_names), most_names);
    for (int i = 0; i < n; i++)
        height += name[i].tall + GAP;
    height = fmax(wide_height, height - 2 * LINE_PITCH);
    s->bottom = s->top + height;
    order_names(plot, name, n, height, order);
    spread(order, n, height);
    for (int i = 0; i < n; i++) {
        name[i].x = s->right + sample_left;
        name[i].y = s->bottom - name[i].centre;
    }
    return s->bottom;
}

/* ---- below the plot ------------------------------------------------------------------------- */

/* In two columns where each name takes one line there, else in one. */
static double arrange_below(const mb_plot *plot, const mb_curve *curve, int n, mb_script *s,
                            mb_plot_name *name)
{
    mb_plot_name *order[MB_CHART_LINES];
    double whole = s->width - 2 * edge, half = whole / 2, y = 0.0, lowest = 0.0;
    int columns = read_names(plot, curve, n, INFINITY, name) + text_left <= half ? 2 : 1, rows;

    if (columns == 1)
        read_names(plot, curve, n, whole - text_left, name);
    s->right = s->width - 2 * edge;
    s->bottom = s->top + narrow_part * s->width;
    order_names(plot, name, n, s->bottom - s->top, order);
    rows = (n + columns - 1) / columns;
    for (int i = 0; i < n; i++) {
        if (i % rows == 0)
            y = s->bottom + axis_height;
        order[i]->x = edge + half * (i / rows);
        order[i]->y = y + order[i]->tall / 2;
        y += order[i]->tall + GAP / 2.0;
        lowest = fmax(lowest, y);
    }
    return lowest;
}

double mb_plot_names_arrange(const mb_plot *plot, const mb_curve *curve, int n, mb_script *s,
                             mb_plot_name *name)
{
    return s->narrow ? arrange_below(plot, curve, n, s, name)
                     : arrange_beside(plot, curve, n, s, name);
}

/* ---- drawing -------------------------------------------------------------------------------- */

static void put_arrow(const mb_script *s, double x0, double y0, double x1, double y1)
{
    fprintf(s->file, "set arrow from screen %.5f, screen %.5f to screen %.5f, screen %.5f nohead ",
            x0 / s->width, 1 - y0 / s->height, x1 / s->width, 1 - y1 / s->height);
}

/* Sample of the line and of its marker. */
static void put_sample(const mb_script *s, const mb_plot_name *e)
{
    put_arrow(s, e->x, e->y, e->x + SAMPLE, e->y);
    mb_put_curve_line(s->file, e->curve);
    fprintf(s->file, "\nset label '' at screen %.5f, screen %.5f point ",
            (e->x + SAMPLE / 2.0) / s->width, 1 - e->y / s->height);
    mb_put_curve_point(s->file, e->curve);
    fputc('\n', s->file);
}

/* Name and, for a run that failed, how it ended; beside the plot a leader from the curve's end where
 * there is a line. */
static void put_name(const mb_script *s, const mb_plot_name *e, bool leader)
{
    double end = s->bottom - e->wish, left = e->x + text_left - 1;
    double first = e->y - (e->tall - LINE_PITCH) / 2;
    bool ended = e->end.count > 0;

    if (leader && !e->empty && (!ended || e->curve->classless) && fabs(e->y - end) > 2) {
        put_arrow(s, s->right + 2, end, s->right + sample_left - 2, e->y);
        mb_put_curve_colour(s->file, e->curve);
        fputs(" linewidth 0.6\n", s->file);
    }
    if (!e->empty)
        put_sample(s, e);
    for (int k = 0; k < e->text.count; k++)
        mb_script_text(s, left, first + LINE_PITCH * k, "left", name_size,
                       e->curve->emphasis == MB_STANDS_BACK ? "#606060" : "black", e->text.line[k]);
    if (ended)
        mb_script_text(s, left, first + LINE_PITCH * e->text.count, "left", end_size, "#606060",
                       e->end.line[0]);
}

void mb_plot_names_put(const mb_script *s, const mb_plot *plot, const mb_plot_name *name, int n)
{
    for (int i = 0; i < n; i++)
        put_name(s, &name[i], plot->sample_ends && !s->narrow);
}
