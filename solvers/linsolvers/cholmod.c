/* SPDX-License-Identifier: MIT */
/* CHOLMOD: sparse Cholesky, analysed once. */
#include <cholmod.h>
#include <string.h>

#include "base/alloc_count.h"
#include "solvers/matrices/linear.h"

typedef struct state {
    cholmod_common common;
    cholmod_sparse matrix; /* a view of pattern and values */
    cholmod_factor *factor;
    cholmod_dense *x, *y, *e; /* workspaces that cholmod_solve2 keeps */
    cholmod_dense rhs;        /* a view of the right-hand side */
    double rcond;
} state;

static void destroy(void *object)
{
    state *s = object;

    cholmod_free_factor(&s->factor, &s->common);
    cholmod_free_dense(&s->x, &s->common);
    cholmod_free_dense(&s->y, &s->common);
    cholmod_free_dense(&s->e, &s->common);
    cholmod_finish(&s->common);
}

static mb_status setup(mb_linear *linear, mb_error *err)
{
    const mb_pattern *p = &linear->pattern;
    mb_status status = MB_OK;
    double *ones;
    state *s;

    MB_TRY(MB_TAKE(linear->arena, &s, 1, err));
    MB_TRY(MB_TAKE(linear->arena, &ones, (size_t)p->nnz, err));
    linear->data = s;
    cholmod_start(&s->common);
    s->common.print = 0;
    /* the supernodal code starts four threads whatever the environment says */
    s->common.supernodal = CHOLMOD_SIMPLICIAL;
    s->common.final_ll = 1; /* L L' tells a matrix that is not positive definite */
    s->matrix = (cholmod_sparse){.nrow = (size_t)p->nrow,
                                 .ncol = (size_t)p->ncol,
                                 .nzmax = (size_t)p->nnz,
                                 .p = mb_unconst(p->start),
                                 .i = mb_unconst(p->row),
                                 .x = ones,
                                 .stype = -1,
                                 .itype = CHOLMOD_INT,
                                 .xtype = CHOLMOD_REAL,
                                 .dtype = CHOLMOD_DOUBLE,
                                 .sorted = 1,
                                 .packed = 1};
    s->rhs = (cholmod_dense){.nrow = (size_t)p->nrow,
                             .ncol = 1,
                             .nzmax = (size_t)p->nrow,
                             .d = (size_t)p->nrow,
                             .xtype = CHOLMOD_REAL,
                             .dtype = CHOLMOD_DOUBLE};
    MB_TRY(mb_arena_defer(linear->arena, destroy, s, err));
    s->factor = cholmod_analyze(&s->matrix, &s->common);
    if (!s->factor)
        status = mb_fail(err, MB_NO_MEMORY, "CHOLMOD: no memory for the analysis");
done:
    return status;
}

static mb_status factor(mb_linear *linear, const double *values, mb_error *err)
{
    state *s = linear->data;
    int ok;

    linear->counters->factorisations++;
    if (!mb_all_finite(values, linear->pattern.nnz))
        return mb_fail(err, MB_NON_FINITE, "matrix of order %d holds a non-finite value",
                       linear->pattern.ncol);
    s->matrix.x = mb_unconst(values);
    mb_library_enter();
    ok = cholmod_factorize(&s->matrix, s->factor, &s->common);
    s->rcond = ok ? cholmod_rcond(s->factor, &s->common) : 0.0;
    mb_library_leave();
    if (!ok)
        return mb_fail(err, MB_NO_MEMORY, "CHOLMOD: no memory for the factor");
    if (s->factor->minor < s->factor->n || s->rcond <= linear->tolerance)
        return mb_fail(err, MB_SINGULAR, "matrix of order %d is singular to working precision",
                       linear->pattern.ncol);
    return MB_OK;
}

static double rcond(const mb_linear *linear)
{
    const state *s = linear->data;

    return s->rcond;
}

static mb_status solve(mb_linear *linear, double *x, mb_error *err)
{
    state *s = linear->data;
    int ok;

    s->rhs.x = x;
    mb_library_enter();
    ok = cholmod_solve2(CHOLMOD_A, s->factor, &s->rhs, NULL, &s->x, NULL, &s->y, &s->e, &s->common);
    mb_library_leave();
    if (!ok)
        return mb_fail(err, MB_NO_MEMORY, "CHOLMOD: no memory for the solution");
    memcpy(x, s->x->x, (size_t)linear->pattern.ncol * sizeof *x);
    return MB_OK;
}

const mb_linsolver mb_linsolver_cholmod = {
    .name = "cholmod",
    .title = "sparse simplicial Cholesky (SuiteSparse CHOLMOD)",
    .source = "Chen, Davis, Hager & Rajamanickam, ACM TOMS 35 (2008) 22",
    .classes = MB_SPD,
    .setup = setup,
    .factor = factor,
    .solve = solve,
    .rcond = rcond,
};
