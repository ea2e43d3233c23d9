/* SPDX-License-Identifier: MIT */
/* The data file of a plot. */
#include <math.h>

#include "report/charts/plot_parts.h"

enum { MARKERS = 6 };

bool mb_plot_drawn(const mb_plot *plot, const mb_curve *curve, int k)
{
    return mb_axis_takes(plot->x, curve->x[k]) && isfinite(curve->y[k]);
}

static void put_point_data(FILE *f, const mb_plot *plot, const mb_curve *curve, int k)
{
    fprintf(f, "%.12g\t%.8g\n", curve->x[k] - plot->x.base, curve->y[k]);
}

/* The points of a line.  An empty line is a gap; two of them would end the block. */
static void put_line(FILE *f, const mb_plot *plot, const mb_curve *curve)
{
    bool gap = true, any = false;

    for (int k = 0; k < curve->count; k++)
        if (mb_plot_drawn(plot, curve, k)) {
            put_point_data(f, plot, curve, k);
            any = true;
            gap = false;
        } else if (!gap) {
            fputc('\n', f);
            gap = true;
        }
    fputs(!any ? "nan\tnan\n\n\n" : gap ? "\n" : "\n\n", f);
}

/* The places of the markers.  Those of long curves are staggered, so that markers of curves on top
 * of each other stand apart. */
static void put_markers(FILE *f, const mb_plot *plot, const mb_curve *curve, int i, int n)
{
    int count = curve->from_start ? 1 : curve->marked ? curve->count : MARKERS, put = 0;
    bool all = curve->marked || curve->from_start;

    for (int k = 0; k < count; k++) {
        int at = k;

        if (!all)
            at = (int)((k + (i + 0.5) / n) *
                       (curve->count < MB_CHART_BINS ? curve->count : MB_CHART_BINS) / MARKERS);
        if (!all && curve->count > MB_CHART_BINS)
            at = (int)((double)at / MB_CHART_BINS * curve->count);
        if (at < curve->count && mb_plot_drawn(plot, curve, at)) {
            put_point_data(f, plot, curve, at);
            put++;
        }
    }
    fputs(put ? "\n\n" : "nan\tnan\n\n\n", f);
}

bool mb_plot_has_rings(const mb_plot *plot, const mb_curve *curve, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < curve[i].count; k++)
            if (curve[i].ring && curve[i].ring[k] && mb_plot_drawn(plot, &curve[i], k))
                return true;
    return false;
}

/* The points of all curves that stand for runs in no class. */
static void put_rings(FILE *f, const mb_plot *plot, const mb_curve *curve, int n)
{
    fputs("# points of runs that finished in no class\n", f);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < curve[i].count; k++)
            if (curve[i].ring && curve[i].ring[k] && mb_plot_drawn(plot, &curve[i], k))
                put_point_data(f, plot, &curve[i], k);
}

mb_status mb_plot_data(const mb_plot *plot, const mb_curve *curve, int n, const char *folder,
                       mb_error *err)
{
    char name[MB_CHART_NAME_SIZE + 8];
    FILE *f;
    mb_status status;

    snprintf(name, sizeof name, "%s.tsv", plot->name);
    MB_TRY(mb_create(folder, name, &f, err));
    for (int i = 0; i < n; i++) {
        mb_wrapped head = mb_wrap(curve[i].name, INFINITY, 1.0, 1); /* one line whatever it holds */

        fprintf(f, "# %s: x, y; then the markers\n", head.line[0]);
        put_line(f, plot, &curve[i]);
        put_markers(f, plot, &curve[i], i, n);
    }
    if (mb_plot_has_rings(plot, curve, n))
        put_rings(f, plot, curve, n);
    status = mb_close(f, folder, name, err);
done:
    return status;
}
