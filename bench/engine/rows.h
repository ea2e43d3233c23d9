/* SPDX-License-Identifier: MIT */
/* The trajectory that an adapter writes, or that somebody else has written: docs/engines.md.
 *
 * What is read is hostile: counts, lengths and numbers are checked, and the first that is wrong ends
 * the reading with its place. */
#ifndef MB_BENCH_ENGINE_ROWS_H
#define MB_BENCH_ENGINE_ROWS_H

#include <stddef.h>

#include "base/status.h"
#include "problems/elements/machine/plain_poses.h"

enum { MB_ROW_NUMBERS = 13, MB_WARNINGS_SIZE = 400 };

typedef struct mb_rows {
    const char *text; /* (size) and a zero */
    size_t size, at;
    int nbodies;
    bool doubles;
    long line, row;  /* reached so far */
    bool ended;      /* the trailer is read */
    double t;        /* [s] of the last row */
    double *numbers; /* (1 + 13 nbodies) scratch, the caller's */
    long steps;      /* of the trailer; -1: none */
    double cpu;      /* [s] likewise; NaN: none */
    char warnings[MB_WARNINGS_SIZE];
} mb_rows;

/* Reads the first line.  MB_FAILURE: it is not as it should be. */
mb_status mb_rows_begin(mb_rows *rows, mb_error *err);

/* The next row into t and pose (nbodies), or *more = false behind the trailer, which is read then.
 * MB_FAILURE: a row that is none, or no trailer. */
mb_status mb_rows_next(mb_rows *rows, double *t, mb_pose *pose, bool *more, mb_error *err);

/* Whether rows that were read to their end, of a run with each step reported, are those of a run to
 * t_end [s] in steps h (NaN: controlled).  MB_FAILURE: they are not, with what is. */
mb_status mb_rows_reach(const mb_rows *rows, double h, double t_end, mb_error *err);

/* Whether their trailer can be: process [s] of CPU that its program has had.  MB_FAILURE: not. */
mb_status mb_rows_believe(const mb_rows *rows, double h, double t_end, double process,
                          mb_error *err);

#endif
