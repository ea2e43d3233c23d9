/* SPDX-License-Identifier: MIT */
#include "report/answers/cross.h"

#include <math.h>
#include <string.h>

#include "report/records/label.h"
#include "report/records/run_status.h"

/* ---- which runs ----------------------------------------------------------------------------- */

static double class_of(const mb_report_run *run)
{
    return mb_row_field(run, MB_FIELD_SEARCH_REACH);
}

static bool takes(const mb_cross *x, const mb_report_run *run)
{
    return strcmp(run->study, x->study) == 0 && isfinite(class_of(run));
}

static int place_of(const mb_cross *x, double class)
{
    for (int k = 0; k < x->classes; k++)
        if (x->class[k] == class)
            return k;
    return -1;
}

/* Puts a class where it belongs. */
static void add_class(mb_cross *x, double class)
{
    int k = x->classes;

    if (place_of(x, class) >= 0 || k == MB_CROSS_CLASSES)
        return;
    for (; k > 0 && x->class[k - 1] < class; k--)
        x->class[k] = x->class[k - 1];
    x->class[k] = class;
    x->classes++;
}

/* The rows in order of appearance, and the row of each run. */
static mb_status find_rows(const mb_digest *d, mb_cross *x, mb_arena *arena, int *row_of,
                           mb_error *err)
{
    json_t *seen = json_object();
    mb_status status;

    MB_TRY(MB_TAKE(arena, &x->spec, (size_t)d->row_count, err));
    for (int i = 0; i < d->row_count; i++) {
        const char *spec;

        if (!takes(x, &d->row[i]))
            continue;
        add_class(x, class_of(&d->row[i]));
        MB_TRY(mb_spec_without_step(d->row[i].solver, arena, &spec, err));
        MB_TRY(mb_spec_number(seen, spec, x->spec, &x->rows, &row_of[i], err));
    }
    MB_TRY(MB_TAKE(arena, &x->label, (size_t)x->rows, err));
    MB_TRY(mb_labels(x->spec, x->rows, arena, x->label, NULL, err));
done:
    json_decref(seen);
    return status;
}

static bool has_searches(const mb_cross *x, const mb_run_group *group)
{
    for (int i = 0; i < group->count; i++)
        if (takes(x, group->row[i]))
            return true;
    return false;
}

/* ---- costs ---------------------------------------------------------------------------------- */

static bool is_right(const mb_report_run *run)
{
    return run->ok && isfinite(mb_row_field(run, MB_FIELD_SEARCH_VALUE));
}

static void take_cost(mb_cross_cell *cell, const mb_report_run *run)
{
    const double timed = mb_row_cpu(run);

    cell->run = run;
    cell->cost = cell->ratio = NAN;
    cell->timed = false;
    if (!is_right(run))
        return;
    cell->timed = isfinite(timed);
    cell->cost = cell->timed ? timed : mb_row_field(run, MB_FIELD_CPU_MEASURED);
}

static mb_cross_cell *at(const mb_cross *x, int class, int row, int column)
{
    return &x->cell[(class * x->rows + row) * x->columns + column];
}

/* A ratio that was measured in interleaved rounds with the cheapest run; NaN: there is none. */
static double paired(const mb_cross_cell *cell, const mb_report_run *cheapest)
{
    const char *to = mb_record_text(mb_row_record(cell->run), "ratio.to");

    return cell->timed && to && strcmp(to, cheapest->solver) == 0
               ? mb_row_field(cell->run, MB_FIELD_RATIO)
               : (double)NAN;
}

/* Ratios of a mechanism.  In rounds with it another run may turn out cheaper than the one that seemed
 * the cheapest: the smallest ratio is 1 in any case. */
static void take_ratios(const mb_cross *x, int class, int column)
{
    const mb_cross_cell *cheapest = NULL;
    double least = INFINITY;

    for (int r = 0; r < x->rows; r++) {
        const mb_cross_cell *cell = at(x, class, r, column);

        if (cell->run && isfinite(cell->cost) && !(cheapest && cheapest->cost <= cell->cost))
            cheapest = cell;
    }
    for (int r = 0; r < x->rows && cheapest; r++) {
        mb_cross_cell *cell = at(x, class, r, column);

        if (!cell->run || isnan(cell->cost))
            continue;
        cell->ratio = paired(cell, cheapest->run);
        if (isnan(cell->ratio))
            cell->ratio = cell->cost / cheapest->cost;
        least = fmin(least, cell->ratio);
    }
    for (int r = 0; r < x->rows; r++)
        at(x, class, r, column)->ratio /= least;
}

mb_status mb_cross_make(const mb_digest *digest, const char *study, mb_arena *arena, mb_cross *x,
                        mb_error *err)
{
    int *row_of;
    mb_status status;

    *x = (mb_cross){.study = study};
    MB_TRY(MB_TAKE(arena, &row_of, (size_t)digest->row_count, err));
    MB_TRY(find_rows(digest, x, arena, row_of, err));
    MB_TRY(MB_TAKE(arena, &x->column, (size_t)digest->group_count, err));
    for (int g = 0; g < digest->group_count; g++)
        if (strcmp(digest->group[g].study, study) == 0 && has_searches(x, &digest->group[g]))
            x->column[x->columns++] = &digest->group[g];
    MB_TRY(MB_TAKE(arena, &x->cell, (size_t)(x->classes * x->rows * x->columns), err));
    for (int i = 0; i < x->classes * x->rows * x->columns; i++)
        x->cell[i].cost = x->cell[i].ratio = NAN;
    for (int c = 0; c < x->columns; c++) {
        for (int i = 0; i < x->column[c]->count; i++) {
            const mb_report_run *run = x->column[c]->row[i];
            const int class = place_of(x, class_of(run));

            if (class >= 0)
                take_cost(at(x, class, row_of[run - digest->row], c), run);
        }
        for (int k = 0; k < x->classes; k++)
            take_ratios(x, k, c);
    }
done:
    return status;
}

const mb_cross_cell *mb_cross_at(const mb_cross *cross, int class, int row, int column)
{
    return at(cross, class, row, column);
}
