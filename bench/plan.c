/* SPDX-License-Identifier: MIT */
#include "bench/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/made_of.h"
#include "bench/mechanism/problem_file.h"
#include "bench/mechanism/source.h"
#include "bench/search.h"
#include "bench/series.h"

mb_status mb_plan_create(mb_plan *plan, mb_error *err)
{
    memset(plan, 0, sizeof *plan);
    plan->arena = mb_arena_create();
    return plan->arena ? MB_OK : mb_fail(err, MB_NO_MEMORY, "no memory for the list of runs");
}

void mb_plan_free(mb_plan *plan)
{
    mb_arena_destroy(plan->arena);
    free(plan->run);
    memset(plan, 0, sizeof *plan);
}

/* A copy of text, or the text of the run before when it is the same one. */
static const char *keep(mb_plan *plan, const char *text, const char *before)
{
    return before && strcmp(before, text) == 0 ? before : mb_arena_strdup(plan->arena, text);
}

/* The problem that a text names, in the plan's arena where it is a file of the user's; NULL: there
 * is none of that name. */
static mb_status find_problem(mb_plan *plan, const char *text, const mb_problem **problem,
                              const char **digest, mb_error *err)
{
    char name[MB_SPEC_SIZE];
    const char *rest;
    mb_arena *scratch = mb_arena_create();
    mb_problem_spec found = {.digest = ""};
    mb_status status = MB_OK;

    *problem = NULL;
    if (!scratch)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "no memory for the list of runs"));
    if (mb_problem_is_declared(text)) {
        const bool shipped = !mb_mechanism_is_file(text);

        MB_TRY(mb_problem_open(text, shipped ? scratch : plan->arena, NULL, &found, err));
        *problem = found.problem;
    } else if (mb_problem_split(text, name, &rest, NULL) == MB_OK) {
        *problem = mb_problem_find(name);
    }
    *digest = mb_arena_strdup(plan->arena, found.digest);
    if (!*digest)
        status = mb_fail(err, MB_NO_MEMORY, "no memory for the list of runs");
done:
    mb_arena_destroy(scratch);
    return status;
}

/* Cell and key.  What a declaration says is part of the key; of the cell too where it is a file of
 * the user's, whose name says little. */
static void take_hashes(mb_run *run)
{
    char text[MB_SPEC_SIZE + MB_SHA256_TEXT + 16], made_of[MB_HEX_SIZE];
    uint64_t whole;

    run->cell = whole = mb_cell(run->problem, run->solver, run->t_end);
    if (*run->digest) {
        snprintf(text, sizeof text, "%s sha256:%s", run->problem, run->digest);
        whole = mb_cell(text, run->solver, run->t_end);
        if (mb_mechanism_is_file(run->problem))
            run->cell = whole;
    }
    mb_made_of(run->problem, run->solver, made_of);
    run->key = mb_key(whole, made_of);
}

mb_status mb_plan_add(mb_plan *plan, const char *study, const char *id, const char *problem,
                      const char *solver, double t_end, mb_error *err)
{
    mb_run *run, *last;
    mb_status status;

    if (plan->count == plan->size) {
        int size = plan->size ? 2 * plan->size : 64;
        mb_run *more = realloc(plan->run, (size_t)size * sizeof *more);

        if (!more)
            return mb_fail(err, MB_NO_MEMORY, "no memory for %d runs", size);
        plan->run = more;
        plan->size = size;
    }
    run = &plan->run[plan->count];
    last = plan->count ? run - 1 : NULL;
    run->study = keep(plan, study, last ? last->study : NULL);
    run->id = keep(plan, id, last ? last->id : NULL);
    run->problem = keep(plan, problem, last ? last->problem : NULL);
    run->solver = keep(plan, solver, last ? last->solver : NULL);
    if (!run->study || !run->id || !run->problem || !run->solver)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the list of runs");
    run->of = last ? last->of : NULL;
    run->digest = last ? last->digest : "";
    if (!last || last->problem != run->problem) {
        status = find_problem(plan, run->problem, &run->of, &run->digest, err);
        if (status != MB_OK)
            return status;
    }
    run->t_end = t_end;
    run->number = 0;
    run->reading = NULL;
    run->to = plan->count;
    run->named = run->elsewhere = false;
    take_hashes(run);
    run->timing = MB_TIMED;
    run->rounds = 1;
    run->search = NULL;
    run->continues = false;
    run->series = MB_SERIES_FILE;
    run->status = MB_RUN_STATUSES;
    run->cpu_loop = NAN;
    plan->count++;
    return MB_OK;
}

struct tagged {
    uint64_t hash;
    int index;
};

static int compare(const void *a, const void *b)
{
    const struct tagged *x = a, *y = b;

    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return x->index - y->index;
}

int mb_plan_end_entry(mb_plan *plan, int from)
{
    int n = plan->count - from, doubled = -1;
    struct tagged *tag = malloc((size_t)(n > 0 ? n : 1) * sizeof *tag);

    if (!tag) /* every run then refers to itself: nothing is wrong, a ratio is missing */
        return -1;
    for (int i = 0; i < n; i++)
        tag[i] = (struct tagged){plan->run[from + i].cell, from + i};
    qsort(tag, (size_t)n, sizeof *tag, compare);
    for (int i = 1; i < n && doubled < 0; i++)
        if (tag[i].hash == tag[i - 1].hash)
            doubled = tag[i].index;
    for (int i = 0; i < n; i++) {
        const mb_run *run = &plan->run[from + i];

        tag[i] = (struct tagged){mb_cell(run->problem, "", run->t_end), from + i};
        if (run->search)
            tag[i].hash = mb_hash(tag[i].hash, &run->search->reach, sizeof run->search->reach);
    }
    qsort(tag, (size_t)n, sizeof *tag, compare);
    for (int i = 1; i < n; i++)
        if (tag[i].hash == tag[i - 1].hash)
            plan->run[tag[i].index].to = plan->run[tag[i - 1].index].to;
    free(tag);
    return doubled;
}

bool mb_plan_is_first(const mb_plan *plan, const mb_run *run)
{
    return &plan->run[run->to] == run;
}

void mb_plan_shard(mb_plan *plan, int k, int n)
{
    uint64_t cell = 0;

    for (int i = 0; i < plan->count; i++) {
        if (!plan->run[i].continues)
            cell = plan->run[i].cell;
        plan->run[i].elsewhere = (cell ^ cell >> 32) % (uint64_t)n != (uint64_t)(k - 1);
    }
}
