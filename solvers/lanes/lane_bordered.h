/* SPDX-License-Identifier: MIT */
/* [M D'; D 0]\(Q, g) in lanes, operation by operation solvers/matrices/bordered_kernel.c, whose names these are.
 * M is the same in all lanes, and so is its inverse. */
#ifndef MB_SOLVERS_LANES_LANE_BORDERED_H
#define MB_SOLVERS_LANES_LANE_BORDERED_H

#include "solvers/lanes/lane_matrix.h"
#include "solvers/lanes/lanes_parts.h"

typedef lanes_of lane_column[MB_BORDERED_SIZE + 1];

/* Z' with W b behind it, and G with D W b */
MB_LANE_INLINE void weigh(int m, const mb_lanes *x, const lanes_of *b, lane_column *z,
                          lane_column *g)
{
    const mb_bordered_parts *s = x->bordered;
    const mb_pattern *D = &x->model->D;
    const lanes_of *of_d = all(x->d);
    lane_column d[MB_BORDERED_SIZE];

    for (int k = 0; k < m; k++)
        for (int i = k; i <= m; i++)
            g[k][i] = same(0.0);
    for (int j = 0; j < D->ncol; j++) {
        for (int i = 0; i < m; i++)
            d[j][i] = same(0.0);
        for (int k = D->start[j]; k < D->start[j + 1]; k++)
            d[j][D->row[k]] = of_d[k];
        d[j][m] = b[j];
    }
    for (int p = 0; p < s->n; p++)
        for (int a = s->start[p]; a < s->start[p + 1]; a++) {
            const int j = s->index[a];

            for (int i = 0; i <= m; i++)
                z[j][i] = d[s->index[s->start[p]]][i] * s->inverse[j][s->index[s->start[p]]];
            for (int e = s->start[p] + 1; e < s->start[p + 1]; e++)
                for (int i = 0; i <= m; i++)
                    z[j][i] += d[s->index[e]][i] * s->inverse[j][s->index[e]];
            for (int k = 0; k < m; k++)
                for (int i = k; i <= m; i++)
                    g[k][i] += z[j][i] * d[j][k];
        }
}

/* G = K F K',  y = K\y; the lanes whose pivots need not be chosen */
MB_LANE_INLINE choice eliminate(int m, lane_column *g, lanes_of *inverse, lanes_of *y)
{
    lanes_of least = same(INFINITY), most = same(0.0), before = same(1.0), by_before = same(1.0);
    choice good = chosen(~0U);

    for (int j = 0; j < m; j++) {
        const lanes_of product = g[j][j], by_product = 1.0 / product, pivot = product * by_before;

        good &= pivot > 0.0;
        least = pick(pivot < least, pivot, least);
        most = pick(pivot > most, pivot, most);
        inverse[j] = before * by_product;
        for (int k = j + 1; k < m; k++) {
            const lanes_of part = g[j][k] * by_before;

            for (int i = k; i < m; i++)
                g[k][i] = pivot * g[k][i] - g[j][i] * part;
        }
        for (int k = j + 1; k < m; k++) {
            g[j][k] *= by_product;
            y[k] -= g[j][k] * y[j];
        }
        before = product;
        by_before = by_product;
    }
    return good & (least > MB_BORDERED_SIMILAR * most);
}

/* y = K'\(F\y),  b = W b - Z y, then y */
MB_LANE_INLINE void back(int m, const mb_lanes *x, lane_column *z, lane_column *g,
                         const lanes_of *inverse, lanes_of *y, lanes_of *b)
{
    const int nv = x->model->nv;

    for (int i = m - 1; i >= 0; i--) {
        y[i] *= inverse[i];
        for (int k = m - 1; k > i; k--)
            y[i] -= g[i][k] * y[k];
        b[nv + i] = y[i];
    }
    for (int j = 0; j < nv; j++) {
        lanes_of left[2] = {z[j][m], same(0.0)};

        for (int i = m - 1; i >= 0; i--)
            left[i % 2] -= z[j][i] * y[i];
        b[j] = left[0] + left[1];
    }
}

MB_LANE_INLINE choice bordered_rows(int m, const mb_lanes *x, lanes_of *b)
{
    lane_column z[MB_BORDERED_SIZE], g[MB_BORDERED_SIZE], inverse, y;
    choice taken;

    weigh(m, x, b, z, g);
    for (int i = 0; i < m; i++)
        y[i] = g[i][m] - b[x->model->nv + i];
    taken = eliminate(m, g, inverse, y);
    back(m, x, z, g, inverse, y, b);
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
