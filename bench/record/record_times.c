/* SPDX-License-Identifier: MIT */
#include "bench/record/record_times.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/stats.h"
#include "report/records/pick.h"

enum { MAX_ROUNDS = 1000 }; /* whose medians are looked at */

/* ---- one round ------------------------------------------------------------------------------ */

/* [us] of a step, NaN without samples */
static double per_step(const mb_result *result)
{
    double sorted[MB_MAX_SAMPLES];

    memcpy(sorted, result->sample, sizeof sorted);
    return 1e6 * mb_median(sorted, result->samples) / (double)result->counters.steps;
}

static void append_samples(json_t *loop, const mb_result *result)
{
    for (int i = 0; i < result->samples; i++)
        json_array_append_new(loop, mb_json_number(result->sample[i]));
}

json_t *mb_record_cpu(const mb_result *result)
{
    json_t *object = json_object(), *loop = json_array();
    double us = per_step(result);

    append_samples(loop, result);
    json_object_set_new(object, "setup", mb_json_number(result->cpu_setup));
    json_object_set_new(object, "loop", loop);
    json_object_set_new(object, "per_step_us", mb_json_number(us));
    json_object_set_new(object, "measured", mb_json_number(result->cpu_steps));
    if (result->lanes > 1)
        json_object_set_new(object, "lanes", json_integer(result->lanes));
    if (result->samples > 0)
        json_object_set_new(object, "rounds", json_pack("[o]", mb_json_number(us)));
    return object;
}

static json_t *ratio_object(const char *to, mb_ratio r)
{
    json_t *object = json_object();

    json_object_set_new(object, "to", json_string(to));
    json_object_set_new(object, "median", mb_json_number(r.median));
    json_object_set_new(object, "lo", mb_json_number(r.lo));
    json_object_set_new(object, "hi", mb_json_number(r.hi));
    return object;
}

json_t *mb_record_ratio_to_itself(const char *solver)
{
    return ratio_object(solver, (mb_ratio){1.0, 1.0, 1.0});
}

static json_t *round_of(mb_ratio r)
{
    return json_pack("[o, o, o]", mb_json_number(r.median), mb_json_number(r.lo),
                     mb_json_number(r.hi));
}

static mb_ratio ratio_of(const mb_result *result)
{
    double logs[MB_MAX_SAMPLES];

    memcpy(logs, result->log_ratio, sizeof logs);
    return mb_ratio_of_logs(logs, result->pairs, 0.95);
}

json_t *mb_record_ratio(const mb_run *run, const mb_result *result, const char *to)
{
    json_t *object;
    mb_ratio r;

    if (!to || result->samples == 0)
        return json_null();
    if (strcmp(to, run->solver) == 0)
        return mb_record_ratio_to_itself(to);
    r = ratio_of(result);
    object = ratio_object(to, r);
    json_object_set_new(object, "rounds", json_pack("[o]", round_of(r)));
    return object;
}

/* ---- several -------------------------------------------------------------------------------- */

/* Median of the first MAX_ROUNDS numbers of an array. */
static double median_of(const json_t *array)
{
    double x[MAX_ROUNDS];
    int n = 0;

    for (size_t i = 0; i < json_array_size(array) && n < MAX_ROUNDS; i++)
        if (json_is_number(json_array_get(array, i)))
            x[n++] = json_number_value(json_array_get(array, i));
    return mb_median(x, n);
}

/* The ratio of all rounds from theirs.  One of few pairs has no interval, but a median. */
static void unite(json_t *ratio)
{
    const json_t *rounds = json_object_get(ratio, "rounds");
    json_t *medians = json_array();
    double lo = INFINITY, hi = -INFINITY;
    bool closed = false;

    for (size_t i = 0; i < json_array_size(rounds); i++) {
        json_t *one = json_array_get(rounds, i);

        json_array_append(medians, json_array_get(one, 0));
        for (size_t k = 0; k < 3; k++) {
            const json_t *x = json_array_get(one, k);

            closed = closed || (k > 0 && json_is_number(x));
            lo = json_is_number(x) ? fmin(lo, json_number_value(x)) : lo;
            hi = json_is_number(x) ? fmax(hi, json_number_value(x)) : hi;
        }
    }
    if (!closed)
        lo = hi = NAN;
    json_object_set_new(ratio, "median", mb_json_number(median_of(medians)));
    json_object_set_new(ratio, "lo", mb_json_number(lo));
    json_object_set_new(ratio, "hi", mb_json_number(hi));
    json_decref(medians);
}

void mb_record_add_round(json_t *record, const mb_result *result)
{
    json_t *cpu = json_object_get(record, "cpu"), *ratio = json_object_get(record, "ratio");
    double us = per_step(result);

    if (result->samples == 0)
        return;
    append_samples(json_object_get(cpu, "loop"), result);
    json_array_append_new(json_object_get(cpu, "rounds"), mb_json_number(us));
    json_object_set_new(cpu, "per_step_us",
                        mb_json_number(median_of(json_object_get(cpu, "rounds"))));
    if (result->pairs == 0 || !json_is_array(json_object_get(ratio, "rounds")))
        return;
    json_array_append_new(json_object_get(ratio, "rounds"), round_of(ratio_of(result)));
    unite(ratio);
}

void mb_record_time(json_t *record, const mb_run *run, const mb_result *result, const char *to)
{
    json_t *cpu = json_object_get(record, "cpu");

    json_object_set_new(cpu, "rounds", json_array());
    json_object_set_new(record, "ratio", json_null());
    mb_record_add_round(record, result);
    json_object_set_new(record, "ratio", mb_record_ratio(run, result, to));
}

int mb_record_rounds(const json_t *record)
{
    const json_t *cpu = json_object_get(record, "cpu");

    return (int)json_array_size(json_object_get(cpu, "rounds"));
}
