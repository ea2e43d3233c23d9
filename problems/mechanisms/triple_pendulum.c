/* Planar triple pendulum of nada2023, section 3 (Figs 12 to 15): three equal uniform rods, l = 0.3
 * m, m = 0.25 kg, J = m l^2/12, gravity along -y, from the origin; reference-point coordinates (x,
 * y, phi), body x axis along the rod, three revolute joints.
 *
 * Traps: the printed rows, R1 + A1 u - R2 + A2 u and R2 + A2 u - R3 + A3 u with u_x of l/2, (not
 * printed) and -l/2, l/2, are joints of the same chain with the frame of body 2 pointing back to P1
 * (u_x of its first point -l/2); here all frames point outwards and every joint is a difference of
 * two points.  The start is not printed.  Our choice: a straight chain at rest, all rods at the
 * same angle from hanging, 10 deg (start=small) or 90 deg (start=large).  The large start is
 * chaotic: a change of 1e-13 reaches 1e-8 in 7 s, hence the reference's
 * horizon. */
#include <math.h>

#include "problems/elements/kit.h"
#include "problems/references/chain.h"

enum { RODS = 3 };

static const double LENGTH = 0.3;   /* [m] */
static const double MASS = 0.25;    /* [kg] */
static const double GRAVITY = 9.81; /* [m/s2] */

enum { SMALL, LARGE };

static const mb_param params[] = {
    MB_CHOICE("start", "small|large", SMALL, .doc = "angle of all rods from hanging: 10 or 90 deg"),
    {0},
};

static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    (void)model, (void)t;
    mb_chain_rate(RODS, GRAVITY / LENGTH, y, ydot);
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)model, (void)t;
    mb_chain_point(RODS, LENGTH, y, &out[0], &out[1]);
}

static mb_status setup(mb_model *model, mb_error *err)
{
    const bool large = mb_model_param(model, "start") == LARGE;
    const double angle = large ? M_PI_2 : M_PI / 18.0, half = 0.5 * LENGTH;
    const double y0[2 * RODS] = {angle, angle, angle};
    const mb_reference reference = {
        .n = 2 * RODS, /* angles from down [rad], rates */
        .rate = rate,
        .outputs = outputs,
        .step = large ? 0.00125 : 0.01,
        .horizon = large ? 7.0 : 100.0,
        .method = "open chain in absolute angles, order-10 extrapolation",
    };
    mb_kit *kit = mb_kit_begin(model, "planar-reference-point", 0.0, -GRAVITY, err);
    int before = MB_GROUND, body = 0;

    for (int k = 0; k < RODS; k++) {
        const double along = (k + 0.5) * LENGTH; /* [m] from the origin to the rod's middle */

        body = mb_kit_body(kit, MASS, MASS * LENGTH * LENGTH / 12.0,
                           (mb_planar_state){.x = along * sin(angle),
                                             .y = -along * cos(angle),
                                             .phi = angle - M_PI_2});
        mb_kit_revolute(kit, body, -half, 0.0, before, k ? half : 0.0, 0.0);
        before = body;
    }
    mb_kit_body_point_outputs(kit, body, half, 0.0, "tip.x", "tip.y");
    mb_kit_reference(kit, &reference, y0);
    if (large)
        model->traits |= MB_CHAOTIC;
    return mb_kit_finish(kit);
}

const mb_problem mb_problem_triple_pendulum = {
    .name = "triple-pendulum",
    .title = "planar triple pendulum in reference-point coordinates",
    .source = "nada2023 section 3, Figs 12 to 15",
    .traps =
        "the printed rows have the frame of body 2 point backwards; the start is not printed: a "
        "straight chain at rest, 10 or 90 deg from hanging, is our choice",
    .params = params,
    .variants = (const char *const[]){"start=large", NULL},
    .t_end = 10.0,
    .scale = 0.9,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_FULL_RANK_D | MB_HOLONOMIC |
              MB_SCLERONOMIC | MB_CONSERVATIVE,
    .setup = setup,
};
