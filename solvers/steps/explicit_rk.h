/* SPDX-License-Identifier: MIT */
/* Explicit Runge-Kutta methods from tableaus: one engine, one tableau a method. */
#ifndef MB_SOLVERS_STEPS_EXPLICIT_RK_H
#define MB_SOLVERS_STEPS_EXPLICIT_RK_H

#include "solvers/solver.h"
#include "solvers/steps/tableau.h"

/* The parameter h of a fixed-step integrator. */
#define MB_STEP_PARAM                                                                              \
    MB_REAL("h", NAN, "s", .required = true, .min = 0.0, .above_min = true, .max = 1e6,            \
            .doc = "step")

/* Work of a method. */
typedef struct mb_explicit_rk {
    const mb_tableau *tableau;
    struct mb_first_order *first_order; /* NULL: accelerations */
    double *dq[MB_MAX_STAGES];          /* (nq) T v of each stage; its a follows */
    double *dv[MB_MAX_STAGES];          /* (nv) a of each stage */
    double *q, *v;  /* (nq), (nv), one after the other: a stage, in the end the new state */
    double *lambda; /* (m) of a stage */
} mb_explicit_rk;

mb_status mb_explicit_rk_create(mb_solver *solver, const mb_tableau *tableau, mb_explicit_rk **rk,
                                mb_error *err);

/* Stages from the solver's state over h, and the new state in rk->q, rk->v, returned to unit norms;
 * the solver's state is left as it is. */
mb_status mb_explicit_rk_stages(mb_solver *solver, mb_explicit_rk *rk, double h, mb_error *err);

/* A fixed step: stages, projection, acceleration at the end. */
mb_status mb_explicit_rk_advance(mb_solver *solver, mb_explicit_rk *rk, double h, double t_new,
                                 mb_error *err);

/* Slots of an integrator that is a tableau and nothing more. */
mb_status mb_explicit_rk_setup(mb_solver *solver, const mb_tableau *tableau, mb_error *err);
mb_status mb_explicit_rk_start(mb_solver *solver, mb_error *err);
mb_status mb_explicit_rk_step(mb_solver *solver, double h, double t_new, mb_error *err);

#endif
