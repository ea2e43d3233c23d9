/* SPDX-License-Identifier: MIT */
/* The passes of an engine behind an adapter. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bench/child/child_parts.h"
#include "bench/child/poses.h"
#include "bench/engine/rows.h"

struct pass {
    const mb_task *task;
    mb_result *result; /* of the measuring pass */
    volatile pid_t *adapter;
    mb_arena *arena;
    mb_engine_choice choice;
    mb_poses poses;
    char *job;
    mb_program_output output;
    mb_rows rows;
};

/* What is common to all passes: the mechanism, the job, memory. */
static mb_status prepare(struct pass *p, const char *spec, bool last_only, mb_error *err)
{
    mb_engine_job job = {.choice = &p->choice, .t_end = p->task->t_end, .last_only = last_only};
    size_t n;
    mb_status status;

    if (!p->arena)
        return mb_fail(err, MB_NO_MEMORY, "no memory for an engine");
    MB_TRY(mb_engine_compose(spec, p->arena, &p->choice, err));
    MB_TRY(mb_poses_create(&p->poses, p->task->problem, p->task->digest, p->arena, err));
    job.mechanism = p->poses.foreign.declared;
    job.assembled = &p->poses.foreign.assembled;
    p->job = mb_engine_job_text(&job);
    if (!p->job)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "no memory for a job"));
    n = (size_t)p->poses.foreign.declared->nbodies;
    p->rows.nbodies = (int)n;
    MB_TRY(MB_TAKE(p->arena, &p->rows.numbers, 1 + MB_ROW_NUMBERS * n, err));
done:
    return status;
}

/* One run of the adapter. */
static mb_status call(struct pass *p, mb_error *err)
{
    mb_status status;

    mb_program_output_free(&p->output);
    status = mb_engine_call(&p->choice.engine, p->job, p->task->time_limit, 0.0, p->adapter,
                            &p->output, err);
    p->rows.text = p->output.text;
    p->rows.size = p->output.size;
    return status;
}

static void end(struct pass *p)
{
    free(p->job);
    mb_program_output_free(&p->output);
    mb_poses_free(&p->poses);
    mb_arena_destroy(p->arena);
}

/* Audits every row that is one. */
static mb_status follow(struct pass *p, mb_error *err)
{
    mb_poses *poses = &p->poses;
    double t;
    bool more;
    mb_status status, rows = MB_OK;

    MB_TRY(mb_rows_begin(&p->rows, err));
    while (!poses->locked &&
           (rows = mb_rows_next(&p->rows, &t, poses->next, &more, err)) == MB_OK && more)
        MB_TRY(mb_poses_take(poses, t, err));
    MB_TRY(mb_poses_end(poses, err));
    status = rows;
done:
    mb_audit_end(p->poses.audit);
    return status;
}

/* The status of an adapter that did not end well; false: it did. */
static bool ended_badly(const struct pass *p)
{
    mb_result *r = p->result;
    char said[600], how[MB_PROGRAM_TEXT], after[80] = "";

    mb_engine_complaint(&p->output, said, sizeof said);
    switch (p->output.ended) {
    case MB_PROGRAM_COSTLY:
        r->status = MB_RUN_TIME_LIMIT;
        r->limit = MB_LIMIT_CPU;
        snprintf(r->reason, sizeof r->reason, "stopped after %g s of computing (--time-limit)",
                 p->task->time_limit);
        return true;
    case MB_PROGRAM_LATE:
        r->status = MB_RUN_TIME_LIMIT;
        r->limit = MB_LIMIT_WALL;
        snprintf(r->reason, sizeof r->reason,
                 "the adapter has no end, of %.3g s that it has computed; it waits for something",
                 p->output.cpu);
        return true;
    case MB_PROGRAM_LOUD:
        r->status = MB_RUN_REJECTED;
        snprintf(r->reason, sizeof r->reason, "the adapter writes without end; ended");
        return true;
    case MB_PROGRAM_STOPPED:
    case MB_PROGRAM_BY_ITSELF:
        break;
    }
    if (p->output.exit_status == 0)
        return false;
    r->status =
        p->output.exit_status == MB_ENGINE_NOT_APPLICABLE ? MB_RUN_NOT_APPLICABLE : MB_RUN_CRASHED;
    mb_program_end_words(&p->output, how);
    if (r->points > 0)
        snprintf(after, sizeof after, " after the row at t = %.6g s, up to which it is audited",
                 r->t_reached);
    if (r->status == MB_RUN_NOT_APPLICABLE)
        snprintf(r->reason, sizeof r->reason, "%s", said);
    else
        snprintf(r->reason, sizeof r->reason, "the adapter %s %.60s%s: %s",
                 p->output.exit_status > 128 ? "was" : "ended with", how, after, said);
    return true;
}

static void note_engine(const struct pass *p)
{
    mb_engine_result *e = &p->result->engine;
    const mb_engine *engine = &p->choice.engine;

    mb_copy_plain(e->name, sizeof e->name, engine->title);
    mb_copy_plain(e->version, sizeof e->version, engine->version);
    mb_copy_plain(e->precision, sizeof e->precision, engine->precision);
    e->process = p->output.cpu;
}

static mb_status measure(struct pass *p, mb_error *err)
{
    mb_result *result = p->result;
    mb_status status;

    MB_TRY(prepare(p, p->task->solver, false, err));
    MB_TRY(call(p, err));
    note_engine(p);
    mb_poses_note(&p->poses, p->choice.integrator->mid_step, result);
    if (p->output.exit_status == MB_ENGINE_NOT_APPLICABLE)
        return MB_OK;
    MB_TRY(mb_poses_begin(&p->poses,
                          &(mb_audit_plan){.h = p->choice.h,
                                           .t_end = p->task->t_end,
                                           .series = p->task->series,
                                           .references = p->task->references},
                          p->arena, err));
    MB_TRY(follow(p, err));
    snprintf(result->engine.warnings, sizeof result->engine.warnings, "%s", p->rows.warnings);
    if (p->rows.ended) {
        result->counters.steps = p->rows.steps;
        result->cpu_loop = result->cpu_steps = p->rows.cpu;
    }
    if (!p->poses.locked) {
        MB_TRY(mb_rows_reach(&p->rows, p->choice.h, p->task->t_end, err));
        MB_TRY(mb_rows_believe(&p->rows, p->choice.h, p->task->t_end, p->output.cpu, err));
    }
done:
    return status;
}

static mb_run_status foreign_status(mb_status status)
{
    return status == MB_NON_FINITE    ? MB_RUN_NON_FINITE
           : status == MB_UNCONVERGED ? MB_RUN_UNCONVERGED
                                      : MB_RUN_REJECTED;
}

void mb_child_measure_engine(const mb_task *task, mb_result *result)
{
    struct pass p = {
        .task = task, .result = result, .adapter = &result->adapter, .arena = mb_arena_create()};
    mb_error err = {MB_OK, ""};
    mb_status status = measure(&p, &err);

    if (p.output.text && ended_badly(&p)) {
        /* why is told by the adapter's end, not by the rows that it leaves torn */
    } else if (status != MB_OK) {
        mb_child_explain(result, status, &err);
        if (p.output.text)
            result->status = foreign_status(status);
    } else if (p.poses.locked) {
        result->status = MB_RUN_LOCKED;
    } else {
        mb_child_judge(result);
    }
    result->phase = MB_PHASE_DONE;
    end(&p);
}

struct mb_timed_engine {
    struct pass pass;
    const char *spec;
};

mb_status mb_timed_engine_create(const mb_task *task, const char *spec, volatile pid_t *adapter,
                                 mb_timed_engine **engine, mb_error *err)
{
    mb_timed_engine *e = calloc(1, sizeof *e);

    *engine = e;
    if (!e)
        return mb_fail(err, MB_NO_MEMORY, "no memory for an engine");
    e->spec = spec;
    e->pass = (struct pass){.task = task, .adapter = adapter, .arena = mb_arena_create()};
    return prepare(&e->pass, spec, true, err);
}

mb_status mb_timed_engine_run(mb_timed_engine *engine, double *seconds, mb_error *err)
{
    struct pass *p = &engine->pass;
    char said[600];
    double t;
    bool more;
    mb_status status;

    MB_TRY(call(p, err));
    mb_engine_complaint(&p->output, said, sizeof said);
    if (p->output.ended != MB_PROGRAM_BY_ITSELF || p->output.exit_status != 0)
        MB_TRY(mb_fail(err, MB_FAILURE, "a timed pass of %s failed: %s", engine->spec, said));
    MB_TRY(mb_rows_begin(&p->rows, err));
    do
        MB_TRY(mb_rows_next(&p->rows, &t, p->poses.next, &more, err));
    while (more);
    *seconds = fmax(p->rows.cpu, 1e-9);
done:
    return status;
}

void mb_timed_engine_destroy(mb_timed_engine *engine)
{
    if (engine)
        end(&engine->pass);
    free(engine);
}
