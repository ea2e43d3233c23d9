/* Machines of all mechanism files and of elements that none has, in every kind of coordinates: D,
 * gamma and all tangents against differences, balance of power, rates of outputs. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/models/declared.h"
#include "tests/fixtures/models/derivative_checks.h"
#include "tests/fixtures/models/machines.h"
#include "tests/fixtures/models/problem_checks.h"

static const struct {
    const char *file, *parameters;
} files[] = {
    {"andrews-squeezer", "spring=K4,stiffness=1000"},
    {"bricard", ""},
    {"cart-pole-light", "cart=0.3"},
    {"chaplygin-sleigh", ""},
    {"delta-robot", ""},
    {"door", ""},
    {"double-four-bar", ""},
    {"double-wishbone", ""},
    {"driven-crank", ""},
    {"epicyclic-gears", ""},
    {"flyball-governor", ""},
    {"four-bar-spring", ""},
    {"iftomm-slider-crank", ""},
    {"iltis-suspension", ""},
    {"jansen-leg", ""},
    {"mass-ratio-chain", "ratio=3"},
    {"mcpherson-strut", ""},
    {"parallel-leg", "shin=15,heel=12"},
    {"peaucellier", ""},
    {"pendulum", ""},
    {"rolling-disc", "motion=wobbling"},
    {"rotary-pendulum", ""},
    {"rssr", ""},
    {"scissor-lift", ""},
    {"slider-crank-singular", ""},
    {"stewart-platform", ""},
    {"three-link-pendulum", ""},
    {"watt-six-bar", ""},
};

/* ---- elements that no file has ------------------------------------------------------------------- */

#define PLANE                                                                                      \
    "mechanism: m\n"                                                                               \
    "dimension: planar\n"                                                                          \
    "gravity: [0.3, -9.81]\n"                                                                      \
    "start: {approximate: yes}\n"                                                                  \
    "bodies:\n"                                                                                    \
    "  a: {com: [0.4, 0.3], angle: 0.2, mass: 2, inertia: 0.7}\n"                                  \
    "  b: {com: [1.1, -0.4], angle: -0.5, mass: 1.5, inertia: 0.4}\n"                              \
    "  p: {point: [0.2, 1.3], mass: 0.8}\n"

#define SPACE                                                                                      \
    "mechanism: m\n"                                                                               \
    "dimension: spatial\n"                                                                         \
    "gravity: [0.3, -1, -9.81]\n"                                                                  \
    "start: {approximate: yes}\n"                                                                  \
    "bodies:\n"                                                                                    \
    "  a: {com: [0.4, 0.3, 0.1], turn: {axis: [1, 2, 1], by: 0.4}, mass: 2,"                       \
    " inertia: [0.7, 0.6, 0.9, 0.1, -0.05, 0.08]}\n"                                               \
    "  b: {com: [1.1, -0.4, 0.5], turn: {axis: [0, 1, -1], by: 0.9}, mass: 1.5,"                   \
    " inertia: [0.3, 0.5, 0.4, 0.05, 0.02, -0.03]}\n"                                              \
    "  p: {point: [0.2, 1.3, -0.4], mass: 0.8}\n"

static const char *const texts[] = {
    PLANE
    "joints:\n"
    "  s: {prismatic: [a, b], at: [0.7, 0.1], axis: [1, 0.4]}\n"
    "  t: {point-on-line: [b, p], at: [0.2, 1.3], along: [1, 0.3]}\n"
    "  r: {revolute: [ground, a], at: [0, 0]}\n"
    "gears:\n"
    "  g: {couple: {r: 0.5, s: 2}}\n"
    "forces:\n"
    "  k: {joint: s, stiffness: 20, damping: 3, free: 0.1}\n"
    "  l: {spring: [a, p], at: [[0.5, 0.5], [0.2, 1.3]], law: 3*x^2 + x, damper: 2*v + v^3}\n"
    "  z: {spring: [ground, p], at: [[0, 0], [0.2, 1.3]], stiffness: 4, free: 0, damping: 1}\n"
    "  m: {torque: b, on: a, value: 2 + sin(3*t)}\n"
    "  c: {torque: a, value: 1.5}\n"
    "  w: {force: b, at: [1, 0], value: [cos(2*t), 3]}\n"
    "  f: {force: b, at: [1, 0], value: [0.7, 3], fixed-in: body}\n"
    "  u: {push: a, at: [0.6, 0.2], along: [1, 2], law: \"-x*(2 + v) + t\"}\n",
    PLANE "joints:\n"
          "  r: {revolute: [ground, a], at: [0, 0]}\n"
          "  x: {rigid: [a, b], at: [0.7, 0.1]}\n"
          "  d: {distance: [b, p], at: [[1.1, 0.2], [0.2, 1.3]]}\n"
          "drives:\n"
          "  m: {joint: r, law: 0.3*t + t^2}\n"
          "  c: {joint: d, law: 1.4 + 0.1*sin(t)}\n"
          "outputs:\n"
          "  l: {length: d}\n"
          "  f: {force: c, compare: no}\n"
          "  q: {rate: r, compare: no}\n"
          "  e: {energy: total, compare: no}\n",
    SPACE "joints:\n"
          "  s: {screw: [a, b], at: [0.7, 0.1, 0.2], axis: [1, 0.4, 0.3], pitch: 0.3}\n"
          "  t: {point-on-line: [b, p], at: [0.2, 1.3, -0.4], along: [1, 0.3, 0.2]}\n"
          "forces:\n"
          "  k: {joint: s, stiffness: 20, damping: 3}\n"
          "  l: {spring: [a, p], at: [[0.5, 0.5, 0], [0.2, 1.3, -0.4]], law: 3*x^2 + x,"
          " damper: 2*v + v^3}\n"
          "  z: {spring: [ground, p], at: [[0, 0, 0], [0.2, 1.3, -0.4]], stiffness: 4, free: 0,"
          " damping: 1}\n"
          "  c: {torque: a, axis: [1, 2, 3], value: 1.5 + t, fixed-in: world}\n"
          "  d: {torque: b, on: a, axis: [1, -2, 3], value: 1 + cos(t)}\n"
          "  e: {torque: b, on: a, axis: [1, -2, 1], value: 0.7, fixed-in: world}\n"
          "  w: {force: b, at: [1, 0, 0.2], value: [cos(2*t), 3, 1]}\n"
          "  f: {force: b, at: [1, 0, 0.2], value: [0.7, 3, -1], fixed-in: body}\n"
          "  u: {push: a, at: [0.6, 0.2, 0], along: [1, 2, -1], law: \"-x*(2 + v) + t\"}\n",
    SPACE "joints:\n"
          "  s: {revolute: [ground, a], at: [0.1, 0.1, 0.2], axis: [1, 0.4, 0.3]}\n"
          "  t: {revolute: [a, b], at: [0.7, 0.1, 0.2], axis: [1, 0.4, 0.3]}\n"
          "  d: {distance: [b, p], at: [[1.1, 0.2, 0], [0.2, 1.3, -0.4]]}\n"
          "forces:\n"
          "  c: {torque: a, axis: [1, 2, 3], value: 1.5 + t, fixed-in: world}\n"
          "  e: {torque: b, on: a, axis: [1, -2, 1], value: 0.7, fixed-in: world}\n"
          "  g: {torque: b, axis: [1, -2, 3], value: 1 + cos(t)}\n"
          "  w: {force: b, at: [1, 0, 0.2], value: [0.4, 3, 1]}\n"
          "  f: {force: b, at: [1, 0, 0.2], value: [0.7, 3, sin(t)], fixed-in: body}\n"
          "  l: {spring: [a, p], at: [[0.5, 0.5, 0], [0.2, 1.3, -0.4]], stiffness: 30, free: 1,"
          " damping: 2}\n",
    SPACE "joints:\n"
          "  u: {universal: [ground, a], at: [0, 0, 0], axes: [[1, 1, 0], [1, -1, 1]]}\n"
          "  c: {cylindrical: [a, b], at: [0.7, 0.1, 0.2], axis: [1, 0.4, 0.3]}\n"
          "  d: {distance: [b, p], at: [[1.1, 0.2, 0], [0.2, 1.3, -0.4]]}\n"
          "gears:\n"
          "  g: {couple: {u.first: 2, c.angle: 3, c.slide: 0.4}}\n"
          "drives:\n"
          "  m: {joint: u.second, law: 0.3*t + t^2}\n"
          "outputs:\n"
          "  u1: {joint: u.first}\n"
          "  u2: {joint: u.second}\n"
          "  w2: {rate: u.first, compare: no}\n"
          "  x: {joint: c.slide}\n"
          "  h: {momentum: angular, compare: no}\n"
          "  n: {direction: b, along: [1, 2, 1]}\n"
          "  t: {turn: b, about: [1, 2, 1], relative-to: a}\n"
          "  o: {turn: a, about: [1, 2, 1]}\n"
          "  y: {line: [a, b], at: [[0, 0, 0], [1, 0, 0.3]], from: x, axis: z, relative-to: a}\n",
    SPACE "joints:\n"
          "  p: {planar: [ground, a], at: [0.1, 0, 0], normal: [0.2, 0, 1]}\n"
          "  x: {rigid: [a, b], at: [0.7, 0.1, 0.2]}\n"
          "  k: {blade: [ground, a], at: [0.3, 0.1, 0], along: [1, 0.3, 0], normal: [0.2, 0, 1]}\n",
    SPACE
    "joints:\n"
    "  p: {prismatic: [a, b], at: [0.1, 0, 0], axis: [0.2, 0, 1]}\n"
    "  n: {perpendicular: [ground, b], axes: [[1, 1, 0], [1, -1, 1]]}\n"
    "  h: {point-in-plane: [a, p], at: [0.2, 1.3, -0.4], through: [0, 0, 0], normal: [1, 2, 3]}\n"
    "gears:\n"
    "  m: {mesh: {a: 2, b: -3}, axis: [1, 1, 0.5]}\n",
    /* many bodies, tied across */
    "mechanism: m\n"
    "dimension: planar\n"
    "bodies:\n"
    "  b(i=0..9): {com: [i, 0.1*i^2], angle: 0.3*i, mass: 1, inertia: 0.2}\n"
    "joints:\n"
    "  r(i=1..9): {revolute: [b(i-1), b(i)], at: [i - 0.5, 0.2*i]}\n"
    "  s: {prismatic: [b(0), b(8)], at: [1, 2], axis: [1, 0.4]}\n"
    "  d: {distance: [b(1), b(9)], at: [[1, 0.3], [9, 8]]}\n"
    "forces:\n"
    "  l(i=0..1): {spring: [b(i), b(i+8)], at: [[i, 0.3], [i + 8, 7]], law: x^2, damper: 2*v}\n",
    "mechanism: m\n"
    "dimension: spatial\n"
    "bodies:\n"
    "  b(i=0..9): {com: [i, 0.1*i^2, sin(i)], turn: {axis: [1, i, 2], by: 0.3*i}, mass: 1,"
    " inertia: [0.2, 0.3, 0.4]}\n"
    "joints:\n"
    "  r(i=1..9): {revolute: [b(i-1), b(i)], at: [i - 0.5, 0.2*i, 0], axis: [1, 2, i]}\n"
    "  s: {prismatic: [b(0), b(8)], at: [1, 2, 0], axis: [1, 0.4, 0.2]}\n"
    "  d: {distance: [b(1), b(9)], at: [[1, 0.3, 0], [9, 8, 1]]}\n"
    "forces:\n"
    "  l(i=0..1): {spring: [b(i), b(i+8)], at: [[i, 0.3, 0], [i + 8, 7, 1]], law: x^2,"
    " damper: 2*v}\n",
};
enum { FILES = sizeof files / sizeof *files, TEXTS = sizeof texts / sizeof *texts, KINDS = 3 };

/* Rolling, and a torque that turns with one body and acts on another, have no rows and forces that
 * are products of two lines; what is here is refused. */
static bool natural_refuses(const mb_plain_mechanism *m, const char *name)
{
    static const char *const refused[] = {"rolling-disc", "text 2"};
    mb_error err = {MB_OK, ""};

    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (strcmp(refused[i], name) == 0) {
            cr_expect(!machine_try(m, "natural", &err) && strstr(err.text, "'natural'"), "%s: %s",
                      name, err.text);
            return true;
        }
    return false;
}

/* Runs over all of them in all kinds of coordinates: k from 0, NULL behind the last one. */
static mb_model *machine_at(int k, char *name, size_t size)
{
    static const char *const kinds[2][KINDS] = {{"reference-point", "natural", "mixed"},
                                                {"body", "euler", "natural"}};
    const mb_plain_mechanism *m;
    const char *coordinates;
    mb_model *model;

    if (k / KINDS >= FILES + TEXTS)
        return NULL;
    if (k / KINDS < FILES) {
        m = mb_declared(files[k / KINDS].file, files[k / KINDS].parameters, NULL);
        snprintf(name, size, "%s", m->name);
    } else {
        mb_messages messages;

        m = mb_declared_text(texts[k / KINDS - FILES], "", &messages);
        cr_assert(m, "text %d, line %d: %s", k / KINDS - FILES, messages.error[0].line,
                  messages.error[0].text);
        snprintf(name, size, "text %d", k / KINDS - FILES);
    }
    coordinates = kinds[m->spatial][k % KINDS];
    if (!coordinates || (strcmp(coordinates, "natural") == 0 && natural_refuses(m, name)))
        return NULL;
    model = machine_model(m, coordinates);
    snprintf(name + strlen(name), size - strlen(name), " in %s", coordinates);
    return model;
}

#define EACH_MACHINE(model, name)                                                                  \
    for (int k_ = 0; k_ < KINDS * (FILES + TEXTS); k_++)                                           \
        for (mb_model *model = machine_at(k_, name, sizeof name); model;                           \
             mb_model_destroy(model), model = NULL)

Test(machine, derivatives_agree_with_differences, .timeout = 600, .fini = mb_declared_end)
{
    double q[CHECK_N], v[CHECK_N];
    unsigned long long seed = 1;
    char name[96];

    EACH_MACHINE(model, name)
    for (int k = 0; k < 2; k++) {
        check_random_state(model, &seed, 0.3 * fmin(model->scale, 1.0), q, v);
        check_derivatives(model, name, q, v, &seed);
    }
}

Test(machine, balances_power_and_rates_of_outputs, .timeout = 600, .fini = mb_declared_end)
{
    double q[CHECK_N], v[CHECK_N], a[CHECK_N], lambda[CHECK_N], q1[CHECK_N], v1[CHECK_N];
    double out[2][CHECK_OUTPUTS], rate[CHECK_OUTPUTS], energy[2];
    unsigned long long seed = 6;
    char name[96];

    EACH_MACHINE(model, name)
    {
        const double small = 1e-6 * fmin(model->scale, 1.0);
        double power = 0.0, gained;

        if (!check_admissible_state(model, &seed, 0.05 * fmin(model->scale, 1.0), q, v)) {
            cr_expect(false, "%s: no admissible state", name);
            continue;
        }
        check_motion(model, model->t0, q, v, a, lambda);
        for (int side = 0; side < 2; side++) {
            const double h = side ? -small : small;

            check_move(model, q, v, a, h, q1, v1);
            energy[side] = model->ops->kinetic(model, q1, v1) +
                           model->ops->potential(model, model->t0 + h, q1);
            model->ops->outputs(model, model->t0 + h, q1, v1, a, lambda, out[side]);
        }
        cr_expect(!(model->traits & MB_CONSERVATIVE) == (model->ops->power != NULL));
        if (model->ops->power)
            power = model->ops->power(model, model->t0, q, v, lambda);
        gained = (energy[0] - energy[1]) / (2.0 * small);
        cr_expect(fabs(gained - power) <= 1e-6 * (1.0 + fabs(energy[0]) + fabs(power)),
                  "%s: %g, not %g", name, gained, power);
        model->ops->output_rates(model, model->t0, q, v, a, lambda, rate);
        for (int j = 0; j < model->noutputs; j++) {
            double moved = out[0][j] - out[1][j];

            if (isnan(rate[j])) { /* only those that are not compared may be without */
                cr_expect(!model->outputs[j].compared, "%s: %s", name, model->outputs[j].name);
                continue;
            }
            if (model->outputs[j].wrapped)
                moved = remainder(moved, 2.0 * M_PI);
            moved /= 2.0 * small;
            cr_expect(fabs(rate[j] - moved) <= 1e-6 * (1.0 + fabs(moved)), "%s: %s is %g, not %g",
                      name, model->outputs[j].name, rate[j], moved);
        }
    }
}

/* Third differences along a line of q vanish for a quadratic Phi and for no other one. */
Test(machine, declares_the_traits_that_it_has, .timeout = 600, .fini = mb_declared_end)
{
    double q[CHECK_N], v[CHECK_N], phi[4][CHECK_N] = {{0}}, q1[CHECK_N], step[CHECK_N];
    unsigned long long seed = 5;
    char name[96];

    EACH_MACHINE(model, name)
    {
        double third = 0.0, fastest = 1.0;

        cr_expect(!(model->traits & MB_HOLONOMIC) == (model->mh < model->m), "%s", name);
        cr_expect(!(model->traits & MB_SCLERONOMIC) == (model->ops->phi_t != NULL), "%s", name);
        cr_expect(!(model->traits & MB_IDENTITY_T) == (model->ops->qdot != NULL), "%s", name);
        check_random_state(model, &seed, 0.3, q, v);
        for (int j = 0; j < model->nv; j++)
            fastest = fmax(fastest, fabs(v[j]));
        for (int k = 0; k < 4; k++) {
            for (int j = 0; j < model->nv; j++)
                step[j] = 0.2 * (k - 1) * v[j] / fastest;
            memcpy(q1, q, sizeof q1);
            mb_retract(model, step, q1);
            model->ops->phi(model, model->t0, q1, phi[k]);
            cr_expect(isfinite(check_norm(model->mh, phi[k])), "%s", name);
        }
        for (int i = 0; i < model->mh; i++)
            third = fmax(third, fabs(phi[3][i] - phi[0][i] + 3.0 * (phi[1][i] - phi[2][i])));
        if (model->mh > 0)
            cr_expect((third < 1e-11) == !!(model->traits & MB_QUADRATIC_PHI), "%s: %g", name,
                      third);
    }
}
