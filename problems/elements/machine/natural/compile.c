/* SPDX-License-Identifier: MIT */
/* Rows by what they are: squares and products of spans, linear ones, forms. */
#include <string.h>

#include "problems/elements/machine/natural/natural.h"

mb_status mb_natural_grow(mb_model *model, void *array, int n, int *capacity, size_t size,
                          mb_error *err)
{
    const int more = n < 8 ? 8 : n + n / 2;
    mb_status status = MB_OK;
    void *bigger, *old;

    if (n < *capacity)
        return MB_OK;
    MB_TRY(mb_arena_take(model->arena, &bigger, (size_t)more, size, err));
    memcpy(&old, array, sizeof old);
    if (n)
        memcpy(bigger, old, (size_t)n * size);
    mb_arena_release(model->arena, old);
    memcpy(array, &bigger, sizeof bigger);
    *capacity = more;
done:
    return status;
}

/* ---- variables ------------------------------------------------------------------------------------ */

struct variables {
    int n, var[MB_FORM_VARS];
};

void mb_natural_localise(mb_line *line, int *n, int *var)
{
    for (int k = 0; k < line->n[0] + line->n[1] + line->n[2]; k++) {
        int i = 0;

        while (i < *n && var[i] != line->term[k].var)
            i++;
        if (i == *n)
            var[(*n)++] = line->term[k].var;
        line->term[k].local = i;
    }
}

static void localise(struct variables *v, mb_line *line)
{
    mb_natural_localise(line, &v->n, v->var);
}

static mb_status keep(mb_model *model, const struct variables *v, mb_lines *form, mb_error *err)
{
    mb_status status = MB_OK;

    form->nvar = v->n;
    MB_TRY(MB_TAKE(model->arena, &form->var, (size_t)v->n, err));
    if (v->n)
        memcpy(form->var, v->var, (size_t)v->n * sizeof *form->var);
done:
    return status;
}

/* ---- forms ---------------------------------------------------------------------------------------- */

void mb_natural_arrow(const mb_machine *m, const mb_tie *tie, const mb_arrow *x, mb_combination *c)
{
    mb_combination from;

    switch (x->kind) {
    case MB_ARROW_WORLD:
        mb_natural_axis(m, MB_ON_GROUND, x->u, c);
        break;
    case MB_ARROW_OF_A:
        mb_natural_axis(m, tie->duo.body[0], x->u, c);
        break;
    case MB_ARROW_OF_B:
        mb_natural_axis(m, tie->duo.body[1], x->u, c);
        break;
    case MB_ARROW_BETWEEN:
        mb_natural_place(m, tie->duo.body[1], tie->u[1], c);
        mb_natural_place(m, tie->duo.body[0], tie->u[0], &from);
        mb_natural_combine(c, -1.0, &from);
        break;
    }
}

/* The angle between two planar bodies as one between their axes; a component as a product */
static mb_scalar over_arrows(const mb_scalar *s)
{
    static const mb_arrow unit[3] = {{MB_ARROW_WORLD, {1.0, 0.0, 0.0}},
                                     {MB_ARROW_WORLD, {0.0, 1.0, 0.0}},
                                     {MB_ARROW_WORLD, {0.0, 0.0, 1.0}}};
    mb_scalar y = *s;

    if (s->kind == MB_SCALAR_TURN) {
        y.kind = MB_SCALAR_ANGLE;
        y.x[0] = (mb_arrow){MB_ARROW_OF_A, {1.0, 0.0, 0.0}};
        y.x[1] = (mb_arrow){MB_ARROW_OF_A, {0.0, 1.0, 0.0}};
        y.y[0] = y.y[1] = (mb_arrow){MB_ARROW_OF_B, {1.0, 0.0, 0.0}};
    } else if (s->kind == MB_SCALAR_MEET) {
        y.kind = MB_SCALAR_PRODUCT;
        y.x[0] = unit[s->axis];
        y.y[0] = (mb_arrow){.kind = MB_ARROW_BETWEEN};
    }
    return y;
}

mb_status mb_natural_form(mb_model *model, const mb_tie *tie, const mb_scalar *s, mb_lines *form,
                          mb_error *err)
{
    const mb_machine *m = model->data;
    struct variables v = {.n = 0};
    mb_status status = MB_OK;

    *form = (mb_lines){.s = over_arrows(s)};
    form->n = form->s.kind == MB_SCALAR_ANGLE || form->s.kind == MB_SCALAR_DISC ? 2 : 1;
    for (int k = 0; k < form->n; k++) {
        mb_combination c;

        mb_natural_arrow(m, tie, &form->s.x[k], &c);
        MB_TRY(mb_line_of(model, &c, NULL, &form->x[k], err));
        mb_natural_arrow(m, tie, &form->s.y[k], &c);
        MB_TRY(mb_line_of(model, &c, NULL, &form->y[k], err));
        localise(&v, &form->x[k]);
        localise(&v, &form->y[k]);
    }
    MB_TRY(keep(model, &v, form, err));
done:
    return status;
}

/* ---- rows ----------------------------------------------------------------------------------------- */

static bool constant(const mb_line *x)
{
    return x->n[0] + x->n[1] + x->n[2] == 0;
}

/* Whether it is a difference of two coordinates in each component. */
static bool is_span(const mb_line *x)
{
    return x->n[0] <= 2 && x->n[1] <= 2 && x->n[2] <= 2;
}

static void reaches(const mb_natural *n, const mb_line *x, mb_difference *reach)
{
    const mb_line_term *term = x->term;

    for (int i = 0; i < n->dimension; i++) {
        reach[i] = (mb_difference){.c = x->constant[i]};
        for (int k = 0; k < x->n[i]; k++, term++) {
            reach[i].i[k] = term->var;
            reach[i].s[k] = term->factor;
        }
    }
}

static mb_status add_square(mb_model *model, int row, const mb_line *x, double value, mb_error *err)
{
    const mb_machine *m = model->data;
    mb_natural *n = m->natural;
    mb_status status = MB_OK;
    const int first = n->dimension * n->nsquares;
    mb_difference reach[3];

    MB_TRY(
        mb_natural_grow(model, &n->square, n->nsquares, &n->max_squares, sizeof *n->square, err));
    n->square[n->nsquares++] = (mb_square){row, value};
    reaches(n, x, reach);
    for (int i = 0; i < n->dimension; i++) {
        MB_TRY(
            mb_natural_grow(model, &n->reach, first + i, &n->max_reaches, sizeof *n->reach, err));
        n->reach[first + i] = reach[i];
    }
done:
    return status;
}

static mb_status add_pair(mb_model *model, int row, const mb_line *x, const mb_line *y,
                          double value, mb_error *err)
{
    const mb_machine *m = model->data;
    mb_natural *n = m->natural;
    const int first = n->dimension * n->npairs;
    mb_status status = MB_OK;
    mb_difference reach[2][3];

    MB_TRY(mb_natural_grow(model, &n->pair, n->npairs, &n->max_pairs, sizeof *n->pair, err));
    n->pair[n->npairs++] = (mb_square){row, value};
    reaches(n, x, reach[0]);
    reaches(n, y, reach[1]);
    for (int i = 0; i < n->dimension; i++) {
        for (int k = 0; k < 2; k++) {
            MB_TRY(mb_natural_grow(model, &n->pair_reach, 2 * (first + i) + k, &n->max_pair_reaches,
                                   sizeof *n->pair_reach, err));
            n->pair_reach[2 * (first + i) + k] = reach[k][i];
        }
    }
done:
    return status;
}

static mb_status add_linear(mb_model *model, int row, const double *by, const mb_line *x,
                            double offset, mb_error *err)
{
    const mb_machine *m = model->data;
    mb_natural *n = m->natural;
    mb_status status = MB_OK;
    const mb_line_term *term = x->term;
    mb_linear_row *e;

    MB_TRY(mb_natural_grow(model, &n->linear, n->nlinear, &n->max_linear, sizeof *n->linear, err));
    e = &n->linear[n->nlinear++];
    *e = (mb_linear_row){.row = row, .constant = offset};
    MB_TRY(MB_TAKE(model->arena, &e->term, (size_t)(x->n[0] + x->n[1] + x->n[2]), err));
    for (int i = 0; i < n->dimension; i++) {
        e->constant += by[i] * x->constant[i];
        for (int k = 0; k < x->n[i]; k++, term++)
            if (by[i] != 0.0)
                e->term[e->n++] = (mb_line_term){.var = term->var, .factor = by[i] * term->factor};
    }
done:
    return status;
}

static mb_status add_form(mb_model *model, int row, const mb_line *x, const mb_line *y,
                          double factor, double offset, mb_error *err)
{
    const mb_machine *m = model->data;
    mb_natural *n = m->natural;
    struct variables v = {.n = 0};
    mb_status status = MB_OK;
    mb_lines *form;

    MB_TRY(mb_natural_grow(model, &n->form, n->nforms, &n->max_forms, sizeof *n->form, err));
    n->form[n->nforms].row = row;
    form = &n->form[n->nforms++].form;
    *form = (mb_lines){.n = 1, .x[0] = *x, .y[0] = *y};
    form->s = (mb_scalar){.kind = MB_SCALAR_PRODUCT, .factor = factor, .offset = offset};
    localise(&v, &form->x[0]);
    localise(&v, &form->y[0]);
    MB_TRY(keep(model, &v, form, err));
done:
    return status;
}

mb_status mb_natural_product_row(mb_model *model, int row, const mb_combination *x,
                                 const mb_combination *y, double factor, double offset,
                                 mb_error *err)
{
    mb_status status = MB_OK;
    mb_line of_x, of_y;
    double by[3];

    MB_TRY(mb_line_of(model, x, NULL, &of_x, err));
    if (x == y && factor == 1.0 && is_span(&of_x))
        return add_square(model, row, &of_x, -offset, err);
    MB_TRY(mb_line_of(model, y, NULL, &of_y, err));
    if (constant(&of_x) || constant(&of_y)) {
        for (int i = 0; i < 3; i++)
            by[i] = factor * (constant(&of_x) ? of_x.constant[i] : of_y.constant[i]);
        return add_linear(model, row, by, constant(&of_x) ? &of_y : &of_x, offset, err);
    }
    if (factor == 1.0 && is_span(&of_x) && is_span(&of_y))
        return add_pair(model, row, &of_x, &of_y, -offset, err);
    return add_form(model, row, &of_x, &of_y, factor, offset, err);
done:
    return status;
}

mb_status mb_natural_linear_row(mb_model *model, int row, const mb_combination *x, int i,
                                bool *made, mb_error *err)
{
    double by[3] = {0.0, 0.0, 0.0};
    mb_status status = MB_OK;
    mb_line line;

    by[i] = 1.0;
    MB_TRY(mb_line_of(model, x, NULL, &line, err));
    *made = line.n[i] > 0;
    if (*made)
        return add_linear(model, row, by, &line, 0.0, err);
done:
    return status;
}

/* ---- shares of ties ------------------------------------------------------------------------------- */

/* A joint of bodies in the plane keeps the angle between them by a product, whose sine vanishes; a
 * distance is told in m2, as lengths of bodies are. */
static mb_scalar of_joint(const mb_scalar *s)
{
    mb_scalar y = *s;
    const bool distance = s->kind == MB_SCALAR_PRODUCT && s->x[0].kind == MB_ARROW_BETWEEN &&
                          s->y[0].kind == MB_ARROW_BETWEEN;

    if (s->kind == MB_SCALAR_TURN) {
        y.kind = MB_SCALAR_PRODUCT;
        y.x[0] = (mb_arrow){MB_ARROW_OF_A, {sin(s->offset), cos(s->offset), 0.0}};
        y.y[0] = (mb_arrow){MB_ARROW_OF_B, {1.0, 0.0, 0.0}};
        y.offset = 0.0;
    } else if (distance) {
        y.factor = 1.0;
        y.offset = -4.0 * s->offset * s->offset;
    }
    return y;
}

mb_scalar mb_natural_share_scalar(const mb_machine *m, int tie, int share)
{
    const mb_scalar *s = &m->tie[tie].share[share].s;
    const mb_scalar y = tie < m->natural->njoint_ties ? of_joint(s) : *s;

    return over_arrows(&y);
}

static mb_status share_row(mb_model *model, int number, int i, mb_error *err)
{
    const mb_machine *m = model->data;
    const mb_tie *tie = &m->tie[number];
    const mb_share *share = &tie->share[i];
    const mb_scalar y = mb_natural_share_scalar(m, number, i);
    mb_natural *n = m->natural;
    mb_status status = MB_OK;
    mb_combination a, b;

    if (y.kind == MB_SCALAR_PRODUCT) {
        const bool square = y.x[0].kind == MB_ARROW_BETWEEN && y.y[0].kind == MB_ARROW_BETWEEN;

        mb_natural_arrow(m, tie, &y.x[0], &a);
        mb_natural_arrow(m, tie, &y.y[0], &b);
        return mb_natural_product_row(model, share->row, &a, square ? &a : &b, y.factor, y.offset,
                                      err);
    }
    MB_TRY(mb_natural_grow(model, &n->form, n->nforms, &n->max_forms, sizeof *n->form, err));
    n->form[n->nforms].row = share->row;
    MB_TRY(mb_natural_form(model, tie, &y, &n->form[n->nforms].form, err));
    n->nforms++;
done:
    return status;
}

mb_status mb_natural_ties(mb_model *model, const mb_machine *m, mb_error *err)
{
    mb_status status = MB_OK;

    for (int k = 0; k < m->plain->njoints; k++)
        m->natural->njoint_ties += m->joint_tie[k] >= 0;
    for (int k = 0; k < m->nties; k++)
        for (int i = 0; i < m->tie[k].n; i++)
            MB_TRY(share_row(model, k, i, err));
done:
    return status;
}
