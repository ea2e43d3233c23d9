/* SPDX-License-Identifier: MIT */
/* The children of a harness: each forked by the server for one run, or shared by short runs of a
 * mechanism, one at a time (bench/child/desk.h). */
#ifndef MB_BENCH_CHILD_CREW_H
#define MB_BENCH_CHILD_CREW_H

#include "bench/child/fork_server.h"

/* A child that runs share. */
typedef struct mb_member {
    pid_t pid; /* 0: none */
    bool busy, leaves;
    int runs; /* that it was given */
    mb_desk *desk;
} mb_member;

typedef struct mb_crew {
    mb_fork_server server;
    int size;
    mb_member *member; /* (size) */
    mb_desk *desk;     /* (size) theirs */
} mb_crew;

/* jobs: runs that are made side by side. */
mb_status mb_crew_create(mb_crew *crew, int jobs, mb_error *err);
void mb_crew_destroy(mb_crew *crew); /* accepts a zeroed object */

/* Gives a run to a shared child that waits and has made runs of its mechanism; to a new one where
 * there is none, or where `alone` asks for it.  MB_FAILURE: mb_fork_server_child. */
mb_status mb_crew_give(mb_crew *crew, const mb_request *request, bool alone, mb_member **member,
                       mb_error *err);

/* Whether the run of a shared child has ended with the child ready for another, which it then may be
 * given. */
bool mb_crew_take_back(mb_member *member);

/* [s] of CPU that the child had used before its run; NaN: it has not begun. */
double mb_member_began(const mb_member *member);

/* The child has ended, and was waited for. */
void mb_member_ended(mb_member *member);

#endif
