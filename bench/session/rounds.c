/* SPDX-License-Identifier: MIT */
/* Further rounds of timed passes: the runs of a plan one after the other, round by round, so that
 * the rounds of one run see the machine at different times. */
#include <string.h>

#include "base/stop.h"
#include "bench/record/record_times.h"
#include "bench/session/session_parts.h"

static int wanted(const mb_session *s, const mb_run *run)
{
    if (!s->options->timing || run->timing != MB_TIMED || run->elsewhere ||
        !mb_run_status_timed(run->status))
        return 0;
    return s->options->rounds > 0 ? s->options->rounds : run->rounds;
}

/* Whether the record's CPU ratio refers to what this run's would. */
static bool same_base(mb_session *s, const mb_run *run, const json_t *record)
{
    const json_t *ratio = json_object_get(record, "ratio");
    const char *of = json_string_value(json_object_get(ratio, "to"));

    return of && strcmp(of, s->plan->run[run->to].solver) == 0;
}

/* Times a run that has fewer rounds, and appends its record with the new one. */
static mb_status add_round(mb_session *s, mb_run *run, int rounds, mb_error *err)
{
    uint64_t name = mb_stored_name(run->study, run->id);
    const mb_stored *stored = mb_store_find_run(s->store, run->key, name);
    json_t *record = NULL, *longer = NULL;
    mb_status status;

    if (!stored || !stored->timed || stored->rounds == 0 || stored->rounds >= rounds)
        return MB_OK;
    MB_TRY(mb_store_read(s->store, stored, &record, err));
    if (!same_base(s, run, record))
        goto done;
    MB_TRY(mb_session_time_again(s, run, record, &longer, err));
    if (!longer)
        goto done;
    mb_record_add_round(longer, &s->result[s->slots]);
    MB_TRY(mb_store_append(s->store, longer, err));
done:
    json_decref(longer);
    json_decref(record);
    return status;
}

mb_status mb_session_rounds(mb_session *s, mb_error *err)
{
    int most = 1;
    mb_status status = MB_OK;

    for (int i = 0; i < s->plan->count; i++)
        if (wanted(s, &s->plan->run[i]) > most)
            most = wanted(s, &s->plan->run[i]);
    for (int round = 2; round <= most && !s->interrupted; round++)
        for (int i = 0; i < s->plan->count && !s->interrupted; i++) {
            mb_run *run = &s->plan->run[i];

            if (wanted(s, run) >= round)
                MB_TRY(add_round(s, run, round, err));
            if (mb_stop_take())
                s->interrupted = true;
        }
done:
    return status;
}
