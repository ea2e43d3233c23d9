/* SPDX-License-Identifier: MIT */
/* Values and derivatives of scalars over lines: all lines are linear in q, so that products are
 * quadratic and only f bends more (natural.h).  Twists are bilinear: w(q) . xdot. */
#include "problems/elements/machine/natural/natural.h"

/* Value of a line at q, or its rate at v */
MB_INLINE void line_at(const mb_line *x, const double *q, double *at)
{
    const mb_line_term *term = x->term;

    for (int i = 0; i < 3; i++) {
        double sum = x->constant[i];

        for (int k = 0; k < x->n[i]; k++, term++)
            sum += term->factor * q[term->var];
        at[i] = sum;
    }
}

MB_INLINE void line_rate(const mb_line *x, const double *v, double *at)
{
    const mb_line_term *term = x->term;

    for (int i = 0; i < 3; i++) {
        double sum = 0.0;

        for (int k = 0; k < x->n[i]; k++, term++)
            sum += term->factor * v[term->var];
        at[i] = sum;
    }
}

/* e += s X'y */
MB_INLINE void line_pull(const mb_line *x, const double *y, double s, double *e)
{
    const mb_line_term *term = x->term;

    for (int i = 0; i < 3; i++)
        for (int k = 0; k < x->n[i]; k++, term++)
            e[term->local] += s * term->factor * y[i];
}

/* ---- products ------------------------------------------------------------------------------------- */

static double product_at(const mb_lines *f, int k, const double *q)
{
    double x[3], y[3];

    line_at(&f->x[k], q, x);
    line_at(&f->y[k], q, y);
    return mb_dot(x, y);
}

static void product_gradient(const mb_lines *f, int k, const double *q, double times, double *e)
{
    double x[3], y[3];

    line_at(&f->x[k], q, x);
    line_at(&f->y[k], q, y);
    line_pull(&f->x[k], y, times, e);
    line_pull(&f->y[k], x, times, e);
}

/* e += times d/dt of the gradient */
static void product_gradient_rate(const mb_lines *f, int k, const double *v, double times,
                                  double *e)
{
    double x[3], y[3];

    line_rate(&f->x[k], v, x);
    line_rate(&f->y[k], v, y);
    line_pull(&f->x[k], y, times, e);
    line_pull(&f->y[k], x, times, e);
}

static void product_rates(const mb_lines *f, int k, const double *q, const double *v, double *rate,
                          double *bend)
{
    double x[2][3], y[2][3];

    line_at(&f->x[k], q, x[0]);
    line_at(&f->y[k], q, y[0]);
    line_rate(&f->x[k], v, x[1]);
    line_rate(&f->y[k], v, y[1]);
    *rate = mb_dot(x[1], y[0]) + mb_dot(x[0], y[1]);
    *bend = 2.0 * mb_dot(x[1], y[1]);
}

/* f of the products, which p receives */
static void outer(const mb_lines *f, const double *q, mb_outer *o)
{
    double p[2] = {0.0, 0.0};

    for (int k = 0; k < f->n; k++)
        p[k] = product_at(f, k, q);
    mb_outer_of(&f->s, p, o);
}

/* ---- scalars -------------------------------------------------------------------------------------- */

double mb_lines_value(const mb_lines *f, const double *q)
{
    mb_outer o;

    outer(f, q, &o);
    return o.value + f->s.offset;
}

void mb_lines_rates(const mb_lines *f, const double *q, const double *v, double *rate, double *bend)
{
    double p1[2], p2[2];
    mb_outer o;

    outer(f, q, &o);
    *rate = *bend = 0.0;
    for (int k = 0; k < f->n; k++)
        product_rates(f, k, q, v, &p1[k], &p2[k]);
    for (int k = 0; k < f->n; k++) {
        *rate += o.f[k] * p1[k];
        *bend += o.f[k] * p2[k];
        for (int l = 0; l < f->n; l++)
            *bend += o.ff[k][l] * p1[k] * p1[l];
    }
}

void mb_lines_gradient(const mb_lines *f, const double *q, double times, double *e)
{
    mb_outer o;

    outer(f, q, &o);
    for (int k = 0; k < f->n; k++)
        product_gradient(f, k, q, times * o.f[k], e);
}

/* With g the gradient of a product p and g1 its rate:
 *     gradient rate   f_k g1_k + f_kl p1_l g_k,     bend by v  twice that
 *     bend by q       f_kl p2_l g_k + f_klm p1_l p1_m g_k + 2 f_kl p1_l g1_k */
void mb_lines_slope(const mb_lines *f, const double *q, const double *v, mb_slope slope,
                    double times, double *e)
{
    double p1[2], p2[2];
    mb_outer o;

    outer(f, q, &o);
    for (int k = 0; k < f->n; k++)
        product_rates(f, k, q, v, &p1[k], &p2[k]);
    for (int k = 0; k < f->n; k++) {
        double of_gradient = 0.0, of_rate = 0.0;

        for (int l = 0; l < f->n; l++) {
            if (slope != MB_BEND_BY_Q) {
                of_gradient += o.ff[k][l] * p1[l];
                continue;
            }
            of_gradient += o.ff[k][l] * p2[l];
            of_rate += 2.0 * o.ff[k][l] * p1[l];
            for (int j = 0; j < f->n; j++)
                of_gradient += o.fff[k][l][j] * p1[l] * p1[j];
        }
        if (slope != MB_BEND_BY_Q)
            of_rate = o.f[k];
        if (slope == MB_BEND_BY_V) {
            of_gradient *= 2.0;
            of_rate *= 2.0;
        }
        product_gradient(f, k, q, times * of_gradient, e);
        product_gradient_rate(f, k, v, times * of_rate, e);
    }
}

void mb_lines_outer(const mb_lines *f, double s, const double *x, const double *y, double *h)
{
    for (int i = 0; i < f->nvar; i++)
        for (int j = 0; j < f->nvar; j++)
            h[f->h[i * f->nvar + j]] += s * x[i] * y[j];
}

/* h += s (X'Y + Y'X), component by component */
static void add_products(const mb_lines *f, int k, double s, double *h)
{
    const mb_line *x = &f->x[k], *y = &f->y[k];
    const mb_line_term *a = x->term, *b = y->term;

    for (int i = 0; i < 3; a += x->n[i], b += y->n[i], i++)
        for (int r = 0; r < x->n[i]; r++)
            for (int c = 0; c < y->n[i]; c++) {
                const double bend = s * a[r].factor * b[c].factor;

                h[f->h[a[r].local * f->nvar + b[c].local]] += bend;
                h[f->h[b[c].local * f->nvar + a[r].local]] += bend;
            }
}

void mb_lines_hessian(const mb_lines *f, const double *q, double times, double *h)
{
    double e[2][MB_FORM_VARS] = {{0.0}};
    mb_outer o;

    outer(f, q, &o);
    for (int k = 0; k < f->n; k++) {
        add_products(f, k, times * o.f[k], h);
        product_gradient(f, k, q, 1.0, e[k]);
    }
    for (int k = 0; k < f->n; k++)
        for (int l = 0; l < f->n; l++)
            if (o.ff[k][l] != 0.0)
                mb_lines_outer(f, times * o.ff[k][l], e[k], e[l], h);
}

/* ---- twists --------------------------------------------------------------------------------------- */

void mb_twist_row_at(const mb_twist *t, const double *q, double times, double *e)
{
    for (int k = 0; k < t->n; k++) {
        double w[3];

        line_at(&t->w[k], q, w);
        line_pull(&t->x[k], w, times, e);
    }
}

void mb_twist_row_rate(const mb_twist *t, const double *v, double times, double *e)
{
    for (int k = 0; k < t->n; k++) {
        double w[3];

        line_rate(&t->w[k], v, w);
        line_pull(&t->x[k], w, times, e);
    }
}

void mb_twist_by_q(const mb_twist *t, const double *v, double times, double *e)
{
    for (int k = 0; k < t->n; k++) {
        double x[3];

        line_rate(&t->x[k], v, x);
        line_pull(&t->w[k], x, times, e);
    }
}

double mb_twist_rate(const mb_twist *t, const double *q, const double *v)
{
    double sum = 0.0;

    for (int k = 0; k < t->n; k++) {
        double w[3], x[3];

        line_at(&t->w[k], q, w);
        line_rate(&t->x[k], v, x);
        sum += mb_dot(w, x);
    }
    return sum;
}

double mb_twist_bend(const mb_twist *t, const double *v)
{
    double sum = 0.0;

    for (int k = 0; k < t->n; k++) {
        double w[3], x[3];

        line_rate(&t->w[k], v, w);
        line_rate(&t->x[k], v, x);
        sum += mb_dot(w, x);
    }
    return sum;
}

void mb_twist_hessian(const mb_twist *t, double times, double *h)
{
    for (int k = 0; k < t->n; k++) {
        const mb_line *w = &t->w[k], *x = &t->x[k];
        const mb_line_term *a = x->term, *b = w->term;

        for (int i = 0; i < 3; a += x->n[i], b += w->n[i], i++)
            for (int r = 0; r < x->n[i]; r++)
                for (int c = 0; c < w->n[i]; c++)
                    h[t->h[a[r].local * t->nvar + b[c].local]] += times * a[r].factor * b[c].factor;
    }
}
