/* SPDX-License-Identifier: MIT */
/* One timed sample of one run, asked of a program by its command line. */
#ifndef MB_BENCH_COMPARE_SAMPLE_H
#define MB_BENCH_COMPARE_SAMPLE_H

#include <jansson.h>

#include "bench/plan.h"
#include "bench/result.h"

typedef struct mb_sample {
    bool known;     /* the program knows problem and solver and gave a record */
    bool stranger;  /* it ended well and gave none: it is no mbsbench */
    bool timed;     /* it went to its end */
    double seconds; /* [s] least of its time loops; NaN: not timed */
    char cell[24], status[32];
    double t_reached; /* [s]; NaN: not said, as the next ones */
    double steps;
    double h;     /* [s] fixed step; NaN: the solver chooses its steps */
    double class; /* of precision; NaN: none */
    int outputs;  /* at the end */
    double output[MB_MAX_OUTPUTS];
    double error, bound, horizon; /* of the record's error; NaN: not known */
    char machine[256];            /* CPU model and kernel */
    char reason[256];             /* why it is not known or not timed */
} mb_sample;

/* MB_BAD_INPUT: the program cannot be started. */
mb_status mb_sample_take(const char *program, const mb_run *run, double time_limit,
                         mb_sample *sample, mb_error *err);

#endif
