/* SPDX-License-Identifier: MIT */
/* Figures of a study, as its file says them (bench/study/read_figures.c reads it), drawn from
 * records: one chart each, files STUDY-ID.gp, .tsv, .svg, .png and .pdf in charts/.
 *
 *   time    quantities of the series against time, a curve a run and quantity
 *   path    a quantity of the series against another one, a curve a run
 *   sweep   a metric against a parameter; a curve is what differs in that parameter alone, where the
 *           study gives the values the runs of one name, or of an item of `run`
 *   map     a metric in colours over two parameters; hatched: the run failed, white: above `limit`
 *   bars    a metric, a bar a run
 *   controller  membership functions, output values or surface of a fuzzy controller; no records
 *   points  a metric against a metric; a curve is an item of `run`, in which a solver at any step
 *
 * A method that the study names has one colour and mark in all of its figures, unless a figure
 * shows that method alone.  What has no record or failed is not drawn and the chart names it. */
#ifndef MB_REPORT_FIGURES_FIGURES_H
#define MB_REPORT_FIGURES_FIGURES_H

#include "report/charts/chart.h"
#include "report/claims/claims.h"
#include "report/figures/quantity.h"

/* name, word in a study */
#define MB_FIGURE_KIND_LIST(X)                                                                     \
    X(MB_FIGURE_TIME, "time")                                                                      \
    X(MB_FIGURE_SWEEP, "sweep")                                                                    \
    X(MB_FIGURE_MAP, "map")                                                                        \
    X(MB_FIGURE_BARS, "bars")                                                                      \
    X(MB_FIGURE_POINTS, "points")                                                                  \
    X(MB_FIGURE_PATH, "path")                                                                      \
    X(MB_FIGURE_CONTROLLER, "controller")

typedef enum mb_figure_kind {
#define MB_FIGURE_KIND_ENUM(name, word) name,
    MB_FIGURE_KIND_LIST(MB_FIGURE_KIND_ENUM)
#undef MB_FIGURE_KIND_ENUM
        MB_FIGURE_KINDS
} mb_figure_kind;

/* Numbers that come with a figure: curves, or a surface that they lie on. */
typedef struct mb_figure_table {
    int curves, points;
    const char *const *name; /* (curves) NULL: a surface */
    double *across;          /* (curves) of a surface: where each curve lies */
    double *x, *y;           /* (curves x points), curve by curve */
} mb_figure_table;

/* An axis that is a parameter of the runs. */
typedef struct mb_figure_axis {
    const char *name, *unit; /* NULL: no parameter */
    double *value;           /* (run.runs) */
    bool given;              /* by the study, for runs that have no such parameter */
} mb_figure_axis;

typedef struct mb_figure {
    const char *id, *where, *title, *says;
    const char *note; /* what the reader must know beside it; NULL: nothing */
    mb_figure_kind kind;
    mb_run_list run;
    int quantities;                  /* time: several; path: two, x and y */
    mb_figure_quantity *quantity;    /* (quantities) */
    mb_figure_axis x_param, y_param; /* sweep: x; map: both */
    mb_metric x, y, z;               /* points: x and y; sweep and bars: y; map: z */
    mb_figure_table table;           /* controller */
    int labels;                      /* 0: made from the specs */
    const char **label;              /* (labels) of the runs (path, bars), of the runs in each
                                      * quantity (time) or of the curves */
    bool log_x, log_y;               /* time, sweep, points */
    double from, till;               /* [s] time, path; NaN: the whole */
    double limit;                    /* map; NaN: none */
} mb_figure;

/* Draws the figures of a study.  row: (ledger->runs) the record of each, NULL: none.  chart:
 * (ledger->figures) receives their names; an empty name where there was nothing to draw, with the
 * caption that says why. */
mb_status mb_figures_write(const mb_ledger *ledger, const mb_report_run *const *row,
                           const mb_chart_look *look, const char *folder, mb_arena *arena,
                           mb_chart *chart, mb_error *err);

#endif
