/* Curves drawn together: the script, data and pictures of one chart.  Each curve has a colour,
 * dashes and markers of its own, and its name beside the plot where it ends. */
#ifndef MB_REPORT_PLOT_H
#define MB_REPORT_PLOT_H

#include "report/chart.h"
#include "report/script.h"

typedef struct mb_curve {
    const char *name;
    const char *end; /* how it ended early, "× diverged at t = 3.2 s", which also puts a cross at
                      * its last point; "" when it did not */
    int count;
    double *x, *y; /* (count) y NaN: a gap */
    bool marked;   /* a marker at each point, not only now and then */
} mb_curve;

typedef struct mb_axis_range {
    double low, high; /* values of y beyond them are drawn at the edge */
    bool log;
} mb_axis_range;

typedef struct mb_plot {
    const char *name;           /* of the files */
    const char *title, *second; /* second line, in grey */
    const char *x_label, *y_label;
    mb_axis_range x, y;
    double level;     /* a dotted line at this y; 0: none */
    mb_wrapped notes; /* below the plot */
    bool sample_ends; /* curves end at the right edge: a leader joins end and name */
} mb_plot;

/* Writes NAME.gp and NAME.tsv of n curves (at most MB_CHART_LINES) into folder. */
mb_status mb_plot_write(const mb_plot *plot, const mb_curve *curve, int n, const char *folder,
                        mb_error *err);

/* How a run ended that is not ok, for mb_curve.end; "" for one that is. */
void mb_describe_end(const mb_row *row, char *text, size_t size);

/* Range of an axis over n values (those that are not finite left out): whole decades (log), or the
 * values with a small margin. */
mb_axis_range mb_axis_of(const double *value, int n, bool log);

/* Fraction of the axis at which a value stands, 0 to 1, clamped. */
double mb_axis_place(mb_axis_range axis, double value);

#endif
