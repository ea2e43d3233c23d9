/* SPDX-License-Identifier: MIT */
/* Reference of four-bar.yaml: one degree of freedom with velocity ratios of the loop. */
#include <math.h>

#include "problems/mechanisms/hook.h"

static const double CRANK = 2.0, COUPLER = 4.0, FOLLOWER = 4.0; /* [m] */
static const double GRAVITY = 9.81;                             /* [m/s2] */
static const double CRANK_START = M_PI / 3.0;                   /* [rad] */
static const double COUPLER_START = 0.4232455982985232, FOLLOWER_START = 1.0042031595910081;

static const struct {
    double mass, inertia; /* [kg, kg m2] */
} crank = {1.0, 0.3}, coupler = {2.25, 2.0}, follower = {2.2, 1.35};

struct vector {
    double x, y;
};

/* Solution (a, b) of  COUPLER e'(th3) a - FOLLOWER e'(th4) b = r  with e' = (-sin, cos): a loop's
 * rates or their derivatives */
static struct vector loop(const double *y, struct vector r)
{
    const double ax = -COUPLER * sin(y[1]), ay = COUPLER * cos(y[1]);
    const double bx = FOLLOWER * sin(y[2]), by = -FOLLOWER * cos(y[2]);
    const double det = ax * by - bx * ay;

    return (struct vector){(r.x * by - bx * r.y) / det, (ax * r.y - r.x * ay) / det};
}

/* y: crank, coupler and follower angle, crank rate w.  With k3, k4 the rates of coupler and
 * follower per crank rate, and dashes for derivatives by the crank angle, virtual work gives sum (m
 * r'.r' + J k^2) w' = sum m g.r' - w^2 sum (m r'.r'' + J k k') */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    const double s2 = sin(y[0]), c2 = cos(y[0]), s3 = sin(y[1]), c3 = cos(y[1]);
    const double s4 = sin(y[2]), c4 = cos(y[2]), w = y[3];
    const struct vector k = loop(y, (struct vector){CRANK * s2, -CRANK * c2});
    const double k3 = k.x, k4 = k.y;
    const struct vector dk =
        loop(y, (struct vector){CRANK * c2 + COUPLER * c3 * k3 * k3 - FOLLOWER * c4 * k4 * k4,
                                CRANK * s2 + COUPLER * s3 * k3 * k3 - FOLLOWER * s4 * k4 * k4});
    const double h3 = 0.5 * COUPLER, h4 = 0.5 * FOLLOWER, h2 = 0.5 * CRANK;
    /* coupler's centre of mass: first and second derivative */
    const struct vector r1 = {-CRANK * s2 - h3 * s3 * k3, CRANK * c2 + h3 * c3 * k3};
    const struct vector r2 = {-CRANK * c2 - h3 * c3 * k3 * k3 - h3 * s3 * dk.x,
                              -CRANK * s2 - h3 * s3 * k3 * k3 + h3 * c3 * dk.x};
    const double follower_inertia = follower.mass * h4 * h4 + follower.inertia;
    const double inertia = crank.mass * h2 * h2 + crank.inertia +
                           coupler.mass * (r1.x * r1.x + r1.y * r1.y) + coupler.inertia * k3 * k3 +
                           follower_inertia * k4 * k4;
    const double change = coupler.mass * (r1.x * r2.x + r1.y * r2.y) + coupler.inertia * k3 * dk.x +
                          follower_inertia * k4 * dk.y;
    const double weight =
        -GRAVITY * (crank.mass * h2 * c2 + coupler.mass * r1.y + follower.mass * h4 * c4 * k4);

    (void)model, (void)t;
    ydot[0] = w;
    ydot[1] = k3 * w;
    ydot[2] = k4 * w;
    ydot[3] = (weight - change * w * w) / inertia;
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)model, (void)t;
    out[0] = y[0];
    out[1] = y[1];
    out[2] = y[2];
}

static const mb_reference known = {
    .n = 4,
    .rate = rate,
    .outputs = outputs,
    .step = 0.005,
    .horizon = 100.0,
    .method = "one degree of freedom with velocity ratios of the loop, order-10 extrapolation",
};

static mb_status reference(mb_model *model, const mb_plain_mechanism *plain, mb_error *err)
{
    const double y0[] = {CRANK_START, COUPLER_START, FOLLOWER_START, 0.0};

    (void)plain;
    return mb_hook_reference(model, &known, y0, err);
}

const mb_hook mb_hook_four_bar = {.name = "four-bar", .reference = reference};
