/* SPDX-License-Identifier: MIT */
/* Curves drawn together: the script, data and pictures of one chart.  Each curve has a colour,
 * dashes and markers of its own, and its name beside the plot where it ends. */
#ifndef MB_REPORT_CHARTS_PLOT_H
#define MB_REPORT_CHARTS_PLOT_H

#include "report/charts/axis.h"
#include "report/charts/chart.h"
#include "report/charts/script.h"

typedef enum mb_emphasis {
    MB_AS_USUAL,
    MB_STANDS_OUT, /* thick, over the others */
    MB_STANDS_BACK /* thin and grey */
} mb_emphasis;

typedef struct mb_curve {
    const char *name;
    const char *end; /* how it ended early, "× diverged at t = 3.2 s", which also puts a cross at
                      * its last point; "" when it did not.  Of one without a point this and the
                      * name are all that is shown. */
    bool classless;  /* that end is of a run that finished in no class: a circle, not a cross */
    int count, size; /* size: points there is room for, where it is still to grow */
    double *x, *y;   /* (count) y not finite: a gap */
    bool *ring;      /* (count) points of runs that finished in no class; NULL: none is */
    bool marked;     /* a marker at each point, not only now and then */
    bool from_start; /* one marker alone, where it begins */
    bool solid;      /* whatever its pattern: it is alone */
    mb_emphasis emphasis;
    int colour, pattern; /* number of its colour, and of its dashes and marker, in the palette */
} mb_curve;

typedef struct mb_plot {
    const char *name;           /* of the files */
    const char *title, *second; /* second line, in grey */
    const char *x_label, *y_label;
    mb_axis_range x, y; /* x may have a base */
    double level;       /* a dotted line at this y; 0: none */
    const char *note;   /* below the plot */
    bool sample_ends;   /* curves end at the right edge: a leader joins end and name */
    mb_chart_look look;
} mb_plot;

/* Writes NAME.gp and NAME.tsv of n curves (at most MB_CHART_LINES) into folder. */
mb_status mb_plot_write(const mb_plot *plot, const mb_curve *curve, int n, const char *folder,
                        mb_error *err);

/* How a run ended that is not right, for mb_curve.end; "" for one that is. */
void mb_describe_end(const mb_report_run *row, char *text, size_t size);

#endif
