/* SPDX-License-Identifier: MIT */
/* Which joints of a mechanism carry its bodies, and which ones close loops: by one rule for models
 * in joint coordinates and for references. */
#ifndef MB_PROBLEMS_SPANNING_TREE_H
#define MB_PROBLEMS_SPANNING_TREE_H

#include "problems/mechanism.h"

/* How a body comes into the tree: it stands on the other side of a joint, or is free. */
typedef struct mb_tree_branch {
    int body, joint; /* MB_NO_INDEX: on none */
    int side;        /* of the joint that the body is on: 0 for a, 1 for b */
} mb_tree_branch;

/* Branches (nbodies) in an order in which every body follows the one that carries it.  Of the joints that reach a new body that of the fewest freedoms is taken
 * (rigid and a mass point on a joint that turns 0, revolute, prismatic, screw 1, universal,
 * cylindrical 2, spherical 3), ties in the order
 * of declaration; joints that the file cuts are not.  `backward` breaks ties against the order of
 * declaration, and cuts none of those.  Where no such joint is left the first body without a place is
 * free. */
mb_status mb_spanning_tree(const mb_plain_mechanism *plain, bool backward, mb_tree_branch *branch,
                           mb_error *err);

/* Whether the body at `side` of a joint is a mass point that meets the other one there: it does not
 * turn, so it moves with that body. */
bool mb_carries_point(const mb_plain_mechanism *plain, const mb_plain_joint *joint, int side);

#endif
