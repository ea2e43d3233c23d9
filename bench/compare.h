/* Times of two programs, measured in the same job.
 *
 * A sample is one invocation `PROGRAM run --problem P --solver S --t-end T --out -`: the least of
 * the CPU times of its time loop, thread clock, as other work on the machine only ever adds to it;
 * in a process of its own, so that the places of its memory are drawn anew.  Each round takes base,
 * head and the base once more as its control, there and back (A B C C B A, the order rotated from
 * round to round), so that a linear change of the machine's speed cancels and each pair stands as
 * near as the next.
 *
 * A cell's ratio is the median of its paired log ratios; its interval is that of the sign test, its
 * level corrected for the number of cells (Bonferroni), so that the whole job is wrong in 5 % of
 * cases.  Slower is a cell where all agree:
 *   the interval lies above 1
 *   the ratio is above the threshold: the least that counts, or twice what the controls of the job
 *     show, whichever is larger
 *   the difference is above 20 us a run
 *   the cell measured once more, in twice the rounds, says the same
 * Not comparable is a cell whose control differs from the base in the same way, and one whose ratio
 * is above the threshold but its interval is not above 1: the machine is not quiet enough to tell.
 * Both get a second chance in twice the rounds.
 */
#ifndef MB_BENCH_COMPARE_H
#define MB_BENCH_COMPARE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/stats.h"
#include "bench/plan.h"

typedef enum mb_compare_verdict {
    MB_COMPARE_SAME,
    MB_COMPARE_FASTER,
    MB_COMPARE_UNTIMED, /* does not go to its end in either program */
    MB_COMPARE_NEW,     /* only the head does */
    MB_COMPARE_APART,   /* not comparable */
    MB_COMPARE_FAILED,  /* only the base does */
    MB_COMPARE_SLOWER,
    MB_COMPARE_VERDICTS
} mb_compare_verdict;

typedef struct mb_compared {
    const mb_run *run;
    mb_compare_verdict verdict;
    char reason[256];  /* "" for none */
    double base, head; /* [s] medians of the samples; NaN: not timed */
    mb_ratio ratio;    /* head to base */
    mb_ratio control;  /* base to base */
    mb_ratio again;    /* of the repetition; NaN: there was none */
} mb_compared;

typedef struct mb_compare_options {
    const char *base, *head; /* programs */
    int rounds;              /* 0: as many as the corrected level needs, and two more pairs */
    double least;            /* ratio that counts, above 1 */
    double time_limit;       /* [s] of one run; 0: the program's own */
    FILE *progress;          /* NULL: none */
} mb_compare_options;

typedef struct mb_comparison {
    int count;
    mb_compared *cell; /* (count) in the plan's order, each cell once */
    int rounds;
    double level;     /* of each interval */
    double control;   /* largest |log ratio| of a control */
    double threshold; /* ratio */
    int number[MB_COMPARE_VERDICTS];
} mb_comparison;

/* MB_BAD_INPUT: a program that cannot be started. */
mb_status mb_compare(const mb_plan *plan, const mb_compare_options *options,
                     mb_comparison *comparison, mb_error *err);
void mb_comparison_free(mb_comparison *comparison); /* accepts a zeroed object */

const char *mb_compare_word(mb_compare_verdict verdict);

/* The verdict of numbers alone: MB_COMPARE_SLOWER stands for a suspicion until it was repeated. */
mb_compare_verdict mb_compare_judge(const mb_compared *cell, double threshold);

/* Pairs that an interval of this level needs for one outlier on each side to be left out. */
int mb_compare_pairs(double level);

#endif
