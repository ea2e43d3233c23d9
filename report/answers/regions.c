/* Grids of two parameters and the regions in them. */
#include "report/figures/figure_map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/answers/answer_tables.h"
#include "report/records/command.h"
#include "report/records/grade.h"
#include "report/records/label.h"

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Is the spacing closer to that of a geometric series than to that of an arithmetic one? */
static bool is_log(const mb_side *s)
{
    double log_span, span, log_off = 0.0, off = 0.0;

    if (s->n < 3 || !(s->value[0] > 0.0))
        return false;
    log_span = log(s->value[s->n - 1] / s->value[0]);
    span = s->value[s->n - 1] - s->value[0];
    for (int i = 1; i < s->n - 1; i++) {
        double at = (double)i / (s->n - 1);

        log_off = fmax(log_off, fabs(log(s->value[i] / s->value[0]) / log_span - at));
        off = fmax(off, fabs((s->value[i] - s->value[0]) / span - at));
    }
    return log_off < off;
}

static mb_status find_side(const mb_figure *figure, const mb_figure_axis *axis, mb_arena *arena,
                           mb_side *s, mb_error *err)
{
    size_t runs = (size_t)figure->run.runs;
    mb_status status = MB_TAKE(arena, &s->value, runs + 1, err);

    if (status != MB_OK)
        return status;
    if (runs > 0)
        memcpy(s->value, axis->value, runs * sizeof *s->value);
    qsort(s->value, runs, sizeof *s->value, ascending);
    s->n = 0;
    for (size_t i = 0; i < runs; i++)
        if (s->n == 0 || s->value[i] != s->value[s->n - 1])
            s->value[s->n++] = s->value[i];
    s->log = is_log(s);
    return MB_OK;
}

static int place_of(const mb_side *s, double value)
{
    const double *at = bsearch(&value, s->value, (size_t)s->n, sizeof *s->value, ascending);

    return (int)(at - s->value);
}

static void count_states(mb_map *m)
{
    m->low = INFINITY;
    m->high = -INFINITY;
    for (int k = 0; k < m->x.n * m->y.n; k++) {
        m->count[m->state[k]]++;
        m->classless_count += m->classless[k];
        if (m->state[k] == MB_SHOWN) {
            m->low = fmin(m->low, m->z[k]);
            m->high = fmax(m->high, m->z[k]);
        }
    }
    m->log = m->low > 0.0 && m->high > 10.0 * m->low;
}

mb_status mb_map_make(const mb_figure *figure, const mb_report_run *const *row, mb_arena *arena,
                      mb_map *m, mb_error *err)
{
    size_t cells;
    mb_status status;

    memset(m, 0, sizeof *m);
    MB_TRY(find_side(figure, &figure->x_param, arena, &m->x, err));
    MB_TRY(find_side(figure, &figure->y_param, arena, &m->y, err));
    cells = (size_t)m->x.n * (size_t)m->y.n;
    MB_TRY(MB_TAKE(arena, &m->z, cells, err));
    MB_TRY(MB_TAKE(arena, &m->state, cells, err));
    MB_TRY(MB_TAKE(arena, &m->row, cells, err));
    MB_TRY(MB_TAKE(arena, &m->classless, cells, err));
    for (size_t k = 0; k < cells; k++)
        m->state[k] = MB_MISSING;
    for (int i = 0; i < figure->run.runs; i++) {
        int k = place_of(&m->y, figure->y_param.value[i]) * m->x.n +
                place_of(&m->x, figure->x_param.value[i]);

        m->row[k] = row[i];
        m->z[k] = mb_figure_value(&figure->z, row[i]);
        m->classless[k] = row[i] && mb_row_grade(row[i]) == MB_CLASSLESS;
        m->state[k] = !row[i]                   ? MB_MISSING
                      : !isfinite(m->z[k])      ? MB_FAILED
                      : m->z[k] > figure->limit ? MB_ABOVE
                                                : MB_SHOWN;
    }
    count_states(m);
done:
    return status;
}

bool mb_map_region(const mb_map *m, int i[2], int j[2])
{
    int most = 0;

    /* from each row up: the columns that are shown in all rows from j0 to j1 */
    for (int j0 = 0; j0 < m->y.n; j0++)
        for (int j1 = j0; j1 < m->y.n; j1++)
            for (int c = 0, width = 0; c < m->x.n; c++) {
                bool all = true;

                for (int r = j0; r <= j1 && all; r++)
                    all = m->state[r * m->x.n + c] == MB_SHOWN;
                width = all ? width + 1 : 0;
                if (width * (j1 - j0 + 1) > most) {
                    most = width * (j1 - j0 + 1);
                    i[0] = c - width + 1;
                    i[1] = c;
                    j[0] = j0;
                    j[1] = j1;
                }
            }
    return most > 0;
}

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
    record = m->row[best]->record;
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
