/* `mbsbench report` and `mbsbench show`: record files in, something for people out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/command/commands.h"
#include "bench/study/study.h"
#include "report/terminal/show.h"
#include "report/whole/report.h"

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
    mb_records records;
    mb_plan plan; /* of the studies with claims */
    int ledgers;
    mb_ledger *ledger;
};

/* Adds the claims of a study. */
static mb_status add_study(struct request *r, const char *name, mb_error *err)
{
    const mb_study_options options = {.quick = false, .t_end = NAN};
    mb_ledger *more = realloc(r->ledger, ((size_t)r->ledgers + 1) * sizeof *more);
    mb_study study;
    mb_status status;

    if (!more)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    r->ledger = more;
    status = mb_study_load(name, &options, &r->plan, &study, err);
    if (status == MB_OK && study.ledger.claims + study.ledger.errata + study.ledger.figures > 0)
        r->ledger[r->ledgers++] = study.ledger;
    return status;
}

/* Those of the shipped studies that records name; a study given with --study comes before. */
static mb_status add_shipped(struct request *r, mb_error *err)
{
    for (const mb_embedded *s = mb_shipped_studies; s->name; s++)
        for (int i = 0; i < r->records.count; i++) {
            const char *study = mb_record_text(r->records.record[i], "study");
            mb_status status;

            if (!study || strcmp(study, s->name) != 0)
                continue;
            status = add_study(r, s->name, err);
            if (status != MB_OK)
                return status;
            break;
        }
    return MB_OK;
}

static mb_status parse(struct request *r, mb_args *args, mb_error *err)
{
    static const char *const known[] = {"--out", "--format", "--study", NULL};

    while (args->at < args->count) {
        const char *value, *study;
        mb_status status = MB_OK;

        if (mb_args_value(args, "--out", &value)) {
            status = mb_args_text("--out", value, "a folder", &r->out, err);
        } else if (mb_args_value(args, "--format", &value)) {
            status = parse_formats(value, &r->formats, err);
        } else if (mb_args_value(args, "--study", &value)) {
            status = mb_args_text("--study", value, "the file of a study", &study, err);
            if (status == MB_OK)
                status = add_study(r, study, err);
        } else {
            status = mb_args_records(args, known, &r->records, err);
        }
        if (status != MB_OK)
            return status;
    }
    if (r->records.files == 0)
        return mb_fail(err, MB_BAD_INPUT,
                       "give a file of records (FILE.jsonl), as made by "
                       "mbsbench run");
    if (r->records.count == 0)
        return mb_fail(err, MB_BAD_INPUT, "no record in the %d file(s) given", r->records.files);
    return mb_args_output_folder(args, "--out", r->out, err);
}

int mb_command_report(mb_args args)
{
    struct request r = {.out = "results/report", .formats = MB_REPORT_ALL};
    mb_error err = {MB_OK, ""};
    mb_status status;

    MB_TRY(mb_plan_create(&r.plan, &err));
    MB_TRY(parse(&r, &args, &err));
    MB_TRY(add_shipped(&r, &err));
    mb_records_latest(&r.records);
    MB_TRY(mb_report_write(&r.records, r.ledger, r.ledgers, r.out, r.formats, stderr, &err));
done:
    mb_records_free(&r.records);
    mb_plan_free(&r.plan);
    free(r.ledger);
    return status == MB_OK ? MB_EXIT_DONE : mb_command_failed("report", &err);
}

static bool is_shown(const void *which, const json_t *record)
{
    return mb_report_named(record, which);
}

int mb_command_show(mb_args args)
{
    static const char *const known[] = {"--help", NULL};
    mb_records records = {0};
    mb_error err = {MB_OK, ""};
    const char *which = NULL;
    mb_status status = MB_OK;

    while (args.at < args.count) {
        if (args.word[args.at][0] == '-') {
            MB_TRY(mb_args_unknown(&args, known, &err));
        } else if (!which) {
            which = args.word[args.at++];
        } else {
            MB_TRY(mb_records_pick(&records, args.word[args.at], is_shown, which, &err));
            mb_args_tell_torn(args.word[args.at++], records.torn);
        }
    }
    if (records.files == 0)
        MB_TRY(mb_fail(&err, MB_BAD_INPUT, "expected KEY or RUN, then a file of records"));
    mb_records_latest(&records);
    MB_TRY(mb_report_show(&records, which, stdout, &err));
done:
    mb_records_free(&records);
    return status == MB_OK ? MB_EXIT_DONE : mb_command_failed("show", &err);
}
