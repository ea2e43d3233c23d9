/* SPDX-License-Identifier: MIT */
#include "solvers/matrices/radau_matrix.h"

#include <string.h>

#include "solvers/scales/magnitudes.h"

/* Eigenvalues of the inverse of the matrix of Radau IIA (hairer1996, IV.8) */
static const double REAL = 3.6378342527444957;
static const double ALPHA = 2.6810828736277521, BETA = 3.0504301992474105;

/* The blocks with a pattern of the model's; the two of I are written out */
enum { MASS, STIFFNESS, DAMPING, LAMBDA, MU, PHI, RATE, VELOCITY, BLOCKS };

typedef struct block {
    const mb_pattern *pattern;
    int row, col; /* of its upper left corner */
    int nrow;     /* rows of the pattern that it takes */
    bool transpose;
    int *to; /* (pattern->nnz) places in E; -1: not taken */
} block;

struct mb_radau_matrix {
    int nv, n;
    mb_pattern pattern, pair_pattern;
    block blocks[BLOCKS];
    int *shift_to;     /* (nv) places of s I */
    int *negative_to;  /* (nv) places of -I */
    int *copy_to[2];   /* (pattern.nnz) places of E in the diagonal blocks of the pair */
    int *cross_to[2];  /* (nv + M.nnz) places of -beta S and beta S in the pair */
    double *row, *col; /* (n) of E, scaled as row_i E_ij col_j; NULL: as it is */
    double *values;    /* (pattern.nnz) */
    double *pair;      /* (pair_pattern.nnz) */
    double *tangent;   /* (H.nnz) */
    mb_linear *linear, *pair_linear;
};

static void describe(const mb_model *model, mb_radau_matrix *e)
{
    int nv = model->nv, m = model->m, mh = model->mh;
    int lambda = 2 * nv, mu = 2 * nv + m, phi = 2 * nv, rate = 2 * nv + mh;

    e->nv = nv;
    e->n = mu + mh;
    e->blocks[MASS] = (block){&model->M, nv, nv, nv, false, NULL};
    e->blocks[STIFFNESS] = (block){&model->H, nv, 0, nv, false, NULL};
    e->blocks[DAMPING] = (block){&model->H, nv, nv, nv, false, NULL};
    e->blocks[LAMBDA] = (block){&model->D, nv, lambda, m, true, NULL};
    e->blocks[MU] = (block){&model->D, 0, mu, mh, true, NULL};
    e->blocks[PHI] = (block){&model->D, phi, 0, mh, false, NULL};
    e->blocks[RATE] = (block){&model->D, rate, 0, m, false, NULL};
    e->blocks[VELOCITY] = (block){&model->D, rate, nv, m, false, NULL};
}

/* Row and column in E of entry k, in column j of a block's pattern; false: not taken */
static bool place(const block *b, int j, int k, int *row, int *col)
{
    int i = b->pattern->row[k];

    *row = b->row + (b->transpose ? j : i);
    *col = b->col + (b->transpose ? i : j);
    return i < b->nrow;
}

/* Pattern of E: s I and -I of the first row of blocks, and those of the model's patterns */
static mb_status plan(mb_radau_matrix *e, mb_arena *arena, mb_error *err)
{
    mb_pattern_builder *builder = mb_pattern_begin(e->n, e->n);
    int row, col;

    for (int j = 0; j < e->nv; j++) {
        mb_pattern_add(builder, j, j);
        mb_pattern_add(builder, j, e->nv + j);
    }
    for (const block *b = e->blocks; b < e->blocks + BLOCKS; b++)
        for (int j = 0; j < b->pattern->ncol; j++)
            for (int k = b->pattern->start[j]; k < b->pattern->start[j + 1]; k++)
                if (place(b, j, k, &row, &col))
                    mb_pattern_add(builder, row, col);
    return mb_pattern_end(builder, arena, &e->pattern, err);
}

static mb_status map(mb_radau_matrix *e, mb_arena *arena, mb_error *err)
{
    mb_status status = MB_OK;
    int row, col;

    MB_TRY(MB_TAKE(arena, &e->shift_to, (size_t)e->nv, err));
    MB_TRY(MB_TAKE(arena, &e->negative_to, (size_t)e->nv, err));
    for (int j = 0; j < e->nv; j++) {
        e->shift_to[j] = mb_pattern_find(&e->pattern, j, j);
        e->negative_to[j] = mb_pattern_find(&e->pattern, j, e->nv + j);
    }
    for (block *b = e->blocks; b < e->blocks + BLOCKS; b++) {
        MB_TRY(MB_TAKE(arena, &b->to, (size_t)b->pattern->nnz, err));
        for (int j = 0; j < b->pattern->ncol; j++)
            for (int k = b->pattern->start[j]; k < b->pattern->start[j + 1]; k++)
                b->to[k] = place(b, j, k, &row, &col) ? mb_pattern_find(&e->pattern, row, col) : -1;
    }
done:
    return status;
}

/* [E -beta S; beta S E]: pattern and maps */
static mb_status plan_pair(mb_radau_matrix *e, mb_arena *arena, mb_error *err)
{
    const mb_pattern *p = &e->pattern, *M = e->blocks[MASS].pattern;
    mb_pattern_builder *builder = mb_pattern_begin(2 * e->n, 2 * e->n);
    mb_status status = MB_OK;
    int n = e->n, nv = e->nv;

    for (int side = 0; side < 2; side++) {
        int at = side * n, across = n - at;

        for (int j = 0; j < n; j++)
            for (int k = p->start[j]; k < p->start[j + 1]; k++)
                mb_pattern_add(builder, at + p->row[k], at + j);
        for (int j = 0; j < nv; j++) {
            mb_pattern_add(builder, at + j, across + j);
            for (int k = M->start[j]; k < M->start[j + 1]; k++)
                mb_pattern_add(builder, at + nv + M->row[k], across + nv + j);
        }
    }
    MB_TRY(mb_pattern_end(builder, arena, &e->pair_pattern, err));
    for (int side = 0; side < 2; side++) {
        int at = side * n, across = n - at;

        MB_TRY(MB_TAKE(arena, &e->copy_to[side], (size_t)p->nnz, err));
        MB_TRY(MB_TAKE(arena, &e->cross_to[side], (size_t)(nv + M->nnz), err));
        for (int j = 0; j < n; j++)
            for (int k = p->start[j]; k < p->start[j + 1]; k++)
                e->copy_to[side][k] = mb_pattern_find(&e->pair_pattern, at + p->row[k], at + j);
        for (int j = 0; j < nv; j++) {
            e->cross_to[side][j] = mb_pattern_find(&e->pair_pattern, at + j, across + j);
            for (int k = M->start[j]; k < M->start[j + 1]; k++)
                e->cross_to[side][nv + k] =
                    mb_pattern_find(&e->pair_pattern, at + nv + M->row[k], across + nv + j);
        }
    }
done:
    return status;
}

/* Over the magnitudes of the equations, times those of the unknowns */
static mb_status scales(mb_solver *solver, mb_radau_matrix *e, mb_error *err)
{
    const mb_magnitudes *of = solver->magnitudes;
    int nv = e->nv, m = solver->model->m, mh = solver->model->mh;
    mb_status status = MB_OK;

    if (of->usual)
        return MB_OK;
    MB_TRY(MB_TAKE(solver->arena, &e->row, (size_t)e->n, err));
    MB_TRY(MB_TAKE(solver->arena, &e->col, (size_t)e->n, err));
    for (int j = 0; j < nv; j++) {
        e->row[j] = 1.0 / of->v[j];
        e->row[nv + j] = 1.0 / of->force[j];
        e->col[j] = e->col[nv + j] = of->v[j];
    }
    for (int i = 0; i < m; i++) {
        e->row[2 * nv + mh + i] = 1.0 / of->row[i];
        e->col[2 * nv + i] = of->lambda[i];
    }
    for (int i = 0; i < mh; i++) {
        e->row[2 * nv + i] = 1.0 / of->row[i];
        e->col[2 * nv + m + i] = of->mu[i];
    }
done:
    return status;
}

/* E, or the pair of it */
static void scale(const mb_radau_matrix *e, const mb_pattern *p, double *values)
{
    for (int j = 0; e->row && j < p->ncol; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            values[k] *= e->row[p->row[k] % e->n] * e->col[j % e->n];
}

static mb_status solve(const mb_radau_matrix *e, mb_linear *linear, int n, double *x, mb_error *err)
{
    mb_status status;

    /* x = col (row E col)\(row x) */
    for (int i = 0; e->row && i < n; i++)
        x[i] *= e->row[i % e->n];
    status = mb_linear_solve(linear, x, err);
    for (int j = 0; e->row && j < n; j++)
        x[j] *= e->col[j % e->n];
    return status;
}

mb_status mb_radau_matrix_setup(mb_solver *solver, mb_radau_matrix **matrix, mb_error *err)
{
    mb_arena *arena = solver->arena;
    mb_status status = MB_OK;
    mb_radau_matrix *e;

    MB_TRY(MB_TAKE(arena, &e, 1, err));
    describe(solver->model, e);
    MB_TRY(plan(e, arena, err));
    MB_TRY(map(e, arena, err));
    MB_TRY(plan_pair(e, arena, err));
    MB_TRY(scales(solver, e, err));
    MB_TRY(MB_TAKE(arena, &e->values, (size_t)e->pattern.nnz, err));
    MB_TRY(MB_TAKE(arena, &e->pair, (size_t)e->pair_pattern.nnz, err));
    MB_TRY(MB_TAKE(arena, &e->tangent, (size_t)solver->model->H.nnz, err));
    /* lambda and mu, of which the pair has the real and the imaginary parts */
    MB_TRY(mb_linear_create_saddle(solver, &e->pattern, 2, &e->linear, err));
    MB_TRY(mb_linear_create_saddle(solver, &e->pair_pattern, 4, &e->pair_linear, err));
    *matrix = e;
done:
    return status;
}

static void add(mb_radau_matrix *e, int which, double c, const double *values)
{
    const block *b = &e->blocks[which];

    for (int k = 0; k < b->pattern->nnz; k++)
        if (b->to[k] >= 0)
            e->values[b->to[k]] += c * values[k];
}

/* Adds -W Dh' in the columns of mu */
static void add_metric(mb_radau_matrix *e, const double *metric, const double *values)
{
    const block *b = &e->blocks[MU];

    for (int j = 0; j < b->pattern->ncol; j++)
        for (int k = b->pattern->start[j]; k < b->pattern->start[j + 1]; k++)
            if (b->to[k] >= 0)
                e->values[b->to[k]] -= metric[j] * values[k];
}

/* Adds c S to E */
static void shift(mb_radau_matrix *e, double c, const double *mass)
{
    for (int j = 0; j < e->nv; j++)
        e->values[e->shift_to[j]] += c;
    add(e, MASS, c, mass);
}

/* E(0) but for the blocks of tangents that the model lacks */
static void assemble(mb_solver *solver, mb_radau_matrix *e, double h, const mb_radau_point *at)
{
    const mb_model *model = solver->model;
    const mb_ops *ops = model->ops;
    double *d = solver->terms.jacobian;

    memset(e->values, 0, (size_t)e->pattern.nnz * sizeof(double));
    for (int j = 0; j < e->nv; j++)
        e->values[e->negative_to[j]] = -1.0;
    /* h^2 (K + d(D'lambda)/dq + d(M a)/dq) */
    if (ops->stiffness) {
        ops->stiffness(model, at->t, at->q, at->v, e->tangent);
        add(e, STIFFNESS, h * h, e->tangent);
    }
    if (ops->constraint_tangent) {
        ops->constraint_tangent(model, at->t, at->q, at->lambda, e->tangent);
        add(e, STIFFNESS, h * h, e->tangent);
    }
    if (ops->mass_tangent && !(model->traits & MB_CONSTANT_M)) {
        ops->mass_tangent(model, at->q, at->a, e->tangent);
        add(e, STIFFNESS, h * h, e->tangent);
    }
    /* h C */
    if (ops->damping) {
        ops->damping(model, at->t, at->q, at->v, e->tangent);
        add(e, DAMPING, h, e->tangent);
    }
    /* h Ddot */
    if (ops->jacobian_dot) {
        ops->jacobian_dot(model, at->t, at->q, at->v, d);
        add(e, RATE, h, d);
    }
    /* D' of lambda, -W Dh' of mu, Dh, D */
    ops->jacobian(model, at->t, at->q, d);
    add(e, LAMBDA, 1.0, d);
    add_metric(e, solver->magnitudes->metric, d);
    add(e, PHI, 1.0, d);
    add(e, VELOCITY, 1.0, d);
    mb_eval_mass(solver, at->q);
}

/* [E -beta S; beta S E] from E(alpha) */
static void fill_pair(mb_radau_matrix *e, const double *mass)
{
    memset(e->pair, 0, (size_t)e->pair_pattern.nnz * sizeof(double));
    for (int side = 0; side < 2; side++) {
        double beta = side ? BETA : -BETA;

        /* E(alpha) on the diagonal, -+beta S = -+beta (I, M) across */
        for (int k = 0; k < e->pattern.nnz; k++)
            e->pair[e->copy_to[side][k]] += e->values[k];
        for (int j = 0; j < e->nv; j++)
            e->pair[e->cross_to[side][j]] += beta;
        for (int k = 0; k < e->blocks[MASS].pattern->nnz; k++)
            e->pair[e->cross_to[side][e->nv + k]] += beta * mass[k];
    }
}

mb_status mb_radau_matrix_factor(mb_solver *solver, mb_radau_matrix *e, double h,
                                 const mb_radau_point *at, mb_error *err)
{
    const double *mass = solver->terms.mass;
    mb_error cause;
    mb_status status = MB_OK;

    mb_error_clear(&cause);
    assemble(solver, e, h, at);
    shift(e, ALPHA, mass); /* E(alpha) */
    fill_pair(e, mass);
    shift(e, REAL - ALPHA, mass); /* E(gamma) */
    scale(e, &e->pattern, e->values);
    scale(e, &e->pair_pattern, e->pair);
    MB_TRY(mb_linear_factor(e->linear, e->values, &cause));
    MB_TRY(mb_linear_factor(e->pair_linear, e->pair, &cause));
done:
    if (status != MB_OK)
        mb_fail(err, status, "Newton matrix at t = %.9g s: %s", at->t, cause.text);
    return status;
}

mb_status mb_radau_matrix_solve(mb_radau_matrix *e, double *x, mb_error *err)
{
    return solve(e, e->linear, e->n, x, err);
}

mb_status mb_radau_matrix_solve_pair(mb_radau_matrix *e, double *x, mb_error *err)
{
    return solve(e, e->pair_linear, 2 * e->n, x, err);
}
