/* SPDX-License-Identifier: MIT */
/* The generalized-alpha family on the index-3 equations in Lie-group form: what its members share.
 * The equations stand in formulations/generalized_alpha.c. */
#ifndef MB_SOLVERS_EQUATIONS_ALPHA_METHOD_H
#define MB_SOLVERS_EQUATIONS_ALPHA_METHOD_H

#include "solvers/solver.h"

typedef struct mb_alpha_weights {
    double am, af;      /* weights of the old in the sums of a and of vdot */
    double beta, gamma; /* of Newmark's formulas */
} mb_alpha_weights;

/* Takes the state into solver->formulation_data; the other functions are slots. */
mb_status mb_alpha_setup(mb_solver *solver, const mb_alpha_weights *weights, mb_error *err);

mb_status mb_alpha_accel(mb_solver *solver, double t, const double *q, const double *v, double *a,
                         double *lambda, mb_error *err);
mb_status mb_alpha_open(mb_solver *solver, double h, double t_new, mb_error *err);
mb_status mb_alpha_pass(mb_solver *solver, double h, double t_new, const double **dx,
                        const double **q, mb_error *err);
mb_status mb_alpha_close(mb_solver *solver, double h, double t_new, mb_error *err);

#endif
