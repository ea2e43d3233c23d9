/* SPDX-License-Identifier: MIT */
/* Inside of lanes of audits.  Number i of lane l stands at [i * width + l] of an array. */
#ifndef MB_BENCH_AUDIT_LANES_PARTS_H
#define MB_BENCH_AUDIT_LANES_PARTS_H

#include "bench/audit/audit_parts.h"
#include "bench/audit/lanes.h"
#include "bench/audit/rank_parts.h"
#include "bench/audit/smallest_parts.h"

/* Larger ones have none */
enum { MB_AUDIT_LANE_ROWS = 8 };

/* Numbers of a norm, in the order of mb_norm_summary */
enum { MB_LANE_MAX, MB_LANE_SUM, MB_LANE_SQUARE_SUM, MB_LANE_LAST, MB_LANE_NUMBERS };

/* What a lane keeps of its run and hands over to its result and audit when these are asked (lanes_kept.c):
 * (1) each unless it says otherwise */
typedef struct mb_lane_kept {
    double *norm;                 /* (MB_AUDIT_LEVELS x MB_NORMS x MB_LANE_NUMBERS) */
    double *longest;              /* (m) as in mb_gap */
    double *gap, *open, *kinetic; /* [m] the largest; at the step; [J] at the step */
    double *max_kinetic, *drift, *max_drift, *sum_drift; /* [J] as in mb_energy */
    double *error, *max_error;                           /* error_last, error_max */
    double *off, *largest_truth;  /* (noutputs) max and largest of mb_deviation */
    double *least, *at, *largest; /* of mb_rank_result */
    double *due, *speed;          /* of mb_lock */
    double *distance;             /* last of mb_branch */
} mb_lane_kept;

/* What only a step that is taken alone changes */
typedef struct mb_lane_given {
    double *initial;            /* [J] */
    double *turns;              /* (noutputs) */
    double *lost, *first, *low; /* of mb_rank_result, mb_rank */
    double *held;               /* [s] mb_held_due */
    double *at_loss, *ahead;    /* of mb_branch; (noutputs) what no time adds to an output */
} mb_lane_given;

/* A step before, of all lanes */
typedef struct mb_lane_point {
    double t, *q, *v, *measure; /* [s], (nq), (nv), (1) */
} mb_lane_point;

struct mb_audit_lanes {
    int n, width;
    const mb_model *model;
    const mb_lane_rows *rows;
    bool places; /* what is compared is seen in lanes */
    mb_audit *audit[MB_LANES];
    const mb_state *state[MB_LANES];
    const double *s;         /* (nv) turns lengths into tangent increments */
    mb_lane_states at;       /* the states */
    bool own_states;         /* which have to be put there */
    double *row, *d, *gamma; /* (m), (D.nnz), (m) */
    double *potential;       /* (1) [J] */
    double *out;             /* (noutputs) as far as they are compared */
    unsigned on_branch;
    const mb_smallest
        *smallest; /* of one of them: patterns and places are those of all; NULL: none */
    mb_smallest *own[MB_LANES]; /* of each */
    double *w, *least, *most;   /* (m) weights of rows; vectors of mb_smallest */
    double *scaled;             /* (D.nnz) W D S */
    double *factor, *inverse;   /* (m x m), (m) */
    double *measure;            /* (1) */
    mb_audit_view view[MB_LANES];

    bool follows;           /* lanes take steps in by themselves */
    int nkept, nblock;      /* numbers of kept; of all that belongs to a lane between steps */
    double *block, **place; /* (nblock) lanes; where those kept belong, (nkept) of each lane */
    mb_lane_kept kept;      /* in the block */
    mb_lane_given given;
    double *settled;           /* (1) of mb_rank, all bits or none */
    mb_lane_point point[3];    /* the newest last */
    double *a, *lambda;        /* (nv), (m) of the newest */
    double t, *truth;          /* [s] of the step; (noutputs) the reference's */
    double *bound, horizon;    /* (noutputs), [s] of it, as is known by then */
    bool known;                /* the reference is to be trusted */
    double *parting;           /* (noutputs) mb_branch_parting */
    unsigned ranks;            /* lanes of which the rank is followed */
    unsigned branches, parted; /* the branch, by the model and by the reference */
    unsigned moves;            /* lanes with a momentum, which take no step by themselves */
    unsigned live, told;       /* lanes on at the last look; those that took it alone */
    long taken[MB_LANES];      /* steps since the last one that was taken alone */
    unsigned (*look)(mb_audit_lanes *, unsigned on, unsigned ranked, unsigned *measured);
};

/* kept and given of n lanes in the arena */
mb_status mb_lanes_keep(mb_audit_lanes *lanes, mb_arena *arena, mb_error *err);

/* A lane takes over what its result and audit have come to, or hands over what it has kept: to be taken
 * alone with the step at hand, or at the end of its run. */
void mb_lane_take_over(mb_audit_lanes *lanes, int lane);
void mb_lane_hand_over(mb_audit_lanes *lanes, int lane, bool ends);

/* The reference at the step at hand, for all lanes */
void mb_lanes_ask(mb_audit_lanes *lanes, double t);

/* The lanes `on`, of which the measure of rank is wanted in `ranked`, and is found in `measured`; those that
 * have taken the step in */
typedef unsigned mb_audit_look(mb_audit_lanes *lanes, unsigned on, unsigned ranked,
                               unsigned *measured);

/* The same for each kind of processors that it is compiled for */
mb_audit_look mb_audit_look_plain;
#ifdef MB_LANES_X86
mb_audit_look mb_audit_look_avx2, mb_audit_look_avx512;
#endif

#endif
