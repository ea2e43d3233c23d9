/* SPDX-License-Identifier: MIT */
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

static const char *title_of(const mb_ledger *ledger)
{
    return *ledger->title ? ledger->title : ledger->study;
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
        if (k == MB_CLASS_CPU && *machine)
            mb_html(page, ": %s", machine);
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
        mb_html(page,
                "<tr><th scope=\"row\"><a href=\"#paper-%s\">%s</a> <small>%s</small></th><td "
                "class=\"num\">%d",
                anchor_of(&paper[p], anchor), paper[p].ledger->study, title_of(paper[p].ledger),
                paper[p].claims - paper[p].unrecorded);
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
    mb_html(page,
            "<p>%d of its %d claims rest on runs that are not among these records and are left "
            "out, as are their figures. All of them: <code>mbsbench run %s</code>.</p>\n",
            paper->unrecorded, paper->claims, paper->ledger->file);
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
    if (text)
        mb_html(page, "<p class=\"note\"><b>%s</b> %s</p>", head, text);
}

/* The runs that the verdict rests on: how each ended and the command that makes it again. */
static void put_evidence(FILE *page, const mb_study_claim *claim, const mb_judgement *j)
{
    int runs = claim->run.runs + claim->than.runs;

    fprintf(page, "<details><summary>%s", mb_claim_kind_word(claim->kind));
    if (claim->metric.text)
        mb_html(page, " of %s", claim->metric.text);
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
        fputs(i ? "\n" : "", page);
        mb_html(page, "# %s: %s\n%s\n", j->row[i]->run, j->row[i]->status, text);
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
    mb_html(page, "<tr id=\"%s-%s\"><td>%s<small>", anchor, claim->id, claim->where);
    put_id(page, claim->id);
    mb_html(page, "</small></td><td>%s", claim->says);
    put_note(page, "Read as:", claim->reading);
    put_note(page, j->verdict == MB_REPRODUCED ? "Note:" : "Because:", claim->because);
    if (claim->kind != MB_CLAIM_TEST && claim->kind != MB_CLAIM_UNTESTABLE)
        put_evidence(page, claim, j);
    mb_html(page, "</td><td>%s</td><td>%s</td><td>", *j->published ? j->published : "–",
            *j->measured ? j->measured : "–");
    put_verdict(page, j->verdict);
    if (*j->why)
        mb_html(page, "<small>%s</small>", j->why);
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
        mb_html(page, "<tr><td>%s</td><td>%s</td><td>%s</td><td>", e->where, e->prints, e->right);
        if (e->test) {
            mb_html(page, "test %s", e->test);
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
        mb_html(page, "%s<a href=\"tables/%s.csv\">%s</a> (%d %s)", n++ ? ", " : "", group->file,
                group->problem, group->count, group->count == 1 ? "run" : "runs");
    }
    mb_html(page, "</p></details>\n<p>To make all runs again: <code>mbsbench run %s</code>.</p>\n",
            paper->ledger->file);
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

    mb_html(page, "<li><a href=\"#paper-%s\">%s: %s</a></li>\n", anchor_of(paper, anchor),
            paper->ledger->claims > 0 ? "Published" : "Study", paper->ledger->study);
}

/* The motion of its runs, mechanism by mechanism. */
static void put_motions(FILE *page, const mb_paper *paper, const mb_digest *digest,
                        const mb_motion *motion)
{
    fputs("<details class=\"motions\"><summary>Its mechanisms and the motion of their "
          "runs</summary>\n",
          page);
    for (int g = 0; g < digest->group_count; g++)
        if (strcmp(digest->group[g].study, paper->ledger->study) == 0) {
            mb_page_motion(page, &digest->group[g], &motion[g], digest->group[g].title);
            mb_page_elsewhere(page, digest, &digest->group[g]);
        }
    fputs("</details>\n", page);
}

mb_status mb_page_paper(FILE *page, const mb_paper *paper, const mb_digest *digest,
                        const mb_motion *motion, const char *chart_folder, mb_error *err)
{
    const mb_ledger *ledger = paper->ledger;
    char anchor[MB_NAME_SIZE];
    mb_status status;

    mb_html(page, "<h2 id=\"paper-%s\">%s</h2>\n<p class=\"muted\">Study %s",
            anchor_of(paper, anchor), title_of(ledger), ledger->study);
    if (*ledger->source)
        mb_html(page, ". %s", mb_reference_of(ledger->source));
    fputs(".</p>\n", page);
    if (ledger->claims > 0)
        put_counts(page, paper);
    put_unrecorded(page, paper);
    put_exceptions(page, paper);
    mb_page_readings(page, &paper->ledger->readings);
    if (ledger->claims > 0)
        put_claims(page, paper);
    MB_TRY(mb_page_figures(page, paper, chart_folder, err));
    put_motions(page, paper, digest, motion);
    put_errata(page, paper);
    mb_page_places(page, paper, anchor);
    put_tables(page, paper, digest);
done:
    return status;
}
