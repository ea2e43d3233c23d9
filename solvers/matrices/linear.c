/* SPDX-License-Identifier: MIT */
/* Linear solvers behind one interface: the pick of `auto`, counters, and the expansion of a
 * symmetric lower triangle for solvers that read full matrices. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "solvers/matrices/bordered.h"
#include "solvers/matrices/linear.h"
#include "solvers/solver.h"

/* Orders up to which unrolled dense kernels are faster than sparse ones, and from which LAPACK's are on
 * positive definite matrices of which half is there; general ones of which half is there are dense at
 * any order.  Measured on the matrices of mechanisms (tests/cost/linear_cost.c, ninja bench-solvers). */
enum { DENSE_SPD = 8, DENSE_GENERAL = 22, FULL_SPD = 64 };

static const mb_linsolver *find(const char *name)
{
    int n;
    const mb_linsolver *const *all = mb_linsolvers(&n);

    for (int i = 0; i < n; i++)
        if (strcmp(all[i]->name, name) == 0)
            return all[i];
    return NULL;
}

/* Half of all entries are there: the mass matrix of an open chain in joint coordinates. */
static bool is_full(mb_matrix_class class, const mb_pattern *pattern)
{
    const double n = pattern->ncol, entries = pattern->nnz;

    return (class == MB_SPD ? 2.0 : 1.0) * entries > 0.5 * n * n;
}

static const mb_linsolver *pick(mb_matrix_class class, const mb_pattern *pattern)
{
    const int n = pattern->ncol;

    if (class == MB_SPD)
        return find(n <= DENSE_SPD || (n > FULL_SPD && is_full(class, pattern)) ? "dense" : "ldl");
    return find(n <= DENSE_GENERAL || is_full(class, pattern) ? "dense" : "klu");
}

static void note_pick(mb_solver *solver, const char *name)
{
    size_t used = strlen(solver->picked);

    if (!strstr(solver->picked, name))
        snprintf(solver->picked + used, sizeof solver->picked - used, "%s%s", used ? ", " : "",
                 name);
}

/* Of order 0, as D D' of a mechanism without rows: libraries do not see such matrices, which some of
 * them refuse. */
static bool is_empty(const mb_linear *l)
{
    return l->pattern.ncol == 0;
}

/* A matrix of the coordinates, and of the rows after them */
static mb_status balance(mb_solver *solver, mb_linear *l, mb_error *err)
{
    int n = l->pattern.ncol, nv = solver->model->nv;

    if (n != nv && n != nv + solver->model->m)
        return MB_OK;
    l->balance = solver->balance;
    return MB_TAKE(solver->arena, &l->balanced, (size_t)l->pattern.nnz, err);
}

static mb_status create(mb_solver *solver, const mb_linsolver *type, mb_matrix_class class,
                        const mb_pattern *pattern, int rows, mb_linear **linear, mb_error *err)
{
    mb_linear *l;
    mb_status status = MB_OK;

    if (!(type->classes & class))
        return mb_fail(err, MB_NOT_APPLICABLE,
                       "%s factorises symmetric positive definite matrices only; this combination "
                       "solves an indefinite one (use dense, umfpack, klu, qr or auto)",
                       type->name);
    MB_TRY(MB_TAKE(solver->arena, &l, 1, err));
    l->type = type;
    l->class = class;
    l->rows = rows;
    l->pattern = *pattern;
    l->arena = solver->arena;
    l->counters = &solver->counters;
    l->latest = &solver->factorised;
    if (solver->balance && class == MB_GENERAL)
        MB_TRY(balance(solver, l, err));
    if (!is_empty(l)) {
        MB_TRY(type->setup(l, err));
        l->next = solver->linears;
        solver->linears = l;
        l->plain = !l->balance;
    }
    note_pick(solver, type->name);
    *linear = l;
done:
    return status;
}

mb_status mb_linear_create(mb_solver *solver, mb_matrix_class class, const mb_pattern *pattern,
                           mb_linear **linear, mb_error *err)
{
    const mb_linsolver *type = solver->linsolver ? solver->linsolver : pick(class, pattern);

    return create(solver, type, class, pattern, 0, linear, err);
}

mb_status mb_linear_create_eliminated(mb_solver *solver, const mb_pattern *triangle,
                                      mb_linear **linear, mb_error *err)
{
    return create(solver, mb_bordered_takes(solver->model) ? &mb_linsolver_bordered : find("ldl"),
                  MB_SPD, triangle, solver->model->m, linear, err);
}

/* The lower triangle of [M D'; D 0], for ldl */
static mb_status eliminate_first(mb_solver *solver, mb_linear *l, mb_error *err)
{
    const mb_pattern *p = &l->pattern;
    mb_pattern_builder *builder = mb_pattern_begin(p->nrow, p->ncol);
    mb_pattern triangle;
    mb_status status = MB_OK;
    int *below;

    for (int j = 0; j < p->ncol; j++) {
        mb_pattern_add(builder, j, j);
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            if (p->row[k] > j)
                mb_pattern_add(builder, p->row[k], j);
    }
    MB_TRY(mb_pattern_end(builder, solver->arena, &triangle, err));
    MB_TRY(MB_TAKE(solver->arena, &below, (size_t)triangle.nnz, err));
    for (int j = 0; j < p->ncol; j++)
        for (int k = triangle.start[j]; k < triangle.start[j + 1]; k++)
            below[k] = mb_pattern_find(p, triangle.row[k], j);
    l->below = below;
    l->plain = false;
    status = mb_linear_create_eliminated(solver, &triangle, &l->eliminated, err);
done:
    return status;
}

bool mb_linear_factor_storage(mb_linear *l, const mb_sides *sides)
{
    /* no text of an error: a factorisation that chooses its pivots follows */
    if ((sides ? l->type->factor_solve(l, l->storage, sides, NULL)
               : l->type->factor(l, l->storage, NULL)) != MB_OK) {
        l->counters->factorisations--; /* of the next one alone */
        return false;
    }
    *l->latest = l;
    l->counters->solves += sides != NULL;
    return true;
}

bool mb_linear_factor_in_order(mb_linear *l, const mb_sides *sides)
{
    l->in_order = mb_linear_factor_storage(l->eliminated, sides);
    return l->in_order;
}

/* The same of all values of a symmetric matrix */
static bool factor_in_order(mb_linear *l, const double *values)
{
    mb_linear *e = l->eliminated;

    memset(e->storage, 0, (size_t)e->size * sizeof *e->storage);
    for (int k = 0; k < e->pattern.nnz; k++)
        if (l->below[k] >= 0)
            e->storage[e->place[k]] = values[l->below[k]];
    return mb_linear_factor_in_order(l, NULL);
}

mb_status mb_linear_create_saddle(mb_solver *solver, const mb_pattern *pattern, int copies,
                                  mb_linear **linear, mb_error *err)
{
    const int redundant = mb_redundant_rows(solver->model);
    const mb_linsolver *type = solver->linsolver;
    mb_status status = MB_OK;

    if (!type)
        type = redundant > 0 ? find("qr") : pick(MB_GENERAL, pattern);
    MB_TRY(create(solver, type, MB_GENERAL, pattern, 0, linear, err));
    (*linear)->deficiency = copies * redundant;
    if (!solver->linsolver && redundant == 0 && copies == 1 && solver->model->m > 0 &&
        solver->model->traits & MB_REGULAR_M)
        MB_TRY(eliminate_first(solver, *linear, err));
done:
    return status;
}

mb_status mb_linear_create_gram(mb_solver *solver, const mb_pattern *pattern, mb_linear **linear,
                                mb_error *err)
{
    const mb_linsolver *type = solver->linsolver;

    if (!type)
        type = solver->model->traits & MB_FULL_RANK_D ? pick(MB_SPD, pattern) : find("qr");
    return create(solver, type, MB_SPD, pattern, 0, linear, err);
}

/* Of a matrix that is not plain */
static __attribute__((noinline)) mb_status factor_changed(mb_linear *linear, const double *values,
                                                          mb_error *err)
{
    const mb_pattern *p = &linear->pattern;
    const double *s = linear->balance;

    if (is_empty(linear))
        return MB_OK;
    /* S A S,  S = diag(balance) */
    for (int j = 0; s && j < p->ncol; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            linear->balanced[k] = s[p->row[k]] * values[k] * s[j];
    values = s ? linear->balanced : values;
    if (linear->eliminated && linear->symmetric && factor_in_order(linear, values))
        return MB_OK;
    linear->in_order = false;
    *linear->latest = linear;
    return linear->type->factor(linear, values, err);
}

mb_status mb_linear_factor(mb_linear *linear, const double *values, mb_error *err)
{
    if (!linear->plain)
        return factor_changed(linear, values, err);
    *linear->latest = linear;
    return linear->type->factor(linear, values, err);
}

/* x = S (S A S)\(S x) */
static mb_status solve_balanced(mb_linear *linear, mb_linear *factor, double *x, mb_error *err)
{
    const double *s = linear->balance;
    const int n = linear->pattern.ncol;
    mb_status status;

    for (int i = 0; i < n; i++)
        x[i] *= s[i];
    status = factor->type->solve(factor, x, err);
    for (int i = 0; i < n; i++)
        x[i] *= s[i];
    return status;
}

static __attribute__((noinline)) mb_status solve_changed(mb_linear *linear, double *x,
                                                         mb_error *err)
{
    mb_linear *factor = linear->in_order ? linear->eliminated : linear;

    if (is_empty(linear))
        return MB_OK;
    linear->counters->solves++;
    return linear->balance ? solve_balanced(linear, factor, x, err)
                           : factor->type->solve(factor, x, err);
}

mb_status mb_linear_solve(mb_linear *linear, double *x, mb_error *err)
{
    if (!linear->plain)
        return solve_changed(linear, x, err);
    linear->counters->solves++;
    return linear->type->solve(linear, x, err);
}

mb_status mb_full_matrix_setup(const mb_linear *linear, mb_full_matrix *full, mb_error *err)
{
    const mb_pattern *p = &linear->pattern;
    mb_pattern_builder *builder;
    mb_status status = MB_OK;
    int *from;

    if (linear->class == MB_GENERAL) {
        full->pattern = *p;
        return MB_OK;
    }
    builder = mb_pattern_begin(p->nrow, p->ncol);
    for (int j = 0; j < p->ncol; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++) {
            mb_pattern_add(builder, p->row[k], j);
            mb_pattern_add(builder, j, p->row[k]);
        }
    MB_TRY(mb_pattern_end(builder, linear->arena, &full->pattern, err));
    MB_TRY(MB_TAKE(linear->arena, &full->values, (size_t)full->pattern.nnz, err));
    MB_TRY(MB_TAKE(linear->arena, &from, (size_t)full->pattern.nnz, err));
    for (int j = 0; j < p->ncol; j++)
        for (int k = full->pattern.start[j]; k < full->pattern.start[j + 1]; k++) {
            int i = full->pattern.row[k];

            from[k] = i >= j ? mb_pattern_find(p, i, j) : mb_pattern_find(p, j, i);
        }
    full->from = from;
done:
    return status;
}

const double *mb_full_matrix_values(mb_full_matrix *full, const double *values)
{
    if (!full->from)
        return values;
    for (int k = 0; k < full->pattern.nnz; k++)
        full->values[k] = values[full->from[k]];
    return full->values;
}

void mb_singular_cause(const mb_model *model, char *text, size_t size)
{
    char named[400] = "";

    mb_mass_text(model, text, size);
    if (text[0])
        return;
    if (mb_redundant_rows(model) > 0)
        mb_rank_text(model, named, sizeof named);
    snprintf(text, size,
             "the constraint rows depend on each other there%s%s; the linear solver qr "
             "takes redundant rows",
             named[0] ? ": " : "", named);
}

int mb_redundant_rows(const mb_model *model)
{
    return model->traits & MB_FULL_RANK_D ? 0 : model->m - model->rank;
}

bool mb_all_finite(const double *x, int n)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += x[i] * 0.0;
    return sum == 0.0;
}

void *mb_unconst(const void *p)
{
    void *q;

    memcpy(&q, &p, sizeof q);
    return q;
}
