/* SPDX-License-Identifier: MIT */
#include "report/gate/export_iftomm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "base/spec.h"
#include "base/text.h"
#include "report/gate/export_parts.h"
#include "report/records/command.h"
#include "report/records/spec_parts.h"
#include "report/records/track.h"

static const char outputs[] = "outputs.";

/* A run and its files. */
typedef struct submission {
    const json_t *record;
    mb_report_run row;
    mb_track track;
    mb_export_times cpu;
    char results[MB_NAME_SIZE + 16], form[MB_NAME_SIZE + 16];
} submission;

/* Output that a column of the series holds; NULL: it holds something else. */
static const char *output_of(const mb_track *track, int column)
{
    const size_t n = strlen(outputs);

    return strncmp(track->name[column], outputs, n) == 0 ? track->name[column] + n : NULL;
}

static bool has_outputs(const mb_track *track)
{
    for (int c = 0; c < track->columns; c++)
        if (output_of(track, c))
            return track->count > 0;
    return false;
}

/* "t,P.x,P.y", or with another sign between. */
static void put_columns(FILE *file, const mb_track *track, const char *between)
{
    fputc('t', file);
    for (int c = 0; c < track->columns; c++)
        if (output_of(track, c)) {
            fputs(between, file);
            mb_put_plain(file, output_of(track, c));
        }
}

/* ---- results -------------------------------------------------------------------------------- */

static void put_results(FILE *file, const submission *s)
{
    put_columns(file, &s->track, "\t");
    fputc('\n', file);
    for (int i = 0; i < s->track.count; i++) {
        if (i > 0 && s->track.t[i] == s->track.t[i - 1])
            continue; /* steps that nine digits do not tell apart */
        fprintf(file, "%.9g", s->track.t[i]);
        for (int c = 0; c < s->track.columns; c++)
            if (output_of(&s->track, c))
                fprintf(file, "\t%.9g", mb_track_value(&s->track, i, c));
        fputc('\n', file);
    }
}

/* ---- form ----------------------------------------------------------------------------------- */

static void put_text(FILE *file, const char *name, const char *text)
{
    fprintf(file, "%-14s", name);
    mb_put_plain(file, text ? text : "unknown");
    fputc('\n', file);
}

/* A measure of accuracy with its unit. */
static void put_measure(FILE *file, const char *name, const json_t *record, mb_field field)
{
    const double x = mb_record_field(record, field);
    char what[MB_FIELD_TEXT_SIZE];

    if (!isfinite(x))
        return;
    mb_field_name(field, what);
    fprintf(file, "%-14s%.3g %s, %s\n", name, x, mb_field_of(field)->unit, what);
}

/* That of the limits that the mechanism states comes first. */
static void put_accuracy(FILE *file, const json_t *record)
{
    static const struct {
        const char *limit; /* as records name it */
        mb_field field;
    } measures[] = {{"energy", MB_FIELD_ENERGY_MAX},
                    {"drift", MB_FIELD_DRIFT},
                    {"error", MB_FIELD_ERROR},
                    {"distance", MB_FIELD_ERROR_MAX},
                    {"violation", MB_FIELD_POSITION_MAX},
                    {"gap", MB_FIELD_GAP}};
    enum { MEASURES = sizeof measures / sizeof measures[0] };
    const json_t *limits = json_object_get(json_object_get(record, "precision"), "limits");
    const char *name = "accuracy";

    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < MEASURES; k++) {
            const json_t *limit = json_object_get(limits, measures[k].limit);

            if (!json_is_number(limit) == (pass == 0) ||
                !isfinite(mb_record_field(record, measures[k].field)))
                continue;
            put_measure(file, name, record, measures[k].field);
            name = "";
            if (pass == 0)
                fprintf(file, "%-14sof which at most %g is accepted\n", "",
                        json_number_value(limit));
        }
}

static void put_cpu(FILE *file, const submission *s)
{
    const double setup = mb_record_field(s->record, MB_FIELD_CPU_SETUP);

    if (s->cpu.count == 0) {
        put_text(file, "CPU time", "not measured");
        return;
    }
    fprintf(file, "%-14s%.4g s, median of %d (%.4g to %.4g s), of one thread, the time loop alone",
            "CPU time", s->cpu.median, s->cpu.count, s->cpu.least, s->cpu.most);
    if (isfinite(setup))
        fprintf(file, "; set-up %.3g s", setup);
    fputc('\n', file);
}

static void put_method(FILE *file, const submission *s)
{
    static const char *const parts[MB_SPEC_PARTS] = {"formulation", "integrator", "projection",
                                                     "linear solver"};
    const char *picked = mb_record_text(s->record, "linear_solver");
    mb_spec_slots slots;

    put_text(file, "method", s->row.solver);
    mb_spec_read(s->row.solver, &slots);
    for (int k = 0; k < MB_SPEC_PARTS; k++) {
        const mb_text_span *name = &slots.slot[k].name;

        fprintf(file, "%-14s%s %.*s", "", parts[k], name->length, name->text);
        if (k == MB_LINSOLVER_PART && picked)
            fprintf(file, ", which picked %s", picked);
        fputc('\n', file);
    }
    fprintf(file, "%-14scoordinates %s: %g, rows: %g\n", "",
            mb_record_text(s->record, "problem.coordinates"),
            mb_record_field(s->record, MB_FIELD_NQ), mb_record_field(s->record, MB_FIELD_M));
    fprintf(file, "%-14s%g steps\n", "", mb_record_field(s->record, MB_FIELD_STEPS));
}

/* What makes the run again, and what looks at its results. */
static void put_commands(FILE *file, const submission *s)
{
    const double t_end = mb_record_field(s->record, MB_FIELD_T_END);
    char text[MB_NUMBER_SIZE];

    fprintf(file, "%-14s", "made by");
    mb_put_command(file, &s->row);
    fprintf(file, " --series outputs\n%-14smbsbench score ", "looked at by");
    mb_put_shell(file, s->row.problem);
    fprintf(file, " %s --format iftomm --columns ", s->results);
    put_columns(file, &s->track, ",");
    mb_format_number(t_end, text);
    fprintf(file, " --t-end %s --steps %g", text, mb_record_field(s->record, MB_FIELD_STEPS));
    if (s->cpu.count > 0) {
        mb_format_number(s->cpu.median, text);
        fprintf(file, " --cpu %s", text);
    }
    fputc('\n', file);
}

static void put_form(FILE *file, const submission *s)
{
    const char *commit = mb_record_text(s->record, "environment.commit");

    put_text(file, "problem", s->row.problem);
    put_text(file, "", mb_record_text(s->record, "problem.title"));
    put_text(file, "results file", s->results);
    fprintf(file, "%-14scolumns ", "");
    put_columns(file, &s->track, ", ");
    fprintf(file, "; %d rows, t from %g to %g s\n", s->track.count, s->track.t[0],
            s->track.t[s->track.count - 1]);
    put_accuracy(file, s->record);
    put_cpu(file, s);
    put_text(file, "machine", mb_record_text(s->record, "environment.cpu"));
    put_text(file, "system", mb_record_text(s->record, "environment.kernel"));
    put_method(file, s);
    fprintf(file, "%-14smbsbench %s", "program", mb_record_text(s->record, "environment.version"));
    fprintf(file, "%s%s\n", commit ? ", commit " : "", commit ? commit : "");
    put_text(file, "compiler", mb_record_text(s->record, "environment.compiler"));
    put_text(file, "", mb_record_text(s->record, "environment.flags"));
    put_text(file, "measured", mb_record_text(s->record, "environment.date"));
    put_commands(file, s);
}

/* --------------------------------------------------------------------------------------------- */

static mb_status write_file(const char *folder, const char *name, const submission *s,
                            void (*put)(FILE *, const submission *), mb_error *err)
{
    FILE *file;
    mb_status status;

    MB_TRY(mb_create(folder, name, &file, err));
    put(file, s);
    status = mb_close(file, folder, name, err);
done:
    return status;
}

/* Names that no run before has. */
static mb_status name_files(submission *s, json_t *seen, mb_error *err)
{
    char text[800], name[MB_NAME_SIZE - 16], number[16] = "";
    int times;

    snprintf(text, sizeof text, "%s-%s", s->row.problem, s->row.solver);
    mb_file_name(text, name, sizeof name);
    times = (int)json_integer_value(json_object_get(seen, name)) + 1;
    if (json_object_set_new(seen, name, json_integer(times)) != 0)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    if (times > 1)
        snprintf(number, sizeof number, ".%d", times);
    snprintf(s->results, sizeof s->results, "%s%s.txt", name, number);
    snprintf(s->form, sizeof s->form, "%s%s-form.txt", name, number);
    return MB_OK;
}

static mb_status submit(mb_records *records, int i, const char *folder, json_t *seen,
                        mb_iftomm_counts *counts, mb_error *err)
{
    const json_t *record = mb_records_get(records, i);
    submission s = {.record = record, .row = mb_row_of(record, records->folder[i])};
    mb_status status = MB_OK;

    if (!s.row.ok) {
        counts->failed++;
        return MB_OK;
    }
    if (!mb_track_read(s.row.folder, mb_record_text(record, "series"), &s.track) ||
        !has_outputs(&s.track)) {
        counts->bare++;
        goto done;
    }
    s.cpu = mb_export_times_of(record);
    counts->untimed += s.cpu.count == 0;
    MB_TRY(name_files(&s, seen, err));
    MB_TRY(write_file(folder, s.results, &s, put_results, err));
    MB_TRY(write_file(folder, s.form, &s, put_form, err));
    counts->written++;
done:
    mb_track_free(&s.track);
    return status;
}

mb_status mb_export_iftomm(mb_records *records, const char *folder, mb_iftomm_counts *counts,
                           mb_error *err)
{
    mb_arena *arena = mb_arena_create();
    json_t *seen = json_object();
    int *last, cells;
    mb_status status;

    *counts = (mb_iftomm_counts){0};
    if (!arena || !seen)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    MB_TRY(mb_export_last(records, arena, &last, &cells, &counts->unnamed, err));
    MB_TRY(mb_make_folder(folder, err));
    for (int i = 0; i < cells; i++)
        MB_TRY(submit(records, last[i], folder, seen, counts, err));
done:
    json_decref(seen);
    mb_arena_destroy(arena);
    return status;
}
