/* SPDX-License-Identifier: MIT */
#include "report/gate/export.h"
#include "report/gate/export_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/places.h"
#include "base/text.h"
#include "report/records/fields.h"
#include "report/records/grade.h"
#include "report/records/run_status.h"

enum { LONGEST = 1024 /* name in BMF */, WHY = 512, LOOKED_AT = MB_FIELDS + 8 };

/* One cell: its last record. */
typedef struct benchmark {
    const json_t *record;
    char name[LONGEST];
    bool failed;    /* any status but ok */
    bool whole;     /* went to its end: its numbers are those of the whole run */
    bool graded;    /* its record says how right it is */
    bool classless; /* and that is: not */
    char why[WHY];  /* of one that failed */
} benchmark;

mb_export_times mb_export_times_of(const json_t *record)
{
    const json_t *loop = json_object_get(json_object_get(record, "cpu"), "loop");
    mb_export_times t = {(int)json_array_size(loop), NAN, mb_record_cpu_of(record), NAN};

    for (int i = 0; i < t.count; i++) {
        double x = json_number_value(json_array_get(loop, (size_t)i));

        t.least = fmin(t.least, x);
        t.most = fmax(t.most, x);
    }
    return t;
}

static const char *text_of(const json_t *record, const char *path)
{
    const char *text = mb_record_text(record, path);

    return text ? text : "";
}

static void describe(const json_t *record, benchmark *b)
{
    char problem[400], solver[560], reason[400];
    mb_report_run row = mb_row_of(record, NULL);
    mb_grade grade;

    *b = (benchmark){.record = record};
    grade = mb_row_grade(&row);
    mb_copy_plain(problem, sizeof problem, text_of(record, "problem.spec"));
    mb_copy_plain(solver, sizeof solver, text_of(record, "solver"));
    snprintf(b->name, sizeof b->name, "%s %s t_end=%g", problem, solver,
             mb_record_field(record, MB_FIELD_T_END));
    b->failed = !row.ok;
    b->whole = mb_run_status_timed(mb_run_status_find(row.status));
    b->graded = grade == MB_RIGHT || grade == MB_CLASSLESS;
    b->classless = grade == MB_CLASSLESS;
    if (b->failed) {
        mb_copy_plain(reason, sizeof reason, text_of(record, "reason"));
        mb_copy_plain(b->why, 64, row.status);
        snprintf(b->why + strlen(b->why), sizeof b->why - strlen(b->why), "%s%s",
                 *reason ? ": " : "", reason);
    }
}

static bool tracked(const mb_field_text *field)
{
    return field->tracked.measure;
}

/* What is looked at of a record, in a list of LOOKED_AT. */
static void look_at(const char **list)
{
    static const char *const others[] = {"problem.spec", "solver", "t_end",
                                         "status",       "reason", "cpu.loop"};
    const int n = sizeof others / sizeof *others;

    memcpy(list, others, sizeof others);
    mb_field_paths(tracked, list, n);
}

/* Does a record have the number of a field that is tracked beside the time?  What a run that ended
 * early has not measured whole does not count. */
static bool is_tracked(const benchmark *b, int field, double *x)
{
    *x = b->whole && tracked(mb_field_of((mb_field)field))
             ? mb_record_field(b->record, (mb_field)field)
             : (double)NAN;
    return isfinite(*x);
}

/* Those of a run that went to its end. */
static mb_export_times times_of(const benchmark *b)
{
    return b->whole ? mb_export_times_of(b->record) : (mb_export_times){0, NAN, NAN, NAN};
}

static void add_github(json_t *list, const char *name, const char *what, const char *unit,
                       double value, const char *extra)
{
    json_t *one = json_pack("{s:o, s:s, s:f}", "name", json_sprintf("%s: %s", name, what), "unit",
                            unit, "value", value);

    if (extra)
        json_object_set_new(one, "extra", json_string(extra));
    json_array_append_new(list, one);
}

static int put_github(json_t *list, const benchmark *b)
{
    mb_export_times t = times_of(b);
    int before = (int)json_array_size(list);
    double x;

    add_github(list, b->name, "failed", "0 or 1", b->failed, b->failed ? b->why : NULL);
    if (b->graded)
        add_github(list, b->name, "in no class", "0 or 1", b->classless,
                   b->classless ? "finished, but not right to 1e-2, or not proven to be" : NULL);
    if (isfinite(t.median)) {
        add_github(list, b->name, "CPU time", "s", t.median, NULL);
        json_object_set_new(json_array_get(list, json_array_size(list) - 1), "range",
                            json_sprintf("± %.3g", 0.5 * (t.most - t.least)));
    }
    for (int i = 0; i < MB_FIELDS; i++)
        if (is_tracked(b, i, &x))
            add_github(list, b->name, mb_field_of((mb_field)i)->tracked.name,
                       mb_field_of((mb_field)i)->tracked.unit, x, NULL);
    return (int)json_array_size(list) - before;
}

static int put_bmf(json_t *object, const benchmark *b)
{
    mb_export_times t = times_of(b);
    json_t *one = json_pack("{s:{s:f}}", "failed", "value", (double)b->failed);
    double x;
    int entries;

    if (b->graded)
        json_object_set_new(one, "no-class", json_pack("{s:f}", "value", (double)b->classless));
    if (isfinite(t.median)) /* the built-in measure, in ns */
        json_object_set_new(one, "latency",
                            json_pack("{s:f, s:f, s:f}", "value", 1e9 * t.median, "lower_value",
                                      1e9 * t.least, "upper_value", 1e9 * t.most));
    for (int i = 0; i < MB_FIELDS; i++)
        if (is_tracked(b, i, &x))
            json_object_set_new(one, mb_field_of((mb_field)i)->tracked.measure,
                                json_pack("{s:f}", "value", x));
    entries = (int)json_object_size(one);
    json_object_set_new(object, b->name, one);
    return entries;
}

/* index: entries before it */
static int put_google(json_t *list, int index, const benchmark *b)
{
    mb_export_times t = mb_export_times_of(b->record);
    json_t *one;
    double x;

    if (!b->failed && !isfinite(t.median))
        return 0;
    one = json_pack("{s:s, s:i, s:i, s:s, s:s, s:i, s:i, s:i}", "name", b->name, "family_index",
                    index, "per_family_instance_index", 0, "run_name", b->name, "run_type",
                    "iteration", "repetitions", 1, "repetition_index", 0, "threads", 1);
    if (b->failed) {
        json_object_set_new(one, "error_occurred", json_true());
        json_object_set_new(one, "error_message", json_string(b->why));
    } else {
        json_object_set_new(one, "iterations", json_integer(t.count));
        json_object_set_new(one, "real_time", json_real(1e9 * t.median));
        json_object_set_new(one, "cpu_time", json_real(1e9 * t.median));
        json_object_set_new(one, "time_unit", json_string("ns"));
    }
    if (b->graded)
        json_object_set_new(one, "no-class", json_real(b->classless));
    for (int i = 0; i < MB_FIELDS; i++) /* user counters */
        if (is_tracked(b, i, &x))
            json_object_set_new(one, mb_field_of((mb_field)i)->tracked.measure, json_real(x));
    json_array_append_new(list, one);
    return 1;
}

static json_t *google_context(mb_records *records)
{
    const json_t *record = records->count ? mb_records_get(records, records->count - 1) : NULL;
    const char *cpu = mb_record_text(record, "environment.cpu");
    const char *version = mb_record_text(record, "environment.version");
    double load = mb_record_number(record, "environment.load");

    return json_pack("{s:s, s:b, s:[], s:[f], s:s, s:s, s:s}", "executable", "mbsbench",
                     "cpu_scaling_enabled", 0, "caches", "load_avg", isfinite(load) ? load : 0.0,
                     "library_build_type", "release", "library_version", version ? version : "",
                     "cpu", cpu ? cpu : "");
}

const char *const mb_export_words[] = {[MB_EXPORT_GITHUB_ACTION] = "github-action-benchmark",
                                       [MB_EXPORT_BMF] = "bmf",
                                       [MB_EXPORT_GOOGLE] = "google-benchmark",
                                       [MB_EXPORT_IFTOMM] = "iftomm",
                                       [MB_EXPORT_FORMATS] = NULL};

mb_status mb_export_last(mb_records *records, mb_arena *arena, int **last, int *count, int *unnamed,
                         mb_error *err)
{
    static const char *const cell[] = {"cell", NULL};
    mb_places seen = {0};
    mb_status status;

    *count = *unnamed = 0;
    MB_TRY(MB_TAKE(arena, last, (size_t)records->count, err));
    for (int i = 0; i < records->count; i++) {
        json_t *record = mb_records_part(records, i, cell);
        const char *name = mb_record_text(record, "cell");
        const uint64_t hash = name ? mb_hash_text(MB_HASH_START, name) : 0;
        const int place = name ? mb_places_find(&seen, hash) : -1;

        if (place >= 0) {
            (*last)[place] = i;
        } else if (name) {
            (*last)[*count] = i;
            status = mb_places_set(&seen, hash, (*count)++, err);
        } else {
            ++*unnamed;
        }
        json_decref(record);
        if (status != MB_OK)
            goto done;
    }
done:
    mb_places_free(&seen);
    return status;
}

static void put(json_t *list, mb_export_format format, const benchmark *b, mb_export_counts *counts)
{
    int entries = format == MB_EXPORT_GITHUB_ACTION ? put_github(list, b)
                  : format == MB_EXPORT_BMF         ? put_bmf(list, b)
                                                    : put_google(list, counts->entries, b);

    counts->entries += entries;
    counts->failed += b->failed;
    counts->classless += b->classless;
    counts->untimed += entries == 0;
}

/* Writes what one cell yields, without the brackets around it. */
static bool write_cell(FILE *out, const json_t *list, bool first)
{
    char *text = json_dumps(list, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
    const size_t n = text ? strlen(text) : 0;
    bool written = text;

    if (n > 4) /* "[\n ...\n]" */
        written = fprintf(out, "%s%.*s", first ? "\n" : ",\n", (int)n - 4, text + 2) > 0;
    free(text);
    return written;
}

mb_status mb_export(mb_records *records, mb_export_format format, FILE *out,
                    mb_export_counts *counts, mb_error *err)
{
    const bool object = format == MB_EXPORT_BMF, google = format == MB_EXPORT_GOOGLE;
    mb_arena *arena = mb_arena_create();
    int *last, cells;
    bool written = true, first = true;
    const char *looked_at[LOOKED_AT];
    mb_status status;

    *counts = (mb_export_counts){0};
    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    look_at(looked_at);
    MB_TRY(mb_export_last(records, arena, &last, &cells, &counts->unnamed, err));
    if (google) {
        json_t *context = google_context(records);

        fputs("{\n\"context\": ", out);
        json_dumpf(context, out, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
        fputs(",\n\"benchmarks\": ", out);
        json_decref(context);
    }
    fputc(object ? '{' : '[', out);
    for (int i = 0; i < cells && written; i++) {
        json_t *list = object ? json_object() : json_array();
        json_t *record = mb_records_part(records, last[i], looked_at);
        benchmark b;

        describe(record, &b);
        put(list, format, &b, counts);
        written = write_cell(out, list, first);
        first = first && json_array_size(list) + json_object_size(list) == 0;
        json_decref(list);
        json_decref(record);
    }
    fprintf(out, "\n%c%s\n", object ? '}' : ']', google ? "\n}" : "");
    if (!written || fflush(out) != 0 || ferror(out))
        MB_TRY(mb_fail(err, MB_FAILURE, "cannot write %s", mb_export_words[format]));
done:
    mb_arena_destroy(arena);
    return status;
}
