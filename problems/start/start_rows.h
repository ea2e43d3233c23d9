/* Inside of the correction of starts: the rows measured in lengths, and the smallest change that
 * closes them.  For start.c. */
#ifndef MB_PROBLEMS_START_START_ROWS_H
#define MB_PROBLEMS_START_START_ROWS_H

#include "problems/start/start.h"
#include "problems/start/start_factor.h"

/* What rounding leaves of a row: so many ulps of what enters it. */
#define MB_START_ULPS 64.0

/* Vectors of the correction. */
typedef struct mb_start_rows {
    double *d;                  /* (D.nnz) */
    double *unit;               /* (nv) S */
    double *size, *allowed;     /* (m) |D_i S|; round-off of a row [m] */
    double *phi, *residual;     /* (m) */
    double *x, *gradient, *dir; /* (nv) */
    double *ddir;               /* (m) */
    double *q, *qdot;           /* (nq) */
    double *reach;              /* (nv) magnitudes of the coordinates */
    double *moved_q, *moved_v;  /* (nv) sums of the steps */
    int nholds;                 /* velocities held in this attempt */
    double *held;               /* (nholds, MB_HOLD_TERMS) their factors, of rows of length 1 */
    double *held_residual, *held_dir; /* (nholds) */
    double *declared;                 /* (nv) velocities */
    mb_arena *arena;
    bool asked;              /* for factors, which come with the first correction that needs them */
    mb_start_factor *factor; /* NULL: rows are few, or would fill them */
    mb_pattern all;          /* D and below it the rows that are held */
    double *values;          /* (all.nnz) */
    double *left;            /* (m + holds) */
} mb_start_rows;

/* Takes the vectors, and S. */
mb_status mb_start_rows_claim(const mb_model *model, mb_arena *arena, mb_start_rows *c,
                              mb_error *err);

/* D at q and its rows' lengths |D_i S| */
void mb_start_rows_measure(const mb_model *model, mb_start_rows *c, const double *q);

/* The same, and what round-off makes of the rows [m].  A row without a gradient there (angles at
 * their singularity) is taken as it is. */
void mb_start_rows_linearise(const mb_model *model, mb_start_rows *c, const double *q);

/* residual = -b in lengths; D becomes a matrix of rows of length 1 by S */
void mb_start_rows_in_lengths(const mb_model *model, mb_start_rows *c, const double *b);

/* x = the smallest change of v's coordinates that leaves the least of the residual, held rows
 * included.  By conjugate gradients of few coordinates; by sparse factors of many, and again by
 * conjugate gradients where there are none (mb_start_factor_create). */
void mb_start_rows_shortest(const mb_model *model, mb_start_rows *c);

#endif
