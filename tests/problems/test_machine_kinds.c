/* SPDX-License-Identifier: MIT */
/* One mechanism in several kinds of coordinates: as many coordinates and rows as worked out by hand,
 * the same forces of joints and the same accelerations in all kinds. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "tests/fixtures/models/declared.h"
#include "tests/fixtures/models/machines.h"
#include "tests/fixtures/models/problem_checks.h"

/* Counted on paper, natural ones as in the sources of the mechanisms */
Test(kinds, have_the_sizes_that_are_counted_by_hand, .fini = mb_declared_end)
{
    static const struct {
        const char *file, *parameters, *coordinates;
        int coordinate_count, rows;
    } cases[] = {
        {"double-four-bar", "", "natural", 6, 5},
        {"n-four-bar", "", "natural", 82, 81},
        {"slider-crank-singular", "", "natural", 3, 2},
        {"pendulum", "", "natural", 2, 1},
        {"double-pendulum-bayo", "", "natural", 4, 2},
        {"n-link-pendulum", "", "natural", 20, 10},
        {"jansen-leg", "", "natural", 12, 12},
        {"five-bar-pendulum", "", "natural", 30, 25},
        {"bricard", "", "natural", 24, 24},
        {"slider-crank-welch", "", "mixed", 4, 3},
        {"driven-crank", "", "mixed", 4, 4},
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const mb_plain_mechanism *m = mb_declared(cases[k].file, cases[k].parameters, NULL);
        mb_model *model = machine_model(m, cases[k].coordinates);

        cr_expect(model->nq == cases[k].coordinate_count && model->m == cases[k].rows,
                  "%s in %s: %d coordinates, %d rows", cases[k].file, cases[k].coordinates,
                  model->nq, model->m);
        mb_model_destroy(model);
    }
}

/* Joints of all planar kinds, three of them in one place, springs and loads */
static const char *const plane =
    "mechanism: m\n"
    "dimension: planar\n"
    "gravity: [0.3, -9.81]\n"
    "bodies:\n"
    "  a: {rod: [[0, 0], [0.4, 0.6]], mass: 2}\n"
    "  b: {com: [0.9, 0.7], angle: 0.3, mass: 1.5, inertia: 0.2}\n"
    "  c: {rod: [[1.5, 0], [1.4, 0.8]], mass: 1.2}\n"
    "  d: {rod: [[1.4, 0.8], [2, 0.2]], mass: 0.7}\n"
    "  p: {point: [2.6, 0.9], mass: 0.8}\n"
    "joints:\n"
    "  A: {revolute: [ground, a], at: [0, 0]}\n"
    "  B: {revolute: [a, b], at: [0.4, 0.6]}\n"
    "  C: {revolute: [b, c], at: [1.4, 0.8]}\n"
    "  D: {revolute: [ground, c], at: [1.5, 0]}\n"
    "  E: {revolute: [c, d], at: [1.4, 0.8]}\n"
    "  F: {distance: [d, p], at: [[2, 0.2], [2.6, 0.9]]}\n"
    "forces:\n"
    "  k: {spring: [ground, b], at: [[0.5, 2], [0.8, 0.9]], stiffness: 40, free: 0.7, damping: 2}\n"
    "  w: {force: d, at: [1.8, 0.4], value: [3, cos(t)]}\n"
    "start: {A: 1.5, E: -2}\n"
    "outputs:\n"
    "  A: {reaction: A, compare: no}\n"
    "  B: {reaction: B, compare: no}\n"
    "  C: {reaction: C, compare: no}\n"
    "  D: {reaction: D, compare: no}\n"
    "  E: {reaction: E, on: c, compare: no}\n"
    "  F: {reaction: F, compare: no}\n"
    "  a: {rate: A, compare: no}\n"
    "  e: {rate: E, compare: no}\n"
    "  v: {point: b, at: [0.9, 0.9]}\n"
    "  P: {momentum: linear, compare: no}\n"
    "  L: {momentum: angular, compare: no}\n"
    "  T: {energy: kinetic, compare: no}\n"
    "  V: {energy: potential, compare: no}\n";

enum { READ = CHECK_OUTPUTS };

static void read_at_start(const mb_plain_mechanism *m, const char *coordinates, double *out,
                          double *rate)
{
    mb_model *model = machine_model(m, coordinates);
    double a[CHECK_N], lambda[CHECK_N];

    cr_assert(model->noutputs <= READ);
    check_motion(model, model->t0, model->q0, model->v0, a, lambda);
    model->ops->outputs(model, model->t0, model->q0, model->v0, a, lambda, out);
    model->ops->output_rates(model, model->t0, model->q0, model->v0, a, lambda, rate);
    mb_model_destroy(model);
}

/* A joint without rows is told by what its bodies' own equations leave; in mixed coordinates that of
 * a pivot is not known. */
Test(kinds, agree_on_forces_of_joints_and_accelerations, .fini = mb_declared_end)
{
    static const char *const kinds[] = {"natural", "mixed"};
    const mb_plain_mechanism *m = mb_declared_text(plane, "", NULL);
    double known[2][READ], out[2][READ];

    cr_assert(m);
    read_at_start(m, "reference-point", known[0], known[1]);
    for (int k = 0; k < 2; k++) {
        read_at_start(m, kinds[k], out[0], out[1]);
        for (int i = 0; i < m->ncomponents; i++)
            for (int rate = 0; rate < 2; rate++) {
                const char *name = m->component[i];
                const bool pivot = k == 1 && (name[0] == 'A' || name[0] == 'D');
                const double size = fmax(10.0, fabs(known[rate][i]));

                if (rate && isnan(known[1][i]))
                    continue; /* has no rate */
                if (pivot && !rate)
                    cr_expect(isnan(out[0][i]), "%s in %s is %g", name, kinds[k], out[0][i]);
                else
                    cr_expect(fabs(out[rate][i] - known[rate][i]) <= 1e-9 * size,
                              "%s%s in %s is %.12g, not %.12g", name, rate ? "'s rate" : "",
                              kinds[k], out[rate][i], known[rate][i]);
            }
    }
}

/* A pair of wheels with teeth 1 : 2 and moments of inertia 1 and 3, driven by 5 N m on the first:
 * (1 + 3/4) alpha = 5 */
Test(kinds, natural_coordinates_have_gears_in_mesh, .fini = mb_declared_end)
{
    static const char text[] = "mechanism: m\ndimension: planar\ngravity: [0, 0]\n"
                               "bodies:\n"
                               "  a: {com: [0, 0], mass: 1, inertia: 1}\n"
                               "  b: {com: [3, 0], mass: 1, inertia: 3}\n"
                               "joints:\n"
                               "  A: {revolute: [ground, a], at: [0, 0]}\n"
                               "  B: {revolute: [ground, b], at: [3, 0]}\n"
                               "gears: {pair: {mesh: {a: 1, b: 2}}}\n"
                               "forces: {motor: {torque: a, value: 5}}\n"
                               "outputs: {w: {rate: A}}\n"
                               "coordinates: [reference-point, natural]\n";
    const mb_plain_mechanism *plain = mb_declared_text(text, "", NULL);

    cr_assert(plain && plain->ncoordinates == 2);
    for (int k = 0; k < 2; k++) {
        mb_model *model = machine_model(plain, plain->coordinates[k]);
        double a[CHECK_N], lambda[CHECK_N], rate[1];

        check_motion(model, 0.0, model->q0, model->v0, a, lambda);
        model->ops->output_rates(model, 0.0, model->q0, model->v0, a, lambda, rate);
        cr_expect(fabs(rate[0] - 5.0 / 1.75) < 1e-13, "%s: %.17g", plain->coordinates[k], rate[0]);
        mb_model_destroy(model);
    }
}

/* A rod of 1 kg and 1 m on a hinge, level and at rest: alpha = -(g/2)/(1/3) whatever a spring and a damper do
 * whose ends are in one place, where they have no direction. */
Test(kinds, damped_springs_of_length_zero_do_not_pull, .fini = mb_declared_end)
{
    static const char text[] = "mechanism: m\ndimension: planar\ngravity: [0, -9.81]\n"
                               "bodies: {b: {rod: [[0, 0], [1, 0]], mass: 1}}\n"
                               "joints: {J: {revolute: [ground, b], at: [0, 0]}}\n"
                               "forces: {s: {spring: [ground, b], at: [[1, 0], [1, 0]], stiffness: "
                               "100, free: 0, damping: 2}}\n"
                               "outputs: {w: {rate: J}}\n";
    const mb_plain_mechanism *plain = mb_declared_text(text, "", NULL);

    cr_assert(plain && plain->ncoordinates > 1);
    for (int k = 0; k < plain->ncoordinates; k++) {
        mb_model *model = machine_model(plain, plain->coordinates[k]);
        double a[CHECK_N], lambda[CHECK_N], rate[1], power;

        check_motion(model, 0.0, model->q0, model->v0, a, lambda);
        model->ops->output_rates(model, 0.0, model->q0, model->v0, a, lambda, rate);
        power = model->ops->power(model, 0.0, model->q0, model->v0, lambda);
        cr_expect(fabs(rate[0] + 1.5 * 9.81) < 1e-12, "%s: %.17g", plain->coordinates[k], rate[0]);
        cr_expect(power == 0.0, "%s: %.17g W", plain->coordinates[k], power);
        mb_model_destroy(model);
    }
}

/* Angles are known up to whole turns there, so a couple needs a turn after which all repeat. */
Test(kinds, natural_coordinates_refuse_a_gear_without_a_common_turn, .fini = mb_declared_end)
{
    const mb_plain_mechanism *m =
        mb_declared_text("mechanism: m\ndimension: planar\nbodies:\n"
                         "  a: {com: [0, 0], mass: 1, inertia: 1}\n"
                         "  b: {com: [1, 0], mass: 1, inertia: 1}\n"
                         "joints:\n"
                         "  A: {revolute: [ground, a], at: [0, 0]}\n"
                         "  B: {revolute: [ground, b], at: [1, 0]}\n"
                         "gears:\n"
                         "  mesh: {couple: {A: 1, B: 1.4142135623730951}}\n",
                         "", NULL);
    mb_error err = {MB_OK, ""};

    cr_assert(m);
    cr_assert(!machine_try(m, "natural", &err));
    cr_expect(strstr(err.text, "natural coordinates have no angle for gear 'mesh'; leave natural "
                               "out"),
              "%s", err.text);
}
