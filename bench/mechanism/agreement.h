/* SPDX-License-Identifier: MIT */
/* Whether a reference and a model of one mechanism begin the same motion. */
#ifndef MB_BENCH_MECHANISM_AGREEMENT_H
#define MB_BENCH_MECHANISM_AGREEMENT_H

#include "base/arena.h"
#include "problems/references/automatic.h"

/* Velocities at the start, and the accelerations that these have, of the model in coordinates of whole
 * bodies and of the reference, by equations of its own, agree to 1e-8 of the largest, or to round-off where
 * the rows magnify it.  MB_FAILURE, with the body, where they do not: one of the two
 * is wrong.  assembled: the mechanism that the reference is of. */
mb_status mb_references_agree(const mb_plain_mechanism *assembled, const mb_automatic *reference,
                              mb_error *err);

#endif
