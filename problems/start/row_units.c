/* SPDX-License-Identifier: MIT */
#include "problems/start/row_units.h"

#include <math.h>
#include <string.h>

#include "problems/start/start.h"

struct mb_row_units {
    const mb_ops *inner;
    double *w; /* (m) */
    double *y; /* (m) of multipliers, in the rows' declared units */
};

static void scale(const mb_model *model, int n, double *x)
{
    for (int i = 0; i < n; i++)
        x[i] *= model->row_units->w[i];
}

static void scale_matrix(const mb_model *model, double *d)
{
    for (int k = 0; k < model->D.nnz; k++)
        d[k] *= model->row_units->w[model->D.row[k]];
}

static const double *declared(const mb_model *model, const double *y)
{
    memcpy(model->row_units->y, y, (size_t)model->m * sizeof *y);
    scale(model, model->m, model->row_units->y);
    return model->row_units->y;
}

static void phi(const mb_model *model, double t, const double *q, double *out)
{
    model->row_units->inner->phi(model, t, q, out);
    scale(model, model->mh, out);
}

static void phi_t(const mb_model *model, double t, const double *q, double *out)
{
    model->row_units->inner->phi_t(model, t, q, out);
    scale(model, model->m, out);
}

static void jacobian(const mb_model *model, double t, const double *q, double *d)
{
    model->row_units->inner->jacobian(model, t, q, d);
    scale_matrix(model, d);
}

static void gamma_(const mb_model *model, double t, const double *q, const double *v, double *out)
{
    model->row_units->inner->gamma(model, t, q, v, out);
    scale(model, model->m, out);
}

static void rows(const mb_model *model, double t, const double *q, const double *v, double *d,
                 double *gamma, double *phi_of)
{
    model->row_units->inner->rows(model, t, q, v, d, gamma, phi_of);
    scale_matrix(model, d);
    if (gamma)
        scale(model, model->m, gamma);
    if (phi_of)
        scale(model, model->mh, phi_of);
}

static double power(const mb_model *model, double t, const double *q, const double *v,
                    const double *lambda)
{
    return model->row_units->inner->power(model, t, q, v, declared(model, lambda));
}

static void jacobian_dot(const mb_model *model, double t, const double *q, const double *v,
                         double *d)
{
    model->row_units->inner->jacobian_dot(model, t, q, v, d);
    scale_matrix(model, d);
}

static void constraint_tangent(const mb_model *model, double t, const double *q, const double *y,
                               double *h)
{
    model->row_units->inner->constraint_tangent(model, t, q, declared(model, y), h);
}

static void gamma_q(const mb_model *model, double t, const double *q, const double *v, double *g)
{
    model->row_units->inner->gamma_q(model, t, q, v, g);
    scale_matrix(model, g);
}

static void gamma_v(const mb_model *model, double t, const double *q, const double *v, double *g)
{
    model->row_units->inner->gamma_v(model, t, q, v, g);
    scale_matrix(model, g);
}

static void discrete_gradient(const mb_model *model, double t, const double *q0, const double *q1,
                              double *grad, double *dphi)
{
    model->row_units->inner->discrete_gradient(model, t, q0, q1, grad, dphi);
    scale_matrix(model, dphi);
}

static void outputs(const mb_model *model, double t, const double *q, const double *v,
                    const double *a, const double *lambda, double *out)
{
    model->row_units->inner->outputs(model, t, q, v, a, lambda ? declared(model, lambda) : NULL,
                                     out);
}

static void output_rates(const mb_model *model, double t, const double *q, const double *v,
                         const double *a, const double *lambda, double *out)
{
    model->row_units->inner->output_rates(model, t, q, v, a, declared(model, lambda), out);
}

/* w from the rows' slopes, which are those of the weighed rows then */
static void weigh(const mb_model *model, double *w, double *slope)
{
    for (int i = 0; i < model->m; i++) {
        const double length = model->slope[i];

        w[i] = length > 0.0 && isfinite(length) ? exp2(-round(log2(length))) : 1.0;
        slope[i] = w[i] * length;
    }
}

static void wrap(const mb_ops *inner, mb_ops *ops)
{
    *ops = *inner;
    ops->phi = phi;
    ops->jacobian = jacobian;
    ops->gamma = gamma_;
    ops->outputs = outputs;
#define WRAP(slot)                                                                                 \
    if (inner->slot)                                                                               \
        ops->slot = slot;
    WRAP(rows)
    WRAP(phi_t)
    WRAP(power)
    WRAP(jacobian_dot)
    WRAP(constraint_tangent)
    WRAP(gamma_q)
    WRAP(gamma_v)
    WRAP(discrete_gradient)
    WRAP(output_rates)
#undef WRAP
}

mb_status mb_row_units(mb_model *model, mb_error *err)
{
    size_t m = (size_t)model->m;
    mb_status status = MB_OK;
    struct mb_row_units *u;
    double *slope;
    mb_ops *ops;

    if (m == 0 || (model->scale >= MB_USUAL_LEAST && model->scale <= MB_USUAL_MOST))
        return MB_OK;
    MB_TRY(MB_TAKE(model->arena, &u, 1, err));
    MB_TRY(MB_TAKE(model->arena, &u->w, m, err));
    MB_TRY(MB_TAKE(model->arena, &u->y, m, err));
    MB_TRY(MB_TAKE(model->arena, &slope, m, err));
    MB_TRY(MB_TAKE(model->arena, &ops, 1, err));
    weigh(model, u->w, slope);
    u->inner = model->ops;
    wrap(u->inner, ops);
    model->row_units = u;
    model->ops = ops;
    model->slope = slope;
done:
    return status;
}
