/* `mbsbench check`: records held against a baseline. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "bench/command/commands.h"
#include "bench/run_status.h"
#include "report/gate/check.h"

struct request {
    const char *file, *baseline, *frozen, *junit, *markdown;
    bool accuracy_only;
};

static mb_status keep(const char *option, const char *value, const char **where, mb_error *err)
{
    if (*where && value)
        return mb_fail(err, MB_BAD_INPUT, "%s %s: one file already given, %s", option, value,
                       *where);
    return mb_args_text(option, value, "a file", where, err);
}

static mb_status parse(struct request *r, mb_args *args, mb_error *err)
{
    static const char *const known[] = {"--baseline", "--frozen",        "--junit",
                                        "--markdown", "--accuracy-only", NULL};

    mb_status status = MB_OK;

    while (args->at < args->count) {
        const char *value;

        if (mb_args_value(args, "--baseline", &value))
            status = keep("--baseline", value, &r->baseline, err);
        else if (mb_args_value(args, "--frozen", &value))
            status = keep("--frozen", value, &r->frozen, err);
        else if (mb_args_value(args, "--junit", &value))
            status = keep("--junit", value, &r->junit, err);
        else if (mb_args_value(args, "--markdown", &value))
            status = keep("--markdown", value, &r->markdown, err);
        else if (mb_args_flag(args, "--accuracy-only"))
            r->accuracy_only = true;
        else if (args->word[args->at][0] == '-')
            status = mb_args_unknown(args, known, err);
        else
            status = keep("FILE", args->word[args->at++], &r->file, err);
        if (status != MB_OK)
            return status;
    }
    if (!r->file)
        return mb_fail(err, MB_BAD_INPUT, "give the file of records to check (FILE.jsonl)");
    if (!r->baseline)
        return mb_fail(err, MB_BAD_INPUT,
                       "give what to check against: --baseline FILE.jsonl, records kept from an "
                       "earlier run");
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
        return mb_fail(err, MB_FAILURE, "cannot write %s %s: %s", option, path, strerror(errno));
    print(file, check);
    good = !ferror(file);
    if (fclose(file) != 0 || !good)
        return mb_fail(err, MB_FAILURE, "cannot write %s %s: %s", option, path, strerror(errno));
    return MB_OK;
}

static bool known(const char *status)
{
    return mb_run_status_find(status) != MB_RUN_STATUSES;
}

static int exit_status(mb_check_outcome outcome)
{
    switch (outcome) {
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

int mb_command_check(mb_args args)
{
    struct request r = {0};
    mb_check_file file = {.known_status = known}, baseline = file, frozen = file;
    mb_check check = {0};
    mb_error err = {MB_OK, ""};
    mb_status status;
    int exit;

    MB_TRY(parse(&r, &args, &err));
    MB_TRY(mb_check_read(&baseline, r.baseline, &err));
    if (r.frozen)
        MB_TRY(mb_check_read(&frozen, r.frozen, &err));
    MB_TRY(mb_check_read(&file, r.file, &err));
    MB_TRY(
        mb_check_make(&baseline, r.frozen ? &frozen : NULL, &file, r.accuracy_only, &check, &err));
    MB_TRY(write_file("--junit", r.junit, &check, mb_check_junit, &err));
    MB_TRY(write_file("--markdown", r.markdown, &check, mb_check_markdown, &err));
    mb_check_table(stdout, &check);
    if (fflush(stdout) != 0 || ferror(stdout))
        status = mb_fail(&err, MB_FAILURE, "cannot write to standard output: %s", strerror(errno));
done:
    exit = status == MB_OK ? exit_status(check.outcome) : mb_command_failed("check", &err);
    mb_check_free(&check);
    mb_check_file_free(&file);
    mb_check_file_free(&frozen);
    mb_check_file_free(&baseline);
    return exit;
}
