/* SPDX-License-Identifier: MIT */
/* Starts of mechanisms of thousands of coordinates: what sparse factors make of their rows, and
 * where rows would fill them. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fixtures/models/declared.h"
#include "tests/fixtures/models/machines.h"

/* ---- chains of parallelograms --------------------------------------------------------------- */

#define CHAIN(points, length, more)                                                                \
    "mechanism: chain\n"                                                                           \
    "dimension: planar\n"                                                                          \
    "gravity: [0, -9.81]\n"                                                                        \
    "parameters: {N: {value: 40, integer: yes, min: 1, max: 20000, doc: loops}}\n"                 \
    "points:\n"                                                                                    \
    "  F(i=0..N): [i, 0]\n"                                                                        \
    "  T(i=0..N): " points "\n"                                                                    \
    "bodies:\n"                                                                                    \
    "  post(i=0..N): {rod: [F(i), T(i)], mass: 1" length "}\n"                                     \
    "  beam(i=1..N): {rod: [T(i-1), T(i)], mass: 1" length "}\n"                                   \
    "joints:\n"                                                                                    \
    "  foot(i=0..N):  {revolute: [ground, post(i)], at: F(i)}\n"                                   \
    "  left(i=1..N):  {revolute: [post(i-1), beam(i)], at: T(i-1)}\n"                              \
    "  right(i=1..N): {revolute: [post(i), beam(i)], at: T(i)}\n" more "start: {foot(0): -1}\n"    \
    "run: {end: 10, scale: 1}\n"

/* All posts turn at -1 rad/s, so that all beams go along x at 1 m/s. */
static void check_velocities(const mb_model *model, int loops, double within)
{
    double worst = 0.0;

    for (int b = 0; b <= 2 * loops; b++) {
        const double *v = model->v0 + 3 * (size_t)b;
        const bool post = b <= loops;

        worst = fmax(worst, fabs(v[0] - (post ? 0.5 : 1.0)));
        worst = fmax(worst, fabs(v[1]));
        worst = fmax(worst, fabs(v[2] - (post ? -1.0 : 0.0)));
    }
    cr_expect(worst <= within, "%g", worst);
}

Test(long_starts, velocities_run_through_chains_of_loops, .fini = mb_declared_end)
{
    static const int loops[] = {30, 300, 5000};

    for (size_t k = 0; k < sizeof loops / sizeof *loops; k++) {
        char parameters[32];
        const mb_plain_mechanism *m;
        mb_model *model;

        snprintf(parameters, sizeof parameters, "N=%d", loops[k]);
        m = mb_declared_text(CHAIN("[i, 1]", "", ""), parameters, NULL);
        model = machine_model(m, "reference-point");
        cr_expect(model->nv - model->rank == 1 && model->start.positions == 0.0);
        check_velocities(model, loops[k], 1e-12);
        mb_model_destroy(model);
    }
}

/* A second beam halfway up makes each loop stiff twice: a row of three of its joints says nothing. */
Test(long_starts, rows_that_repeat_others_do_no_harm, .fini = mb_declared_end)
{
    static const char text[] =
        CHAIN("[i, 1]", "",
              "  twin(i=1..N): {distance: [post(i-1), post(i)], at: [[i-1, 0.5], [i, 0.5]]}\n");
    const mb_plain_mechanism *m = mb_declared_text(text, "N=400", NULL);
    mb_model *model = machine_model(m, "reference-point");

    cr_expect(model->nv - model->rank == 1 && model->m - model->rank == 400);
    check_velocities(model, 400, 1e-12);
    mb_model_destroy(model);
}

/* Rods of 1 m whose places are a centimetre off are put together: every row closes, and moves no
 * farther than the places are off, but for sums along the chain. */
Test(long_starts, chains_are_put_together, .fini = mb_declared_end)
{
    const mb_plain_mechanism *m = mb_declared_text(
        CHAIN("[\"i + 0.01*sin(7*i)\", \"1 + 0.01*cos(3*i)\"]", ", length: 1", ""), "N=1000", NULL);
    mb_model *model = machine_model(m, "reference-point");
    double *phi = calloc((size_t)model->m, sizeof *phi), open = 0.0;

    cr_assert(phi);
    model->ops->phi(model, 0.0, model->q0, phi);
    for (int i = 0; i < model->m; i++)
        open = fmax(open, fabs(phi[i]));
    cr_expect(open < 1e-12 * 1000.0, "%g", open);
    cr_expect(model->start.positions > 0.1 && model->v0[2] == -1.0);
    cr_expect(model->nv - model->rank == 1);
    free(phi);
    mb_model_destroy(model);
}

/* ---- a hub ---------------------------------------------------------------------------------- */

/* A wheel of which each of 2000 spokes holds a bob: all rows share its coordinates.  The bobs rest
 * on the rim, where they go with it. */
Test(long_starts, a_hub_of_thousands_of_rows, .fini = mb_declared_end)
{
    static const char text[] =
        "mechanism: wheel\n"
        "dimension: planar\n"
        "gravity: [0, 0]\n"
        "parameters: {N: {value: 2000, integer: yes, min: 1, max: 20000, doc: bobs}}\n"
        "constants: {w: 2*pi/N}\n"
        "bodies:\n"
        "  wheel: {com: [0, 0], mass: 5, inertia: 2}\n"
        "  bob(i=1..N): {com: [cos(w*i), sin(w*i)], angle: w*i, mass: 1, inertia: 0.1}\n"
        "joints:\n"
        "  axle: {revolute: [ground, wheel], at: [0, 0]}\n"
        "  hold(i=1..N): {rigid: [wheel, bob(i)], at: [cos(w*i), sin(w*i)]}\n"
        "start: {axle: 3}\n";
    const mb_plain_mechanism *m = mb_declared_text(text, "", NULL);
    mb_model *model = machine_model(m, "reference-point");
    double worst = 0.0;

    for (int b = 1; b <= 2000; b++) {
        const double *q = model->q0 + 3 * (size_t)b, *v = model->v0 + 3 * (size_t)b;

        worst = fmax(worst, fmax(fabs(v[0] + 3.0 * q[1]), fabs(v[1] - 3.0 * q[0])));
        worst = fmax(worst, fabs(v[2] - 3.0));
    }
    cr_expect(worst < 1e-11, "%g", worst);
    cr_expect(model->nv - model->rank == 1);
    mb_model_destroy(model);
}

/* What a loop takes does not depend on how many there are, and a million of them fit in 12 GB. */
Test(long_starts, memory_of_chains_grows_with_their_length)
{
    double size[2];

    for (int i = 0; i < 2; i++) {
        mb_model *model;
        mb_error err = {0};

        cr_assert(mb_model_create(i ? "n-four-bar:N=4000" : "n-four-bar:N=1000", &model, &err) ==
                  MB_OK);
        size[i] = (double)mb_arena_size(model->arena);
        mb_model_destroy(model);
    }
    cr_expect((size[1] - size[0]) / 3000.0 < 12e3, "%g bytes a loop", (size[1] - size[0]) / 3000.0);
    cr_expect(size[1] < 4.05 * size[0], "%g", size[1] / size[0]);
}
