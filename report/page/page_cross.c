/* SPDX-License-Identifier: MIT */
/* The answer: solvers at equal precision, a class after the other, 1e-4 first. */
#include <math.h>
#include <string.h>

#include "report/answers/answer_tables.h"
#include "report/page/page.h"
#include "report/records/grade.h"
#include "report/records/label.h"

static const double first_class = 1e-4;     /* what no chart of the motion would show */
static const double near = 2.0, far = 10.0; /* CPU ratios where the colour changes */

static const char *shade(double ratio)
{
    return ratio <= near ? "good deep" : ratio <= far ? "good" : "good pale";
}

static void put_right(FILE *page, const mb_cross_cell *cell)
{
    char number[MB_SHORT_SIZE];

    snprintf(number, sizeof number, cell->ratio < 9.95 ? "%.1f" : "%.0f", cell->ratio);
    mb_html(page, "<td class=\"%s\" title=\"%s\"><a href=\"#%s\"><b>%s%s</b></a></td>",
            shade(cell->ratio), cell->run->solver, cell->run->anchor, cell->timed ? "" : "~",
            number);
}

static void put_cell(FILE *page, const mb_cross_cell *cell)
{
    const char *reason;
    mb_badge b;

    if (!cell->run) {
        fputs("<td class=\"empty\"><i>not run</i></td>", page);
        return;
    }
    if (!isnan(cell->ratio)) {
        put_right(page, cell);
        return;
    }
    b = mb_badge_of(cell->run->status);
    reason = mb_record_text(mb_row_record(cell->run), "search.reason");
    mb_html(page, "<td class=\"%s\" title=\"%s\"><a href=\"#%s\"><b>%s <i>%s</i></b></a></td>",
            cell->run->ok ? "loose" : b.style,
            *cell->run->reason ? cell->run->reason
            : reason           ? reason
                               : b.meaning,
            cell->run->anchor, cell->run->ok ? "○" : b.glyph,
            cell->run->ok ? "not reached" : cell->run->status);
}

/* The place of a solver's own page; NULL: it has none. */
static const char *anchor_of(const mb_matrix *matrix, const char *spec)
{
    for (int r = 0; r < matrix->rows; r++)
        if (strcmp(matrix->spec[r], spec) == 0)
            return matrix->anchor[r];
    return NULL;
}

/* A solver's name over its column. */
static void put_head(FILE *page, const mb_matrix *matrix, const char *spec, const char *label)
{
    const char *anchor = anchor_of(matrix, spec);

    mb_html(page, "<th scope=\"col\" title=\"%s\"><a", spec);
    if (anchor)
        mb_html(page, " href=\"#%s\"", anchor);
    mb_html(page, ">%s</a>", label);
    mb_page_engine_mark(page, spec);
    fputs("</th>", page);
}

static mb_status put_matrix(FILE *page, const mb_cross *x, const mb_matrix *matrix, int class,
                            mb_arena *arena, mb_error *err)
{
    const char **label, *key;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &label, (size_t)x->rows, err));
    MB_TRY(mb_short_labels(x->spec, x->rows, arena, label, &key, err));
    fputs(
        "<p>CPU time over that of the cheapest right solver of the mechanism; dark within 2, pale "
        "above 10; ~ where it is far from the cheapest and from its measuring pass alone. ○ not "
        "reached: it ran, but no step or tolerance within the search is right to the class. A cell "
        "leads to its run.</p>\n<div class=\"wide\"><table class=\"matrix\">\n<thead><tr><th "
        "scope=\"col\">mechanism</th>",
        page);
    for (int r = 0; r < x->rows; r++)
        put_head(page, matrix, x->spec[r], label[r]);
    fputs("</tr></thead>\n<tbody>\n", page);
    for (int c = 0; c < x->columns; c++) {
        fputs("<tr><th scope=\"row\"", page);
        mb_page_words(page, x->column[c]);
        mb_html(page, "><a href=\"#%s\">%s</a></th>", x->column[c]->file, x->column[c]->problem);
        for (int r = 0; r < x->rows; r++)
            put_cell(page, mb_cross_at(x, class, r, c));
        fputs("</tr>\n", page);
    }
    fputs("</tbody></table></div>\n", page);
    if (key && *key)
        mb_html(page, "<p class=\"muted\">%s.</p>\n", key);
done:
    return status;
}

/* Leads from each solver to its page. */
static void link_solvers(const mb_table *table, const mb_matrix *matrix)
{
    for (int c = 0; c < table->columns; c++)
        for (int r = 0; r < table->rows && strcmp(table->column[c].key, "solver") == 0; r++) {
            mb_table_cell *cell = &table->cell[r * table->columns + c];

            cell->anchor = anchor_of(matrix, cell->text);
        }
}

static void put_table(FILE *page, const mb_table *table, const char *file)
{
    mb_table_html(page, table);
    fprintf(page,
            "<p class=\"muted\">As <a href=\"tables/%s.csv\">csv</a>, with all columns and "
            "classes.</p>\n",
            file);
}

/* The index of a class in the order of the page. */
static int class_at(const mb_cross *x, int i)
{
    int first = 0;

    while (first < x->classes && x->class[first] != first_class)
        first++;
    if (first == x->classes)
        return i;
    return i == 0 ? first : i <= first ? i - 1 : i;
}

static mb_status put_class(FILE *page, const mb_cross *x, const mb_matrix *matrix, int class,
                           const mb_chart *profile, const char *folder, mb_arena *arena,
                           mb_error *err)
{
    mb_table table;
    mb_status status;

    MB_TRY(mb_cross_rank_table(x, class, arena, &table, err));
    link_solvers(&table, matrix);
    put_table(page, &table, "ranking");
    MB_TRY(mb_page_chart(page, profile, folder, err));
    fputs("<h4>Which for what</h4>\n", page);
    MB_TRY(mb_cross_kind_table(x, class, arena, &table, err));
    put_table(page, &table, "kinds");
    fputs("<h4>Every mechanism and every solver</h4>\n", page);
    MB_TRY(put_matrix(page, x, matrix, class, arena, err));
done:
    return status;
}

mb_status mb_page_cross(FILE *page, const mb_cross *cross, const mb_matrix *matrix,
                        const mb_chart *profile, const char *chart_folder, mb_arena *arena,
                        mb_error *err)
{
    char level[MB_SHORT_SIZE];
    mb_status status = MB_OK;

    if (cross->classes == 0)
        return MB_OK;
    mb_html(page,
            "<h3 id=\"precision-%s\">Which solver is right, and at what cost</h3>\n<p>Study %s. ",
            cross->study, cross->study);
    fputs(
        "For each solver and mechanism the largest step, or tolerance, was searched for that keeps "
        "gap, drift and error below the class, and CPU times are compared at those: at equal "
        "precision, not at equal step.</p>\n",
        page);
    for (int i = 0; i < cross->classes; i++) {
        const int class = class_at(cross, i);

        mb_level_text(cross->class[class], level);
        fprintf(page,
                "<details class=\"precision\" data-class=\"%s\"%s><summary><b>Right to "
                "%s</b></summary>\n",
                level, i == 0 ? " open" : "", level);
        MB_TRY(put_class(page, cross, matrix, class, &profile[class], chart_folder, arena, err));
        fputs("</details>\n", page);
    }
done:
    return status;
}
