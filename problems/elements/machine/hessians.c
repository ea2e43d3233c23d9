/* SPDX-License-Identifier: MIT */
/* Derivatives of the gradients of scalars, and where a pair of bodies has its entries in H. */
#include "problems/elements/machine/span.h"

void mb_duo_outer(const mb_machine *m, const mb_duo *duo, double s, double (*x)[MB_LOCAL],
                  double (*y)[MB_LOCAL], double *h)
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            const mb_mover *row = mb_mover_of(m, duo->body[i]);
            const mb_mover *column = mb_mover_of(m, duo->body[j]);

            if (!row || !column)
                continue;
            for (int c = 0; c < column->n; c++) {
                double *out = h + duo->at[i][j][c];
                const double times = s * y[j][column->local[c]];

                for (int r = 0; r < row->n; r++)
                    out[r] += times * x[i][row->local[r]];
            }
        }
}

void mb_duo_block(const mb_machine *m, const mb_duo *duo, int i, int j, double s,
                  const double *block, double *h)
{
    const mb_mover *row = mb_mover_of(m, duo->body[i]), *column = mb_mover_of(m, duo->body[j]);

    if (!row || !column)
        return;
    for (int c = 0; c < column->n; c++)
        for (int r = 0; r < row->n; r++)
            h[duo->at[i][j][c] + r] += s * block[MB_LOCAL * row->local[r] + column->local[c]];
}

/* An arrow's derivatives by the local places of both bodies */
struct columns {
    double of[2][MB_LOCAL][3];
};

static void columns_of(const mb_view *w, bool euler, const mb_arrow *x, struct columns *c)
{
    memset(c, 0, sizeof *c);
    for (int k = 0; k < 2; k++) {
        const double sign = k ? 1.0 : -1.0;

        if (!w->there[k])
            continue;
        if (x->kind == MB_ARROW_BETWEEN) {
            mb_columns(&w->side[k]->f, euler, w->u[k], c->of[k][3]);
            for (int i = 0; i < 3; i++)
                for (int l = 3; l < (euler ? 7 : 6); l++)
                    c->of[k][l][i] *= sign;
            for (int i = 0; i < 3; i++)
                c->of[k][i][i] = sign;
        } else if (x->kind == (k ? MB_ARROW_OF_B : MB_ARROW_OF_A)) {
            mb_columns(&w->side[k]->f, euler, x->u, c->of[k][3]);
        }
    }
}

/* h += s (X'Y + Y'X) */
static void add_products(const mb_machine *m, const mb_duo *duo, double s, const struct columns *x,
                         const struct columns *y, double *h)
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            const mb_mover *row = mb_mover_of(m, duo->body[i]);
            const mb_mover *column = mb_mover_of(m, duo->body[j]);

            if (!row || !column)
                continue;
            for (int c = 0; c < column->n; c++)
                for (int r = 0; r < row->n; r++)
                    h[duo->at[i][j][c] + r] +=
                        s * (mb_dot(x->of[i][row->local[r]], y->of[j][column->local[c]]) +
                             mb_dot(y->of[i][row->local[r]], x->of[j][column->local[c]]));
        }
}

/* h += s * curvature of  w . A u  for one body */
static void add_curvature(const mb_machine *m, const mb_duo *duo, int side, const mb_frame *f,
                          const double *u, const double *w, double s, double *h)
{
    const bool euler = m->kind == MB_IN_EULER;
    double bend[16] = {0.0}, block[MB_LOCAL * MB_LOCAL] = {0.0};

    mb_curvature(f, euler, u, w, bend);
    for (int i = 0; i < (euler ? 4 : 3); i++)
        for (int j = 0; j < (euler ? 4 : 3); j++)
            block[MB_LOCAL * (3 + i) + 3 + j] = bend[4 * i + j];
    mb_duo_block(m, duo, side, side, s, block, h);
}

/* ... of an arrow held against a fixed y */
static void arrow_curvature(const mb_machine *m, const mb_duo *duo, const mb_view *w,
                            const mb_arrow *x, const double *y, double s, double *h)
{
    for (int k = 0; k < 2; k++) {
        if (!w->there[k])
            continue;
        if (x->kind == MB_ARROW_BETWEEN)
            add_curvature(m, duo, k, &w->side[k]->f, w->u[k], y, k ? s : -s, h);
        else if (x->kind == (k ? MB_ARROW_OF_B : MB_ARROW_OF_A))
            add_curvature(m, duo, k, &w->side[k]->f, x->u, y, s, h);
    }
}

void mb_product_hessian(const mb_machine *m, const mb_duo *duo, const mb_view *w, const mb_arrow *x,
                        const mb_arrow *y, double s, double *h)
{
    const bool euler = m->kind == MB_IN_EULER;
    struct columns of_x, of_y;
    double xs[3][3], ys[3][3];

    mb_arrow_at(w, m->kind, x, false, xs);
    mb_arrow_at(w, m->kind, y, false, ys);
    if (x->kind != MB_ARROW_WORLD && y->kind != MB_ARROW_WORLD) {
        columns_of(w, euler, x, &of_x);
        columns_of(w, euler, y, &of_y);
        add_products(m, duo, s, &of_x, &of_y, h);
    }
    arrow_curvature(m, duo, w, x, ys[0], s, h);
    arrow_curvature(m, duo, w, y, xs[0], s, h);
}
