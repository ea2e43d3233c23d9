/* SPDX-License-Identifier: MIT */
/* The desk of a child that short runs share: where the next one lies and how far the present one is,
 * in memory shared with the harness.
 *
 * A run finds the process as the first one found it.  What can be put back is put back: the
 * floating-point environment, the signal mask, the seed of the C library's generator.  A child that
 * a run has left otherwise (bench/child/as_found.h), or that took so long that another fork is
 * nothing beside it, ends after that run. */
#ifndef MB_BENCH_CHILD_DESK_H
#define MB_BENCH_CHILD_DESK_H

#include <semaphore.h>
#include <stdatomic.h>

#include "bench/child/request.h"

typedef enum mb_turn {
    MB_TURN_GIVEN,  /* a request lies there */
    MB_TURN_TAKEN,  /* the child is at it */
    MB_TURN_DONE,   /* the child waits for another */
    MB_TURN_ENOUGH, /* there is none */
} mb_turn;

struct mb_desk {
    _Atomic mb_turn turn;
    double began; /* [s] of the child's CPU when it took the request */
    sem_t word;   /* of the harness, for each change of `turn` */
    mb_request request;
};

/* In the child: does what lies there, and tells the parent each time by SIGCHLD; returns when the
 * child is to end. */
void mb_desk_serve(mb_desk *desk, pid_t parent);

#endif
