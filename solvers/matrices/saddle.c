#include "solvers/matrices/saddle.h"

#include <string.h>

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

/* Entries below the diagonal of S, and across */
static mb_status find_pairs(int nv, mb_arena *arena, mb_saddle *s, mb_error *err)
{
    const mb_pattern *p = &s->pattern;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(arena, &s->low, (size_t)p->start[nv], err));
    MB_TRY(MB_TAKE(arena, &s->high, (size_t)p->start[nv], err));
    for (int j = 0; j < nv; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++) {
            const int i = p->row[k], across = i < nv ? mb_pattern_find(p, j, i) : -1;

            if (i >= nv || i == j || (i < j && across >= 0))
                continue;
            s->low[s->npairs] = k;
            s->high[s->npairs++] = across;
        }
done:
    return status;
}

static bool is_symmetric(const mb_saddle *s)
{
    for (int k = 0; k < s->npairs; k++)
        if (s->values[s->low[k]] != (s->high[k] < 0 ? 0.0 : s->values[s->high[k]]))
            return false;
    return s->same_rows;
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
    MB_TRY(find_pairs(nv, arena, s, err));
    MB_TRY(mb_linear_create_saddle(solver, &s->pattern, 1, &s->linear, err));
    *saddle = s;
done:
    return status;
}

void mb_saddle_begin(const mb_solver *solver, mb_saddle *s, const double *upper,
                     const double *lower)
{
    const mb_model *model = solver->model;

    /* [M U'; L 0] of the upper rows U and the lower rows L */
    s->same_rows = upper == lower;
    memset(s->values, 0, (size_t)s->pattern.nnz * sizeof(double));
    for (int k = 0; k < model->M.nnz; k++)
        s->values[s->mass_to[k]] = solver->terms.mass[k];
    for (int k = 0; k < model->D.nnz; k++) {
        s->values[s->upper_to[k]] = upper[k];
        s->values[s->lower_to[k]] = lower[k];
    }
}

/* S += c H, H the tangent evaluated last */
static void add(const mb_model *model, mb_saddle *s, double c)
{
    for (int k = 0; k < model->H.nnz; k++)
        s->values[s->tangent_to[k]] += c * s->tangent[k];
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
    ADD(stiffness, t, q, v);
}

void mb_saddle_add_damping(const mb_solver *solver, mb_saddle *saddle, double c, double t,
                           const double *q, const double *v)
{
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

mb_status mb_saddle_solve(mb_saddle *saddle, double t, mb_error *err)
{
    mb_error cause;
    mb_status status;

    mb_error_clear(&cause);
    /* x = [S U'; L 0]\x */
    saddle->linear->symmetric = is_symmetric(saddle);
    status = mb_linear_factor(saddle->linear, saddle->values, &cause);
    if (status != MB_OK)
        return mb_fail(err, status, "Newton matrix at t = %.9g s: %s", t, cause.text);
    return mb_linear_solve(saddle->linear, saddle->x, err);
}
