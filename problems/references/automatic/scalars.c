/* SPDX-License-Identifier: MIT */
/* Scalar functions of two bodies with their rates, their second derivatives without accelerations,
 * and the forces and moments that do their work. */
#include <math.h>
#include <string.h>

#include "problems/references/automatic/parts.h"
#include "problems/references/rotation.h"

/* What a scalar is made of, at the state moved to: [0] of a, [1] of b. */
typedef struct parts {
    const mb_auto_motion *m[2];
    double r[2][3], n[2][3];   /* arms of the places, axes in the world */
    double n1[2][3], n2[2][3]; /* their rates and second derivatives w x (w x n) */
    double d[3], d1[3], d2[3]; /* P_b - P_a alike */
} parts;

static void twice(const double *w, const double *x, double *x1, double *x2)
{
    mb_cross(w, x, x1);
    mb_cross(w, x1, x2);
}

static void collect(const mb_auto *tree, const mb_auto_scalar *s, parts *p)
{
    for (int k = 0; k < 2; k++) {
        const double sign = k ? 1.0 : -1.0;
        double r1[3], r2[3];

        p->m[k] = mb_auto_motion_of(tree, s->body[k]);
        mb_rotate(p->m[k]->R, s->place[k], p->r[k]);
        mb_rotate(p->m[k]->R, s->axis[k], p->n[k]);
        twice(p->m[k]->w, p->r[k], r1, r2);
        twice(p->m[k]->w, p->n[k], p->n1[k], p->n2[k]);
        for (int i = 0; i < 3; i++) {
            p->d[i] = (k ? p->d[i] : 0.0) + sign * (p->m[k]->x[i] + p->r[k][i]);
            p->d1[i] = (k ? p->d1[i] : 0.0) + sign * (p->m[k]->v[i] + r1[i]);
            p->d2[i] = (k ? p->d2[i] : 0.0) + sign * r2[i];
        }
    }
}

/* e at P_b, -e at P_a */
static void along(const parts *p, const double *e, mb_auto_value *value)
{
    for (int i = 0; i < 3; i++) {
        value->F[1][i] = e[i];
        value->F[0][i] = -e[i];
    }
    mb_cross(p->r[1], value->F[1], value->T[1]);
    mb_cross(p->r[0], value->F[0], value->T[0]);
    value->rate = mb_dot(e, p->d1);
    value->bend = mb_dot(e, p->d2);
}

static void off(const parts *p, mb_auto_value *value)
{
    value->value = mb_dot(p->n[0], p->d);
    along(p, p->n[0], value);
    mb_add_cross(p->n[0], p->d, value->T[0]);
    value->rate += mb_dot(p->n1[0], p->d);
    value->bend += 2.0 * mb_dot(p->n1[0], p->d1) + mb_dot(p->n2[0], p->d);
}

static void dot(const parts *p, mb_auto_value *value)
{
    value->value = mb_dot(p->n[0], p->n[1]);
    mb_cross(p->n[0], p->n[1], value->T[0]);
    mb_cross(p->n[1], p->n[0], value->T[1]);
    value->rate = mb_dot(p->n1[0], p->n[1]) + mb_dot(p->n[0], p->n1[1]);
    value->bend =
        mb_dot(p->n2[0], p->n[1]) + 2.0 * mb_dot(p->n1[0], p->n1[1]) + mb_dot(p->n[0], p->n2[1]);
}

static void length(const parts *p, mb_auto_value *value)
{
    const double x = sqrt(mb_dot(p->d, p->d));
    double e[3];

    for (int i = 0; i < 3; i++)
        e[i] = p->d[i] / x;
    value->value = x;
    along(p, e, value);
    value->bend += (mb_dot(p->d1, p->d1) - value->rate * value->rate) / x;
}

/* An angle near the one that is remembered */
static double counted(const mb_auto *tree, const mb_auto_scalar *s, double angle)
{
    if (s->memory < 0)
        return angle;
    return tree->memory[s->memory] + remainder(angle - tree->memory[s->memory], 2.0 * M_PI);
}

static void turn(const mb_auto *tree, const mb_auto_scalar *s, const parts *p, mb_auto_value *value)
{
    const double *z = p->n[s->about_b], *z1 = p->n1[s->about_b];
    double a[3], b[3], across[3], w[3];

    for (int i = 0; i < 3; i++) {
        value->T[1][i] = z[i];
        value->T[0][i] = -z[i];
        w[i] = p->m[1]->w[i] - p->m[0]->w[i];
    }
    value->rate = mb_dot(z, w);
    value->bend = mb_dot(z1, w);
    if (s->link >= 0) {
        value->value = s->sign * tree->q[s->link];
        return;
    }
    mb_rotate(p->m[0]->R, s->from[0], a);
    mb_rotate(p->m[1]->R, s->from[1], b);
    mb_cross(a, b, across);
    value->value = counted(tree, s, atan2(mb_dot(across, z), mb_dot(a, b)));
}

static void blade(const parts *p, mb_auto_value *value)
{
    double e[3], bend[3];

    mb_cross(p->n[0], p->n[1], e);
    along(p, e, value);
    mb_cross(p->n[0], p->n1[1], bend);
    value->bend += mb_dot(bend, p->d1);
}

/* A disc of b on a plane of the ground: k = normal . axis, s = sin of the angle between them. */
static void disc(const mb_auto_scalar *scalar, const parts *p, mb_auto_value *value)
{
    const double *N = p->n[0], *d = p->n[1];
    const double k = mb_dot(N, d), k1 = mb_dot(N, p->n1[1]), s = sqrt(1.0 - k * k);
    const double r = scalar->radius;
    double down[3];

    value->value = mb_dot(N, p->d) - r * s;
    along(p, N, value);
    mb_cross(d, N, down);
    for (int i = 0; i < 3; i++)
        value->T[1][i] += r * k / s * down[i];
    value->rate += r * k / s * k1;
    value->bend += r * (k1 * k1 / (s * s * s) + k / s * mb_dot(N, p->n2[1]));
}

/* t . (velocity of the hub + w x c), c = -r (N - k d) / s the way from the hub to the lowest point */
static void slip(const mb_auto_scalar *scalar, const parts *p, mb_auto_value *value)
{
    const double *N = p->n[0], *d = p->n[1], *t = scalar->from[0];
    const double k = mb_dot(N, d), k1 = mb_dot(N, p->n1[1]), s = sqrt(1.0 - k * k);
    const double r = scalar->radius, s1 = -k * k1 / s;
    double c[3], c1[3], w[3];

    for (int i = 0; i < 3; i++) {
        c[i] = -r * (N[i] - k * d[i]) / s;
        c1[i] = r * (k1 * d[i] + k * p->n1[1][i]) / s - c[i] * s1 / s;
    }
    along(p, t, value);
    mb_add_cross(c, t, value->T[1]);
    mb_cross(p->m[1]->w, c, w);
    value->rate += mb_dot(t, w);
    mb_cross(p->m[1]->w, c1, w);
    value->bend += mb_dot(t, w);
}

/* Angle of x = N . up, y = N . quarter, both fixed in the disc. */
static void roll(const mb_auto *tree, const mb_auto_scalar *s, const parts *p, mb_auto_value *value)
{
    double x[2], x1[2], x2[2], square, e[2][3], pull[2][3];

    for (int k = 0; k < 2; k++) {
        double e1[3], e2[3];

        mb_rotate(p->m[1]->R, s->from[k], e[k]);
        twice(p->m[1]->w, e[k], e1, e2);
        mb_cross(e[k], p->n[0], pull[k]);
        x[k] = mb_dot(p->n[0], e[k]);
        x1[k] = mb_dot(p->n[0], e1);
        x2[k] = mb_dot(p->n[0], e2);
    }
    square = x[0] * x[0] + x[1] * x[1];
    for (int i = 0; i < 3; i++)
        value->T[1][i] = (x[0] * pull[1][i] - x[1] * pull[0][i]) / square;
    value->value = counted(tree, s, atan2(x[1], x[0]));
    value->rate = (x[0] * x1[1] - x[1] * x1[0]) / square;
    value->bend =
        (x[0] * x2[1] - x[1] * x2[0] - 2.0 * (x[0] * x1[0] + x[1] * x1[1]) * value->rate) / square;
}

void mb_auto_measure(mb_auto *tree, int scalar, mb_auto_value *value)
{
    const mb_auto_scalar *s = &tree->scalar[scalar];
    parts p;

    memset(value, 0, sizeof *value);
    collect(tree, s, &p);
    switch (s->kind) {
    case MB_AUTO_MEET:
        value->value = mb_dot(s->axis[0], p.d);
        along(&p, s->axis[0], value);
        break;
    case MB_AUTO_OFF:
        off(&p, value);
        break;
    case MB_AUTO_DOT:
        dot(&p, value);
        break;
    case MB_AUTO_LENGTH:
        length(&p, value);
        break;
    case MB_AUTO_TURN:
        turn(tree, s, &p, value);
        break;
    case MB_AUTO_BLADE:
        blade(&p, value);
        break;
    case MB_AUTO_DISC:
        disc(s, &p, value);
        break;
    case MB_AUTO_SLIP:
        slip(s, &p, value);
        break;
    case MB_AUTO_ROLL:
        roll(tree, s, &p, value);
        break;
    case MB_AUTO_SPIN:
        memcpy(value->T[1], p.n[1], sizeof value->T[1]);
        value->rate = mb_dot(p.n[1], p.m[1]->w);
        break;
    }
    for (int k = 0; k < 2; k++)
        value->bend += mb_dot(value->F[k], p.m[k]->a) + mb_dot(value->T[k], p.m[k]->e);
    value->value += s->offset;
}

void mb_auto_gradient(const mb_auto *tree, const mb_auto_scalar *scalar, const mb_auto_value *value,
                      double factor, double *row)
{
    for (int k = 0; k < 2; k++) {
        const mb_auto_motion *m = mb_auto_motion_of(tree, scalar->body[k]);
        const mb_auto_body *body;

        if (scalar->body[k] < 0)
            continue;
        body = &tree->body[scalar->body[k]];
        for (int i = 0; i < body->n; i++) {
            const size_t j = (size_t)body->on[i];

            row[j] +=
                factor * (mb_dot(value->F[k], m->Jv + 3 * j) + mb_dot(value->T[k], m->Jw + 3 * j));
        }
    }
}
