/* SPDX-License-Identifier: MIT */
/* Measuring passes side by side: one model, and for runs with the same steps one reference and the
 * steps of all in turns. */
#include <math.h>
#include <string.h>

#include "bench/audit/lanes.h"
#include "bench/child/child_parts.h"
#include "bench/child/clock.h"
#include "bench/child/stage.h"
#include "bench/child/step_times.h"
#include "solvers/lanes/lanes.h"

/* Larger models are made alone: there is little in a step that runs could share, and much memory that
 * all would need at once. */
enum { MOST_VELOCITIES = 256 };

/* Steps after which groups are made anew */
enum { REGROUPED = 64 };

/* One of the runs. */
typedef struct lane {
    const char *spec;
    mb_result *result;
    mb_solver *solver;
    mb_audit *audit;
    mb_error err;
    bool runs, over;
    long solves; /* when groups were made last */
} lane;

typedef struct lanes {
    const mb_task *task;
    mb_arena *arena; /* of the audits */
    mb_stage *stage;
    const mb_model *model;
    mb_truth *truth;
    double h, setup; /* [s] its step; of CPU, setting up the model */
    int n;
    lane lane[MB_MOST_LANES];            /* (n) */
    int width;                           /* runs of a group */
    mb_lanes *group[MB_MOST_LANES];      /* at the first run of each; NULL: solvers step alone */
    mb_audit_lanes *look[MB_MOST_LANES]; /* likewise; NULL: audits look alone */
} lanes;

static mb_status set_up_all(lanes *x, mb_error *err)
{
    x->arena = mb_arena_create();
    if (!x->arena)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the audit");
    return mb_stage_truth(x->stage, x->task, x->h, &x->truth, err);
}

static mb_status set_up(lanes *x, lane *l)
{
    const mb_task *task = x->task;
    mb_task own = *task;
    mb_status status;

    own.solver = l->spec;
    l->result->allocations_counted = mb_child_counts_allocations();
    MB_TRY(mb_child_solver(&own, x->model, l->result, &l->solver, &l->err));
    MB_TRY(mb_audit_create(x->model,
                           &(mb_audit_plan){.h = l->solver->h,
                                            .t_end = task->t_end,
                                            .series = task->series,
                                            .references = task->references,
                                            .truth = &x->truth,
                                            .first = x->stage->first},
                           x->arena, l->result, &l->audit, &l->err));
done:
    return status;
}

static mb_status start(lane *l)
{
    mb_status status;

    MB_TRY(mb_solver_start(l->solver, &l->err));
    l->result->t_reached = l->solver->state.t;
    l->result->phase = MB_PHASE_LOOP;
    MB_TRY(mb_audit_start(l->audit, l->solver, &l->err));
done:
    return status;
}

static int size_of_group(const lanes *x, int first)
{
    return x->n - first < x->width ? x->n - first : x->width;
}

/* Groups of runs whose solvers step and whose audits look in the lanes of vectors */
static mb_status group(lanes *x, mb_error *err)
{
    const mb_lane_kind kind = mb_lane_kind_here();
    mb_status status = MB_OK;

    for (int first = 0; first < x->n; first += x->width) {
        const int n = size_of_group(x, first);
        mb_solver *solver[MB_LANES];
        mb_audit *audit[MB_LANES];
        bool all = true;

        for (int i = 0; i < n; i++) {
            solver[i] = x->lane[first + i].solver;
            audit[i] = x->lane[first + i].audit;
            all = all && x->lane[first + i].runs;
        }
        if (!all)
            continue;
        MB_TRY(mb_lanes_create(solver, n, kind, x->arena, &x->group[first], err));
        MB_TRY(mb_audit_lanes_create(audit, solver, n, kind, x->group[first], x->arena,
                                     &x->look[first], err));
    }
done:
    return status;
}

/* ---- groups made anew ------------------------------------------------------------------------------ */

static bool may_regroup(const lanes *x)
{
    for (int first = 0; first < x->n; first += x->width)
        if (!x->group[first] || !x->look[first])
            return false;
    return x->n > x->width;
}

static int first_of(const lanes *x, int i)
{
    return i - i % x->width;
}

static void swap(lanes *x, int i, int k)
{
    const int of_i = first_of(x, i), of_k = first_of(x, k);
    const lane kept = x->lane[i];

    x->lane[i] = x->lane[k];
    x->lane[k] = kept;
    mb_lanes_swap(x->group[of_i], i - of_i, x->group[of_k], k - of_k);
    mb_audit_lanes_swap(x->look[of_i], i - of_i, x->look[of_k], k - of_k);
}

/* Solves of each run since groups were made last; -1: it does not go on */
static void count_solves(lanes *x, long *made)
{
    for (int i = 0; i < x->n; i++) {
        lane *l = &x->lane[i];
        const long now = mb_lanes_solves(x->group[first_of(x, i)], i % x->width);

        made[i] = l->runs ? now - l->solves : -1;
        l->solves = now;
    }
}

/* Groups of runs by how many solves each has made, those with most first */
static void choose_groups(const lanes *x, const long *made, int *to)
{
    for (int i = 0; i < x->n; i++) {
        int before = 0;

        for (int k = 0; k < x->n; k++)
            before += made[k] > made[i] || (made[k] == made[i] && k < i);
        to[i] = first_of(x, before);
    }
}

/* A group makes as many passes as the slowest of its lanes: the slow ones come together, and those that
 * have ended make room. */
static void regroup(lanes *x)
{
    long made[MB_MOST_LANES];
    int to[MB_MOST_LANES];

    count_solves(x, made);
    choose_groups(x, made, to);
    for (int i = 0; i < x->n; i++)
        while (to[i] != first_of(x, i)) {
            const int group = to[i];
            int k = group;

            while (to[k] == group)
                k++;
            swap(x, i, k);
            to[i] = to[k];
            to[k] = group;
        }
}

/* Sets up all; those that cannot be, or have other steps, do not run. */
static mb_status begin(lanes *x, mb_error *err)
{
    mb_status status;

    MB_TRY(set_up_all(x, err));
    for (int i = 0; i < x->n; i++)
        x->lane[i].runs = set_up(x, &x->lane[i]) == MB_OK && x->lane[i].solver->h == x->h;
    for (int i = 0; i < x->n; i++)
        x->lane[i].runs = x->lane[i].runs && start(&x->lane[i]) == MB_OK;
    MB_TRY(group(x, err));
    mb_arena_seal(x->arena);
done:
    return status;
}

static int count_running(const lanes *x)
{
    int n = 0;

    for (int i = 0; i < x->n; i++)
        n += x->lane[i].runs;
    return n;
}

/* What a step of the i-th run comes to, that the solver ended with `status`. */
static void take(lanes *x, int i, mb_status status)
{
    lane *l = &x->lane[i];
    mb_result *result = l->result;
    mb_lanes *group = x->group[i - i % x->width];

    if (status == MB_OK && mb_audit_has_taken(l->audit) && l->solver->state.t < x->task->t_end)
        return;
    if (group)
        mb_lanes_tell(group, i % x->width);
    status = mb_child_step_taken(l->solver, l->audit, status, result, &l->err);
    if (status == MB_OK && result->status == MB_RUN_STATUSES && l->solver->state.t < x->task->t_end)
        return;
    mb_audit_end(l->audit);
    mb_child_conclude(l->solver, result, status, &l->err);
    l->runs = false;
    l->over = true;
}

/* A step of those in a group that go on */
static void step_group(lanes *x, int first, mb_status *status)
{
    const int n = size_of_group(x, first);
    mb_lanes *group = x->group[first];
    bool goes_on[MB_LANES];
    mb_error *err[MB_LANES];

    for (int i = 0; i < n; i++) {
        lane *l = &x->lane[first + i];
        long before;

        goes_on[i] = l->runs;
        err[i] = &l->err;
        if (group || !l->runs)
            continue;
        before = mb_alloc_counts_now().library;
        status[i] = mb_solver_step(l->solver, x->task->t_end, &l->err);
        l->result->allocations.library += mb_alloc_counts_now().library - before;
    }
    if (group)
        mb_lanes_step(group, goes_on, x->task->t_end, status, err);
}

/* A look at the states of a group that its last step has led to.  Whether nothing is left to do: the lanes
 * have taken them in, and all that go on do so. */
static bool look_at_group(lanes *x, int first, const mb_status *status)
{
    bool on[MB_LANES], all = true;
    double t = x->task->t_end; /* [s] of all */

    if (!x->look[first])
        return false;
    for (int i = 0; i < size_of_group(x, first); i++) {
        const lane *l = &x->lane[first + i];

        on[i] = l->runs && status[i] == MB_OK;
        all = all && on[i] == l->runs;
        if (on[i])
            t = l->solver->state.t;
    }
    return mb_audit_lanes_look(x->look[first], on) && all && t < x->task->t_end;
}

/* One step of each run that goes on */
static void step(lanes *x, mb_step_times *times)
{
    mb_status status[MB_MOST_LANES];

    mb_step_begins(times);
    for (int first = 0; first < x->n; first += x->width)
        step_group(x, first, status + first);
    mb_step_is_made(times);
    for (int first = 0; first < x->n; first += x->width) {
        if (look_at_group(x, first, status + first))
            continue;
        for (int i = first; i < first + size_of_group(x, first); i++)
            if (x->lane[i].runs)
                take(x, i, status[i]);
    }
    mb_step_ends(times);
}

/* Each has its part of the time by its steps.  Then it has ended. */
static void tell(lanes *x, double setup, double loop, double steps)
{
    long all = 0;

    for (int i = 0; i < x->n; i++)
        all += x->lane[i].solver ? x->lane[i].solver->counters.steps : 0;
    for (int i = 0; i < x->n; i++) {
        lane *l = &x->lane[i];
        double part;

        if (!l->over)
            continue;
        part = all > 0 ? (double)l->result->counters.steps / (double)all : 0.0;
        l->result->cpu_setup = setup / x->n + x->setup / x->task->lanes;
        l->result->cpu_loop = part * loop;
        l->result->cpu_steps = part * steps;
        l->result->lanes = x->task->lanes;
    }
}

static void run(lanes *x)
{
    const double begun = mb_clock_cpu();
    double started, ended, each = 0.0; /* [s] of a run that goes on */
    long before;
    mb_error unheeded = {MB_OK, ""}; /* each will say it alone */
    mb_step_times times = {0};
    int running;

    if (begin(x, &unheeded) != MB_OK)
        return;
    started = ended = mb_clock_cpu();
    before = mb_alloc_counts_now().own;
    while ((running = count_running(x)) > 0 && each < x->task->time_limit) {
        const bool timed = mb_step_is_timed(&times);
        const double now = ended;

        if (times.steps % REGROUPED == REGROUPED - 1 && may_regroup(x))
            regroup(x);
        step(x, &times);
        if (!timed) /* a look at the clock is worth some steps of a small mechanism */
            continue;
        ended = mb_clock_cpu();
        each += (ended - now) / running;
    }
    ended = mb_clock_cpu();
    for (int i = 0; i < x->n; i++)
        x->lane[i].result->allocations.own = mb_alloc_counts_now().own - before;
    tell(x, started - begun, ended - started, mb_step_times_of(&times, ended - started));
}

/* What solvers with the same steps have in common: all but the formulation */
static const char *steps_of(const char *spec)
{
    return spec + strcspn(spec, "/");
}

/* Runs those with the same steps as the i-th, which leave the list. */
static void run_like(lanes *x, int i, const char **spec, mb_result *result)
{
    const char *steps = steps_of(spec[i]);

    x->h = mb_solver_nominal_step(spec[i]);
    for (int k = i; k < x->task->lanes; k++)
        if (spec[k] && strcmp(steps_of(spec[k]), steps) == 0) {
            x->lane[x->n++] = (lane){.spec = spec[k], .result = result + k};
            spec[k] = NULL;
        }
    run(x);
    for (int k = 0; k < x->n; k++)
        mb_solver_destroy(x->lane[k].solver);
    mb_arena_destroy(x->arena);
}

void mb_child_measure_lanes(const mb_task *task, mb_result *result)
{
    const double begin = mb_clock_cpu();
    const char *spec[MB_MOST_LANES], *text = task->beside;
    mb_error unheeded = {MB_OK, ""}; /* each will say it alone */
    static mb_stage stage;

    mb_child_keep_memory();
    for (int i = 0; i < task->lanes; i++) {
        spec[i] = i == 0 ? task->solver : text;
        text += i == 0 ? 0 : strlen(text) + 1;
    }
    if (mb_stage_set(&stage, task, &unheeded) == MB_OK && stage.model->nv <= MOST_VELOCITIES &&
        !stage.model->ops->follow) { /* a model follows one motion at a time */
        const double setup = mb_clock_cpu() - begin;

        for (int i = 0; i < task->lanes; i++) {
            if (!spec[i])
                continue;
            run_like(&(lanes){.task = task,
                              .stage = &stage,
                              .model = stage.model,
                              .setup = setup,
                              .width = mb_lane_width(mb_lane_kind_here())},
                     i, spec, result);
        }
    }
}
