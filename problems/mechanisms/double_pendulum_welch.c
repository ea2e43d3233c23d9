/* SPDX-License-Identifier: MIT */
/* Reference of double-pendulum-welch.yaml: the open chain in absolute angles, from down. */
#include <math.h>

#include "problems/mechanisms/hook.h"
#include "problems/references/chain.h"

static const double LENGTH = 5.0;   /* [m] */
static const double GRAVITY = 10.0; /* [m/s2] along +x */

/* Chain angles are counted from down (+x): psi = theta - 90 deg */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    (void)model, (void)t;
    mb_chain_rate(2, GRAVITY / LENGTH, y, ydot);
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    double side, up;

    (void)t;
    /* down is +x; psi grows towards -y */
    mb_chain_point(1, LENGTH, y, &side, &up);
    out[0] = -0.5 * up;
    out[1] = -0.5 * side;
    out[2] = y[0] + M_PI_2;
    out[3] = -up + 0.5 * LENGTH * cos(y[1]);
    out[4] = -side - 0.5 * LENGTH * sin(y[1]);
    out[5] = y[1] + M_PI_2;
    for (int k = 6; k < model->noutputs; k++)
        out[k] = NAN;
}

/* A change of 1e-13 at the start reaches 1e-8 in about 28 s. */
static const mb_reference known = {
    .n = 4, /* angles from down [rad], rates */
    .rate = rate,
    .outputs = outputs,
    .step = 0.01,
    .horizon = 25.0,
    .method = "open chain in absolute angles, order-10 extrapolation",
};

static mb_status reference(mb_model *model, const mb_plain_mechanism *plain, mb_error *err)
{
    /* as outputs count: less the rods' angles, which are within half a turn */
    const double y0[] = {remainder(mb_model_param(model, "theta1") - M_PI_2, 2.0 * M_PI),
                         remainder(mb_model_param(model, "theta2") - M_PI_2, 2.0 * M_PI), 0.0, 0.0};

    (void)plain;
    return mb_hook_reference(model, &known, y0, err);
}

const mb_hook mb_hook_double_pendulum_welch = {.name = "double-pendulum-welch",
                                               .reference = reference};
