#include "bench/record/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/audit/precision.h"
#include "bench/record/record_times.h"

static const double unknown = NAN;

static json_t *number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *text(const char *s)
{
    return s && *s ? json_string(s) : json_null();
}

static void put(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static json_t *parameters(const mb_param *params, const mb_values *values)
{
    json_t *object = json_object();

    for (int i = 0; params && params[i].name; i++) {
        const char *word = params[i].choices;

        if (params[i].kind == MB_REAL)
            put(object, params[i].name, number(values->value[i]));
        else if (params[i].kind == MB_INTEGER)
            put(object, params[i].name,
                isfinite(values->value[i]) ? json_integer((json_int_t)values->value[i])
                                           : json_null());
        else {
            for (int skip = (int)values->value[i]; skip > 0; skip--)
                word = strchr(word, '|') + 1;
            put(object, params[i].name, json_stringn(word, strcspn(word, "|")));
        }
    }
    return object;
}

static json_t *size(int known, int n)
{
    return known ? json_integer(n) : json_null();
}

static json_t *problem(const mb_run *run, const mb_result *result)
{
    char name[MB_SPEC_SIZE] = "";
    const char *rest = "";
    const mb_problem *p;
    mb_values values;
    json_t *object = json_object();

    mb_spec_split(run->problem, name, &rest, NULL);
    p = mb_problem_find(name);
    put(object, "name", json_string(name));
    put(object, "title", text(p ? p->title : NULL));
    put(object, "spec", json_string(run->problem));
    if (p && mb_values_parse(name, p->params, rest, &values, NULL) == MB_OK)
        put(object, "params", parameters(p->params, &values));
    put(object, "coordinates", text(result->coordinates));
    put(object, "nq", size(result->nq, result->nq));
    put(object, "nv", size(result->nq, result->nv));
    put(object, "m", size(result->nq, result->m));
    put(object, "mh", size(result->nq, result->mh));
    put(object, "rank", size(result->nq, result->rank));
    put(object, "freedoms", size(result->nq, result->nv - result->rank));
    put(object, "note", text(result->note[0] ? result->note : NULL));
    put(object, "multipliers",
        text(result->nq ? (result->not_unique ? "not unique" : "unique") : NULL));
    return object;
}

static json_t *start(const mb_result *result)
{
    json_t *object = json_object(), *largest = NULL;

    if (result->start.largest[0]) {
        largest = json_array();
        json_array_append_new(largest, json_string(result->start.largest));
        json_array_append_new(largest, number(result->start.change));
    }
    put(object, "positions", number(result->nq ? result->start.positions : unknown));
    put(object, "velocities", number(result->nq ? result->start.velocities : unknown));
    put(object, "largest", largest ? largest : json_null());
    return object;
}

static json_t *norms(const mb_result *result, const mb_norm_summary norm[MB_NORMS])
{
    static const char *const names[MB_NORMS] = {"l2", "sq", "l1", "linf"};
    json_t *object = json_object();
    double n = (double)result->points;

    for (int i = 0; i < MB_NORMS; i++) {
        json_t *one = json_object();

        put(one, "max", number(result->points ? norm[i].max : unknown));
        put(one, "mean", number(norm[i].sum / n));
        put(one, "rms", number(sqrt(norm[i].square_sum / n)));
        put(one, "final", number(isnan(result->t_reached) ? unknown : norm[i].last));
        put(object, names[i], one);
    }
    return object;
}

static json_t *energy(const mb_result *result)
{
    const mb_energy *e = &result->energy;
    double known = isnan(result->t_reached) ? unknown : 0.0;
    json_t *object = json_object();

    put(object, "kind", json_string(e->balance ? "balance" : "drift"));
    put(object, "initial", number(e->initial + known));
    put(object, "max_abs", number(e->max_abs + known));
    put(object, "mean_abs", number(e->sum_abs / (double)result->points));
    put(object, "final", number(e->last + known));
    put(object, "max_rel_ke", number(mb_precision_drift(result) + known));
    if (e->balance)
        put(object, "work_error", number(e->work_error + known));
    if (mb_precision_passes_over(e))
        put(object, "passed_over", number(e->between));
    if (mb_precision_leaps(result))
        put(object, "leap", number(e->leap / result->scale));
    return object;
}

static json_t *outputs(const mb_result *result, const double *value)
{
    double known = isnan(result->t_reached) ? unknown : 0.0;
    json_t *object = json_object();

    for (int i = 0; i < result->noutputs; i++)
        put(object, result->output_name[i], number(value[i] + known));
    return object;
}

/* Limits that the problem's source states for this run, whether they are met and which are not. */
static void put_limits(json_t *object, const mb_problem *p, const mb_result *result)
{
    json_t *limits = json_object(), *missed = json_array();
    bool met = true;

    if (!p || isnan(result->limits_t)) {
        json_decref(limits);
        put(object, "limits", json_null());
        put(object, "met", json_null());
    } else {
        for (const mb_stated_limit *limit = p->limits; limit->name; limit++) {
            mb_class_outcome outcome = mb_precision_met(result, limit);

            put(limits, limit->name, json_real(limit->value));
            met = met && outcome == MB_MET;
            if (outcome == MB_MISSED)
                json_array_append_new(missed, json_string(limit->name));
        }
        put(limits, "source", json_string(p->limits_source));
        put(object, "limits", limits);
        put(object, "met",
            met                           ? json_true()
            : json_array_size(missed) > 0 ? json_false()
                                          : json_null());
    }
    put(object, "missed", missed);
}

static json_t *precision(const mb_run *run, const mb_result *result)
{
    char name[MB_SPEC_SIZE] = "";
    const char *rest = "";
    mb_precision p = mb_precision_of(result);
    json_t *object = json_object();

    mb_spec_split(run->problem, name, &rest, NULL);
    put(object, "gap", number(p.gap));
    put(object, "gap_m", number(isnan(p.gap) ? unknown : result->gap));
    put(object, "drift", number(p.drift));
    put(object, "error", number(p.error));
    put(object, "bound", number(p.bound));
    if (p.departure > 0.0)
        put(object, "departure", number(p.departure));
    if (p.play > 0.0)
        put(object, "play", number(p.play));
    put(object, "class",
        number(mb_precision_class(p, result->status, result->counters.unconverged)));
    put_limits(object, mb_problem_find(name), result);
    return object;
}

static json_t *error(const mb_result *result)
{
    json_t *object;

    if (!result->has_reference)
        return json_null();
    object = json_object();
    put(object, "max", number(result->error_max));
    put(object, "final", number(result->error_last));
    put(object, "bound", number(result->error_bound));
    put(object, "horizon", number(result->error_horizon));
    return object;
}

static json_t *rank(const mb_rank_result *r)
{
    json_t *object;

    if (isnan(r->least))
        return json_null();
    object = json_object();
    put(object, "least", number(r->least));
    put(object, "at", number(r->at));
    put(object, "lost", number(r->lost));
    return object;
}

static json_t *momentum(const mb_momentum_result *m)
{
    json_t *object;

    if (isnan(m->linear) && isnan(m->angular))
        return json_null();
    object = json_object();
    put(object, "linear", number(m->linear));
    put(object, "angular", number(m->angular));
    return object;
}

static json_t *counters(const mb_result *result)
{
    json_t *object = json_object();

#define PUT_COUNTER(name, meaning) put(object, #name, json_integer(result->counters.name));
    MB_COUNTER_LIST(PUT_COUNTER)
#undef PUT_COUNTER
    put(object, "own_allocations",
        result->allocations_counted ? json_integer(result->allocations.own) : json_null());
    put(object, "library_allocations",
        result->allocations_counted ? json_integer(result->allocations.library) : json_null());
    if (isfinite(result->instructions))
        put(object, "instructions", json_integer((json_int_t)result->instructions));
    return object;
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
    json_t *r = json_object();

    put(r, "schema", json_string("mbsbench-record-1"));
    put(r, "study", json_string(run->study));
    put(r, "run", json_string(run->id));
    put(r, "problem", problem(run, result));
    put(r, "solver", json_string(run->solver));
    put(r, "cell", hex(run->cell));
    put(r, "key", hex(run->key));
    put(r, "copied_from", json_null());
    put(r, "status", json_string(mb_run_status_word(result->status)));
    put(r, "reason", text(result->reason));
    put(r, "t_end", number(run->t_end));
    put(r, "t_reached", number(result->t_reached));
    put(r, "h", number(mb_solver_nominal_step(run->solver)));
    put(r, "position", norms(result, result->norm[MB_AT_POSITION]));
    put(r, "velocity", norms(result, result->norm[MB_AT_VELOCITY]));
    put(r, "acceleration", norms(result, result->norm[MB_AT_ACCELERATION]));
    put(r, "energy", energy(result));
    put(r, "start_correction", number(result->nq ? result->start_correction : unknown));
    put(r, "start", start(result));
    put(r, "outputs", outputs(result, result->output));
    put(r, "output_rates", outputs(result, result->output_rate));
    put(r, "error", error(result));
    put(r, "precision", precision(run, result));
    put(r, "rank", rank(&result->rank_along));
    put(r, "momentum", momentum(&result->momentum));
    put(r, "counters", counters(result));
    put(r, "cpu", mb_record_cpu(result));
    put(r, "ratio", mb_record_ratio(run, result, extra->to));
    put(r, "environment", json_incref(extra->environment));
    put(r, "series", text(extra->series));
    put(r, "series_columns", series_columns(run));
    put(r, "branch",
        result->has_branch ? json_pack("{s:o}", "left", number(result->branch_time)) : json_null());
    put(r, "linear_solver", text(result->picked));
    if (extra->search)
        put(r, "search", mb_search_record(extra->search));
    put(r, "limits",
        json_pack("{s:f, s:f, s:s?}", "time", extra->limits.time, "memory", extra->limits.memory,
                  "met", mb_limit_word(result->limit)));
    put(r, "peak_rss_mb", number(result->peak_rss_mb));
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

char *mb_record_line(const json_t *record)
{
    char *line = json_dumps(record, JSON_COMPACT | JSON_REAL_PRECISION(17) | JSON_PRESERVE_ORDER);
    size_t n = line ? strlen(line) : 0;
    char *longer = line ? realloc(line, n + 2) : NULL;

    if (!longer) {
        free(line);
        return NULL;
    }
    memcpy(longer + n, "\n", 2);
    return longer;
}
