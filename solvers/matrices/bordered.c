/* SPDX-License-Identifier: MIT */
/* Values are kept where they are written, by columns of 8.  Pivots are those of
 * solvers/linsolvers/ldl.c, with the rows behind all coordinates. */
#include "solvers/matrices/bordered_kernel.h"

#include "base/pair.h"
#include "problems/elements/machine/natural/lanes.h"

enum { SIZE = MB_BORDERED_SIZE };

/* By processors, in all of which entries come from the same operations */
static const mb_bordered_kernel *const kernels[] = MB_BY_PROCESSOR(&mb_bordered);

const mb_bordered_kernel *mb_bordered_kernel_of(mb_lane_kind kind)
{
    return kernels[kind];
}

/* ---- set-up --------------------------------------------------------------------------------------- */

bool mb_bordered_takes(const mb_model *model)
{
    return model->m > 0 && model->m <= SIZE && model->nv <= SIZE;
}

/* Coordinates that entries of the pattern join, one after the other or by others between them */
static void find_parts(const mb_pattern *lower, int nv, mb_bordered_parts *parts)
{
    int of[SIZE], count = 0;

    for (int j = 0; j < nv; j++)
        of[j] = j;
    for (int j = 0; j < nv; j++)
        for (int e = lower->start[j]; e < lower->start[j + 1]; e++) {
            const int i = lower->row[e], left = of[j], gone = i < nv ? of[i] : left;

            for (int k = 0; k < nv; k++)
                of[k] = of[k] == gone ? left : of[k];
        }
    for (int name = 0; name < nv; name++) {
        for (int j = 0; j < nv; j++)
            if (of[j] == name)
                parts->index[count++] = j;
        if (count > parts->start[parts->n])
            parts->start[++parts->n] = count;
    }
}

/* Coordinates of each part where that is one number that loops know; else 0 */
static int each_of(const mb_bordered_parts *parts)
{
    const int each = parts->start[1];

    for (int p = 0; p < parts->n; p++)
        if (parts->start[p + 1] - parts->start[p] != each)
            return 0;
    return each <= MB_BORDERED_EACH ? each : 0;
}

static mb_status setup(mb_linear *linear, mb_error *err)
{
    const mb_pattern *p = &linear->pattern;
    mb_status status = MB_OK;
    int *place, nv;
    mb_bordered *s;

    MB_TRY(MB_TAKE(linear->arena, &s, 1, err));
    linear->data = s;
    s->kernel = mb_bordered_kernel_of(mb_lane_kind_here());
    s->m = linear->rows;
    nv = p->ncol - s->m;
    find_parts(p, nv, &s->parts);
    s->each = each_of(&s->parts);
    s->values = s->d[0];
    for (int a = 0; a < nv; a++) {
        const int j = s->parts.index[a];

        s->source[a] = (mb_bordered_source){.j = j, .w = s->parts.inverse[j], .z = &s->z[j]};
        for (int i = 0; i < s->m; i++)
            s->source[a].from[i] = SIZE * j + i;
    }
    linear->storage = s->s[0]; /* then d, then nothing */
    linear->size = 2 * SIZE * SIZE + 1;
    linear->stays = true;
    MB_TRY(MB_TAKE(linear->arena, &place, (size_t)p->nnz, err));
    linear->place = place;
    for (int j = 0; j < p->ncol; j++)
        for (int e = p->start[j]; e < p->start[j + 1]; e++) {
            const int i = p->row[e];

            place[e] = j >= nv  ? 2 * SIZE * SIZE
                       : i < nv ? SIZE * j + i
                                : SIZE * (SIZE + j) + i - nv;
        }
done:
    return status;
}

/* ---- factorisation -------------------------------------------------------------------------------- */

/* W of two parts of S side by side, at[0] and at[1] (n), by sweeps, each of which takes a coordinate from
 * one side of S x = b to the other; false: a pivot is not above 0 */
MB_ALWAYS_INLINE bool invert_parts(int n, const int *const *at, double (*s)[SIZE],
                                   double (*w)[SIZE])
{
    mb_pair a[SIZE][SIZE], old[SIZE];

    MB_UNROLL
    for (int j = 0; j < n; j++) {
        MB_UNROLL
        for (int i = j; i < n; i++)
            a[j][i] = (mb_pair){s[at[0][j]][at[0][i]], s[at[1][j]][at[1][i]]};
    }
    MB_UNROLL
    for (int k = 0; k < n; k++) {
        const mb_pair inverse = mb_pair_both(1.0) / a[k][k];

        if (!(a[k][k][0] > 0.0) || !(a[k][k][1] > 0.0))
            return false;
        MB_UNROLL
        for (int i = 0; i < n; i++)
            old[i] = a[i < k ? i : k][i < k ? k : i];
        MB_UNROLL
        for (int j = 0; j < n; j++) {
            const mb_pair reduced = old[j] * inverse;

            MB_UNROLL
            for (int i = j; i < n; i++)
                if (i != k && j != k)
                    a[j][i] -= old[i] * reduced;
            a[j < k ? j : k][j < k ? k : j] = j == k ? -inverse : reduced;
        }
    }
    MB_UNROLL
    for (int j = 0; j < n; j++) {
        MB_UNROLL
        for (int i = 0; i < n; i++) {
            const mb_pair entry = -a[i < j ? i : j][i < j ? j : i];

            w[at[0][j]][at[0][i]] = entry[0];
            w[at[1][j]][at[1][i]] = entry[1];
        }
    }
    return true;
}

static bool invert(mb_bordered *s)
{
    mb_bordered_parts *parts = &s->parts;
    bool regular = true;

    for (int p = 0; p < parts->n && regular; p++) {
        const int *start = parts->start + p, size = start[1] - start[0];
        const bool two = p + 1 < parts->n && start[2] - start[1] == size;
        const int *const at[2] = {parts->index + start[0], parts->index + start[two ? 1 : 0]};

        p += two;
        switch (size) {
#define INVERT(n)                                                                                  \
    case n:                                                                                        \
        regular = invert_parts(n, at, s->s, parts->inverse);                                       \
        break;
            MB_BORDERED_ORDERS(INVERT)
#undef INVERT
        }
    }
    return regular;
}

/* ---- slots ---------------------------------------------------------------------------------------- */

static mb_status factor_solve(mb_linear *linear, const double *values, const mb_sides *sides,
                              mb_error *err)
{
    mb_bordered *s = linear->data;

    (void)values; /* where they are kept */
    linear->counters->factorisations++;
    s->known = (s->known && linear->constant) || invert(s);
    if (s->known && s->kernel->factor[s->m - 1][s->each](s, sides))
        return MB_OK;
    return mb_fail(err, MB_SINGULAR, "pivots of a matrix of order %d have to be chosen",
                   linear->pattern.ncol);
}

static mb_status factor(mb_linear *linear, const double *values, mb_error *err)
{
    return factor_solve(linear, values, NULL, err);
}

static mb_status solve(mb_linear *linear, double *x, mb_error *err)
{
    mb_bordered *s = linear->data;

    (void)err;
    s->kernel->solve(s, x);
    return MB_OK;
}

bool mb_bordered_read_rows(mb_linear *linear, const mb_pattern *D, const double *values)
{
    mb_bordered *s = linear->data;

    if (linear->type != &mb_linsolver_bordered)
        return false;
    s->values = values;
    for (mb_bordered_source *x = s->source; x < s->source + D->ncol; x++) {
        for (int i = 0; i < s->m; i++)
            x->from[i] = D->nnz;
        for (int k = D->start[x->j]; k < D->start[x->j + 1]; k++)
            x->from[D->row[k]] = k;
    }
    return true;
}

const mb_bordered_parts *mb_bordered_parts_of(const mb_linear *linear)
{
    const mb_bordered *s = linear->data;

    return linear->type == &mb_linsolver_bordered && linear->constant && s->known ? &s->parts
                                                                                  : NULL;
}

static double rcond(const mb_linear *linear)
{
    const mb_bordered *s = linear->data;

    return s->most > 0.0 ? s->least / s->most : 0.0;
}

const mb_linsolver mb_linsolver_bordered = {
    .name = "ldl",
    .title = "L D L' of D S^-1 D' in full columns",
    .classes = MB_SPD,
    .setup = setup,
    .factor = factor,
    .solve = solve,
    .rcond = rcond,
    .factor_solve = factor_solve,
};
