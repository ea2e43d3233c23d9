/* SPDX-License-Identifier: MIT */
/* Stabilised index-2 equations (gear1985): the constraints on positions and on velocities, each
 * with multipliers of its own,
 *
 *     dq/dt = T(q) (v + W Dh' mu),   M dv/dt = Q - D' lambda,   Phi = 0,   D v + Phi_t = 0
 *
 * Dh: the holonomic rows of D; W: I, and where lengths and angles differ by far in magnitude their
 * squares (magnitudes.h), so that what mu corrects does not depend on the unit of length.  mu is
 * zero in the exact solution.  Nonholonomic rows stand in the last equation only.  The integrator
 * solves them; here are the accelerations at the start. */
#include "solvers/matrices/kkt.h"

const mb_formulation mb_formulation_ggl = {
    .name = "ggl",
    .title = "stabilised index-2 equations of Gear, Gupta and Leimkuhler",
    .source = "Gear, Leimkuhler & Gupta, J. Comput. Appl. Math. 12-13 (1985) 77-90",
    .family = MB_STABILISED,
    .setup = mb_kkt_formulation_setup,
    .accel = mb_kkt_formulation_accel,
};
