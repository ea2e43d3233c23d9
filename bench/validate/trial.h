/* SPDX-License-Identifier: MIT */
/* One mechanism that an adapter runs, and its true motion by our own solver. */
#ifndef MB_BENCH_VALIDATE_TRIAL_H
#define MB_BENCH_VALIDATE_TRIAL_H

#include "base/embedded.h"
#include "bench/engine/foreign.h"
#include "bench/engine/rows.h"
#include "bench/validate/validate.h"
#include "problems/mechanisms/declaration.h"

enum { MB_TRIAL_NOT_APPLICABLE = 77, MB_TRIAL_IDLE = 10 /* [s] */ };

typedef struct mb_trial {
    const char *name;
    mb_arena *arena;
    mb_declaration *declaration;
    mb_foreign foreign;
    const mb_engine_choice *choice;
    mb_program_output output;
    double t_end; /* [s] of the run */
    int nbodies;
    long rows;
    double *t;             /* (rows) [s] */
    mb_pose *told, *right; /* (rows x nbodies) */
} mb_trial;

/* Reads the mechanism.  To be freed in any case. */
mb_status mb_trial_create(mb_trial *trial, const mb_embedded *file, const mb_engine_choice *choice,
                          mb_error *err);
void mb_trial_free(mb_trial *trial);

/* Runs the adapter; trial->output is what it wrote.  t_end [s]; limit [s] of CPU.  It is ended when it
 * neither computes nor writes for MB_TRIAL_IDLE seconds. */
mb_status mb_trial_call(mb_trial *trial, double t_end, bool last_only, double limit, mb_error *err);

/* Rows of the output into t and told.  MB_FAILURE: they are not as they should be; steps and the rows
 * before are kept. */
mb_status mb_trial_read(mb_trial *trial, mb_rows *read, mb_error *err);

/* The motion of a mechanism like the trial's at its times: pose (rows x nbodies). */
mb_status mb_trial_motion(const mb_trial *trial, const mb_plain_mechanism *mechanism, mb_pose *pose,
                          mb_error *err);

/* The same, for rows of every step up to the run's end. */
mb_status mb_trial_read_whole(mb_trial *trial, mb_rows *read, mb_error *err);

/* Whether the adapter ended well; else the finding says how it did. */
bool mb_trial_ended_well(mb_trial *trial, mb_finding *finding);

#endif
