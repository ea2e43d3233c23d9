/* From bodies and joints to nodes: places of joints are basic points, joints that hold two places
 * together make one node of them, and the ground makes constants.
 *
 * A body takes the places of its joints, of a rod the ends first.  Where it has fewer than it needs
 * it takes points of its own: the other end of a rod, an end of a distance, its centre of mass. */
#include <math.h>
#include <string.h>

#include "problems/elements/machine/natural/laying.h"

/* Kinds of joints whose places are one point of both bodies */
static bool meets(mb_joint_kind kind)
{
    return kind == MB_JOINT_REVOLUTE || kind == MB_JOINT_SPHERICAL || kind == MB_JOINT_UNIVERSAL ||
           kind == MB_JOINT_RIGID;
}

/* Whether the place of a joint on a side is a basic point of the body there. */
static bool basic(const mb_plain_joint *j, int side)
{
    return j->body[side] >= 0 && (meets(j->kind) || (j->kind == MB_JOINT_POINT_ON_LINE &&
                                                     side == 1 && j->body[0] == MB_ON_GROUND));
}

static double apart(const double *a, const double *b)
{
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

static bool one_place(const struct laying *l, const double *a, const double *b)
{
    return apart(a, b) <= SAME_PLACE * l->plain->scale;
}

/* ---- seats of bodies ------------------------------------------------------------------------------ */

/* Number of the seat of a body at u; a new one where it has none there. */
static int seat_at(struct laying *l, int body, const double *u)
{
    mb_laid *laid = &l->n->body[body];
    int k = 0;

    while (k < laid->npoints && !one_place(l, laid->point_seat[k].u, u))
        k++;
    if (k == laid->npoints) {
        memcpy(laid->point_seat[k].u, u, sizeof laid->point_seat[k].u);
        memcpy(laid->point_seat[k].declared, u, sizeof laid->point_seat[k].u);
        laid->npoints++;
    }
    return (int)(laid->point_seat - l->seat) + k;
}

/* Room for the points of each body: those of its joints and three more */
static mb_status reserve(struct laying *l)
{
    const mb_plain_mechanism *plain = l->plain;
    mb_status status = MB_OK;
    int *count, used = 0;

    MB_TRY(MB_TAKE(l->scratch, &count, (size_t)plain->nbodies, l->err));
    for (int k = 0; k < plain->njoints; k++)
        for (int side = 0; side < 2; side++)
            if (plain->joint[k].body[side] >= 0)
                count[plain->joint[k].body[side]]++;
    for (int b = 0; b < plain->nbodies; b++)
        l->nseats += count[b] + 3;
    MB_TRY(MB_TAKE(l->model->arena, &l->seat, (size_t)l->nseats, l->err));
    for (int b = 0; b < plain->nbodies; b++) {
        l->n->body[b].point = plain->body[b].point;
        l->n->body[b].point_seat = l->seat + used;
        used += count[b] + 3;
    }
done:
    return status;
}

enum { FIRST_END = 1, OTHER_END = 2, ELSEWHERE = 4 };

static void seat_at_end(struct laying *l, int b, int end)
{
    const mb_plain_body *body = &l->plain->body[b];
    mb_seat *seat = &l->seat[seat_at(l, b, body->end[end])];

    for (int i = 0; i < 3; i++) {
        const double middle = 0.5 * (body->end[0][i] + body->end[1][i]);

        seat->declared[i] = middle + (seat->u[i] - middle) * (body->stated / body->length);
    }
}

/* Which ends of a rod joints are at, and whether one is elsewhere */
static mb_status ends_of_rods(struct laying *l)
{
    static const double origin[3] = {0.0, 0.0, 0.0};
    const mb_plain_mechanism *plain = l->plain;
    mb_status status = MB_OK;
    int *where;

    MB_TRY(MB_TAKE(l->scratch, &where, (size_t)plain->nbodies, l->err));
    for (int k = 0; k < plain->njoints; k++)
        for (int side = 0; side < 2; side++) {
            const mb_plain_joint *j = &plain->joint[k];
            const mb_plain_body *body;

            if (!basic(j, side))
                continue;
            body = &plain->body[j->body[side]];
            where[j->body[side]] |= one_place(l, j->place[side], body->end[0])   ? FIRST_END
                                    : one_place(l, j->place[side], body->end[1]) ? OTHER_END
                                                                                 : ELSEWHERE;
        }
    for (int b = 0; b < plain->nbodies; b++) {
        const mb_plain_body *body = &plain->body[b];
        const bool alone = where[b] == FIRST_END || where[b] == OTHER_END || where[b] == 0;

        if (body->point)
            seat_at(l, b, origin);
        for (int end = 0; !body->point && body->length > 0.0 && end < 2; end++)
            if (alone || (where[b] & (end ? OTHER_END : FIRST_END)))
                seat_at_end(l, b, end);
    }
done:
    return status;
}

/* Points of its own for a body that has too few */
static void fill(struct laying *l)
{
    const mb_plain_mechanism *plain = l->plain;
    const int wanted = plain->spatial ? 1 : 2;

    for (int k = 0; k < plain->njoints; k++)
        for (int side = 0; side < 2; side++) {
            const mb_plain_joint *j = &plain->joint[k];

            if (j->kind == MB_JOINT_DISTANCE && j->body[side] >= 0 &&
                !plain->body[j->body[side]].point && l->n->body[j->body[side]].npoints < wanted)
                seat_at(l, j->body[side], j->place[side]);
        }
    for (int b = 0; b < plain->nbodies; b++) {
        const mb_plain_body *body = &plain->body[b];
        double u[3] = {0.0, 0.0, 0.0};

        if (body->point)
            continue;
        if (l->n->body[b].npoints < wanted)
            seat_at(l, b, u);
        if (l->n->body[b].npoints >= wanted)
            continue;
        u[0] = body->inertia[8] > 0.0 ? sqrt(body->inertia[8] / body->mass) : plain->scale;
        seat_at(l, b, u);
    }
}

static mb_status seats(struct laying *l)
{
    const mb_plain_mechanism *plain = l->plain;
    mb_status status = MB_OK;

    MB_TRY(reserve(l));
    MB_TRY(ends_of_rods(l));
    MB_TRY(MB_TAKE(l->scratch, &l->at, 2 * (size_t)plain->njoints, l->err));
    for (int k = 0; k < plain->njoints; k++)
        for (int side = 0; side < 2; side++) {
            const mb_plain_joint *j = &plain->joint[k];

            l->at[2 * k + side] = basic(j, side) ? seat_at(l, j->body[side], j->place[side]) : -1;
        }
    fill(l);
done:
    return status;
}

/* ---- one node of many seats ----------------------------------------------------------------------- */

static int root(struct laying *l, int seat)
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
    struct grip *grip = &l->grip[root(l, seat)];

    if (!agrees(l, grip, held, place))
        return false;
    hold(grip, held, place);
    return true;
}

static bool joined(struct laying *l, int a, int b)
{
    const int ra = root(l, a), rb = root(l, b);

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
    if (!meets(j->kind))
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
        if (apart(laid->point_seat[k].u, j->place[side]) <= SAME_PLACE * m->plain->scale)
            return laid->point_seat[k].node;
    return -1;
}

/* Nodes in the order in which bodies have them */
static mb_status number(struct laying *l)
{
    mb_natural *n = l->n;
    mb_status status = MB_OK;
    int *node;

    n->max_nodes = l->nseats + 3 * l->plain->nbodies + l->plain->njoints;
    MB_TRY(MB_TAKE(l->model->arena, &n->node, (size_t)n->max_nodes, l->err));
    MB_TRY(MB_TAKE(l->scratch, &node, (size_t)l->nseats, l->err));
    for (int b = 0; b < l->plain->nbodies; b++)
        for (int k = 0; k < n->body[b].npoints; k++) {
            mb_seat *seat = &n->body[b].point_seat[k];
            const int r = root(l, (int)(seat - l->seat));

            if (node[r] == 0) {
                mb_node *x = &n->node[n->nnodes++];

                node[r] = n->nnodes;
                mb_plain_place(l->plain, b, seat->declared, x->place);
                for (int i = 0; i < 3; i++) {
                    x->var[i] = l->grip[r].held[i] || i >= n->dimension ? -1 : 0;
                    if (l->grip[r].held[i])
                        x->place[i] = l->grip[r].place[i];
                }
            }
            seat->node = node[r] - 1;
        }
done:
    return status;
}

/* The span of a planar body: from its first point to the farthest one */
static void planar_frame(mb_laid *laid)
{
    int far = 1;

    if (laid->point)
        return;
    for (int k = 2; k < laid->npoints; k++)
        if (apart(laid->point_seat[k].u, laid->point_seat[0].u) >
            (1.0 + 1e-9) * apart(laid->point_seat[far].u, laid->point_seat[0].u))
            far = k;
    laid->nspans = 1;
    laid->span[0] = (mb_span){.from = laid->point_seat[0].node, .to = laid->point_seat[far].node};
    for (int i = 0; i < 3; i++)
        laid->span[0].u[i] = laid->point_seat[far].u[i] - laid->point_seat[0].u[i];
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
    MB_TRY(seats(&l));
    MB_TRY(merge(&l));
    MB_TRY(number(&l));
    for (int b = 0; b < m->plain->nbodies; b++)
        planar_frame(&l.n->body[b]);
    MB_TRY(coordinates(&l));
done:
    mb_arena_destroy(l.scratch);
    return status;
}
