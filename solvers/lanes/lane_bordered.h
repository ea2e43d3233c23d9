/* SPDX-License-Identifier: MIT */
/* [M D'; D 0]\(Q, g) in lanes, operation by operation solvers/matrices/bordered.c, whose names these are.
 * M is the same in all lanes, and so is its factor. */
#ifndef MB_SOLVERS_LANES_LANE_BORDERED_H
#define MB_SOLVERS_LANES_LANE_BORDERED_H

#include "solvers/lanes/lane_matrix.h"
#include "solvers/lanes/lanes_parts.h"

typedef lanes_of lane_column[MB_BORDERED_SIZE];

/* C', (E\C)' and G */
MB_LANE_INLINE void weigh(int m, const mb_lanes *x, lane_column *scaled, lane_column *g)
{
    const mb_bordered_parts *s = &x->bordered;
    const mb_pattern *D = &x->model->D;
    const lanes_of *d = all(x->d);
    lane_column c[MB_BORDERED_SIZE];

    for (int k = 0; k < m; k++)
        for (int i = k; i < m; i++)
            g[k][i] = same(0.0);
    for (int j = 0; j < s->nv; j++) {
        for (int i = 0; i < m; i++)
            c[j][i] = same(0.0);
        for (int k = D->start[j]; k < D->start[j + 1]; k++)
            c[j][D->row[k]] = d[k];
        for (int e = s->first[j]; e < s->first[j + 1]; e++) {
            const int k = s->col[e];

            for (int i = 0; i < m; i++)
                c[j][i] -= c[k][i] * s->l[k][j];
        }
        for (int i = 0; i < m; i++)
            scaled[j][i] = c[j][i] * s->inverse[j];
        for (int k = 0; k < m; k++)
            for (int i = k; i < m; i++)
                g[k][i] += c[j][i] * scaled[j][k];
    }
}

/* w = L\b,  y = C'E\w - g */
MB_LANE_INLINE void forward(int m, const mb_lanes *x, lane_column *scaled, const lanes_of *b,
                            lanes_of *w, lanes_of *y)
{
    const mb_bordered_parts *s = &x->bordered;

    for (int i = 0; i < m; i++)
        y[i] = same(0.0);
    for (int j = 0; j < s->nv; j++) {
        w[j] = b[j];
        for (int e = s->first[j]; e < s->first[j + 1]; e++)
            w[j] -= s->l[s->col[e]][j] * w[s->col[e]];
        for (int i = 0; i < m; i++)
            y[i] += scaled[j][i] * w[j];
    }
    for (int i = 0; i < m; i++)
        y[i] -= b[s->nv + i];
}

/* G = K F K',  y = K\y; the lanes whose pivots need not be chosen */
MB_LANE_INLINE choice eliminate(int m, lane_column *g, lanes_of *inverse, lanes_of *y)
{
    lanes_of least = same(INFINITY), most = same(0.0);
    choice good = chosen(~0U);

    for (int j = 0; j < m; j++) {
        const lanes_of pivot = g[j][j];

        inverse[j] = 1.0 / pivot;
        good &= pivot > 0.0;
        least = pick(pivot < least, pivot, least);
        most = pick(pivot > most, pivot, most);
        for (int k = j + 1; k < m; k++) {
            const lanes_of l = g[j][k] * inverse[j];

            for (int i = k; i < m; i++)
                g[k][i] -= g[j][i] * l;
            y[k] -= l * y[j];
        }
        for (int k = j + 1; k < m; k++)
            g[j][k] *= inverse[j];
    }
    return good & (least > MB_BORDERED_SIMILAR * most);
}

/* y = K'\(F\y),  b = L'\(E\w - (E\C) y), then y */
MB_LANE_INLINE void back(int m, const mb_lanes *x, lane_column *scaled, lane_column *g,
                         const lanes_of *inverse, const lanes_of *w, lanes_of *y, lanes_of *b)
{
    const mb_bordered_parts *s = &x->bordered;

    for (int i = m - 1; i >= 0; i--) {
        y[i] *= inverse[i];
        for (int k = m - 1; k > i; k--)
            y[i] -= g[i][k] * y[k];
        b[s->nv + i] = y[i];
    }
    for (int j = s->nv - 1; j >= 0; j--) {
        lanes_of sum[2] = {scaled[j][0] * y[0], m > 1 ? scaled[j][1] * y[1] : same(0.0)};
        lanes_of u;

        for (int i = 2; i < m; i++)
            sum[i % 2] += scaled[j][i] * y[i];
        u = w[j] * s->inverse[j] - (sum[0] + sum[1]);
        for (int e = s->start[j + 1] - 1; e >= s->start[j]; e--)
            u -= s->l[j][s->row[e]] * b[s->row[e]];
        b[j] = u;
    }
}

MB_LANE_INLINE choice bordered_rows(int m, const mb_lanes *x, lanes_of *b)
{
    lane_column scaled[MB_BORDERED_SIZE], g[MB_BORDERED_SIZE], inverse, w, y;
    choice taken;

    weigh(m, x, scaled, g);
    forward(m, x, scaled, b, w, y);
    taken = eliminate(m, g, inverse, y);
    back(m, x, scaled, g, inverse, w, y, b);
    return taken;
}

/* b = [M D'; D 0]\b (nv + m); the lanes whose pivots need not be chosen; numbers of the
 * others are worth nothing */
static choice solve_bordered(const mb_lanes *x, lanes_of *b)
{
    switch (x->model->m) {
#define MB_LANE_ORDER(order)                                                                       \
    case order:                                                                                    \
        return bordered_rows(order, x, b);
        MB_LANE_ORDERS(MB_LANE_ORDER)
#undef MB_LANE_ORDER
    }
    return chosen(0);
}

#endif
