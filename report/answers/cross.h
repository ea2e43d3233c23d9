/* SPDX-License-Identifier: MIT */
/* Solvers at equal precision: of each solver on each mechanism the run that a search found for a class,
 * and its cost beside the cheapest right one (docs/equal-precision.md). */
#ifndef MB_REPORT_ANSWERS_CROSS_H
#define MB_REPORT_ANSWERS_CROSS_H

#include "report/records/digest.h"

enum { MB_CROSS_CLASSES = 5 };

/* A solver on a mechanism, for a class. */
typedef struct mb_cross_cell {
    const mb_report_run *run; /* NULL: not tried */
    double cost;              /* [s] of CPU for the whole run; NaN: not right */
    double ratio;             /* to the least cost of the mechanism; NaN: not right */
    bool timed;               /* by timed passes; else by the measuring pass alone */
} mb_cross_cell;

typedef struct mb_cross {
    const char *study;
    int classes, rows, columns;
    double class[MB_CROSS_CLASSES]; /* from the coarsest to the finest */
    const char **label, **spec;     /* (rows) of solvers, without their steps */
    const mb_run_group **column;    /* (columns) mechanisms */
    mb_cross_cell *cell;            /* (classes x rows x columns) */
} mb_cross;

/* Of the runs of a study that were searched for a class; no classes where there are none. */
mb_status mb_cross_make(const mb_digest *digest, const char *study, mb_arena *arena,
                        mb_cross *cross, mb_error *err);

const mb_cross_cell *mb_cross_at(const mb_cross *cross, int class, int row, int column);

/* ---- kinds of mechanisms -------------------------------------------------------------------- */

/* What a user asks for. */
typedef struct mb_kind {
    const char *name, *question;
    bool (*is)(const mb_report_run *run); /* of any run with the mechanism; NULL: all are */
    bool
        real_time; /* solvers of fixed steps alone, and right is who is faster than the motion too */
} mb_kind;

/* The kinds, the first of all mechanisms; a NULL name ends them. */
extern const mb_kind mb_kinds[];

/* ---- ranks ---------------------------------------------------------------------------------- */

typedef struct mb_cross_place {
    int row, rank;        /* rank from 1; equal ones share it; 0: not tried on all */
    int tried, right;     /* mechanisms */
    int cheapest;         /* of these it is the cheapest on */
    double median, worst; /* ratio, over those on which it is right; NaN: none */
    double slowest;       /* [s/s] largest cost of a simulated second, likewise */
    const char *worst_at; /* mechanism of the worst ratio; "" */
} mb_cross_place;

/* How the ranking is made, for people. */
extern const char mb_cross_ranking[];

/* The solvers for a class over the mechanisms of a kind, the best first: right on most, then the smaller
 * median ratio.  *mechanisms: of that kind. */
mb_status mb_cross_rank(const mb_cross *cross, int class, const mb_kind *kind, mb_arena *arena,
                        mb_cross_place **standing, int *count, int *mechanisms, mb_error *err);

#endif
