/* SPDX-License-Identifier: MIT */
/* UMFPACK: sparse unsymmetric multifrontal LU, analysed once. */
#include <float.h>
#include <umfpack.h>

#include "base/alloc_count.h"
#include "solvers/matrices/linear.h"

typedef struct state {
    mb_full_matrix matrix;
    const double *values; /* of the last factorisation */
    void *symbolic, *numeric;
    double control[UMFPACK_CONTROL], info[UMFPACK_INFO];
    double *x, *work; /* (n), (5 n) */
    int *iwork;       /* (n) */
} state;

static void destroy(void *object)
{
    state *s = object;

    umfpack_di_free_numeric(&s->numeric);
    umfpack_di_free_symbolic(&s->symbolic);
}

static mb_status setup(mb_linear *linear, mb_error *err)
{
    size_t n = (size_t)linear->pattern.ncol;
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(linear->arena, &s, 1, err));
    linear->data = s;
    MB_TRY(mb_full_matrix_setup(linear, &s->matrix, err));
    MB_TRY(MB_TAKE(linear->arena, &s->x, n, err));
    MB_TRY(MB_TAKE(linear->arena, &s->work, 5 * n, err));
    MB_TRY(MB_TAKE(linear->arena, &s->iwork, n, err));
    umfpack_di_defaults(s->control);
    MB_TRY(mb_arena_defer(linear->arena, destroy, s, err));
    if (umfpack_di_symbolic((int)n, (int)n, s->matrix.pattern.start, s->matrix.pattern.row, NULL,
                            &s->symbolic, s->control, s->info) != UMFPACK_OK)
        status = mb_fail(err, MB_NO_MEMORY, "UMFPACK: no memory for the analysis");
done:
    return status;
}

static mb_status factor(mb_linear *linear, const double *values, mb_error *err)
{
    state *s = linear->data;
    const mb_pattern *p = &s->matrix.pattern;
    int code;

    linear->counters->factorisations++;
    if (!mb_all_finite(values, linear->pattern.nnz))
        return mb_fail(err, MB_NON_FINITE, "matrix of order %d holds a non-finite value", p->ncol);
    s->values = mb_full_matrix_values(&s->matrix, values);
    mb_library_enter();
    umfpack_di_free_numeric(&s->numeric);
    code = umfpack_di_numeric(p->start, p->row, s->values, s->symbolic, &s->numeric, s->control,
                              s->info);
    mb_library_leave();
    if (code == UMFPACK_WARNING_singular_matrix ||
        (code == UMFPACK_OK && s->info[UMFPACK_RCOND] < p->ncol * DBL_EPSILON))
        return mb_fail(err, MB_SINGULAR, "matrix of order %d is singular to working precision",
                       p->ncol);
    if (code != UMFPACK_OK)
        return mb_fail(err, MB_NO_MEMORY, "UMFPACK: no memory for the factors");
    return MB_OK;
}

static double rcond(const mb_linear *linear)
{
    const state *s = linear->data;

    return s->info[UMFPACK_RCOND];
}

static mb_status solve(mb_linear *linear, double *x, mb_error *err)
{
    state *s = linear->data;
    const mb_pattern *p = &s->matrix.pattern;
    int code;

    mb_library_enter();
    code = umfpack_di_wsolve(UMFPACK_A, p->start, p->row, s->values, s->x, x, s->numeric,
                             s->control, s->info, s->iwork, s->work);
    mb_library_leave();
    if (code != UMFPACK_OK)
        return mb_fail(err, MB_SINGULAR, "UMFPACK could not solve with a matrix of order %d",
                       p->ncol);
    for (int i = 0; i < p->ncol; i++)
        x[i] = s->x[i];
    return MB_OK;
}

const mb_linsolver mb_linsolver_umfpack = {
    .name = "umfpack",
    .title = "sparse unsymmetric multifrontal LU (SuiteSparse UMFPACK)",
    .source = "Davis, ACM TOMS 30 (2004) 196",
    .classes = MB_SPD | MB_GENERAL,
    .setup = setup,
    .factor = factor,
    .solve = solve,
    .rcond = rcond,
};
