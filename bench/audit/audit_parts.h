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
    double *truth;           /* (noutputs) of the reference */
    double *turns;           /* (noutputs) whole turns between the reference's angle and ours */
    double t;                /* [s] of the last point */
    double work;             /* [J] since the start */
    mb_power *power;         /* NULL: conservative, with a reference */
    mb_second_rates *second; /* NULL: not in the series */
    mb_posture *posture;     /* NULL: no poses are kept */
};

#endif
