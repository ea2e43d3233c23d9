/* SPDX-License-Identifier: MIT */
/* The section of one mechanism in one study. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/page/page.h"
#include "report/records/engines.h"
#include "report/records/grade.h"
#include "report/records/remarks.h"
#include "report/tables/table.h"

static void put_size(FILE *page, const json_t *record, const char *path, const char *name)
{
    double x = mb_record_number(record, path);

    if (isfinite(x))
        fprintf(page, ", %.0f %s", x, name);
}

/* "four-bar, N = 10; natural coordinates, 6 coordinates ..." */
static void put_facts(FILE *page, const mb_run_group *group)
{
    const json_t *record = mb_row_record(group->row[0]);
    const char *coordinates = mb_record_text(record, "problem.coordinates");
    const char *kind = mb_record_text(record, "energy.kind");
    double t_end = mb_record_field(record, MB_FIELD_T_END);

    mb_html(page, "<p><code>%s</code>", group->problem);
    if (coordinates)
        mb_html(page, ", %s coordinates", coordinates);
    put_size(page, record, "problem.nq", "coordinates");
    put_size(page, record, "problem.nv", "velocities");
    put_size(page, record, "problem.m", "constraint rows");
    put_size(page, record, "problem.rank", "of them independent");
    if (isfinite(t_end))
        fprintf(page, "; simulated for %g&nbsp;s", t_end);
    if (kind)
        mb_html(page, "; energy: %s", kind);
    fputs(".", page);
    if (*group->common)
        mb_html(page, " All runs use <code>%s</code>.", group->common);
    fputs("</p>\n", page);
}

static bool same_mechanism(const mb_run_group *a, const mb_run_group *b)
{
    const size_t n = strcspn(a->problem, ":");

    return n == strcspn(b->problem, ":") && strncmp(a->problem, b->problem, n) == 0;
}

void mb_page_elsewhere(FILE *page, const mb_digest *digest, const mb_run_group *group)
{
    int n = 0;

    for (int g = 0; g < digest->group_count; g++) {
        const mb_run_group *other = &digest->group[g];

        if (other == group || !same_mechanism(group, other))
            continue;
        mb_html(page, "%s<a href=\"#%s%s\">%s</a>", n++ ? ", " : "<p>Also in: ", other->file,
                other->judged ? "-motion" : "", other->study);
        if (strcmp(other->problem, group->problem) != 0)
            mb_html(page, " (<code>%s</code>)", other->problem);
    }
    fputs(n ? ".</p>\n" : "", page);
}

/* The run that speaks for the mechanism: the most right one. */
static const mb_report_run *best_of(const mb_run_group *group)
{
    const mb_report_run *best = group->row[0];

    for (int i = 1; i < group->count; i++)
        if (mb_row_better(group->row[i], best))
            best = group->row[i];
    return best;
}

/* Redundant rows, loss of rank and changes of the start, as the best run says; then how many runs
 * meet the limits of the mechanism's source. */
static void put_remarks(FILE *page, const mb_run_group *group)
{
    static mb_remark *const kind[] = {mb_remark_rows, mb_remark_rank, mb_remark_start};
    const json_t *record = mb_row_record(best_of(group));
    char text[MB_REMARK_SIZE];
    int judged = 0, met = 0;

    fputs("<ul class=\"remarks\">\n", page);
    for (size_t k = 0; k < sizeof kind / sizeof kind[0]; k++) {
        kind[k](record, text);
        if (*text)
            mb_html(page, "<li>%s</li>\n", text);
    }
    for (int i = 0; i < group->count; i++) {
        judged += mb_row_met(group->row[i]) >= 0;
        met += mb_row_met(group->row[i]) == 1;
    }
    for (int i = 0; i < group->count; i++) {
        if (!mb_solver_is_engine(group->row[i]->solver))
            continue;
        mb_remark_engine(mb_row_record(group->row[i]), text);
        if (*text)
            mb_html(page, "<li>%s: %s</li>\n", group->row[i]->solver, text);
    }
    mb_stated_limits(record, text);
    if (judged > 0 && *text)
        mb_html(page,
                "<li>The limits of %s are met by %d of %d runs that can be judged by them.</li>\n",
                text, met, judged);
    fputs("</ul>\n", page);
}

/* What searches came to. */
static void put_searches(FILE *page, const mb_run_group *group)
{
    char text[MB_REMARK_SIZE];
    bool any = false;

    for (int i = 0; i < group->count; i++) {
        if (!mb_row_searched(group->row[i]))
            continue;
        mb_remark_search(mb_row_record(group->row[i]), text);
        if (!*text)
            continue;
        fputs(any ? ""
                  : "<details><summary>How the steps and tolerances were found</summary>\n<ul>\n",
              page);
        any = true;
        mb_html(page, "<li>%s: %s</li>\n", group->row[i]->label, text);
    }
    fputs(any ? "</ul></details>\n" : "", page);
}

static void put_reason(FILE *page, const mb_report_run *row)
{
    char why[MB_WHY_SIZE];

    mb_why_no_class(row, why);
    if (row->ok)
        mb_put_html(page, why);
    else
        mb_put_html(page, *row->reason ? row->reason : "the record gives no reason");
}

/* What did not finish, and what finished without a class. */
static void put_failures(FILE *page, const mb_run_group *group)
{
    char t[MB_SHORT_SIZE], end[MB_SHORT_SIZE];
    bool any = false;

    for (int i = 0; i < group->count; i++) {
        const mb_report_run *row = group->row[i];
        mb_badge b = mb_row_badge(row);

        if (!mb_row_explained(row))
            continue;
        if (!any)
            fprintf(page,
                    "<h4 id=\"%s-failures\">What did not finish or is in no class, and why</h4>\n"
                    "<ul class=\"failures\">\n",
                    group->file);
        any = true;
        mb_short_number(mb_row_field(row, MB_FIELD_T_REACHED), t);
        mb_short_number(mb_row_field(row, MB_FIELD_T_END), end);
        mb_html(page, "<li id=\"%s\"><span class=\"tag %s\">%s %s</span> <b>%s</b>", row->anchor,
                b.style, b.glyph, b.name, row->label);
        if (!row->ok && *t && *end && strcmp(t, end) != 0)
            fprintf(page, " <span class=\"muted\">at t = %s of %s s</span>", t, end);
        fputs(": ", page);
        put_reason(page, row);
        fputs("</li>\n", page);
    }
    if (any)
        fputs("</ul>\n", page);
}

/* Leads from the commands of runs to the pages of their solvers. */
static void link_solvers(const mb_table *table, const mb_run_group *group, const mb_digest *digest,
                         const mb_matrix *matrix)
{
    int c = 0;

    while (c < table->columns && strcmp(table->column[c].key, "command") != 0)
        c++;
    for (int r = 0; r < table->rows && c < table->columns; r++)
        table->cell[r * table->columns + c].anchor =
            matrix->anchor[matrix->row_of[group->row[r] - digest->row]];
}

mb_status mb_page_group(FILE *page, const mb_digest *digest, int group_index,
                        const mb_matrix *matrix, const mb_charts *charts, const mb_motion *motion,
                        const char *chart_folder, mb_arena *arena, mb_error *err)
{
    const mb_run_group *group = &digest->group[group_index];
    mb_table table;
    int first = charts->first[group_index], last = charts->first[group_index + 1];
    mb_status status;

    mb_html(page, "<section data-charts=\"%s\">\n<h3 id=\"%s\">%s</h3>\n", group->file, group->file,
            group->title);
    put_facts(page, group);
    mb_page_elsewhere(page, digest, group);
    put_remarks(page, group);
    put_searches(page, group);
    mb_page_motion(page, group, motion, "The motion");
    if (group->sweep) {
        fprintf(page,
                "<p id=\"%s-failures\">%d runs, a sweep: see the <a "
                "href=\"tables/%s.csv\">csv</a>, or draw it as a "
                "figure of the study.</p>\n</section>\n",
                group->file, group->count, group->file);
        return MB_OK;
    }
    mb_page_engines_line(page, group);
    MB_TRY(mb_run_table(group, arena, &table, err));
    link_solvers(&table, group, digest, matrix);
    fputs("<p class=\"muted\">A solver opens the command that measures its row again.</p>\n"
          "<div class=\"runs\">",
          page);
    mb_table_html(page, &table);
    fputs("</div>", page);
    put_failures(page, group);
    if (first == last)
        fputs("<p class=\"muted\">No charts: the runs left neither series nor times.</p>\n", page);
    fputs("<div class=\"charts\">\n", page);
    for (int i = first; i < last; i++) {
        const char *heading = charts->chart[i].heading;

        if (i == first || strcmp(heading, charts->chart[i - 1].heading) != 0)
            fprintf(page, "<h4>%s</h4>\n", heading);
        MB_TRY(mb_page_chart(page, &charts->chart[i], chart_folder, err));
    }
    fputs("</div>\n", page);
    fprintf(page,
            "<p class=\"muted\">This table as <a href=\"tables/%s.csv\">csv</a> (all columns, "
            "exact).</p>\n</section>\n",
            group->file);
done:
    return status;
}
