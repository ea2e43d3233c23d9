/* SPDX-License-Identifier: MIT */
#include "report/whole/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/files.h"
#include "base/text.h"
#include "report/whole/report_parts.h"

const mb_paper *mb_report_paper(const mb_report *r, const char *study)
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
            if (strcmp(ledger[i].study, d->study[s]) != 0 || mb_report_paper(r, d->study[s]))
                continue;
            MB_TRY(mb_judge(&ledger[i], d, r->arena, &r->paper[r->papers], err));
            r->papers++;
        }
    for (int g = 0; g < d->group_count; g++)
        d->group[g].judged = mb_report_paper(r, d->group[g].study);
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

mb_status mb_report_write(mb_records *records, const mb_ledger *ledger, int ledgers,
                          const char *out, const mb_report_options *options, FILE *progress,
                          mb_error *err)
{
    unsigned formats = options->formats;
    mb_report r = {.out = out,
                   .against = options->against,
                   .look = options->tables,
                   .charts_look = options->charts,
                   .progress = progress};
    mb_status status;

    r.charts_look.small = !(formats & MB_REPORT_SINGLE); /* in files of their own */
    r.arena = mb_arena_create();
    if (!r.arena)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    MB_TRY(mb_arena_printf(r.arena, &r.tables, err, "%s/tables", out));
    MB_TRY(mb_arena_printf(r.arena, &r.chart_folder, err, "%s/charts", out));
    MB_TRY(mb_make_folder(out, err));
    MB_TRY(mb_report_files_begin(&r, err));
    MB_TRY(mb_make_folder(r.tables, err));
    MB_TRY(mb_digest_make(records, r.arena, &r.digest, err));
    for (int i = 0; i < options->charts.highlights; i++)
        mb_digest_highlight(&r.digest, options->charts.highlight[i]);
    MB_TRY(judge(&r, ledger, ledgers, err));
    MB_TRY(mb_matrix_make(&r.digest, r.arena, &r.matrix, err));
    MB_TRY(MB_TAKE(r.arena, &r.cross, (size_t)r.digest.study_count, err));
    for (int s = 0; s < r.digest.study_count; s++)
        MB_TRY(mb_cross_make(&r.digest, r.digest.study[s], r.arena, &r.cross[s], err));
    if (progress)
        fprintf(progress, "report: tables of %d runs\n", r.digest.row_count);
    MB_TRY(mb_report_tables(&r, formats, err));
    if (formats & MB_REPORT_HTML) {
        MB_TRY(mb_make_folder(r.chart_folder, err));
        MB_TRY(mb_report_charts(&r, err));
        MB_TRY(mb_report_pages(&r, formats & MB_REPORT_SINGLE, err));
    }
    MB_TRY(mb_report_files_end(&r, err));
    if (progress)
        put_verdict_lines(progress, &r);
    if (progress && r.against)
        mb_against_put(progress, r.against);
done:
    if (r.files)
        fclose(r.files);
    mb_arena_destroy(r.arena);
    return status;
}

mb_status mb_report_verdicts(mb_records *records, const mb_ledger *ledger, int ledgers, FILE *out,
                             mb_error *err)
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
