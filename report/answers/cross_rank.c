/* SPDX-License-Identifier: MIT */
/* Ranks of solvers at equal precision, over all mechanisms and over those of a kind. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/stats.h"
#include "report/answers/cross.h"

const char mb_cross_ranking[] = "Right: the search found a step or tolerance that is right to the "
                                "class. Ranked by the number of "
                                "mechanisms on which a solver is right, then by the median of its "
                                "CPU ratios to the cheapest right "
                                "one of each mechanism.";

/* ---- kinds ---------------------------------------------------------------------------------- */

/* Has the record of a run this trait? */
static bool has_trait(const mb_report_run *run, const char *trait)
{
    const json_t *words = json_object_get(json_object_get(mb_row_record(run), "problem"), "traits");
    const json_t *word;
    size_t i;

    json_array_foreach(words, i, word)
    {
        if (json_is_string(word) && strcmp(json_string_value(word), trait) == 0)
            return true;
    }
    return false;
}

static double field(const mb_report_run *run, mb_field number)
{
    return mb_row_field(run, number);
}

static bool is_singular(const mb_report_run *run)
{
    return has_trait(run, "singular-positions");
}

static bool is_redundant(const mb_report_run *run)
{
    return field(run, MB_FIELD_RANK) < field(run, MB_FIELD_M);
}

static bool is_stiff(const mb_report_run *run)
{
    return has_trait(run, "stiff");
}

static bool is_nonholonomic(const mb_report_run *run)
{
    return field(run, MB_FIELD_MH) < field(run, MB_FIELD_M);
}

static bool is_large(const mb_report_run *run)
{
    enum { MANY = 30 };

    return field(run, MB_FIELD_NV) >= MANY;
}

const mb_kind mb_kinds[] = {
    {"all", "any mechanism", NULL, false},
    {"singular", "singular positions", is_singular, false},
    {"redundant", "redundant rows", is_redundant, false},
    {"stiff", "stiff springs", is_stiff, false},
    {"nonholonomic", "nonholonomic rows", is_nonholonomic, false},
    {"chains", "long chains and many bodies (30 velocities and more)", is_large, false},
    {"real-time", "real time (fixed steps, faster than the motion)", NULL, true},
    {NULL, NULL, NULL, false},
};

/* A run of a mechanism, by any solver. */
static const mb_report_run *any_run(const mb_cross *x, int column)
{
    return x->column[column]->row[0];
}

/* ---- ranks ---------------------------------------------------------------------------------- */

static double cost_of_a_second(const mb_cross_cell *cell)
{
    return cell->cost / field(cell->run, MB_FIELD_T_END);
}

static bool has_step(const mb_report_run *run)
{
    const char *variable = mb_record_text(mb_row_record(run), "search.variable");

    return variable && strcmp(variable, "h") == 0;
}

static bool counts(const mb_kind *kind, const mb_cross_cell *cell)
{
    return !isnan(cell->ratio) && (!kind->real_time || cost_of_a_second(cell) < 1.0);
}

/* ratio: room for one a column. */
static mb_cross_place stand(const mb_cross *x, int class, int row, const mb_kind *kind,
                            const bool *column, double *ratio)
{
    mb_cross_place s = {.row = row, .worst = NAN, .slowest = NAN, .worst_at = ""};

    for (int c = 0; c < x->columns; c++) {
        const mb_cross_cell *cell = mb_cross_at(x, class, row, c);

        if (!column[c] || !cell->run || (kind->real_time && !has_step(cell->run)))
            continue;
        s.tried++;
        if (!counts(kind, cell))
            continue;
        s.cheapest += cell->ratio == 1.0;
        s.slowest = fmax(s.slowest, cost_of_a_second(cell));
        if (!(cell->ratio <= s.worst))
            s.worst_at = cell->run->problem;
        s.worst = fmax(s.worst, cell->ratio);
        ratio[s.right++] = cell->ratio;
    }
    s.median = mb_median(ratio, s.right);
    return s;
}

/* Below 0: a is better. */
static int compare(const void *a, const void *b)
{
    const mb_cross_place *x = a, *y = b;

    if (x->tried != y->tried)
        return y->tried - x->tried;
    if (x->right != y->right)
        return y->right - x->right;
    return x->right == 0 ? 0 : (x->median > y->median) - (x->median < y->median);
}

static int by_merit(const void *a, const void *b)
{
    const int better = compare(a, b);

    return better != 0 ? better
                       : ((const mb_cross_place *)a)->row - ((const mb_cross_place *)b)->row;
}

mb_status mb_cross_rank(const mb_cross *cross, int class, const mb_kind *kind, mb_arena *arena,
                        mb_cross_place **standing, int *count, int *mechanisms, mb_error *err)
{
    bool *column;
    double *ratio;
    mb_cross_place *all;
    mb_status status;

    *count = *mechanisms = 0;
    MB_TRY(MB_TAKE(arena, &all, (size_t)cross->rows, err));
    MB_TRY(MB_TAKE(arena, &column, (size_t)cross->columns, err));
    MB_TRY(MB_TAKE(arena, &ratio, (size_t)cross->columns, err));
    for (int c = 0; c < cross->columns; c++) {
        column[c] = !kind->is || kind->is(any_run(cross, c));
        *mechanisms += column[c];
    }
    for (int r = 0; r < cross->rows; r++) {
        all[*count] = stand(cross, class, r, kind, column, ratio);
        *count += all[*count].tried > 0;
    }
    qsort(all, (size_t)*count, sizeof *all, by_merit);
    for (int i = 0; i < *count && all[i].tried == *mechanisms; i++)
        all[i].rank = i > 0 && compare(&all[i - 1], &all[i]) == 0 ? all[i - 1].rank : i + 1;
    *standing = all;
done:
    return status;
}
