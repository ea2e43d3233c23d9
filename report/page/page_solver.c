/* SPDX-License-Identifier: MIT */
/* One solver at any step on all mechanisms. */
#include <string.h>

#include "report/page/page.h"
#include "report/records/grade.h"
#include "report/tables/table.h"

/* Its runs, of all studies that have a matrix; those of sweeps stand behind the others. */
static mb_status collect(const mb_digest *digest, const mb_matrix *matrix, const char *anchor,
                         mb_arena *arena, mb_run_group *group, mb_error *err)
{
    mb_status status;

    MB_TRY(MB_TAKE(arena, &group->row, (size_t)digest->row_count, err));
    for (int swept = 0; swept < 2; swept++)
        for (int s = 0; s < digest->study_count; s++)
            for (int i = 0; i < digest->row_count; i++) {
                const mb_matrix *m = &matrix[s];

                if (digest->row[i].swept == swept && m->rows > 0 &&
                    strcmp(digest->row[i].study, m->study) == 0 &&
                    strcmp(m->anchor[m->row_of[i]], anchor) == 0)
                    group->row[group->count++] = &digest->row[i];
            }
done:
    return status;
}

static int column_of(const mb_table *table, const char *key)
{
    int c = 0;

    while (c < table->columns && strcmp(table->column[c].key, key) != 0)
        c++;
    return c < table->columns ? c : -1;
}

/* Puts a column in another's place, and that in its. */
static void exchange(mb_table *table, mb_column *column, int a, int b)
{
    const mb_column of_a = column[a];

    column[a] = column[b];
    column[b] = of_a;
    for (int r = 0; r < table->rows; r++) {
        mb_table_cell *cell = &table->cell[r * table->columns], cell_a = cell[a];

        cell[a] = cell[b];
        cell[b] = cell_a;
    }
}

/* The table of the runs with the mechanism in the solver's place and its class leading to the run
 * among those of the mechanism; without numbers that compare within a mechanism only. */
static mb_status make_table(const mb_run_group *group, bool studies, mb_arena *arena,
                            mb_table *table, mb_error *err)
{
    static const char *const hidden[] = {"label", "position.l2.max", "velocity.l2.max",
                                         "energy.max_abs", "error.max"};
    mb_column *column;
    int class;
    mb_status status;

    MB_TRY(mb_run_table(group, arena, table, err));
    MB_TRY(MB_TAKE(arena, &column, (size_t)table->columns, err));
    memcpy(column, table->column, (size_t)table->columns * sizeof *column);
    table->column = column;
    table->opens = "problem";
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
        if (column_of(table, hidden[i]) >= 0)
            column[column_of(table, hidden[i])].title = NULL;
    column[column_of(table, "problem")].title = "mechanism";
    column[column_of(table, "study")].title = studies ? "study" : NULL;
    exchange(table, column, column_of(table, "study"), column_of(table, "problem"));
    class = column_of(table, "class");
    for (int r = 0; r < table->rows; r++)
        table->cell[r * table->columns + class].anchor = group->row[r]->anchor;
    memset(table->row_id, 0, (size_t)table->rows * sizeof *table->row_id);
done:
    return status;
}

static void put_counts(FILE *page, const mb_run_group *group)
{
    mb_tally tally = {0};
    char level[MB_SHORT_SIZE];

    for (int i = 0; i < group->count; i++)
        mb_tally_add(&tally, group->row[i]);
    fprintf(page, "<p>%d of %d %s finished", tally.finished, tally.runs,
            tally.runs == 1 ? "run" : "runs");
    for (int k = 0; k < MB_LEVELS && tally.ungraded == 0; k++) {
        mb_level_text(mb_level[k], level);
        fprintf(page, ", %d right to %s", tally.right[k], level);
    }
    fputs(".</p>\n", page);
}

static void put_losses(FILE *page, const mb_run_group *group)
{
    char why[MB_WHY_SIZE];
    bool any = false;

    for (int i = 0; i < group->count; i++) {
        const mb_report_run *row = group->row[i];
        mb_badge b = mb_row_badge(row);

        if (!mb_row_explained(row))
            continue;
        fputs(any ? ""
                  : "<h4>What did not finish or is in no class, and why</h4>\n<ul "
                    "class=\"failures\">\n",
              page);
        any = true;
        mb_why_no_class(row, why);
        mb_html(page, "<li><span class=\"tag %s\">%s %s</span> <a href=\"#%s\">%s</a>: %s</li>\n",
                b.style, b.glyph, b.name, row->anchor, row->problem, row->ok ? why : row->reason);
    }
    fputs(any ? "</ul>\n" : "", page);
}

/* How many of its runs belong to sweeps, with a way to each. */
static void put_sweeps(FILE *page, mb_report_run *const *row, int n)
{
    const char *told = "";

    if (n == 0)
        return;
    fprintf(page, "<p>%d %s to sweeps, in the csv of: ", n, n == 1 ? "run belongs" : "runs belong");
    for (int i = 0; i < n; i++) {
        if (strcmp(row[i]->anchor, told) == 0)
            continue;
        mb_html(page, "%s<a href=\"#%s\">%s</a>", *told ? ", " : "", row[i]->anchor,
                row[i]->problem);
        told = row[i]->anchor;
    }
    fputs(".</p>\n", page);
}

mb_status mb_page_solver(FILE *page, const mb_digest *digest, const mb_matrix *matrix, int study,
                         int row, mb_arena *arena, mb_error *err)
{
    const mb_matrix *m = &matrix[study];
    mb_run_group group = {.common = ""};
    bool studies = false;
    mb_table table;
    int all;
    mb_status status;

    MB_TRY(collect(digest, matrix, m->anchor[row], arena, &group, err));
    for (int i = 1; i < group.count; i++)
        studies = studies || strcmp(group.row[i]->study, group.row[0]->study) != 0;
    mb_html(page, "<section>\n<h3 id=\"%s\">%s</h3>\n<p><code>%s</code></p>\n", m->anchor[row],
            m->label[row], m->spec[row]);
    mb_page_engines_line(page, &group);
    put_counts(page, &group);
    all = group.count;
    while (group.count > 0 && group.row[group.count - 1]->swept)
        group.count--;
    put_sweeps(page, group.row + group.count, all - group.count);
    if (group.count == 0) {
        fputs("</section>\n", page);
        return MB_OK;
    }
    MB_TRY(make_table(&group, studies, arena, &table, err));
    fputs("<p class=\"muted\">A mechanism opens the command that measures its row again; what a "
          "run is right to leads to the other solvers on that mechanism.</p>\n<div class=\"runs\">",
          page);
    mb_table_html(page, &table);
    fputs("</div>\n", page);
    put_losses(page, &group);
    fputs("</section>\n", page);
done:
    return status;
}
