/* The table of the runs of one mechanism in one study. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/spec.h"
#include "report/records/command.h"
#include "report/records/fields.h"
#include "report/records/grade.h"
#include "report/tables/table.h"

/* Columns beside the numbers of a record, each before the field that follows it.  One whose key is
 * a path into the record needs no code. */
static const struct {
    mb_field before;
    mb_column column;
} others[] = {
    {MB_FIELD_CLASS, {"study", NULL, "", MB_CELL_TEXT, true}},
    {MB_FIELD_CLASS, {"run", NULL, "", MB_CELL_TEXT, true}},
    {MB_FIELD_CLASS, {"problem", NULL, "", MB_CELL_TEXT, true}},
    {MB_FIELD_CLASS, {"label", "solver", "", MB_CELL_TEXT, true}},
    {MB_FIELD_CLASS, {"solver", NULL, "", MB_CELL_CODE, true}},
    {MB_FIELD_CLASS, {"status", "status", "", MB_CELL_STATUS, true}},
    {MB_FIELD_CLASS, {"class", "right to", "", MB_CELL_CLASS, false}},
    {MB_FIELD_RANK_LOST, {"limits", NULL, "", MB_CELL_TEXT, true}},
    {MB_FIELD_T_END, {"reason", NULL, "", MB_CELL_TEXT, true}},
    {MB_FIELD_CPU_PER_STEP, {"cpu_median", NULL, "s", MB_CELL_NUMBER, true}},
    {MB_FIELD_RATIO, {"ratio", "CPU ratio", "", MB_CELL_NUMBER, false}},
    {MB_FIELD_ITERATIONS, {"ratio.to", NULL, "", MB_CELL_CODE, true}},
    {MB_FIELD_PEAK_RSS, {"iterations_per_step", "iterations per step", "", MB_CELL_NUMBER, true}},
    {MB_FIELD_PEAK_RSS, {"linear_solver", NULL, "", MB_CELL_TEXT, true}},
    {MB_FIELDS, {"command", NULL, "", MB_CELL_CODE, true}},
    {MB_FIELDS, {"key", NULL, "", MB_CELL_CODE, true}},
    {MB_FIELDS, {"copied_from", NULL, "", MB_CELL_CODE, true}},
};

enum { OTHERS = sizeof others / sizeof others[0] };
_Static_assert((int)MB_FIELDS + (int)OTHERS <= (int)MB_MOST_COLUMNS, "tables for LaTeX take them");

/* All columns; returns their number. */
static int list_columns(mb_column column[MB_FIELDS + OTHERS])
{
    int n = 0;

    for (int i = 0, k = 0; i <= MB_FIELDS; i++) {
        while (k < OTHERS && (int)others[k].before == i)
            column[n++] = others[k++].column;
        if (i < MB_FIELDS && mb_field_of((mb_field)i)->csv) {
            const mb_field_text *f = mb_field_of((mb_field)i);

            column[n++] = (mb_column){f->path, f->heading, f->unit, MB_CELL_NUMBER, true};
        }
    }
    return n;
}

/* median with [lo, hi] behind it */
static mb_status ratio(const mb_report_run *row, mb_arena *arena, mb_table_cell *cell,
                       mb_error *err)
{
    const char *to = mb_record_text(row->record, "ratio.to");
    char low[MB_SHORT_SIZE], high[MB_SHORT_SIZE];

    cell->number = mb_record_field(row->record, MB_FIELD_RATIO);
    mb_short_number(mb_record_field(row->record, MB_FIELD_RATIO_LO), low);
    mb_short_number(mb_record_field(row->record, MB_FIELD_RATIO_HI), high);
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

    cell->number = mb_record_field(row->record, MB_FIELD_GAP);
    mb_short_number(mb_record_field(row->record, MB_FIELD_GAP_M), length);
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
    if (strcmp(column->key, mb_field_of(MB_FIELD_GAP)->path) == 0)
        return gap(row, arena, cell, err);
    if (column->kind == MB_CELL_CLASS)
        return class_of(row, arena, cell, err);
    if (strcmp(column->key, "cpu_median") == 0)
        cell->number = mb_row_cpu(row->record);
    else if (strcmp(column->key, "iterations_per_step") == 0)
        cell->number = mb_record_field(row->record, MB_FIELD_ITERATIONS) /
                       mb_record_field(row->record, MB_FIELD_STEPS);
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
    mb_column *column;
    mb_status status;

    *table = (mb_table){.rows = group->count, .opens = "label"};
    MB_TRY(MB_TAKE(arena, &column, MB_FIELDS + OTHERS, err));
    table->column = column;
    table->columns = list_columns(column);
    MB_TRY(MB_TAKE(arena, &table->cell, (size_t)(group->count * table->columns), err));
    MB_TRY(MB_TAKE(arena, &table->row_id, (size_t)group->count, err));
    for (int r = 0; r < group->count; r++) { /* others have their place among the reasons */
        table->row_id[r] = mb_row_explained(group->row[r]) ? NULL : group->row[r]->anchor;
        for (int c = 0; c < table->columns; c++)
            MB_TRY(
                fill(group->row[r], &column[c], arena, &table->cell[r * table->columns + c], err));
    }
done:
    return status;
}
