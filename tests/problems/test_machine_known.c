/* SPDX-License-Identifier: MIT */
/* Machines whose motion, rows or forces are known by other means; what machines refuse. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "tests/fixtures/models/declared.h"
#include "tests/fixtures/models/machines.h"
#include "tests/fixtures/models/problem_checks.h"

static void cross(const double *a, const double *b, double *c)
{
    for (int i = 0; i < 3; i++)
        c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The place of a body (r, p, rdot, omega in body axes) where u is, or the direction of u, in the
 * world; R by the textbook's matrix of Euler parameters */
static void turned(const double *p, const double *u, double *s)
{
    double a[3], b[3];

    cross(p + 1, u, a);
    for (int i = 0; i < 3; i++)
        a[i] += p[0] * u[i];
    cross(p + 1, a, b);
    for (int i = 0; i < 3; i++)
        s[i] = u[i] + 2.0 * b[i];
}

/* The lowest point of a rolling disc is in the plane, and what is there of the disc stands still. */
Test(machine, rolling_discs_do_not_slip, .fini = mb_declared_end)
{
    static const double radius = 0.5, normal[3] = {0.0, 0.0, 1.0}, axis[3] = {0.6, 0.0, 0.8};
    const mb_plain_mechanism *m = mb_declared_text(
        "mechanism: m\ndimension: spatial\ngravity: [0, 0, -9.81]\nbodies:\n"
        "  a: {com: [0, 0, 0.4], mass: 2, inertia: [0.2, 0.3, 0.25]}\n"
        "joints:\n"
        "  w: {rolling: [ground, a], radius: 0.5, at: [0, 0, 0.4], axis: [0.6, 0, 0.8]}\n",
        "", NULL);
    mb_model *model = machine_model(m, "body");
    double q[CHECK_N], v[CHECK_N];
    unsigned long long seed = 9;

    /* the hub is the centre of mass, 0.5 * 0.6 above the plane, which is at 0.1 */
    cr_assert(model->m == 3 && model->mh == 1);
    for (int k = 0; k < 20; k++) {
        double a[3], down[3], rim[3], w[3], of_rim[3];

        cr_assert(check_admissible_state(model, &seed, 0.2, q, v));
        turned(q + 3, axis, a);
        turned(q + 3, v + 3, w);
        for (int i = 0; i < 3; i++)
            down[i] = dot(normal, a) * a[i] - normal[i];
        for (int i = 0; i < 3; i++)
            rim[i] = radius * down[i] / sqrt(1.0 - dot(normal, a) * dot(normal, a));
        cross(w, rim, of_rim);
        cr_expect(fabs(q[2] + rim[2] - 0.1) < 1e-12, "%g", q[2] + rim[2]);
        for (int i = 0; i < 3; i++)
            cr_expect(fabs(v[i] + of_rim[i]) < 1e-11, "%d: %g", i, v[i] + of_rim[i]);
    }
    mb_model_destroy(model);
}

/* Driven with constant rate, the second shaft of a Cardan joint at the angle b turns by
 * tan(second) = tan(first) / cos(b). */
Test(machine, cardan_joints_turn_as_the_closed_form_says, .fini = mb_declared_end)
{
    static const double b = 0.6;
    const mb_plain_mechanism *m = mb_declared_text(
        "mechanism: m\ndimension: spatial\ngravity: [0, 0, 0]\nbodies:\n"
        "  one: {com: [-1, 0, 0], mass: 1, inertia: [0.2, 0.3, 0.25]}\n"
        "  two: {com: [\"cos(0.6)\", \"sin(0.6)\", 0], mass: 1, inertia: [0.2, 0.3, 0.25]}\n"
        "joints:\n"
        "  in: {revolute: [ground, one], at: [-1, 0, 0], axis: x}\n"
        "  x: {universal: [one, two], at: [0, 0, 0], axes: [z, [\"-sin(0.6)\", \"cos(0.6)\", 0]]}\n"
        "  out: {cylindrical: [ground, two], at: [0, 0, 0], axis: [\"cos(0.6)\", \"sin(0.6)\", "
        "0]}\n"
        "drives: {motor: {joint: in, law: 2*t}}\n"
        "outputs: {in: {joint: in}, out: {joint: out.angle}, slide: {joint: out.slide}}\n",
        "", NULL);
    mb_model *model = machine_model(m, "body");
    double q[CHECK_N], v[CHECK_N], out[CHECK_OUTPUTS];

    memcpy(q, model->q0, sizeof(double) * (size_t)model->nq);
    memcpy(v, model->v0, sizeof(double) * (size_t)model->nv);
    machine_run(model, 2e-3, 300, q, v);
    model->ops->outputs(model, 0.6, q, v, NULL, NULL, out);
    cr_expect(fabs(out[0] - 1.2) < 1e-9, "%.12g", out[0]);
    cr_expect(fabs(tan(out[1]) - tan(1.2) * cos(b)) < 1e-8 * tan(1.2), "%.12g", out[1]);
    cr_expect(fabs(out[2]) < 1e-9);
    mb_model_destroy(model);
}

/* A screw in the ground: its thrust and its inertia make one freedom, m pitch^2 + J. */
Test(machine, screws_accelerate_as_the_closed_form_says, .fini = mb_declared_end)
{
    const mb_plain_mechanism *m =
        mb_declared_text("mechanism: m\ndimension: spatial\ngravity: [0, 0, -9.81]\nbodies:\n"
                         "  nut: {com: [0, 0, 0], mass: 2, inertia: [0.2, 0.3, 0.25]}\n"
                         "joints:\n"
                         "  s: {screw: [ground, nut], at: [0, 0, 0], axis: z, pitch: 0.3}\n"
                         "outputs: {z: {point: nut, along: z}}\n",
                         "", NULL);
    mb_model *model = machine_model(m, "body");
    double q[CHECK_N], v[CHECK_N], z;
    const double rate = 2.0 * 9.81 * 0.3 / (2.0 * 0.09 + 0.25); /* [rad/s2] */

    memcpy(q, model->q0, sizeof(double) * (size_t)model->nq);
    memcpy(v, model->v0, sizeof(double) * (size_t)model->nv);
    machine_run(model, 5e-3, 400, q, v); /* more than four turns */
    model->ops->outputs(model, 2.0, q, v, NULL, NULL, &z);
    cr_expect(fabs(z + 0.3 * 0.5 * rate * 4.0) < 1e-7 * fabs(z), "%.12g, not %.12g", z,
              -0.3 * 0.5 * rate * 4.0);
    mb_model_destroy(model);
}

/* The first n outputs at the start, with the accelerations and multipliers there */
static void expect_at_start(const mb_plain_mechanism *m, const char *coordinates,
                            const double *expected, int n)
{
    mb_model *model = machine_model(m, coordinates);
    double a[CHECK_N], lambda[CHECK_N], out[CHECK_OUTPUTS];

    check_motion(model, 0.0, model->q0, model->v0, a, lambda);
    model->ops->outputs(model, 0.0, model->q0, model->v0, a, lambda, out);
    for (int i = 0; i < n; i++)
        cr_expect(fabs(out[i] - expected[i]) < 1e-9, "%s: %s is %g, not %g", coordinates,
                  model->outputs[i].name, out[i], expected[i]);
    mb_model_destroy(model);
}

/* The thread bears the weight but for what falls, m (g + z''), and turns the nut, J phi''. */
Test(machine, threads_push_and_turn_as_the_nut_accelerates, .fini = mb_declared_end)
{
    static const char *const kinds[] = {"body", "euler", "natural", "joint"};
    const mb_plain_mechanism *m =
        mb_declared_text("mechanism: m\ndimension: spatial\ngravity: [0, 0, -9.81]\nbodies:\n"
                         "  nut: {com: [0, 0, 0], mass: 2, inertia: [0.2, 0.3, 0.25]}\n"
                         "joints:\n"
                         "  s: {screw: [ground, nut], at: [0, 0, 0], axis: z, pitch: 0.3}\n"
                         "start: {s: 1.5}\n"
                         "outputs:\n  f: {reaction: s, compare: no}\n"
                         "  m: {reaction: s, part: moment, compare: no}\n",
                         "", NULL);
    const double rate = -2.0 * 9.81 * 0.3 / (2.0 * 0.09 + 0.25); /* phi'' [rad/s2] */
    const double expected[] = {0.0, 0.0, 2.0 * (9.81 + 0.3 * rate), 0.0, 0.0, 0.25 * rate};

    for (int k = 0; k < 4; k++)
        expect_at_start(m, kinds[k], expected, 6);
}

/* A spring of a joint that is at rest as declared, whatever angles its bodies have there */
Test(machine, springs_of_joints_rest_where_they_are_declared, .fini = mb_declared_end)
{
    static const char *const kinds[] = {"reference-point", "natural", "mixed", "joint"};
    const mb_plain_mechanism *m =
        mb_declared_text("mechanism: m\ndimension: planar\ngravity: [0, 0]\nbodies:\n"
                         "  a: {com: [1, 0], mass: 1, inertia: 1, angle: -2}\n"
                         "  b: {com: [2, 0], mass: 1, inertia: 1, angle: 2}\n"
                         "joints:\n  A: {revolute: [ground, a], at: [0, 0]}\n"
                         "  B: {revolute: [a, b], at: [1.5, 0]}\n"
                         "forces: {f: {joint: B, stiffness: 1}}\n"
                         "outputs: {f: {force: f, compare: no}, E: {energy: potential}}\n",
                         "", NULL);

    for (int k = 0; k < 4; k++) {
        mb_model *model = machine_model(m, kinds[k]);
        double a[CHECK_N], lambda[CHECK_N], out[CHECK_OUTPUTS];

        check_motion(model, 0.0, model->q0, model->v0, a, lambda);
        model->ops->outputs(model, 0.0, model->q0, model->v0, a, lambda, out);
        for (int i = 0; i < 2; i++)
            cr_expect(fabs(out[i]) < 1e-14, "%s: %s is %g", kinds[k], model->outputs[i].name,
                      out[i]);
        cr_expect(check_norm(model->nv, a) < 1e-13, "%s: moves", kinds[k]);
        mb_model_destroy(model);
    }
}

/* A door on one hinge: what the hinge has to bear, by Newton's and Euler's equations of the door */
Test(machine, reactions_of_a_hinge_are_what_moves_the_body, .fini = mb_declared_end)
{
    static const char *const kinds[] = {"body", "euler"};
    const mb_plain_mechanism *m =
        mb_declared_text("mechanism: m\ndimension: spatial\ngravity: [0, 0, -10]\nbodies:\n"
                         "  door: {com: [0.5, 0, 0.7], mass: 3, inertia: [0.2, 0.3, 0.25]}\n"
                         "joints:\n  h: {revolute: [ground, door], at: [0, 0, 0], axis: z}\n"
                         "start: {h: 2}\n"
                         "outputs:\n  f: {reaction: h, compare: no}\n"
                         "  m: {reaction: h, part: moment, compare: no}\n",
                         "", NULL);
    /* m a + m g at the hinge: -m w^2 r along x, the weight along z; about the hinge the weight
     * 0.5 m ahead, and the pull 0.7 m above */
    const double expected[] = {-6.0, 0.0, 30.0, 0.0, -0.7 * 6.0 - 0.5 * 30.0, 0.0};

    for (int k = 0; k < 2; k++)
        expect_at_start(m, kinds[k], expected, 6);
}

/* Gravity along the track rolls a disc: m x'' = m g + F and J x''/R = -R F, so F = -m g J/(J + m R^2),
 * which acts where the disc touches the ground, R below the hub. */
Test(machine, reactions_of_rolling_discs_are_what_moves_them, .fini = mb_declared_end)
{
    static const char *const kinds[] = {"body", "euler", "joint"};
    const mb_plain_mechanism *m =
        mb_declared_text("mechanism: m\ndimension: spatial\ngravity: [1, 0, -9.81]\nbodies:\n"
                         "  a: {com: [0, 0, 0.5], mass: 2, inertia: [0.3, 0.3, 0.3]}\n"
                         "joints:\n"
                         "  w: {rolling: [ground, a], radius: 0.5, at: [0, 0, 0.5], axis: y}\n"
                         "start: {a: {omega: [0, 1, 0]}}\n"
                         "outputs:\n  f: {reaction: w, compare: no}\n"
                         "  m: {reaction: w, part: moment, compare: no}\n"
                         "  g: {reaction: w, on: ground, part: moment, compare: no}\n",
                         "", NULL);
    const double drag = -2.0 * 0.3 / (0.3 + 2.0 * 0.25);
    /* the joint's place on the ground is the one that the disc touches at first */
    const double expected[] = {drag, 0.0, 19.62, 0.0, -0.5 * drag, 0.0, 0.0, 0.0, 0.0};

    for (int k = 0; k < 3; k++)
        expect_at_start(m, kinds[k], expected, 9);
}

/* A sledge on a blade 0.5 m behind its centre: the blade's place moves at 1 m/s and turns at 1 rad/s,
 * so F/m + 0.25 F/J = 1 across it, and it does not twist. */
Test(machine, reactions_of_blades_turn_the_sledge, .fini = mb_declared_end)
{
    static const char *const kinds[] = {"reference-point", "natural", "joint", "body",
                                        "natural",         "joint"};
    const mb_plain_mechanism *m[] = {
        mb_declared_text("mechanism: m\ndimension: planar\nbodies:\n"
                         "  a: {com: [0, 0], mass: 2, inertia: 0.3}\n"
                         "joints:\n  b: {blade: [ground, a], at: [-0.5, 0], along: x}\n"
                         "start: {a: {v: [1, 0.5], omega: 1}}\n"
                         "outputs:\n  f: {reaction: b, compare: no}\n"
                         "  m: {reaction: b, part: moment, compare: no}\n",
                         "", NULL),
        mb_declared_text("mechanism: m\ndimension: spatial\nbodies:\n"
                         "  a: {com: [0, 0, 0], mass: 2, inertia: [0.3, 0.3, 0.3]}\n"
                         "joints:\n  b: {blade: [ground, a], at: [-0.5, 0, 0], along: x}\n"
                         "start: {a: {v: [1, 0.5, 0], omega: [0, 0, 1]}}\n"
                         "outputs:\n  f: {reaction: b, compare: no}\n"
                         "  m: {reaction: b, part: moment, compare: no}\n",
                         "", NULL)};
    const double expected[] = {0.0, 1.0 / (0.5 + 0.25 / 0.3), 0.0, 0.0, 0.0, 0.0};

    for (int k = 0; k < 6; k++)
        expect_at_start(m[k / 3], kinds[k], expected, k / 3 ? 6 : 3);
}

/* J phi'' = -k phi - c phi' + T: after a time the closed form, and the work done is what is missing of
 * the energy: that of the torque less what the damper took. */
Test(machine, torsional_oscillators_move_as_the_closed_form_says, .fini = mb_declared_end)
{
    const mb_plain_mechanism *m =
        mb_declared_text("mechanism: m\ndimension: planar\ngravity: [0, 0]\nbodies:\n"
                         "  a: {com: [0, 0], mass: 2, inertia: 0.25}\n"
                         "joints:\n  h: {revolute: [ground, a], at: [0, 0], value: 0.4}\n"
                         "forces:\n  k: {joint: h, stiffness: 9, damping: 0.5, free: 0.1}\n"
                         "start: {h: -1.5}\n"
                         "outputs:\n  h: {joint: h}\n  w: {energy: work}\n  k: {force: k}\n"
                         "  L: {momentum: angular}\n",
                         "", NULL);
    mb_model *model = machine_model(m, "reference-point");
    double q[CHECK_N], v[CHECK_N], a[CHECK_N], lambda[CHECK_N], out[4], rate[4];
    const double t = 0.8, decay = 1.0, w = sqrt(9.0 / 0.25 - 1.0); /* c / 2J, sqrt(k/J - decay^2) */
    const double c = 0.3, s = (-1.5 + decay * c) / w;
    const double x = exp(-decay * t) * (c * cos(w * t) + s * sin(w * t));
    const double v1 =
        exp(-decay * t) * ((w * s - decay * c) * cos(w * t) - (w * c + decay * s) * sin(w * t));

    memcpy(q, model->q0, sizeof(double) * (size_t)model->nq);
    memcpy(v, model->v0, sizeof(double) * (size_t)model->nv);
    machine_run(model, 1e-3, 800, q, v);
    check_motion(model, t, q, v, a, lambda);
    model->ops->outputs(model, t, q, v, a, lambda, out);
    model->ops->output_rates(model, t, q, v, a, lambda, rate);
    cr_expect(fabs(out[0] - 0.1 - x) < 1e-10, "%.12g, not %.12g", out[0] - 0.1, x);
    cr_expect(fabs(out[1] - 0.5 * (0.25 * (v1 * v1 - 2.25) + 9.0 * (x * x - 0.09))) < 1e-9);
    cr_expect(fabs(rate[1] + 0.5 * v1 * v1) < 1e-9, "%.12g", rate[1]);
    cr_expect(fabs(out[2] - (-9.0 * x - 0.5 * v1)) < 1e-9, "%.12g", out[2]);
    cr_expect(fabs(rate[2] - (-9.0 * v1 - 0.5 * (-9.0 * x - 0.5 * v1) / 0.25)) < 1e-8, "%.12g",
              rate[2]);
    cr_expect(fabs(out[3] - 0.25 * v1) < 1e-10 && fabs(rate[3] - out[2]) < 1e-9);
    mb_model_destroy(model);
}

/* Half a turn about x: what points along y of the body points against y of the world. */
Test(machine, angular_velocities_along_a_direction_of_body_or_world, .fini = mb_declared_end)
{
    const mb_plain_mechanism *m = mb_declared_text(
        "mechanism: m\ndimension: spatial\ngravity: [0, 0, 0]\nbodies:\n"
        "  a: {com: [0, 0, 0], mass: 2, inertia: [0.2, 0.2, 0.2]}\n"
        "start: {a: {omega: [1, 2, 3]}}\n"
        "outputs:\n  body: {omega: a, along: y}\n  world: {omega: a, along: y, in: world}\n"
        "  all: {omega: a}\n",
        "", NULL);
    const double half_turn[] = {0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0};
    mb_model *model = machine_model(m, "body");
    double out[5], rate[5], a[6] = {0.0, 0.0, 0.0, 0.1, 0.2, 0.3};

    model->ops->outputs(model, 0.0, half_turn, model->v0, a, NULL, out);
    model->ops->output_rates(model, 0.0, half_turn, model->v0, a, NULL, rate);
    cr_expect(out[0] == 2.0 && out[1] == -2.0, "%g %g", out[0], out[1]);
    cr_expect(out[2] == 1.0 && out[3] == -2.0 && out[4] == -3.0);
    cr_expect(rate[0] == 0.2 && rate[1] == -0.2 && rate[4] == -0.3);
    mb_model_destroy(model);
}

/* A place seen from a body is what the file would write as a place of that body, in each kind of
 * coordinates; one on a hinge of the ground has another frame in mixed coordinates. */
Test(machine, places_seen_from_a_body_are_in_its_frame, .fini = mb_declared_end)
{
    static const char *const kinds[] = {"reference-point", "natural", "mixed", "joint"};
    const mb_plain_mechanism *m =
        mb_declared_text("mechanism: m\ndimension: planar\ngravity: [0, 0]\nbodies:\n"
                         "  a: {at: [1, 2], angle: 0.5, com: [0.3, 0.1], mass: 2, inertia: 0.25}\n"
                         "  b: {com: {a: [0.7, -0.2]}, angle: 1.1, mass: 2, inertia: 0.25}\n"
                         "joints:\n  h: {revolute: [ground, a], at: [1.5, 1.9]}\n"
                         "outputs:\n  p: {point: b, relative-to: a}\n"
                         "  y: {point: b, relative-to: a, along: y}\n",
                         "", NULL);

    for (int k = 0; k < 4; k++) {
        mb_model *model = machine_model(m, kinds[k]);
        double out[3];

        model->ops->outputs(model, 0.0, model->q0, model->v0, NULL, NULL, out);
        cr_expect(fabs(out[0] - 0.7) < 1e-14 && fabs(out[1] + 0.2) < 1e-14, "%s: %g %g", kinds[k],
                  out[0], out[1]);
        cr_expect(fabs(out[2] + 0.2) < 1e-14, "%s: %g", kinds[k], out[2]);
        mb_model_destroy(model);
    }
}

/* Three rods that nearly meet: the one that is fixed stays where it is declared to the last bit, and the
 * others come to it; two that are fixed apart cannot meet. */
Test(machine, fixed_bodies_stay_where_they_are_declared, .fini = mb_declared_end)
{
    static const char text[] = "mechanism: m\ndimension: planar\ngravity: [0, -9.81]\n"
                               "bodies:\n  a: {rod: [A, B], length: 1, mass: 1}\n"
                               "  b: {rod: [B, C], length: 2, mass: 2}\n"
                               "  c: {rod: [D, C], length: 1.75, mass: 1}\n"
                               "points: {A: [0, 0], B: [0.6, 0.8], C: [2.4, 1.7], D: [2, 0]}\n"
                               "joints:\n  A: {revolute: [ground, a], at: A}\n"
                               "  B: {revolute: [a, b], at: B}\n  C: {revolute: [b, c], at: C}\n"
                               "  D: {revolute: [ground, c], at: D}\n";
    const mb_plain_mechanism *free, *held, *both;
    char more[1200];
    mb_error err = {MB_OK, ""};
    mb_model *model[2];
    double phi[16];

    free = mb_declared_text(text, "", NULL);
    snprintf(more, sizeof more, "%sstart: {fixed: [a]}\n", text);
    held = mb_declared_text(more, "", NULL);
    snprintf(more, sizeof more, "%sstart: {fixed: [b, c]}\n", text);
    both = mb_declared_text(more, "", NULL);
    model[0] = machine_model(free, "reference-point");
    model[1] = machine_model(held, "reference-point");
    cr_expect(fabs(model[0]->q0[2] - atan2(0.8, 0.6)) > 1e-4, "the loop closes as declared");
    cr_expect(model[1]->q0[0] == held->body[0].com[0] && model[1]->q0[1] == held->body[0].com[1] &&
              model[1]->q0[2] == held->body[0].angle);
    model[1]->ops->phi(model[1], 0.0, model[1]->q0, phi);
    for (int i = 0; i < model[1]->m; i++)
        cr_expect(fabs(phi[i]) < 1e-13, "row %d: %g", i, phi[i]);
    cr_assert(!machine_try(both, "reference-point", &err));
    cr_expect(strstr(err.text, "cannot be assembled"), "%s", err.text);
    for (int k = 0; k < 2; k++)
        mb_model_destroy(model[k]);
}

Test(machine, refuses_coordinates_that_it_does_not_have, .fini = mb_declared_end)
{
    mb_error err = {MB_OK, ""};
    const mb_plain_mechanism *m =
        mb_declared_text("mechanism: m\ndimension: spatial\ngravity: [0, 0, 0]\nbodies:\n"
                         "  a: {com: [0, 0, 0.5], mass: 2, inertia: [0.2, 0.3, 0.25]}\n",
                         "", NULL);

    cr_assert(!machine_try(m, "mixed", &err));
    cr_expect_str_eq(err.text, "m.yaml: there are no models in coordinates 'mixed' of a spatial "
                               "mechanism yet; there are body, euler, natural and joint, as in "
                               "m:coordinates=body");
}
