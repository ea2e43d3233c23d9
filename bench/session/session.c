/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/stop.h"
#include "bench/child/clock.h"
#include "bench/environment.h"
#include "bench/mechanism/kept_reference.h"
#include "bench/session/resume.h"
#include "bench/session/session_parts.h"
#include "report/records/grade.h"
#include "report/records/remarks.h"

/* In a window, so that a long run does not leave the other jobs idle: so many runs a job, or more
 * where no timed passes keep the jobs waiting. */
enum { RUNS_A_JOB = 4, UNTIMED_A_JOB = 16, UNTIMED_MOST = 64 };

enum { MORE_CLASSES = 4 }; /* slots for runs that go on from a window's last one */

static const double sync_interval = 1.0; /* [s] of work that a power cut may cost */

/* Appends a record for a run: under its name where it was made for another one (own: it was not). */
static mb_status copy_record(mb_session *s, const mb_run *run, const mb_stored *stored, bool own,
                             mb_error *err)
{
    json_t *record, *copy;
    mb_status status = mb_store_read(s->store, stored, &record, err);

    if (status != MB_OK)
        return status;
    copy = own ? json_incref(record) : mb_record_copy(record, run, mb_plan_is_first(s->plan, run));
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

/* Whether a record of the cell that something else made, another version of the program, stands behind
 * all that this one has of it: the last one is the one that counts. */
static bool is_outdated(const mb_session *s, const mb_run *run)
{
    const mb_stored *newest = mb_store_newest(s->store, run->cell);

    return newest && newest->key != run->key;
}

/* Settles a run from the record file if it can: *settled. */
static mb_status settle(mb_session *s, mb_run *run, bool *settled, mb_error *err)
{
    const mb_stored *found;
    bool own;
    mb_status status = MB_OK;

    found = mb_resume_find(s->options, s->plan, run, s->store, &own);
    *settled = found;
    if (!found)
        return MB_OK;
    run->status = found->status;
    if (run->search)
        status = take_solver(s, run, found, err);
    if (status == MB_OK && (!own || is_outdated(s, run)))
        status = copy_record(s, run, found, own, err);
    if (status == MB_OK)
        mb_progress_done(&s->progress, run, NULL, true);
    return status;
}

/* Slots of a window of runs that are measured alone */
static int slots_of(int jobs)
{
    const int untimed = UNTIMED_A_JOB * jobs < UNTIMED_MOST ? UNTIMED_A_JOB * jobs : UNTIMED_MOST;
    const int timed = RUNS_A_JOB * jobs;

    return MORE_CLASSES + (jobs == 1 ? 1 : timed > untimed ? timed : untimed);
}

/* Whether a window takes one more run: those that share a search stay together, and those that are
 * measured side by side fill one. */
static bool has_room(const mb_session *s, const mb_run *run)
{
    const int jobs = s->options->jobs;
    int timed = 0;

    if (run->continues)
        return s->used < s->slots;
    if (s->used > 0 && mb_session_alike(s, &s->plan->run[s->run[0]], run))
        return s->used < s->options->lanes * jobs;
    for (int i = 0; i < s->used; i++)
        timed += s->plan->run[s->run[i]].timing == MB_TIMED;
    return s->used < slots_of(jobs) - MORE_CLASSES && (jobs == 1 || timed < RUNS_A_JOB * jobs);
}

static bool in_window(const mb_session *s, uint64_t key)
{
    for (int i = 0; i < s->used; i++)
        if (s->plan->run[s->run[i]].key == key)
            return true;
    return false;
}

/* Takes the next runs that need running.  A run whose key is in the window already waits for the
 * next window, where it will be copied. */
static mb_status fill_window(mb_session *s, mb_error *err)
{
    mb_status status = mb_store_refresh(s->store, err);

    s->used = 0;
    if (status != MB_OK)
        return status;
    while (s->next < s->plan->count && has_room(s, &s->plan->run[s->next])) {
        mb_run *run = &s->plan->run[s->next];
        bool settled;

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
            mb_session_take_slot(s, s->used++, s->next);
        s->next++;
        if (settled && mb_stop_take()) { /* passes look by themselves */
            s->interrupted = true;
            s->used = 0;
            break;
        }
    }
    return MB_OK;
}

enum { REMARK_SIZE = MB_WHY_SIZE + MB_REMARK_SIZE + 16 };

/* What is said of a run: its reason; of one that finished in no class, what denies it one; and what an
 * engine has warned of. */
static const char *remark_on(mb_session *s, const json_t *record, const mb_result *result,
                             char why[REMARK_SIZE])
{
    mb_report_run row = mb_row_of(record, NULL);
    char text[MB_WHY_SIZE], warning[MB_REMARK_SIZE];

    mb_why_no_class(&row, text);
    mb_remark_engine(record, warning);
    s->progress.classless += *text != '\0';
    if (!*text && (!*warning || *result->reason))
        return result->reason;
    snprintf(why, REMARK_SIZE, "%s%s%s%s", *text ? "in no class: " : "", text,
             *text && *warning ? "; " : "", warning);
    return why;
}

static mb_status record_slot(mb_session *s, int slot, mb_error *err)
{
    const mb_run *run = &s->plan->run[s->run[slot]];
    mb_result *result = &s->result[slot];
    char series[512];
    const mb_search *search = s->search[slot].goal ? &s->search[slot] : NULL;
    mb_record_extra extra = {s->options->limits, NULL, NULL, series, NULL, search};
    char why[REMARK_SIZE];
    const char *remark;
    json_t *record;
    mb_status status;

    MB_TRY(mb_store_series(s->store, run, result, series, sizeof series, err));
    MB_TRY(mb_session_scene(s, run, &extra.scene, err));
    extra.to = mb_session_ratio_to(s, run);
    extra.environment = mb_store_environment(s->store, s->now);
    record = mb_record(run, result, &extra);
    status = mb_store_append(s->store, record, err);
    remark = remark_on(s, record, result, why);
    if (search && *search->reason)
        remark = search->reason;
    json_decref(record);
    json_decref(extra.environment);
    if (status == MB_OK) {
        mb_progress_problem(&s->progress, run->problem, result->start.told,
                            result->expected ? "" : result->note);
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
    mb_error first = {MB_OK, ""}, later = {MB_OK, ""}, unheeded;
    mb_status status;

    mb_session_measure(s, &first);
    mb_session_finish(s, &first);
    s->now = mb_environment_now(s->environment);
    mb_store_hold(s->store, &later);
    for (int i = 0; i < s->used && later.status == MB_OK; i++)
        if (s->whole[i])
            record_slot(s, i, &later);
    mb_store_let_go(s->store, later.status == MB_OK ? &later : &unheeded);
    json_decref(s->now);
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
    if (!s->interrupted)
        MB_TRY(mb_session_near(s, err));
    if (!s->interrupted)
        MB_TRY(mb_session_rounds(s, err));
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
    s->slots = slots_of(options->jobs);
    if (s->slots < options->lanes * options->jobs)
        s->slots = options->lanes * options->jobs;
    s->run = calloc((size_t)s->slots + 1, sizeof *s->run);
    s->process = calloc((size_t)s->slots + 1, sizeof *s->process);
    s->search = calloc((size_t)s->slots + 1, sizeof *s->search);
    s->until = calloc((size_t)s->slots + 1, sizeof *s->until);
    s->lanes = calloc((size_t)s->slots + 1, sizeof *s->lanes);
    s->alone = calloc((size_t)s->slots + 1, sizeof *s->alone);
    s->measured = calloc((size_t)s->slots + 1, sizeof *s->measured);
    s->whole = calloc((size_t)s->slots, sizeof *s->whole);
    s->result = mb_results_map(s->slots + 1);
    if (!s->run || !s->process || !s->search || !s->until || !s->lanes || !s->alone ||
        !s->measured || !s->whole || !s->result)
        return mb_fail(err, MB_NO_MEMORY, "no memory for %d jobs", options->jobs);
    return options->here ? MB_OK : mb_crew_create(&s->crew, options->jobs, err);
}

void mb_session_destroy(mb_session *session)
{
    if (!session)
        return;
    mb_crew_destroy(&session->crew);
    mb_store_close(session->store);
    mb_results_unmap(session->result, session->slots + 1);
    json_decref(session->environment);
    free(session->process);
    free(session->lanes);
    free(session->alone);
    free(session->measured);
    free(session->search);
    free(session->until);
    free(session->whole);
    free(session->run);
    free(session->referred);
    if (session->scratch)
        mb_reference_scratch_remove(session->references);
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
    if (!options->here)
        mb_process_begin(&signals);
    s->environment = mb_environment();
    if (!s->environment)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "no memory for the environment"));
    MB_TRY(mb_store_open(options->out, &s->store, err));
    mb_reference_folder(options->out, s->references, sizeof s->references);
    if (mb_store_was_torn(s->store))
        fprintf(stderr, "mbsbench: the last line of %s was torn and has been cut off\n",
                options->out);
    if (!options->here && !mb_process_sees_memory())
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
    if (!options->here)
        mb_process_end(&signals);
    return status;
}
