#include "solvers/reach.h"

#include <math.h>
#include <string.h>

/* The search stands still when it has brought the violation down by less than this part in as many
 * passes. */
static const double STILL = 1e-3;
enum { PASSES = 400, STILL_PASSES = 20 };

/* A violation is stationary where it is orthogonal to the slopes of the rows but for this part. */
static const double STATIONARY = 1e-2;

typedef struct mb_reach {
    double *q, *trial;         /* (nq) */
    double *r, *r_trial;       /* (m) violation in units of the rows' slopes */
    double *slope;             /* (m) |D_i S| */
    double *g, *x, *z, *p, *s; /* (nv) gradient, step, and vectors of the conjugate gradients */
    double *w;                 /* (m) */
} mb_reach;

mb_status mb_reach_setup(mb_solver *solver, mb_error *err)
{
    size_t nq = (size_t)solver->model->nq, nv = (size_t)solver->model->nv;
    size_t m = (size_t)solver->model->m;
    mb_status status = MB_OK;
    mb_reach *s;

    MB_TRY(mb_claim(solver->arena, &s, 1, sizeof *s, err));
    solver->reach = s;
    MB_TRY(mb_claim(solver->arena, &s->q, nq, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->trial, nq, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->r, m, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->r_trial, m, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->slope, m, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->w, m, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->g, nv, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->x, nv, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->z, nv, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->p, nv, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->s, nv, sizeof(double), err));
done:
    return status;
}

static double dot(const double *x, const double *y, int n)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* slope_i = |D_i S| at (t, q), D into terms */
static void slopes(mb_solver *solver, mb_reach *s, double t, const double *q)
{
    const mb_pattern *D = &solver->model->D;

    mb_eval_jacobian(solver, t, q);
    memset(s->slope, 0, (size_t)solver->model->m * sizeof *s->slope);
    for (int j = 0; j < D->ncol; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++) {
            double d = solver->terms.jacobian[k] * solver->unit[j];

            s->slope[D->row[k]] += d * d;
        }
    for (int i = 0; i < solver->model->m; i++)
        s->slope[i] = s->slope[i] > 0.0 ? sqrt(s->slope[i]) : 1.0;
}

/* r at (t, q); |r| */
static double violation(mb_solver *solver, const mb_reach *s, double t, const double *q, double *r)
{
    const mb_model *model = solver->model;

    model->ops->phi(model, t, q, solver->terms.phi);
    for (int i = 0; i < model->m; i++)
        r[i] = i < model->mh ? solver->terms.phi[i] / s->slope[i] : 0.0;
    return sqrt(dot(r, r, model->m));
}

/* y = S D' (w / slope) of holonomic rows */
static void to_coordinates(const mb_solver *solver, mb_reach *s, const double *w, double *y)
{
    const mb_model *model = solver->model;

    for (int i = 0; i < model->m; i++)
        s->w[i] = i < model->mh ? w[i] / s->slope[i] : 0.0;
    mb_multiply_t(&model->D, solver->terms.jacobian, s->w, y);
    for (int j = 0; j < model->nv; j++)
        y[j] *= solver->unit[j];
}

/* (B'B + mu) x = -g, B = D S / slope, by conjugate gradients from x = 0 */
static void solve(const mb_solver *solver, mb_reach *s, double mu)
{
    const mb_model *model = solver->model;
    int nv = model->nv;
    double rest, enough;

    for (int j = 0; j < nv; j++) {
        s->x[j] = 0.0;
        s->z[j] = s->p[j] = -s->g[j];
    }
    rest = dot(s->z, s->z, nv);
    enough = 1e-24 * rest;
    for (int k = 0; k < 4 * nv && rest > enough; k++) {
        double curvature, step, before = rest;

        for (int j = 0; j < nv; j++)
            s->s[j] = solver->unit[j] * s->p[j];
        mb_multiply(&model->D, solver->terms.jacobian, s->s, s->r_trial);
        for (int i = 0; i < model->m; i++)
            s->r_trial[i] /= s->slope[i];
        to_coordinates(solver, s, s->r_trial, s->s);
        curvature = dot(s->p, s->s, nv) + mu * dot(s->p, s->p, nv);
        if (!(curvature > 0.0))
            return;
        step = rest / curvature;
        for (int j = 0; j < nv; j++) {
            s->x[j] += step * s->p[j];
            s->z[j] -= step * (s->s[j] + mu * s->p[j]);
        }
        rest = dot(s->z, s->z, nv);
        for (int j = 0; j < nv; j++)
            s->p[j] = s->z[j] + rest / before * s->p[j];
    }
}

/* Minimises |r| from s->q.  Whether that ends in a stationary point with a violation left. */
static bool minimise(mb_solver *solver, mb_reach *s, double t)
{
    const mb_model *model = solver->model;
    double size, mark, mu = 1e-6;

    slopes(solver, s, t, s->q);
    size = mark = violation(solver, s, t, s->q, s->r);
    for (int k = 1; k <= PASSES && size > MB_OPEN; k++) {
        double next;

        mb_eval_jacobian(solver, t, s->q);
        to_coordinates(solver, s, s->r, s->g);
        solve(solver, s, mu);
        for (int j = 0; j < model->nv; j++)
            s->x[j] *= solver->unit[j];
        memcpy(s->trial, s->q, (size_t)model->nq * sizeof(double));
        mb_retract(model, s->x, s->trial);
        next = violation(solver, s, t, s->trial, s->r_trial);
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
    mb_eval_jacobian(solver, t, s->q);
    to_coordinates(solver, s, s->r, s->g);
    return size > MB_OPEN && sqrt(dot(s->g, s->g, model->nv)) < STATIONARY * size;
}

mb_status mb_check_reach(mb_solver *solver, double open, double t, const double *q,
                         const double *near, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_reach *s = solver->reach;
    int worst = 0;
    char row[256];

    slopes(solver, s, t, near);
    if (violation(solver, s, t, q, s->r) < open)
        return MB_OK;
    memcpy(s->q, near, (size_t)model->nq * sizeof *near);
    if (!minimise(solver, s, t))
        return MB_OK;
    for (int i = 1; i < model->mh; i++)
        if (fabs(s->r[i]) > fabs(s->r[worst]))
            worst = i;
    mb_model_row_text(model, worst, row, sizeof row);
    return mb_fail(err, MB_UNCONVERGED,
                   "at t = %.9g s no position satisfies %s: |Phi| stays at %.3g", t, row,
                   fabs(s->r[worst]) * s->slope[worst]);
}
