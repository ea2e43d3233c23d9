/* SPDX-License-Identifier: MIT */
/* Reference of pendulum.yaml and pendulum-bayo.yaml: the pendulum equation. */
#include <math.h>

#include "problems/mechanisms/hook.h"

static const double LENGTH = 1.0; /* [m] */

/* y: angle from down, its rate */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    const double g = -model->declared->gravity[1];

    (void)t;
    ydot[0] = y[1];
    ydot[1] = -g / LENGTH * sin(y[0]);
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)model, (void)t;
    out[0] = LENGTH * sin(y[0]);
    out[1] = -LENGTH * cos(y[0]);
}

/* From (x, 0), x = -1 or 1 m, with a velocity along y */
static mb_status reference(mb_model *model, const mb_plain_mechanism *plain, mb_error *err)
{
    const double x = plain->body[0].com[0];
    const double vy = plain->start.n > 0 ? plain->start.item[0].value[1] : 0.0;
    const bool slow = plain->t_end > 100.0; /* gravity of 1 m/s2 */
    const double y0[] = {x * M_PI_2, x * vy / LENGTH};
    const mb_reference known = {
        .n = 2,
        .rate = rate,
        .outputs = outputs,
        .step = slow ? 0.1 : 0.02,
        .horizon = slow ? 1000.0 : 100.0,
        .method = "pendulum equation, order-10 extrapolation",
    };

    return mb_hook_reference(model, &known, y0, err);
}

const mb_hook mb_hook_pendulum = {.name = "pendulum", .reference = reference};
