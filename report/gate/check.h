/* SPDX-License-Identifier: MIT */
/* The gate: records held against a baseline, cell by cell.  No time is compared here: times of two
 * sessions say nothing (see bench/compare/compare.h).
 *
 * Judged for each cell that both files hold:
 *   status       the same, or ok now
 *   accuracy     one-sided: worse is above before * (1 + relative) + absolute.  Near round-off only
 *                the order of magnitude counts: worse is above ten times before
 *   class        of precision: a coarser one is worse
 *   end          t_reached of two whole runs is the same; both before their end time are not
 *                comparable; of runs that fail alike, earlier by more than a tenth is worse
 *   outputs      at the end, up to the horizon: no further apart than the errors allow, or 2 per
 *                cent where there is no reference
 *   steps        of a fixed size: the same number, but for the rounding of the last one
 *   counters     steps, evaluations, factorisations, iterations, allocations ...: more is worse,
 *                exactly, where both records come from the same compiler, flags and libraries;
 *                else they are not comparable
 *   instructions of callgrind: more than 0.1 per cent more is worse, under the same conditions and
 *                on the same CPU model
 *
 * What an older baseline lacks is not judged; what it has and the file lacks is worse (accuracy) or
 * not comparable (counters).  A cell of which nothing could be judged is not comparable: no
 * accuracy in the baseline, a status nobody knows, two runs that met their limits, two different
 * runs under one cell.
 *
 * A cell that only the baseline holds is missing, which is worse; one that only the file holds is
 * new, which is neither.
 *
 * Changes too small to count add up where the baseline is made anew again and again.  A second,
 * frozen baseline tells: accuracy that grew by more than a tenth in sum is worse (100 times near
 * round-off). */
#ifndef MB_REPORT_GATE_CHECK_H
#define MB_REPORT_GATE_CHECK_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"
#include "report/gate/check_file.h"

/* Verdicts of a metric and of a cell, whose verdict is its highest one. */
typedef enum mb_check_verdict {
    MB_CHECK_SAME,
    MB_CHECK_BETTER,
    MB_CHECK_NEW,
    MB_CHECK_APART, /* not comparable */
    MB_CHECK_MISSING,
    MB_CHECK_WORSE,
    MB_CHECK_VERDICTS
} mb_check_verdict;

/* A metric that did not stay the same. */
typedef struct mb_check_finding {
    const char *metric; /* path in the record */
    mb_check_verdict verdict;
    const char *old_text, *new_text; /* a status; NULL: numbers */
    double old_number, new_number;   /* NaN: unknown */
    double limit;                    /* what would have passed; NaN: none */
    const char *why;                 /* for people; NULL: the numbers say it */
    bool frozen;                     /* old is the frozen baseline's */
} mb_check_finding;

enum { MB_CHECK_FINDINGS = 48 };

typedef struct mb_checked {
    const mb_check_record *old_record, *new_record; /* NULL: there is none */
    mb_check_verdict verdict;
    int judged; /* metrics that were compared */
    int count;
    mb_check_finding *finding; /* (count) */
} mb_checked;

typedef enum mb_check_outcome {
    MB_OUTCOME_PASSED,
    MB_OUTCOME_REGRESSION,
    MB_OUTCOME_NOT_COMPARABLE,
    MB_OUTCOME_NOTHING, /* measured nothing */
} mb_check_outcome;

/* The largest growth since the frozen baseline. */
typedef struct mb_check_creep {
    int cells;          /* that the frozen baseline holds as well; -1: there is none */
    double ratio;       /* at least 1 */
    const char *metric; /* NULL: nothing grew */
    const mb_check_record *record;
} mb_check_creep;

typedef struct mb_check {
    mb_arena *arena;
    int count;
    mb_checked *cell; /* (count) in the order of the baseline, then new ones */
    int number[MB_CHECK_VERDICTS];
    mb_check_outcome outcome;
    char reason[256]; /* of the outcome, one sentence */
    mb_check_creep creep;
} mb_check;

/* Compares two records of a cell.  accuracy_only: counters are left out, so that another toolchain
 * can be held to the baseline.  What is found goes to finding: (MB_CHECK_FINDINGS). */
void mb_check_records(const mb_check_record *old_record, const mb_check_record *new_record,
                      bool accuracy_only, mb_check_finding *finding, mb_checked *cell);

/* Compares all; frozen: a baseline that was never made anew, NULL for none.  The files must outlive
 * the check. */
mb_status mb_check_make(const mb_check_file *baseline, const mb_check_file *frozen,
                        const mb_check_file *file, bool accuracy_only, mb_check *check,
                        mb_error *err);
void mb_check_free(mb_check *check); /* accepts a zeroed object */

/* How far apart two outputs at the end may be.  Where the errors of both are known (their sum, and
 * the reference's bound) no further than these allow; else a part of the size of the value and of
 * the largest one. */
double mb_output_spread(double errors, double bound, double value, double largest);

/* By what a number grew, new over old; infinite for what is no number and did not stay the same. */
double mb_check_growth(const mb_check_finding *finding);

/* "same", "better", "new", "not comparable", "missing", "worse" */
const char *mb_check_word(mb_check_verdict verdict);

/* Whatever is not the same, and the outcome. */
void mb_check_table(FILE *file, const mb_check *check);    /* for people */
void mb_check_markdown(FILE *file, const mb_check *check); /* for a pull request */
/* A test case for each cell; worse and missing are failures, not comparable is skipped. */
void mb_check_junit(FILE *file, const mb_check *check);

#endif
