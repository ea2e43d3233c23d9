/* SPDX-License-Identifier: MIT */
/* Instructions of a run's steps, counted by valgrind's callgrind: a measure of cost that a busy
 * machine does not change.
 *
 * The run is made once more under callgrind, which collects inside mb_solver_step alone: no set-up,
 * no audit.  The count repeats to some hundred instructions with the same program, libraries and
 * CPU model (libraries choose their kernels by it). */
#ifndef MB_BENCH_CHILD_INSTRUCTIONS_H
#define MB_BENCH_CHILD_INSTRUCTIONS_H

#include "bench/plan.h"
#include "bench/result.h"

/* MB_BAD_INPUT: valgrind cannot be started. */
mb_status mb_instructions_try(mb_error *err);

/* Sets result->instructions of a run measured before.  MB_FAILURE: valgrind fails, or the run does
 * not come to the same end under it within 100 times the time limit [s]; the program is to stop
 * (base/stop.h). */
mb_status mb_instructions_count(const mb_run *run, double time_limit, mb_result *result,
                                mb_error *err);

#endif
