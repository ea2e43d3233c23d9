#include "report/solvers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/stats.h"

static int by_merit(const void *a, const void *b)
{
    const mb_solver_summary *x = a, *y = b;
    int lost_x = x->runs - x->held, lost_y = y->runs - y->held;

    if (lost_x != lost_y)
        return lost_x < lost_y ? -1 : 1;
    if (x->held != y->held)
        return x->held > y->held ? -1 : 1;
    if (x->violation_max != y->violation_max)
        return x->violation_max < y->violation_max ? -1 : 1;
    return x->row - y->row;
}

/* The run of a solver on a mechanism; NULL: there is none, or it does not fit. */
static const mb_row *run_of(const mb_matrix *m, int row, int column)
{
    const mb_row *run = m->cell[row * m->columns + column].row;

    return run && strcmp(run->status, "not-applicable") != 0 ? run : NULL;
}

const mb_row *mb_solver_lost(const mb_matrix *matrix, int row, int column)
{
    const mb_row *run = run_of(matrix, row, column);

    return run && !run->ok ? run : NULL;
}

/* Median and largest of a number of the runs that held.  x: room for all columns. */
static double median(const mb_matrix *m, int row, const char *path, double *x, double *largest)
{
    int n = 0;

    *largest = NAN;
    for (int c = 0; c < m->columns; c++) {
        const mb_row *run = run_of(m, row, c);

        if (!run || !run->ok)
            continue;
        x[n] = mb_record_number(run->record, path);
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
        const mb_row *run = run_of(m, row, c);

        s.runs += run != NULL;
        s.held += run && run->ok;
    }
    s.violation = median(m, row, "position.l2.max", x, &s.violation_max);
    s.drift = median(m, row, "energy.max_rel_ke", x, &s.drift_max);
    s.ratio = median(m, row, "ratio.median", x, &largest);
    return s;
}

mb_status mb_solver_summaries(const mb_matrix *matrix, mb_arena *arena, mb_solver_summary **summary,
                              int *count, mb_error *err)
{
    mb_solver_summary *all;
    double *x;
    mb_status status;

    *count = 0;
    if (matrix->columns < 2)
        return MB_OK;
    MB_TRY(mb_claim(arena, &all, (size_t)matrix->rows, sizeof *all, err));
    MB_TRY(mb_claim(arena, &x, (size_t)matrix->columns, sizeof *x, err));
    for (int r = 0; r < matrix->rows; r++) {
        all[*count] = summarise(matrix, r, x);
        *count += all[*count].runs > 0;
    }
    qsort(all, (size_t)*count, sizeof *all, by_merit);
    *summary = all;
done:
    return status;
}
