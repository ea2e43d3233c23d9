/* SPDX-License-Identifier: MIT */
/* x = B'y, (B B' + mu) y = r, and the same again for what is left of r.
 *
 * Each pass leaves mu / (sigma^2 + mu) of the part of r along a singular vector, and B' takes away
 * what is along a dependent row.  So the passes tend to the shortest least-squares solution, whatever
 * the rank, with no decision on it; B B' + mu is positive definite, and its factor is as sparse as
 * chains are. */
#include "problems/start/start_factor.h"

#include <cholmod.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/vector.h"

/* Of rows of length 1, up to so many of them: above that it falls as the least sigma^2 of a chain, with
 * the square of their number. */
static const double MU = 1e-12, ROWS = 1e6;
static const double ENDED = 1e-16;  /* of x: no pass adds less */
static const double FILLED = 400.0; /* entries of B B' for one of B, at most */

enum { PASSES = 20 };

struct mb_start_factor {
    const mb_pattern *pattern;
    cholmod_common common;
    cholmod_sparse matrix; /* a view of pattern and values */
    cholmod_factor *factor;
    cholmod_dense rhs;        /* a view of r */
    cholmod_dense *y, *v, *e; /* that cholmod_solve2 keeps */
    double *dx;               /* (n) */
};

static void destroy(void *object)
{
    mb_start_factor *f = object;

    cholmod_free_factor(&f->factor, &f->common);
    cholmod_free_dense(&f->y, &f->common);
    cholmod_free_dense(&f->v, &f->common);
    cholmod_free_dense(&f->e, &f->common);
    cholmod_finish(&f->common);
}

static bool fills(const mb_pattern *p)
{
    double sum = 0.0;

    for (int j = 0; j < p->ncol; j++) {
        const double n = p->start[j + 1] - p->start[j];

        sum += n * n;
    }
    return sum > FILLED * p->nnz;
}

mb_status mb_start_factor_create(const mb_pattern *p, mb_arena *arena, mb_start_factor **factor,
                                 mb_error *err)
{
    mb_start_factor *f;
    mb_status status;

    if (fills(p))
        return mb_fail(err, MB_FAILURE, "rows of one coordinate fill their factors");
    MB_TRY(MB_TAKE(arena, &f, 1, err));
    MB_TRY(MB_TAKE(arena, &f->dx, (size_t)p->ncol, err));
    f->pattern = p;
    cholmod_start(&f->common);
    MB_TRY(mb_arena_defer(arena, destroy, f, err));
    f->common.print = 0;
    f->common.supernodal = CHOLMOD_SIMPLICIAL; /* the other code starts threads */
    f->common.nmethods = 1;
    f->common.method[0].ordering = CHOLMOD_AMD;
    f->matrix = (cholmod_sparse){.nrow = (size_t)p->nrow,
                                 .ncol = (size_t)p->ncol,
                                 .nzmax = (size_t)p->nnz,
                                 .p = (void *)(uintptr_t)p->start,
                                 .i = (void *)(uintptr_t)p->row,
                                 .stype = 0,
                                 .itype = CHOLMOD_INT,
                                 .xtype = CHOLMOD_REAL,
                                 .dtype = CHOLMOD_DOUBLE,
                                 .sorted = 1,
                                 .packed = 1};
    f->rhs = (cholmod_dense){.nrow = (size_t)p->nrow,
                             .ncol = 1,
                             .nzmax = (size_t)p->nrow,
                             .d = (size_t)p->nrow,
                             .xtype = CHOLMOD_REAL,
                             .dtype = CHOLMOD_DOUBLE};
    *factor = f;
done:
    return status;
}

static mb_status factorise(mb_start_factor *f, const double *values, mb_error *err)
{
    const double longer = fmax(1.0, f->pattern->nrow / ROWS);
    double mu[2] = {MU / (longer * longer), 0.0};

    f->matrix.x = (void *)(uintptr_t)values;
    if (!f->factor)
        f->factor = cholmod_analyze(&f->matrix, &f->common);
    if (!f->factor || !cholmod_factorize_p(&f->matrix, mu, NULL, 0, f->factor, &f->common))
        return mb_fail(err, MB_NO_MEMORY, "CHOLMOD: no memory for the rows of the start");
    if (f->factor->minor < f->factor->n)
        return mb_fail(err, MB_SINGULAR, "rows of the start have no factors");
    return MB_OK;
}

mb_status mb_start_factor_shortest(mb_start_factor *f, const double *values, double *r, double *x,
                                   mb_error *err)
{
    const mb_pattern *p = f->pattern;
    double last = INFINITY;
    mb_status status;

    memset(x, 0, (size_t)p->ncol * sizeof *x);
    MB_TRY(factorise(f, values, err));
    f->rhs.x = r;
    for (int k = 0; k < PASSES; k++) {
        double added;

        if (!cholmod_solve2(CHOLMOD_A, f->factor, &f->rhs, NULL, &f->y, NULL, &f->v, &f->e,
                            &f->common))
            return mb_fail(err, MB_NO_MEMORY, "CHOLMOD: no memory for a solution");
        mb_multiply_t(p, values, f->y->x, f->dx);
        for (int j = 0; j < p->ncol; j++)
            x[j] += f->dx[j];
        mb_multiply_add(p, values, -1.0, f->dx, r);
        added = mb_norm(f->dx, p->ncol);
        if (!(added > ENDED * mb_norm(x, p->ncol)) || added > 0.5 * last)
            break;
        last = added;
    }
done:
    return status;
}
