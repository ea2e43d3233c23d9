/* SPDX-License-Identifier: MIT */
/* Reference of epicyclic-gears.yaml: one degree of freedom, the arm's angular velocity. */
#include "problems/mechanisms/hook.h"

enum { RING, SUN, ARM, CARRIER1, PLANET1 }; /* bodies in the file's order */

static const double SUN_TEETH = 18.0, PLANET_TEETH = 42.0;
static const double DISTANCE = 0.15; /* [m] of the planets' axes from the sun's */
static const double TORQUE = 0.1;    /* [N m] */

/* y: the arm's angular velocity; constant acceleration tau / J by the energy of all parts */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    const double planet = 1.0 + SUN_TEETH / PLANET_TEETH;
    const double sun = 2.0 * (SUN_TEETH + PLANET_TEETH) / SUN_TEETH;
    const mb_plain_body *part = model->declared->body;
    const double a = DISTANCE;
    const double J =
        part[ARM].inertia[8] + 2.0 * (part[CARRIER1].inertia[8] + part[CARRIER1].mass * a * a) +
        2.0 * (part[PLANET1].mass * a * a + part[PLANET1].inertia[8] * planet * planet) +
        part[SUN].inertia[8] * sun * sun;

    (void)t, (void)y;
    ydot[0] = TORQUE / J;
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)model, (void)t;
    out[0] = y[0];
    out[1] = 2.0 * (1.0 + PLANET_TEETH / SUN_TEETH) * y[0];
    out[2] = -(1.0 + SUN_TEETH / PLANET_TEETH) * y[0];
}

static const mb_reference known = {
    .n = 1,
    .rate = rate,
    .outputs = outputs,
    .step = 0.1,
    .horizon = 100.0,
    .method = "constant acceleration of one degree of freedom",
};

static mb_status reference(mb_model *model, const mb_plain_mechanism *plain, mb_error *err)
{
    static const double y0[] = {0.0};

    (void)plain;
    return mb_hook_reference(model, &known, y0, err);
}

const mb_hook mb_hook_epicyclic_gears = {.name = "epicyclic-gears", .reference = reference};
