/* What the files of the catalogue's charts share. */
#ifndef MB_REPORT_FIGURES_CATALOGUE_PARTS_H
#define MB_REPORT_FIGURES_CATALOGUE_PARTS_H

#include "report/figures/catalogue.h"
#include "report/records/track.h"

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

/* Does a run belong to family a (without projection), b (with one), 0 (both)? */
bool mb_of_family(const mb_report_run *row, int family);

/* The second line of a group's chart: the study, which runs these are ("" for all) and what they
 * have in common. */
mb_status mb_group_line(const mb_run_group *group, const char *which, mb_arena *arena,
                        const char **text, mb_error *err);

/* "no curve: A (not-applicable), B (crashed)" of runs, "" when there are none; in the arena. */
mb_status mb_list_missing(const char *head, const mb_report_run *const *row, int count,
                          mb_arena *arena, const char **text, mb_error *err);

/* Room for one more chart. */
mb_status mb_charts_add(mb_charts *charts, mb_arena *arena, mb_chart **chart, mb_error *err);

/* Write the scripts and data of what there is to draw of a group and add its charts.  track: of its
 * runs. */
mb_status mb_catalogue_lines(const mb_run_group *group, const mb_track *track, const char *folder,
                             mb_arena *arena, mb_charts *charts, mb_error *err);
mb_status mb_catalogue_bars(const mb_run_group *group, const char *folder, mb_arena *arena,
                            mb_charts *charts, mb_error *err);

#endif
