/* SPDX-License-Identifier: MIT */
#include "bench/mechanism/problem_file.h"

#include <string.h>

#include "bench/mechanism/source.h"
#include "problems/elements/machine/plain_model.h"
#include "problems/format/read/format.h"
#include "problems/mechanisms/declaration.h"

static bool same(const mb_param *params, const mb_values *a, const mb_values *b)
{
    return memcmp(a->value, b->value, (size_t)mb_param_count(params) * sizeof *a->value) == 0;
}

/* Which parameters a file of the user's has, and so what stands in its canonical spec, is known once
 * it is read: it is read anew where their values are others. */
static mb_status declare(const char *spec, mb_arena *arena, FILE *tell, mb_problem_spec *found,
                         mb_error *err)
{
    mb_mechanism_source source;
    const mb_problem *of;
    mb_declaration *d = NULL;
    mb_values values;
    mb_status status;

    MB_TRY(mb_mechanism_open(spec, arena, &source, err));
    of = source.file ? NULL : mb_problem_find(source.text->name);
    if (!of) {
        MB_TRY(mb_mechanism_read(&source, "", arena, tell, NULL, &d, err));
        of = &d->problem;
    }
    MB_TRY(mb_values_parse(of->name, of->params, source.parameters, &values, err));
    MB_TRY(mb_spec_format(of->name, of->params, &values, found->canonical, sizeof found->canonical,
                          err));
    found->parameters = found->canonical + strlen(of->name);
    found->parameters += *found->parameters == ':';
    if (!d || !same(of->params, &values, &d->mechanism->values))
        MB_TRY(mb_mechanism_read(&source, found->parameters, arena, tell, NULL, &d, err));
    found->problem = source.file ? &d->problem : of;
    found->mechanism = d->mechanism;
    found->coordinates = mb_plain_coordinates(d->mechanism);
    mb_mechanism_digest(d->mechanism, found->digest);
done:
    return status;
}

static void take_text(void *data, const char *text)
{
    mb_sha256_add(data, text, strlen(text));
}

void mb_mechanism_digest(const mb_plain_mechanism *plain, char digest[MB_SHA256_TEXT])
{
    mb_sha256 sum;

    mb_sha256_begin(&sum);
    mb_format_canonical(plain, take_text, &sum);
    mb_sha256_text(&sum, digest);
}

/* ---- any problem ---------------------------------------------------------------------------------- */

bool mb_problem_is_declared(const char *spec)
{
    char name[MB_SPEC_SIZE];
    const mb_problem *of;
    const char *rest;

    if (mb_mechanism_is_file(spec))
        return true;
    of = mb_spec_split(spec, name, &rest, NULL) == MB_OK ? mb_problem_find(name) : NULL;
    return of && of->file;
}

mb_status mb_problem_split(const char *spec, char name[MB_SPEC_SIZE], const char **parameters,
                           mb_error *err)
{
    return mb_mechanism_is_file(spec) ? mb_mechanism_split(spec, name, parameters, err)
                                      : mb_spec_split(spec, name, parameters, err);
}

mb_status mb_problem_open(const char *spec, mb_arena *arena, FILE *tell, mb_problem_spec *problem,
                          mb_error *err)
{
    char name[MB_SPEC_SIZE];
    const char *rest;
    mb_status status;

    *problem = (mb_problem_spec){.digest = ""};
    if (mb_problem_is_declared(spec))
        return declare(spec, arena, tell, problem, err);
    MB_TRY(mb_problem_canonical(spec, problem->canonical, sizeof problem->canonical, err));
    MB_TRY(mb_spec_split(spec, name, &rest, err));
    problem->problem = mb_problem_find(name);
    problem->parameters = problem->canonical + strlen(name);
    problem->parameters += *problem->parameters == ':';
done:
    return status;
}

bool mb_problem_lacks(const mb_problem_spec *problem, char *text, size_t size)
{
    return problem->mechanism &&
           mb_plain_model_lacks(problem->mechanism, problem->coordinates, text, size);
}

mb_status mb_problem_model(const char *spec, const char *digest, mb_model **model, mb_error *err)
{
    mb_problem_spec found;
    mb_arena *arena;
    mb_status status;

    *model = NULL;
    if (!mb_mechanism_is_file(spec))
        return mb_model_create(spec, model, err);
    arena = mb_arena_create();
    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "no memory for a model of %s", spec);
    MB_TRY(mb_problem_open(spec, arena, NULL, &found, err));
    if (digest && *digest && strcmp(digest, found.digest) != 0)
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "%s has changed since the run was planned", spec));
    return mb_model_of_in(arena, found.problem, found.parameters, model, err);
done:
    mb_arena_destroy(arena);
    return status;
}
