/* SPDX-License-Identifier: MIT */
/* Specs of engines. */
#include "bench/engine/engine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "solvers/compose.h"

#define PREFIX "engine."

bool mb_is_engine(const char *spec)
{
    return strncmp(spec, PREFIX, strlen(PREFIX)) == 0;
}

/* Cuts at the first slash; the text behind it, NULL where there is none. */
static const char *cut(const char *spec, char head[MB_SPEC_SIZE], mb_error *err)
{
    const char *slash = strchr(spec, '/');

    if (strlen(spec) >= MB_SPEC_SIZE) {
        mb_fail(err, MB_BAD_INPUT, "a spec of %zu characters; at most %d are read", strlen(spec),
                MB_SPEC_SIZE - 1);
        return NULL;
    }
    if (!slash || strchr(slash + 1, '/')) {
        mb_fail(err, MB_BAD_INPUT,
                "'%s' has %s; expected engine.NAME[:setting=value,...]/INTEGRATOR[:h=...]", spec,
                slash ? "more than two parts" : "no integrator");
        return NULL;
    }
    memcpy(head, spec, (size_t)(slash - spec));
    head[slash - spec] = '\0';
    return slash + 1;
}

static const mb_param step_params[] = {
    MB_REAL("h", 0.0, "s", .max = 1e6, .above_min = true, .required = true, .doc = "step size"),
    {.name = NULL}};
static const mb_param tolerance_params[] = {MB_REAL("tol", 0.0, "1", .max = 1.0, .above_min = true,
                                                    .required = true,
                                                    .doc = "tolerance of the engine's own error"),
                                            {.name = NULL}};

static mb_status take_integrator(mb_engine_choice *c, const char *text, mb_error *err)
{
    char name[MB_SPEC_SIZE], others[400] = "";
    const mb_param *params;
    const char *rest;
    mb_values values;
    mb_status status;

    MB_TRY(mb_spec_split(text, name, &rest, err));
    for (int i = 0; i < c->engine.nintegrators && !c->integrator; i++)
        if (strcmp(c->engine.integrator[i].name, name) == 0)
            c->integrator = &c->engine.integrator[i];
    for (int i = 0; i < c->engine.nintegrators; i++)
        mb_join(others, sizeof others, ", ", c->engine.integrator[i].name);
    if (!c->integrator)
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "engine.%s has no integrator '%.80s'; it has %s",
                       c->engine.name, name, others));
    params = c->integrator->fixed ? step_params : tolerance_params;
    MB_TRY(mb_values_parse(name, params, rest, &values, err));
    c->h = c->integrator->fixed ? values.value[0] : (double)NAN;
    c->tol = c->integrator->fixed ? (double)NAN : values.value[0];
done:
    return status;
}

/* An engine that was asked, or asks it. */
static mb_status find(const char *name, mb_engines *engines, mb_arena *arena, mb_engine *engine,
                      mb_error *err)
{
    mb_status status;

    for (int i = 0; engines && i < engines->count; i++)
        if (strcmp(engines->asked[i].name, name) == 0) {
            *engine = engines->asked[i];
            return MB_OK;
        }
    status = mb_engine_find(name, engines ? engines->arena : arena, engine, err);
    if (status == MB_OK && engines && engines->count < MB_ENGINES_KEPT)
        engines->asked[engines->count++] = *engine;
    return status;
}

static mb_status compose(const char *spec, mb_engines *engines, mb_arena *arena,
                         mb_engine_choice *c, mb_error *err)
{
    char head[MB_SPEC_SIZE], owner[MB_SPEC_SIZE];
    const char *integrator = cut(spec, head, err), *settings;
    mb_status status;

    memset(c, 0, sizeof *c);
    if (!integrator)
        return MB_BAD_INPUT;
    settings = head + strcspn(head, ":");
    snprintf(owner, sizeof owner, "%.*s", (int)(settings - head), head);
    settings += *settings == ':';
    MB_TRY(find(owner + strlen(PREFIX), engines, arena, &c->engine, err));
    MB_TRY(mb_values_parse(owner, c->engine.settings, settings, &c->settings, err));
    MB_TRY(take_integrator(c, integrator, err));
done:
    return status;
}

mb_status mb_engine_compose(const char *spec, mb_arena *arena, mb_engine_choice *c, mb_error *err)
{
    return compose(spec, NULL, arena, c, err);
}

static mb_status format(const mb_engine_choice *c, char *text, size_t size, mb_error *err)
{
    char owner[MB_SPEC_SIZE], head[MB_SPEC_SIZE], step[MB_NUMBER_SIZE];
    mb_status status;

    snprintf(owner, sizeof owner, PREFIX "%s", c->engine.name);
    status = mb_spec_format(owner, c->engine.settings, &c->settings, head, sizeof head, err);
    if (status != MB_OK)
        return status;
    mb_format_number(c->integrator->fixed ? c->h : c->tol, step);
    if (snprintf(text, size, "%s/%s:%s=%s", head, c->integrator->name,
                 c->integrator->fixed ? "h" : "tol", step) >= (int)size)
        return mb_fail(err, MB_BAD_INPUT, "a spec longer than %zu characters", size - 1);
    return MB_OK;
}

static mb_status canonical(const char *spec, mb_engines *engines, char *text, size_t size,
                           mb_error *err)
{
    mb_engine_choice choice;
    mb_arena *arena;
    mb_status status;

    if (!mb_is_engine(spec))
        return mb_solver_canonical(spec, text, size, err);
    arena = mb_arena_create();
    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "no memory for an engine");
    status = compose(spec, engines, arena, &choice, err);
    if (status == MB_OK)
        status = format(&choice, text, size, err);
    mb_arena_destroy(arena);
    return status;
}

mb_status mb_method_canonical(const char *spec, char *text, size_t size, mb_error *err)
{
    return canonical(spec, NULL, text, size, err);
}

mb_status mb_method_planned(const char *spec, mb_engines *engines, char *text, size_t size,
                            mb_error *err)
{
    char name[MB_SPEC_SIZE] = "";
    const char *from = spec + strlen(PREFIX);

    if (!mb_is_engine(spec))
        return mb_solver_canonical(spec, text, size, err);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(from, ":/"), from);
    if (mb_engine_is_here(name) || strlen(spec) >= size)
        return canonical(spec, engines, text, size, err);
    snprintf(text, size, "%s", spec);
    return MB_OK;
}

/* What stands behind the last ":NAME=" of the integrator of an engine's spec; NULL: nothing. */
static const char *behind(const char *spec, const char *name)
{
    const char *slash = strchr(spec, '/'), *at = slash ? strchr(slash, ':') : NULL;
    const size_t n = strlen(name);

    return at && strncmp(at + 1, name, n) == 0 && at[1 + n] == '=' ? at + n + 2 : NULL;
}

static double number_behind(const char *spec, const char *name)
{
    const char *at = behind(spec, name);
    double x;

    return at && mb_parse_number(at, &x) ? x : (double)NAN;
}

double mb_method_step(const char *spec)
{
    return mb_is_engine(spec) ? number_behind(spec, "h") : mb_solver_nominal_step(spec);
}

double mb_method_tolerance(const char *spec)
{
    return mb_is_engine(spec) ? number_behind(spec, "tol") : mb_solver_tolerance(spec);
}

double mb_engine_parameter(const char *spec, const char *name)
{
    const size_t n = strlen(name);

    for (const char *at = spec; (at = strpbrk(at, ":,")) != NULL; at++)
        if (strncmp(at + 1, name, n) == 0 && at[1 + n] == '=') {
            char text[MB_NUMBER_SIZE];
            double x;

            at += n + 2;
            snprintf(text, sizeof text, "%.*s", (int)strcspn(at, ",/"), at);
            return mb_parse_number(text, &x) ? x : (double)NAN;
        }
    return NAN;
}

/* The spec of a solver with another value of a parameter of its integrator. */
static mb_status solver_at(const char *spec, const char *name, double value, char *text,
                           size_t size, mb_error *err)
{
    char longer[4 * MB_SPEC_SIZE];
    mb_composition c;
    mb_status status;

    MB_TRY(mb_compose(spec, &c, err));
    c.integrator_values.value[mb_param_index(c.integrator->params, name)] = value;
    MB_TRY(mb_composition_format(&c, longer, sizeof longer, err));
    MB_TRY(mb_solver_canonical(longer, text, size, err));
done:
    return status;
}

mb_status mb_method_at(const char *spec, const char *name, double value, char *text, size_t size,
                       mb_error *err)
{
    const char *at = behind(spec, name);
    char number[MB_NUMBER_SIZE];

    if (!mb_is_engine(spec))
        return solver_at(spec, name, value, text, size, err);
    mb_format_number(value, number);
    if (!at || snprintf(text, size, "%.*s%s", (int)(at - spec), spec, number) >= (int)size)
        return mb_fail(err, MB_BAD_INPUT, "%s has no %s", spec, name);
    return MB_OK;
}
