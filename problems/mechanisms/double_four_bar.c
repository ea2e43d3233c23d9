/* Two parallelogram four-bars side by side that pass singular positions (IFToMM; bayo1996 third
 * example, gonzalez2016 Fig. 3 and Table 3).
 *
 *     P1 --- P3 --- P5      three vertical and two horizontal rods, all 1 m and 1 kg, uniform;
 *     |      |      |       natural coordinates x1 y1 x2 y2 x3 y3 of the three tops, five
 *     P0     P2     P4      constant-distance rows; the tops start upright with 1 m/s along x
 *
 * Whenever the rods lie on one line (|x1| = 1) D loses rank and the three loops of motion meet; the
 * reference and `branch` stand for the parallelogram.
 *
 * Trap: bayo1996 prints g = 8.81 m/s2, every other source 9.81; hence the parameter. */
#include "problems/mechanisms/four_bars.h"

static const mb_param params[] = {
    MB_REAL("g", 9.81, "m/s2", .min = 0.0, .max = 1e3, .doc = "gravity along -y"),
    {0},
};

static mb_status setup(mb_model *model, mb_error *err)
{
    return mb_four_bars(model, 2, mb_model_param(model, "g"), true, err);
}

static const mb_stated_limit limits[] = {{"energy", MB_STATED_ENERGY, 0.1}, {0}};

const mb_problem mb_problem_double_four_bar = {
    .name = "double-four-bar",
    .title = "double four-bar linkage through singular positions",
    .source = "gonzalez2016 Fig. 3 and Table 3; bayo1996 third example; IFToMM benchmark library",
    .traps = "bayo1996 prints g = 8.81 m/s2, all other sources 9.81 (parameter g)",
    .params = params,
    .variants = (const char *const[]){"g=8.81", NULL},
    .t_end = 10.0,
    .scale = 1.0,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_QUADRATIC_PHI | MB_FULL_RANK_D |
              MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE | MB_SINGULAR_POSITIONS,
    .limits = limits,
    .limits_source = "gonzalez2016 Table 3",
    .setup = setup,
};
