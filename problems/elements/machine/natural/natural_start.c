/* SPDX-License-Identifier: MIT */
/* The start in natural coordinates, and what is held. */
#include <string.h>

#include "problems/elements/machine/natural/natural.h"

static bool at_seat(const mb_machine *m, const mb_seat *seat, const double *u)
{
    double apart[2] = {0.0, 0.0};

    for (int i = 0; i < 3; i++) {
        apart[0] += fabs(seat->u[i] - u[i]);
        apart[1] += fabs(seat->declared[i] - u[i]);
    }
    return fmin(apart[0], apart[1]) <= 1e-12 * m->plain->scale;
}

/* Velocities of basic points that are given are where the start begins. */
static void velocity(mb_model *model, const mb_machine *m, const mb_start_item *item)
{
    const mb_laid *laid;

    if (item->kind != MB_START_VELOCITY || item->along || item->body < 0)
        return;
    laid = &m->natural->body[item->body];
    for (int k = 0; k < laid->npoints; k++) {
        const mb_node *node = &m->natural->node[laid->point_seat[k].node];

        for (int i = 0; at_seat(m, &laid->point_seat[k], item->place) && i < 3; i++)
            if (node->var[i] >= 0)
                model->v0[node->var[i]] = item->value[i];
    }
}

void mb_natural_hold(const mb_model *model, const mb_hold *hold, const double *q, double *factor)
{
    const mb_machine *m = model->data;

    memset(factor, 0, MB_HOLD_TERMS * sizeof *factor);
    if (m->held[hold->kind].turning)
        mb_twist_row_at(&m->natural->turning[hold->kind], q, 1.0, factor);
    else
        mb_lines_gradient(&m->natural->held[hold->kind], q, 1.0, factor);
}

mb_status mb_natural_start(mb_model *model, mb_machine *m, mb_error *err)
{
    mb_natural *n = m->natural;
    mb_status status = MB_OK;

    for (const mb_node *node = n->node; node < n->node + n->nnodes; node++)
        for (int i = 0; i < 3; i++)
            if (node->var[i] >= 0)
                model->q0[node->var[i]] = node->place[i];
    for (int k = 0; k < m->plain->start.n; k++)
        velocity(model, m, &m->plain->start.item[k]);
    MB_TRY(MB_TAKE(model->arena, &n->held, (size_t)m->nholds, err));
    MB_TRY(MB_TAKE(model->arena, &n->turning, (size_t)m->nholds, err));
    for (int k = 0; k < m->nholds; k++) {
        const mb_held *held = &m->held[k];
        mb_hold *hold = &m->hold[k];

        if (held->turning)
            MB_TRY(mb_natural_turning(model, held->tie.duo.body[1], held->direction, &n->turning[k],
                                      err));
        else
            MB_TRY(mb_natural_form(model, &held->tie, &held->s, &n->held[k], err));
        hold->n = held->turning ? n->turning[k].nvar : n->held[k].nvar;
        if (hold->n)
            memcpy(hold->velocity, held->turning ? n->turning[k].var : n->held[k].var,
                   (size_t)hold->n * sizeof *hold->velocity);
        mb_natural_hold(model, hold, model->q0, hold->factor);
    }
done:
    return status;
}
