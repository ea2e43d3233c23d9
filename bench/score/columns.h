/* SPDX-License-Identifier: MIT */
/* What the columns of a trajectory hold. */
#ifndef MB_BENCH_SCORE_COLUMNS_H
#define MB_BENCH_SCORE_COLUMNS_H

#include "bench/score/table.h"
#include "problems/mechanism.h"
#include "problems/model.h"

/* A column is the time "t", an output of the problem, or a part of a body's pose, BODY.PART.  Parts
 * are x y z qw qx qy qz vx vy vz wx wy wz, in the plane also x y angle vx vy omega; "-" is passed
 * over. */
typedef struct mb_columns {
    bool poses; /* else outputs */
    int time;   /* column of t */
    int *at; /* outputs: (noutputs) column of each, -1: none.  Poses: (13 nbodies) likewise of the
                 * numbers of a row in docs/engines.md */
    int *angle; /* (nbodies) column of a planar body's angle, -1: its quaternion is there */
} mb_columns;

/* declared: bodies of the problem, NULL where it has no declaration.  given: names instead of those
 * of the table, "t,a,-,b"; NULL: those.  A table without names, and none given, holds t and the
 * compared outputs in their order.  MB_BAD_INPUT: a column that is none, with its place. */
mb_status mb_columns_find(mb_columns *columns, const mb_table *table, const char *given,
                          const mb_model *model, const mb_plain_mechanism *declared,
                          mb_arena *arena, mb_error *err);

#endif
