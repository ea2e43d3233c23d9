/* SPDX-License-Identifier: MIT */
/* Reference of double-four-bar.yaml and n-four-bar.yaml.  On the parallelogram branch all verticals
 * turn by theta (from +y towards +x), the horizontals do not turn at all, so that with n loops
 *     ((n + 1)/3 + n) theta'' = ((n + 1)/2 + n) g sin theta        (l = 1 m, m = 1 kg)
 * for every n.  Where all rods lie on one line, D loses rank and each loop may leave as a
 * parallelogram or folded. */
#include <math.h>

#include "problems/mechanisms/hook.h"

static const double ROD = 1.0;         /* [m] */
static const double START_SPEED = 1.0; /* [m/s] of the tops */

static double loops(const mb_model *model)
{
    return (model->declared->nbodies - 1) / 2;
}

static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    const double n = loops(model), g = -model->declared->gravity[1];

    (void)t;
    ydot[0] = y[1];
    ydot[1] = ((n + 1.0) / 2.0 + n) / ((n + 1.0) / 3.0 + n) * g / ROD * sin(y[0]);
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)t;
    out[0] = ROD * sin(y[0]);
    out[1] = ROD * cos(y[0]);
    out[2] = loops(model) * ROD + out[0];
    out[3] = out[1];
    for (int k = 4; k < model->noutputs; k++)
        out[k] = NAN;
}

static const mb_reference known = {
    .n = 2, /* theta [rad], its rate */
    .rate = rate,
    .outputs = outputs,
    .step = 0.02,
    .horizon = 100.0,
    .method = "pendulum equation of the parallelogram branch, order-10 extrapolation",
};

static mb_status reference(mb_model *model, const mb_plain_mechanism *plain, mb_error *err)
{
    const double y0[] = {0.0, START_SPEED / ROD};

    (void)plain;
    return mb_hook_reference(model, &known, y0, err);
}

const mb_hook mb_hook_four_bars = {.name = "four-bars", .reference = reference};
