/* `mbsbench export`: records in the formats of other tools. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "bench/command/commands.h"
#include "report/gate/export.h"

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

static mb_status run(const mb_args *args, int *exit, mb_error *err)
{
    struct request r = {.out = "-"};
    FILE *file = stdout;
    mb_export_counts counts = {0};
    mb_status status;

    MB_TRY(mb_options_take(&mb_command_export, args, &r, err));
    MB_TRY(mb_args_output(args, "--out", r.out, err));
    if (strcmp(r.out, "-") != 0)
        file = fopen(r.out, "w");
    if (!file)
        MB_TRY(mb_fail(err, MB_FAILURE, "cannot write --out %s: %s", r.out, strerror(errno)));
    status = mb_export(&r.records, r.format, file, &counts, err);
    if (file != stdout && fclose(file) != 0)
        status = mb_fail(err, MB_FAILURE, "cannot write --out %s: %s", r.out, strerror(errno));
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

#define FORMATS "github-action-benchmark, bmf or google-benchmark"
#define AT(member) MB_OPTION_AT(struct request, member)
static const mb_option options[] = {
    {"--format", "FORMAT", "of the tool that reads it (docs/ci.md)", MB_OPTION_WORD, AT(format),
     .words = mb_export_words, .needs = FORMATS, .missing = "give --format " FORMATS},
    {"FILE", NULL, "records of mbsbench run", MB_OPTION_RECORDS, AT(records),
     .missing = "give a file of records (FILE.jsonl)"},
    {"--out", "FILE", "where it goes (standard output)", MB_OPTION_TEXT, AT(out),
     .needs = "a file, or - for standard output"},
    {.word = NULL},
};
#undef AT

const mb_command mb_command_export = {
    "export",
    "--format github-action-benchmark|bmf|google-benchmark FILE.jsonl... [--out FILE]",
    options,
    .about = "writes records in the formats of other tools",
    .examples = "mbsbench export --format bmf my-runs.jsonl --out my-runs.json",
    .run = run};
