/* The spatial kit: every joint and force in both kinds of coordinates, on mechanisms that no
 * problem needs; free motion against closed forms; wrong declarations. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/elements/natural/natural.h"
#include "problems/elements/space/space.h"
#include "tests/fixtures/models/derivative_checks.h"
#include "tests/fixtures/models/empty_model.h"
#include "tests/fixtures/models/problem_checks.h"

/* In euler or in body */
static mb_model *model_in(bool euler)
{
    mb_model *model = empty_model(0, 1.0);

    model->values.value[0] = euler;
    return model;
}

/* Two bodies in general position */
static mb_space *two_bodies(mb_model *model, int body[2], mb_error *err)
{
    mb_space *s = mb_space_begin(model, (mb_vec){1.0, -2.0, -9.81}, err);

    body[0] = mb_space_body(
        s, "one", 2.0, (mb_vec){0.2, 0.3, 0.4},
        (mb_space_state){.r = {0.1, 0.2, 0.3}, .p = {0.5, -0.5, 0.1, 0.7}, .w = {0.4, 1.0, -2.0}});
    body[1] = mb_space_body(
        s, "two", 1.5, (mb_vec){0.1, 0.15, 0.12},
        (mb_space_state){.r = {-0.6, 0.5, 1.0}, .p = {0.2, 0.4, -0.8, 0.3}, .v = {1.0, 0.5, 2.0}});
    return s;
}

static const mb_vec POINT = {0.3, -0.4, 0.9}, OTHER = {-0.2, 0.1, 0.5}, AXIS = {0.48, 0.6, 0.64},
                    NORMAL = {0.8, 0.0, -0.6}; /* at right angles to AXIS */

/* A law of all its arguments */
static mb_law_value law(const double *par, double t, double x, double xdot)
{
    return (mb_law_value){par[0] * x * x * xdot + par[1] * sin(xdot) + t, 2.0 * par[0] * x * xdot,
                          par[0] * x * x + par[1] * cos(xdot)};
}

enum {
    SPHERICAL,
    REVOLUTE,
    UNIVERSAL,
    CYLINDRICAL,
    TRANSLATIONAL,
    RIGID,
    DISTANCE,
    PLANE,
    GEARS,
    LINE,
    PUSH,
    TORQUE,
    ELEMENTS
};

static const char *const element_name[] = {"spherical", "revolute", "universal", "cylindrical",
                                           "prismatic", "rigid",    "distance",  "plane",
                                           "gears",     "line",     "push",      "torque"};
static const int element_rows[] = {3, 5, 4, 4, 5, 6, 1, 1, 1, 0, 0, 0};

static void declare(mb_space *s, int element, int a, int b)
{
    const int body[] = {a < 0 ? b : a, b < 0 ? a : b};
    const double factor[] = {2.0, -3.0}, par[] = {3.0, 0.7};
    const mb_line_force line = {.damper = law, .par = {3.0, 0.7}};

    switch (element) {
    case SPHERICAL:
        mb_space_spherical(s, a, b, POINT);
        break;
    case REVOLUTE:
        mb_space_revolute(s, a, b, POINT, AXIS);
        break;
    case UNIVERSAL:
        mb_space_universal(s, a, b, POINT, AXIS, NORMAL);
        break;
    case CYLINDRICAL:
        mb_space_cylindrical(s, a, b, POINT, AXIS);
        break;
    case TRANSLATIONAL:
        mb_space_translational(s, a, b, POINT, AXIS);
        break;
    case RIGID:
        mb_space_rigid(s, a, b, POINT);
        break;
    case DISTANCE:
        mb_space_distance(s, a, b, POINT, OTHER);
        break;
    case PLANE:
        mb_space_plane(s, a, b, POINT, NORMAL);
        break;
    case GEARS:
        mb_space_gears(s, a < 0 || b < 0 ? 1 : 2, body, factor);
        break;
    case LINE:
        mb_space_line_force(s, a, b, POINT, OTHER, line);
        mb_space_line_force(s, a, b, OTHER, POINT, mb_spring_damper(30.0, 0.4, 2.0));
        break;
    case PUSH:
        mb_space_push(s, body[0], POINT, NORMAL, law, par, 2);
        break;
    case TORQUE:
        mb_space_torque(s, body[0], AXIS, 2.5, true);
        mb_space_torque(s, body[1], NORMAL, 1.5, false);
        break;
    }
}

/* Element k between ground and body, body and ground, body and body */
static mb_model *with_element(bool euler, int element, int where)
{
    mb_model *model = model_in(euler);
    mb_error err = {0};
    int body[2];
    mb_space *s = two_bodies(model, body, &err);

    declare(s, element, where == 0 ? MB_GROUND : body[1], where == 1 ? MB_GROUND : body[0]);
    cr_assert(mb_space_finish(s) == MB_OK, "%s", err.text);
    return model;
}

Test(space, every_element_has_its_derivatives_in_both_coordinates, .timeout = 600)
{
    double q[CHECK_N], v[CHECK_N], phi[CHECK_N];
    unsigned long long seed = 11;
    char name[80];

    for (int element = 0; element < ELEMENTS; element++)
        for (int where = 0; where < 3; where++)
            for (int euler = 0; euler < 2; euler++) {
                mb_model *model = with_element(euler, element, where);
                const int norms = euler ? 2 : 0;

                snprintf(name, sizeof name, "%s, place %d, %s", element_name[element], where,
                         model->coordinates);
                cr_expect(model->m == element_rows[element] + norms, "%s: %d", name, model->m);
                cr_expect(model->mh == model->m - (element == GEARS), "%s", name);
                model->ops->phi(model, 0.0, model->q0, phi);
                cr_expect(check_norm(model->mh, phi) < 1e-14, "%s", name);
                for (int k = 0; k < 2; k++) {
                    check_random_state(model, &seed, 0.4, q, v);
                    check_derivatives(model, name, q, v, &seed);
                }
                mb_model_destroy(model);
            }
}

Test(space, virtual_power_of_forces_is_their_power)
{
    double q[CHECK_N], v[CHECK_N], with[CHECK_N], without[CHECK_N];
    unsigned long long seed = 12;

    for (int element = PUSH; element <= TORQUE; element++)
        for (int euler = 0; euler < 2; euler++) {
            mb_model *model = with_element(euler, element, 2);
            mb_model *plain = with_element(euler, PLANE, 2);
            double virtual_power = 0.0, power;

            check_random_state(model, &seed, 0.4, q, v);
            model->ops->force(model, 0.2, q, v, with);
            plain->ops->force(plain, 0.2, q, v, without);
            for (int j = 0; j < model->nv; j++)
                virtual_power += v[j] * (with[j] - without[j]);
            power = model->ops->power(model, 0.2, q, v, NULL);
            cr_expect(fabs(virtual_power - power) < 1e-12 * (1.0 + fabs(power)), "%s",
                      element_name[element]);
            mb_model_destroy(model);
            mb_model_destroy(plain);
        }
}

/* A body turned by a torque about its axis z from rest: omega_z = tau t / J */
Test(space, a_torque_turns_a_free_body)
{
    for (int euler = 0; euler < 2; euler++) {
        mb_model *model = model_in(euler);
        mb_space *s = mb_space_begin(model, (mb_vec){0.0, 0.0, 0.0}, NULL);
        int body = mb_space_body(s, "disc", 1.0, (mb_vec){0.5, 0.5, 0.8},
                                 (mb_space_state){.p = {0.6, 0.0, 0.8, 0.0}});
        mb_vec axis = mb_space_turn(s, body, (mb_vec){0.0, 0.0, 1.0});
        double a[8], lambda[2], rate[1];

        mb_space_torque(s, body, axis, 2.0, true);
        mb_space_torque(s, body, axis, 2.0, false);
        mb_space_omega_output(s, body, (mb_vec){0.0, 0.0, 1.0}, "omega");
        cr_assert(mb_space_finish(s) == MB_OK);
        check_motion(model, 0.0, model->q0, model->v0, a, lambda);
        model->ops->output_rates(model, 0.0, model->q0, model->v0, a, lambda, rate);
        cr_expect(fabs(rate[0] - 5.0) < 1e-13, "%g", rate[0]);
        mb_model_destroy(model);
    }
}

Test(space, retract_by_nothing_returns_to_unit_norm)
{
    mb_model *model = with_element(false, PLANE, 2);
    double nothing[12] = {0.0}, q[14];

    memcpy(q, model->q0, sizeof q);
    for (int i = 3; i < 7; i++)
        q[i] *= 1.01;
    mb_retract(model, nothing, q);
    for (int i = 0; i < 14; i++)
        cr_expect(fabs(q[i] - model->q0[i]) < 1e-15);
    mb_model_destroy(model);
}

enum { NO_BODY, NO_UNIT, NO_ANGLE, NO_MASS, NO_TRIANGLE, NO_PAIR, FAULTS };

static void declare_fault(mb_space *s, int fault, const int body[2])
{
    switch (fault) {
    case NO_BODY:
        mb_space_spherical(s, body[0], 7, POINT);
        break;
    case NO_UNIT:
        mb_space_revolute(s, body[0], body[1], POINT, (mb_vec){0.0, 0.0, 2.0});
        break;
    case NO_ANGLE:
        mb_space_universal(s, body[0], body[1], POINT, AXIS, AXIS);
        break;
    case NO_MASS:
        mb_space_body(s, "ghost", -1.0, (mb_vec){1.0, 1.0, 1.0}, (mb_space_state){.v = POINT});
        break;
    case NO_TRIANGLE:
        mb_space_body(s, "ghost", 1.0, (mb_vec){1.0, 1.0, 2.1}, (mb_space_state){.v = POINT});
        break;
    case NO_PAIR:
        mb_space_rigid(s, MB_GROUND, MB_GROUND, POINT);
        break;
    }
}

Test(space, wrong_declarations_are_refused_with_names)
{
    static const char *const word[] = {"spherical joint", "revolute joint", "one and two",
                                       "ghost",           "ghost",          "rigid joint"};

    for (int fault = 0; fault < FAULTS; fault++) {
        mb_model *model = model_in(false);
        mb_error err = {0};
        int body[2];
        mb_space *s = two_bodies(model, body, &err);

        declare_fault(s, fault, body);
        mb_space_spherical(s, body[0], body[1], POINT); /* what follows a failure does no harm */
        cr_expect(mb_space_finish(s) == MB_BAD_INPUT, "%d", fault);
        cr_expect(strstr(err.text, word[fault]) && strstr(err.text, "local"), "%s", err.text);
        mb_model_destroy(model);
    }
}

/* ---- natural coordinates --------------------------------------------------------------------*/

/* velocity of a place, or of a vector (r = 0), in the motion r' = V, omega = W */
static void carry(mb_vec x, mb_vec r, mb_vec V, mb_vec W, double *v)
{
    const mb_vec arm = {x.x - r.x, x.y - r.y, x.z - r.z};

    v[0] = V.x + W.y * arm.z - W.z * arm.y;
    v[1] = V.y + W.z * arm.x - W.x * arm.z;
    v[2] = V.z + W.x * arm.y - W.y * arm.x;
}

/* Off its centre of mass, on vectors that are neither principal nor at right angles */
Test(space, natural_body_has_the_energy_and_the_weight_of_the_rigid_one)
{
    const mb_vec omega = {0.4, 1.0, -2.0}, V = {1.5, -0.5, 2.5}, zero = {0.0, 0.0, 0.0};
    const double T = 0.5 * 2.0 * (1.5 * 1.5 + 0.5 * 0.5 + 2.5 * 2.5) +
                     0.5 * (0.2 * 0.4 * 0.4 + 0.3 * 1.0 + 0.4 * 2.0 * 2.0);
    mb_model *model = model_in(false);
    mb_error err = {0};
    double v[12], force[12], d[64], row[8], power = 0.0;
    mb_arrow e[3];
    mb_natural *n;
    mb_space *s;
    mb_vec r, W;
    int body[2], o, p;

    s = two_bodies(model, body, &err);
    r = mb_space_place(s, body[0], zero);
    W = mb_space_turn(s, body[0], omega);
    n = mb_natural_begin(s);
    o = mb_natural_point(n, POINT);
    p = mb_natural_point(n, OTHER);
    e[0] = mb_natural_span(o, p);
    e[1] = mb_natural_vector(n, AXIS);
    e[2] = mb_natural_vector(n, NORMAL);
    for (int i = 0; i < 3; i++)
        mb_natural_product(n, e[i], e[(i + 1) % 3]);
    mb_natural_product(n, e[0], e[0]);
    mb_natural_body(n, body[0], o, e);
    cr_assert(mb_natural_finish(n) == MB_OK, "%s", err.text);
    cr_assert(model->nq == 12 && model->m == 6);
    carry(POINT, r, V, W, v);
    carry(OTHER, r, V, W, v + 3);
    carry(AXIS, zero, zero, W, v + 6);
    carry(NORMAL, zero, zero, W, v + 9);
    cr_expect(fabs(model->ops->kinetic(model, model->q0, v) - T) < 1e-13 * T, "%.17g, not %.17g",
              model->ops->kinetic(model, model->q0, v), T);
    cr_expect(fabs(model->ops->potential(model, 0.0, model->q0) +
                   2.0 * (r.x - 2.0 * r.y - 9.81 * r.z)) < 1e-13);
    model->ops->force(model, 0.0, model->q0, v, force);
    for (int i = 0; i < 12; i++)
        power += force[i] * v[i];
    cr_expect(fabs(power - 2.0 * (V.x - 2.0 * V.y - 9.81 * V.z)) < 1e-12);
    model->ops->jacobian(model, 0.0, model->q0, d);
    mb_phidot(model, 0.0, model->q0, v, d, row);
    cr_expect(check_norm(6, row) < 1e-14, "%g", check_norm(6, row));
    mb_model_destroy(model);
}

Test(space, wrong_natural_declarations_say_what_is_wrong)
{
    static const char *const said[] = {"lie in a plane", "must have unit length"};

    for (int k = 0; k < 2; k++) {
        mb_model *model = model_in(false);
        mb_error err = {0};
        mb_arrow axis, other, sum;
        mb_natural *n;
        mb_space *s;
        int body[2];

        s = two_bodies(model, body, &err);
        n = mb_natural_begin(s);
        axis = mb_natural_vector(n, AXIS);
        other = mb_natural_vector(n, k ? POINT : NORMAL);
        sum = mb_natural_span(axis.to, other.to); /* of the same plane */
        mb_natural_body(n, body[0], mb_natural_point(n, POINT), (mb_arrow[]){axis, other, sum});
        cr_expect(mb_natural_finish(n) == MB_BAD_INPUT && strstr(err.text, said[k]), "%s",
                  err.text);
        mb_model_destroy(model);
    }
    cr_expect(mb_natural_finish(mb_natural_begin(NULL)) == MB_NO_MEMORY);
}
