/* SPDX-License-Identifier: MIT */
/* What a kind of coordinates brings: frames of bodies, and how places and axes move with them.
 *
 * In the plane a body turns about z as one in space with the angular velocity (0, 0, phidot): the
 * rotation has three components of which the model keeps the last. */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_SPAN_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_SPAN_H

#include <math.h>
#include <string.h>

#include "problems/elements/machine/machine.h"
#include "problems/elements/machine/rotor.h"

/* One of three copies, in each of which the kind of coordinates is a constant */
#define MB_BY_KIND(m, function, ...)                                                               \
    do {                                                                                           \
        if ((m)->kind == MB_IN_X_Y_PHI)                                                            \
            function(m, MB_IN_X_Y_PHI, __VA_ARGS__);                                               \
        else if ((m)->kind == MB_IN_BODY)                                                          \
            function(m, MB_IN_BODY, __VA_ARGS__);                                                  \
        else                                                                                       \
            function(m, MB_IN_EULER, __VA_ARGS__);                                                 \
    } while (0)

/* A body at (q, v); place, rates of points and of planar bodies are kept here. */
typedef struct mb_stand {
    mb_frame f;
    double r[3], rdot[3], spin[4];
} mb_stand;

MB_INLINE void mb_unturned(double *A)
{
    memset(A, 0, 9 * sizeof *A);
    A[0] = A[4] = A[8] = 1.0;
}

/* body: NULL is the ground */
MB_INLINE void mb_stand_at(mb_stand *s, mb_machine_kind kind, const mb_mover *body, const double *q)
{
    const bool plane = kind == MB_IN_X_Y_PHI, told = body && body->axes && body->in_hand == q;

    if (!body || body->point) {
        s->f.p = plane ? mb_ground_rest : mb_ground_place + 3;
        mb_unturned(s->f.A);
        if (!body) {
            s->f.r = mb_ground_place;
            return;
        }
    }
    q += body->q;
    s->f.r = q;
    if (plane) {
        s->r[0] = q[0];
        s->r[1] = q[1];
        s->r[2] = 0.0;
        s->f.r = s->r;
    }
    if (body->point)
        return;
    s->f.p = q + (plane ? 2 : 3);
    if (told) {
        memcpy(s->f.A, body->axes, sizeof s->f.A);
    } else if (plane) {
        const double c = cos(q[2]), z = sin(q[2]);

        mb_unturned(s->f.A);
        s->f.A[0] = s->f.A[4] = c;
        s->f.A[1] = z;
        s->f.A[3] = -z;
    } else {
        mb_rotation(s->f.p, s->f.A);
    }
}

MB_INLINE void mb_stand_move(mb_stand *s, mb_machine_kind kind, const mb_mover *body,
                             const double *v)
{
    if (!body) {
        s->f.rdot = s->f.w = mb_ground_rest;
        s->f.W[0] = s->f.W[1] = s->f.W[2] = 0.0;
        return;
    }
    v += body->v;
    if (kind == MB_IN_X_Y_PHI) {
        s->rdot[0] = v[0];
        s->rdot[1] = v[1];
        s->rdot[2] = s->spin[0] = s->spin[1] = s->spin[3] = 0.0;
        s->spin[2] = body->point ? 0.0 : v[2];
        s->f.rdot = s->rdot;
        s->f.w = s->spin;
    } else {
        s->f.rdot = v;
        s->f.w = body->point ? mb_ground_rest : v + 3;
    }
    if (kind != MB_IN_EULER)
        mb_turn(&s->f, s->f.w, s->f.W);
}

MB_INLINE const mb_mover *mb_mover_of(const mb_machine *m, int body)
{
    return body < 0 ? NULL : m->body + body;
}

/* Bodies at (q, v) for one evaluation, on its stack: a frame is made once as long as few others are
 * in use.  v: NULL, no rates. */
enum { MB_STANDS = 8 }; /* a power of two */

typedef struct mb_stands {
    const mb_machine *m;
    const double *q, *v;
    int of[MB_STANDS + 1]; /* which body, from 1 on */
    mb_stand at[MB_STANDS + 1];
} mb_stands;

/* The ground in space and in the plane (movers.c) */
extern const mb_stand mb_ground_stand[2];

MB_INLINE void mb_stands_begin(mb_stands *s, const mb_machine *m, const double *q, const double *v)
{
    s->m = m;
    s->q = q;
    s->v = v;
    memset(s->of, 0, sizeof s->of);
}

/* The stand of a body; that of `beside`, in hand, stays. */
MB_INLINE const mb_stand *mb_stand_of(mb_stands *s, mb_machine_kind kind, int body, int beside)
{
    int slot = body & (MB_STANDS - 1);

    if (body < 0)
        return &mb_ground_stand[kind == MB_IN_X_Y_PHI];
    if (beside != body && beside >= 0 && (beside & (MB_STANDS - 1)) == slot)
        slot = MB_STANDS;
    if (s->of[slot] != body + 1) {
        s->of[slot] = body + 1;
        mb_stand_at(&s->at[slot], kind, s->m->body + body, s->q);
        if (s->v)
            mb_stand_move(&s->at[slot], kind, s->m->body + body, s->v);
    }
    return &s->at[slot];
}

/* The bodies of a tie, and value, rate and second rate without accelerations of the arrow between
 * their places */
typedef struct mb_view {
    const mb_stand *side[2];
    bool there[2]; /* not the ground */
    const double *u[2];
    double d[3][3];
} mb_view;

/* A u, and its two rates where `rates` */
MB_INLINE void mb_turned(const mb_stand *s, mb_machine_kind kind, const double *u, bool rates,
                         double x[3][3])
{
    const double *A = s->f.A;

    if (kind == MB_IN_X_Y_PHI) {
        const double w = rates ? s->f.w[2] : 0.0;

        x[0][0] = A[0] * u[0] - A[1] * u[1];
        x[0][1] = A[1] * u[0] + A[0] * u[1];
        x[0][2] = u[2];
        if (!rates)
            return;
        x[1][0] = -w * x[0][1];
        x[1][1] = w * x[0][0];
        x[2][0] = -w * x[1][1];
        x[2][1] = w * x[1][0];
        x[1][2] = x[2][2] = 0.0;
        return;
    }
    mb_turn(&s->f, u, x[0]);
    if (rates)
        mb_swing(&s->f, kind == MB_IN_EULER, u, x[0], x[1], x[2]);
}

MB_INLINE void mb_view_bodies(mb_view *w, mb_stands *s, mb_machine_kind kind, const mb_tie *tie)
{
    w->side[0] = mb_stand_of(s, kind, tie->duo.body[0], MB_ON_GROUND);
    w->side[1] = mb_stand_of(s, kind, tie->duo.body[1], tie->duo.body[0]);
    for (int k = 0; k < 2; k++) {
        w->there[k] = tie->duo.body[k] >= 0;
        w->u[k] = tie->u[k];
    }
}

MB_INLINE void mb_view_between(mb_view *w, mb_machine_kind kind, bool rates)
{
    double x[2][3][3];

    for (int k = 0; k < 2; k++)
        mb_turned(w->side[k], kind, w->u[k], rates, x[k]);
    for (int i = 0; i < 3; i++) {
        w->d[0][i] = w->side[1]->f.r[i] + x[1][0][i] - w->side[0]->f.r[i] - x[0][0][i];
        if (!rates)
            continue;
        w->d[1][i] = w->side[1]->f.rdot[i] + x[1][1][i] - w->side[0]->f.rdot[i] - x[0][1][i];
        w->d[2][i] = x[1][2][i] - x[0][2][i];
    }
}

/* The whole; rates where the stands have them. */
MB_INLINE void mb_view_at(mb_view *w, mb_stands *s, mb_machine_kind kind, const mb_tie *tie,
                          bool rates)
{
    mb_view_bodies(w, s, kind, tie);
    if (tie->between)
        mb_view_between(w, kind, rates);
}

/* Value of an arrow, and its two rates where `rates` */
MB_INLINE void mb_arrow_at(const mb_view *w, mb_machine_kind kind, const mb_arrow *x, bool rates,
                           double s[3][3])
{
    switch (x->kind) {
    case MB_ARROW_WORLD:
        memset(s, 0, (rates ? 9 : 3) * sizeof(double));
        memcpy(s[0], x->u, 3 * sizeof(double));
        break;
    case MB_ARROW_BETWEEN:
        memcpy(s, w->d, (rates ? 9 : 3) * sizeof(double));
        break;
    default:
        mb_turned(w->side[x->kind == MB_ARROW_OF_B], kind, x->u, rates, s);
        break;
    }
}

/* Local vectors of both bodies */
typedef double mb_both[2][MB_LOCAL];

/* e += s (derivative of x)' y */
MB_INLINE void mb_arrow_pull(const mb_view *w, bool euler, const mb_arrow *x, const double *y,
                             double s, mb_both e)
{
    double pull[4] = {0.0};

    for (int k = 0; k < 2; k++) {
        const double sign = k ? s : -s;

        if (!w->there[k])
            continue;
        if (x->kind == MB_ARROW_BETWEEN) {
            mb_pull(&w->side[k]->f, euler, w->u[k], y, pull);
            for (int i = 0; i < 3; i++)
                e[k][i] += sign * y[i];
            for (int i = 0; i < (euler ? 4 : 3); i++)
                e[k][3 + i] += sign * pull[i];
        } else if (x->kind == (k ? MB_ARROW_OF_B : MB_ARROW_OF_A)) {
            mb_pull(&w->side[k]->f, euler, x->u, y, pull);
            for (int i = 0; i < (euler ? 4 : 3); i++)
                e[k][3 + i] += s * pull[i];
        }
    }
}

/* ---- scalars (scalars.c) ----------------------------------------------------------------------- */

/* Derivatives of a scalar by the places of both bodies */
typedef enum mb_slope {
    MB_GRADIENT_RATE, /* d/dt of the gradient */
    MB_RATE_BY_Q,     /* derivative of the rate by q */
    MB_BEND_BY_Q,     /* derivative of the second rate, without accelerations, by q */
    MB_BEND_BY_V,     /* ... by v */
} mb_slope;

/* f of the products of a scalar, times its factor, with derivatives up to the third */
typedef struct mb_outer {
    int n; /* products */
    double value, f[2], ff[2][2], fff[2][2][2];
} mb_outer;

void mb_outer_of(const mb_scalar *s, const double p[2], mb_outer *o);
double mb_scalar_value(const mb_view *w, bool euler, const mb_scalar *s);
/* e += times * gradient */
void mb_scalar_gradient(const mb_view *w, bool euler, const mb_scalar *s, double times, mb_both e);
/* rate and second rate without accelerations */
void mb_scalar_rates(const mb_view *w, bool euler, const mb_scalar *s, double *rate, double *bend);
/* e += times * slope */
void mb_scalar_slope(const mb_view *w, bool euler, const mb_scalar *s, mb_slope slope, double times,
                     mb_both e);
/* h += times * derivative of the gradient by q */
void mb_scalar_hessian(const mb_machine *m, const mb_duo *duo, const mb_view *w, const mb_scalar *s,
                       double times, double *h);

/* The same of a product x . y (hessians.c) */
void mb_product_hessian(const mb_machine *m, const mb_duo *duo, const mb_view *w, const mb_arrow *x,
                        const mb_arrow *y, double s, double *h);

/* out += local entries of one body at its slots */
MB_INLINE void mb_put(const mb_slots *slots, const double *e, double *out)
{
    for (int k = 0; k < slots->n; k++)
        out[slots->at[k]] += e[slots->local[k]];
}

/* d += the entries of a share */
void mb_share_gradient(const mb_view *w, bool euler, const mb_share *share, double *d);

/* h += s x y' for the pair: x, y local vectors of both bodies */
void mb_duo_outer(const mb_machine *m, const mb_duo *duo, double s, double (*x)[MB_LOCAL],
                  double (*y)[MB_LOCAL], double *h);
/* h += block (row-major, 7 x 7 local) at body i's rows and body j's columns */
void mb_duo_block(const mb_machine *m, const mb_duo *duo, int i, int j, double s,
                  const double *block, double *h);

#endif
