/* SPDX-License-Identifier: MIT */
/* From a plain mechanism to a model in natural coordinates. */
#include <stdio.h>
#include <string.h>

#include "problems/elements/machine/machine_setup.h"
#include "problems/elements/machine/natural/natural.h"
#include "problems/elements/machine/turns.h"
#include "problems/start/start.h"

/* ---- names ---------------------------------------------------------------------------------------- */

/* "points 1 and 2", "vector 3" */
static void span_text(const mb_span *x, char *text, size_t size)
{
    if (x->from < 0)
        snprintf(text, size, "vector %d", x->to);
    else
        snprintf(text, size, "points %d and %d", x->from, x->to);
}

void mb_natural_row_text(const mb_model *model, int row, char *text, size_t size)
{
    const mb_machine *m = model->data;
    const mb_body_row *r = &m->natural->body_row[row];

    char x[48], y[48];

    if (row >= m->natural->nbody_rows) {
        mb_machine_row_text(model, row, text, size);
        return;
    }
    span_text(&r->x, x, sizeof x);
    span_text(&r->y, y, sizeof y);
    if (r->seat == MB_AXIS_SEAT || r->seat == MB_ACROSS_SEAT)
        snprintf(text, size, "direction of %s on '%s'", x, m->body[r->body].name);
    else if (r->seat >= 0)
        snprintf(text, size, "place of point %d on '%s'",
                 m->natural->body[r->body].point_seat[r->seat].node, m->body[r->body].name);
    else if (r->x.from != r->y.from || r->x.to != r->y.to)
        snprintf(text, size, "angle between %s, and %s", x, y);
    else
        snprintf(text, size, "%s of %s", r->x.from < 0 ? "unit norm" : "distance", x);
}

static const mb_node *owner(const mb_natural *n, int i)
{
    int low = 0, high = n->nnodes - 1;

    while (low < high) { /* nodes stand in order; those that are held are before or behind others */
        const int middle = (low + high) / 2;
        int last = -1;

        for (int k = middle; k >= 0 && last < 0; k--)
            for (int c = 0; c < 3; c++)
                last = n->node[k].var[c] > last ? n->node[k].var[c] : last;
        if (last < i)
            low = middle + 1;
        else
            high = middle;
    }
    return &n->node[low];
}

void mb_natural_coordinate_text(const mb_model *model, int coordinate, char *text, size_t size)
{
    const mb_machine *m = model->data;
    const mb_natural *n = m->natural;
    const mb_node *node = owner(n, coordinate);

    for (int c = 0; c < 3; c++)
        if (node->var[c] == coordinate)
            snprintf(text, size, "%c of %s %d", "xyz"[c], node -> vector ? "vector" : "point",
                     (int)(node - n->node));
}

/* ---- traits --------------------------------------------------------------------------------------- */

static bool quadratic(const mb_natural *n)
{
    for (int k = 0; k < n->nforms; k++)
        if (n->form[k].form.s.kind != MB_SCALAR_PRODUCT)
            return false;
    return true;
}

static bool conservative(const mb_machine *m)
{
    for (int k = 0; k < m->nefforts; k++)
        if (m->effort[k].lossy)
            return false;
    return m->natural->ntwist_forces == 0 && m->plain->ndrives == 0;
}

static mb_status finish(mb_model *model, const mb_machine *m, mb_error *err)
{
    const mb_natural *n = m->natural;
    const bool holonomic = model->mh == model->m, drives = m->plain->ndrives > 0;
    mb_status status = MB_OK;
    mb_ops *ops;
    int rank;

    MB_TRY(MB_TAKE(model->arena, &ops, 1, err));
    MB_TRY(mb_matrix_rank(&model->M, n->mass, NULL, NULL, &rank, err));
    *ops = mb_natural_ops;
    model->ops = ops;
    model->constant_force = m->nefforts + n->ntwist_forces == 0;
    if (conservative(m))
        ops->power = NULL;
    if (!drives)
        ops->phi_t = NULL;
    if (m->plain->branch_mode != MB_BRANCH_GIVEN || m->plain->nbranches == 0)
        ops->branch = NULL;
    if (!mb_turns_are_followed(m))
        ops->follow = NULL;
    if (!quadratic(n) || !holonomic || drives || !model->constant_force)
        ops->discrete_gradient = NULL;
    model->traits =
        (unsigned)MB_IDENTITY_T | (unsigned)MB_CONSTANT_M | (unsigned)MB_FULL_RANK_D |
        (rank == model->nv ? (unsigned)MB_REGULAR_M : 0U) |
        (quadratic(n) ? (unsigned)MB_QUADRATIC_PHI : 0U) |
        (holonomic ? (unsigned)MB_HOLONOMIC : 0U) | (drives ? 0U : (unsigned)MB_SCLERONOMIC) |
        (conservative(m) ? (unsigned)MB_CONSERVATIVE : 0U) | (model->traits & MB_MOTION_TRAITS);
done:
    return status;
}

mb_status mb_natural_model(mb_model *model, mb_machine *m, mb_error *err)
{
    mb_status status = MB_OK;

    model->coordinates = m->plain->spatial ? "spatial-natural" : "planar-natural";
    MB_TRY(mb_natural_lay(model, m, err));
    MB_TRY(mb_natural_body_rows(model, m, err));
    m->first_row = m->natural->nbody_rows;
    MB_TRY(mb_machine_rows(model, m, err));
    MB_TRY(mb_machine_velocity_rows(model, m, err));
    MB_TRY(mb_machine_forces(model, m, err));
    MB_TRY(mb_natural_ties(model, m, err));
    MB_TRY(mb_natural_twists(model, m, err));
    MB_TRY(mb_natural_patterns(model, m, err));
    MB_TRY(mb_natural_rods(model, m, err));
    MB_TRY(mb_machine_start(model, m, err));
    MB_TRY(mb_natural_start(model, m, err));
    MB_TRY(mb_machine_outputs(model, m, err));
    MB_TRY(mb_natural_outputs(model, m, err));
    MB_TRY(finish(model, m, err));
done:
    return status;
}
