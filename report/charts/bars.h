/* SPDX-License-Identifier: MIT */
/* Bars drawn together: the script, data and pictures of one chart.  A bar a row with its name at
 * the left, its number with the interval at the right. */
#ifndef MB_REPORT_CHARTS_BARS_H
#define MB_REPORT_CHARTS_BARS_H

#include "report/charts/chart.h"
#include "report/charts/palette.h"
#include "report/charts/script.h"

typedef struct mb_bar {
    const char *name;
    const char *said;        /* after its number; of one without a value this alone */
    double value, low, high; /* low, high: of its interval; NaN: none */
    int colour;              /* number in the palette */
    bool highlighted;        /* where any is, the others are grey */
    bool hatched;            /* of a run that finished in no class */
} mb_bar;

typedef struct mb_bar_plot {
    const char *name;           /* of the files */
    const char *title, *second; /* second line, in grey */
    const char *label;          /* of the axis */
    double level;               /* a line across, where bars of a logarithmic axis begin; 0: none */
    const char *note;           /* below the plot */
    mb_chart_look look;
} mb_bar_plot;

/* Writes NAME.gp and NAME.tsv of n bars (at most MB_CHART_BARS), the first on top, into folder. 
 * The axis is logarithmic when all are positive and differ by more than a factor of 20; else it
 * begins at zero. */
mb_status mb_bars_write(const mb_bar_plot *plot, const mb_bar *bar, int n, const char *folder,
                        mb_error *err);

#endif
