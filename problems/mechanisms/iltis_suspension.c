/* Right front suspension of the Bombardier Iltis over a bump (`iltis-suspension`): marques2017
 * Tables 5 and 6, eqs (53) to (55); places of the joints from the public model of the IAVSD
 * benchmark (ovankerm/IAVSD_ILTIS, Jeep.mbs, after Frik, Leister & Schwartz 1993), moved by
 * x - 0.97, z + 0.57 m, which meets Table 6 to its digits.  x forward, z up, right side y < 0; the
 * chassis moves at 5 m/s along x and is the ground here, the road comes towards it; 6 s.
 *
 *     A-arm       revolute to the chassis about x, spherical to the hub
 *     leaf        revolute to the chassis about x, spherical to the hub; the spring pushes its
 * outer end up tie rod     spherical to the chassis and to the hub shock       from chassis to
 * A-arm: polynomial spring (53), piecewise damper (54) tyre        460000 N/m on the road profile
 * (55), upward on the wheel's centre, which does not spin
 *
 * Three ways to build it (`bodies`):
 *     reduced     A-arm and hub, 14 coordinates, 11 rows; leaf and tie rod have no mass, as the
 *                 paper says, and are rows: the leaf's end, a point of the hub, keeps its distance
 *                 from the chassis joint and its plane x = 0; the tie rod is a constant distance
 *     closed      the paper's four bodies, 28 coordinates; the joints above, 22 rows
 *     printed     the same with the joints that the paper counts, two revolute and three spherical,
 *                 19 rows: the tie rod hangs on the hub, its inner end is free, the hub may steer
 *
 * Traps: "two revolute and three spherical joints" leave the tie rod's inner end free: four are
 * needed.  Neither the paper nor the public model gives leaf and tie rod a mass ("to be
 * neglected"); as bodies without mass they leave the spin of the tie rod without inertia and the
 * equations singular, so where they are bodies they are uniform rods of the mass `light`, our
 * choice, with the radius ROD for the inertia about their axes.  The motion of `closed` is off that
 * of `reduced` by a share of that mass.  Eq. (54) jumps at its breaks.  Bump stop: 1e7 N/m beyond
 * 0.145 m. */
#include <math.h>

#include "problems/elements/space/space_tree.h"

static const double GRAVITY = 9.81; /* [m/s2] */

static const mb_vec arm_joint = {0.0, -0.259, 0.302}, arm_ball = {0.0, -0.572, 0.229},
                    leaf_joint = {0.0, -0.1585, 0.600}, leaf_ball = {0.0, -0.488, 0.531},
                    rod_inner = {-0.14, -0.070, 0.600}, rod_outer = {-0.14, -0.448, 0.531},
                    shock_top = {0.075, -0.297, 0.632}, shock_foot = {0.075, -0.500, 0.241},
                    wheel = {0.0, -0.615, 0.356};
static const mb_vec up = {0.0, 0.0, 1.0}, forward = {1.0, 0.0, 0.0};

/* leaf: stiffness, height of its undeformed end, deflection at the stop, stiffness beyond */
static const double leaf_par[] = {35900.0, 0.455, 0.145, 1e7};
/* tyre: stiffness, unloaded radius, speed */
static const double tyre_par[] = {460000.0, 0.364325, 5.0};

static const double ROD = 0.01; /* [m] radius of leaf and tie rod as bodies */

enum { REDUCED, CLOSED, PRINTED };

static const mb_param params[] = {
    MB_SPACE_COORDINATES,
    MB_CHOICE("bodies", "reduced|closed|printed", REDUCED,
              .doc = "A-arm and hub with leaf and tie rod as rows; all four with the "
                     "joints that close the mechanism; all four with the three spherical "
                     "joints that the paper counts"),
    MB_REAL("light", 0.1, "kg", .max = 10.0,
            .doc = "mass of the leaf and of the tie rod where they are bodies"),
    {0},
};

static mb_law_value leaf(const double *par, double t, double z, double zdot)
{
    const double deflection = z - par[1], over = deflection - par[2];

    (void)t, (void)zdot;
    if (over > 0.0)
        return (mb_law_value){-par[0] * par[2] - par[3] * over, -par[3], 0.0};
    return (mb_law_value){-par[0] * deflection, -par[0], 0.0};
}

/* Eq. (55) */
static double road(double x)
{
    return x > 15.0 && x < 20.0 ? 0.1 * (1.0 - cos(2.0 * M_PI * (x - 15.0) / 5.0)) : 0.0;
}

static mb_law_value tyre(const double *par, double t, double z, double zdot)
{
    const double pressed = par[1] + road(par[2] * t) - z;

    (void)zdot;
    if (pressed <= 0.0)
        return (mb_law_value){0.0, 0.0, 0.0};
    return (mb_law_value){par[0] * pressed, -par[0], 0.0};
}

/* Eq. (53) */
static const double c0 = -4.0092e6, c1 = 2.8397e7, c2 = -6.7061e7, c3 = 5.2796e7;

static mb_law_value shock_spring(const double *par, double t, double x, double xdot)
{
    (void)par, (void)t, (void)xdot;
    return (mb_law_value){c0 + x * (c1 + x * (c2 + x * c3)), c1 + x * (2.0 * c2 + x * 3.0 * c3),
                          0.0};
}

static double shock_energy(const double *par, double x)
{
    (void)par;
    return x * (c0 + x * (c1 / 2.0 + x * (c2 / 3.0 + x * c3 / 4.0)));
}

/* Eq. (54) */
static mb_law_value shock_damper(const double *par, double t, double x, double v)
{
    const double a = 9945.627, b = 33955.72, c = -59832.25, d = -395651.0;

    (void)par, (void)t, (void)x;
    if (v < -0.2)
        return (mb_law_value){-416.42 + 1844.3 * v, 0.0, 1844.3};
    if (v > 0.21)
        return (mb_law_value){1919.1638 + 1634.727 * v, 0.0, 1634.727};
    return (mb_law_value){v * (a + v * (b + v * (c + v * d))), 0.0,
                          a + v * (2.0 * b + v * (3.0 * c + v * 4.0 * d))};
}

static const mb_line_force shock = {
    .spring = shock_spring, .energy = shock_energy, .damper = shock_damper};

enum { ARM, HUB, LEAF, ROD_BODY }; /* bodies */
/* links of the reference: A-arm, ball of the hub, and as bodies the leaf and a ball of the rod */
enum { SWING, YAW, ROLL, CAMBER, LEAF_SWING, ROD_SWING, ROD_YAW, ROD_SPIN };

static void lift(mb_tree_state *state, int link, mb_vec point, mb_law law, const double *par,
                 double t)
{
    double x[3], v[3], force[3] = {0.0};

    mb_tree_point(state, link, point, x, v);
    force[2] = law(par, t, x[2], v[2]).f;
    mb_tree_push(state, link, point, force);
}

static void shock_and_tyre(double t, mb_tree_state *state)
{
    mb_tree_line(state, MB_GROUND, SWING, shock_top, shock_foot, t, &shock);
    lift(state, CAMBER, wheel, tyre, tyre_par, t);
}

static void forces(const mb_tree *tree, double t, mb_tree_state *state)
{
    (void)tree;
    shock_and_tyre(t, state);
    lift(state, CAMBER, leaf_ball, leaf, leaf_par, t);
}

static void forces_on_four(const mb_tree *tree, double t, mb_tree_state *state)
{
    (void)tree;
    shock_and_tyre(t, state);
    lift(state, LEAF_SWING, leaf_ball, leaf, leaf_par, t);
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)t;
    mb_tree_place(model, y, CAMBER, wheel, out);
    out[3] = mb_tree_distance(model, y, MB_GROUND, SWING, shock_top, shock_foot);
    out[4] = NAN;
}

static mb_vec between(mb_vec a, mb_vec b)
{
    return (mb_vec){0.5 * (a.x + b.x), 0.5 * (a.y + b.y), 0.5 * (a.z + b.z)};
}

/* A bar from the hub to the chassis at right angles to x: centre in the middle, body y inwards */
static mb_space_state bar(mb_vec inner, mb_vec outer)
{
    const double half = 0.5 * atan2(inner.z - outer.z, inner.y - outer.y);

    return (mb_space_state){.r = between(inner, outer), .p = {cos(half), sin(half), 0.0, 0.0}};
}

static void light_bar(mb_space *s, const char *name, double mass, mb_vec inner, mb_vec outer)
{
    const double square = pow(inner.y - outer.y, 2.0) + pow(inner.z - outer.z, 2.0);
    const double along = 0.5 * mass * ROD * ROD, across = mass * square / 12.0 + 0.5 * along;

    mb_space_body(s, name, mass, (mb_vec){across, along, across}, bar(inner, outer));
}

/* Joints and links of leaf and tie rod as bodies */
static void four_bodies(mb_space *s, mb_tree *tree, bool closed)
{
    const mb_vec along = {0.0, rod_inner.y - rod_outer.y, rod_inner.z - rod_outer.z};
    const double length = hypot(along.y, along.z);
    const mb_vec spin = {0.0, along.y / length, along.z / length};
    const int on = closed ? MB_GROUND : CAMBER; /* what the rod of the tree hangs on */
    const mb_vec ball = closed ? rod_inner : rod_outer;

    mb_space_revolute(s, MB_GROUND, LEAF, leaf_joint, forward);
    mb_space_spherical(s, LEAF, HUB, leaf_ball);
    mb_space_spherical(s, ROD_BODY, HUB, rod_outer);
    if (closed)
        mb_space_spherical(s, MB_GROUND, ROD_BODY, rod_inner);
    mb_tree_link(tree, MB_GROUND, MB_TURNS, leaf_joint, forward, LEAF, 0.0);
    mb_tree_link(tree, on, MB_TURNS, ball, forward, MB_GROUND, 0.0);
    mb_tree_link(tree, ROD_SWING, MB_TURNS, ball, up, MB_GROUND, 0.0);
    mb_tree_link(tree, ROD_YAW, MB_TURNS, ball, spin, ROD_BODY, 0.0);
    mb_tree_close(tree, LEAF_SWING, CAMBER, leaf_ball);
    if (closed)
        mb_tree_close(tree, ROD_SPIN, CAMBER, rod_outer);
}

static void leaf_and_rod_as_rows(mb_space *s, mb_tree *tree)
{
    mb_space_distance(s, MB_GROUND, HUB, leaf_joint, leaf_ball);
    mb_space_plane(s, MB_GROUND, HUB, leaf_ball, forward);
    mb_space_distance(s, MB_GROUND, HUB, rod_inner, rod_outer);
    mb_tree_close_distance(tree, MB_GROUND, CAMBER, leaf_joint, leaf_ball);
    mb_tree_close_along(tree, MB_GROUND, CAMBER, leaf_ball, forward);
    mb_tree_close_distance(tree, MB_GROUND, CAMBER, rod_inner, rod_outer);
}

/* Joints of the mechanism and, beside them, its reference */
static void join(mb_space *s, int bodies)
{
    const mb_vec side = {0.0, 1.0, 0.0};
    mb_tree *tree = mb_space_tree(s, bodies == REDUCED ? forces : forces_on_four);

    mb_space_revolute(s, MB_GROUND, ARM, arm_joint, forward);
    mb_space_spherical(s, ARM, HUB, arm_ball);
    mb_tree_link(tree, MB_GROUND, MB_TURNS, arm_joint, forward, ARM, 0.0);
    mb_tree_link(tree, SWING, MB_TURNS, arm_ball, up, MB_GROUND, 0.0);
    mb_tree_link(tree, YAW, MB_TURNS, arm_ball, side, MB_GROUND, 0.0);
    mb_tree_link(tree, ROLL, MB_TURNS, arm_ball, forward, HUB, 0.0);
    if (bodies == REDUCED)
        leaf_and_rod_as_rows(s, tree);
    else
        four_bodies(s, tree, bodies == CLOSED);
    mb_space_tree_reference(
        s, tree,
        (mb_reference){
            .outputs = outputs,
            .step = 0.0005,
            /* of four bodies: before the stop, at whose break this step is too long */
            .horizon = bodies == REDUCED ? 6.0 : 3.2,
            .method = "tree in joint angles with cut loops by Newton and Euler, order-10 "
                      "extrapolation; bound by the breaks of the forces",
        });
}

static mb_status setup(mb_model *model, mb_error *err)
{
    const int bodies = (int)mb_model_param(model, "bodies");
    const double light = mb_model_param(model, "light");
    mb_space *s = mb_space_begin(model, (mb_vec){0.0, 0.0, -GRAVITY}, err);
    int push, line;

    mb_space_body(s, "A-arm", 6.0, (mb_vec){0.052099, 0.023235, 0.068864},
                  bar(arm_joint, arm_ball));
    mb_space_body(s, "wheel and hub", 57.35, (mb_vec){1.2402, 1.9080, 1.2402},
                  (mb_space_state){.r = wheel});
    if (bodies != REDUCED) {
        light_bar(s, "leaf spring", light, leaf_joint, leaf_ball);
        light_bar(s, "tie rod", light, rod_inner, rod_outer);
    }
    join(s, bodies);
    line = mb_space_line_force(s, MB_GROUND, ARM, shock_top, shock_foot, shock);
    mb_space_push(s, bodies == REDUCED ? HUB : LEAF, leaf_ball, up, leaf, leaf_par, 4);
    push = mb_space_push(s, HUB, wheel, up, tyre, tyre_par, 3);
    mb_space_point_outputs(s, HUB, (mb_vec){0.0, 0.0, 0.0}, "wheel.x", "wheel.y", "wheel.z");
    mb_space_length_output(s, line, "shock.length");
    mb_space_push_output(s, push, "tyre.force");
    return mb_space_finish(s);
}

const mb_problem mb_problem_iltis_suspension = {
    .name = "iltis-suspension",
    .title = "Iltis right front suspension over a bump, with bump stop",
    .source = "marques2017 Tables 5 and 6, eqs (53)-(55); IAVSD benchmark, Frik et al. 1993",
    .traps =
        "places of joints are not printed and come from the public model of the benchmark; four "
        "spherical joints are needed where the text has three; leaf spring and tie rod have no "
        "mass and are rows, or with bodies=closed and printed have one that is our choice; eq. "
        "(54) "
        "jumps at its breaks",
    .params = params,
    .variants = (const char *const[]){"coordinates=euler", "bodies=closed", "bodies=printed",
                                      "bodies=printed,coordinates=euler", NULL},
    .t_end = 6.0,
    .scale = 0.6,
    .traits = MB_CONSTANT_M | MB_REGULAR_M | MB_FULL_RANK_D | MB_HOLONOMIC | MB_SCLERONOMIC,
    .setup = setup,
};
