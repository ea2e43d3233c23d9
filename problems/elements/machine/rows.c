/* Phi, D, gamma and their derivatives.  Rows are sums of the shares of ties, less laws of time: what
 * is carried by one body, and the rest. */
#include "problems/elements/machine/arms.h"
#include "problems/elements/machine/scalar.h"
#include "problems/format/expression/expression.h"

/* f(t); with its two derivatives */
static double course_value(const mb_course_row *row, double t)
{
    const double at[MB_LAW_VARIABLES] = {[MB_LAW_T] = t};

    return row->law ? mb_expression_value(row->law, at) : 0.0;
}

static mb_jet course(const mb_course_row *row, double t)
{
    mb_jet at[MB_LAW_VARIABLES];

    memset(at, 0, sizeof at);
    at[MB_LAW_T].f = t;
    at[MB_LAW_T].a = 1.0;
    return row->law ? mb_expression_jet(row->law, at) : mb_jet_constant(0.0);
}

MB_INLINE void phi_of(const mb_machine *m, mb_machine_kind kind, const double *q, double *phi)
{
    mb_stands s;

    mb_stands_begin(&s, m, q, NULL);
    if (kind == MB_IN_X_Y_PHI)
        mb_plane_phi(m, q, phi);
    else
        mb_arms_phi(&s, kind, phi);
    for (const mb_tie *tie = m->rest; tie < m->rest + m->nrests; tie++) {
        mb_view w;

        mb_view_at(&w, &s, kind, tie, false);
        for (const mb_share *x = tie->share; x < tie->share + tie->n; x++)
            phi[x->row] += mb_value_of(&w, kind, x);
    }
}

/* p'p - 1 of Euler parameters */
static void norms(const mb_machine *m, const double *q, double *phi)
{
    for (const mb_mover *body = m->body; m->kind == MB_IN_EULER && body < m->body + m->nbodies;
         body++) {
        const double *p = q + body->q + 3;

        if (body->norm_row >= 0)
            phi[body->norm_row] = p[0] * p[0] + mb_dot(p + 1, p + 1) - 1.0;
    }
}

void mb_machine_phi(const mb_model *model, double t, const double *q, double *phi)
{
    const mb_machine *m = model->data;

    memcpy(phi, m->phi_constant, (size_t)model->mh * sizeof *phi);
    MB_BY_KIND(m, phi_of, q, phi);
    norms(m, q, phi);
    for (const mb_course_row *row = m->course; row < m->course + m->ncourses; row++) {
        phi[row->row] -= course_value(row, t);
        if (row->modulus > 0.0 && !(fabs(phi[row->row]) <= 0.5 * row->modulus))
            phi[row->row] = remainder(phi[row->row], row->modulus);
    }
}

void mb_machine_phi_t(const mb_model *model, double t, const double *q, double *phi_t)
{
    const mb_machine *m = model->data;

    (void)q;
    memset(phi_t, 0, (size_t)model->m * sizeof *phi_t);
    for (const mb_course_row *row = m->course; row < m->course + m->ncourses; row++)
        phi_t[row->row] = -course(row, t).a;
}

MB_INLINE void jacobian_of(const mb_machine *m, mb_machine_kind kind, const double *q, double *d)
{
    mb_stands s;

    mb_stands_begin(&s, m, q, NULL);
    if (kind == MB_IN_X_Y_PHI)
        mb_plane_jacobian(m, q, d);
    else
        mb_arms_jacobian(&s, kind, d);
    for (const mb_tie *tie = m->rest; tie < m->rest + m->nrests; tie++) {
        mb_view w;

        mb_view_at(&w, &s, kind, tie, false);
        for (const mb_share *x = tie->share; x < tie->share + tie->n; x++)
            mb_put_gradient(&w, kind, x, d);
    }
}

/* s p into the norm rows */
static void put_norms(const mb_machine *m, double s, const double *p, bool of_v, double *d)
{
    for (const mb_mover *body = m->body; m->kind == MB_IN_EULER && body < m->body + m->nbodies;
         body++)
        for (int c = 0; body->norm_row >= 0 && c < 4; c++)
            d[body->norm_at[c]] = s * p[(of_v ? body->v : body->q) + 3 + c];
}

void mb_machine_jacobian(const mb_model *model, double t, const double *q, double *d)
{
    const mb_machine *m = model->data;

    (void)t;
    memcpy(d, m->jacobian_constant, (size_t)model->D.nnz * sizeof *d);
    MB_BY_KIND(m, jacobian_of, q, d);
    put_norms(m, 2.0, q, false, d);
    mb_knives_jacobian(m, q, d);
    mb_discs_jacobian(m, q, d);
    mb_meshes_jacobian(m, q, d);
}

MB_INLINE void gamma_of(const mb_machine *m, mb_machine_kind kind, const double *q, const double *v,
                        double *gamma)
{
    mb_stands s;

    mb_stands_begin(&s, m, q, v);
    if (kind == MB_IN_X_Y_PHI)
        mb_plane_gamma(m, q, v, gamma);
    else
        mb_arms_gamma(&s, kind, gamma);
    for (const mb_tie *tie = m->rest; tie < m->rest + m->nrests; tie++) {
        mb_view w;

        mb_view_at(&w, &s, kind, tie, true);
        for (const mb_share *x = tie->share; x < tie->share + tie->n; x++)
            gamma[x->row] -= mb_bend_of(&w, kind, x);
    }
}

void mb_machine_gamma(const mb_model *model, double t, const double *q, const double *v,
                      double *gamma)
{
    const mb_machine *m = model->data;

    memset(gamma, 0, (size_t)model->m * sizeof *gamma);
    MB_BY_KIND(m, gamma_of, q, v, gamma);
    for (const mb_mover *body = m->body; m->kind == MB_IN_EULER && body < m->body + m->nbodies;
         body++) {
        const double *p = v + body->v + 3;

        if (body->norm_row >= 0)
            gamma[body->norm_row] = -2.0 * (p[0] * p[0] + mb_dot(p + 1, p + 1));
    }
    for (const mb_course_row *row = m->course; row < m->course + m->ncourses; row++)
        gamma[row->row] += course(row, t).aa;
    mb_knives_gamma(m, q, v, gamma);
    mb_discs_gamma(m, q, v, gamma);
}

/* ---- derivatives for implicit methods ----------------------------------------------------------- */

/* In the plane of the rest alone, in space of all shares */
static void slopes(const mb_model *model, const double *q, const double *v, mb_slope slope,
                   double sign, double *d)
{
    const mb_machine *m = model->data;
    const bool euler = m->kind == MB_IN_EULER, plane = m->kind == MB_IN_X_Y_PHI;
    const mb_tie *tie = plane ? m->rest : m->tie, *end = tie + (plane ? m->nrests : m->nties);
    mb_stands s;

    memset(d, 0, (size_t)model->D.nnz * sizeof *d);
    mb_stands_begin(&s, m, q, v);
    for (; tie < end; tie++) {
        mb_view w;

        mb_view_at(&w, &s, m->kind, tie, true);
        for (const mb_share *x = tie->share; x < tie->share + tie->n; x++) {
            mb_both e = {{0.0}};

            mb_scalar_slope(&w, euler, &x->s, slope, sign, e);
            mb_put(&x->slots[0], e[0], d);
            mb_put(&x->slots[1], e[1], d);
        }
    }
}

void mb_machine_jacobian_dot(const mb_model *model, double t, const double *q, const double *v,
                             double *d)
{
    (void)t;
    slopes(model, q, v, MB_GRADIENT_RATE, 1.0, d);
    mb_plane_jacobian_dot(model->data, q, v, d);
    put_norms(model->data, 2.0, v, true, d);
    mb_knives_jacobian_dot(model->data, q, v, d);
    mb_discs_jacobian_dot(model->data, q, v, d);
    if (((const mb_machine *)model->data)->kind == MB_IN_EULER)
        mb_meshes_jacobian(model->data, v, d); /* linear in p */
}

void mb_machine_gamma_q(const mb_model *model, double t, const double *q, const double *v,
                        double *g)
{
    (void)t;
    slopes(model, q, v, MB_BEND_BY_Q, -1.0, g);
    mb_plane_gamma_q(model->data, q, v, g);
    mb_knives_gamma_q(model->data, q, v, g);
    mb_discs_gamma_q(model->data, q, v, g);
}

void mb_machine_gamma_v(const mb_model *model, double t, const double *q, const double *v,
                        double *g)
{
    (void)t;
    slopes(model, q, v, MB_BEND_BY_V, -1.0, g);
    mb_plane_gamma_v(model->data, q, v, g);
    put_norms(model->data, -4.0, v, true, g);
    mb_knives_gamma_v(model->data, q, v, g);
    mb_discs_gamma_v(model->data, q, v, g);
}

MB_INLINE void tangent_of(const mb_machine *m, mb_machine_kind kind, const double *q,
                          const double *y, double *h)
{
    mb_stands s;

    mb_stands_begin(&s, m, q, NULL);
    if (kind == MB_IN_X_Y_PHI)
        mb_plane_tangent(m, q, y, h);
    else
        mb_arms_tangent(&s, kind, y, h);
    for (const mb_tie *tie = m->rest; tie < m->rest + m->nrests; tie++) {
        mb_view w;

        mb_view_at(&w, &s, kind, tie, false);
        for (const mb_share *x = tie->share; x < tie->share + tie->n; x++)
            mb_scalar_hessian(m, &tie->duo, &w, &x->s, y[x->row], h);
    }
}

void mb_machine_constraint_tangent(const mb_model *model, double t, const double *q,
                                   const double *y, double *h)
{
    const mb_machine *m = model->data;

    (void)t;
    memset(h, 0, (size_t)model->H.nnz * sizeof *h);
    MB_BY_KIND(m, tangent_of, q, y, h);
    for (const mb_mover *body = m->body; body < m->body + m->nbodies; body++)
        for (int c = 3; body->norm_row >= 0 && c < 7; c++)
            h[body->tangent_at[c] + c] += 2.0 * y[body->norm_row];
    mb_knives_tangent(m, q, y, h);
    mb_discs_tangent(m, q, y, h);
    mb_meshes_tangent(m, y, h);
}
