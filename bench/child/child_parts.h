/* SPDX-License-Identifier: MIT */
/* Inside of a child's passes.  For files of this folder only. */
#ifndef MB_BENCH_CHILD_CHILD_PARTS_H
#define MB_BENCH_CHILD_CHILD_PARTS_H

#include "bench/audit/audit.h"
#include "bench/audit/truth.h"
#include "bench/child/child.h"
#include "bench/engine/engine.h"

/* Sizes of the model, what set-up changed and found out. */
void mb_child_note_model(const mb_model *model, mb_result *result);

/* A malloc that nobody can leave out shows whether the program counts its allocations. */
bool mb_child_counts_allocations(void);

/* The solver of a task's run, with what the result says of it and the model; destroyed by the caller
 * on failure too. */
mb_status mb_child_solver(const mb_task *task, const mb_model *model, mb_result *result,
                          mb_solver **solver, mb_error *err);

/* What a step that the solver ended with `status` comes to: counters and the audit's view of it.  A
 * locked mechanism has that status in the result. */
mb_status mb_child_step_taken(mb_solver *solver, mb_audit *audit, mb_status status,
                              mb_result *result, mb_error *err);

/* The end of a run whose loop ended with `status`: what is kept of its state, or why it failed, and
 * its status unless it has one. */
void mb_child_conclude(const mb_solver *solver, mb_result *result, mb_status status,
                       const mb_error *err);

/* Status of a run that says ok: it must have stayed on a mechanism, finite, with no joint open by
 * more than the mechanism's size. */
void mb_child_judge(mb_result *result);

/* Status and reason of a run that failed. */
void mb_child_explain(mb_result *result, mb_status status, const mb_error *err);

/* Writes the scene of a model's mechanism (bench/describe/scene.h) to the folder of references, unless
 * it is there.  truth: NULL, there is none. */
mb_status mb_child_scene(const mb_task *task, const mb_model *model, mb_truth *truth,
                         mb_arena *arena, mb_error *err);

/* What a run has freed stays with its process for the next one, some megabytes of it: to give it
 * back and take it anew costs more than to set up a small mechanism. */
void mb_child_keep_memory(void);

/* The measuring pass of an engine. */
void mb_child_measure_engine(const mb_task *task, mb_result *result);

/* An engine whose runs are timed without reports; the task must live as long.  *adapter: its process
 * while one runs.  What is created is to be destroyed on failure too. */
typedef struct mb_timed_engine mb_timed_engine;
mb_status mb_timed_engine_create(const mb_task *task, const char *spec, volatile pid_t *adapter,
                                 mb_timed_engine **engine, mb_error *err);
void mb_timed_engine_destroy(mb_timed_engine *engine); /* accepts NULL */

/* One run; *seconds of its loop, as the adapter says. */
mb_status mb_timed_engine_run(mb_timed_engine *engine, double *seconds, mb_error *err);

#endif
