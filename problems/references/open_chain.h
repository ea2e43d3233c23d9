/* SPDX-License-Identifier: MIT */
/* Equations of motion of an open chain of any number of bodies on revolute joints, one after the
 * other from the ground, in joint angles: the reference of the scalable chains, independent of any
 * constraint row.
 *
 * Articulated-body recursion (Featherstone, Rigid Body Dynamics Algorithms, 2008, ch. 7), vectors
 * in global axes, the quantities of a link about its joint: the cost grows with the number of
 * links.  y = (theta (n), theta' (n)), theta = 0 at the start, where everything is given in global
 * axes; no body turns then. */
#ifndef MB_PROBLEMS_REFERENCES_OPEN_CHAIN_H
#define MB_PROBLEMS_REFERENCES_OPEN_CHAIN_H

#include "problems/model.h"

enum { MB_OPEN_CHAIN_MAX = 2000 };

typedef struct mb_chain_link {
    double joint[3], axis[3];     /* of the revolute joint to the link before [m, 1] */
    double mass, com[3], J[3][3]; /* about the centre of mass [kg, m, kg m2] */
} mb_chain_link;

/* Data of such a reference */
typedef struct mb_open_chain {
    int n; /* <= MB_OPEN_CHAIN_MAX */
    double gravity[3];
    mb_chain_link *link; /* (n) */
    double end[3];       /* a point of the last link at the start */
} mb_open_chain;

/* A chain of n links in the arena, all zero. */
mb_status mb_open_chain_create(mb_arena *arena, int n, mb_open_chain **chain, mb_error *err);

/* y' = rate(y) */
void mb_open_chain_rate(const mb_open_chain *chain, const double *y, double *ydot);

/* Place of the end. */
void mb_open_chain_end(const mb_open_chain *chain, const double *y, double *x);

#endif
