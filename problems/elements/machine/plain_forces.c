/* SPDX-License-Identifier: MIT */
/* Forces of a file to forces along scalars, and to loads. */
#include <string.h>

#include "problems/elements/machine/machine_setup.h"
#include "problems/elements/machine/turns.h"
#include "problems/format/expression/expression.h"

static bool depends_on(const mb_expression *e, int variable)
{
    for (int k = 0; e && k < e->n; k++)
        if (e->op[k].code == MB_OP_VARIABLE && e->op[k].variable == variable)
            return true;
    return false;
}

static mb_scalar length_scalar(void)
{
    return (mb_scalar){.kind = MB_SCALAR_LENGTH,
                       .x = {{.kind = MB_ARROW_BETWEEN}},
                       .y = {{.kind = MB_ARROW_BETWEEN}},
                       .factor = 1.0};
}

/* Along the line of two places, + pulls them together.  A spring of free length 0 is a force on
 * d . d, which needs no direction: V = k d . d / 2. */
static void line(mb_machine *m, const mb_plain_force *f)
{
    const mb_tie tie = mb_tie_between(f->body[0], f->place[0], f->body[1], f->place[1]);
    const bool fixed_law = f->law && !depends_on(f->law, MB_LAW_T) && !depends_on(f->law, MB_LAW_V);
    mb_effort *e = &m->effort[m->nefforts];
    mb_effort whole = {.tie = tie,
                       .s = length_scalar(),
                       .sign = -1.0,
                       .stiffness = f->stiffness,
                       .free = f->law ? 0.0 : f->free,
                       .damping = f->damping,
                       .only = f->only,
                       .law = f->law,
                       .damper = f->damper};

    if (!f->law && f->free == 0.0 && f->only == MB_BOTH_SIDES && f->stiffness > 0.0) {
        mb_effort half = whole;

        half.s.kind = MB_SCALAR_PRODUCT;
        half.s.factor = 0.5;
        half.stiffness = half.damping = 0.0;
        half.damper = NULL;
        half.constant = f->stiffness;
        half.elastic = true;
        *e++ = half;
        m->nefforts++;
        if (f->damping == 0.0 && !f->damper)
            return;
        whole.stiffness = 0.0;
    }
    whole.elastic = fixed_law || (!f->law && whole.stiffness > 0.0);
    whole.lossy = f->damping > 0.0 || f->damper || (f->law && !fixed_law);
    *e = whole;
    m->nefforts++;
}

static void joint(mb_machine *m, const mb_plain_force *f)
{
    const mb_plain_joint *j = &m->plain->joint[f->of.joint];
    mb_effort *e = &m->effort[m->nefforts++];

    *e = (mb_effort){.sign = f->law ? 1.0 : -1.0,
                     .stiffness = f->stiffness,
                     .free = f->free,
                     .damping = f->damping,
                     .law = f->law,
                     .elastic = !f->law && f->stiffness > 0.0,
                     .lossy = f->law || f->damping > 0.0};
    e->s = mb_machine_coordinate(m, f->of, &e->tie);
    if (mb_turns_are_open(m) && !mb_coordinate_is_length(j, f->of.number)) {
        mb_counted *turn = mb_turns_add(m, f->of, j->value[f->of.number]);

        turn->effort = (int)(e - m->effort);
        e->s.near = &turn->now.near;
    }
}

static void push(mb_machine *m, const mb_plain_force *f)
{
    static const double origin[3] = {0.0, 0.0, 0.0};
    mb_effort *e = &m->effort[m->nefforts++];

    *e = (mb_effort){.tie = mb_tie_between(MB_ON_GROUND, origin, f->body[1], f->place[1]),
                     .s = mb_scalar_off(f->axis),
                     .sign = 1.0,
                     .law = f->law,
                     .lossy = true};
    e->s.x[0].kind = MB_ARROW_WORLD;
}

static void load(mb_machine *m, const mb_plain_force *f)
{
    mb_load *x = &m->load[m->nloads++];

    x->constant = true;
    x->kind = f->kind == MB_FORCE_TORQUE ? MB_LOAD_TORQUE : MB_LOAD_FORCE;
    x->duo.body[0] = x->kind == MB_LOAD_TORQUE ? f->body[0] : MB_ON_GROUND;
    x->duo.body[1] = f->body[1];
    x->in_body = f->in_body;
    memcpy(x->u, f->place[1], sizeof x->u);
    memcpy(x->axis, f->axis, sizeof x->axis);
    memcpy(x->value, f->value, sizeof x->value);
    for (int i = 0; i < 3; i++)
        x->constant = x->constant && !depends_on(x->value[i], MB_LAW_T);
    x->conservative = x->constant && (x->kind == MB_LOAD_TORQUE ? !m->plain->spatial : !f->in_body);
}

static bool is_damped(const mb_effort *e)
{
    return e->damping != 0.0 || (e->law && depends_on(e->law, MB_LAW_V)) ||
           (e->damper && depends_on(e->damper, MB_LAW_V));
}

mb_status mb_machine_forces(mb_model *model, mb_machine *m, mb_error *err)
{
    mb_status status = MB_OK;
    const mb_plain_mechanism *plain = m->plain;

    MB_TRY(MB_TAKE(model->arena, &m->turn, (size_t)(plain->nforces + plain->ncomponents), err));
    MB_TRY(MB_TAKE(model->arena, &m->effort, 2 * (size_t)plain->nforces, err));
    MB_TRY(MB_TAKE(model->arena, &m->load, (size_t)plain->nforces, err));
    MB_TRY(MB_TAKE(model->arena, &m->force_effort, (size_t)plain->nforces, err));
    for (int k = 0; k < plain->nforces; k++) {
        const mb_plain_force *f = &plain->force[k];

        switch (f->kind) {
        case MB_FORCE_LINE:
            line(m, f);
            break;
        case MB_FORCE_JOINT:
            joint(m, f);
            break;
        case MB_FORCE_PUSH:
            push(m, f);
            break;
        default:
            load(m, f);
            break;
        }
        m->force_effort[k] =
            f->kind == MB_FORCE_VECTOR || f->kind == MB_FORCE_TORQUE ? -1 : m->nefforts - 1;
    }
    for (mb_effort *e = m->effort; e < m->effort + m->nefforts; e++)
        e->damped = is_damped(e);
done:
    return status;
}
