/* SPDX-License-Identifier: MIT */
/* A small process that forks the children of runs for the harness.
 *
 * A fork copies the page tables of the process that asks for it, and whichever page either side
 * writes to afterwards; a harness that holds a plan, an index and records pays for all of them
 * with every run.  The server is started before it has any.  The children are the harness's own
 * (CLONE_PARENT): it waits for them, limits and kills them as if it had forked itself. */
#ifndef MB_BENCH_CHILD_FORK_SERVER_H
#define MB_BENCH_CHILD_FORK_SERVER_H

#include <sys/types.h>

#include "bench/child/request.h"

typedef struct mb_fork_server {
    pid_t pid;  /* 0: not started */
    int socket; /* of the harness */
} mb_fork_server;

mb_status mb_fork_server_start(mb_fork_server *server, mb_error *err);
void mb_fork_server_stop(mb_fork_server *server); /* accepts a zeroed object */

/* Forks a child of the caller that does what the request asks for and ends by _exit; with a desk it
 * goes on with what lies there (bench/child/desk.h).  Result and desk lie in memory that was mapped
 * before the server started.  A server that has died is started anew.
 * MB_FAILURE: the system has no process to give, or the program is to stop (base/stop.h) while the
 * server does not answer. */
mb_status mb_fork_server_child(mb_fork_server *server, const mb_request *request, pid_t *pid,
                               mb_error *err);

#endif
