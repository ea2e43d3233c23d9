/* SPDX-License-Identifier: MIT */
/* Linear solvers by themselves: on matrices of every shape, and on those that cannot be solved with. */
#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <math.h>
#include <string.h>

#include "solvers/matrices/elimination.h"
#include "solvers/matrices/filled.h"
#include "solvers/solver.h"
#include "tests/fixtures/probe.h"

enum { MOST = 60 };

/* A graph on n vertices: whether i and j < i are neighbours */
typedef struct shape {
    const char *name;
    int n;
    bool (*joined)(int n, int i, int j);
} shape;

static bool path(int n, int i, int j)
{
    (void)n;
    return i == j + 1;
}

/* points of the plane that hang together by rods */
static bool pairs(int n, int i, int j)
{
    (void)n;
    return i / 2 <= j / 2 + 1;
}

static bool hub_first(int n, int i, int j)
{
    (void)n, (void)i;
    return j == 0;
}

static bool grid(int n, int i, int j)
{
    (void)n;
    return i == j + 7 || (i == j + 1 && i % 7 != 0);
}

static bool full(int n, int i, int j)
{
    (void)n, (void)i, (void)j;
    return true;
}

static bool alone(int n, int i, int j)
{
    (void)n, (void)i, (void)j;
    return false;
}

static bool apart(int n, int i, int j)
{
    (void)n;
    return i / 5 == j / 5 && i % 5 != 4;
}

static bool ring(int n, int i, int j)
{
    return i == j + 1 || (j == 0 && i == n - 1);
}

static bool tree(int n, int i, int j)
{
    (void)n;
    return j == (i - 1) / 3;
}

static bool scattered(int n, int i, int j)
{
    (void)n;
    return (i * 7919 + j * 104729) % 17 == 0;
}

static const shape shapes[] = {
    {"one", 1, path},    {"path", 41, path}, {"pairs", 40, pairs}, {"hub", 30, hub_first},
    {"grid", 49, grid},  {"full", 33, full}, {"apart", 43, apart}, {"ring", 37, ring},
    {"tree", 58, tree},  {"few", 5, full},   {"wide", MOST, full}, {"scattered", 55, scattered},
    {"alone", 9, alone},
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

/* A lower triangle with memory of its own */
typedef struct matrix {
    mb_arena *arena;
    mb_pattern pattern;
    double value[MOST * MOST];
    double dense[MOST][MOST]; /* both triangles */
} matrix;

static matrix a;

/* Dominant diagonals of several sizes, so that the matrix is positive definite */
static void build(const shape *s)
{
    mb_pattern_builder *builder = mb_pattern_begin(s->n, s->n);
    mb_error err = {0};

    memset(&a, 0, sizeof a);
    a.arena = mb_arena_create();
    for (int j = 0; j < s->n; j++)
        for (int i = j; i < s->n; i++)
            if (i == j || s->joined(s->n, i, j))
                mb_pattern_add(builder, i, j);
    cr_assert(mb_pattern_end(builder, a.arena, &a.pattern, &err) == MB_OK);
    for (int j = 0, k = 0; j < s->n; j++)
        for (; k < a.pattern.start[j + 1]; k++) {
            const int i = a.pattern.row[k];

            a.value[k] = i == j ? 3.0 * s->n + j % 5 : sin(3.0 * i + 5.0 * j);
            a.dense[i][j] = a.dense[j][i] = a.value[k];
        }
}

static mb_linear linear;
static mb_counters counters;
static const mb_linear *latest;

static mb_status set_up(const mb_linsolver *type, double tolerance)
{
    mb_error err = {0};

    linear = (mb_linear){.type = type,
                         .class = MB_SPD,
                         .pattern = a.pattern,
                         .arena = a.arena,
                         .counters = &counters,
                         .latest = &latest,
                         .tolerance = tolerance};
    return type->setup(&linear, &err);
}

/* A solver for symmetric positive definite matrices, or NULL */
static const mb_linsolver *definite(int i, int *n)
{
    const mb_linsolver *type = mb_linsolvers(n)[i];

    return type->classes & MB_SPD ? type : NULL;
}

static bool needs_definite(const mb_linsolver *type)
{
    return strcmp(type->name, "dense") == 0 || strcmp(type->name, "cholmod") == 0 ||
           strcmp(type->name, "ldl") == 0;
}

static void check_solution(const mb_linsolver *type, const shape *s)
{
    double x[MOST], again[MOST];
    mb_error err = {0};

    cr_assert(set_up(type, 0.0) == MB_OK, "%s, %s", type->name, s->name);
    for (int round = 0; round < 2; round++) {
        double *y = round ? again : x;

        for (int i = 0; i < s->n; i++)
            y[i] = cos(2.0 * i);
        cr_assert(mb_linear_factor(&linear, a.value, &err) == MB_OK, "%s, %s: %s", type->name,
                  s->name, err.text);
        cr_assert(mb_linear_solve(&linear, y, &err) == MB_OK);
    }
    cr_assert(memcmp(x, again, (size_t)s->n * sizeof *x) == 0, "%s, %s repeats", type->name,
              s->name);
    for (int i = 0; i < s->n; i++) {
        double left = cos(2.0 * i);

        for (int j = 0; j < s->n; j++)
            left -= a.dense[i][j] * x[j];
        cr_assert(fabs(left) < 1e-13, "%s, %s: row %d is %g off", type->name, s->name, i, left);
    }
}

Test(linear, every_solver_solves_with_matrices_of_every_shape)
{
    for (int k = 0; k < SHAPES; k++) {
        int n;

        mb_linsolvers(&n);
        for (int i = 0; i < n; i++) {
            const mb_linsolver *type = definite(i, &n);

            build(&shapes[k]);
            if (type)
                check_solution(type, &shapes[k]);
            mb_arena_destroy(a.arena);
        }
    }
}

/* Status of a factorisation after entry k has been set; the other entries are those of the shape */
static mb_status with_entry(const mb_linsolver *type, const shape *s, double tolerance, int k,
                            double value)
{
    mb_error err = {0};
    mb_status status;

    build(s);
    cr_assert(set_up(type, tolerance) == MB_OK);
    a.value[k] = value;
    status = mb_linear_factor(&linear, a.value, &err);
    mb_arena_destroy(a.arena);
    return status;
}

Test(linear, what_is_not_finite_is_told_wherever_it_stands)
{
    const shape *s = &shapes[2];
    int n, entries;

    build(s);
    entries = a.pattern.nnz;
    mb_arena_destroy(a.arena);
    mb_linsolvers(&n);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < entries; k++) {
            const mb_linsolver *type = definite(i, &n);

            if (!type)
                continue;
            cr_assert(with_entry(type, s, 0.0, k, NAN) == MB_NON_FINITE, "%s: %d", type->name, k);
            cr_assert(with_entry(type, s, 0.0, k, INFINITY) == MB_NON_FINITE, "%s: %d", type->name,
                      k);
        }
}

/* Of each diagonal entry: a pivot of 0 or less, wherever it is in the order of elimination */
Test(linear, what_is_not_positive_definite_is_singular)
{
    for (int m = 0; m < SHAPES; m++) {
        int n;

        mb_linsolvers(&n);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < shapes[m].n; j += 3) {
                const mb_linsolver *type = definite(i, &n);
                int k;

                if (!type || !needs_definite(type))
                    continue;
                build(&shapes[m]);
                k = a.pattern.start[j];
                mb_arena_destroy(a.arena);
                cr_assert(with_entry(type, &shapes[m], 0.0, k, -1.0) == MB_SINGULAR);
                cr_assert(with_entry(type, &shapes[m], 0.0, k, 0.0) == MB_SINGULAR);
            }
    }
}

/* diag(6, 6e-9) */
Test(linear, a_tolerance_says_what_is_singular)
{
    const shape two = {"two", 2, alone};
    int n;

    mb_linsolvers(&n);
    for (int i = 0; i < n; i++) {
        const mb_linsolver *type = definite(i, &n);
        int last;

        if (!type || !needs_definite(type))
            continue;
        build(&two);
        last = a.pattern.nnz - 1;
        mb_arena_destroy(a.arena);
        cr_assert(with_entry(type, &two, 1e-8, last, 6e-9) == MB_SINGULAR, "%s", type->name);
        cr_assert(with_entry(type, &two, 1e-10, last, 6e-9) == MB_OK, "%s", type->name);
    }
}

/* ---- the order of elimination --------------------------------------------------------------------- */

/* Entries of L below the diagonal, by elimination of the graph itself */
static int fill_of(const int *order, int n, bool filled[MOST][MOST])
{
    int entries = 0;

    for (int k = 0; k < n; k++)
        for (int l = 0; l < n; l++)
            filled[k][l] = a.dense[order[k]][order[l]] != 0.0;
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            entries += filled[i][k];
            for (int j = k + 1; filled[i][k] && j < n; j++)
                filled[i][j] |= filled[j][k];
        }
    return entries;
}

Test(elimination, has_the_pattern_of_the_factor_in_every_shape)
{
    static bool filled[MOST][MOST];

    for (int m = 0; m < SHAPES; m++) {
        const int n = shapes[m].n;
        bool met[MOST] = {false};
        mb_filled f = {0};
        mb_error err = {0};

        build(&shapes[m]);
        cr_assert(mb_fill_low(&a.pattern, 0, a.arena, &f, &err) == MB_OK);
        for (int k = 0; k < n; k++)
            met[f.order[k]] = true;
        for (int k = 0; k < n; k++)
            cr_assert(met[k], "%s: %d is in the order", shapes[m].name, k);
        cr_assert(fill_of(f.order, n, filled) == f.start[n], "%s", shapes[m].name);
        for (int j = 0; j < n; j++)
            for (int k = f.start[j]; k < f.start[j + 1]; k++)
                cr_assert(filled[f.row[k]][j], "%s: (%d, %d)", shapes[m].name, f.row[k], j);
        mb_arena_destroy(a.arena);
    }
}

/* Chains and trees have an order without any fill, a ring one with n - 3 entries of it */
Test(elimination, fills_no_more_than_it_must)
{
    const struct {
        int shape, entries;
    } least[] = {{1, 40}, {2, 20 + 19 * 4}, {3, 29}, {7, 37 + 34}, {8, 57}};

    for (size_t i = 0; i < sizeof least / sizeof *least; i++) {
        mb_filled f = {0};
        mb_error err = {0};

        build(&shapes[least[i].shape]);
        cr_assert(mb_fill_low(&a.pattern, 0, a.arena, &f, &err) == MB_OK);
        cr_assert(f.start[f.n] == least[i].entries, "%s: %d", shapes[least[i].shape].name,
                  f.start[f.n]);
        mb_arena_destroy(a.arena);
    }
}

/* From both ends to the middle: 41 columns wait for 20 */
Test(elimination, of_a_path_begins_at_both_ends)
{
    int height[MOST] = {0}, highest = 0;
    mb_filled f = {0};
    mb_error err = {0};

    build(&shapes[1]);
    cr_assert(mb_fill_low(&a.pattern, 0, a.arena, &f, &err) == MB_OK);
    for (int j = 0; j < f.n; j++) {
        if (f.parent[j] >= 0 && height[f.parent[j]] <= height[j])
            height[f.parent[j]] = height[j] + 1;
        highest = height[j] > highest ? height[j] : highest;
    }
    cr_assert(highest == 20, "%d", highest);
    mb_arena_destroy(a.arena);
}

Test(elimination, puts_points_of_a_chain_into_blocks_of_two)
{
    mb_elimination e = {0};
    mb_error err = {0};
    int columns = 0;

    build(&shapes[2]);
    cr_assert(mb_elimination_plan(&a.pattern, 0, a.arena, &e, &err) == MB_OK);
    for (int i = 0; i < e.nruns; i++) {
        columns += e.run[i].count * e.run[i].width;
        cr_assert(e.run[i].width >= 2 && e.run[i].below <= 2);
    }
    cr_assert(columns == 40);
    mb_arena_destroy(a.arena);
}

/* ---- order 0 -------------------------------------------------------------------------------------- */

/* D D' of a free body: a projection with nothing to project does nothing, and LAPACK does not write
 * that it was asked to. */
Test(linear, matrices_of_order_0_are_solved_by_all, .init = cr_redirect_stderr)
{
    int n;
    const mb_linsolver *const *all = mb_linsolvers(&n);

    for (int i = 0; i < n; i++) {
        char spec[MB_SPEC_SIZE];
        probe p;

        if (!(all[i]->classes & MB_GENERAL))
            continue;
        snprintf(spec, sizeof spec, "lagrange/rk4:h=1e-2/direct-correction/%s", all[i]->name);
        p = probe_run("dzhanibekov", spec, 0.1);
        cr_assert(p.status == MB_OK, "%s: %s", all[i]->name, p.error.text);
    }
    fflush(stderr);
    cr_assert_stderr_eq_str("");
}
