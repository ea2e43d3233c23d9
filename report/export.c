#include "report/export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/digest.h"

/* What is tracked beside the time; smaller is better for each. */
static const struct metric {
    const char *path, *measure, *name, *unit;
} metrics[] = {
    {"position.l2.max", "position-violation", "position violation", "m"},
    {"velocity.l2.max", "velocity-violation", "velocity violation", "m/s"},
    {"energy.max_abs", "energy-drift", "energy drift", "J"},
    {"error.max", "error", "error", "m or rad"},
    {"counters.steps", "steps", "steps", "1"},
    {"counters.factorisations", "factorisations", "factorisations", "1"},
    {"counters.iterations", "solver-iterations", "iterations", "1"},
};

enum { METRICS = sizeof metrics / sizeof *metrics, LONGEST = 1024 /* name in BMF */ };

typedef struct times {
    int count;
    double least, median, most; /* [s]; NaN: not timed */
} times;

static times times_of(const json_t *record)
{
    const json_t *loop = json_object_get(json_object_get(record, "cpu"), "loop");
    times t = {(int)json_array_size(loop), NAN, mb_row_cpu(record), NAN};

    for (int i = 0; i < t.count; i++) {
        double x = json_number_value(json_array_get(loop, (size_t)i));

        t.least = fmin(t.least, x);
        t.most = fmax(t.most, x);
    }
    return t;
}

static void benchmark_name(const json_t *record, char name[LONGEST])
{
    const char *problem = mb_record_text(record, "problem.spec");
    const char *solver = mb_record_text(record, "solver");

    snprintf(name, LONGEST, "%.400s %.560s t_end=%g", problem ? problem : "", solver ? solver : "",
             mb_record_number(record, "t_end"));
}

static bool went_through(const json_t *record)
{
    const char *status = mb_record_text(record, "status");

    return status && (strcmp(status, "ok") == 0 || strcmp(status, "branch-change") == 0);
}

static int put_github(json_t *list, const json_t *record, const char *name)
{
    times t = times_of(record);
    int before = (int)json_array_size(list);

    if (isfinite(t.median))
        json_array_append_new(list, json_pack("{s:o, s:s, s:f, s:o}", "name",
                                              json_sprintf("%s: CPU time", name), "unit", "s",
                                              "value", t.median, "range",
                                              json_sprintf("± %.3g", 0.5 * (t.most - t.least))));
    for (int i = 0; i < METRICS; i++) {
        double x = mb_record_number(record, metrics[i].path);

        if (isfinite(x))
            json_array_append_new(list, json_pack("{s:o, s:s, s:f}", "name",
                                                  json_sprintf("%s: %s", name, metrics[i].name),
                                                  "unit", metrics[i].unit, "value", x));
    }
    return (int)json_array_size(list) - before;
}

static int put_bmf(json_t *object, const json_t *record, const char *name)
{
    times t = times_of(record);
    json_t *one = json_object();
    int entries;

    if (isfinite(t.median)) /* the built-in measure, in ns */
        json_object_set_new(one, "latency",
                            json_pack("{s:f, s:f, s:f}", "value", 1e9 * t.median, "lower_value",
                                      1e9 * t.least, "upper_value", 1e9 * t.most));
    for (int i = 0; i < METRICS; i++) {
        double x = mb_record_number(record, metrics[i].path);

        if (isfinite(x))
            json_object_set_new(one, metrics[i].measure, json_pack("{s:f}", "value", x));
    }
    entries = (int)json_object_size(one);
    if (entries > 0)
        json_object_set(object, name, one);
    json_decref(one);
    return entries;
}

static int put_google(json_t *list, const json_t *record, const char *name)
{
    times t = times_of(record);
    json_t *one;
    int family = (int)json_array_size(list);

    if (!isfinite(t.median))
        return 0;
    one = json_pack("{s:s, s:i, s:i, s:s, s:s, s:i, s:i, s:i, s:i, s:f, s:f, s:s}", "name", name,
                    "family_index", family, "per_family_instance_index", 0, "run_name", name,
                    "run_type", "iteration", "repetitions", 1, "repetition_index", 0, "threads", 1,
                    "iterations", t.count, "real_time", 1e9 * t.median, "cpu_time", 1e9 * t.median,
                    "time_unit", "ns");
    for (int i = 0; i < METRICS; i++) { /* user counters */
        double x = mb_record_number(record, metrics[i].path);

        if (isfinite(x))
            json_object_set_new(one, metrics[i].measure, json_real(x));
    }
    json_array_append_new(list, one);
    return 1;
}

static json_t *google_context(const mb_records *records)
{
    const json_t *record = records->count ? records->record[records->count - 1] : NULL;
    const char *cpu = mb_record_text(record, "environment.cpu");
    const char *version = mb_record_text(record, "environment.version");
    double load = mb_record_number(record, "environment.load");

    return json_pack("{s:s, s:b, s:[], s:[f], s:s, s:s, s:s}", "executable", "mbsbench",
                     "cpu_scaling_enabled", 0, "caches", "load_avg", isfinite(load) ? load : 0.0,
                     "library_build_type", "release", "library_version", version ? version : "",
                     "cpu", cpu ? cpu : "");
}

const char *mb_export_word(mb_export_format format)
{
    static const char *const words[] = {
        [MB_EXPORT_GITHUB_ACTION] = "github-action-benchmark",
        [MB_EXPORT_BMF] = "bmf",
        [MB_EXPORT_GOOGLE] = "google-benchmark",
    };

    return words[format];
}

/* cell -> the last record that went to its end, in order of first appearance. */
static json_t *last_of_each(const mb_records *records)
{
    json_t *last = json_object();

    for (int i = 0; i < records->count; i++) {
        const char *cell = mb_record_text(records->record[i], "cell");

        if (cell && went_through(records->record[i]))
            json_object_set(last, cell, records->record[i]);
        else if (cell)
            json_object_del(last, cell);
    }
    return last;
}

mb_status mb_export(const mb_records *records, mb_export_format format, FILE *out, int *entries,
                    mb_error *err)
{
    json_t *last = last_of_each(records), *record;
    json_t *list = format == MB_EXPORT_BMF ? json_object() : json_array(), *root = list;
    const char *cell;
    bool written;

    *entries = 0;
    json_object_foreach(last, cell, record)
    {
        char name[LONGEST];

        benchmark_name(record, name);
        *entries += format == MB_EXPORT_GITHUB_ACTION ? put_github(list, record, name)
                    : format == MB_EXPORT_BMF         ? put_bmf(list, record, name)
                                                      : put_google(list, record, name);
    }
    if (format == MB_EXPORT_GOOGLE)
        root = json_pack("{s:o, s:o}", "context", google_context(records), "benchmarks", list);
    written = json_dumpf(root, out, JSON_INDENT(1) | JSON_PRESERVE_ORDER) == 0 &&
              fputc('\n', out) != EOF && fflush(out) == 0;
    json_decref(root);
    json_decref(last);
    return written ? MB_OK : mb_fail(err, MB_FAILURE, "cannot write %s", mb_export_word(format));
}
