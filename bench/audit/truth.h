/* The motion that a run is held against: the reference that the model brings, or the automatic one of
 * the declaration that it is made from. */
#ifndef MB_BENCH_AUDIT_TRUTH_H
#define MB_BENCH_AUDIT_TRUTH_H

#include "problems/model.h"

typedef struct mb_truth mb_truth;

/* For values at steps h up to t_end.  *truth is NULL where there is none. */
mb_status mb_truth_create(const mb_model *model, double h, double t_end, mb_arena *arena,
                          mb_truth **truth, mb_error *err);

/* Outputs (noutputs) at t, not before the last t by more than a grid step. */
void mb_truth_at(mb_truth *truth, double t, double *out);

/* Bound of the absolute error of a compared output, over the times asked for so far at least. */
double mb_truth_bound(const mb_truth *truth, int output);

/* [s] up to which it is to be trusted, as far as is known by now. */
double mb_truth_horizon(const mb_truth *truth);

#endif
