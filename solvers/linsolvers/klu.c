/* SPDX-License-Identifier: MIT */
/* KLU: sparse LU for circuit-like matrices.  The pivots of the first factorisation serve the next
 * ones (refactorisation) until the estimate of the condition says that they no longer do. */
#include <float.h>
#include <klu.h>

#include "base/alloc_count.h"
#include "solvers/matrices/linear.h"

/* A refactorisation with a reciprocal condition below this is done again with fresh pivots. */
static const double RCOND_REUSE = 1e-12;

typedef struct state {
    mb_full_matrix matrix;
    klu_common common;
    klu_symbolic *symbolic;
    klu_numeric *numeric;
} state;

static void destroy(void *object)
{
    state *s = object;

    klu_free_numeric(&s->numeric, &s->common);
    klu_free_symbolic(&s->symbolic, &s->common);
}

static mb_status setup(mb_linear *linear, mb_error *err)
{
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(linear->arena, &s, 1, err));
    linear->data = s;
    MB_TRY(mb_full_matrix_setup(linear, &s->matrix, err));
    klu_defaults(&s->common);
    MB_TRY(mb_arena_defer(linear->arena, destroy, s, err));
    s->symbolic = klu_analyze(linear->pattern.ncol, mb_unconst(s->matrix.pattern.start),
                              mb_unconst(s->matrix.pattern.row), &s->common);
    if (!s->symbolic)
        status = s->common.status == KLU_SINGULAR
                     ? mb_fail(err, MB_SINGULAR, "matrix of order %d is structurally singular",
                               linear->pattern.ncol)
                     : mb_fail(err, MB_NO_MEMORY, "KLU: no memory for the analysis");
done:
    return status;
}

static bool refactor(mb_linear *linear, state *s, double *values)
{
    const mb_pattern *p = &s->matrix.pattern;

    linear->counters->refactorisations++;
    return klu_refactor(mb_unconst(p->start), mb_unconst(p->row), values, s->symbolic, s->numeric,
                        &s->common) &&
           klu_rcond(s->symbolic, s->numeric, &s->common) && s->common.rcond > RCOND_REUSE;
}

static bool factor_anew(mb_linear *linear, state *s, double *values)
{
    const mb_pattern *p = &s->matrix.pattern;

    linear->counters->factorisations++;
    klu_free_numeric(&s->numeric, &s->common);
    s->numeric =
        klu_factor(mb_unconst(p->start), mb_unconst(p->row), values, s->symbolic, &s->common);
    return s->numeric && klu_rcond(s->symbolic, s->numeric, &s->common) &&
           s->common.rcond > p->ncol * DBL_EPSILON;
}

static mb_status factor(mb_linear *linear, const double *values, mb_error *err)
{
    state *s = linear->data;
    double *full;
    bool ok;

    if (!mb_all_finite(values, linear->pattern.nnz))
        return mb_fail(err, MB_NON_FINITE, "matrix of order %d holds a non-finite value",
                       linear->pattern.ncol);
    full = mb_unconst(mb_full_matrix_values(&s->matrix, values));
    mb_library_enter();
    ok = (s->numeric && refactor(linear, s, full)) || factor_anew(linear, s, full);
    mb_library_leave();
    if (ok)
        return MB_OK;
    if (s->common.status == KLU_OUT_OF_MEMORY)
        return mb_fail(err, MB_NO_MEMORY, "KLU: no memory for the factors");
    return mb_fail(err, MB_SINGULAR, "matrix of order %d is singular to working precision",
                   linear->pattern.ncol);
}

static double rcond(const mb_linear *linear)
{
    const state *s = linear->data;

    return s->common.rcond;
}

static mb_status solve(mb_linear *linear, double *x, mb_error *err)
{
    state *s = linear->data;
    int ok;

    mb_library_enter();
    ok = klu_solve(s->symbolic, s->numeric, linear->pattern.ncol, 1, x, &s->common);
    mb_library_leave();
    return ok ? MB_OK : mb_fail(err, MB_FAILURE, "KLU could not solve");
}

static void reset(mb_linear *linear)
{
    state *s = linear->data;

    klu_free_numeric(&s->numeric, &s->common);
}

const mb_linsolver mb_linsolver_klu = {
    .name = "klu",
    .title = "sparse LU with reuse of pivots (SuiteSparse KLU)",
    .source = "Davis & Palamadai Natarajan, ACM TOMS 37 (2010) 36",
    .classes = MB_SPD | MB_GENERAL,
    .setup = setup,
    .factor = factor,
    .solve = solve,
    .reset = reset,
    .rcond = rcond,
};
