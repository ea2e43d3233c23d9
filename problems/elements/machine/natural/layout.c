/* SPDX-License-Identifier: MIT */
/* From basic points (seats.c) to nodes: joints that hold two places together make one node of them,
 * and the ground makes constants. */
#include <math.h>
#include <string.h>

#include "problems/elements/machine/natural/laying.h"

/* ---- one node of many seats ----------------------------------------------------------------------- */

int mb_laying_root(const struct laying *l, int seat)
{
    while (l->parent[seat] != seat) {
        l->parent[seat] = l->parent[l->parent[seat]];
        seat = l->parent[seat];
    }
    return seat;
}

/* Whether components can be held at these places: they are free, or held there already. */
static bool agrees(const struct laying *l, const struct grip *grip, const bool *held,
                   const double *place)
{
    for (int i = 0; i < 3; i++)
        if (held[i] && grip->held[i] &&
            fabs(grip->place[i] - place[i]) > SAME_PLACE * l->plain->scale)
            return false;
    return true;
}

static void hold(struct grip *grip, const bool *held, const double *place)
{
    for (int i = 0; i < 3; i++)
        if (held[i] && !grip->held[i]) {
            grip->held[i] = true;
            grip->place[i] = place[i];
        }
}

/* A place of the ground, or a line of it along an axis, holds coordinates of the node. */
static bool held_by_ground(struct laying *l, int seat, const bool *held, const double *place)
{
    struct grip *grip = &l->grip[mb_laying_root(l, seat)];

    if (!agrees(l, grip, held, place))
        return false;
    hold(grip, held, place);
    return true;
}

static bool joined(struct laying *l, int a, int b)
{
    const int ra = mb_laying_root(l, a), rb = mb_laying_root(l, b);

    if (!agrees(l, &l->grip[ra], l->grip[rb].held, l->grip[rb].place))
        return false;
    if (ra != rb) {
        hold(&l->grip[ra], l->grip[rb].held, l->grip[rb].place);
        l->parent[rb] = ra;
    }
    return true;
}

/* Components that a line of the ground along an axis holds; none where it is along no axis */
static bool line_holds(const struct laying *l, const double *along, bool *held)
{
    int across = 0;

    for (int i = 0; i < 3; i++) {
        held[i] = fabs(along[i]) < 1e-14 && i < l->n->dimension;
        across += held[i];
    }
    return across == l->n->dimension - 1;
}

static bool merged(struct laying *l, int k)
{
    static const bool all[3] = {true, true, true};
    const mb_plain_joint *j = &l->plain->joint[k];
    const int a = l->at[2 * k], b = l->at[2 * k + 1];
    bool held[3];

    if (j->kind == MB_JOINT_POINT_ON_LINE)
        return b >= 0 && line_holds(l, j->axis[0], held) && held_by_ground(l, b, held, j->place[0]);
    if (!mb_laying_meets(j->kind))
        return false;
    if (a < 0)
        return held_by_ground(l, b, all, j->place[0]);
    if (b < 0)
        return held_by_ground(l, a, all, j->place[1]);
    return joined(l, a, b);
}

static mb_status merge(struct laying *l)
{
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(l->scratch, &l->parent, (size_t)l->nseats, l->err));
    MB_TRY(MB_TAKE(l->scratch, &l->grip, (size_t)l->nseats, l->err));
    for (int k = 0; k < l->nseats; k++)
        l->parent[k] = k;
    for (int k = 0; k < l->plain->njoints; k++)
        l->n->merged[k].meet = merged(l, k);
done:
    return status;
}

int mb_natural_joint_node(const mb_machine *m, int joint)
{
    const mb_plain_joint *j = &m->plain->joint[joint];
    const int side = j->body[1] >= 0;
    const mb_laid *laid = &m->natural->body[j->body[side]];

    for (int k = 0; k < laid->npoints; k++)
        if (mb_laying_apart(laid->point_seat[k].u, j->place[side]) <= SAME_PLACE * m->plain->scale)
            return laid->point_seat[k].node;
    return -1;
}

/* The node of a first seat or a vector; a new one where it has no number yet */
static int node_of(struct laying *l, int at, const double *place)
{
    const bool vector = at >= l->nseats;
    int *number = vector ? &l->vector[at - l->nseats].node : &l->node[at];
    mb_natural *n = l->n;
    mb_node *x;

    if (*number > 0)
        return *number - 1;
    x = &n->node[n->nnodes++];
    *number = n->nnodes;
    x->vector = vector;
    for (int i = 0; i < 3; i++) {
        const bool held = vector ? l->vector[at - l->nseats].held : l->grip[at].held[i];

        x->var[i] = held || i >= n->dimension ? -1 : 0;
        x->place[i] = vector ? l->vector[at - l->nseats].place[i]
                      : held ? l->grip[at].place[i]
                             : place[i];
    }
    return *number - 1;
}

static void number_span(struct laying *l, mb_span *span)
{
    static const double none[3] = {0.0, 0.0, 0.0}; /* points of spans have numbers already */

    if (span->from >= 0)
        span->from = node_of(l, span->from, none);
    span->to = node_of(l, span->to, none);
}

/* The span of a planar body: from its first point to the farthest one */
static void planar_frame(struct laying *l, int b)
{
    mb_laid *laid = &l->n->body[b];
    int far = 1;

    if (laid->point)
        return;
    for (int k = 2; k < laid->npoints; k++)
        if (mb_laying_apart(laid->point_seat[k].u, laid->point_seat[0].u) >
            (1.0 + 1e-9) * mb_laying_apart(laid->point_seat[far].u, laid->point_seat[0].u))
            far = k;
    laid->nspans = 1;
    laid->span[0] = (mb_span){.from = mb_laying_root(l, (int)(laid->point_seat - l->seat)),
                              .to = mb_laying_root(l, (int)(laid->point_seat + far - l->seat))};
    for (int i = 0; i < 3; i++)
        laid->span[0].u[i] = laid->point_seat[far].u[i] - laid->point_seat[0].u[i];
}

/* Nodes in the order in which bodies have them: points, axes, vectors of their own */
static void number_body(struct laying *l, int b)
{
    mb_laid *laid = &l->n->body[b];
    const int axes = laid->narrows;

    for (int k = 0; k < laid->npoints; k++) {
        mb_seat *seat = &laid->point_seat[k];
        double place[3];

        mb_plain_place(l->plain, b, seat->declared, place);
        seat->node = node_of(l, mb_laying_root(l, (int)(seat - l->seat)), place);
    }
    for (int k = 0; k < axes; k++)
        if (laid->arrow[k].from < 0)
            node_of(l, laid->arrow[k].to, NULL);
    if (l->n->dimension == 2)
        planar_frame(l, b);
    else
        mb_natural_frame(l, b);
}

static mb_status number(struct laying *l)
{
    mb_natural *n = l->n;
    mb_status status = MB_OK;

    n->max_nodes = l->nseats + 3 * l->plain->nbodies + l->plain->njoints;
    MB_TRY(MB_TAKE(l->model->arena, &n->node, (size_t)n->max_nodes, l->err));
    MB_TRY(MB_TAKE(l->scratch, &l->node, (size_t)l->nseats, l->err));
    for (int b = 0; b < l->plain->nbodies; b++) {
        mb_laid *laid = &n->body[b];

        number_body(l, b);
        for (int k = 0; k < laid->nspans; k++)
            if (laid->span[k].from < 0)
                number_span(l, &laid->span[k]);
    }
    for (mb_laid *laid = n->body; laid < n->body + l->plain->nbodies; laid++) {
        for (int k = 0; k < laid->nspans; k++)
            if (laid->span[k].from >= 0)
                number_span(l, &laid->span[k]);
            else
                laid->span[k].from = -1;
        for (int k = 0; k < laid->narrows; k++)
            number_span(l, &laid->arrow[k]);
    }
done:
    return status;
}

/* Coordinates in the order of nodes */
static mb_status coordinates(struct laying *l)
{
    mb_model *model = l->model;
    mb_status status = MB_OK;
    bool *length, lengths = true;

    for (mb_node *x = l->n->node; x < l->n->node + l->n->nnodes; x++)
        for (int i = 0; i < 3; i++)
            if (x->var[i] >= 0)
                x->var[i] = model->nv++;
    model->nq = model->nv;
    MB_TRY(MB_TAKE(model->arena, &length, (size_t)model->nv, l->err));
    for (const mb_node *x = l->n->node; x < l->n->node + l->n->nnodes; x++)
        for (int i = 0; i < 3; i++)
            if (x->var[i] >= 0) {
                length[x->var[i]] = !x->vector;
                lengths = lengths && !x->vector;
            }
    model->length = lengths ? NULL : length;
done:
    return status;
}

mb_status mb_natural_lay(mb_model *model, mb_machine *m, mb_error *err)
{
    struct laying l = {.model = model, .plain = m->plain, .err = err, .scratch = mb_arena_create()};
    mb_status status = MB_OK;

    if (!l.scratch)
        return mb_fail(err, MB_NO_MEMORY, "no memory for natural coordinates");
    MB_TRY(MB_TAKE(model->arena, &l.n, 1, err));
    m->natural = l.n;
    l.n->dimension = m->plain->spatial ? 3 : 2;
    MB_TRY(MB_TAKE(model->arena, &l.n->body, (size_t)m->plain->nbodies, err));
    MB_TRY(MB_TAKE(model->arena, &l.n->merged, (size_t)m->plain->njoints, err));
    m->merged = l.n->merged;
    MB_TRY(mb_laying_seats(&l));
    MB_TRY(merge(&l));
    if (m->plain->spatial)
        MB_TRY(mb_natural_axes(&l));
    MB_TRY(number(&l));
    MB_TRY(coordinates(&l));
done:
    mb_arena_destroy(l.scratch);
    return status;
}
