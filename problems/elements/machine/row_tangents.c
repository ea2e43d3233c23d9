/* SPDX-License-Identifier: MIT */
/* Derivatives of rows for implicit methods: of what is carried by one body, and of the rest. */
#include "problems/elements/machine/carried_plane.h"
#include "problems/elements/machine/carried_space.h"
#include "problems/elements/machine/pair.h"

MB_INLINE void slopes_of(const mb_machine *m, mb_machine_kind kind, const double *q,
                         const double *v, mb_slope slope, double sign, double *d)
{
    const bool euler = kind == MB_IN_EULER;
    mb_stands s;

    if (kind == MB_IN_X_Y_PHI && m->nrests == 0)
        return;
    mb_stands_begin(&s, m, q, v);
    if (kind != MB_IN_X_Y_PHI)
        mb_arms_slope(&s, kind, slope, sign, d);
    for (const mb_tie *tie = m->rest, *end = tie + m->nrests; tie < end; tie++) {
        mb_view w;

        mb_view_at(&w, &s, kind, tie, true);
        for (const mb_share *x = tie->share, *last = x + tie->n; x < last; x++) {
            mb_both e = {{0.0}};

            mb_scalar_slope(&w, euler, &x->s, slope, sign, e);
            mb_put(&x->slots[0], e[0], d);
            mb_put(&x->slots[1], e[1], d);
        }
    }
}

/* Of shares, but for what the plane has in closed form */
static void slopes(const mb_model *model, const double *q, const double *v, mb_slope slope,
                   double sign, double *d)
{
    const mb_machine *m = model->data;

    memset(d, 0, (size_t)model->D.nnz * sizeof *d);
    MB_BY_KIND(m, slopes_of, q, v, slope, sign, d);
}

void mb_machine_jacobian_dot(const mb_model *model, double t, const double *q, const double *v,
                             double *d)
{
    const mb_machine *m = model->data;

    (void)t;
    slopes(model, q, v, MB_GRADIENT_RATE, 1.0, d);
    mb_plane_jacobian_dot(m, q, v, d);
    if (m->nknives)
        mb_knives_jacobian_dot(m, q, v, d);
    if (m->ndiscs)
        mb_discs_jacobian_dot(m, q, v, d);
    if (m->kind == MB_IN_EULER) {
        mb_norms_put(m, 2.0, v, true, d);
        mb_meshes_jacobian(m, v, d); /* linear in p */
    }
}

void mb_machine_gamma_q(const mb_model *model, double t, const double *q, const double *v,
                        double *g)
{
    const mb_machine *m = model->data;

    (void)t;
    slopes(model, q, v, MB_BEND_BY_Q, -1.0, g);
    mb_plane_gamma_q(m, q, v, g);
    if (m->nknives)
        mb_knives_gamma_q(m, q, v, g);
    if (m->ndiscs)
        mb_discs_gamma_q(m, q, v, g);
}

void mb_machine_gamma_v(const mb_model *model, double t, const double *q, const double *v,
                        double *g)
{
    const mb_machine *m = model->data;

    (void)t;
    slopes(model, q, v, MB_BEND_BY_V, -1.0, g);
    mb_plane_gamma_v(m, q, v, g);
    if (m->nknives)
        mb_knives_gamma_v(m, q, v, g);
    if (m->ndiscs)
        mb_discs_gamma_v(m, q, v, g);
    if (m->kind == MB_IN_EULER)
        mb_norms_put(m, -4.0, v, true, g);
}

/* h += y times the derivative of a share's gradient */
MB_INLINE void share_tangent(const mb_machine *m, mb_machine_kind kind, const mb_tie *tie,
                             const mb_view *w, const mb_share *share, double y, double *h)
{
    const mb_duo *duo = &tie->duo;
    const double times = y * share->s.factor;
    const double *n = share->s.x[0].u;
    mb_lever x[2], axis[2];
    double a[3][3], b[3][3];

    if (share->form == MB_FORM_AXES) {
        mb_lever_at(m, kind, duo->body[0], w->side[0], n, &axis[0]);
        mb_lever_at(m, kind, duo->body[1], w->side[1], share->s.y[0].u, &axis[1]);
        mb_turned(w->side[0], kind, n, false, a);
        mb_turned(w->side[1], kind, share->s.y[0].u, false, b);
        mb_add_levers(kind, duo, 0, 1, &axis[0], &axis[1], times, h);
        mb_add_levers(kind, duo, 1, 0, &axis[1], &axis[0], times, h);
        mb_add_bend(kind, duo, 0, w->side[0], &axis[0], n, b[0], times, h);
        mb_add_bend(kind, duo, 1, w->side[1], &axis[1], share->s.y[0].u, a[0], times, h);
        return;
    }
    for (int k = 0; k < 2; k++)
        mb_lever_at(m, kind, duo->body[k], w->side[k], w->u[k], &x[k]);
    if (share->form == MB_FORM_APART) {
        mb_add_square(kind, duo, x, 2.0 * times, h);
        for (int k = 0; k < 2; k++)
            mb_add_bend(kind, duo, k, w->side[k], &x[k], w->u[k], w->d[0],
                        k ? 2.0 * times : -2.0 * times, h);
        return;
    }
    mb_lever_at(m, kind, duo->body[0], w->side[0], n, &axis[0]);
    mb_turned(w->side[0], kind, n, false, a);
    mb_add_bend(kind, duo, 0, w->side[0], &axis[0], n, w->d[0], times, h);
    for (int k = 0; k < 2; k++) {
        const double sign = k ? times : -times;

        mb_add_bend(kind, duo, k, w->side[k], &x[k], w->u[k], a[0], sign, h);
        mb_add_sweep(kind, duo, 0, k, &axis[0], sign, h);
        mb_add_levers(kind, duo, 0, k, &axis[0], &x[k], sign, h);
        mb_add_levers(kind, duo, k, 0, &x[k], &axis[0], sign, h);
    }
}

MB_INLINE void tangent_of(const mb_machine *m, mb_machine_kind kind, const double *q,
                          const double *y, double *h)
{
    mb_stands s;

    if (kind == MB_IN_X_Y_PHI)
        mb_plane_tangent(m, q, y, h);
    if (kind == MB_IN_X_Y_PHI && m->nrests == 0)
        return;
    mb_stands_begin(&s, m, q, NULL);
    if (kind != MB_IN_X_Y_PHI)
        mb_arms_tangent(&s, kind, y, h);
    for (const mb_tie *tie = m->rest, *end = tie + m->nrests; tie < end; tie++) {
        mb_view w;

        mb_view_at(&w, &s, kind, tie, false);
        for (const mb_share *x = tie->share, *last = x + tie->n; x < last; x++)
            if (x->form == MB_FORM_OTHER)
                mb_scalar_hessian(m, &tie->duo, &w, &x->s, y[x->row], h);
            else
                share_tangent(m, kind, tie, &w, x, y[x->row], h);
    }
}

void mb_machine_constraint_tangent(const mb_model *model, double t, const double *q,
                                   const double *y, double *h)
{
    const mb_machine *m = model->data;

    (void)t;
    memset(h, 0, (size_t)model->H.nnz * sizeof *h);
    MB_BY_KIND(m, tangent_of, q, y, h);
    for (const mb_mover *body = m->body; m->kind == MB_IN_EULER && body < m->body + m->nbodies;
         body++)
        for (int c = 3; body->norm_row >= 0 && c < 7; c++)
            h[body->tangent_at[c] + c] += 2.0 * y[body->norm_row];
    if (m->nknives)
        mb_knives_tangent(m, q, y, h);
    if (m->ndiscs)
        mb_discs_tangent(m, q, y, h);
    if (m->nmeshes)
        mb_meshes_tangent(m, y, h);
}
