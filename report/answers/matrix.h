/* SPDX-License-Identifier: MIT */
/* The catalogue matrix of a study: rows are solvers (at any step), columns are mechanisms. */
#ifndef MB_REPORT_ANSWERS_MATRIX_H
#define MB_REPORT_ANSWERS_MATRIX_H

#include "report/records/digest.h"

#define MB_SOLVER_ANCHOR "solver-" /* what places of solvers begin with */

typedef struct mb_matrix_cell {
    const mb_report_run
        *row;            /* the run shown, the best by mb_row_better; NULL when there is none */
    int count, finished; /* runs in the cell, those with status ok */
} mb_matrix_cell;

typedef struct mb_matrix {
    const char *study;
    int rows, columns;
    const char **label;          /* (rows) */
    const char **spec;           /* (rows) without the step */
    const char **anchor;         /* (rows) in the pages: the solver's own place, in all studies */
    const mb_run_group **column; /* (columns) */
    mb_matrix_cell *cell;        /* (rows x columns) row by row */
    int *row_of;                 /* (digest.row_count) of the study's runs */
} mb_matrix;

/* One matrix a study: digest->study_count of them, empty ones for studies with claims.  Solvers
 * that differ in their step only share a row; of a study with more than 60 rows those share one
 * that differ in parameters only. */
mb_status mb_matrix_make(const mb_digest *digest, mb_arena *arena, mb_matrix **matrix,
                         mb_error *err);

#endif
