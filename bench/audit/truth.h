/* SPDX-License-Identifier: MIT */
/* The motion that a run is held against: the reference that the model brings, or the automatic one of
 * the declaration that it is made from. */
#ifndef MB_BENCH_AUDIT_TRUTH_H
#define MB_BENCH_AUDIT_TRUTH_H

#include "problems/model.h"

typedef struct mb_truth mb_truth;

/* For values at steps h up to t_end.  folder: where automatic ones are kept (kept_reference.h); NULL
 * or "": nowhere.  *truth is NULL where there is none.  MB_FAILURE: the automatic one and the model disagree.
 */
mb_status mb_truth_create(const mb_model *model, double h, double t_end, const char *folder,
                          mb_arena *arena, mb_truth **truth, mb_error *err);

/* Whether the model waits for an automatic reference. */
bool mb_truth_is_found(const mb_model *model);

/* Keeps answers for as many times, so that runs after these with the same steps are told without the
 * reference being followed again. */
mb_status mb_truth_keep(mb_truth *truth, long values, mb_arena *arena, mb_error *err);

/* Back to t0, for such runs; false where more was asked for than is kept. */
bool mb_truth_again(mb_truth *truth);

/* Outputs (noutputs) at t, not before the last t by more than a grid step. */
void mb_truth_at(mb_truth *truth, double t, double *out);

/* Bound of the absolute error of a compared output, over the times asked for so far at least. */
double mb_truth_bound(const mb_truth *truth, int output);

/* [s] up to which it is to be trusted, as far as is known by now. */
double mb_truth_horizon(const mb_truth *truth);

#endif
