/* What each solver of a study holds over its mechanisms. */
#ifndef MB_REPORT_SOLVERS_H
#define MB_REPORT_SOLVERS_H

#include "report/matrix.h"

/* Of the mechanisms that a solver fits.  Numbers are over those on which it held, NaN where there
 * is none; a run's own are the largest over its time. */
typedef struct mb_solver_summary {
    int row; /* of the matrix */
    int runs, held;
    double violation, violation_max; /* median and largest [units of the rows] */
    double drift, drift_max;         /* relative to the largest kinetic energy */
    double ratio;                    /* median of the CPU ratios */
} mb_solver_summary;

/* Those that held wherever they ran first, on most mechanisms; then by their violation.  None of a
 * matrix with a single mechanism. */
mb_status mb_solver_summaries(const mb_matrix *matrix, mb_arena *arena, mb_solver_summary **summary,
                              int *count, mb_error *err);

/* The run of a solver on a mechanism where it did not hold; NULL: it did, or does not fit. */
const mb_row *mb_solver_lost(const mb_matrix *matrix, int row, int column);

#endif
