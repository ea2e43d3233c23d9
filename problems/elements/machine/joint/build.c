/* SPDX-License-Identifier: MIT */
/* From a spanning tree to links. */
#include <math.h>

#include "problems/elements/machine/joint/linkage.h"
#include "problems/elements/machine/machine_setup.h"
#include "problems/elements/machine/rotor.h"
#include "problems/spanning_tree.h"

enum { LINKS_OF_A_BODY = 6 };

static const double unit[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

static const double *turn_of(const mb_plain_mechanism *plain, int body)
{
    static const double of_ground[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};

    return body < 0 ? of_ground : plain->body[body].turn;
}

/* Euler parameters of one body on another as declared */
static void relative_turn(const mb_plain_mechanism *plain, int base, int body, double *p)
{
    const double *a = turn_of(plain, base), *b = turn_of(plain, body);
    double R[9];

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            R[3 * i + j] = a[i] * b[j] + a[3 + i] * b[3 + j] + a[6 + i] * b[6 + j];
    mb_euler_parameters(R, p);
}

/* The next link, at the origin of its parent's frame and turned as that one */
static mb_link *add(mb_model *model, mb_linkage *t, int parent, mb_link_kind kind, int body)
{
    mb_link *l = &t->link[t->nlinks++];

    *l = (mb_link){.parent = parent,
                   .kind = kind,
                   .q = model->nq,
                   .v = model->nv,
                   .n = kind == MB_LINK_FIXED  ? 0
                        : kind == MB_LINK_BALL ? 3
                                               : 1,
                   .turn = {1.0},
                   .joint = -1,
                   .by = -1,
                   .body = -1,
                   .of = body};
    l->top = l->n ? l->v : parent < 0 ? -1 : t->link[parent].top;
    model->nq += kind == MB_LINK_BALL ? 4 : l->n;
    model->nv += l->n;
    return l;
}

static mb_link *add_along(mb_model *model, mb_linkage *t, int parent, mb_link_kind kind, int body,
                          const double *axis, double sign)
{
    mb_link *l = add(model, t, parent, kind, body);

    for (int i = 0; i < 3; i++)
        l->axis[i] = sign * axis[i];
    return l;
}

static void carry(mb_linkage *t, mb_link *l, int body)
{
    l->body = body;
    t->link_of[body] = t->nlinks - 1;
}

/* Coordinates are those of the body itself. */
static void add_free(mb_model *model, mb_linkage *t, int body)
{
    const bool spatial = t->plain->spatial;
    mb_link *l = NULL;

    for (int k = 0; k < (spatial ? 3 : 2); k++)
        l = add_along(model, t, k ? t->nlinks - 1 : -1, MB_LINK_SLIDE, body, unit[k], 1.0);
    if (!t->plain->body[body].point && spatial)
        l = add(model, t, t->nlinks - 1, MB_LINK_BALL, body);
    else if (!t->plain->body[body].point)
        l = add_along(model, t, t->nlinks - 1, MB_LINK_TURN, body, unit[2], 1.0);
    carry(t, l, body);
}

/* Row-major rotation about an axis of the coordinates, and its product with another one */
static void turn_about(int axis, double angle, double *R)
{
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;

    memset(R, 0, 9 * sizeof *R);
    R[4 * axis] = 1.0;
    R[4 * i] = R[4 * j] = cos(angle);
    R[3 * i + j] = -sin(angle);
    R[3 * j + i] = sin(angle);
}

/* The same, of its own frame by three angles; behind the last one the frame is the file's. */
static void add_in_angles(mb_model *model, mb_linkage *t, int body, const mb_body_angles *of)
{
    const mb_plain_body *declared = &t->plain->body[body];
    double rest[9], R[9], place[3], next[9];
    mb_link *l = NULL;

    mb_plain_place(t->plain, body, of->place, place);
    for (int k = 0; k < 3; k++) {
        l = add_along(model, t, k ? t->nlinks - 1 : -1, MB_LINK_SLIDE, body, unit[k], 1.0);
        l->zero = l->place[k] = place[k];
    }
    memcpy(rest, declared->turn, sizeof rest);
    for (int k = 0; k < 3; k++) { /* R(angle) in each link's own turn, the rest in the last one */
        l = add_along(model, t, t->nlinks - 1, MB_LINK_TURN, body, unit[of->axis[k]], 1.0);
        l->zero = of->angle[k];
        l->number = k + 1;
        turn_about(of->axis[k], of->angle[k], R);
        mb_euler_parameters(k < 2 ? R : rest, l->turn);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                next[3 * i + j] = R[i] * rest[j] + R[3 + i] * rest[3 + j] + R[6 + i] * rest[6 + j];
        memcpy(rest, next, sizeof rest);
    }
    memcpy(l->own, of->place, sizeof l->own);
    carry(t, l, body);
}

static void name(const mb_plain_joint *joint, int j, int number, mb_link *l)
{
    l->joint = j;
    l->number = number;
    l->zero = joint->value[number];
}

/* The body at `side` of a joint turns and slides on the other one: a on b moves against the
 * coordinates, which are those of b on a. */
static mb_link *add_freedoms(mb_model *model, mb_linkage *t, int parent, int j, int side)
{
    const mb_plain_joint *joint = &t->plain->joint[j];
    const int base = joint->body[1 - side], body = joint->body[side];
    const double sign = side ? 1.0 : -1.0, *axis = joint->axis[1 - side];
    const int back[2] = {body, base};
    double other[3];
    mb_link *l;

    if (t->plain->body[body].point && joint->kind != MB_JOINT_PRISMATIC)
        return add(model, t, parent, MB_LINK_FIXED, body);
    switch (joint->kind) {
    case MB_JOINT_REVOLUTE:
    case MB_JOINT_SCREW:
        l = add_along(model, t, parent, MB_LINK_TURN, body, t->plain->spatial ? axis : unit[2],
                      sign);
        l->pitch = joint->kind == MB_JOINT_SCREW ? joint->pitch : 0.0;
        name(joint, j, 0, l);
        return l;
    case MB_JOINT_PRISMATIC:
        l = add_along(model, t, parent, MB_LINK_SLIDE, body, axis, sign);
        name(joint, j, 0, l);
        return l;
    case MB_JOINT_CYLINDRICAL:
        name(joint, j, 0, add_along(model, t, parent, MB_LINK_TURN, body, axis, sign));
        l = add_along(model, t, t->nlinks - 1, MB_LINK_SLIDE, body, axis, sign);
        name(joint, j, 1, l);
        return l;
    case MB_JOINT_UNIVERSAL:
        mb_to_other(t->plain, back, joint->axis[side], other);
        name(joint, j, 1 - side, add_along(model, t, parent, MB_LINK_TURN, body, axis, sign));
        l = add_along(model, t, t->nlinks - 1, MB_LINK_TURN, body, other, sign);
        name(joint, j, side, l);
        return l;
    case MB_JOINT_SPHERICAL:
        l = add(model, t, parent, MB_LINK_BALL, body);
        l->joint = j;
        return l;
    default:
        return add(model, t, parent, MB_LINK_FIXED, body);
    }
}

/* A joint along which b slides stands as far along its axis as declared. */
static void add_joint(mb_model *model, mb_linkage *t, int j, int side)
{
    const mb_plain_joint *joint = &t->plain->joint[j];
    const int base = joint->body[1 - side], body = joint->body[side];
    const int parent = base < 0 ? -1 : t->link_of[base];
    mb_link *first = &t->link[t->nlinks], *last;

    t->merged[j].all = true;
    last = add_freedoms(model, t, parent, j, side);
    memcpy(first->place, joint->place[1 - side], sizeof first->place);
    memcpy(last->own, joint->place[side], sizeof last->own);
    if (joint->kind == MB_JOINT_PRISMATIC || joint->kind == MB_JOINT_CYLINDRICAL ||
        joint->kind == MB_JOINT_SCREW) {
        const double along =
            mb_declared_scalar(t->plain, joint->body, joint->place, joint->axis[0]);

        for (int i = 0; i < 3; i++)
            first->place[i] += along * first->axis[i];
    }
    relative_turn(t->plain, base, body, last->turn);
    last->angle = mb_angle_of(t->plain, body) - mb_angle_of(t->plain, base);
    last->by = j;
    carry(t, last, body);
}

static mb_status lengths(mb_model *model, const mb_linkage *t, mb_error *err)
{
    mb_status status;
    bool *length;

    MB_TRY(MB_TAKE(model->arena, &length, (size_t)model->nv, err));
    for (const mb_link *l = t->link; l < t->link + t->nlinks; l++)
        if (l->kind == MB_LINK_SLIDE)
            length[l->v] = true;
    model->length = length;
done:
    return status;
}

mb_status mb_linkage_links(mb_model *model, mb_linkage *t, const mb_body_angles *angles,
                           mb_error *err)
{
    const size_t n = (size_t)t->plain->nbodies;
    mb_status status;
    mb_tree_branch *branch;

    MB_TRY(MB_TAKE(model->arena, &branch, n, err));
    MB_TRY(MB_TAKE(model->arena, &t->link, LINKS_OF_A_BODY * n, err));
    MB_TRY(MB_TAKE(model->arena, &t->link_of, n, err));
    MB_TRY(MB_TAKE(model->arena, &t->merged, (size_t)t->plain->njoints, err));
    for (size_t b = 0; b < n; b++)
        for (int i = 0; i < 3; i++)
            t->origin[i] += t->plain->body[b].com[i] / (double)n;
    for (size_t b = 0; angles && b < n; b++)
        add_in_angles(model, t, (int)b, &angles[b]);
    if (!angles)
        MB_TRY(mb_spanning_tree(t->plain, false, branch, err));
    for (size_t i = 0; !angles && i < n; i++) {
        if (branch[i].joint >= 0)
            add_joint(model, t, branch[i].joint, branch[i].side);
        else
            add_free(model, t, branch[i].body);
    }
    MB_TRY(lengths(model, t, err));
done:
    return status;
}
