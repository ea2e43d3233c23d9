/* SPDX-License-Identifier: MIT */
/* A job as a model of MuJoCo. */
#ifndef MB_SOLVERS_ENGINES_MUJOCO_TEXT_H
#define MB_SOLVERS_ENGINES_MUJOCO_TEXT_H

#include <stdio.h>

#include "solvers/engines/adapter.h"

/* Kinds of joints that may be in the tree, the first ones rather: what cannot close a loop is in it
 * where it can be. */
extern const char *const mujoco_tree[];

/* Prints the answer to `describe`, for a version of MuJoCo. */
void mujoco_describe(const char *version);

void mujoco_put_options(FILE *out, const adapter_job *job);

/* MJCF of the job, to be freed.  Frames of bodies are those of the job, at the centre of mass; the
 * position 0 is the start, the first keyframe has its speeds.  Bodies are b0, b1, ... in the order of
 * the job; the drive number i is the equality q<i>, which holds its joint at 0.  Springs that the
 * model has are marked as taken. */
char *mujoco_text(adapter_job *job);

#endif
