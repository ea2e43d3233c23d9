/* SPDX-License-Identifier: MIT */
/* Machines against closed forms: gears, racks, torques of drives, rolling; in the kinds of coordinates
 * that have them. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/models/coin.h"
#include "tests/fixtures/models/declared.h"
#include "tests/fixtures/models/machines.h"
#include "tests/fixtures/models/problem_checks.h"

/* Outputs after n steps of h, with the accelerations and multipliers there */
static void outputs_after(const mb_model *model, double h, int n, double *out)
{
    double q[CHECK_N], v[CHECK_N], a[CHECK_N], lambda[CHECK_N];

    memcpy(q, model->q0, sizeof(double) * (size_t)model->nq);
    memcpy(v, model->v0, sizeof(double) * (size_t)model->nv);
    machine_run(model, h, n, q, v);
    check_motion(model, h * n, q, v, a, lambda);
    model->ops->outputs(model, h * n, q, v, a, lambda, out);
}

static void expect(const char *kind, const char *what, double x, double expected, double close)
{
    cr_expect(fabs(x - expected) <= close, "%s: %s is %.12g, not %.12g", kind, what, x, expected);
}

/* Two wheels on crossed shafts, 3 to 2 and sqrt(2) to 1: a torque T on one of them speeds up
 * J1 + J2 r^2, r turns of the other for one of it. */
Test(machine_forms, gear_pairs_of_any_ratio, .fini = mb_declared_end)
{
    static const char *const kinds[] = {"body", "euler"};
    static const double ratio[] = {1.5, M_SQRT2};

    for (int k = 0; k < 4; k++) {
        char text[1024];
        double out[3], rate, angle;
        const mb_plain_mechanism *m;
        mb_model *model;

        snprintf(text, sizeof text,
                 "mechanism: m\ndimension: spatial\ngravity: [0, 0, 0]\nbodies:\n"
                 "  a: {com: [0, 0, 0], mass: 1, inertia: [0.1, 0.1, 0.2]}\n"
                 "  b: {com: [1, 0, 0], mass: 1, inertia: [0.3, 0.2, 0.2]}\n"
                 "joints:\n  g: {revolute: [ground, a], at: [0, 0, 0], axis: z}\n"
                 "  h: {revolute: [ground, b], at: [1, 0, 0], axis: x}\n"
                 "gears: {p: {couple: {g: %s, h: -1}}}\n"
                 "forces: {T: {torque: a, axis: z, value: 4}}\nstart: {g: 2}\n"
                 "outputs: {g: {joint: g}, h: {joint: h}, w: {rate: h}}\n",
                 k < 2 ? "1.5" : "\"sqrt(2)\"");
        m = mb_declared_text(text, "", NULL);
        cr_assert(m);
        model = machine_model(m, kinds[k % 2]);
        outputs_after(model, 2e-3, 500, out);
        rate = 4.0 / (0.2 + 0.3 * ratio[k / 2] * ratio[k / 2]);
        angle = 2.0 + 0.5 * rate;
        expect(kinds[k % 2], "angle", remainder(out[0] - angle, 2.0 * M_PI), 0.0, 1e-8);
        expect(kinds[k % 2], "other", remainder(out[1] - ratio[k / 2] * angle, 2.0 * M_PI), 0.0,
               1e-8);
        expect(kinds[k % 2], "rate", out[2], ratio[k / 2] * (2.0 + rate), 1e-8);
        mb_model_destroy(model);
    }
}

/* A wheel of radius r drives a rack uphill: (J + m r^2) alpha = T - m g r. */
Test(machine_forms, wheel_and_rack, .fini = mb_declared_end)
{
    const mb_plain_mechanism *m =
        mb_declared_text("mechanism: m\ndimension: planar\ngravity: [0, -10]\nbodies:\n"
                         "  wheel: {com: [0, 0], mass: 1, inertia: 0.2}\n"
                         "  rack: {com: [0.3, 0], mass: 2, inertia: 0.1}\n"
                         "joints:\n  g: {revolute: [ground, wheel], at: [0, 0]}\n"
                         "  h: {prismatic: [ground, rack], at: [0.3, 0], axis: y}\n"
                         "gears: {p: {couple: {g: 0.3, h: -1}}}\n"
                         "forces: {T: {torque: wheel, value: 9}}\n"
                         "outputs: {g: {joint: g}, h: {joint: h}}\n",
                         "", NULL);
    mb_model *model = machine_model(m, "reference-point");
    const double alpha = (9.0 - 2.0 * 10.0 * 0.3) / (0.2 + 2.0 * 0.09);
    double out[2];

    outputs_after(model, 2e-3, 1000, out); /* two turns and a half */
    expect("plane", "wheel", out[0], 0.5 * alpha * 4.0, 1e-9 * alpha);
    expect("plane", "rack", out[1], 0.3 * 0.5 * alpha * 4.0, 1e-9 * alpha);
    mb_model_destroy(model);
}

/* A crank turned by a law: the motor lifts its weight and speeds it up, by inverse dynamics
 * T = J phi'' + m g l cos(phi); work is the integral of T phi'. */
Test(machine_forms, torque_of_a_driven_crank, .fini = mb_declared_end)
{
    const mb_plain_mechanism *m =
        mb_declared_text("mechanism: m\ndimension: planar\ngravity: [0, -10]\nbodies:\n"
                         "  crank: {rod: [[0, 0], [0.8, 0]], mass: 3}\n"
                         "joints: {g: {revolute: [ground, crank], at: [0, 0]}}\n"
                         "drives: {motor: {joint: g, law: 2*t + sin(3*t)}}\n"
                         "outputs: {T: {force: motor}, W: {energy: work}}\n",
                         "", NULL);
    mb_model *model = machine_model(m, "reference-point");
    const double J = 3.0 * 0.64 / 3.0, t = 0.7, phi = 2.0 * t + sin(3.0 * t);
    const double rate = 2.0 + 3.0 * cos(3.0 * t);
    double out[2];

    outputs_after(model, 1e-3, 700, out);
    expect("plane", "torque", out[0], -9.0 * J * sin(3.0 * t) + 30.0 * 0.4 * cos(phi), 1e-7);
    expect("plane", "work", out[1], 0.5 * J * (rate * rate - 25.0) + 30.0 * 0.4 * sin(phi), 1e-8);
    mb_model_destroy(model);
}

Test(machine_forms, leaning_coins_roll_in_circles, .fini = mb_declared_end)
{
    static const char *const kinds[] = {"body", "euler"};
    char text[1024];
    const coin c = coin_text(text, sizeof text);
    const mb_plain_mechanism *m = mb_declared_text(text, "", NULL);

    for (int i = 0; i < 2; i++) {
        mb_model *model = machine_model(m, kinds[i]);
        double out[5];

        outputs_after(model, 1e-3, 1000, out);
        expect(kinds[i], "x", out[0], c.circle * cos(c.rate), 1e-7);
        expect(kinds[i], "y", out[1], c.circle * sin(c.rate), 1e-7);
        expect(kinds[i], "z", out[2], c.height, 1e-7);
        expect(kinds[i], "roll", remainder(out[3] - 0.25 - c.rim, 2.0 * M_PI), 0.0, 1e-7);
        expect(kinds[i], "rate", out[4], c.rim, 1e-7);
        mb_model_destroy(model);
    }
}
