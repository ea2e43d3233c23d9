/* SPDX-License-Identifier: MIT */
/* Columns of the tables of runs. */
#include <string.h>

#include "report/records/fields.h"
#include "report/tables/run_columns.h"

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
    {MB_FIELD_RANK_LOST, {"engine.name", NULL, "", MB_CELL_TEXT, true}},
    {MB_FIELD_RANK_LOST, {"engine.version", NULL, "", MB_CELL_TEXT, true}},
    {MB_FIELD_RANK_LOST, {"engine.precision", NULL, "", MB_CELL_TEXT, true}},
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
_Static_assert((int)OTHERS <= (int)MB_OTHER_COLUMNS, "there is room for them");
_Static_assert(2 * ((int)MB_FIELDS + (int)OTHERS) < (int)MB_COLUMN_NAMES, "there is room for all");
_Static_assert((int)MB_FIELDS + (int)OTHERS <= (int)MB_MOST_COLUMNS, "tables for LaTeX take them");

bool mb_run_column_costs(const mb_column *column)
{
    mb_field field = mb_field_find(column->key);

    if (field == MB_FIELDS)
        return strcmp(column->key, "ratio") == 0 || strcmp(column->key, "cpu_median") == 0;
    return mb_field_of(field)->gate.kind == MB_GATE_ACCURACY || field == MB_FIELD_GAP_M ||
           field == MB_FIELD_ERROR || field == MB_FIELD_CPU_PER_STEP;
}

static mb_column column_of(mb_field field)
{
    const mb_field_text *f = mb_field_of(field);

    return (mb_column){f->path, f->heading, f->unit, MB_CELL_NUMBER, true};
}

int mb_run_columns(mb_column column[MB_FIELDS + MB_OTHER_COLUMNS])
{
    int n = 0;

    for (int i = 0, k = 0; i <= MB_FIELDS; i++) {
        while (k < OTHERS && (int)others[k].before == i)
            column[n++] = others[k++].column;
        if (i < MB_FIELDS && mb_field_of((mb_field)i)->csv)
            column[n++] = column_of((mb_field)i);
    }
    return n;
}

int mb_run_paths(const char *path[MB_RUN_PATHS])
{
    static const char *const within[] = {"precision.met", "cpu.loop"}; /* of limits, cpu_median */
    mb_column column[MB_FIELDS + MB_OTHER_COLUMNS];
    int n = mb_run_columns(column);

    for (int i = 0; i < n; i++)
        path[i] = column[i].key;
    for (size_t i = 0; i < sizeof within / sizeof *within; i++)
        path[n++] = within[i];
    path[n] = NULL;
    return n;
}

/* By its key or its heading. */
static bool is_called(const mb_column *column, const char *name)
{
    return strcmp(column->key, name) == 0 || (column->title && strcmp(column->title, name) == 0);
}

bool mb_run_column(const char *name, mb_column *column)
{
    static const mb_field none = MB_FIELDS;
    mb_field field = mb_field_find(name);

    for (int i = 0; i < OTHERS; i++)
        if (is_called(&others[i].column, name) && (others[i].column.title || field == none)) {
            *column = others[i].column;
            column->title = column->title ? column->title : column->key;
            return true;
        }
    for (int i = 0; i < MB_FIELDS && field == none; i++) {
        mb_column candidate = column_of((mb_field)i);

        if (is_called(&candidate, name))
            field = (mb_field)i;
    }
    if (field == none && !mb_field_open(name))
        return false;
    *column = field == none ? (mb_column){name, name, "", MB_CELL_NUMBER, false} : column_of(field);
    column->title = column->title ? column->title : mb_field_of(field)->text;
    return true;
}

int mb_run_column_names(const char *name[MB_COLUMN_NAMES])
{
    int n = 0;

    for (int i = 0; i < OTHERS; i++) {
        name[n++] = others[i].column.key;
        if (others[i].column.title)
            name[n++] = others[i].column.title;
    }
    for (int i = 0; i < MB_FIELDS; i++) {
        name[n++] = mb_field_of((mb_field)i)->path;
        if (mb_field_of((mb_field)i)->heading)
            name[n++] = mb_field_of((mb_field)i)->heading;
    }
    name[n] = NULL;
    return n;
}
