/* SPDX-License-Identifier: MIT */
/* Which solvers of a study are right on its mechanisms, set by set. */
#include <math.h>

#include "report/answers/solvers.h"
#include "report/page/page.h"

enum { COLUMNS = 11 };

static void put_number(FILE *page, double x)
{
    char text[MB_SHORT_SIZE];

    mb_short_number(x, text);
    fprintf(page, "<td class=\"num\">%s</td>", *text ? text : "—");
}

/* The mechanisms on which it did not finish or is in no class, marked by how it ended there. */
static void put_losses(FILE *page, const mb_matrix *m, const mb_solver_summary *s)
{
    bool any = false;

    fputs("<td>", page);
    for (int c = 0; c < m->columns; c++) {
        const mb_report_run *run = mb_solver_run(m, s->row, c);
        mb_badge b;

        if (!run || (run->ok && mb_row_grade(run) != MB_CLASSLESS))
            continue;
        any = true;
        b = mb_row_badge(run);
        mb_html(page, "<a class=\"tag %s\" href=\"#%s\" title=\"%s\">%s %s</a> ", b.style,
                run->anchor, b.name, b.glyph, run->problem);
    }
    fputs(any ? "</td>" : s->tally.ungraded > 0 ? "not measured</td>" : "none</td>", page);
}

static void put_row(FILE *page, const mb_matrix *m, const mb_solver_summary *s)
{
    mb_html(page,
            "<tr><td class=\"num\">%d</td><th scope=\"row\"><a href=\"#%s\">%s</a></th><td "
            "class=\"num\">%d</td>",
            s->rank, m->anchor[s->row], m->label[s->row], s->tally.finished);
    for (int k = 0; k < MB_LEVELS; k++)
        put_number(page, mb_tally_right(&s->tally, k));
    put_number(page, s->gap_max);
    put_number(page, s->drift_max);
    put_number(page, s->unconverged);
    put_number(page, s->ratio);
    put_losses(page, m, s);
    fputs("</tr>\n", page);
}

/* "Tried on the same 10 mechanisms: four-bar, ..." */
static void put_set(FILE *page, const mb_matrix *m, const mb_solver_summary *s)
{
    const char *between = ": ";

    fprintf(page,
            "<tr><th colspan=\"%d\" scope=\"rowgroup\" class=\"study\">tried on %s%d "
            "mechanism%s<small>",
            COLUMNS, s->tally.runs == m->columns ? "all " : "", s->tally.runs,
            s->tally.runs == 1 ? "" : "s");
    for (int c = 0; c < m->columns && s->tally.runs < m->columns; c++) {
        const mb_report_run *run = mb_solver_run(m, s->row, c);

        if (!run)
            continue;
        mb_html(page, "%s%s", between, run->problem);
        between = ", ";
    }
    fputs("</small></th></tr>\n", page);
}

mb_status mb_page_solvers(FILE *page, const mb_matrix *matrix, mb_arena *arena, mb_error *err)
{
    mb_solver_summary *all;
    int n, sets;
    mb_status status;

    MB_TRY(mb_solver_summaries(matrix, arena, &all, &n, &sets, err));
    if (n == 0)
        return MB_OK;
    fputs("<h3>Which solvers are right</h3>\n<p>Study ", page);
    mb_put_html(page, matrix->study);
    fputs(
        ". <em>Finished</em>: on so many mechanisms the solver ran to the end. <em>Right</em>: on "
        "so many it did, and gap, drift and error, as far as they are known, stayed below the "
        "level. Gap and drift are the largest over the mechanisms where it finished: how far "
        "joints opened, of the mechanism's size, and of the largest kinetic energy; the CPU "
        "ratio is the median.</p>\n<div class=\"wide\"><table class=\"answer ranks\">\n<thead><tr>"
        "<th scope=\"col\" class=\"num\">rank</th><th scope=\"col\">solver</th><th scope=\"col\" "
        "class=\"num\">finished</th><th scope=\"col\" class=\"num\">right to <span "
        "class=\"nb\">1e-2</span></th><th "
        "scope=\"col\" class=\"num\">right to <span class=\"nb\">1e-4</span></th><th scope=\"col\" "
        "class=\"num\">right to <span class=\"nb\">1e-6</span></th><th scope=\"col\" "
        "class=\"num\">largest gap</th><th scope=\"col\" "
        "class=\"num\">largest drift</th><th scope=\"col\" class=\"num\">with unconverged "
        "steps</th><th scope=\"col\" class=\"num\">CPU ratio</th><th scope=\"col\">not finished, "
        "or ○ without a class</th></tr></thead>\n<tbody>\n",
        page);
    for (int i = 0; i < n; i++) {
        if (i == 0 || all[i].set != all[i - 1].set)
            put_set(page, matrix, &all[i]);
        put_row(page, matrix, &all[i]);
    }
    fprintf(page, "</tbody></table></div>\n<p class=\"muted\">%s</p>\n", mb_solver_ranking);
done:
    return status;
}
