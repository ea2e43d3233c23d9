/* SPDX-License-Identifier: MIT */
/* How far the joints are open, as a length.
 *
 * A tangent increment dv = S x has its coordinates x in metres: S_j = 1 where velocity coordinate j
 * is that of a length, 1 / size where it is that of an angle or has no unit.  To first order the
 * distance from q to the positions that meet row i is |Phi_i| / |D_i S|, in whatever unit the row
 * is written. */
#ifndef MB_BENCH_AUDIT_GAP_H
#define MB_BENCH_AUDIT_GAP_H

#include "problems/model.h"

/* A row whose gradient all but vanishes is met at a distance of about sqrt(|Phi|): with this part
 * of its longest gradient round-off in Phi stays round-off to half the digits. */
#define MB_GAP_SHORTEST 1e-8

typedef struct mb_gap {
    const mb_model *model;
    double *s;       /* (nv) S */
    double *length;  /* (m) |D_i S| at the last point */
    double *longest; /* (m) the largest so far, from the model's slopes on */
    int row;         /* with the widest gap at the last point */
} mb_gap;

mb_status mb_gap_create(const mb_model *model, mb_arena *arena, mb_gap *gap, mb_error *err);

/* Widest gap [m] of the holonomic rows, 0 without any, from Phi (mh) and D's values; NaN where one
 * is no number. */
double mb_gap_at(mb_gap *gap, const double *phi, const double *d);

#endif
