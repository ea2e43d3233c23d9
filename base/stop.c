/* SPDX-License-Identifier: MIT */
#include "base/stop.h"

#include <stddef.h>
#include <time.h>

void mb_stop_signals(sigset_t *set)
{
    struct sigaction hangup;

    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGQUIT);
    /* a blocked signal reaches those who wait for it even when it is ignored */
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
        sigaddset(set, SIGHUP);
}

void mb_stop_block(sigset_t *before)
{
    sigset_t stops;

    mb_stop_signals(&stops);
    sigprocmask(SIG_BLOCK, &stops, before);
}

bool mb_stop_pending(void)
{
    sigset_t stops, pending;

    mb_stop_signals(&stops);
    sigpending(&pending);
    return sigandset(&pending, &pending, &stops) == 0 && !sigisemptyset(&pending);
}

bool mb_stop_take(void)
{
    const struct timespec at_once = {0, 0};
    sigset_t stops;

    mb_stop_signals(&stops);
    return sigtimedwait(&stops, NULL, &at_once) > 0;
}
