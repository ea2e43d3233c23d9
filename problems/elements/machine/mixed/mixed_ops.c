/* SPDX-License-Identifier: MIT */
/* Models in mixed coordinates: the function table.
 *
 * The weight of a body about its pivot: V = -(a cos phi + b sin phi),
 * a = m g . c and b = m g . (z x c) with its centre c.
 *
 * Evaluations write into scratch memory of the model. */
#include <math.h>
#include <string.h>

#include "problems/elements/machine/mixed/mixed.h"

static const struct mb_mixed *of(const mb_model *model)
{
    return model->data;
}

static void spread(const struct mb_mixed *x, int n, const double *from, double *to)
{
    for (int i = 0; i < n; i++)
        to[x->full[i]] = from[i];
}

/* The model inside, at q and v, which may be NULL */
static const mb_model *inside(const mb_model *model, const double *q, const double *v)
{
    const struct mb_mixed *x = of(model);

    spread(x, model->nq, q, x->q);
    if (v)
        spread(x, model->nv, v, x->v);
    return &x->inner;
}

/* ---- rows ----------------------------------------------------------------------------------------- */

static void phi(const mb_model *model, double t, const double *q, double *out)
{
    const mb_model *m = inside(model, q, NULL);

    m->ops->phi(m, t, of(model)->q, out);
}

static void phi_t(const mb_model *model, double t, const double *q, double *out)
{
    const mb_model *m = inside(model, q, NULL);

    m->ops->phi_t(m, t, of(model)->q, out);
}

static void jacobian(const mb_model *model, double t, const double *q, double *d)
{
    const struct mb_mixed *x = of(model);
    const mb_model *m = inside(model, q, NULL);

    m->ops->jacobian(m, t, x->q, x->d);
    mb_mixed_take(model->D.nnz, x->of_d, x->d, d);
}

static void gamma_(const mb_model *model, double t, const double *q, const double *v, double *out)
{
    const mb_model *m = inside(model, q, v);

    m->ops->gamma(m, t, of(model)->q, of(model)->v, out);
}

/* A term of q and v on the pattern of D */
#define ON_D(slot)                                                                                 \
    static void slot(const mb_model *model, double t, const double *q, const double *v, double *d) \
    {                                                                                              \
        const struct mb_mixed *x = of(model);                                                      \
        const mb_model *m = inside(model, q, v);                                                   \
                                                                                                   \
        m->ops->slot(m, t, x->q, x->v, x->d);                                                      \
        mb_mixed_take(model->D.nnz, x->of_d, x->d, d);                                             \
    }
ON_D(jacobian_dot)
ON_D(gamma_q)
ON_D(gamma_v)

static void constraint_tangent(const mb_model *model, double t, const double *q, const double *y,
                               double *h)
{
    const struct mb_mixed *x = of(model);
    const mb_model *m = inside(model, q, NULL);

    m->ops->constraint_tangent(m, t, x->q, y, x->h);
    mb_mixed_take(model->H.nnz, x->of_h, x->h, h);
}

/* ---- masses and forces ---------------------------------------------------------------------------- */

static void mass(const mb_model *model, const double *q, double *m)
{
    (void)q;
    memcpy(m, of(model)->mass, (size_t)model->M.nnz * sizeof *m);
}

static void force(const mb_model *model, double t, const double *q, const double *v, double *out)
{
    const struct mb_mixed *x = of(model);
    const mb_model *m = x->inner.constant_force ? &x->inner : inside(model, q, v);

    if (m->constant_force) {
        memcpy(out, x->weight, (size_t)model->nv * sizeof *out);
    } else {
        m->ops->force(m, t, x->q, x->v, x->f);
        mb_mixed_take(model->nv, x->full, x->f, out);
    }
    for (const struct mb_hung *arm = x->arm; arm < x->arm + x->narms; arm++)
        out[arm->phi] += arm->b * cos(q[arm->phi]) - arm->a * sin(q[arm->phi]);
}

static double kinetic(const mb_model *model, const double *q, const double *v)
{
    const mb_model *m = inside(model, q, v);

    return m->ops->kinetic(m, of(model)->q, of(model)->v);
}

double mb_mixed_potential(const mb_model *inner, double t, const double *q)
{
    const struct mb_mixed *x = (const struct mb_mixed *)(const void *)inner;
    double sum = x->potential(inner, t, q);

    for (const struct mb_hung *arm = x->arm; arm < x->arm + x->narms; arm++) {
        const double phi = q[x->full[arm->phi]];

        sum -= arm->a * cos(phi) + arm->b * sin(phi);
    }
    return sum;
}

static double potential(const mb_model *model, double t, const double *q)
{
    const mb_model *m = inside(model, q, NULL);

    return m->ops->potential(m, t, of(model)->q);
}

static double power(const mb_model *model, double t, const double *q, const double *v,
                    const double *lambda)
{
    const mb_model *m = inside(model, q, v);

    return m->ops->power(m, t, of(model)->q, of(model)->v, lambda);
}

/* K or C inside */
static void tangent(const mb_model *model,
                    void (*term)(const mb_model *, double, const double *, const double *,
                                 double *),
                    double t, const double *q, const double *v, double *out)
{
    const struct mb_mixed *x = of(model);

    if (x->inner.constant_force) {
        memset(out, 0, (size_t)model->H.nnz * sizeof *out);
        return;
    }
    inside(model, q, v);
    term(&x->inner, t, x->q, x->v, x->h);
    mb_mixed_take(model->H.nnz, x->of_h, x->h, out);
}

static void stiffness(const mb_model *model, double t, const double *q, const double *v, double *k)
{
    const struct mb_mixed *x = of(model);

    tangent(model, x->inner.ops->stiffness, t, q, v, k);
    for (const struct mb_hung *arm = x->arm; arm < x->arm + x->narms; arm++)
        k[arm->h] += arm->a * cos(q[arm->phi]) + arm->b * sin(q[arm->phi]);
}

static void damping(const mb_model *model, double t, const double *q, const double *v, double *c)
{
    tangent(model, of(model)->inner.ops->damping, t, q, v, c);
}

static void mass_tangent(const mb_model *model, const double *q, const double *a, double *h)
{
    (void)q, (void)a;
    memset(h, 0, (size_t)model->H.nnz * sizeof *h);
}

/* ---- what is read --------------------------------------------------------------------------------- */

static void read_by(const mb_model *model, double t, const double *q, const double *v,
                    const double *a, const double *lambda, bool rates, double *out)
{
    const struct mb_mixed *x = of(model);
    const mb_model *m = inside(model, q, v);

    if (a)
        spread(x, model->nv, a, x->a);
    spread(x, model->nq, model->q0, m->q0); /* work counts from there */
    spread(x, model->nv, model->v0, m->v0);
    (rates ? m->ops->output_rates : m->ops->outputs)(m, t, x->q, v ? x->v : NULL, a ? x->a : NULL,
                                                     lambda, out);
}

static void outputs(const mb_model *model, double t, const double *q, const double *v,
                    const double *a, const double *lambda, double *out)
{
    read_by(model, t, q, v, a, lambda, false, out);
}

static void output_rates(const mb_model *model, double t, const double *q, const double *v,
                         const double *a, const double *lambda, double *out)
{
    read_by(model, t, q, v, a, lambda, true, out);
}

static double branch(const mb_model *model, double t, const double *q)
{
    const mb_model *m = inside(model, q, NULL);

    return m->ops->branch(m, t, of(model)->q);
}

static void row_text(const mb_model *model, int row, char *text, size_t size)
{
    const mb_model *m = &of(model)->inner;

    m->ops->row_text(m, row, text, size);
}

static void coordinate_text(const mb_model *model, int coordinate, char *text, size_t size)
{
    const mb_model *m = &of(model)->inner;

    m->ops->coordinate_text(m, of(model)->full[coordinate], text, size);
}

static void hold(const mb_model *model, const mb_hold *held, const double *q, double *factor)
{
    const struct mb_mixed *x = of(model);
    const mb_model *m = inside(model, q, NULL);
    const mb_hold *within = &m->hold[held - model->hold];
    double all[MB_HOLD_TERMS];

    m->ops->hold(m, within, x->q, all);
    for (int k = 0; k < held->n; k++)
        for (int i = 0; i < within->n; i++)
            if (within->velocity[i] == x->full[held->velocity[k]])
                factor[k] = all[i];
}

static void follow(const mb_model *model, double t, const double *q, const double *v)
{
    const mb_model *m = inside(model, q ? q : model->q0, q ? v : model->v0);

    if (!q)
        m->ops->follow(m, t, NULL, NULL);
    m->ops->follow(m, t, of(model)->q, of(model)->v);
}

const mb_ops mb_mixed_ops = {
    .phi = phi,
    .phi_t = phi_t,
    .jacobian = jacobian,
    .gamma = gamma_,
    .mass = mass,
    .force = force,
    .kinetic = kinetic,
    .potential = potential,
    .power = power,
    .jacobian_dot = jacobian_dot,
    .stiffness = stiffness,
    .damping = damping,
    .constraint_tangent = constraint_tangent,
    .mass_tangent = mass_tangent,
    .gamma_q = gamma_q,
    .gamma_v = gamma_v,
    .outputs = outputs,
    .output_rates = output_rates,
    .branch = branch,
    .row_text = row_text,
    .coordinate_text = coordinate_text,
    .hold = hold,
    .follow = follow,
};
