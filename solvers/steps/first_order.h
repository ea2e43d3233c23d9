/* SPDX-License-Identifier: MIT */
/* Steps for first-order formulations dy/dt = f(t, y): explicit Runge-Kutta, semi-implicit Euler and
 * the trapezoidal rule, with y kept by the integrator.  y begins with q. */
#ifndef MB_SOLVERS_STEPS_FIRST_ORDER_H
#define MB_SOLVERS_STEPS_FIRST_ORDER_H

#include "solvers/steps/fixed_point.h"
#include "solvers/steps/tableau.h"

typedef struct mb_first_order {
    int n;               /* of y */
    double *y, *dy;      /* (n) at the accepted state */
    double *next, *rate; /* (n) under way */
    double *old;         /* (n) iterate before */
    double *k[MB_MAX_STAGES];
    mb_passes passes; /* of the trapezoidal rule, by the change of q */
} mb_first_order;

/* Takes the workspace with `stages` slopes. */
mb_status mb_first_order_setup(mb_solver *solver, int stages, mb_first_order **state,
                               mb_error *err);
mb_status mb_first_order_start(mb_solver *solver, mb_first_order *state, mb_error *err);
mb_status mb_first_order_rk(mb_solver *solver, mb_first_order *state, const mb_tableau *tableau,
                            double h, double t_new, mb_error *err);
/* The variables behind q first, then q with its rate there. */
mb_status mb_first_order_semi_implicit(mb_solver *solver, mb_first_order *state, double h,
                                       double t_new, mb_error *err);
/* What the trapezoidal rule needs beside the workspace */
void mb_first_order_iterates(mb_solver *solver, mb_first_order *state);
mb_status mb_first_order_trapezoidal(mb_solver *solver, mb_first_order *state, double h,
                                     double t_new, mb_error *err);

#endif
