/* SPDX-License-Identifier: MIT */
/* Blocks of every width over every number of rows by solvers/linsolvers/ldl.c: what is left of the equations
 * when its solution is put into them, and the same to the last bit by the vectors of every processor. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "solvers/linsolvers/ldl_blocks.h"
#include "solvers/matrices/linear.h"

enum { WIDEST = MB_WIDEST_BLOCK, MOST_BELOW = 9, MOST = 2 * WIDEST + MOST_BELOW };

static mb_error err;
static mb_counters counters;

/* Two sets of n unknowns that know each other by `below` others alone, of which the last `rows` are rows */
typedef struct shape {
    int n, below, rows;
} shape;

static int order(shape s)
{
    return 2 * s.n + s.below;
}

static bool is_row(shape s, int i)
{
    return i >= order(s) - s.rows;
}

/* A number of no pattern for each place, and the same across */
static double entry(shape s, int i, int j)
{
    if (i < j)
        return entry(s, j, i);
    if (i < 2 * s.n && i / s.n != j / s.n)
        return 0.0;
    if (is_row(s, j))
        return 0.0;
    if (is_row(s, i))
        return cos(2.0 + 3.0 * i + 1.7 * j + (i + 1) * (j + 2));
    return i == j ? 30.0 + i : sin(1.0 + i * j) + 0.1;
}

static const mb_linsolver *solver_of(const char *name)
{
    int n;
    const mb_linsolver *const *all = mb_linsolvers(&n);

    while (n > 0 && strcmp(all[n - 1]->name, name) != 0)
        n--;
    cr_assert(n > 0, "no linear solver %s", name);
    return all[n - 1];
}

static mb_linear *linear_of(mb_arena *arena, shape s)
{
    mb_pattern_builder *builder = mb_pattern_begin(order(s), order(s));
    mb_linear *l;

    for (int j = 0; j < order(s); j++)
        for (int i = j; i < order(s); i++)
            if (i == j || entry(s, i, j) != 0.0)
                mb_pattern_add(builder, i, j);
    cr_assert_eq(MB_TAKE(arena, &l, 1, &err), MB_OK);
    cr_assert_eq(mb_pattern_end(builder, arena, &l->pattern, &err), MB_OK);
    *l = (mb_linear){.type = solver_of("ldl"),
                     .class = MB_SPD,
                     .pattern = l->pattern,
                     .arena = arena,
                     .counters = &counters,
                     .rows = s.rows};
    cr_assert_eq(l->type->setup(l, &err), MB_OK);
    return l;
}

static void lay_out(mb_linear *l, shape s)
{
    memset(l->storage, 0, (size_t)l->size * sizeof *l->storage);
    for (int j = 0; j < order(s); j++)
        for (int k = l->pattern.start[j]; k < l->pattern.start[j + 1]; k++)
            l->storage[l->place[k]] = entry(s, l->pattern.row[k], j);
}

static void expect_solved(const double *x, const double *b, shape s)
{
    for (int i = 0; i < order(s); i++) {
        double left = -b[i];

        for (int j = 0; j < order(s); j++)
            left += entry(s, i, j) * x[j];
        cr_expect(fabs(left) < 1e-11, "n %d, below %d, rows %d, equation %d: %.3g left", s.n,
                  s.below, s.rows, i, left);
    }
}

static void check(shape s)
{
    mb_arena *arena = mb_arena_create();
    mb_linear *l = linear_of(arena, s);
    const size_t size = (size_t)order(s) * sizeof(double);
    mb_ldl *ldl = l->data;
    double b[MOST], x[MOST], first[MOST];

    for (int i = 0; i < order(s); i++)
        b[i] = sin(5.0 * i);
    for (int kind = 0; kind <= (int)mb_lane_kind_here(); kind++) {
        ldl->kernel = mb_ldl_kernel_of((mb_lane_kind)kind);
        lay_out(l, s);
        memcpy(x, b, size);
        cr_assert_eq(l->type->factor(l, l->storage, &err), MB_OK, "n %d, below %d, rows %d: %s",
                     s.n, s.below, s.rows, err.text);
        cr_assert_eq(l->type->solve(l, x, &err), MB_OK);
        expect_solved(x, b, s);
        if (kind == 0)
            memcpy(first, x, size);
        cr_expect_arr_eq(x, first, size, "n %d, below %d, rows %d, kind %d", s.n, s.below, s.rows,
                         kind);
        lay_out(l, s);
        cr_assert_eq(l->type->factor_solve(
                         l, l->storage,
                         &(mb_sides){b, b + order(s) - s.rows, x, x + order(s) - s.rows}, &err),
                     MB_OK);
        expect_solved(x, b, s);
        cr_expect_arr_eq(x, first, size);
    }
    mb_arena_destroy(arena);
}

Test(ldl, every_width_over_every_number_of_rows)
{
    for (int n = 1; n <= WIDEST; n++)
        for (int below = 0; below <= MOST_BELOW; below++)
            check((shape){n, below, 0});
}

Test(ldl, rows_behind_coordinates)
{
    for (int n = 2; n <= WIDEST; n++)
        for (int below = 1; below <= n; below++)
            check((shape){n, below, below});
}

/* Blocks of the tests above: every width from 2 on over numbers of rows that leave 0 to 3 over from fours */
Test(ldl, blocks_of_the_tests_are_of_all_shapes)
{
    bool seen[WIDEST + 1][4] = {{false}};

    for (int n = 1; n <= WIDEST; n++)
        for (int below = 0; below <= MOST_BELOW; below++) {
            mb_arena *arena = mb_arena_create();
            const mb_elimination *plan =
                &((const mb_ldl *)linear_of(arena, (shape){n, below, 0})->data)->plan;

            for (int i = 0; i < plan->nruns; i++)
                seen[plan->run[i].width][plan->run[i].below % 4] = true;
            mb_arena_destroy(arena);
        }
    for (int width = 2; width <= WIDEST; width++)
        for (int over = 0; over < 4; over++)
            cr_expect(seen[width][over], "no block of width %d with %d rows over", width, over);
}
