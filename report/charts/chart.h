/* SPDX-License-Identifier: MIT */
/* A chart of a report: files NAME.gp (a gnuplot script that, run inside charts/, makes NAME.svg,
 * NAME.png and NAME.pdf) and NAME.tsv (its data); for small windows NAME.small.gp and NAME.small.svg. */
#ifndef MB_REPORT_CHARTS_CHART_H
#define MB_REPORT_CHARTS_CHART_H

#include <stdbool.h>

#include "report/records/escape.h"

enum {
    MB_CHART_LINES = 24, /* at most so many lines */
    MB_CHART_BARS = 30,  /* at most so many bars */
    MB_CHART_BINS = 240, /* points of a line */
    MB_CHART_NAME_SIZE = MB_NAME_SIZE + 32
};

/* How charts are wanted. */
typedef struct mb_chart_look {
    double width; /* [mm] of the pictures on paper; 0: 180 */
    bool
        paper; /* without title and notes, which are left to the caption; letters of 7 pt at least */
    bool small; /* one for small windows too */
    int highlights;
    const char *const *highlight; /* (highlights) patterns of solvers (mb_spec_fits) that are always
                                   * drawn and stand out; the rows of their runs are marked too */
} mb_chart_look;

typedef struct mb_chart {
    char name[MB_CHART_NAME_SIZE];
    int number;          /* in the report, so that ids of its parts differ from others' */
    const char *heading; /* what it shows; the same for all parts of a quantity */
    const char *title;   /* in the chart and as its text alternative */
    const char *caption; /* what the reader must know beside it */
    bool noted;          /* the caption stands in the picture too */
    const char *refused; /* what gnuplot said instead of drawing it; NULL: drawn */
} mb_chart;

/* The SVG picture for small windows in the folder; false: there is none. */
bool mb_chart_small(const char *folder, const mb_chart *chart, char name[MB_CHART_NAME_SIZE + 16]);

/* Contents of one of its files, to be freed; NULL when it cannot be read. */
char *mb_chart_file(const char *folder, const char *name);

#endif
