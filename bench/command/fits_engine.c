/* SPDX-License-Identifier: MIT */
/* Which mechanisms engines take, as their adapters say when they are asked for a step. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/command/fits.h"
#include "bench/engine/foreign.h"

enum { WHY_SIZE = 600 };

static const double patience = 20.0; /* [s] */

/* Why an engine does not take a mechanism; "": it does. */
static void ask(const mb_engine_choice *choice, const char *problem, char why[WHY_SIZE])
{
    mb_engine_job job = {.choice = choice, .t_end = isnan(choice->h) ? 1e-3 : choice->h};
    mb_arena *arena = mb_arena_create();
    mb_foreign foreign = {0};
    mb_program_output output = {0};
    mb_error err = {MB_OK, "out of memory"};
    char *text = NULL;

    why[0] = '\0';
    if (arena && mb_foreign_create(problem, NULL, arena, &foreign, &err) == MB_OK) {
        job.mechanism = foreign.declared;
        job.assembled = &foreign.assembled;
        text = mb_engine_job_text(&job);
    }
    if (!text || mb_engine_call(&choice->engine, text, patience, 0.0, NULL, &output, &err) != MB_OK)
        snprintf(why, WHY_SIZE, "%.*s", WHY_SIZE - 1, err.text);
    else if (output.exit_status != 0)
        mb_engine_complaint(&output, why, WHY_SIZE);
    mb_program_output_free(&output);
    free(text);
    mb_foreign_free(&foreign);
    mb_arena_destroy(arena);
}

mb_status mb_fits_of_engine(const char *spec, json_t *rows, mb_error *err)
{
    mb_arena *arena = mb_arena_create();
    mb_engine_choice choice;
    int n;
    const mb_problem *const *all = mb_problems(&n);
    mb_status status;

    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    MB_TRY(mb_engine_compose(spec, arena, &choice, err));
    for (int i = 0; i < n; i++) {
        char why[WHY_SIZE];

        ask(&choice, all[i]->name, why);
        json_array_append_new(rows, mb_fits_row(NULL, all[i]->name, NULL, why));
    }
done:
    mb_arena_destroy(arena);
    return status;
}

/* The first spec of an engine; an error tells what is wrong with its adapter. */
static mb_status usual(const char *name, mb_arena *arena, mb_engine_choice *choice, mb_error *err)
{
    mb_engine engine;
    char spec[2 * MB_SPEC_SIZE];
    mb_status status;

    MB_TRY(mb_engine_find(name, arena, &engine, err));
    snprintf(spec, sizeof spec, "engine.%s/%s:%s", name, engine.integrator[0].name,
             engine.integrator[0].fixed ? "h=1e-3" : "tol=1e-6");
    MB_TRY(mb_engine_compose(spec, arena, choice, err));
done:
    return status;
}

mb_status mb_fits_engines(const char *problem, json_t *rows, mb_error *err)
{
    mb_arena *arena = mb_arena_create();
    const char *name[MB_MOST_ADAPTERS + 1];
    int n;

    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    n = mb_engines_here(arena, name);
    for (int i = 0; i < n; i++) {
        mb_engine_choice choice = {.engine.nintegrators = 0};
        mb_error own = {MB_OK, ""};
        char why[WHY_SIZE];
        json_t *with = json_array();

        if (usual(name[i], arena, &choice, &own) == MB_OK)
            ask(&choice, problem, why);
        else
            snprintf(why, sizeof why, "%.*s", WHY_SIZE - 1, own.text);
        for (int k = 0; k < choice.engine.nintegrators; k++)
            json_array_append_new(with, json_string(choice.engine.integrator[k].name));
        json_array_append_new(rows, mb_fits_row("engine", name[i], with, why));
    }
    mb_arena_destroy(arena);
    return MB_OK;
}
