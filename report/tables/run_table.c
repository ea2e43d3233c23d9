/* The table of the runs of one mechanism in one study. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/spec.h"
#include "report/records/command.h"
#include "report/records/grade.h"
#include "report/tables/table.h"

/* Columns whose key is a path into the record need no code. */
static const mb_column columns[] = {
    {"study", NULL, "", MB_CELL_TEXT, true},
    {"run", NULL, "", MB_CELL_TEXT, true},
    {"problem", NULL, "", MB_CELL_TEXT, true},
    {"label", "solver", "", MB_CELL_TEXT, true},
    {"solver", NULL, "", MB_CELL_CODE, true},
    {"status", "status", "", MB_CELL_STATUS, true},
    {"class", "right to", "", MB_CELL_CLASS, false},
    {"precision.class", NULL, "", MB_CELL_NUMBER, true},
    {"precision.gap", "gap", "of the size", MB_CELL_NUMBER, true},
    {"precision.gap_m", NULL, "m", MB_CELL_NUMBER, true},
    {"precision.drift", "drift", "of the kinetic energy", MB_CELL_NUMBER, true},
    {"precision.error", "error", "of the size, rad", MB_CELL_NUMBER, true},
    {"counters.unconverged", NULL, "", MB_CELL_NUMBER, true},
    {"limits", NULL, "", MB_CELL_TEXT, true},
    {"rank.lost", NULL, "s", MB_CELL_NUMBER, true},
    {"search.value", NULL, "", MB_CELL_NUMBER, true},
    {"reason", NULL, "", MB_CELL_TEXT, true},
    {"t_end", NULL, "s", MB_CELL_NUMBER, true},
    {"t_reached", "until", "s", MB_CELL_NUMBER, true},
    {"h", "step", "s", MB_CELL_NUMBER, true},
    {"counters.steps", "steps", "", MB_CELL_NUMBER, true},
    {"position.l2.max", "‖Φ‖ max", "m, m², rad", MB_CELL_NUMBER, true},
    {"position.l2.mean", NULL, "", MB_CELL_NUMBER, true},
    {"velocity.l2.max", "‖dΦ/dt‖ max", "m, m², rad / s", MB_CELL_NUMBER, true},
    {"velocity.l2.mean", NULL, "1/s", MB_CELL_NUMBER, true},
    {"acceleration.l2.max", NULL, "1/s²", MB_CELL_NUMBER, true},
    {"energy.max_abs", "drift max", "J", MB_CELL_NUMBER, true},
    {"energy.final", NULL, "J", MB_CELL_NUMBER, true},
    {"energy.max_rel_ke", NULL, "", MB_CELL_NUMBER, true},
    {"error.max", "error max", "m, rad", MB_CELL_NUMBER, true},
    {"error.final", NULL, "m, rad", MB_CELL_NUMBER, true},
    {"cpu_median", NULL, "s", MB_CELL_NUMBER, true},
    {"cpu.per_step_us", "CPU per step", "µs", MB_CELL_NUMBER, true},
    {"ratio", "CPU ratio", "", MB_CELL_NUMBER, false},
    {"ratio.median", NULL, "", MB_CELL_NUMBER, true},
    {"ratio.lo", NULL, "", MB_CELL_NUMBER, true},
    {"ratio.hi", NULL, "", MB_CELL_NUMBER, true},
    {"ratio.to", NULL, "", MB_CELL_CODE, true},
    {"counters.iterations", NULL, "", MB_CELL_NUMBER, true},
    {"iterations_per_step", "iterations per step", "", MB_CELL_NUMBER, true},
    {"linear_solver", NULL, "", MB_CELL_TEXT, true},
    {"peak_rss_mb", NULL, "MB", MB_CELL_NUMBER, true},
    {"command", NULL, "", MB_CELL_CODE, true},
    {"key", NULL, "", MB_CELL_CODE, true},
    {"copied_from", NULL, "", MB_CELL_CODE, true},
};

enum { COLUMNS = sizeof columns / sizeof columns[0] };

/* median with [lo, hi] behind it */
static mb_status ratio(const mb_report_run *row, mb_arena *arena, mb_table_cell *cell,
                       mb_error *err)
{
    const char *to = mb_record_text(row->record, "ratio.to");
    char low[MB_SHORT_SIZE], high[MB_SHORT_SIZE];

    cell->number = mb_record_number(row->record, "ratio.median");
    mb_short_number(mb_record_number(row->record, "ratio.lo"), low);
    mb_short_number(mb_record_number(row->record, "ratio.hi"), high);
    if (to && strcmp(to, row->solver) == 0)
        cell->text = "reference";
    if (cell->text || !*low || !*high)
        return MB_OK;
    return mb_arena_printf(arena, &cell->text, err, "[%s, %s]", low, high);
}

/* The gap of the mechanism's size, with the length behind it. */
static mb_status gap(const mb_report_run *row, mb_arena *arena, mb_table_cell *cell, mb_error *err)
{
    char length[MB_SHORT_SIZE];

    cell->number = mb_record_number(row->record, "precision.gap");
    mb_short_number(mb_record_number(row->record, "precision.gap_m"), length);
    return *length ? mb_arena_printf(arena, &cell->text, err, "(%s m)", length) : MB_OK;
}

static mb_status class_of(const mb_report_run *row, mb_arena *arena, mb_table_cell *cell,
                          mb_error *err)
{
    char text[MB_CLASS_SIZE];

    mb_class_text(row, text);
    if (row->ok)
        cell->badge = mb_row_badge(row);
    cell->anchor = mb_row_grade(row) == MB_CLASSLESS ? row->anchor : NULL;
    return mb_arena_printf(arena, &cell->text, err, "%s", text);
}

/* Does it meet the limits that the mechanism's source states? */
static const char *limits_of(const mb_report_run *row)
{
    const json_t *met = json_object_get(json_object_get(row->record, "precision"), "met");

    return json_is_boolean(met) ? json_is_true(met) ? "met" : "missed" : "";
}

static const char *text_of(const mb_report_run *row, const char *key)
{
    if (strcmp(key, "label") == 0)
        return row->label;
    if (strcmp(key, "problem") == 0)
        return row->problem;
    if (strcmp(key, "study") == 0)
        return row->study;
    if (strcmp(key, "status") == 0)
        return row->status;
    if (strcmp(key, "limits") == 0)
        return limits_of(row);
    return mb_record_text(row->record, key);
}

static mb_status fill(const mb_report_run *row, const mb_column *column, mb_arena *arena,
                      mb_table_cell *cell, mb_error *err)
{
    *cell = (mb_table_cell){.number = NAN};
    if (strcmp(column->key, "ratio") == 0)
        return ratio(row, arena, cell, err);
    if (strcmp(column->key, "command") == 0)
        return mb_command_text(row, arena, &cell->text, err);
    if (strcmp(column->key, "precision.gap") == 0)
        return gap(row, arena, cell, err);
    if (column->kind == MB_CELL_CLASS)
        return class_of(row, arena, cell, err);
    if (strcmp(column->key, "cpu_median") == 0)
        cell->number = mb_row_cpu(row->record);
    else if (strcmp(column->key, "iterations_per_step") == 0)
        cell->number = mb_record_number(row->record, "counters.iterations") /
                       mb_record_number(row->record, "counters.steps");
    else if (column->kind == MB_CELL_NUMBER)
        cell->number = mb_record_number(row->record, column->key);
    else
        cell->text = text_of(row, column->key);
    if (column->kind == MB_CELL_STATUS) {
        cell->badge = mb_row_badge(row);
        cell->anchor = row->ok ? NULL : row->anchor;
    }
    return MB_OK;
}

mb_status mb_run_table(const mb_run_group *group, mb_arena *arena, mb_table *table, mb_error *err)
{
    mb_status status;

    *table =
        (mb_table){.columns = COLUMNS, .rows = group->count, .column = columns, .opens = "label"};
    MB_TRY(MB_TAKE(arena, &table->cell, (size_t)group->count * COLUMNS, err));
    MB_TRY(MB_TAKE(arena, &table->row_id, (size_t)group->count, err));
    for (int r = 0; r < group->count; r++) { /* others have their place among the reasons */
        table->row_id[r] = mb_row_explained(group->row[r]) ? NULL : group->row[r]->anchor;
        for (int c = 0; c < COLUMNS; c++)
            MB_TRY(fill(group->row[r], &columns[c], arena, &table->cell[r * COLUMNS + c], err));
    }
done:
    return status;
}
