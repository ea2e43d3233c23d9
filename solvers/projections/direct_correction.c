/* SPDX-License-Identifier: MIT */
/* Direct correction by the Moore-Penrose inverse (marques2017 eqs (40), (41), (48), (49)):
 *
 *     dq = -D'(D D')\Phi,             q += dq, repeated                          (40), (41)
 *     dv = -D'(D D')\(D v + Phi_t),   v += dv, at the corrected q                (48), (49)
 *
 * Departures: eq. (41) as printed has Phi-dot where Phi is meant.  Where a body is turned by Euler
 * parameters and moves by its angular velocity (coordinates `body`), dq is a tangent increment,
 * three lengths and three angles a body, and so is its minimum norm; (41) has the seven
 * coordinates, whose norm counts a turn by half its angle.  Eq. (49) is of velocities and has the
 * same difference.
 *
 * A minimum norm weighs lengths and angles, and masses of any size, alike: what it takes away lies
 * partly along the motion.  That costs nothing in order where a step adds O(h^(p+1)) to the
 * violation.  algebraic, generalized-alpha, hht-i3 and energy-momentum meet D v + Phi_t = 0 only to
 * O(h^p) in every step (p = 1 for the predictor), and velocities corrected after every step lose
 * one order with them: algebraic/predictor then does not converge at all.  With the mass as the
 * weight (weighted-direct-correction, mass-orthogonal, kkt-projection) orders stay.
 *
 * Next to a singular position, at sigma from it (the smallest singular value of D), round-off
 * of positions and what the accelerations of a stage leave in D v are divided by sigma, which
 * is about h in the step that comes nearest.  With the mass as the weight such a correction
 * does no work, v'M dv = (D v)'x = 0; a minimum norm does, and the energy that it takes or
 * gives grows as h falls: lagrange/rk4 on the double four-bar ends 0.8 s, with one passage,
 * 3e-10, 2e-8 and 2e-6 of the kinetic energy off for h = 1 ms, 0.1 ms and 10 us, with
 * kkt-projection 1e-11 at most.  Round-off in positions, eps / sigma along the lost direction, is
 * eps / sigma^2 in velocities: over 10 s the step of 0.1 ms that comes nearest lands at sigma =
 * 9e-7 and changes the energy by 0.2 J. */
#include "solvers/corrections/direct.h"
#include "solvers/corrections/projection.h"

static mb_status check(const mb_values *values, mb_error *err)
{
    return mb_check_start("direct-correction", mb_direct_params, values, err);
}

static mb_status setup(mb_solver *solver, mb_error *err)
{
    return mb_direct_setup(solver, false, err);
}

const mb_projection mb_projection_direct_correction = {
    .name = "direct-correction",
    .title = "minimum-norm correction of positions and velocities",
    .source = "marques2017 eqs (40)-(49)",
    .params = mb_direct_params,
    .check = check,
    .setup = setup,
    .positions = mb_direct_positions,
    .velocities = mb_direct_velocities,
};
