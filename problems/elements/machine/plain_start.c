/* SPDX-License-Identifier: MIT */
/* The start: declared poses and velocities, and what is held. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/elements/machine/machine_setup.h"
#include "problems/elements/machine/span.h"

void mb_euler_parameters(const double *R, double *p)
{
    const double square[4] = {1.0 + R[0] + R[4] + R[8], 1.0 + R[0] - R[4] - R[8],
                              1.0 - R[0] + R[4] - R[8], 1.0 - R[0] - R[4] + R[8]};
    int k = 0;
    double norm;

    for (int i = 1; i < 4; i++)
        if (square[i] > square[k])
            k = i;
    p[k] = 0.5 * sqrt(square[k]);
    norm = 0.25 / p[k];
    if (k == 0) {
        p[1] = norm * (R[7] - R[5]);
        p[2] = norm * (R[2] - R[6]);
        p[3] = norm * (R[3] - R[1]);
    } else {
        const int i = k - 1, j = k % 3, l = (k + 1) % 3; /* cyclic */

        p[0] = norm * (R[3 * l + j] - R[3 * j + l]);
        p[1 + j] = norm * (R[3 * j + i] + R[3 * i + j]);
        p[1 + l] = norm * (R[3 * l + i] + R[3 * i + l]);
    }
    norm = (p[0] < 0.0 ? -1.0 : 1.0) / sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
    for (int i = 0; i < 4; i++)
        p[i] *= norm;
}

static void poses(mb_model *model, const mb_machine *m)
{
    for (int b = 0; b < m->nbodies; b++) {
        const mb_plain_body *plain = &m->plain->body[b];
        double *q = model->q0 + m->body[b].q;

        memcpy(q, plain->com, (m->kind == MB_IN_X_Y_PHI ? 2 : 3) * sizeof *q);
        if (plain->point)
            continue;
        if (m->kind == MB_IN_X_Y_PHI)
            q[2] = plain->angle;
        else
            mb_euler_parameters(plain->turn, q + 3);
    }
}

/* omega in the world as velocities of a body's rotation */
static void turning(const mb_machine *m, const mb_stand *s, const double *omega, double *local)
{
    double own[3];

    mb_turn_back(&s->f, omega, own);
    if (m->kind == MB_IN_EULER) {
        mb_omega_t(s->f.p, own, local);
        for (int i = 0; i < 4; i++)
            local[i] *= 0.25;
    } else {
        memcpy(local, own, sizeof own);
    }
}

/* Velocities of bodies that are given as a whole are where the start begins. */
static void velocities(mb_model *model, const mb_machine *m)
{
    for (int k = 0; k < m->plain->start.n; k++) {
        const mb_start_item *item = &m->plain->start.item[k];
        const mb_mover *body;
        double local[MB_LOCAL] = {0.0};
        const bool turns = item->kind == MB_START_OMEGA;
        mb_stand s;

        if (item->along || item->kind == MB_START_COORDINATE || item->body < 0 ||
            (!turns && mb_dot(item->place, item->place) > 0.0))
            continue;
        body = m->body + item->body;
        mb_stand_at(&s, m->kind, body, model->q0);
        memcpy(local, item->value, sizeof item->value);
        if (turns)
            turning(m, &s, item->value, local + 3);
        for (int c = 0; c < body->n; c++)
            if ((body->local[c] > 2) == turns)
                model->v0[body->v + c] = local[body->local[c]];
    }
}

/* ---- what is held -------------------------------------------------------------------------------- */

/* Factors of a held velocity as local vectors of both bodies */
static void factors(const mb_machine *m, const mb_held *held, const double *q, mb_both e)
{
    mb_stands stands;
    mb_view w;

    memset(e, 0, sizeof(mb_both));
    mb_stands_begin(&stands, m, q, NULL);
    mb_view_at(&w, &stands, m->kind, &held->tie, false);
    if (!held->turning) {
        mb_scalar_gradient(&w, m->kind == MB_IN_EULER, &held->s, 1.0, e);
    } else {
        double own[3];

        mb_turn_back(&w.side[1]->f, held->direction, own);
        if (m->kind == MB_IN_EULER)
            mb_omega_t(w.side[1]->f.p, own, e[1] + 3);
        else
            memcpy(e[1] + 3, own, sizeof own);
    }
}

void mb_machine_hold(const mb_model *model, const mb_hold *hold, const double *q, double *factor)
{
    const mb_machine *m = model->data;
    const mb_held *held = &m->held[hold->kind];
    mb_both e;
    int n = 0;

    factors(m, held, q, e);
    for (int side = 0; side < 2; side++) {
        const mb_mover *body = mb_mover_of(m, held->tie.duo.body[side]);

        for (int c = 0; body && c < body->n; c++)
            factor[n++] = e[side][body->local[c]];
    }
}

static void hold(mb_model *model, mb_machine *m, mb_held held, const mb_start_item *item,
                 const char *name, double value)
{
    mb_hold *x = &m->hold[model->nholds++];

    m->held[m->nholds] = held;
    *x = (mb_hold){.value = value,
                   .name = name,
                   .kind = m->nholds++,
                   .line = item->source.line,
                   .column = item->source.column};
    if (m->natural)
        return;
    for (int side = 0; side < 2; side++) {
        const mb_mover *body = mb_mover_of(m, held.tie.duo.body[side]);

        for (int c = 0; body && c < body->n; c++)
            x->velocity[x->n++] = body->v + c;
    }
    mb_machine_hold(model, x, model->q0, x->factor);
}

/* One component, along a direction of the world */
static void hold_along(mb_model *model, mb_machine *m, const mb_start_item *item, const char *name,
                       const double *direction, double value)
{
    static const double origin[3] = {0.0, 0.0, 0.0};
    mb_held held = {.turning = item->kind == MB_START_OMEGA,
                    .tie = mb_tie_between(MB_ON_GROUND, origin, item->body, item->place),
                    .s = mb_scalar_off(direction)};

    held.s.x[0].kind = MB_ARROW_WORLD;
    memcpy(held.direction, direction, sizeof held.direction);
    hold(model, m, held, item, name, value);
}

/* "P.x", as outputs are called */
static const char *component_name(const mb_model *model, const char *name, int i)
{
    char text[160];
    const char *kept;

    snprintf(text, sizeof text, "%s.%c", name, "xyz"[i]);
    kept = mb_arena_strdup(model->arena, text);
    return kept ? kept : name;
}

static void hold_item(mb_model *model, mb_machine *m, const mb_start_item *item)
{
    static const double unit[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

    if (item->kind == MB_START_COORDINATE) {
        mb_held held = {.turning = false};

        held.s = mb_machine_coordinate(m, item->of, &held.tie);
        hold(model, m, held, item, item->name, item->value[0]);
    } else if (item->along) {
        hold_along(model, m, item, item->name, item->direction, item->value[0]);
    } else {
        const bool turns = item->kind == MB_START_OMEGA;

        for (int i = 0; i < 3; i++)
            if (m->plain->spatial || (turns ? i == 2 : i < 2))
                hold_along(model, m, item,
                           turns && !m->plain->spatial ? item->name
                                                       : component_name(model, item->name, i),
                           unit[i], item->value[i]);
    }
}

mb_status mb_machine_start(mb_model *model, mb_machine *m, mb_error *err)
{
    mb_status status = MB_OK;
    const mb_plain_start *start = &m->plain->start;

    MB_TRY(MB_TAKE(model->arena, &model->q0, (size_t)model->nq, err));
    MB_TRY(MB_TAKE(model->arena, &model->v0, (size_t)model->nv, err));
    MB_TRY(MB_TAKE(model->arena, &m->hold, 3 * (size_t)start->n, err));
    MB_TRY(MB_TAKE(model->arena, &m->held, 3 * (size_t)start->n, err));
    model->hold = m->hold;
    model->keep_start = start->keep;
    model->rates_follow = true;
    if (!m->natural) {
        poses(model, m);
        velocities(model, m);
    }
    for (int k = 0; k < start->n; k++)
        if (start->item[k].kind == MB_START_COORDINATE || start->item[k].body >= 0)
            hold_item(model, m, &start->item[k]);
done:
    return status;
}
