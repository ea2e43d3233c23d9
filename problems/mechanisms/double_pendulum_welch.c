/* Planar double pendulum of welch2007, section VI, eqs (66), (67) and Table 1.
 *
 * q = (x1, y1, theta1, x2, y2, theta2): centres of mass and angles of two uniform rods, L = 5 m,
 * m = 1 kg, the angles counted from +y towards +x:
 *     x1 - L/2 sin th1,   x2 - x1 - L/2 sin th1 - L/2 sin th2      and the same with cos and y.
 *
 * Traps: gravity, J and the start are not printed.  g = 10 m/s2 along the paper's +x, J = m L^2/12
 * and both rods along +y at rest reproduce Table 1.  Eq. (69) has a wrong sign in its third row.
 * The "exact" column of Table 1 is extrapolated and off by up to 2e-5.
 *
 * Chaotic: a change of 1e-13 at the start reaches 1e-8 in about 28 s, hence the reference's
 * horizon. */
#include <math.h>

#include "problems/elements/kit.h"
#include "problems/references/chain.h"

static const double LENGTH = 5.0;   /* [m] */
static const double MASS = 1.0;     /* [kg] */
static const double GRAVITY = 10.0; /* [m/s2] along +x */

/* Chain angles are counted from down (+x): psi = theta - 90 deg */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    (void)model, (void)t;
    mb_chain_rate(2, GRAVITY / LENGTH, y, ydot);
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    double side, up;

    (void)t;
    /* down is +x; psi grows towards -y */
    mb_chain_point(1, LENGTH, y, &side, &up);
    out[0] = -0.5 * up;
    out[1] = -0.5 * side;
    out[2] = y[0] + M_PI_2;
    out[3] = -up + 0.5 * LENGTH * cos(y[1]);
    out[4] = -side - 0.5 * LENGTH * sin(y[1]);
    out[5] = y[1] + M_PI_2;
    for (int k = 6; k < model->noutputs; k++)
        out[k] = NAN;
}

static const mb_reference reference = {
    .n = 4, /* angles from down [rad], rates */
    .rate = rate,
    .outputs = outputs,
    .step = 0.01,
    .horizon = 25.0,
    .method = "open chain in absolute angles, order-10 extrapolation",
};

static const mb_param params[] = {
    MB_REAL("theta1", 0.0, "rad", .min = -4.0, .max = 4.0,
            .doc = "angle of the first rod at the start; pi/2 hangs"),
    MB_REAL("theta2", 0.0, "rad", .min = -4.0, .max = 4.0,
            .doc = "angle of the second rod at the start"),
    {0},
};

static mb_status setup(mb_model *model, mb_error *err)
{
    const double th1 = mb_model_param(model, "theta1"), th2 = mb_model_param(model, "theta2");
    const double y0[] = {th1 - M_PI_2, th2 - M_PI_2, 0.0, 0.0};
    static const char *const multiplier[] = {"lambda1", "lambda2", "lambda3", "lambda4"};
    static const char *const row[] = {"pivot, along x", "pivot, along y",
                                      "joint of bodies 0 and 1, along x",
                                      "joint of bodies 0 and 1, along y"};
    const double half = 0.5 * LENGTH, inertia = MASS * LENGTH * LENGTH / 12.0;
    mb_kit *kit = mb_kit_begin(model, "planar-reference-point", GRAVITY, 0.0, err);
    mb_planar_state first = {.x = half * sin(th1), .y = half * cos(th1), .phi = th1};
    mb_planar_state second = {
        .x = 2.0 * first.x + half * sin(th2), .y = 2.0 * first.y + half * cos(th2), .phi = th2};
    int body1 = mb_kit_body(kit, MASS, inertia, first);
    int body2 = mb_kit_body(kit, MASS, inertia, second);
    int x1 = mb_kit_body_coordinate(kit, body1), x2 = mb_kit_body_coordinate(kit, body2);
    const mb_row_term rows[4][4] = {
        {{MB_LINEAR, 1.0, x1}, {MB_SIN, -half, x1 + 2}},
        {{MB_LINEAR, 1.0, x1 + 1}, {MB_COS, -half, x1 + 2}},
        {{MB_LINEAR, 1.0, x2},
         {MB_LINEAR, -1.0, x1},
         {MB_SIN, -half, x1 + 2},
         {MB_SIN, -half, x2 + 2}},
        {{MB_LINEAR, 1.0, x2 + 1},
         {MB_LINEAR, -1.0, x1 + 1},
         {MB_COS, -half, x1 + 2},
         {MB_COS, -half, x2 + 2}},
    };

    for (int k = 0; k < 4; k++)
        mb_kit_name_row(kit, mb_kit_row(kit, 0.0, k < 2 ? 2 : 4, rows[k]), row[k]); /* eq. (67) */
    mb_kit_coordinate_output(kit, x1, "x1", "m");
    mb_kit_coordinate_output(kit, x1 + 1, "y1", "m");
    mb_kit_coordinate_output(kit, x1 + 2, "theta1", "rad");
    mb_kit_coordinate_output(kit, x2, "x2", "m");
    mb_kit_coordinate_output(kit, x2 + 1, "y2", "m");
    mb_kit_coordinate_output(kit, x2 + 2, "theta2", "rad");
    for (int k = 0; k < 4; k++)
        mb_kit_multiplier_output(kit, k, multiplier[k], "N");
    mb_kit_reference(kit, &reference, y0);
    return mb_kit_finish(kit);
}

const mb_problem mb_problem_double_pendulum_welch = {
    .name = "double-pendulum-welch",
    .title = "planar double pendulum in reference-point coordinates",
    .source = "welch2007 eqs (66), (67) and Table 1",
    .traps =
        "g, J and the start are not printed; g = 10 m/s2 along +x, J = m L^2/12 and a start at "
        "rest along +y reproduce Table 1, whose exact column is off by up to 2e-5",
    .params = params,
    .t_end = 10.0,
    .scale = 5.0,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_FULL_RANK_D | MB_HOLONOMIC |
              MB_SCLERONOMIC | MB_CONSERVATIVE | MB_CHAOTIC,
    .setup = setup,
};
