/* SPDX-License-Identifier: MIT */
/* The table of the runs of one mechanism in one study. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/spec.h"
#include "report/records/command.h"
#include "report/records/fields.h"
#include "report/records/grade.h"
#include "report/records/label.h"
#include "report/tables/run_columns.h"

/* median with [lo, hi] behind it */
static mb_status ratio(const mb_report_run *row, mb_arena *arena, mb_table_cell *cell,
                       mb_error *err)
{
    const char *to = mb_record_text(mb_row_record(row), "ratio.to");
    char low[MB_SHORT_SIZE], high[MB_SHORT_SIZE];

    cell->number = mb_row_field(row, MB_FIELD_RATIO);
    mb_short_number(mb_row_field(row, MB_FIELD_RATIO_LO), low);
    mb_short_number(mb_row_field(row, MB_FIELD_RATIO_HI), high);
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

    cell->number = mb_row_field(row, MB_FIELD_GAP);
    mb_short_number(mb_row_field(row, MB_FIELD_GAP_M), length);
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
    const json_t *met = json_object_get(json_object_get(mb_row_record(row), "precision"), "met");

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
    return mb_record_text(mb_row_record(row), key);
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
        cell->number = mb_row_cpu(row);
    else if (strcmp(column->key, "iterations_per_step") == 0)
        cell->number = mb_row_field(row, MB_FIELD_ITERATIONS) / mb_row_field(row, MB_FIELD_STEPS);
    else if (column->kind == MB_CELL_NUMBER)
        cell->number = mb_record_number(mb_row_record(row), column->key);
    else
        cell->text = text_of(row, column->key);
    if (column->kind == MB_CELL_STATUS) {
        cell->badge = mb_row_badge(row);
        cell->anchor = row->ok ? NULL : row->anchor;
    }
    return MB_OK;
}

/* Marks the smallest number of each column that has a best one, of the runs that are right. */
static void mark_best(mb_report_run *const *row, mb_table *table)
{
    for (int c = 0; c < table->columns; c++) {
        double best = INFINITY;
        int right = 0;

        if (!mb_run_column_costs(&table->column[c]))
            continue;
        for (int pass = 0; pass < 2; pass++)
            for (int r = 0; r < table->rows; r++) {
                mb_table_cell *cell = &table->cell[r * table->columns + c];

                if (mb_row_grade(row[r]) != MB_RIGHT)
                    continue;
                if (pass == 0)
                    best = fmin(best, cell->number); /* which passes over what is missing */
                else
                    cell->best = right > 1 && cell->number == best;
                right += pass == 0;
            }
    }
}

/* A table of these runs with these columns. */
static mb_status make(mb_report_run *const *row, int rows, const mb_column *column, int columns,
                      mb_arena *arena, mb_table *table, mb_error *err)
{
    mb_status status;

    *table = (mb_table){.rows = rows, .columns = columns, .column = column, .opens = "label"};
    MB_TRY(MB_TAKE(arena, &table->cell, (size_t)(rows * columns), err));
    MB_TRY(MB_TAKE(arena, &table->row_id, (size_t)rows, err));
    for (int r = 0; r < rows; r++) { /* others have their place among the reasons */
        table->row_id[r] = mb_row_explained(row[r]) ? NULL : row[r]->anchor;
        for (int c = 0; c < columns; c++)
            MB_TRY(fill(row[r], &column[c], arena, &table->cell[r * columns + c], err));
    }
    mark_best(row, table);
done:
    return status;
}

mb_status mb_run_table(const mb_run_group *group, mb_arena *arena, mb_table *table, mb_error *err)
{
    mb_column *column;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &column, MB_FIELDS + MB_OTHER_COLUMNS, err));
    MB_TRY(make(group->row, group->count, column, mb_run_columns(column), arena, table, err));
done:
    return status;
}

/* ---- what is wanted of it ------------------------------------------------------------------- */

/* Of a table that is to fit a page, and one of two columns of a page. */
static const char *const usual[] = {"label",           "class", "precision.gap", "precision.drift",
                                    "precision.error", "h",     "ratio",         NULL};
static const char *const usual_narrow[] = {"label",           "class", "precision.gap",
                                           "precision.error", "ratio", NULL};

static bool is_wanted(const mb_report_run *row, const char *pattern)
{
    return strcmp(pattern, "right") == 0 ? mb_row_grade(row) == MB_RIGHT
                                         : mb_spec_fits(row->solver, pattern);
}

static bool has_ratio(const mb_report_run *row)
{
    return isfinite(mb_row_field(row, MB_FIELD_RATIO)) ||
           mb_record_text(mb_row_record(row), "ratio.to");
}

static bool is_same(const mb_report_run *a, const mb_report_run *b)
{
    return strcmp(a->solver, b->solver) == 0 &&
           mb_row_field(a, MB_FIELD_T_END) == mb_row_field(b, MB_FIELD_T_END);
}

/* Leaves one of runs that are the same, as searches for several classes make them: the timed one. */
static int drop_repeated(mb_report_run **row, int n)
{
    int kept = 0;

    for (int r = 0; r < n; r++) {
        int k = 0;

        while (k < kept && !is_same(row[k], row[r]))
            k++;
        if (k == kept)
            row[kept++] = row[r];
        else if (!has_ratio(row[k]) && has_ratio(row[r]))
            row[k] = row[r];
    }
    return kept;
}

/* The rows in the order of the patterns, each once; all without a pattern. */
static int choose_rows(const mb_run_group *group, const mb_table_look *look, mb_report_run **row)
{
    int n = 0;

    for (int i = 0; i < look->rows; i++)
        for (int r = 0; r < group->count; r++) {
            bool taken = !is_wanted(group->row[r], look->row[i]);

            for (int k = 0; k < n && !taken; k++)
                taken = row[k] == group->row[r];
            if (!taken)
                row[n++] = group->row[r];
        }
    for (int r = 0; r < group->count && look->rows == 0; r++)
        row[n++] = group->row[r];
    return n;
}

static int choose_columns(const mb_table_look *look, bool brief, mb_column *column)
{
    bool narrow = look->width > 0.0 && look->width < MB_NARROWEST_PAGE;
    const char *const *name = narrow ? usual_narrow : usual;
    mb_column all[MB_FIELDS + MB_OTHER_COLUMNS];
    int n = 0, of_all = mb_run_columns(all);

    for (int i = 0; i < look->columns; i++)
        n += mb_run_column(look->column[i], &column[n]);
    for (; look->columns == 0 && brief && *name; name++)
        n += mb_run_column(*name, &column[n]);
    for (int i = 0; i < of_all && look->columns == 0 && !brief; i++)
        if (all[i].title)
            column[n++] = all[i];
    return n;
}

/* How a run that is in no class ended; numbers without the length or the interval behind them, which
 * have columns of their own. */
static mb_status abridge(const mb_report_run *row, const mb_column *column, mb_arena *arena,
                         mb_table_cell *cell, mb_error *err)
{
    char at[MB_SHORT_SIZE];

    if (column->kind == MB_CELL_NUMBER && cell->text && strpbrk(cell->text, "[("))
        cell->text = NULL;
    if (column->kind != MB_CELL_CLASS || row->ok)
        return MB_OK;
    mb_short_number(mb_row_field(row, MB_FIELD_T_REACHED), at);
    cell->text = row->status;
    return *at ? mb_arena_printf(arena, &cell->text, err, "%s at %s s", row->status, at) : MB_OK;
}

/* Short names in the column of labels, and their key below. */
static mb_status name_rows(mb_report_run *const *row, mb_arena *arena, mb_table *table,
                           mb_error *err)
{
    const mb_report_run **named;
    const char **label, *key;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &named, (size_t)table->rows, err));
    MB_TRY(MB_TAKE(arena, &label, (size_t)table->rows, err));
    for (int r = 0; r < table->rows; r++)
        named[r] = row[r];
    MB_TRY(mb_rows_name(named, table->rows, arena, label, &key, err));
    for (int k = 0; k < table->rows * table->columns; k++)
        if (strcmp(table->column[k % table->columns].key, "label") == 0)
            table->cell[k].text = label[k / table->columns];
    if (*key)
        MB_TRY(mb_arena_printf(arena, &table->note, err, "%s.", key));
done:
    return status;
}

static int column_of(const mb_table *table, const char *key)
{
    for (int c = 0; c < table->columns; c++)
        if (strcmp(table->column[c].key, key) == 0)
            return c;
    return -1;
}

/* The step that all fixed ones are; NaN: they differ, or there is none. */
static double same_step(const mb_table *table, int h)
{
    double same = NAN;

    for (int r = 0; r < table->rows; r++) {
        const double step = table->cell[r * table->columns + h].number;

        if (!isnan(step) && !isnan(same) && step != same)
            return NAN;
        same = isnan(step) ? same : step;
    }
    return same;
}

/* A name that does not say its step does. */
static mb_status name_step(mb_table_cell *name, double h, mb_arena *arena, mb_error *err)
{
    char step[MB_SHORT_SIZE];

    mb_short_number(h, step);
    if (!*step || strstr(name->text, "h="))
        return MB_OK;
    return mb_arena_printf(arena, &name->text, err, "%s h=%s", name->text, step);
}

/* Has the steps in the names, or where all are the same below, not in a column, so that the table may fit
 * a page upright.  common: what a caption says of all; column: of the table. */
static mb_status drop_steps(mb_table *table, const char *common, mb_column *column, mb_arena *arena,
                            mb_error *err)
{
    const int name = column_of(table, "label"), h = column_of(table, "h");
    const double same = h < 0 ? (double)NAN : same_step(table, h);
    char step[MB_SHORT_SIZE];
    int kept = 0;
    mb_status status = MB_OK;

    if (h < 0)
        return MB_OK;
    for (int r = 0; r < table->rows && isnan(same); r++) {
        mb_table_cell *cell = &table->cell[r * table->columns];

        MB_TRY(name_step(&cell[name], cell[h].number, arena, err));
    }
    for (int k = 0; k < table->rows * table->columns; k++)
        if (k % table->columns != h)
            table->cell[kept++] = table->cell[k];
    table->columns--;
    memmove(column + h, column + h + 1, (size_t)(table->columns - h) * sizeof *column);
    mb_short_number(same, step);
    if (*step && !strstr(common, "h="))
        status = mb_arena_printf(arena, &table->note, err, "%s%sSteps of %s s.",
                                 table->note ? table->note : "", table->note ? " " : "", step);
done:
    return status;
}

mb_status mb_run_table_chosen(const mb_run_group *group, const mb_table_look *look, bool brief,
                              mb_arena *arena, mb_table *table, mb_error *err)
{
    mb_report_run **row;
    mb_column *column;
    int rows, columns;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &row, (size_t)group->count, err));
    MB_TRY(MB_TAKE(arena, &column, MB_MOST_COLUMNS, err));
    rows = choose_rows(group, look, row);
    if (brief)
        rows = drop_repeated(row, rows);
    columns = choose_columns(look, brief, column);
    MB_TRY(make(row, rows, column, columns, arena, table, err));
    for (int k = 0; k < rows * columns && brief; k++)
        MB_TRY(abridge(row[k / columns], &column[k % columns], arena, &table->cell[k], err));
    if (brief)
        MB_TRY(name_rows(row, arena, table, err));
    if (brief && look->columns == 0)
        MB_TRY(drop_steps(table, group->common, column, arena, err));
    table->digits = look->digits;
done:
    return status;
}
