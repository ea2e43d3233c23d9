/* SPDX-License-Identifier: MIT */
/* `mbsbench archive`: results kept for later, listed, and held to what runs of today yield. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/text.h"
#include "bench/archive/archive.h"
#include "bench/command/commands.h"
#include "bench/command/plugin_option.h"
#include "bench/engine/engine.h"
#include "bench/environment.h"
#include "bench/mechanism/problem_file.h"
#include "bench/plugin/plugins.h"
#include "bench/session/session.h"
#include "report/gate/check.h"

typedef enum action { ADD, VERIFY, LIST, ACTIONS } action;

static const char *const actions[] = {[ADD] = "add", [VERIFY] = "verify", [LIST] = "list", NULL};

struct request {
    action action; /* ACTIONS: not given yet */
    const char *folder, *out;
    mb_words files;
    int seed; /* below 0: drawn */
    int cells;
    double time_limit; /* [s] */
};

static mb_status take_word(void *request, const char *option, const char *value, mb_error *err)
{
    struct request *r = request;

    (void)option;
    if (r->action == ACTIONS) {
        for (int i = 0; i < ACTIONS; i++)
            if (strcmp(value, actions[i]) == 0)
                r->action = (action)i;
        return r->action != ACTIONS ? MB_OK
                                    : mb_fail(err, MB_BAD_INPUT,
                                              "'%.80s': expected add, verify or list, then the "
                                              "folder of the archive",
                                              value);
    }
    if (!r->folder)
        r->folder = value;
    else if (r->action == ADD)
        r->files.word[r->files.count++] = value;
    else
        return mb_fail(err, MB_BAD_INPUT, "'%.80s': archive %s takes one folder, %.80s here", value,
                       actions[r->action], r->folder);
    return MB_OK;
}

static mb_status parse(struct request *r, const mb_args *args, mb_error *err)
{
    mb_status status;

    MB_TRY(mb_options_take(&mb_command_archive, args, r, err));
    if (r->action == ACTIONS || !r->folder)
        MB_TRY(mb_fail(err, MB_BAD_INPUT,
                       "archive what?  Give add, verify or list and the folder of the archive: "
                       "mbsbench archive add DIR FILE.jsonl"));
    if (r->action == ADD && r->files.count == 0)
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "archive add: give the files of records to add"));
done:
    return status;
}

/* ---- add ------------------------------------------------------------------------------------ */

static mb_status add(const struct request *r, mb_archive *archive, int *exit, mb_error *err)
{
    mb_records records = {0};
    mb_archive_counts n;
    mb_status status;

    for (int i = 0; i < r->files.count; i++) {
        MB_TRY(mb_records_read(&records, r->files.word[i], err));
        mb_args_tell_torn(r->files.word[i], records.torn);
    }
    mb_records_latest(&records);
    MB_TRY(mb_archive_add(archive, &records, &n, err));
    fprintf(stderr, "mbsbench archive: %ld records added to %d files of %s, which hold %ld\n",
            n.added, n.files, r->folder, n.records);
    if (n.nameless > 0)
        fprintf(stderr,
                "mbsbench archive: warning: %ld records without key, study, CPU or version are "
                "left out\n",
                n.nameless);
    if (n.files == 0)
        *exit = MB_EXIT_NOTHING;
done:
    mb_records_free(&records);
    return status;
}

/* ---- list ----------------------------------------------------------------------------------- */

static mb_status list(const mb_archive *archive, int *exit)
{
    printf("%-8s  %-10s  %-20s  %8s  %10s  %s\n", "state", "version", "study", "records", "bytes",
           "machine");
    for (int i = 0; i < archive->count; i++) {
        const mb_archive_file *f = &archive->file[i];
        mb_error why = {MB_OK, ""};
        const bool whole = mb_archive_check(archive, f, &why) == MB_OK;

        mb_put_line(stdout, "%-8s  %-10s  %-20s  %8ld  %10ld  %s", whole ? "whole" : "damaged",
                    f->version, f->study, f->records, f->bytes, f->machine);
        if (!whole) {
            mb_put_line(stderr, "mbsbench archive: %s", why.text);
            *exit = MB_EXIT_ERROR;
        }
    }
    return MB_OK;
}

/* ---- verify --------------------------------------------------------------------------------- */

/* The library that a record needs and that is not loaded; NULL: none. */
static const char *missing_plugin(const json_t *record)
{
    json_t *plugin;
    size_t i;

    json_array_foreach(json_object_get(record, "plugins"), i, plugin)
    {
        if (!mb_plugins_with(mb_record_text(plugin, "sha256")))
            return mb_record_text(plugin, "file");
    }
    return NULL;
}

/* Why a run cannot be made again, and what to do. */
static mb_status refuse(const json_t *record, const mb_error *why, mb_error *err)
{
    const char *plugin = missing_plugin(record);

    return mb_fail(err, why->status,
                   "%.200s with %.200s cannot be made again by this program: %s%.80s%s, or another "
                   "--seed: %.400s",
                   mb_record_text(record, "problem.spec"), mb_record_text(record, "solver"),
                   plugin ? "give the plug-in that it was made with, --plugin "
                          : "take the version ",
                   plugin ? plugin : mb_record_text(record, "environment.version"),
                   plugin ? "" : " that made it", why->text);
}

static mb_status plan_again(json_t *const *picked, int count, mb_plan *plan, mb_error *err)
{
    mb_status status;

    MB_TRY(mb_plan_create(plan, err));
    for (int i = 0; i < count; i++) {
        const char *problem = mb_record_text(picked[i], "problem.spec");
        const char *solver = mb_record_text(picked[i], "solver");
        char canonical[4 * MB_SPEC_SIZE];
        mb_problem_spec found;
        mb_error why = {MB_OK, ""};

        status = mb_problem_open(problem, plan->arena, stderr, &found, &why);
        if (status == MB_OK)
            status = mb_method_canonical(solver, canonical, sizeof canonical, &why);
        if (status == MB_OK)
            status = mb_plan_add(plan, mb_record_text(picked[i], "study"),
                                 mb_record_text(picked[i], "run"), found.canonical, solver,
                                 mb_record_number(picked[i], "t_end"), &why);
        if (status != MB_OK)
            MB_TRY(refuse(picked[i], &why, err));
        plan->run[i].timing = MB_RUN_UNTIMED;
        plan->run[i].series = 0;
    }
done:
    return status;
}

struct again {
    const mb_plan *plan;
    mb_check_file *made;
    const char *path;
};

static mb_status keep_made(void *context, json_t *record, mb_error *err)
{
    const struct again *a = context;
    const char *cell = mb_record_text(record, "cell");

    for (int i = 0; cell && i < a->plan->count; i++) {
        char ours[MB_HEX_SIZE];

        mb_hash_hex(a->plan->run[i].cell, ours);
        if (strcmp(cell, ours) == 0)
            return mb_check_add(a->made, record, a->path, err);
    }
    return MB_OK;
}

/* Cells of other versions and machines, for people: what else than a fault may stand behind a difference. */
static void tell_others(json_t *const *picked, int count)
{
    json_t *environment = mb_environment();
    const char *cpu = mb_record_text(environment, "cpu");
    int versions = 0, machines = 0;

    for (int i = 0; i < count; i++) {
        const char *on = mb_record_text(picked[i], "environment.cpu");

        versions += strcmp(mb_record_text(picked[i], "environment.version"), mb_version()) != 0;
        machines += !cpu || !on || strcmp(on, cpu) != 0;
    }
    if (versions > 0)
        fprintf(stderr,
                "mbsbench archive: %d of them were made by another version than this, %s: "
                "CHANGELOG.md tells which numbers it changes\n",
                versions, mb_version());
    if (machines > 0)
        fprintf(stderr,
                "mbsbench archive: %d of them were made on another machine: accuracy is held to "
                "them, times are not\n",
                machines);
    json_decref(environment);
}

static mb_status hold(const struct request *r, json_t *const *picked, int count, int *exit,
                      mb_error *err)
{
    const mb_session_options options = {.out = r->out,
                                        .jobs = 1,
                                        .limits = {r->time_limit, 2048.0},
                                        .rerun = true,
                                        .progress = MB_PROGRESS_AUTO};
    mb_session *session = NULL;
    mb_check_file archived = {0}, made = {0};
    mb_check check = {0};
    mb_plan plan = {0};
    struct again again = {&plan, &made, r->out};
    bool interrupted = false;
    long torn;
    mb_status status;

    MB_TRY(mb_session_create(&options, &session, err));
    MB_TRY(plan_again(picked, count, &plan, err));
    for (int i = 0; i < count; i++) {
        char cell[MB_HEX_SIZE];

        /* what a search has found is made again as a run with that step, without the search */
        mb_hash_hex(plan.run[i].cell, cell);
        json_object_set_new(picked[i], "cell", json_string(cell));
        json_object_del(picked[i], "search");
        MB_TRY(mb_check_add(&archived, picked[i], r->folder, err));
    }
    MB_TRY(mb_session_run(session, &plan, &interrupted, err));
    if (interrupted) {
        *exit = MB_EXIT_INTERRUPTED;
        goto done;
    }
    MB_TRY(mb_records_each(r->out, NULL, keep_made, &again, &torn, err));
    MB_TRY(mb_check_make(&archived, NULL, &made, true, &check, err));
    mb_check_table(stdout, &check);
    *exit = mb_check_exit(&check);
done:
    mb_check_free(&check);
    mb_check_file_free(&archived);
    mb_check_file_free(&made);
    mb_session_destroy(session);
    mb_plan_free(&plan);
    return status;
}

static mb_status verify(const struct request *r, const mb_archive *archive, int *exit,
                        mb_error *err)
{
    json_t **picked = calloc((size_t)r->cells, sizeof *picked);
    int seed = r->seed;
    int count = 0;
    long among;
    mb_status status;

    if (!picked)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    if (seed < 0 && getrandom(&seed, sizeof seed, 0) != sizeof seed)
        MB_TRY(mb_fail(err, MB_FAILURE, "no random number; give --seed N"));
    seed &= INT_MAX;
    MB_TRY(mb_archive_pick(archive, r->cells, (uint64_t)seed, picked, &count, &among, err));
    fprintf(stderr, "mbsbench archive: %d of %ld runs are made again (--seed %d)\n", count, among,
            seed);
    tell_others(picked, count);
    if (count == 0)
        *exit = MB_EXIT_NOTHING;
    else
        MB_TRY(hold(r, picked, count, exit, err));
done:
    for (int i = 0; i < count; i++)
        json_decref(picked[i]);
    free(picked);
    return status;
}

/* --------------------------------------------------------------------------------------------- */

static mb_status run(const mb_args *args, int *exit, mb_error *err)
{
    struct request r = {.action = ACTIONS,
                        .out = "results/verify.jsonl",
                        .files.word = calloc((size_t)args->count + 1, sizeof *r.files.word),
                        .seed = -1,
                        .cells = 5,
                        .time_limit = 600.0};
    mb_archive archive = {.count = 0};
    mb_status status;

    if (!r.files.word)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    MB_TRY(parse(&r, args, err));
    MB_TRY(mb_archive_open(r.folder, r.action == ADD, &archive, err));
    if (r.action == ADD)
        MB_TRY(add(&r, &archive, exit, err));
    else if (r.action == LIST)
        MB_TRY(list(&archive, exit));
    else
        MB_TRY(verify(&r, &archive, exit, err));
done:
    mb_archive_close(&archive);
    free(r.files.word);
    return status;
}

#define AT(member) MB_OPTION_AT(struct request, member)
static const mb_option options[] = {
    {"add DIR FILE", NULL,
     "puts records into DIR/MACHINE/VERSION/STUDY.jsonl.zst, of each run the last;\n"
     "DIR is made when missing",
     MB_OPTION_OWN, .take = take_word},
    {"verify DIR", NULL, "makes a few runs again, drawn at random, and holds their accuracy to it",
     MB_OPTION_OWN, .take = take_word},
    {"list DIR", NULL, "what is in it, and whether it is whole", MB_OPTION_OWN, .take = take_word},
    {"--cells", "N", "of verify: how many runs (5)", MB_OPTION_WHOLE, AT(cells), .min = 1,
     .max = 10000},
    {"--seed", "N", "of verify: the draw (a new one, which is told)", MB_OPTION_WHOLE, AT(seed),
     .min = 0, .max = INT_MAX},
    {"--time-limit", "S", "of verify: of CPU for one run (600)", MB_OPTION_NUMBER, AT(time_limit),
     .above = true},
    {"--out", "FILE", "of verify: its records are appended here (results/verify.jsonl)",
     MB_OPTION_TEXT, AT(out), .needs = "a file"},
    {.word = NULL},
};
#undef AT

const mb_command mb_command_archive = {
    "archive",
    "add DIR FILE.jsonl... | verify DIR [--cells N] [--seed N] | list DIR",
    options,
    .plugins = mb_plugin_options,
    .one_thread = true,
    .about = "keeps results for others to compare with, and tells whether they still hold",
    .examples = "mbsbench archive add my-archive my-runs.jsonl\n"
                "mbsbench archive list my-archive\n"
                "mbsbench archive verify my-archive --cells 2 --seed 1",
    .run = run};
