/* SPDX-License-Identifier: MIT */
/* Phi, D, gamma: what explicit methods ask for.  Rows are sums of the shares of ties, less laws of
 * time (courses.c): what is carried by one body, and the rest. */
#include "problems/elements/machine/carried_plane.h"
#include "problems/elements/machine/carried_space.h"
#include "problems/elements/machine/scalar.h"

MB_INLINE void phi_of(const mb_machine *m, mb_machine_kind kind, const double *q, double *phi)
{
    mb_stands s;

    if (kind == MB_IN_X_Y_PHI)
        mb_plane_phi(m, q, phi);
    if (kind == MB_IN_X_Y_PHI && m->nrests == 0)
        return;
    mb_stands_begin(&s, m, q, NULL);
    if (kind != MB_IN_X_Y_PHI)
        mb_arms_phi(&s, kind, phi);
    for (const mb_tie *tie = m->rest, *end = tie + m->nrests; tie < end; tie++) {
        mb_view w;

        if (tie->rates)
            continue;
        mb_view_at(&w, &s, kind, tie, false);
        for (const mb_share *x = tie->share, *last = x + tie->n; x < last; x++)
            phi[x->row] += mb_value_of(&w, kind, x);
    }
}

/* p'p - 1 of Euler parameters */
static void norms(const mb_machine *m, const double *q, double *phi)
{
    for (const mb_mover *body = m->body; body < m->body + m->nbodies; body++) {
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
    if (m->kind == MB_IN_EULER)
        norms(m, q, phi);
    mb_courses_phi(m, t, phi);
}

MB_INLINE void jacobian_of(const mb_machine *m, mb_machine_kind kind, const double *q, double *d)
{
    mb_stands s;

    if (kind == MB_IN_X_Y_PHI)
        mb_plane_jacobian(m, q, d);
    if (kind == MB_IN_X_Y_PHI && m->nrests == 0)
        return;
    mb_stands_begin(&s, m, q, NULL);
    if (kind != MB_IN_X_Y_PHI)
        mb_arms_jacobian(&s, kind, d);
    for (const mb_tie *tie = m->rest, *end = tie + m->nrests; tie < end; tie++) {
        mb_view w;

        mb_view_at(&w, &s, kind, tie, false);
        for (const mb_share *x = tie->share, *last = x + tie->n; x < last; x++)
            mb_put_gradient(&w, kind, x, d);
    }
}

void mb_norms_put(const mb_machine *m, double s, const double *p, bool of_v, double *d)
{
    for (const mb_mover *body = m->body; body < m->body + m->nbodies; body++)
        for (int c = 0; body->norm_row >= 0 && c < 4; c++)
            d[body->norm_at[c]] = s * p[(of_v ? body->v : body->q) + 3 + c];
}

void mb_machine_jacobian(const mb_model *model, double t, const double *q, double *d)
{
    const mb_machine *m = model->data;

    (void)t;
    memcpy(d, m->jacobian_constant, (size_t)model->D.nnz * sizeof *d);
    MB_BY_KIND(m, jacobian_of, q, d);
    if (m->kind == MB_IN_EULER)
        mb_norms_put(m, 2.0, q, false, d);
    if (m->nknives)
        mb_knives_jacobian(m, q, d);
    if (m->ndiscs)
        mb_discs_jacobian(m, q, d);
    if (m->nmeshes)
        mb_meshes_jacobian(m, q, d);
}

MB_INLINE void gamma_of(const mb_machine *m, mb_machine_kind kind, const double *q, const double *v,
                        double *gamma)
{
    mb_stands s;

    if (kind == MB_IN_X_Y_PHI)
        mb_plane_gamma(m, q, v, gamma);
    if (kind == MB_IN_X_Y_PHI && m->nrests == 0)
        return;
    mb_stands_begin(&s, m, q, v);
    if (kind != MB_IN_X_Y_PHI)
        mb_arms_gamma(&s, kind, gamma);
    for (const mb_tie *tie = m->rest, *end = tie + m->nrests; tie < end; tie++) {
        mb_view w;

        mb_view_at(&w, &s, kind, tie, true);
        for (const mb_share *x = tie->share, *last = x + tie->n; x < last; x++)
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
    mb_courses_gamma(m, t, gamma);
    if (m->nknives)
        mb_knives_gamma(m, q, v, gamma);
    if (m->ndiscs)
        mb_discs_gamma(m, q, v, gamma);
}
