/* What keeps a body rigid: the length of its span, and that its other points stay where they are in
 * its frame.  Points of which nothing varies need no rows; they must fit. */
#include <math.h>
#include <string.h>

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

/* |span|^2 - L^2 */
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
    MB_TRY(keep(model, (mb_body_row){.body = b, .x = *span, .y = *span, .seat = -1}, err));
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

mb_status mb_natural_body_rows(mb_model *model, mb_machine *m, mb_error *err)
{
    const mb_natural *n = m->natural;
    mb_status status = MB_OK;

    for (int b = 0; b < m->nbodies; b++) {
        const mb_laid *laid = &n->body[b];

        if (laid->point)
            continue;
        MB_TRY(length(model, m, b, err));
        for (int k = 1; k < laid->npoints; k++)
            if (laid->point_seat[k].node != laid->span[0].to)
                MB_TRY(carried(model, m, b, k, err));
    }
done:
    return status;
}
