/* SPDX-License-Identifier: MIT */
/* The states of another program as the audit sees them: a model in coordinates of whole bodies, and
 * in the place of a solver one that is put where the program says. */
#ifndef MB_BENCH_ENGINE_FOREIGN_H
#define MB_BENCH_ENGINE_FOREIGN_H

#include "bench/engine/job.h"
#include "problems/elements/machine/plain_poses.h"
#include "solvers/solver.h"

typedef struct mb_foreign {
    const mb_plain_mechanism *declared;
    mb_assembled assembled;
    mb_model *model;
    mb_solver *solver; /* takes no step; accelerations and multipliers are not known (NaN) */
} mb_foreign;

/* For a problem by its spec, see mb_problem_model.  What is made lives in the arena but for the
 * model: mb_foreign_free.  MB_NOT_APPLICABLE: there is no model in such coordinates, or no
 * declaration. */
mb_status mb_foreign_create(const char *problem, const char *digest, mb_arena *arena,
                            mb_foreign *foreign, mb_error *err);
/* The same for what is read already; both must live as long. */
mb_status mb_foreign_of(const mb_plain_mechanism *declared, const mb_problem *problem,
                        mb_arena *arena, mb_foreign *foreign, mb_error *err);
void mb_foreign_free(mb_foreign *foreign); /* accepts a zeroed object */

/* Puts it where the bodies are (nbodies, in the order of the declaration) at t [s]. */
void mb_foreign_put(mb_foreign *foreign, double t, const mb_pose *pose);

#endif
