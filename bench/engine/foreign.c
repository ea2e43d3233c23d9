/* SPDX-License-Identifier: MIT */
#include "bench/engine/foreign.h"

#include <math.h>
#include <string.h>

#include "bench/mechanism/problem_file.h"
#include "bench/mechanism/source.h"
#include "problems/elements/machine/plain_model.h"

static const mb_formulation no_formulation = {.name = "foreign"};
static const mb_integrator no_integrator = {.name = "foreign", .end_acceleration = true};

static mb_status stand_in(mb_foreign *f, mb_arena *arena, mb_error *err)
{
    const mb_model *model = f->model;
    mb_solver *s;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &f->solver, 1, err));
    s = f->solver;
    s->model = model;
    s->arena = arena;
    s->formulation = &no_formulation;
    s->integrator = &no_integrator;
    MB_TRY(MB_TAKE(arena, &s->state.q, (size_t)(model->nq + model->nv), err));
    s->state.v = s->state.q + model->nq;
    MB_TRY(MB_TAKE(arena, &s->state.a, (size_t)model->nv, err));
    MB_TRY(MB_TAKE(arena, &s->state.lambda, (size_t)model->m, err));
    for (int i = 0; i < model->nv; i++)
        s->state.a[i] = NAN;
    for (int i = 0; i < model->m; i++)
        s->state.lambda[i] = NAN;
    s->state.t = model->t0;
    memcpy(s->state.q, model->q0, (size_t)model->nq * sizeof *s->state.q);
    memcpy(s->state.v, model->v0, (size_t)model->nv * sizeof *s->state.v);
done:
    return status;
}

mb_status mb_foreign_of(const mb_plain_mechanism *declared, const mb_problem *problem,
                        mb_arena *arena, mb_foreign *f, mb_error *err)
{
    mb_error why = {MB_OK, ""};
    mb_problem *of;
    mb_status status;

    memset(f, 0, sizeof *f);
    f->declared = declared;
    if (mb_plain_whole_model(declared, arena, &f->model, &why) != MB_OK ||
        mb_assemble(declared, arena, &f->assembled, &why) != MB_OK)
        MB_TRY(mb_fail(err, MB_NOT_APPLICABLE, "no model to audit bodies by: %.900s", why.text));
    /* names, limits and end are the problem's; its parameters are in the mechanism already */
    MB_TRY(MB_TAKE(arena, &of, 1, err));
    *of = *problem;
    of->params = NULL;
    f->model->problem = of;
    f->model->declared = declared;
    f->model->traits |= of->traits & MB_MOTION_TRAITS;
    MB_TRY(stand_in(f, arena, err));
done:
    return status;
}

mb_status mb_foreign_create(const char *problem, const char *digest, mb_arena *arena, mb_foreign *f,
                            mb_error *err)
{
    mb_mechanism_source source;
    mb_declaration *declaration;
    char now[MB_SHA256_TEXT];
    mb_status status;

    memset(f, 0, sizeof *f);
    MB_TRY(mb_mechanism_open(problem, arena, &source, err));
    MB_TRY(mb_mechanism_read(&source, source.parameters, arena, NULL, NULL, &declaration, err));
    mb_mechanism_digest(declaration->mechanism, now);
    if (source.file && digest && *digest && strcmp(digest, now) != 0)
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "%s has changed since the run was planned", problem));
    MB_TRY(mb_foreign_of(declaration->mechanism,
                         source.file ? &declaration->problem : mb_problem_find(source.text->name),
                         arena, f, err));
done:
    return status;
}

void mb_foreign_free(mb_foreign *f)
{
    mb_model_destroy(f->model);
    memset(f, 0, sizeof *f);
}

void mb_foreign_put(mb_foreign *f, double t, const mb_pose *pose)
{
    mb_state *state = &f->solver->state;

    state->t = t;
    mb_plain_take_poses(f->model, pose, state->q, state->v);
}
