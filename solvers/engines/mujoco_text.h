/* A job as a model of MuJoCo. */
#ifndef MB_SOLVERS_ENGINES_MUJOCO_TEXT_H
#define MB_SOLVERS_ENGINES_MUJOCO_TEXT_H

#include "solvers/engines/adapter.h"

/* Kinds of joints that may be in the tree, the first ones rather: what cannot close a loop is in it
 * where it can be. */
extern const char *const mujoco_tree[];

/* MJCF of the job, to be freed.  Frames of bodies are those of the job, at the centre of mass; the
 * position 0 is the start.  Bodies are b0, b1, ... in the order of the job, the joint number i has
 * j<i>.0, j<i>.1 in the order from its parent on; a body without a joint f<body>.0, ...; the drive number i is
 * the equality q<i>, which holds its joint at 0.  Springs that the model has are marked as taken. */
char *mujoco_text(adapter_job *job);

#endif
