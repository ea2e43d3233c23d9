/* Spatial slider-crank of the IFToMM benchmark library (`iftomm-slider-crank`, after Haug).
 *
 *     crank    revolute to the ground at A = (0, 0.1, 0.12), axis x, 0.08 m along z, 6 rad/s
 *     rod      0.3 m, spherical joint to the crank
 *     slider   on the x axis at 0.2 m; universal joint to the rod (cross along the slider's x and
 *              across rod and x); prismatic along x
 *
 * The rod's start follows from the velocities of its ends: v (0.12, -0.24, 0), omega (1.92, -0.96,
 * 0.48) in global axes, slider 0.24 m/s. */
#include <math.h>

#include "problems/elements/space/space_tree.h"

static const double ARM = 0.08;     /* [m] */
static const double SPEED = 6.0;    /* [rad/s] */
static const double GRAVITY = 9.81; /* [m/s2] */

static const mb_param params[] = {MB_SPACE_COORDINATES, {0}};

static const mb_vec pivot = {0.0, 0.1, 0.12}, pin = {0.0, 0.1, 0.2},
                    end = {0.2, 0.0, 0.0}; /* [m] */
static const mb_vec along = {1.0, 0.0, 0.0};

enum { CRANK, SLIDER, CROSS, TWIST }; /* links of the reference */

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)model, (void)t;
    out[0] = end.x + y[SLIDER];
}

/* omega (1.92, -0.96, 0.48) = a along x + b along the other axis of the cross, (0, 2, -1)/sqrt 5 */
static void describe(mb_space *s, int crank, int rod, int slider, mb_vec cross)
{
    const mb_reference reference = {
        .outputs = outputs,
        .step = 0.0025,
        .horizon = 10.0,
        .method = "tree in joint angles with one cut joint by Newton and Euler, order-10 "
                  "extrapolation",
    };
    mb_tree *tree = mb_space_tree(s, NULL);

    mb_tree_link(tree, MB_GROUND, MB_TURNS, pivot, along, crank, SPEED);
    mb_tree_link(tree, MB_GROUND, MB_SLIDES, end, along, slider, 0.24);
    mb_tree_link(tree, SLIDER, MB_TURNS, end, along, MB_GROUND, 1.92);
    mb_tree_link(tree, CROSS, MB_TURNS, end, cross, rod, -0.48 * sqrt(5.0));
    mb_tree_close(tree, CRANK, TWIST, pin);
    mb_space_tree_reference(s, tree, reference);
}

/* Euler parameters of the rod, body x along it and body y along the cross: the rotation with
 * columns x = (2, -1, -2)/3, y = (0, 2, -1)/sqrt 5, z = x cross y */
static void rod_parameters(double *p)
{
    const double r5 = sqrt(5.0);
    const double x[3] = {2.0 / 3.0, -1.0 / 3.0, -2.0 / 3.0}, y[3] = {0.0, 2.0 / r5, -1.0 / r5};
    const double z[3] = {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2],
                         x[0] * y[1] - x[1] * y[0]};

    p[0] = 0.5 * sqrt(1.0 + x[0] + y[1] + z[2]);
    p[1] = (y[2] - z[1]) / (4.0 * p[0]);
    p[2] = (z[0] - x[2]) / (4.0 * p[0]);
    p[3] = (x[1] - y[0]) / (4.0 * p[0]);
}

/* omega = (1.92, -0.96, 0.48) on the columns of the rod's rotation */
static mb_vec rod_spin(void)
{
    const double r5 = sqrt(5.0);

    return (mb_vec){(2.0 * 1.92 + 0.96 - 2.0 * 0.48) / 3.0, (-2.0 * 0.96 - 0.48) / r5,
                    (5.0 * 1.92 - 2.0 * 0.96 + 4.0 * 0.48) / (3.0 * r5)};
}

static mb_status setup(mb_model *model, mb_error *err)
{
    mb_space_state start = {
        .r = {0.5 * (pin.x + end.x), 0.5 * (pin.y + end.y), 0.5 * (pin.z + end.z)},
        .v = {0.12, -0.24, 0.0},
        .w = rod_spin()};
    mb_space *s = mb_space_begin(model, (mb_vec){0.0, 0.0, -GRAVITY}, err);
    int crank = mb_space_body(s, "crank", 0.12, (mb_vec){0.0001, 0.0001, 0.00001},
                              (mb_space_state){.r = {0.0, pivot.y, pivot.z + 0.5 * ARM},
                                               .v = {0.0, -0.5 * ARM * SPEED, 0.0},
                                               .w = {SPEED, 0.0, 0.0}});
    int rod, slider;
    mb_vec cross;

    rod_parameters(start.p);
    rod = mb_space_body(s, "rod", 0.5, (mb_vec){0.0004, 0.004, 0.004}, start);
    slider = mb_space_body(s, "slider", 2.0, (mb_vec){0.0001, 0.0001, 0.0001},
                           (mb_space_state){.r = end, .v = {0.24, 0.0, 0.0}});
    cross = mb_space_turn(s, rod, (mb_vec){0.0, 1.0, 0.0});
    mb_space_revolute(s, MB_GROUND, crank, pivot, along);
    mb_space_spherical(s, crank, rod, pin);
    mb_space_universal(s, rod, slider, end, cross, along);
    mb_space_translational(s, MB_GROUND, slider, end, along);
    mb_space_point_outputs(s, slider, (mb_vec){0.0, 0.0, 0.0}, "slider.x", NULL, NULL);
    describe(s, crank, rod, slider, cross);
    return mb_space_finish(s);
}

const mb_problem mb_problem_iftomm_slider_crank = {
    .name = "iftomm-slider-crank",
    .title = "spatial slider-crank of the IFToMM library",
    .source = "IFToMM library of computational benchmark problems; Haug 1989",
    .traps = "",
    .params = params,
    .variants = (const char *const[]){"coordinates=euler", NULL},
    .t_end = 5.0,
    .scale = 0.3,
    .traits = MB_CONSTANT_M | MB_REGULAR_M | MB_FULL_RANK_D | MB_HOLONOMIC | MB_SCLERONOMIC |
              MB_CONSERVATIVE,
    .setup = setup,
};
