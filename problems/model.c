/* SPDX-License-Identifier: MIT */
#include "problems/model.h"

#include <stdio.h>
#include <string.h>

#include "base/pair.h"
#include "base/text.h"
#include "problems/start/start.h"

const char *mb_trait_word(mb_trait trait)
{
    switch (trait) {
#define MB_TRAIT_WORD(name, bit, word, meaning)                                                    \
    case name:                                                                                     \
        return word;
        MB_TRAIT_LIST(MB_TRAIT_WORD)
#undef MB_TRAIT_WORD
    }
    return NULL;
}

const char *mb_term_text(mb_term term)
{
    switch (term) {
#define MB_TERM_TEXT(name, slot, text)                                                             \
    case name:                                                                                     \
        return text;
        MB_TERM_LIST(MB_TERM_TEXT)
#undef MB_TERM_TEXT
    }
    return NULL;
}

mb_output_kind mb_output_kind_of(const mb_output *output)
{
    const char *unit = output->unit;

    if (strcmp(unit, "m") == 0)
        return MB_OUTPUT_LENGTH;
    return strcmp(unit, "rad") == 0 || strcmp(unit, "1") == 0 || !*unit ? MB_OUTPUT_ANGLE
                                                                        : MB_OUTPUT_OTHER;
}

bool mb_model_has(const mb_model *model, mb_term term)
{
    switch (term) {
#define MB_TERM_HAS(name, slot, text)                                                              \
    case name:                                                                                     \
        return model->ops->slot != NULL;
        MB_TERM_LIST(MB_TERM_HAS)
#undef MB_TERM_HAS
    }
    return false;
}

/* The model of a problem with these values, in an arena that is its own */
static mb_status make(mb_arena *arena, const mb_problem *problem, const mb_values *values,
                      mb_model **model, mb_error *err)
{
    mb_status status = MB_OK;
    mb_model *made;

    MB_TRY(MB_TAKE(arena, &made, 1, err));
    made->problem = problem;
    made->values = *values;
    made->arena = arena;
    made->traits = problem->traits;
    made->t_end = problem->t_end;
    made->scale = problem->scale;
    MB_TRY(problem->setup(made, err));
    MB_TRY(mb_model_complete(made, err));
    mb_arena_seal(arena);
    *model = made;
done:
    return status;
}

mb_status mb_model_of_in(mb_arena *arena, const mb_problem *problem, const char *params,
                         mb_model **model, mb_error *err)
{
    mb_status status = MB_OK;
    mb_values values;

    *model = NULL;
    MB_TRY(mb_values_parse(problem->name, problem->params, params, &values, err));
    MB_TRY(make(arena, problem, &values, model, err));
    return MB_OK;
done:
    mb_arena_destroy(arena);
    return status;
}

mb_status mb_model_of(const mb_problem *problem, const char *params, mb_model **model,
                      mb_error *err)
{
    mb_arena *arena = mb_arena_create();

    *model = NULL;
    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "no memory for a model of %s", problem->name);
    return mb_model_of_in(arena, problem, params, model, err);
}

void mb_model_destroy(mb_model *model)
{
    if (model)
        mb_arena_destroy(model->arena); /* the model itself lives in it */
}

mb_status mb_model_spec(const mb_model *model, char *text, size_t size, mb_error *err)
{
    return mb_spec_format(model->problem->name, model->problem->params, &model->values, text, size,
                          err);
}

double mb_model_param(const mb_model *model, const char *name)
{
    return mb_value(model->problem->params, &model->values, name);
}

typedef void name_op(const mb_model *, int index, char *text, size_t size);

/* "LABEL (NAME)" */
static void put_name(const mb_model *model, name_op *name, int index, char *text, size_t size)
{
    size_t used = strlen(text);
    char words[128] = "";

    if (name)
        name(model, index, words, sizeof words);
    if (words[0] && used < size)
        snprintf(text + used, size - used, " (%s)", words);
}

void mb_model_row_text(const mb_model *model, int row, char *text, size_t size)
{
    snprintf(text, size, "row %d", row);
    put_name(model, model->ops->row_text, row, text, size);
}

void mb_model_coordinate_text(const mb_model *model, int coordinate, char *text, size_t size)
{
    snprintf(text, size, "q[%d]", coordinate);
    put_name(model, model->ops->coordinate_text, coordinate, text, size);
}

void mb_model_velocity_text(const mb_model *model, int velocity, char *text, size_t size)
{
    name_op *name = model->ops->velocity_text;

    if (!name && !model->ops->qdot)
        name = model->ops->coordinate_text;
    snprintf(text, size, "v[%d]", velocity);
    put_name(model, name, velocity, text, size);
}

void mb_phidot(const mb_model *model, double t, const double *q, const double *v, const double *d,
               double *phidot)
{
    if (model->ops->phi_t)
        model->ops->phi_t(model, t, q, phidot);
    else
        memset(phidot, 0, (size_t)model->m * sizeof *phidot);
    mb_multiply_add(&model->D, d, 1.0, v, phidot);
}

void mb_rate_of_position(const mb_model *model, const double *q, const double *v, double *dq)
{
    if (model->ops->qdot)
        model->ops->qdot(model, q, v, dq);
    else
        mb_copy_pairs(model->nv, v, dq);
}

void mb_retract(const mb_model *model, const double *dv, double *q)
{
    if (model->ops->retract) {
        model->ops->retract(model, dv, q);
        return;
    }
    for (int i = 0; i < model->nq; i++)
        q[i] += dv[i];
}
