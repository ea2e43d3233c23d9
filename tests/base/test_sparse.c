/* SPDX-License-Identifier: MIT */
/* Sparse patterns and products. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/product.h"

/* A random sparse matrix, its dense twin in dense (nrow x ncol, by column) */
static mb_pattern random_matrix(mb_arena *arena, int nrow, int ncol, double *values, double *dense)
{
    mb_pattern_builder *b = mb_pattern_begin(nrow, ncol);
    mb_pattern p;

    for (int k = 0; k < nrow * ncol / 2; k++)
        mb_pattern_add(b, rand() % nrow, rand() % ncol);
    cr_assert(mb_pattern_end(b, arena, &p, NULL) == MB_OK);
    memset(dense, 0, (size_t)(nrow * ncol) * sizeof *dense);
    for (int j = 0; j < ncol; j++)
        for (int k = p.start[j]; k < p.start[j + 1]; k++) {
            cr_assert(k == p.start[j] || p.row[k] > p.row[k - 1]);
            cr_assert(mb_pattern_find(&p, p.row[k], j) == k);
            values[k] = rand() / (double)RAND_MAX - 0.5;
            dense[j * nrow + p.row[k]] = values[k];
        }
    return p;
}

Test(sparse, products_agree_with_dense_ones)
{
    enum { M = 7, N = 5, K = 6 };
    mb_arena *arena = mb_arena_create();
    double ax[M * N], bx[M * K], a[M * N], b[M * K];

    srand(1);
    for (int trial = 0; trial < 50; trial++) {
        mb_pattern pa = random_matrix(arena, M, N, ax, a), pb = random_matrix(arena, M, K, bx, b);
        mb_product c;
        double cx[N * K];

        cr_assert(mb_product_plan(&pa, NULL, &pb, NULL, 0, arena, &c, NULL) == MB_OK);
        mb_product_run(&c, ax, bx, cx);
        for (int j = 0; j < K; j++)
            for (int i = 0; i < N; i++) {
                int at = mb_pattern_find(&c.pattern, i, j);
                double sum = 0.0;

                for (int k = 0; k < M; k++)
                    sum += a[i * M + k] * b[j * M + k];
                cr_assert(fabs(sum - (at < 0 ? 0.0 : cx[at])) < 1e-15);
            }
    }
    mb_arena_destroy(arena);
}

Test(sparse, transposed_pattern_and_map_yield_a_gram_matrix)
{
    enum { M = 6, N = 8 };
    mb_arena *arena = mb_arena_create();
    double ax[M * N], a[M * N], gx[M * M];
    mb_pattern p, t;
    const int *map;
    mb_product gram;

    srand(2);
    p = random_matrix(arena, M, N, ax, a);
    cr_assert(mb_pattern_transpose(&p, arena, &t, &map, NULL) == MB_OK);
    cr_assert(mb_product_plan(&t, map, &t, map, 1, arena, &gram, NULL) == MB_OK);
    mb_product_run(&gram, ax, ax, gx);
    for (int j = 0; j < M; j++)
        for (int i = j; i < M; i++) {
            int at = mb_pattern_find(&gram.pattern, i, j);
            double sum = 0.0;

            for (int k = 0; k < N; k++)
                sum += a[k * M + i] * a[k * M + j];
            cr_assert(fabs(sum - (at < 0 ? 0.0 : gx[at])) < 1e-15);
        }
    mb_arena_destroy(arena);
}

/* Sums of few pairs and of many, more entries than are computed together, added to a wider pattern
 */
Test(sparse, products_are_added_to_a_pattern_that_holds_theirs)
{
    enum { M = 9, N = 40 };
    static double ax[M * N], a[M * N], y[N * N];
    mb_arena *arena = mb_arena_create();
    mb_pattern_builder *full = mb_pattern_begin(N, N);
    mb_pattern p, all;
    mb_product gram;

    srand(4);
    p = random_matrix(arena, M, N, ax, a);
    for (int k = 0; k < N * N; k++)
        mb_pattern_add(full, k % N, k / N);
    cr_assert(mb_pattern_end(full, arena, &all, NULL) == MB_OK);
    cr_assert(mb_product_plan(&p, NULL, &p, NULL, 0, arena, &gram, NULL) == MB_OK);
    mb_product_onto(&gram, &all);
    for (int k = 0; k < N * N; k++)
        y[k] = k;
    mb_product_add(&gram, 0.5, ax, ax, y);
    for (int k = 0; k < N * N; k++) {
        double sum = 0.0;

        for (int i = 0; i < M; i++)
            sum += a[k / N * M + i] * a[k % N * M + i];
        cr_assert(fabs(y[k] - k - 0.5 * sum) < 1e-12, "%g", y[k]);
    }
    mb_arena_destroy(arena);
}

/* The same sums to places in another order */
Test(sparse, products_go_to_places_in_their_order)
{
    enum { M = 9, N = 40, ENTRIES = N * (N + 1) / 2 };
    static double ax[M * N], a[M * N], planned[ENTRIES], y[2 * ENTRIES];
    static int place[ENTRIES];
    mb_arena *arena = mb_arena_create();
    mb_product gram;
    mb_pattern p;

    srand(5);
    p = random_matrix(arena, M, N, ax, a);
    cr_assert(mb_product_plan(&p, NULL, &p, NULL, 1, arena, &gram, NULL) == MB_OK);
    mb_product_run(&gram, ax, ax, planned);
    /* 101 has no divisor in common with the number of entries */
    for (int k = 0; k < gram.pattern.nnz; k++)
        place[k] = 2 * (101 * k % gram.pattern.nnz);
    cr_assert(gram.pattern.nnz % 101 != 0);
    cr_assert(mb_product_into(&gram, place, arena, NULL) == MB_OK);
    mb_product_add(&gram, 1.0, ax, ax, y);
    for (int k = 0; k < gram.pattern.nnz; k++) {
        cr_assert(y[place[k]] == planned[k]);
        cr_assert(y[place[k] + 1] == 0.0);
    }
    mb_arena_destroy(arena);
}

/* A by columns [2 0; 1 3], A by rows, A' and the symmetric A + A' */
Test(sparse, products_by_rows_and_sums)
{
    static const int start[] = {0, 2, 3}, row[] = {0, 1, 1};
    static const int full_start[] = {0, 2, 4}, full_row[] = {0, 1, 0, 1};
    const double ax[] = {2.0, 1.0, 3.0}, both[] = {4.0, 1.0, 1.0, 6.0};
    const double x[] = {5.0, 7.0}, b[] = {1.0, -1.0};
    mb_pattern p = {.nrow = 2, .ncol = 2, .nnz = 3, .start = start, .row = row};
    const mb_pattern full = {.nrow = 2, .ncol = 2, .nnz = 4, .start = full_start, .row = full_row};
    mb_arena *arena = mb_arena_create();
    double y[2];

    cr_assert(mb_pattern_by_rows(&p, arena, NULL) == MB_OK);
    mb_multiply(&p, ax, x, y);
    cr_expect(y[0] == 10.0 && y[1] == 26.0);
    mb_multiply_add(&p, ax, -1.0, x, y);
    cr_expect(y[0] == 0.0 && y[1] == 0.0);
    mb_transposed_plus(&p, ax, 2.0, x, b, y);
    cr_expect(y[0] == 35.0 && y[1] == 41.0);
    mb_symmetric_plus(&full, both, -1.0, x, b, y);
    cr_expect(y[0] == -26.0 && y[1] == -48.0);
    mb_arena_destroy(arena);
}

/* Columns of points in the plane and in space, in the same rows or in rows below each other, and
 * columns alone: long runs of groups give the bits that single columns give. */
Test(sparse, runs_of_alike_columns_give_the_same_bits)
{
    enum { POINTS = 400, KINDS = 5, MOST = 3 * POINTS };
    static const struct {
        int width, shift;
    } kinds[KINDS] = {{1, 0}, {2, 0}, {2, 1}, {3, 0}, {3, 1}};

    for (int k = 0; k < KINDS; k++) {
        const int width = kinds[k].width, n = POINTS * width;
        mb_arena *arena = mb_arena_create();
        mb_pattern_builder *builder = mb_pattern_begin(n, n);
        double ax[3 * MOST], x[MOST], b[MOST], y[2][5][MOST];
        mb_pattern p, grouped;

        for (int j = 0; j < n; j++)
            for (int e = 0; e < 3; e++)
                mb_pattern_add(builder,
                               (j / width + 7 * e) % POINTS * width + kinds[k].shift * (j % width),
                               j);
        cr_assert(mb_pattern_end(builder, arena, &p, NULL) == MB_OK && p.nnz == 3 * n);
        for (int i = 0; i < p.nnz; i++)
            ax[i] = sin(i);
        for (int i = 0; i < n; i++) {
            x[i] = cos(3 * i);
            b[i] = 1.0 / (i + 3);
        }
        grouped = p;
        cr_assert(mb_pattern_group(&grouped, arena, NULL) == MB_OK);
        cr_assert(grouped.run && grouped.run[0].width >= width);
        for (int i = 0; i < 2; i++) {
            const mb_pattern *a = i ? &grouped : &p;

            mb_multiply(a, ax, x, y[i][0]);
            mb_multiply_t(a, ax, x, y[i][1]);
            memcpy(y[i][2], b, sizeof b);
            mb_multiply_add(a, ax, 0.3, x, y[i][2]);
            mb_transposed_plus(a, ax, 0.3, x, b, y[i][3]);
            mb_symmetric_plus(a, ax, 0.3, x, b, y[i][4]);
        }
        for (int f = 0; f < 5; f++)
            cr_assert(memcmp(y[0][f], y[1][f], (size_t)n * sizeof(double)) == 0, "kind %d, form %d",
                      k, f);
        mb_arena_destroy(arena);
    }
}

Test(sparse, multiplies_by_a_matrix_and_its_transpose)
{
    enum { M = 4, N = 6 };
    mb_arena *arena = mb_arena_create();
    double ax[M * N], a[M * N], x[N], u[M], y[M], z[N];
    mb_pattern p;

    srand(3);
    p = random_matrix(arena, M, N, ax, a);
    for (int j = 0; j < N; j++)
        x[j] = j - 2.5;
    for (int i = 0; i < M; i++)
        u[i] = 1.5 * i - 2.0;
    mb_multiply(&p, ax, x, y);
    mb_multiply_t(&p, ax, u, z);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            y[i] -= a[j * M + i] * x[j];
            z[j] -= a[j * M + i] * u[i];
        }
    for (int i = 0; i < M; i++)
        cr_assert(fabs(y[i]) < 1e-15);
    for (int j = 0; j < N; j++)
        cr_assert(fabs(z[j]) < 1e-15);
    mb_arena_destroy(arena);
}
