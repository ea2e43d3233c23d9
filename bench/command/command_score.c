/* SPDX-License-Identifier: MIT */
/* `mbsbench score`: what a trajectory of another program is worth, as a record. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/command/commands.h"
#include "bench/environment.h"
#include "bench/mechanism/kept_reference.h"
#include "bench/mechanism/problem_file.h"
#include "bench/plan.h"
#include "bench/record/store.h"
#include "bench/score/score.h"
#include "bench/terminal.h"
#include "report/terminal/run_lines.h"

enum { NAME_SIZE = 48 };

struct request {
    const char *problem, *path, *columns, *name, *out;
    mb_table_format format;
    double t_end, cpu; /* [s]; cpu 0: not known */
    int steps;         /* 0: not known */
};

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";

/* The solver's spec: trajectory.NAME, of the option or of the file. */
static mb_status name_it(const struct request *r, char name[NAME_SIZE], mb_error *err)
{
    const char *slash = strrchr(r->path, '/'), *from = slash ? slash + 1 : r->path;
    size_t n;

    if (r->name && (r->name[strspn(r->name, letters)] || strlen(r->name) >= NAME_SIZE))
        return mb_fail(err, MB_BAD_INPUT,
                       "--name %.80s: expected letters, digits, '_', '.' and '-', %d at most",
                       r->name, NAME_SIZE - 1);
    if (!r->name && strcmp(r->path, "-") == 0)
        return mb_fail(err, MB_BAD_INPUT,
                       "a trajectory on standard input has no name: give --name");
    if (r->name)
        from = r->name;
    n = r->name ? strlen(from) : strcspn(from, ".");
    if (n >= NAME_SIZE)
        n = NAME_SIZE - 1;
    snprintf(name, NAME_SIZE, "%.*s", (int)n, from);
    for (size_t i = 0; i < n; i++)
        if (!strchr(letters, name[i]))
            name[i] = '-';
    return MB_OK;
}

static mb_status record(const struct request *r, const mb_run *run, const mb_result *result,
                        mb_error *err)
{
    char series[512];
    mb_record_extra extra = {.series = series};
    mb_store *store = NULL;
    json_t *environment = mb_environment(), *made = NULL;
    mb_status status;

    MB_TRY(mb_store_open(r->out, &store, err));
    MB_TRY(mb_store_series(store, run, result, series, sizeof series, err));
    extra.environment = environment;
    made = environment ? mb_record(run, result, &extra) : NULL;
    if (!made)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "no memory for a record"));
    MB_TRY(mb_store_append(store, made, err));
    MB_TRY(mb_store_sync(store, err));
    if (strcmp(r->out, "-") != 0)
        mb_put_run_lines(stderr, (const json_t *const[]){made}, 1, mb_terminal_width(stderr), true);
done:
    json_decref(made);
    json_decref(environment);
    mb_store_close(store);
    return status;
}

static mb_status score(const struct request *r, const mb_run *run, mb_result *result, mb_error *err)
{
    char references[1024];
    mb_score_request request = {.problem = run->problem,
                                .path = r->path,
                                .format = r->format,
                                .columns = r->columns,
                                .references = references,
                                .t_end = run->t_end,
                                .series = run->series};
    mb_status status;

    mb_reference_folder(r->out, references, sizeof references);
    MB_TRY(mb_score(&request, result, err));
    snprintf(result->engine.name, sizeof result->engine.name, "%s", strchr(run->solver, '.') + 1);
    result->cpu_loop = result->engine.process = result->peak_rss_mb = NAN;
    if (r->steps > 0)
        result->counters.steps = r->steps;
    if (r->cpu > 0.0) {
        result->cpu_loop = result->sample[0] = r->cpu;
        result->samples = 1;
    }
done:
    return status;
}

static mb_status parse(struct request *r, const mb_args *args, mb_error *err)
{
    mb_status status;

    MB_TRY(mb_options_take(&mb_command_score, args, r, err));
    if (!r->problem || !r->path)
        MB_TRY(mb_fail(err, MB_BAD_INPUT,
                       "score what?  Give a mechanism and a file with a trajectory of it "
                       "(docs/engines.md, Trajectories of others)"));
    MB_TRY(mb_args_output(args, "--out", r->out, err));
done:
    return status;
}

static mb_status run(const mb_args *args, int *exit, mb_error *err)
{
    struct request r = {.out = "results/records.jsonl"};
    char name[NAME_SIZE], solver[NAME_SIZE + 16];
    mb_arena *arena = mb_arena_create();
    mb_result *result = mb_results_map(1);
    mb_plan plan = {0};
    mb_problem_spec found;
    mb_status status;

    (void)exit;
    if (!arena || !result)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    mb_result_clear(result);
    MB_TRY(parse(&r, args, err));
    MB_TRY(name_it(&r, name, err));
    snprintf(solver, sizeof solver, "trajectory.%s", name);
    MB_TRY(mb_problem_open(r.problem, arena, stderr, &found, err));
    MB_TRY(mb_plan_create(&plan, err));
    MB_TRY(mb_plan_add(&plan, "score", name, found.canonical, solver,
                       r.t_end > 0.0 ? r.t_end : found.problem->t_end, err));
    MB_TRY(score(&r, plan.run, result, err));
    MB_TRY(record(&r, plan.run, result, err));
done:
    mb_plan_free(&plan);
    mb_results_unmap(result, 1);
    mb_arena_destroy(arena);
    return status;
}

static mb_status take_operand(void *request, const char *option, const char *value, mb_error *err)
{
    struct request *r = request;

    (void)option;
    if (r->problem && r->path)
        return mb_fail(err, MB_BAD_INPUT, "'%s': a mechanism and a file are given already, %s, %s",
                       value, r->problem, r->path);
    *(r->problem ? &r->path : &r->problem) = value;
    return MB_OK;
}

#define AT(member) MB_OPTION_AT(struct request, member)
static const char *const formats[] = {"csv", "iftomm", NULL};
static const mb_option options[] = {
    {"PROBLEM TRAJECTORY", NULL,
     "a table with a column t and either poses of all bodies or named outputs\n"
     "(docs/engines.md); - is standard input",
     MB_OPTION_OWN, .take = take_operand},
    {"--format", "FORMAT",
     "csv: names of the columns stand in the first line; iftomm: numbers only, as\n"
     "in the result files of the IFToMM library",
     MB_OPTION_WORD, AT(format), .words = formats, .needs = "csv or iftomm"},
    {"--columns", "NAMES", "what the columns hold, t,NAME,...; - passes over one", MB_OPTION_TEXT,
     AT(columns), .needs = "names"},
    {"--t-end", "T", "[s] up to which it is read (default: the mechanism's own end)",
     MB_OPTION_NUMBER, AT(t_end), .needs = "seconds", .above = true},
    {"--cpu", "S", "[s] of CPU that the program needed", MB_OPTION_NUMBER, AT(cpu),
     .needs = "seconds", .above = true},
    {"--steps", "N", "that it took (default: rows of the table)", MB_OPTION_WHOLE, AT(steps),
     .needs = "a number", .min = 1, .max = 2e9},
    {"--name", "NAME", "of whoever computed it (default: the file's)", MB_OPTION_TEXT, AT(name),
     .needs = "a name"},
    {"--out", "FILE", "the record is appended here (results/records.jsonl); - is standard output",
     MB_OPTION_TEXT, AT(out), .needs = "a file, or - for standard output"},
    {.word = NULL},
};
#undef AT

const mb_command mb_command_score = {
    "score",
    "PROBLEM[:p=v,...] TRAJECTORY [--format csv|iftomm] [--columns t,NAME,...]\n"
    "               [--t-end T] [--cpu S] [--steps N] [--name NAME] [--out FILE]",
    options,
    .one_thread = true,
    .about = "makes a record of a motion that another program computed",
    .examples = "mbsbench score four-bar four-bar.csv --t-end 1 --name mine --out my-runs.jsonl",
    .run = run};
