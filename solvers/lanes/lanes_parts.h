/* SPDX-License-Identifier: MIT */
/* Inside of lanes.  Number i of lane l stands at [i * width + l] of an array. */
#ifndef MB_SOLVERS_LANES_LANES_PARTS_H
#define MB_SOLVERS_LANES_LANES_PARTS_H

#include "solvers/equations/penalty_family.h"
#include "solvers/lanes/lanes.h"
#include "solvers/matrices/bordered.h"
#include "solvers/steps/explicit_rk.h"
#include "solvers/steps/fixed_point.h"

/* Larger models have none */
enum { MB_LANE_VELOCITIES = 8, MB_LANE_ROWS = 16 };

/* Lanes, a bit each */
typedef unsigned mb_lane_set;

typedef enum mb_lane_rule {
    MB_LANE_TABLEAU,
    MB_LANE_SEMI_IMPLICIT,
    MB_LANE_TRAPEZOIDAL
} mb_lane_rule;

/* Work since the solver was told of it: (1) lanes each */
typedef struct mb_lane_work {
    double *evaluations, *solves, *iterations, *stopped;
} mb_lane_work;

struct mb_lanes {
    int n, width;
    mb_solver *solver[MB_LANES];
    const mb_model *model;
    const mb_lane_rows *rows;
    mb_lane_rule rule;
    const mb_tableau *tableau;         /* MB_LANE_TABLEAU */
    mb_passes passes;                  /* MB_LANE_TRAPEZOIDAL */
    bool iterated;                     /* augmented Lagrangian */
    const mb_bordered_parts *bordered; /* Lagrange and Baumgarte; else NULL */
    bool stabilised;                   /* Baumgarte */
    bool some_plain, all_plain;        /* lanes: norms of the multipliers' changes */
    const mb_sum_matrix *matrix;       /* of one of them: patterns and places are those of all */
    int nfill, *fill;                  /* its lower entries that no product adds to */
    const double *mass;                /* (M.nnz) */
    double *block;                     /* (nblock) lanes: what belongs to each between steps */
    int nblock;
    double *force;                       /* (nv) lanes */
    double *alpha, *damping, *stiffness; /* (1) lanes; of Baumgarte 2 alpha and beta^2 */
    double *q, *v, *a, *lambda;          /* (nq), (nv), (nv), (m): the states */
    double *q_at, *v_at, *a_at, *l_at;   /* the same of an iterate or a stage; v_at behind q_at */
    double *a_new, *l_new;               /* of a pass */
    double *plain, *tol, *limit;   /* (1) of mb_penalty_passes; plain norms: all bits or none */
    double *dq[MB_MAX_STAGES];     /* (nq + nv) slopes */
    double *d, *g, *r, *phi;       /* (D.nnz), (m), (m), (m) */
    double *dx, *factor, *inverse; /* (nv), (nv x nv), (nv) */
    double *b;                     /* (nv + m) */
    double *before;                /* (nq + 2 nv + m) q, v, a, lambda before the step at hand */
    mb_lane_work work;
    mb_lane_set stopped,
        near; /* in that step: iterations were stopped; the state is that of a mechanism */
    mb_lane_set (*step)(mb_lanes *, mb_lane_set, double); /* mb_lane_step of this processor */
};

/* A step h of the lanes `on`, in place; those that fell out of it, whose numbers are worth nothing */
typedef mb_lane_set mb_lane_step(mb_lanes *lanes, mb_lane_set on, double h);

/* The same for each kind of processors that it is compiled for */
mb_lane_step mb_lane_step_plain;
#ifdef MB_LANES_X86
mb_lane_step mb_lane_step_avx2, mb_lane_step_avx512;
#endif

#endif
