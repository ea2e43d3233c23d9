/* SPDX-License-Identifier: MIT */
/* `mbsbench advise`: which solver to take for one mechanism under given limits, from records or by
 * trying. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/command/commands.h"
#include "bench/command/plugin_option.h"
#include "bench/command/trial.h"
#include "bench/mechanism/problem_file.h"
#include "bench/plugin/plugins.h"
#include "report/answers/advise.h"

struct request {
    double limit[MB_LIMITS];
    mb_trial trial;
    mb_records records;
};

static mb_status check(const struct request *r, mb_error *err)
{
    bool limited = false;

    for (int k = 0; k < MB_LIMITS; k++)
        limited = limited || !isnan(r->limit[k]);
    if (!limited)
        return mb_fail(err, MB_BAD_INPUT,
                       "give at least one limit: --gap X (of the mechanism's size), --violation X "
                       "(SI units of the rows), --drift Y (J) or --error E (m, rad)");
    if (r->records.files > 1)
        return mb_fail(
            err, MB_BAD_INPUT,
            "give one file of records (FILE.jsonl); CPU times of several do not compare");
    if (r->records.files == 1 && r->trial.solvers.count > 0)
        return mb_fail(err, MB_BAD_INPUT,
                       "--solver names what is to be tried, and FILE.jsonl what was; give one of "
                       "the two");
    return MB_OK;
}

/* What a run must be to be good enough: right, and within the limits. */
static void set_goal(mb_search_goal *goal, const double limit[MB_LIMITS])
{
    static const mb_search_limit searched[MB_LIMITS] = {[MB_LIMIT_GAP] = MB_SEARCH_GAP,
                                                        [MB_LIMIT_VIOLATION] = MB_SEARCH_POSITION,
                                                        [MB_LIMIT_DRIFT] = MB_SEARCH_ENERGY,
                                                        [MB_LIMIT_ERROR] = MB_SEARCH_DISTANCE};

    mb_search_no_limits(goal);
    goal->reach = mb_level[0];
    for (int k = 0; k < MB_LIMITS; k++)
        goal->limit[searched[k]] = limit[k];
}

/* What has no model is told once, and not by each solver. */
static mb_status try_out(struct request *r, bool *interrupted, mb_error *err)
{
    mb_model *model = NULL;
    mb_status status;

    MB_TRY(mb_problem_model(r->trial.problem, NULL, &model, err));
    if (r->trial.solvers.count == 0)
        r->trial.solvers.word[r->trial.solvers.count++] = "recommended";
    set_goal(&r->trial.goal, r->limit);
    status = mb_trial_run(&r->trial, &r->records, interrupted, err);
done:
    mb_model_destroy(model);
    return status;
}

/* Records name a library without its folder; the commands are to find those that are loaded here. */
static void locate_plugins(mb_records *records)
{
    for (int i = 0; i < records->count; i++) {
        json_t *plugin;
        size_t k;

        json_array_foreach(json_object_get(records->record[i], "plugins"), k, plugin)
        {
            const mb_plugin_file *file = mb_plugins_with(mb_record_text(plugin, "sha256"));

            if (file)
                json_object_set_new(plugin, "file", json_string(file->path));
        }
    }
}

static mb_status answer(struct request *r, bool tried, mb_arena *arena, int *exit, mb_error *err)
{
    mb_error why = {MB_OK, ""};
    mb_problem_spec problem;
    mb_digest digest;
    mb_advice advice;
    mb_status status;

    if (mb_problem_open(r->trial.problem, arena, stderr, &problem, &why) != MB_OK)
        return mb_fail(err, MB_BAD_INPUT, "--problem %s: %s", r->trial.problem, why.text);
    mb_records_latest(&r->records);
    locate_plugins(&r->records);
    MB_TRY(mb_digest_make(&r->records, arena, &digest, err));
    MB_TRY(mb_advise(&digest, problem.canonical, r->limit, arena, &advice, err));
    advice.late = r->trial.late;
    if (advice.count + advice.failed > 0)
        mb_put_advice(stdout, &advice, problem.canonical, r->limit);
    if (tried && advice.count + advice.failed > 0)
        printf("All that was tried: mbsbench show --table %s\n", r->trial.out);
    if (advice.count == 0)
        *exit = MB_EXIT_NOTHING;
    if (advice.count == 0 && !tried)
        fprintf(stderr,
                "mbsbench advise: the file holds no record of %s that finished; make some with "
                "mbsbench run --problem %s --solver SPEC, or leave the file out\n",
                problem.canonical, problem.canonical);
done:
    return status;
}

static mb_status run(const mb_args *args, int *exit, mb_error *err)
{
    struct request r = {.trial = {.t_end = NAN, .budget = 60.0, .out = "results/advise.jsonl"}};
    mb_arena *arena = mb_arena_create();
    bool interrupted = false, tried;
    mb_status status;

    for (int k = 0; k < MB_LIMITS; k++)
        r.limit[k] = NAN;
    r.trial.solvers.word = calloc((size_t)args->count + 2, sizeof *r.trial.solvers.word);
    if (!arena || !r.trial.solvers.word)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    MB_TRY(mb_options_take(&mb_command_advise, args, &r, err));
    MB_TRY(check(&r, err));
    tried = r.records.files == 0;
    if (tried)
        MB_TRY(try_out(&r, &interrupted, err));
    MB_TRY(answer(&r, tried, arena, exit, err));
    if (interrupted)
        *exit = MB_EXIT_INTERRUPTED;
done:
    mb_records_free(&r.records);
    free(r.trial.solvers.word);
    mb_arena_destroy(arena);
    return status;
}

#define AT(member) MB_OPTION_AT(struct request, member)
#define LIMIT(kind) .above = true, AT(limit[kind])
static const mb_option options[] = {
    {"FILE", NULL,
     "records of mbsbench run, which are sorted; without it solvers are tried, each with\n"
     "a search for the largest step or tolerance that is right and keeps the limits",
     MB_OPTION_RECORDS, AT(records)},
    {"--problem", "P", "a mechanism of the catalogue, or a file that ends in .yaml or has a '/'",
     MB_OPTION_TEXT, AT(trial.problem), .needs = "the name of a mechanism",
     .missing = "--problem is missing; mbsbench list problems shows the mechanisms"},
    {"--gap", "X", "how far joints may open, of the mechanism's size", MB_OPTION_NUMBER,
     LIMIT(MB_LIMIT_GAP)},
    {"--violation", "X", "largest norm of the position rows, in their SI units (m, m2, rad)",
     MB_OPTION_NUMBER, LIMIT(MB_LIMIT_VIOLATION)},
    {"--drift", "Y", "largest energy drift [J]", MB_OPTION_NUMBER, LIMIT(MB_LIMIT_DRIFT)},
    {"--error", "E", "largest error of the outputs against the reference [m, rad]",
     MB_OPTION_NUMBER, LIMIT(MB_LIMIT_ERROR)},
    {"--budget", "S", "[s] by the clock that trying may take (60)", MB_OPTION_NUMBER,
     AT(trial.budget), .min = 1.0},
    {"--solver", "SPEC",
     "what to try: solvers, or a list of them (recommended); may be repeated; a search\n"
     "begins at a 200th of the run, or at the tolerance of SPEC",
     MB_OPTION_LIST, AT(trial.solvers), .needs = "a solver or a list of them"},
    {"--t-end", "T", "end time [s] of what is tried (the mechanism's own)", MB_OPTION_NUMBER,
     AT(trial.t_end), .above = true},
    {"--jobs", "N", "searches side by side (as many as there are processors)", MB_OPTION_WHOLE,
     AT(trial.jobs), .min = 1, .max = 1024},
    {"--out", "FILE", "records of what is tried are appended here (results/advise.jsonl)",
     MB_OPTION_TEXT, AT(trial.out), .needs = "a file"},
    {.word = NULL},
};
#undef LIMIT
#undef AT

const mb_command mb_command_advise = {
    "advise",
    "--problem P [--gap X] [--violation X] [--drift Y] [--error E] [FILE.jsonl | options]",
    options,
    .plugins = mb_plugin_options,
    .one_thread = true,
    .about = "says which solver to take for a mechanism",
    .examples = "mbsbench advise --problem four-bar --error 1e-4 --budget 20\n"
                "mbsbench advise --problem four-bar --error 1e-2 my-runs.jsonl",
    .run = run};
