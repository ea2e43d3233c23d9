/* SPDX-License-Identifier: MIT */
/* Positions that meet the rows, or come closest to it.
 *
 * From a position Levenberg-Marquardt steps bring |Phi| down, each row in units of its slope, so
 * that a violation is a distance in sizes of the mechanism: until it is met, or stays where it is
 * orthogonal to the slopes of all rows, a least one.  Steps are solved for by conjugate gradients:
 * no matrix is formed, whatever the number of rows. */
#ifndef MB_PROBLEMS_START_CLOSEST_H
#define MB_PROBLEMS_START_CLOSEST_H

#include "problems/model.h"

typedef struct mb_closest {
    const mb_model *model;
    const double *unit;        /* (nv) what a coordinate is counted in: the size, or 1 */
    double *q, *trial;         /* (nq) where the search stands */
    double *d, *phi;           /* (D.nnz), (m) */
    double *r, *r_trial;       /* (m) violation in units of the rows' slopes */
    double *slope;             /* (m) |D_i S| */
    double *g, *x, *z, *p, *s; /* (nv) gradient, step, and vectors of the conjugate gradients */
    double *w;                 /* (m) */
} mb_closest;

mb_status mb_closest_create(const mb_model *model, const double *unit, mb_arena *arena,
                            mb_closest **closest, mb_error *err);

/* Takes the rows' slopes from those at (t, q). */
void mb_closest_weigh(mb_closest *closest, double t, const double *q);

/* |r| at (t, q), of which r is left in the search. */
double mb_closest_violation(mb_closest *closest, double t, const double *q);

typedef enum mb_closeness {
    MB_CLOSEST_MET,   /* |r| is at most what is asked for */
    MB_CLOSEST_OPEN,  /* it is least, and above */
    MB_CLOSEST_UNSURE /* the search did not get to an end */
} mb_closeness;

/* Searches from q (nq), where the slopes are to have been taken; the end is left in the search, a
 * least |r| orthogonal to the slopes but for a part `stationary`. */
mb_closeness mb_closest_search(mb_closest *closest, double t, const double *q, double met,
                               double stationary);

#endif
