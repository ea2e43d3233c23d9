/* N four-bars in a row, the scalable case (IFToMM A02).
 *
 * As double-four-bar with N loops: N + 1 vertical and N horizontal rods of 1 m and 1 kg, natural
 * coordinates of the N + 1 tops, 2 N + 1 constant-distance rows.
 *
 * Trap: the original specification has N = 40; many codes publish results of N = 2 under its
 * name. */
#include "problems/mechanisms/four_bars.h"

static const mb_param params[] = {
    MB_INTEGER("N", 40, "1", .min = 1, .max = 20000, .doc = "number of loops"),
    MB_REAL("g", 9.81, "m/s2", .min = 0.0, .max = 1e3, .doc = "gravity along -y"),
    {0},
};

static mb_status setup(mb_model *model, mb_error *err)
{
    return mb_four_bars(model, (int)mb_model_param(model, "N"), mb_model_param(model, "g"), false,
                        err);
}

const mb_problem mb_problem_n_four_bar = {
    .name = "n-four-bar",
    .title = "N four-bar linkages in a row, scalable",
    .source = "IFToMM benchmark library A02",
    .traps = "the specification has N = 40; many codes publish N = 2",
    .params = params,
    .variants = (const char *const[]){"N=1", "N=3", NULL},
    .t_end = 10.0,
    .scale = 1.0,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_QUADRATIC_PHI | MB_FULL_RANK_D |
              MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE | MB_SINGULAR_POSITIONS,
    .setup = setup,
};
