/* SPDX-License-Identifier: MIT */
#include "bench/command/selection.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/names.h"
#include "bench/engine/engine.h"
#include "bench/mechanism/problem_file.h"
#include "bench/search.h"
#include "bench/study/solver_lists.h"
#include "solvers/solver.h"

enum { MAX_SHARDS = 1000000 };

mb_status mb_selection_create(mb_selection *selection, const mb_args *args, mb_error *err)
{
    size_t words = (size_t)args->count + 1;
    const char **lists = calloc(4 * words, sizeof *lists);
    mb_ledger *ledger = calloc(words, sizeof *ledger);
    int *first = calloc(words + 1, sizeof *first);

    *selection = (mb_selection){
        .studies.word = lists,
        .problems.word = lists ? lists + words : NULL,
        .solvers.word = lists ? lists + 2 * words : NULL,
        .added.word = lists ? lists + 3 * words : NULL,
        .ledger = ledger,
        .first = first,
        .options = {.quick = false, .t_end = NAN},
        .shard = 1,
        .shards = 1,
    };
    if (lists && ledger && first)
        return MB_OK;
    mb_selection_free(selection);
    return mb_fail(err, MB_NO_MEMORY, "out of memory");
}

void mb_selection_free(mb_selection *selection)
{
    free(selection->studies.word);
    free(selection->ledger);
    free(selection->first);
    memset(selection, 0, sizeof *selection);
}

static mb_status take_shard(void *request, const char *option, const char *value, mb_error *err)
{
    mb_selection *s = request;
    const char *slash = value ? strchr(value, '/') : NULL;
    long k = 0, n = 0;

    if (slash && strspn(value, "0123456789/") == strlen(value) && !strchr(slash + 1, '/')) {
        k = strtol(value, NULL, 10);
        n = strtol(slash + 1, NULL, 10);
    }
    if (k < 1 || k > n || n > MAX_SHARDS)
        return mb_fail(err, MB_BAD_INPUT,
                       "%s %s: expected K/N, the K-th of N shards, such as 1/8 up to 8/8", option,
                       value ? value : "");
    s->shard = (int)k;
    s->shards = (int)n;
    return MB_OK;
}

#define AT(member) MB_OPTION_AT(mb_selection, member)
const mb_option mb_selection_options[] = {
    {"STUDY", NULL,
     "a file, or a shipped study (default: catalogue); :ID,... takes these\n"
     "runs or entries of it alone, as in gonzalez2016:table1,table2",
     MB_OPTION_LIST, AT(studies), .needs = "a name"},
    {"--problem", "NAME",
     "a mechanism, or a file that ends in .yaml or has a '/' and declares one, or all;\n"
     "it is crossed with the solvers; may be repeated",
     MB_OPTION_LIST, AT(problems), .needs = "a value"},
    {"--solver", "SPEC",
     "FORMULATION/INTEGRATOR[/PROJECTION[/LINSOLVER]], or a list of solvers:\n"
     "recommended, all; may be repeated, the first is the CPU ratio's base",
     MB_OPTION_LIST, AT(solvers), .needs = "a value"},
    {"--add-solver", "SPEC",
     "the studies' entries with this solver too, as runs ENTRY.added.N; what is\n"
     "finished of the others is kept; may be repeated",
     MB_OPTION_LIST, AT(added), .needs = "a value"},
    {"--t-end", "T", "end time [s] of every run", MB_OPTION_NUMBER, AT(options.t_end),
     .above = true},
    {"--quick", NULL, "reduced grids and short times", MB_OPTION_FLAG, AT(options.quick)},
    {"--shard", "K/N", "the K-th of N disjoint parts, for N machines; see merge", MB_OPTION_OWN,
     .take = take_shard},
    {.word = NULL},
};
#undef AT

mb_status mb_selection_end(mb_selection *s, mb_error *err)
{
    if (s->options.search.count > 1 && s->problems.count == 0)
        return mb_fail(err, MB_BAD_INPUT,
                       "--reach with several classes needs a --problem; a study says what it "
                       "searches for");
    if (s->problems.count > 0 && s->solvers.count == 0)
        return mb_fail(err, MB_BAD_INPUT,
                       "--problem needs a --solver beside it, such as lagrange/rk4:h=1e-3, or a "
                       "list of them: --solver recommended");
    if (s->solvers.count > 0 && s->problems.count == 0)
        return mb_fail(
            err, MB_BAD_INPUT,
            "--solver needs a --problem beside it (mbsbench list problems); --add-solver "
            "adds to a study");
    if (s->added.count > 0 && s->problems.count > 0)
        return mb_fail(err, MB_BAD_INPUT,
                       "--add-solver adds to a study; beside a --problem give another --solver");
    if (s->studies.count == 0 && s->problems.count == 0)
        s->studies.word[s->studies.count++] = "catalogue";
    return MB_OK;
}

/* ---- problems and solvers given as options -------------------------------------------------- */

/* Words of which some stand for several. */
struct expanded {
    int count;
    const char **word;
};

static const char ALL[] = "all";

/* `all` is every problem of the catalogue. */
static mb_status expand_problems(const mb_words *given, mb_arena *arena, struct expanded *all,
                                 mb_error *err)
{
    int shipped;
    const mb_problem *const *problem = mb_problems(&shipped);
    mb_status status;

    MB_TRY(MB_TAKE(arena, &all->word, (size_t)given->count * (size_t)(1 + shipped), err));
    for (int i = 0; i < given->count; i++) {
        if (strcmp(given->word[i], ALL) != 0)
            all->word[all->count++] = given->word[i];
        else
            for (int k = 0; k < shipped; k++)
                all->word[all->count++] = problem[k]->name;
    }
done:
    return status;
}

/* The name of a list is its solvers. */
static mb_status expand_solvers(const mb_words *given, const char *option, mb_arena *arena,
                                struct expanded *all, mb_error *err)
{
    mb_error why = {MB_OK, ""};
    mb_status status;

    MB_TRY(MB_TAKE(arena, &all->word, (size_t)given->count * MB_MAX_LISTED, err));
    for (int i = 0; i < given->count; i++) {
        const char **spec;
        int n;

        if (!mb_solver_list_named(given->word[i])) {
            all->word[all->count++] = given->word[i];
            continue;
        }
        if (mb_solver_list(given->word[i], arena, &n, &spec, &why) != MB_OK)
            return mb_fail(err, MB_BAD_INPUT, "%s: %s", option, why.text);
        for (int k = 0; k < n; k++)
            all->word[all->count++] = spec[k];
    }
done:
    return status;
}

/* The runs of a problem with a solver: one, or one a class that is searched for.  number: that of
 * the run before; -1: it is the only one. */
static mb_status plan_pair(const mb_selection *s, const mb_problem_spec *problem, const char *text,
                           int *number, mb_plan *plan, mb_error *err)
{
    const mb_search_goals *search = &s->options.search;
    char solver[4 * MB_SPEC_SIZE], start[4 * MB_SPEC_SIZE], id[32] = "run";
    const char *spec = search->count > 0 ? start : solver;
    double t_end = s->options.t_end;
    mb_error why = {MB_OK, ""};
    mb_status status;

    if (mb_method_canonical(text, solver, sizeof solver, &why) != MB_OK)
        return mb_fail(err, MB_BAD_INPUT, "--solver %s: %s", text, why.text);
    if (isnan(t_end)) {
        t_end = problem->problem->t_end;
        if (s->options.quick)
            t_end = mb_quick_t_end(t_end, solver);
    }
    if (search->count > 0)
        MB_TRY(mb_search_start(search->goal, solver, t_end, start, sizeof start, err));
    for (int k = 0; k == 0 || k < search->count; k++) {
        if (*number >= 0)
            snprintf(id, sizeof id, "run.%d", ++*number);
        MB_TRY(mb_plan_add(plan, "command-line", id, problem->canonical, spec, t_end, err));
        plan->run[plan->count - 1].continues = k > 0;
        if (search->count > 0)
            mb_search_plan(plan, &search->goal[k]);
    }
done:
    return status;
}

/* A problem with all solvers. */
static mb_status plan_problem(const mb_selection *s, const char *p, const struct expanded *solvers,
                              int *number, mb_plan *plan, mb_error *err)
{
    mb_problem_spec problem;
    mb_error why = {MB_OK, ""};
    char lacks[512];
    mb_status status = MB_OK;

    if (mb_problem_open(p, plan->arena, stderr, &problem, &why) != MB_OK)
        return mb_fail(err, MB_BAD_INPUT, "--problem %s: %s", p, why.text);
    if (mb_problem_lacks(&problem, lacks, sizeof lacks))
        return mb_fail(err, MB_BAD_INPUT, "--problem %s: %s", p, lacks);
    for (int i = 0; i < solvers->count && status == MB_OK; i++)
        status = plan_pair(s, &problem, solvers->word[i], number, plan, err);
    return status;
}

/* Problems times solvers given as options, as one entry. */
static mb_status plan_options(const mb_selection *s, mb_plan *plan, mb_error *err)
{
    const int from = plan->count;
    struct expanded problems = {0}, solvers = {0};
    int number = 0;
    mb_status status;

    MB_TRY(expand_problems(&s->problems, plan->arena, &problems, err));
    MB_TRY(expand_solvers(&s->solvers, "--solver", plan->arena, &solvers, err));
    if (problems.count * solvers.count == 1 && s->options.search.count <= 1)
        number = -1;
    for (int k = 0; k < problems.count; k++)
        MB_TRY(plan_problem(s, problems.word[k], &solvers, &number, plan, err));
    mb_plan_end_entry(plan, from);
done:
    return status;
}

/* Does the part of a run's id from its first '[' on have this [READING]? */
static bool has_reading(const char *readings, const char *reading, size_t length)
{
    for (; *readings == '['; readings += strcspn(readings, "]") + 1)
        if (strncmp(readings, reading, length) == 0)
            return true;
    return false;
}

/* Is a run of several readings one of that id, which may leave some of them open? */
static bool belongs_in_reading(const char *run, const char *open, const char *id, size_t length)
{
    const char *close = strrchr(run, ']'), *end = id + length;
    size_t n = (size_t)(open - run);

    if (length < n || strncmp(run, id, n) != 0)
        return false;
    for (id += n; id < end && *id == '['; id += strcspn(id, "]") + 1)
        if (!has_reading(open, id, strcspn(id, "]") + 1))
            return false;
    return id == end || ((size_t)(end - id) == strlen(close + 1) &&
                         strncmp(close + 1, id, strlen(close + 1)) == 0);
}

/* Is a run the one of that id, or of the entry of that id: numbered, or with a longer name after a
 * '.' if `group`? */
static bool belongs(const mb_run *run, const char *id, size_t length, bool group)
{
    const char *open = strchr(run->id, '['), *rest;

    if (open && belongs_in_reading(run->id, open, id, length))
        return true;
    if (strncmp(run->id, id, length) != 0)
        return false;
    rest = run->id + length;
    return *rest == '\0' ||
           (*rest == '.' && (group || rest[1 + strspn(rest + 1, "0123456789")] == '\0'));
}

static int count_named(const mb_plan *plan, int first, int last, const char *id, size_t length,
                       bool group)
{
    int n = 0;

    for (int i = first; i < last && length > 0; i++)
        n += belongs(&plan->run[i], id, length, group);
    return n;
}

/* Fails with the entries that the runs first to last - 1 belong to, or the one that was meant. */
static mb_status no_id(const mb_plan *plan, int first, int last, const char *word, const char *id,
                       size_t length, mb_error *err)
{
    const char **names;
    char *wanted, meant[600];
    int n = 0;
    mb_status status;

    MB_TRY(MB_TAKE(plan->arena, &names, (size_t)(last - first) + 1, err));
    MB_TRY(MB_TAKE(plan->arena, &wanted, length + 1, err));
    memcpy(wanted, id, length);
    for (int i = first; i < last; i++) {
        size_t stem = strcspn(plan->run[i].id, "[");
        char *name;

        if (plan->run[i].number > 0 && plan->run[i].id[stem] == '\0')
            stem = (size_t)(strrchr(plan->run[i].id, '.') - plan->run[i].id);
        MB_TRY(MB_TAKE(plan->arena, &name, stem + 1, err));
        memcpy(name, plan->run[i].id, stem);
        if (n == 0 || strcmp(names[n - 1], name) != 0)
            names[n++] = name;
    }
    status = mb_fail(err, MB_BAD_INPUT, "%s: the study has no run or entry '%s'; %s", word, wanted,
                     mb_meant(wanted, names, "it has", meant, sizeof meant));
done:
    return status;
}

/* Of the runs first to last - 1 leaves those that the ids, separated by ',', name: an entry, or
 * where there is none of that name all whose names go on from it. */
static mb_status keep_ids(mb_plan *plan, int first, int last, const char *word, const char *ids,
                          mb_error *err)
{
    for (const char *id = ids;; id++) {
        size_t n = strcspn(id, ",");
        bool group = count_named(plan, first, last, id, n, false) == 0;

        if (group && count_named(plan, first, last, id, n, true) == 0)
            return no_id(plan, first, last, word, id, n, err);
        for (int i = first; i < last; i++)
            plan->run[i].named = plan->run[i].named || belongs(&plan->run[i], id, n, group);
        id += n;
        if (!*id)
            break;
    }
    for (int i = first; i < last; i++)
        plan->run[i].elsewhere = plan->run[i].elsewhere || !plan->run[i].named;
    return MB_OK;
}

/* The ':' before the ids in STUDY:ID,...; NULL: there is none.  A file may have one in its name. */
static const char *colon_of(const char *word)
{
    return access(word, F_OK) == 0 ? NULL : strrchr(word, ':');
}

static mb_status plan_study(mb_selection *s, const char *word, mb_plan *plan, mb_error *err)
{
    const char *colon = colon_of(word);
    char *name = strndup(word, colon ? (size_t)(colon - word) : strlen(word));
    mb_study study;
    mb_status status;

    if (!name)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    status = mb_study_load(name, &s->options, plan, &study, err);
    if (status == MB_OK && study.ledger.claims > 0)
        s->ledger[s->ledgers++] = study.ledger;
    free(name);
    return status;
}

mb_status mb_selection_plan(mb_selection *s, mb_plan *plan, mb_error *err)
{
    struct expanded added = {0};
    mb_status status;

    MB_TRY(mb_plan_create(plan, err));
    MB_TRY(expand_solvers(&s->added, "--add-solver", plan->arena, &added, err));
    s->options.added = added.count;
    s->options.add = added.word;
    for (int i = 0; i < s->studies.count; i++) {
        s->first[i] = plan->count;
        MB_TRY(plan_study(s, s->studies.word[i], plan, err));
        s->first[i + 1] = plan->count;
    }
    MB_TRY(plan_options(s, plan, err));
    mb_plan_shard(plan, s->shard, s->shards);
    for (int i = 0; i < s->studies.count; i++)
        if (colon_of(s->studies.word[i]))
            MB_TRY(keep_ids(plan, s->first[i], s->first[i + 1], s->studies.word[i],
                            colon_of(s->studies.word[i]) + 1, err));
done:
    return status;
}
