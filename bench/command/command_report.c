/* SPDX-License-Identifier: MIT */
/* `mbsbench report`: record files in, a folder of pages, tables and charts out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/archive/archive.h"
#include "bench/command/commands.h"
#include "bench/command/report_filter.h"
#include "bench/command/report_look.h"
#include "bench/study/study.h"
#include "report/whole/report.h"

enum purpose { FOR_PAGE, FOR_PAPER };

struct request {
    const char *out, *archive; /* NULL: beside none */
    mb_report_options report;
    enum purpose purpose;
    bool single;
    mb_records records;
    mb_words studies, rows;
    mb_report_filter filter;
    mb_plan plan; /* of the studies with claims */
    mb_archive opened;
    mb_against against;
    int ledgers;
    mb_ledger *ledger;
};

static mb_status take_formats(void *request, const char *option, const char *value, mb_error *err)
{
    static const struct {
        const char *word;
        unsigned bit;
    } words[] = {{"html", MB_REPORT_HTML},
                 {"md", MB_REPORT_MD},
                 {"tex", MB_REPORT_TEX},
                 {"csv", MB_REPORT_CSV}};

    unsigned *formats = &((struct request *)request)->report.formats;

    *formats = 0;
    while (value && *value) {
        size_t n = strcspn(value, ",");
        unsigned before = *formats;

        for (int i = 0; i < 4; i++)
            if (strlen(words[i].word) == n && strncmp(words[i].word, value, n) == 0)
                *formats |= words[i].bit;
        if (*formats == before)
            return mb_fail(err, MB_BAD_INPUT,
                           "%s %.*s: expected some of html, md, tex, csv, each once and "
                           "separated by ','",
                           option, (int)n, value);
        value += n + (value[n] == ',');
    }
    if (!*formats)
        return mb_fail(err, MB_BAD_INPUT, "%s needs html, md, tex or csv", option);
    return MB_OK;
}

static mb_status take_columns(void *request, const char *option, const char *value, mb_error *err)
{
    struct request *r = request;

    return mb_report_take_columns(&r->report.tables, r->plan.arena, option, value, err);
}

static mb_status take_width(void *request, const char *option, const char *value, mb_error *err)
{
    struct request *r = request;

    return mb_report_take_width(&r->report.charts.width, option, value, err);
}

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
    mb_status status = MB_OK;

    for (const mb_embedded *s = mb_shipped_studies; s->name && status == MB_OK; s++)
        if (json_object_get(r->records.studies, s->name))
            status = add_study(r, s->name, err);
    return status;
}

static mb_status parse(struct request *r, const mb_args *args, mb_error *err)
{
    mb_words *lists[] = {&r->studies,        &r->filter.solvers,    &r->filter.problems,
                         &r->filter.studies, &r->filter.highlights, &r->rows};
    mb_status status;

    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        lists[i]->word = calloc((size_t)args->count + 1, sizeof *lists[i]->word);
        if (!lists[i]->word)
            return mb_fail(err, MB_NO_MEMORY, "out of memory");
    }
    MB_TRY(mb_options_take(&mb_command_report, args, r, err));
    for (int i = 0; i < r->studies.count; i++)
        MB_TRY(add_study(r, r->studies.word[i], err));
    if (r->records.files == 0)
        return mb_fail(err, MB_BAD_INPUT,
                       "give a file of records (FILE.jsonl), as made by "
                       "mbsbench run");
    if (r->records.count == 0)
        return mb_fail(err, MB_BAD_INPUT, "no record in the %d file(s) given", r->records.files);
    MB_TRY(mb_args_output_folder(args, "--out", r->out, err));
    MB_TRY(mb_report_filter_apply(&r->filter, &r->records, err));
    r->report.charts.highlights = r->filter.highlights.count;
    r->report.charts.highlight = r->filter.highlights.word;
    r->report.tables.width = r->report.charts.width;
    r->report.charts.paper = r->purpose == FOR_PAPER;
    r->report.tables.rows = r->rows.count;
    r->report.tables.row = r->rows.word;
done:
    return status;
}

static mb_status compare(struct request *r, mb_error *err)
{
    mb_status status;

    if (!r->archive)
        return MB_OK;
    MB_TRY(mb_archive_open(r->archive, false, &r->opened, err));
    MB_TRY(mb_archive_against(&r->opened, &r->records, mb_report_filter_keeps, &r->filter,
                              r->plan.arena, &r->against, err));
    r->report.against = &r->against;
done:
    return status;
}

static mb_status report(const mb_args *args, int *exit, mb_error *err)
{
    struct request r = {.out = "results/report", .report = {.formats = MB_REPORT_ALL}};
    mb_status status;

    (void)exit;
    MB_TRY(mb_plan_create(&r.plan, err));
    MB_TRY(parse(&r, args, err));
    MB_TRY(add_shipped(&r, err));
    mb_records_latest(&r.records);
    MB_TRY(compare(&r, err));
    if (r.single)
        r.report.formats |= MB_REPORT_SINGLE;
    MB_TRY(mb_report_write(&r.records, r.ledger, r.ledgers, r.out, &r.report, stderr, err));
done:
    mb_records_free(&r.records);
    mb_archive_close(&r.opened);
    mb_plan_free(&r.plan);
    free(r.ledger);
    free(r.studies.word);
    free(r.filter.solvers.word);
    free(r.filter.problems.word);
    free(r.filter.studies.word);
    free(r.filter.highlights.word);
    free(r.rows.word);
    return status;
}

static const char *const purposes[] = {[FOR_PAGE] = "page", [FOR_PAPER] = "paper", NULL};

#define AT(member) MB_OPTION_AT(struct request, member)
static const mb_option options[] = {
    {"FILE", NULL, "records of mbsbench run", MB_OPTION_RECORDS, AT(records)},
    {"--study", "FILE", "judge the claims of this study too; those of shipped ones are found",
     MB_OPTION_LIST, AT(studies), .needs = "the file of a study"},
    {"--out", "DIR", "the folder to write (results/report)", MB_OPTION_TEXT, AT(out),
     .needs = "a folder"},
    {"--against", "DIR",
     "beside the runs of this archive (mbsbench archive): what changed, what is new,\n"
     "what is missing; accuracy across machines, CPU times as ratios only",
     MB_OPTION_TEXT, AT(archive), .needs = "the folder of an archive"},
    {"--format", "LIST", "some of html, md, tex, csv (all)", MB_OPTION_OWN, .take = take_formats},
    {"--single", NULL, "one page that holds all, instead of one each", MB_OPTION_FLAG, AT(single)},
    {"--highlight", "SOLVER",
     "always draw its runs, thick, and the others thin and grey; parts may be left\n"
     "out or '*': baumgarte, lagrange/*/direct-correction (again for more)",
     MB_OPTION_LIST, AT(filter.highlights), .needs = "a solver, or the first parts of one"},
    {"--solver", "SOLVER", "only the runs of these solvers, named in the same way", MB_OPTION_LIST,
     AT(filter.solvers), .needs = "a solver, or the first parts of one"},
    {"--problem", "NAME[:p=v]", "only the runs of these mechanisms", MB_OPTION_LIST,
     AT(filter.problems), .needs = "a mechanism"},
    {"--only-study", "NAME", "only the runs of these studies", MB_OPTION_LIST, AT(filter.studies),
     .needs = "the name of a study"},
    {"--columns", "[TABLE:]LIST",
     "of the tables of runs (md, tex): headings, names in the csv, or paths of\n"
     "numbers in records (label,class,gap,counters.steps); TABLE:LIST, those of\n"
     "ranking, kinds, solvers, claims, regions or cheapest (again for more)",
     MB_OPTION_OWN, .take = take_columns},
    {"--rows", "SOLVER",
     "of the tables of runs: its runs, named as for --highlight, or 'right', those in\n"
     "a class (again for more, in this order); of ranking, solvers, matrix: its row",
     MB_OPTION_LIST, AT(rows), .needs = "a solver, or 'right'"},
    {"--digits", "N", "significant digits in tables (3)", MB_OPTION_WHOLE, AT(report.tables.digits),
     .min = 2, .max = 17},
    {"--width", "MM",
     "that charts and LaTeX tables are to fit, such as 88mm of a column (charts:\n"
     "180mm, tables: an article on A4 at 10 pt)",
     MB_OPTION_OWN, .take = take_width},
    {"--for", "paper|page",
     "paper: charts without titles and notes, and charts.tex, which includes them\n"
     "with captions that say these",
     MB_OPTION_WORD, AT(purpose), .words = purposes},
    {.word = NULL},
};
#undef AT

const mb_command mb_command_report = {
    "report",
    "FILE.jsonl... [--study FILE]... [--out DIR] [--format html,md,tex,csv] [--single]\n"
    "    [--against DIR]\n"
    "    [--highlight SOLVER]... [--solver SOLVER]... [--problem NAME]... [--only-study NAME]...\n"
    "    [--columns [TABLE:]LIST]... [--rows SOLVER]... [--digits N] [--width MM] [--for "
    "paper|page]",
    options,
    .about = "makes tables, charts and pages from records",
    .examples = "mbsbench report my-runs.jsonl --out my-report --format md,csv\n"
                "mbsbench report my-runs.jsonl --highlight lagrange --for paper --width 88mm",
    .run = report};
