/* SPDX-License-Identifier: MIT */
/* Tables of solvers at equal precision: ranks, cells, answers by kind of mechanism. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "report/answers/answer_tables.h"
#include "report/records/grade.h"

/* A class as a text in the arena, "1e-4". */
static mb_status class_text(double class, mb_arena *arena, const char **text, mb_error *err)
{
    char level[MB_SHORT_SIZE];

    mb_level_text(class, level);
    return mb_arena_printf(arena, text, err, "%s", level);
}

/* ---- ranks ---------------------------------------------------------------------------------- */

enum {
    RANK_STUDY,
    RANK_CLASS,
    RANK,
    RANK_SOLVER,
    RANK_RIGHT,
    RANK_MECHANISMS,
    RANK_SHARE,
    RANK_CHEAPEST,
    RANK_MEDIAN,
    RANK_WORST,
    RANK_WORST_AT,
    RANK_SLOWEST,
    RANK_LOST,
    RANK_COLUMNS
};

static const mb_column rank_column[RANK_COLUMNS] = {
    [RANK_STUDY] = {"study", NULL, "", MB_CELL_TEXT, true},
    [RANK_CLASS] = {"class", NULL, "", MB_CELL_TEXT, true},
    [RANK] = {"rank", "rank", "", MB_CELL_NUMBER, true},
    [RANK_SOLVER] = {"solver", "solver", "", MB_CELL_SPEC, true},
    [RANK_RIGHT] = {"right", "right on", "", MB_CELL_NUMBER, true},
    [RANK_MECHANISMS] = {"mechanisms", "of", "", MB_CELL_NUMBER, true},
    [RANK_SHARE] = {"share", NULL, "", MB_CELL_NUMBER, true},
    [RANK_CHEAPEST] = {"cheapest", "cheapest on", "", MB_CELL_NUMBER, true},
    [RANK_MEDIAN] = {"ratio_median", "CPU ratio, median", "", MB_CELL_NUMBER, true},
    [RANK_WORST] = {"ratio_worst", "worst", "", MB_CELL_NUMBER, true},
    [RANK_WORST_AT] = {"worst_at", "on", "", MB_CELL_TEXT, true},
    [RANK_SLOWEST] = {"slowest", "slowest simulated second", "s", MB_CELL_NUMBER, true},
    [RANK_LOST] = {"lost", "not right on", "", MB_CELL_TEXT, true},
};

static const char *const rank_brief[] = {"rank",     "solver",       "right",       "mechanisms",
                                         "cheapest", "ratio_median", "ratio_worst", NULL};

/* How a run ended that is not right to the class: its status, or what its search says. */
static const char *ending(const mb_report_run *run)
{
    return run->ok ? "not reached" : run->status;
}

/* The next mechanism from c on whose run is not right and ended in this way (NULL: in any). */
static int next_lost(const mb_cross *x, int class, int row, int c, const char *way)
{
    for (; c < x->columns; c++) {
        const mb_cross_cell *cell = mb_cross_at(x, class, row, c);

        if (cell->run && isnan(cell->ratio) && (!way || strcmp(ending(cell->run), way) == 0))
            break;
    }
    return c;
}

/* "not reached: four-bar, bricard; singular: ..."; "none" */
static mb_status list_lost(const mb_cross *x, int class, int row, mb_arena *arena,
                           const char **text, mb_error *err)
{
    mb_status status = MB_OK;

    *text = "";
    for (int c = -1; (c = next_lost(x, class, row, c + 1, NULL)) < x->columns;) {
        const char *way = ending(mb_cross_at(x, class, row, c)->run);

        if (next_lost(x, class, row, 0, way) < c)
            continue;
        MB_TRY(mb_arena_printf(arena, text, err, "%s%s%s:", *text, **text ? "; " : "", way));
        for (int k = c; k < x->columns; k = next_lost(x, class, row, k + 1, way))
            MB_TRY(mb_arena_printf(arena, text, err, "%s%s %s", *text, k > c ? "," : "",
                                   mb_cross_at(x, class, row, k)->run->problem));
    }
    if (!**text)
        *text = "none";
done:
    return status;
}

mb_status mb_cross_rank_table(const mb_cross *cross, int class, mb_arena *arena, mb_table *table,
                              mb_error *err)
{
    mb_cross_place *all;
    int mechanisms;
    mb_status status;

    *table = (mb_table){.columns = RANK_COLUMNS,
                        .column = rank_column,
                        .note = mb_cross_ranking,
                        .brief = rank_brief};
    MB_TRY(mb_cross_rank(cross, class, mb_kinds, arena, &all, &table->rows, &mechanisms, err));
    MB_TRY(MB_TAKE(arena, &table->cell, (size_t)table->rows * RANK_COLUMNS, err));
    MB_TRY(MB_TAKE(arena, &table->row_id, (size_t)table->rows, err));
    MB_TRY(MB_TAKE(arena, &table->row_spec, (size_t)table->rows, err));
    for (int i = 0; i < table->rows; i++) {
        mb_table_cell *cell = &table->cell[i * RANK_COLUMNS];
        const mb_cross_place *s = &all[i];

        table->row_spec[i] = cross->spec[s->row];
        cell[RANK_STUDY].text = cross->study;
        MB_TRY(class_text(cross->class[class], arena, &cell[RANK_CLASS].text, err));
        cell[RANK].number = s->rank > 0 ? s->rank : (double)NAN;
        cell[RANK_SOLVER].text = cross->spec[s->row];
        cell[RANK_RIGHT].number = s->right;
        cell[RANK_MECHANISMS].number = s->tried;
        cell[RANK_SHARE].number = (double)s->right / s->tried;
        cell[RANK_CHEAPEST].number = s->cheapest;
        cell[RANK_MEDIAN].number = s->median;
        cell[RANK_WORST].number = s->worst;
        cell[RANK_WORST_AT].text = s->worst_at;
        cell[RANK_SLOWEST].number = s->slowest;
        MB_TRY(list_lost(cross, class, s->row, arena, &cell[RANK_LOST].text, err));
    }
done:
    return status;
}

/* ---- cells ---------------------------------------------------------------------------------- */

enum {
    CELL_STUDY,
    CELL_CLASS,
    CELL_SOLVER,
    CELL_PROBLEM,
    CELL_STATUS,
    CELL_RIGHT,
    CELL_RATIO,
    CELL_COST,
    CELL_TIMED,
    CELL_VARIABLE,
    CELL_VALUE,
    CELL_REASON,
    CELL_COLUMNS
};

static const mb_column cell_column[CELL_COLUMNS] = {
    [CELL_STUDY] = {"study", NULL, "", MB_CELL_TEXT, true},
    [CELL_CLASS] = {"class", NULL, "", MB_CELL_TEXT, true},
    [CELL_SOLVER] = {"solver", NULL, "", MB_CELL_TEXT, true},
    [CELL_PROBLEM] = {"problem", NULL, "", MB_CELL_TEXT, true},
    [CELL_STATUS] = {"status", NULL, "", MB_CELL_TEXT, true},
    [CELL_RIGHT] = {"right", NULL, "", MB_CELL_TEXT, true},
    [CELL_RATIO] = {"ratio", NULL, "", MB_CELL_NUMBER, true},
    [CELL_COST] = {"cpu_per_second", NULL, "s", MB_CELL_NUMBER, true},
    [CELL_TIMED] = {"timed", NULL, "", MB_CELL_TEXT, true},
    [CELL_VARIABLE] = {"variable", NULL, "", MB_CELL_TEXT, true},
    [CELL_VALUE] = {"value", NULL, "", MB_CELL_NUMBER, true},
    [CELL_REASON] = {"reason", NULL, "", MB_CELL_TEXT, true},
};

static const char *known(const char *text)
{
    return text ? text : "";
}

mb_status mb_cross_list(const mb_cross *cross, int class, mb_arena *arena, mb_table *table,
                        mb_error *err)
{
    const int most = cross->rows * cross->columns;
    mb_status status;

    *table = (mb_table){.columns = CELL_COLUMNS, .column = cell_column};
    MB_TRY(MB_TAKE(arena, &table->cell, (size_t)most * CELL_COLUMNS, err));
    for (int k = 0; k < most; k++) {
        const mb_cross_cell *from =
            mb_cross_at(cross, class, k / cross->columns, k % cross->columns);
        mb_table_cell *cell = &table->cell[table->rows * CELL_COLUMNS];
        const json_t *record;

        if (!from->run)
            continue;
        record = mb_row_record(from->run);
        table->rows++;
        cell[CELL_STUDY].text = cross->study;
        MB_TRY(class_text(cross->class[class], arena, &cell[CELL_CLASS].text, err));
        cell[CELL_SOLVER].text = cross->spec[k / cross->columns];
        cell[CELL_PROBLEM].text = from->run->problem;
        cell[CELL_STATUS].text = from->run->status;
        cell[CELL_RIGHT].text = isnan(from->ratio) ? "no" : "yes";
        cell[CELL_RATIO].number = from->ratio;
        cell[CELL_COST].number = from->cost / mb_record_field(record, MB_FIELD_T_END);
        cell[CELL_TIMED].text = from->timed ? "yes" : "no";
        cell[CELL_VARIABLE].text = known(mb_record_text(record, "search.variable"));
        cell[CELL_VALUE].number = mb_record_field(record, MB_FIELD_SEARCH_VALUE);
        cell[CELL_REASON].text =
            *from->run->reason ? from->run->reason : known(mb_record_text(record, "search.reason"));
    }
done:
    return status;
}

/* ---- kinds of mechanisms -------------------------------------------------------------------- */

enum { BEST = 3 };

enum {
    KIND_STUDY,
    KIND_CLASS,
    KIND_KEY,
    KIND_QUESTION,
    KIND_MECHANISMS,
    KIND_BEST, /* solver, right, median ratio of each */
    KIND_COLUMNS = KIND_BEST + 3 * BEST
};

static const mb_column kind_column[KIND_COLUMNS] = {
    [KIND_STUDY] = {"study", NULL, "", MB_CELL_TEXT, true},
    [KIND_CLASS] = {"class", NULL, "", MB_CELL_TEXT, true},
    [KIND_KEY] = {"kind", NULL, "", MB_CELL_TEXT, true},
    [KIND_QUESTION] = {"question", "for", "", MB_CELL_TEXT, true},
    [KIND_MECHANISMS] = {"mechanisms", "mechanisms", "", MB_CELL_NUMBER, true},
    [KIND_BEST] = {"first", "take", "", MB_CELL_SPEC, true},
    [KIND_BEST + 1] = {"first_right", "right on", "", MB_CELL_NUMBER, true},
    [KIND_BEST + 2] = {"first_ratio", "CPU ratio, median", "", MB_CELL_NUMBER, true},
    [KIND_BEST + 3] = {"second", "or", "", MB_CELL_SPEC, true},
    [KIND_BEST + 4] = {"second_right", "right on", "", MB_CELL_NUMBER, true},
    [KIND_BEST + 5] = {"second_ratio", "CPU ratio, median", "", MB_CELL_NUMBER, true},
    [KIND_BEST + 6] = {"third", "or", "", MB_CELL_SPEC, true},
    [KIND_BEST + 7] = {"third_right", "right on", "", MB_CELL_NUMBER, true},
    [KIND_BEST + 8] = {"third_ratio", "CPU ratio, median", "", MB_CELL_NUMBER, true},
};

static const char *const kind_brief[] = {"question",     "mechanisms",   "first",
                                         "first_right",  "first_ratio",  "second",
                                         "second_right", "second_ratio", NULL};

static void put_best(const mb_cross *cross, const mb_cross_place *all, int n, mb_table_cell *cell)
{
    for (int k = 0; k < BEST; k++) {
        mb_table_cell *to = &cell[KIND_BEST + 3 * k];
        const bool there = k < n && all[k].right > 0;

        to[0].text = there ? cross->spec[all[k].row] : "";
        to[1].number = there ? all[k].right : (double)NAN;
        to[2].number = there ? all[k].median : (double)NAN;
    }
}

mb_status mb_cross_kind_table(const mb_cross *cross, int class, mb_arena *arena, mb_table *table,
                              mb_error *err)
{
    int kinds = 0;
    mb_status status;

    while (mb_kinds[kinds].name)
        kinds++;
    *table = (mb_table){.columns = KIND_COLUMNS,
                        .column = kind_column,
                        .note = mb_cross_ranking,
                        .brief = kind_brief};
    MB_TRY(MB_TAKE(arena, &table->cell, (size_t)kinds * KIND_COLUMNS, err));
    MB_TRY(MB_TAKE(arena, &table->row_id, (size_t)kinds, err));
    for (int k = 0; k < kinds; k++) {
        mb_table_cell *cell = &table->cell[table->rows * KIND_COLUMNS];
        mb_cross_place *all;
        int n, mechanisms;

        MB_TRY(mb_cross_rank(cross, class, &mb_kinds[k], arena, &all, &n, &mechanisms, err));
        if (mechanisms == 0)
            continue;
        table->rows++;
        cell[KIND_STUDY].text = cross->study;
        MB_TRY(class_text(cross->class[class], arena, &cell[KIND_CLASS].text, err));
        cell[KIND_KEY].text = mb_kinds[k].name;
        cell[KIND_QUESTION].text = mb_kinds[k].question;
        cell[KIND_MECHANISMS].number = mechanisms;
        put_best(cross, all, n, cell);
    }
done:
    return status;
}
