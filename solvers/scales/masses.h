/* SPDX-License-Identifier: MIT */
/* Masses that rows carry: whether they are as in the papers' mechanisms, and the balance of others.
 */
#ifndef MB_SOLVERS_SCALES_MASSES_H
#define MB_SOLVERS_SCALES_MASSES_H

#include "solvers/solver.h"

/* The largest mass that a row carries at the start, max_i 1 / sum_j D_ij^2 / M_jj, M in terms:
 * alpha over it is a number without unit (alpha of a row in m2 is one in N/m3).  Overwrites
 * terms.jacobian, scratch_v and scratch_m.  0.03 to 60 for the mechanisms of the papers. */
double mb_carried_mass(mb_solver *solver);

/* Whether that mass is one of mechanisms of the papers' size, 0.01 to 100 */
bool mb_usual_mass(double carried);

/* Fills solver->balance where the masses that rows carry (mb_carried_mass) are far from 1, or masses
 * and moments of inertia far from each other: 1 over the roots of masses, and of what they make of
 * the rows' slopes, at the start, as powers of two.  Matrices of micrometres and micrograms, or of
 * micrometres and kilograms, are as regular so as those of metres and kilograms, by pivots that are
 * compared with each other.  M in terms; overwrites terms.jacobian, scratch_v and scratch_m. */
mb_status mb_balance_setup(mb_solver *solver, mb_error *err);

#endif
