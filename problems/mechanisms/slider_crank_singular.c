/* SPDX-License-Identifier: MIT */
/* Reference of slider-crank-singular.yaml: one equation in the crank angle, of the motion that goes on
 * as a slider-crank (x3 = 2 x2) where both rods stand on the y axis. */
#include <math.h>

#include "problems/mechanisms/hook.h"

static const double ROD = 1.0;          /* [m] */
static const double GRAVITY = 9.81;     /* [m/s2] */
static const double START_SPEED = -4.0; /* [m/s] of P3 from 45 deg */

enum { SINGULAR = 1 }; /* the second word of `start` */

/* phi: angle of P1P2 from the x axis.  T = (2/3 + 2 sin^2 phi) m l^2 phi'^2 / 2, V = m g l sin phi
 */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    const double s = sin(y[0]), c = cos(y[0]);

    (void)model, (void)t;
    ydot[0] = y[1];
    ydot[1] = -(GRAVITY / ROD * c + 2.0 * s * c * y[1] * y[1]) / (2.0 / 3.0 + 2.0 * s * s);
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)t;
    out[0] = ROD * cos(y[0]);
    out[1] = ROD * sin(y[0]);
    out[2] = 2.0 * out[0];
    for (int k = 3; k < model->noutputs; k++)
        out[k] = NAN;
}

static const mb_reference known = {
    .n = 2, /* phi [rad], its rate */
    .rate = rate,
    .outputs = outputs,
    .step = 0.01,
    .horizon = 100.0,
    .method = "one equation in the crank angle, order-10 extrapolation",
};

/* None where the start is off the rows or off this branch */
static mb_status reference(mb_model *model, const mb_plain_mechanism *plain, mb_error *err)
{
    const bool singular = mb_model_param(model, "start") == SINGULAR;
    const double eta1 = mb_model_param(model, "eta1"), angle = singular ? M_PI_2 : M_PI_4;
    /* x3 = 2 l cos phi at 45 deg; x2 = l cos phi at 90 deg */
    const double turning = singular ? -eta1 / ROD : -START_SPEED / (2.0 * ROD * sin(angle));
    const double y0[] = {angle, turning};

    (void)plain;
    if (singular && (mb_model_param(model, "eta2") != 0.0 || mb_model_param(model, "eps") != 0.0))
        return MB_OK;
    return mb_hook_reference(model, &known, y0, err);
}

const mb_hook mb_hook_slider_crank_singular = {.name = "slider-crank-singular",
                                               .reference = reference};
