/* SPDX-License-Identifier: MIT */
/* Places, velocities and accelerations of links and bodies (Newton and Euler, from the ground up). */
#include <math.h>
#include <string.h>

#include "problems/references/automatic/parts.h"
#include "problems/references/rotation.h"

static const double identity[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
static const double zero[3];

static void add(double *out, double factor, const double *x)
{
    for (int i = 0; i < 3; i++)
        out[i] += factor * x[i];
}

static void multiply(const double *a, const double *b, double *out)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
}

/* x, v, a of a point r from a place of something that turns */
static void carry(const double *w, const double *e, const double *r, double *x, double *v,
                  double *a)
{
    double wr[3];

    add(x, 1.0, r);
    mb_cross(w, r, wr);
    add(v, 1.0, wr);
    mb_add_cross(w, wr, a);
    mb_add_cross(e, r, a);
}

static void move_link(mb_auto *tree, int i, double q, double u)
{
    const mb_auto_link *link = &tree->link[i];
    const int p = link->parent;
    const double *Rp = p >= 0 ? tree->R[p] : identity;
    double base[9], r[3], zu[3];
    double *w = tree->w[i], *e = tree->e[i], *z = tree->axis[i];

    memcpy(w, p >= 0 ? tree->w[p] : zero, sizeof zero);
    memcpy(e, p >= 0 ? tree->e[p] : zero, sizeof zero);
    memcpy(tree->place[i], p >= 0 ? tree->place[p] : zero, sizeof zero);
    memcpy(tree->v[i], p >= 0 ? tree->v[p] : zero, sizeof zero);
    memcpy(tree->a[i], p >= 0 ? tree->a[p] : zero, sizeof zero);
    if (link->ball >= 0)
        multiply(Rp, tree->base + 9 * (size_t)link->ball, base);
    else
        memcpy(base, Rp, sizeof base);
    mb_rotate(base, link->axis, z);
    mb_rotate(Rp, link->place, r);
    if (link->slides) {
        for (int k = 0; k < 3; k++)
            z[k] *= tree->scale;
        add(r, q, z);
        memcpy(tree->R[i], base, sizeof base);
        carry(w, e, r, tree->place[i], tree->v[i], tree->a[i]);
        add(tree->v[i], u, z);
        for (int k = 0; k < 3; k++)
            zu[k] = 2.0 * u * z[k];
        mb_add_cross(w, zu, tree->a[i]);
        return;
    }
    carry(w, e, r, tree->place[i], tree->v[i], tree->a[i]);
    mb_rotate_on(base, link->axis, q, tree->R[i]);
    for (int k = 0; k < 3; k++)
        zu[k] = u * z[k];
    mb_add_cross(w, zu, e);
    add(w, 1.0, zu);
}

static void move_body(mb_auto *tree, const mb_auto_body *body, mb_auto_motion *m)
{
    const int l = body->link;
    double r[3];

    if (l < 0)
        return;
    memcpy(m->x, tree->place[l], sizeof m->x);
    memcpy(m->v, tree->v[l], sizeof m->v);
    memcpy(m->a, tree->a[l], sizeof m->a);
    memcpy(m->w, tree->w[l], sizeof m->w);
    memcpy(m->e, tree->e[l], sizeof m->e);
    multiply(tree->R[l], body->turn, m->R);
    mb_rotate(tree->R[l], body->com, r);
    carry(m->w, m->e, r, m->x, m->v, m->a);
    for (int k = 0; k < body->n; k++) {
        const int j = body->on[k];
        double *Jv = m->Jv + 3 * (size_t)j, *Jw = m->Jw + 3 * (size_t)j;

        if (tree->link[j].slides) {
            memcpy(Jv, tree->axis[j], sizeof zero);
            continue;
        }
        memcpy(Jw, tree->axis[j], sizeof zero);
        for (int i = 0; i < 3; i++)
            r[i] = m->x[i] - tree->place[j][i];
        mb_cross(Jw, r, Jv);
    }
}

void mb_auto_move(mb_auto *tree, double t, const double *q, const double *u)
{
    tree->t = t;
    tree->q = q;
    for (int i = 0; i < tree->n; i++)
        move_link(tree, i, q[i], u[i]);
    for (int b = 0; b < tree->plain->nbodies; b++)
        move_body(tree, &tree->body[b], &tree->motion[b]);
}

const mb_auto_motion *mb_auto_motion_of(const mb_auto *tree, int body)
{
    return body >= 0 ? &tree->motion[body] : &tree->ground;
}

void mb_auto_point(const mb_auto_motion *body, const double u[3], double x[3], double v[3],
                   double a[3])
{
    double r[3], own[3][3] = {{0.0}};

    mb_rotate(body->R, u, r);
    add(own[0], 1.0, body->x);
    add(own[1], 1.0, body->v);
    add(own[2], 1.0, body->a);
    carry(body->w, body->e, r, own[0], own[1], own[2]);
    if (x)
        memcpy(x, own[0], sizeof own[0]);
    if (v)
        memcpy(v, own[1], sizeof own[1]);
    if (a)
        memcpy(a, own[2], sizeof own[2]);
}

mb_status mb_auto_claim(mb_auto *tree, mb_error *err)
{
    const size_t n = (size_t)tree->n, bodies = (size_t)tree->plain->nbodies;
    mb_arena *arena = tree->arena;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(arena, &tree->place, n, err));
    MB_TRY(MB_TAKE(arena, &tree->R, n, err));
    MB_TRY(MB_TAKE(arena, &tree->axis, n, err));
    MB_TRY(MB_TAKE(arena, &tree->v, n, err));
    MB_TRY(MB_TAKE(arena, &tree->w, n, err));
    MB_TRY(MB_TAKE(arena, &tree->a, n, err));
    MB_TRY(MB_TAKE(arena, &tree->e, n, err));
    MB_TRY(MB_TAKE(arena, &tree->motion, bodies, err));
    MB_TRY(MB_TAKE(arena, &tree->value, (size_t)tree->nscalars, err));
    MB_TRY(MB_TAKE(arena, &tree->A, n * n, err));
    MB_TRY(MB_TAKE(arena, &tree->f, n, err));
    MB_TRY(MB_TAKE(arena, &tree->accel, n, err));
    for (size_t b = 0; b < bodies; b++) {
        mb_auto_motion *m = &tree->motion[b];

        MB_TRY(MB_TAKE(arena, &m->Jv, 3 * n, err));
        MB_TRY(MB_TAKE(arena, &m->Jw, 3 * n, err));
        memcpy(m->x, tree->body[b].com, sizeof m->x);
        memcpy(m->R, tree->body[b].turn, sizeof m->R);
    }
    memcpy(tree->ground.R, identity, sizeof identity);
    status = mb_null_space_claim(&tree->null, tree->nrows + tree->plain->start.n * 3, tree->n,
                                 arena, err);
done:
    return status;
}

mb_status mb_auto_state_claim(const mb_auto *tree, mb_auto_state *state, mb_arena *arena,
                              mb_error *err)
{
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(arena, &state->q, 2 * (size_t)tree->n, err));
    state->u = state->q + tree->n;
    MB_TRY(MB_TAKE(arena, &state->base, 9 * (size_t)tree->nballs, err));
    MB_TRY(MB_TAKE(arena, &state->memory, (size_t)tree->nmemories, err));
    for (int i = 0; i < tree->nballs; i++)
        memcpy(state->base + 9 * (size_t)i, identity, sizeof identity);
done:
    return status;
}

void mb_auto_state_copy(const mb_auto *tree, const mb_auto_state *from, mb_auto_state *to)
{
    memcpy(to->q, from->q, 2 * (size_t)tree->n * sizeof *to->q);
    memcpy(to->base, from->base, 9 * (size_t)tree->nballs * sizeof *to->base);
    to->side = from->side;
    memcpy(to->memory, from->memory, (size_t)tree->nmemories * sizeof *to->memory);
}
