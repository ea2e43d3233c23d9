/* SPDX-License-Identifier: MIT */
/* Iterations of the implicit integrators: passes until they have converged, with the stop where
 * they diverge, and the fixed point of accelerations among them. */
#ifndef MB_SOLVERS_STEPS_FIXED_POINT_H
#define MB_SOLVERS_STEPS_FIXED_POINT_H

#include <math.h>

#include "solvers/steps/convergence.h"

/* Iterates that are kept where the change has grown */
enum { MB_KEEP_BEFORE, MB_KEEP_LAST };

/* tol, iterations and divergence, after the step */
#define MB_FIXED_POINT_PARAMS                                                                      \
    MB_REAL("tol", NAN, "norm of q", .min = 0.0, .above_min = true, .max = 1.0,                    \
            .doc = MB_OWN_TOLERANCE_DOC("change of q that ends the iteration")),                   \
        MB_INTEGER("iterations", 50, "1", .min = 1, .max = 100000,                                 \
                   .doc = "largest number of passes a step"),                                      \
        MB_CHOICE("divergence", "before|last", MB_KEEP_BEFORE,                                     \
                  .doc = "iterate that a step keeps whose change grows: the one before it "        \
                         "grew, or the one after")

/* A pass with the formulation evaluated at t, which changes the iterate of a step h, and what comes
 * of the change; the observer is told. */
typedef mb_status mb_pass(mb_solver *, void *data, double h, double t, mb_iteration_state *,
                          mb_error *err);
/* Brings back the iterate before the last pass, of a step h to t. */
typedef mb_status mb_take_back(mb_solver *, void *data, double h, double t, mb_error *);

/* What an integrator iterates; data is its own. */
typedef struct mb_passes {
    mb_convergence convergence;
    long limit;
    mb_pass *pass;
    mb_take_back *back;
} mb_passes;

/* Convergence and limit are those that MB_FIXED_POINT_PARAMS of the solver's integrator ask for. */
void mb_passes_setup(const mb_solver *solver, mb_passes *passes, mb_pass *pass, mb_take_back *back);

/* Judges the change of positions from `before` to q (nq), and tells the observer. */
mb_iteration_state mb_judge_change(mb_solver *solver, mb_passes *passes, const double *before,
                                   const double *q);

/* The same in plain norms, from the squares of the change and of q */
mb_iteration_state mb_judge_squares(mb_solver *solver, mb_passes *passes, double of_change,
                                    double of_q, const double *q);

/* Passes until they have converged.  Where their change grows, or at the limit, the iteration is
 * stopped and counted; of one that grows the iterate before is kept, unless divergence=last. */
mb_status mb_iterate(mb_solver *solver, mb_passes *passes, void *data, double h, double t,
                     bool *converged, mb_error *err);

/* a_i = a(t, q_at, v_at), from which follow q_i and v_i, and where the next pass evaluates */
typedef struct mb_fixed_point {
    mb_passes passes;
    /* q, v and q_at, v_at from a and the state that the step starts from; q changes places with q_before
     * from pass to pass */
    void (*advance)(const mb_model *, const mb_state *, double h, struct mb_fixed_point *);
    bool sums; /* advance leaves |q - q_before|^2 and |q|^2 in: */
    double of_change, of_q;
    double *q, *v;       /* (nq), (nv) iterate */
    double *q_at, *v_at; /* (nq), (nv) where the rule evaluates */
    double *a, *lambda;  /* (nv), (m) of the pass, lambda behind a */
    double *dv;          /* (nv) increment of velocity size */
    double *q_before;    /* (nq) iterate before */
    double *a_before;    /* (kept) a and lambda before the pass */
    double *a_earlier;   /* (kept) the same before the pass before it */
    int kept;            /* nv + m, or nv where passes leave lambda alone */
    bool unmoved;        /* a and lambda are those from which the first pass started */
} mb_fixed_point;

/* Takes all but q_at, v_at, a and lambda, and sets up the passes. */
mb_status mb_fixed_point_setup(mb_solver *solver, mb_fixed_point **point, mb_error *err);

/* The fixed point with accelerations at t, from those in a. */
mb_status mb_fixed_point_iterate(mb_solver *solver, mb_fixed_point *point, double h, double t,
                                 mb_error *err);

#endif
