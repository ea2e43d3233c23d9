/* SPDX-License-Identifier: MIT */
/* Where a mechanism stands once it is put together: one position for models in all kinds of
 * coordinates.  Found by the model in coordinates of whole bodies. */
#include <math.h>
#include <string.h>

#include "problems/elements/machine/machine_setup.h"
#include "problems/elements/machine/plain_model.h"
#include "problems/elements/machine/span.h"

/* Share of the mechanism's size that a body may be moved by without a word in the file */
static const double FAR = 0.05;

/* ---- what the assembly may do --------------------------------------------------------------- */

mb_status mb_machine_ease(mb_model *model, const mb_machine *m, mb_error *err)
{
    const mb_plain_start *start = &m->plain->start;
    const double s2 = m->plain->scale * m->plain->scale;
    double lightest = INFINITY, *ease;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(model->arena, &ease, (size_t)model->nv, err));
    for (const mb_mover *body = m->body; body < m->body + m->nbodies; body++)
        lightest = fmin(lightest, body->mass);
    for (const mb_mover *body = m->body; body < m->body + m->nbodies; body++)
        for (int c = 0; c < body->n; c++) {
            const int l = body->local[c];
            /* of Euler parameters those of a rotation about each axis, 4 (J + m s2), roughly */
            const double J = l < 3                    ? 0.0
                             : m->kind == MB_IN_EULER ? body->inertia[0]
                                                      : body->inertia[4 * (l - 3)];

            ease[body->v + c] = sqrt(lightest / (l < 3 ? body->mass : J / s2 + body->mass));
        }
    for (int k = 0; k < start->nfixed; k++) {
        const mb_mover *body = m->body + start->fixed[k];

        for (int c = 0; c < body->n; c++)
            ease[body->v + c] = 0.0;
    }
    model->ease = ease;
done:
    return status;
}

mb_status mb_machine_settled(const mb_model *model, mb_error *err)
{
    const mb_machine *m = model->data;
    const mb_plain_mechanism *plain = m->plain;
    const int places = plain->spatial ? 3 : 2;

    for (int b = 0; b < m->nbodies && !plain->start.approximate; b++) {
        const mb_plain_body *of = &plain->body[b];
        double square = 0.0;

        for (int i = 0; i < places; i++) {
            const double by = model->q0[m->body[b].q + i] - of->com[i];

            square += by * by;
        }
        if (sqrt(square) > FAR * plain->scale)
            return mb_fail(
                err, MB_BAD_INPUT,
                "%s:%d:%d: '%s' was moved by %.3g m; say approximate: yes under start if "
                "that is meant",
                plain->file, of->source.line, of->source.column, of->name, sqrt(square));
    }
    return MB_OK;
}

/* ---- placed --------------------------------------------------------------------------------- */

typedef struct look {
    mb_problem problem; /* first: set-up finds the mechanism by it */
    const mb_plain_mechanism *mechanism;
    const char *coordinates;
} look;

static mb_status setup(mb_model *model, mb_error *err)
{
    const look *l = (const look *)(const void *)model->problem;

    return mb_plain_model_in(model, l->mechanism, l->coordinates, err);
}

mb_status mb_plain_model_of(const mb_plain_mechanism *plain, const char *coordinates,
                            mb_arena *arena, mb_model **model, mb_error *err)
{
    look *l;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &l, 1, err));
    l->problem = (mb_problem){.name = plain->file, .title = "", .source = "", .traps = ""};
    l->problem.setup = setup;
    l->problem.t_end = plain->t_end;
    l->problem.scale = plain->scale;
    l->mechanism = plain;
    l->coordinates = coordinates;
    status = mb_model_of(&l->problem, "", model, err);
done:
    return status;
}

mb_status mb_plain_whole_model(const mb_plain_mechanism *plain, mb_arena *arena, mb_model **model,
                               mb_error *err)
{
    return mb_plain_model_of(plain, plain->spatial ? "body" : "reference-point", arena, model, err);
}

/* What a disc has rolled no position tells. */
static int coordinates_of(const mb_plain_mechanism *m, int joint)
{
    const mb_joint_kind kind = m->joint[joint].kind;

    return kind == MB_JOINT_ROLLING ? 0 : mb_joint_kind_facts(kind)->coordinates;
}

/* The mechanism with the coordinates of its joints as outputs and without branch tests. */
static mb_status with_joints(const mb_plain_mechanism *m, mb_arena *arena, mb_plain_mechanism *made,
                             mb_error *err)
{
    static const char *const names[1] = {""};
    mb_plain_output *output;
    const char **component;
    mb_status status = MB_OK;
    int n = 0;

    MB_TRY(MB_TAKE(arena, &output, 2 * (size_t)m->njoints, err));
    MB_TRY(MB_TAKE(arena, &component, 2 * (size_t)m->njoints, err));
    for (int j = 0; j < m->njoints; j++)
        for (int k = 0; k < coordinates_of(m, j); k++, n++) {
            output[n] = (mb_plain_output){
                .name = "", .scale = 1.0, .unit = "", .n = 1, .first = n, .names = names};
            output[n].of.kind = MB_MEASURE_JOINT;
            output[n].of.relative = MB_ON_GROUND;
            output[n].of.force = output[n].of.drive = MB_NO_INDEX;
            output[n].of.of = (mb_coordinate){j, k};
            component[n] = "";
        }
    *made = *m;
    made->output = output;
    made->noutputs = made->ncomponents = n;
    made->component = component;
    made->nbranches = 0;
    made->branch_mode = MB_BRANCH_NONE;
done:
    return status;
}

static void stand(mb_machine_kind kind, const mb_mover *body, const double *q, mb_plain_body *b)
{
    mb_stand s;

    mb_stand_at(&s, kind, body, q);
    memcpy(b->com, s.f.r, sizeof b->com);
    if (b->point)
        return;
    for (int i = 0; i < 3; i++)
        for (int c = 0; c < 3; c++)
            b->turn[3 * i + c] = s.f.A[3 * c + i];
    if (kind == MB_IN_X_Y_PHI)
        b->angle = q[body->q + 2];
}

/* Angles within half a turn of those declared */
static void take_values(const mb_plain_mechanism *m, const double *value, mb_plain_joint *joint)
{
    int n = 0;

    for (int j = 0; j < m->njoints; j++) {
        joint[j] = m->joint[j];
        joint[j].open = 0.0;
        for (int k = 0; k < coordinates_of(m, j); k++, n++) {
            const double by = value[n] - joint[j].value[k];

            if (isfinite(by))
                joint[j].value[k] +=
                    mb_coordinate_is_length(&joint[j], k) ? by : remainder(by, 2.0 * M_PI);
        }
    }
}

static mb_status take(const mb_plain_mechanism *declared, const mb_model *model, mb_arena *arena,
                      const mb_plain_mechanism **placed, mb_error *err)
{
    const mb_machine *m = model->data;
    mb_plain_mechanism *made;
    mb_plain_body *body;
    mb_plain_joint *joint;
    double *none, *value;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(arena, &made, 1, err));
    MB_TRY(MB_TAKE(arena, &body, (size_t)declared->nbodies, err));
    MB_TRY(MB_TAKE(arena, &joint, (size_t)declared->njoints, err));
    MB_TRY(MB_TAKE(arena, &none, (size_t)(model->nv + model->m), err));
    MB_TRY(MB_TAKE(arena, &value, (size_t)model->noutputs, err));
    model->ops->outputs(model, model->t0, model->q0, model->v0, none, none + model->nv, value);
    take_values(declared, value, joint);
    for (int b = 0; b < declared->nbodies; b++) {
        body[b] = declared->body[b];
        stand(m->kind, &m->body[b], model->q0, &body[b]);
    }
    *made = *declared;
    made->body = body;
    made->joint = joint;
    *placed = made;
done:
    return status;
}

mb_status mb_plain_placed(const mb_plain_mechanism *declared, mb_arena *arena,
                          const mb_plain_mechanism **placed, mb_error *err)
{
    mb_plain_mechanism with_outputs;
    mb_model *model = NULL;
    mb_status status = MB_OK;

    *placed = declared;
    if (declared->start.keep)
        return MB_OK;
    MB_TRY(with_joints(declared, arena, &with_outputs, err));
    MB_TRY(mb_plain_whole_model(&with_outputs, arena, &model, err));
    if (model->start.positions > 0.0)
        MB_TRY(take(declared, model, arena, placed, err));
done:
    mb_model_destroy(model);
    return status;
}
