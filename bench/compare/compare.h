/* SPDX-License-Identifier: MIT */
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
 *   the ratio is above the threshold: the least that counts, or twice what the cell's own control
 *     shows, whichever is larger
 *   the difference is above 20 us a run
 *   the cell measured once more, in twice the rounds, says the same
 * Not comparable is a cell whose control differs from the base in the same way, and one whose ratio
 * is above the least that counts, but its interval is not above 1, its own threshold is higher or
 * its difference is too small: nobody can tell.  All but the last get a second chance in twice the
 * rounds.
 *
 * Every sample must be of the same run: status, cell, machine, end, steps and class of precision of
 * a program repeat; head and base agree in status, cell, machine, end, and steps of a fixed size,
 * and the head's class is no coarser.  Else the head fails.  Searches are left out: the two
 * programs may well find different steps. */
#ifndef MB_BENCH_COMPARE_COMPARE_H
#define MB_BENCH_COMPARE_COMPARE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/stats.h"
#include "bench/plan.h"

struct mb_sample;

typedef enum mb_compare_verdict {
    MB_COMPARE_SAME,
    MB_COMPARE_FASTER,
    MB_COMPARE_UNTIMED, /* fails alike in both programs, by its own doing */
    MB_COMPARE_NEW,     /* only the head does */
    MB_COMPARE_APART,   /* not comparable */
    MB_COMPARE_FAILED,  /* only the base does */
    MB_COMPARE_SLOWER,
    MB_COMPARE_VERDICTS
} mb_compare_verdict;

typedef struct mb_compared {
    const mb_run *run;
    mb_compare_verdict verdict;
    bool neither;      /* program carries it out */
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
    double level;   /* of each interval */
    double control; /* largest |log ratio| of a control */
    int number[MB_COMPARE_VERDICTS];
} mb_comparison;

/* MB_BAD_INPUT: a program that cannot be started. */
mb_status mb_compare(const mb_plan *plan, const mb_compare_options *options,
                     mb_comparison *comparison, mb_error *err);
void mb_comparison_free(mb_comparison *comparison); /* accepts a zeroed object */

const char *mb_compare_word(mb_compare_verdict verdict);

/* Whether base and head carry the cell out, the same run in the same place; else its verdict. */
bool mb_compare_samples(const struct mb_sample *base, const struct mb_sample *head,
                        mb_compared *cell);

/* Whether a later sample of a program repeats its first one; else the cell's verdict. */
bool mb_compare_repeats(const struct mb_sample *first, const struct mb_sample *sample, bool head,
                        mb_compared *cell);

void mb_compare_conclude(mb_compared *cell, mb_compare_verdict verdict, const char *reason);

/* The verdict of times alone, least: the least ratio that counts; MB_COMPARE_SLOWER stands for a
 * suspicion until it was repeated. */
mb_compare_verdict mb_compare_judge(const mb_compared *cell, double least);

/* The ratio from which on a cell is slower. */
double mb_compare_threshold(const mb_compared *cell, double least);

/* Whether ratio and interval lie on one side of 1, the ratio beyond the threshold. */
bool mb_compare_differs(mb_ratio ratio, double threshold);

/* Whether the difference is too small to count as a time. */
bool mb_compare_short(const mb_compared *cell);

/* Pairs that an interval of this level needs for one outlier on each side to be left out. */
int mb_compare_pairs(double level);

#endif
