/* SPDX-License-Identifier: MIT */
#include "problems/mechanisms/declaration.h"

#include <string.h>

#include "problems/elements/machine/plain_model.h"
#include "problems/format/read/format.h"
#include "problems/mechanisms/files.h"
#include "problems/mechanisms/hook.h"

/* A file's name for messages: its path, or that of the catalogue with its ending. */
static mb_status label_of(const mb_embedded *file, mb_arena *arena, const char **label,
                          mb_error *err)
{
    const bool path = strpbrk(file->name, "/.") != NULL;

    return mb_arena_printf(arena, label, err, "%s%s", file->name, path ? "" : ".yaml");
}

static mb_status read_file(const mb_embedded *file, const char *parameters, mb_arena *arena,
                           mb_messages *messages, const mb_plain_mechanism **plain, mb_error *err)
{
    const char *label;
    mb_status status;

    MB_TRY(label_of(file, arena, &label, err));
    MB_TRY(mb_format_read(label, file->text, file->size, parameters, arena, messages, plain, err));
done:
    return status;
}

static void take_limits(mb_declaration *d)
{
    const mb_plain_mechanism *plain = d->mechanism;
    int n = 0;

    if (plain->energy_given)
        d->limit[n++] = (mb_stated_limit){"energy", MB_STATED_ENERGY, plain->energy};
    if (plain->energy_coarse_given)
        d->limit[n++] = (mb_stated_limit){"energy_coarse", MB_STATED_ENERGY, plain->energy_coarse};
    if (plain->violation_given)
        d->limit[n++] = (mb_stated_limit){"gap", MB_STATED_GAP, plain->violation / plain->scale};
    if (plain->drift_given)
        d->limit[n++] = (mb_stated_limit){"drift", MB_STATED_DRIFT, plain->drift};
    if (plain->error_given)
        d->limit[n++] = (mb_stated_limit){"error", MB_STATED_ERROR, plain->error / plain->scale};
    d->problem.limits = n > 0 ? d->limit : NULL;
    d->problem.limits_source = plain->accept_source;
}

static unsigned traits_of(const mb_plain_mechanism *plain)
{
    return (plain->chaotic ? (unsigned)MB_CHAOTIC : 0U) |
           (plain->singular_positions ? (unsigned)MB_SINGULAR_POSITIONS : 0U) |
           (plain->stiff ? (unsigned)MB_STIFF : 0U);
}

mb_status mb_declaration_read(const mb_embedded *file, const char *parameters, mb_arena *arena,
                              mb_messages *messages, mb_declaration **declaration, mb_error *err)
{
    const mb_plain_mechanism *plain;
    mb_declaration *d;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &d, 1, err));
    MB_TRY(read_file(file, parameters, arena, messages, &plain, err));
    d->mechanism = plain;
    d->problem = (mb_problem){.name = file->name,
                              .title = *plain->title ? plain->title : plain->name,
                              .source = plain->sources,
                              .traps = plain->traps,
                              .file = file,
                              .read = plain,
                              .params = plain->params,
                              .t_end = plain->t_end,
                              .scale = plain->scale,
                              .traits = traits_of(plain),
                              .setup = mb_declaration_setup};
    take_limits(d);
    *declaration = d;
done:
    return status;
}

/* The file at a model's values, as it was read or in the model's arena. */
static mb_status read_at(const mb_problem *problem, const mb_values *values, mb_arena *arena,
                         const mb_plain_mechanism **plain, mb_error *err)
{
    const size_t n = (size_t)mb_param_count(problem->params);
    char spec[MB_SPEC_SIZE];
    mb_status status;

    *plain = problem->read;
    if (*plain && memcmp((*plain)->values.value, values->value, n * sizeof *values->value) == 0)
        return MB_OK;
    MB_TRY(mb_spec_format("m", problem->params, values, spec, sizeof spec, err));
    MB_TRY(read_file(problem->file, spec[1] ? spec + 2 : "", arena, NULL, plain, err));
done:
    return status;
}

/* C code knows what stands in the files of the catalogue; a user's file may say something else, and
 * has the automatic reference. */
static bool is_shipped(const mb_embedded *file)
{
    return file == mb_mechanism_file(file->name);
}

/* What C code brings a reference or a kind of coordinates by that name */
static mb_status hook_of(const mb_plain_mechanism *plain, const char *what, const char *name,
                         const mb_hook **hook, mb_error *err)
{
    *hook = mb_hook_find(name);
    return *hook ? MB_OK
                 : mb_fail(err, MB_BAD_INPUT, "%s: no C code brings %s '%.63s'", plain->file, what,
                           name);
}

/* The C code of the kind of coordinates that is asked for; NULL: it follows from the file. */
static const char *c_coordinates(const mb_plain_mechanism *plain)
{
    const int k = mb_param_index(plain->params, "coordinates");
    const int picked = k < 0 ? 0 : (int)plain->values.value[k];

    return picked < plain->ncoordinates ? plain->coordinates_c[picked] : NULL;
}

mb_status mb_declaration_setup(mb_model *model, mb_error *err)
{
    const bool shipped = is_shipped(model->problem->file);
    const mb_plain_mechanism *plain;
    const mb_hook *hook;
    mb_status status;

    MB_TRY(read_at(model->problem, &model->values, model->arena, &plain, err));
    model->traits = traits_of(plain);
    if (shipped && c_coordinates(plain)) {
        MB_TRY(hook_of(plain, "coordinates", c_coordinates(plain), &hook, err));
        MB_TRY(hook->model(model, plain, err));
    } else {
        MB_TRY(mb_plain_model_in(model, plain, mb_plain_coordinates(plain), err));
    }
    model->declared = plain;
    if (plain->reference == MB_REFERENCE_C && shipped) {
        MB_TRY(hook_of(plain, "a reference", plain->reference_c, &hook, err));
        MB_TRY(hook->reference(model, plain, err));
    }
done:
    return status;
}
