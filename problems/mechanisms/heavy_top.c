/* SPDX-License-Identifier: MIT */
/* Reference of heavy-top.yaml: Euler's equations about the fixed point, the place in Euler
 * parameters. */
#include "problems/mechanisms/hook.h"

static const double MASS = 15.0;                                /* [kg] */
static const double ARM = 1.0;                                  /* [m] along body y */
static const double GRAVITY = 9.81;                             /* [m/s2] */
static const double INERTIA[3] = {0.234375, 0.46875, 0.234375}; /* about the CoM [kg m2] */
static const double SPIN = 150.0, PRECESSION = -4.61538;        /* [rad/s] */

/* y: Euler parameters, omega in body axes.  J about the origin: J1 = J3 with the parallel-axis
 * term; the weight pulls at (0, ARM, 0) along -(third row of A) in body axes. */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    const double *w = y + 4, extra = MASS * ARM * ARM;
    const double J[3] = {INERTIA[0] + extra, INERTIA[1], INERTIA[2] + extra};
    const double up_x = 2.0 * (y[1] * y[3] - y[0] * y[2]);
    const double up_z = y[0] * y[0] - y[1] * y[1] - y[2] * y[2] + y[3] * y[3];
    const double pull = MASS * GRAVITY * ARM;

    (void)model, (void)t;
    ydot[0] = 0.5 * (-y[1] * w[0] - y[2] * w[1] - y[3] * w[2]);
    ydot[1] = 0.5 * (y[0] * w[0] + y[2] * w[2] - y[3] * w[1]);
    ydot[2] = 0.5 * (y[0] * w[1] + y[3] * w[0] - y[1] * w[2]);
    ydot[3] = 0.5 * (y[0] * w[2] + y[1] * w[1] - y[2] * w[0]);
    ydot[4] = ((J[1] - J[2]) * w[1] * w[2] - pull * up_z) / J[0];
    ydot[5] = (J[2] - J[0]) * w[2] * w[0] / J[1];
    ydot[6] = ((J[0] - J[1]) * w[0] * w[1] + pull * up_x) / J[2];
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)model, (void)t;
    out[0] = ARM * 2.0 * (y[1] * y[2] - y[0] * y[3]);
    out[1] = ARM * (y[0] * y[0] - y[1] * y[1] + y[2] * y[2] - y[3] * y[3]);
    out[2] = ARM * 2.0 * (y[2] * y[3] + y[0] * y[1]);
}

static const mb_reference known = {
    .n = 7,
    .rate = rate,
    .outputs = outputs,
    .step = 0.001,
    .horizon = 10.0,
    .method = "Euler's equations about the fixed point, order-10 extrapolation",
};

static mb_status reference(mb_model *model, const mb_plain_mechanism *plain, mb_error *err)
{
    static const double y0[] = {1.0, 0.0, 0.0, 0.0, 0.0, SPIN, PRECESSION};

    (void)plain;
    return mb_hook_reference(model, &known, y0, err);
}

const mb_hook mb_hook_heavy_top = {.name = "heavy-top", .reference = reference};
