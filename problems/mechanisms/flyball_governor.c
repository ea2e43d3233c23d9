/* Flyball governor, stiff (`flyball-governor`, IFToMM A05).
 *
 *     shaft    1 x 0.01 x 0.01 m on z, density 3000 kg/m3, turns about z at 2 pi rad/s
 *     slider   cube of 0.1 m, 3 kg, prismatic on the shaft and turning with it, at 0.5 m
 *     rods     two, as the shaft, hinged to it at (+-0.05, 0, 1) about y, 30 deg below horizontal;
 *              5 kg at each outer end, as one body with the rod
 *     springs  from the slider at (+-0.05, 0, s) to the middle of the rods: 8e5 N/m, 4e4 N s/m,
 *              rest length 0.5 m, which is their length at the start
 *
 * Trap: where the shaft lies along z is not printed and moves the datum of the energy only; with
 * its centre at the origin the energy is the published one.
 *
 * Gravity along -z; 10 s.  The dampers work: energy is balanced, not constant. */
#include <math.h>

#include "problems/elements/space/space_tree.h"

static const double LENGTH = 1.0, SECTION = 0.01, DENSITY = 3000.0; /* [m, kg/m3] */
static const double BALL = 5.0, SLIDER = 3.0, EDGE = 0.1;           /* [kg, m] */
static const double HINGE = 0.05, TOP = 1.0, HEIGHT = 0.5;          /* [m] */
static const double STIFFNESS = 8e5, DAMPING = 4e4, REST = 0.5;     /* [N/m, N s/m, m] */
static const double SPEED = 2.0 * M_PI, GRAVITY = 9.81;             /* [rad/s, m/s2] */

static const mb_param params[] = {MB_SPACE_COORDINATES, {0}};

enum { SHAFT, BLOCK, RIGHT, LEFT }; /* bodies, and links of the reference */

static mb_vec hinge(int side)
{
    return (mb_vec){side * HINGE, 0.0, TOP};
}

static mb_vec middle(int side)
{
    return (mb_vec){side * (HINGE + 0.5 * LENGTH * cos(M_PI / 6.0)), 0.0, TOP - 0.25 * LENGTH};
}

static mb_vec seat(int side)
{
    return (mb_vec){side * HINGE, 0.0, HEIGHT};
}

static void forces(const mb_tree *tree, double t, mb_tree_state *state)
{
    const mb_line_force spring = mb_spring_damper(STIFFNESS, REST, DAMPING);

    (void)tree;
    mb_tree_line(state, BLOCK, RIGHT, seat(1), middle(1), t, &spring);
    mb_tree_line(state, BLOCK, LEFT, seat(-1), middle(-1), t, &spring);
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)model, (void)t;
    out[0] = HEIGHT + y[BLOCK];
}

static void describe(mb_space *s)
{
    const mb_vec y = {0.0, 1.0, 0.0}, z = {0.0, 0.0, 1.0};
    const mb_reference reference = {
        .outputs = outputs,
        .step = 0.00025,
        .horizon = 10.0,
        .method = "tree in joint coordinates by Newton and Euler, order-10 extrapolation",
    };
    mb_tree *tree = mb_space_tree(s, forces);

    mb_tree_link(tree, MB_GROUND, MB_TURNS, (mb_vec){0.0, 0.0, 0.0}, z, SHAFT, SPEED);
    mb_tree_link(tree, SHAFT, MB_SLIDES, seat(0), z, BLOCK, 0.0);
    mb_tree_link(tree, SHAFT, MB_TURNS, hinge(1), y, RIGHT, 0.0);
    mb_tree_link(tree, SHAFT, MB_TURNS, hinge(-1), y, LEFT, 0.0);
    mb_space_tree_reference(s, tree, reference);
}

/* Rod and ball as one body, body x along the rod outwards */
static int add_rod(mb_space *s, int side)
{
    const double rod = DENSITY * LENGTH * SECTION * SECTION, mass = rod + BALL;
    const double centre = (0.5 * rod + BALL) * LENGTH / mass; /* from the hinge */
    const double along = rod * SECTION * SECTION / 6.0;
    const double across = rod * (LENGTH * LENGTH + SECTION * SECTION) / 12.0 +
                          rod * (centre - 0.5 * LENGTH) * (centre - 0.5 * LENGTH) +
                          BALL * (LENGTH - centre) * (LENGTH - centre);
    const double c = cos(M_PI / 6.0), x = side * (HINGE + centre * c);
    /* turned about y by 30 deg (right), by 150 deg (left) */
    const double half = side > 0 ? M_PI / 12.0 : 5.0 * M_PI / 12.0;
    const double sine = sin(2.0 * half), cosine = cos(2.0 * half);
    const mb_space_state start = {.r = {x, 0.0, TOP - 0.5 * centre},
                                  .p = {cos(half), 0.0, sin(half), 0.0},
                                  .v = {0.0, SPEED * x, 0.0},
                                  .w = {-sine * SPEED, 0.0, cosine * SPEED}};

    return mb_space_body(s, side > 0 ? "right rod" : "left rod", mass,
                         (mb_vec){along, across, across}, start);
}

static mb_status setup(mb_model *model, mb_error *err)
{
    const double shaft = DENSITY * LENGTH * SECTION * SECTION, cube = SLIDER * EDGE * EDGE / 6.0;
    const double across = shaft * (LENGTH * LENGTH + SECTION * SECTION) / 12.0;
    const mb_vec y = {0.0, 1.0, 0.0}, z = {0.0, 0.0, 1.0}, spin = {0.0, 0.0, SPEED};
    const mb_line_force spring = mb_spring_damper(STIFFNESS, REST, DAMPING);
    mb_space *s = mb_space_begin(model, (mb_vec){0.0, 0.0, -GRAVITY}, err);

    mb_space_body(s, "shaft", shaft, (mb_vec){across, across, shaft * SECTION * SECTION / 6.0},
                  (mb_space_state){.w = spin});
    mb_space_body(s, "slider", SLIDER, (mb_vec){cube, cube, cube},
                  (mb_space_state){.r = {0.0, 0.0, HEIGHT}, .w = spin});
    add_rod(s, 1);
    add_rod(s, -1);
    mb_space_revolute(s, MB_GROUND, SHAFT, (mb_vec){0.0, 0.0, 0.0}, z);
    mb_space_translational(s, SHAFT, BLOCK, seat(0), z);
    mb_space_revolute(s, SHAFT, RIGHT, hinge(1), y);
    mb_space_revolute(s, SHAFT, LEFT, hinge(-1), y);
    mb_space_line_force(s, BLOCK, RIGHT, seat(1), middle(1), spring);
    mb_space_line_force(s, BLOCK, LEFT, seat(-1), middle(-1), spring);
    mb_space_point_outputs(s, BLOCK, (mb_vec){0.0, 0.0, 0.0}, NULL, NULL, "slider.z");
    describe(s);
    return mb_space_finish(s);
}

const mb_problem mb_problem_flyball_governor = {
    .name = "flyball-governor",
    .title = "flyball governor with stiff spring-dampers",
    .source = "IFToMM library of computational benchmark problems, A05",
    .traps = "the place of the shaft along z is not printed; it moves the datum of the energy only",
    .params = params,
    .variants = (const char *const[]){"coordinates=euler", NULL},
    .t_end = 10.0,
    .scale = 1.0,
    .traits = MB_CONSTANT_M | MB_REGULAR_M | MB_FULL_RANK_D | MB_HOLONOMIC | MB_SCLERONOMIC,
    .setup = setup,
};
