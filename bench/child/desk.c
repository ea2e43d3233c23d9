/* SPDX-License-Identifier: MIT */
#include "bench/child/desk.h"

#include <signal.h>

#include "bench/child/as_found.h"
#include "bench/child/clock.h"

static const double longest = 0.03; /* [s] of CPU of a run that another may follow */

static double runs_of(const mb_task *task)
{
    return task->lanes > 1 ? task->lanes : 1;
}

/* Whether the process may make another run after one that took so long. */
static bool goes_on(const mb_as_found *found, const mb_result *result, double seconds)
{
    return seconds < longest && result->status != MB_RUN_ERROR &&
           result->status != MB_RUN_MEMORY_LIMIT && mb_is_as_found(found);
}

void mb_desk_serve(mb_desk *desk, pid_t parent)
{
    const mb_request *r = &desk->request;
    mb_as_found found;

    mb_as_found_note(&found);
    do {
        const mb_task task = mb_request_task(r);

        desk->began = mb_clock(CLOCK_PROCESS_CPUTIME_ID);
        atomic_store(&desk->turn, MB_TURN_TAKEN);
        mb_as_found_restore(&found);
        r->body(&task, r->result);
        r->result->peak_rss_mb = mb_as_found_peak();
        if (!goes_on(&found, r->result,
                     (mb_clock(CLOCK_PROCESS_CPUTIME_ID) - desk->began) / runs_of(&task)))
            break;
        atomic_store(&desk->turn, MB_TURN_DONE);
        kill(parent, SIGCHLD);
        while (sem_wait(&desk->word) != 0)
            ; /* EINTR */
    } while (atomic_load(&desk->turn) != MB_TURN_ENOUGH);
    mb_as_found_forget(&found);
}
