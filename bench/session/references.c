/* SPDX-License-Identifier: MIT */
/* References and scenes of the mechanisms of a window, each found in a child of its own where none is
 * kept, so that no run's time goes into it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/stop.h"
#include "bench/child/clock.h"
#include "bench/describe/scene.h"
#include "bench/mechanism/kept_reference.h"
#include "bench/search.h"
#include "bench/session/session_parts.h"

static const double REFERENCE_SECONDS = 60.0; /* of CPU: finding it ends by itself before */

static uint64_t hash_of(const mb_run *run)
{
    return mb_hash(mb_hash_text(MB_HASH_START, run->problem), &run->t_end, sizeof run->t_end);
}

static mb_referred *find(const mb_session *s, const mb_run *run)
{
    const uint64_t hash = hash_of(run);

    for (int i = 0; i < s->nreferred; i++)
        if (s->referred[i].hash == hash)
            return &s->referred[i];
    return NULL;
}

/* Notes that somebody looks for the reference of a run. */
static mb_status note(mb_session *s, const mb_run *run, mb_error *err)
{
    mb_referred *grown = realloc(s->referred, ((size_t)s->nreferred + 1) * sizeof *grown);

    if (!grown)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the list of references");
    s->referred = grown;
    grown[s->nreferred++] = (mb_referred){.hash = hash_of(run)};
    return MB_OK;
}

/* Whether a run is searched by its error, which only a reference tells. */
static bool needs_reference(const mb_run *run)
{
    return run->search && (!isnan(run->search->limit[MB_SEARCH_ERROR]) ||
                           !isnan(run->search->limit[MB_SEARCH_DISTANCE]));
}

/* The time by which it is to be found, 0: any.  Searches that get on without have the other half. */
static double reference_until(const mb_session *s, const mb_run *run)
{
    const double now = mb_clock_wall(), until = s->options->search_until;

    return until > now && !needs_reference(run) ? 0.5 * (now + until) : until;
}

/* Starts the look for the reference of a slot's run; *started: somebody must. */
static mb_status start(mb_session *s, int slot, bool *started, mb_error *err)
{
    const mb_run *run = &s->plan->run[s->run[slot]];
    mb_status status;

    *started = false;
    if (!run->digest || !*run->digest || find(s, run))
        return MB_OK;
    MB_TRY(note(s, run, err));
    if (!*s->references) { /* records go to a stream */
        mb_reference_scratch(s->references, sizeof s->references);
        s->scratch = *s->references != '\0';
    }
    mb_progress_now(&s->progress, "reference of", run);
    s->until[slot] = reference_until(s, run);
    MB_TRY(mb_session_start(s, slot, mb_child_refer, NULL, false, REFERENCE_SECONDS, err));
    *started = true;
done:
    return status;
}

/* The time was up before it was found: no run that follows can tell its error. */
static void tell_late(mb_session *s, int slot)
{
    if (s->process[slot].kill != MB_KILL_LATE)
        return;
    s->late = true;
    fprintf(stderr,
            "mbsbench: the reference of %s was not found within %.3g s (%.3g s of computing), so "
            "that no error is known; --budget gives more, a shorter run (--t-end) needs less\n",
            s->plan->run[s->run[slot]].problem, s->process[slot].waited, s->process[slot].cpu);
}

bool mb_session_unreferred(const mb_session *session)
{
    return session->late;
}

mb_status mb_session_refer(mb_session *s, mb_error *err)
{
    mb_error why = {MB_OK, ""};
    int running = 0, next = 0;

    for (;;) {
        int ended;

        while (next < s->used && running < s->options->jobs && why.status == MB_OK) {
            bool started;

            start(s, next++, &started, &why);
            running += started;
        }
        if (running == 0)
            return why.status == MB_OK ? MB_OK : mb_session_not_started(s, &why, err);
        ended = mb_process_wait(s->process, s->used);
        if (ended == -1) {
            mb_session_stop(s, 0, s->used);
            return MB_OK;
        }
        tell_late(s, ended);
        mb_session_take_slot(s, ended, s->run[ended]);
        running--;
    }
}

/* The file that the child has left goes beside the records. */
static mb_status keep(mb_session *s, const mb_run *run, mb_referred *of, mb_error *err)
{
    char path[1200];
    FILE *file = NULL;
    mb_status status = MB_OK;

    of->kept = true;
    if (mb_scene_path(s->references, run->digest, run->t_end, path, sizeof path))
        file = fopen(path, "r");
    if (!file)
        return MB_OK;
    status = mb_store_copy_series(s->store, strrchr(path, '/') + 1, file, of->scene,
                                  sizeof of->scene, err);
    fclose(file);
    return status;
}

mb_status mb_session_scene(mb_session *s, const mb_run *run, const char **scene, mb_error *err)
{
    mb_referred *of = find(s, run);
    mb_status status = MB_OK;

    *scene = "";
    if (!of || !(run->series & MB_SERIES_FILE))
        return MB_OK;
    if (!of->kept)
        MB_TRY(keep(s, run, of, err));
    *scene = of->scene;
done:
    return status;
}
