/* SPDX-License-Identifier: MIT */
/* Inside of joint trees: what set-up (tree_declare.c) and motion (tree.c) share. */
#ifndef MB_PROBLEMS_REFERENCES_TREE_PARTS_H
#define MB_PROBLEMS_REFERENCES_TREE_PARTS_H

#include "problems/references/tree.h"

typedef enum mb_closure_kind { MB_ALONG, MB_ANGLE } mb_closure_kind;

struct mb_tree_closure {
    mb_closure_kind kind;
    int a, b;
    double ua[3], ub[3]; /* points, or axes of MB_ANGLE, at the start */
    double direction[3]; /* of MB_ALONG */
};

struct mb_tree_part {
    int parent;
    mb_tree_joint joint;
    double point[3], axis[3], rate; /* at the start */
    int body;                       /* its number; MB_GROUND: none */
    mb_tree_body of;                /* all zero without one */
};

struct mb_tree {
    mb_model *model;
    mb_status *status; /* of the declaration */
    mb_error *err;
    double gravity[3];
    int n, nclosures;
    struct mb_tree_part link[MB_TREE_LINKS];
    struct mb_tree_closure closure[MB_TREE_CLOSURES];
};

static inline void mb_tree_copy(mb_vec v, double *out)
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

/* The rate of the reference. */
void mb_tree_rate(const mb_model *model, double t, const double *y, double *ydot);

#endif
