/* Simple pendulum (IFToMM A01): a point mass of 1 kg on a massless bar of 1 m, released at rest
 * from (-1, 0).  Natural coordinates x, y, one constant-distance row.  The library asks for an
 * energy error of at most 5e-5 J over 10 s. */
#include "problems/mechanisms/pendulums.h"

static mb_status setup(mb_model *model, mb_error *err)
{
    return mb_pendulum(model, 9.81, -1.0, 0.0, 0.02, 100.0, err);
}

static const mb_stated_limit limits[] = {{"energy", MB_STATED_ENERGY, 5e-5}, {0}};

const mb_problem mb_problem_pendulum = {
    .name = "pendulum",
    .title = "simple pendulum in Cartesian coordinates",
    .source = "IFToMM benchmark library A01",
    .traps = "",
    .t_end = 10.0,
    .scale = 1.0,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_QUADRATIC_PHI | MB_FULL_RANK_D |
              MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE,
    .limits = limits,
    .limits_source = "IFToMM benchmark library A01",
    .setup = setup,
};
