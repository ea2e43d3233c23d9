/* `mbsbench export`: records in the formats of other tools. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "bench/command/commands.h"
#include "report/gate/export.h"

struct request {
    mb_export_format format; /* MB_EXPORT_FORMATS: not given */
    const char *out;
    mb_records records;
};

static mb_status parse_format(const char *value, mb_export_format *format, mb_error *err)
{
    for (int i = 0; value && i < MB_EXPORT_FORMATS; i++) {
        if (strcmp(mb_export_word((mb_export_format)i), value) == 0) {
            *format = (mb_export_format)i;
            return MB_OK;
        }
    }
    return mb_fail(err, MB_BAD_INPUT,
                   "--format %s: expected github-action-benchmark, bmf or google-benchmark",
                   value ? value : "");
}

static mb_status parse(struct request *r, mb_args *args, mb_error *err)
{
    static const char *const known[] = {"--format", "--out", NULL};

    while (args->at < args->count) {
        const char *value;
        mb_status status = MB_OK;

        if (mb_args_value(args, "--format", &value)) {
            status = parse_format(value, &r->format, err);
        } else if (mb_args_value(args, "--out", &value)) {
            status = mb_args_text("--out", value, "a file, or - for standard output", &r->out, err);
        } else {
            status = mb_args_records(args, known, &r->records, err);
        }
        if (status != MB_OK)
            return status;
    }
    if (r->format == MB_EXPORT_FORMATS)
        return mb_fail(err, MB_BAD_INPUT,
                       "give --format github-action-benchmark, bmf or google-benchmark");
    if (r->records.files == 0)
        return mb_fail(err, MB_BAD_INPUT, "give a file of records (FILE.jsonl)");
    return mb_args_output(args, "--out", r->out, err);
}

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

int mb_command_export(mb_args args)
{
    struct request r = {.format = MB_EXPORT_FORMATS, .out = "-"};
    mb_error err = {MB_OK, ""};
    FILE *file = stdout;
    mb_export_counts counts = {0};
    mb_status status;

    MB_TRY(parse(&r, &args, &err));
    if (strcmp(r.out, "-") != 0)
        file = fopen(r.out, "w");
    if (!file)
        MB_TRY(mb_fail(&err, MB_FAILURE, "cannot write --out %s: %s", r.out, strerror(errno)));
    status = mb_export(&r.records, r.format, file, &counts, &err);
    if (file != stdout && fclose(file) != 0)
        status = mb_fail(&err, MB_FAILURE, "cannot write --out %s: %s", r.out, strerror(errno));
done:
    mb_records_free(&r.records);
    if (status != MB_OK)
        return mb_command_failed("export", &err);
    put_notes(&counts);
    if (counts.entries == 0)
        fprintf(stderr, "mbsbench export: nothing to export: no %s\n",
                r.format == MB_EXPORT_GOOGLE ? "timed run" : "record of a run");
    return counts.entries > 0 ? MB_EXIT_DONE : MB_EXIT_NOTHING;
}
