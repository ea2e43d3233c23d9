#include "bench/mechanism/problem_file.h"

#include <stddef.h>
#include <string.h>

#include "base/text.h"
#include "bench/mechanism/source.h"
#include "problems/elements/machine/plain_model.h"
#include "problems/mechanisms/files.h"

enum { MOST_LIMITS = 5 };

/* A problem that is a declaration: its set-up finds the text by it. */
typedef struct declared_problem {
    mb_problem problem; /* first */
    mb_mechanism_source source;
    bool picks;       /* the last of its parameters, `coordinates`, is ours, not the file's */
    mb_values values; /* at which it was opened, */
    const mb_plain_mechanism *plain; /* and what it is there */
    mb_stated_limit limit[MOST_LIMITS];
} declared_problem;

/* "p=v,..." of a list without its last one, where that is ours. */
static mb_status own_parameters(const declared_problem *d, const mb_values *values, mb_arena *arena,
                                const char **text, mb_error *err)
{
    const int n = mb_param_count(d->problem.params) - d->picks;
    mb_param *params;
    char spec[MB_SPEC_SIZE];
    mb_status status;

    MB_TRY(MB_TAKE(arena, &params, (size_t)n + 1, err));
    for (int i = 0; i < n; i++)
        params[i] = d->problem.params[i];
    MB_TRY(mb_spec_format("m", params, values, spec, sizeof spec, err));
    *text = mb_arena_strdup(arena, spec[1] ? spec + 2 : "");
    if (!*text)
        status = mb_fail(err, MB_NO_MEMORY, "no memory for parameters of %s", d->source.name);
done:
    return status;
}

static mb_status read_at(const declared_problem *d, const mb_values *values, mb_arena *arena,
                         FILE *tell, const mb_plain_mechanism **plain, mb_error *err)
{
    const char *parameters;
    mb_status status;

    MB_TRY(own_parameters(d, values, arena, &parameters, err));
    MB_TRY(mb_mechanism_read(&d->source, parameters, arena, tell, NULL, plain, err));
done:
    return status;
}

/* Word of a choice. */
static mb_status picked(const mb_param *p, double value, mb_arena *arena, const char **word,
                        mb_error *err)
{
    const char *text = p->choices;
    char *copy;

    for (int skip = (int)value; skip > 0; skip--)
        text = strchr(text, '|') + 1;
    copy = mb_arena_strdup(arena, text);
    if (!copy)
        return mb_fail(err, MB_NO_MEMORY, "no memory for a kind of coordinates");
    copy[strcspn(copy, "|")] = '\0';
    *word = copy;
    return MB_OK;
}

/* The kind of coordinates at these values. */
static mb_status coordinates_of(const declared_problem *d, const mb_values *values,
                                const mb_plain_mechanism *plain, mb_arena *arena,
                                const char **coordinates, mb_error *err)
{
    const int last = mb_param_count(d->problem.params) - 1;

    if (d->picks)
        return picked(&d->problem.params[last], values->value[last], arena, coordinates, err);
    *coordinates = mb_plain_coordinates(plain);
    return MB_OK;
}

static mb_status setup(mb_model *model, mb_error *err)
{
    const declared_problem *d = (const declared_problem *)(const void *)model->problem;
    const mb_plain_mechanism *plain;
    const char *coordinates;
    mb_status status;

    plain = d->plain;
    if (memcmp(&model->values, &d->values, sizeof d->values) != 0)
        MB_TRY(read_at(d, &model->values, model->arena, NULL, &plain, err));
    MB_TRY(coordinates_of(d, &model->values, plain, model->arena, &coordinates, err));
    MB_TRY(mb_plain_model_in(model, plain, coordinates, err));
    model->declared = plain;
done:
    return status;
}

/* ---- from a declaration to a problem ------------------------------------------------------------- */

/* The declaration's parameters, and `coordinates` where it allows several kinds and has no parameter
 * of that name. */
static mb_status take_params(declared_problem *d, const mb_plain_mechanism *plain, mb_arena *arena,
                             mb_error *err)
{
    const int n = mb_param_count(plain->params);
    char kinds[256] = "";
    mb_param *params;
    mb_status status = MB_OK;

    d->problem.params = plain->params;
    if (plain->ncoordinates < 2 || mb_param_index(plain->params, "coordinates") >= 0 ||
        n == MB_MAX_PARAMS)
        return MB_OK;
    for (int i = 0; i < plain->ncoordinates; i++)
        mb_join(kinds, sizeof kinds, "|", plain->coordinates[i]);
    MB_TRY(MB_TAKE(arena, &params, (size_t)n + 2, err));
    for (int i = 0; i < n; i++)
        params[i] = plain->params[i];
    params[n] = (mb_param){.name = "coordinates", .kind = MB_CHOICE, .doc = "kind of coordinates"};
    params[n].choices = mb_arena_strdup(arena, kinds);
    if (!params[n].choices)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "no memory for parameters of %s", d->source.name));
    d->problem.params = params;
    d->picks = true;
done:
    return status;
}

static void take_limits(declared_problem *d, const mb_plain_mechanism *plain)
{
    int n = 0;

    if (plain->energy_given)
        d->limit[n++] = (mb_stated_limit){"energy", MB_STATED_ENERGY, plain->energy};
    if (plain->violation_given)
        d->limit[n++] = (mb_stated_limit){"gap", MB_STATED_GAP, plain->violation / plain->scale};
    if (plain->drift_given)
        d->limit[n++] = (mb_stated_limit){"drift", MB_STATED_DRIFT, plain->drift};
    if (plain->error_given)
        d->limit[n++] = (mb_stated_limit){"error", MB_STATED_ERROR, plain->error / plain->scale};
    d->problem.limits = n > 0 ? d->limit : NULL;
    d->problem.limits_source = "accept";
}

static mb_status declare(const char *spec, mb_arena *arena, FILE *tell, mb_problem_spec *found,
                         mb_error *err)
{
    const mb_plain_mechanism *plain;
    declared_problem *d;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &d, 1, err));
    MB_TRY(mb_mechanism_open(spec, arena, &d->source, err));
    MB_TRY(mb_mechanism_read(&d->source, "", arena, tell, NULL, &plain, err));
    d->problem = (mb_problem){.name = d->source.name, .setup = setup};
    MB_TRY(take_params(d, plain, arena, err));
    MB_TRY(
        mb_values_parse(d->source.name, d->problem.params, d->source.parameters, &d->values, err));
    MB_TRY(mb_spec_format(d->source.name, d->problem.params, &d->values, found->canonical,
                          sizeof found->canonical, err));
    MB_TRY(read_at(d, &d->values, arena, tell, &plain, err));
    d->plain = plain;
    d->problem.title = plain->title && *plain->title ? plain->title : plain->name;
    d->problem.source = plain->sources;
    d->problem.traps = plain->traps;
    d->problem.t_end = plain->t_end;
    d->problem.scale = plain->scale;
    take_limits(d, plain);
    MB_TRY(coordinates_of(d, &d->values, plain, arena, &found->coordinates, err));
    mb_mechanism_digest(plain, found->digest);
    found->mechanism = plain;
    found->problem = &d->problem;
    found->parameters = found->canonical + strlen(d->source.name);
    found->parameters += *found->parameters == ':';
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
    const char *rest;

    return mb_mechanism_is_file(spec) || (mb_spec_split(spec, name, &rest, NULL) == MB_OK &&
                                          !mb_problem_find(name) && mb_mechanism_file(name));
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
    mb_arena *arena = mb_arena_create();
    mb_problem_spec found;
    mb_status status;

    *model = NULL;
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
