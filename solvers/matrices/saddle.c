/* SPDX-License-Identifier: MIT */
#include "solvers/matrices/saddle.h"

#include <string.h>

#include "solvers/matrices/in_order.h"
#include "solvers/matrices/linear.h"

/* Pattern of [M + H D'; D 0] */
static mb_status plan(const mb_model *model, mb_arena *arena, mb_saddle *s, mb_error *err)
{
    const mb_pattern *M = &model->M, *H = &model->H, *D = &model->D;
    int nv = model->nv, n = nv + model->m;
    mb_pattern_builder *builder = mb_pattern_begin(n, n);

    for (int j = 0; j < nv; j++) {
        for (int k = M->start[j]; k < M->start[j + 1]; k++)
            mb_pattern_add(builder, M->row[k], j);
        for (int k = H->start[j]; k < H->start[j + 1]; k++)
            mb_pattern_add(builder, H->row[k], j);
        for (int k = D->start[j]; k < D->start[j + 1]; k++) {
            mb_pattern_add(builder, nv + D->row[k], j);
            mb_pattern_add(builder, j, nv + D->row[k]);
        }
    }
    return mb_pattern_end(builder, arena, &s->pattern, err);
}

/* Entries of H below the diagonal, and across */
static mb_status find_pairs(const mb_pattern *H, mb_arena *arena, mb_saddle *s, mb_error *err)
{
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(arena, &s->low, (size_t)H->nnz, err));
    MB_TRY(MB_TAKE(arena, &s->high, (size_t)H->nnz, err));
    for (int j = 0; j < H->ncol; j++)
        for (int k = H->start[j]; k < H->start[j + 1]; k++) {
            const int i = H->row[k], across = mb_pattern_find(H, j, i);

            if (i == j || (i < j && across >= 0))
                continue;
            s->low[s->npairs] = k;
            s->high[s->npairs++] = across;
        }
done:
    return status;
}

/* Whether each entry of H has one across */
static bool has_pairs(const mb_saddle *s)
{
    for (int k = 0; k < s->npairs; k++)
        if (s->high[k] < 0)
            return false;
    return true;
}

/* Values of H on the diagonal and below it, those across, and where they go in an order of elimination */
static mb_status find_lower(mb_solver *solver, mb_saddle *s, mb_error *err)
{
    const mb_pattern *H = &solver->model->H;
    mb_status status = MB_OK;
    int *place;

    MB_TRY(mb_in_order_setup(solver, s->linear, &s->in_order, err));
    if (!s->in_order)
        return MB_OK;
    MB_TRY(mb_in_order_places(solver, s->linear, H, &place, err));
    MB_TRY(MB_TAKE(solver->arena, &s->entry, (size_t)H->nnz, err));
    for (int j = 0; j < H->ncol; j++)
        for (int k = H->start[j]; k < H->start[j + 1]; k++)
            if (place[k] >= 0)
                s->entry[s->nentries++] =
                    (mb_saddle_entry){k, mb_pattern_find(H, j, H->row[k]), place[k]};
done:
    return status;
}

/* Whether S is symmetric, as M is, and the rows are those across */
static bool is_symmetric(const mb_saddle *s)
{
    for (int k = 0; k < s->npairs && s->ntangents > 0; k++)
        if (s->sum[s->low[k]] != (s->high[k] < 0 ? 0.0 : s->sum[s->high[k]]))
            return false;
    return s->upper == s->lower;
}

mb_status mb_saddle_setup(mb_solver *solver, mb_saddle **saddle, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_pattern *M = &model->M, *H = &model->H, *D = &model->D;
    mb_arena *arena = solver->arena;
    mb_status status = MB_OK;
    int nv = model->nv;
    mb_saddle *s;

    MB_TRY(MB_TAKE(arena, &s, 1, err));
    MB_TRY(plan(model, arena, s, err));
    MB_TRY(MB_TAKE(arena, &s->mass_to, (size_t)M->nnz, err));
    MB_TRY(MB_TAKE(arena, &s->tangent_to, (size_t)H->nnz, err));
    MB_TRY(MB_TAKE(arena, &s->lower_to, (size_t)D->nnz, err));
    MB_TRY(MB_TAKE(arena, &s->upper_to, (size_t)D->nnz, err));
    MB_TRY(MB_TAKE(arena, &s->values, (size_t)s->pattern.nnz, err));
    MB_TRY(MB_TAKE(arena, &s->tangent, (size_t)H->nnz, err));
    MB_TRY(MB_TAKE(arena, &s->sum, (size_t)H->nnz, err));
    MB_TRY(MB_TAKE(arena, &s->x, (size_t)s->pattern.ncol, err));
    for (int j = 0; j < nv; j++) {
        for (int k = M->start[j]; k < M->start[j + 1]; k++)
            s->mass_to[k] = mb_pattern_find(&s->pattern, M->row[k], j);
        for (int k = H->start[j]; k < H->start[j + 1]; k++)
            s->tangent_to[k] = mb_pattern_find(&s->pattern, H->row[k], j);
        for (int k = D->start[j]; k < D->start[j + 1]; k++) {
            s->lower_to[k] = mb_pattern_find(&s->pattern, nv + D->row[k], j);
            s->upper_to[k] = mb_pattern_find(&s->pattern, j, nv + D->row[k]);
        }
    }
    MB_TRY(find_pairs(H, arena, s, err));
    MB_TRY(mb_linear_create_saddle(solver, &s->pattern, 1, &s->linear, err));
    if (has_pairs(s))
        MB_TRY(find_lower(solver, s, err));
    *saddle = s;
done:
    return status;
}

void mb_saddle_begin(mb_saddle *s, const double *upper, const double *lower)
{
    s->upper = upper;
    s->lower = lower;
    s->ntangents = 0;
}

/* S += c H, H the tangent evaluated last; the first one stays as it is, with its factor beside it */
static void add(const mb_model *model, mb_saddle *s, double c)
{
    double *const tangent = s->tangent;

    if (s->ntangents++ == 0) {
        s->tangent = s->sum;
        s->sum = tangent;
        s->factor = c;
        return;
    }
    for (int k = 0; k < model->H.nnz; k++)
        s->sum[k] = s->factor * s->sum[k] + c * tangent[k];
    s->factor = 1.0;
}

/* [S U'; L 0] in its general form */
static void fill(const mb_solver *solver, mb_saddle *s)
{
    const mb_model *model = solver->model;

    memset(s->values, 0, (size_t)s->pattern.nnz * sizeof(double));
    for (int k = 0; k < model->M.nnz; k++)
        s->values[s->mass_to[k]] = solver->terms.mass[k];
    for (int k = 0; k < model->H.nnz && s->ntangents > 0; k++)
        s->values[s->tangent_to[k]] += s->factor * s->sum[k];
    for (int k = 0; k < model->D.nnz; k++) {
        s->values[s->upper_to[k]] = s->upper[k];
        s->values[s->lower_to[k]] = s->lower[k];
    }
}

/* The lower triangle of S where it is eliminated; whether the upper one is the same */
static bool put_lower(const mb_saddle *s, const double *mass, double *values)
{
    const double *sum = s->sum, factor = s->factor;
    bool same = true;

    for (const mb_saddle_entry *e = s->entry; e < s->entry + s->nentries; e++) {
        const double value = sum[e->from];

        same &= value == sum[e->across];
        values[e->at] = mass[e->at] + factor * value;
    }
    return same;
}

/* [S D'; D 0] where it is eliminated, solved for x; false: it is not symmetric, or pivots have to be chosen */
static bool solve_in_order(const mb_solver *solver, mb_saddle *s)
{
    const double *mass = s->in_order->laid_out;
    double *values = mb_in_order_begin(solver, s->in_order), *rows = s->x + solver->model->nv;

    if (s->ntangents == 0)
        for (int k = 0; k < s->nentries; k++)
            values[s->entry[k].at] = mass[s->entry[k].at];
    else if (!put_lower(s, mass, values))
        return false;
    return mb_linear_factor_in_order(s->linear, &(mb_sides){s->x, rows, s->x, rows});
}

/* Evaluates one tangent where the model has it and adds it */
#define ADD(slot, ...)                                                                             \
    do {                                                                                           \
        const mb_model *model_ = solver->model;                                                    \
        if (c != 0.0 && model_->ops->slot) {                                                       \
            model_->ops->slot(model_, __VA_ARGS__, saddle->tangent);                               \
            add(model_, saddle, c);                                                                \
        }                                                                                          \
    } while (0)

void mb_saddle_add_stiffness(const mb_solver *solver, mb_saddle *saddle, double c, double t,
                             const double *q, const double *v)
{
    if (!solver->model->constant_force)
        ADD(stiffness, t, q, v);
}

void mb_saddle_add_damping(const mb_solver *solver, mb_saddle *saddle, double c, double t,
                           const double *q, const double *v)
{
    if (!solver->model->constant_force)
        ADD(damping, t, q, v);
}

void mb_saddle_add_constraint(const mb_solver *solver, mb_saddle *saddle, double c, double t,
                              const double *q, const double *lambda)
{
    ADD(constraint_tangent, t, q, lambda);
}

void mb_saddle_add_inertia(const mb_solver *solver, mb_saddle *saddle, double c, const double *q,
                           const double *a)
{
    ADD(mass_tangent, q, a);
}

mb_status mb_saddle_solve(const mb_solver *solver, mb_saddle *saddle, double t, mb_error *err)
{
    mb_error cause;
    mb_status status;

    mb_error_clear(&cause);
    /* x = [S U'; L 0]\x */
    if (saddle->in_order && saddle->upper == saddle->lower && solve_in_order(solver, saddle))
        return MB_OK;
    saddle->linear->symmetric = !saddle->in_order && is_symmetric(saddle);
    fill(solver, saddle);
    status = mb_linear_factor(saddle->linear, saddle->values, &cause);
    if (status != MB_OK)
        return mb_fail(err, status, "Newton matrix at t = %.9g s: %s", t, cause.text);
    return mb_linear_solve(saddle->linear, saddle->x, err);
}
