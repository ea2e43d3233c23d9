/* SPDX-License-Identifier: MIT */
/* What people see of a session, on stderr: a bar on a terminal, a line a run elsewhere, and a
 * summary at the end. */
#ifndef MB_BENCH_SESSION_PROGRESS_H
#define MB_BENCH_SESSION_PROGRESS_H

#include <stdint.h>

#include "bench/plan.h"

typedef enum mb_progress_mode {
    MB_PROGRESS_AUTO,
    MB_PROGRESS_PLAIN,
    MB_PROGRESS_NONE
} mb_progress_mode;

enum { MB_PROGRESS_TOLD = 64 };

typedef struct mb_progress {
    bool bar, plain;
    int total, done, kept; /* kept: finished before, or copied */
    int count[MB_RUN_STATUSES];
    int classless;         /* of those made now: finished, but in no class */
    double started, drawn; /* wall clock */
    int ntold;
    uint64_t told[MB_PROGRESS_TOLD]; /* problems of which something was said */
} mb_progress;

void mb_progress_start(mb_progress *progress, mb_progress_mode mode, int total);

/* A run is being worked on ("measuring", "timing"). */
void mb_progress_now(mb_progress *progress, const char *what, const mb_run *run);

/* A run has its record, or had one before (kept). */
void mb_progress_done(mb_progress *progress, const mb_run *run, const char *reason, bool kept);

/* What set-up changed in a problem's start and found out about its rows, once for each problem;
 * nothing where both are "". */
void mb_progress_problem(mb_progress *progress, const char *problem, const char *changed,
                         const char *note);

/* Clears the bar and prints the summary.  out: the record file; "-" is stdout. */
void mb_progress_end(mb_progress *progress, const char *out, bool interrupted);

/* Clears the bar; an error message follows. */
void mb_progress_abandon(mb_progress *progress);

#endif
