#include "problems/spanning_tree.h"

#include <string.h>

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

static bool is_cut(const mb_plain_mechanism *plain, int j)
{
    for (int k = 0; k < plain->ncuts; k++)
        if (plain->cut[k] == j)
            return true;
    return false;
}

/* The joint of fewest freedoms that reaches a new body; false: there is none. */
static bool next_joint(const mb_plain_mechanism *plain, bool backward, const bool *reached,
                       mb_tree_branch *found)
{
    int least = NOT_IN_A_TREE;

    for (int i = 0; i < plain->njoints; i++) {
        const int j = backward ? plain->njoints - 1 - i : i;
        const mb_plain_joint *joint = &plain->joint[j];
        bool there[2];
        int n;

        for (int s = 0; s < 2; s++)
            there[s] = joint->body[s] < 0 || reached[joint->body[s]];
        if (there[0] == there[1] || (!backward && is_cut(plain, j)))
            continue;
        n = freedoms(plain, joint, there[0] ? 1 : 0);
        if (n >= least)
            continue;
        least = n;
        *found = (mb_tree_branch){joint->body[there[0]], j, there[0] ? 1 : 0};
    }
    return least < NOT_IN_A_TREE;
}

void mb_spanning_tree(const mb_plain_mechanism *plain, bool backward, mb_tree_branch *branch,
                      bool *reached)
{
    int from = 0;

    memset(reached, 0, (size_t)plain->nbodies * sizeof *reached);
    for (mb_tree_branch *x = branch; x < branch + plain->nbodies; x++) {
        if (!next_joint(plain, backward, reached, x)) {
            while (reached[from])
                from++;
            *x = (mb_tree_branch){.body = from, .joint = MB_NO_INDEX};
        }
        reached[x->body] = true;
    }
}
