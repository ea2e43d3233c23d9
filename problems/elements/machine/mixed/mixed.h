/* SPDX-License-Identifier: MIT */
/* Inside of mixed coordinates of the plane: a body on a revolute joint to the ground keeps its angle
 * only, all others angle, x and y.
 *
 * The mechanism is told with the frames of such bodies at their pivots, where x and y do not vary
 * and the inertia is that about the pivot.  So the model in reference-point coordinates of the
 * mechanism told so is theirs, without those coordinates (mixed_model.c); only the weight of a body
 * whose centre is not its pivot is a term of its own.
 *
 * For files of this folder only. */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_MIXED_MIXED_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_MIXED_MIXED_H

#include "problems/elements/machine/machine.h"

/* A body on a pivot */
typedef struct mb_pivot {
    int body;
    double centre[3]; /* of mass, in the frame at the pivot */
} mb_pivot;

/* A weight with an arm */
struct mb_hung {
    int phi, h; /* its angle, and where its stiffness is in H */
    double a, b;
};

struct mb_mixed {
    mb_model inner; /* first: its potential, which outputs read, finds the weights by it */
    double (*potential)(const mb_model *, double t, const double *q); /* without these weights */
    int *full;               /* (nv) the number that a coordinate has inside */
    double *q, *v, *a;       /* (inner.nv) what is held stays */
    double *d, *h, *f;       /* (inner.D.nnz), (inner.H.nnz), (inner.nv) */
    int *of_d, *of_m, *of_h; /* (D.nnz), (M.nnz), (H.nnz) entries inside */
    double *mass;            /* (M.nnz) */
    double *weight;          /* (nv) forces that do not vary */
    int narms;
    struct mb_hung *arm; /* (narms) */
};

/* out (n) = entries of a full array */
static inline void mb_mixed_take(int n, const int *from, const double *full, double *out)
{
    for (int k = 0; k < n; k++)
        out[k] = full[from[k]];
}

/* The function table, from which finished models drop what they lack (mixed_ops.c) */
extern const mb_ops mb_mixed_ops;
/* Of the model inside, weights of bodies on pivots included */
double mb_mixed_potential(const mb_model *inner, double t, const double *q);

/* The mechanism told anew, in the arena, and what its joints need no rows for (pivots.c) */
mb_status mb_mixed_pivots(const mb_plain_mechanism *plain, mb_arena *arena,
                          mb_plain_mechanism **moved, const mb_merged **merged, int *npivots,
                          mb_pivot **pivot, mb_error *err);

#endif
