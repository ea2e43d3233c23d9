/* SPDX-License-Identifier: MIT */
/* Where the bodies of a tree are, and how they move. */
#include <math.h>

#include "problems/elements/machine/joint/plane.h"
#include "problems/elements/machine/rotor.h"
#include "problems/elements/machine/turns.h"

void mb_linkage_local(const mb_linkage *t, int body, const double *w, double *local)
{
    const mb_mover *b = &t->machine->body[body];

    memset(local, 0, 6 * sizeof *local);
    for (int c = 0; c < b->n; c++)
        local[b->local[c]] = w[b->v + c];
}

void mb_linkage_unlocal(const mb_linkage *t, int body, const double *local, double *w)
{
    const mb_mover *b = &t->machine->body[body];

    for (int c = 0; c < b->n; c++)
        w[b->v + c] = local[b->local[c]];
}

void mb_linkage_weigh(const mb_linkage *t, int body, const double *local, double *out)
{
    const mb_mover *b = &t->machine->body[body];

    for (int i = 0; i < 3; i++) {
        out[i] = b->mass * local[i];
        out[3 + i] = b->point ? 0.0 : mb_dot(b->inertia + 3 * i, local + 3);
    }
}

/* p = a o b */
static void compose(const double *a, const double *b, double *p)
{
    double x[3];

    mb_cross(a + 1, b + 1, x);
    p[0] = a[0] * b[0] - mb_dot(a + 1, b + 1);
    for (int i = 0; i < 3; i++)
        p[1 + i] = a[0] * b[1 + i] + b[0] * a[1 + i] + x[i];
}

/* Turned by an angle about its axis on its parent, or as a ball's parameters say */
static void orient(const mb_link *l, const mb_link_pose *parent, double angle, const double *ball,
                   mb_link_pose *now)
{
    double half, turn[4], p[4];

    if (l->kind == MB_LINK_BALL) {
        compose(parent->p, ball, now->p);
    } else {
        half = 0.5 * angle;
        turn[0] = cos(half);
        for (int i = 0; i < 3; i++)
            turn[1 + i] = sin(half) * l->axis[i];
        compose(parent->p, turn, p);
        compose(p, l->turn, now->p);
    }
    mb_rotation(now->p, now->A);
}

static void stand(const mb_link *l, const mb_link_pose *parent, const double *q, mb_link_pose *now,
                  double *joint)
{
    double arm[3], along[3];
    const double angle = l->kind == MB_LINK_TURN ? q[l->q] - l->zero : 0.0;
    const double slide = l->kind == MB_LINK_SLIDE ? q[l->q] - l->zero : l->pitch * angle;

    mb_link_turn(parent, l->place, joint);
    mb_link_turn(parent, l->axis, along);
    for (int i = 0; i < 3; i++)
        joint[i] += parent->r[i] + slide * along[i];
    orient(l, parent, angle, q + l->q, now);
    mb_link_turn(now, l->own, arm);
    for (int i = 0; i < 3; i++)
        now->r[i] = joint[i] - arm[i];
}

static void axes(const mb_link *l, const mb_link_pose *parent, const mb_link_pose *now,
                 const double *joint, double (*S)[6])
{
    for (int c = 0; c < l->n; c++) {
        double n[3], *s = S[l->v + c];

        if (l->kind == MB_LINK_BALL)
            memcpy(n, now->A + 3 * c, sizeof n);
        else
            mb_link_turn(parent, l->axis, n);
        if (l->kind == MB_LINK_SLIDE) {
            memset(s, 0, 3 * sizeof *s);
            memcpy(s + 3, n, sizeof n);
            continue;
        }
        memcpy(s, n, sizeof n);
        mb_cross(joint, n, s + 3);
        for (int i = 0; i < 3; i++)
            s[3 + i] += l->pitch * n[i];
    }
}

/* x of a body */
static void tell(const mb_linkage *t, const mb_link *l, const mb_link_pose *now)
{
    const mb_mover *body = &t->machine->body[l->body];
    double *x = t->x + body->q;

    for (int i = 0; i < 3; i++)
        x[i] = t->origin[i] + now->r[i];
    if (!body->point)
        memcpy(x + 3, now->p, sizeof now->p);
}

void mb_linkage_place_link(mb_linkage *t, int link, const double *q)
{
    const mb_link *l = &t->link[link];
    const mb_link_pose *parent = &t->pose[l->parent];
    double joint[3];

    if (t->plane) {
        mb_plane_place(t, link, link, q);
        return;
    }
    stand(l, parent, q, &t->pose[link], joint);
    axes(l, parent, &t->pose[link], joint, t->S);
    if (l->body >= 0)
        tell(t, l, &t->pose[link]);
}

/* Terms are asked for at one state after the other, many at each: what is there is kept. */
static bool told(double *known, const double *x, int n, bool *is)
{
    const size_t size = (size_t)n * sizeof *x;

    if (*is && memcmp(known, x, size) == 0)
        return true;
    memcpy(known, x, size);
    *is = true;
    return false;
}

void mb_linkage_place(mb_linkage *t, const double *q)
{
    if (told(t->q, q, t->nq, &t->placed))
        return;
    t->moved = t->bent = t->weighed = t->graded = t->forced = false;
    if (t->plane)
        mb_plane_place(t, 0, t->nlinks - 1, q);
    for (int i = 0; i < t->nlinks && !t->plane; i++)
        mb_linkage_place_link(t, i, q);
    mb_turns_give(t->machine, q);
}

void mb_linkage_move_link(mb_linkage *t, int link, const double *v)
{
    const mb_link *l = &t->link[link];
    const double *before = t->twist[l->parent];
    double *twist = t->twist[link], local[6];

    if (t->plane) {
        mb_plane_move(t, link, link, v, t->twist, t->Y, t->w);
        return;
    }
    memcpy(twist, before, sizeof local);
    for (int k = l->v; k < l->v + l->n; k++)
        mb_six_add(v[k], t->S[k], twist);
    for (int k = l->v; k < l->v + l->n; k++) {
        mb_twist_cross(before, t->S[k], t->Y[k]);
        mb_twist_cross(twist, t->S[k], t->Yf[k]);
    }
    if (l->body >= 0) {
        mb_to_body(&t->pose[link], twist, local);
        mb_linkage_unlocal(t, l->body, local, t->w);
    }
}

void mb_linkage_move(mb_linkage *t, const double *v)
{
    if (told(t->v, v, t->nv, &t->moved))
        return;
    t->bent = t->forced = false;
    if (t->plane)
        mb_plane_move(t, 0, t->nlinks - 1, v, t->twist, t->Y, t->w);
    for (int i = 0; i < t->nlinks && !t->plane; i++)
        mb_linkage_move_link(t, i, v);
}

const double *mb_linkage_gradients(mb_linkage *t, double time)
{
    if (!t->graded)
        t->inner->ops->jacobian(t->inner, time, t->x, t->D);
    t->graded = true;
    return t->D;
}

void mb_linkage_unbend(mb_linkage *t)
{
    t->bent = false;
}

void mb_linkage_bend(mb_linkage *t, const double *v)
{
    if (t->bent)
        return;
    t->bent = true;
    if (t->plane) {
        mb_plane_bend(t, v);
        return;
    }
    for (int i = 0; i < t->nlinks; i++) {
        const mb_link *l = &t->link[i];
        double *bias = t->bias[i], x[6];

        memcpy(bias, t->bias[l->parent], sizeof x);
        for (int k = l->v; k < l->v + l->n; k++) {
            mb_twist_cross(t->bias[l->parent], t->S[k], t->Z[k]);
            mb_twist_cross(t->twist[l->parent], t->Y[k], x);
            mb_six_add(1.0, x, t->Z[k]);
            mb_six_add(v[k], t->Yf[k], bias);
        }
    }
    mb_linkage_carry(t, NULL, true, t->wdot);
}

mb_linkage *mb_linkage_at(const mb_model *model, const double *q, const double *v)
{
    mb_linkage *t = mb_linkage_of(model);

    mb_linkage_place(t, q);
    mb_linkage_move(t, v);
    mb_linkage_bend(t, v);
    return t;
}

void mb_linkage_carry(const mb_linkage *t, const double *a, bool bias, double *out)
{
    double(*sum)[6] = t->wrench; /* scratch: accelerations of links here */

    for (int i = 0; i < t->nlinks; i++) {
        const mb_link *l = &t->link[i];
        const mb_link_pose *now = &t->pose[i];
        double local[6], rate[6], x[3];

        if (l->parent < 0)
            memset(sum[i], 0, sizeof sum[i]);
        else
            memcpy(sum[i], sum[l->parent], sizeof sum[i]);
        for (int k = l->v; a && k < l->v + l->n; k++)
            mb_six_add(a[k], t->S[k], sum[i]);
        if (l->body < 0)
            continue;
        mb_to_body(now, sum[i], local);
        if (bias) {
            mb_to_body(now, t->bias[i], rate);
            mb_six_add(1.0, rate, local);
            mb_to_body(now, t->twist[i], rate);
            mb_cross(t->twist[i], rate, x); /* omega x velocity */
            for (int c = 0; c < 3; c++)
                local[c] += x[c];
        }
        mb_linkage_unlocal(t, l->body, local, out);
    }
}

/* ---- balls ----------------------------------------------------------------------------------------- */

void mb_linkage_qdot(const mb_model *model, const double *q, const double *v, double *qdot)
{
    const mb_linkage *t = mb_linkage_of(model);

    for (const mb_link *l = t->link; l < t->link + t->nlinks; l++) {
        if (l->kind == MB_LINK_BALL) {
            mb_omega_t(q + l->q, v + l->v, qdot + l->q);
            for (int i = 0; i < 4; i++)
                qdot[l->q + i] *= 0.25;
        } else if (l->n > 0) {
            qdot[l->q] = v[l->v];
        }
    }
}

void mb_link_retract(const mb_link *l, const double *dv, double *q)
{
    if (l->kind == MB_LINK_BALL)
        mb_turn_by(dv + l->v, q + l->q);
    else if (l->n > 0)
        q[l->q] += dv[l->v];
}

void mb_linkage_retract(const mb_model *model, const double *dv, double *q)
{
    const mb_linkage *t = mb_linkage_of(model);

    for (const mb_link *l = t->link; l < t->link + t->nlinks; l++)
        mb_link_retract(l, dv, q);
}

/* Increments of a neighbouring motion with the same omega turn back by -omega~. */
void mb_linkage_rate_tangent(const mb_model *model, const double *q, const double *v, double *h)
{
    const mb_linkage *t = mb_linkage_of(model);

    (void)q;
    memset(h, 0, (size_t)model->H.nnz * sizeof *h);
    for (const mb_link *l = t->link; l < t->link + t->nlinks; l++)
        for (int c = 0; l->kind == MB_LINK_BALL && c < 3; c++) {
            double unit[3] = {0.0}, x[3];

            unit[c] = 1.0;
            mb_cross(unit, v + l->v, x);
            for (int i = 0; i < 3; i++)
                h[t->pair[t->first[l->v + i] + c].h_row] += x[i];
        }
}
