/* The table of what each solver of a study holds over its mechanisms. */
#include "report/script.h"
#include "report/solvers.h"
#include "report/table.h"

static const mb_column column[] = {
    {"study", NULL, "", MB_CELL_TEXT, true},
    {"solver", "solver", "", MB_CELL_CODE, true},
    {"held", "held on", "", MB_CELL_NUMBER, true},
    {"mechanisms", "of", "", MB_CELL_NUMBER, true},
    {"failed", "did not hold on", "", MB_CELL_TEXT, true},
    {"violation_median", "position violation, median", "SI", MB_CELL_NUMBER, true},
    {"violation_max", "largest", "SI", MB_CELL_NUMBER, true},
    {"drift_median", "drift to kinetic energy, median", "", MB_CELL_NUMBER, true},
    {"drift_max", "largest", "", MB_CELL_NUMBER, true},
    {"ratio", "CPU ratio, median", "", MB_CELL_NUMBER, true},
};

enum { COLUMNS = sizeof column / sizeof column[0] };

/* "pendulum (diverged), ...", "none" */
static mb_status list_lost(const mb_matrix *m, int row, mb_arena *arena, const char **text,
                           mb_error *err)
{
    mb_status status = MB_OK;

    *text = "";
    for (int c = 0; c < m->columns && status == MB_OK; c++) {
        const mb_row *run = mb_solver_lost(m, row, c);

        if (run)
            status = mb_arena_printf(arena, text, err, "%s%s%s (%s)", *text, **text ? ", " : "",
                                     run->problem, run->status);
    }
    if (!**text)
        *text = "none";
    return status;
}

mb_status mb_solver_table(const mb_matrix *matrix, mb_arena *arena, mb_table *table, mb_error *err)
{
    mb_solver_summary *all;
    mb_status status;

    *table = (mb_table){.columns = COLUMNS, .column = column};
    MB_TRY(mb_solver_summaries(matrix, arena, &all, &table->rows, err));
    MB_TRY(mb_claim(arena, &table->cell, (size_t)table->rows * COLUMNS, sizeof *table->cell, err));
    MB_TRY(mb_claim(arena, &table->row_id, (size_t)table->rows, sizeof *table->row_id, err));
    for (int k = 0; k < table->rows; k++) {
        mb_table_cell *cell = &table->cell[k * COLUMNS];
        const mb_solver_summary *s = &all[k];

        cell[0].text = matrix->study;
        cell[1].text = matrix->spec[s->row];
        cell[2].number = s->held;
        cell[3].number = s->runs;
        MB_TRY(list_lost(matrix, s->row, arena, &cell[4].text, err));
        cell[5].number = s->violation;
        cell[6].number = s->violation_max;
        cell[7].number = s->drift;
        cell[8].number = s->drift_max;
        cell[9].number = s->ratio;
    }
done:
    return status;
}
