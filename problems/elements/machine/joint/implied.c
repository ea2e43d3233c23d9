/* SPDX-License-Identifier: MIT */
/* Rows that the tree keeps wherever it is: of a second hinge in line with the first one, of a planar
 * loop the rows across its plane.  A model in joint coordinates does not have them, as one in the
 * plane has no rows along z. */
#include <math.h>

#include "problems/elements/machine/joint/linkage.h"
#include "problems/start/start.h"

enum { STATES = 3 };

/* A gradient below this part of what it is without joints is round-off. */
static const double ROUND_OFF = 1e-11;

/* Squares of the rows' gradients by lengths */
static void sizes(const mb_pattern *pattern, const double *values, const double *unit, double *size)
{
    memset(size, 0, (size_t)pattern->nrow * sizeof *size);
    for (int j = 0; j < pattern->ncol; j++)
        for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
            size[pattern->row[k]] += values[k] * values[k] * unit[j] * unit[j];
}

/* kept (m): whether the row has a gradient somewhere */
static mb_status probe(const mb_model *model, mb_linkage *t, bool *kept, mb_error *err)
{
    const mb_model *inner = t->inner;
    mb_arena *scratch = mb_arena_create();
    double *d, *unit[2], *size[2], *step, *q;
    unsigned seed = 1;
    mb_status status;

    if (!scratch)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the rows of joint coordinates");
    MB_TRY(MB_TAKE(scratch, &d, (size_t)model->D.nnz, err));
    MB_TRY(MB_TAKE(scratch, &unit[0], (size_t)model->nv, err));
    MB_TRY(MB_TAKE(scratch, &unit[1], (size_t)inner->nv, err));
    MB_TRY(MB_TAKE(scratch, &size[0], (size_t)model->m, err));
    MB_TRY(MB_TAKE(scratch, &size[1], (size_t)model->m, err));
    MB_TRY(MB_TAKE(scratch, &step, (size_t)model->nv, err));
    MB_TRY(MB_TAKE(scratch, &q, (size_t)model->nq, err));
    mb_units(model, unit[0]);
    mb_units(inner, unit[1]);
    for (int k = 0; k <= STATES; k++) {
        if (k == 0)
            memcpy(q, model->q0, (size_t)model->nq * sizeof *q);
        else
            mb_wander(model, unit[0], 0.25, &seed, step, q);
        model->ops->jacobian(model, model->t0, q, d);
        sizes(&model->D, d, unit[0], size[0]);
        sizes(&inner->D, t->D, unit[1], size[1]);
        for (int i = 0; i < model->m; i++)
            kept[i] = kept[i] || !(size[0][i] <= ROUND_OFF * ROUND_OFF * size[1][i]);
    }
done:
    mb_arena_destroy(scratch);
    return status;
}

mb_status mb_linkage_drop_rows(mb_model *model, mb_linkage *t, mb_error *err)
{
    mb_status status;
    bool *kept;
    int n = 0, holonomic = 0;

    MB_TRY(MB_TAKE(model->arena, &kept, (size_t)model->m, err));
    MB_TRY(probe(model, t, kept, err));
    for (int i = 0; i < model->m; i++) {
        t->outer[i] = kept[i] ? n : -1;
        if (!kept[i])
            continue;
        t->kept[n++] = i;
        holonomic += i < model->mh;
    }
    if (n == model->m)
        return MB_OK;
    model->m = n;
    model->mh = holonomic;
    MB_TRY(mb_linkage_patterns(model, t, err));
done:
    return status;
}
