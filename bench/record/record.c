/* SPDX-License-Identifier: MIT */
#include "bench/record/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/audit/precision.h"
#include "bench/engine/engine.h"
#include "bench/mechanism/problem_file.h"
#include "bench/plugin/plugins.h"
#include "bench/record/record_times.h"
#include "report/records/fields.h"
#include "report/records/pick.h"

static const double unknown = NAN;

/* The object that holds what stands at a path, "energy.kind", of objects that are made where there are none */
static json_t *holder(json_t *object, const char *path)
{
    const size_t n = strcspn(path, ".");
    json_t *inner;

    if (path[n] == '\0')
        return object;
    inner = json_object_getn(object, path, n);
    if (!inner) {
        inner = json_object();
        json_object_setn_new(object, path, n, inner);
    }
    return holder(inner, path + n + 1);
}

static const char *name_in(const char *path)
{
    const char *point = strrchr(path, '.');

    return point ? point + 1 : path;
}

/* Sets what stands at a path. */
static void put(json_t *object, const char *path, json_t *value)
{
    json_object_set_new(holder(object, path), name_in(path), value);
}

/* Sets a number where the vocabulary has it; NAN: unknown. */
static void put_field(json_t *r, mb_field field, double x)
{
    const mb_field_text *f = mb_field_of(field);

    put(r, f->path, f->whole && isfinite(x) ? json_integer((json_int_t)x) : mb_json_number(x));
}

static json_t *parameters(const mb_param *params, const mb_values *values)
{
    json_t *object = json_object();

    for (int i = 0; params && params[i].name; i++) {
        const char *word = params[i].choices;

        if (params[i].kind == MB_REAL)
            json_object_set_new(object, params[i].name, mb_json_number(values->value[i]));
        else if (params[i].kind == MB_INTEGER)
            json_object_set_new(object, params[i].name,
                                isfinite(values->value[i])
                                    ? json_integer((json_int_t)values->value[i])
                                    : json_null());
        else {
            for (int skip = (int)values->value[i]; skip > 0; skip--)
                word = strchr(word, '|') + 1;
            json_object_set_new(object, params[i].name, json_stringn(word, strcspn(word, "|")));
        }
    }
    return object;
}

json_t *mb_record_traits(unsigned bits)
{
    json_t *words = json_array();

    for (unsigned bit = 1; bit && bit <= bits; bit <<= 1)
        if (bits & bit && mb_trait_word((mb_trait)bit))
            json_array_append_new(words, json_string(mb_trait_word((mb_trait)bit)));
    return words;
}

static void put_problem(json_t *r, const mb_run *run, const mb_result *result)
{
    char name[MB_SPEC_SIZE] = "";
    const char *rest = "";
    const mb_problem *p;
    double known = result->nq ? 0.0 : unknown;
    mb_values values;

    mb_problem_split(run->problem, name, &rest, NULL);
    p = run->of;
    put(r, "problem.name", json_string(name));
    put(r, "problem.title", mb_json_text(p ? p->title : NULL));
    put(r, "problem.spec", json_string(run->problem));
    if (run->digest && *run->digest)
        put(r, "problem.digest", json_string(run->digest));
    if (p && mb_values_parse(name, p->params, rest, &values, NULL) == MB_OK)
        put(r, "problem.params", parameters(p->params, &values));
    put(r, "problem.coordinates", mb_json_text(result->coordinates));
    put_field(r, MB_FIELD_NQ, known + result->nq);
    put_field(r, MB_FIELD_NV, known + result->nv);
    put_field(r, MB_FIELD_M, known + result->m);
    put_field(r, MB_FIELD_MH, known + result->mh);
    put_field(r, MB_FIELD_RANK, known + result->rank);
    put_field(r, MB_FIELD_FREEDOMS, known + result->nv - result->rank);
    put(r, "problem.traits", result->nq ? mb_record_traits(result->traits) : json_null());
    put(r, "problem.note", mb_json_text(result->note[0] ? result->note : NULL));
    put(r, "problem.multipliers",
        mb_json_text(result->nq ? (result->not_unique ? "not unique" : "unique") : NULL));
}

static void put_start(json_t *r, const mb_result *result)
{
    double known = result->nq ? 0.0 : unknown;
    json_t *largest = NULL;

    if (result->start.largest[0]) {
        largest = json_array();
        json_array_append_new(largest, json_string(result->start.largest));
        json_array_append_new(largest, mb_json_number(result->start.change));
    }
    put_field(r, MB_FIELD_START_CORRECTION, result->start_correction + known);
    put_field(r, MB_FIELD_START_POSITIONS, result->start.positions + known);
    put_field(r, MB_FIELD_START_VELOCITIES, result->start.velocities + known);
    put(r, "start.largest", largest ? largest : json_null());
}

/* Fields of the norms stand in the order of the audit's levels and norms. */
static void put_norms(json_t *r, const mb_result *result)
{
    double n = (double)result->points;

    for (int i = 0; i < MB_AUDIT_LEVELS * MB_NORMS; i++) {
        const mb_norm_summary *norm = &result->norm[i / MB_NORMS][i % MB_NORMS];
        const double x[] = {result->points ? norm->max : unknown, norm->sum / n,
                            sqrt(norm->square_sum / n),
                            isnan(result->t_reached) ? unknown : norm->last};
        const int field = MB_FIELD_POSITION_MAX + 4 * i;
        json_t *object = holder(r, mb_field_of((mb_field)field)->path);

        for (int k = 0; k < 4; k++)
            json_object_set_new(object, name_in(mb_field_of((mb_field)(field + k))->path),
                                mb_json_number(x[k]));
    }
}

/* 0; unknown where the start has been looked at and no step: what is largest on a way of none is not 0. */
static double of_steps(const mb_result *result)
{
    return result->points == 0 && !isnan(result->gap) ? unknown : 0.0;
}

static void put_energy(json_t *r, const mb_result *result)
{
    const mb_energy *e = &result->energy;
    double known = isnan(result->t_reached) ? unknown : 0.0;

    put(r, "energy.kind", json_string(e->balance ? "balance" : "drift"));
    put_field(r, MB_FIELD_ENERGY_INITIAL, e->initial + known);
    put_field(r, MB_FIELD_ENERGY_MAX, e->max_abs + known + of_steps(result));
    put_field(r, MB_FIELD_ENERGY_MEAN, e->sum_abs / (double)result->points);
    put_field(r, MB_FIELD_ENERGY_FINAL, e->last + known);
    put_field(r, MB_FIELD_ENERGY_RELATIVE, mb_precision_drift(result) + known + of_steps(result));
    if (e->balance)
        put_field(r, MB_FIELD_WORK_ERROR, e->work_error + known);
    if (mb_precision_passes_over(e))
        put_field(r, MB_FIELD_PASSED_OVER, e->between);
    if (mb_precision_leaps(result))
        put_field(r, MB_FIELD_LEAP, e->leap / result->scale);
}

static json_t *outputs(const mb_result *result, const double *value)
{
    double known = isnan(result->t_reached) ? unknown : 0.0;
    json_t *object = json_object();

    for (int i = 0; i < result->noutputs; i++)
        json_object_set_new(object, result->output_name[i], mb_json_number(value[i] + known));
    return object;
}

static json_t *output_units(const mb_result *result)
{
    json_t *object = json_object();

    for (int i = 0; i < result->noutputs; i++)
        json_object_set_new(object, result->output_name[i], json_string(result->output_unit[i]));
    return object;
}

/* Limits that the problem's source states for this run, whether they are met and which are not. */
static void put_limits(json_t *r, const mb_problem *p, const mb_result *result)
{
    json_t *limits = json_object(), *missed = json_array();
    bool met = true;

    if (!p || !p->limits || isnan(result->limits_t)) {
        json_decref(limits);
        put(r, "precision.limits", json_null());
        put(r, "precision.met", json_null());
    } else {
        for (const mb_stated_limit *limit = p->limits; limit->name; limit++) {
            mb_class_outcome outcome = mb_precision_met(result, limit);

            json_object_set_new(limits, limit->name, json_real(limit->value));
            met = met && outcome == MB_MET;
            if (outcome == MB_MISSED)
                json_array_append_new(missed, json_string(limit->name));
        }
        json_object_set_new(limits, "source", json_string(p->limits_source));
        put(r, "precision.limits", limits);
        put(r, "precision.met",
            met                           ? json_true()
            : json_array_size(missed) > 0 ? json_false()
                                          : json_null());
    }
    put(r, "precision.missed", missed);
}

static void put_precision(json_t *r, const mb_run *run, const mb_result *result)
{
    mb_precision p = mb_precision_of(result);

    put_field(r, MB_FIELD_GAP, p.gap + of_steps(result));
    put_field(r, MB_FIELD_GAP_M, isnan(p.gap) ? unknown : result->gap + of_steps(result));
    put_field(r, MB_FIELD_DRIFT, p.drift + of_steps(result));
    put_field(r, MB_FIELD_ERROR, p.error + of_steps(result));
    put_field(r, MB_FIELD_BOUND, p.bound);
    if (p.departure > 0.0)
        put_field(r, MB_FIELD_DEPARTURE, p.departure);
    if (p.play > 0.0)
        put_field(r, MB_FIELD_PLAY, p.play);
    put_field(r, MB_FIELD_CLASS,
              mb_precision_class(p, result->status, result->counters.unconverged));
    put_limits(r, run->of, result);
}

static void put_error(json_t *r, const mb_result *result)
{
    if (!result->has_reference) {
        put(r, "error", json_null());
        return;
    }
    put_field(r, MB_FIELD_ERROR_MAX, result->error_max + of_steps(result));
    put_field(r, MB_FIELD_ERROR_FINAL, result->error_last);
    put_field(r, MB_FIELD_ERROR_BOUND, result->error_bound);
    put_field(r, MB_FIELD_ERROR_HORIZON, result->error_horizon);
}

static void put_rank(json_t *r, const mb_rank_result *rank)
{
    if (isnan(rank->least)) {
        put(r, "rank", json_null());
        return;
    }
    put_field(r, MB_FIELD_RANK_LEAST, rank->least);
    put_field(r, MB_FIELD_RANK_AT, rank->at);
    put_field(r, MB_FIELD_RANK_LOST, rank->lost);
}

static void put_momentum(json_t *r, const mb_momentum_result *m)
{
    if (isnan(m->linear) && isnan(m->angular)) {
        put(r, "momentum", json_null());
        return;
    }
    put_field(r, MB_FIELD_MOMENTUM_LINEAR, m->linear);
    put_field(r, MB_FIELD_MOMENTUM_ANGULAR, m->angular);
}

static void put_counters(json_t *r, const mb_result *result)
{
    double counted = result->allocations_counted ? 0.0 : unknown;

#define PUT_COUNTER(name, meaning) put(r, "counters." #name, json_integer(result->counters.name));
    MB_COUNTER_LIST(PUT_COUNTER)
#undef PUT_COUNTER
    put_field(r, MB_FIELD_OWN_ALLOCATIONS, counted + (double)result->allocations.own);
    put_field(r, MB_FIELD_LIBRARY_ALLOCATIONS, counted + (double)result->allocations.library);
    if (isfinite(result->instructions))
        put_field(r, MB_FIELD_INSTRUCTIONS, result->instructions);
}

/* What is known of an engine; nothing where a solver ran. */
static void put_engine(json_t *r, const mb_result *result)
{
    const mb_engine_result *e = &result->engine;

    if (!e->name[0])
        return;
    put(r, "engine.name", json_string(e->name));
    put(r, "engine.version", json_string(e->version));
    put(r, "engine.precision", json_string(e->precision));
    put(r, "engine.velocity_time", json_string(e->mid_step ? "mid-step" : "step"));
    put_field(r, MB_FIELD_ENGINE_LOOP, result->cpu_loop);
    put_field(r, MB_FIELD_ENGINE_PROCESS, e->process);
    put_field(r, MB_FIELD_RAW_DRIFT, e->raw_drift);
    put_field(r, MB_FIELD_OFF_PLANE, e->off_plane);
    put(r, "engine.warnings", mb_json_text(e->warnings));
}

static json_t *hex(uint64_t hash)
{
    char digits[MB_HEX_SIZE];

    mb_hash_hex(hash, digits);
    return json_string(digits);
}

/* The extra columns that were asked for; null: no series at all. */
static json_t *series_columns(const mb_run *run)
{
    json_t *columns = run->series & MB_SERIES_FILE ? json_array() : json_null();

    for (int k = 0; k < MB_SERIES_EXTRAS; k++)
        if (run->series >> k & 1u)
            json_array_append_new(columns, json_string(mb_series_word((mb_series_extra)k)));
    return columns;
}

json_t *mb_record(const mb_run *run, const mb_result *result, const mb_record_extra *extra)
{
    json_t *r = json_object(), *plugins = mb_plugins_record(run->solver);

    put(r, "schema", json_string("mbsbench-record-1"));
    put(r, "study", json_string(run->study));
    put(r, "run", json_string(run->id));
    put_problem(r, run, result);
    put(r, "solver", json_string(run->solver));
    put(r, "cell", hex(run->cell));
    put(r, "key", hex(run->key));
    put(r, "copied_from", json_null());
    put(r, "status", json_string(mb_run_status_word(result->status)));
    put(r, "reason", mb_json_text(result->reason));
    put_field(r, MB_FIELD_T_END, run->t_end);
    put_field(r, MB_FIELD_T_REACHED, result->t_reached);
    put_field(r, MB_FIELD_STEP, mb_method_step(run->solver));
    put_norms(r, result);
    put_energy(r, result);
    put_start(r, result);
    put(r, "outputs", outputs(result, result->output));
    put(r, "output_rates", outputs(result, result->output_rate));
    put(r, "output_units", output_units(result));
    put_error(r, result);
    put_precision(r, run, result);
    put_rank(r, &result->rank_along);
    put_momentum(r, &result->momentum);
    put_counters(r, result);
    put_engine(r, result);
    if (plugins)
        put(r, "plugins", plugins);
    put(r, "cpu", mb_record_cpu(result));
    put(r, "ratio", mb_record_ratio(run, result, extra->to));
    put(r, "environment", json_incref(extra->environment));
    put(r, "series", mb_json_text(extra->series));
    put(r, "series_columns", series_columns(run));
    put(r, "scene", mb_json_text(extra->scene));
    if (result->has_branch)
        put_field(r, MB_FIELD_BRANCH_LEFT, result->branch_time);
    else
        put(r, "branch", json_null());
    put(r, "linear_solver", mb_json_text(result->picked));
    if (extra->search)
        put(r, "search", mb_search_record(extra->search));
    put(r, "limits",
        json_pack("{s:f, s:f, s:s?}", "time", extra->limits.time, "memory", extra->limits.memory,
                  "met", mb_limit_word(result->limit)));
    put_field(r, MB_FIELD_PEAK_RSS, result->peak_rss_mb);
    return r;
}

json_t *mb_record_copy(json_t *record, const mb_run *run, bool to_itself)
{
    const char *study = json_string_value(json_object_get(record, "study"));
    const char *id = json_string_value(json_object_get(record, "run"));
    json_t *copy = json_copy(record);

    if (!json_is_string(json_object_get(record, "copied_from"))) /* else the run that was made */
        put(copy, "copied_from", json_sprintf("%s/%s", study ? study : "", id ? id : ""));
    put(copy, "study", json_string(run->study));
    put(copy, "run", json_string(run->id));
    if (to_itself && json_array_size(json_object_get(json_object_get(copy, "cpu"), "loop")) > 0)
        put(copy, "ratio", mb_record_ratio_to_itself(run->solver));
    return copy;
}
