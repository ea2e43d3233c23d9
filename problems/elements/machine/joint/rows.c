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
 * the turning part of a twist.  So all are wrenches times S, Y, Yf and Z. */
#include "problems/elements/machine/joint/linkage.h"

/* What a row's gradients give for one body: wrenches by S, Y, Yf, Z */
typedef struct pulled {
    double S[6], Y[6], Yf[6], Z[6];
} pulled;

static void gather(const mb_linkage_pull *p, const double *values, double *local)
{
    memset(local, 0, 6 * sizeof *local);
    for (int i = 0; i < p->n; i++)
        local[p->local[i]] = values[p->at[i]];
}

/* moment += s a x b */
static void add_cross(double s, const double *a, const double *b, double *moment)
{
    double x[3];

    mb_cross(a, b, x);
    for (int i = 0; i < 3; i++)
        moment[i] += s * x[i];
}

/* moment += s (place rdot x d's force) + turn (omega x d's moment): what is left of dJ/dt and its
 * like without E */
static void add_swing(const mb_linkage *t, const mb_linkage_pull *p, const double *d, double place,
                      double turn, double *moment)
{
    const mb_link_pose *now = &t->pose[t->link_of[p->body]];
    double rate[6], turned[3];

    mb_to_body(now, now->twist, rate);
    add_cross(place, rate, d, moment);
    if (turn == 0.0)
        return;
    mb_link_turn(now, d + 3, turned);
    add_cross(turn, now->twist, turned, moment);
}

static void spread(const mb_linkage *t, const mb_linkage_pull *p, const pulled *g, bool rates,
                   double *out)
{
    const int *at = p->out;

    for (int i = t->link_of[p->body]; i >= 0; i = t->link[i].parent)
        for (int k = t->link[i].v; k < t->link[i].v + t->link[i].n; k++) {
            double sum = mb_six_dot(g->S, t->S[k]);

            if (rates)
                sum += mb_six_dot(g->Y, t->Y[k]) + mb_six_dot(g->Yf, t->Yf[k]) +
                       mb_six_dot(g->Z, t->Z[k]);
            out[*at++] += sum;
        }
}

static const mb_link_pose *pose_of(const mb_linkage *t, const mb_linkage_pull *p)
{
    return &t->pose[t->link_of[p->body]];
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

void mb_linkage_jacobian(const mb_model *model, double time, const double *q, double *d)
{
    mb_linkage *t = mb_linkage_of(model);

    mb_linkage_place(t, q);
    t->inner->ops->jacobian(t->inner, time, t->x, t->D);
    memset(d, 0, (size_t)model->D.nnz * sizeof *d);
    for (const mb_linkage_pull *p = t->pull; p < t->pull + t->npulls; p++) {
        pulled g = {.S = {0.0}};
        double local[6];

        gather(p, t->D, local);
        mb_from_body(pose_of(t, p), 1.0, local, g.S);
        spread(t, p, &g, false, d);
    }
}

/* gamma_x - D_x c */
void mb_linkage_gamma(const mb_model *model, double time, const double *q, const double *v,
                      double *gamma)
{
    mb_linkage *t = mb_linkage_at(model, q, v);

    t->inner->ops->gamma(t->inner, time, t->x, t->w, t->rows);
    t->inner->ops->jacobian(t->inner, time, t->x, t->D);
    mb_multiply_add(&t->inner->D, t->D, -1.0, t->wdot, t->rows);
    mb_linkage_take_rows(model, gamma);
}

/* (dD_x/dt) J + D_x dJ/dt */
void mb_linkage_jacobian_dot(const mb_model *model, double time, const double *q, const double *v,
                             double *d)
{
    mb_linkage *t = mb_linkage_at(model, q, v);

    t->inner->ops->jacobian(t->inner, time, t->x, t->D);
    t->inner->ops->jacobian_dot(t->inner, time, t->x, t->w, t->D_rate);
    memset(d, 0, (size_t)model->D.nnz * sizeof *d);
    for (const mb_linkage_pull *p = t->pull; p < t->pull + t->npulls; p++) {
        pulled g = {.S = {0.0}};
        double local[6];

        gather(p, t->D_rate, local);
        mb_from_body(pose_of(t, p), 1.0, local, g.S);
        gather(p, t->D, local);
        mb_from_body(pose_of(t, p), 1.0, local, g.Yf);
        add_swing(t, p, local, 1.0, 1.0, g.S);
        spread(t, p, &g, true, d);
    }
}

/* dgamma_x/dw J - D_x dc/dv */
void mb_linkage_gamma_v(const mb_model *model, double time, const double *q, const double *v,
                        double *out)
{
    mb_linkage *t = mb_linkage_at(model, q, v);

    t->inner->ops->jacobian(t->inner, time, t->x, t->D);
    t->inner->ops->gamma_v(t->inner, time, t->x, t->w, t->D_v);
    memset(out, 0, (size_t)model->D.nnz * sizeof *out);
    for (const mb_linkage_pull *p = t->pull; p < t->pull + t->npulls; p++) {
        pulled g = {.S = {0.0}};
        double local[6];

        gather(p, t->D_v, local);
        mb_from_body(pose_of(t, p), 1.0, local, g.S);
        gather(p, t->D, local);
        mb_from_body(pose_of(t, p), -1.0, local, g.Y);
        memcpy(g.Yf, g.Y, sizeof g.Yf);
        add_swing(t, p, local, -2.0, -1.0, g.S);
        spread(t, p, &g, true, out);
    }
}

/* dgamma_x/dq J + dgamma_x/dw dw/dq - d(D_x c)/dq J - D_x dc/dq.  As gamma_x is -dD_x/dt w beside
 * what depends on t alone, and dD_x/dt linear in w, d(D_x c)/dq is -(dgamma_x/dw + dD_x/dt) at the
 * velocities c. */
void mb_linkage_gamma_q(const mb_model *model, double time, const double *q, const double *v,
                        double *out)
{
    mb_linkage *t = mb_linkage_at(model, q, v);
    const mb_ops *ops;

    ops = t->inner->ops;
    ops->jacobian(t->inner, time, t->x, t->D);
    ops->gamma_q(t->inner, time, t->x, t->w, t->D_q);
    ops->gamma_v(t->inner, time, t->x, t->wdot, t->D_v);
    ops->jacobian_dot(t->inner, time, t->x, t->wdot, t->D_rate);
    for (int i = 0; i < t->inner->D.nnz; i++)
        t->D_q[i] += t->D_v[i] + t->D_rate[i];
    ops->gamma_v(t->inner, time, t->x, t->w, t->D_v);
    memset(out, 0, (size_t)model->D.nnz * sizeof *out);
    for (const mb_linkage_pull *p = t->pull; p < t->pull + t->npulls; p++) {
        pulled g = {.S = {0.0}};
        double local[6], c[6];

        gather(p, t->D_q, local);
        mb_from_body(pose_of(t, p), 1.0, local, g.S);
        gather(p, t->D_v, local);
        mb_from_body(pose_of(t, p), 1.0, local, g.Y);
        add_swing(t, p, local, 1.0, 0.0, g.S);
        gather(p, t->D, local);
        mb_from_body(pose_of(t, p), -1.0, local, g.Z);
        add_swing(t, p, local, -2.0, -1.0, g.Y);
        mb_linkage_local(t, p->body, t->wdot, c);
        add_cross(-1.0, c, local, g.S);
        spread(t, p, &g, true, out);
    }
}
