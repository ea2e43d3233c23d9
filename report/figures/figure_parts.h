/* SPDX-License-Identifier: MIT */
/* What the files that draw figures share. */
#ifndef MB_REPORT_FIGURES_FIGURE_PARTS_H
#define MB_REPORT_FIGURES_FIGURE_PARTS_H

#include "report/charts/method_style.h"
#include "report/charts/plot.h"
#include "report/figures/figures.h"

/* One figure with the records of its runs. */
typedef struct mb_figure_case {
    const mb_figure *figure;
    const mb_ledger *ledger;
    const mb_report_run **row; /* (figure->run.runs) NULL: no record */
    mb_report_run *asked; /* (figure->run.runs) the same, or what a record would tell of the run */
    const char *folder;
    mb_arena *arena;
    mb_chart *chart;
    const char *note; /* what is to be said below the plot, so far */
    mb_error *err;
    /* Of a chart of the catalogue, given beside the figure; NULL or 0 of another. */
    const char *second;           /* the grey second line */
    const mb_track *const *track; /* (figure->run.runs) the series, read already */
    mb_chart_look look;
    const mb_axis_range *y; /* the same for several charts */
    double level;           /* accuracy of the reference */
} mb_figure_case;

/* Curves as they are collected; what they hold lies in the arena. */
typedef struct mb_curves {
    int count, more; /* drawn, and left out because there are too many */
    mb_curve curve[MB_CHART_LINES];
    const mb_report_run *row[MB_CHART_LINES]; /* a run of each, which names it, */
    int run[MB_CHART_LINES];                  /* and its index among the figure's runs */
    int held[MB_CHART_LINES];                 /* runs of each that ended ok, */
    int recorded[MB_CHART_LINES];             /* and that have a record */
    int quantity[MB_CHART_LINES];             /* of a series, which each shows */
} mb_curves;

/* An empty curve with room for so many points, and a point more, which makes room where there is
 * none. */
mb_status mb_curve_begin(mb_figure_case *c, int points, mb_curve *curve);
mb_status mb_curve_add(mb_figure_case *c, mb_curve *curve, double x, double y);

/* A quantity of a run in the window t, thinned to what a chart shows: of each of MB_CHART_BINS
 * equal parts of the time the largest (log_y), so that noise shows as its upper edge, or both ends.
 *  A part with rows but no finite value leaves a gap between values; a zero at t = 0 is left out of
 * a logarithmic curve. */
mb_status mb_curve_thin(mb_figure_case *c, const mb_quantity_view *view, const double t[2],
                        mb_curve *curve);

/* The same by the number of the figure's quantity, of a path against the one before.  *lacks: what
 * the run has not, NULL: nothing. */
mb_status mb_curve_of(mb_figure_case *c, const mb_report_run *row, int quantity,
                      const mb_track *track, const double t[2], mb_curve *curve,
                      const char **lacks);

/* Is there no y to draw? */
bool mb_curves_empty(const mb_curves *all);

/* Axis over all curves; `of`: mb_axis_of or mb_axis_along. */
mb_status mb_curves_span(mb_figure_case *c, const mb_curves *all, bool of_y, bool log,
                         mb_axis_range (*of)(const double *, int, bool), mb_axis_range *axis);

/* Says which points stand on an edge, or not at all for want of a logarithm. */
mb_status mb_curves_note_edges(mb_figure_case *c, const mb_curves *all, const mb_plot *plot);

/* Says how many curves are left out because there are too many. */
mb_status mb_curves_note_more(mb_figure_case *c, const mb_curves *all);

/* Writes the chart; or leaves it out and says so. */
mb_status mb_curves_plot(mb_figure_case *c, mb_curves *all, mb_plot *plot);
mb_status mb_curves_nothing(mb_figure_case *c);

/* Each draws its kind; when nothing can be drawn they empty chart->name. */
mb_status mb_figure_time(mb_figure_case *c);
mb_status mb_figure_path(mb_figure_case *c);
mb_status mb_figure_controller(mb_figure_case *c);
mb_status mb_figure_sweep(mb_figure_case *c);
mb_status mb_figure_points(mb_figure_case *c);
mb_status mb_figure_map(mb_figure_case *c);
mb_status mb_figure_bars(mb_figure_case *c);

/* Names for n runs, different where their specs are; problems are named where they differ.  Of a study
 * without names short ones in a narrow chart, with their key in the note.  run:
 * index of each among the figure's runs, row: with the specs that are to be named. */
mb_status mb_figure_labels(mb_figure_case *c, const mb_report_run *const *row, const int *run,
                           int n, const char **label);

/* Styles of curves or bars of these runs (indices among the figure's): the colours of the study's
 * names, which are those of the methods where a study has one name for each; of the methods where
 * it names none or all have the same name. */
void mb_figure_styles(const mb_figure_case *c, const int *run, int n, mb_method_style *style);

/* The first record that states units of outputs; NULL: none. */
const json_t *mb_figure_units(const mb_figure_case *c);

/* Text of an axis, with its unit. */
mb_status mb_figure_metric_text(mb_figure_case *c, const mb_metric *metric, const char **text);
mb_status mb_figure_param_text(mb_figure_case *c, const mb_figure_axis *axis, const char **text);

/* The metric of a run that ended ok, NaN otherwise. */
double mb_figure_value(const mb_metric *metric, const mb_report_run *row);

/* Adds a sentence to the note, in printf's way. */
mb_status mb_figure_note(mb_figure_case *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds what failed and what has no value, of the runs `drawn` leaves out. */
mb_status mb_figure_note_failures(mb_figure_case *c, const mb_metric *metric);

/* Adds the run that CPU times are relative to, where that is the same for all. */
mb_status mb_figure_note_reference(mb_figure_case *c, const mb_metric *metric);

/* The grey second line. */
mb_status mb_figure_second(mb_figure_case *c, const char **text);

#endif
