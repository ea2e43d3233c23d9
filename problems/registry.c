/* SPDX-License-Identifier: MIT */
/* The problems that there are, by name. */
#include <string.h>

#include "base/names.h"
#include "problems/model.h"

#define X(file) extern const mb_problem mb_problem_##file;
#include "problems/registry.inc"
#undef X

static const mb_problem *const registry[] = {
#define X(file) &mb_problem_##file,
#include "problems/registry.inc"
#undef X
};
enum { PROBLEMS = sizeof registry / sizeof *registry };

const mb_problem *const *mb_problems(int *n)
{
    *n = PROBLEMS;
    return registry;
}

const mb_problem *mb_problem_find(const char *name)
{
    for (int i = 0; i < PROBLEMS; i++)
        if (strcmp(registry[i]->name, name) == 0)
            return registry[i];
    return NULL;
}

mb_status mb_problem_unknown(const char *name, mb_error *err)
{
    const char *known[PROBLEMS + 1] = {NULL};
    char meant[900];

    for (int i = 0; i < PROBLEMS; i++)
        known[i] = registry[i]->name;
    mb_meant(name, known, "a file ends in .yaml; known problems are", meant, sizeof meant);
    return mb_fail(err, MB_BAD_INPUT, "unknown problem '%.80s'; %s", name, meant);
}

/* The problem that a spec names, and what stands behind its name */
static mb_status find(const char *spec, const mb_problem **problem, const char **rest,
                      mb_error *err)
{
    mb_status status = MB_OK;
    char name[MB_SPEC_SIZE];

    MB_TRY(mb_spec_split(spec, name, rest, err));
    *problem = mb_problem_find(name);
    if (!*problem)
        status = mb_problem_unknown(name, err);
done:
    return status;
}

mb_status mb_model_create_in(mb_arena *arena, const char *spec, mb_model **model, mb_error *err)
{
    const mb_problem *problem;
    const char *rest;
    mb_status status;

    *model = NULL;
    MB_TRY(find(spec, &problem, &rest, err));
    return mb_model_of_in(arena, problem, rest, model, err);
done:
    mb_arena_destroy(arena);
    return status;
}

mb_status mb_model_create(const char *spec, mb_model **model, mb_error *err)
{
    mb_arena *arena = mb_arena_create();

    *model = NULL;
    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "no memory for a model of %s", spec);
    return mb_model_create_in(arena, spec, model, err);
}

mb_status mb_problem_canonical(const char *spec, char *text, size_t size, mb_error *err)
{
    const mb_problem *problem;
    const char *rest;
    mb_values values;
    mb_status status;

    MB_TRY(find(spec, &problem, &rest, err));
    MB_TRY(mb_values_parse(problem->name, problem->params, rest, &values, err));
    MB_TRY(mb_spec_format(problem->name, problem->params, &values, text, size, err));
done:
    return status;
}
