/* SPDX-License-Identifier: MIT */
/* Reference of triple-pendulum.yaml: the open chain in absolute angles. */
#include <math.h>

#include "problems/mechanisms/hook.h"
#include "problems/references/chain.h"

enum { RODS = 3, LARGE = 1 }; /* the second word of `start` */

static const double LENGTH = 0.3;   /* [m] */
static const double GRAVITY = 9.81; /* [m/s2] */

static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    (void)model, (void)t;
    mb_chain_rate(RODS, GRAVITY / LENGTH, y, ydot);
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)model, (void)t;
    mb_chain_point(RODS, LENGTH, y, &out[0], &out[1]);
}

/* A change of 1e-13 at the large start reaches 1e-8 in 7 s. */
static mb_status reference(mb_model *model, const mb_plain_mechanism *plain, mb_error *err)
{
    const bool large = mb_model_param(model, "start") == LARGE;
    const double angle = large ? M_PI_2 : M_PI / 18.0;
    const double y0[2 * RODS] = {angle, angle, angle};
    const mb_reference known = {
        .n = 2 * RODS, /* angles from down [rad], rates */
        .rate = rate,
        .outputs = outputs,
        .step = large ? 0.00125 : 0.01,
        .horizon = large ? 7.0 : 100.0,
        .method = "open chain in absolute angles, order-10 extrapolation",
    };

    (void)plain;
    return mb_hook_reference(model, &known, y0, err);
}

const mb_hook mb_hook_triple_pendulum = {.name = "triple-pendulum", .reference = reference};
