/* SPDX-License-Identifier: MIT */
/* The parts of a report's pages. */
#ifndef MB_REPORT_PAGE_PAGE_H
#define MB_REPORT_PAGE_PAGE_H

#include <stdio.h>

#include "report/against/against.h"
#include "report/answers/cross.h"
#include "report/answers/matrix.h"
#include "report/claims/judge.h"
#include "report/figures/catalogue.h"
#include "report/motion/motion.h"
#include "report/page/site.h"
#include "report/records/digest.h"

/* Head of a page, up to and with <main>.  root: the way to the report's folder; single: with all in
 * it that other pages find in files of their own, which mb_page_files_write writes. */
void mb_page_head(FILE *page, const char *title, const char *root, bool single);
void mb_page_foot(FILE *page, bool single);
mb_status mb_page_files_write(const char *out, mb_site_told *tell, const void *who, mb_error *err);

/* How the runs stand beside archived ones: counts, then what changed, worst first. */
mb_status mb_page_against(FILE *page, const mb_against *against, mb_arena *arena, mb_error *err);

/* What the reader came for: per mechanism how many solvers are right, the best and the cheapest. */
void mb_page_answer(FILE *page, const mb_digest *digest);

/* Solvers of a study at equal precision, class by class: ranks, profile, answers by kind of mechanism,
 * matrix; nothing where it searched for no class.  profile: the chart of each class. */
mb_status mb_page_cross(FILE *page, const mb_cross *cross, const mb_matrix *matrix,
                        const mb_chart *profile, const char *chart_folder, mb_arena *arena,
                        mb_error *err);

/* Which solvers of a study are right on its mechanisms. */
mb_status mb_page_solvers(FILE *page, const mb_matrix *matrix, mb_arena *arena, mb_error *err);

/* Which methods are right on which mechanism, in the runs of published studies. */
mb_status mb_page_methods(FILE *page, const mb_digest *digest, mb_arena *arena, mb_error *err);

/* Which parameters of the maps are safe, and the cheapest solvers for a given error. */
mb_status mb_page_recommended(FILE *page, const mb_paper *paper, int count, const mb_digest *digest,
                              mb_arena *arena, mb_error *err);

/* How the statements of each published study came out. */
void mb_page_verdicts(FILE *page, const mb_paper *paper, int count);

/* Its line in the contents. */
void mb_page_paper_entry(FILE *page, const mb_paper *paper);

/* What the paper leaves open, and how it is read. */
void mb_page_readings(FILE *page, const mb_readings *readings);

/* Place by place the claims with their verdicts, or why there is none.  anchor: the start of the
 * claims' ids on the page. */
void mb_page_places(FILE *page, const mb_paper *paper, const char *anchor);

/* One published study: its claims with their verdicts, its errata, the tables of its runs. */
mb_status mb_page_paper(FILE *page, const mb_paper *paper, const mb_digest *digest,
                        const mb_motion *motion, const char *chart_folder, mb_error *err);

/* Its figures; what could not be drawn is named. */
mb_status mb_page_figures(FILE *page, const mb_paper *paper, const char *chart_folder,
                          mb_error *err);

/* What a mechanism is found by, beside its name and title: an attribute with its kinds, traits and
 * coordinates, which the filters of tables know. */
void mb_page_words(FILE *page, const mb_run_group *group);

/* One chart with its caption and files. */
mb_status mb_page_chart(FILE *page, const mb_chart *chart, const char *folder, mb_error *err);

/* How to read charts and numbers. */
void mb_page_reading(FILE *page);

/* The catalogue matrix of one study with its key. */
void mb_page_matrix(FILE *page, const mb_matrix *matrix);

/* One mechanism of a study, which has that matrix: what it is, its motion, table, charts, what failed, commands. */
mb_status mb_page_group(FILE *page, const mb_digest *digest, int group_index,
                        const mb_matrix *matrix, const mb_charts *charts, const mb_motion *motion,
                        const char *chart_folder, mb_arena *arena, mb_error *err);

/* Where else the report has its mechanism, with links there; nothing where it has not. */
void mb_page_elsewhere(FILE *page, const mb_digest *digest, const mb_run_group *group);

/* The drawing of its mechanism, with a player of its runs, or why there is none. */
void mb_page_motion(FILE *page, const mb_run_group *group, const mb_motion *motion,
                    const char *heading);

/* One solver at any step, a row of the first study's matrix that has it: its runs on all
 * mechanisms.  matrix: of all studies. */
mb_status mb_page_solver(FILE *page, const mb_digest *digest, const mb_matrix *matrix, int study,
                         int row, mb_arena *arena, mb_error *err);

/* Machines and programs that the records come from. */
void mb_page_environment(FILE *page, const mb_digest *digest);

/* The engines of others among the runs, with versions and settings, and what is unfair; nothing
 * where there are none. */
void mb_page_engines(FILE *page, const mb_digest *digest);

/* A line on those among the runs of a group. */
void mb_page_engines_line(FILE *page, const mb_run_group *group);

/* The mark of an engine's row behind its solver; nothing for others. */
void mb_page_engine_mark(FILE *page, const char *solver);

#endif
