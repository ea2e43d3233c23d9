/* SPDX-License-Identifier: MIT */
/* What the parts of a plot share: its data, and the names of its curves. */
#ifndef MB_REPORT_CHARTS_PLOT_PARTS_H
#define MB_REPORT_CHARTS_PLOT_PARTS_H

#include "report/charts/plot.h"

/* Can the k-th point be drawn?  A y without a logarithm lies on the lower edge. */
bool mb_plot_drawn(const mb_plot *plot, const mb_curve *curve, int k);

/* Are there points of runs that finished in no class? */
bool mb_plot_has_rings(const mb_plot *plot, const mb_curve *curve, int n);

/* Writes NAME.tsv.  Two blocks a curve: the line (an empty line is a gap) and the places of its
 * markers; then one of the points that get a ring, where there are any. */
mb_status mb_plot_data(const mb_plot *plot, const mb_curve *curve, int n, const char *folder,
                       mb_error *err);

/* Colour, and with it width and dashes, or the marker, of a curve as gnuplot takes them. */
void mb_put_curve_colour(FILE *script, const mb_curve *curve);
void mb_put_curve_line(FILE *script, const mb_curve *curve);
void mb_put_curve_point(FILE *script, const mb_curve *curve);

/* The name of a curve: a sample of its line, the text, how the run ended. */
typedef struct mb_plot_name {
    const mb_curve *curve;
    mb_wrapped text;
    mb_wrapped end;      /* what is to be said below it, a line or none */
    bool empty;          /* no point of it can be drawn */
    double tall;         /* [px] height */
    double x, y;         /* [px] left end of its sample, height of its middle */
    double wish, centre; /* [px] beside the plot: heights of its curve's end and of its middle,
                          * upwards from the plot's low end */
} mb_plot_name;

/* Gives the names places beside the plot, or below it where there is no room, and the plot its right
 * and lower edge.  Top and left of s are known.  Returns where below the plot the names end [px]. */
double mb_plot_names_arrange(const mb_plot *plot, const mb_curve *curve, int n, mb_script *s,
                             mb_plot_name *name);

void mb_plot_names_put(const mb_script *s, const mb_plot *plot, const mb_plot_name *name, int n);

#endif
