/* Direct correction by the Moore-Penrose inverse (marques2017 eqs (40), (41), (48), (49)):
 *
 *     dq = -D'(D D')\Phi, repeated;   dv = -D'(D D')\(D v + Phi_t) at the corrected q
 *
 * Departure: eq. (41) as printed has Phi-dot where Phi is meant.
 *
 * A minimum norm weighs lengths and angles, and masses of any size, alike: what it takes away lies
 * partly along the motion.  That costs nothing in order where a step adds O(h^(p+1)) to the
 * violation.  algebraic, generalized-alpha, hht-i3 and energy-momentum meet D v + Phi_t = 0 only to
 * O(h^p) in every step (p = 1 for the predictor), and velocities corrected after every step lose
 * one order with them: algebraic/predictor then does not converge at all.  With the mass as the
 * weight (weighted-direct-correction, mass-orthogonal, kkt-projection) orders stay. */
#include "solvers/direct.h"

static mb_status setup(mb_solver *solver, mb_error *err)
{
    return mb_direct_setup(solver, false, err);
}

const mb_projection mb_projection_direct_correction = {
    .name = "direct-correction",
    .title = "minimum-norm correction of positions and velocities",
    .source = "marques2017 eqs (40)-(49)",
    .params = mb_direct_params,
    .setup = setup,
    .positions = mb_direct_positions,
    .velocities = mb_direct_velocities,
};
