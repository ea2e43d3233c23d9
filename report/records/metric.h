/* SPDX-License-Identifier: MIT */
/* Metrics of claims: expressions over the record of one run.
 *
 *   METRIC = TERM [ OPERATOR TERM ]     OPERATOR + - * / with a space on both sides
 *   TERM   = a number
 *          | a path into the record     energy.max_abs, position.sq.max, outputs.crank.angle, h
 *          | search.value               the largest step or tolerance found by the run's search
 *          | COLUMN@FUNCTION[(t0,t1)]   of the run's series: energy@max(4,6), position_l2@mean
 *          | cpu                        the CPU ratio to the first solver of the entry
 *          | cpu.loop                   median CPU time [s] of the whole run, set-up apart
 *
 * FUNCTION is max (of the magnitude), min (likewise), top (largest signed value), bottom (smallest
 * signed value), mean, mean_abs (of the magnitude), last, first or crossings (changes of sign),
 * over the rows with t0 <= t <= t1.  A row of a thinned series stands for several steps: max, top
 * and bottom take all of them, the others the last one.  Values that are not finite are left out.
 */
#ifndef MB_REPORT_RECORDS_METRIC_H
#define MB_REPORT_RECORDS_METRIC_H

#include "base/arena.h"
#include "report/records/digest.h"

enum { MB_MISSING_SIZE = 160 };

typedef struct mb_metric_term {
    enum { MB_IS_NUMBER, MB_IS_PATH, MB_IS_SERIES, MB_IS_CPU } kind;
    double number;
    const char *name;  /* path or column */
    int function;      /* of a series */
    double from, till; /* [s] of a series; infinite where not given */
} mb_metric_term;

typedef struct mb_metric {
    const char *text; /* as written; NULL: none */
    int terms;        /* 1 or 2 */
    mb_metric_term term[2];
    char op; /* + - * / between two terms */
} mb_metric;

/* Reads a metric; names go into the arena.  MB_BAD_INPUT: what is wrong and what would be right. */
mb_status mb_metric_parse(const char *text, mb_arena *arena, mb_metric *metric, mb_error *err);

/* Does a term of it need the timed passes?  Is one the CPU ratio, which compares within one entry?
 */
bool mb_metric_timed(const mb_metric *metric);
bool mb_metric_has_ratio(const mb_metric *metric);

/* A value, with the bounds of its interval where it holds a CPU ratio and equal to it elsewhere. */
typedef struct mb_measured {
    double x, lo, hi;
    const char *base; /* solver the CPU ratio refers to; NULL when the metric has none */
} mb_measured;

/* The metric of one run.  False when the record or its series lacks something: *missing says what,
 * "no value of error.max". */
bool mb_metric_value(const mb_metric *metric, const mb_report_run *row, mb_measured *value,
                     char missing[MB_MISSING_SIZE]);

/* Likewise by the times of one round of timed passes; -1: of all. */
bool mb_metric_value_of(const mb_metric *metric, const mb_report_run *row, int round,
                        mb_measured *value, char missing[MB_MISSING_SIZE]);

/* Rounds in which the record has what a metric of times asks for; INT_MAX where it is the base of
 * the ratio, which is 1 in all. */
int mb_metric_rounds(const mb_metric *metric, const mb_report_run *row);

#endif
