/* SPDX-License-Identifier: MIT */
/* Bead on a wire, which no mechanism file can say: a model by hand, on the contract of
 * problems/model.h alone.  The wire is y = f(x) = a (1 - cos(x/a)), up along y; the bead falls from
 * rest at x = a.
 *
 *     q = (x, y),   M = m I,   Q = (0, -m g),   Phi = y - f(x)
 *
 * Another curve is another f with its derivatives; that of a moving wire has a Phi_t as well. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/model.h"

static const double GRAVITY = 9.81; /* [m/s2] */

static const mb_param params[] = {
    MB_REAL("mass", 0.5, "kg", .min = 1e-3, .max = 1e6, .doc = "mass of the bead"),
    MB_REAL("a", 1.0, "m", .min = 1e-3, .max = 1e6, .doc = "half the depth of the wire's valley"),
    {0},
};

/* f and its derivatives by x */
typedef struct wire {
    double f, f1, f2, f3;
} wire;

static wire wire_at(const mb_model *model, double x)
{
    const double a = mb_model_param(model, "a"), s = sin(x / a), c = cos(x / a);

    return (wire){a * (1.0 - c), s, c / a, -s / (a * a)};
}

/* ---- the model: D is full, 1 x 2; M is diagonal; H, for what tangents there are, is (x, x) ----- */

static void phi(const mb_model *model, double t, const double *q, double *out)
{
    (void)t;
    out[0] = q[1] - wire_at(model, q[0]).f;
}

static void jacobian(const mb_model *model, double t, const double *q, double *d)
{
    (void)t;
    d[0] = -wire_at(model, q[0]).f1;
    d[1] = 1.0;
}

static void gamma_(const mb_model *model, double t, const double *q, const double *v, double *out)
{
    (void)t;
    out[0] = wire_at(model, q[0]).f2 * v[0] * v[0];
}

static void mass(const mb_model *model, const double *q, double *m)
{
    (void)q;
    m[0] = m[1] = mb_model_param(model, "mass");
}

static void force(const mb_model *model, double t, const double *q, const double *v, double *out)
{
    (void)t, (void)q, (void)v;
    out[0] = 0.0;
    out[1] = -mb_model_param(model, "mass") * GRAVITY;
}

static double kinetic(const mb_model *model, const double *q, const double *v)
{
    (void)q;
    return 0.5 * mb_model_param(model, "mass") * (v[0] * v[0] + v[1] * v[1]);
}

static double potential(const mb_model *model, double t, const double *q)
{
    (void)t;
    return mb_model_param(model, "mass") * GRAVITY * q[1];
}

/* Optional terms: implicit methods take them; K and C are zero, since the force is constant. */

static void jacobian_dot(const mb_model *model, double t, const double *q, const double *v,
                         double *d)
{
    (void)t;
    d[0] = -wire_at(model, q[0]).f2 * v[0];
    d[1] = 0.0;
}

static void no_tangent(const mb_model *model, double t, const double *q, const double *v, double *h)
{
    (void)model, (void)t, (void)q, (void)v;
    h[0] = 0.0;
}

static void constraint_tangent(const mb_model *model, double t, const double *q, const double *y,
                               double *h)
{
    (void)t;
    h[0] = -wire_at(model, q[0]).f2 * y[0];
}

static void mass_tangent(const mb_model *model, const double *q, const double *a, double *h)
{
    (void)model, (void)q, (void)a;
    h[0] = 0.0;
}

static void gamma_q(const mb_model *model, double t, const double *q, const double *v, double *g)
{
    (void)t;
    g[0] = wire_at(model, q[0]).f3 * v[0] * v[0];
    g[1] = 0.0;
}

static void gamma_v(const mb_model *model, double t, const double *q, const double *v, double *g)
{
    (void)t;
    g[0] = 2.0 * wire_at(model, q[0]).f2 * v[0];
    g[1] = 0.0;
}

/* ---- outputs, names ---------------------------------------------------------------------------- */

static void outputs(const mb_model *model, double t, const double *q, const double *v,
                    const double *a, const double *lambda, double *out)
{
    (void)model, (void)t, (void)v, (void)a, (void)lambda;
    memcpy(out, q, 2 * sizeof *out);
}

static void output_rates(const mb_model *model, double t, const double *q, const double *v,
                         const double *a, const double *lambda, double *out)
{
    (void)model, (void)t, (void)q, (void)a, (void)lambda;
    memcpy(out, v, 2 * sizeof *out);
}

static void row_text(const mb_model *model, int row, char *text, size_t size)
{
    (void)model, (void)row;
    snprintf(text, size, "bead on its wire");
}

static void coordinate_text(const mb_model *model, int coordinate, char *text, size_t size)
{
    (void)model;
    snprintf(text, size, "%c of the bead", coordinate ? 'y' : 'x');
}

static const mb_output named[] = {{"bead.x", "m", false, true}, {"bead.y", "m", false, true}};

static const mb_ops ops = {
    .phi = phi,
    .jacobian = jacobian,
    .gamma = gamma_,
    .mass = mass,
    .force = force,
    .kinetic = kinetic,
    .potential = potential,
    .jacobian_dot = jacobian_dot,
    .stiffness = no_tangent,
    .damping = no_tangent,
    .constraint_tangent = constraint_tangent,
    .mass_tangent = mass_tangent,
    .gamma_q = gamma_q,
    .gamma_v = gamma_v,
    .outputs = outputs,
    .output_rates = output_rates,
    .row_text = row_text,
    .coordinate_text = coordinate_text,
};

/* ---- the motion in minimal coordinates, derived apart from the row ------------------------------ */

/* y = (x, x'):  (1 + f'^2) x'' = -f' (g + f'' x'^2) */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    const wire w = wire_at(model, y[0]);

    (void)t;
    ydot[0] = y[1];
    ydot[1] = -w.f1 * (GRAVITY + w.f2 * y[1] * y[1]) / (1.0 + w.f1 * w.f1);
}

static void known(const mb_model *model, double t, const double *y, double *out)
{
    (void)t;
    out[0] = y[0];
    out[1] = wire_at(model, y[0]).f;
}

/* ---- set-up ------------------------------------------------------------------------------------- */

static mb_status pattern(mb_model *model, mb_pattern *of, int nrow, int n, const int (*at)[2],
                         mb_error *err)
{
    mb_pattern_builder *builder = mb_pattern_begin(nrow, model->nv);

    for (int k = 0; k < n; k++)
        mb_pattern_add(builder, at[k][0], at[k][1]);
    return mb_pattern_end(builder, model->arena, of, err);
}

static mb_status setup(mb_model *model, mb_error *err)
{
    static const int of_d[][2] = {{0, 0}, {0, 1}}, of_m[][2] = {{0, 0}, {1, 1}};
    const double start = mb_model_param(model, "a");
    mb_reference *reference;
    double *y0;
    mb_status status;

    model->scale = start;
    model->coordinates = "by hand";
    model->nq = model->nv = model->noutputs = 2;
    model->m = model->mh = 1;
    model->ops = &ops;
    model->outputs = named;
    model->constant_force = true;
    MB_TRY(pattern(model, &model->D, 1, 2, of_d, err));
    MB_TRY(pattern(model, &model->M, 2, 2, of_m, err));
    MB_TRY(pattern(model, &model->H, 2, 1, of_m, err));
    MB_TRY(MB_TAKE(model->arena, &model->q0, 2, err));
    MB_TRY(MB_TAKE(model->arena, &model->v0, 2, err));
    MB_TRY(MB_TAKE(model->arena, &reference, 1, err));
    MB_TRY(MB_TAKE(model->arena, &y0, 2, err));
    model->q0[0] = y0[0] = start;
    model->q0[1] = wire_at(model, start).f;
    *reference = (mb_reference){.n = 2,
                                .y0 = y0,
                                .rate = rate,
                                .outputs = known,
                                .step = 0.02,
                                .horizon = 20.0,
                                .method = "one equation in x, order-10 extrapolation"};
    model->reference = reference;
done:
    return status;
}

const mb_problem mb_problem_bead_on_a_wire = {
    .name = "bead-on-a-wire",
    .title = "bead that slides on a bent wire",
    .source = "example of the README",
    .traps = "",
    .params = params,
    .variants = (const char *const[]){"mass=2,a=3", NULL},
    .t_end = 10.0,
    .scale = 1.0,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_FULL_RANK_D | MB_HOLONOMIC |
              MB_SCLERONOMIC | MB_CONSERVATIVE,
    .setup = setup,
};
