/* SPDX-License-Identifier: MIT */
/* Starts of mechanism files: what is given is held and the rest follows with the least kinetic
 * energy, one position for all kinds of coordinates, what is fixed stays; what cannot be is refused
 * by name, whatever the size and the place. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fixtures/models/declared.h"
#include "tests/fixtures/models/machines.h"

static const double sizes[] = {1e-6, 1.0, 1e6};
static const char *const parameters[] = {"s=1e-6", "s=1", "s=1e6", "s=1,o=1e4"};
enum { SETTINGS = sizeof parameters / sizeof *parameters };

/* A four-bar of crank 2, coupler 4, follower `FOLLOWER` and ground 2.5, the crank at 60 degrees;
 * lengths times s, at o. */
#define FOUR(coupler, start)                                                                       \
    "mechanism: four\n"                                                                            \
    "dimension: planar\n"                                                                          \
    "gravity: [0, -9.81]\n"                                                                        \
    "parameters: {s: {value: 1, min: 1e-9, max: 1e9, doc: size},"                                  \
    " o: {value: 0, min: 0, max: 1e9, unit: m, doc: place}}\n"                                     \
    "constants: {u: s, cx: 4.647042827239035*s, cy: 3.374938088024935*s}\n"                        \
    "points: {A: [o, o], B: [o + u, o + sqrt(3)*u], C: [o + cx, o + cy], D: [o + 2.5*s, o]}\n"     \
    "bodies:\n"                                                                                    \
    "  crank:    {rod: [A, B], length: 2*s, mass: s^3}\n"                                          \
    "  coupler:  {rod: [B, C], length: " coupler "*s, mass: 2*s^3}\n"                              \
    "  follower: {rod: [D, C], length: 4*s, mass: 2*s^3}\n"                                        \
    "joints:\n"                                                                                    \
    "  A: {revolute: [ground, crank], at: A}\n"                                                    \
    "  B: {revolute: [crank, coupler], at: B}\n"                                                   \
    "  C: {revolute: [coupler, follower], at: C}\n"                                                \
    "  D: {revolute: [ground, follower], at: D}\n"                                                 \
    "start: {" start "}\n"                                                                         \
    "run: {scale: 4*s}\n"

/* The same in space: revolute joints along z, but a ball at C and a universal joint at B. */
#define FOUR_IN_SPACE(coupler, start)                                                              \
    "mechanism: four\n"                                                                            \
    "dimension: spatial\n"                                                                         \
    "gravity: [0, -9.81, 0]\n"                                                                     \
    "parameters: {s: {value: 1, min: 1e-9, max: 1e9, doc: size},"                                  \
    " o: {value: 0, min: 0, max: 1e9, unit: m, doc: place}}\n"                                     \
    "constants: {u: s, cx: 4.647042827239035*s, cy: 3.374938088024935*s}\n"                        \
    "points: {A: [o, o, 0], B: [o + u, o + sqrt(3)*u, 0], C: [o + cx, o + cy, 0],"                 \
    " D: [o + 2.5*s, o, 0]}\n"                                                                     \
    "bodies:\n"                                                                                    \
    "  crank:    {rod: [A, B], length: 2*s, mass: s^3, radius: 0.1*s}\n"                           \
    "  coupler:  {rod: [B, C], length: " coupler "*s, mass: 2*s^3, radius: 0.1*s}\n"               \
    "  follower: {rod: [D, C], length: 4*s, mass: 2*s^3, radius: 0.1*s}\n"                         \
    "joints:\n"                                                                                    \
    "  A: {revolute: [ground, crank], at: A, axis: z}\n"                                           \
    "  B: {revolute: [crank, coupler], at: B, axis: z}\n"                                          \
    "  C: {spherical: [coupler, follower], at: C}\n"                                               \
    "  D: {revolute: [ground, follower], at: D, axis: z}\n"                                        \
    "start: {" start "}\n"                                                                         \
    "run: {scale: 4*s}\n"

/* The follower's rate by the velocity loop: 2 sin(60 deg - c) / (4 sin(f - c)), with the angles c
 * and f of coupler and follower */
static double follower_rate(void)
{
    const double c = atan2(3.374938088024935 - sqrt(3.0), 4.647042827239035 - 1.0);
    const double f = atan2(3.374938088024935, 4.647042827239035 - 2.5);

    return 2.0 * sin(M_PI / 3.0 - c) / (4.0 * sin(f - c));
}

static mb_model *of_text(const char *text, const char *set, mb_error *err)
{
    static mb_messages messages;
    const mb_plain_mechanism *m = mb_declared_text(text, set, &messages);

    cr_assert(m, "%s: %s", set, messages.nerrors ? messages.error[0].text : "");
    return machine_try(m, m->spatial ? "body" : "reference-point", err);
}

static void refused(const char *text, const char *set, const char *words)
{
    mb_error err = {0};
    mb_model *model = of_text(text, set, &err);

    cr_expect(!model && strstr(err.text, words), "%s: %s, not %s", set, err.text, words);
    mb_model_destroy(model);
}

/* ---- velocities ----------------------------------------------------------------------------- */

Test(declared_start, what_is_not_given_follows, .fini = mb_declared_end)
{
    for (int k = 0; k < SETTINGS; k++)
        for (int spatial = 0; spatial < 2; spatial++) {
            mb_error err = {0};
            mb_model *model = of_text(spatial ? FOUR_IN_SPACE("4", "A: 5") : FOUR("4", "A: 5"),
                                      parameters[k], &err);
            const double *v, within = k == 3 ? 1e-10 : 1e-12; /* places are known to ulps of o */

            cr_assert(model, "%s", err.text);
            v = model->v0;
            cr_expect(fabs(v[spatial ? 5 : 2] - 5.0) < 1e-13);
            cr_expect(fabs(v[spatial ? 17 : 8] - 5.0 * follower_rate()) < within, "%s: %.17g",
                      parameters[k], v[spatial ? 17 : 8]);
            cr_expect(model->start.velocities == 0.0 && !model->start.of_velocity,
                      "what follows is no correction");
            mb_model_destroy(model);
        }
}

/* Two rods hang on each other, the upper one is turned at 1 rad/s: the kinetic energy
 * (1 + w/2)^2/2 + w^2/24 of the lower one is least at w = -3/2.  The lower one's frame is turned, so
 * that M couples its rotations. */
Test(declared_start, the_rest_has_the_least_kinetic_energy, .fini = mb_declared_end)
{
    static const char plane[] = "mechanism: two\ndimension: planar\ngravity: [0, -9.81]\n"
                                "bodies:\n"
                                "  upper: {rod: [[0, 0], [0, -1]], mass: 1}\n"
                                "  lower: {rod: [[0, -1], [0, -2]], mass: 1}\n"
                                "joints:\n"
                                "  A: {revolute: [ground, upper], at: [0, 0]}\n"
                                "  B: {revolute: [upper, lower], at: [0, -1]}\n"
                                "start: {A: 1}\n";
    static const char space[] =
        "mechanism: two\ndimension: spatial\ngravity: [0, -9.81, 0]\n"
        "bodies:\n"
        "  upper: {com: [0, -0.5, 0], mass: 1, inertia: [0.1, 0.1, 0.1]}\n"
        "  lower: {com: [0, -1.5, 0], mass: 1, turn: {axis: x, by: 0.5},\n"
        "          inertia: [0.1, Jyy, Jzz, 0, 0, Jyz]}\n"
        "constants: {Jyy: 0.09 + (1/12-0.09)*sin(0.5)^2, Jzz: 0.09 + (1/12-0.09)*cos(0.5)^2,\n"
        "            Jyz: (1/12-0.09)*sin(0.5)*cos(0.5)}\n"
        "joints:\n"
        "  A: {revolute: [ground, upper], at: [0, 0, 0], axis: z}\n"
        "  B: {revolute: [upper, lower], at: [0, -1, 0], axis: z}\n"
        "start: {A: 1}\n";
    const mb_plain_mechanism *m = mb_declared_text(plane, "", NULL);
    mb_model *model = machine_model(m, "reference-point");

    cr_expect(fabs(model->v0[5] + 1.5) < 1e-13, "%.17g", model->v0[5]);
    cr_expect(fabs(model->v0[3] - 0.25) < 1e-13, "%.17g", model->v0[3]);
    mb_model_destroy(model);
    model = machine_model(m, "mixed");
    cr_expect(fabs(model->v0[1] + 1.5) < 1e-13, "%.17g", model->v0[1]);
    cr_expect(fabs(model->v0[2] - 0.25) < 1e-13, "%.17g", model->v0[2]);
    mb_model_destroy(model);
    m = mb_declared_text(space, "", NULL);
    model = machine_model(m, "body");
    cr_expect(fabs(model->v0[6] - 0.25) < 1e-12, "%.17g", model->v0[6]);
    cr_expect(fabs(hypot(model->v0[10], model->v0[11]) - 1.5) < 1e-12, "%.17g %.17g", model->v0[10],
              model->v0[11]);
    mb_model_destroy(model);
    model = machine_model(m, "euler");
    cr_expect(fabs(model->v0[7] - 0.25) < 1e-12, "%.17g", model->v0[7]);
    mb_model_destroy(model);
}

Test(declared_start, the_first_that_cannot_be_held_is_told, .fini = mb_declared_end)
{
    for (int k = 0; k < SETTINGS; k++) {
        refused(FOUR("4", "A: 5, D: 1"), parameters[k],
                ":16:15: start gives A = 5 and D = 1, but A = 5 makes D = 2.66136");
        refused(FOUR_IN_SPACE("4", "A: 5, D: 1"), parameters[k],
                ": start gives A = 5 and D = 1, but A = 5 makes D = 2.66136");
    }
    refused(FOUR("4", "A: 5, follower: {omega: 13.30677805}, D: 1"), "", "start gives A = 5 and");
    refused("mechanism: m\ndimension: planar\ngravity: [0, 0]\n"
            "bodies: {a: {com: [0, 0], mass: 1, inertia: 1}}\n"
            "joints: {r: {rigid: [ground, a], at: [0, 0]}}\nstart: {a: {omega: 2}}\n",
            "", "start gives a = 2, but the rows alone make a = 0");
    refused("mechanism: m\ndimension: planar\ngravity: [0, 0]\n"
            "bodies: {a: {com: [1, 1], mass: 1, inertia: 1}}\n"
            "joints: {r: {revolute: [ground, a], at: [0, 0]}}\nstart: {a: {v: [-2, 0]}}\n",
            "", "start gives a.x = -2 and a.y = 0, but a.x = -2 makes a.y = 2");
}

/* ---- positions ------------------------------------------------------------------------------ */

/* The number before these words; NaN: they are not there. */
static double number_before(const char *text, const char *words)
{
    const char *end = strstr(text, words), *at = end;

    while (at && at > text && at[-1] != ' ')
        at--;
    return end ? strtod(at, NULL) : (double)NAN;
}

Test(declared_start, what_cannot_be_assembled_is_told, .fini = mb_declared_end)
{
    static const char *const joint[] = {"'A'", "'B'", "'C'", "'D'"};

    for (int k = 0; k < SETTINGS; k++)
        for (int spatial = 0; spatial < 2; spatial++) {
            const char *text = spatial ? FOUR_IN_SPACE("9", "A: 5") : FOUR("9", "A: 5");
            mb_error err = {0};
            mb_model *model = of_text(text, parameters[k], &err);
            const double size = sizes[k % 3 + (k == 3)],
                         open = number_before(err.text, " m open (");

            /* 2 + 4 + 2.5 < 9: at best 0.5 s open, between the joints of the loop, which all share it */
            cr_assert(!model && strstr(err.text, "cannot be assembled: '"), "%s", err.text);
            cr_expect(open > 0.05 * size && open < 0.5 * size, "%s", err.text);
            cr_expect(fabs(number_before(err.text, " m in all") / (0.5 * size) - 1.0) < 0.02, "%s",
                      err.text);
            for (int j = 0; j < 4; j++)
                cr_expect(strstr(err.text, joint[j]), "%s in %s", joint[j], err.text);
        }
}

Test(declared_start, a_body_that_goes_far_needs_a_word, .fini = mb_declared_end)
{
    for (int k = 0; k < SETTINGS; k++)
        for (int spatial = 0; spatial < 2; spatial++) {
            mb_model *model;
            mb_error err = {0};

            refused(spatial ? FOUR_IN_SPACE("3.2", "A: 5") : FOUR("3.2", "A: 5"), parameters[k],
                    "m; say approximate: yes under start if that is meant");
            model = of_text(spatial ? FOUR_IN_SPACE("3.2", "A: 5, approximate: yes")
                                    : FOUR("3.2", "A: 5, approximate: yes"),
                            parameters[k], &err);
            cr_expect(model, "%s", err.text);
            mb_model_destroy(model);
        }
}

Test(declared_start, what_is_fixed_stays, .fini = mb_declared_end)
{
    for (int spatial = 0; spatial < 2; spatial++) {
        mb_error err = {0};
        mb_model *model = of_text(spatial ? FOUR_IN_SPACE("3.95", "fixed: [crank]")
                                          : FOUR("3.95", "fixed: [crank]"),
                                  "", &err);

        cr_assert(model, "%s", err.text);
        cr_expect(model->q0[0] == 0.5 && fabs(model->q0[1] - 0.5 * sqrt(3.0)) < 1e-15);
        cr_expect(model->start.positions > 0.01);
        mb_model_destroy(model);
    }
}

/* The heavier body moves less: two points on a line 1 m long that are 1.1 m apart, 3 kg and 1 kg. */
Test(declared_start, heavy_bodies_move_little, .fini = mb_declared_end)
{
    static const char text[] =
        "mechanism: two\ndimension: planar\ngravity: [0, 0]\n"
        "bodies: {a: {point: [0, 0], mass: 3}, b: {point: [1.1, 0], mass: 1}}\n"
        "joints: {rod: {distance: [a, b], at: [[0, 0], [1.1, 0]], length: 1}}\n"
        "start: {approximate: yes}\n";
    mb_error err = {0};
    mb_model *model = of_text(text, "", &err);

    cr_assert(model, "%s", err.text);
    cr_expect(fabs(model->q0[0] - 0.025) < 1e-14 && fabs(model->q0[2] - 1.025) < 1e-14, "%g %g",
              model->q0[0], model->q0[2]);
    mb_model_destroy(model);
}

Test(declared_start, all_coordinates_start_in_one_place, .fini = mb_declared_end)
{
    const mb_plain_mechanism *m =
        mb_declared_text(FOUR_IN_SPACE("4.05", "A: 5, approximate: yes"), "", NULL);
    mb_model *body = machine_model(m, "body"), *euler = machine_model(m, "euler");

    cr_expect(body->start.positions > 0.01);
    for (int i = 0; i < body->nq; i++)
        cr_expect(fabs(body->q0[i] - euler->q0[i]) < 1e-14, "%d", i);
    for (int b = 0; b < 3; b++)
        for (int i = 0; i < 3; i++)
            cr_expect(fabs(body->v0[6 * b + i] - euler->v0[7 * b + i]) < 1e-12, "%d", b);
    mb_model_destroy(body);
    mb_model_destroy(euler);
}

/* ---- rank ----------------------------------------------------------------------------------- */

Test(declared_start, doubled_joints_are_told, .fini = mb_declared_end)
{
    static const struct {
        const char *joints, *text;
    } cases[] = {
        {"  l: {revolute: [ground, a], at: [0, 0, 0], axis: z}\n"
         "  u: {revolute: [ground, a], at: [0, 0, 2], axis: z}\n",
         "rank 5 of 10: 'u' repeats 5 rows of 'l'"},
        {"  l: {spherical: [a, ground], at: [0, 0, 0]}\n"
         "  u: {spherical: [ground, a], at: [0, 0, 2]}\n",
         "rank 5 of 6: 'u' repeats a row of 'l'"},
        {"  l: {cylindrical: [ground, a], at: [0, 0, 0], axis: z}\n"
         "  u: {prismatic: [ground, a], at: [1, 0, 0], axis: z}\n",
         "rank 5 of 9: 'u' repeats 4 rows of 'l'"},
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[600], said[300];
        mb_error err = {0};
        mb_model *model;

        snprintf(text, sizeof text,
                 "mechanism: m\ndimension: spatial\ngravity: [0, 0, -9.81]\n"
                 "bodies: {a: {com: [1, 0, 1], mass: 1, inertia: [1, 1, 1]}}\njoints:\n%s",
                 cases[k].joints);
        model = of_text(text, "", &err);
        cr_assert(model, "%s", err.text);
        mb_rank_text(model, said, sizeof said);
        cr_expect_str_eq(said, cases[k].text);
        mb_model_destroy(model);
    }
}
