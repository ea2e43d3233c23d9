/* Spatial mechanisms of any size: heavy-top, spatial-slider-crank and bricard in units of `size`,
 * masses with its third power and gravity with it, so that each moves alike but for its size. */
#include <math.h>

#include "problems/elements/space/space.h"

static const mb_param params[] = {
    {.name = "size", .value = 1.0, .min = 1e-9, .max = 1e9, .unit = "1", .doc = "unit of length"},
    MB_SPACE_COORDINATES,
    {0},
};

static mb_space *begin(mb_model *model, mb_vec gravity, double scale, mb_error *err)
{
    const double size = mb_model_param(model, "size");

    model->scale = scale * size;
    return mb_space_begin(model, (mb_vec){size * gravity.x, size * gravity.y, size * gravity.z},
                          err);
}

static mb_vec times(mb_vec v, double size)
{
    return (mb_vec){size * v.x, size * v.y, size * v.z};
}

static int body(mb_space *s, double size, const char *name, double mass, mb_vec inertia,
                mb_space_state start)
{
    const double m = size * size * size;

    start.r = times(start.r, size);
    start.v = times(start.v, size);
    return mb_space_body(s, name, m * mass, times(inertia, m * size * size), start);
}

static mb_status top(mb_model *model, mb_error *err)
{
    const double size = mb_model_param(model, "size"), precession = -4.61538;
    const mb_vec origin = {0.0, 0.0, 0.0};
    mb_space *s = begin(model, (mb_vec){0.0, 0.0, -9.81}, 1.0, err);
    int b = body(s, size, "top", 15.0, (mb_vec){0.234375, 0.46875, 0.234375},
                 (mb_space_state){.r = {0.0, 1.0, 0.0},
                                  .v = {-precession, 0.0, 0.0},
                                  .w = {0.0, 150.0, precession}});

    mb_space_spherical(s, MB_GROUND, b, origin);
    mb_space_point_outputs(s, b, origin, "x", "y", "z");
    return mb_space_finish(s);
}

static mb_status crank(mb_model *model, mb_error *err)
{
    const double size = mb_model_param(model, "size"), arm = 0.1, guide = -0.15;
    const mb_vec origin = {0.0, 0.0, 0.0}, y = {0.0, 1.0, 0.0};
    const mb_vec end = {0.0, sqrt(0.0216), guide};
    const double half = 0.5 * atan2(guide - arm, end.y), speed = -2.0 * M_PI;
    const double w = arm * speed / (arm - guide), c = cos(2.0 * half), si = sin(2.0 * half);
    mb_space *s = begin(model, (mb_vec){0.0, 0.0, -9.81}, 0.3, err);
    int first = body(s, size, "crank", 0.12, (mb_vec){0.0001, 0.0001, 0.00001},
                     (mb_space_state){.r = {0.0, 0.0, 0.5 * arm},
                                      .v = {0.5 * arm * speed, 0.0, 0.0},
                                      .w = {0.0, speed, 0.0}});
    int rod = body(s, size, "rod", 0.5, (mb_vec){0.004, 0.0004, 0.004},
                   (mb_space_state){.r = {0.0, 0.5 * end.y, 0.5 * (arm + guide)},
                                    .p = {cos(half), sin(half), 0.0, 0.0},
                                    .v = {0.5 * arm * speed, 0.0, 0.0},
                                    .w = {0.0, c * w, -si * w}});
    int slider =
        body(s, size, "slider", 0.5, (mb_vec){0.0001, 0.0001, 0.0001}, (mb_space_state){.r = end});
    mb_vec xi = mb_space_turn(s, rod, (mb_vec){1.0, 0.0, 0.0});

    mb_space_revolute(s, MB_GROUND, first, origin, y);
    mb_space_spherical(s, first, rod, (mb_vec){0.0, 0.0, size * arm});
    mb_space_universal(s, rod, slider, times(end, size), xi, y);
    mb_space_translational(s, MB_GROUND, slider, times(end, size), y);
    mb_space_point_outputs(s, rod, origin, "x", "y", "z");
    return mb_space_finish(s);
}

static mb_status bricard(mb_model *model, mb_error *err)
{
    static const mb_vec corner[] = {{0.0, 0.0, 0.0},  {1.0, 0.0, 0.0},  {1.0, -1.0, 0.0},
                                    {1.0, -1.0, 1.0}, {0.0, -1.0, 1.0}, {0.0, 0.0, 1.0}};
    static const mb_vec axis[] = {{0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {1.0, 0.0, 0.0},
                                  {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}};
    static const char *const name[] = {"bar 1", "bar 2", "bar 3", "bar 4", "bar 5"};
    const double size = mb_model_param(model, "size");
    const double across = 1.01 / 12.0, along = 0.02 / 12.0;
    mb_space *s = begin(model, (mb_vec){0.0, -9.81, 0.0}, 2.0, err);
    int bar[5];

    for (int k = 0; k < 5; k++) {
        const mb_vec a = corner[k], b = corner[k + 1];

        bar[k] =
            body(s, size, name[k], 1.0,
                 (mb_vec){a.x != b.x ? along : across, a.y != b.y ? along : across,
                          a.z != b.z ? along : across},
                 (mb_space_state){.r = {0.5 * (a.x + b.x), 0.5 * (a.y + b.y), 0.5 * (a.z + b.z)}});
    }
    for (int k = 0; k <= 5; k++)
        mb_space_revolute(s, k ? bar[k - 1] : MB_GROUND, k < 5 ? bar[k] : MB_GROUND,
                          times(corner[k], size), axis[k]);
    mb_space_point_outputs(s, bar[2], (mb_vec){0.0, 0.0, 0.5 * size}, "x", "y", "z");
    return mb_space_finish(s);
}

#define TRAITS (MB_CONSTANT_M | MB_REGULAR_M | MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE)

const mb_problem mb_problem_scaled_top = {
    .name = "scaled-top",
    .title = "heavy top of any size",
    .source = "tests",
    .traps = "",
    .params = params,
    .t_end = 0.2,
    .scale = 1.0,
    .traits = TRAITS | MB_FULL_RANK_D,
    .setup = top,
};

const mb_problem mb_problem_scaled_crank = {
    .name = "scaled-crank",
    .title = "spatial slider-crank of any size",
    .source = "tests",
    .traps = "",
    .params = params,
    .t_end = 0.5,
    .scale = 0.3,
    .traits = TRAITS | MB_FULL_RANK_D,
    .setup = crank,
};

const mb_problem mb_problem_scaled_bricard = {
    .name = "scaled-bricard",
    .title = "Bricard mechanism of any size",
    .source = "tests",
    .traps = "",
    .params = params,
    .t_end = 0.5,
    .scale = 2.0,
    .traits = TRAITS,
    .setup = bricard,
};
