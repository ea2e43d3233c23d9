/* SPDX-License-Identifier: MIT */
/* References of slider-crank-welch.yaml and driven-crank.yaml, the slider-crank of welch2007, eqs (71)
 * to (76): r sin theta + L sin phi = 0 ties the angles of crank and rod.  That of the driven crank is
 * its law alone, theta = asin(5/6) + 2 pi t + 0.1 sin(2 pi t). */
#include <math.h>

#include "problems/mechanisms/hook.h"

static const double ROD = 0.5, TO_CENTRE = 0.3, CRANK = 0.3; /* L, L1, r [m] */
static const double MASS = 1.0;                              /* [kg] */
static const double GRAVITY = 10.0;                          /* [m/s2] */
static const double CRANK_INERTIA = 0.045;                   /* J1 [kg m2] */
static const double ROD_INERTIA = 33.0 / 4800.0;             /* J2 [kg m2] */

/* y: theta, phi, theta's rate w.  With k = phi'/theta' and dashes for derivatives by theta,
 *     (J1 + J2 k^2 + m (x'^2 + y'^2)) w' = -m g y' - w^2 (J2 k k' + m (x' x'' + y' y'')) */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    const double st = sin(y[0]), ct = cos(y[0]), sp = sin(y[1]), cp = cos(y[1]), w = y[2];
    const double k = -CRANK * ct / (ROD * cp);
    const double dk = (CRANK * st + ROD * sp * k * k) / (ROD * cp);
    const double x1 = -CRANK * st - TO_CENTRE * sp * k;
    const double x2 = -CRANK * ct - TO_CENTRE * (cp * k * k + sp * dk);
    const double y1 = (TO_CENTRE - ROD) * cp * k;
    const double y2 = (TO_CENTRE - ROD) * (cp * dk - sp * k * k);
    const double inertia = CRANK_INERTIA + ROD_INERTIA * k * k + MASS * (x1 * x1 + y1 * y1);
    const double change = ROD_INERTIA * k * dk + MASS * (x1 * x2 + y1 * y2);

    (void)model, (void)t;
    ydot[0] = w;
    ydot[1] = k * w;
    ydot[2] = (-MASS * GRAVITY * y1 - change * w * w) / inertia;
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)model, (void)t;
    out[0] = y[0];
    out[1] = y[1];
    out[2] = CRANK * cos(y[0]) + TO_CENTRE * cos(y[1]);
    out[3] = (TO_CENTRE - ROD) * sin(y[1]);
}

static const mb_reference falling = {
    .n = 3,
    .rate = rate,
    .outputs = outputs,
    .step = 0.01,
    .horizon = 100.0,
    .method = "one equation in the crank angle, order-10 extrapolation",
};

/* Nothing is integrated. */
static void no_rate(const mb_model *model, double t, const double *y, double *ydot)
{
    (void)model, (void)t, (void)y, (void)ydot;
}

static void driven_outputs(const mb_model *model, double t, const double *y, double *out)
{
    const double theta = asin(5.0 / 6.0) + 2.0 * M_PI * t + 0.1 * sin(2.0 * M_PI * t);

    (void)y;
    outputs(model, t, (double[]){theta, -asin(CRANK * sin(theta) / ROD)}, out);
}

static const mb_reference driven = {
    .n = 0,
    .rate = no_rate,
    .outputs = driven_outputs,
    .step = 1.0,
    .horizon = 100.0,
    .method = "closed form in the crank's law",
};

static mb_status reference(mb_model *model, const mb_plain_mechanism *plain, mb_error *err)
{
    const double y0[] = {asin(5.0 / 6.0), -M_PI / 6.0, 0.0};

    return mb_hook_reference(model, plain->ndrives > 0 ? &driven : &falling, y0, err);
}

const mb_hook mb_hook_slider_cranks = {.name = "slider-cranks", .reference = reference};
