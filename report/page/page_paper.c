/* The section of a study with claims or figures: published | measured | verdict, figures, errata,
 * tables of its runs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/claims/bibliography.h"
#include "report/page/page.h"
#include "report/records/command.h"
#include "report/records/run_status.h"
#include "report/tables/table.h"

/* Start of the ids of a paper's section and claims. */
static const char *anchor_of(const mb_paper *paper, char anchor[MB_NAME_SIZE])
{
    mb_file_name(paper->ledger->study, anchor, MB_NAME_SIZE);
    return anchor;
}

/* An id of letters, digits, . _ and - that may be broken after its dots. */
static void put_id(FILE *page, const char *id)
{
    for (; *id; id++) {
        fputc(*id, page);
        if (*id == '.')
            fputs("<wbr>", page);
    }
}

static void put_verdict(FILE *page, mb_verdict verdict)
{
    mb_verdict_sign s = mb_verdict_of(verdict);

    fprintf(page, "<span class=\"tag %s\">%s %s</span>", s.style, s.glyph, s.word);
}

static void put_title(FILE *page, const mb_ledger *ledger)
{
    mb_put_html(page, *ledger->title ? ledger->title : ledger->study);
}

/* The same claims by what they are about; CPU times with where and when they were measured. */
static void put_classes(FILE *page, const mb_paper *paper)
{
    char machine[256];

    mb_machine_text(paper->timed, machine, sizeof machine);
    for (int k = 0; k < MB_CLAIM_CLASSES; k++) {
        if (mb_class_claims(paper, (mb_claim_class)k) == 0)
            continue;
        fprintf(page, "<tr class=\"muted\"><th scope=\"row\"><small>%s",
                mb_claim_class_words((mb_claim_class)k));
        if (k == MB_CLASS_CPU && *machine) {
            fputs(": ", page);
            mb_put_html(page, machine);
        }
        fprintf(page, "</small></th><td class=\"num\">%d</td>",
                mb_class_claims(paper, (mb_claim_class)k));
        for (int v = 0; v < MB_VERDICTS; v++)
            fprintf(page, "<td class=\"num\">%d</td>", paper->of[k][v]);
        fputs("</tr>\n", page);
    }
}

/* ---- all papers ----------------------------------------------------------------------------- */

void mb_page_verdicts(FILE *page, const mb_paper *paper, int count)
{
    char anchor[MB_NAME_SIZE];

    bool any = false;

    for (int p = 0; p < count; p++)
        any = any || paper[p].ledger->claims > 0;
    if (!any)
        return;
    fputs("<h3>What the papers state, and what comes out</h3>\n<div class=\"wide\"><table "
          "class=\"verdicts\">\n<thead><tr><th scope=\"col\">published "
          "study</th><th scope=\"col\" class=\"num\">claims</th>",
          page);
    for (int v = 0; v < MB_VERDICTS; v++) {
        mb_verdict_sign s = mb_verdict_of((mb_verdict)v);

        fprintf(page, "<th scope=\"col\" class=\"num\"><span class=\"tag %s\">%s %s</span></th>",
                s.style, s.glyph, s.word);
    }
    fputs("</tr></thead>\n<tbody>\n", page);
    for (int p = 0; p < count; p++) {
        if (paper[p].ledger->claims == 0)
            continue;
        fprintf(page, "<tr><th scope=\"row\"><a href=\"#paper-%s\">", anchor_of(&paper[p], anchor));
        mb_put_html(page, paper[p].ledger->study);
        fputs("</a> <small>", page);
        put_title(page, paper[p].ledger);
        fprintf(page, "</small></th><td class=\"num\">%d", paper[p].claims - paper[p].unrecorded);
        if (paper[p].unrecorded > 0)
            fprintf(page, " <small>of %d</small>", paper[p].claims);
        fputs("</td>", page);
        for (int v = 0; v < MB_VERDICTS; v++)
            fprintf(page, "<td class=\"num\">%d</td>", mb_shown_verdicts(&paper[p], (mb_verdict)v));
        fputs("</tr>\n", page);
        put_classes(page, &paper[p]);
    }
    fputs("</tbody></table></div>\n", page);
}

/* ---- one paper ------------------------------------------------------------------------------ */

/* What the study has beside what these records can tell. */
static void put_unrecorded(FILE *page, const mb_paper *paper)
{
    if (paper->unrecorded == 0)
        return;
    fprintf(page,
            "<p>%d of its %d claims rest on runs that are not among these records and are left "
            "out, as are their figures. All of them: <code>mbsbench run ",
            paper->unrecorded, paper->claims);
    mb_put_html(page, paper->ledger->file);
    fputs("</code>.</p>\n", page);
}

/* Which claims did not come out, as links. */
static void put_exceptions(FILE *page, const mb_paper *paper)
{
    char anchor[MB_NAME_SIZE];

    anchor_of(paper, anchor);
    for (int v = MB_REPRODUCED + 1; v < MB_VERDICTS; v++) {
        const char *between = " ";

        if (mb_shown_verdicts(paper, (mb_verdict)v) == 0)
            continue;
        fputs("<p class=\"exceptions\">", page);
        put_verdict(page, (mb_verdict)v);
        for (int i = 0; i < paper->ledger->claims; i++) {
            const char *id = paper->ledger->claim[i].id;

            if (paper->judgement[i].verdict != (mb_verdict)v || paper->judgement[i].unrecorded ||
                paper->ledger->claim[i].finding)
                continue;
            fprintf(page, "%s<a href=\"#%s-%s\">%s</a>", between, anchor, id, id);
            between = ", ";
        }
        fputs("</p>\n", page);
    }
}

static void put_note(FILE *page, const char *head, const char *text)
{
    if (!text)
        return;
    fprintf(page, "<p class=\"note\"><b>%s</b> ", head);
    mb_put_html(page, text);
    fputs("</p>", page);
}

/* The runs that the verdict rests on: how each ended and the command that makes it again. */
static void put_evidence(FILE *page, const mb_study_claim *claim, const mb_judgement *j)
{
    int runs = claim->run.runs + claim->than.runs;

    fprintf(page, "<details><summary>%s", mb_claim_kind_word(claim->kind));
    if (claim->metric.text) {
        fputs(" of ", page);
        mb_put_html(page, claim->metric.text);
    }
    if (runs > 0)
        fprintf(page, ", %d %s", runs, runs == 1 ? "run" : "runs");
    fputs("</summary>", page);
    if (j->shown > 0)
        fputs("<pre>", page);
    for (int i = 0; i < j->shown; i++) {
        char *text = NULL;
        size_t size;
        FILE *line = open_memstream(&text, &size);

        if (!line)
            break;
        if (mb_metric_timed(&claim->metric))
            mb_put_timed_command(line, j->row[i]);
        else
            mb_put_command(line, j->row[i]);
        fclose(line);
        fputs(i ? "\n# " : "# ", page);
        mb_put_html(page, j->row[i]->run);
        fputs(": ", page);
        mb_put_html(page, j->row[i]->status);
        fputc('\n', page);
        mb_put_html(page, text);
        fputc('\n', page);
        free(text);
    }
    if (j->shown > 0)
        fputs("</pre>", page);
    if (runs > j->shown && j->shown > 0)
        fprintf(page, "<p class=\"muted\">%d of %d runs; all: see below.</p>", j->shown, runs);
    fputs("</details>", page);
}

static void put_claim(FILE *page, const mb_study_claim *claim, const mb_judgement *j,
                      const char *anchor)
{
    fprintf(page, "<tr id=\"%s-%s\"><td>", anchor, claim->id);
    mb_put_html(page, claim->where);
    fputs("<small>", page);
    put_id(page, claim->id);
    fputs("</small></td><td>", page);
    mb_put_html(page, claim->says);
    put_note(page, "Read as:", claim->reading);
    put_note(page, j->verdict == MB_REPRODUCED ? "Note:" : "Because:", claim->because);
    if (claim->kind != MB_CLAIM_TEST && claim->kind != MB_CLAIM_UNTESTABLE)
        put_evidence(page, claim, j);
    fputs("</td><td data-head=\"published\">", page);
    mb_put_html(page, *j->published ? j->published : "–");
    fputs("</td><td data-head=\"measured\">", page);
    mb_put_html(page, *j->measured ? j->measured : "–");
    fputs("</td><td>", page);
    put_verdict(page, j->verdict);
    if (*j->why) {
        fputs("<small>", page);
        mb_put_html(page, j->why);
        fputs("</small>", page);
    }
    fputs("</td></tr>\n", page);
}

static void put_claims(FILE *page, const mb_paper *paper)
{
    char anchor[MB_NAME_SIZE];

    anchor_of(paper, anchor);
    fputs("<div class=\"wide\"><table class=\"claims\">\n<thead><tr><th scope=\"col\">place</th>"
          "<th scope=\"col\">statement</th><th scope=\"col\">published</th><th "
          "scope=\"col\">measured</th><th scope=\"col\">verdict</th></tr></thead>\n<tbody>\n",
          page);
    for (int i = 0; i < paper->ledger->claims; i++)
        if (!paper->judgement[i].unrecorded)
            put_claim(page, &paper->ledger->claim[i], &paper->judgement[i], anchor);
    fputs("</tbody></table></div>\n", page);
}

static void put_errata(FILE *page, const mb_paper *paper)
{
    const mb_ledger *ledger = paper->ledger;
    char anchor[MB_NAME_SIZE];

    if (ledger->errata == 0)
        return;
    anchor_of(paper, anchor);
    fprintf(page,
            "<h3 id=\"%s-errata\">Errata</h3>\n<div class=\"wide\"><table class=\"errata\">\n"
            "<thead><tr><th scope=\"col\">place</th><th scope=\"col\">as printed</th><th "
            "scope=\"col\">what holds</th><th scope=\"col\">shown by</th></tr></thead>\n<tbody>\n",
            anchor);
    for (int i = 0; i < ledger->errata; i++) {
        const mb_erratum *e = &ledger->erratum[i];

        if (!e->test && paper->judgement[e->claim].unrecorded)
            continue;
        fputs("<tr><td>", page);
        mb_put_html(page, e->where);
        fputs("</td><td data-head=\"as printed\">", page);
        mb_put_html(page, e->prints);
        fputs("</td><td data-head=\"what holds\">", page);
        mb_put_html(page, e->right);
        fputs("</td><td data-head=\"shown by\">", page);
        if (e->test) {
            fputs("test ", page);
            mb_put_html(page, e->test);
        } else {
            fprintf(page, "claim <a href=\"#%s-%s\">%s</a>: ", anchor, ledger->claim[e->claim].id,
                    ledger->claim[e->claim].id);
            put_verdict(page, paper->judgement[e->claim].verdict);
        }
        fputs("</td></tr>\n", page);
    }
    fputs("</tbody></table></div>\n", page);
}

static void put_tables(FILE *page, const mb_paper *paper, const mb_digest *digest)
{
    fputs("<details><summary>Tables of all runs, every column</summary>\n<p>", page);
    for (int g = 0, n = 0; g < digest->group_count; g++) {
        const mb_run_group *group = &digest->group[g];

        if (strcmp(group->study, paper->ledger->study) != 0)
            continue;
        fprintf(page, "%s<a href=\"tables/%s.csv\">", n++ ? ", " : "", group->file);
        mb_put_html(page, group->problem);
        fprintf(page, "</a> (%d %s)", group->count, group->count == 1 ? "run" : "runs");
    }
    fputs("</p></details>\n<p>To make all runs again: <code>mbsbench run ", page);
    mb_put_html(page, paper->ledger->file);
    fputs("</code>.</p>\n", page);
}

static void put_counts(FILE *page, const mb_paper *paper)
{
    fputs("<p>", page);
    for (int v = 0; v < MB_VERDICTS; v++) {
        mb_verdict_sign s = mb_verdict_of((mb_verdict)v);
        int n = mb_shown_verdicts(paper, (mb_verdict)v);

        fprintf(page, "%s<span class=\"tag %s\">%s %d %s</span>", v ? " " : "", s.style, s.glyph, n,
                n == 1 ? s.word : s.counted);
    }
    fputs("</p>\n", page);
}

void mb_page_paper_entry(FILE *page, const mb_paper *paper)
{
    char anchor[MB_NAME_SIZE];

    fprintf(page, "<li><a href=\"#paper-%s\">%s: ", anchor_of(paper, anchor),
            paper->ledger->claims > 0 ? "Published" : "Study");
    mb_put_html(page, paper->ledger->study);
    fputs("</a></li>\n", page);
}

mb_status mb_page_paper(FILE *page, const mb_paper *paper, const mb_digest *digest,
                        const char *chart_folder, mb_error *err)
{
    const mb_ledger *ledger = paper->ledger;
    char anchor[MB_NAME_SIZE];
    mb_status status;

    fprintf(page, "<h2 id=\"paper-%s\">", anchor_of(paper, anchor));
    put_title(page, ledger);
    fputs("</h2>\n<p class=\"muted\">Study ", page);
    mb_put_html(page, ledger->study);
    if (*ledger->source) {
        fputs(". ", page);
        mb_put_html(page, mb_reference_of(ledger->source));
    }
    fputs(".</p>\n", page);
    if (ledger->claims > 0)
        put_counts(page, paper);
    put_unrecorded(page, paper);
    put_exceptions(page, paper);
    mb_page_readings(page, &paper->ledger->readings);
    if (ledger->claims > 0)
        put_claims(page, paper);
    MB_TRY(mb_page_figures(page, paper, chart_folder, err));
    put_errata(page, paper);
    mb_page_places(page, paper, anchor);
    put_tables(page, paper, digest);
done:
    return status;
}
