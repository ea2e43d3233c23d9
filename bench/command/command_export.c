/* SPDX-License-Identifier: MIT */
/* `mbsbench export`: records in the formats of other tools. */
#include <stdio.h>
#include <string.h>

#include "base/files.h"
#include "bench/command/commands.h"
#include "report/gate/export.h"
#include "report/gate/export_iftomm.h"

struct request {
    mb_export_format format;
    const char *out;
    mb_records records;
};

/* What a curve over commits does not show at once. */
static void put_notes(const mb_export_counts *n)
{
    if (n->failed > 0)
        fprintf(stderr, "mbsbench export: warning: %d %s not end ok and %s written as failed\n",
                n->failed, n->failed == 1 ? "run did" : "runs did", n->failed == 1 ? "is" : "are");
    if (n->classless > 0)
        fprintf(stderr,
                "mbsbench export: warning: %d finished in no class: not right to 1e-2, or not "
                "proven to be\n",
                n->classless);
    if (n->untimed > 0)
        fprintf(stderr, "mbsbench export: warning: %d finished without a time and %s left out\n",
                n->untimed, n->untimed == 1 ? "is" : "are");
    if (n->unnamed > 0)
        fprintf(stderr, "mbsbench export: warning: %d records without a cell are left out\n",
                n->unnamed);
}

/* Submissions go to a folder. */
static mb_status submit(struct request *r, const mb_args *args, int *exit, mb_error *err)
{
    mb_iftomm_counts n;
    mb_status status;

    if (strcmp(r->out, "-") == 0)
        MB_TRY(mb_fail(err, MB_BAD_INPUT,
                       "--format iftomm writes two files a run: give their folder, --out DIR"));
    MB_TRY(mb_args_output_folder(args, "--out", r->out, err));
    MB_TRY(mb_export_iftomm(&r->records, r->out, &n, err));
    if (n.failed > 0)
        fprintf(stderr, "mbsbench export: warning: %d did not end ok and are left out\n", n.failed);
    if (n.bare > 0)
        fprintf(stderr,
                "mbsbench export: warning: %d have no outputs in their series and are left out; "
                "mbsbench run --series outputs makes runs that have\n",
                n.bare);
    if (n.untimed > 0)
        fprintf(stderr,
                "mbsbench export: warning: %d without a CPU time, which the library asks "
                "for\n",
                n.untimed);
    if (n.unnamed > 0)
        fprintf(stderr, "mbsbench export: warning: %d records without a cell are left out\n",
                n.unnamed);
    fprintf(stderr, "mbsbench export: %d submissions in %s\n", n.written, r->out);
    if (n.written == 0)
        *exit = MB_EXIT_NOTHING;
done:
    return status;
}

static mb_status run(const mb_args *args, int *exit, mb_error *err)
{
    struct request r = {.out = "-"};
    FILE *file = stdout;
    mb_export_counts counts = {0};
    mb_status status;

    MB_TRY(mb_options_take(&mb_command_export, args, &r, err));
    if (r.format == MB_EXPORT_IFTOMM) {
        MB_TRY(submit(&r, args, exit, err));
        goto done;
    }
    MB_TRY(mb_args_output(args, "--out", r.out, err));
    if (strcmp(r.out, "-") != 0)
        file = fopen(r.out, "w");
    if (!file)
        MB_TRY(mb_cannot_write("--out", r.out, err));
    status = mb_export(&r.records, r.format, file, &counts, err);
    if (file != stdout && fclose(file) != 0)
        status = mb_cannot_write("--out", r.out, err);
    if (status == MB_OK)
        put_notes(&counts);
    if (status == MB_OK && counts.entries == 0) {
        fprintf(stderr, "mbsbench export: nothing to export: no %s\n",
                r.format == MB_EXPORT_GOOGLE ? "timed run" : "record of a run");
        *exit = MB_EXIT_NOTHING;
    }
done:
    mb_records_free(&r.records);
    return status;
}

#define FORMATS "github-action-benchmark, bmf, google-benchmark or iftomm"
#define AT(member) MB_OPTION_AT(struct request, member)
static const mb_option options[] = {
    {"--format", "FORMAT",
     "of the tool that reads it; iftomm: submissions to the IFToMM library, two files a\n"
     "run in the folder --out (docs/engines.md)",
     MB_OPTION_WORD, AT(format), .words = mb_export_words, .needs = FORMATS,
     .missing = "give --format " FORMATS},
    {"FILE", NULL, "records of mbsbench run", MB_OPTION_RECORDS, AT(records),
     .missing = "give a file of records (FILE.jsonl)"},
    {"--out", "FILE", "where it goes (standard output); of iftomm a folder", MB_OPTION_TEXT,
     AT(out), .needs = "a file, or - for standard output"},
    {.word = NULL},
};
#undef AT

const mb_command mb_command_export = {
    "export",
    "--format github-action-benchmark|bmf|google-benchmark|iftomm FILE.jsonl... [--out FILE]",
    options,
    .about = "writes records in the formats of other tools",
    .examples = "mbsbench export --format bmf my-runs.jsonl --out my-runs.json",
    .run = run};
