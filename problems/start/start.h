/* SPDX-License-Identifier: MIT */
/* What set-up finds out about a declared start: the rank of D, and a consistent state near it.
 *
 * Everything is measured in lengths: with S = diag(1 for lengths, 1/size for angles and coordinates
 * without unit), D S has rows of length per length, |Phi_i| / |D_i S| is the first-order distance
 * to row i, and a change of the state has the norm |S^-1 dq|.  So the size of a mechanism, its
 * units and its distance from the origin decide nothing. */
#ifndef MB_PROBLEMS_START_START_H
#define MB_PROBLEMS_START_START_H

#include "problems/model.h"

/* From what a problem's `setup` filled in to a model that solvers take: a consistent start, the
 * rank of D, rows that depend on others, what has no mass; the trait MB_FULL_RANK_D as it is near
 * the start. */
mb_status mb_model_complete(mb_model *model, mb_error *err);

/* Rank of a matrix given by pattern and values.  Rows are eliminated one after the other, each by
 * its largest remaining entry; a row of which less than 1e-10 remains depends on those before it,
 * which `dependent` (nrow, may be NULL) says.  unit (ncol) multiplies columns; NULL: 1.  Sparse, so
 * that chains of thousands of rows are set up in milliseconds.  Scratch memory is allocated and
 * freed. */
mb_status mb_matrix_rank(const mb_pattern *pattern, const double *values, const double *unit,
                         bool *dependent, int *rank, mb_error *err);

/* A velocity that neither M nor D holds at (t0, q0): a column of the null space of (M; D); -1:
 * there is none.  Where M has no zero on its diagonal and is declared regular, it is taken as such.
 */
mb_status mb_find_massless(const mb_model *model, const double *d, const double *unit,
                           int *velocity, mb_error *err);

/* Refuses a start with a coordinate that is not a number and rows that hold nothing there, by name.
 * For starts that are not corrected too. */
mb_status mb_start_check(const mb_model *model, mb_error *err);

/* Corrects model->q0 and v0 to Phi = 0 and D v + Phi_t = 0 by the smallest change and writes
 * model->start and model->start_correction.  Velocities that are held (model->hold) stay as they
 * are declared and the rest follows.  A start that is consistent to the round-off of its
 * coordinates is left as it is, bit for bit.
 * MB_BAD_INPUT, with the row or the velocity, when it cannot be made consistent. */
mb_status mb_start_correct(mb_model *model, mb_error *err);

/* Of a start that is kept: velocities that are given of points and joints, but are none of the
 * model's coordinates, become v0 with the rest that follows from the rows; q0 stays.  Nothing is
 * changed where v0 has what is given.  MB_BAD_INPUT where the rows contradict. */
mb_status mb_start_take_given(mb_model *model, mb_error *err);

/* Rank of D at assembled positions near the start, off its singularities; m where there is none. */
mb_status mb_rank_near(mb_model *model, int *rank, mb_error *err);

/* S for the coordinates of velocity: 1 for a length, 1/size for others; out: (nv) */
void mb_units(const mb_model *model, double *unit);

/* The next of a sequence of numbers in [-1, 1) that are the same everywhere (linear congruence) */
static inline double mb_random(unsigned *seed)
{
    *seed = *seed * 1664525U + 1013904223U;
    return (double)(*seed >> 8) / 8388608.0 - 1.0;
}

/* Somewhere about the start: q (nq), moved by step (nv), by up to `far` sizes or radians to all sides */
void mb_wander(const mb_model *model, const double *unit, double far, unsigned *seed, double *step,
               double *q);

/* |D_i S| of all rows (m) from D's values d (D.nnz) */
void mb_row_lengths(const mb_model *model, const double *unit, const double *d, double *length);

/* Parts of a slope: of a row that has vanished, which is round-off at a singular position; of one that
 * is short, as near such a position: it is no measure of how far the row reaches */
#define MB_VANISHED 1e-10
#define MB_SHORT 1e-3

/* Fills model->slope: of short ones elsewhere. */
mb_status mb_row_slopes(mb_model *model, mb_error *err);

/* The lengths of the rows, and 0, in d too, for those that are not above a part of their slopes. */
void mb_clear_short(const mb_model *model, const double *unit, double part, double *d,
                    double *length);

/* Where rows are of length 0 (m) at the start: model->ops from here on leave 0, and no round-off, of
 * their gradients wherever these vanish, so that one row alone, which methods have nothing to compare
 * with, is none to any of them. */
mb_status mb_keep_vanished(mb_model *model, const double *unit, const double *length,
                           mb_error *err);

#endif
