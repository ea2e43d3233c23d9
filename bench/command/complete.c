/* SPDX-License-Identifier: MIT */
#include "bench/command/complete.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/spec.h"
#include "bench/engine/engine.h"
#include "bench/study/study.h"
#include "problems/mechanism.h"
#include "solvers/solver.h"

/* A word that is being typed: what is kept of it, and the part of it that is completed. */
typedef struct typed {
    const char *word;
    int kept; /* bytes of the word before that part */
    FILE *out;
} typed;

/* A candidate, where it begins as the part does. */
static void offer(const typed *t, const char *name, const char *end)
{
    const char *part = t->word + t->kept;

    if (strncmp(name, part, strlen(part)) == 0)
        fprintf(t->out, "%.*s%s%s\n", t->kept, t->word, name, end);
}

/* Words between bars. */
static void offer_words(const typed *t, const char *words)
{
    while (*words) {
        const size_t n = strcspn(words, "|");
        char one[64];

        snprintf(one, sizeof one, "%.*s", (int)n, words);
        offer(t, one, "");
        words += n + (words[n] == '|');
    }
}

/* ---- parameters ----------------------------------------------------------------------------- */

/* The name of the last parameter before '=', or what has been typed of it. */
static void offer_parameters(typed *t, const mb_param *params)
{
    const char *part = t->word + t->kept, *comma, *equals;

    comma = strrchr(part, ',');
    part = comma ? comma + 1 : part;
    t->kept = (int)(part - t->word);
    equals = strchr(part, '=');
    for (const mb_param *p = params; p && p->name; p++) {
        if (!equals) {
            offer(t, p->name, "=");
        } else if (p->kind == MB_CHOICE && strlen(p->name) == (size_t)(equals - part) &&
                   strncmp(p->name, part, strlen(p->name)) == 0) {
            t->kept = (int)(equals + 1 - t->word);
            offer_words(t, p->choices);
            return;
        }
    }
}

/* Goes to the parameters of "NAME:..."; false: the name is still being typed. */
static bool past_name(typed *t, char name[MB_SPEC_SIZE])
{
    const char *part = t->word + t->kept, *colon = strchr(part, ':');

    if (!colon)
        return false;
    snprintf(name, MB_SPEC_SIZE, "%.*s", (int)(colon - part), part);
    t->kept = (int)(colon + 1 - t->word);
    return true;
}

/* ---- files ---------------------------------------------------------------------------------- */

/* Mechanisms and studies in the folder that is typed, and folders on the way to others. */
static void offer_files(const typed *given)
{
    const char *slash = strrchr(given->word, '/');
    const typed t = {given->word, slash ? (int)(slash + 1 - given->word) : 0, given->out};
    struct dirent **entry = NULL;
    char path[PATH_MAX];
    struct stat info;
    int n;

    snprintf(path, sizeof path, "%.*s", slash ? t.kept : 1, slash ? t.word : ".");
    n = scandir(path, &entry, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        const char *name = entry[i]->d_name, *end = strrchr(name, '.');
        const bool there =
            snprintf(path, sizeof path, "%.*s%s", t.kept, t.word, name) < (int)sizeof path &&
            (*name != '.' || t.word[t.kept] == '.') && stat(path, &info) == 0;

        if (there && S_ISDIR(info.st_mode))
            offer(&t, name, "/");
        else if (there && end && strcmp(end, ".yaml") == 0)
            offer(&t, name, "");
        free(entry[i]);
    }
    free(entry);
}

/* ---- problems, solvers, engines, studies ---------------------------------------------------- */

static void offer_problems(typed *t)
{
    char name[MB_SPEC_SIZE];
    const bool parameters = past_name(t, name);
    int n;
    const mb_problem *const *all = mb_problems(&n);

    for (int i = 0; i < n; i++)
        if (!parameters)
            offer(t, all[i]->name, "");
        else if (strcmp(all[i]->name, name) == 0)
            offer_parameters(t, all[i]->params);
}

/* Does an integrator go with the formulation that the word begins with? */
static bool goes_with(const char *word, const char *integrator)
{
    const mb_formulation *const *formulations;
    const mb_integrator *const *integrators;
    const size_t length = strcspn(word, ":/");
    unsigned family = ~0u;
    int n;

    formulations = mb_formulations(&n);
    for (int i = 0; i < n; i++)
        if (strlen(formulations[i]->name) == length &&
            strncmp(formulations[i]->name, word, length) == 0)
            family = formulations[i]->family;
    integrators = mb_integrators(&n);
    for (int i = 0; i < n; i++)
        if (strcmp(integrators[i]->name, integrator) == 0)
            return integrators[i]->families & family;
    return false;
}

/* Engines that have an adapter here. */
static void offer_engines(const typed *t, const char *before, const char *end)
{
    const char *name[MB_MOST_ADAPTERS + 1];
    char whole[MB_SPEC_SIZE];
    mb_arena *arena = mb_arena_create();
    const int n = arena ? mb_engines_here(arena, name) : 0;

    for (int i = 0; i < n; i++) {
        snprintf(whole, sizeof whole, "%s%s", before, name[i]);
        offer(t, whole, end);
    }
    mb_arena_destroy(arena);
}

/* What its adapter says of an engine: settings in its own part, then integrators with their step. */
static void offer_of_engine(typed *t, bool integrators)
{
    const char *first = strchr(t->word, '.') + 1;
    char name[MB_SPEC_SIZE], whole[MB_SPEC_SIZE];
    mb_arena *arena = mb_arena_create();
    mb_engine engine;

    snprintf(name, sizeof name, "%.*s", (int)strcspn(first, ":/"), first);
    if (arena && mb_engine_find(name, arena, &engine, NULL) == MB_OK) {
        if (!integrators && past_name(t, whole))
            offer_parameters(t, engine.settings);
        for (int i = 0; integrators && i < engine.nintegrators; i++) {
            snprintf(whole, sizeof whole, "%s:%s", engine.integrator[i].name,
                     engine.integrator[i].fixed ? "h" : "tol");
            offer(t, whole, "=");
        }
    }
    mb_arena_destroy(arena);
}

/* The part behind the last '/' of FORMULATION/INTEGRATOR[/PROJECTION[/LINSOLVER]]. */
static void offer_solvers(typed *t)
{
    char name[MB_SPEC_SIZE];
    int slot = MB_FORMULATION;
    bool parameters;

    for (const char *slash = t->word; (slash = strchr(slash, '/')) && slot <= MB_LINSOLVER; slot++)
        t->kept = (int)(++slash - t->word);
    if (slot == MB_FORMULATION)
        offer_engines(t, "engine.", "/");
    if (mb_is_engine(t->word) && slot <= MB_INTEGRATOR)
        offer_of_engine(t, slot == MB_INTEGRATOR);
    if (mb_is_engine(t->word) || slot > MB_LINSOLVER)
        return;
    parameters = past_name(t, name);
    for (int i = 0; mb_solver_part_at((mb_solver_slot)slot, i); i++) {
        const mb_solver_part *part = mb_solver_part_at((mb_solver_slot)slot, i);

        if (slot == MB_INTEGRATOR && !goes_with(t->word, part->name))
            continue;
        if (!parameters)
            offer(t, part->name, slot == MB_FORMULATION ? "/" : "");
        else if (strcmp(part->name, name) == 0)
            offer_parameters(t, part->params);
    }
}

static void offer_studies(typed *t)
{
    for (const mb_embedded *s = mb_shipped_studies; s->name; s++)
        offer(t, s->name, "");
}

/* ---- options -------------------------------------------------------------------------------- */

/* The row of a word; NULL asks for what stands for the words without "--". */
static const mb_option *find(const mb_command *command, const char *word)
{
    for (int t = 0; t < MB_OPTION_TABLES; t++)
        for (const mb_option *o = mb_option_table(command, t); o && o->word; o++)
            if (word ? strcmp(o->word, word) == 0 : strncmp(o->word, "--", 2) != 0)
                return o;
    return NULL;
}

/* A value, by what the help calls it: words, or one of these. */
static void offer_value(typed *t, const mb_option *option, const char *called)
{
    const bool problem = strstr(called, "PROBLEM") || strcmp(option->word, "--problem") == 0;
    const bool solver = strstr(called, "SOLVER") || strstr(called, "SPEC");
    const bool study = strcmp(called, "STUDY") == 0;

    for (const char *const *w = option->words; w && *w; w++)
        offer(t, *w, "");
    if (!option->words && called[strspn(called, "abcdefghijklmnopqrstuvwxyz-|")] == '\0')
        offer_words(t, called);
    if (study)
        offer_studies(t);
    if (problem)
        offer_problems(t);
    if (study || problem)
        offer_files(t);
    if (strstr(called, "ENGINE"))
        offer_engines(t, "", "");
    t->kept = 0;
    if (solver)
        offer_solvers(t);
}

static void offer_options(const typed *t, const mb_command *command)
{
    for (int k = 0; k < MB_OPTION_TABLES; k++)
        for (const mb_option *o = mb_option_table(command, k); o && o->word; o++)
            if (strncmp(o->word, "--", 2) == 0)
                offer(t, o->word, "");
    offer(t, "--help", "");
    offer(t, "--man", "");
}

static void complete_behind(const mb_command *command, const mb_args *words, typed *t)
{
    const mb_option *option = find(command, words->word[words->count - 2]);
    const mb_option *bare = find(command, NULL);

    if (words->count > 2 && option && option->value)
        offer_value(t, option, option->value);
    else if (*t->word == '-')
        offer_options(t, command);
    else if (bare)
        offer_value(t, bare, bare->word);
}

void mb_complete(const mb_command *const *commands, const mb_args *words, FILE *out)
{
    typed t = {words->count > 0 ? words->word[words->count - 1] : "", 0, out};

    if (words->count <= 1) {
        for (; *commands; commands++)
            offer(&t, (*commands)->name, "");
        offer(&t, "--help", "");
        offer(&t, "--version", "");
        offer(&t, "--man", "");
        return;
    }
    for (; *commands; commands++)
        if (strcmp((*commands)->name, words->word[0]) == 0)
            complete_behind(*commands, words, &t);
}
