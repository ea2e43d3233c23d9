/* SPDX-License-Identifier: MIT */
#include "problems/start/closest.h"

#include <math.h>
#include <string.h>

#include "base/vector.h"

/* The search stands still when it has brought the violation down by less than this part in as many
 * passes. */
static const double STILL = 1e-3;
enum { PASSES = 400, STILL_PASSES = 20 };

mb_status mb_closest_create(const mb_model *model, const double *unit, mb_arena *arena,
                            mb_closest **closest, mb_error *err)
{
    size_t nq = (size_t)model->nq, nv = (size_t)model->nv, m = (size_t)model->m;
    mb_status status = MB_OK;
    mb_closest *s;

    MB_TRY(MB_TAKE(arena, &s, 1, err));
    s->model = model;
    s->unit = unit;
    MB_TRY(MB_TAKE(arena, &s->q, nq, err));
    MB_TRY(MB_TAKE(arena, &s->trial, nq, err));
    MB_TRY(MB_TAKE(arena, &s->d, (size_t)model->D.nnz, err));
    MB_TRY(MB_TAKE(arena, &s->phi, m, err));
    MB_TRY(MB_TAKE(arena, &s->r, m, err));
    MB_TRY(MB_TAKE(arena, &s->r_trial, m, err));
    MB_TRY(MB_TAKE(arena, &s->slope, m, err));
    MB_TRY(MB_TAKE(arena, &s->w, m, err));
    MB_TRY(MB_TAKE(arena, &s->g, nv, err));
    MB_TRY(MB_TAKE(arena, &s->x, nv, err));
    MB_TRY(MB_TAKE(arena, &s->z, nv, err));
    MB_TRY(MB_TAKE(arena, &s->p, nv, err));
    MB_TRY(MB_TAKE(arena, &s->s, nv, err));
    *closest = s;
done:
    return status;
}

void mb_closest_weigh(mb_closest *s, double t, const double *q)
{
    const mb_pattern *D = &s->model->D;

    s->model->ops->jacobian(s->model, t, q, s->d);
    memset(s->slope, 0, (size_t)s->model->m * sizeof *s->slope);
    for (int j = 0; j < D->ncol; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++) {
            double d = s->d[k] * s->unit[j];

            s->slope[D->row[k]] += d * d;
        }
    for (int i = 0; i < s->model->m; i++)
        s->slope[i] = s->slope[i] > 0.0 ? sqrt(s->slope[i]) : 1.0;
}

/* r at (t, q); |r| */
static double violation(const mb_closest *s, double t, const double *q, double *r)
{
    const mb_model *model = s->model;

    model->ops->phi(model, t, q, s->phi);
    for (int i = 0; i < model->m; i++)
        r[i] = i < model->mh ? s->phi[i] / s->slope[i] : 0.0;
    return mb_norm(r, model->m);
}

/* y = S D' (w / slope) of holonomic rows */
static void to_coordinates(mb_closest *s, const double *w, double *y)
{
    const mb_model *model = s->model;

    for (int i = 0; i < model->m; i++)
        s->w[i] = i < model->mh ? w[i] / s->slope[i] : 0.0;
    mb_multiply_t(&model->D, s->d, s->w, y);
    for (int j = 0; j < model->nv; j++)
        y[j] *= s->unit[j];
}

/* (B'B + mu) x = -g, B = D S / slope, by conjugate gradients from x = 0 */
static void solve(mb_closest *s, double mu)
{
    const mb_model *model = s->model;
    int nv = model->nv;
    double rest, enough;

    for (int j = 0; j < nv; j++) {
        s->x[j] = 0.0;
        s->z[j] = s->p[j] = -s->g[j];
    }
    rest = mb_inner(s->z, s->z, nv);
    enough = 1e-24 * rest;
    for (int k = 0; k < 4 * nv && rest > enough; k++) {
        double curvature, step, before = rest;

        for (int j = 0; j < nv; j++)
            s->s[j] = s->unit[j] * s->p[j];
        mb_multiply(&model->D, s->d, s->s, s->r_trial);
        for (int i = 0; i < model->m; i++)
            s->r_trial[i] /= s->slope[i];
        to_coordinates(s, s->r_trial, s->s);
        curvature = mb_inner(s->p, s->s, nv) + mu * mb_inner(s->p, s->p, nv);
        if (!(curvature > 0.0))
            return;
        step = rest / curvature;
        for (int j = 0; j < nv; j++) {
            s->x[j] += step * s->p[j];
            s->z[j] -= step * (s->s[j] + mu * s->p[j]);
        }
        rest = mb_inner(s->z, s->z, nv);
        for (int j = 0; j < nv; j++)
            s->p[j] = s->z[j] + rest / before * s->p[j];
    }
}

double mb_closest_violation(mb_closest *s, double t, const double *q)
{
    return violation(s, t, q, s->r);
}

mb_closeness mb_closest_search(mb_closest *s, double t, const double *q, double met,
                               double stationary)
{
    const mb_model *model = s->model;
    double size, mark, mu = 1e-6;

    memcpy(s->q, q, (size_t)model->nq * sizeof *q);
    size = mark = violation(s, t, s->q, s->r);
    for (int k = 1; k <= PASSES && size > met; k++) {
        double next;

        model->ops->jacobian(model, t, s->q, s->d);
        to_coordinates(s, s->r, s->g);
        solve(s, mu);
        for (int j = 0; j < model->nv; j++)
            s->x[j] *= s->unit[j];
        memcpy(s->trial, s->q, (size_t)model->nq * sizeof(double));
        mb_retract(model, s->x, s->trial);
        next = violation(s, t, s->trial, s->r_trial);
        if (next < size) {
            memcpy(s->q, s->trial, (size_t)model->nq * sizeof(double));
            memcpy(s->r, s->r_trial, (size_t)model->m * sizeof(double));
            size = next;
            mu = fmax(0.2 * mu, 1e-14);
        } else {
            mu = fmin(10.0 * mu, 1e6);
        }
        if (k % STILL_PASSES == 0) {
            if (size > (1.0 - STILL) * mark)
                break;
            mark = size;
        }
    }
    if (size <= met)
        return MB_CLOSEST_MET;
    model->ops->jacobian(model, t, s->q, s->d);
    to_coordinates(s, s->r, s->g);
    return mb_norm(s->g, model->nv) < stationary * size ? MB_CLOSEST_OPEN : MB_CLOSEST_UNSURE;
}
