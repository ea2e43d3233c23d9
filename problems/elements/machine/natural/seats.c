/* SPDX-License-Identifier: MIT */
/* Basic points of bodies: places of their joints, of a rod the ends first.  Where a body has fewer
 * than it needs it takes points of its own: the other end of a rod, an end of a distance, its centre
 * of mass. */
#include <math.h>
#include <string.h>

#include "problems/elements/machine/natural/laying.h"

/* Kinds of joints whose places are one point of both bodies */
bool mb_laying_meets(mb_joint_kind kind)
{
    return kind == MB_JOINT_REVOLUTE || kind == MB_JOINT_SPHERICAL || kind == MB_JOINT_UNIVERSAL ||
           kind == MB_JOINT_RIGID;
}

/* Whether the place of a joint on a side is a basic point of the body there. */
static bool basic(const mb_plain_joint *j, int side)
{
    return j->body[side] >= 0 &&
           (mb_laying_meets(j->kind) ||
            (j->kind == MB_JOINT_POINT_ON_LINE && side == 1 && j->body[0] == MB_ON_GROUND));
}

double mb_laying_apart(const double *a, const double *b)
{
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

static bool one_place(const struct laying *l, const double *a, const double *b)
{
    return mb_laying_apart(a, b) <= SAME_PLACE * l->plain->scale;
}

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

mb_status mb_laying_count_ends(struct laying *l, int **count)
{
    const mb_plain_mechanism *plain = l->plain;
    mb_status status;

    MB_TRY(MB_TAKE(l->scratch, count, (size_t)plain->nbodies, l->err));
    for (int k = 0; k < plain->njoints; k++)
        for (int side = 0; side < 2; side++)
            if (plain->joint[k].body[side] >= 0)
                (*count)[plain->joint[k].body[side]]++;
done:
    return status;
}

/* Room for the points of each body: those of its joints and three more */
static mb_status reserve(struct laying *l)
{
    const mb_plain_mechanism *plain = l->plain;
    mb_status status = MB_OK;
    int *count, used = 0;

    MB_TRY(mb_laying_count_ends(l, &count));
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

    if (!l->plain->start.keep)
        return; /* the mechanism is put together */
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

mb_status mb_laying_seats(struct laying *l)
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
