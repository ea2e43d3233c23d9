/* SPDX-License-Identifier: MIT */
/* Starts near a singular position: a crank and a rod of 1 m and 1 kg that lie on each other but for the
 * angle d, the rod's end on a line.  The start's velocity, scales and references do not take the small
 * gradients there for lost, nor for the measure of a row.
 *
 * With p the crank's angle from the upright the end is at 2 sin p and B turns by -2 A:
 *     (1/3 + 1/12 + 1/4 + 2 cos^2 p) p'' = 9.81 sin p + 2 sin p cos p p'^2. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "bench/audit/truth.h"
#include "bench/mechanism/agreement.h"
#include "problems/references/automatic.h"
#include "solvers/solver.h"
#include "tests/fixtures/models/declared.h"
#include "tests/fixtures/models/machines.h"

static const char *const kinds[] = {"natural", "reference-point", "mixed", "joint"};
static const double away[] = {1e-4, 1e-5, 1e-6, 1e-8, 1e-9};

static const mb_plain_mechanism *slider_crank(double d)
{
    char parameter[32];

    snprintf(parameter, sizeof parameter, "d=%g", d);
    return mb_declared_text(
        "mechanism: near\ndimension: planar\ngravity: [0, -9.81]\n"
        "parameters: {d: {value: 1e-3}}\npoints: {P: [sin(d), cos(d)], Q: [2*sin(d), 0]}\n"
        "bodies: {a: {rod: [[0, 0], P], mass: 1}, b: {rod: [P, Q], mass: 1}}\n"
        "joints: {A: {revolute: [ground, a], at: [0, 0]}, B: {revolute: [a, b], at: P},\n"
        "  C: {point-on-line: [ground, b], at: Q, through: [0, 0], along: x}}\n"
        "start: {A: -1}\nrun: {end: 0.3, scale: 1}\n"
        "outputs: {A: {joint: A}, a: {rate: A}, b: {rate: B}}\n",
        parameter, NULL);
}

Test(near_singular, start_velocities_are_those_of_the_one_freedom, .fini = mb_declared_end)
{
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 4; k++) { /* ulps of the rows over the angle between them */
            mb_model *model = machine_model(slider_crank(away[i]), kinds[k]);
            double out[3];

            model->ops->outputs(model, 0.0, model->q0, model->v0, NULL, NULL, out);
            cr_expect(fabs(out[1] + 1.0) < 1e-12, "%s, %g: %.17g", kinds[k], away[i], out[1]);
            cr_expect(fabs(out[2] - 2.0) < 1e-13 / away[i], "%s, %g: %.17g", kinds[k], away[i],
                      out[2]);
            mb_model_destroy(model);
        }
}

#define FOUR_BAR(points, start)                                                                    \
    "mechanism: near\ndimension: planar\ngravity: [0, -9.81]\n"                                    \
    "parameters: {e: {value: 1e-3}}\npoints: {" points "}\n"                                       \
    "bodies: {a: {rod: [A, B], mass: 1}, b: {rod: [B, C], mass: 1},\n"                             \
    "  c: {rod: [D, C], mass: 1}}\n"                                                               \
    "joints: {A: {revolute: [ground, a], at: A}, B: {revolute: [a, b], at: B},\n"                  \
    "  C: {revolute: [b, c], at: C}, D: {revolute: [ground, c], at: D}}\n"                         \
    "start: {" start "}\nrun: {end: 0.3, scale: 1}\n"                                              \
    "outputs: {A: {joint: A}, D: {joint: D}, a: {rate: A}, d: {rate: D}}\n"

/* Cranks of 1 m and a coupler of 2 m, all along one line but for e */
#define LEVEL "A: [0, 0], B: [1, e], C: [3, e], D: [2, 0]"

static const mb_plain_mechanism *four_bar(const char *text, double e)
{
    char parameter[32];

    snprintf(parameter, sizeof parameter, "e=%g", e);
    return mb_declared_text(text, parameter, NULL);
}

/* It is left where it is declared, and both cranks turn alike. */
Test(near_singular, parallelograms_stay_and_turn_alike, .fini = mb_declared_end)
{
    static const double close[] = {1e-3, 1e-5, 5e-7, 1e-7, 1e-9};

    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 4; k++) {
            mb_model *model = machine_model(four_bar(FOUR_BAR(LEVEL, "A: 3"), close[i]), kinds[k]);
            double out[4];

            model->ops->outputs(model, 0.0, model->q0, model->v0, NULL, NULL, out);
            cr_expect(fabs(out[0]) < 1e-9 && fabs(out[1]) < 1e-9, "%s, %g: moved by %g and %g",
                      kinds[k], close[i], out[0], out[1]);
            cr_expect(fabs(out[2] - 3.0) < 1e-12 && fabs(out[3] - 3.0) < 1e-13 / close[i] + 1e-12,
                      "%s, %g: %.17g, %.17g", kinds[k], close[i], out[2], out[3]);
            mb_model_destroy(model);
        }
}

/* p(0.3 s) - d by scipy, DOP853 with 1e-13 */
Test(near_singular, motions_are_those_of_the_one_freedom, .fini = mb_declared_end)
{
    static const struct {
        double d, turned;
    } to[] = {{1e-6, -0.32109748737802}, {1e-9, -0.32109726811267}};
    static const char *const specs[] = {"lagrange/rk4:h=1e-3/none/qr",
                                        "augmented-lagrangian/rk4:h=1e-3", "ali3/newmark:h=1e-3"};

    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 4; k++)
            for (int s = 0; s < 3; s++) {
                mb_model *model = machine_model(slider_crank(to[i].d), kinds[k]);
                mb_error err = {MB_OK, ""};
                mb_solver *solver;
                double out[3];

                cr_assert_eq(mb_solver_create(model, specs[s], &solver, &err), MB_OK);
                cr_assert_eq(mb_solver_start(solver, &err), MB_OK, "%s", err.text);
                while (solver->state.t < 0.3)
                    cr_assert_eq(mb_solver_step(solver, 0.3, &err), MB_OK, "%s, %s, %g: %s",
                                 kinds[k], specs[s], to[i].d, err.text);
                model->ops->outputs(model, 0.3, solver->state.q, solver->state.v, NULL, NULL, out);
                cr_expect(fabs(out[0] - to[i].turned) < 1e-6, "%s, %s, %g: %.12g", kinds[k],
                          specs[s], to[i].d, out[0]);
                mb_solver_destroy(solver);
                mb_model_destroy(model);
            }
}

static void expect_agreement(const mb_plain_mechanism *m, double close)
{
    mb_arena *arena = mb_arena_create();
    mb_automatic *reference;
    mb_error err = {MB_OK, ""};

    cr_assert_eq(mb_automatic_reference(m, 0.01, arena, &reference, &err), MB_OK, "%s", err.text);
    cr_expect_eq(mb_references_agree(m, reference, &err), MB_OK, "%g: %s", close, err.text);
    mb_arena_destroy(arena);
}

Test(near_singular, references_agree_with_models_up_to_round_off, .fini = mb_declared_end)
{
    static const double close[] = {1e-5, 6e-7, 5e-7, 3e-7, 2e-7, 1.5e-7};
    static const double stretched[] = {1e-3, 1e-4, 1e-5};

    for (int i = 0; i < 4; i++) /* at 1e-9 there is none */
        expect_agreement(slider_crank(away[i]), away[i]);
    for (int i = 0; i < 6; i++) /* rates are off by 1e-12, accelerations by that over e */
        expect_agreement(four_bar(FOUR_BAR(LEVEL, "C: 2"), close[i]), close[i]);
    for (int i = 0; i < 3; i++) /* three rods stretched out, which multipliers of 1 / e hold */
        expect_agreement(
            four_bar(FOUR_BAR("A: [0, 0], B: [0.5, -e], C: [1.5, -1.1*e], D: [2.7, 0]", ""),
                     stretched[i]),
            stretched[i]);
}

/* Both cranks have the motion (5/3) L^2 p'' = -2 g L cos p, given by another joint's rate: A(0.3 s) by scipy,
 * DOP853 with 1e-13. */
Test(near_singular, references_are_of_starts_that_differ_by_round_off, .fini = mb_declared_end)
{
    const mb_plain_mechanism *m = four_bar(
        FOUR_BAR("A: [0, 0], B: [0.7+e, 0.7-e], C: [2.1+e, 2.1-e], D: [1.4, 1.4]", "B: -3"), 3e-7);

    for (int k = 0; k < 4; k++) {
        mb_arena *arena = mb_arena_create();
        mb_model *model = machine_model(m, kinds[k]);
        mb_error err = {MB_OK, ""};
        mb_truth *truth;
        double out[4];

        model->declared = m;
        cr_assert_eq(mb_truth_create(model, 0.1, 0.3, NULL, arena, &truth, &err), MB_OK, "%s",
                     err.text);
        cr_assert(truth, "%s: no reference", kinds[k]);
        mb_truth_at(truth, 0.3, out);
        cr_expect(fabs(out[0] - 0.6293380901259) < 1e-9, "%s: %.13g", kinds[k], out[0]);
        mb_arena_destroy(arena);
        mb_model_destroy(model);
    }
}
