#include "bench/session.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/stop.h"
#include "bench/clock.h"
#include "bench/environment.h"
#include "bench/instructions.h"
#include "bench/process.h"
#include "bench/resume.h"
#include "bench/store.h"
#include "report/grade.h"

enum {
    RUNS_A_JOB = 4, /* in a window, so that a long run does not leave the other jobs idle */
    START_TRIES = 5,
};

static const double sync_interval = 1.0; /* [s] of work that a power cut may cost */

struct mb_session {
    mb_fork_server server;
    mb_plan *plan;
    const mb_session_options *options;
    mb_store *store;
    json_t *environment;
    mb_progress progress;
    double synced;       /* wall clock when the records were last made to last */
    int next;            /* first run of the plan that no window has taken */
    int slots, used;     /* of the window */
    int *run;            /* (slots + 1) index in the plan; the last slot is a spare */
    mb_result *result;   /* (slots + 1) */
    mb_process *process; /* (slots + 1) */
    mb_search *search;   /* (slots + 1) of the runs that ask for one */
    bool *measured;      /* (slots + 1) its measuring pass has ended by itself or by a limit */
    bool *whole;         /* (slots) measured, and timed if it was to be */
    int uncounted;       /* runs without a record as their instructions could not be counted */
    mb_error why_uncounted;
    bool interrupted;
};

/* Solver a run's CPU ratio refers to; NULL when that one failed. */
static const char *ratio_to(const mb_session *s, const mb_run *run)
{
    const mb_run *to = &s->plan->run[run->to];

    return to == run || mb_run_status_timed(to->status) ? to->solver : NULL;
}

/* Whether the run gets timed passes. */
static bool timed(const mb_session *s, const mb_run *run)
{
    return s->options->timing && run->timing;
}

static mb_status copy_record(mb_session *s, const mb_run *run, const mb_stored *stored,
                             mb_error *err)
{
    json_t *record, *copy;
    mb_status status = mb_store_read(s->store, stored, &record, err);

    if (status != MB_OK)
        return status;
    copy = mb_record_copy(record, run, mb_plan_is_first(s->plan, run));
    status = mb_store_append(s->store, copy, err);
    json_decref(copy);
    json_decref(record);
    return status;
}

/* Solver that a search found, which CPU ratios of other runs may refer to */
static mb_status take_solver(mb_session *s, mb_run *run, const mb_stored *stored, mb_error *err)
{
    const char *solver;
    json_t *record;
    mb_status status = mb_store_read(s->store, stored, &record, err);

    if (status != MB_OK)
        return status;
    solver = json_string_value(json_object_get(record, "solver"));
    if (solver)
        run->solver = mb_arena_strdup(s->plan->arena, solver);
    json_decref(record);
    return run->solver ? MB_OK : mb_fail(err, MB_NO_MEMORY, "no memory for the list of runs");
}

/* Settles a run from the record file if it can: *settled. */
static mb_status settle(mb_session *s, mb_run *run, bool *settled, mb_error *err)
{
    const mb_stored *found;
    bool own;
    mb_status status = mb_store_refresh(s->store, err);

    if (status != MB_OK)
        return status;
    found = mb_resume_find(s->options, s->plan, run, s->store, &own);
    *settled = found;
    if (!found)
        return MB_OK;
    run->status = found->status;
    if (run->search)
        status = take_solver(s, run, found, err);
    if (status == MB_OK && !own)
        status = copy_record(s, run, found, err);
    if (status == MB_OK)
        mb_progress_done(&s->progress, run, NULL, true);
    return status;
}

static bool in_window(const mb_session *s, uint64_t key)
{
    for (int i = 0; i < s->used; i++)
        if (s->plan->run[s->run[i]].key == key)
            return true;
    return false;
}

/* Puts a run into a slot.  Nothing of the run that was there before is left: whatever ends a window
 * early, the result of a slot is empty until the slot's own pass fills it in. */
static void take_slot(mb_session *s, int slot, int run)
{
    s->run[slot] = run;
    s->measured[slot] = false;
    if (slot < s->slots)
        s->whole[slot] = false;
    mb_result_clear(&s->result[slot]);
    mb_search_begin(&s->search[slot], &s->plan->run[run]);
}

/* Takes the next runs that need running.  A run whose key is in the window already waits for the
 * next window, where it will be copied. */
static mb_status fill_window(mb_session *s, mb_error *err)
{
    s->used = 0;
    while (s->next < s->plan->count && s->used < s->slots) {
        mb_run *run = &s->plan->run[s->next];
        bool settled;
        mb_status status;

        if (run->elsewhere) {
            s->next++;
            continue;
        }
        if (in_window(s, run->key))
            break;
        status = settle(s, run, &settled, err);
        if (status != MB_OK)
            return status;
        if (!settled)
            take_slot(s, s->used++, s->next);
        s->next++;
        if (mb_stop_take()) {
            s->interrupted = true;
            s->used = 0;
            break;
        }
    }
    return MB_OK;
}

/* Starts a pass in a slot, of so many seconds of CPU.  A process that the system does not give at
 * once it may give when others have ended. */
static mb_status start(mb_session *s, int slot, mb_child_body *body, const char *to, double seconds,
                       mb_error *err)
{
    const struct timespec pause = {0, 200000000};
    const mb_run *run = &s->plan->run[s->run[slot]];
    mb_task task = {.problem = run->problem,
                    .solver = s->search[slot].goal ? s->search[slot].spec : run->solver,
                    .to = to,
                    .t_end = run->t_end,
                    .time_limit = s->options->limits.time,
                    .series = run->series};
    mb_process *process = &s->process[slot];
    mb_status status;

    process->result = &s->result[slot];
    process->memory_limit = s->options->limits.memory;
    process->cpu_limit = seconds;
    for (int i = 1;; i++) {
        mb_error_clear(err);
        status = mb_process_start(process, &s->server, body, &task, err);
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

/* Starts the measuring pass of a slot: of its run, or of a step that its search tries. */
static mb_status start_measuring(mb_session *s, int slot, mb_error *err)
{
    const double limit = s->options->limits.time;

    mb_progress_now(&s->progress, s->search[slot].goal ? "searching" : "measuring",
                    &s->plan->run[s->run[slot]]);
    return start(s, slot, mb_child_measure, NULL, limit + grace(limit), err);
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

/* A measuring pass has ended: whether the search of its slot wants another one. */
static bool goes_on(mb_session *s, int slot)
{
    mb_search *search = &s->search[slot];

    if (search->goal && mb_search_take(search, &s->result[slot])) {
        mb_result_clear(&s->result[slot]);
        return true;
    }
    if (search->goal)
        end_search(s, slot);
    s->measured[slot] = true;
    return false;
}

/* Ends what runs in some slots when the program is to stop. */
static void stop(mb_session *s, int from, int n)
{
    mb_process_kill_all(&s->process[from], n);
    s->interrupted = true;
}

/* What a pass that could not be started means: why, or the program was to stop. */
static mb_status not_started(mb_session *s, const mb_error *why, mb_error *err)
{
    if (!mb_stop_take())
        return mb_fail(err, why->status, "%s", why->text);
    s->interrupted = true;
    return MB_OK;
}

/* The measuring passes of the window, up to `jobs` side by side.  MB_FAILURE: one could not be
 * started; those beside it have ended. */
static mb_status measure(mb_session *s, mb_error *err)
{
    mb_error why = {MB_OK, ""};
    int running = 0, next = 0;

    for (;;) {
        int ended;

        while (next < s->used && running < s->options->jobs && why.status == MB_OK)
            running += start_measuring(s, next++, &why) == MB_OK;
        if (running == 0)
            return why.status == MB_OK ? MB_OK : not_started(s, &why, err);
        ended = mb_process_wait(s->process, s->used);
        if (ended == -1) {
            stop(s, 0, s->used);
            return MB_OK;
        }
        running -= !goes_on(s, ended) || start_measuring(s, ended, &why) != MB_OK;
    }
}

/* Waits for a pass that was started with nothing beside it. */
static mb_status alone(mb_session *s, int slot, mb_status started, const mb_error *why,
                       mb_error *err)
{
    if (started != MB_OK)
        return not_started(s, why, err);
    if (mb_process_wait(&s->process[slot], 1) == -1)
        stop(s, slot, 1);
    return MB_OK;
}

/* Measures the solver a ratio refers to where another shard records it: whether it works, and how
 * long it takes, must be known before a pair is timed. */
static mb_status measure_elsewhere(mb_session *s, mb_run *to, mb_error *err)
{
    int slot = s->slots; /* the spare one */

    take_slot(s, slot, (int)(to - s->plan->run));
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

/* The timed passes of one slot. */
static mb_status time_slot(mb_session *s, int slot, mb_error *err)
{
    mb_run *run = &s->plan->run[s->run[slot]];
    const mb_run *to = &s->plan->run[run->to];
    mb_result *result = &s->result[slot];
    const char *solver = mb_plan_is_first(s->plan, run) ? NULL : ratio_to(s, run);
    double longest = result->cpu_loop;
    mb_error why = {MB_OK, ""};
    mb_status started;

    if (solver)
        longest += isnan(to->cpu_loop) ? s->options->limits.time : to->cpu_loop;
    mb_progress_now(&s->progress, "timing", run);
    result->phase = MB_PHASE_TIMING;
    started = start(s, slot, mb_child_time, solver, 30.0 + 10.0 * longest, &why);
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
            MB_TRY(time_slot(s, slot, err));
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

static mb_status finish_window(mb_session *s, mb_error *err)
{
    mb_status status = MB_OK;

    for (int i = 0; i < s->used && status == MB_OK; i++)
        if (s->measured[i])
            status = finish_slot(s, i, err);
    return status;
}

/* What is said of a run: its reason; of one that finished in no class, what denies it one. */
static const char *remark_on(mb_session *s, const json_t *record, const mb_result *result,
                             char why[MB_WHY_SIZE + 16])
{
    mb_row row = {.record = record, .ok = result->status == MB_RUN_OK};
    char text[MB_WHY_SIZE];

    mb_why_no_class(&row, text);
    if (!*text)
        return result->reason;
    s->progress.classless++;
    snprintf(why, MB_WHY_SIZE + 16, "in no class: %s", text);
    return why;
}

static mb_status record_slot(mb_session *s, int slot, mb_error *err)
{
    const mb_run *run = &s->plan->run[s->run[slot]];
    mb_result *result = &s->result[slot];
    char series[512];
    const mb_search *search = s->search[slot].goal ? &s->search[slot] : NULL;
    mb_record_extra extra = {s->options->limits, NULL, NULL, series, search};
    char why[MB_WHY_SIZE + 16];
    const char *remark;
    json_t *record;
    mb_status status;

    MB_TRY(mb_store_series(s->store, run, result, series, sizeof series, err));
    extra.to = ratio_to(s, run);
    extra.environment = mb_environment_now(s->environment);
    record = mb_record(run, result, &extra);
    status = mb_store_append(s->store, record, err);
    remark = remark_on(s, record, result, why);
    if (search && *search->reason)
        remark = search->reason;
    json_decref(record);
    json_decref(extra.environment);
    if (status == MB_OK) {
        mb_progress_problem(&s->progress, run->problem, result->start.told, result->note);
        mb_progress_done(&s->progress, run, remark, false);
    }
done:
    return status;
}

/* The end of a window; force: of the last one. */
static mb_status sync_records(mb_session *s, bool force, mb_error *err)
{
    double now = mb_clock_wall();

    if (!force && now - s->synced < sync_interval)
        return MB_OK;
    s->synced = now;
    return mb_store_sync(s->store, err);
}

/* The runs of a window that are whole have records, whatever ended it. */
static mb_status run_window(mb_session *s, mb_error *err)
{
    mb_error first = {MB_OK, ""}, later = {MB_OK, ""};
    mb_status status;

    measure(s, &first);
    finish_window(s, &first);
    for (int i = 0; i < s->used && later.status == MB_OK; i++)
        if (s->whole[i])
            record_slot(s, i, &later);
    if (first.status == MB_OK)
        first = later;
    status = first.status;
    return status == MB_OK ? MB_OK : mb_fail(err, status, "%s", first.text);
}

static mb_status run_windows(mb_session *s, mb_error *err)
{
    mb_status status;

    while (s->next < s->plan->count && !s->interrupted) {
        MB_TRY(fill_window(s, err));
        MB_TRY(run_window(s, err));
        MB_TRY(sync_records(s, false, err));
    }
    MB_TRY(sync_records(s, true, err));
    if (s->uncounted > 0)
        status =
            mb_fail(err, MB_FAILURE,
                    "--instructions: %d runs have no record, for they could not be counted; the "
                    "first is %s",
                    s->uncounted, s->why_uncounted.text);
done:
    return status;
}

mb_status mb_session_create(const mb_session_options *options, mb_session **session, mb_error *err)
{
    mb_session *s = calloc(1, sizeof *s);

    *session = s;
    if (!s)
        return mb_fail(err, MB_NO_MEMORY, "no memory for a session");
    s->options = options;
    s->slots = options->jobs > 1 ? RUNS_A_JOB * options->jobs : 1;
    s->run = calloc((size_t)s->slots + 1, sizeof *s->run);
    s->process = calloc((size_t)s->slots + 1, sizeof *s->process);
    s->search = calloc((size_t)s->slots + 1, sizeof *s->search);
    s->measured = calloc((size_t)s->slots + 1, sizeof *s->measured);
    s->whole = calloc((size_t)s->slots, sizeof *s->whole);
    s->result = mb_results_map(s->slots + 1);
    if (!s->run || !s->process || !s->search || !s->measured || !s->whole || !s->result)
        return mb_fail(err, MB_NO_MEMORY, "no memory for %d jobs", options->jobs);
    return mb_fork_server_start(&s->server, err);
}

void mb_session_destroy(mb_session *session)
{
    if (!session)
        return;
    mb_fork_server_stop(&session->server);
    mb_store_close(session->store);
    mb_results_unmap(session->result, session->slots + 1);
    json_decref(session->environment);
    free(session->process);
    free(session->measured);
    free(session->search);
    free(session->whole);
    free(session->run);
    free(session);
}

static int count_own(const mb_plan *plan)
{
    int n = 0;

    for (int i = 0; i < plan->count; i++)
        n += !plan->run[i].elsewhere;
    return n;
}

mb_status mb_session_run(mb_session *s, mb_plan *plan, bool *interrupted, mb_error *err)
{
    const mb_session_options *options = s->options;
    sigset_t signals;
    mb_status status;

    s->plan = plan;
    mb_process_begin(&signals);
    s->environment = mb_environment();
    if (!s->environment)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "no memory for the environment"));
    MB_TRY(mb_store_open(options->out, &s->store, err));
    if (mb_store_was_torn(s->store))
        fprintf(stderr, "mbsbench: the last line of %s was torn and has been cut off\n",
                options->out);
    if (!mb_process_sees_memory())
        fputs("mbsbench: the system does not tell the size of a process (/proc is not there): "
              "--memory-limit is not enforced\n",
              stderr);
    if (mb_store_lost_series(s->store) > 0)
        fprintf(stderr,
                "mbsbench: %d records of %s have lost their series, and with them the charts of "
                "time; --rerun makes them again\n",
                mb_store_lost_series(s->store), options->out);
    mb_progress_start(&s->progress, options->progress, count_own(plan));
    status = run_windows(s, err);
    if (status == MB_OK)
        mb_progress_end(&s->progress, options->out, s->interrupted);
    else
        mb_progress_abandon(&s->progress);
done:
    *interrupted = s->interrupted;
    mb_process_end(&signals);
    return status;
}
