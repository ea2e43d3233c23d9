/* SPDX-License-Identifier: MIT */
/* What of a table of answers is shown to people. */
#include <string.h>

#include "base/arena.h"
#include "base/names.h"
#include "report/records/label.h"
#include "report/tables/table.h"

const char *const mb_chosen_tables[] = {"ranking", "kinds",    "solvers", "claims",
                                        "regions", "cheapest", NULL};

/* ---- rows ----------------------------------------------------------------------------------- */

static const char right[] = "right"; /* is of runs: a row of a solver stands for many */

static void take_row(const mb_table *from, mb_table *to, int r)
{
    const size_t n = (size_t)from->columns;

    memcpy(to->cell + (size_t)to->rows * n, from->cell + (size_t)r * n, n * sizeof *to->cell);
    to->row_spec[to->rows++] = from->row_spec[r];
}

static mb_status choose_rows(mb_table *table, const mb_table_look *look, mb_arena *arena,
                             mb_error *err)
{
    mb_table chosen = *table;
    bool *taken, any = false;
    mb_status status;

    chosen.rows = 0;
    chosen.row_id = NULL;
    MB_TRY(MB_TAKE(arena, &taken, (size_t)table->rows, err));
    MB_TRY(MB_TAKE(arena, &chosen.cell, (size_t)(table->rows * table->columns), err));
    MB_TRY(MB_TAKE(arena, &chosen.row_spec, (size_t)table->rows, err));
    for (int i = 0; i < look->rows; i++) {
        const char *method;

        if (strcmp(look->row[i], right) == 0)
            continue;
        any = true;
        MB_TRY(mb_spec_without_step(look->row[i], arena, &method, err));
        for (int r = 0; r < table->rows; r++)
            if (!taken[r] && mb_spec_fits(table->row_spec[r], method)) {
                taken[r] = true;
                take_row(table, &chosen, r);
            }
    }
    if (any)
        *table = chosen;
done:
    return status;
}

/* ---- columns -------------------------------------------------------------------------------- */

/* By its key or its heading; -1: there is none. */
static int find_column(const mb_table *table, const char *name)
{
    for (int c = 0; c < table->columns; c++)
        if (strcmp(table->column[c].key, name) == 0)
            return c;
    for (int c = 0; c < table->columns; c++)
        if (table->column[c].title && strcmp(table->column[c].title, name) == 0)
            return c;
    return -1;
}

static mb_status refuse(const mb_table *table, const char *base, const char *name, mb_arena *arena,
                        mb_error *err)
{
    const char **key;
    char meant[900];
    mb_status status;

    MB_TRY(MB_TAKE(arena, &key, (size_t)table->columns + 1, err));
    for (int c = 0; c < table->columns; c++)
        key[c] = table->column[c].key;
    return mb_fail(err, MB_BAD_INPUT, "--columns %s:%s: there is no such column; %s", base, name,
                   mb_meant(name, key, "there are", meant, sizeof meant));
done:
    return status;
}

static mb_status choose_columns(mb_table *table, const char *base, const char *const *name, int n,
                                mb_arena *arena, mb_error *err)
{
    mb_table chosen = *table;
    mb_column *column;
    mb_status status;

    chosen.columns = n;
    MB_TRY(MB_TAKE(arena, &column, (size_t)n, err));
    MB_TRY(MB_TAKE(arena, &chosen.cell, (size_t)(table->rows * n), err));
    for (int k = 0; k < n; k++) {
        int c = find_column(table, name[k]);

        if (c < 0)
            return refuse(table, base, name[k], arena, err);
        column[k] = table->column[c];
        column[k].title = column[k].title ? column[k].title : column[k].key;
        for (int r = 0; r < table->rows; r++)
            chosen.cell[r * n + k] = table->cell[r * table->columns + c];
    }
    chosen.column = column;
    *table = chosen;
done:
    return status;
}

/* ---- names ---------------------------------------------------------------------------------- */

/* Short names in place of the specs of all columns of solvers, and their key below. */
static mb_status name_solvers(mb_table *table, mb_arena *arena, mb_error *err)
{
    const int cells = table->rows * table->columns;
    const char **spec, **label, *key;
    mb_column *column;
    json_t *seen = json_object();
    int *number, n = 0;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &spec, (size_t)cells, err));
    MB_TRY(MB_TAKE(arena, &number, (size_t)cells, err));
    MB_TRY(MB_TAKE(arena, &column, (size_t)table->columns, err));
    for (int k = 0; k < cells; k++) {
        number[k] = -1;
        if (table->column[k % table->columns].kind == MB_CELL_SPEC && *table->cell[k].text)
            MB_TRY(mb_spec_number(seen, table->cell[k].text, spec, &n, &number[k], err));
    }
    if (n == 0)
        goto done;
    MB_TRY(MB_TAKE(arena, &label, (size_t)n, err));
    MB_TRY(mb_short_labels(spec, n, arena, label, &key, err));
    for (int k = 0; k < cells; k++)
        if (number[k] >= 0)
            table->cell[k].text = label[number[k]];
    memcpy(column, table->column, (size_t)table->columns * sizeof *column);
    for (int c = 0; c < table->columns; c++)
        if (column[c].kind == MB_CELL_SPEC)
            column[c].kind = MB_CELL_TEXT;
    table->column = column;
    if (*key)
        MB_TRY(mb_arena_printf(arena, &table->note, err, "%s%s%s.", table->note ? table->note : "",
                               table->note ? " " : "", key));
done:
    json_decref(seen);
    return status;
}

mb_status mb_table_choose(mb_table *table, const char *base, const mb_table_look *look, bool brief,
                          mb_arena *arena, mb_error *err)
{
    const mb_column_choice *choice = NULL;
    int usual = 0;
    mb_status status = MB_OK;

    for (int i = 0; i < look->choices; i++)
        if (strcmp(look->choice[i].table, base) == 0)
            choice = &look->choice[i];
    while (table->brief && table->brief[usual])
        usual++;
    if (table->row_spec && look->rows > 0)
        MB_TRY(choose_rows(table, look, arena, err));
    if (choice)
        MB_TRY(choose_columns(table, base, choice->column, choice->columns, arena, err));
    else if (brief && usual > 0)
        MB_TRY(choose_columns(table, base, table->brief, usual, arena, err));
    if (brief)
        MB_TRY(name_solvers(table, arena, err));
done:
    return status;
}
