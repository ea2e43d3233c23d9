/* SPDX-License-Identifier: MIT */
/* Inside of the correction of starts: the rows measured in lengths, and the smallest change that
 * closes them.  For start.c. */
#ifndef MB_PROBLEMS_START_START_ROWS_H
#define MB_PROBLEMS_START_START_ROWS_H

#include "problems/start/start.h"
#include "problems/start/start_factor.h"

/* What rounding leaves of a row: so many ulps of what enters it. */
#define MB_START_ULPS 64.0

/* So many times round-off pass where Newton's method makes no progress any more. */
#define MB_START_STALLED 100.0

enum { MB_PLACE_TEXT = 400 };

/* Vectors of the correction. */
typedef struct mb_start_rows {
    double *d;                  /* (D.nnz) */
    double *unit;               /* (nv) S */
    double *step;               /* (nv) by which a change is short: S, or other weights */
    double *size, *allowed;     /* (m) |D_i S|; round-off of a row [m] */
    double *phi, *residual;     /* (m) */
    double *x, *gradient, *dir; /* (nv) */
    double *ddir;               /* (m) */
    double *q, *qdot;           /* (nq) */
    double *reach;              /* (nv) magnitudes of the coordinates */
    double *moved_q, *moved_v;  /* (nv) sums of the steps */
    int nholds;                 /* velocities held in this attempt */
    double *held;               /* (nholds, MB_HOLD_TERMS) their factors, of rows of length 1 */
    double *held_residual, *held_dir;          /* (nholds) */
    double *declared;                          /* (nv) velocities */
    double *mass;                              /* (M.nnz) */
    double *slope, *across, *along, *momentum; /* (nv) on the way to the least kinetic energy */
    mb_arena *arena;
    bool asked;              /* for factors, which come with the first correction that needs them */
    mb_start_factor *factor; /* NULL: rows are few, or would fill them */
    mb_pattern all;          /* D and below it the rows that are held */
    double *values;          /* (all.nnz) */
    double *left;            /* (m + holds) */
    double *orthogonal;      /* (nv + 1, nv) rows; NULL: not asked for */
} mb_start_rows;

/* Takes the vectors, and S. */
mb_status mb_start_rows_claim(const mb_model *model, mb_arena *arena, mb_start_rows *c,
                              mb_error *err);

/* D at q and its rows' lengths |D_i S|; rows that have vanished are 0 */
void mb_start_rows_measure(const mb_model *model, mb_start_rows *c, const double *q);

/* The same, and what round-off makes of the rows [m].  A row without a gradient there (angles at
 * their singularity) is taken as it is. */
void mb_start_rows_linearise(const mb_model *model, mb_start_rows *c, const double *q);

/* residual = -b in lengths; D and the rows that are held become matrices of rows of length 1 by the
 * steps, where they have a length. */
void mb_start_rows_in_lengths(const mb_model *model, mb_start_rows *c, const double *b);

/* What is held, as rows of length 1 by S at the assembled position, and what is left of them at v:
 * part of their values less what they make of it. */
void mb_start_rows_held(const mb_model *model, mb_start_rows *c, double part, const double *v);

/* x = the smallest change of v's coordinates, by steps, that leaves the least of the residual, held
 * rows included.  By conjugate gradients of few coordinates; by sparse factors of many, and again by
 * conjugate gradients where there are none (mb_start_factor_create). */
void mb_start_rows_shortest(const mb_model *model, mb_start_rows *c);

/* From here on row by row, those after the ones that they depend on counting for nothing: near singular
 * positions, where the squares of the former lose what tells rows apart.  False: they are too many. */
bool mb_start_rows_in_order(const mb_model *model, mb_start_rows *c);

/* x = a change that leaves less of the residual, where the smallest one that leaves the least is far too
 * long: near the farthest reach of rows that cannot all be closed. */
void mb_start_rows_descent(const mb_model *model, mb_start_rows *c);

/* The row that is open the most against what is allowed (n); its ratio. */
double mb_start_rows_worst(const double *value, const double *allowed, int n, int *row);

/* MB_BAD_INPUT with the elements that stay open at q0, where no step closes them any more, and how far;
 * row: the worst one, of a model without elements. */
mb_status mb_start_cannot_close(const mb_model *model, mb_start_rows *c, int row, mb_error *err);

/* "file.yaml:12:5", or the problem's name where there is no line. */
void mb_start_place(const mb_model *model, int line, int column, char text[MB_PLACE_TEXT]);

/* Velocities consistent with the rows, held ones as given.  Leaves v0, moved_v and declared. */
mb_status mb_start_correct_velocity(mb_model *model, mb_start_rows *c, mb_error *err);

#endif
