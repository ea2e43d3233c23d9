/* SPDX-License-Identifier: MIT */
/* The trace of a run: a line for each iteration that an observer of its solver is told of, as
 * tab-separated text below a line of names and units.  A number that is not known is empty. */
#ifndef MB_BENCH_CHILD_TRACE_H
#define MB_BENCH_CHILD_TRACE_H

#include "solvers/observer.h"

typedef struct mb_trace mb_trace;

/* Makes the file anew. */
mb_status mb_trace_open(const char *path, mb_trace **trace, mb_error *err);

/* What a solver is to be given. */
mb_observer *mb_trace_observer(mb_trace *trace);

/* MB_FAILURE where not all could be written.  Accepts NULL. */
mb_status mb_trace_close(mb_trace *trace, mb_error *err);

#endif
