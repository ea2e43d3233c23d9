/* SPDX-License-Identifier: MIT */
/* Lagrange multipliers with the constraints at acceleration level (index 1): the standard method.
 *
 *     M a + D' lambda = Q,   D a = gamma            (marques2017 eq. (8), bayo1996 eq. (4))
 *
 * Nothing holds Phi and D v at zero: they drift.  The KKT matrix is singular where rows depend on
 * each other.  Next to such a position accelerations along the lost direction are those of the
 * drift divided by the smallest singular value, which is about h in the step that comes nearest:
 * the error need not fall any more with h there (trapezoidal, implicit-midpoint on the double
 * four-bar below 0.1 ms), where nothing corrects the drift.  marques2017 writes D' lambda with the
 * opposite sign. */
#include "solvers/matrices/kkt.h"

const mb_formulation mb_formulation_lagrange = {
    .name = "lagrange",
    .title = "Lagrange multipliers, constraints at acceleration level",
    .source = "marques2017 eq. (8); bayo1996 eq. (4); gonzalez2016 eq. (35)",
    .family = MB_ACCELERATION,
    .setup = mb_kkt_formulation_setup,
    .accel = mb_kkt_formulation_accel,
};
