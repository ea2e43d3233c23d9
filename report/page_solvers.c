/* Which solvers of a study hold on all its mechanisms, and which on some. */
#include "report/badge.h"
#include "report/page.h"
#include "report/solvers.h"

static void put_number(FILE *page, double x)
{
    char text[MB_SHORT_SIZE];

    mb_short_number(x, text);
    fprintf(page, "<td class=\"num\">%s</td>", *text ? text : "–");
}

/* The mechanisms on which it did not hold, marked by how it ended there. */
static void put_failures(FILE *page, const mb_matrix *m, const mb_solver_summary *s)
{
    fputs(s->held == s->runs ? "<td>–" : "<td>", page);
    for (int c = 0; c < m->columns; c++) {
        const mb_row *run = mb_solver_lost(m, s->row, c);
        mb_badge b;

        if (!run)
            continue;
        b = mb_badge_of(run->status);
        fprintf(page, "<a class=\"tag %s\" href=\"#%s\" title=\"", b.style, run->anchor);
        mb_put_html(page, run->status);
        fprintf(page, "\">%s ", b.glyph);
        mb_put_html(page, run->problem);
        fputs("</a> ", page);
    }
    fputs("</td>", page);
}

static void put_row(FILE *page, const mb_matrix *m, const mb_solver_summary *s)
{
    fputs("<tr><th scope=\"row\">", page);
    mb_put_html(page, m->label[s->row]);
    fprintf(page, "</th><td class=\"num\"><b>%d</b> of %d</td>", s->held, s->runs);
    put_number(page, s->violation_max);
    put_number(page, s->drift_max);
    put_number(page, s->ratio);
    put_failures(page, m, s);
    fputs("</tr>\n", page);
}

mb_status mb_page_solvers(FILE *page, const mb_matrix *matrix, mb_arena *arena, mb_error *err)
{
    mb_solver_summary *all;
    int n;
    mb_status status;

    MB_TRY(mb_solver_summaries(matrix, arena, &all, &n, err));
    if (n == 0)
        return MB_OK;
    fputs("<h3>Which solvers hold</h3>\n<p>Study ", page);
    mb_put_html(page, matrix->study);
    fputs(". A solver <em>held</em> on a mechanism when it ran to the end there and passed the "
          "audit; the numbers are the largest over the mechanisms where it did, the CPU ratio is "
          "the median.</p>\n<div class=\"wide\"><table class=\"answer\">\n<thead><tr><th "
          "scope=\"col\">solver</th><th scope=\"col\" class=\"num\">held on</th><th scope=\"col\" "
          "class=\"num\">violation ‖Φ‖</th><th scope=\"col\" class=\"num\">drift / kinetic "
          "energy</th><th scope=\"col\" class=\"num\">CPU ratio</th><th scope=\"col\">did not hold "
          "on</th></tr></thead>\n<tbody>\n",
          page);
    for (int i = 0; i < n; i++)
        put_row(page, matrix, &all[i]);
    fputs("</tbody></table></div>\n", page);
done:
    return status;
}
