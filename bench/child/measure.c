/* SPDX-License-Identifier: MIT */
/* The measuring pass. */
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "bench/audit/audit.h"
#include "bench/audit/truth.h"
#include "bench/child/child_parts.h"
#include "bench/child/clock.h"
#include "bench/child/step_times.h"
#include "bench/mechanism/problem_file.h"

/* [bytes] that stay with the process when runs end, for those that follow; larger pieces do not */
enum { KEPT = 8 << 20, LARGE = 1 << 20 };

static mb_run_status run_status(mb_status status)
{
    switch (status) {
    case MB_OK:
        return MB_RUN_OK;
    case MB_STEP_FAILED:
    case MB_DIVERGED:
        return MB_RUN_DIVERGED;
    case MB_SINGULAR:
        return MB_RUN_SINGULAR;
    case MB_NON_FINITE:
        return MB_RUN_NON_FINITE;
    case MB_NOT_APPLICABLE:
        return MB_RUN_NOT_APPLICABLE;
    case MB_NO_MEMORY:
        return MB_RUN_MEMORY_LIMIT;
    case MB_UNCONVERGED:
        return MB_RUN_UNCONVERGED;
    case MB_BAD_INPUT:
    case MB_FAILURE:
        break;
    }
    return MB_RUN_ERROR;
}

/* A malloc that nobody can leave out shows whether the program counts its allocations. */
bool mb_child_counts_allocations(void)
{
    long before = mb_alloc_counts_now().own;
    void *volatile p = malloc(1);

    free(p);
    return mb_alloc_counts_now().own > before;
}

/* Whether the note is on repeated rows alone, and the mechanism file says that it has some. */
static bool is_expected(const mb_model *model)
{
    const mb_plain_mechanism *m = model->declared;
    bool any = false;

    for (int i = 0; m && i < m->njoints; i++)
        any = any || m->joint[i].redundant;
    return any && model->massless < 0 && model->rank < model->nv;
}

void mb_child_note_model(const mb_model *model, mb_result *result)
{
    const mb_start_report *r = &model->start;

    result->nq = model->nq;
    result->nv = model->nv;
    result->m = model->m;
    result->mh = model->mh;
    result->rank = model->rank;
    result->traits = model->traits;
    snprintf(result->coordinates, sizeof result->coordinates, "%s", model->coordinates);

    result->start_correction = model->start_correction;
    result->start.positions = r->positions;
    result->start.velocities = r->velocities;
    result->start.change = r->change;
    if (r->largest >= 0 && (r->positions > 0.0 || r->velocities > 0.0))
        mb_start_change_name(model, result->start.largest, sizeof result->start.largest);
    mb_start_change_text(model, result->start.told, sizeof result->start.told);
    mb_rank_text(model, result->note, sizeof result->note);
    result->not_unique = mb_redundant_rows(model) > 0;
    result->expected = is_expected(model);
    result->rigid = model->rank == model->nv && model->traits & MB_SCLERONOMIC;
}

mb_status mb_child_solver(const mb_task *task, const mb_model *model, mb_result *result,
                          mb_solver **solver, mb_error *err)
{
    mb_status status;

    mb_child_note_model(model, result);
    MB_TRY(mb_solver_create(model, task->solver, solver, err));
    snprintf(result->picked, sizeof result->picked, "%s", (*solver)->picked);
    if (!(task->t_end > model->t0))
        status = mb_fail(err, MB_FAILURE, "t_end %g is not after the start of %s at %g",
                         task->t_end, task->problem, model->t0);
done:
    return status;
}

static mb_status set_up(const mb_task *task, mb_result *result, mb_model **model,
                        mb_solver **solver, mb_error *err)
{
    double start = mb_clock_cpu();
    mb_status status;

    MB_TRY(mb_problem_model(task->problem, task->digest, model, err));
    MB_TRY(mb_child_solver(task, *model, result, solver, err));
done:
    result->cpu_setup = mb_clock_cpu() - start;
    return status;
}

uint64_t mb_state_hash(const mb_solver *solver)
{
    const mb_state *state = &solver->state;
    uint64_t hash = mb_hash(MB_HASH_START, &state->t, sizeof state->t);

    hash = mb_hash(hash, state->q, sizeof *state->q * (size_t)solver->model->nq);
    return mb_hash(hash, state->v, sizeof *state->v * (size_t)solver->model->nv);
}

static void keep_state(const mb_solver *solver, mb_result *result)
{
    int nq = solver->model->nq, nv = solver->model->nv;

    result->state_hash = mb_state_hash(solver);
    result->state_size = nq + nv;
    for (int i = 0; i < nq + nv && i < MB_STATE_KEPT; i++)
        result->state[i] = i < nq ? solver->state.q[i] : solver->state.v[i - nq];
}

mb_status mb_child_step_taken(mb_solver *solver, mb_audit *audit, mb_status status,
                              mb_result *result, mb_error *err)
{
    if (status != MB_OK)
        status = mb_audit_failed(audit, status, err);
    result->counters = solver->counters;
    if (status == MB_OK)
        status = mb_audit_step(audit, solver, err);
    if (status == MB_OK && mb_audit_locked(audit, solver))
        result->status = MB_RUN_LOCKED;
    return status;
}

/* The time loop; true in *late when the time limit ended it, at that CPU time of this thread.  A
 * locked mechanism ends it with that status. */
static mb_status loop(const mb_task *task, mb_solver *solver, mb_audit *audit,
                      mb_deadline *deadline, mb_result *result, bool *late, mb_error *err)
{
    long before = mb_alloc_counts_now().own;
    mb_step_times times = {0};
    double start = mb_clock_cpu();
    bool goes_on = solver->state.t < task->t_end;
    mb_status status = MB_OK;

    while (goes_on && !*late) {
        long library = mb_alloc_counts_now().library; /* the audit's are not the steps' */

        mb_step_begins(&times);
        status = mb_solver_step(solver, task->t_end, err);
        mb_step_is_made(&times);
        result->allocations.library += mb_alloc_counts_now().library - library;
        status = mb_child_step_taken(solver, audit, status, result, err);
        result->allocations.own = mb_alloc_counts_now().own - before;
        goes_on =
            status == MB_OK && result->status != MB_RUN_LOCKED && solver->state.t < task->t_end;
        *late = goes_on && mb_deadline_is_past(deadline);
        mb_step_ends(&times);
    }
    result->cpu_loop = mb_clock_cpu() - start;
    result->cpu_steps = mb_step_times_of(&times, result->cpu_loop);
    mb_audit_end(audit);
    return status;
}

void mb_child_judge(mb_result *result)
{
    const struct {
        const char *what;
        double value;
    } finite[] = {{"a final |Phi|", result->norm[MB_AT_POSITION][MB_L2].last},
                  {"a final |Phi-dot|", result->norm[MB_AT_VELOCITY][MB_L2].last},
                  {"a final energy drift", result->energy.last},
                  {"a largest energy drift", result->energy.max_abs},
                  {"a largest kinetic energy", result->energy.max_kinetic},
                  {"joints open by", result->gap}};

    result->status = MB_RUN_REJECTED;
    for (size_t i = 0; i < sizeof finite / sizeof *finite; i++)
        if (!isfinite(finite[i].value)) {
            snprintf(result->reason, sizeof result->reason,
                     "the solver reports success, but the audit finds %s = %g", finite[i].what,
                     finite[i].value);
            return;
        }
    if (result->gap > result->scale) {
        snprintf(result->reason, sizeof result->reason,
                 "the solver reports success, but the audit finds joints open by %g m, more than "
                 "the size of the mechanism, %g m",
                 result->gap, result->scale);
    } else if (!isnan(result->branch_time)) {
        result->status = MB_RUN_BRANCH_CHANGE;
        snprintf(result->reason, sizeof result->reason,
                 "left the reference's branch at t = %.9g s; the run went on to its end",
                 result->branch_time);
    } else {
        result->status = MB_RUN_OK;
    }
}

void mb_child_explain(mb_result *result, mb_status status, const mb_error *err)
{
    const char *text = err->text[0] ? err->text : mb_status_text(status);
    char why[1024];

    if (status == MB_SINGULAR && result->note[0] && !strstr(text, result->note)) {
        snprintf(why, sizeof why, "%.600s; %s", text, result->note);
        text = why;
    }
    if (result->phase == MB_PHASE_LOOP && result->points > 0)
        snprintf(result->reason, sizeof result->reason, "%.900s (after t = %.9g s, %ld step%s)",
                 text, result->t_reached, result->points, result->points == 1 ? "" : "s");
    else if (result->phase == MB_PHASE_LOOP && isfinite(result->t_reached))
        snprintf(result->reason, sizeof result->reason, "%.900s (in the first step)", text);
    else
        snprintf(result->reason, sizeof result->reason, "%s", text);
    result->status = run_status(status);
}

void mb_child_refer(const mb_task *task, mb_result *result)
{
    mb_arena *arena = mb_arena_create();
    mb_error unheeded = {MB_OK, ""}; /* the run will say the same */
    mb_model *model = NULL;
    mb_truth *truth = NULL;

    (void)result;
    if (arena && mb_problem_model(task->problem, task->digest, &model, &unheeded) == MB_OK &&
        (mb_truth_is_found(model) || task->scene))
        mb_truth_create(model, task->t_end, task->t_end, task->references, arena, &truth,
                        &unheeded);
    if (arena && model && task->scene)
        mb_child_scene(task, model, truth, arena, &unheeded);
    mb_model_destroy(model);
    mb_arena_destroy(arena);
}

void mb_child_conclude(const mb_solver *solver, mb_result *result, mb_status status,
                       const mb_error *err)
{
    if (status != MB_OK) {
        mb_child_explain(result, status, err);
    } else {
        keep_state(solver, result);
        if (result->status == MB_RUN_STATUSES)
            mb_child_judge(result);
    }
    result->phase = MB_PHASE_DONE;
}

void mb_child_keep_memory(void)
{
    mallopt(M_TRIM_THRESHOLD, KEPT);
    mallopt(M_MMAP_THRESHOLD, LARGE);
}

void mb_child_measure(const mb_task *task, mb_result *result)
{
    mb_deadline deadline = mb_deadline_in(task->time_limit);
    mb_arena *arena = mb_arena_create();
    mb_error err = {MB_OK, ""};
    mb_model *model = NULL;
    mb_solver *solver = NULL;
    mb_audit *audit = NULL;
    bool late = false;
    mb_status status;

    if (mb_is_engine(task->solver)) {
        mb_arena_destroy(arena);
        mb_child_measure_engine(task, result);
        return;
    }
    mb_child_keep_memory();
    result->allocations_counted = mb_child_counts_allocations();
    if (!arena)
        MB_TRY(mb_fail(&err, MB_NO_MEMORY, "no memory for the audit"));
    MB_TRY(set_up(task, result, &model, &solver, &err));
    MB_TRY(mb_audit_create(model,
                           &(mb_audit_plan){.h = solver->h,
                                            .t_end = task->t_end,
                                            .series = task->series,
                                            .references = task->references},
                           arena, result, &audit, &err));
    if (task->observer)
        MB_TRY(mb_observer_attach(task->observer, solver, arena, &err));
    mb_arena_seal(arena);
    MB_TRY(mb_solver_start(solver, &err));
    result->t_reached = solver->state.t;
    result->phase = MB_PHASE_LOOP;
    MB_TRY(mb_audit_start(audit, solver, &err));
    MB_TRY(loop(task, solver, audit, &deadline, result, &late, &err));
    if (late) {
        snprintf(result->reason, sizeof result->reason,
                 "stopped at t = %.9g s after %g s of computing (--time-limit), %ld steps",
                 result->t_reached, task->time_limit, result->counters.steps);
        result->status = MB_RUN_TIME_LIMIT;
        result->limit = MB_LIMIT_CPU;
    }
done:
    mb_child_conclude(solver, result, status, &err);
    mb_solver_destroy(solver);
    mb_model_destroy(model);
    mb_arena_destroy(arena);
}
