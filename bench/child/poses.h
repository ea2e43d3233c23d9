/* SPDX-License-Identifier: MIT */
/* Poses of bodies, audited row by row as they come: the measuring pass of whoever computes
 * elsewhere. */
#ifndef MB_BENCH_CHILD_POSES_H
#define MB_BENCH_CHILD_POSES_H

#include "bench/audit/audit.h"
#include "bench/engine/foreign.h"

typedef struct mb_poses {
    mb_foreign foreign;
    mb_result *result;
    double t_end; /* [s] */
    bool mid_step;
    bool locked; /* the last row is that of a locked mechanism: nothing more is audited */
    mb_audit *audit;
    mb_pose *before, *now, *next, *mean; /* (nbodies) */
    double t;                            /* [s] of `now` */
    long rows;                           /* taken */
    double *raw;                         /* (nq + nv) */
} mb_poses;

/* For a problem by its spec, see mb_foreign_create.  What is made lives in the arena but for the
 * model: mb_poses_free. */
mb_status mb_poses_create(mb_poses *poses, const char *problem, const char *digest, mb_arena *arena,
                          mb_error *err);
void mb_poses_free(mb_poses *poses); /* accepts a zeroed object */

/* Tells the result of the model; it gets what the audit finds.  mid_step: velocities of a row belong
 * to the middle of the step before it, and are audited as means of two rows. */
void mb_poses_note(mb_poses *poses, bool mid_step, mb_result *result);

/* Audits the start, which is the mechanism's own. */
mb_status mb_poses_begin(mb_poses *poses, const mb_audit_plan *plan, mb_arena *arena,
                         mb_error *err);

/* Takes the row at t [s] that stands in poses->next (nbodies, in the order of the declaration).
 * MB_FAILURE: it is past the end. */
mb_status mb_poses_take(mb_poses *poses, double t, mb_error *err);

/* Audits what no further row has to come for. */
mb_status mb_poses_end(mb_poses *poses, mb_error *err);

#endif
