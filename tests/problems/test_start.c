/* The start of declared mechanisms: sizes from micrometres to planets, far from the origin, what
 * cannot close, what is held. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/elements/space/space.h"
#include "problems/start/start.h"
#include "tests/fixtures/models/empty_model.h"
#include "tests/fixtures/models/problem_checks.h"

/* ---- a four-bar: crank 2 at (0, 0), coupler 4, follower 4 at (2.5, 0) -------------------------
 */

static const double CRANK = 2.0, BAR = 4.0, GROUND = 2.5, TURN = M_PI / 3.0;

/* Where coupler and follower meet, above the ground; the angles of both */
static void close_loop(double *x, double *y, double *coupler, double *follower)
{
    const double bx = CRANK * cos(TURN), by = CRANK * sin(TURN);
    const double dx = GROUND - bx, dy = -by, d = hypot(dx, dy), h = sqrt(BAR * BAR - 0.25 * d * d);

    *x = bx + 0.5 * dx - h * dy / d;
    *y = by + 0.5 * dy + h * dx / d;
    *coupler = atan2(*y - by, *x - bx);
    *follower = atan2(*y, *x - GROUND);
}

/* Angular velocity of the follower for 1 rad/s of the crank, by the velocity loop */
static double follower_rate(void)
{
    double x, y, coupler, follower;

    close_loop(&x, &y, &coupler, &follower);
    return CRANK * sin(TURN - coupler) / (BAR * sin(follower - coupler));
}

/* In points, `size` times as large, at a place, with the crank too long by a share */
static mb_model *in_points(double size, double at, double stretch, double rate, bool held)
{
    mb_model *model = empty_model(0, 4.0 * size);
    mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, -9.81, NULL);
    const double long_crank = CRANK * (1.0 + stretch);
    double x, y, coupler, follower;
    int a, b, c, d;

    close_loop(&x, &y, &coupler, &follower);
    a = mb_kit_fixed_point(kit, at, at);
    b = mb_kit_point(kit, at + size * long_crank * cos(TURN), at + size * long_crank * sin(TURN),
                     -rate * size * CRANK * sin(TURN), rate * size * CRANK * cos(TURN));
    c = mb_kit_point(kit, at + size * x, at + size * y, 0.0, 0.0);
    d = mb_kit_fixed_point(kit, at + size * GROUND, at);
    mb_kit_rod(kit, a, b, size * size * size);
    mb_kit_rod(kit, b, c, 2.0 * size * size * size);
    mb_kit_rod(kit, d, c, 2.0 * size * size * size);
    mb_kit_distance(kit, a, b, size * CRANK);
    mb_kit_distance(kit, b, c, size * BAR);
    mb_kit_distance(kit, d, c, size * BAR);
    if (held)
        mb_kit_hold_point(kit, b);
    cr_assert(mb_kit_finish(kit) == MB_OK);
    return model;
}

/* In three bodies with angles; `hold` names bodies whose angular velocity is held, in that order */
static mb_model *in_bodies(double size, double stretch, const double rate[3], const char *hold)
{
    mb_model *model = empty_model(0, 4.0 * size);
    mb_kit *kit = mb_kit_begin(model, "planar-reference-point", 0.0, -9.81, NULL);
    const double half[] = {0.5 * size * CRANK, 0.5 * size * BAR, 0.5 * size * BAR};
    const double mass = size * size * size;
    double x, y, angle[3] = {TURN};
    int body[3];

    close_loop(&x, &y, &angle[1], &angle[2]);
    for (int k = 0; k < 3; k++) {
        const double from[] = {k == 2 ? size * GROUND
                               : k    ? size * CRANK * cos(TURN)
                                      : 0.0,
                               k == 1 ? size * CRANK * sin(TURN) : 0.0};

        body[k] = mb_kit_body(kit, mass, mass * size * size,
                              (mb_planar_state){.x = from[0] + half[k] * cos(angle[k]) +
                                                     (k == 0 ? stretch * size : 0.0),
                                                .y = from[1] + half[k] * sin(angle[k]),
                                                .phi = angle[k] + (k == 1 ? stretch : 0.0),
                                                .rate = rate[k]});
    }
    mb_kit_revolute(kit, body[0], -half[0], 0.0, MB_GROUND, 0.0, 0.0);
    mb_kit_revolute(kit, body[1], -half[1], 0.0, body[0], half[0], 0.0);
    mb_kit_revolute(kit, body[2], half[2], 0.0, body[1], half[1], 0.0);
    mb_kit_revolute(kit, body[2], -half[2], 0.0, MB_GROUND, size * GROUND, 0.0);
    for (; *hold; hold++)
        mb_kit_hold_velocity(kit, mb_kit_body_coordinate(kit, body[*hold - '0']) + 2);
    cr_assert(mb_kit_finish(kit) == MB_OK);
    return model;
}

/* ---- size and place ------------------------------------------------------------------------- */

static const double sizes[] = {1e-7, 1e-6, 1e-3, 1.0, 1e3, 1e5, 1e9};
enum { SIZES = sizeof sizes / sizeof *sizes };

Test(size, starts_that_close_stay_bit_for_bit)
{
    static const double rest[3] = {0.0};

    for (int k = 0; k < SIZES; k++)
        for (int bodies = 0; bodies < 2; bodies++) {
            mb_model *model = bodies ? in_bodies(sizes[k], 0.0, rest, "")
                                     : in_points(sizes[k], 0.0, 0.0, 0.0, false);
            double before[9];

            memcpy(before, model->q0, (size_t)model->nq * sizeof *before);
            cr_assert(mb_start_correct(model, NULL) == MB_OK, "%g", sizes[k]);
            cr_expect(memcmp(before, model->q0, (size_t)model->nq * sizeof *before) == 0, "%g",
                      sizes[k]);
            cr_expect(model->start.positions == 0.0 && model->start.largest == -1);
            mb_model_destroy(model);
        }
}

/* The corrections of all sizes are one, in sizes; angles weigh as lengths of the size do */
Test(size, corrections_are_the_same_relative_to_the_size)
{
    static const double rates[3] = {5.0, 0.0, 0.0};

    for (int bodies = 0; bodies < 2; bodies++) {
        double positions = 0.0, velocities = 0.0, share = 0.0;

        for (int k = 0; k < SIZES; k++) {
            mb_model *model = bodies ? in_bodies(sizes[k], 0.01, rates, "")
                                     : in_points(sizes[k], 0.0, 0.01, 5.0, false);
            mb_start_report *r = &model->start;
            double phi[8] = {0.0};

            cr_assert(mb_start_correct(model, NULL) == MB_OK, "%g", sizes[k]);
            model->ops->phi(model, 0.0, model->q0, phi);
            for (int i = 0; i < model->m; i++)
                cr_expect(fabs(phi[i]) < 1e-13 * (bodies ? sizes[k] : sizes[k] * sizes[k]),
                          "%g: %g", sizes[k], phi[i]);
            if (k == 0) {
                positions = r->positions / sizes[k];
                velocities = r->velocities / sizes[k];
                share = r->share;
                cr_expect(positions > 1e-3 && velocities > 1e-1 && share > 1e-3);
            }
            cr_expect(fabs(r->positions / sizes[k] - positions) < 1e-9 * positions, "%g", sizes[k]);
            cr_expect(fabs(r->velocities / sizes[k] - velocities) < 1e-9 * velocities, "%g",
                      sizes[k]);
            cr_expect(fabs(r->share - share) < 1e-9 * share, "%g", sizes[k]);
            mb_model_destroy(model);
        }
    }
}

/* An ulp of 1e5 m is 1.5e-11 m: lengths close to that, and a start 1 % wrong is still corrected */
Test(size, far_from_the_origin_rounding_is_that_of_the_place)
{
    for (int k = 0; k < 2; k++) {
        mb_model *model = in_points(1.0, 1e5, k * 0.01, 0.0, false);
        double phi[3];

        cr_assert(mb_start_correct(model, NULL) == MB_OK);
        model->ops->phi(model, 0.0, model->q0, phi);
        cr_expect(fabs(phi[0]) < 1e-9, "%g", phi[0]);
        cr_expect((model->start.positions > 1e-3) == (k == 1));
        mb_model_destroy(model);
    }
}

/* The rank of D does not know the unit of length either */
Test(size, rank_is_that_of_one_metre)
{
    static const double rest[3] = {0.0};

    for (int k = 0; k < SIZES; k++) {
        mb_model *model = in_bodies(sizes[k], 0.0, rest, "");
        double d[64], unit[9];
        bool dependent[8];
        int rank;

        model->ops->jacobian(model, 0.0, model->q0, d);
        mb_units(model, unit);
        cr_assert(mb_matrix_rank(&model->D, d, unit, dependent, &rank, NULL) == MB_OK);
        cr_expect(rank == 8, "%g: %d", sizes[k], rank);
        mb_model_destroy(model);
    }
}

/* ---- what is wrong -------------------------------------------------------------------------- */

/* Rods of 1 and 1.1 m between the same points: at best either is half of 0.1 m off */
Test(wrong, what_cannot_close_says_which_row_and_how_far)
{
    mb_model *model = empty_model(0, 1.0);
    mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, -9.81, NULL);
    int a = mb_kit_fixed_point(kit, 0.0, 0.0), p = mb_kit_point(kit, 0.8, 0.6, 0.0, 0.0);
    mb_error err = {0};
    const char *open;

    mb_kit_point_mass(kit, p, 1.0);
    mb_kit_distance(kit, a, p, 1.0);
    mb_kit_distance(kit, a, p, 1.1);
    cr_assert(mb_kit_finish(kit) == MB_OK);
    cr_expect(mb_start_correct(model, &err) == MB_BAD_INPUT);
    open = strstr(err.text, "stays ");
    cr_assert(open && strstr(err.text, "(distance of points 0 and 1)"), "%s", err.text);
    cr_expect(fabs(strtod(open + 6, NULL) - 0.05) < 0.005, "%s", err.text);
    mb_model_destroy(model);
}

/* A stretched arm whose tip has to come nearer: no small step along the line turns the elbow */
Test(wrong, a_dead_point_is_left)
{
    mb_model *model = empty_model(0, 2.0);
    mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, -9.81, NULL);
    int a = mb_kit_fixed_point(kit, 0.0, 0.0), p = mb_kit_point(kit, 1.0, 0.0, 0.0, 0.0);
    int b = mb_kit_fixed_point(kit, 1.9, 0.0);
    double phi[2];

    mb_kit_point_mass(kit, p, 1.0);
    mb_kit_distance(kit, a, p, 1.0);
    mb_kit_distance(kit, p, b, 1.0);
    cr_assert(mb_kit_finish(kit) == MB_OK);
    cr_expect(mb_start_correct(model, NULL) == MB_OK);
    model->ops->phi(model, 0.0, model->q0, phi);
    cr_expect(check_norm(2, phi) < 1e-13, "%g", check_norm(2, phi));
    mb_model_destroy(model);
}

Test(wrong, a_coordinate_that_is_no_number_is_named)
{
    const double bad[3][2] = {{(double)NAN, 0.0}, {(double)INFINITY, 0.0}, {0.0, (double)NAN}};
    static const char *const said[] = {"q[1] (y of point 1) is not a number",
                                       "q[1] (y of point 1) is infinite",
                                       "v[0] (x of point 1) is not a number"};

    for (int k = 0; k < 3; k++) {
        mb_model *model = empty_model(0, 1.0);
        mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, -9.81, NULL);
        int a = mb_kit_fixed_point(kit, 0.0, 0.0);
        int p = mb_kit_point(kit, 1.0, bad[k][0], bad[k][1], 0.0);
        mb_error err = {0};

        mb_kit_point_mass(kit, p, 1.0);
        mb_kit_distance(kit, a, p, 1.0);
        cr_assert(mb_kit_finish(kit) == MB_OK);
        cr_expect(mb_start_check(model, &err) == MB_BAD_INPUT && strstr(err.text, said[k]), "%s",
                  err.text);
        mb_model_destroy(model);
    }
}

/* ---- velocities that are held --------------------------------------------------------------- */

/* Minimum norm: 5 rad/s of the crank becomes 2.3438 where nothing is held (correction 7.288565) */
Test(held, a_declared_rate_is_kept_and_the_rest_follows)
{
    for (int held = 0; held < 2; held++) {
        mb_model *model = in_points(1.0, 0.0, 0.0, 5.0, held);
        const double follower = 5.0 * follower_rate();
        double x, y, coupler, angle;

        cr_assert(mb_start_correct(model, NULL) == MB_OK);
        close_loop(&x, &y, &coupler, &angle);
        if (held) {
            cr_expect(model->v0[0] == -5.0 * CRANK * sin(TURN) &&
                      model->v0[1] == 5.0 * CRANK * cos(TURN));
            cr_expect(fabs(model->v0[2] + follower * BAR * sin(angle)) < 1e-12);
            cr_expect(fabs(model->v0[3] - follower * BAR * cos(angle)) < 1e-12);
        } else {
            cr_expect(fabs(hypot(model->v0[0], model->v0[1]) / CRANK - 2.3438) < 1e-4, "%.6g",
                      hypot(model->v0[0], model->v0[1]) / CRANK);
            cr_expect(fabs(model->start.velocities - 7.288565) < 1e-6, "%.8g",
                      model->start.velocities);
        }
        mb_model_destroy(model);
    }
}

Test(held, what_contradicts_is_refused_with_what_it_should_be)
{
    const double rates[3] = {5.0, 0.0, 1.0}, fit[3] = {5.0, 0.0, 5.0 * follower_rate()};
    mb_model *model = in_bodies(1.0, 0.0, rates, "02");
    mb_error err = {0};
    char wanted[40];

    snprintf(wanted, sizeof wanted, "body 2) = %.6g", fit[2]);
    cr_expect(mb_start_correct(model, &err) == MB_BAD_INPUT);
    cr_expect(strstr(err.text, "q[8] (angle of body 2) = 1") &&
                  strstr(err.text, "q[2] (angle of body 0) = 5") && strstr(err.text, wanted),
              "%s, not %s", err.text, wanted);
    mb_model_destroy(model);
    model = in_bodies(1.0, 0.0, fit, "02");
    cr_expect(mb_start_correct(model, NULL) == MB_OK);
    cr_expect(model->v0[2] == 5.0 && model->v0[8] == fit[2]);
    mb_model_destroy(model);
}

/* A body on a spherical joint, 0.5 m off it, at p of no special direction */
Test(held, spatial_rates_in_both_coordinates)
{
    for (int euler = 0; euler < 2; euler++)
        for (int wrong = 0; wrong < 2; wrong++) {
            static const mb_param params[] = {MB_SPACE_COORDINATES, {0}};
            const mb_problem problem = {.name = "local", .params = params, .t_end = 1.0};
            const double p[4] = {0.8, 0.2, -0.4, sqrt(1.0 - 0.64 - 0.04 - 0.16)};
            mb_model *model = empty_model(0, 1.0);
            mb_error err = {0};
            double v[7], q[7], w;
            mb_space *s;
            int top;

            model->problem = &problem;
            model->values.value[0] = euler;
            s = mb_space_begin(model, (mb_vec){0.0, 0.0, -9.81}, &err);
            top = mb_space_body(s, "top", 1.0, (mb_vec){0.1, 0.1, 0.05},
                                (mb_space_state){.r = {0.3, 0.0, 0.4},
                                                 .p = {p[0], p[1], p[2], p[3]},
                                                 .v = {wrong ? 3.0 : 0.0, 0.0, 0.0},
                                                 .w = {0.0, 0.0, 7.0}});
            mb_space_spherical(s, MB_GROUND, top, (mb_vec){0.0, 0.0, 0.0});
            for (int c = 3; c < 6; c++)
                mb_space_hold_velocity(s, top, c);
            if (wrong)
                mb_space_hold_velocity(s, top, 0);
            cr_assert(mb_space_finish(s) == MB_OK, "%s", err.text);
            if (wrong) {
                cr_expect(mb_start_correct(model, &err) == MB_BAD_INPUT &&
                              strstr(err.text, "the rate of x of top = 3"),
                          "%s", err.text);
                mb_model_destroy(model);
                continue;
            }
            cr_assert(mb_start_correct(model, &err) == MB_OK, "%s", err.text);
            memcpy(v, model->v0, (size_t)model->nv * sizeof *v);
            memcpy(q, model->q0, sizeof q);
            /* omega = 2 p* p': omega z = 2 (p0 p3' - p1 p2' + p2 p1' - p3 p0') */
            w = euler ? 2.0 * (q[3] * v[6] - q[4] * v[5] + q[5] * v[4] - q[6] * v[3]) : v[5];
            cr_expect(fabs(w - 7.0) < 1e-14, "%.17g", w);
            /* r = A u turns with omega: r stays at right angles to its rate */
            cr_expect(fabs(v[0] * 0.3 + v[2] * 0.4) < 1e-13 && hypot(v[0], v[1]) > 0.1);
            mb_model_destroy(model);
        }
}
