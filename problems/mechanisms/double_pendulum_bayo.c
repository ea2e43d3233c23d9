/* Double pendulum (bayo1996, first example, Table 1 and Figs 1, 2): two uniform rods of 1 m and 1
 * kg, released horizontally at rest.  Natural coordinates x1 y1 x2 y2 of the rods' far ends, two
 * constant-distance rows.
 *
 * Trap: "% increment in accuracy" of Table 1 does not follow from its own error column.  Chaotic: a
 * change of 1e-13 at the start reaches 1e-8 in about 13 s, hence the reference's horizon. */
#include <math.h>

#include "problems/elements/kit.h"
#include "problems/references/chain.h"

static const double LENGTH = 1.0;   /* [m] */
static const double MASS = 1.0;     /* [kg] */
static const double GRAVITY = 9.81; /* [m/s2] */

static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    (void)model, (void)t;
    mb_chain_rate(2, GRAVITY / LENGTH, y, ydot);
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)model, (void)t;
    out[0] = y[0];
    out[1] = y[1];
}

static const mb_reference reference = {
    .n = 4, /* angles from down [rad], rates */
    .rate = rate,
    .outputs = outputs,
    .step = 0.005,
    .horizon = 12.0,
    .method = "open chain in absolute angles, order-10 extrapolation",
};

static mb_status setup(mb_model *model, mb_error *err)
{
    static const double y0[] = {M_PI_2, M_PI_2, 0.0, 0.0};
    mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, -GRAVITY, err);
    int pivot = mb_kit_fixed_point(kit, 0.0, 0.0);
    int elbow = mb_kit_point(kit, LENGTH, 0.0, 0.0, 0.0);
    int tip = mb_kit_point(kit, 2.0 * LENGTH, 0.0, 0.0, 0.0);

    mb_kit_rod(kit, pivot, elbow, MASS);
    mb_kit_rod(kit, elbow, tip, MASS);
    mb_kit_distance(kit, pivot, elbow, LENGTH);
    mb_kit_distance(kit, elbow, tip, LENGTH);
    mb_kit_angle_output(kit, pivot, elbow, "theta1");
    mb_kit_angle_output(kit, elbow, tip, "theta2");
    mb_kit_reference(kit, &reference, y0);
    return mb_kit_finish(kit);
}

const mb_problem mb_problem_double_pendulum_bayo = {
    .name = "double-pendulum-bayo",
    .title = "planar double pendulum in natural coordinates",
    .source = "bayo1996 first example, Table 1, Figs 1 and 2",
    .traps = "the accuracy column of Table 1 does not follow from its error column",
    .t_end = 20.0,
    .scale = 2.0,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_QUADRATIC_PHI | MB_FULL_RANK_D |
              MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE | MB_CHAOTIC,
    .setup = setup,
};
