/* SPDX-License-Identifier: MIT */
/* `mbsbench check`: records held against a baseline. */
#include <stdio.h>
#include <string.h>

#include "base/files.h"
#include "base/text.h"
#include "bench/command/commands.h"
#include "report/gate/check.h"

struct request {
    const char *file, *baseline, *frozen, *junit, *markdown;
    bool accuracy_only;
};

static mb_status parse(struct request *r, const mb_args *args, mb_error *err)
{
    mb_status status;

    MB_TRY(mb_options_take(&mb_command_check, args, r, err));
    MB_TRY(mb_args_output(args, "--junit", r->junit, err));
    MB_TRY(mb_args_output(args, "--markdown", r->markdown, err));
done:
    return status;
}

static mb_status write_file(const char *option, const char *path, const mb_check *check,
                            void (*print)(FILE *, const mb_check *), mb_error *err)
{
    FILE *file;
    bool good;

    if (!path)
        return MB_OK;
    file = fopen(path, "w");
    if (!file)
        return mb_cannot_write(option, path, err);
    print(file, check);
    good = !ferror(file);
    if (fclose(file) != 0 || !good)
        return mb_cannot_write(option, path, err);
    return MB_OK;
}

int mb_check_exit(const mb_check *check)
{
    switch (check->outcome) {
    case MB_OUTCOME_PASSED:
        break;
    case MB_OUTCOME_REGRESSION:
        return MB_EXIT_REGRESSION;
    case MB_OUTCOME_NOT_COMPARABLE:
        return MB_EXIT_NOT_COMPARABLE;
    case MB_OUTCOME_NOTHING:
        return MB_EXIT_NOTHING;
    }
    return MB_EXIT_DONE;
}

static mb_status run(const mb_args *args, int *exit, mb_error *err)
{
    struct request r = {0};
    mb_check_file file = {0}, baseline = {0}, frozen = {0};
    mb_check check = {0};
    mb_status status;

    MB_TRY(parse(&r, args, err));
    MB_TRY(mb_check_read(&baseline, r.baseline, err));
    if (r.frozen)
        MB_TRY(mb_check_read(&frozen, r.frozen, err));
    MB_TRY(mb_check_read(&file, r.file, err));
    MB_TRY(
        mb_check_make(&baseline, r.frozen ? &frozen : NULL, &file, r.accuracy_only, &check, err));
    MB_TRY(write_file("--junit", r.junit, &check, mb_check_junit, err));
    MB_TRY(write_file("--markdown", r.markdown, &check, mb_check_markdown, err));
    mb_check_table(stdout, &check);
    if (check.outcome == MB_OUTCOME_REGRESSION)
        mb_put_line(stdout,
                    "to accept what is worse, make these records the baseline: cp %s %s; what is "
                    "missing is then no longer looked for",
                    r.file, r.baseline);
    *exit = mb_check_exit(&check);
done:
    mb_check_free(&check);
    mb_check_file_free(&file);
    mb_check_file_free(&frozen);
    mb_check_file_free(&baseline);
    return status;
}

#define A_FILE(member) .needs = "a file", MB_OPTION_AT(struct request, member)
static const mb_option options[] = {
    {"FILE", NULL, "records of the change", MB_OPTION_ONCE, A_FILE(file),
     .missing = "give the file of records to check (FILE.jsonl)"},
    {"--baseline", "FILE", "records that were accepted, kept from an earlier run", MB_OPTION_ONCE,
     A_FILE(baseline),
     .missing =
         "give what to check against: --baseline FILE.jsonl, records kept from an earlier run"},
    {"--frozen", "FILE", "a baseline that is never made anew: judges the sum of small changes",
     MB_OPTION_ONCE, A_FILE(frozen)},
    {"--junit", "FILE", "the findings as a test report, for CI", MB_OPTION_ONCE, A_FILE(junit)},
    {"--markdown", "FILE", "the same as a table, for comments", MB_OPTION_ONCE, A_FILE(markdown)},
    {"--accuracy-only", NULL, "leave counters of work aside", MB_OPTION_FLAG,
     MB_OPTION_AT(struct request, accuracy_only)},
    {.word = NULL},
};
#undef A_FILE

const mb_command mb_command_check = {
    "check",
    "FILE.jsonl --baseline FILE.jsonl [--frozen FILE.jsonl] [--junit FILE]\n"
    "               [--markdown FILE] [--accuracy-only]",
    options,
    .about = "holds records against a baseline: is it worse than before?",
    .examples = "mbsbench check my-runs.jsonl --baseline my-runs.jsonl",
    .run = run};
