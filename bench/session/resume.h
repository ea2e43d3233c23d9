/* SPDX-License-Identifier: MIT */
/* What a record file spares: which stored record makes running superfluous. */
#ifndef MB_BENCH_SESSION_RESUME_H
#define MB_BENCH_SESSION_RESUME_H

#include "bench/record/store.h"
#include "bench/session/session.h"

/* The record that settles a run; NULL: it must run.  One of the run's own name is preferred: *own.
 */
const mb_stored *mb_resume_find(const mb_session_options *options, const mb_plan *plan,
                                const mb_run *run, const mb_store *store, bool *own);

#endif
