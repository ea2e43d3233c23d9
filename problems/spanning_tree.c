/* SPDX-License-Identifier: MIT */
#include "problems/spanning_tree.h"

#include "base/arena.h"

enum { NOT_IN_A_TREE = 4 };

bool mb_carries_point(const mb_plain_mechanism *plain, const mb_plain_joint *joint, int side)
{
    return (joint->kind == MB_JOINT_REVOLUTE || joint->kind == MB_JOINT_SPHERICAL) &&
           plain->body[joint->body[side]].point;
}

static int freedoms(const mb_plain_mechanism *plain, const mb_plain_joint *joint, int side)
{
    if (mb_carries_point(plain, joint, side))
        return 0;
    switch (joint->kind) {
    case MB_JOINT_RIGID:
        return 0;
    case MB_JOINT_REVOLUTE:
    case MB_JOINT_PRISMATIC:
    case MB_JOINT_SCREW:
        return 1;
    case MB_JOINT_UNIVERSAL:
    case MB_JOINT_CYLINDRICAL:
        return 2;
    case MB_JOINT_SPHERICAL:
        return 3;
    default:
        return NOT_IN_A_TREE;
    }
}

/* Joints with one end in the tree, as a heap: the least key first */
typedef struct frontier {
    const mb_plain_mechanism *plain;
    bool backward;
    bool *reached, *cut; /* (nbodies), (njoints) */
    int *first, *of;     /* joints of body b: of[first[b]] to of[first[b + 1] - 1] */
    int n;
    long *key; /* (njoints) freedoms, then order, of one joint */
} frontier;

static mb_status list_joints(frontier *f, mb_arena *arena, mb_error *err)
{
    const mb_plain_mechanism *plain = f->plain;
    const size_t joints = (size_t)plain->njoints, bodies = (size_t)plain->nbodies;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &f->reached, bodies, err));
    MB_TRY(MB_TAKE(arena, &f->cut, joints, err));
    MB_TRY(MB_TAKE(arena, &f->first, bodies + 2, err));
    MB_TRY(MB_TAKE(arena, &f->of, 2 * joints, err));
    MB_TRY(MB_TAKE(arena, &f->key, joints, err));
    for (int k = 0; k < plain->ncuts && !f->backward; k++)
        f->cut[plain->cut[k]] = true;
    for (int j = 0; j < plain->njoints; j++)
        for (int s = 0; s < 2; s++)
            if (plain->joint[j].body[s] >= 0)
                f->first[plain->joint[j].body[s] + 2]++;
    for (size_t b = 0; b < bodies; b++)
        f->first[b + 2] += f->first[b + 1];
    for (int j = 0; j < plain->njoints; j++)
        for (int s = 0; s < 2; s++)
            if (plain->joint[j].body[s] >= 0)
                f->of[f->first[plain->joint[j].body[s] + 1]++] = j;
done:
    return status;
}

static bool is_there(const frontier *f, int body)
{
    return body < 0 || f->reached[body];
}

/* A joint goes into the heap where it reaches a new body. */
static void push(frontier *f, int j)
{
    const mb_plain_joint *joint = &f->plain->joint[j];
    const int side = is_there(f, joint->body[0]) ? 1 : 0, joints = f->plain->njoints;
    int n, i = f->n;
    long key;

    if (f->cut[j] || is_there(f, joint->body[0]) == is_there(f, joint->body[1]))
        return;
    n = freedoms(f->plain, joint, side);
    if (n == NOT_IN_A_TREE)
        return;
    key = (long)n * joints + (f->backward ? joints - 1 - j : j);
    f->n++;
    for (; i > 0 && f->key[(i - 1) / 2] > key; i = (i - 1) / 2)
        f->key[i] = f->key[(i - 1) / 2];
    f->key[i] = key;
}

static int pop(frontier *f)
{
    const int joints = f->plain->njoints, order = (int)(f->key[0] % joints);
    const long last = f->key[--f->n];
    int i = 0;

    for (int child = 1; child < f->n; child = 2 * i + 1) {
        if (child + 1 < f->n && f->key[child + 1] < f->key[child])
            child++;
        if (f->key[child] >= last)
            break;
        f->key[i] = f->key[child];
        i = child;
    }
    f->key[i] = last;
    return f->backward ? joints - 1 - order : order;
}

/* The joint of fewest freedoms that reaches a new body; false: there is none. */
static bool next_joint(frontier *f, mb_tree_branch *found)
{
    while (f->n > 0) {
        const int j = pop(f);
        const mb_plain_joint *joint = &f->plain->joint[j];
        const int side = is_there(f, joint->body[0]) ? 1 : 0;

        if (is_there(f, joint->body[side]))
            continue;
        *found = (mb_tree_branch){joint->body[side], j, side};
        return true;
    }
    return false;
}

mb_status mb_spanning_tree(const mb_plain_mechanism *plain, bool backward, mb_tree_branch *branch,
                           mb_error *err)
{
    frontier f = {.plain = plain, .backward = backward};
    mb_arena *scratch = mb_arena_create();
    int from = 0;
    mb_status status;

    if (!scratch)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the tree of %s", plain->name);
    MB_TRY(list_joints(&f, scratch, err));
    for (int j = 0; j < plain->njoints; j++)
        push(&f, j);
    for (mb_tree_branch *x = branch; x < branch + plain->nbodies; x++) {
        if (!next_joint(&f, x)) {
            while (f.reached[from])
                from++;
            *x = (mb_tree_branch){.body = from, .joint = MB_NO_INDEX};
        }
        f.reached[x->body] = true;
        for (int k = f.first[x->body]; k < f.first[x->body + 1]; k++)
            push(&f, f.of[k]);
    }
done:
    mb_arena_destroy(scratch);
    return status;
}
