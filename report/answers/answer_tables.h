/* SPDX-License-Identifier: MIT */
/* Tables of answers: which solver to take. */
#ifndef MB_REPORT_ANSWERS_ANSWER_TABLES_H
#define MB_REPORT_ANSWERS_ANSWER_TABLES_H

#include "report/answers/cross.h"
#include "report/answers/matrix.h"
#include "report/tables/table.h"

/* For each map with a limit: the largest rectangle of parameters that keep it, the best point there
 * and its cost. */
mb_status mb_region_table(const mb_paper *paper, const mb_digest *digest, mb_arena *arena,
                          mb_table *table, mb_error *err);

/* For each mechanism of a study with work-precision figures: the cheapest solver for some limits on
 * the error. */
mb_status mb_cheapest_table(const mb_paper *paper, const mb_digest *digest, mb_arena *arena,
                            mb_table *table, mb_error *err);

/* How right each solver of a study is over its mechanisms, in the order of mb_solver_summaries. */
mb_status mb_solver_table(const mb_matrix *matrix, mb_arena *arena, mb_table *table, mb_error *err);

/* Solvers at equal precision: for a class their ranks; every cell, for csv; the best for each kind of
 * mechanism. */
mb_status mb_cross_rank_table(const mb_cross *cross, int class, mb_arena *arena, mb_table *table,
                              mb_error *err);
mb_status mb_cross_list(const mb_cross *cross, int class, mb_arena *arena, mb_table *table,
                        mb_error *err);
mb_status mb_cross_kind_table(const mb_cross *cross, int class, mb_arena *arena, mb_table *table,
                              mb_error *err);

/* The columns [first, last) of a matrix as people read it, a row a solver; labels: of solvers, in place
 * of their specs, and glyphs before how a run ended. */
mb_status mb_matrix_table(const mb_matrix *matrix, int first, int last, bool labels,
                          mb_arena *arena, mb_table *table, mb_error *err);

/* Its cells that have a run, a row each, with exact numbers: for csv. */
mb_status mb_matrix_list(const mb_matrix *matrix, mb_arena *arena, mb_table *table, mb_error *err);

#endif
