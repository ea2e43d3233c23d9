/* Simple pendulum (IFToMM A01): a point mass of 1 kg on a massless bar of 1 m, released at rest
 * from
 * (-1, 0).  Natural coordinates x, y, one constant-distance row.  The library asks for an energy
 * error of at most 5e-5 J over 10 s. */
#include <math.h>

#include "problems/elements/kit.h"

static const double LENGTH = 1.0;   /* [m] */
static const double MASS = 1.0;     /* [kg] */
static const double GRAVITY = 9.81; /* [m/s2] */

/* y: angle from down, its rate */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    (void)model, (void)t;
    ydot[0] = y[1];
    ydot[1] = -GRAVITY / LENGTH * sin(y[0]);
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)model, (void)t;
    out[0] = LENGTH * sin(y[0]);
    out[1] = -LENGTH * cos(y[0]);
}

static const mb_reference reference = {
    .n = 2,
    .rate = rate,
    .outputs = outputs,
    .step = 0.02,
    .bound = 1e-11,
    .horizon = 100.0,
    .method = "pendulum equation, order-10 extrapolation",
};

static mb_status setup(mb_model *model, mb_error *err)
{
    const double y0[] = {-M_PI_2, 0.0};
    mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, -GRAVITY, err);
    int pivot = mb_kit_fixed_point(kit, 0.0, 0.0);
    int point = mb_kit_point(kit, -LENGTH, 0.0, 0.0, 0.0);

    mb_kit_point_mass(kit, point, MASS);
    mb_kit_distance(kit, pivot, point, LENGTH);
    mb_kit_point_outputs(kit, point, "P.x", "P.y");
    mb_kit_reference(kit, &reference, y0);
    return mb_kit_finish(kit);
}

const mb_problem mb_problem_pendulum = {
    .name = "pendulum",
    .title = "simple pendulum in Cartesian coordinates",
    .source = "IFToMM benchmark library A01",
    .traps = "",
    .t_end = 10.0,
    .scale = 1.0,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_QUADRATIC_PHI | MB_FULL_RANK_D |
              MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE,
    .setup = setup,
};
