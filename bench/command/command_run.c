/* SPDX-License-Identifier: MIT */
/* `mbsbench run`: from words to a plan, and the session that carries it out. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/names.h"
#include "base/text.h"
#include "bench/child/child.h"
#include "bench/child/instructions.h"
#include "bench/child/trace.h"
#include "bench/command/commands.h"
#include "bench/command/plugin_option.h"
#include "bench/command/selection.h"
#include "bench/search.h"
#include "bench/series.h"
#include "bench/session/session.h"
#include "bench/terminal.h"
#include "report/terminal/run_lines.h"
#include "report/whole/report.h"

struct request {
    mb_selection selection;
    mb_session_options session;
    mb_search_goal goal[MB_MAX_CLASSES];
    unsigned series; /* columns that all runs get beside their own, bits of bench/series.h */
    bool untimed;
    const char *trace; /* NULL: none */
};

static mb_status take_reach(void *request, const char *option, const char *value, mb_error *err)
{
    struct request *r = request;
    mb_search_goals *search = &r->selection.options.search;
    char words[128], *next = NULL;

    if (!value || strlen(value) >= sizeof words)
        return mb_fail(err, MB_BAD_INPUT, "%s needs a class: " MB_CLASSES, option);
    strcpy(words, value);
    *search = (mb_search_goals){0, r->goal};
    for (char *word = strtok_r(words, ",", &next); word; word = strtok_r(NULL, ",", &next)) {
        mb_search_goal *goal = &r->goal[search->count];
        mb_error why = {MB_OK, ""};

        if (search->count == MB_MAX_CLASSES)
            return mb_fail(err, MB_BAD_INPUT, "%s %s: at most %d classes", option, value,
                           MB_MAX_CLASSES);
        mb_search_no_limits(goal);
        if (!mb_parse_number(word, &goal->reach))
            return mb_fail(err, MB_BAD_INPUT, "%s %s: expected a class: " MB_CLASSES, option,
                           value);
        if (mb_search_check_reach(goal->reach, &why) != MB_OK)
            return mb_fail(err, MB_BAD_INPUT, "%s %s: %s", option, value, why.text);
        if (search->count > 0 && !(goal->reach < goal[-1].reach))
            return mb_fail(err, MB_BAD_INPUT, "%s %s: write the coarsest class first", option,
                           value);
        search->count++;
    }
    return search->count > 0 ? MB_OK
                             : mb_fail(err, MB_BAD_INPUT, "%s needs a class: " MB_CLASSES, option);
}

static mb_status take_series(void *request, const char *option, const char *value, mb_error *err)
{
    struct request *r = request;
    char words[128], meant[160], *next = NULL;

    if (!value || !*value || strlen(value) >= sizeof words)
        return mb_fail(err, MB_BAD_INPUT, "%s needs columns, as in outputs,velocities", option);
    strcpy(words, value);
    for (char *word = strtok_r(words, ",", &next); word; word = strtok_r(NULL, ",", &next)) {
        int k = 0;

        while (mb_series_words[k] && strcmp(word, mb_series_words[k]) != 0)
            k++;
        if (!mb_series_words[k])
            return mb_fail(err, MB_BAD_INPUT, "%s %s: no '%s' there; %s", option, value, word,
                           mb_meant(word, mb_series_words, "there are", meant, sizeof meant));
        r->series |= 1u << k;
    }
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
        selection->options.quick || selection->options.search.count > 0 ||
        selection->added.count > 0 || !isnan(selection->options.t_end) || selection->shards > 1 ||
        strcmp(r->session.out, "-") == 0)
        return MB_OK;
    MB_TRY(mb_records_read(&records, r->session.out, err));
    mb_records_latest(&records);
    MB_TRY(mb_report_verdicts(&records, selection->ledger, selection->ledgers, stderr, err));
done:
    mb_records_free(&records);
    return status;
}

enum { LANES = 64 }; /* measured side by side if nobody asks otherwise */

enum { FEW = 30 }; /* runs that are told one by one at the end */

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
    const int width = mb_terminal_width(stderr);
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
    if (mb_records_each(r->session.out, NULL, keep_if_ours, &few, &torn, &err) == MB_OK)
        mb_put_run_lines(stderr, (const json_t *const *)few.record, few.count, width, width > 0);
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

static mb_status parse(struct request *r, const mb_args *args, mb_error *err)
{
    mb_session_options *session = &r->session;
    mb_status status;

    MB_TRY(mb_selection_create(&r->selection, args, err));
    MB_TRY(mb_options_take(&mb_command_run, args, r, err));
    MB_TRY(mb_selection_end(&r->selection, err));
    session->timing = !r->untimed;
    session->here = session->here || r->trace;
    if (session->here)
        settle_here(session);
    else if (!session->out)
        session->out = "results/records.jsonl";
done:
    return status;
}

static mb_status carry_out(struct request *r, const mb_args *args, int *exit, mb_error *err)
{
    mb_plan plan = {0};
    mb_session *session = NULL;
    mb_trace *trace = NULL;
    bool interrupted = false;
    mb_status status, written;

    MB_TRY(parse(r, args, err));
    if (r->session.instructions)
        MB_TRY(mb_instructions_try(err));
    MB_TRY(mb_session_create(&r->session, &session, err));
    MB_TRY(mb_selection_plan(&r->selection, &plan, err));
    for (int i = 0; r->series && i < plan.count; i++)
        plan.run[i].series |= MB_SERIES_FILE | r->series;
    if (r->session.here)
        MB_TRY(check_here(r, &plan, err));
    if (r->trace) {
        MB_TRY(mb_args_output(args, "--trace", r->trace, err));
        MB_TRY(mb_trace_open(r->trace, &trace, err));
        r->session.observer = mb_trace_observer(trace);
    }
    MB_TRY(mb_session_run(session, &plan, &interrupted, err));
    if (interrupted) {
        *exit = MB_EXIT_INTERRUPTED;
    } else {
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

static mb_status run(const mb_args *args, int *exit, mb_error *err)
{
    struct request r = {
        .session = {.jobs = 1,
                    .lanes = LANES,
                    .limits = {60.0, 2048.0},
                    .progress = MB_PROGRESS_AUTO},
    };

    return carry_out(&r, args, exit, err);
}

static const char *const progress[] = {
    [MB_PROGRESS_AUTO] = "auto", [MB_PROGRESS_PLAIN] = "plain", [MB_PROGRESS_NONE] = "none", NULL};

#define AT(member) MB_OPTION_AT(struct request, member)
static const mb_option options[] = {
    {"--out", "FILE", "records are appended here (results/records.jsonl); - is standard output",
     MB_OPTION_TEXT, AT(session.out), .needs = "a file, or - for standard output"},
    {"--jobs", "N", "measuring passes side by side (1); timed passes are always alone",
     MB_OPTION_WHOLE, AT(session.jobs), .min = 1, .max = 1024},
    {"--lanes", "N",
     "runs that differ in parameters of their formulation and integrator alone are\n"
     "measured side by side in one process, so many at most (64); 1: none are.  Fixed\n"
     "steps, without series and timed passes; records are the same",
     MB_OPTION_WHOLE, AT(session.lanes), .min = 1, .max = MB_MOST_LANES},
    {"--time-limit", "S", "of CPU for one run (60); one that computes nothing for as long ends too",
     MB_OPTION_NUMBER, AT(session.limits.time), .above = true},
    {"--memory-limit", "MB", "resident size of one run (2048)", MB_OPTION_NUMBER,
     AT(session.limits.memory), .min = 16},
    {"--rerun", NULL, "run again what the file holds already", MB_OPTION_FLAG, AT(session.rerun)},
    {"--no-timing", NULL, "measure, but make no timed passes", MB_OPTION_FLAG, AT(untimed)},
    {"--rounds", "N",
     "of timed passes, at different times (3 for runs whose CPU time a claim is\n"
     "about, else 1)",
     MB_OPTION_WHOLE, AT(session.rounds), .min = 1, .max = 100},
    {"--instructions", NULL, "count those of the steps, by valgrind's callgrind", MB_OPTION_FLAG,
     AT(session.instructions)},
    {"--here", NULL,
     "make the one run that is selected in the program's own process, for gdb\n"
     "and perf: no fork, no limits but that of time, no timed passes without\n"
     "--rounds (records: results/here.jsonl)",
     MB_OPTION_FLAG, AT(session.here)},
    {"--trace", "FILE",
     "with it, a line an iteration: what iterates, residual, correction, what\n"
     "stopped it (tab-separated text)",
     MB_OPTION_TEXT, AT(trace), .needs = "a file"},
    {"--reach", "CLASS,...",
     "of each run the largest step or tolerance that is right to 1e-2, 1e-3,\n"
     "1e-4, 1e-6 or 1e-8, beginning at the one in its SPEC; several classes, as in\n"
     "1e-2,1e-4, share the passes of a --problem",
     MB_OPTION_OWN, .take = take_reach},
    {"--series", "WHAT,...",
     "what series of runs hold beside the usual columns: outputs, velocities,\n"
     "multipliers, rows, phidot, accelerations, norms",
     MB_OPTION_OWN, .take = take_series},
    {"--progress", "auto|plain|none", "a bar on a terminal (auto), a line a run, or neither",
     MB_OPTION_WORD, AT(session.progress), .words = progress, .needs = "auto, plain or none"},
    {.word = NULL},
};
#undef AT

const mb_command mb_command_run = {
    "run",
    "[STUDY[:ID,...]...] [--problem NAME[:p=v,...]]... [--solver SPEC]... [options]",
    options,
    mb_selection_options,
    .plugins = mb_plugin_options,
    .one_thread = true,
    .about = "runs mechanisms with solvers and appends a record a run",
    .examples = "mbsbench run --problem four-bar --solver lagrange/rk4:h=1e-3 --solver "
                "ali3/newmark:h=1e-2 --out my-runs.jsonl\n"
                "mbsbench run --problem pendulum --solver lagrange/rk4:h=1e-2 --reach 1e-4 --out "
                "my-runs.jsonl\n"
                "mbsbench run gonzalez2016:table1 --quick --no-timing --out my-runs.jsonl",
    .run = run};
