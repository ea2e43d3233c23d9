/* SPDX-License-Identifier: MIT */
/* The comparison report: index.html, tables/ and charts/, from records alone. */
#ifndef MB_REPORT_WHOLE_REPORT_H
#define MB_REPORT_WHOLE_REPORT_H

#include <stdio.h>

#include "report/against/against.h"
#include "report/charts/chart.h"
#include "report/claims/claims.h"
#include "report/records/records.h"
#include "report/tables/table.h"

typedef enum mb_report_format {
    MB_REPORT_HTML = 1,
    MB_REPORT_MD = 2,
    MB_REPORT_TEX = 4,
    MB_REPORT_CSV = 8,
    MB_REPORT_ALL = 15,
    MB_REPORT_SINGLE = 16, /* with HTML: one page that holds all */
} mb_report_format;

typedef struct mb_report_options {
    unsigned formats;
    mb_table_look tables; /* but csv, which is whole */
    mb_chart_look charts;
    const mb_against *against; /* NULL: beside no archive */
} mb_report_options;

/* Writes the report of the records into folder out (made when missing):
 *
 *   index.html                             the answer, and the way to all others
 *   mechanisms/STUDY-PROBLEM.html          a mechanism in a study without claims
 *   solvers/SOLVER.html                    a solver on all of these
 *   papers/STUDY.html                      a study with claims
 *   style.css, page.js                     of these pages, which can do without the script
 *   motion/                                scenes, frames of runs and their player
 *   charts/STUDY-PROBLEM-WHAT.svg|png|pdf  with the .gp and .tsv that make them
 *   charts.pdf                             all of these in the order of the page, where pdfunite is
 *   charts.tex                             includes them in a paper, with captions, where it is for one
 *   tables/STUDY-PROBLEM.csv|md|tex        the runs of a mechanism
 *   tables/matrix.csv|md|tex               all solvers and mechanisms
 *   tables/claims.csv|md|tex               published | measured | verdict, where there are claims
 *   tables/against.csv|md|tex              beside an archive: counts by study, machine and version
 *   tables/changes.csv|md|tex              beside an archive: what changed; csv: all runs
 *   files.txt                              the list of all these
 *
 * With MB_REPORT_SINGLE, index.html is one file with all pages in it.
 * The pages and the charts come with MB_REPORT_HTML, and so do the csv tables that they link to.
 * Studies with claims are shown by these: no charts and no matrix of their mechanisms, and of the
 * tables of their runs the csv alone.  Those without records are left out.
 * What a former report in that folder consisted of, by its list, is taken away first.
 * Names are made of the records' own with all but [A-Za-z0-9._-] replaced.  Of a run made again on
 * the same machine the last record counts.  `progress` (may be NULL) gets lines for people.
 * Without gnuplot all but the pictures is there; `progress` is told once, pages say so in the place of
 * each.  MB_FAILURE: the folder cannot be written, or gnuplot left no whole picture; err says which and
 * what to do. */
mb_status mb_report_write(mb_records *records, const mb_ledger *ledger, int ledgers,
                          const char *out, const mb_report_options *options, FILE *progress,
                          mb_error *err);

/* Judges the claims of studies by the records and prints a line for each: its verdicts, and the
 * claims that did not come out reproduced without a reason in the study. */
mb_status mb_report_verdicts(mb_records *records, const mb_ledger *ledger, int ledgers, FILE *out,
                             mb_error *err);

#endif
