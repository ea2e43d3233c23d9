/* SPDX-License-Identifier: MIT */
/* Scalars: values and all derivatives of  s = factor f(P0, P1) + offset,  P = x . y.
 *
 * Of a product, with x1, x2 the first and second rate of x without accelerations:
 *     gradient         X'y + Y'x
 *     rate, bend       x1 . y + x . y1,  x2 . y + 2 x1 . y1 + x . y2
 *     gradient rate    Xdot'y + X'y1, and x and y exchanged, as below
 *     rate by q        the gradient rate less the bracket of increments, (X'y) x omega in `body`
 *     bend by q        X'y2 + 2 (dx1/dq)'y1 + (dx2/dq)'y
 *     bend by v        twice the gradient rate, less the same bracket
 *     derivative of the gradient   X'Y + Y'X and the curvature of axes */
#include "problems/elements/machine/scalar.h"
#include "problems/elements/machine/turns.h"

/* Frames of the plane are those of space. */
static mb_machine_kind in_space(bool euler)
{
    return euler ? MB_IN_EULER : MB_IN_BODY;
}

static const mb_arrow unit_arrow[3] = {{MB_ARROW_WORLD, {1.0, 0.0, 0.0}},
                                       {MB_ARROW_WORLD, {0.0, 1.0, 0.0}},
                                       {MB_ARROW_WORLD, {0.0, 0.0, 1.0}}};
static const mb_arrow between_arrow = {MB_ARROW_BETWEEN, {0.0, 0.0, 0.0}};

static int products(const mb_scalar *s)
{
    return s->kind == MB_SCALAR_ANGLE || s->kind == MB_SCALAR_DISC ? 2 : 1;
}

static const mb_arrow *first(const mb_scalar *s, int k)
{
    return s->kind == MB_SCALAR_MEET ? &unit_arrow[s->axis] : &s->x[k];
}

static const mb_arrow *second(const mb_scalar *s, int k)
{
    return s->kind == MB_SCALAR_MEET ? &between_arrow : &s->y[k];
}

static void scale_outer(mb_outer *o, double factor)
{
    o->value *= factor;
    for (int i = 0; i < 2; i++) {
        o->f[i] *= factor;
        for (int j = 0; j < 2; j++) {
            o->ff[i][j] *= factor;
            for (int k = 0; k < 2; k++)
                o->fff[i][j][k] *= factor;
        }
    }
}

/* Derivatives of the angle of z = p0 + i p1: imaginary parts of those of log z, a factor i for each
 * derivative by p1 */
static void angle_outer(const double p[2], mb_outer *o)
{
    const double square = p[0] * p[0] + p[1] * p[1];
    const double re = p[0] / square, im = -p[1] / square;              /* 1/z */
    const double re2 = re * re - im * im, im2 = 2.0 * re * im;         /* 1/z^2 */
    const double re3 = re * re2 - im * im2, im3 = re * im2 + im * re2; /* 1/z^3 */

    o->value = atan2(p[1], p[0]);
    o->f[0] = im;
    o->f[1] = re;
    o->ff[0][0] = -im2;
    o->ff[0][1] = o->ff[1][0] = -re2;
    o->ff[1][1] = im2;
    o->fff[0][0][0] = 2.0 * im3;
    o->fff[0][0][1] = o->fff[0][1][0] = o->fff[1][0][0] = 2.0 * re3;
    o->fff[0][1][1] = o->fff[1][0][1] = o->fff[1][1][0] = -2.0 * im3;
    o->fff[1][1][1] = -2.0 * re3;
}

void mb_outer_of(const mb_scalar *s, const double p[2], mb_outer *o)
{
    double r;

    memset(o, 0, sizeof *o);
    o->n = products(s);
    switch (s->kind) {
    case MB_SCALAR_LENGTH:
        r = sqrt(p[0]);
        o->value = r;
        if (r == 0.0)
            break; /* no direction, and no force, in one place */
        o->f[0] = 0.5 / r;
        o->ff[0][0] = -0.25 / (r * p[0]);
        o->fff[0][0][0] = 0.375 / (r * p[0] * p[0]);
        break;
    case MB_SCALAR_ANGLE:
        angle_outer(p, o);
        if (s->near)
            o->value = mb_turned_to(*s->near - s->offset, o->value);
        break;
    case MB_SCALAR_DISC:
        r = sqrt(1.0 - p[1] * p[1]);
        o->value = p[0] - s->radius * r;
        o->f[0] = 1.0;
        o->f[1] = s->radius * p[1] / r;
        o->ff[1][1] = s->radius / (r * r * r);
        o->fff[1][1][1] = 3.0 * s->radius * p[1] / (r * r * r * r * r);
        break;
    default:
        o->value = p[0];
        o->f[0] = 1.0;
        break;
    }
    scale_outer(o, s->factor);
}

static double product_value(const mb_view *w, bool euler, const mb_scalar *s, int k)
{
    double x[3][3], y[3][3];

    mb_arrow_at(w, in_space(euler), first(s, k), false, x);
    mb_arrow_at(w, in_space(euler), second(s, k), false, y);
    return mb_dot(x[0], y[0]);
}

static void values(const mb_view *w, bool euler, const mb_scalar *s, double p[2])
{
    p[1] = 0.0;
    for (int k = 0; k < products(s); k++)
        p[k] = product_value(w, euler, s, k);
}

/* e += times * gradient of a product */
static void product_gradient(const mb_view *w, bool euler, const mb_scalar *s, int k, double times,
                             mb_both e)
{
    double x[3][3], y[3][3];

    mb_arrow_at(w, in_space(euler), first(s, k), false, x);
    mb_arrow_at(w, in_space(euler), second(s, k), false, y);
    mb_arrow_pull(w, euler, first(s, k), y[0], times, e);
    mb_arrow_pull(w, euler, second(s, k), x[0], times, e);
}

static void product_rates(const mb_view *w, bool euler, const mb_scalar *s, int k, double *rate,
                          double *bend)
{
    double x[3][3], y[3][3];

    mb_arrow_at(w, in_space(euler), first(s, k), true, x);
    mb_arrow_at(w, in_space(euler), second(s, k), true, y);
    *rate = mb_dot(x[1], y[0]) + mb_dot(x[0], y[1]);
    *bend = mb_dot(x[2], y[0]) + 2.0 * mb_dot(x[1], y[1]) + mb_dot(x[0], y[2]);
}

/* ---- what an arrow adds to the slopes of a product, for its own body ---------------------------- */

/* out += s [(d/dt J)'y0 + J'y1] */
static void add_rate(const mb_frame *f, bool euler, const double *u, double y[3][3], double s,
                     double *out)
{
    double a[4] = {0.0}, b[4] = {0.0};

    mb_pull_rate(f, euler, u, y[0], a);
    mb_pull(f, euler, u, y[1], b);
    for (int i = 0; i < (euler ? 4 : 3); i++)
        out[i] += s * (a[i] + b[i]);
}

/* out -= s (J'y0) x omega; increments of `euler` and of the plane commute */
static void add_bracket(const mb_frame *f, bool euler, const double *u, double y[3][3], double s,
                        double *out)
{
    double a[3], b[3];

    if (euler)
        return;
    mb_pull(f, false, u, y[0], a);
    mb_cross(a, f->w, b);
    for (int i = 0; i < 3; i++)
        out[i] -= s * b[i];
}

static void add_bend(const mb_frame *f, bool euler, const double *u, double y[3][3], double s,
                     double *out)
{
    static const double weight[] = {1.0, 2.0, 1.0};

    for (int n = 0; n < 3; n++) {
        double a[4] = {0.0};

        mb_pull_swing(f, euler, n, u, y[2 - n], a);
        for (int i = 0; i < (euler ? 4 : 3); i++)
            out[i] += weight[n] * s * a[i];
    }
}

static void turn_slope(const mb_frame *f, bool euler, const double *u, double y[3][3],
                       mb_slope slope, double s, double *out)
{
    switch (slope) {
    case MB_GRADIENT_RATE:
        add_rate(f, euler, u, y, s, out);
        break;
    case MB_RATE_BY_Q:
        add_rate(f, euler, u, y, s, out);
        add_bracket(f, euler, u, y, s, out);
        break;
    case MB_BEND_BY_Q:
        add_bend(f, euler, u, y, s, out);
        break;
    case MB_BEND_BY_V:
        add_rate(f, euler, u, y, 2.0 * s, out);
        add_bracket(f, euler, u, y, s, out);
        break;
    }
}

static void arrow_slope(const mb_view *w, bool euler, const mb_arrow *x, double y[3][3],
                        mb_slope slope, double s, mb_both e)
{
    const double *of_place = slope == MB_BEND_BY_Q ? y[2] : y[1];
    const double times = slope == MB_BEND_BY_V ? 2.0 : 1.0;

    for (int k = 0; k < 2; k++) {
        const double sign = k ? s : -s;

        if (!w->there[k])
            continue;
        if (x->kind == MB_ARROW_BETWEEN) {
            for (int i = 0; i < 3; i++)
                e[k][i] += sign * times * of_place[i];
            turn_slope(&w->side[k]->f, euler, w->u[k], y, slope, sign, e[k] + 3);
        } else if (x->kind == (k ? MB_ARROW_OF_B : MB_ARROW_OF_A)) {
            turn_slope(&w->side[k]->f, euler, x->u, y, slope, s, e[k] + 3);
        }
    }
}

static void product_slope(const mb_view *w, bool euler, const mb_scalar *s, int k, mb_slope slope,
                          double times, mb_both e)
{
    double x[3][3], y[3][3];

    mb_arrow_at(w, in_space(euler), first(s, k), true, x);
    mb_arrow_at(w, in_space(euler), second(s, k), true, y);
    arrow_slope(w, euler, first(s, k), y, slope, times, e);
    arrow_slope(w, euler, second(s, k), x, slope, times, e);
}

/* ---- scalars ------------------------------------------------------------------------------------ */

double mb_scalar_value(const mb_view *w, bool euler, const mb_scalar *s)
{
    mb_outer o;
    double p[2];

    if (s->kind == MB_SCALAR_MEET)
        return s->factor * w->d[0][s->axis] + s->offset;
    if (s->kind == MB_SCALAR_TURN)
        return s->factor * (w->side[1]->f.p[0] - w->side[0]->f.p[0]) + s->offset;
    values(w, euler, s, p);
    if (s->kind == MB_SCALAR_PRODUCT)
        return s->factor * p[0] + s->offset;
    mb_outer_of(s, p, &o);
    return o.value + s->offset;
}

void mb_scalar_gradient(const mb_view *w, bool euler, const mb_scalar *s, double times, mb_both e)
{
    mb_outer o;
    double p[2];

    if (s->kind == MB_SCALAR_TURN) {
        e[0][5] -= times * s->factor;
        e[1][5] += times * s->factor;
    } else if (s->kind == MB_SCALAR_MEET && !euler) {
        for (int k = 0; k < 2; k++) {
            const double sign = (k ? times : -times) * s->factor;

            e[k][s->axis] += sign;
            mb_pull_unit(&w->side[k]->f, w->u[k], s->axis, sign, e[k] + 3);
        }
    } else if (s->kind == MB_SCALAR_MEET || s->kind == MB_SCALAR_PRODUCT) {
        product_gradient(w, euler, s, 0, times * s->factor, e);
    } else {
        values(w, euler, s, p);
        mb_outer_of(s, p, &o);
        for (int k = 0; k < o.n; k++)
            product_gradient(w, euler, s, k, times * o.f[k], e);
    }
}

void mb_share_gradient(const mb_view *w, bool euler, const mb_share *share, double *d)
{
    mb_both e = {{0.0}};

    mb_scalar_gradient(w, euler, &share->s, 1.0, e);
    mb_put(&share->slots[0], e[0], d);
    mb_put(&share->slots[1], e[1], d);
}

void mb_scalar_rates(const mb_view *w, bool euler, const mb_scalar *s, double *rate, double *bend)
{
    mb_outer o;
    double p[2], p1[2], p2[2];

    *rate = *bend = 0.0;
    if (s->kind == MB_SCALAR_MEET) {
        *rate = s->factor * w->d[1][s->axis];
        *bend = s->factor * w->d[2][s->axis];
        return;
    }
    if (s->kind == MB_SCALAR_TURN) {
        *rate = s->factor * (w->side[1]->f.w[2] - w->side[0]->f.w[2]);
        return;
    }
    if (s->kind == MB_SCALAR_PRODUCT) {
        product_rates(w, euler, s, 0, rate, bend);
        *rate *= s->factor;
        *bend *= s->factor;
        return;
    }
    values(w, euler, s, p);
    mb_outer_of(s, p, &o);
    for (int k = 0; k < o.n; k++)
        product_rates(w, euler, s, k, &p1[k], &p2[k]);
    for (int k = 0; k < o.n; k++) {
        *rate += o.f[k] * p1[k];
        *bend += o.f[k] * p2[k];
        for (int l = 0; l < o.n; l++)
            *bend += o.ff[k][l] * p1[k] * p1[l];
    }
}

void mb_scalar_slope(const mb_view *w, bool euler, const mb_scalar *s, mb_slope slope, double times,
                     mb_both e)
{
    mb_outer o;
    double p[2], p1[2] = {0.0, 0.0}, p2[2] = {0.0, 0.0};

    if (s->kind == MB_SCALAR_TURN)
        return;
    if (s->kind == MB_SCALAR_MEET || s->kind == MB_SCALAR_PRODUCT) {
        product_slope(w, euler, s, 0, slope, times * s->factor, e);
        return;
    }
    values(w, euler, s, p);
    mb_outer_of(s, p, &o);
    for (int k = 0; k < o.n; k++)
        product_rates(w, euler, s, k, &p1[k], &p2[k]);
    for (int k = 0; k < o.n; k++) {
        double of_gradient = 0.0, of_rate = 0.0;

        for (int l = 0; l < o.n; l++) {
            if (slope == MB_GRADIENT_RATE || slope == MB_RATE_BY_Q)
                of_gradient += o.ff[k][l] * p1[l];
            if (slope == MB_BEND_BY_V)
                of_gradient += 2.0 * o.ff[k][l] * p1[l];
            if (slope == MB_BEND_BY_Q) {
                of_gradient += o.ff[k][l] * p2[l];
                of_rate += 2.0 * o.ff[k][l] * p1[l];
                for (int j = 0; j < o.n; j++)
                    of_gradient += o.fff[k][l][j] * p1[l] * p1[j];
            }
        }
        product_slope(w, euler, s, k, slope, times * o.f[k], e);
        product_gradient(w, euler, s, k, times * of_gradient, e);
        if (of_rate != 0.0)
            product_slope(w, euler, s, k, MB_RATE_BY_Q, times * of_rate, e);
    }
}

void mb_scalar_hessian(const mb_machine *m, const mb_duo *duo, const mb_view *w, const mb_scalar *s,
                       double times, double *h)
{
    const bool euler = m->kind == MB_IN_EULER;
    mb_outer o;
    double p[2];
    mb_both e[2];

    if (s->kind == MB_SCALAR_TURN)
        return;
    values(w, euler, s, p);
    mb_outer_of(s, p, &o);
    memset(e, 0, sizeof e);
    for (int k = 0; k < o.n; k++) {
        mb_product_hessian(m, duo, w, first(s, k), second(s, k), times * o.f[k], h);
        product_gradient(w, euler, s, k, 1.0, e[k]);
    }
    for (int k = 0; k < o.n; k++)
        for (int l = 0; l < o.n; l++)
            if (o.ff[k][l] != 0.0)
                mb_duo_outer(m, duo, times * o.ff[k][l], e[k], e[l], h);
}
