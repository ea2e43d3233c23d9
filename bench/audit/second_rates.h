/* SPDX-License-Identifier: MIT */
/* Second derivatives of the named outputs along the motion, for series: how fast the rates change
 * over a small time before and after a state. */
#ifndef MB_BENCH_AUDIT_SECOND_RATES_H
#define MB_BENCH_AUDIT_SECOND_RATES_H

#include "solvers/solver.h"

typedef struct mb_second_rates mb_second_rates;

mb_status mb_second_rates_create(const mb_model *model, mb_arena *arena, mb_second_rates **rates,
                                 mb_error *err);

/* (noutputs) at a state with accelerations a (nv) and multipliers lambda (m), valid until the next
 * call; NaN for an output without a rate. */
const double *mb_second_rates_at(mb_second_rates *rates, const mb_state *state, const double *a,
                                 const double *lambda);

#endif
