/* SPDX-License-Identifier: MIT */
/* Inside of the rank along a run, for bench/audit/rank.c and its lanes. */
#ifndef MB_BENCH_AUDIT_RANK_PARTS_H
#define MB_BENCH_AUDIT_RANK_PARTS_H

#include "bench/audit/rank.h"
#include "bench/audit/smallest.h"

/* Rank is lost where the measure is below this part of its largest value along the run: an
 * ill-conditioned mechanism is not a singular one. */
#define MB_RANK_LOST 1e-3
/* Off the rows by a gap g the motion misses the singular position by sqrt(g), up to this measure */
#define MB_RANK_WIDEST_MISS 0.05
/* Farther off the rows than the coarsest class allows, a motion says nothing of the mechanism's
 * positions */
#define MB_RANK_OFF_THE_ROWS 1e-2
#define MB_RANK_FOUND 1e-6 /* of the largest value: as lost as it gets */

/* A step of the run. */
struct mb_rank_point {
    double t, measure; /* NaN: not looked at */
    double *q, *dq;    /* (nq) */
};

struct mb_rank_first {
    bool known;
    double measure, *scaled; /* (D.nnz) that it is of */
    double *least, *most;    /* (m) vectors of mb_smallest behind it */
};

struct mb_rank {
    const mb_model *model;
    const double *s;               /* (nv) */
    double *w;                     /* (m) */
    double *scaled;                /* (D.nnz) W D S */
    mb_smallest *smallest;         /* of independent rows; else NULL and all values: */
    double *matrix;                /* (m x nv) column by column */
    double *value;                 /* (min(m, nv)) singular values */
    double *work;                  /* (size) */
    int size, last;                /* index of the value that must not vanish */
    struct mb_rank_point point[3]; /* the newest last */
    int points;
    double *q, *d, *zero; /* (nq), (D.nnz), (nv) between steps */
    double first;         /* measure at the start */
    double idle, due;     /* [s] between looks, time of the next one */
    double seen, seen_t;  /* at the last look */
    long left;            /* looks where the measure falls */
    bool falls, found;
    bool settled; /* the time at which rank was lost first is known */
    double low;   /* measure there, while it is not */
};

#endif
