/* SPDX-License-Identifier: MIT */
/* Which runs of a window one process measures side by side. */
#include <math.h>
#include <string.h>

#include "bench/engine/engine.h"
#include "bench/session/session_parts.h"

/* Measured, and no more: nothing else is asked of the run. */
static bool is_plain(const mb_session *s, const mb_run *run)
{
    return !run->search && run->series == MB_SERIES_NONE && !mb_is_engine(run->solver) &&
           (run->timing == MB_RUN_UNTIMED || !s->options->timing) && !s->options->instructions;
}

/* Whether two specs have the same formulation and integrator by name, and the same behind them. */
static bool same_method(const char *a, const char *b)
{
    for (int part = 0; part < 2; part++) {
        const size_t name = strcspn(a, ":/");

        if (strcspn(b, ":/") != name || strncmp(a, b, name) != 0)
            return false;
        a += strcspn(a, "/");
        b += strcspn(b, "/");
        a += part == 0 && *a;
        b += part == 0 && *b;
    }
    return strcmp(a, b) == 0;
}

bool mb_session_alike(const mb_session *s, const mb_run *a, const mb_run *b)
{
    return s->options->lanes > 1 && is_plain(s, a) && is_plain(s, b) && a->t_end == b->t_end &&
           strcmp(a->problem, b->problem) == 0 && strcmp(a->digest, b->digest) == 0 &&
           same_method(a->solver, b->solver) && isfinite(mb_solver_nominal_step(a->solver));
}

static const mb_run *run_of(const mb_session *s, int slot)
{
    return &s->plan->run[s->run[slot]];
}

/* [bytes] of a solver's text among those of lanes */
static size_t length_of(const mb_session *s, int slot)
{
    return strlen(run_of(s, slot)->solver) + 1;
}

static int lanes_from(const mb_session *s, int slot)
{
    const int most = s->options->lanes, jobs = s->options->jobs;
    size_t used = 0;
    int n = 1;

    while (slot + n < s->used && mb_session_alike(s, run_of(s, slot), run_of(s, slot + n))) {
        used += length_of(s, slot + n);
        if (used > MB_REQUEST_BESIDE)
            break;
        n++;
    }
    if (n > most && most > 1)
        return most;
    return (n + jobs - 1) / jobs; /* the last ones are for all jobs */
}

int mb_session_next(mb_session *s, int *next)
{
    for (int i = 0; i < *next; i++)
        if (s->alone[i]) {
            s->alone[i] = false;
            return i;
        }
    while (*next < s->used) {
        const int slot = *next;

        *next += s->lanes[slot] = lanes_from(s, slot);
        if (!mb_session_continues(s, slot))
            return slot;
    }
    return -1;
}

void mb_session_beside(const mb_session *s, int slot, char text[MB_REQUEST_BESIDE])
{
    for (int i = slot + 1; i < slot + s->lanes[slot]; i++) {
        memcpy(text, run_of(s, i)->solver, length_of(s, i));
        text += length_of(s, i);
    }
}

void mb_session_part(mb_session *s, int slot)
{
    for (int i = slot; i < slot + s->lanes[slot]; i++) {
        s->measured[i] = s->result[i].lanes > 1;
        s->alone[i] = !s->measured[i];
        if (s->alone[i])
            mb_result_clear(&s->result[i]);
        else
            s->result[i].peak_rss_mb = s->result[slot].peak_rss_mb;
    }
    s->lanes[slot] = 1;
}
