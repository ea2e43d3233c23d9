/* SPDX-License-Identifier: MIT */
#include "bench/session/resume.h"

/* Whether the wanted timing and columns of the series are there and larger limits could not change
 * it.  An error, or an end from outside, may have been the machine's and is tried again. */
static bool finished(const mb_session_options *options, const mb_plan *plan, const mb_run *run,
                     const mb_stored *stored, bool own)
{
    uint64_t to = mb_hash_text(MB_HASH_START, plan->run[run->to].solver);

    if (options->rerun && !stored->fresh)
        return false;
    if (stored->status == MB_RUN_ERROR || stored->status == MB_RUN_STATUSES)
        return false;
    if (stored->outside && !stored->fresh)
        return false;
    if (stored->status != MB_RUN_NOT_APPLICABLE && (run->series & ~stored->series))
        return false; /* what does not apply has no series */
    if (stored->unconfirmed && (options->limits.time > stored->limits.time ||
                                options->limits.memory > stored->limits.memory))
        return false;
    if (stored->status == MB_RUN_TIME_LIMIT)
        return options->limits.time <= stored->limits.time;
    if (stored->status == MB_RUN_MEMORY_LIMIT)
        return options->limits.memory <= stored->limits.memory;
    if (options->instructions && mb_run_status_timed(stored->status) && !stored->counted)
        return false;
    if (!options->timing || run->timing != MB_TIMED || !mb_run_status_timed(stored->status))
        return true;
    if (!stored->timed)
        return false;
    if (run->search) /* what its ratio refers to may have been found by a search as well */
        return true;
    return stored->to == to || stored->to == 0 || (mb_plan_is_first(plan, run) && !own);
}

const mb_stored *mb_resume_find(const mb_session_options *options, const mb_plan *plan,
                                const mb_run *run, const mb_store *store, bool *own)
{
    uint64_t name = mb_stored_name(run->study, run->id);
    const mb_stored *stored, *found = NULL;

    *own = false;
    for (stored = mb_store_find(store, run->key); stored && !*own;
         stored = mb_store_next(store, stored)) {
        bool same = stored->name == name;

        if (!finished(options, plan, run, stored, same))
            continue;
        *own = same;
        if (same || !found)
            found = stored;
    }
    return found;
}
