/* SPDX-License-Identifier: MIT */
/* Inside of the audit: what it is made of.  For bench/audit*.c only. */
#ifndef MB_BENCH_AUDIT_AUDIT_PARTS_H
#define MB_BENCH_AUDIT_AUDIT_PARTS_H

#include "bench/audit/audit.h"
#include "bench/audit/branch.h"
#include "bench/audit/closable.h"
#include "bench/audit/gap.h"
#include "bench/audit/held.h"
#include "bench/audit/lock.h"
#include "bench/audit/momentum.h"
#include "bench/audit/power.h"
#include "bench/audit/rank.h"
#include "bench/audit/second_rates.h"
#include "bench/audit/truth.h"
#include "bench/mechanism/posture.h"

/* What lanes have found at a state (bench/audit/lanes.h) */
typedef struct mb_audit_view {
    double open;               /* [m] widest gap */
    double kinetic, potential; /* [J] */
    double measure;            /* of rank */
    bool placed;               /* what is compared stands in the audit's outputs */
    bool on_branch;            /* for certain; else it is to be looked at alone */
    bool measured; /* else it is to be measured alone, with the rows that are in the lane */
} mb_audit_view;

struct mb_audit_lanes;

struct mb_audit {
    const mb_model *model;
    mb_result *result;
    mb_truth *reference; /* NULL: none */
    double h;            /* [s] nominal step; NaN: none */
    unsigned series;     /* bits: what the series holds */
    double *point;       /* (columns of the series) */
    double *row;         /* (m) violation of one level */
    double *gamma;       /* (m) */
    mb_gap gap;
    double open;           /* [m] widest gap at the last point */
    mb_rank *rank;         /* NULL: not measured */
    mb_rank_first *first;  /* NULL: none */
    mb_momentum *momentum; /* NULL: none can be told */
    mb_lock lock;
    mb_branch branch;
    double *off; /* (noutputs) less the reference's */
    bool off_known;
    double kinetic;          /* [J] at the last point */
    mb_closable *closable;   /* NULL: positions cannot be sought */
    mb_held *held;           /* NULL: cannot be told */
    double *jacobian;        /* (D.nnz) */
    double *a, *lambda;      /* (nv), (m) where the integrator does not keep them */
    double *out, *rate;      /* (noutputs) */
    mb_state last;           /* the last point, in copy */
    bool brief, places;      /* along the run only what is compared is read; it takes q alone */
    double *truth;           /* (noutputs) of the reference */
    double *turns;           /* (noutputs) whole turns between the reference's angle and ours */
    double t;                /* [s] of the last point */
    double work;             /* [J] since the start */
    mb_power *power;         /* NULL: conservative, with a reference */
    mb_second_rates *second; /* NULL: not in the series */
    mb_posture *posture;     /* NULL: no poses are kept */

    const mb_audit_view *view;    /* of the state at hand; NULL: nobody has looked at it */
    struct mb_audit_lanes *lanes; /* that look at its states, and keep the norms; NULL: none do */
    int lane;
    bool taken; /* the state at hand, by its lane */
};

/* Outputs (outputs.c).  At a point, the rates too unless the audit is brief; whether it is is found
 * at the start, and then they are unknown until the end.  The rates of the last point, for one that is. */
void mb_audit_outputs(mb_audit *audit, const mb_state *state, const double *a, const double *lambda,
                      bool start);
void mb_audit_outputs_begin(mb_audit *audit);
void mb_audit_rates_now(mb_audit *audit);
void mb_audit_outputs_end(mb_audit *audit);

/* Whether the reference is not to be trusted any more at t. */
static inline bool mb_audit_is_past(const mb_audit *audit, double t)
{
    return !(t <= audit->result->error_horizon * (1.0 + 1e-12));
}

#endif
