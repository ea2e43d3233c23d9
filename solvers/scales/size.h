/* SPDX-License-Identifier: MIT */
/* Sizes of changes and states without a unit: a coordinate that is a length is counted in the
 * mechanism's size, angles and unit-free ones as they are.  What tolerances that no spec gives are
 * relative to: they are the same for a mechanism of micrometres and one of kilometres. */
#ifndef MB_SOLVERS_SCALES_SIZE_H
#define MB_SOLVERS_SCALES_SIZE_H

#include "solvers/solver.h"

/* Fills solver->unit (nv), solver->unit_q (nq) and plain_units. */
mb_status mb_units_setup(mb_solver *solver, mb_error *err);

/* D of the start in terms.jacobian, rows that are short there 0 (start.h).  Overwrites scratch_v
 * and scratch_m. */
void mb_start_jacobian(mb_solver *solver);

/* |x / unit| of x in the tangent space (nv); the same of positions q (nq) */
double mb_size(const mb_solver *solver, const double *x);
double mb_size_of_positions(const mb_solver *solver, const double *q);

/* Whether every |Phi_i| at (t, q) is what round-off of q leaves of it; D of (t, q) in terms.
 * Overwrites terms.phi. */
bool mb_rows_at_round_off(mb_solver *solver, double t, const double *q);

#endif
