/* The charts of a report: for each mechanism of a study files NAME.gp (a gnuplot script that, run
 * inside charts/, makes NAME.svg, NAME.png and NAME.pdf) and NAME.tsv (its data). */
#ifndef MB_REPORT_CHARTS_CHART_H
#define MB_REPORT_CHARTS_CHART_H

#include "report/records/digest.h"
#include "report/records/track.h"

enum {
    MB_CHART_LINES = 8,  /* at most so many lines */
    MB_CHART_BARS = 30,  /* at most so many bars */
    MB_CHART_BINS = 240, /* points of a line */
    MB_CHART_NAME_SIZE = MB_NAME_SIZE + 32
};

typedef struct mb_chart {
    char name[MB_CHART_NAME_SIZE];
    int number;          /* in the report, so that ids of its parts differ from others' */
    const char *heading; /* what it shows; the same for all parts of a quantity */
    const char *title;   /* in the chart and as its text alternative */
    const char *caption; /* what the reader must know beside it */
    bool noted;          /* the caption stands in the picture too */
    const char *refused; /* what gnuplot said instead of drawing it; NULL: drawn */
} mb_chart;

typedef struct mb_charts {
    int count, size;
    mb_chart *chart; /* in the arena; those of a group stand together */
    int *first;      /* (groups + 1) of each group */
} mb_charts;

/* One set of lines drawn together, the same for every quantity. */
typedef struct mb_part {
    char family;          /* a, b, or 0: both */
    char suffix[24];      /* of the file name: "", "-a", "-b2" */
    const char *what;     /* "without projection", "" */
    const char *selected; /* which runs were left out and by what rule, "" when none */
    int count;
    const mb_report_run *row[MB_CHART_LINES];
    const mb_track *track[MB_CHART_LINES];
    int missing_count;
    const mb_report_run **missing; /* runs of the group without a series; in its last part only */
} mb_part;

/* Divides the runs of a group among charts of at most MB_CHART_LINES lines.  Up to that many runs
 * share one chart; more are parted into those without (a) and with (b) a projection of their own;
 * a family of up to twice that many fills two charts; of a larger one the runs at evenly spaced
 * ranks of the largest position violation are drawn, the best and the worst among them.
 * Runs without a series are listed in the last part.  parts: room for MB_MAX_PARTS. */
enum { MB_MAX_PARTS = 4 };
mb_status mb_parts_make(const mb_run_group *group, const mb_track *track, mb_arena *arena,
                        mb_part *parts, int *count, mb_error *err);

/* Writes the script and data of one chart.  drawn: false when there was nothing to draw. */
mb_status mb_chart_lines(const mb_run_group *group, const mb_part *part, mb_quantity what,
                         mb_log_axis axis, double t_end, const char *folder, mb_arena *arena,
                         mb_chart *chart, mb_error *err);
mb_status mb_chart_bars(const mb_run_group *group, const char *folder, mb_arena *arena,
                        mb_chart *chart, bool *drawn, mb_error *err);

/* Writes the scripts and data of all charts into folder. */
mb_status mb_charts_write(const mb_digest *digest, const char *folder, mb_arena *arena,
                          mb_charts *charts, mb_error *err);

#endif
