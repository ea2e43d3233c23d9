/* SPDX-License-Identifier: MIT */
/* Rank of D along a run.
 *
 * The measure is the smallest singular value of W D S over the largest: S puts coordinates in
 * metres (bench/audit/gap.h), W the rows to length one as they are at the start, so that neither
 * units nor the writing of a row enter.  Rows that are redundant for ever are left out: the
 * smallest of the m - redundant largest values is taken.
 *
 * A motion passes the positions where D loses rank between two steps, and the measure falls to zero
 * and rises again like |t - t*|.  Where it is about to, every step is looked at, and the least
 * value is sought on the cubic through positions and velocities of the steps around it.
 *
 * Rows that are independent at the start are looked at in every step, at the cost of a sparse
 * factorisation (bench/audit/smallest.h).  Where some are redundant all singular values are
 * computed, and points far from where one might vanish are left out. */
#ifndef MB_BENCH_AUDIT_RANK_H
#define MB_BENCH_AUDIT_RANK_H

#include "bench/result.h"

typedef struct mb_rank mb_rank;

/* What the first look of runs of one model comes to, for those that start from the same position */
typedef struct mb_rank_first mb_rank_first;
mb_status mb_rank_first_create(const mb_model *model, mb_arena *arena, mb_rank_first **first,
                               mb_error *err);

/* S (nv).  *rank is NULL where there are no rows, or so many with redundant ones among them that a
 * handful of looks would cost more than a fifth of a second. */
mb_status mb_rank_create(const mb_model *model, const double *s, double t_end, mb_arena *arena,
                         mb_rank **rank, mb_error *err);

/* The state at the start and at each accepted step, with D's values there and the widest gap in
 * sizes of the mechanism.  first: of the model, taken over or found; NULL: none. */
void mb_rank_start(mb_rank *rank, const mb_state *state, const double *d, mb_rank_first *first,
                   mb_rank_result *result);
void mb_rank_step(mb_rank *rank, const mb_state *state, const double *d, double gap,
                  mb_rank_result *result);

/* The same where the measure is known. */
void mb_rank_step_with(mb_rank *rank, const mb_state *state, double measure, double gap,
                       mb_rank_result *result);

/* The measure at a point, from D's values. */
double mb_rank_at(mb_rank *rank, const double *d);

/* What measures rows that do not depend on each other, and their weights (m), which it is given
 * W D S with; NULL: others. */
struct mb_smallest *mb_rank_smallest(const mb_rank *rank, const double **w);

/* Whether the rank was lost wholly, after which no step is looked at. */
bool mb_rank_is_found(const mb_rank *rank);

#endif
