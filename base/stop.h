/* SPDX-License-Identifier: MIT */
/* The signals by which a user, a terminal or a batch system stops a program: SIGINT, SIGTERM,
 * SIGQUIT, and SIGHUP unless it is ignored (nohup).  Who works with child processes blocks them and
 * takes them where it waits, so that none is missed and nothing runs in a handler. */
#ifndef MB_BASE_STOP_H
#define MB_BASE_STOP_H

#include <signal.h>
#include <stdbool.h>

void mb_stop_signals(sigset_t *set);

/* Blocks them; *before receives the mask to give back at the end. */
void mb_stop_block(sigset_t *before);

/* Whether one waits to be taken.  Both: of those that are blocked. */
bool mb_stop_pending(void);

/* Whether one waited; takes it. */
bool mb_stop_take(void);

#endif
