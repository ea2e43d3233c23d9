/* SPDX-License-Identifier: MIT */
/* Grids of two parameters and the regions in them. */
#include "report/figures/figure_map.h"

#include <math.h>

#include "report/answers/answer_tables.h"
#include "report/records/command.h"
#include "report/records/grade.h"
#include "report/records/label.h"

/* ---- the table of regions ------------------------------------------------------------------- */

static const mb_column column[] = {
    {"study", NULL, "", MB_CELL_TEXT, true},
    {"figure", NULL, "", MB_CELL_TEXT, true},
    {"problem", "mechanism", "", MB_CELL_CODE, true},
    {"method", "method", "", MB_CELL_CODE, true},
    {"h", "h", "s", MB_CELL_NUMBER, true},
    {"t_end", "t_end", "s", MB_CELL_NUMBER, true},
    {"x_range", "with", "", MB_CELL_TEXT, true},
    {"y_range", "and", "", MB_CELL_TEXT, true},
    {"metric", "the metric", "", MB_CELL_CODE, true},
    {"limit", "stays below", "SI", MB_CELL_NUMBER, true},
    {"share", "share of the map", "", MB_CELL_NUMBER, true},
    {"no_class", "of these points in no class", "", MB_CELL_NUMBER, true},
    {"best_point", "best point", "", MB_CELL_TEXT, true},
    {"best", "there", "SI", MB_CELL_NUMBER, true},
    {"evaluations", "evaluations for a simulated second", "1/s", MB_CELL_NUMBER, true},
    {"command", NULL, "", MB_CELL_CODE, true},
};

enum { COLUMNS = sizeof column / sizeof column[0] };

static mb_status put_range(mb_arena *arena, const char *name, const mb_side *side, const int at[2],
                           const char **text, mb_error *err)
{
    char low[MB_SHORT_SIZE], high[MB_SHORT_SIZE];

    mb_short_number(side->value[at[0]], low);
    mb_short_number(side->value[at[1]], high);
    return mb_arena_printf(arena, text, err, "%s from %s to %s", name, low, high);
}

/* Place of the smallest value within the region; one in a class stands before all without.
 * *classless: how many have none. */
static int best_of(const mb_map *m, const int i[2], const int j[2], int *classless)
{
    int best = j[0] * m->x.n + i[0];

    *classless = 0;
    for (int r = j[0]; r <= j[1]; r++)
        for (int c = i[0]; c <= i[1]; c++) {
            int k = r * m->x.n + c;
            bool same = m->classless[k] == m->classless[best];

            *classless += m->classless[k];
            if (same ? m->z[k] < m->z[best] : m->classless[best])
                best = k;
        }
    return best;
}

/* One row of the table, unless nothing keeps the limit. */
static mb_status add_region(const mb_paper *paper, const mb_figure *figure, const mb_map *m,
                            mb_arena *arena, mb_table *table, mb_error *err)
{
    mb_table_cell *cell = table->cell + table->rows * COLUMNS;
    char x[MB_SHORT_SIZE], y[MB_SHORT_SIZE];
    const json_t *record;
    int i[2], j[2], best, classless;
    mb_status status;

    if (!mb_map_region(m, i, j))
        return MB_OK;
    best = best_of(m, i, j, &classless);
    record = mb_row_record(m->row[best]);
    mb_short_number(m->x.value[best % m->x.n], x);
    mb_short_number(m->y.value[best / m->x.n], y);
    cell[0].text = paper->ledger->study;
    cell[1].text = figure->id;
    cell[2].text = m->row[best]->problem;
    MB_TRY(mb_spec_names(m->row[best]->solver, arena, &cell[3].text, err));
    cell[4].number = mb_record_field(record, MB_FIELD_STEP);
    cell[5].number = mb_record_field(record, MB_FIELD_T_END);
    MB_TRY(put_range(arena, figure->x_param.name, &m->x, i, &cell[6].text, err));
    MB_TRY(put_range(arena, figure->y_param.name, &m->y, j, &cell[7].text, err));
    cell[8].text = figure->z.text;
    cell[9].number = figure->limit;
    cell[10].number = (double)((i[1] - i[0] + 1) * (j[1] - j[0] + 1)) / (double)(m->x.n * m->y.n);
    cell[11].number = classless;
    MB_TRY(mb_arena_printf(arena, &cell[12].text, err, "%s = %s, %s = %s", figure->x_param.name, x,
                           figure->y_param.name, y));
    cell[13].number = m->z[best];
    cell[14].number = mb_record_field(record, MB_FIELD_EVALUATIONS) / cell[5].number;
    MB_TRY(mb_command_text(m->row[best], arena, &cell[15].text, err));
    table->rows++;
done:
    return status;
}

mb_status mb_region_table(const mb_paper *paper, const mb_digest *digest, mb_arena *arena,
                          mb_table *table, mb_error *err)
{
    const mb_ledger *ledger = paper->ledger;
    mb_status status;

    (void)digest;
    *table = (mb_table){.columns = COLUMNS, .column = column, .opens = "best_point"};
    MB_TRY(MB_TAKE(arena, &table->cell, (size_t)ledger->figures * COLUMNS, err));
    MB_TRY(MB_TAKE(arena, &table->row_id, (size_t)ledger->figures, err));
    for (int f = 0; f < ledger->figures; f++) {
        const mb_figure *figure = &ledger->figure[f];
        const mb_report_run **row;
        mb_map m;

        if (figure->kind != MB_FIGURE_MAP || isnan(figure->limit))
            continue;
        MB_TRY(MB_TAKE(arena, &row, (size_t)figure->run.runs, err));
        for (int k = 0; k < figure->run.runs; k++)
            row[k] = paper->row[figure->run.run[k]];
        MB_TRY(mb_map_make(figure, row, arena, &m, err));
        MB_TRY(add_region(paper, figure, &m, arena, table, err));
    }
done:
    return status;
}
