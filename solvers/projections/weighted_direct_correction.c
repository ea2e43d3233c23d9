/* SPDX-License-Identifier: MIT */
/* Mass-weighted direct correction: heavy bodies move the least.
 *
 *     dq = -M^-1 D'(D M^-1 D')\Phi,             q += dq, repeated                (50)
 *     dv = -M^-1 D'(D M^-1 D')\(D v + Phi_t),   v += dv, at the corrected q      (51)
 *
 * Departure: marques2017 eqs (50), (51) print M D'(D D')^-1, which is not dimensionally consistent;
 * this is the minimum of the mass-weighted norm that their text describes. */
#include "solvers/corrections/direct.h"
#include "solvers/corrections/projection.h"

static mb_status check(const mb_values *values, mb_error *err)
{
    return mb_check_start("weighted-direct-correction", mb_direct_params, values, err);
}

static mb_status setup(mb_solver *solver, mb_error *err)
{
    return mb_direct_setup(solver, true, err);
}

const mb_projection mb_projection_weighted_direct_correction = {
    .name = "weighted-direct-correction",
    .title = "mass-weighted minimum-norm correction",
    .source = "marques2017 eqs (50), (51), corrected",
    .params = mb_direct_params,
    .check = check,
    .needs = MB_REGULAR_M,
    .setup = setup,
    .positions = mb_direct_positions,
    .velocities = mb_direct_velocities,
};
