/* SPDX-License-Identifier: MIT */
/* One record for people. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "report/records/grade.h"
#include "report/records/remarks.h"
#include "report/terminal/show.h"

/* A line of the listing: a path into the record and what people call it. */
static const struct {
    const char *path, *name;
} texts[] = {
    {"study", "study"},
    {"run", "run"},
    {"problem.title", "mechanism"},
    {"problem.spec", "problem"},
    {"problem.coordinates", "coordinates"},
    {"solver", "solver"},
    {"linear_solver", "linear solver"},
    {"status", "status"},
    {"reason", "reason"},
    {"search.reason", "search"},
    {"ratio.to", "CPU ratio to"},
    {"series", "series"},
    {"key", "key"},
    {"cell", "cell"},
    {"copied_from", "copied from"},
};

/* The name in a column of so many characters, which may have several bytes. */
static void put_name(FILE *out, const char *name)
{
    enum { WIDTH = 52 };
    int n = 0;

    for (const char *c = name; *c; c++)
        n += ((unsigned char)*c & 0xc0) != 0x80;
    mb_put_plain(out, name);
    fprintf(out, "%*s", n < WIDTH ? WIDTH - n : 1, "");
}

static void put_text(FILE *out, const char *name, const char *text)
{
    put_name(out, name);
    mb_put_line(out, "%s", text);
}

static void put_number(FILE *out, const char *name, double x, const char *unit)
{
    put_name(out, name);
    mb_put_line(out, "%.10g%s%s", x, *unit ? " " : "", unit);
}

/* Numbers of an object under a heading: outputs, counters. */
static void put_numbers(FILE *out, const char *heading, const json_t *object)
{
    void *at = json_object_iter((json_t *)(uintptr_t)object);

    if (at) {
        fputc('\n', out);
        mb_put_line(out, "%s", heading);
    }
    for (; at; at = json_object_iter_next((json_t *)(uintptr_t)object, at)) {
        const json_t *value = json_object_iter_value(at);
        char name[64] = "  ";

        mb_copy_plain(name + 2, sizeof name - 2, json_object_iter_key(at));
        if (json_is_number(value))
            put_number(out, name, json_number_value(value), "");
        else if (json_is_string(value))
            put_text(out, name, json_string_value(value));
        else if (json_is_null(value))
            put_text(out, name, "unknown");
        else if (json_is_boolean(value))
            put_text(out, name, json_is_true(value) ? "yes" : "no");
        else if (json_is_object(value))
            put_numbers(out, json_object_iter_key(at), value);
    }
}

/* How right the run is: its class, or why there is none. */
static void put_class(FILE *out, const json_t *record)
{
    mb_report_run row = mb_row_of(record, NULL);
    char class[MB_CLASS_SIZE], why[MB_WHY_SIZE];

    mb_class_text(&row, class);
    mb_why_no_class(&row, why);
    if (!*class)
        return;
    put_name(out, "right to");
    mb_put_line(out, "%s%s%s", class, *why ? ": " : "", why);
}

/* The numbers of the record; of those that a class rests on also that one is not known. */
static void put_fields(FILE *out, const json_t *record)
{
    bool graded = json_is_object(json_object_get(record, "precision"));

    for (int i = 0; i < MB_FIELDS; i++) {
        const mb_field_text *f = mb_field_of((mb_field)i);
        double x = mb_record_field(record, (mb_field)i);
        char name[MB_FIELD_TEXT_SIZE];

        mb_field_name((mb_field)i, name);
        if (f->hidden)
            continue;
        if (isfinite(x))
            put_number(out, name, x, f->unit);
        else if (graded && i <= MB_FIELD_ERROR)
            put_text(out, name, "not known");
    }
}

/* Named outputs with their units. */
static void put_outputs(FILE *out, const json_t *record)
{
    json_t *outputs = json_object_get(record, "outputs"), *value;
    const char *output;

    if (json_object_size(outputs) > 0) {
        fputc('\n', out);
        mb_put_line(out, "outputs at the time reached");
    }
    json_object_foreach(outputs, output, value)
    {
        char name[64] = "  ";

        mb_copy_plain(name + 2, sizeof name - 2, output);
        if (json_is_number(value))
            put_number(out, name, json_number_value(value), mb_output_unit(record, output));
        else
            put_text(out, name, "unknown");
    }
}

static void put_remarks(FILE *out, const json_t *record)
{
    for (int i = 0; mb_remark_at(i); i++) {
        char text[MB_REMARK_SIZE];

        mb_remark_at(i)(record, text);
        if (*text)
            put_text(out, "note", text);
    }
}

/* The libraries that parts of the solver come from. */
static void put_plugins(FILE *out, const json_t *record)
{
    size_t i;
    json_t *plugin;

    json_array_foreach(json_object_get(record, "plugins"), i, plugin)
    {
        const char *file = mb_record_text(plugin, "file"), *sum = mb_record_text(plugin, "sha256");

        put_name(out, "plug-in");
        mb_put_line(out, "%s, SHA-256 %s", file ? file : "unknown", sum ? sum : "unknown");
    }
}

static void show(const json_t *record, FILE *out)
{
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const char *text = mb_record_text(record, texts[i].path);

        if (text)
            put_text(out, texts[i].name, text);
    }
    put_plugins(out, record);
    put_remarks(out, record);
    fputc('\n', out);
    put_class(out, record);
    put_fields(out, record);
    put_numbers(out, "search", json_object_get(record, "search"));
    put_outputs(out, record);
    put_numbers(out, "their rates", json_object_get(record, "output_rates"));
    put_numbers(out, "environment", json_object_get(record, "environment"));
}

bool mb_report_named(const json_t *record, const char *which)
{
    const char *key = mb_record_text(record, "key"), *run = mb_record_text(record, "run");
    const char *study = mb_record_text(record, "study");
    size_t length = study ? strlen(study) : 0;

    if ((key && strcmp(key, which) == 0) || (run && strcmp(run, which) == 0))
        return true;
    return run && study && strncmp(which, study, length) == 0 &&
           (which[length] == '.' || which[length] == '/') && strcmp(which + length + 1, run) == 0;
}

mb_status mb_report_show(const mb_records *records, const char *which, FILE *out, mb_error *err)
{
    int shown = 0;

    for (int i = 0; i < records->count; i++) {
        if (!mb_report_named(records->record[i], which))
            continue;
        if (shown++)
            fputs("\n----\n\n", out);
        show(records->record[i], out);
    }
    if (shown == 0)
        return mb_fail(err, MB_BAD_INPUT,
                       "no record is called '%s'; expected a key, a run, STUDY.RUN or "
                       "STUDY/RUN of the %ld records",
                       which, records->passed);
    return MB_OK;
}
