/* Chaplygin's sleigh: a planar body on a smooth plane with a blade (or knife edge) at distance a
 * behind the centre of mass that cannot move sideways.  Coordinates x, y of the centre of mass and
 * the heading; one nonholonomic row, no gravity.
 *
 * With v the speed of the blade's point along the heading, w the turning rate, k2 = (I + m a2)/m:
 *     v' = a w2,  w' = -(a/k2) v w,   v2 + k2 w2 = C2 constant, hence
 *     v = C tanh s,  w = (C/k) sech s,  s = s0 + a C t/k2,
 *     heading = (k/a) (gd(s) - gd(s0)),   gd(s) = 2 atan(tanh(s/2)).
 * Numbers are not printed anywhere; all are parameters. */
#include <math.h>

#include "problems/elements/kit.h"

static const mb_param params[] = {
    MB_REAL("mass", 1.0, "kg", .min = 1e-6, .max = 1e6, .doc = "mass"),
    MB_REAL("inertia", 0.25, "kg m2", .min = 1e-9, .max = 1e9,
            .doc = "moment of inertia about the centre of mass"),
    MB_REAL("a", 0.5, "m", .min = 1e-3, .max = 1e3,
            .doc = "distance of the blade behind the centre of mass"),
    MB_REAL("v0", -1.0, "m/s", .min = -1e3, .max = 1e3,
            .doc = "speed of the blade along the heading at the start"),
    MB_REAL("w0", 1.0, "rad/s", .min = 1e-6, .max = 1e3, .doc = "turning rate at the start"),
    {0},
};

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

static const mb_reference reference = {
    .n = 2,
    .rate = rate,
    .outputs = outputs,
    .step = 0.02,
    .horizon = 100.0,
    .method = "speed and heading in closed form, the path by quadrature of order 10",
};

static mb_status setup(mb_model *model, mb_error *err)
{
    const double a = mb_model_param(model, "a"), w0 = mb_model_param(model, "w0");
    const double y0[] = {0.0, 0.0};
    const struct motion free = motion(model);
    mb_kit *kit = mb_kit_begin(model, "planar-reference-point", 0.0, 0.0, err);
    int body =
        mb_kit_body(kit, mb_model_param(model, "mass"), mb_model_param(model, "inertia"),
                    (mb_planar_state){.vx = mb_model_param(model, "v0"), .vy = a * w0, .rate = w0});

    mb_kit_blade(kit, body, -a);
    mb_kit_coordinate_output(kit, mb_kit_body_coordinate(kit, body), "com.x", "m");
    mb_kit_coordinate_output(kit, mb_kit_body_coordinate(kit, body) + 1, "com.y", "m");
    mb_kit_coordinate_output(kit, mb_kit_body_coordinate(kit, body) + 2, "heading", "rad");
    mb_kit_reference_with(kit, &reference, y0, &free, sizeof free);
    return mb_kit_finish(kit);
}

const mb_problem mb_problem_chaplygin_sleigh = {
    .name = "chaplygin-sleigh",
    .title = "sleigh on a blade, a nonholonomic row",
    .source = "Chaplygin 1911, Caratheodory 1933",
    .traps = "no numbers are published: masses, distance and start are our choice",
    .params = params,
    .variants = (const char *const[]){"mass=3,inertia=0.4,a=0.2,v0=0.5,w0=2", NULL},
    .t_end = 10.0,
    .scale = 1.0,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_FULL_RANK_D | MB_SCLERONOMIC |
              MB_CONSERVATIVE,
    .setup = setup,
};
