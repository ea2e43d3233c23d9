#include "report/whole/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "report/page/page.h"
#include "report/whole/report_parts.h"

/* The paper of a study; NULL when it has no claims. */
static const mb_paper *paper_of(const mb_report *r, const char *study)
{
    for (int i = 0; i < r->papers; i++)
        if (strcmp(r->paper[i].ledger->study, study) == 0)
            return &r->paper[i];
    return NULL;
}

static mb_status judge(mb_report *r, const mb_ledger *ledger, int ledgers, mb_error *err)
{
    mb_digest *d = &r->digest;
    mb_status status;

    MB_TRY(MB_TAKE(r->arena, &r->paper, (size_t)ledgers, err));
    for (int s = 0; s < d->study_count; s++)
        for (int i = 0; i < ledgers; i++) {
            if (strcmp(ledger[i].study, d->study[s]) != 0 || paper_of(r, d->study[s]))
                continue;
            MB_TRY(mb_judge(&ledger[i], d, r->arena, &r->paper[r->papers], err));
            r->papers++;
        }
    for (int g = 0; g < d->group_count; g++)
        d->group[g].judged = paper_of(r, d->group[g].study);
done:
    return status;
}

static void put_verdict_lines(FILE *out, const mb_report *r)
{
    for (int p = 0; p < r->papers; p++) {
        const mb_paper *paper = &r->paper[p];

        if (paper->ledger->claims == 0)
            continue;
        mb_put_verdicts(out, paper);
        fputc('\n', out);
        mb_put_classes(out, paper);
        fputc('\n', out);
        for (int i = 0; i < paper->ledger->claims; i++)
            if (mb_lacks_reason(paper, i))
                mb_put_line(out, "%s: claim %s: %s; the study gives no reason (because)",
                            paper->ledger->study, paper->ledger->claim[i].id,
                            mb_verdict_of(paper->judgement[i].verdict).word);
    }
}

/* Heading, what the numbers come from, warnings. */
static void put_opening(FILE *page, const mb_report *r)
{
    const mb_digest *d = &r->digest;

    fprintf(page,
            "<header><p class=\"muted\">mbsbench</p>\n<h1>Which method is right on which "
            "mechanism, and "
            "at what cost</h1>\n<p class=\"muted\">%d %s in %d %s, %d %s.</p></header>\n",
            d->row_count, d->row_count == 1 ? "run" : "runs", d->group_count,
            d->group_count == 1 ? "set" : "sets (a mechanism in a study)", d->study_count,
            d->study_count == 1 ? "study" : "studies");
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

static void put_contents(FILE *page, const mb_report *r)
{
    const mb_digest *d = &r->digest;

    fputs("<nav aria-label=\"Contents\"><ul>\n<li><a href=\"#answer\">The answer</a></li>\n", page);
    for (int s = 0; s < d->study_count; s++) {
        const mb_paper *paper = paper_of(r, d->study[s]);

        if (paper) {
            mb_page_paper_entry(page, paper);
            continue;
        }
        mb_html(page,
                "<li><a href=\"#study-%d\">Study %s: "
                "matrix</a><details><summary>mechanisms</summary><ul>\n",
                s, d->study[s]);
        for (int g = 0; g < d->group_count; g++)
            if (d->group[g].study == d->study[s])
                mb_html(page, "<li><a href=\"#%s\">%s</a></li>\n", d->group[g].file,
                        d->group[g].title);
        fputs("</ul></details></li>\n", page);
    }
    fputs("<li><a href=\"#environment\">Environment</a></li>\n</ul></nav>\n", page);
    if (r->united)
        fprintf(page,
                "<p class=\"muted\">For papers: <a href=\"" MB_CHARTS_FILE "\">" MB_CHARTS_FILE
                "</a>, %s.</p>\n",
                r->united == 1 ? "the chart of this page" : "all charts in the order of this page");
}

static mb_status put_studies(FILE *page, const mb_report *r, mb_error *err)
{
    const mb_digest *d = &r->digest;
    mb_status status = MB_OK;

    for (int s = 0; s < d->study_count; s++) {
        const mb_paper *paper = paper_of(r, d->study[s]);

        if (paper) {
            MB_TRY(mb_page_paper(page, paper, d, r->chart_folder, err));
            continue;
        }
        mb_html(page, "<h2 id=\"study-%d\">Study %s</h2>\n", s, d->study[s]);
        mb_page_matrix(page, &r->matrix[s]);
        for (int g = 0; g < d->group_count; g++)
            if (d->group[g].study == d->study[s])
                MB_TRY(mb_page_group(page, &d->group[g], &r->charts, g, r->chart_folder, r->arena,
                                     err));
    }
done:
    return status;
}

/* What all runs come to. */
static mb_status put_answers(FILE *page, const mb_report *r, mb_error *err)
{
    mb_status status;

    fputs("<h2 id=\"answer\">The answer</h2>\n", page);
    for (int s = 0; s < r->digest.study_count; s++)
        MB_TRY(mb_page_solvers(page, &r->matrix[s], r->arena, err));
    mb_page_verdicts(page, r->paper, r->papers);
    mb_page_answer(page, &r->digest);
    MB_TRY(mb_page_methods(page, &r->digest, r->arena, err));
    MB_TRY(mb_page_recommended(page, r->paper, r->papers, &r->digest, r->arena, err));
    mb_page_reading(page);
done:
    return status;
}

static mb_status write_page(const mb_report *r, mb_error *err)
{
    FILE *page;
    mb_status status, closed;

    mb_report_file(r, "", MB_PAGE_FILE);
    MB_TRY(mb_create(r->out, MB_PAGE_FILE, &page, err));
    mb_page_head(page);
    put_opening(page, r);
    if (r->digest.row_count == 0) {
        fputs("<p class=\"warning\">There is no record to report. <code>mbsbench run</code> makes "
              "some.</p>\n",
              page);
    } else {
        put_contents(page, r);
        status = put_answers(page, r, err);
        if (status == MB_OK)
            status = put_studies(page, r, err);
        fputs("<h2 id=\"environment\">Environment</h2>\n", page);
        mb_page_environment(page, &r->digest);
    }
    mb_page_foot(page);
    closed = mb_close(page, r->out, MB_PAGE_FILE, err);
    status = status == MB_OK ? closed : status;
done:
    return status;
}

mb_status mb_report_write(const mb_records *records, const mb_ledger *ledger, int ledgers,
                          const char *out, unsigned formats, FILE *progress, mb_error *err)
{
    mb_report r = {.out = out, .progress = progress};
    mb_status status;

    r.arena = mb_arena_create();
    if (!r.arena)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    MB_TRY(mb_arena_printf(r.arena, &r.tables, err, "%s/tables", out));
    MB_TRY(mb_arena_printf(r.arena, &r.chart_folder, err, "%s/charts", out));
    MB_TRY(mb_make_folder(out, err));
    MB_TRY(mb_report_files_begin(&r, err));
    MB_TRY(mb_make_folder(r.tables, err));
    MB_TRY(mb_digest_make(records, r.arena, &r.digest, err));
    MB_TRY(judge(&r, ledger, ledgers, err));
    MB_TRY(mb_matrix_make(&r.digest, r.arena, &r.matrix, err));
    if (progress)
        fprintf(progress, "report: tables of %d runs\n", r.digest.row_count);
    MB_TRY(mb_report_tables(&r, formats, err));
    if (formats & MB_REPORT_HTML) {
        MB_TRY(mb_make_folder(r.chart_folder, err));
        MB_TRY(mb_report_charts(&r, err));
        MB_TRY(write_page(&r, err));
    }
    MB_TRY(mb_report_files_end(&r, err));
    if (progress)
        put_verdict_lines(progress, &r);
done:
    if (r.files)
        fclose(r.files);
    mb_arena_destroy(r.arena);
    return status;
}

mb_status mb_report_verdicts(const mb_records *records, const mb_ledger *ledger, int ledgers,
                             FILE *out, mb_error *err)
{
    mb_report r = {0};
    mb_status status;

    r.arena = mb_arena_create();
    if (!r.arena)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    MB_TRY(mb_digest_make(records, r.arena, &r.digest, err));
    MB_TRY(judge(&r, ledger, ledgers, err));
    put_verdict_lines(out, &r);
done:
    mb_arena_destroy(r.arena);
    return status;
}
