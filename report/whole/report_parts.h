/* SPDX-License-Identifier: MIT */
/* What the steps of a report share. */
#ifndef MB_REPORT_WHOLE_REPORT_PARTS_H
#define MB_REPORT_WHOLE_REPORT_PARTS_H

#include "report/answers/cross.h"
#include "report/answers/matrix.h"
#include "report/claims/judge.h"
#include "report/figures/catalogue.h"
#include "report/motion/motion.h"
#include "report/page/site.h"
#include "report/tables/table.h"
#include "report/whole/report.h"

#define MB_CHARTS_FILE "charts.pdf" /* in the folder of the page */
#define MB_CHARTS_TEX_FILE "charts.tex"

typedef struct mb_report {
    mb_digest digest;
    mb_matrix *matrix; /* (study_count) */
    mb_cross *cross;   /* (study_count) of solvers at equal precision */
    mb_chart *profile; /* (study_count x MB_CROSS_CLASSES) of it, one a class */
    mb_charts charts;
    mb_motion *motion; /* (groups) */
    int united;        /* charts in MB_CHARTS_FILE; 0: there is none */
    int papers;
    mb_paper *paper;           /* (papers) studies with claims and records */
    const mb_against *against; /* NULL: beside no archive */
    mb_table_look look;
    mb_chart_look charts_look;
    mb_arena *arena;
    const char *out, *tables, *chart_folder;
    FILE *progress;
    FILE *files; /* list of all that is written */
} mb_report;

/* Takes away what a former report in the folder consisted of and begins the list of this one. */
mb_status mb_report_files_begin(mb_report *r, mb_error *err);

/* Lists a file of folder "tables/", "charts/" or "". */
void mb_report_file(const mb_report *r, const char *folder, const char *name);

/* Closes the list. */
mb_status mb_report_files_end(mb_report *r, mb_error *err);

/* Writes the tables in the formats wanted. */
mb_status mb_report_tables(const mb_report *r, unsigned formats, mb_error *err);

/* The paper of a study; NULL when it has no claims. */
const mb_paper *mb_report_paper(const mb_report *r, const char *study);

/* Writes index.html and the pages that it leads to, with the motion of runs; single: all in that one
 * file, of whose size r->progress is told. */
mb_status mb_report_pages(mb_report *r, bool single, mb_error *err);

/* Draws the charts and unites them in MB_CHARTS_FILE.  One that gnuplot refuses is marked so, and
 * what stands in the way of that file is told, with a warning on r->progress. */
mb_status mb_report_charts(mb_report *r, mb_error *err);

#endif
