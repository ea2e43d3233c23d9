/* SPDX-License-Identifier: MIT */
/* A metric over a grid of two parameters. */
#include "report/figures/figure_map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/records/grade.h"

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
