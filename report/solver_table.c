/* The table of what each solver of a study holds over all its mechanisms. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/stats.h"
#include "report/label.h"
#include "report/script.h"
#include "report/table.h"

enum { MAX_SOLVERS = 40, LEAST_MECHANISMS = 3 };

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

/* The runs of a solver, at any step. */
typedef struct line {
    const char *solver; /* spec without its step */
    int runs, held;
    const char *failed; /* "pendulum (diverged), ..." */
    const mb_row **row; /* (held) */
} line;

static line *line_of(line *all, int *n, const char *solver)
{
    int k = 0;

    while (k < *n && strcmp(all[k].solver, solver) != 0)
        k++;
    if (k == MAX_SOLVERS)
        return NULL;
    if (k == *n)
        all[(*n)++] = (line){.solver = solver, .failed = ""};
    return &all[k];
}

static mb_status add(line *l, const mb_row *row, int rows, mb_arena *arena, mb_error *err)
{
    mb_status status = MB_OK;

    if (!l->row)
        MB_TRY(mb_claim(arena, &l->row, (size_t)rows, sizeof *l->row, err));
    l->runs++;
    if (row->ok)
        l->row[l->held++] = row;
    else
        status = mb_arena_printf(arena, &l->failed, err, "%s%s%s (%s)", l->failed,
                                 *l->failed ? ", " : "", row->problem, row->status);
done:
    return status;
}

/* Most mechanisms first, then in the order of the study. */
static int by_runs(const void *a, const void *b)
{
    const line *x = a, *y = b;

    if (x->runs != y->runs)
        return x->runs > y->runs ? -1 : 1;
    return x < y ? -1 : 1;
}

/* Median, and the largest, of a number over the runs that held and have it; NaN: none has.
 * x: (held). */
static double median(const line *l, const char *path, double *x, double *largest)
{
    int n = 0;

    *largest = NAN;
    for (int i = 0; i < l->held; i++) {
        double value = mb_record_number(l->row[i]->record, path);

        if (!isfinite(value))
            continue;
        x[n++] = value;
        *largest = fmax(*largest, value);
    }
    return mb_median(x, n);
}

static void put(const line *l, const char *study, double *x, mb_table_cell *cell)
{
    double largest;

    cell[0].text = study;
    cell[1].text = l->solver;
    cell[2].number = l->held;
    cell[3].number = l->runs;
    cell[4].text = *l->failed ? l->failed : "none";
    cell[5].number = median(l, "position.l2.max", x, &cell[6].number);
    cell[7].number = median(l, "energy.max_rel_ke", x, &cell[8].number);
    cell[9].number = median(l, "ratio.median", x, &largest);
}

mb_status mb_solver_table(const char *study, const mb_digest *digest, mb_arena *arena,
                          mb_table *table, mb_error *err)
{
    line all[MAX_SOLVERS];
    double *x;
    int n = 0;
    mb_status status;

    *table = (mb_table){.columns = COLUMNS, .column = column};
    MB_TRY(mb_claim(arena, &x, (size_t)digest->row_count, sizeof *x, err));
    for (int g = 0; g < digest->group_count; g++) {
        const mb_group *group = &digest->group[g];

        for (int i = 0; i < group->count && !group->judged && strcmp(group->study, study) == 0;
             i++) {
            const char *solver;
            line *l;

            MB_TRY(mb_spec_without_step(group->row[i]->solver, arena, &solver, err));
            l = line_of(all, &n, solver);
            if (!l)
                return MB_OK; /* too many to be read */
            MB_TRY(add(l, group->row[i], digest->row_count, arena, err));
        }
    }
    qsort(all, (size_t)n, sizeof *all, by_runs);
    while (n > 0 && all[n - 1].runs < LEAST_MECHANISMS)
        n--;
    MB_TRY(mb_claim(arena, &table->cell, (size_t)n * COLUMNS, sizeof *table->cell, err));
    MB_TRY(mb_claim(arena, &table->row_id, (size_t)n, sizeof *table->row_id, err));
    for (int k = 0; k < n; k++)
        put(&all[k], study, x, &table->cell[k * COLUMNS]);
    table->rows = n;
done:
    return status;
}
