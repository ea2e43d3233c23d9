/* Spatial slider-crank of marques2017, Tables 3 and 4 (`spatial-slider-crank`).
 *
 *     crank    revolute to the ground at the origin, axis y; 0.1 m up to the pin
 *     rod      spherical joint to the crank at the pin, 0.29 m (eta is the rod's axis)
 *     slider   universal joint to the rod (cross along the rod's xi and the slider's y);
 *              translational along y through (0, ., -0.15)
 *
 * Traps: the text names one revolute, one spherical and one translational joint, but counts 17
 * rows: the fourth joint is the universal one, and of the six pairs of axes only the one here
 * agrees with the velocities of Table 4.  Table 4 is rounded, and its angular velocities are in
 * global axes; the start here closes exactly. */
#include <math.h>

#include "problems/elements/space/space_tree.h"

static const double ARM = 0.1, GUIDE = -0.15; /* [m] */
static const double GRAVITY = 9.81;           /* [m/s2] */

static const mb_param params[] = {MB_SPACE_COORDINATES, {0}};

enum { CRANK, SLIDER, CROSS, TWIST }; /* links of the reference; slider and crank come first */

/* y: crank angle, slider, angles of the universal joint, rates */
static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    double x[3];

    (void)t;
    mb_tree_place(model, y, SLIDER, (mb_vec){0.0, sqrt(0.0216), GUIDE}, x);
    out[0] = x[1];
    out[1] = y[4 + CRANK];
}

/* The crank turns about -y at 2 pi; the rod at 0.8 pi; the slider rests. */
static void describe(mb_space *s, int crank, int rod, int slider, mb_vec pin, mb_vec end, mb_vec xi)
{
    const mb_vec origin = {0.0, 0.0, 0.0}, y = {0.0, 1.0, 0.0};
    const mb_reference reference = {
        .outputs = outputs,
        .step = 0.0025,
        .horizon = 10.0,
        .method = "tree in joint angles with one cut joint by Newton and Euler, order-10 "
                  "extrapolation",
    };
    mb_tree *tree = mb_space_tree(s, NULL);

    mb_tree_link(tree, MB_GROUND, MB_TURNS, origin, y, crank, -2.0 * M_PI);
    mb_tree_link(tree, MB_GROUND, MB_SLIDES, end, y, slider, 0.0);
    mb_tree_link(tree, SLIDER, MB_TURNS, end, y, MB_GROUND, -0.8 * M_PI);
    mb_tree_link(tree, CROSS, MB_TURNS, end, xi, rod, 0.0);
    mb_tree_close(tree, CRANK, TWIST, pin);
    mb_space_tree_reference(s, tree, reference);
}

static mb_status setup(mb_model *model, mb_error *err)
{
    const mb_vec origin = {0.0, 0.0, 0.0}, y = {0.0, 1.0, 0.0}, pin = {0.0, 0.0, ARM};
    const mb_vec end = {0.0, sqrt(0.0216), GUIDE};
    const double half = 0.5 * atan2(GUIDE - ARM, end.y); /* of the rod's turn about x */
    const double speed = -2.0 * M_PI;                    /* [rad/s] of the crank */
    /* the rod turns about y at w so that its pin has the crank's velocity and its end rests */
    const double w = ARM * speed / (ARM - GUIDE), c = cos(2.0 * half), si = sin(2.0 * half);
    mb_space *s = mb_space_begin(model, (mb_vec){0.0, 0.0, -GRAVITY}, err);
    int crank = mb_space_body(s, "crank", 0.12, (mb_vec){0.0001, 0.0001, 0.00001},
                              (mb_space_state){.r = {0.0, 0.0, 0.5 * ARM},
                                               .v = {0.5 * ARM * speed, 0.0, 0.0},
                                               .w = {0.0, speed, 0.0}});
    int rod = mb_space_body(s, "rod", 0.5, (mb_vec){0.004, 0.0004, 0.004},
                            (mb_space_state){.r = {0.0, 0.5 * end.y, 0.5 * (ARM + GUIDE)},
                                             .p = {cos(half), sin(half), 0.0, 0.0},
                                             .v = {0.5 * ARM * speed, 0.0, 0.0},
                                             .w = {0.0, c * w, -si * w}});
    int slider = mb_space_body(s, "slider", 0.5, (mb_vec){0.0001, 0.0001, 0.0001},
                               (mb_space_state){.r = end});
    mb_vec xi = mb_space_turn(s, rod, (mb_vec){1.0, 0.0, 0.0});

    mb_space_revolute(s, MB_GROUND, crank, origin, y);
    mb_space_spherical(s, crank, rod, pin);
    mb_space_universal(s, rod, slider, end, xi, y);
    mb_space_translational(s, MB_GROUND, slider, end, y);
    mb_space_point_outputs(s, slider, origin, NULL, "slider.y", NULL);
    mb_space_omega_output(s, crank, y, "crank.omega");
    describe(s, crank, rod, slider, pin, end, xi);
    return mb_space_finish(s);
}

const mb_problem mb_problem_spatial_slider_crank = {
    .name = "spatial-slider-crank",
    .title = "spatial slider-crank",
    .source = "marques2017 Tables 3 and 4, Fig. 13",
    .traps =
        "the list of joints omits the universal joint that its count of 17 rows includes; Table "
        "4 is rounded and its angular velocities are in global axes",
    .params = params,
    .variants = (const char *const[]){"coordinates=euler", NULL},
    .t_end = 5.0,
    .scale = 0.3,
    .traits = MB_CONSTANT_M | MB_REGULAR_M | MB_FULL_RANK_D | MB_HOLONOMIC | MB_SCLERONOMIC |
              MB_CONSERVATIVE,
    .setup = setup,
};
