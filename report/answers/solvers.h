/* SPDX-License-Identifier: MIT */
/* How right each solver of a study is over its mechanisms.
 *
 * Solvers are ranked among those that were tried on the very same mechanisms, and counts are over
 * these: ten right runs on ten easy mechanisms say nothing against 23 on 24.  A mechanism that a
 * solver does not fit counts as tried, and is neither finished nor right. */
#ifndef MB_REPORT_ANSWERS_SOLVERS_H
#define MB_REPORT_ANSWERS_SOLVERS_H

#include "report/answers/matrix.h"
#include "report/records/grade.h"

/* Numbers are over the mechanisms on which it finished, NaN where none is known; a run's own are
 * the largest over its time. */
typedef struct mb_solver_summary {
    int row;                 /* of the matrix */
    int set;                 /* from 1: of the sets of mechanisms, the largest first */
    int rank;                /* in its set, from 1; equal ones share it */
    mb_tally tally;          /* a mechanism a run */
    int unfit;               /* of these, does not fit */
    int unconverged;         /* of these, with steps that did not converge */
    double gap, gap_max;     /* median and largest, of the mechanism's size */
    double drift, drift_max; /* of the largest kinetic energy */
    double ratio;            /* median of the CPU ratios */
} mb_solver_summary;

/* How the ranking is made, for people. */
extern const char mb_solver_ranking[];

/* Set by set; in each those that are right to 1e-2 on most mechanisms first, then to 1e-4, then to
 * 1e-6, then those that finished on most, then the smaller median drift.  What is not known comes
 * last.  *sets: their number.  None of a matrix with a single mechanism. */
mb_status mb_solver_summaries(const mb_matrix *matrix, mb_arena *arena, mb_solver_summary **summary,
                              int *count, int *sets, mb_error *err);

/* The run of a solver on a mechanism; NULL: it was not tried there. */
const mb_report_run *mb_solver_run(const mb_matrix *matrix, int row, int column);

/* Does the run say that the solver does not fit the mechanism? */
bool mb_solver_unfit(const mb_report_run *run);

#endif
