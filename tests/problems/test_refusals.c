/* Declarations of the kits that are wrong are refused by name, whatever their kind, and none writes
 * where it should not; what has no direction but no force either is computed. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "problems/elements/natural/natural.h"
#include "problems/elements/space/space_tree.h"
#include "tests/fixtures/models/empty_model.h"
#include "tests/fixtures/models/problem_checks.h"

static const char long_name[] =
    "a name of more than sixty-three characters, which no record keeps.";

/* ---- planar --------------------------------------------------------------------------------- */

/* Points 0 (held) and 1, body 0 on coordinates 2 to 4, row 0 */
static void declare(mb_kit *kit, int fault)
{
    const mb_row_term far[] = {{MB_LINEAR, 1.0, 99}}, no_number[] = {{MB_SIN, (double)NAN, 0}};
    const double arm[2] = {1.0, 0.0};
    const mb_spot ground = mb_kit_ground_spot(0.0, 0.0), same = mb_kit_ground_spot(0.0, 0.0);

    switch (fault) {
    case 0:
        mb_kit_row(kit, 0.0, 1, far);
        break;
    case 1:
        mb_kit_row(kit, 0.0, 1, no_number);
        break;
    case 2:
        mb_kit_drive(kit, 99, (mb_course){.rate = 1.0});
        break;
    case 3:
        mb_kit_distance(kit, 0, 1, 0.0);
        break;
    case 4:
        mb_kit_distance(kit, 0, 1, (double)NAN);
        break;
    case 5:
        mb_kit_distance(kit, 1, 1, 1.0);
        break;
    case 6:
        mb_kit_spring(kit, ground, same, 1.0, 0.5);
        break;
    case 7:
        mb_kit_spring(kit, ground, mb_kit_body_spot(kit, 0, 1.0, 0.0), -1.0, 0.0);
        break;
    case 8:
        mb_kit_spring(kit, ground, mb_kit_body_spot(kit, 0, 1.0, 0.0), 1.0, (double)NAN);
        break;
    case 9:
        mb_kit_spring(kit, ground, mb_kit_body_spot(kit, 7, 1.0, 0.0), 1.0, 0.0);
        break;
    case 10:
        mb_kit_spring(kit, ground, mb_kit_arm_spot(44, 0.0, 0.0, 1.0, 0.0), 1.0, 0.0);
        break;
    case 11:
        mb_kit_point_outputs(kit, 0, "P0.x", NULL);
        break;
    case 12:
        mb_kit_point_outputs(kit, 12, "P12.x", NULL);
        break;
    case 13:
        mb_kit_coordinate_output(kit, 99, "far", "m");
        break;
    case 14:
        mb_kit_coordinate_output(kit, 0, "P1.x", "m");
        mb_kit_coordinate_output(kit, 1, "P1.x", "m");
        break;
    case 15:
        mb_kit_coordinate_output(kit, 0, long_name, "m");
        break;
    case 16:
        mb_kit_multiplier_output(kit, 3, "lambda", "N");
        break;
    case 17:
        mb_kit_reaction_outputs(kit, 1, "fx", "fy");
        break;
    case 18:
        mb_kit_angle_output(kit, 0, -3, "angle");
        break;
    case 19:
        mb_kit_sum_output(kit, 0, 99, 1.0, "sum", "m");
        break;
    case 20:
        mb_kit_sum_turning(kit, 0, 0, 55, 1.0, 0.0);
        break;
    case 21:
        mb_kit_sum_turning(kit, 9, 0, -1, 1.0, 0.0);
        break;
    case 22:
        mb_kit_arm_mass(kit, 70, 1.0);
        break;
    case 23:
        mb_kit_carried_mass(kit, 0, 1, -1.0, 1.0, arm, arm);
        break;
    case 24:
        mb_kit_coordinate(kit, (double)NAN, 0.0, 0.0, 0.0);
        break;
    case 25:
        mb_kit_hold_velocity(kit, -1);
        break;
    case 26:
        mb_kit_name_row(kit, 5, "loop");
        break;
    case 27:
        mb_kit_line_output(kit, ground, same, 0.0, 31, "line");
        break;
    case 28:
        mb_kit_blade(kit, 2, 0.0);
        break;
    case 29:
        mb_kit_torque(kit, -1, 1.0);
        break;
    case 30:
        mb_kit_body_point_outputs(kit, 4, 0.0, 0.0, "x", "y");
        break;
    case 31:
        mb_kit_translational(kit, 1, 0.0, 0.0, 0.0, 0.0, 0.0);
        break;
    }
}

Test(planar, wrong_declarations_are_refused_by_name)
{
    static const char *const said[] = {"coordinate 99",
                                       "no number",
                                       "drive is on coordinate 99",
                                       "distance of points 0 and 1",
                                       "distance of points 0 and 1",
                                       "must join two points",
                                       "ends in one place",
                                       "stiffness of a spring is -1",
                                       "rest length of a spring",
                                       "body 7",
                                       "coordinate 44",
                                       "point 0 along x",
                                       "point 12",
                                       "coordinate 99",
                                       "two outputs have the name P1.x",
                                       "has 66 characters",
                                       "row 3",
                                       "reaction is asked at point 1",
                                       "point -3",
                                       "coordinate 99",
                                       "coordinate 55",
                                       "row 9",
                                       "coordinate 70",
                                       "mass of a carried body",
                                       "inertia of a coordinate",
                                       "coordinate -1",
                                       "'loop' names row 5",
                                       "coordinate 31",
                                       "body 2",
                                       "body -1",
                                       "body 4",
                                       "body 1"};

    for (int fault = 0; fault < (int)(sizeof said / sizeof *said); fault++) {
        mb_model *model = empty_model(0, 1.0);
        mb_error err = {0};
        mb_kit *kit = mb_kit_begin(model, "mixed", 0.0, -9.81, &err);

        mb_kit_fixed_point(kit, 0.0, 0.0);
        mb_kit_point(kit, 1.0, 0.0, 0.0, 0.0);
        mb_kit_body(kit, 1.0, 1.0, (mb_planar_state){.x = 3.0});
        mb_kit_distance(kit, 0, 1, 1.0);
        declare(kit, fault);
        mb_kit_distance(kit, 0, 1, 1.0); /* what follows a failure does no harm */
        cr_expect(mb_kit_finish(kit) == MB_BAD_INPUT, "%d", fault);
        cr_expect(strstr(err.text, said[fault]) && strstr(err.text, "local"), "%d: %s, not %s",
                  fault, err.text, said[fault]);
        mb_model_destroy(model);
    }
}

/* One element of every kind in one mechanism */
Test(planar, all_kinds_go_into_one_mechanism)
{
    static const double zero[3] = {0.0}, x[3] = {1.0, 0.0, 0.0}, g[3] = {0.0};
    static const double normal[2][3] = {{0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const mb_angle_inertia inertia = {1.0, {0.1, 0.0, 0.0}, {1.0, 1.0, 1.2}};
    const double arm[2] = {1.0, 0.0};
    mb_model *model = empty_model(0, 1.0);
    mb_error err = {0};
    mb_kit *kit = mb_kit_begin(model, "mixed", 0.0, -9.81, &err);
    int a = mb_kit_fixed_point(kit, 0.0, 0.0), b = mb_kit_point(kit, 1.0, 0.0, 0.0, 0.0);
    int body = mb_kit_body(kit, 1.0, 1.0, (mb_planar_state){.x = 0.5});
    int base = mb_kit_angle(kit, 1.0, 0.0, 0.3, 0.0), turn = mb_kit_angle(kit, 1.0, 0.0, 0.2, 0.0);
    mb_angle_frame frame = mb_kit_angle_body(kit, MB_ZYX, &inertia, zero, zero, g);
    double phi[16], expected = cos(0.5) - 0.25;
    int row;

    mb_kit_point_mass(kit, b, 1.0);
    mb_kit_distance(kit, a, b, 1.0);
    mb_kit_revolute(kit, body, -0.5, 0.0, MB_GROUND, 0.0, 0.0);
    mb_kit_drive(kit, base, (mb_course){.start = 0.3});
    mb_kit_carried_mass(kit, base, turn, 1.0, 1.0, arm, arm);
    mb_kit_angle_revolute(kit, &frame, zero, x, NULL, zero, normal);
    mb_kit_spring(kit, mb_kit_ground_spot(0.0, 1.0), mb_kit_body_spot(kit, body, 0.5, 0.0), 1.0,
                  0.0);
    row = mb_kit_row(kit, -0.25, 0, NULL);
    mb_kit_sum_turning(kit, row, base, turn, 1.0, 0.0);
    mb_kit_blade(kit, body, 0.0);
    cr_assert(mb_kit_finish(kit) == MB_OK, "%s", err.text);
    model->ops->phi(model, 0.0, model->q0, phi);
    cr_expect(fabs(phi[row] - expected) < 1e-15, "%g", phi[row]);
    mb_model_destroy(model);
}

/* A balance spring, V = k |d|^2 / 2: no force where its ends meet, and k in all directions */
Test(planar, a_spring_without_rest_length_may_have_its_ends_in_one_place)
{
    mb_model *model = empty_model(0, 1.0);
    mb_kit *kit = mb_kit_begin(model, "planar-reference-point", 0.0, 0.0, NULL);
    int body = mb_kit_body(kit, 1.0, 1.0, (mb_planar_state){0});
    double force[3], k[9], dense[9];

    mb_kit_spring(kit, mb_kit_ground_spot(0.0, 0.0), mb_kit_body_spot(kit, body, 0.0, 0.0), 30.0,
                  0.0);
    cr_assert(mb_kit_finish(kit) == MB_OK);
    model->ops->force(model, 0.0, model->q0, model->v0, force);
    model->ops->stiffness(model, 0.0, model->q0, model->v0, k);
    check_dense(&model->H, k, dense);
    cr_expect(model->ops->potential(model, 0.0, model->q0) == 0.0);
    for (int i = 0; i < 3; i++)
        cr_expect(force[i] == 0.0 && dense[4 * i] == (i < 2 ? 30.0 : 0.0), "%g %g", force[i],
                  dense[4 * i]);
    mb_model_destroy(model);
}

/* ---- spatial -------------------------------------------------------------------------------- */

static mb_law_value constant(const double *par, double t, double x, double xdot)
{
    (void)t, (void)x, (void)xdot;
    return (mb_law_value){par[0], 0.0, 0.0};
}

static const mb_vec O = {0.0, 0.0, 0.0}, Z = {0.0, 0.0, 1.0};

static void declare_in_space(mb_space *s, int fault)
{
    static const int four[] = {0, 0, 0, 0};
    static const double ones[9] = {1.0, 1.0, 1.0, 1.0};
    mb_tree *tree;

    switch (fault) {
    case 0:
        mb_space_distance(s, MB_GROUND, 0, O, O);
        break;
    case 1:
        mb_space_gears(s, 4, four, ones);
        break;
    case 2:
        mb_space_push(s, 0, O, Z, constant, ones, 9);
        break;
    case 3:
        mb_space_line_force(s, MB_GROUND, 0, O, O, mb_spring_damper(1.0, 0.5, 0.0));
        break;
    case 4:
        mb_space_point_outputs(s, 5, O, "x", NULL, NULL);
        break;
    case 5:
        mb_space_length_output(s, 0, "length");
        break;
    case 6:
        mb_space_push_output(s, -1, "push");
        break;
    case 7:
        mb_space_omega_output(s, 0, Z, "w");
        mb_space_omega_output(s, 0, Z, "w");
        break;
    case 8:
        mb_space_angle_output(s, 3, 0, Z, O, O, "angle");
        break;
    case 9:
        mb_space_place(s, 8, O);
        break;
    case 10:
        tree = mb_space_tree(s, NULL);
        for (int k = 0; k < MB_TREE_LINKS + 1; k++)
            mb_tree_link(tree, k - 1, MB_TURNS, O, Z, 0, 0.0);
        break;
    case 11:
        tree = mb_space_tree(s, NULL);
        mb_tree_link(tree, MB_GROUND, MB_TURNS, O, Z, 0, 0.0);
        for (int k = 0; k < MB_TREE_CLOSURES / 3 + 1; k++)
            mb_tree_close(tree, MB_GROUND, 0, O);
        break;
    case 12:
        tree = mb_space_tree(s, NULL);
        mb_tree_link(tree, MB_GROUND, MB_TURNS, O, Z, 4, 0.0);
        mb_space_tree_reference(s, tree, (mb_reference){0});
        break;
    case 13:
        mb_space_hold_velocity(s, 0, 6);
        break;
    }
}

Test(space, wrong_declarations_are_refused_by_name)
{
    static const char *const said[] = {"distance of points of ground and top",
                                       "joins 4 bodies",
                                       "push has 9 constants",
                                       "ends in one place",
                                       "point output",
                                       "line force 0",
                                       "push -1",
                                       "two outputs have the name w",
                                       "angle output",
                                       "body 8",
                                       "link 8",
                                       "closing row 8",
                                       "body 4",
                                       "component 6"};

    for (int fault = 0; fault < (int)(sizeof said / sizeof *said); fault++) {
        mb_model *model = empty_model(0, 1.0);
        mb_error err = {0};
        mb_space *s = mb_space_begin(model, (mb_vec){0.0, 0.0, -9.81}, &err);

        mb_space_body(s, "top", 1.0, (mb_vec){1.0, 1.0, 1.0}, (mb_space_state){.r = {0, 0, 1}});
        declare_in_space(s, fault);
        mb_space_spherical(s, MB_GROUND, 0, O); /* what follows a failure does no harm */
        cr_expect(mb_space_finish(s) == MB_BAD_INPUT, "%d", fault);
        cr_expect(strstr(err.text, said[fault]) && strstr(err.text, "local"), "%d: %s, not %s",
                  fault, err.text, said[fault]);
        mb_model_destroy(model);
    }
}

Test(space, a_spring_without_free_length_may_have_its_ends_in_one_place)
{
    mb_model *model = empty_model(0, 1.0);
    mb_space *s = mb_space_begin(model, O, NULL);
    double force[6], k[64], dense[36];

    mb_space_body(s, "top", 1.0, (mb_vec){1.0, 1.0, 1.0}, (mb_space_state){.v = {1.0, 0.0, 0.0}});
    mb_space_line_force(s, MB_GROUND, 0, O, O, mb_spring_damper(30.0, 0.0, 2.0));
    cr_assert(mb_space_finish(s) == MB_OK);
    model->ops->force(model, 0.0, model->q0, model->v0, force);
    model->ops->stiffness(model, 0.0, model->q0, model->v0, k);
    check_dense(&model->H, k, dense);
    for (int i = 0; i < 6; i++)
        cr_expect(force[i] == 0.0 && dense[7 * i] == (i < 3 ? 30.0 : 0.0), "%d: %g %g", i, force[i],
                  dense[7 * i]);
    mb_model_destroy(model);
}

Test(natural, wrong_declarations_are_refused_by_name)
{
    static const char *const said[] = {"from 0 to 9", "is held", "in one place", "body 3"};

    for (int fault = 0; fault < 4; fault++) {
        mb_model *model = empty_model(0, 1.0);
        mb_error err = {0};
        mb_space *s = mb_space_begin(model, O, &err);
        mb_natural *n;
        mb_arrow e[3];
        int o, p;

        mb_space_body(s, "top", 1.0, (mb_vec){1.0, 1.0, 1.0}, (mb_space_state){.r = {0, 0, 1}});
        n = mb_natural_begin(s);
        o = mb_natural_fixed_point(n, O);
        p = mb_natural_point(n, fault == 2 ? O : Z);
        e[0] = mb_natural_span(o, fault == 0 ? 9 : p);
        e[1] = mb_natural_vector(n, (mb_vec){1.0, 0.0, 0.0});
        e[2] = mb_natural_vector(n, (mb_vec){0.0, 1.0, 0.0});
        mb_natural_product(n, e[0], e[0]);
        mb_natural_body(n, fault == 3 ? 3 : 0, o, e);
        mb_natural_point_outputs(n, fault == 1 ? o : p, "x", "y", "z");
        cr_expect(mb_natural_finish(n) == MB_BAD_INPUT && strstr(err.text, said[fault]), "%d: %s",
                  fault, err.text);
        mb_model_destroy(model);
    }
}
