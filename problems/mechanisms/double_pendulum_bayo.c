/* SPDX-License-Identifier: MIT */
/* Reference of double-pendulum-bayo.yaml: the open chain in absolute angles, from down. */
#include <math.h>

#include "problems/mechanisms/hook.h"
#include "problems/references/chain.h"

static const double LENGTH = 1.0;   /* [m] */
static const double GRAVITY = 9.81; /* [m/s2] */

static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    (void)model, (void)t;
    mb_chain_rate(2, GRAVITY / LENGTH, y, ydot);
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)model, (void)t;
    out[0] = y[0];
    out[1] = y[1];
}

/* A change of 1e-13 at the start reaches 1e-8 in about 13 s. */
static const mb_reference known = {
    .n = 4, /* angles from down [rad], rates */
    .rate = rate,
    .outputs = outputs,
    .step = 0.005,
    .horizon = 12.0,
    .method = "open chain in absolute angles, order-10 extrapolation",
};

static mb_status reference(mb_model *model, const mb_plain_mechanism *plain, mb_error *err)
{
    static const double y0[] = {M_PI_2, M_PI_2, 0.0, 0.0};

    (void)plain;
    return mb_hook_reference(model, &known, y0, err);
}

const mb_hook mb_hook_double_pendulum_bayo = {.name = "double-pendulum-bayo",
                                              .reference = reference};
