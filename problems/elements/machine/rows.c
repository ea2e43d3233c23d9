/* SPDX-License-Identifier: MIT */
/* Phi, D, gamma: what explicit methods ask for.  Rows are sums of the shares of ties, less laws of
 * time (courses.c): what is carried by one body, and the rest. */
#include "problems/elements/machine/carried_plane.h"
#include "problems/elements/machine/carried_space.h"
#include "problems/elements/machine/scalar.h"

/* Those of D, gamma and Phi that are not NULL */
MB_INLINE void rows_of(const mb_machine *m, mb_machine_kind kind, const double *q, const double *v,
                       double *d, double *gamma, double *phi)
{
    mb_stands s;

    if (kind == MB_IN_X_Y_PHI)
        mb_plane_rows(m, q, v, d, gamma, phi);
    if (kind == MB_IN_X_Y_PHI && m->nrests == 0)
        return;
    mb_stands_begin(&s, m, q, gamma ? v : NULL);
    if (kind != MB_IN_X_Y_PHI)
        mb_arms_rows(&s, kind, d, gamma, phi);
    for (const mb_tie *tie = m->rest, *end = tie + m->nrests; tie < end; tie++) {
        const bool has_phi = phi && !tie->rates;
        mb_view w;

        if (!d && !gamma && !has_phi)
            continue;
        mb_view_at(&w, &s, kind, tie, gamma != NULL);
        for (const mb_share *x = tie->share, *last = x + tie->n; x < last; x++)
            mb_share_rows(&w, kind, x, d, gamma, has_phi ? phi : NULL);
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

void mb_norms_put(const mb_machine *m, double s, const double *p, bool of_v, double *d)
{
    for (const mb_mover *body = m->body; body < m->body + m->nbodies; body++)
        for (int c = 0; body->norm_row >= 0 && c < 4; c++)
            d[body->norm_at[c]] = s * p[(of_v ? body->v : body->q) + 3 + c];
}

/* What they have besides, into arrays that are there */

static void begin_phi(const mb_model *model, double *phi)
{
    const mb_machine *m = model->data;

    memcpy(phi, m->phi_constant, (size_t)model->mh * sizeof *phi);
}

static void end_phi(const mb_machine *m, double t, const double *q, double *phi)
{
    if (m->kind == MB_IN_EULER)
        norms(m, q, phi);
    mb_courses_phi(m, t, phi);
}

static void begin_jacobian(const mb_model *model, double *d)
{
    const mb_machine *m = model->data;

    memcpy(d, m->jacobian_constant, (size_t)model->D.nnz * sizeof *d);
}

static void end_jacobian(const mb_machine *m, const double *q, double *d)
{
    if (m->kind == MB_IN_EULER)
        mb_norms_put(m, 2.0, q, false, d);
    if (m->nknives)
        mb_knives_jacobian(m, q, d);
    if (m->ndiscs)
        mb_discs_jacobian(m, q, d);
    if (m->nmeshes)
        mb_meshes_jacobian(m, q, d);
}

static void end_gamma(const mb_machine *m, double t, const double *q, const double *v,
                      double *gamma)
{
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

void mb_machine_phi(const mb_model *model, double t, const double *q, double *phi)
{
    const mb_machine *m = model->data;

    begin_phi(model, phi);
    MB_BY_KIND(m, rows_of, q, NULL, NULL, NULL, phi);
    end_phi(m, t, q, phi);
}

void mb_machine_jacobian(const mb_model *model, double t, const double *q, double *d)
{
    const mb_machine *m = model->data;

    (void)t;
    begin_jacobian(model, d);
    MB_BY_KIND(m, rows_of, q, NULL, d, NULL, NULL);
    end_jacobian(m, q, d);
}

void mb_machine_gamma(const mb_model *model, double t, const double *q, const double *v,
                      double *gamma)
{
    const mb_machine *m = model->data;

    memset(gamma, 0, (size_t)model->m * sizeof *gamma);
    MB_BY_KIND(m, rows_of, q, v, NULL, gamma, NULL);
    end_gamma(m, t, q, v, gamma);
}

void mb_machine_row_terms(const mb_model *model, double t, const double *q, const double *v,
                          double *d, double *gamma, double *phi)
{
    const mb_machine *m = model->data;

    begin_jacobian(model, d);
    if (gamma)
        memset(gamma, 0, (size_t)model->m * sizeof *gamma);
    if (phi)
        begin_phi(model, phi);
    MB_BY_KIND(m, rows_of, q, v, d, gamma, phi);
    end_jacobian(m, q, d);
    if (gamma)
        end_gamma(m, t, q, v, gamma);
    if (phi)
        end_phi(m, t, q, phi);
}
