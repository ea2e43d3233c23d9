/* SPDX-License-Identifier: MIT */
/* [S D'; D 0] of every size by solvers/matrices/bordered.h: what is left of the equations when its solution
 * is put into them, and the same to the last bit by the vectors of every processor. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "solvers/matrices/bordered_kernel.h"

enum { SIZE = MB_BORDERED_SIZE, FULL = 2 * SIZE };

static mb_error err;
static mb_counters counters;

/* Coordinates j and j + n, j + 2 n, ... know each other: n parts of S */
static bool joined(int i, int j, int n)
{
    return i % n == j % n;
}

/* A number of no pattern for each place, and the same across; a third of D has none */
static double entry(int i, int j, int nv, int parts)
{
    if (i < nv && j < nv)
        return i == j ? 3.0 + 0.1 * i : joined(i, j, parts) ? sin(1.0 + i * j) / (1 + i + j) : 0.0;
    if (i >= nv && j >= nv)
        return 0.0;
    if (i < j)
        return entry(j, i, nv, parts);
    i -= nv;
    return i == j ? 2.0 : (i + j) % 3 == 1 ? 0.0 : cos(2.0 + 3.0 * i + 1.7 * j);
}

static mb_linear *linear_of(mb_arena *arena, int nv, int m, int parts)
{
    mb_pattern_builder *builder = mb_pattern_begin(nv + m, nv + m);
    mb_linear *l;

    for (int j = 0; j < nv + m; j++)
        for (int i = j; i < nv + m; i++)
            if (i == j || entry(i, j, nv, parts) != 0.0)
                mb_pattern_add(builder, i, j);
    cr_assert_eq(MB_TAKE(arena, &l, 1, &err), MB_OK);
    cr_assert_eq(mb_pattern_end(builder, arena, &l->pattern, &err), MB_OK);
    *l = (mb_linear){.type = &mb_linsolver_bordered,
                     .class = MB_SPD,
                     .pattern = l->pattern,
                     .arena = arena,
                     .counters = &counters,
                     .rows = m};
    cr_assert_eq(l->type->setup(l, &err), MB_OK);
    for (int j = 0; j < nv + m; j++)
        for (int k = l->pattern.start[j]; k < l->pattern.start[j + 1]; k++)
            l->storage[l->place[k]] = entry(l->pattern.row[k], j, nv, parts);
    return l;
}

static void expect_solved(const double *x, const double *b, int nv, int m, int parts)
{
    for (int i = 0; i < nv + m; i++) {
        double left = -b[i];

        for (int j = 0; j < nv + m; j++)
            left += entry(i, j, nv, parts) * x[j];
        cr_expect(fabs(left) < 1e-12, "nv %d, m %d, parts %d, equation %d: %.3g left", nv, m, parts,
                  i, left);
    }
}

static void check(int nv, int m, int parts)
{
    mb_arena *arena = mb_arena_create();
    mb_linear *l = linear_of(arena, nv, m, parts);
    mb_bordered *s = l->data;
    double b[FULL], x[FULL], first[FULL];

    for (int i = 0; i < nv + m; i++)
        b[i] = sin(5.0 * i);
    cr_expect_eq(s->parts.n, parts);
    for (int kind = 0; kind <= (int)mb_lane_kind_here(); kind++) {
        s->kernel = mb_bordered_kernel_of((mb_lane_kind)kind);
        s->known = false;
        cr_assert_eq(l->type->factor_solve(l, l->storage, &(mb_sides){b, b + nv, x, x + nv}, &err),
                     MB_OK);
        expect_solved(x, b, nv, m, parts);
        if (kind == 0)
            memcpy(first, x, sizeof first);
        cr_expect_arr_eq(x, first, (size_t)(nv + m) * sizeof *x, "nv %d, m %d, parts %d, kind %d",
                         nv, m, parts, kind);
        memcpy(x, b, sizeof x);
        cr_assert_eq(l->type->factor(l, l->storage, &err), MB_OK);
        cr_assert_eq(l->type->solve(l, x, &err), MB_OK);
        expect_solved(x, b, nv, m, parts);
    }
    mb_arena_destroy(arena);
}

/* With as many rows as leave D of full rank */
Test(bordered, every_size_and_every_number_of_parts)
{
    for (int nv = 1; nv <= SIZE; nv++)
        for (int parts = 1; parts <= nv; parts++)
            for (int m = 1; m < nv || m == 1; m++)
                check(nv, m, parts);
    check(SIZE, SIZE, 2);
}

Test(bordered, pivots_of_unlike_size_are_left_to_others)
{
    mb_arena *arena = mb_arena_create();
    mb_linear *l = linear_of(arena, 4, 2, 2);
    mb_bordered *s = l->data;
    double b[FULL] = {1.0}, x[FULL];

    for (int j = 0; j < 4; j++) /* the second row is the first one but for 1e-4 */
        s->d[j][1] = s->d[j][0] + (j == 2 ? 1e-4 : 0.0);
    cr_expect_eq(l->type->factor_solve(l, l->storage, &(mb_sides){b, b + 4, x, x + 4}, &err),
                 MB_SINGULAR);
    s->s[0][0] = -1.0;
    cr_expect_eq(l->type->factor_solve(l, l->storage, &(mb_sides){b, b + 4, x, x + 4}, &err),
                 MB_SINGULAR);
    mb_arena_destroy(arena);
}
