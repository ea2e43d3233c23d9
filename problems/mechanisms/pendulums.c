#include "problems/mechanisms/pendulums.h"

#include <math.h>

static const double LENGTH = 1.0; /* [m] */
static const double MASS = 1.0;   /* [kg] */

/* y: angle from down, its rate; data: g */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    const double *g = model->reference->data;

    (void)t;
    ydot[0] = y[1];
    ydot[1] = -*g / LENGTH * sin(y[0]);
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)model, (void)t;
    out[0] = LENGTH * sin(y[0]);
    out[1] = -LENGTH * cos(y[0]);
}

mb_status mb_pendulum(mb_model *model, double g, double x, double vy, double step, double horizon,
                      mb_error *err)
{
    const mb_reference reference = {
        .n = 2,
        .rate = rate,
        .outputs = outputs,
        .step = step,
        .horizon = horizon,
        .method = "pendulum equation, order-10 extrapolation",
    };
    const double y0[] = {x * M_PI_2, x * vy / LENGTH};
    mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, -g, err);
    int pivot = mb_kit_fixed_point(kit, 0.0, 0.0);
    int point = mb_kit_point(kit, x * LENGTH, 0.0, 0.0, vy);

    mb_kit_point_mass(kit, point, MASS);
    mb_kit_distance(kit, pivot, point, LENGTH);
    mb_kit_point_outputs(kit, point, "P.x", "P.y");
    mb_kit_reference_with(kit, &reference, y0, &g, sizeof g);
    return mb_kit_finish(kit);
}
