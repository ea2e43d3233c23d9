/* Mechanisms for the tests of the audit. */
#include <math.h>

#include "problems/elements/kit.h"
#include "problems/elements/space/space.h"

/* ---- scaled-four-bar -------------------------------------------------------------------------
 * Crank 2, coupler 4 and follower 4 on a ground of 3 units, uniform rods of 1 kg a unit, crank at
 * 60 deg and at rest; natural coordinates.  Gravity is scaled by `unit` as well, so that mechanisms
 * of every unit move alike in time. */

static const mb_param four_bar_params[] = {
    {.name = "unit", .value = 1.0, .min = 1e-9, .max = 1e9, .unit = "m", .doc = "unit of length"},
    {0},
};

static mb_status four_bar(mb_model *model, mb_error *err)
{
    const double unit = mb_model_param(model, "unit");
    const double ax = 1.0, ay = sqrt(3.0); /* end of the crank */
    /* the follower's end: at 4 from the crank's end and from (3, 0), above */
    const double dx = 3.0 - ax, dy = -ay, apart = sqrt(dx * dx + dy * dy);
    const double up = sqrt(16.0 - 0.25 * apart * apart) / apart;
    const double bx = ax + 0.5 * dx - up * dy, by = ay + 0.5 * dy + up * dx;
    mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, -9.81 * unit, err);
    int o = mb_kit_fixed_point(kit, 0.0, 0.0), g = mb_kit_fixed_point(kit, 3.0 * unit, 0.0);
    int a = mb_kit_point(kit, ax * unit, ay * unit, 0.0, 0.0);
    int b = mb_kit_point(kit, bx * unit, by * unit, 0.0, 0.0);

    mb_kit_rod(kit, o, a, 2.0);
    mb_kit_rod(kit, a, b, 4.0);
    mb_kit_rod(kit, g, b, 4.0);
    mb_kit_distance(kit, o, a, 2.0 * unit);
    mb_kit_distance(kit, a, b, 4.0 * unit);
    mb_kit_distance(kit, g, b, 4.0 * unit);
    mb_kit_point_outputs(kit, a, "A.x", "A.y");
    model->scale = 4.0 * unit;
    return mb_kit_finish(kit);
}

const mb_problem mb_problem_scaled_four_bar = {
    .name = "scaled-four-bar",
    .title = "four-bar of any size",
    .source = "tests",
    .traps = "",
    .params = four_bar_params,
    .t_end = 5.0,
    .scale = 4.0,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_QUADRATIC_PHI | MB_FULL_RANK_D |
              MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE,
    .setup = four_bar,
};

/* ---- short-rod -------------------------------------------------------------------------------
 * Crank of 1 m driven at 1 rad/s from 0.3 rad, a rod to a slider on the crank's line.  With a rod
 * shorter than the crank no position exists for crank angles from asin(rod) to pi - asin(rod); with
 * one as long the slider is at 2 cos(theta), through a singular position at 90 deg. */

static const mb_param short_rod_params[] = {
    {.name = "rod", .value = 1.0, .min = 0.5, .max = 2.0, .unit = "m", .doc = "length of the rod"},
    {0},
};

static mb_status short_rod(mb_model *model, mb_error *err)
{
    const double rod = mb_model_param(model, "rod"), start = 0.3;
    const double c = cos(start), s = sin(start), reach = sqrt(rod * rod - s * s);
    const mb_row_term across[] = {{MB_LINEAR, 1.0, 1}, {MB_COS, -1.0, 0}, {MB_COS, -rod, 2}};
    const mb_row_term along[] = {{MB_SIN, 1.0, 0}, {MB_SIN, -rod, 2}};
    const double tilt_rate = c / reach; /* rod cos(tilt) tilt' = cos(theta) theta' */
    mb_kit *kit = mb_kit_begin(model, "mixed", 0.0, 0.0, err);
    int crank = mb_kit_angle(kit, 1.0, 0.0, start, 1.0);
    int slider = mb_kit_coordinate(kit, 1.0, 0.0, c + reach, -s - s * tilt_rate);

    mb_kit_angle(kit, 0.1, 0.0, asin(s / rod), tilt_rate); /* tilt of the rod */
    mb_kit_row(kit, 0.0, 3, across);
    mb_kit_row(kit, 0.0, 2, along);
    mb_kit_drive(kit, crank, (mb_course){.start = start, .rate = 1.0});
    mb_kit_coordinate_output(kit, slider, "slider", "m");
    return mb_kit_finish(kit);
}

const mb_problem mb_problem_short_rod = {
    .name = "short-rod",
    .title = "driven crank whose rod may be too short",
    .source = "tests",
    .traps = "",
    .params = short_rod_params,
    .t_end = 10.0,
    .scale = 1.0,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_FULL_RANK_D | MB_HOLONOMIC,
    .setup = short_rod,
};

/* ---- round -----------------------------------------------------------------------------------
 * A point of 1 kg on a rod of 1 m without weight, at 10 rad/s: at (cos 10 t, sin 10 t). */

static mb_status go_round(mb_model *model, mb_error *err)
{
    mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, 0.0, err);
    int o = mb_kit_fixed_point(kit, 0.0, 0.0), a = mb_kit_point(kit, 1.0, 0.0, 0.0, 10.0);

    mb_kit_point_mass(kit, a, 1.0);
    mb_kit_distance(kit, o, a, 1.0);
    mb_kit_point_outputs(kit, a, "A.x", "A.y");
    return mb_kit_finish(kit);
}

const mb_problem mb_problem_round = {
    .name = "round",
    .title = "point on a rod, turning steadily",
    .source = "tests",
    .traps = "",
    .t_end = 5.0,
    .scale = 1.0,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_QUADRATIC_PHI | MB_FULL_RANK_D |
              MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE,
    .setup = go_round,
};

/* ---- at-rest ---------------------------------------------------------------------------------
 * A hanging pendulum of two rods, at rest. */

static mb_status at_rest(mb_model *model, mb_error *err)
{
    mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, -9.81, err);
    int o = mb_kit_fixed_point(kit, 0.0, 0.0);
    int a = mb_kit_point(kit, 0.0, -1.0, 0.0, 0.0), b = mb_kit_point(kit, 0.0, -2.0, 0.0, 0.0);

    mb_kit_rod(kit, o, a, 1.0);
    mb_kit_rod(kit, a, b, 1.0);
    mb_kit_distance(kit, o, a, 1.0);
    mb_kit_distance(kit, a, b, 1.0);
    mb_kit_point_outputs(kit, b, "B.x", "B.y");
    return mb_kit_finish(kit);
}

const mb_problem mb_problem_at_rest = {
    .name = "at-rest",
    .title = "hanging double pendulum",
    .source = "tests",
    .traps = "",
    .t_end = 5.0,
    .scale = 2.0,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_QUADRATIC_PHI | MB_FULL_RANK_D |
              MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE,
    .setup = at_rest,
};

/* ---- cart-on-rail ----------------------------------------------------------------------------
 * A cart of 2 kg on a rail along x, a point of 1 kg on a bar of 1 m below it, pushed off: momentum
 * along the rail is kept. */

static mb_status cart_on_rail(mb_model *model, mb_error *err)
{
    mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, -9.81, err);
    int cart = mb_kit_slider_x(kit, 0.0, 0.0, 0.5);
    int bob = mb_kit_point(kit, 1.0, 0.0, 0.5, 0.0);

    mb_kit_point_mass(kit, cart, 2.0);
    mb_kit_point_mass(kit, bob, 1.0);
    mb_kit_distance(kit, cart, bob, 1.0);
    mb_kit_point_outputs(kit, bob, "B.x", "B.y");
    return mb_kit_finish(kit);
}

const mb_problem mb_problem_cart_on_rail = {
    .name = "cart-on-rail",
    .title = "pendulum on a cart",
    .source = "tests",
    .traps = "",
    .t_end = 5.0,
    .scale = 1.0,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_QUADRATIC_PHI | MB_FULL_RANK_D |
              MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE,
    .setup = cart_on_rail,
};

/* ---- sprung-swing ----------------------------------------------------------------------------
 * A body of 1 kg that hangs from a ball joint 1 m above its centre and swings between a spring
 * and the stop of it, ten times as stiff; as a potential, or as a force without one. */

static const mb_param sprung_params[] = {
    {.name = "potential", .value = 1.0, .min = 0.0, .max = 1.0, .unit = "1", .doc = "1, or 0"},
    MB_SPACE_COORDINATES,
    {0},
};

static mb_law_value sprung(const double *par, double t, double x, double xdot)
{
    double k = x < par[1] ? 10.0 * par[0] : par[0];

    (void)t, (void)xdot;
    return (mb_law_value){k * (x - par[1]), k, 0.0};
}

static double sprung_energy(const double *par, double x)
{
    double k = x < par[1] ? 10.0 * par[0] : par[0];

    return 0.5 * k * (x - par[1]) * (x - par[1]);
}

static mb_status sprung_swing(mb_model *model, mb_error *err)
{
    const bool potential = mb_model_param(model, "potential") == 1.0;
    const mb_vec top = {0.0, 0.0, 1.0}, foot = {0.1, 0.0, -0.2}, wall = {1.0, 0.2, -0.2};
    mb_space *s = mb_space_begin(model, (mb_vec){0.0, 0.0, -9.81}, err);
    mb_line_force force = {.par = {50.0, 0.9}};

    if (potential) {
        force.spring = sprung;
        force.energy = sprung_energy;
    } else {
        force.damper = sprung;
    }
    mb_space_body(s, "swing", 1.0, (mb_vec){0.02, 0.03, 0.01},
                  (mb_space_state){.p = {1.0, 0.0, 0.0, 0.0}});
    mb_space_spherical(s, MB_GROUND, 0, top);
    mb_space_line_force(s, MB_GROUND, 0, wall, foot, force);
    mb_space_point_outputs(s, 0, (mb_vec){0.0, 0.0, 0.0}, "B.x", "B.y", "B.z");
    return mb_space_finish(s);
}

const mb_problem mb_problem_sprung_swing = {
    .name = "sprung-swing",
    .title = "body swinging against a spring",
    .source = "tests",
    .traps = "",
    .params = sprung_params,
    .t_end = 5.0,
    .scale = 1.0,
    .traits = MB_CONSTANT_M | MB_REGULAR_M | MB_FULL_RANK_D | MB_HOLONOMIC | MB_SCLERONOMIC,
    .setup = sprung_swing,
};

/* ---- folded ----------------------------------------------------------------------------------
 * Two uniform rods of 1 m and 1 kg, one on the other: from the ground to a joint 1 m above it and
 * back to a slider on the ground, at rest.  D has rank 1 there.  A spring of 10 N/m pulls the
 * slider towards a point 1 m aside: with the angle theta of both rods from the y axis, x = 2
 * sin(theta), (2/3 + 2 cos(theta)^2) theta'' - 2 sin cos theta'^2 = 20 cos(theta) (1 - 2
 * sin(theta)) `off` turns both rods from there by so many rad. */

static const mb_param folded_params[] = {
    {.name = "off", .value = 0.0, .min = 0.0, .max = 1.0, .unit = "rad", .doc = "start angle"},
    {0},
};

static mb_status folded(mb_model *model, mb_error *err)
{
    const double off = mb_model_param(model, "off");
    mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, 0.0, err);
    int o = mb_kit_fixed_point(kit, 0.0, 0.0);
    int joint = mb_kit_point(kit, sin(off), cos(off), 0.0, 0.0);
    int slider = mb_kit_slider_x(kit, 2.0 * sin(off), 0.0, 0.0);

    mb_kit_rod(kit, o, joint, 1.0);
    mb_kit_rod(kit, joint, slider, 1.0);
    mb_kit_distance(kit, o, joint, 1.0);
    mb_kit_distance(kit, slider, joint, 1.0);
    mb_kit_spring(kit, (mb_spot){.x = 2, .y = -1, .phi = -1}, mb_kit_ground_spot(1.0, 0.0), 10.0,
                  0.0);
    mb_kit_point_outputs(kit, joint, "B.x", "B.y");
    mb_kit_point_outputs(kit, slider, "C.x", NULL);
    return mb_kit_finish(kit);
}

const mb_problem mb_problem_folded = {
    .name = "folded",
    .title = "slider-crank at rest in its singular position",
    .source = "tests",
    .traps = "",
    .params = folded_params,
    .t_end = 5.0,
    .scale = 1.0,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_QUADRATIC_PHI | MB_FULL_RANK_D |
              MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE | MB_SINGULAR_POSITIONS,
    .setup = folded,
};
/* ---- taut ------------------------------------------------------------------------------------
 * Two rods in line between fixed points, across gravity: D has rank 1, but nothing can move. */

static mb_status taut(mb_model *model, mb_error *err)
{
    mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, -9.81, err);
    int a = mb_kit_fixed_point(kit, -1.0, 0.0), b = mb_kit_fixed_point(kit, 1.0, 0.0);
    int joint = mb_kit_point(kit, 0.0, 0.0, 0.0, 0.0);

    mb_kit_rod(kit, a, joint, 1.0);
    mb_kit_rod(kit, joint, b, 1.0);
    mb_kit_distance(kit, a, joint, 1.0);
    mb_kit_distance(kit, joint, b, 1.0);
    mb_kit_point_outputs(kit, joint, "B.x", "B.y");
    return mb_kit_finish(kit);
}

const mb_problem mb_problem_taut = {
    .name = "taut",
    .title = "rods in line",
    .source = "tests",
    .traps = "",
    .t_end = 5.0,
    .scale = 1.0,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_QUADRATIC_PHI | MB_HOLONOMIC |
              MB_SCLERONOMIC | MB_CONSERVATIVE,
    .setup = taut,
};

/* ---- door ------------------------------------------------------------------------------------
 * A leaf of 20 kg on two hinges along z, across gravity, the other one `off` out of line along x:
 * unless that is 0, both cannot be met but at rest.  On hinges in line it swings from the
 * horizontal: 5.2 theta'' = 20 g 0.4 cos(theta). */

static const mb_param door_params[] = {
    {.name = "off", .value = 0.0, .min = -1.0, .max = 1.0, .unit = "m", .doc = "out of line"},
    {.name = "rate", .value = 1.0, .unit = "rad/s", .doc = "start velocity"},
    MB_SPACE_COORDINATES,
    {0},
};

static mb_status door(mb_model *model, mb_error *err)
{
    const double off = mb_model_param(model, "off"), rate = mb_model_param(model, "rate");
    const mb_vec up = {0.0, 0.0, 1.0};
    mb_space *s = mb_space_begin(model, (mb_vec){0.0, -9.81, 0.0}, err);
    int leaf = mb_space_body(
        s, "leaf", 20.0, (mb_vec){6.0, 8.0, 2.0},
        (mb_space_state){.r = {0.4, 0.0, 1.0}, .v = {0.0, 0.4 * rate, 0.0}, .w = {0.0, 0.0, rate}});

    mb_space_revolute(s, MB_GROUND, leaf, (mb_vec){0.0, 0.0, 0.2}, up);
    mb_space_revolute(s, MB_GROUND, leaf, (mb_vec){off, 0.0, 1.8}, up);
    mb_space_point_outputs(s, leaf, (mb_vec){0.4, 0.0, 0.0}, "edge.x", "edge.y", NULL);
    return mb_space_finish(s);
}

const mb_problem mb_problem_door = {
    .name = "door",
    .title = "door on two hinges",
    .source = "tests",
    .traps = "",
    .params = door_params,
    .t_end = 2.0,
    .scale = 1.0,
    .traits = MB_CONSTANT_M | MB_REGULAR_M | MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE,
    .setup = door,
};
