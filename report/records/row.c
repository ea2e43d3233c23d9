/* SPDX-License-Identifier: MIT */
/* One row of a report: what it says of its run, with its record or without. */
#include <math.h>
#include <string.h>

#include "base/stats.h"
#include "report/records/digest_parts.h"
#include "report/records/label.h"
#include "report/records/run_status.h"

static const char *text_or(const json_t *record, const char *path, const char *otherwise)
{
    const char *text = mb_record_text(record, path);

    return text ? text : otherwise;
}

const char *mb_record_machine(const json_t *record)
{
    static const char *const path[] = {"environment.cpu_model", "environment.cpu.model",
                                       "environment.cpu"};

    for (size_t i = 0; i < sizeof path / sizeof path[0]; i++)
        if (mb_record_text(record, path[i]))
            return mb_record_text(record, path[i]);
    return "";
}

double mb_record_cpu_of(const json_t *record)
{
    const json_t *loop = json_object_get(json_object_get(record, "cpu"), "loop");
    double sample[64];
    int n = 0;

    for (size_t i = 0; i < json_array_size(loop) && n < 64; i++) {
        const json_t *value = json_array_get(loop, i);

        if (json_is_number(value))
            sample[n++] = json_number_value(value);
    }
    if (n == 0)
        return json_is_number(loop) ? json_number_value(loop) : (double)NAN;
    return mb_median(sample, n);
}

mb_report_run mb_row_of(const json_t *record, const char *folder)
{
    const char *name = text_or(record, "problem.name", "(no problem)");
    mb_report_run row = {.record = record, .folder = folder};

    row.study = text_or(record, "study", "(no study)");
    row.run = text_or(record, "run", "");
    row.problem = text_or(record, "problem.spec", name);
    row.solver = text_or(record, "solver", "");
    row.status = text_or(record, "status", "(no status)");
    row.reason = text_or(record, "reason", "");
    row.ok = mb_run_status_find(row.status) == MB_RUN_OK;
    row.projected = mb_spec_projected(row.solver) != 0;
    row.anchor = "";
    return row;
}

/* ---- rows whose records are not held -------------------------------------------------------- */

/* Numbers that such a row keeps, the time of its loop behind them. */
static const mb_field of_row[] = {
    MB_FIELD_CLASS,       MB_FIELD_GAP,          MB_FIELD_DRIFT,      MB_FIELD_ERROR,
    MB_FIELD_UNCONVERGED, MB_FIELD_POSITION_MAX, MB_FIELD_ENERGY_MAX, MB_FIELD_ERROR_MAX,
    MB_FIELD_T_END,       MB_FIELD_T_REACHED,    MB_FIELD_STEP,       MB_FIELD_STEPS,
    MB_FIELD_RANK_LOST,   MB_FIELD_CPU_MEASURED, MB_FIELD_RATIO,      MB_FIELD_SEARCH_REACH,
    MB_FIELD_SEARCH_VALUE};
enum { OF_ROW = sizeof of_row / sizeof *of_row };

void mb_row_paths(const char *path[MB_ROW_PATHS])
{
    static const char *const others[] = {"study",           "run",
                                         "problem.name",    "problem.spec",
                                         "solver",          "status",
                                         "reason",          "cell",
                                         "precision.met",   "cpu.loop",
                                         "cpu.rounds",      "scene",
                                         "series",          "environment.cpu_model",
                                         "environment.cpu", "environment.id",
                                         "environment.date"};
    int n = sizeof others / sizeof *others;

    memcpy(path, others, sizeof others);
    for (int k = 0; k < OF_ROW; k++)
        path[n++] = mb_field_of(of_row[k])->path;
    path[n] = NULL;
}

const json_t *mb_row_record(const mb_report_run *row)
{
    return row->record || !row->of ? row->record : mb_records_get(row->of, row->index);
}

double mb_row_field(const mb_report_run *row, mb_field field)
{
    for (int k = 0; k < OF_ROW && !row->record && row->number; k++)
        if (of_row[k] == field)
            return row->number[k];
    return mb_record_field(mb_row_record(row), field);
}

double mb_row_cpu(const mb_report_run *row)
{
    return row->record || !row->number ? mb_record_cpu_of(row->record) : row->number[OF_ROW];
}

const char *mb_row_machine(const mb_report_run *row)
{
    return row->number ? row->machine : mb_record_machine(mb_row_record(row));
}

bool mb_row_searched(const mb_report_run *row)
{
    return row->number ? row->searched
                       : json_is_object(json_object_get(mb_row_record(row), "search"));
}

static bool moves(const json_t *record)
{
    return mb_record_text(record, "scene") && mb_record_text(record, "series");
}

bool mb_row_moves(const mb_report_run *row)
{
    return row->number ? row->moves : moves(mb_row_record(row));
}

static int met(const json_t *record)
{
    const json_t *met = json_object_get(json_object_get(record, "precision"), "met");

    return json_is_boolean(met) ? json_is_true(met) : -1;
}

int mb_row_met(const mb_report_run *row)
{
    return row->number ? row->met : met(mb_row_record(row));
}

/* A text that many rows have, once. */
static const char *shared(json_t *texts, const char *text)
{
    if (json_object_get(texts, text) == NULL && json_object_set_new(texts, text, json_true()) != 0)
        return "";
    return json_object_iter_key(json_object_iter_at(texts, text));
}

mb_status mb_row_let_go(mb_report_run *row, json_t *texts, mb_arena *arena, mb_error *err)
{
    const json_t *record = row->record;
    const size_t run = strlen(row->run) + 1, solver = strlen(row->solver) + 1;
    double *number;
    char *own;
    mb_status status;

    MB_TRY(mb_arena_take(arena, &number, 1, (OF_ROW + 1) * sizeof *number + run + solver, err));
    own = (char *)(number + OF_ROW + 1);
    for (int k = 0; k < OF_ROW; k++)
        number[k] = mb_record_field(record, of_row[k]);
    number[OF_ROW] = mb_record_cpu_of(record);
    memcpy(own, row->run, run);
    memcpy(own + run, row->solver, solver);
    row->run = own;
    row->solver = own + run;
    row->study = shared(texts, row->study);
    row->problem = shared(texts, row->problem);
    row->status = shared(texts, row->status);
    row->reason = shared(texts, row->reason);
    row->machine = shared(texts, mb_record_machine(record));
    row->setting = shared(texts, text_or(record, "environment.id", ""));
    row->date = shared(texts, text_or(record, "environment.date", ""));
    row->met = met(record);
    row->graded = json_is_object(json_object_get(record, "precision"));
    row->searched = json_is_object(json_object_get(record, "search"));
    row->moves = moves(record);
    row->number = number;
    row->record = NULL;
done:
    return status;
}
