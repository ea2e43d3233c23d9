/* SPDX-License-Identifier: MIT */
/* A mechanism as the tree that other tools' files are: which joint carries which body, which joints
 * close loops. */
#ifndef MB_PROBLEMS_ROBOTS_EXPORT_TREE_H
#define MB_PROBLEMS_ROBOTS_EXPORT_TREE_H

#include "base/arena.h"
#include "problems/mechanism.h"

typedef struct mb_export_branch {
    int joint;       /* that carries the body, MB_NO_INDEX: it is free */
    int parent;      /* MB_ON_GROUND */
    bool turned;     /* the body is the base of its joint, a */
    bool welded;     /* ... is a mass point that meets its parent, with which it moves */
    int child, next; /* first body that hangs on it, next one on its parent; MB_NO_INDEX */
} mb_export_branch;

typedef struct mb_export_tree {
    int root;                 /* first body on the ground, MB_NO_INDEX */
    mb_export_branch *branch; /* (bodies) */
    bool *carries;            /* (joints) it is one of the tree; the others close loops */
} mb_export_tree;

/* Breadth first from the ground.  Among the joints that reach a new body those go first that no
 * equality can close a loop by, then those of fewest freedoms, then in the order of declaration. */
mb_status mb_export_tree_make(const mb_plain_mechanism *m, mb_arena *arena, mb_export_tree *tree,
                              mb_error *err);

/* World place of a joint on its body k, and direction; a joint's axis counts the way its coordinate
 * grows when the carried body moves on its parent: it is turned with the branch. */
void mb_export_place(const mb_plain_mechanism *m, const mb_plain_joint *joint, int k,
                     double world[3]);
void mb_export_axis(const mb_plain_mechanism *m, const mb_plain_joint *joint, int k, bool turned,
                    double world[3]);

/* How far a joint is open where the bodies stand [m]. */
double mb_export_gap(const mb_plain_mechanism *m, const mb_plain_joint *joint);

/* Tensor of a body in world axes that tools accept which want every principal value above 0, MuJoCo
 * above 1e-15; *added: it is not the body's own. */
#define MB_EXPORT_ADDED "1e-9 of mass times size squared, at least 1e-14 kg m2,"
void mb_export_inertia(const mb_plain_mechanism *m, int body, double j[9], bool *added);

/* Refuses bodies without mass. */
void mb_export_refuse_massless(const mb_plain_mechanism *m, char *why, size_t size);

/* Appends a reason to a list of refusals. */
void mb_export_refuse(char *why, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
