/* SPDX-License-Identifier: MIT */
#include "problems/references/elimination.h"

#include <math.h>

/* Part of the first pivot below which a pivot is round-off */
static const double dependent = 1e-9;

/* A x = b while it is eliminated: rows and columns stand in the order of their pivots */
struct equations {
    int n;
    double *row[MB_ELIMINATION_MAX]; /* (n) of A */
    double *b;                       /* (n) right-hand sides in the order of the rows */
    int column[MB_ELIMINATION_MAX];
};

/* Entry in the i-th row and j-th column of the order */
static double entry(const struct equations *e, int i, int j)
{
    return e->row[i][e->column[j]];
}

/* Brings the largest entry that is left to the k-th place of the diagonal; returns its size. */
static double bring_pivot(struct equations *e, int k)
{
    int row = k, col = k, column;
    double *kept, right;

    for (int i = k; i < e->n; i++)
        for (int j = k; j < e->n; j++)
            if (fabs(entry(e, i, j)) > fabs(entry(e, row, col))) {
                row = i;
                col = j;
            }
    kept = e->row[k];
    e->row[k] = e->row[row];
    e->row[row] = kept;
    right = e->b[k];
    e->b[k] = e->b[row];
    e->b[row] = right;
    column = e->column[k];
    e->column[k] = e->column[col];
    e->column[col] = column;
    return fabs(entry(e, k, k));
}

/* Rows below the k-th lose their entry in the k-th column. */
static void clear_column(struct equations *e, int k)
{
    for (int i = k + 1; i < e->n; i++) {
        const double factor = entry(e, i, k) / entry(e, k, k);

        for (int j = k; factor != 0.0 && j < e->n; j++)
            e->row[i][e->column[j]] -= factor * entry(e, k, j);
        e->b[i] -= factor * e->b[k];
    }
}

void mb_eliminate(int n, double *A, double *b)
{
    struct equations e = {.n = n, .b = b};
    double first = 0.0, x[MB_ELIMINATION_MAX] = {0.0};
    int rank;

    for (int i = 0; i < n; i++) {
        e.row[i] = A + n * i;
        e.column[i] = i;
    }
    for (rank = 0; rank < n; rank++) {
        const double pivot = bring_pivot(&e, rank);

        first = rank ? first : pivot;
        if (!(pivot > dependent * first))
            break;
        clear_column(&e, rank);
    }
    for (int i = rank - 1; i >= 0; i--) {
        double sum = b[i];

        for (int j = i + 1; j < rank; j++)
            sum -= entry(&e, i, j) * x[e.column[j]];
        x[e.column[i]] = sum / entry(&e, i, i);
    }
    for (int i = 0; i < n; i++)
        b[i] = x[i];
}
