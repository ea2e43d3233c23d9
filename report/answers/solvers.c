/* SPDX-License-Identifier: MIT */
#include "report/answers/solvers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/stats.h"
#include "report/records/run_status.h"

const char mb_solver_ranking[] =
    "Ranked among solvers that were tried on the same mechanisms: right to 1e-2 on most of them, "
    "then to 1e-4, then to 1e-6, then finished on most, then the smaller median drift.";

const mb_report_run *mb_solver_run(const mb_matrix *matrix, int row, int column)
{
    return matrix->cell[row * matrix->columns + column].row;
}

bool mb_solver_unfit(const mb_report_run *run)
{
    return mb_run_status_find(run->status) == MB_RUN_NOT_APPLICABLE;
}

/* ---- one solver ----------------------------------------------------------------------------- */

/* Median and largest of a number of the runs that finished.  x: room for all columns. */
static double median(const mb_matrix *m, int row, mb_field field, double *x, double *largest)
{
    int n = 0;

    *largest = NAN;
    for (int c = 0; c < m->columns; c++) {
        const mb_report_run *run = mb_solver_run(m, row, c);

        if (!run || !run->ok)
            continue;
        x[n] = mb_row_field(run, field);
        if (isfinite(x[n]))
            *largest = fmax(*largest, x[n++]);
    }
    return mb_median(x, n);
}

static mb_solver_summary summarise(const mb_matrix *m, int row, double *x)
{
    mb_solver_summary s = {.row = row};
    double largest;

    for (int c = 0; c < m->columns; c++) {
        const mb_report_run *run = mb_solver_run(m, row, c);

        if (!run)
            continue;
        mb_tally_add(&s.tally, run);
        s.unfit += mb_solver_unfit(run);
        s.unconverged += mb_row_unconverged(run) > 0;
    }
    s.gap = median(m, row, MB_FIELD_GAP, x, &s.gap_max);
    s.drift = median(m, row, MB_FIELD_DRIFT, x, &s.drift_max);
    s.ratio = median(m, row, MB_FIELD_RATIO, x, &largest);
    return s;
}

/* ---- sets and ranks ------------------------------------------------------------------------- */

static bool same_mechanisms(const mb_matrix *m, int a, int b)
{
    for (int c = 0; c < m->columns; c++)
        if (!mb_solver_run(m, a, c) != !mb_solver_run(m, b, c))
            return false;
    return true;
}

/* The number of each solver's set: first the first row with these mechanisms, then, once sorted,
 * its place. */
static void find_sets(const mb_matrix *m, mb_solver_summary *all, int n)
{
    for (int i = 0; i < n; i++) {
        int k = 0;

        while (!same_mechanisms(m, all[k].row, all[i].row))
            k++;
        all[i].set = all[k].row;
    }
}

/* A count that is not known stands below all that are. */
static double known(double x)
{
    return isnan(x) ? -1.0 : x;
}

/* Positive: x is better. */
static int merit(const mb_solver_summary *x, const mb_solver_summary *y)
{
    for (int k = 0; k < MB_LEVELS; k++) {
        double a = known(mb_tally_right(&x->tally, k)), b = known(mb_tally_right(&y->tally, k));

        if (a != b)
            return a > b ? 1 : -1;
    }
    if (x->tally.finished != y->tally.finished)
        return x->tally.finished - y->tally.finished;
    if (isnan(x->drift) || isnan(y->drift))
        return isnan(y->drift) - isnan(x->drift);
    return (x->drift < y->drift) - (x->drift > y->drift);
}

static int by_set_and_merit(const void *a, const void *b)
{
    const mb_solver_summary *x = a, *y = b;
    int better;

    if (x->tally.runs != y->tally.runs)
        return y->tally.runs - x->tally.runs;
    if (x->set != y->set)
        return x->set - y->set;
    better = merit(x, y);
    return better != 0 ? -better : x->row - y->row;
}

static int number_sets(mb_solver_summary *all, int n)
{
    int sets = 0, first = 0;

    for (int i = 0, last = -1; i < n; i++) {
        if (all[i].set != last) {
            last = all[i].set;
            first = i;
            sets++;
        }
        all[i].set = sets;
        all[i].rank =
            i > first && merit(&all[i - 1], &all[i]) == 0 ? all[i - 1].rank : i - first + 1;
    }
    return sets;
}

mb_status mb_solver_summaries(const mb_matrix *matrix, mb_arena *arena, mb_solver_summary **summary,
                              int *count, int *sets, mb_error *err)
{
    mb_solver_summary *all;
    double *x;
    mb_status status;

    *count = *sets = 0;
    if (matrix->columns < 2)
        return MB_OK;
    MB_TRY(MB_TAKE(arena, &all, (size_t)matrix->rows, err));
    MB_TRY(MB_TAKE(arena, &x, (size_t)matrix->columns, err));
    for (int r = 0; r < matrix->rows; r++) {
        all[*count] = summarise(matrix, r, x);
        *count += all[*count].tally.runs > 0;
    }
    find_sets(matrix, all, *count);
    qsort(all, (size_t)*count, sizeof *all, by_set_and_merit);
    *sets = number_sets(all, *count);
    *summary = all;
done:
    return status;
}
