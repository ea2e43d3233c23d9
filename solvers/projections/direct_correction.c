/* Direct correction by the Moore-Penrose inverse (marques2017 eqs (40), (41), (48), (49)):
 *
 *     dq = -D'(D D')\Phi, repeated;   dv = -D'(D D')\(D v + Phi_t) at the corrected q
 *
 * Departure: eq. (41) as printed has Phi-dot where Phi is meant. */
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
    .project = mb_direct_project,
};
