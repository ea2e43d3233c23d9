/* What the script of a plot knows of its data. */
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

#endif
