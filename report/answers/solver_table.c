/* SPDX-License-Identifier: MIT */
/* The table of how right each solver of a study is over its mechanisms. */
#include <math.h>

#include "base/arena.h"
#include "report/answers/answer_tables.h"
#include "report/answers/solvers.h"
#include "report/tables/table.h"

enum {
    STUDY,
    SET,
    TRIED,
    MECHANISMS,
    RANK,
    SOLVER,
    FINISHED,
    RIGHT,
    UNFINISHED = RIGHT + MB_LEVELS,
    CLASSLESS,
    UNFIT,
    UNCONVERGED,
    GAP,
    GAP_MAX,
    DRIFT,
    DRIFT_MAX,
    RATIO,
    COLUMNS
};

static const mb_column column[COLUMNS] = {
    [STUDY] = {"study", NULL, "", MB_CELL_TEXT, true},
    [SET] = {"set", NULL, "", MB_CELL_NUMBER, true},
    [TRIED] = {"tried", "tried on", "", MB_CELL_TEXT, false},
    [MECHANISMS] = {"mechanisms", NULL, "", MB_CELL_NUMBER, true},
    [RANK] = {"rank", "rank", "", MB_CELL_NUMBER, true},
    [SOLVER] = {"solver", "solver", "", MB_CELL_SPEC, true},
    [FINISHED] = {"finished", "finished", "", MB_CELL_NUMBER, true},
    [RIGHT] = {"right_1e-2", "right to 1e-2", "", MB_CELL_NUMBER, true},
    [RIGHT + 1] = {"right_1e-4", "1e-4", "", MB_CELL_NUMBER, true},
    [RIGHT + 2] = {"right_1e-6", "1e-6", "", MB_CELL_NUMBER, true},
    [UNFINISHED] = {"unfinished", "did not finish on", "", MB_CELL_TEXT, true},
    [CLASSLESS] = {"no_class", "finished without a class on", "", MB_CELL_TEXT, true},
    [UNFIT] = {"not_applicable", "does not fit", "", MB_CELL_TEXT, true},
    [UNCONVERGED] = {"unconverged", "with unconverged steps", "", MB_CELL_NUMBER, true},
    [GAP] = {"gap_median", "gap, median", MB_OF_SIZE, MB_CELL_NUMBER, true},
    [GAP_MAX] = {"gap_max", "largest", MB_OF_SIZE, MB_CELL_NUMBER, true},
    [DRIFT] = {"drift_median", "drift, median", MB_OF_KINETIC, MB_CELL_NUMBER, true},
    [DRIFT_MAX] = {"drift_max", "largest", MB_OF_KINETIC, MB_CELL_NUMBER, true},
    [RATIO] = {"ratio", "CPU ratio, median", "", MB_CELL_NUMBER, true},
};

static const char *const brief[] = {"solver",       "finished",   "right_1e-2",
                                    "right_1e-4",   "right_1e-6", "gap_median",
                                    "drift_median", "ratio",      NULL};

static bool unfinished(const mb_report_run *run)
{
    return !run->ok && !mb_solver_unfit(run);
}

static bool classless(const mb_report_run *run)
{
    return mb_row_grade(run) == MB_CLASSLESS;
}

/* "pendulum (diverged), ...", "none" */
static mb_status list(const mb_matrix *m, int row, bool (*member)(const mb_report_run *),
                      bool with_status, mb_arena *arena, const char **text, mb_error *err)
{
    mb_status status = MB_OK;

    *text = "";
    for (int c = 0; c < m->columns && status == MB_OK; c++) {
        const mb_report_run *run = mb_solver_run(m, row, c);

        if (!run || !member(run))
            continue;
        status =
            mb_arena_printf(arena, text, err, "%s%s%s", *text, **text ? ", " : "", run->problem);
        if (with_status && status == MB_OK)
            status = mb_arena_printf(arena, text, err, "%s (%s)", *text, run->status);
    }
    if (!**text)
        *text = "none";
    return status;
}

static mb_status fill(const mb_matrix *m, const mb_solver_summary *s, int sets, mb_arena *arena,
                      mb_table_cell *cell, mb_error *err)
{
    mb_status status;

    cell[STUDY].text = m->study;
    cell[SET].number = s->set;
    if (sets > 1)
        MB_TRY(
            mb_arena_printf(arena, &cell[TRIED].text, err, "%d (set %d)", s->tally.runs, s->set));
    else
        MB_TRY(mb_arena_printf(arena, &cell[TRIED].text, err, "%d", s->tally.runs));
    cell[MECHANISMS].number = s->tally.runs;
    cell[RANK].number = s->rank;
    cell[SOLVER].text = m->spec[s->row];
    cell[FINISHED].number = s->tally.finished;
    for (int k = 0; k < MB_LEVELS; k++)
        cell[RIGHT + k].number = mb_tally_right(&s->tally, k);
    MB_TRY(list(m, s->row, unfinished, true, arena, &cell[UNFINISHED].text, err));
    MB_TRY(list(m, s->row, classless, false, arena, &cell[CLASSLESS].text, err));
    MB_TRY(list(m, s->row, mb_solver_unfit, false, arena, &cell[UNFIT].text, err));
    cell[UNCONVERGED].number = s->unconverged;
    cell[GAP].number = s->gap;
    cell[GAP_MAX].number = s->gap_max;
    cell[DRIFT].number = s->drift;
    cell[DRIFT_MAX].number = s->drift_max;
    cell[RATIO].number = s->ratio;
done:
    return status;
}

mb_status mb_solver_table(const mb_matrix *matrix, mb_arena *arena, mb_table *table, mb_error *err)
{
    mb_solver_summary *all;
    int sets;
    mb_status status;

    *table =
        (mb_table){.columns = COLUMNS, .column = column, .note = mb_solver_ranking, .brief = brief};
    MB_TRY(mb_solver_summaries(matrix, arena, &all, &table->rows, &sets, err));
    MB_TRY(MB_TAKE(arena, &table->cell, (size_t)table->rows * COLUMNS, err));
    MB_TRY(MB_TAKE(arena, &table->row_id, (size_t)table->rows, err));
    MB_TRY(MB_TAKE(arena, &table->row_spec, (size_t)table->rows, err));
    for (int k = 0; k < table->rows; k++) {
        table->row_spec[k] = matrix->spec[all[k].row];
        MB_TRY(fill(matrix, &all[k], sets, arena, &table->cell[k * COLUMNS], err));
    }
done:
    return status;
}
