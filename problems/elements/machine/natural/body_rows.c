/* SPDX-License-Identifier: MIT */
/* What keeps a body rigid: lengths of and angles between the arrows of its frame, and that its other
 * points and axes stay where they are in it.  What does not vary needs no rows, but must fit.
 *
 * In space bodies share arrows.  The norm of a vector is one row of the first body that has it in its
 * frame, of none where a body carries it; the length of a span is one of the body whose points it
 * joins; a product of two arrows is one row of the first body that has both. */
#include <math.h>
#include <string.h>

#include "problems/elements/machine/machine_setup.h"
#include "problems/elements/machine/natural/natural.h"

static bool varies(const mb_node *node)
{
    return node->var[0] >= 0 || node->var[1] >= 0 || node->var[2] >= 0;
}

static mb_status keep(mb_model *model, mb_body_row row, mb_error *err)
{
    const mb_machine *m = model->data;
    mb_natural *n = m->natural;
    mb_status status = MB_OK;

    MB_TRY(mb_natural_grow(model, &n->body_row, n->nbody_rows, &n->max_body_rows,
                           sizeof *n->body_row, err));
    n->body_row[n->nbody_rows++] = row;
done:
    return status;
}

static mb_status does_not_fit(const mb_model *model, const mb_mover *body, double by, mb_error *err)
{
    return mb_fail(err, MB_BAD_INPUT,
                   "the start of %s cannot be assembled: places of '%s' that the ground holds are "
                   "%.3g m from where the body has them",
                   model->problem->name, body->name, by);
}

void mb_natural_span_of(const mb_span *span, mb_combination *c)
{
    memset(c, 0, sizeof *c);
    if (span->from >= 0)
        mb_natural_combine_node(c, span->from, -1.0, 0.0);
    mb_natural_combine_node(c, span->to, 1.0, 0.0);
}

/* The plane: |span|^2 - L^2 */
static mb_status length(mb_model *model, const mb_machine *m, int b, mb_error *err)
{
    const mb_natural *n = m->natural;
    const mb_span *span = &n->body[b].span[0];
    const mb_node *from = &n->node[span->from], *to = &n->node[span->to];
    const double square = mb_dot(span->u, span->u);
    mb_combination x;
    mb_status status = MB_OK;

    if (!varies(from) && !varies(to)) {
        const double now = hypot(to->place[0] - from->place[0], to->place[1] - from->place[1]);

        return fabs(now - sqrt(square)) <= 1e-9 * model->scale
                   ? MB_OK
                   : does_not_fit(model, &m->body[b], fabs(now - sqrt(square)), err);
    }
    mb_natural_span_of(span, &x);
    MB_TRY(mb_natural_product_row(model, n->nbody_rows, &x, &x, 1.0, -square, err));
    MB_TRY(keep(model, (mb_body_row){.body = b, .x = *span, .y = *span, .seat = MB_NO_SEAT}, err));
done:
    return status;
}

void mb_natural_carried(const mb_machine *m, int b, int seat, mb_combination *x)
{
    const mb_seat *at = &m->natural->body[b].point_seat[seat];

    mb_natural_framed(m, b, at->u, x);
    mb_natural_combine_node(x, at->node, -1.0, 0.0);
}

/* A point stays where it is in the frame: one row a coordinate */
static mb_status carried(mb_model *model, const mb_machine *m, int b, int seat, mb_error *err)
{
    const mb_natural *n = m->natural;
    mb_combination x;
    mb_status status = MB_OK;

    mb_natural_carried(m, b, seat, &x);
    for (int i = 0; i < n->dimension; i++) {
        bool made;

        MB_TRY(mb_natural_linear_row(model, n->nbody_rows, &x, i, &made, err));
        if (made)
            MB_TRY(keep(model, (mb_body_row){.body = b, .seat = seat, .i = i}, err));
    }
done:
    return status;
}

/* A vector of unit length by itself, or a span of others, stays along an axis of the frame: it is
 * across two others. */
static mb_status along(mb_model *model, const mb_machine *m, int b, const mb_span *arrow,
                       mb_error *err)
{
    const mb_natural *n = m->natural;
    mb_body_row row = {.body = b, .x = *arrow, .seat = MB_ACROSS_SEAT};
    const double size = sqrt(mb_dot(arrow->u, arrow->u));
    double axis[3], across[2][3];
    mb_combination x, y;
    mb_status status = MB_OK;

    for (int i = 0; i < 3; i++)
        axis[i] = arrow->u[i] / size;
    mb_triad(axis, across[0], across[1]);
    mb_natural_span_of(arrow, &x);
    for (int k = 0; k < 2; k++) {
        mb_natural_axis(m, b, across[k], &y);
        memcpy(row.y.u, across[k], sizeof row.y.u);
        MB_TRY(mb_natural_product_row(model, n->nbody_rows, &x, &y, 1.0, 0.0, err));
        MB_TRY(keep(model, row, err));
    }
done:
    return status;
}

/* A vector stays where it is in the frame. */
static mb_status carried_axis(mb_model *model, const mb_machine *m, int b, const mb_span *arrow,
                              mb_error *err)
{
    const mb_natural *n = m->natural;
    mb_combination x, own;
    mb_status status = MB_OK;

    mb_natural_axis(m, b, arrow->u, &x);
    mb_natural_span_of(arrow, &own);
    mb_natural_combine(&x, -1.0, &own);
    for (int i = 0; i < n->dimension; i++) {
        bool made;

        MB_TRY(mb_natural_linear_row(model, n->nbody_rows, &x, i, &made, err));
        if (made)
            MB_TRY(keep(model, (mb_body_row){.body = b, .x = *arrow, .seat = MB_AXIS_SEAT, .i = i},
                        err));
    }
done:
    return status;
}

/* ---- space ---------------------------------------------------------------------------------------- */

/* Products of arrows that have rows, by the four ends: a table with open addresses */
struct made {
    int size; /* a power of two */
    int (*key)[4];
    bool *used;
    int *carrier; /* (nnodes) 1 + the body that carries a vector, 0: none does */
};

/* False where the product is there already; then it is. */
static bool first_time(struct made *made, const mb_span *x, const mb_span *y)
{
    const bool turned = x->from > y->from || (x->from == y->from && x->to > y->to);
    const mb_span *a = turned ? y : x, *b = turned ? x : y;
    const int key[4] = {a->from, a->to, b->from, b->to};
    unsigned at = 0;

    for (int i = 0; i < 4; i++)
        at = (at + (unsigned)(key[i] + 1)) * 2654435761U;
    for (at %= (unsigned)made->size; made->used[at]; at = (at + 1) % (unsigned)made->size)
        if (memcmp(made->key[at], key, sizeof key) == 0)
            return false;
    made->used[at] = true;
    memcpy(made->key[at], key, sizeof key);
    return true;
}

static bool has_seat(const mb_laid *laid, int node)
{
    for (int k = 0; k < laid->npoints; k++)
        if (laid->point_seat[k].node == node)
            return true;
    return false;
}

static bool span_varies(const mb_natural *n, const mb_span *x)
{
    return varies(&n->node[x->to]) || (x->from >= 0 && varies(&n->node[x->from]));
}

/* Whether a product of the frame needs a row of this body. */
static bool wanted(const mb_natural *n, const mb_laid *laid, int i, int j, struct made *made)
{
    const mb_span *x = &laid->span[i], *y = &laid->span[j];

    if (!span_varies(n, x) && !span_varies(n, y))
        return false;
    if (i == j && (x->from < 0 ? made->carrier[x->to] > 0
                               : !has_seat(laid, x->from) || !has_seat(laid, x->to)))
        return false;
    return first_time(made, x, y);
}

static mb_status frame(mb_model *model, const mb_machine *m, int b, struct made *made,
                       mb_error *err)
{
    const mb_natural *n = m->natural;
    const mb_laid *laid = &n->body[b];
    mb_status status = MB_OK;

    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            const mb_span *x = &laid->span[i], *y = &laid->span[j];
            mb_combination of_x, of_y;

            if (!wanted(n, laid, i, j, made))
                continue;
            mb_natural_span_of(x, &of_x);
            mb_natural_span_of(y, &of_y);
            MB_TRY(mb_natural_product_row(model, n->nbody_rows, &of_x, i == j ? &of_x : &of_y, 1.0,
                                          -mb_dot(x->u, y->u), err));
            MB_TRY(
                keep(model, (mb_body_row){.body = b, .x = *x, .y = *y, .seat = MB_NO_SEAT}, err));
        }
done:
    return status;
}

static bool carries(const mb_natural *n, const struct made *made, const mb_span *arrow, int b)
{
    return arrow->from < 0 && varies(&n->node[arrow->to]) && made->carrier[arrow->to] == 1 + b;
}

static bool in_frame(const mb_laid *laid, int seat)
{
    for (int k = 0; k < laid->nspans; k++)
        if (laid->span[k].from == laid->point_seat[0].node &&
            laid->span[k].to == laid->point_seat[seat].node)
            return true;
    return false;
}

static mb_status table(const mb_machine *m, mb_arena *scratch, struct made *made, mb_error *err)
{
    const mb_natural *n = m->natural;
    mb_status status = MB_OK;

    for (made->size = 16; made->size < 12 * m->nbodies; made->size *= 2)
        continue;
    MB_TRY(MB_TAKE(scratch, &made->key, (size_t)made->size, err));
    MB_TRY(MB_TAKE(scratch, &made->used, (size_t)made->size, err));
    MB_TRY(MB_TAKE(scratch, &made->carrier, (size_t)n->nnodes, err));
    for (int b = 0; b < m->nbodies; b++)
        for (int k = 0; k < n->body[b].narrows; k++)
            if (n->body[b].arrow[k].from < 0 && varies(&n->node[n->body[b].arrow[k].to]) &&
                made->carrier[n->body[b].arrow[k].to] == 0)
                made->carrier[n->body[b].arrow[k].to] = 1 + b;
done:
    return status;
}

mb_status mb_natural_body_rows(mb_model *model, mb_machine *m, mb_error *err)
{
    const mb_natural *n = m->natural;
    mb_arena *scratch = mb_arena_create();
    mb_status status = MB_OK;
    struct made made;

    if (!scratch)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the rows of bodies");
    MB_TRY(table(m, scratch, &made, err));
    for (int b = 0; b < m->nbodies; b++) {
        const mb_laid *laid = &n->body[b];

        if (laid->point)
            continue;
        if (n->dimension == 2)
            MB_TRY(length(model, m, b, err));
        else
            MB_TRY(frame(model, m, b, &made, err));
        for (int k = 1; k < laid->npoints; k++)
            if (!in_frame(laid, k))
                MB_TRY(carried(model, m, b, k, err));
        for (int k = 0; k < laid->narrows; k++)
            if (carries(n, &made, &laid->arrow[k], b))
                MB_TRY(carried_axis(model, m, b, &laid->arrow[k], err));
            else
                MB_TRY(along(model, m, b, &laid->arrow[k], err));
    }
done:
    mb_arena_destroy(scratch);
    return status;
}
