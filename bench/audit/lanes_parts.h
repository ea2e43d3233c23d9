/* SPDX-License-Identifier: MIT */
/* Inside of lanes of audits.  Number i of lane l stands at [i * width + l] of an array. */
#ifndef MB_BENCH_AUDIT_LANES_PARTS_H
#define MB_BENCH_AUDIT_LANES_PARTS_H

#include "bench/audit/audit_parts.h"
#include "bench/audit/lanes.h"
#include "bench/audit/smallest_parts.h"

/* Larger ones have none */
enum { MB_AUDIT_LANE_ROWS = 8 };

/* Numbers of a norm, in the order of mb_norm_summary */
enum { MB_LANE_MAX, MB_LANE_SUM, MB_LANE_SQUARE_SUM, MB_LANE_LAST, MB_LANE_NUMBERS };

struct mb_audit_lanes {
    int n, width;
    const mb_model *model;
    const mb_lane_rows *rows;
    bool places; /* what is compared is seen in lanes */
    mb_audit *audit[MB_LANES];
    const mb_state *state[MB_LANES];
    const double *s;             /* (nv) turns lengths into tangent increments */
    mb_lane_states at;           /* the states */
    bool own_states;             /* which have to be put there */
    double *row, *d, *gamma;     /* (m), (D.nnz), (m) */
    double *longest;             /* (m) as in mb_gap */
    double *norm;                /* (MB_AUDIT_LEVELS x MB_NORMS x MB_LANE_NUMBERS) */
    double *open;                /* (1) [m] */
    double *kinetic, *potential; /* (1) [J] */
    double *out;                 /* (noutputs) as far as they are compared */
    unsigned on_branch;
    const mb_smallest
        *smallest; /* of one of them: patterns and places are those of all; NULL: none */
    mb_smallest *own[MB_LANES]; /* of each */
    double *w, *least, *most;   /* (m) weights of rows; vectors of mb_smallest */
    double *scaled;             /* (D.nnz) W D S */
    double *factor, *inverse;   /* (m x m), (m) */
    double *measure;            /* (1) */
    mb_audit_view view[MB_LANES];
    unsigned (*look)(mb_audit_lanes *, unsigned on, unsigned ranked);
};

/* The lanes `on`, of which the measure of rank is wanted in `ranked`; those in which it was found */
typedef unsigned mb_audit_look(mb_audit_lanes *lanes, unsigned on, unsigned ranked);

/* The same for each kind of processors that it is compiled for */
mb_audit_look mb_audit_look_plain;
#ifdef MB_LANES_X86
mb_audit_look mb_audit_look_avx2, mb_audit_look_avx512;
#endif

#endif
