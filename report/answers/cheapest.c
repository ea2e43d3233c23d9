/* SPDX-License-Identifier: MIT */
/* The table of the cheapest solver of each mechanism of a study for a few limits on the error. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "report/answers/advise.h"
#include "report/answers/answer_tables.h"
#include "report/figures/figures.h"
#include "report/records/command.h"
#include "report/records/label.h"

static const double error_limit[] = {1e-2, 1e-4, 1e-6, 1e-8};

static const mb_column column[] = {
    {"study", NULL, "", MB_CELL_TEXT, true},
    {"problem", "mechanism", "", MB_CELL_CODE, true},
    {"limit", "error at most", "m, rad", MB_CELL_NUMBER, true},
    {"solver", "cheapest solver", "", MB_CELL_SPEC, true},
    {"cpu", "CPU for a simulated second", "s/s", MB_CELL_NUMBER, true},
    {"margin", "margin", "", MB_CELL_NUMBER, true},
    {"class", "right to", "", MB_CELL_CLASS, true},
    {"gap", "gap", MB_OF_SIZE, MB_CELL_NUMBER, true},
    {"violation", NULL, "SI", MB_CELL_NUMBER, true},
    {"drift", "energy drift", "J", MB_CELL_NUMBER, true},
    {"next", "next solver", "", MB_CELL_SPEC, true},
    {"next_cpu", "its CPU, times", "", MB_CELL_NUMBER, true},
    {"command", NULL, "", MB_CELL_CODE, true},
};

enum { COLUMNS = sizeof column / sizeof column[0], LIMITS = sizeof error_limit / sizeof(double) };

/* The next candidate that is another method than the first at any step; NULL: none. */
static const mb_candidate *next_method(const mb_advice *a, mb_arena *arena, mb_error *err)
{
    const char *first, *other;

    if (mb_spec_without_step(a->candidate[0].row->solver, arena, &first, err) != MB_OK)
        return NULL;
    for (int i = 1; i < a->timed; i++)
        if (mb_spec_without_step(a->candidate[i].row->solver, arena, &other, err) == MB_OK &&
            strcmp(first, other) != 0)
            return &a->candidate[i];
    return NULL;
}

/* One row of the table; none when nothing keeps the limit. */
static mb_status add_row(const mb_run_group *group, const mb_digest *rows, double limit,
                         mb_arena *arena, mb_table *table, mb_error *err)
{
    double limits[MB_LIMITS];
    mb_table_cell *cell = table->cell + table->rows * COLUMNS;
    const mb_candidate *best, *next;
    char class[MB_CLASS_SIZE];
    mb_advice advice;
    mb_status status;

    for (int k = 0; k < MB_LIMITS; k++)
        limits[k] = k == MB_LIMIT_ERROR ? limit : (double)NAN;
    MB_TRY(mb_advise(rows, group->problem, limits, arena, &advice, err));
    if (advice.timed == 0)
        return MB_OK;
    best = &advice.candidate[0];
    next = next_method(&advice, arena, err);
    cell[0].text = group->study;
    cell[1].text = group->problem;
    cell[2].number = limit;
    cell[3].text = best->row->solver;
    cell[4].number = best->cost;
    cell[5].number = best->margin;
    mb_class_text(best->row, class);
    MB_TRY(mb_arena_printf(arena, &cell[6].text, err, "%s", class));
    cell[6].badge = mb_row_badge(best->row);
    cell[7].number = best->value[MB_LIMIT_GAP];
    cell[8].number = best->value[MB_LIMIT_VIOLATION];
    cell[9].number = best->value[MB_LIMIT_DRIFT];
    cell[10].text = next ? next->row->solver : "";
    cell[11].number = next ? next->cost / best->cost : (double)NAN;
    MB_TRY(mb_command_text(best->row, arena, &cell[12].text, err));
    table->rows++;
done:
    return status;
}

static bool has_points(const mb_ledger *ledger)
{
    for (int i = 0; i < ledger->figures; i++)
        if (ledger->figure[i].kind == MB_FIGURE_POINTS)
            return true;
    return false;
}

mb_status mb_cheapest_table(const mb_paper *paper, const mb_digest *digest, mb_arena *arena,
                            mb_table *table, mb_error *err)
{
    size_t rows = (size_t)digest->group_count * LIMITS;
    mb_status status;

    *table = (mb_table){.columns = COLUMNS, .column = column, .opens = "solver"};
    MB_TRY(MB_TAKE(arena, &table->cell, rows * COLUMNS, err));
    MB_TRY(MB_TAKE(arena, &table->row_id, rows, err));
    for (int g = 0; has_points(paper->ledger) && g < digest->group_count; g++) {
        const mb_run_group *group = &digest->group[g];
        mb_digest own = {.row_count = group->count};

        if (strcmp(group->study, paper->ledger->study) != 0)
            continue;
        MB_TRY(MB_TAKE(arena, &own.row, (size_t)group->count, err));
        for (int i = 0; i < group->count; i++)
            own.row[i] = *group->row[i];
        for (int k = 0; k < LIMITS; k++)
            MB_TRY(add_row(group, &own, error_limit[k], arena, table, err));
    }
done:
    return status;
}
