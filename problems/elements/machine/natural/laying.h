/* SPDX-License-Identifier: MIT */
/* Nodes in the making.  For files of this folder only. */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_NATURAL_LAYING_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_NATURAL_LAYING_H

#include "problems/elements/machine/natural/natural.h"

/* Places of a body closer than this part of the mechanism's size are one. */
#define SAME_PLACE 1e-12

/* Components of a node that the ground holds */
struct grip {
    bool held[3];
    double place[3];
};

/* A unit vector; node: 1 + its number, 0: not yet */
struct vector {
    double place[3];
    bool held;
    int node;
};

struct laying {
    mb_model *model;
    const mb_plain_mechanism *plain;
    mb_natural *n;
    mb_arena *scratch;
    mb_error *err;
    int nseats;
    mb_seat *seat;     /* (nseats) points of all bodies, with free ones between */
    int *at;           /* (njoints, 2) seat of a joint's place; -1: none */
    int *parent;       /* (nseats) seats that are one node */
    struct grip *grip; /* (nseats) of the first seat of each node */
    int nvectors;
    struct vector *vector; /* (nvectors) */
    int *node;             /* (nseats) 1 + number of the node of a first seat; 0: not yet */
};

/* Kinds of joints whose places are one point of both bodies; a distance [m]; the points of all bodies
 * (seats.c) */
bool mb_laying_meets(mb_joint_kind kind);
double mb_laying_apart(const double *a, const double *b);
mb_status mb_laying_seats(struct laying *l);

/* The first seat of those that are one node (layout.c) */
int mb_laying_root(const struct laying *l, int seat);

/* Axes of joints; the frame of a body, in which arrows lead from first seats to first seats, and to
 * vectors, numbered behind all seats (layout_space.c) */
mb_status mb_natural_axes(struct laying *l);
void mb_natural_frame(struct laying *l, int b);

/* Numbers of ends of joints that bodies have (nbodies), in scratch (seats.c) */
mb_status mb_laying_count_ends(struct laying *l, int **count);

#endif
