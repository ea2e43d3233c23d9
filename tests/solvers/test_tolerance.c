/* SPDX-License-Identifier: MIT */
/* Every integrator that controls its error: the error of the motion falls with the tolerance, in
 * positions, velocities, accelerations and forces of the joints. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/motions.h"
#include "tests/fixtures/probe.h"

enum { TOLERANCES = 3 };
static const double tolerance[TOLERANCES] = {1e-4, 1e-6, 1e-8};

/* A method of order 2 at least, whose steps keep the error of a step at tol: 1e4^(2/3), half of it
 */
static const double FALL = 232.0;
/* From one tolerance to the next: orders and steps are picked on the way, so that a hundredth of
 * the tolerance does not always yield its share */
static const double STEP_FALL = 2.0;
static const double ROUND_OFF = 1e-11;

/* A formulation that an integrator takes; NULL where it controls no error */
static const char *partner(const mb_integrator *integrator)
{
    const char *formulation = integrator->families & MB_STABILISED ? "ggl" : "lagrange";
    char spec[MB_SPEC_SIZE], text[MB_SPEC_SIZE];
    mb_error err = {0};

    snprintf(spec, sizeof spec, "%s/%s:tol=1e-6", formulation, integrator->name);
    if (mb_solver_canonical(spec, text, sizeof text, &err) != MB_OK ||
        !isnan(mb_solver_nominal_step(spec)))
        return NULL;
    return formulation;
}

static void spec_of(const char *formulation, const mb_integrator *integrator, double tol,
                    const char *linsolver, char spec[MB_SPEC_SIZE])
{
    snprintf(spec, MB_SPEC_SIZE, "%s/%s:tol=%g/none/%s", formulation, integrator->name, tol,
             linsolver);
}

static void falls(const char *integrator, const char *what, const double error[TOLERANCES])
{
    for (int k = 1; k < TOLERANCES; k++)
        cr_expect(isfinite(error[k]) && error[k] < fmax(error[k - 1] / STEP_FALL, ROUND_OFF),
                  "%s, tol = %g: %s %g after %g", integrator, tolerance[k], what, error[k],
                  error[k - 1]);
    cr_expect(error[TOLERANCES - 1] < fmax(error[0] / FALL, ROUND_OFF), "%s: %s %g from %g",
              integrator, what, error[TOLERANCES - 1], error[0]);
}

static void check(const motion *known, const char *coordinates, const char *linsolver, double t_end)
{
    int n, found = 0;
    const mb_integrator *const *all = mb_integrators(&n);

    for (int i = 0; i < n; i++) {
        const char *formulation = partner(all[i]);
        double position[TOLERANCES], velocity[TOLERANCES], acceleration[TOLERANCES],
            force[TOLERANCES];
        char spec[MB_SPEC_SIZE];

        for (int k = 0; formulation && k < TOLERANCES; k++) {
            motion_errors e;

            spec_of(formulation, all[i], tolerance[k], linsolver, spec);
            e = motion_run(known, coordinates, spec, t_end);
            cr_assert(e.status == MB_OK && e.t == t_end, "%s: %s", spec, e.error.text);
            position[k] = e.position;
            velocity[k] = e.velocity;
            acceleration[k] = e.acceleration;
            force[k] = e.force;
        }
        if (!formulation)
            continue;
        found++;
        falls(all[i]->name, "position", position);
        falls(all[i]->name, "velocity", velocity);
        falls(all[i]->name, "acceleration", acceleration);
        falls(all[i]->name, "force", force);
        cr_expect(position[TOLERANCES - 1] < 1e-4, "%s: position %g", spec,
                  position[TOLERANCES - 1]);
    }
    cr_assert(found >= 7, "%d", found);
}

Test(tolerance, errors_fall_with_it_on_a_turning_body)
{
    check(&motion_turning, "coordinates=body", "auto", 5.0);
    check(&motion_turning, "coordinates=euler", "auto", 5.0);
}

Test(tolerance, errors_fall_with_it_on_a_tumbling_body)
{
    check(&motion_tumbling, "coordinates=body", "auto", 5.0);
    check(&motion_tumbling, "coordinates=euler", "auto", 5.0);
}

Test(tolerance, errors_fall_with_it_on_four_revolutes)
{
    check(&motion_loop, "coordinates=body", "qr", 2.0);
}

/* In plane natural coordinates, against the mechanism's reference */
Test(tolerance, errors_fall_with_it_on_a_planar_loop)
{
    int n;
    const mb_integrator *const *all = mb_integrators(&n);

    for (int i = 0; i < n; i++) {
        const char *formulation = partner(all[i]);
        double error[TOLERANCES];
        char spec[MB_SPEC_SIZE];

        for (int k = 0; formulation && k < TOLERANCES; k++) {
            probe p;

            spec_of(formulation, all[i], tolerance[k], "auto", spec);
            p = probe_run("four-bar", spec, 2.0);
            cr_assert(p.status == MB_OK && p.t == 2.0, "%s: %s", spec, p.error.text);
            error[k] = p.error_max;
        }
        if (formulation)
            falls(all[i]->name, "largest error of an output", error);
    }
}
