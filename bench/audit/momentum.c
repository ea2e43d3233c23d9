/* SPDX-License-Identifier: MIT */
#include "bench/audit/momentum.h"

#include <math.h>
#include <string.h>

static const double nothing = 1e-9; /* of the largest that a sum could be */

static const double open = 10.0; /* the same, times the gap */

enum { MOTIONS = 6, LINEAR = 3 };

struct mb_momentum {
    const mb_model *model;
    const double *s; /* (nv) */
    bool kept[MOTIONS];
    double first[MOTIONS], change[MOTIONS]; /* [kg m/s], [kg m2/s] */
    double *e[MOTIONS];                     /* (nv) each */
    double *row, *size;                     /* (m) */
    double *mass, *mv;                      /* (M.nnz), (nv) */
    double *force, *zero;                   /* (nv) */
};

mb_status mb_momentum_create(const mb_model *model, const double *s, mb_arena *arena,
                             mb_momentum **momentum, mb_error *err)
{
    size_t m = (size_t)model->m, nv = (size_t)model->nv;
    mb_status status = MB_OK;
    mb_momentum *p;

    *momentum = NULL;
    if (!model->ops->rigid_motion || model->ops->power || !(model->traits & MB_SCLERONOMIC))
        return MB_OK;
    MB_TRY(MB_TAKE(arena, &p, 1, err));
    p->model = model;
    p->s = s;
    for (int k = 0; k < MOTIONS; k++)
        MB_TRY(MB_TAKE(arena, &p->e[k], nv, err));
    MB_TRY(MB_TAKE(arena, &p->row, m, err));
    MB_TRY(MB_TAKE(arena, &p->size, m, err));
    MB_TRY(MB_TAKE(arena, &p->mass, (size_t)model->M.nnz, err));
    MB_TRY(MB_TAKE(arena, &p->mv, nv, err));
    MB_TRY(MB_TAKE(arena, &p->force, nv, err));
    MB_TRY(MB_TAKE(arena, &p->zero, nv, err));
    *momentum = p;
done:
    return status;
}

/* Largest part of a motion, in m */
static double extent(const mb_momentum *p, const double *e)
{
    double largest = 0.0;

    for (int j = 0; j < p->model->nv; j++)
        largest = fmax(largest, fabs(e[j]) / p->s[j]);
    return largest;
}

/* Whether rows let the motion pass: D e against what a motion of that extent can make of a row */
static bool passes(mb_momentum *p, const double *d, double gap, const double *e)
{
    const mb_pattern *D = &p->model->D;
    double allowed = (nothing + open * gap) * extent(p, e);

    memset(p->row, 0, (size_t)D->nrow * sizeof(double));
    memset(p->size, 0, (size_t)D->nrow * sizeof(double));
    for (int j = 0; j < D->ncol; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++) {
            p->row[D->row[k]] += d[k] * e[j];
            p->size[D->row[k]] += fabs(d[k]) * p->s[j];
        }
    for (int i = 0; i < D->nrow; i++)
        if (fabs(p->row[i]) > allowed * p->size[i])
            return false;
    return true;
}

static bool works(const mb_momentum *p, const double *e)
{
    double sum = 0.0, size = 0.0;

    for (int j = 0; j < p->model->nv; j++) {
        sum += p->force[j] * e[j];
        size += fabs(p->force[j]) * p->s[j];
    }
    return fabs(sum) > nothing * size * extent(p, e);
}

static bool moves(const double *e, int n)
{
    for (int j = 0; j < n; j++)
        if (e[j] != 0.0)
            return true;
    return false;
}

bool mb_momentum_is_kept(const mb_momentum *p)
{
    for (int k = 0; k < MOTIONS; k++)
        if (p->kept[k])
            return true;
    return false;
}

/* e' M v along each motion that is kept */
static void momenta(mb_momentum *p, const mb_state *state, const double *d, double gap,
                    double value[MOTIONS])
{
    const mb_model *model = p->model;

    if (!mb_momentum_is_kept(p))
        return;
    model->ops->force(model, state->t, state->q, p->zero, p->force);
    for (int k = 0; k < MOTIONS; k++)
        p->kept[k] = p->kept[k] && model->ops->rigid_motion(model, state->q, k, p->e[k]) &&
                     passes(p, d, gap, p->e[k]) && !works(p, p->e[k]);
    model->ops->mass(model, state->q, p->mass);
    mb_multiply(&model->M, p->mass, state->v, p->mv);
    for (int k = 0; k < MOTIONS; k++) {
        value[k] = 0.0;
        for (int j = 0; p->kept[k] && j < model->nv; j++)
            value[k] += p->e[k][j] * p->mv[j];
    }
}

static void tell(const mb_momentum *p, mb_momentum_result *result)
{
    double *const of[2] = {&result->linear, &result->angular};

    *result = (mb_momentum_result){NAN, NAN};
    for (int k = 0; k < MOTIONS; k++)
        if (p->kept[k])
            *of[k >= LINEAR] = fmax(*of[k >= LINEAR], p->change[k]);
}

void mb_momentum_start(mb_momentum *p, const mb_state *state, const double *d,
                       mb_momentum_result *result)
{
    for (int k = 0; k < MOTIONS; k++) {
        p->kept[k] = true;
        p->change[k] = 0.0;
    }
    momenta(p, state, d, 0.0, p->first);
    for (int k = 0; k < MOTIONS; k++)
        p->kept[k] = p->kept[k] && moves(p->e[k], p->model->nv);
    tell(p, result);
}

void mb_momentum_step(mb_momentum *p, const mb_state *state, const double *d, double gap,
                      mb_momentum_result *result)
{
    double now[MOTIONS];

    momenta(p, state, d, gap, now);
    for (int k = 0; k < MOTIONS; k++)
        if (p->kept[k])
            p->change[k] = fmax(p->change[k], fabs(now[k] - p->first[k]));
    tell(p, result);
}
