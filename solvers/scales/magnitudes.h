/* SPDX-License-Identifier: MIT */
/* Magnitudes of what integrators weigh against each other: of positions and velocities, which the
 * absolute part of a tolerance counts in, of equations and multipliers.
 *
 * All are 1 for a mechanism whose size is within [0.01 m, 100 m]: there `tol` means what it does
 * in the published programs, SI units.  Beyond, lengths (and their velocities) count in the
 * mechanism's size, angles and unit-free coordinates as they are, and what follows from these. */
#ifndef MB_SOLVERS_SCALES_MAGNITUDES_H
#define MB_SOLVERS_SCALES_MAGNITUDES_H

#include "solvers/solver.h"

struct mb_magnitudes {
    bool usual;     /* all are 1 */
    double *q, *v;  /* (nq), (nv); one array */
    double *force;  /* (nv) of an equation of motion: M_jj v_j */
    double *row;    /* (m) of a row of D v */
    double *lambda; /* (m) what moves by v */
    double *mu;     /* (m) of mu in v + W D' mu */
    double *metric; /* (nv) of W, v_j^2: lengths and angles in one norm */
};

/* Fills solver->magnitudes; M in terms.  Overwrites terms.jacobian,
 * scratch_v and scratch_m. */
mb_status mb_magnitudes_setup(mb_solver *solver, mb_error *err);

#endif
