/* SPDX-License-Identifier: MIT */
/* A session carries out a plan: what is finished in the record file is left alone, the rest is
 * measured, timed and recorded.
 *
 * Runs go through in windows, in the plan's order: the measuring passes of a window run side by
 * side (--jobs), its timed passes one at a time with nothing beside them, then its records are
 * appended.  Runs whose timed passes are wanted in several rounds are timed again when all windows
 * are through, round by round, and get a record that holds all rounds so far after each.
 *
 * With `here` each pass is made by the program itself, under a debugger or a profiler as well: a
 * crash is its crash. */
#ifndef MB_BENCH_SESSION_SESSION_H
#define MB_BENCH_SESSION_SESSION_H

#include "bench/plan.h"
#include "bench/record/record.h"
#include "bench/session/progress.h"
#include "solvers/observer.h"

typedef struct mb_session_options {
    const char *out; /* record file; "-" is stdout */
    int jobs;
    int lanes; /* runs that a child measures side by side at most; 1 and 0: each alone */
    mb_limits limits;
    double
        search_until;  /* wall clock (clock.h) by which searches end with what they have; 0: none */
    double until;      /* likewise all passes */
    bool rerun;        /* finished records do not count */
    bool timing;       /* timed passes are made */
    int rounds;        /* of them, of every timed run; 0: as the plan says */
    bool instructions; /* they are counted */
    bool here;         /* passes are made in this process, without limits but that of time */
    mb_observer *observer; /* of the measuring pass made here; NULL: none */
    mb_progress_mode progress;
} mb_session_options;

typedef struct mb_session mb_session;

/* To be created before the plan is made: its children stay as small as the program is now.  The
 * options must outlive it. */
mb_status mb_session_create(const mb_session_options *options, mb_session **session, mb_error *err);
/* Was the time up (search_until) before some reference was found? */
bool mb_session_unreferred(const mb_session *session);

void mb_session_destroy(mb_session *session); /* accepts NULL */

/* *interrupted tells whether the user stopped it; finished records are kept then. */
mb_status mb_session_run(mb_session *session, mb_plan *plan, bool *interrupted, mb_error *err);

#endif
