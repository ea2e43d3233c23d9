/* SPDX-License-Identifier: MIT */
/* Places and axes of bodies as combinations of nodes, and these as lines in coordinates. */
#include <math.h>
#include <string.h>

#include "problems/elements/machine/natural/natural.h"

void mb_natural_combine_node(mb_combination *c, int node, double re, double im)
{
    int k = 0;

    while (k < c->n && c->part[k].node != node)
        k++;
    if (k == c->n)
        c->part[c->n++] = (mb_part){.node = node};
    c->part[k].re += re;
    c->part[k].im += im;
    if (fabs(c->part[k].re) + fabs(c->part[k].im) < 1e-15)
        c->part[k] = c->part[--c->n];
}

void mb_natural_combine(mb_combination *c, double s, const mb_combination *x)
{
    for (int i = 0; i < 3; i++)
        c->constant[i] += s * x->constant[i];
    for (int k = 0; k < x->n; k++)
        mb_natural_combine_node(c, x->part[k].node, s * x->part[k].re, s * x->part[k].im);
}

/* c += re + i im times a span */
static void add_span(mb_combination *c, const mb_span *span, double re, double im)
{
    if (span->from >= 0)
        mb_natural_combine_node(c, span->from, -re, -im);
    mb_natural_combine_node(c, span->to, re, im);
}

/* c += A u */
static void add_axis(const mb_natural *n, const mb_laid *laid, const double *u, mb_combination *c)
{
    const double *e = laid->span[0].u, square = e[0] * e[0] + e[1] * e[1];

    if (laid->point) {
        for (int i = 0; i < 3; i++)
            c->constant[i] += u[i];
    } else if (n->dimension == 2) { /* u / e of complex numbers */
        add_span(c, &laid->span[0], (u[0] * e[0] + u[1] * e[1]) / square,
                 (u[1] * e[0] - u[0] * e[1]) / square);
    } else {
        for (int i = 0; i < 3; i++) {
            const double y = mb_dot(laid->inverse + 3 * i, u);

            if (y * y * mb_dot(laid->span[i].u, laid->span[i].u) > 1e-28 * mb_dot(u, u))
                add_span(c, &laid->span[i], y, 0.0);
        }
    }
}

void mb_natural_framed(const mb_machine *m, int body, const double *u, mb_combination *c)
{
    const mb_laid *laid = &m->natural->body[body];
    double arm[3];

    memset(c, 0, sizeof *c);
    for (int i = 0; i < 3; i++)
        arm[i] = u[i] - laid->point_seat[0].u[i];
    mb_natural_combine_node(c, laid->point_seat[0].node, 1.0, 0.0);
    add_axis(m->natural, laid, arm, c);
}

void mb_natural_place(const mb_machine *m, int body, const double *u, mb_combination *c)
{
    const mb_laid *laid = body < 0 ? NULL : &m->natural->body[body];
    const double nearest = 1e-12 * m->plain->scale;
    double arm[3];

    memset(c, 0, sizeof *c);
    if (!laid) {
        memcpy(c->constant, u, sizeof c->constant);
        return;
    }
    for (int k = 0; k < laid->npoints; k++) {
        for (int i = 0; i < 3; i++)
            arm[i] = u[i] - laid->point_seat[k].u[i];
        if (fabs(arm[0]) + fabs(arm[1]) + fabs(arm[2]) <= nearest) {
            mb_natural_combine_node(c, laid->point_seat[k].node, 1.0, 0.0);
            return;
        }
    }
    mb_natural_framed(m, body, u, c);
}

void mb_natural_axis(const mb_machine *m, int body, const double *u, mb_combination *c)
{
    memset(c, 0, sizeof *c);
    if (body < 0)
        memcpy(c->constant, u, sizeof c->constant);
    else
        add_axis(m->natural, &m->natural->body[body], u, c);
}

/* factor times a component of a node, into component i of a line */
static void put(const mb_natural *n, int node, int from, double factor, int i, mb_line *line)
{
    const mb_node *x = &n->node[node];
    mb_line_term *term = line->term;
    int first = 0, k;

    if (factor == 0.0)
        return;
    if (x->var[from] < 0) {
        line->constant[i] += factor * x->place[from];
        return;
    }
    for (k = 0; k < i; k++)
        first += line->n[k];
    for (k = first; k < first + line->n[i]; k++)
        if (term[k].var == x->var[from]) {
            term[k].factor += factor;
            return;
        }
    term[k] = (mb_line_term){.var = x->var[from], .factor = factor};
    line->n[i]++;
}

void mb_line_in(const mb_natural *n, const mb_combination *c, const double *K, mb_line *line)
{
    const int dimension = n->dimension;

    memset(line->n, 0, sizeof line->n);
    memset(line->constant, 0, sizeof line->constant);
    for (int i = 0; i < dimension; i++)
        for (int j = 0; j < dimension; j++) {
            const double factor = K ? K[3 * i + j] : i == j;

            line->constant[i] += factor * c->constant[j];
            for (int k = 0; factor != 0.0 && k < c->n; k++) {
                const mb_part *part = &c->part[k];

                put(n, part->node, j, factor * part->re, i, line);
                if (dimension == 2)
                    put(n, part->node, 1 - j, (j == 0 ? -factor : factor) * part->im, i, line);
            }
        }
}

mb_status mb_line_of(mb_model *model, const mb_combination *c, const double *K, mb_line *line,
                     mb_error *err)
{
    const mb_machine *m = model->data;
    mb_line_term term[MB_LINE_TERMS];
    mb_line made = {.term = term};
    mb_status status = MB_OK;
    int used;

    mb_line_in(m->natural, c, K, &made);
    used = made.n[0] + made.n[1] + made.n[2];
    *line = made;
    MB_TRY(MB_TAKE(model->arena, &line->term, (size_t)used, err));
    if (used)
        memcpy(line->term, term, (size_t)used * sizeof *term);
done:
    return status;
}
