/* SPDX-License-Identifier: MIT */
/* How right a run is, by its own record.
 *
 * *Finished* is a run with status ok: it came to its end.  *Right* is one whose gap, drift and
 * error, as far as they are known, stay below a level: `precision.class` is the finest such level
 * of 1e-2, 1e-3, 1e-4, 1e-6 and 1e-8.  A finished run may have none: its motion is not the
 * mechanism's. */
#ifndef MB_REPORT_RECORDS_GRADE_H
#define MB_REPORT_RECORDS_GRADE_H

#include "report/records/digest.h"
#include "report/records/run_status.h"

typedef enum mb_grade {
    MB_UNFINISHED, /* any status but ok */
    MB_UNGRADED,   /* finished; its record is of a time when precision was not measured */
    MB_CLASSLESS,  /* finished, and in no class */
    MB_RIGHT       /* finished, and in a class */
} mb_grade;

/* Levels that tables count by. */
enum { MB_LEVELS = 3, MB_CLASS_SIZE = 64, MB_WHY_SIZE = 320 };
extern const double mb_level[MB_LEVELS]; /* 1e-2, 1e-4, 1e-6 */

mb_grade mb_row_grade(const mb_report_run *row);

/* The class of a run that is right; NaN of any other. */
double mb_row_class(const mb_report_run *row);

/* Accepted steps in which an iteration or a projection has not converged; 0 where not counted. */
long mb_row_unconverged(const mb_report_run *row);

/* A class as it is written everywhere: "1e-2"; "" for NaN. */
void mb_level_text(double class, char text[MB_SHORT_SIZE]);

/* "1e-6", "none", "not measured", "" of a run that did not finish; with the unconverged steps. */
void mb_class_text(const mb_report_run *row, char text[MB_CLASS_SIZE]);

/* Why a finished run has no class: "drift 0.94 of the largest kinetic energy, error 2.1 ..."; ""
 * of any other. */
void mb_why_no_class(const mb_report_run *row, char text[MB_WHY_SIZE]);

/* Has it an entry in the list of what did not finish and what has no class? */
bool mb_row_explained(const mb_report_run *row);

/* How a run is shown: its status, or how right it is. */
mb_badge mb_row_badge(const mb_report_run *row);

/* Runs of which so many are right to each level. */
typedef struct mb_tally {
    int runs, finished, classless, ungraded;
    int right[MB_LEVELS];
} mb_tally;

void mb_tally_add(mb_tally *tally, const mb_report_run *row);

/* How many are right to the k-th level; NaN when of some finished run that is not known. */
double mb_tally_right(const mb_tally *tally, int k);

/* Is a better than b, of runs with the same mechanism: finished, then finer class, then smaller gap
 * (where not measured: violation). */
bool mb_row_better(const mb_report_run *a, const mb_report_run *b);

#endif
