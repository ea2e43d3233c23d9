/* SPDX-License-Identifier: MIT */
/* The timed passes: no audit, the thread's CPU clock around the time loop only.
 *
 * A sample is one run, or a batch of runs where one is shorter than the clock can tell.  A ratio
 * comes from rounds A B B A, whose two pairs see the machine in the same state and cancel a linear
 * change of its speed.  Both solvers are composed anew for each round, in alternating order: where
 * their memory happens to lie is worth several per cent, and would stay for the whole pass. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/child/child_parts.h"
#include "bench/child/clock.h"
#include "bench/mechanism/problem_file.h"

enum { MIN_SAMPLES = 5, MIN_PAIRS = 6, MAX_BATCH = 100000 };

static const double shortest_sample = 2e-3; /* [s] */
static const double least_total = 0.1;      /* [s] of samples, */
static const double least_brief = 0.02;     /* or of brief passes */
static const double most_total = 3.0;       /* [s] after which no further round begins */

struct subject {
    const char *spec;
    const mb_task *task;
    volatile pid_t *adapter; /* NULL: a solver; else an engine, whose runs are as long as it says */
    mb_timed_engine *engine;
    mb_solver *solver;
    double t_end;
    double clock_cost;     /* [s] of one reading, subtracted */
    int batch;             /* runs a sample */
    const mb_result *must; /* final state each run must reach; NULL: not checked */
};

static double clock_cost(void)
{
    double least = 1.0;

    for (int i = 0; i < 200; i++) {
        double start = mb_clock_cpu();

        least = fmin(least, mb_clock_cpu() - start);
    }
    return least;
}

static bool same_bits(double a, double b)
{
    uint64_t x, y;

    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x == y;
}

static mb_status check_state(const struct subject *s, mb_error *err)
{
    const mb_solver *solver = s->solver;
    int nq = solver->model->nq, size = nq + solver->model->nv;

    if (!s->must || mb_state_hash(solver) == s->must->state_hash)
        return MB_OK;
    for (int i = 0; i < size && i < MB_STATE_KEPT; i++) {
        double x = i < nq ? solver->state.q[i] : solver->state.v[i - nq];

        if (!same_bits(x, s->must->state[i]))
            return mb_fail(err, MB_FAILURE,
                           "a timed pass ended with %s[%d] = %.17g, the measured one with %.17g",
                           i < nq ? "q" : "v", i < nq ? i : i - nq, x, s->must->state[i]);
    }
    return mb_fail(err, MB_FAILURE, "a timed pass ended at another state than the measured one");
}

/* One run; *seconds of its time loop. */
static mb_status run(const struct subject *s, double *seconds, mb_error *err)
{
    mb_solver *solver = s->solver;
    double start, end, t_end = s->t_end;
    mb_status status;

    if (s->adapter)
        return mb_timed_engine_run(s->engine, seconds, err);
    MB_TRY(mb_solver_start(solver, err));
    start = mb_clock_cpu();
    while (solver->state.t < t_end)
        MB_TRY(mb_solver_step(solver, t_end, err));
    end = mb_clock_cpu();
    *seconds = fmax(end - start - s->clock_cost, 1e-9);
    MB_TRY(check_state(s, err));
done:
    return status;
}

static mb_status sample(const struct subject *s, double *mean, double *total, mb_error *err)
{
    double sum = 0.0, once = 0.0;

    for (int i = 0; i < s->batch; i++) {
        mb_status status = run(s, &once, err);

        if (status != MB_OK)
            return status;
        sum += once;
    }
    *mean = sum / s->batch;
    *total += sum;
    return MB_OK;
}

/* Warms up and sizes the batch. */
static mb_status pilot(struct subject *s, mb_error *err)
{
    double once = 0.0;
    mb_status status;

    s->batch = 1;
    s->clock_cost = clock_cost();
    MB_TRY(run(s, &once, err));
    if (once < shortest_sample && !s->adapter) {
        MB_TRY(run(s, &once, err));
        s->batch = (int)fmin(fmax(ceil(shortest_sample / once), 1.0), MAX_BATCH);
    }
done:
    return status;
}

static bool enough(const mb_task *task, double total)
{
    return total >= (task->brief ? least_brief : least_total);
}

static mb_status time_alone(struct subject *own, mb_result *result, mb_error *err)
{
    double total = 0.0;
    mb_status status;

    MB_TRY(pilot(own, err));
    do {
        MB_TRY(sample(own, &result->sample[result->samples], &total, err));
        result->samples++;
    } while ((result->samples < MIN_SAMPLES || !enough(own->task, total)) && total < most_total &&
             result->samples < MB_MAX_SAMPLES);
done:
    return status;
}

static mb_status create(struct subject *s, const mb_model *model, mb_error *err)
{
    if (!s->adapter)
        return mb_solver_create(model, s->spec, &s->solver, err);
    return s->engine ? MB_OK
                     : mb_timed_engine_create(s->task, s->spec, s->adapter, &s->engine, err);
}

static mb_status compose(struct subject *first, struct subject *second, const mb_model *model,
                         mb_error *err)
{
    mb_status status;

    mb_solver_destroy(first->solver);
    mb_solver_destroy(second->solver);
    first->solver = second->solver = NULL;
    status = create(first, model, err);
    return status == MB_OK ? create(second, model, err) : status;
}

static mb_status time_pairs(struct subject *to, struct subject *own, const mb_model *model,
                            mb_result *result, mb_error *err)
{
    double total_to = 0.0, total = 0.0;
    mb_status status;

    MB_TRY(compose(to, own, model, err));
    MB_TRY(pilot(to, err));
    MB_TRY(pilot(own, err));
    do {
        bool even = result->pairs / 2 % 2 == 0;
        double a[2], b[2];

        MB_TRY(compose(even ? to : own, even ? own : to, model, err));
        MB_TRY(sample(to, &a[0], &total_to, err));
        MB_TRY(sample(own, &b[0], &total, err));
        MB_TRY(sample(own, &b[1], &total, err));
        MB_TRY(sample(to, &a[1], &total_to, err));
        for (int i = 0; i < 2; i++) {
            result->sample[result->samples++] = b[i];
            result->log_ratio[result->pairs++] = log(b[i] / a[i]);
        }
    } while ((result->pairs < MIN_PAIRS || !enough(own->task, total)) &&
             total + total_to < most_total && result->pairs + 2 <= MB_MAX_SAMPLES);
done:
    return status;
}

static struct subject subject_of(const mb_task *task, const char *spec, mb_result *result)
{
    return (struct subject){.spec = spec,
                            .task = task,
                            .adapter = spec && mb_is_engine(spec) ? &result->adapter : NULL,
                            .t_end = task->t_end};
}

void mb_child_time(const mb_task *task, mb_result *result)
{
    struct subject own = subject_of(task, task->solver, result);
    struct subject to = subject_of(task, task->to, result);
    mb_error err = {MB_OK, ""};
    mb_model *model = NULL;
    mb_status status;

    own.must = task->again ? NULL : result;
    MB_TRY(mb_problem_model(task->problem, task->digest, &model, &err));
    if (task->to) {
        MB_TRY(time_pairs(&to, &own, model, result, &err));
    } else {
        MB_TRY(create(&own, model, &err));
        MB_TRY(time_alone(&own, result, &err));
    }
done:
    if (status != MB_OK) {
        result->status = MB_RUN_REJECTED;
        snprintf(result->reason, sizeof result->reason, "%s",
                 err.text[0] ? err.text : mb_status_text(status));
    }
    result->phase = MB_PHASE_DONE;
    mb_solver_destroy(to.solver);
    mb_solver_destroy(own.solver);
    mb_timed_engine_destroy(to.engine);
    mb_timed_engine_destroy(own.engine);
    mb_model_destroy(model);
}
