/* `mbsbench run`: from words to a plan, and the session that carries it out. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "bench/child/instructions.h"
#include "bench/child/trace.h"
#include "bench/command/commands.h"
#include "bench/command/selection.h"
#include "bench/search.h"
#include "bench/session/session.h"
#include "report/terminal/run_lines.h"
#include "report/whole/report.h"

struct request {
    mb_selection selection;
    mb_session_options session;
    mb_search_goal goal;
    const char *trace; /* NULL: none */
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

static mb_status parse_reach(const char *value, struct request *r, mb_error *err)
{
    mb_error why = {MB_OK, ""};
    double reach = NAN;

    if (!value)
        return mb_fail(err, MB_BAD_INPUT, "--reach needs a class: " MB_CLASSES);
    if (!mb_parse_number(value, &reach))
        return mb_fail(err, MB_BAD_INPUT, "--reach %s: expected a class: " MB_CLASSES, value);
    if (mb_search_check_reach(reach, &why) != MB_OK)
        return mb_fail(err, MB_BAD_INPUT, "--reach %s: %s", value, why.text);
    mb_search_no_limits(&r->goal);
    r->goal.reach = reach;
    r->selection.options.search = &r->goal;
    return MB_OK;
}

static mb_status parse_option(struct request *r, mb_args *args, mb_error *err)
{
    static const char *const known[] = {
        "--problem",      "--solver", "--t-end",     "--out",   "--jobs",     "--time-limit",
        "--memory-limit", "--rerun",  "--no-timing", "--quick", "--progress", "--shard",
        "--instructions", "--reach",  "--rounds",    "--here",  "--trace",    NULL};
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
    if (mb_args_value(args, "--reach", &value))
        return parse_reach(value, r, err);
    if (mb_args_value(args, "--progress", &value))
        return parse_progress(value, &session->progress, err);
    if (mb_args_value(args, "--jobs", &value))
        return mb_args_whole("--jobs", value, 1, 1024, &session->jobs, err);
    if (mb_args_value(args, "--rounds", &value))
        return mb_args_whole("--rounds", value, 1, 100, &session->rounds, err);
    if (mb_args_value(args, "--out", &value))
        return mb_args_text("--out", value, "a file, or - for standard output", &session->out, err);
    if (mb_args_value(args, "--trace", &value)) {
        session->here = true;
        return mb_args_text("--trace", value, "a file", &r->trace, err);
    }
    if (mb_args_flag(args, "--rerun"))
        session->rerun = true;
    else if (mb_args_flag(args, "--here"))
        session->here = true;
    else if (mb_args_flag(args, "--no-timing"))
        session->timing = false;
    else if (mb_args_flag(args, "--instructions"))
        session->instructions = true;
    else
        return mb_args_unknown(args, known, err);
    return MB_OK;
}

/* How the claims came out, for people; records of shortened runs, of other steps than the study's
 * or of a part of the runs say nothing about them. */
static mb_status judge(const struct request *r, mb_error *err)
{
    const mb_selection *selection = &r->selection;
    mb_records records = {0};
    mb_status status;

    if (selection->ledgers == 0 || r->session.here || r->session.progress == MB_PROGRESS_NONE ||
        selection->options.quick || selection->options.search || !isnan(selection->options.t_end) ||
        selection->shards > 1 || strcmp(r->session.out, "-") == 0)
        return MB_OK;
    MB_TRY(mb_records_read(&records, r->session.out, err));
    mb_records_latest(&records);
    MB_TRY(mb_report_verdicts(&records, selection->ledger, selection->ledgers, stderr, err));
done:
    mb_records_free(&records);
    return status;
}

enum { FEW = 20 }; /* runs that are told one by one at the end */

struct few {
    int count;
    const mb_run *run[FEW];
    json_t *record[FEW]; /* the last of each; owned */
};

static bool is_record_of(const json_t *record, const mb_run *run, const char *key)
{
    const char *study = mb_record_text(record, "study"), *id = mb_record_text(record, "run");
    const char *of = mb_record_text(record, "key");

    return study && id && of && strcmp(of, key) == 0 && strcmp(study, run->study) == 0 &&
           strcmp(id, run->id) == 0;
}

static mb_status keep_if_ours(void *context, json_t *record, mb_error *err)
{
    struct few *few = context;

    (void)err;
    for (int i = 0; i < few->count; i++) {
        char key[MB_HEX_SIZE];

        mb_hash_hex(few->run[i]->key, key);
        if (!is_record_of(record, few->run[i], key))
            continue;
        json_decref(few->record[i]);
        few->record[i] = json_incref(record);
    }
    return MB_OK;
}

/* How a few runs came out, for people, at once.  The records stand whether this can be told or
 * not. */
static void answer(const struct request *r, const mb_plan *plan)
{
    struct few few = {0};
    mb_error err = {MB_OK, ""};
    long torn;

    if (r->session.progress == MB_PROGRESS_NONE || strcmp(r->session.out, "-") == 0)
        return;
    for (int i = 0; i < plan->count; i++) {
        if (plan->run[i].elsewhere)
            continue;
        if (few.count == FEW)
            return;
        few.run[few.count++] = &plan->run[i];
    }
    if (mb_records_each(r->session.out, keep_if_ours, &few, &torn, &err) == MB_OK)
        mb_put_run_lines(stderr, (const json_t *const *)few.record, few.count);
    else
        mb_put_line(stderr, "mbsbench run: the table of the runs is left out: %s", err.text);
    for (int i = 0; i < few.count; i++)
        json_decref(few.record[i]);
}

/* What --here changes: the run is made whatever the records hold, which stand in a file of their
 * own where none is named, for they lack the timed passes of others; those are made only if their
 * number is given. */
static void settle_here(mb_session_options *session)
{
    session->jobs = 1;
    session->rerun = true;
    session->timing = session->timing && session->rounds > 0;
    if (!session->out)
        session->out = "results/here.jsonl";
}

/* --here takes one run, a trace one that is not made several times over. */
static mb_status check_here(const struct request *r, const mb_plan *plan, mb_error *err)
{
    const mb_run *run = NULL;
    int own = 0;

    for (int i = 0; i < plan->count; i++) {
        if (plan->run[i].elsewhere)
            continue;
        own++;
        run = &plan->run[i];
    }
    if (own != 1)
        return mb_fail(err, MB_BAD_INPUT,
                       "%s takes one run, and %d are selected; name one, as in "
                       "gonzalez2016:table1.3, or give one --problem and one --solver",
                       r->trace ? "--trace" : "--here", own);
    if (r->trace && run->search)
        return mb_fail(err, MB_BAD_INPUT,
                       "--trace: the step of %.200s is searched for in many runs; give a --problem "
                       "and a --solver with one",
                       run->id);
    return MB_OK;
}

static mb_status run(struct request *r, mb_args *args, bool *interrupted, mb_error *err)
{
    mb_plan plan = {0};
    mb_session *session = NULL;
    mb_trace *trace = NULL;
    mb_status status, written;

    MB_TRY(mb_selection_create(&r->selection, args, err));
    while (args->at < args->count)
        MB_TRY(parse_option(r, args, err));
    MB_TRY(mb_selection_end(&r->selection, err));
    if (r->session.here)
        settle_here(&r->session);
    else if (!r->session.out)
        r->session.out = "results/records.jsonl";
    if (r->session.instructions)
        MB_TRY(mb_instructions_try(err));
    MB_TRY(mb_session_create(&r->session, &session, err));
    MB_TRY(mb_selection_plan(&r->selection, &plan, err));
    if (r->session.here)
        MB_TRY(check_here(r, &plan, err));
    if (r->trace) {
        MB_TRY(mb_args_output(args, "--trace", r->trace, err));
        MB_TRY(mb_trace_open(r->trace, &trace, err));
        r->session.observer = mb_trace_observer(trace);
    }
    MB_TRY(mb_session_run(session, &plan, interrupted, err));
    if (!*interrupted) {
        answer(r, &plan);
        MB_TRY(judge(r, err));
    }
done:
    written = mb_trace_close(trace, err);
    if (status == MB_OK)
        status = written;
    mb_session_destroy(session);
    mb_plan_free(&plan);
    mb_selection_free(&r->selection);
    return status;
}

int mb_command_run(mb_args args)
{
    struct request r = {
        .session = {.jobs = 1,
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
