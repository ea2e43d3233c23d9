/* SPDX-License-Identifier: MIT */
/* The tree of an automatic reference: which joints become joint coordinates, and which are cut. */
#include <string.h>

#include "problems/references/automatic/parts.h"
#include "problems/references/rotation.h"
#include "problems/spanning_tree.h"

enum { LINKS_OF_A_BODY = 6 };

static const double unit[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

/* World place and direction of what is given in a body's frame. */
static void place_of(const mb_auto_pose *pose, int body, const double *u, double *x)
{
    if (body < 0) {
        memcpy(x, u, 3 * sizeof *x);
        return;
    }
    mb_rotate(pose[body].R, u, x);
    for (int i = 0; i < 3; i++)
        x[i] += pose[body].x[i];
}

static void direction_of(const mb_auto_pose *pose, int body, const double *u, double *x)
{
    if (body < 0)
        memcpy(x, u, 3 * sizeof *x);
    else
        mb_rotate(pose[body].R, u, x);
}

typedef struct builder {
    mb_auto *tree;
    const mb_auto_pose *pose;
    double (*at)[3]; /* (links) in the world */
} builder;

/* The next link on `parent`; its number. */
static int add_link(builder *b, int parent, bool slides, const double *at, const double *axis,
                    int body)
{
    mb_auto *tree = b->tree;
    const int i = tree->n++;
    mb_auto_link *link = &tree->link[i];

    *link = (mb_auto_link){.parent = parent, .slides = slides, .ball = -1, .body = body};
    for (int k = 0; k < 3; k++) {
        b->at[i][k] = at[k];
        link->place[k] = at[k] - (parent >= 0 ? b->at[parent][k] : 0.0);
        link->axis[k] = axis[k];
    }
    return i;
}

static int add_ball(builder *b, int parent, const double *at, int body)
{
    for (int k = 2; k >= 0; k--) {
        parent = add_link(b, parent, false, at, unit[k], body);
        if (k == 2)
            b->tree->link[parent].ball = b->tree->nballs++;
    }
    return parent;
}

/* A body stands on a link as it does now. */
static void stand(builder *b, int body, int link)
{
    mb_auto_body *own = &b->tree->body[body];

    own->link = link;
    for (int k = 0; k < 3; k++)
        own->com[k] = b->pose[body].x[k] - (link >= 0 ? b->at[link][k] : 0.0);
    memcpy(own->turn, b->pose[body].R, sizeof own->turn);
}

static void add_free(builder *b, int body)
{
    const mb_plain_mechanism *plain = b->tree->plain;
    const double *at = b->pose[body].x;
    int link = -1;

    for (int k = 0; k < (plain->spatial ? 3 : 2); k++)
        link = add_link(b, link, true, at, unit[k], body);
    if (!plain->body[body].point)
        link = plain->spatial ? add_ball(b, link, at, body)
                              : add_link(b, link, false, at, unit[2], body);
    stand(b, body, link);
}

/* The body at side `child` of a joint stands on the other one. */
static void add_joint(builder *b, int j, int child)
{
    mb_auto *tree = b->tree;
    const mb_plain_joint *joint = &tree->plain->joint[j];
    const int base = joint->body[1 - child], body = joint->body[child];
    int link = base >= 0 ? tree->body[base].link : -1;
    double at[3], axis[3], other[3];

    tree->in_tree[j] = true;
    if (mb_carries_point(tree->plain, joint, child)) {
        stand(b, body, link);
        return;
    }
    place_of(b->pose, base, joint->place[1 - child], at);
    direction_of(b->pose, base, joint->axis[1 - child], axis);
    direction_of(b->pose, body, joint->axis[child], other);
    switch (joint->kind) {
    case MB_JOINT_REVOLUTE:
        tree->joint_link[j][0] = link = add_link(b, link, false, at, axis, body);
        break;
    case MB_JOINT_PRISMATIC:
        link = add_link(b, link, true, at, axis, body);
        break;
    case MB_JOINT_SCREW:
    case MB_JOINT_CYLINDRICAL:
        link = add_link(b, link, true, at, axis, body);
        tree->joint_link[j][0] = link = add_link(b, link, false, at, axis, body);
        break;
    case MB_JOINT_UNIVERSAL:
        tree->joint_link[j][1 - child] = link = add_link(b, link, false, at, axis, body);
        tree->joint_link[j][child] = link = add_link(b, link, false, at, other, body);
        break;
    case MB_JOINT_SPHERICAL:
        link = add_ball(b, link, at, body);
        break;
    default:
        break;
    }
    stand(b, body, link);
}

static mb_status list_links(mb_auto *tree, mb_error *err)
{
    mb_status status = MB_OK;

    for (int i = 0; i < tree->plain->nbodies; i++) {
        mb_auto_body *body = &tree->body[i];

        for (int l = body->link; l >= 0; l = tree->link[l].parent)
            body->n++;
        MB_TRY(MB_TAKE(tree->arena, &body->on, (size_t)body->n, err));
        body->n = 0;
        for (int l = body->link; l >= 0; l = tree->link[l].parent)
            body->on[body->n++] = l;
    }
done:
    return status;
}

mb_status mb_auto_tree(mb_auto *tree, mb_auto_shape shape, const mb_auto_pose *pose, mb_error *err)
{
    const size_t bodies = (size_t)tree->plain->nbodies, joints = (size_t)tree->plain->njoints;
    builder b = {.tree = tree, .pose = pose};
    mb_tree_branch *branch;
    bool *reached;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(tree->arena, &tree->link, LINKS_OF_A_BODY * bodies, err));
    MB_TRY(MB_TAKE(tree->arena, &tree->body, bodies, err));
    MB_TRY(MB_TAKE(tree->arena, &tree->in_tree, joints, err));
    MB_TRY(MB_TAKE(tree->arena, &tree->joint_link, joints, err));
    MB_TRY(MB_TAKE(tree->arena, &tree->coordinate, joints, err));
    MB_TRY(MB_TAKE(tree->arena, &b.at, LINKS_OF_A_BODY * bodies, err));
    MB_TRY(MB_TAKE(tree->arena, &branch, bodies, err));
    MB_TRY(MB_TAKE(tree->arena, &reached, bodies, err));
    for (size_t j = 0; j < joints; j++)
        for (int k = 0; k < 2; k++)
            tree->joint_link[j][k] = tree->coordinate[j][k] = -1;
    MB_TRY(mb_spanning_tree(tree->plain, shape == MB_AUTO_BACKWARD, branch, err));
    for (size_t i = 0; i < bodies; i++) {
        reached[i] = shape != MB_AUTO_LOOSE;
        if (shape == MB_AUTO_LOOSE)
            continue;
        if (branch[i].joint >= 0)
            add_joint(&b, branch[i].joint, branch[i].side);
        else
            add_free(&b, branch[i].body);
    }
    for (int k = 0; k < tree->plain->start.nfixed && shape == MB_AUTO_LOOSE; k++) {
        stand(&b, tree->plain->start.fixed[k], -1);
        reached[tree->plain->start.fixed[k]] = true;
    }
    for (int i = 0; i < tree->plain->nbodies; i++)
        if (!reached[i])
            add_free(&b, i);
    status = list_links(tree, err);
done:
    return status;
}
