/* SPDX-License-Identifier: MIT */
/* What the files of the catalogue's charts share. */
#ifndef MB_REPORT_FIGURES_CATALOGUE_PARTS_H
#define MB_REPORT_FIGURES_CATALOGUE_PARTS_H

#include "report/figures/catalogue.h"
#include "report/records/track.h"

enum { MB_CATALOGUE_LINES = 8 }; /* in a chart, so that each can be followed */

/* One set of lines drawn together, the same for every quantity. */
typedef struct mb_part {
    char suffix[16];      /* of the file name: "", "-1", "-2" */
    const char *what;     /* "1 of 2", "" */
    const char *selected; /* which runs are drawn; "": all are */
    const char *others;   /* where the others are */
    int count;
    const mb_report_run *row[MB_CATALOGUE_LINES];
    const mb_track *track[MB_CATALOGUE_LINES];
    int missing_count;
    const mb_report_run **missing; /* runs of the group without a series; in its last part only */
} mb_part;

/* The runs of a group that are drawn, in charts of at most MB_CATALOGUE_LINES lines: all of up to
 * that many; of more the most relevant ones (report/records/relevance.h) in one chart, and in
 * further ones when more than that are highlighted.  Runs without a series are listed in the last
 * part.  part: (*count) in the arena. */
mb_status mb_parts_make(const mb_run_group *group, const mb_track *track, mb_arena *arena,
                        mb_part **part, int *count, mb_error *err);

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
mb_status mb_catalogue_lines(const mb_run_group *group, const mb_track *track,
                             const mb_chart_look *look, const char *folder, mb_arena *arena,
                             mb_charts *charts, mb_error *err);
mb_status mb_catalogue_bars(const mb_run_group *group, const mb_chart_look *look,
                            const char *folder, mb_arena *arena, mb_charts *charts, mb_error *err);

/* Names of n runs drawn together, in a narrow chart the short ones with their key, "" without one. */
mb_status mb_chart_names(const mb_report_run *const *row, int n, const mb_chart_look *look,
                         mb_arena *arena, const char **label, const char **key, mb_error *err);

#endif
