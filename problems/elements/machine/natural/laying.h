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
};

#endif
