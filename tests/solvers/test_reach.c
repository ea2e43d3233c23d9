/* A drive that goes beyond reach: a crank of 1 m turns at 1 rad/s from 0.3 rad and pushes a slider
 * on the line of its pivot by a rod.  With a rod of 0.99999 m no position exists between the crank
 * angles asin(0.99999) and pi - asin(0.99999), from t = 1.26632 s to t = 1.27527 s; with 1.2 m
 * there always is one. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "problems/elements/kit.h"
#include "solvers/solver.h"
#include "tests/fixtures/models/empty_model.h"

#define TRAITS (MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_FULL_RANK_D | MB_HOLONOMIC)

/* Bodies in x, y, phi */
static mb_model *of_bodies(double rod)
{
    const double theta = 0.3, psi = -asin(sin(theta) / rod);
    const double turning = -cos(theta) / (rod * cos(psi));
    mb_model *model = empty_model(TRAITS, 1.0);
    mb_kit *kit = mb_kit_begin(model, "planar-reference-point", 0.0, -9.81, NULL);
    int crank = mb_kit_body(kit, 1.0, 1.0 / 12.0,
                            (mb_planar_state){.x = 0.5 * cos(theta),
                                              .y = 0.5 * sin(theta),
                                              .phi = theta,
                                              .vx = -0.5 * sin(theta),
                                              .vy = 0.5 * cos(theta),
                                              .rate = 1.0});
    int coupler = mb_kit_body(kit, 1.0, rod * rod / 12.0,
                              (mb_planar_state){.x = cos(theta) + 0.5 * rod * cos(psi),
                                                .y = sin(theta) + 0.5 * rod * sin(psi),
                                                .phi = psi,
                                                .vx = -sin(theta) - 0.5 * rod * sin(psi) * turning,
                                                .vy = cos(theta) + 0.5 * rod * cos(psi) * turning,
                                                .rate = turning});
    int of_coupler = mb_kit_body_coordinate(kit, coupler);
    const mb_row_term on_the_line[] = {{MB_LINEAR, 1.0, of_coupler + 1},
                                       {MB_SIN, 0.5 * rod, of_coupler + 2}};

    mb_kit_revolute(kit, crank, -0.5, 0.0, MB_GROUND, 0.0, 0.0);
    mb_kit_revolute(kit, crank, 0.5, 0.0, coupler, -0.5 * rod, 0.0);
    mb_kit_row(kit, 0.0, 2, on_the_line);
    mb_kit_drive(kit, mb_kit_body_coordinate(kit, crank) + 2,
                 (mb_course){.start = theta, .rate = 1.0});
    cr_assert(mb_kit_finish(kit) == MB_OK);
    return model;
}

/* The angles of crank and rod and the place of the slider */
static mb_model *of_angles(double rod)
{
    const double theta = 0.3, psi = -asin(sin(theta) / rod);
    const double turning = -cos(theta) / (rod * cos(psi));
    mb_model *model = empty_model(TRAITS, 1.0);
    mb_kit *kit = mb_kit_begin(model, "mixed", 0.0, 0.0, NULL);
    int crank = mb_kit_coordinate(kit, 1.0, 0.0, theta, 1.0);
    int coupler = mb_kit_coordinate(kit, 1.0, 0.0, psi, turning);
    int slider = mb_kit_coordinate(kit, 1.0, 0.0, cos(theta) + rod * cos(psi),
                                   -sin(theta) - rod * sin(psi) * turning);
    const mb_row_term along[] = {
        {MB_COS, 1.0, crank}, {MB_COS, rod, coupler}, {MB_LINEAR, -1.0, slider}};
    const mb_row_term across[] = {{MB_SIN, 1.0, crank}, {MB_SIN, rod, coupler}};

    mb_kit_row(kit, 0.0, 3, along);
    mb_kit_row(kit, 0.0, 2, across);
    mb_kit_drive(kit, crank, (mb_course){.start = theta, .rate = 1.0});
    cr_assert(mb_kit_finish(kit) == MB_OK);
    return model;
}

static const char *const specs[] = {
    "lagrange/rk4:h=1e-3/direct-correction",
    "lagrange/rk4:h=1e-3/weighted-direct-correction",
    "lagrange/rk4:h=1e-3/kkt-projection",
    "lagrange/rk4:h=1e-3/mass-orthogonal",
    "augmented-lagrangian/rk4:h=1e-3/mass-orthogonal",
    "ali1/trapezoidal:h=1e-3",
    "ali3/newmark:h=1e-3",
    "rattle/newton:h=1e-3",
    "generalized-alpha/newton:h=1e-3",
    "algebraic/predictor-corrector:h=1e-3",
};

static mb_status run(const mb_model *model, const char *spec, double t_end, double *t,
                     mb_error *err)
{
    mb_solver *solver;
    mb_status status = mb_solver_create(model, spec, &solver, err);

    cr_assert(status == MB_OK, "%s: %s", spec, err->text);
    status = mb_solver_start(solver, err);
    while (status == MB_OK && solver->state.t < t_end)
        status = mb_solver_step(solver, t_end, err);
    *t = solver->state.t;
    mb_solver_destroy(solver);
    return status;
}

static void ends_where_positions_end(mb_model *model)
{
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        mb_error err = {0};
        double t;
        mb_status status = run(model, specs[i], 2.0, &t, &err);

        cr_expect(status == MB_UNCONVERGED, "%s: %s at %g: %s", specs[i], mb_status_text(status), t,
                  err.text);
        cr_expect(t > 1.2653 && t < 1.27527, "%s: %.9g", specs[i], t);
        cr_expect(strstr(err.text, "no position satisfies row ") && strstr(err.text, "at t = 1.2"),
                  "%s: %s", specs[i], err.text);
    }
    mb_model_destroy(model);
}

Test(reach, bodies_end_where_no_position_exists)
{
    ends_where_positions_end(of_bodies(0.99999));
}

Test(reach, angles_end_where_no_position_exists)
{
    ends_where_positions_end(of_angles(0.99999));
}

Test(reach, what_is_within_reach_goes_on)
{
    mb_model *model[] = {of_bodies(1.2), of_angles(1.2)};

    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
            mb_error err = {0};
            double t;

            cr_expect(run(model[k], specs[i], 2.0, &t, &err) == MB_OK && t == 2.0, "%s: %s",
                      specs[i], err.text);
        }
        mb_model_destroy(model[k]);
    }
}

/* A free tip off its rod by far, and a row that slips through the singular position of the double
 * four-bar: positions exist, whatever the iteration makes of them */
Test(reach, singular_positions_are_within_reach)
{
    mb_model *model;
    mb_error err = {0};
    double t;

    cr_assert(mb_model_create("double-four-bar", &model, &err) == MB_OK);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        cr_expect(run(model, specs[i], 0.8, &t, &err) == MB_OK, "%s: %s", specs[i], err.text);
    mb_model_destroy(model);
}
