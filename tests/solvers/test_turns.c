/* SPDX-License-Identifier: MIT */
/* Turns of joints along motions: springs, laws and what is read count them in all kinds of
 * coordinates and by methods of all sorts.
 *
 * A body on one hinge, of the moment of inertia I about it, with a spring of k [N m/rad] and without
 * weight, is harmonic at any angle: theta = rate / w sin(w t), w^2 = k / I. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "solvers/solver.h"
#include "tests/fixtures/models/declared.h"
#include "tests/fixtures/models/machines.h"

enum { TEXT = 1200, OUTPUTS = 8 };

static const double stiffness = 0.5, inertia = 2.0, start_rate = 20.0, t_end = 4.0;

static mb_solver *solver_of(const mb_model *model, const char *spec)
{
    mb_error err = {MB_OK, ""};
    mb_solver *solver;

    cr_assert(mb_solver_create(model, spec, &solver, &err) == MB_OK, "%s in %s: %s", spec,
              model->coordinates, err.text);
    return solver;
}

/* Runs it up to the end and reads the outputs there. */
static void run(mb_solver *solver, double end, double *out)
{
    const mb_model *model = solver->model;
    mb_error err = {MB_OK, ""};

    cr_assert(mb_solver_start(solver, &err) == MB_OK, "%s", err.text);
    while (solver->state.t < end)
        cr_assert(mb_solver_step(solver, end, &err) == MB_OK, "%s: %s", model->coordinates,
                  err.text);
    cr_assert(model->noutputs <= OUTPUTS);
    model->ops->outputs(model, solver->state.t, solver->state.q, solver->state.v, NULL, NULL, out);
}

/* "NAME: ...", joint and force of a file whose one freedom is the coordinate `c` */
typedef struct hinge {
    const char *dimension, *body, *joint, *c, *start;
    int kinds; /* of coordinates that have such joints, of those below */
} hinge;

static const hinge plane = {"planar",
                            "com: [0.5, 0], mass: 2, inertia: 1.5",
                            "{revolute: [ground, a], at: [0, 0]}",
                            "A",
                            "A",
                            4};
static const hinge space = {"spatial",
                            "com: [0.5, 0, 0], mass: 2, inertia: [1, 1, 1.5]",
                            "{revolute: [ground, a], at: [0, 0, 0], axis: z}",
                            "A",
                            "A",
                            4};

/* Read are the angle, twice the angle, the angle in degrees, the moment, the potential energy and the
 * work of what has none */
static const mb_plain_mechanism *spring_on(const hinge *of, const char *force)
{
    char text[TEXT];

    snprintf(text, sizeof text,
             "mechanism: m\ndimension: %s\ngravity: [0, 0%s]\nbodies: {a: {%s}}\n"
             "joints: {A: %s}\nforces: {f: {joint: %s, %s}}\nstart: {%s: 20}\n"
             "outputs:\n  angle: {joint: %s}\n  twice: {value: 2*angle}\n"
             "  degrees: {joint: %s, scale: 180/pi, unit: deg}\n"
             "  f: {force: f, compare: no}\n  V: {energy: potential, compare: no}\n"
             "  W: {energy: work, compare: no}\n",
             of->dimension, strcmp(of->dimension, "planar") == 0 ? "" : ", 0", of->body, of->joint,
             of->c, force, of->start, of->c, of->c);
    return mb_declared_text(text, "", NULL);
}

static void expect_harmonic(const hinge *of, bool law, const char *kind, const char *spec,
                            double tolerance)
{
    const mb_plain_mechanism *m = spring_on(of, law ? "law: -0.5*x" : "stiffness: 0.5");
    const double w = sqrt(stiffness / inertia), x = start_rate / w * sin(w * t_end);
    const double V = 0.5 * stiffness * x * x,
                 expected[] = {
                     x, 2.0 * x, x * 180.0 / M_PI, -stiffness * x, law ? 0.0 : V, law ? -V : 0.0};
    const double size[] = {1.0, 2.0, 180.0 / M_PI, 1.0, 20.0, 20.0};
    mb_model *model = machine_model(m, kind);
    mb_solver *solver = solver_of(model, spec);
    double out[2][OUTPUTS];

    cr_assert(x > 10.0 * M_PI, "it turns more than five times");
    for (int again = 0; again < 2; again++)
        run(solver, t_end, out[again]);
    for (int i = 0; i < model->noutputs; i++) {
        double off = out[0][i] - expected[i];

        if (model->outputs[i].wrapped)
            off = remainder(off, 2.0 * M_PI);
        cr_expect(fabs(off) < tolerance * size[i], "%s by %s in %s: %.9g, not %.9g",
                  model->outputs[i].name, spec, model->coordinates, out[0][i], expected[i]);
        cr_expect(out[1][i] == out[0][i], "%s by %s in %s: %.17g, then %.17g",
                  model->outputs[i].name, spec, model->coordinates, out[0][i], out[1][i]);
    }
    mb_solver_destroy(solver);
    mb_model_destroy(model);
}

static const char *const in_plane[] = {"reference-point", "natural", "mixed", "joint"};
static const char *const in_space[] = {"body", "euler", "joint", "natural"};

Test(turns, springs_and_laws_count_them_in_all_coordinates, .fini = mb_declared_end)
{
    for (int k = 0; k < 4; k++)
        for (int law = 0; law < 2; law++) {
            expect_harmonic(&plane, law, in_plane[k], "lagrange/rk4:h=2e-3/none/qr", 1e-3);
            expect_harmonic(&space, law, in_space[k], "lagrange/rk4:h=2e-3/none/qr", 1e-3);
        }
}

Test(turns, methods_of_all_sorts_count_them, .fini = mb_declared_end)
{
    static const struct {
        const char *spec;
        double tolerance;
    } by[] = {
        {"lagrange/dormand-prince:tol=1e-10/direct-correction", 1e-3},
        {"lagrange/bdf:tol=1e-10/direct-correction", 1e-2},
        {"lagrange/arkode:tol=1e-10", 1e-2},
        {"generalized-alpha/newton:h=1e-3", 5e-2},
        {"ali3/newmark:h=5e-4,tol=1e-8", 5e-2},
    };

    for (size_t i = 0; i < sizeof by / sizeof *by; i++) {
        expect_harmonic(&plane, false, "natural", by[i].spec, by[i].tolerance);
        expect_harmonic(&space, false, "body", by[i].spec, by[i].tolerance);
        expect_harmonic(&space, false, "natural", by[i].spec, by[i].tolerance);
    }
    expect_harmonic(&plane, false, "reference-point", "energy-momentum/newton:h=1e-3", 5e-2);
}

/* Of other joints: a screw carries 2 kg along by 0.5 m/rad, a disc of 2 kg rolls on 0.5 m, the axes of a
 * cross meet in the centre of mass. */
Test(turns, all_joints_that_turn_count_them, .fini = mb_declared_end)
{
    static const hinge joint[] = {
        {"spatial", "com: [0.5, 0, 0], mass: 2, inertia: [1, 1, 1.5]",
         "{cylindrical: [ground, a], at: [0, 0, 0], axis: z}", "A.angle", "A.angle", 4},
        {"spatial", "com: [0, 0, 0], mass: 2, inertia: [1, 1, 1.5]",
         "{screw: [ground, a], at: [0, 0, 0], axis: z, pitch: 0.5}", "A", "A", 4},
        {"spatial", "com: [0, 0, 0], mass: 2, inertia: [1, 1, 2]",
         "{universal: [ground, a], at: [0, 0, 0], axes: [z, x]}", "A.first", "A.first", 4},
        {"spatial", "com: [0, 0, 0], mass: 2, inertia: [2, 1, 1]",
         "{universal: [a, ground], at: [0, 0, 0], axes: [x, z]}", "A.first", "A.first", 4},
        {"spatial", "com: [0, 0, 0.5], mass: 2, inertia: [1, 1.5, 1]",
         "{rolling: [ground, a], at: [0, 0, 0.5], radius: 0.5, axis: y, normal: z}", "A", "A", 3},
    };

    for (size_t i = 0; i < sizeof joint / sizeof *joint; i++)
        for (int k = 0; k < joint[i].kinds; k++)
            expect_harmonic(&joint[i], false, in_space[k], "lagrange/rk4:h=2e-3/none/qr", 1e-2);
}

/* Two bars on hinges, the second of which begins with 10 rad/s; the numbers by the equations of motion
 * in both angles, integrated by scipy */
Test(turns, bars_are_where_the_equations_of_their_angles_say, .fini = mb_declared_end)
{
    static const char *const text[] = {
        "mechanism: m\ndimension: planar\ngravity: [0, 0]\nbodies:\n"
        "  a: {com: [1, 0], mass: 1, inertia: 1, angle: -2}\n"
        "  b: {com: [2, 0], mass: 1, inertia: 1, angle: 2}\n"
        "joints:\n  A: {revolute: [ground, a], at: [0, 0]}\n"
        "  B: {revolute: [a, b], at: [1.5, 0]}\n"
        "forces: {f: {joint: B, stiffness: 1}}\nstart: {A: 0, B: 10}\n"
        "outputs: {f: {force: f, compare: no}, V: {energy: potential}}\n",
        "mechanism: m\ndimension: spatial\ngravity: [0, 0, 0]\nbodies:\n"
        "  a: {com: [1, 0, 0], mass: 1, inertia: [1, 1, 1]}\n"
        "  b: {com: [2, 0, 0], mass: 1, inertia: [1, 1, 1]}\n"
        "joints:\n  A: {revolute: [ground, a], at: [0, 0, 0], axis: z}\n"
        "  B: {revolute: [a, b], at: [1.5, 0, 0], axis: z}\n"
        "forces: {f: {joint: B, stiffness: 1}}\nstart: {A: 0, B: 10}\n"
        "outputs: {f: {force: f, compare: no}, V: {energy: potential}}\n"};

    for (int k = 0; k < 8; k++) {
        const mb_plain_mechanism *m = mb_declared_text(text[k / 4], "", NULL);
        mb_model *model = machine_model(m, k < 4 ? in_plane[k] : in_space[k - 4]);
        mb_solver *solver = solver_of(model, "lagrange/rk4:h=1e-3/none/qr");
        double out[OUTPUTS];

        run(solver, 0.5, out);
        cr_expect(fabs(out[0] + 3.156537) < 1e-6, "%s: %.9g", model->coordinates, out[0]);
        cr_expect(fabs(out[1] - 4.981864) < 1e-6, "%s: %.9g", model->coordinates, out[1]);
        mb_solver_destroy(solver);
        mb_model_destroy(model);
    }
}

/* Two bodies on one hinge of the ground with I = 2 kg m2 about it, declared at -2 and 7 rad, the second
 * of which is turned by 3 N m against the first: theta = theta0 + rate t +- 3 / (2 I) t^2. */
Test(turns, a_constant_torque_has_the_angle_as_potential, .fini = mb_declared_end)
{
    const mb_plain_mechanism *m = mb_declared_text(
        "mechanism: m\ndimension: planar\ngravity: [0, 0]\nbodies:\n"
        "  a: {at: [0, 0], com: [0.5, 0], mass: 2, inertia: 1.5, angle: -2}\n"
        "  b: {at: [0, 0], com: [0.5, 0], mass: 2, inertia: 1.5, angle: 7}\n"
        "joints: {A: {revolute: [ground, a], at: [0, 0]}, B: {revolute: [ground, b], at: [0, 0]}}\n"
        "forces: {f: {torque: b, on: a, value: 3}}\nstart: {A: 1, B: 20}\n"
        "outputs: {V: {energy: potential}, E: {energy: total}, W: {energy: work}, f: {force: f}}\n",
        "", NULL);
    const double a = -2.0 + t_end - 0.75 * t_end * t_end;
    const double b = 7.0 + 20.0 * t_end + 0.75 * t_end * t_end;
    const double expected[] = {-3.0 * (b - a), 401.0 - 3.0 * 9.0, 0.0, 3.0};

    for (int k = 0; k < 4; k++) {
        mb_model *model = machine_model(m, in_plane[k]);
        mb_solver *solver = solver_of(model, "lagrange/rk4:h=2e-3/none/qr");
        double out[OUTPUTS];

        cr_expect(model->traits & MB_CONSERVATIVE, "%s", model->coordinates);
        model->ops->outputs(model, 0.0, model->q0, model->v0, NULL, NULL, out);
        cr_expect(fabs(out[0] + 27.0) < 1e-12, "%s: %.17g", model->coordinates, out[0]);
        run(solver, t_end, out);
        for (int i = 0; i < model->noutputs; i++)
            cr_expect(fabs(out[i] - expected[i]) < 1e-3, "%s in %s: %.9g, not %.9g",
                      model->outputs[i].name, model->coordinates, out[i], expected[i]);
        mb_solver_destroy(solver);
        mb_model_destroy(model);
    }
}

/* A body on a hinge at the angle x, which turns by 5 rad/s */
static void turned(bool euler, double x, double *q, double *v)
{
    const double half = 0.5 * x, rate = 5.0;
    const double at[] = {0.5 * cos(x), 0.5 * sin(x), 0.0, cos(half), 0.0, 0.0, sin(half)};
    const double body[] = {-rate * at[1], rate * at[0], 0.0, 0.0, 0.0, rate};
    const double own[] = {-rate * at[1], rate * at[0],      0.0, -0.5 * rate * at[6], 0.0,
                          0.0,           0.5 * rate * at[3]};

    memcpy(q, at, sizeof at);
    memcpy(v, euler ? own : body, euler ? sizeof own : sizeof body);
}

/* States a second apart, and what is asked for half a second behind each */
Test(turns, steps_of_more_than_half_a_turn_are_counted, .fini = mb_declared_end)
{
    for (int k = 0; k < 2; k++) {
        mb_model *model = machine_model(spring_on(&space, "stiffness: 0.5"), in_space[k]);
        double q[7], v[7];

        mb_follow(model, 0.0, NULL, NULL);
        for (int i = 0; i < 18; i++) {
            const double t = 0.5 * i, x = 5.0 * t;

            turned(k == 1, x, q, v);
            if (i % 2 == 0)
                mb_follow(model, t, q, v);
            cr_expect(fabs(model->ops->potential(model, t, q) - 0.25 * x * x) < 1e-12 * 400.0,
                      "%s at %g: %.17g", model->coordinates, x, model->ops->potential(model, t, q));
        }
        mb_model_destroy(model);
    }
}

/* Angles begin where they are declared, several times half a turn too. */
Test(turns, angles_begin_as_declared, .fini = mb_declared_end)
{
    const mb_plain_mechanism *flat = mb_declared_text(
        "mechanism: m\ndimension: planar\ngravity: [0, 0]\nbodies:\n"
        "  a: {com: [1, 0], mass: 1, inertia: 1, angle: -2}\n"
        "  b: {com: [2, 0], mass: 1, inertia: 1, angle: 2}\n"
        "joints:\n  A: {revolute: [ground, a], at: [0, 0], value: 20}\n"
        "  B: {revolute: [a, b], at: [1.5, 0], value: 4}\n"
        "outputs:\n  A: {joint: A, offset: -1}\n  B: {joint: B}\n"
        "  b: {angle: b, relative-to: a, offset: 3}\n  back: {angle: b, scale: -1}\n",
        "", NULL);
    const mb_plain_mechanism *deep = mb_declared_text(
        "mechanism: m\ndimension: spatial\ngravity: [0, 0, 0]\nbodies:\n"
        "  a: {com: [1, 0, 0], mass: 1, inertia: [1, 1, 1]}\n"
        "joints:\n  A: {revolute: [ground, a], at: [0, 0, 0], axis: z, value: 20}\n"
        "outputs:\n  A: {joint: A, offset: -1}\n  t: {turn: a, about: z, offset: 4}\n",
        "", NULL);
    static const double of_flat[] = {19.0, 4.0, 7.0, -2.0}, of_deep[] = {19.0, 4.0};

    for (int k = 0; k < 8; k++) {
        mb_model *model = machine_model(k < 4 ? flat : deep, k < 4 ? in_plane[k] : in_space[k - 4]);
        const double *expected = k < 4 ? of_flat : of_deep;
        double out[OUTPUTS];

        model->ops->outputs(model, model->t0, model->q0, model->v0, NULL, NULL, out);
        for (int i = 0; i < model->noutputs; i++)
            cr_expect(fabs(out[i] - expected[i]) < 1e-14 * 32.0, "%s in %s: %.17g, not %g",
                      model->outputs[i].name, model->coordinates, out[i], expected[i]);
        mb_model_destroy(model);
    }
}
