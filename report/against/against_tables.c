/* SPDX-License-Identifier: MIT */
/* The tables of records beside archived ones: counts by machine and version, and runs. */
#include <math.h>

#include "report/against/against.h"

enum { STUDY, MACHINE, VERSION, SAME, WORSE, BETTER, APART, NEW, MISSING, SHIFT, SHIFTS, COUNTS };

static const mb_column counts[COUNTS] = {
    [STUDY] = {"study", "study", "", MB_CELL_TEXT, true},
    [MACHINE] = {"machine", "archived on", "", MB_CELL_TEXT, true},
    [VERSION] = {"version", "by version", "", MB_CELL_TEXT, true},
    [SAME] = {"same", "same", "", MB_CELL_NUMBER, true},
    [WORSE] = {"worse", "changed: worse", "", MB_CELL_NUMBER, true},
    [BETTER] = {"better", "better", "", MB_CELL_NUMBER, true},
    [APART] = {"not_comparable", "not comparable", "", MB_CELL_NUMBER, true},
    [NEW] = {"new", "new", "", MB_CELL_NUMBER, true},
    [MISSING] = {"missing", "missing", "", MB_CELL_NUMBER, true},
    [SHIFT] = {"cpu_ratio_shift", "CPU ratios, now over then", "", MB_CELL_NUMBER, true},
    [SHIFTS] = {"cpu_ratios", "of runs", "", MB_CELL_NUMBER, true},
};

static const struct {
    int column;
    mb_check_verdict verdict;
} counted[] = {{SAME, MB_CHECK_SAME},   {WORSE, MB_CHECK_WORSE}, {BETTER, MB_CHECK_BETTER},
               {APART, MB_CHECK_APART}, {NEW, MB_CHECK_NEW},     {MISSING, MB_CHECK_MISSING}};

mb_status mb_against_counts(const mb_against *against, mb_arena *arena, mb_table *table,
                            mb_error *err)
{
    mb_status status;

    *table = (mb_table){.columns = COUNTS, .column = counts, .rows = against->parts};
    MB_TRY(MB_TAKE(arena, &table->cell, (size_t)table->rows * COUNTS, err));
    MB_TRY(MB_TAKE(arena, &table->row_id, (size_t)table->rows, err));
    for (int p = 0; p < against->parts; p++) {
        const mb_against_part *part = &against->part[p];
        mb_table_cell *cell = &table->cell[p * COUNTS];

        cell[STUDY].text = part->study;
        cell[MACHINE].text = *part->machine ? part->machine : "nothing archived";
        cell[VERSION].text = part->version;
        for (size_t k = 0; k < sizeof counted / sizeof counted[0]; k++)
            cell[counted[k].column].number = part->number[counted[k].verdict];
        cell[SHIFT].number = part->shift;
        cell[SHIFTS].number = part->shifts;
    }
done:
    return status;
}

enum {
    R_STUDY,
    R_MACHINE,
    R_VERSION,
    R_VERDICT,
    R_PROBLEM,
    R_SOLVER,
    R_T_END,
    R_WHAT,
    R_TO,
    R_THEN,
    R_THEN_LO,
    R_THEN_HI,
    R_NOW,
    R_NOW_LO,
    R_NOW_HI,
    R_COLUMNS
};

static const mb_column runs[R_COLUMNS] = {
    [R_STUDY] = {"study", "study", "", MB_CELL_TEXT, true},
    [R_MACHINE] = {"machine", "archived on", "", MB_CELL_TEXT, true},
    [R_VERSION] = {"version", "by version", "", MB_CELL_TEXT, true},
    [R_VERDICT] = {"verdict", "accuracy", "", MB_CELL_TEXT, true},
    [R_PROBLEM] = {"problem", "mechanism", "", MB_CELL_CODE, true},
    [R_SOLVER] = {"solver", "solver", "", MB_CELL_SPEC, true},
    [R_T_END] = {"t_end", "end", "s", MB_CELL_NUMBER, true},
    [R_WHAT] = {"what", "what changed", "", MB_CELL_TEXT, true},
    [R_TO] = {"ratio_to", NULL, "", MB_CELL_TEXT, true},
    [R_THEN] = {"ratio_then", "CPU ratio then", "", MB_CELL_NUMBER, true},
    [R_THEN_LO] = {"ratio_then_lo", NULL, "", MB_CELL_NUMBER, true},
    [R_THEN_HI] = {"ratio_then_hi", NULL, "", MB_CELL_NUMBER, true},
    [R_NOW] = {"ratio_now", "now", "", MB_CELL_NUMBER, true},
    [R_NOW_LO] = {"ratio_now_lo", NULL, "", MB_CELL_NUMBER, true},
    [R_NOW_HI] = {"ratio_now_hi", NULL, "", MB_CELL_NUMBER, true},
};

static const char *const brief[] = {"verdict", "problem", "solver", "what", NULL};

static void fill(const mb_against_part *part, const mb_against_run *run, mb_table_cell *cell)
{
    cell[R_STUDY].text = part->study;
    cell[R_MACHINE].text = part->machine;
    cell[R_VERSION].text = part->version;
    cell[R_VERDICT].text = mb_check_word(run->verdict);
    cell[R_PROBLEM].text = run->problem;
    cell[R_SOLVER].text = run->solver;
    cell[R_T_END].number = run->t_end;
    cell[R_WHAT].text = run->what;
    cell[R_TO].text = run->ratio_to;
    for (int k = 0; k < 3; k++) {
        cell[R_THEN + k].number = run->ratio_to ? run->then[k] : (double)NAN;
        cell[R_NOW + k].number = run->ratio_to ? run->now[k] : (double)NAN;
    }
}

mb_status mb_against_runs(const mb_against *against, bool changed, mb_arena *arena, mb_table *table,
                          mb_error *err)
{
    int most = 0;
    mb_status status;

    *table = (mb_table){.columns = R_COLUMNS, .column = runs, .brief = brief};
    for (int p = 0; p < against->parts; p++)
        most += against->part[p].count;
    MB_TRY(MB_TAKE(arena, &table->cell, (size_t)most * R_COLUMNS, err));
    MB_TRY(MB_TAKE(arena, &table->row_spec, (size_t)most, err));
    MB_TRY(MB_TAKE(arena, &table->row_id, (size_t)most, err));
    for (int p = 0; p < against->parts; p++)
        for (int i = 0; i < against->part[p].count; i++) {
            const mb_against_run *run = &against->part[p].run[i];

            if (changed && !mb_against_changed(run->verdict))
                continue;
            table->row_spec[table->rows] = run->solver;
            fill(&against->part[p], run, &table->cell[(size_t)table->rows++ * R_COLUMNS]);
        }
done:
    return status;
}
