/* SPDX-License-Identifier: MIT */
#include "solvers/matrices/schur.h"

#include <float.h>
#include <lapack.h>
#include <string.h>

#include "base/alloc_count.h"
#include "solvers/matrices/bordered.h"
#include "solvers/matrices/linear.h"
#include "solvers/matrices/tile.h"

/* Root of i's tree, with path halving */
static int find_root(int *parent, int i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

/* Groups the coordinates that M couples: block_start, block_index */
static mb_status find_blocks(const mb_model *model, mb_arena *arena, mb_schur *s, mb_error *err)
{
    const mb_pattern *M = &model->M;
    int nv = model->nv, *parent, count = 0;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(arena, &parent, (size_t)nv, err));
    MB_TRY(MB_TAKE(arena, &s->block_start, (size_t)nv + 1, err));
    MB_TRY(MB_TAKE(arena, &s->block_index, (size_t)nv, err));
    for (int i = 0; i < nv; i++)
        parent[i] = i;
    for (int j = 0; j < nv; j++)
        for (int k = M->start[j]; k < M->start[j + 1]; k++) {
            int a = find_root(parent, M->row[k]), b = find_root(parent, j);

            parent[a > b ? a : b] = a > b ? b : a;
        }
    for (int root = 0; root < nv; root++) {
        if (find_root(parent, root) != root)
            continue;
        for (int i = root; i < nv; i++)
            if (find_root(parent, i) == root)
                s->block_index[count++] = i;
        s->block_start[++s->nblocks] = count;
    }
done:
    return status;
}

static int block_size(const mb_schur *s, int b)
{
    return s->block_start[b + 1] - s->block_start[b];
}

/* Pattern of M^-1 and the lists that move a block of M to dense and the dense inverse back */
static mb_status plan_inverse(const mb_model *model, mb_arena *arena, mb_schur *s, mb_error *err)
{
    mb_pattern_builder *builder = mb_pattern_begin(model->nv, model->nv);
    mb_status status = MB_OK;
    int largest = 0, entries = 0, n;

    for (int b = 0; b < s->nblocks; b++) {
        const int *index = s->block_index + s->block_start[b];

        n = block_size(s, b);
        largest = n > largest ? n : largest;
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                mb_pattern_add(builder, index[i], index[j]);
    }
    MB_TRY(mb_pattern_end(builder, arena, &s->inverse, err));
    MB_TRY(MB_TAKE(arena, &s->block_entry, (size_t)s->nblocks + 1, err));
    MB_TRY(MB_TAKE(arena, &s->gather_from, (size_t)s->inverse.nnz, err));
    MB_TRY(MB_TAKE(arena, &s->gather_to, (size_t)s->inverse.nnz, err));
    MB_TRY(MB_TAKE(arena, &s->inverse_values, (size_t)s->inverse.nnz, err));
    MB_TRY(MB_TAKE(arena, &s->dense, (size_t)largest * (size_t)largest, err));
    for (int b = 0; b < s->nblocks; b++) {
        const int *index = s->block_index + s->block_start[b];

        n = block_size(s, b);
        s->block_entry[b] = entries;
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++, entries++) {
                s->gather_from[entries] = mb_pattern_find(&model->M, index[i], index[j]);
                s->gather_to[entries] = mb_pattern_find(&s->inverse, index[i], index[j]);
            }
    }
    s->block_entry[s->nblocks] = entries;
done:
    return status;
}

/* M^-1 block by block, by Cholesky */
static mb_status invert_mass(const double *mass, mb_schur *s, mb_error *err)
{
    for (int b = 0; b < s->nblocks; b++) {
        int n = block_size(s, b), first = s->block_entry[b], info = 0;
        const int *from = s->gather_from + first, *to = s->gather_to + first;

        for (int k = 0; k < n * n; k++)
            s->dense[k] = from[k] >= 0 ? mass[from[k]] : 0.0;
        if (n == 1) {
            if (!(s->dense[0] > 0.0))
                return mb_fail(err, MB_SINGULAR, "the mass matrix is singular");
            s->inverse_values[to[0]] = 1.0 / s->dense[0];
            continue;
        }
        mb_library_enter();
        LAPACK_dpotrf("L", &n, s->dense, &n, &info); /* M_b = L L' */
        if (info == 0)
            LAPACK_dpotri("L", &n, s->dense, &n, &info); /* L'\(L\I) */
        mb_library_leave();
        if (info != 0)
            return mb_fail(err, MB_SINGULAR, "the mass matrix is singular");
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                s->inverse_values[to[j * n + i]] = s->dense[i >= j ? j * n + i : i * n + j];
    }
    return MB_OK;
}

static mb_status setup_weighted(mb_solver *solver, mb_schur *s, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_arena *arena = solver->arena;
    mb_status status = MB_OK;

    MB_TRY(find_blocks(model, arena, s, err));
    MB_TRY(plan_inverse(model, arena, s, err));
    /* W D' = W' D' as W is symmetric; D W D' = (D')' (W D') */
    MB_TRY(mb_product_plan(&s->inverse, NULL, &s->transposed, s->transposed_from, 0, arena,
                           &s->half, err));
    MB_TRY(MB_TAKE(arena, &s->half_values, (size_t)s->half.pattern.nnz, err));
    MB_TRY(MB_TAKE(arena, &s->spread, (size_t)model->nv, err));
    MB_TRY(mb_product_plan(&s->transposed, s->transposed_from, &s->half.pattern, NULL, 1, arena,
                           &s->product, err));
    if (model->traits & MB_CONSTANT_M)
        MB_TRY(invert_mass(solver->terms.mass, s, err));
done:
    return status;
}

/* [I D'; D 0], of which D D' is what is left when I is eliminated */
static mb_status setup_least(mb_solver *solver, mb_schur *s, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_pattern *D = &model->D;
    const int nv = model->nv, n = nv + model->m;
    mb_pattern_builder *builder = mb_pattern_begin(n, n);
    mb_pattern triangle;
    mb_status status = MB_OK;

    for (int j = 0; j < nv; j++) {
        mb_pattern_add(builder, j, j);
        for (int k = D->start[j]; k < D->start[j + 1]; k++)
            mb_pattern_add(builder, nv + D->row[k], j);
    }
    for (int i = nv; i < n; i++)
        mb_pattern_add(builder, i, i);
    MB_TRY(mb_pattern_end(builder, solver->arena, &triangle, err));
    MB_TRY(mb_linear_create_eliminated(solver, &triangle, &s->least, err));
    MB_TRY(MB_TAKE(solver->arena, &s->multipliers, (size_t)model->m, err));
    mb_bordered_read_rows(s->least, D, solver->terms.jacobian);
    for (int j = 0; j < nv; j++)
        s->least->storage[s->least->place[mb_pattern_find(&triangle, j, j)]] = 1.0;
    s->least->constant = true;
done:
    return status;
}

mb_status mb_schur_setup(mb_solver *solver, bool weighted, mb_schur **schur, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_arena *arena = solver->arena;
    mb_status status = MB_OK;
    mb_schur *s;

    MB_TRY(MB_TAKE(arena, &s, 1, err));
    s->weighted = weighted;
    MB_TRY(mb_pattern_transpose(&model->D, arena, &s->transposed, &s->transposed_from, err));
    if (weighted)
        MB_TRY(setup_weighted(solver, s, err));
    else
        MB_TRY(mb_product_plan(&s->transposed, s->transposed_from, &s->transposed,
                               s->transposed_from, 1, arena, &s->product, err));
    MB_TRY(MB_TAKE(arena, &s->values, (size_t)s->product.pattern.nnz, err));
    MB_TRY(MB_TAKE(arena, &s->x, (size_t)model->m, err));
    MB_TRY(mb_linear_create_gram(solver, &s->product.pattern, &s->linear, err));
    s->by_tile = !weighted && mb_tile_fills(solver, s->linear);
    if (s->by_tile)
        s->values = s->linear->storage;
    s->linear->tolerance = model->m * DBL_EPSILON;
    s->linear->deficiency = mb_redundant_rows(model);
    if (!weighted && !solver->linsolver && model->traits & MB_FULL_RANK_D &&
        mb_bordered_takes(model))
        MB_TRY(setup_least(solver, s, err));
    *schur = s;
done:
    return status;
}

mb_status mb_schur_factor(mb_solver *solver, mb_schur *s, double t, mb_error *err)
{
    const double *jacobian = solver->terms.jacobian;
    mb_error cause;
    mb_status status = MB_OK;

    mb_error_clear(&cause);
    if (s->weighted) {
        if (!(solver->model->traits & MB_CONSTANT_M))
            MB_TRY(invert_mass(solver->terms.mass, s, err));
        mb_product_run(&s->half, s->inverse_values, jacobian, s->half_values); /* W D' */
        mb_product_run(&s->product, jacobian, s->half_values, s->values);      /* D W D' */
    } else if (s->by_tile) {
        mb_tile_gram(solver, s->values); /* D D' */
    } else {
        mb_product_run(&s->product, jacobian, jacobian, s->values);
    }
    status = mb_linear_factor(s->linear, s->values, &cause);
    if (status == MB_SINGULAR) {
        char why[600];

        mb_singular_cause(solver->model, why, sizeof why);
        mb_fail(err, status, "%s singular at t = %.9g s: %s", s->weighted ? "D M^-1 D'" : "D D'", t,
                why);
    } else if (status != MB_OK)
        mb_fail(err, status, "at t = %.9g s: %s", t, cause.text);
done:
    return status;
}

mb_status mb_schur_solve(mb_schur *s, mb_error *err)
{
    return mb_linear_solve(s->linear, s->x, err);
}

void mb_schur_spread(const mb_solver *solver, const mb_schur *s, const double *x, double *y)
{
    if (s->weighted)
        mb_multiply(&s->half.pattern, s->half_values, x, y);
    else
        mb_rows_pull(solver, x, y);
}

/* dx by [I D'; D 0]\(0, -x) at once; false: D D' is not factorised so */
static bool correct_at_once(const mb_solver *solver, mb_schur *s, int n, const double *x,
                            double *dx)
{
    mb_linear *least = s->least;

    if (!least)
        return false;
    for (int i = 0; i < n; i++)
        s->multipliers[i] = -x[i];
    for (int i = n; i < solver->model->m; i++)
        s->multipliers[i] = 0.0;
    return mb_linear_factor_storage(least,
                                    &(mb_sides){solver->zero, s->multipliers, dx, s->multipliers});
}

/* The same by D W D' */
static __attribute__((noinline)) mb_status correct(mb_solver *solver, mb_schur *s, bool known,
                                                   double t, int n, const double *x, double *dx,
                                                   mb_error *err)
{
    mb_status status = MB_OK;

    memcpy(s->x, x, (size_t)n * sizeof *x);
    memset(s->x + n, 0, (size_t)(solver->model->m - n) * sizeof *x);
    if (!known || s->least)
        MB_TRY(mb_schur_factor(solver, s, t, err));
    MB_TRY(mb_schur_solve(s, err));
    mb_schur_spread(solver, s, s->x, dx);
    for (int i = 0; i < solver->model->nv; i++)
        dx[i] = -dx[i];
done:
    return status;
}

mb_status mb_schur_correct(mb_solver *solver, mb_schur *s, bool known, double t, int n,
                           const double *x, double *dx, mb_error *err)
{
    return correct_at_once(solver, s, n, x, dx) ? MB_OK
                                                : correct(solver, s, known, t, n, x, dx, err);
}

mb_status mb_schur_motion(const mb_solver *solver, mb_schur *s, double *a, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_status status;

    /* x = (D W D')\(x + D W Q),  a = W (Q - D' x) */
    mb_multiply(&s->inverse, s->inverse_values, solver->terms.force, a);
    mb_rows_times_add(solver, 1.0, a, s->x);
    status = mb_schur_solve(s, err);
    if (status != MB_OK)
        return status;
    mb_schur_spread(solver, s, s->x, s->spread);
    for (int i = 0; i < model->nv; i++)
        a[i] -= s->spread[i];
    return MB_OK;
}
