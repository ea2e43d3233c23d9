/* SPDX-License-Identifier: MIT */
/* The pages of a report: index.html with the answer, a page a mechanism, a solver, a paper. */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "report/page/page.h"
#include "report/whole/report_parts.h"

/* The run that was measured last; NULL where no record has a date. */
static const mb_report_run *newest(const mb_digest *d)
{
    const mb_report_run *found = NULL;
    char last[32] = "";

    for (int i = 0; i < d->row_count; i++) {
        const mb_report_run *row = &d->row[i];
        const char *date =
            row->number ? row->date : mb_record_text(row->record, "environment.date");

        if (date && strcmp(date, last) > 0) {
            snprintf(last, sizeof last, "%s", date);
            found = row;
        }
    }
    return found;
}

/* Where and when, and by what program. */
static void put_machine(FILE *page, const mb_digest *d)
{
    const mb_report_run *last = newest(d);
    const char *version = last ? mb_record_text(mb_row_record(last), "environment.version") : NULL;
    const char *commit = last ? mb_record_text(mb_row_record(last), "environment.commit") : NULL;
    char machine[256], short_commit[12];

    if (!last)
        return;
    mb_machine_text(last, machine, sizeof machine);
    mb_html(page, "<p class=\"muted\">Last measured: %s", machine);
    if (version)
        mb_html(page, ", mbsbench %s", version);
    if (commit) {
        mb_copy_plain(short_commit, sizeof short_commit, commit);
        mb_html(page, ", commit %s", short_commit);
    }
    fputs(".</p>\n", page);
}

/* Heading, what the numbers come from, warnings. */
static void put_opening(FILE *page, const mb_report *r)
{
    const mb_digest *d = &r->digest;

    fprintf(page,
            "<header><p class=\"muted\">mbsbench</p>\n<h1>Which method is right on which "
            "mechanism, and "
            "at what cost</h1>\n<p class=\"muted\">%d %s in %d %s, %d %s.</p>\n",
            d->row_count, d->row_count == 1 ? "run" : "runs", d->group_count,
            d->group_count == 1 ? "set" : "sets (a mechanism in a study)", d->study_count,
            d->study_count == 1 ? "study" : "studies");
    put_machine(page, d);
    fputs("</header>\n", page);
    if (d->machines > 1)
        fprintf(page,
                "<p class=\"warning\">The records come from %d different kinds of machine: CPU "
                "times of different machines cannot be compared; each CPU ratio was measured on "
                "one of them.</p>\n",
                d->machines);
    if (d->superseded)
        fprintf(page,
                "<p class=\"muted\">%d older %s of runs that were made again on the same machine "
                "%s left out.</p>\n",
                d->superseded, d->superseded == 1 ? "record" : "records",
                d->superseded == 1 ? "is" : "are");
}

/* The way to the mechanisms of a study, or to its solvers. */
static void put_mechanisms(FILE *page, const mb_digest *d, int study)
{
    fputs("<details><summary>mechanisms</summary><ul>\n", page);
    for (int g = 0; g < d->group_count; g++)
        if (d->group[g].study == d->study[study])
            mb_html(page, "<li><a href=\"#%s\">%s</a></li>\n", d->group[g].file, d->group[g].title);
    fputs("</ul></details>", page);
}

static void put_solvers(FILE *page, const mb_matrix *matrix)
{
    fputs("<details><summary>solvers</summary><ul>\n", page);
    for (int i = 0; i < matrix->rows; i++)
        mb_html(page, "<li><a href=\"#%s\">%s</a></li>\n", matrix->anchor[i], matrix->label[i]);
    fputs("</ul></details>", page);
}

static void put_contents(FILE *page, const mb_report *r)
{
    const mb_digest *d = &r->digest;

    fputs("<nav aria-label=\"Contents\"><ul>\n", page);
    if (r->against)
        fputs("<li><a href=\"#against\">Beside the archive</a></li>\n", page);
    fputs("<li><a href=\"#answer\">The answer</a></li>\n", page);
    for (int s = 0; s < d->study_count; s++) {
        const mb_paper *paper = mb_report_paper(r, d->study[s]);

        if (paper) {
            mb_page_paper_entry(page, paper);
            continue;
        }
        if (r->cross[s].classes > 0)
            mb_html(page, "<li><a href=\"#precision-%s\">Study %s</a>", d->study[s], d->study[s]);
        else
            mb_html(page, "<li><a href=\"#study-%d\">Study %s: matrix</a>", s, d->study[s]);
        put_mechanisms(page, d, s);
        put_solvers(page, &r->matrix[s]);
        fputs("</li>\n", page);
    }
    fputs("<li><a href=\"#environment\">Environment</a></li>\n</ul></nav>\n", page);
    if (r->united)
        fprintf(page,
                "<p class=\"muted\">For papers: <a href=\"" MB_CHARTS_FILE "\">" MB_CHARTS_FILE
                "</a>, %s.</p>\n",
                r->united == 1 ? "the chart of these pages"
                               : "all charts in the order of these pages");
}

/* Depth of the headings of parts that have pages of their own. */
enum { PAPER_DEPTH = 1, SECTION_DEPTH = 2 };

static mb_status put_paper(mb_site *site, const mb_report *r, const mb_paper *paper, mb_error *err)
{
    char name[MB_NAME_SIZE];
    FILE *page;
    mb_status status;

    mb_file_name(paper->ledger->study, name, sizeof name);
    MB_TRY(mb_site_page(site, MB_PAPER_PAGES, name, paper->ledger->study, PAPER_DEPTH, &page, err));
    MB_TRY(mb_page_paper(page, paper, &r->digest, r->motion, r->chart_folder, err));
done:
    return status;
}

/* A page a mechanism of the study. */
static mb_status put_groups(mb_site *site, const mb_report *r, int study, mb_error *err)
{
    const mb_digest *d = &r->digest;
    mb_status status = MB_OK;

    for (int g = 0; g < d->group_count; g++) {
        const mb_run_group *group = &d->group[g];
        FILE *page;

        if (group->study != d->study[study])
            continue;
        MB_TRY(mb_site_page(site, MB_MECHANISM_PAGES, group->file, group->title, SECTION_DEPTH,
                            &page, err));
        MB_TRY(mb_page_group(page, d, g, &r->matrix[study], &r->charts, &r->motion[g],
                             r->chart_folder, r->arena, err));
    }
done:
    return status;
}

/* Has an earlier study's matrix the solver too? */
static bool met_before(const mb_report *r, int study, const char *anchor)
{
    for (int s = 0; s < study; s++)
        for (int i = 0; i < r->matrix[s].rows; i++)
            if (strcmp(r->matrix[s].anchor[i], anchor) == 0)
                return true;
    return false;
}

/* A page a solver that no study before had. */
static mb_status put_new_solvers(mb_site *site, const mb_report *r, int study, mb_error *err)
{
    const mb_matrix *m = &r->matrix[study];
    mb_status status = MB_OK;

    for (int i = 0; i < m->rows; i++) {
        const char *name = m->anchor[i] + strlen(MB_SOLVER_ANCHOR);
        FILE *page;

        if (met_before(r, study, m->anchor[i]))
            continue;
        MB_TRY(mb_site_page(site, MB_SOLVER_PAGES, name, m->label[i], SECTION_DEPTH, &page, err));
        MB_TRY(mb_page_solver(page, &r->digest, r->matrix, study, i, r->arena, err));
    }
done:
    return status;
}

static mb_status put_studies(mb_site *site, const mb_report *r, mb_error *err)
{
    const mb_digest *d = &r->digest;
    FILE *index = mb_site_index(site);
    mb_status status = MB_OK;

    for (int s = 0; s < d->study_count; s++) {
        const mb_paper *paper = mb_report_paper(r, d->study[s]);

        if (paper) {
            MB_TRY(put_paper(site, r, paper, err));
            continue;
        }
        if (r->cross[s].classes == 0) { /* else the answer has one at equal precision */
            mb_html(index, "<h2 id=\"study-%d\">Study %s</h2>\n", s, d->study[s]);
            mb_page_matrix(index, &r->matrix[s]);
        }
        MB_TRY(put_groups(site, r, s, err));
        MB_TRY(put_new_solvers(site, r, s, err));
    }
done:
    return status;
}

/* What all runs come to. */
static mb_status put_answers(FILE *page, const mb_report *r, mb_error *err)
{
    mb_status status;

    fputs("<h2 id=\"answer\">The answer</h2>\n", page);
    for (int s = 0; s < r->digest.study_count; s++) {
        MB_TRY(mb_page_cross(page, &r->cross[s], &r->matrix[s], &r->profile[s * MB_CROSS_CLASSES],
                             r->chart_folder, r->arena, err));
        if (r->cross[s].classes == 0)
            MB_TRY(mb_page_solvers(page, &r->matrix[s], r->arena, err));
    }
    mb_page_verdicts(page, r->paper, r->papers);
    mb_page_answer(page, &r->digest);
    MB_TRY(mb_page_methods(page, &r->digest, r->arena, err));
    MB_TRY(mb_page_recommended(page, r->paper, r->papers, &r->digest, r->arena, err));
    mb_page_engines(page, &r->digest);
    mb_page_reading(page);
done:
    return status;
}

static mb_status put_index(mb_site *site, const mb_report *r, mb_error *err)
{
    FILE *index = mb_site_index(site);
    mb_status status = MB_OK;

    put_opening(index, r);
    if (r->digest.row_count == 0) {
        fputs("<p class=\"warning\">There is no record to report. <code>mbsbench run</code> makes "
              "some.</p>\n",
              index);
        return MB_OK;
    }
    put_contents(index, r);
    if (r->against)
        MB_TRY(mb_page_against(index, r->against, r->arena, err));
    MB_TRY(put_answers(index, r, err));
    MB_TRY(put_studies(site, r, err));
    fputs("<h2 id=\"environment\">Environment</h2>\n", index);
    mb_page_environment(index, &r->digest);
done:
    return status;
}

static void list_file(const void *report, const char *folder, const char *name)
{
    mb_report_file(report, folder, name);
}

/* How large it has become: it is to be mailed. */
static void tell_size(const mb_report *r, long motion)
{
    FILE *file;
    char *path;
    long size;

    if (!r->progress || asprintf(&path, "%s/" MB_PAGE_FILE, r->out) < 0)
        return;
    file = fopen(path, "r");
    free(path);
    if (file && fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0)
        fprintf(r->progress, "report: " MB_PAGE_FILE " has %.1f MB, %.1f MB of them motion\n",
                (double)size / 1e6, (double)motion / 1e6);
    if (file)
        fclose(file);
}

mb_status mb_report_pages(mb_report *r, bool single, mb_error *err)
{
    mb_site *site = NULL;
    char *text = NULL;
    size_t size = 0;
    FILE *inside = single ? open_memstream(&text, &size) : NULL;
    mb_status status;

    if (single && !inside)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    MB_TRY(mb_motions_write(&r->digest, r->out, inside, list_file, r, r->arena, &r->motion, err));
    MB_TRY(mb_site_create(single, r->arena, &site, err));
    MB_TRY(put_index(site, r, err));
    if (single) {
        fflush(inside);
        fputs(text, mb_site_index(site));
    }
    MB_TRY(mb_site_write(site, r->out, list_file, r, err));
    if (single)
        tell_size(r, (long)size);
done:
    if (inside)
        fclose(inside);
    free(text);
    mb_site_destroy(site);
    return status;
}
