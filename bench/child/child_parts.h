/* Inside of a child's passes.  For files of this folder only. */
#ifndef MB_BENCH_CHILD_CHILD_PARTS_H
#define MB_BENCH_CHILD_CHILD_PARTS_H

#include "bench/child/child.h"
#include "bench/engine/engine.h"

/* Sizes of the model, what set-up changed and found out. */
void mb_child_note_model(const mb_model *model, mb_result *result);

/* Status of a run that says ok: it must have stayed on a mechanism, finite, with no joint open by
 * more than the mechanism's size. */
void mb_child_judge(mb_result *result);

/* Status and reason of a run that failed. */
void mb_child_explain(mb_result *result, mb_status status, const mb_error *err);

/* The measuring pass of an engine. */
void mb_child_measure_engine(const mb_task *task, mb_result *result);

/* One run of an engine without reports; *seconds of its loop, as the adapter says.  *adapter: its
 * process meanwhile. */
mb_status mb_child_time_engine(const mb_task *task, const char *spec, volatile pid_t *adapter,
                               double *seconds, mb_error *err);

#endif
