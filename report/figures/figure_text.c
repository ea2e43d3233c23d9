/* SPDX-License-Identifier: MIT */
/* What figures of all kinds say: values, notes, texts of axes, labels. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "report/claims/method_names.h"
#include "report/figures/figure_parts.h"
#include "report/records/fields.h"
#include "report/records/grade.h"
#include "report/records/label.h"
#include "report/records/run_status.h"

double mb_figure_value(const mb_metric *metric, const mb_report_run *row)
{
    char missing[MB_MISSING_SIZE];
    mb_measured value;

    if (!row || !row->ok || !mb_metric_value(metric, row, &value, missing))
        return NAN;
    return value.x;
}

/* ---- texts ---------------------------------------------------------------------------------- */

mb_status mb_figure_note(mb_figure_case *c, const char *format, ...)
{
    va_list args;
    char *text;
    int n;
    mb_status status;

    va_start(args, format);
    n = vasprintf(&text, format, args);
    va_end(args);
    if (n < 0)
        return mb_fail(c->err, MB_NO_MEMORY, "out of memory");
    status = mb_arena_printf(c->arena, &c->note, c->err, "%s%s  ", c->note, text);
    free(text);
    return status;
}

mb_status mb_figure_note_failures(mb_figure_case *c, const mb_metric *metric)
{
    const char *text = "";
    int failed = 0, nothing = 0, classless = 0;
    mb_status status = MB_OK;

    for (int k = 0; mb_badge_at(k).name; k++) {
        int n = 0;

        for (int i = 0; i < c->figure->run.runs; i++)
            n += c->row[i] && !c->row[i]->ok && strcmp(c->row[i]->status, mb_badge_at(k).name) == 0;
        if (n > 0)
            MB_TRY(mb_arena_printf(c->arena, &text, c->err, "%s%s%d %s", text, *text ? ", " : "", n,
                                   mb_badge_at(k).name));
        failed += n;
    }
    for (int i = 0; metric && i < c->figure->run.runs; i++)
        nothing += c->row[i] && c->row[i]->ok && isnan(mb_figure_value(metric, c->row[i]));
    for (int i = 0; i < c->figure->run.runs; i++)
        classless += c->row[i] && mb_row_grade(c->row[i]) == MB_CLASSLESS;
    if (classless > 0)
        MB_TRY(mb_figure_note(c, "○: %d of %d runs finished in no class (not right to 1e-2).",
                              classless, c->figure->run.runs));
    if (failed > 0)
        MB_TRY(mb_figure_note(c, "%d of %d runs failed: %s.", failed, c->figure->run.runs, text));
    if (nothing > 0)
        MB_TRY(mb_figure_note(c, "%d %s no value of %s.", nothing, nothing == 1 ? "has" : "have",
                              metric->text));
done:
    return status;
}

mb_status mb_figure_note_reference(mb_figure_case *c, const mb_metric *metric)
{
    const char *reference = NULL;

    if (!metric->text || strcmp(metric->text, "cpu") != 0)
        return MB_OK;
    for (int i = 0; i < c->figure->run.runs; i++) {
        const char *to = c->row[i] ? mb_record_text(mb_row_record(c->row[i]), "ratio.to") : NULL;

        if (to && reference && strcmp(to, reference) != 0)
            return MB_OK;
        reference = to ? to : reference;
    }
    if (!reference)
        return MB_OK;
    for (int i = 0; i < c->ledger->runs; i++) {
        const mb_method_name *name = mb_method_of(c->ledger, i);

        if (name && strcmp(c->ledger->run[i].solver, reference) == 0)
            return mb_figure_note(c, "CPU times relative to %s.", name->name);
    }
    return mb_figure_note(c, "CPU times relative to %s.", reference);
}

mb_status mb_figure_second(mb_figure_case *c, const char **text)
{
    *text = c->second;
    if (*text)
        return MB_OK;
    return mb_arena_printf(c->arena, text, c->err, "study %s · %s", c->ledger->study,
                           c->figure->where);
}

const json_t *mb_figure_units(const mb_figure_case *c)
{
    for (int i = 0; i < c->figure->run.runs; i++)
        if (c->row[i] && json_object_get(mb_row_record(c->row[i]), "output_units"))
            return mb_row_record(c->row[i]);
    return NULL;
}

mb_status mb_figure_metric_text(mb_figure_case *c, const mb_metric *metric, const char **text)
{
    const mb_metric_term *term = &metric->term[0];
    const char *unit = "SI units";
    mb_field field = MB_FIELDS;
    char name[MB_FIELD_TEXT_SIZE];

    if (metric->terms == 1 && term->kind == MB_IS_CPU)
        field = MB_FIELD_RATIO;
    if (metric->terms == 1 && term->kind == MB_IS_PATH)
        field = mb_field_find(term->name);
    if (field < MB_FIELDS) {
        mb_field_axis(field, name);
        return mb_arena_printf(c->arena, text, c->err, "%s", name);
    }
    if (strncmp(metric->text, "outputs.", 8) == 0)
        unit = mb_output_unit(mb_figure_units(c), metric->text + 8);
    return mb_arena_printf(c->arena, text, c->err, "%s  [%s]", metric->text, unit);
}

mb_status mb_figure_param_text(mb_figure_case *c, const mb_figure_axis *axis, const char **text)
{
    bool pure = !axis->unit || !*axis->unit || strcmp(axis->unit, "1") == 0;

    return mb_arena_printf(c->arena, text, c->err, pure ? "%s" : "%s  [%s]", axis->name,
                           pure ? "" : axis->unit);
}

mb_status mb_figure_labels(mb_figure_case *c, const mb_report_run *const *row, const int *run,
                           int n, const char **label)
{
    const char **spec, *key;
    bool one_problem = true, one_solver = true;
    int *index;
    mb_status status;

    MB_TRY(MB_TAKE(c->arena, &spec, (size_t)n, c->err));
    MB_TRY(MB_TAKE(c->arena, &index, (size_t)n, c->err));
    for (int i = 0; i < n; i++) {
        spec[i] = row[i]->solver;
        index[i] = c->figure->run.run[run[i]];
        one_problem = one_problem && strcmp(row[i]->problem, row[0]->problem) == 0;
        one_solver = one_solver && strcmp(row[i]->solver, row[0]->solver) == 0;
    }
    if (c->ledger->names == 0 && mb_script_of("", &c->look).narrow) {
        MB_TRY(mb_short_labels(spec, n, c->arena, label, &key, c->err));
        if (*key)
            MB_TRY(mb_figure_note(c, "%s.", key));
    } else {
        MB_TRY(mb_method_labels(c->ledger, index, spec, n, c->arena, label, c->err));
    }
    for (int i = 0; i < n && !one_problem; i++)
        MB_TRY(mb_arena_printf(c->arena, &label[i], c->err, one_solver ? "%s" : "%s · %s",
                               row[i]->problem, label[i]));
done:
    return status;
}
