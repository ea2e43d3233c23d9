/* SPDX-License-Identifier: MIT */
/* The stages of 3-stage Radau IIA on the stabilised index-2 equations (integrators/radau5.c):
 * Newton iteration, error estimate, state at the end. */
#ifndef MB_SOLVERS_STEPS_RADAU_STAGES_H
#define MB_SOLVERS_STEPS_RADAU_STAGES_H

#include "solvers/matrices/radau_matrix.h"
#include "solvers/matrices/tangent.h"

enum { MB_RADAU_STAGES = 3 };

typedef struct mb_radau_stages {
    double
        newton; /* correction of q and v, relative to 1 + |q| and 1 + |v|, that is small enough */
    long iterations; /* largest number of passes */
    long passes;     /* of the last solution */
    double change;   /* its last correction */
    int n;           /* 2 nv + m + mh */
    mb_radau_matrix *matrix;
    mb_tangent tangent;            /* where T != I */
    double *x[MB_RADAU_STAGES];    /* (n) unknowns of each stage */
    double *r[MB_RADAU_STAGES];    /* (n) residuals, then corrections; one array */
    double *q[MB_RADAU_STAGES];    /* (nq) */
    double *unit[MB_RADAU_STAGES]; /* (nq) q with unit norms */
    double *dq[MB_RADAU_STAGES];   /* (nq) T(q) u */
    double *v;                     /* (nv) */
    double *u;                     /* (nv) */
    double *rows;                  /* (m) */
} mb_radau_stages;

/* Errors of a step, those of q in its tangent space, in magnitudes (magnitudes.h), relative to
 * 1 + |q|, 1 + |v|, 1 + |lambda| and of mu; those of the multipliers, variables of index 2, times
 * h. */
typedef struct mb_radau_errors {
    double q, v, lambda, mu;
} mb_radau_errors;

/* newton and iterations are the caller's to set */
mb_status mb_radau_stages_setup(mb_solver *solver, mb_radau_stages **stages, mb_error *err);

/* Solves the stages of a step h from the solver's state; *met: the iteration converged (if not, it
 * is counted as stopped). */
mb_status mb_radau_stages_solve(mb_solver *solver, mb_radau_stages *stages, double h, bool *met,
                                mb_error *err);

/* Errors of the solved stages; their corrections are lost. */
mb_status mb_radau_stages_errors(mb_solver *solver, mb_radau_stages *stages, double h,
                                 mb_radau_errors *errors, mb_error *err);

/* The last stage becomes the solver's q, v, a and lambda. */
void mb_radau_stages_take(mb_solver *solver, const mb_radau_stages *stages, double h);

#endif
