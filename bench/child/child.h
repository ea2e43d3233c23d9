/* SPDX-License-Identifier: MIT */
/* The passes a child process runs.  They fill in the result and return; they neither print nor
 * exit. */
#ifndef MB_BENCH_CHILD_CHILD_H
#define MB_BENCH_CHILD_CHILD_H

#include "bench/result.h"
#include "solvers/observer.h"

enum { MB_MOST_LANES = 64 };

typedef struct mb_task {
    const char *problem, *solver; /* canonical specs */
    const char *digest;           /* of the declaration that the problem is; NULL or "": none */
    const char *to;               /* solver of the CPU ratio; NULL: none, or the solver itself */
    const char *references;       /* folder of references that are kept; NULL or "": none */
    double t_end;
    double time_limit;     /* [s] of CPU */
    bool again;            /* a further round of timed passes: no measured state is at hand */
    bool brief;            /* timed passes of some hundredths of a second suffice */
    bool scene;            /* one of the mechanism is wanted beside the references */
    unsigned series;       /* what the series holds, bits of bench/series.h */
    int lanes;             /* runs side by side, this one included; 0: it is alone */
    const char *beside;    /* solvers of the others, each with its NUL */
    mb_observer *observer; /* of the measuring pass; NULL: none, as in every child */
} mb_task;

/* Measuring pass: sets up, steps to t_end and audits every step. */
void mb_child_measure(const mb_task *task, mb_result *result);

/* The same of runs that differ in the parameters of their solvers alone, those with the same steps side by
 * side: what depends on the problem and the time is computed once for all, and numbers are those of
 * each run alone, bit for bit.  result: (task->lanes), in the order of the solvers.  A run that has
 * ended has their number in result->lanes.  The others are to be made alone, for whatever reason:
 * what all share could not be set up or is large, it could not be set up itself, or has taken its
 * time. */
void mb_child_measure_lanes(const mb_task *task, mb_result *result);

/* Finds the automatic reference of the task's problem, where it waits for one and none is kept, and
 * keeps it: what a run has of its time limit is for the run.  Likewise the scene, where one is
 * wanted and can be had.  The result stays as it is. */
void mb_child_refer(const mb_task *task, mb_result *result);

/* Timed passes of a run measured before: samples of its time loop, and pairs with `to`.  The result
 * keeps its status unless a final state differs from the measured one or something fails. */
void mb_child_time(const mb_task *task, mb_result *result);

/* Hash of a state's t, q and v. */
uint64_t mb_state_hash(const mb_solver *solver);

#endif
