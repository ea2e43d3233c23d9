/* `mbsbench report` and `mbsbench show`: record files in, something for people out. */
#include <stdio.h>
#include <string.h>

#include "bench/commands.h"
#include "report/report.h"

static mb_status parse_formats(const char *value, unsigned *formats, mb_error *err)
{
    static const struct {
        const char *word;
        unsigned bit;
    } words[] = {{"html", MB_REPORT_HTML},
                 {"md", MB_REPORT_MD},
                 {"tex", MB_REPORT_TEX},
                 {"csv", MB_REPORT_CSV}};

    *formats = 0;
    while (value && *value) {
        size_t n = strcspn(value, ",");
        unsigned before = *formats;

        for (int i = 0; i < 4; i++)
            if (strlen(words[i].word) == n && strncmp(words[i].word, value, n) == 0)
                *formats |= words[i].bit;
        if (*formats == before)
            return mb_fail(err, MB_BAD_INPUT,
                           "--format %.*s: expected some of html, md, tex, csv, each once and "
                           "separated by ','",
                           (int)n, value);
        value += n + (value[n] == ',');
    }
    return *formats ? MB_OK : mb_fail(err, MB_BAD_INPUT, "--format needs html, md, tex or csv");
}

struct request {
    const char *out;
    unsigned formats;
    int files;
    mb_records records;
};

static mb_status parse(struct request *r, mb_args *args, mb_error *err)
{
    static const char *const known[] = {"--out", "--format", NULL};

    while (args->at < args->count) {
        const char *value;
        mb_status status = MB_OK;

        if (mb_args_value(args, "--out", &value)) {
            if (!value || !*value)
                return mb_fail(err, MB_BAD_INPUT, "--out needs a folder");
            r->out = value;
        } else if (mb_args_value(args, "--format", &value)) {
            status = parse_formats(value, &r->formats, err);
        } else if (args->word[args->at][0] == '-') {
            return mb_args_unknown(args, known, err);
        } else {
            status = mb_records_read(&r->records, args->word[args->at++], err);
            r->files++;
        }
        if (status != MB_OK)
            return status;
    }
    if (r->files == 0)
        return mb_fail(err, MB_BAD_INPUT,
                       "give a file of records (FILE.jsonl), as made by "
                       "mbsbench run");
    if (r->records.count == 0)
        return mb_fail(err, MB_BAD_INPUT, "no record in the %d file(s) given", r->files);
    return MB_OK;
}

int mb_command_report(mb_args args)
{
    struct request r = {.out = "results/report", .formats = MB_REPORT_ALL};
    mb_error err = {MB_OK, ""};
    mb_status status;

    MB_TRY(parse(&r, &args, &err));
    mb_records_latest(&r.records);
    MB_TRY(mb_report_write(&r.records, r.out, r.formats, stderr, &err));
done:
    mb_records_free(&r.records);
    return status == MB_OK ? MB_EXIT_DONE : mb_command_failed("report", &err);
}

int mb_command_show(mb_args args)
{
    static const char *const known[] = {"--help", NULL};
    mb_records records = {0};
    mb_error err = {MB_OK, ""};
    const char *which = NULL;
    mb_status status = MB_OK;
    int files = 0;

    while (args.at < args.count) {
        if (args.word[args.at][0] == '-')
            MB_TRY(mb_args_unknown(&args, known, &err));
        if (!which) {
            which = args.word[args.at++];
            continue;
        }
        MB_TRY(mb_records_read(&records, args.word[args.at++], &err));
        files++;
    }
    if (files == 0)
        MB_TRY(mb_fail(&err, MB_BAD_INPUT, "expected KEY or RUN, then a file of records"));
    mb_records_latest(&records);
    MB_TRY(mb_report_show(&records, which, stdout, &err));
done:
    mb_records_free(&records);
    return status == MB_OK ? MB_EXIT_DONE : mb_command_failed("show", &err);
}
