/* SPDX-License-Identifier: MIT */
/* The passes of a window's runs, in children: measured side by side, then timed and counted one by
 * one.  A slot's result counts when its own pass has ended. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "base/stop.h"
#include "bench/child/clock.h"
#include "bench/child/instructions.h"
#include "bench/engine/engine.h"
#include "bench/session/session_parts.h"

enum { START_TRIES = 5 };

const char *mb_session_ratio_to(const mb_session *s, const mb_run *run)
{
    const mb_run *to = &s->plan->run[run->to];

    return to == run || mb_run_status_timed(to->status) ? to->solver : NULL;
}

/* Whether the run gets timed passes. */
static bool timed(const mb_session *s, const mb_run *run)
{
    return s->options->timing && run->timing == MB_TIMED;
}

bool mb_session_late(double until)
{
    return until > 0.0 && mb_clock_wall() >= until;
}

void mb_session_take_slot(mb_session *s, int slot, int run)
{
    s->run[slot] = run;
    s->measured[slot] = s->alone[slot] = false;
    s->lanes[slot] = 1;
    s->until[slot] = s->options->until;
    if (slot < s->slots)
        s->whole[slot] = false;
    mb_result_clear(&s->result[slot]);
    mb_search_begin(&s->search[slot], &s->plan->run[run], s->options->limits.time, NULL);
}

bool mb_session_continues(const mb_session *s, int slot)
{
    return slot > 0 && slot < s->used && s->run[slot] == s->run[slot - 1] + 1 &&
           s->plan->run[s->run[slot]].continues;
}

/* Makes a pass in this process. */
static mb_status make_here(mb_session *s, mb_child_body *body, const mb_task *task,
                           mb_result *result)
{
    mb_task watched = *task;
    struct rusage usage;

    watched.observer = s->options->observer;
    body(&watched, result);
    if (getrusage(RUSAGE_SELF, &usage) == 0)
        result->peak_rss_mb = fmax(result->peak_rss_mb, (double)usage.ru_maxrss / 1024.0);
    return MB_OK;
}

/* [s] of CPU for a pass: no more than its search may spend on all */
static double time_limit(const mb_session *s, int slot)
{
    const mb_search_goal *goal = s->search[slot].goal;

    return goal && goal->budget < s->options->limits.time ? goal->budget : s->options->limits.time;
}

mb_status mb_session_start(mb_session *s, int slot, mb_child_body *body, const char *to, bool again,
                           double seconds, mb_error *err)
{
    const struct timespec pause = {0, 200000000};
    const mb_run *run = &s->plan->run[s->run[slot]];
    char beside[MB_REQUEST_BESIDE];
    mb_task task = {.problem = run->problem,
                    .digest = run->digest,
                    .references = s->references,
                    .solver = s->search[slot].goal ? s->search[slot].spec : run->solver,
                    .to = to,
                    .t_end = run->t_end,
                    .time_limit = time_limit(s, slot),
                    .again = again,
                    .brief = run->timing == MB_TIMED_NEAR,
                    .scene = run->series & MB_SERIES_FILE && !s->scratch,
                    .series = run->series};
    mb_process *process = &s->process[slot];
    mb_status status;

    if (s->options->here)
        return make_here(s, body, &task, &s->result[slot]);
    if (s->lanes[slot] > 1) {
        mb_session_beside(s, slot, beside);
        task.lanes = s->lanes[slot];
        task.beside = beside;
    }
    process->result = &s->result[slot];
    process->shared = body != mb_child_time && !mb_is_engine(task.solver);
    process->memory_limit = s->options->limits.memory;
    process->cpu_limit = seconds;
    process->until = s->search[slot].again ? s->options->until : s->until[slot];
    for (int i = 1;; i++) {
        mb_error_clear(err);
        status = mb_process_start(process, &s->crew, body, &task, err);
        if (status == MB_OK || i == START_TRIES || mb_stop_pending())
            return status;
        nanosleep(&pause, NULL);
    }
}

/* [s] of CPU that a child has for ending by itself after its time limit. */
static double grace(double limit)
{
    return fmax(0.5, 0.1 * limit);
}

/* Gives the search of a slot its share of the time that is left to it and those behind it. */
static void share_time(mb_session *s, int slot)
{
    const int left = s->plan->count - s->run[slot];
    const int jobs = s->options->jobs < left ? s->options->jobs : left;
    const double now = mb_clock_wall(), until = s->options->search_until;

    s->until[slot] = until > 0.0 ? now + fmax(0.0, until - now) * jobs / left : s->options->until;
}

/* Starts the measuring pass of a slot: of its run, or of a step that its search tries. */
static mb_status start_measuring(mb_session *s, int slot, mb_error *err)
{
    const double limit = time_limit(s, slot);

    mb_progress_now(&s->progress, s->search[slot].goal ? "searching" : "measuring",
                    &s->plan->run[s->run[slot]]);
    return mb_session_start(s, slot, s->lanes[slot] > 1 ? mb_child_measure_lanes : mb_child_measure,
                            NULL, false, s->lanes[slot] * (limit + grace(limit)), err);
}

/* The search of a slot is over: the run is that of the solver found. */
static void end_search(mb_session *s, int slot)
{
    mb_result *result = &s->result[slot];
    const char *solver = mb_arena_strdup(s->plan->arena, s->search[slot].spec);

    if (solver) {
        s->plan->run[s->run[slot]].solver = solver;
    } else {
        result->status = MB_RUN_ERROR;
        snprintf(result->reason, sizeof result->reason, "no memory for the solver found");
    }
}

/* Whether the time of a search is up before another pass of it would end, which may take twice the time. */
static bool ends_before_next(const mb_session *s, int slot)
{
    return s->until[slot] > 0.0 && mb_clock_wall() + 2.0 * s->process[slot].waited > s->until[slot];
}

/* A measuring pass has ended: whether the search of its slot wants another one. */
static bool goes_on(mb_session *s, int slot)
{
    mb_search *search = &s->search[slot];

    if (s->lanes[slot] > 1) {
        mb_session_part(s, slot);
        return false;
    }
    search->over = ends_before_next(s, slot);
    if (search->goal && mb_search_take(search, &s->result[slot])) {
        mb_result_clear(&s->result[slot]);
        return true;
    }
    if (search->goal)
        end_search(s, slot);
    s->measured[slot] = true;
    return false;
}

/* A measuring pass of a slot has ended: the slot that wants the next one, that or the one that goes
 * on from its search; -1: none does. */
static int next_pass(mb_session *s, int slot)
{
    if (goes_on(s, slot))
        return slot;
    for (slot++; mb_session_continues(s, slot); slot++) {
        s->until[slot] = s->until[slot - 1];
        if (mb_search_begin(&s->search[slot], &s->plan->run[s->run[slot]], s->options->limits.time,
                            &s->search[slot - 1]))
            return slot;
        mb_result_copy(&s->result[slot], &s->result[slot - 1]);
        end_search(s, slot);
        s->measured[slot] = true;
    }
    return -1;
}

void mb_session_stop(mb_session *s, int from, int n)
{
    mb_process_kill_all(&s->process[from], n);
    s->interrupted = true;
}

mb_status mb_session_not_started(mb_session *s, const mb_error *why, mb_error *err)
{
    if (!mb_stop_take())
        return mb_fail(err, why->status, "%s", why->text);
    s->interrupted = true;
    return MB_OK;
}

/* The measuring passes of the window one after another, in this process. */
static mb_status measure_here(mb_session *s, mb_error *err)
{
    mb_status status = MB_OK;

    for (int i = 0; i < s->used; i++)
        for (int slot = s->measured[i] ? -1 : i; slot >= 0; slot = next_pass(s, slot))
            MB_TRY(start_measuring(s, slot, err));
done:
    return status;
}

/* Waits for a pass that was started with nothing beside it. */
static mb_status alone(mb_session *s, int slot, mb_status started, const mb_error *why,
                       mb_error *err)
{
    if (started != MB_OK)
        return mb_session_not_started(s, why, err);
    if (!s->options->here && mb_process_wait(&s->process[slot], 1) == -1)
        mb_session_stop(s, slot, 1);
    return MB_OK;
}

mb_status mb_session_measure(mb_session *s, mb_error *err)
{
    mb_error why = {MB_OK, ""};
    int running = 0, next = 0, slot;

    if (s->options->here)
        return measure_here(s, err);
    if (mb_session_refer(s, err) != MB_OK || s->interrupted)
        return err->status;
    for (;;) {
        int ended;

        while (running < s->options->jobs && why.status == MB_OK &&
               (slot = mb_session_next(s, &next)) >= 0) {
            share_time(s, slot);
            running += start_measuring(s, slot, &why) == MB_OK;
        }
        if (running == 0)
            return why.status == MB_OK ? MB_OK : mb_session_not_started(s, &why, err);
        ended = mb_process_wait(s->process, s->used);
        if (ended == -1) {
            mb_session_stop(s, 0, s->used);
            return MB_OK;
        }
        ended = next_pass(s, ended);
        running -= ended < 0 || start_measuring(s, ended, &why) != MB_OK;
    }
}

/* Measures the solver a ratio refers to where another shard records it: whether it works, and how
 * long it takes, must be known before a pair is timed. */
static mb_status measure_elsewhere(mb_session *s, mb_run *to, mb_error *err)
{
    int slot = s->slots; /* the spare one */

    mb_session_take_slot(s, slot, (int)(to - s->plan->run));
    do {
        mb_error why = {MB_OK, ""};
        mb_status status = alone(s, slot, start_measuring(s, slot, &why), &why, err);

        if (status != MB_OK || s->interrupted)
            return status;
    } while (goes_on(s, slot));
    to->status = s->result[slot].status;
    to->cpu_loop = s->result[slot].cpu_loop;
    return MB_OK;
}

/* The timed passes of one slot, of a measured run or in a further round. */
static mb_status time_slot(mb_session *s, int slot, bool again, mb_error *err)
{
    mb_run *run = &s->plan->run[s->run[slot]];
    const mb_run *to = &s->plan->run[run->to];
    mb_result *result = &s->result[slot];
    const char *solver = mb_plan_is_first(s->plan, run) ? NULL : mb_session_ratio_to(s, run);
    double longest = result->cpu_loop;
    mb_error why = {MB_OK, ""};
    mb_status started;

    if (solver)
        longest += isnan(to->cpu_loop) ? s->options->limits.time : to->cpu_loop;
    mb_progress_now(&s->progress, "timing", run);
    result->phase = MB_PHASE_TIMING;
    s->until[slot] = s->options->until;
    started = mb_session_start(s, slot, mb_child_time, solver, again, 30.0 + 10.0 * longest, &why);
    return alone(s, slot, started, &why, err);
}

/* false: the count failed, so that the run gets no record now.  Other runs may do better; the
 * session ends with an error that tells the first reason. */
static bool count_slot(mb_session *s, int slot)
{
    const mb_run *run = &s->plan->run[s->run[slot]];
    mb_error why = {MB_OK, ""};

    mb_progress_now(&s->progress, "counting", run);
    if (mb_instructions_count(run, s->options->limits.time, &s->result[slot], &why) == MB_OK)
        return true;
    s->interrupted = mb_stop_take();
    if (!s->interrupted && s->uncounted++ == 0)
        mb_fail(&s->why_uncounted, MB_FAILURE, "%.100s/%.100s: %s", run->study, run->id, why.text);
    return false;
}

/* What is made of a measured run by itself: timed passes, counts of instructions. */
static mb_status finish_slot(mb_session *s, int slot, mb_error *err)
{
    mb_run *run = &s->plan->run[s->run[slot]], *to = &s->plan->run[run->to];
    mb_result *result = &s->result[slot];
    mb_status status = MB_OK;

    run->cpu_loop = result->cpu_loop;
    if (timed(s, run) && mb_run_status_timed(result->status)) {
        if (!s->interrupted && to->elsewhere && to->status == MB_RUN_STATUSES)
            MB_TRY(measure_elsewhere(s, to, err));
        if (!s->interrupted)
            MB_TRY(time_slot(s, slot, false, err));
        if (s->interrupted)
            return MB_OK;
    }
    if (s->options->instructions && mb_run_status_timed(result->status)) {
        if (s->interrupted || !count_slot(s, slot))
            return MB_OK;
    }
    run->status = result->status;
    s->whole[slot] = true;
done:
    return status;
}

mb_status mb_session_time_again(mb_session *s, mb_run *run, const json_t *record, json_t **longer,
                                mb_error *err)
{
    const json_t *counters = json_object_get(record, "counters");
    mb_run *to = &s->plan->run[run->to];
    const int slot = s->slots; /* the spare one */
    mb_result *result = &s->result[slot];
    mb_status status = MB_OK;

    *longer = NULL;
    if (to != run && to->status == MB_RUN_STATUSES)
        MB_TRY(measure_elsewhere(s, to, err));
    if (s->interrupted)
        return MB_OK;
    mb_session_take_slot(s, slot, (int)(run - s->plan->run));
    result->status = MB_RUN_OK;
    result->counters.steps = (long)json_integer_value(json_object_get(counters, "steps"));
    result->cpu_loop = isnan(run->cpu_loop) ? s->options->limits.time : run->cpu_loop;
    MB_TRY(time_slot(s, slot, true, err));
    if (s->interrupted || result->status != MB_RUN_OK || result->samples == 0)
        return MB_OK;
    *longer = json_deep_copy(record);
    if (!*longer)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "no memory for a record"));
done:
    return status;
}

mb_status mb_session_finish(mb_session *s, mb_error *err)
{
    mb_status status = MB_OK;

    for (int i = 0; i < s->used && status == MB_OK; i++)
        if (s->measured[i])
            status = finish_slot(s, i, err);
    return status;
}
