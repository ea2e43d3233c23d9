/* SPDX-License-Identifier: MIT */
#include "bench/audit/closable.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/start/closest.h"

static const double least_gap = 1e-8, widest_gap = 1e-2; /* in sizes: what is looked at */
static const double met = 1e-10;       /* in sizes: a position that meets the rows */
static const double stationary = 1e-3; /* part of |A' r| in |A| |r|: a least |Phi| */

enum { FEW_STEPS = 4 };

struct mb_closable {
    const mb_model *model;
    mb_closest *closest;
    double *last;   /* (nq) at the last accepted step with joints all but closed */
    double last_t;  /* [s] of it */
    double checked; /* [m] gap at the last check */
    long since;     /* steps since it */
};

mb_status mb_closable_create(const mb_model *model, const double *s, mb_arena *arena,
                             mb_closable **closable, mb_error *err)
{
    mb_status status = MB_OK;
    mb_closable *p;
    double *unit;

    *closable = NULL;
    if (model->mh == 0)
        return MB_OK;
    MB_TRY(MB_TAKE(arena, &p, 1, err));
    p->model = model;
    MB_TRY(MB_TAKE(arena, &unit, (size_t)model->nv, err));
    for (int j = 0; j < model->nv; j++)
        unit[j] = model->scale * s[j];
    MB_TRY(mb_closest_create(model, unit, arena, &p->closest, err));
    MB_TRY(MB_TAKE(arena, &p->last, (size_t)model->nq, err));
    *closable = p;
done:
    return status;
}

void mb_closable_start(mb_closable *p, double t, const double *q)
{
    memcpy(p->last, q, (size_t)p->model->nq * sizeof(double));
    p->last_t = t;
    p->checked = INFINITY;
    p->since = 0;
}

/* Looks for a position from q on. */
static mb_closeness search(mb_closable *p, double t, const double *q)
{
    double far = 0.0;

    for (int i = 0; i < p->model->nq; i++)
        far = fmax(far, fabs(q[i]));
    mb_closest_weigh(p->closest, t, q);
    return mb_closest_search(p->closest, t, q, met + 100.0 * DBL_EPSILON * far / p->model->scale,
                             stationary);
}

/* "row 1 (...) and row 2 (...)": those that stay open by half as much as the widest, three at most
 */
static void name_rows(const mb_closable *p, double widest, char *text, size_t size)
{
    size_t used = 0;

    for (int i = 0, named = 0; i < p->model->mh && named < 3 && used + 1 < size; i++) {
        if (fabs(p->closest->r[i]) < 0.5 * widest)
            continue;
        if (named++ > 0)
            used += (size_t)snprintf(text + used, size - used, " and ");
        if (used + 1 < size) {
            mb_model_row_text(p->model, i, text + used, size - used);
            used += strlen(text + used);
        }
    }
}

/* Whether a position is found at t, from the last one */
static mb_status look(mb_closable *p, double t, mb_error *err)
{
    char rows[400] = "";
    double widest = 0.0;

    if (search(p, t, p->last) != MB_CLOSEST_OPEN)
        return MB_OK;
    for (int i = 0; i < p->model->mh; i++)
        widest = fmax(widest, fabs(p->closest->r[i]));
    name_rows(p, widest, rows, sizeof rows);
    return mb_fail(err, MB_UNCONVERGED,
                   "at t = %.9g s no position near meets %s: at best %.3g m stay open", t, rows,
                   widest * p->model->scale);
}

mb_status mb_closable_step(mb_closable *p, double t, const double *q, double gap, mb_error *err)
{
    const double size = p->model->scale;
    long stride = 1 + p->model->mh * p->model->mh / 100;

    if (p->model->traits & MB_SCLERONOMIC || !(gap < widest_gap * size))
        return MB_OK;
    memcpy(p->last, q, (size_t)p->model->nq * sizeof(double));
    p->last_t = t;
    if (!(gap > least_gap * size))
        return MB_OK;
    if (gap < 1.5 * p->checked && ++p->since < stride)
        return MB_OK;
    p->checked = gap;
    p->since = 0;
    return look(p, t, err);
}

mb_status mb_closable_ahead(mb_closable *p, double t, double step, mb_error *err)
{
    if (p->model->traits & MB_SCLERONOMIC || t + step - p->last_t >= FEW_STEPS * step)
        return MB_OK;
    return look(p, t + step, err);
}

bool mb_closable_near(mb_closable *p, double t, double *q)
{
    bool found = search(p, t, q) == MB_CLOSEST_MET;

    memcpy(q, p->closest->q, (size_t)p->model->nq * sizeof *q);
    return found;
}
