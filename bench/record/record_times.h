/* SPDX-License-Identifier: MIT */
/* What a record says of its timed passes: `cpu` and `ratio`.
 *
 * Timed passes of a run may be made in several rounds, each at another time.  cpu.rounds has the
 * time of a step [us] of each round, ratio.rounds the [median, lo, hi] of each; the fields beside
 * them are of all rounds: all samples, the median of the medians, an interval that holds the
 * intervals of all. */
#ifndef MB_BENCH_RECORD_RECORD_TIMES_H
#define MB_BENCH_RECORD_RECORD_TIMES_H

#include "bench/record/record.h"

json_t *mb_record_cpu(const mb_result *result);

/* null without a solver that the ratio refers to, or without samples. */
json_t *mb_record_ratio(const mb_run *run, const mb_result *result, const char *to);

/* That of the solver which others refer to: 1, in every round. */
json_t *mb_record_ratio_to_itself(const char *solver);

/* Gives a record that has none the timed passes of a result, beside the solver `to`. */
void mb_record_time(json_t *record, const mb_run *run, const mb_result *result, const char *to);

/* Adds the timed passes of a result as a further round. */
void mb_record_add_round(json_t *record, const mb_result *result);

/* Rounds that a record has; 0: it was not timed. */
int mb_record_rounds(const json_t *record);

#endif
