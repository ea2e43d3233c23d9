/* SPDX-License-Identifier: MIT */
/* The catalogue matrix as tables. */
#include <string.h>

#include "base/arena.h"
#include "report/answers/answer_tables.h"
#include "report/records/grade.h"

/* Numbers of the run that is shown. */
static const mb_field number[] = {MB_FIELD_CLASS,     MB_FIELD_GAP,         MB_FIELD_DRIFT,
                                  MB_FIELD_ERROR,     MB_FIELD_UNCONVERGED, MB_FIELD_POSITION_MAX,
                                  MB_FIELD_ENERGY_MAX};

enum {
    STUDY,
    SOLVER,
    PROBLEM,
    RUNS,
    FINISHED,
    STATUS,
    NUMBERS,
    REASON = NUMBERS + sizeof number / sizeof number[0],
    COLUMNS
};

static const mb_column listed[COLUMNS] = {
    [STUDY] = {"study", NULL, "", MB_CELL_TEXT, true},
    [SOLVER] = {"solver", NULL, "", MB_CELL_TEXT, true},
    [PROBLEM] = {"problem", NULL, "", MB_CELL_TEXT, true},
    [RUNS] = {"runs", NULL, "", MB_CELL_NUMBER, true},
    [FINISHED] = {"finished", NULL, "", MB_CELL_NUMBER, true},
    [STATUS] = {"status", NULL, "", MB_CELL_TEXT, true},
    [REASON] = {"reason", NULL, "", MB_CELL_TEXT, true},
};

mb_status mb_matrix_list(const mb_matrix *matrix, mb_arena *arena, mb_table *table, mb_error *err)
{
    int cells = matrix->rows * matrix->columns;
    mb_column *column;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &column, COLUMNS, err));
    memcpy(column, listed, sizeof listed);
    for (int c = NUMBERS; c < REASON; c++)
        column[c] =
            (mb_column){mb_field_of(number[c - NUMBERS])->path, NULL, "", MB_CELL_NUMBER, true};
    *table = (mb_table){.columns = COLUMNS, .column = column};
    MB_TRY(MB_TAKE(arena, &table->cell, (size_t)cells * COLUMNS, err));
    for (int k = 0; k < cells; k++) {
        const mb_matrix_cell *from = &matrix->cell[k];
        mb_table_cell *cell = &table->cell[table->rows * COLUMNS];

        if (!from->row)
            continue;
        table->rows++;
        cell[STUDY].text = matrix->study;
        cell[SOLVER].text = matrix->spec[k / matrix->columns];
        cell[PROBLEM].text = from->row->problem;
        cell[RUNS].number = from->count;
        cell[FINISHED].number = from->finished;
        cell[STATUS].text = from->row->status;
        for (int c = NUMBERS; c < REASON; c++)
            cell[c].number = mb_row_field(from->row, number[c - NUMBERS]);
        cell[REASON].text = from->row->reason;
    }
done:
    return status;
}

/* A number of the run's precision, a dash where it is not known. */
static const char *part(const mb_report_run *row, const char *path, char text[MB_SHORT_SIZE])
{
    mb_short_number(mb_record_number(mb_row_record(row), path), text);
    return *text ? text : "—";
}

static mb_status cell_text(const mb_matrix_cell *cell, bool glyphs, mb_arena *arena,
                           const char **text, mb_error *err)
{
    char class[MB_CLASS_SIZE], gap[MB_SHORT_SIZE], drift[MB_SHORT_SIZE];
    mb_status status;

    *text = "";
    if (!cell->row)
        return MB_OK;
    if (cell->row->ok) {
        mb_class_text(cell->row, class);
        MB_TRY(mb_arena_printf(arena, text, err, "%s: %s / %s", class,
                               part(cell->row, "precision.gap", gap),
                               part(cell->row, "precision.drift", drift)));
    } else {
        MB_TRY(mb_arena_printf(arena, text, err, "%s%s%s",
                               glyphs ? mb_badge_of(cell->row->status).glyph : "",
                               glyphs ? " " : "", cell->row->status));
    }
    if (cell->count > 1)
        MB_TRY(mb_arena_printf(arena, text, err, "%s (%d of %d finished)", *text, cell->finished,
                               cell->count));
done:
    return status;
}

mb_status mb_matrix_table(const mb_matrix *matrix, int first, int last, bool labels,
                          mb_arena *arena, mb_table *table, mb_error *err)
{
    int columns = 1 + last - first;
    mb_column *column;
    mb_status status;

    *table = (mb_table){.columns = columns,
                        .rows = matrix->rows,
                        .note = "What each finished run is right to, and its gap (of the "
                                "mechanism's size) / drift (of the largest kinetic energy)."};
    MB_TRY(MB_TAKE(arena, &column, (size_t)columns, err));
    MB_TRY(MB_TAKE(arena, &table->cell, (size_t)table->rows * (size_t)columns, err));
    MB_TRY(MB_TAKE(arena, &table->row_spec, (size_t)table->rows, err));
    table->column = column;
    column[0] = (mb_column){"solver", "solver", "", labels ? MB_CELL_TEXT : MB_CELL_SPEC, false};
    for (int c = first; c < last; c++) {
        const char *problem = matrix->column[c]->problem;

        column[1 + c - first] = (mb_column){problem, problem, "", MB_CELL_TEXT, false};
    }
    for (int r = 0; r < matrix->rows; r++) {
        mb_table_cell *cell = &table->cell[r * columns];

        table->row_spec[r] = matrix->spec[r];
        cell[0].text = labels ? matrix->label[r] : matrix->spec[r];
        for (int c = first; c < last; c++)
            MB_TRY(cell_text(&matrix->cell[r * matrix->columns + c], labels, arena,
                             &cell[1 + c - first].text, err));
    }
done:
    return status;
}
