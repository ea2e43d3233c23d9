/* SPDX-License-Identifier: MIT */
/* Rows: the machine's gradients pulled back to joint coordinates.
 *
 * A gradient d of a body's local vector becomes d . (column k of J or of its derivatives), with
 *
 *     J          E S_k
 *     dJ/dt      E Yf_k + (S x rdot, A'(S x omega))
 *     dw/dq      E Y_k + (S x rdot, 0)
 *     dc/dq      E Z_k + (S x rddot + 2 Y x rdot, A'(Y x omega))
 *     dc/dv      dJ/dt + dw/dq
 *
 * where E takes twists to local vectors, rdot, rddot are of the body's place by v and c, and x takes
 * the turning part of a twist.  So all are wrenches times S, Y, Yf and Z.  In the plane Y and Z do not
 * turn, and Yf is Y. */
#include "problems/elements/machine/joint/linkage.h"

/* What a row's gradients give for one body: wrenches by S, Y, Yf, Z */
typedef struct pulled {
    double S[6], Y[6], Yf[6], Z[6];
} pulled;

static const mb_link_pose *pose_of(const mb_linkage *t, const mb_linkage_pull *p)
{
    return &t->pose[t->link_of[p->body]];
}

MB_INLINE void gather(const mb_linkage_pull *p, const double *values, double *local)
{
    memset(local, 0, 6 * sizeof *local);
    for (int i = 0; i < p->n; i++)
        local[p->local[i]] = values[p->at[i]];
}

/* wrench += s times that of a row's entries for a body */
MB_INLINE void add_entries(const mb_linkage *t, bool plane, const mb_linkage_pull *p, double s,
                           const double *values, double *wrench)
{
    double local[6];

    gather(p, values, local);
    mb_add_wrench(plane, pose_of(t, p), s, local, wrench);
}

/* moment += s a x b */
MB_INLINE void add_cross(bool plane, double s, const double *a, const double *b, double *moment)
{
    double x[3];

    if (plane) {
        moment[2] += s * (a[0] * b[1] - a[1] * b[0]);
        return;
    }
    mb_cross(a, b, x);
    for (int i = 0; i < 3; i++)
        moment[i] += s * x[i];
}

/* moment += s (place rdot x d's force) + turn (omega x d's moment): what is left of dJ/dt and its
 * like without E */
MB_INLINE void add_swing(const mb_linkage *t, bool plane, const mb_linkage_pull *p, const double *d,
                         double place, double turn, double *moment)
{
    const mb_link_pose *now = pose_of(t, p);
    double turned[3];

    add_cross(plane, place, t->w + t->machine->body[p->body].v, d, moment);
    if (turn == 0.0 || plane)
        return;
    mb_link_turn(now, d + 3, turned);
    add_cross(plane, turn, t->twist[t->link_of[p->body]], turned, moment);
}

MB_INLINE void spread(const mb_linkage *t, bool plane, const mb_linkage_pull *p, const pulled *g,
                      bool rates, double *out)
{
    const int *at = p->out;

    MB_EACH_MOVER(t, t->link_of[p->body], x)
    {
        const int k = x->k;
        double sum = mb_wrench_dot(plane, g->S, t->S[k]);

        if (rates && plane)
            sum += mb_along_dot(g->Y, t->Y[k]) + mb_along_dot(g->Yf, t->Y[k]) +
                   mb_along_dot(g->Z, t->Z[k]);
        else if (rates)
            sum +=
                mb_six_dot(g->Y, t->Y[k]) + mb_six_dot(g->Yf, t->Yf[k]) + mb_six_dot(g->Z, t->Z[k]);
        out[*at++] += sum;
    }
}

void mb_linkage_take_rows(const mb_model *model, double *out)
{
    const mb_linkage *t = mb_linkage_of(model);

    for (int i = 0; i < model->m; i++)
        out[i] = t->rows[t->kept[i]];
}

const double *mb_linkage_give_rows(const mb_model *model, const double *y)
{
    mb_linkage *t = mb_linkage_of(model);

    if (!y)
        return NULL;
    memset(t->rows, 0, (size_t)t->inner->m * sizeof *t->rows);
    for (int i = 0; i < model->m; i++)
        t->rows[t->kept[i]] = y[i];
    return t->rows;
}

MB_INLINE void pull_jacobian(const mb_linkage *t, bool plane, double *d)
{
    for (const mb_linkage_pull *p = t->pull; p < t->pull + t->npulls; p++) {
        pulled g = {.S = {0.0}};

        add_entries(t, plane, p, 1.0, t->D, g.S);
        spread(t, plane, p, &g, false, d);
    }
}

void mb_linkage_jacobian(const mb_model *model, double time, const double *q, double *d)
{
    mb_linkage *t = mb_linkage_of(model);

    mb_linkage_place(t, q);
    mb_linkage_gradients(t, time);
    memset(d, 0, (size_t)model->D.nnz * sizeof *d);
    MB_BY_SPACE(t, pull_jacobian, d);
}

/* gamma_x - D_x c */
void mb_linkage_gamma(const mb_model *model, double time, const double *q, const double *v,
                      double *gamma)
{
    mb_linkage *t = mb_linkage_at(model, q, v);

    t->inner->ops->gamma(t->inner, time, t->x, t->w, t->rows);
    mb_multiply_add(&t->inner->D, mb_linkage_gradients(t, time), -1.0, t->wdot, t->rows);
    mb_linkage_take_rows(model, gamma);
}

MB_INLINE void pull_jacobian_dot(const mb_linkage *t, bool plane, double *d)
{
    for (const mb_linkage_pull *p = t->pull; p < t->pull + t->npulls; p++) {
        pulled g = {.S = {0.0}};
        double local[6];

        add_entries(t, plane, p, 1.0, t->D_rate, g.S);
        gather(p, t->D, local);
        mb_add_wrench(plane, pose_of(t, p), 1.0, local, g.Yf);
        add_swing(t, plane, p, local, 1.0, 1.0, g.S);
        spread(t, plane, p, &g, true, d);
    }
}

/* (dD_x/dt) J + D_x dJ/dt */
void mb_linkage_jacobian_dot(const mb_model *model, double time, const double *q, const double *v,
                             double *d)
{
    mb_linkage *t = mb_linkage_at(model, q, v);

    mb_linkage_gradients(t, time);
    t->inner->ops->jacobian_dot(t->inner, time, t->x, t->w, t->D_rate);
    memset(d, 0, (size_t)model->D.nnz * sizeof *d);
    MB_BY_SPACE(t, pull_jacobian_dot, d);
}

MB_INLINE void pull_gamma_v(const mb_linkage *t, bool plane, double *out)
{
    for (const mb_linkage_pull *p = t->pull; p < t->pull + t->npulls; p++) {
        pulled g = {.S = {0.0}};
        double local[6];

        add_entries(t, plane, p, 1.0, t->D_v, g.S);
        gather(p, t->D, local);
        mb_add_wrench(plane, pose_of(t, p), -1.0, local, g.Y);
        memcpy(g.Yf, g.Y, sizeof g.Yf);
        add_swing(t, plane, p, local, -2.0, -1.0, g.S);
        spread(t, plane, p, &g, true, out);
    }
}

/* dgamma_x/dw J - D_x dc/dv */
void mb_linkage_gamma_v(const mb_model *model, double time, const double *q, const double *v,
                        double *out)
{
    mb_linkage *t = mb_linkage_at(model, q, v);

    mb_linkage_gradients(t, time);
    t->inner->ops->gamma_v(t->inner, time, t->x, t->w, t->D_v);
    memset(out, 0, (size_t)model->D.nnz * sizeof *out);
    MB_BY_SPACE(t, pull_gamma_v, out);
}

MB_INLINE void pull_gamma_q(const mb_linkage *t, bool plane, double *out)
{
    for (const mb_linkage_pull *p = t->pull; p < t->pull + t->npulls; p++) {
        pulled g = {.S = {0.0}};
        double local[6];

        add_entries(t, plane, p, 1.0, t->D_q, g.S);
        gather(p, t->D_v, local);
        mb_add_wrench(plane, pose_of(t, p), 1.0, local, g.Y);
        add_swing(t, plane, p, local, 1.0, 0.0, g.S);
        gather(p, t->D, local);
        mb_add_wrench(plane, pose_of(t, p), -1.0, local, g.Z);
        add_swing(t, plane, p, local, -2.0, -1.0, g.Y);
        add_cross(plane, -1.0, t->wdot + t->machine->body[p->body].v, local, g.S);
        spread(t, plane, p, &g, true, out);
    }
}

/* dgamma_x/dq J + dgamma_x/dw dw/dq - d(D_x c)/dq J - D_x dc/dq.  As gamma_x is -dD_x/dt w beside
 * what depends on t alone, and dD_x/dt linear in w, d(D_x c)/dq is -(dgamma_x/dw + dD_x/dt) at the
 * velocities c. */
void mb_linkage_gamma_q(const mb_model *model, double time, const double *q, const double *v,
                        double *out)
{
    mb_linkage *t = mb_linkage_at(model, q, v);
    const mb_ops *ops = t->inner->ops;

    mb_linkage_gradients(t, time);
    ops->gamma_q(t->inner, time, t->x, t->w, t->D_q);
    ops->gamma_v(t->inner, time, t->x, t->wdot, t->D_v);
    ops->jacobian_dot(t->inner, time, t->x, t->wdot, t->D_rate);
    for (int i = 0; i < t->inner->D.nnz; i++)
        t->D_q[i] += t->D_v[i] + t->D_rate[i];
    ops->gamma_v(t->inner, time, t->x, t->w, t->D_v);
    memset(out, 0, (size_t)model->D.nnz * sizeof *out);
    MB_BY_SPACE(t, pull_gamma_q, out);
}
