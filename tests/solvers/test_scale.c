/* SPDX-License-Identifier: MIT */
/* A four-bar of a metre, the same of a micrometre, of a hundred kilometres (masses, springs and
 * gravity to scale, so that the motion is the same but for its size), of a micrometre and as heavy as
 * that of a metre, and one that stands 1e5 sizes from the origin: the same statuses from every formulation with its default parameters, and the
 * same motion in units of the size. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "solvers/solver.h"
#include "tests/fixtures/models/declared.h"
#include "tests/fixtures/models/machines.h"
#include "tests/fixtures/scale_specs.h"

/* B is above A; C is 1 from B and 0.7 from D, above the line. */
static const char text[] =
    "mechanism: four\n"
    "dimension: planar\n"
    "parameters: {size: {value: 1, min: 1e-9, max: 1e9}, far: {value: 0, min: 0, max: 1e9}, "
    "power: {value: 3}}\n"
    "gravity: [0, -9.81*size]\n"
    "constants: {d: \"hypot(1, 0.4)\", along: (0.51 + d^2)/(2*d), up: sqrt(1 - along^2)}\n"
    "points:\n"
    "  A: [size*far, 0]\n"
    "  B: [size*far, 0.4*size]\n"
    "  C: [size*(far + (along + 0.4*up)/d), size*(0.4 + (up - 0.4*along)/d)]\n"
    "  D: [size*(far + 1), 0]\n"
    "bodies:\n"
    "  crank:    {rod: [A, B], length: 0.4*size, mass: size^power}\n"
    "  coupler:  {rod: [B, C], length: size, mass: size^power}\n"
    "  follower: {rod: [C, D], length: 0.7*size, mass: size^power}\n"
    "joints:\n"
    "  A: {revolute: [ground, crank], at: A}\n"
    "  B: {revolute: [crank, coupler], at: B}\n"
    "  C: {revolute: [coupler, follower], at: C}\n"
    "  D: {revolute: [ground, follower], at: D}\n"
    "start: {A: 3}\n"
    "run: {scale: size}\n";

static const char *const kinds[] = {"natural", "reference-point"};
enum { POINTS, BODIES };

static mb_model *four_bar(int kind, double size, double far, double power)
{
    char parameters[80];

    snprintf(parameters, sizeof parameters, "size=%g,far=%g,power=%g", size, far, power);
    return machine_model(mb_declared_text(text, parameters, NULL), kinds[kind]);
}

static const char *const specs[] = {
    SPECS_OF_ANY_SIZE,
    "lagrange/implicit-midpoint:h=1e-3",
    "hamiltonian/trapezoidal:h=1e-3",
    "hamiltonian-newton/newmark:h=1e-3",
    "lagrange/arkode:tol=1e-8",
    "lagrange/tr-bdf2:tol=1e-8",
    "lagrange/tr-bdf2:h=1e-3",
    "lagrange/adams:tol=1e-8",
    "ggl/radau5:h=1e-3",
};

typedef struct outcome {
    mb_status status;
    long unconverged;
    double x, y; /* of the first coordinates, from the origin of the mechanism, over its size */
    char text[256];
} outcome;

static outcome run(int kind, const char *spec, double size, double far, double power)
{
    mb_model *model = four_bar(kind, size, far, power);
    mb_solver *solver = NULL;
    mb_error err = {0};
    outcome o = {.status = mb_solver_create(model, spec, &solver, &err)};

    if (o.status == MB_OK)
        o.status = mb_solver_start(solver, &err);
    while (o.status == MB_OK && solver->state.t < 0.5)
        o.status = mb_solver_step(solver, 0.5, &err);
    if (solver) {
        o.unconverged = solver->counters.unconverged;
        o.x = solver->state.q[0] / size - far;
        o.y = solver->state.q[1] / size;
    }
    snprintf(o.text, sizeof o.text, "%.200s", err.text);
    mb_solver_destroy(solver);
    mb_model_destroy(model);
    return o;
}

/* power: of the size, in the masses */
static void the_same(int kind, double size, double far, double power, double allowed)
{
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        outcome of_one = run(kind, specs[i], 1.0, 0.0, 0.0);
        outcome o = run(kind, specs[i], size, far, power);

        cr_expect(o.status == of_one.status, "%s at %g, %g: %s, not %s: %s", specs[i], size, far,
                  mb_status_text(o.status), mb_status_text(of_one.status), o.text);
        if (of_one.status != MB_OK || o.status != MB_OK)
            continue;
        cr_expect(o.unconverged == of_one.unconverged, "%s at %g, %g: %ld unconverged, not %ld",
                  specs[i], size, far, o.unconverged, of_one.unconverged);
        cr_expect(fabs(o.x - of_one.x) < allowed && fabs(o.y - of_one.y) < allowed,
                  "%s at %g, %g: (%.12g, %.12g), not (%.12g, %.12g)", specs[i], size, far, o.x, o.y,
                  of_one.x, of_one.y);
    }
}

Test(scale, a_four_bar_of_a_micrometre, .fini = mb_declared_end)
{
    the_same(POINTS, 1e-6, 0.0, 3.0, 1e-5);
    the_same(BODIES, 1e-6, 0.0, 3.0, 1e-5);
}

Test(scale, a_four_bar_of_a_micrometre_and_a_kilogram, .fini = mb_declared_end)
{
    the_same(POINTS, 1e-6, 0.0, 0.0, 1e-5);
    the_same(BODIES, 1e-6, 0.0, 0.0, 1e-5);
}

Test(scale, a_four_bar_of_a_hundred_kilometres, .fini = mb_declared_end)
{
    the_same(POINTS, 1e5, 0.0, 3.0, 1e-5);
    the_same(BODIES, 1e5, 0.0, 3.0, 1e-5);
}

Test(scale, a_four_bar_far_from_the_origin, .fini = mb_declared_end)
{
    the_same(POINTS, 1.0, 1e5, 3.0, 1e-4);
    the_same(BODIES, 1.0, 1e5, 3.0, 1e-4);
}
