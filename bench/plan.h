/* SPDX-License-Identifier: MIT */
/* The list of runs a command asks for, in order, with everything that names them. */
#ifndef MB_BENCH_PLAN_H
#define MB_BENCH_PLAN_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/hash.h"
#include "problems/model.h"
#include "report/records/run_status.h"

enum { MB_MAX_RUNS = 1000000 };

typedef struct mb_search_goal mb_search_goal; /* bench/search.h */

typedef enum mb_run_timing {
    MB_RUN_UNTIMED,
    MB_TIMED,
    MB_TIMED_NEAR /* at the end, if it is nearly as cheap as the cheapest like it */
} mb_run_timing;

typedef struct mb_run {
    const char *study, *id;
    const char *problem, *solver; /* canonical */
    const mb_problem *of;         /* of the registry or a declaration; NULL: none is known */
    const char *digest;           /* of the declaration that the problem is; "": registry */
    int number;                   /* N of an id ID.N; 0: the only one of its entry and reading */
    const int *reading; /* of each of the study's readings the value that the run is made in, -1: it
                         * does not depend on that one; NULL: on none */
    double t_end;       /* [s] */
    int to; /* the run its CPU ratio refers to: the first of its entry with the same problem and
             * end time, searched for the same goal; its own index when that is itself */
    uint64_t cell, key;
    bool named;                   /* by an id that was asked for */
    bool elsewhere;               /* belongs to another shard, or was not asked for */
    mb_run_timing timing;         /* which timed passes it gets */
    int rounds;                   /* of them, each at another time */
    const mb_search_goal *search; /* what its step or tolerance is to reach; NULL: no search.
                                   * `solver` is where that begins until the run has a record */
    bool continues;               /* its search is that of the run before, for a finer class */
    unsigned series;              /* what its series holds, bits of bench/series.h */
    mb_run_status status;         /* MB_RUN_STATUSES until it has a record */
    double cpu_loop;              /* [s] of its measuring pass; NaN: not run this time */
} mb_run;

typedef struct mb_plan {
    mb_arena *arena; /* owns the texts */
    int count, size;
    mb_run *run;
} mb_plan;

mb_status mb_plan_create(mb_plan *plan, mb_error *err);
void mb_plan_free(mb_plan *plan); /* accepts a zeroed object */

/* Appends a run, timed and with a standard series; the texts are copied. */
mb_status mb_plan_add(mb_plan *plan, const char *study, const char *id, const char *problem,
                      const char *solver, double t_end, mb_error *err);

/* Ends an entry, the runs from index `from` on: sets their `to`.  Returns the index of a run that
 * the entry holds twice, -1 when there is none. */
int mb_plan_end_entry(mb_plan *plan, int from);

/* Whether a run's CPU ratio refers to itself. */
bool mb_plan_is_first(const mb_plan *plan, const mb_run *run);

/* Marks the runs that are not of shard k of n (1 to n).  The shard follows from the cell alone (of runs that share a search from the first), so
 * that shards are disjoint and complete however a plan is written, and copies stay together. */
void mb_plan_shard(mb_plan *plan, int k, int n);

#endif
