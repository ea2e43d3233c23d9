/* SPDX-License-Identifier: MIT */
/* Inside of the room: a trajectory that is being read. */
#ifndef MB_BENCH_SCORE_SCORE_PARTS_H
#define MB_BENCH_SCORE_SCORE_PARTS_H

#include "bench/score/score.h"

typedef struct mb_scored {
    const mb_score_request *request;
    mb_result *result;
    mb_arena *arena;
    mb_model *model; /* of the problem as it is named; its outputs are those that count */
    mb_table table;
    mb_columns columns;
    double t; /* [s] of the last row */
} mb_scored;

/* The next row, its time in s->t; *more = false behind the last one that counts.  The row at t_end has
 * just that time. */
mb_status mb_scored_next(mb_scored *s, bool *more, mb_error *err);

/* Number of a row's column. */
double mb_scored_value(const mb_scored *s, int column);

/* Holds all rows' outputs against the reference. */
mb_status mb_score_outputs(mb_scored *s, mb_error *err);

#endif
