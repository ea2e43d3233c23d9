/* SPDX-License-Identifier: MIT */
/* Reference of chaplygin-sleigh.yaml.  With v the speed of the blade's point along the heading, w the
 * turning rate, k2 = (I + m a2)/m:
 *     v' = a w2,  w' = -(a/k2) v w,   v2 + k2 w2 = C2 constant, hence
 *     v = C tanh s,  w = (C/k) sech s,  s = s0 + a C t/k2,
 *     heading = (k/a) (gd(s) - gd(s0)),   gd(s) = 2 atan(tanh(s/2)). */
#include <math.h>

#include "problems/mechanisms/hook.h"

/* Constants of the motion */
struct motion {
    double a;     /* [m] */
    double k;     /* [m] */
    double speed; /* [m/s] C */
    double s0;
};

static struct motion motion(const mb_model *model)
{
    const double m = mb_model_param(model, "mass"), a = mb_model_param(model, "a");
    const double v0 = mb_model_param(model, "v0"), w0 = mb_model_param(model, "w0");
    const double k = sqrt(mb_model_param(model, "inertia") / m + a * a);

    return (struct motion){a, k, sqrt(v0 * v0 + k * k * w0 * w0), asinh(v0 / (k * w0))};
}

/* Speed, turning rate and heading at a time */
struct glide {
    double v, w, heading;
};

static double gudermann(double s)
{
    return 2.0 * atan(tanh(0.5 * s));
}

static struct glide glide(const struct motion *x, double t)
{
    const double s = x->s0 + x->a * x->speed * t / (x->k * x->k);

    return (struct glide){x->speed * tanh(s), x->speed / x->k / cosh(s),
                          x->k / x->a * (gudermann(s) - gudermann(x->s0))};
}

/* y: place of the centre of mass, whose velocity is (v, a w) in the body's axes */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    const struct motion *x = model->reference->data;
    const struct glide g = glide(x, t);

    (void)y;
    ydot[0] = g.v * cos(g.heading) - x->a * g.w * sin(g.heading);
    ydot[1] = g.v * sin(g.heading) + x->a * g.w * cos(g.heading);
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    out[0] = y[0];
    out[1] = y[1];
    out[2] = glide(model->reference->data, t).heading;
}

static const mb_reference known = {
    .n = 2,
    .rate = rate,
    .outputs = outputs,
    .step = 0.02,
    .horizon = 100.0,
    .method = "speed and heading in closed form, the path by quadrature of order 10",
};

static mb_status reference(mb_model *model, const mb_plain_mechanism *plain, mb_error *err)
{
    static const double y0[] = {0.0, 0.0};
    const struct motion free = motion(model);
    mb_reference with = known;
    struct motion *kept;
    mb_status status;

    (void)plain;
    MB_TRY(MB_TAKE(model->arena, &kept, 1, err));
    *kept = free;
    with.data = kept;
    MB_TRY(mb_hook_reference(model, &with, y0, err));
done:
    return status;
}

const mb_hook mb_hook_chaplygin_sleigh = {.name = "chaplygin-sleigh", .reference = reference};
