/* `mbsbench run`: from words to a plan, and the session that carries it out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/commands.h"
#include "bench/session.h"
#include "bench/study.h"
#include "report/report.h"
#include "solvers/solver.h"

/* Words point into the command line. */
struct request {
    const char **study, **problem, **solver; /* each as long as the command line */
    int studies, problems, solvers;
    mb_study_options options;
    mb_session_options session;
    mb_ledger *ledger; /* of the studies with claims */
    int ledgers;
};

static mb_status keep(const char *option, const char *value, const char **list, int *n,
                      mb_error *err)
{
    if (!value || !*value)
        return mb_fail(err, MB_BAD_INPUT, "%s needs a value", option);
    list[(*n)++] = value;
    return MB_OK;
}

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
    static const char *const known[] = {"--problem",   "--solver",     "--t-end",        "--out",
                                        "--jobs",      "--time-limit", "--memory-limit", "--rerun",
                                        "--no-timing", "--quick",      "--progress",     NULL};
    mb_session_options *session = &r->session;
    const char *value;
    double x;
    mb_status status = MB_OK;

    if (mb_args_value(args, "--problem", &value))
        return keep("--problem", value, r->problem, &r->problems, err);
    if (mb_args_value(args, "--solver", &value))
        return keep("--solver", value, r->solver, &r->solvers, err);
    if (mb_args_value(args, "--t-end", &value))
        return mb_args_number("--t-end", value, 0.0, true, &r->options.t_end, err);
    if (mb_args_value(args, "--time-limit", &value))
        return mb_args_number("--time-limit", value, 0.0, true, &session->limits.time, err);
    if (mb_args_value(args, "--memory-limit", &value))
        return mb_args_number("--memory-limit", value, 16.0, false, &session->limits.memory, err);
    if (mb_args_value(args, "--progress", &value))
        return parse_progress(value, &session->progress, err);
    if (mb_args_value(args, "--jobs", &value)) {
        status = mb_args_number("--jobs", value, 1.0, false, &x, err);
        if (status == MB_OK && (x != floor(x) || x > 1024.0))
            return mb_fail(err, MB_BAD_INPUT, "--jobs %s: expected a whole number from 1 to 1024",
                           value);
        session->jobs = (int)x;
        return status;
    }
    if (mb_args_value(args, "--out", &value)) {
        if (!value || !*value)
            return mb_fail(err, MB_BAD_INPUT, "--out needs a file, or - for standard output");
        session->out = value;
        return MB_OK;
    }
    if (mb_args_flag(args, "--rerun"))
        session->rerun = true;
    else if (mb_args_flag(args, "--no-timing"))
        session->timing = false;
    else if (mb_args_flag(args, "--quick"))
        r->options.quick = true;
    else
        return mb_args_unknown(args, known, err);
    return MB_OK;
}

static mb_status parse(struct request *r, mb_args *args, mb_error *err)
{
    while (args->at < args->count) {
        const char *word = args->word[args->at];
        mb_status status;

        if (word[0] == '-' && word[1] != '\0') {
            status = parse_option(r, args, err);
        } else {
            args->at++;
            status = keep("a study", word, r->study, &r->studies, err);
        }
        if (status != MB_OK)
            return status;
    }
    if (r->problems > 0 && r->solvers == 0)
        return mb_fail(err, MB_BAD_INPUT,
                       "--problem needs a --solver beside it, such as lagrange/rk4:h=1e-3");
    if (r->solvers > 0 && r->problems == 0)
        return mb_fail(err, MB_BAD_INPUT,
                       "--solver needs a --problem beside it; see mbsbench list problems");
    if (r->studies == 0 && r->problems == 0)
        r->study[r->studies++] = "catalogue";
    return MB_OK;
}

/* Problems times solvers given as options, as one entry: the first solver is what CPU ratios refer
 * to. */
static mb_status plan_options(const struct request *r, mb_plan *plan, mb_error *err)
{
    int from = plan->count;

    for (int i = 0; i < r->problems * r->solvers; i++) {
        const char *p = r->problem[i / r->solvers], *s = r->solver[i % r->solvers], *rest;
        char problem[MB_SPEC_SIZE], solver[4 * MB_SPEC_SIZE], name[MB_SPEC_SIZE], id[32] = "run";
        mb_error why = {MB_OK, ""};
        double t_end = r->options.t_end;
        mb_status status;

        if (mb_problem_canonical(p, problem, sizeof problem, &why) != MB_OK)
            return mb_fail(err, MB_BAD_INPUT, "--problem %s: %s", p, why.text);
        if (mb_solver_canonical(s, solver, sizeof solver, &why) != MB_OK)
            return mb_fail(err, MB_BAD_INPUT, "--solver %s: %s", s, why.text);
        if (isnan(t_end)) {
            mb_spec_split(problem, name, &rest, NULL);
            t_end = mb_problem_find(name)->t_end;
            if (r->options.quick)
                t_end = mb_quick_t_end(t_end, solver);
        }
        if (r->problems * r->solvers > 1)
            snprintf(id, sizeof id, "run.%d", i + 1);
        status = mb_plan_add(plan, "command-line", id, problem, solver, t_end, err);
        if (status != MB_OK)
            return status;
    }
    mb_plan_end_entry(plan, from);
    return MB_OK;
}

static mb_status make_plan(struct request *r, mb_plan *plan, mb_error *err)
{
    mb_status status = mb_plan_create(plan, err);

    for (int i = 0; i < r->studies && status == MB_OK; i++) {
        mb_study study;

        status = mb_study_load(r->study[i], &r->options, plan, &study, err);
        if (status == MB_OK && study.ledger.claims > 0)
            r->ledger[r->ledgers++] = study.ledger;
    }
    return status == MB_OK ? plan_options(r, plan, err) : status;
}

/* How the claims came out, for people; records of shortened runs say nothing about them. */
static mb_status judge(const struct request *r, mb_error *err)
{
    mb_records records = {0};
    mb_status status;

    if (r->ledgers == 0 || r->session.progress == MB_PROGRESS_NONE || r->options.quick ||
        !isnan(r->options.t_end) || strcmp(r->session.out, "-") == 0)
        return MB_OK;
    MB_TRY(mb_records_read(&records, r->session.out, err));
    mb_records_latest(&records);
    MB_TRY(mb_report_verdicts(&records, r->ledger, r->ledgers, stderr, err));
done:
    mb_records_free(&records);
    return status;
}

static mb_status run(struct request *r, mb_args *args, bool *interrupted, mb_error *err)
{
    mb_plan plan = {0};
    mb_status status;

    MB_TRY(parse(r, args, err));
    MB_TRY(make_plan(r, &plan, err));
    MB_TRY(mb_session_run(&plan, &r->session, interrupted, err));
    if (!*interrupted)
        MB_TRY(judge(r, err));
done:
    mb_plan_free(&plan);
    return status;
}

int mb_command_run(mb_args args)
{
    struct request r = {
        .options = {.quick = false, .t_end = NAN},
        .session = {.out = "results/records.jsonl",
                    .jobs = 1,
                    .limits = {60.0, 2048.0},
                    .timing = true,
                    .progress = MB_PROGRESS_AUTO},
    };
    size_t words = (size_t)args.count + 1;
    const char **lists = calloc(3 * words, sizeof *lists);
    mb_error err = {MB_OK, ""};
    bool interrupted = false;
    mb_ledger *ledgers = calloc(words, sizeof *ledgers);
    mb_status status;

    if (!lists || !ledgers) {
        free(lists);
        free(ledgers);
        mb_fail(&err, MB_NO_MEMORY, "out of memory");
        return mb_command_failed("run", &err);
    }
    r.study = lists;
    r.problem = lists + words;
    r.solver = lists + 2 * words;
    r.ledger = ledgers;
    status = run(&r, &args, &interrupted, &err);
    free(lists);
    free(ledgers);
    if (status != MB_OK)
        return mb_command_failed("run", &err);
    return interrupted ? MB_EXIT_INTERRUPTED : MB_EXIT_DONE;
}
