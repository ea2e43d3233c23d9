/* SPDX-License-Identifier: MIT */
/* Child processes with limits.  The parent blocks SIGCHLD and the signals that stop it
 * (base/stop.h) while it has any and takes them when it waits, so that nothing is missed and
 * nothing runs in a handler. */
#ifndef MB_BENCH_CHILD_PROCESS_H
#define MB_BENCH_CHILD_PROCESS_H

#include <signal.h>
#include <sys/types.h>

#include "bench/child/crew.h"

typedef enum mb_kill {
    MB_KILL_NONE,
    MB_KILL_CPU,
    MB_KILL_WALL,
    MB_KILL_LATE,
    MB_KILL_MEMORY,
    MB_KILL_STOPPED, /* the user's Ctrl-C */
} mb_kill;

typedef struct mb_process {
    pid_t pid;   /* 0: not running */
    bool shared; /* a short run: a child that others of its mechanism used will do */
    mb_crew *crew;
    mb_member *member; /* of it, that makes a shared run; NULL: a child for it alone */
    mb_result *result;
    double cpu_limit;    /* [s] of computing, beyond which the parent kills */
    double memory_limit; /* [MB] of resident size */
    double until;        /* wall clock by which it ends, whatever it has done; 0: it has time */
    double polled;       /* wall clock of the last look at it */
    double waited, idle; /* [s] of wall clock during which the parent was awake to look, and of that
                          * since it computed last */
    mb_kill kill;
    double cpu, resident; /* [s], [MB] at the last look */
} mb_process;

/* Blocks the signals the waiting needs; *before receives the mask to give back at the end. */
void mb_process_begin(sigset_t *before);
void mb_process_end(const sigset_t *before);

/* Whether the system tells how much memory a process has (/proc); no memory limit holds else. */
bool mb_process_sees_memory(void);

/* Starts a child that runs body(task, result).  process->result, shared, cpu_limit, memory_limit and
 * until are set by the caller.  The limit is of CPU time, so that a busy machine ends nothing.  The wall clock
 * ends a child that computes nothing for as long as the limit, 10 s at least, and one that does not
 * get its time within a hundred times the limit.  While the parent is stopped itself, or the whole
 * machine, no time passes. */
mb_status mb_process_start(mb_process *process, mb_crew *crew, mb_child_body *body,
                           const mb_task *task, mb_error *err);

/* Waits until one of n processes (pid 0: none) has ended, or its run with a shared child ready for
 * another, and returns its index, its result's status and reason made whole.  What ends a run
 * otherwise than by itself, in a child that others used before, may be their doing: it is made again
 * in a child of its own, and what it does there counts; -1 when the user asked to stop; -2 when none is running. */
int mb_process_wait(mb_process *processes, int n);

/* Kills and reaps whatever is running. */
void mb_process_kill_all(mb_process *processes, int n);

#endif
