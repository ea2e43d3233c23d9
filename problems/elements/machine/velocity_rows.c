/* SPDX-License-Identifier: MIT */
/* Rows without a Phi in space; blades of the plane are in carried_plane.h.
 *
 * Knife: the place x of a body does not move along w = n x A m, n fixed in the world, or w = A m:
 * w . xdot = 0.  Mesh: sum of factor * axis . omega = 0. */
#include "problems/elements/machine/span.h"

/* A knife in its present place: w and x with their rates */
struct cut {
    mb_stand s;
    double w[3][3], x[3][3];
};

/* w of a = A m, and of its rates */
static void across(const mb_knife *k, const double *a, double *w)
{
    if (k->along)
        memcpy(w, a, 3 * sizeof *w);
    else
        mb_cross(k->n, a, w);
}

static void cut_at(const mb_machine *m, const mb_knife *k, const double *q, const double *v,
                   struct cut *c)
{
    const mb_mover *body = m->body + k->duo.body[0];
    double a[3][3];

    mb_stand_at(&c->s, m->kind, body, q);
    mb_turn(&c->s.f, k->m, a[0]);
    mb_turn(&c->s.f, k->u, c->x[0]);
    if (v) {
        mb_stand_move(&c->s, m->kind, body, v);
        mb_swing(&c->s.f, m->kind == MB_IN_EULER, k->m, a[0], a[1], a[2]);
        mb_swing(&c->s.f, m->kind == MB_IN_EULER, k->u, c->x[0], c->x[1], c->x[2]);
        for (int i = 0; i < 3; i++)
            c->x[1][i] += c->s.f.rdot[i];
    }
    for (int n = 0; n < (v ? 3 : 1); n++)
        across(k, a[n], c->w[n]);
}

/* y' dw = out' da */
static void held_against(const mb_knife *k, const double *y, double *out)
{
    if (k->along)
        memcpy(out, y, 3 * sizeof *out);
    else
        mb_cross(y, k->n, out);
}

/* e += s (place, J(u)'y) */
static void add_point(const struct cut *c, bool euler, const double *u, const double *y, double s,
                      double *e)
{
    double pull[4] = {0.0};

    mb_pull(&c->s.f, euler, u, y, pull);
    for (int i = 0; i < 3; i++)
        e[i] += s * y[i];
    for (int i = 0; i < (euler ? 4 : 3); i++)
        e[3 + i] += s * pull[i];
}

static void add_turn(bool euler, const double *pull, double s, double *e)
{
    for (int i = 0; i < (euler ? 4 : 3); i++)
        e[3 + i] += s * pull[i];
}

void mb_knives_jacobian(const mb_machine *m, const double *q, double *d)
{
    for (const mb_knife *k = m->knife; k < m->knife + m->nknives; k++) {
        double e[MB_LOCAL] = {0.0};
        struct cut c;

        cut_at(m, k, q, NULL, &c);
        add_point(&c, m->kind == MB_IN_EULER, k->u, c.w[0], 1.0, e);
        mb_put(&k->slots, e, d);
    }
}

void mb_knives_gamma(const mb_machine *m, const double *q, const double *v, double *gamma)
{
    for (const mb_knife *k = m->knife; k < m->knife + m->nknives; k++) {
        struct cut c;

        cut_at(m, k, q, v, &c);
        gamma[k->row] = -mb_dot(c.w[1], c.x[1]) - mb_dot(c.w[0], c.x[2]);
    }
}

void mb_knives_jacobian_dot(const mb_machine *m, const double *q, const double *v, double *d)
{
    const bool euler = m->kind == MB_IN_EULER;

    for (const mb_knife *k = m->knife; k < m->knife + m->nknives; k++) {
        double e[MB_LOCAL] = {0.0}, pull[4] = {0.0};
        struct cut c;

        cut_at(m, k, q, v, &c);
        add_point(&c, euler, k->u, c.w[1], 1.0, e);
        mb_pull_rate(&c.s.f, euler, k->u, c.w[0], pull);
        add_turn(euler, pull, 1.0, e);
        mb_put(&k->slots, e, d);
    }
}

/* gamma = -(w1 . x1 + w . x2); of w = n x a,  (dw)'y = (da)'(y x n) */
void mb_knives_gamma_q(const mb_machine *m, const double *q, const double *v, double *g)
{
    const bool euler = m->kind == MB_IN_EULER;

    for (const mb_knife *k = m->knife; k < m->knife + m->nknives; k++) {
        double e[MB_LOCAL] = {0.0}, pull[4] = {0.0}, y[3];
        struct cut c;

        cut_at(m, k, q, v, &c);
        for (int n = 0; n < 2; n++) {
            held_against(k, c.x[2 - n], y);
            mb_pull_swing(&c.s.f, euler, n, k->m, y, pull);
            add_turn(euler, pull, -1.0, e);
            mb_pull_swing(&c.s.f, euler, 2 - n, k->u, c.w[n], pull);
            add_turn(euler, pull, -1.0, e);
        }
        mb_put(&k->slots, e, g);
    }
}

void mb_knives_gamma_v(const mb_machine *m, const double *q, const double *v, double *g)
{
    const bool euler = m->kind == MB_IN_EULER;

    for (const mb_knife *k = m->knife; k < m->knife + m->nknives; k++) {
        double e[MB_LOCAL] = {0.0}, pull[4] = {0.0}, y[3];
        struct cut c;

        cut_at(m, k, q, v, &c);
        held_against(k, c.x[1], y);
        mb_pull(&c.s.f, euler, k->m, y, pull);
        add_turn(euler, pull, -1.0, e);
        add_point(&c, euler, k->u, c.w[1], -1.0, e);
        mb_pull_rate(&c.s.f, euler, k->u, c.w[0], pull);
        add_turn(euler, pull, -2.0, e);
        if (!euler) {
            mb_pull(&c.s.f, false, k->u, c.w[0], pull);
            mb_cross(pull, c.s.f.w, y);
            add_turn(false, y, 1.0, e);
        }
        mb_put(&k->slots, e, g);
    }
}

/* X'(n x) A_m and the curvature of the place */
void mb_knives_tangent(const mb_machine *m, const double *q, const double *y, double *h)
{
    const bool euler = m->kind == MB_IN_EULER;

    for (const mb_knife *k = m->knife; k < m->knife + m->nknives; k++) {
        double x[MB_LOCAL][3] = {{0.0}}, a[MB_LOCAL][3] = {{0.0}}, bend[16] = {0.0};
        double block[MB_LOCAL * MB_LOCAL] = {0.0};
        struct cut c;

        cut_at(m, k, q, NULL, &c);
        mb_columns(&c.s.f, euler, k->u, x[3]);
        mb_columns(&c.s.f, euler, k->m, a[3]);
        mb_curvature(&c.s.f, euler, k->u, c.w[0], bend);
        for (int i = 0; i < 3; i++)
            x[i][i] = 1.0;
        for (int j = 3; j < (euler ? 7 : 6); j++) {
            double w[3];

            across(k, a[j], w);
            for (int i = 0; i < (euler ? 7 : 6); i++)
                block[MB_LOCAL * i + j] =
                    mb_dot(x[i], w) + (i > 2 ? bend[4 * (i - 3) + j - 3] : 0.0);
        }
        mb_duo_block(m, &k->duo, 0, 0, y[k->row], block, h);
    }
}

/* The row's entries; in `euler` linear in p */
void mb_meshes_jacobian(const mb_machine *m, const double *q, double *d)
{
    for (const mb_mesh *mesh = m->mesh; mesh < m->mesh + m->nmeshes; mesh++)
        for (const mb_mesh_wheel *x = mesh->wheel; x < mesh->wheel + mesh->n; x++) {
            double e[MB_LOCAL] = {0.0};

            if (m->kind == MB_IN_EULER)
                mb_omega_t(q + m->body[x->duo.body[0]].q + 3, x->axis, e + 3);
            else
                memcpy(e + 3, x->axis, sizeof x->axis);
            mb_put(&x->slots, e, d);
        }
}

void mb_meshes_tangent(const mb_machine *m, const double *y, double *h)
{
    for (const mb_mesh *mesh = m->mesh; m->kind == MB_IN_EULER && mesh < m->mesh + m->nmeshes;
         mesh++)
        for (const mb_mesh_wheel *x = mesh->wheel; x < mesh->wheel + mesh->n; x++) {
            double block[MB_LOCAL * MB_LOCAL] = {0.0};

            for (int c = 0; c < 4; c++) {
                double unit[4] = {0.0}, out[4];

                unit[c] = 1.0;
                mb_omega_t(unit, x->axis, out);
                for (int i = 0; i < 4; i++)
                    block[MB_LOCAL * (3 + i) + 3 + c] = out[i];
            }
            mb_duo_block(m, &x->duo, 0, 0, y[mesh->row], block, h);
        }
}
