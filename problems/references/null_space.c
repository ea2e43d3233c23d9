/* SPDX-License-Identifier: MIT */
#include "problems/references/null_space.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { SWEEPS = 30 };

mb_status mb_null_space_claim(mb_null_space *s, int m, int n, mb_arena *arena, mb_error *err)
{
    const size_t rows = (size_t)m, columns = (size_t)n;
    mb_status status = MB_OK;

    s->m = m;
    s->n = n;
    MB_TRY(MB_TAKE(arena, &s->W, rows * columns, err));
    MB_TRY(MB_TAKE(arena, &s->g, rows, err));
    MB_TRY(MB_TAKE(arena, &s->sigma, rows, err));
    MB_TRY(MB_TAKE(arena, &s->tau, columns, err));
    MB_TRY(MB_TAKE(arena, &s->Q, columns * columns, err));
done:
    return status;
}

static double product(int n, const double *a, const double *b)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Turns rows i and j until they are orthogonal; false where they are already. */
static bool turn(mb_null_space *s, int i, int j)
{
    const int n = s->n;
    double *a = s->W + (size_t)i * (size_t)n, *b = s->W + (size_t)j * (size_t)n;
    const double aa = product(n, a, a), bb = product(n, b, b), ab = product(n, a, b);
    double zeta, t, c, d;

    if (fabs(ab) <= 2.0 * DBL_EPSILON * sqrt(aa * bb))
        return false;
    zeta = (bb - aa) / (2.0 * ab);
    t = (zeta < 0.0 ? -1.0 : 1.0) / (fabs(zeta) + hypot(1.0, zeta));
    c = 1.0 / sqrt(1.0 + t * t);
    d = c * t;
    for (int k = 0; k < n; k++) {
        const double x = a[k];

        a[k] = c * x - d * b[k];
        b[k] = d * x + c * b[k];
    }
    t = s->g[i];
    s->g[i] = c * t - d * s->g[j];
    s->g[j] = d * t + c * s->g[j];
    return true;
}

static void swap_rows(mb_null_space *s, int i, int j)
{
    double *a = s->W + (size_t)i * (size_t)s->n, *b = s->W + (size_t)j * (size_t)s->n, x;

    for (int k = 0; k < s->n; k++) {
        x = a[k];
        a[k] = b[k];
        b[k] = x;
    }
    x = s->g[i];
    s->g[i] = s->g[j];
    s->g[j] = x;
    x = s->sigma[i];
    s->sigma[i] = s->sigma[j];
    s->sigma[j] = x;
}

/* One-sided Jacobi (Hestenes) on the rows. */
void mb_null_space_decompose(mb_null_space *s, int m)
{
    bool turned = true;

    for (int sweep = 0; sweep < SWEEPS && turned; sweep++) {
        turned = false;
        for (int i = 0; i < m; i++)
            for (int j = i + 1; j < m; j++)
                turned = turn(s, i, j) || turned;
    }
    for (int i = 0; i < m; i++) {
        const double *w = s->W + (size_t)i * (size_t)s->n;

        s->sigma[i] = sqrt(product(s->n, w, w));
    }
    for (int i = 0; i < m; i++) {
        int largest = i;

        for (int j = i + 1; j < m; j++)
            if (s->sigma[j] > s->sigma[largest])
                largest = j;
        if (largest != i)
            swap_rows(s, i, largest);
        for (int k = 0; k < s->n && s->sigma[i] > 0.0; k++)
            s->W[i * s->n + k] /= s->sigma[i];
        if (s->sigma[i] > 0.0)
            s->g[i] /= s->sigma[i];
    }
}

int mb_null_space_rank(const mb_null_space *s, int m, double tolerance)
{
    int rank = 0;

    while (rank < m && s->sigma[rank] > tolerance * fmax(s->sigma[0], 1.0))
        rank++;
    return rank;
}

void mb_null_space_shortest(const mb_null_space *s, int rank, double least, double *x)
{
    memset(x, 0, (size_t)s->n * sizeof *x);
    for (int i = 0; i < rank && s->sigma[i] > least; i++)
        for (int k = 0; k < s->n; k++)
            x[k] += s->g[i] * s->W[i * s->n + k];
}

/* Householder reflections that bring the rows' directions to the first coordinates, one vector a
 * row of Q; what is left of the rows is lower triangular in W. */
static void reflect_rows(mb_null_space *s, int rank)
{
    const int n = s->n;

    for (int k = 0; k < rank; k++) {
        double *h = s->Q + (size_t)k * (size_t)n, *w = s->W + (size_t)k * (size_t)n;
        const double length = sqrt(product(n - k, w + k, w + k));

        memcpy(h, w, (size_t)n * sizeof *h);
        h[k] += w[k] < 0.0 ? -length : length;
        s->tau[k] = 2.0 / product(n - k, h + k, h + k);
        for (int i = k; i < rank; i++) {
            double *row = s->W + (size_t)i * (size_t)n;
            const double factor = s->tau[k] * product(n - k, h + k, row + k);

            for (int j = k; j < n; j++)
                row[j] -= factor * h[j];
        }
    }
}

static void reflect(const mb_null_space *s, int k, double *x, int stride)
{
    const double *h = s->Q + (size_t)k * (size_t)s->n;
    double sum = 0.0;

    for (int j = k; j < s->n; j++)
        sum += h[j] * x[j * stride];
    for (int j = k; j < s->n; j++)
        x[j * stride] -= s->tau[k] * sum * h[j];
}

/* Solves the part of A from `rank` on for x there, by Cholesky's factors. */
static bool solve_rest(int n, int rank, double *A, double *x)
{
    for (int j = rank; j < n; j++) {
        const double whole = A[j * n + j];
        double pivot = whole;

        for (int k = rank; k < j; k++)
            pivot -= A[j * n + k] * A[j * n + k];
        if (!(pivot > 1e-13 * whole))
            return false;
        pivot = sqrt(pivot);
        A[j * n + j] = pivot;
        for (int i = j + 1; i < n; i++)
            A[i * n + j] =
                (A[i * n + j] - product(j - rank, A + i * n + rank, A + j * n + rank)) / pivot;
        x[j] = (x[j] - product(j - rank, A + j * n + rank, x + rank)) / pivot;
    }
    for (int j = n - 1; j >= rank; j--) {
        for (int i = j + 1; i < n; i++)
            x[j] -= A[i * n + j] * x[i];
        x[j] /= A[j * n + j];
    }
    return true;
}

bool mb_null_space_least(mb_null_space *s, int rank, double *A, double *f, double *x)
{
    const int n = s->n;

    reflect_rows(s, rank);
    for (int k = 0; k < rank; k++) {
        for (int i = 0; i < n; i++)
            reflect(s, k, A + (size_t)i * (size_t)n, 1);
        for (int i = 0; i < n; i++)
            reflect(s, k, A + i, n);
        reflect(s, k, f, 1);
    }
    for (int i = 0; i < rank; i++)
        x[i] = (s->g[i] - product(i, s->W + (size_t)i * (size_t)n, x)) / s->W[i * n + i];
    for (int i = rank; i < n; i++)
        x[i] = f[i] - product(rank, A + (size_t)i * (size_t)n, x);
    if (!solve_rest(n, rank, A, x))
        return false;
    for (int k = rank - 1; k >= 0; k--)
        reflect(s, k, x, 1);
    return true;
}
