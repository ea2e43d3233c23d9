/* One record for people. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "report/records/grade.h"
#include "report/records/remarks.h"
#include "report/terminal/show.h"

/* A line of the listing: a path into the record with its name and unit. */
typedef struct fact {
    const char *path, *name, *unit;
} fact;

static const fact results[] = {
    {"t_end", "end time", "s"},
    {"t_reached", "reached", "s"},
    {"h", "step", "s"},
    {"search.reach", "searched for the largest one of class", ""},
    {"search.value", "largest one found", ""},
    {"position.l2.max", "position violation, max", "in SI units of the rows"},
    {"position.l2.mean", "position violation, mean", "in SI units of the rows"},
    {"position.l2.final", "position violation, final", "in SI units of the rows"},
    {"position.sq.mean", "Phi'Phi, mean", "in SI units of the rows"},
    {"velocity.l2.max", "velocity violation, max", "in SI units of the rows / s"},
    {"velocity.l2.mean", "velocity violation, mean", "in SI units of the rows / s"},
    {"acceleration.l2.max", "acceleration violation, max", "in SI units of the rows / s2"},
    {"energy.initial", "energy at the start", "J"},
    {"energy.max_abs", "energy drift, max", "J"},
    {"energy.mean_abs", "energy drift, mean", "J"},
    {"energy.final", "energy drift, final", "J"},
    {"energy.max_rel_ke", "energy drift, max, of the kinetic energy", "1"},
    {"momentum.linear", "change of the linear momentum", "kg m/s"},
    {"momentum.angular", "change of the angular momentum", "kg m2/s"},
    {"rank.least", "smallest singular value of D", "of the largest"},
    {"rank.at", "there at", "s"},
    {"start_correction", "correction of the start", "in SI units of the coordinates"},
    {"start.positions", "of positions", "in SI units of the coordinates"},
    {"start.velocities", "of velocities", "in SI units of the coordinates / s"},
    {"error.max", "error, max", "m, rad"},
    {"error.final", "error, final", "m, rad"},
    {"error.bound", "accuracy of the reference", "m, rad"},
    {"error.horizon", "reference known until", "s"},
    {"branch.left", "left its branch at", "s"},
    {"cpu.setup", "CPU time of the set-up", "s"},
    {"cpu.per_step_us", "CPU time of a step", "us"},
    {"ratio.median", "CPU ratio, median", "1"},
    {"ratio.lo", "CPU ratio, low end of the interval", "1"},
    {"ratio.hi", "CPU ratio, high end of the interval", "1"},
    {"peak_rss_mb", "peak memory", "MB"},
};

static const fact texts[] = {
    {"study", "study", ""},
    {"run", "run", ""},
    {"problem.title", "mechanism", ""},
    {"problem.spec", "problem", ""},
    {"problem.coordinates", "coordinates", ""},
    {"solver", "solver", ""},
    {"linear_solver", "linear solver", ""},
    {"status", "status", ""},
    {"reason", "reason", ""},
    {"search.reason", "search", ""},
    {"ratio.to", "CPU ratio to", ""},
    {"series", "series", ""},
    {"key", "key", ""},
    {"cell", "cell", ""},
    {"copied_from", "copied from", ""},
};

static void put_text(FILE *out, const char *name, const char *text)
{
    mb_put_line(out, "%-44s%s", name, text);
}

static void put_number(FILE *out, const char *name, double x, const char *unit)
{
    mb_put_line(out, "%-44s%.10g%s%s", name, x, *unit && strcmp(unit, "1") != 0 ? " " : "",
                strcmp(unit, "1") != 0 ? unit : "");
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

/* How right the run is: its class, what it rests on, or why there is none. */
static void put_precision(FILE *out, const json_t *record)
{
    static const fact part[] = {{"precision.gap", "gap", "of the mechanism's size"},
                                {"precision.gap_m", "gap as a length", "m"},
                                {"precision.drift", "drift", "of the largest kinetic energy"},
                                {"precision.error", "error", "of the mechanism's size, rad"}};
    const char *status = mb_record_text(record, "status");
    mb_report_run row = {.record = record, .ok = status && strcmp(status, "ok") == 0};
    char class[MB_CLASS_SIZE], why[MB_WHY_SIZE];

    mb_class_text(&row, class);
    mb_why_no_class(&row, why);
    if (*class)
        mb_put_line(out, "%-44s%s%s%s", "right to", class, *why ? ": " : "", why);
    if (!json_is_object(json_object_get(record, "precision")))
        return;
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++) {
        double x = mb_record_number(record, part[i].path);

        if (isnan(x))
            put_text(out, part[i].name, "not known");
        else
            put_number(out, part[i].name, x, part[i].unit);
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

static void show(const json_t *record, FILE *out)
{
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const char *text = mb_record_text(record, texts[i].path);

        if (text)
            put_text(out, texts[i].name, text);
    }
    put_remarks(out, record);
    fputc('\n', out);
    put_precision(out, record);
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        double x = mb_record_number(record, results[i].path);

        if (isfinite(x))
            put_number(out, results[i].name, x, results[i].unit);
    }
    put_numbers(out, "search", json_object_get(record, "search"));
    put_numbers(out, "outputs at the time reached", json_object_get(record, "outputs"));
    put_numbers(out, "their rates", json_object_get(record, "output_rates"));
    put_numbers(out, "counters", json_object_get(record, "counters"));
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
