/* Single pendulum over 1000 s (bayo1996, second example, Table 2): unit mass, length and gravity,
 * from (1, 0) with velocity (0, -1); natural coordinates x, y, one constant-distance row. */
#include "problems/mechanisms/pendulums.h"

static mb_status setup(mb_model *model, mb_error *err)
{
    return mb_pendulum(model, 1.0, 1.0, -1.0, 0.1, 1000.0, err);
}

const mb_problem mb_problem_pendulum_bayo = {
    .name = "pendulum-bayo",
    .title = "single pendulum over 1000 s, unit mass, length and gravity",
    .source = "bayo1996 second example, Table 2",
    .traps = "the row without stabilization depends on an iteration tolerance that is not printed",
    .t_end = 1000.0,
    .scale = 1.0,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_QUADRATIC_PHI | MB_FULL_RANK_D |
              MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE,
    .setup = setup,
};
