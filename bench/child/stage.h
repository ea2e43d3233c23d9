/* SPDX-License-Identifier: MIT */
/* What groups of runs of one problem that a process measures one after another have in common: its model,
 * and for those with the same steps its reference, which is followed once. */
#ifndef MB_BENCH_CHILD_STAGE_H
#define MB_BENCH_CHILD_STAGE_H

#include "bench/audit/truth.h"
#include "bench/child/child.h"

typedef struct mb_stage {
    mb_arena *arena;      /* of the names; NULL: nothing is set */
    const char *names[3]; /* problem, digest, folder of references */
    mb_model *model;
    struct mb_rank_first *first; /* what audits look at first at its start (bench/audit/rank.h) */
    mb_arena *truth_arena;       /* NULL: no reference was looked for */
    mb_truth *truth;             /* NULL: there is none */
    double h, t_end;             /* [s] of it */
} mb_stage;

/* The model of a task's problem, that of the task before where it is the same.  Nothing is set on failure. */
mb_status mb_stage_set(mb_stage *stage, const mb_task *task, mb_error *err);

/* The reference for runs of the task with steps h; as mb_truth_create. */
mb_status mb_stage_truth(mb_stage *stage, const mb_task *task, double h, mb_truth **truth,
                         mb_error *err);

#endif
