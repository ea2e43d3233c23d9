/* SPDX-License-Identifier: MIT */
/* The multistep method of ida on redundant rows: bricard (mechanisms.md 8) and a loop of four
 * parallel revolute joints, over many seconds. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "tests/fixtures/motions.h"
#include "tests/fixtures/ran.h"

/* The part of lambda that no row holds must not enter the history of a multistep method.  With a
 * step's error held at tol the error of the whole is as tol^(5/6) at order 5 */
Test(redundant_ida, is_right_on_bricard_at_every_tolerance)
{
    static const struct {
        const char *problem;
        int tol[4]; /* of 1e-tol; 0: no more */
    } row[] = {{"bricard", {4, 6, 9}},
               {"bricard:coordinates=euler", {5, 8}},
               {"bricard:coordinates=natural", {5, 8}}};

    for (int i = 0; i < 3; i++) {
        double before = 1.0;

        for (const int *tol = row[i].tol; *tol; tol++) {
            double limit = 10.0 * pow(10.0, -5.0 / 6.0 * *tol);
            char spec[MB_SPEC_SIZE];
            probe p;

            snprintf(spec, sizeof spec, "ggl/ida:tol=1e-%d/none/qr", *tol);
            p = ran(row[i].problem, spec, 10.0);
            cr_assert(p.error_max < limit && p.error_max < before, "%s, %s: %g after %g",
                      row[i].problem, spec, p.error_max, before);
            cr_assert(p.drift_max < limit * p.kinetic_max, "%s, %s: %g J", row[i].problem, spec,
                      p.drift_max);
            before = p.error_max;
        }
    }
}

/* Four parallel revolute joints: rank 17 of 20 for ever */
Test(redundant_ida, errors_fall_with_the_tolerance_on_four_revolutes)
{
    static const int tol[] = {6, 7, 9};
    const char *const coordinates[] = {"coordinates=body", "coordinates=euler"};

    for (int i = 0; i < 2; i++) {
        motion_errors before = {.position = 0.1,
                                .velocity = INFINITY,
                                .acceleration = INFINITY,
                                .force = INFINITY,
                                .drift = 0.01};

        for (size_t k = 0; k < sizeof tol / sizeof *tol; k++) {
            char spec[MB_SPEC_SIZE];
            motion_errors e;

            snprintf(spec, sizeof spec, "ggl/ida:tol=1e-%d/none/qr", tol[k]);
            e = motion_run(&motion_loop, coordinates[i], spec, 10.0);
            cr_assert(e.status == MB_OK && e.t == 10.0, "%s: %s", spec, e.error.text);
            cr_assert(e.position < before.position && e.velocity < before.velocity &&
                          e.acceleration < before.acceleration && e.force < before.force &&
                          e.drift < before.drift,
                      "%s, %s: %g, %g, %g, %g, drift %g", coordinates[i], spec, e.position,
                      e.velocity, e.acceleration, e.force, e.drift);
            before = e;
        }
        cr_assert(before.position < 1e-4 && before.drift < 1e-6, "%s: %g, drift %g", coordinates[i],
                  before.position, before.drift);
    }
}
