/* `mbsbench run`: from words to a plan, and the session that carries it out. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/commands.h"
#include "bench/instructions.h"
#include "bench/selection.h"
#include "bench/session.h"
#include "report/report.h"

struct request {
    mb_selection selection;
    mb_session_options session;
};

static mb_status parse_progress(const char *value, mb_progress_mode *mode, mb_error *err)
{
    static const char *const words[] = {
        [MB_PROGRESS_AUTO] = "auto", [MB_PROGRESS_PLAIN] = "plain", [MB_PROGRESS_NONE] = "none"};

    for (int i = 0; value && i < 3; i++) {
        if (strcmp(words[i], value) == 0) {
            *mode = (mb_progress_mode)i;
            return MB_OK;
        }
    }
    return mb_fail(err, MB_BAD_INPUT, "--progress %s: expected auto, plain or none",
                   value ? value : "");
}

static mb_status parse_option(struct request *r, mb_args *args, mb_error *err)
{
    static const char *const known[] = {
        "--problem",    "--solver",       "--t-end",        "--out",       "--jobs",
        "--time-limit", "--memory-limit", "--rerun",        "--no-timing", "--quick",
        "--progress",   "--shard",        "--instructions", NULL};
    mb_session_options *session = &r->session;
    const char *value;
    bool taken;
    mb_status status = mb_selection_take(&r->selection, args, &taken, err);

    if (taken || status != MB_OK)
        return status;
    if (mb_args_value(args, "--time-limit", &value))
        return mb_args_number("--time-limit", value, 0.0, true, &session->limits.time, err);
    if (mb_args_value(args, "--memory-limit", &value))
        return mb_args_number("--memory-limit", value, 16.0, false, &session->limits.memory, err);
    if (mb_args_value(args, "--progress", &value))
        return parse_progress(value, &session->progress, err);
    if (mb_args_value(args, "--jobs", &value))
        return mb_args_whole("--jobs", value, 1, 1024, &session->jobs, err);
    if (mb_args_value(args, "--out", &value))
        return mb_args_text("--out", value, "a file, or - for standard output", &session->out, err);
    if (mb_args_flag(args, "--rerun"))
        session->rerun = true;
    else if (mb_args_flag(args, "--no-timing"))
        session->timing = false;
    else if (mb_args_flag(args, "--instructions"))
        session->instructions = true;
    else
        return mb_args_unknown(args, known, err);
    return MB_OK;
}

/* How the claims came out, for people; records of shortened runs or of a part of the runs say
 * nothing about them. */
static mb_status judge(const struct request *r, mb_error *err)
{
    const mb_selection *selection = &r->selection;
    mb_records records = {0};
    mb_status status;

    if (selection->ledgers == 0 || r->session.progress == MB_PROGRESS_NONE ||
        selection->options.quick || !isnan(selection->options.t_end) || selection->shards > 1 ||
        strcmp(r->session.out, "-") == 0)
        return MB_OK;
    MB_TRY(mb_records_read(&records, r->session.out, err));
    mb_records_latest(&records);
    MB_TRY(mb_report_verdicts(&records, selection->ledger, selection->ledgers, stderr, err));
done:
    mb_records_free(&records);
    return status;
}

static mb_status run(struct request *r, mb_args *args, bool *interrupted, mb_error *err)
{
    mb_plan plan = {0};
    mb_session *session = NULL;
    mb_status status;

    MB_TRY(mb_selection_create(&r->selection, args, err));
    while (args->at < args->count)
        MB_TRY(parse_option(r, args, err));
    MB_TRY(mb_selection_end(&r->selection, err));
    if (r->session.instructions)
        MB_TRY(mb_instructions_try(err));
    MB_TRY(mb_session_create(&r->session, &session, err));
    MB_TRY(mb_selection_plan(&r->selection, &plan, err));
    MB_TRY(mb_session_run(session, &plan, interrupted, err));
    if (!*interrupted)
        MB_TRY(judge(r, err));
done:
    mb_session_destroy(session);
    mb_plan_free(&plan);
    mb_selection_free(&r->selection);
    return status;
}

int mb_command_run(mb_args args)
{
    struct request r = {
        .session = {.out = "results/records.jsonl",
                    .jobs = 1,
                    .limits = {60.0, 2048.0},
                    .timing = true,
                    .progress = MB_PROGRESS_AUTO},
    };
    mb_error err = {MB_OK, ""};
    bool interrupted = false;
    mb_status status = run(&r, &args, &interrupted, &err);

    if (status != MB_OK)
        return mb_command_failed("run", &err);
    return interrupted ? MB_EXIT_INTERRUPTED : MB_EXIT_DONE;
}
