/* SPDX-License-Identifier: MIT */
/* Timed passes at the end, alone, and only where they matter: of the runs of a mechanism that are
 * searched for the same class, those that are nearly as cheap as the cheapest.  What the steps of
 * their measuring passes took tells which; of the others that is precise enough. */
#include <math.h>
#include <stdlib.h>

#include "base/stop.h"
#include "bench/record/record_times.h"
#include "bench/session/session_parts.h"
#include "report/records/records.h"

static const double nearly = 3.0; /* in times of the cheapest */

struct candidate {
    uint64_t group; /* hash of mechanism, end time and goal */
    int run;        /* of the plan */
    double cost;    /* [s] of its steps */
    mb_stored stored;
};

static int by_group_and_cost(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;

    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->cost != y->cost)
        return x->cost < y->cost ? -1 : 1;
    return x->run - y->run;
}

static uint64_t group_of(const mb_run *run)
{
    const uint64_t hash = mb_cell(run->problem, "", run->t_end);

    return run->search ? mb_hash(hash, &run->search->reach, sizeof run->search->reach) : hash;
}

/* Whether a run is one to compare: it came to its end, and its search found something. */
static mb_status look_at(mb_session *s, int i, struct candidate *c, bool *is, mb_error *err)
{
    const mb_run *run = &s->plan->run[i];
    const mb_stored *stored;
    json_t *record;
    mb_status status = MB_OK;

    *is = false;
    if (run->timing != MB_TIMED_NEAR || run->elsewhere || run->status != MB_RUN_OK)
        return MB_OK;
    stored = mb_store_find_run(s->store, run->key, mb_stored_name(run->study, run->id));
    if (!stored)
        return MB_OK;
    c->stored = *stored;
    MB_TRY(mb_store_read(s->store, stored, &record, err));
    c->run = i;
    c->group = group_of(run);
    c->cost = mb_record_number(record, "cpu.measured");
    *is = isfinite(c->cost) && (!run->search || isfinite(mb_record_number(record, "search.value")));
    json_decref(record);
done:
    return status;
}

/* Times a run beside the cheapest one, and appends its record with the times. */
static mb_status time_one(mb_session *s, const struct candidate *c, int cheapest, mb_error *err)
{
    mb_run *run = &s->plan->run[c->run];
    json_t *record = NULL, *longer = NULL;
    mb_status status;

    MB_TRY(mb_store_read(s->store, &c->stored, &record, err));
    run->to = cheapest;
    MB_TRY(mb_session_time_again(s, run, record, &longer, err));
    if (!longer)
        goto done;
    mb_record_time(longer, run, &s->result[s->slots], s->plan->run[cheapest].solver);
    MB_TRY(mb_store_append(s->store, longer, err));
done:
    json_decref(longer);
    json_decref(record);
    return status;
}

mb_status mb_session_near(mb_session *s, mb_error *err)
{
    struct candidate *all = calloc((size_t)s->plan->count + 1, sizeof *all);
    int n = 0, cheapest = 0;
    mb_status status = MB_OK;

    if (!all)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the list of runs");
    for (int i = 0; i < s->plan->count && s->options->timing; i++) {
        bool is;

        MB_TRY(look_at(s, i, &all[n], &is, err));
        n += is;
    }
    qsort(all, (size_t)n, sizeof *all, by_group_and_cost);
    for (int i = 0; i < n && !s->interrupted && !mb_session_late(s->options->until); i++) {
        if (all[i].group != all[cheapest].group)
            cheapest = i;
        if (!all[i].stored.timed && all[i].cost <= nearly * all[cheapest].cost)
            MB_TRY(time_one(s, &all[i], all[cheapest].run, err));
        if (mb_stop_take())
            s->interrupted = true;
    }
done:
    free(all);
    return status;
}
