/* SPDX-License-Identifier: MIT */
/* gonzalez2016 section 5.1: "this process may diverge in the proximity of a singularity.  This
 * required the detection of divergence and the interruption of the iteration for the simulation to
 * proceed successfully in some cases."  The penalty formulation (5) with the trapezoidal rule in
 * fixed point, written down here in dense matrices, on the double four-bar (Table 3, row 6). */
#include <criterion/criterion.h>
#include <lapack.h>
#include <math.h>
#include <string.h>

#include "problems/model.h"

enum { N = 6, ROWS = 5, PASSES = 50 };

typedef enum interruption { NEVER, BEFORE, LAST } interruption; /* iterate that is kept */

static const double alpha = 1e8, omega = 25.0, xi = 1.0, h = 5e-3, tol = 1e-7, t_end = 10.0;

static void dense(const mb_pattern *p, const double *x, double *a)
{
    memset(a, 0, (size_t)(p->nrow * p->ncol) * sizeof *a);
    for (int j = 0; j < p->ncol; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            a[p->row[k] * p->ncol + j] = x[k];
}

/* (5): (M + alpha D'D) a = f - alpha D'(Ddot v + 2 xi omega D v + omega^2 Phi); false where that
 * cannot be solved any more. */
static bool accelerations(const mb_model *model, const double *q, const double *v, double *a)
{
    double values[N * N], d[ROWS * N], m[N * N], phi[ROWS], gamma[ROWS];
    int n = N, one = 1, info;

    model->ops->jacobian(model, 0.0, q, values);
    dense(&model->D, values, d);
    model->ops->mass(model, q, values);
    dense(&model->M, values, m);
    model->ops->phi(model, 0.0, q, phi);
    model->ops->gamma(model, 0.0, q, v, gamma);
    model->ops->force(model, 0.0, q, v, a);
    for (int k = 0; k < ROWS; k++) {
        double s = omega * omega * phi[k] - gamma[k];

        for (int j = 0; j < N; j++)
            s += 2.0 * xi * omega * d[k * N + j] * v[j];
        for (int i = 0; i < N; i++) {
            a[i] -= alpha * d[k * N + i] * s;
            for (int j = 0; j < N; j++)
                m[i * N + j] += alpha * d[k * N + i] * d[k * N + j];
        }
    }
    LAPACK_dposv("U", &n, &one, m, &n, a, &n, &info);
    return info == 0;
}

static void advance(const double *q, const double *v, const double *a, const double *next,
                    double *q_next, double *v_next)
{
    for (int i = 0; i < N; i++) {
        v_next[i] = v[i] + 0.5 * h * (a[i] + next[i]);
        q_next[i] = q[i] + 0.5 * h * (v[i] + v_next[i]);
    }
}

/* One step; a from the start of it to its end.  False: the accelerations cannot be solved for. */
static bool step(const mb_model *model, interruption rule, double *q, double *v, double *a)
{
    double next[N], kept[N], p[N], w[N], change = (double)INFINITY;

    memcpy(next, a, sizeof next);
    advance(q, v, a, next, p, w);
    for (int pass = 0; pass < PASSES; pass++) {
        double old[N], before = change;

        memcpy(old, p, sizeof old);
        memcpy(kept, next, sizeof kept);
        if (!accelerations(model, p, w, next))
            return false;
        advance(q, v, a, next, p, w);
        change = 0.0;
        for (int i = 0; i < N; i++)
            change += (p[i] - old[i]) * (p[i] - old[i]);
        change = sqrt(change);
        if (change < tol)
            break;
        if (rule == NEVER || change <= before)
            continue;
        if (rule == BEFORE) {
            memcpy(next, kept, sizeof next);
            advance(q, v, a, next, p, w);
        }
        break;
    }
    memcpy(q, p, sizeof p);
    memcpy(v, w, sizeof w);
    memcpy(a, next, sizeof next);
    return true;
}

/* Largest energy drift [J] over 10 s; infinite where the motion does not come to its end */
static double drift(interruption rule)
{
    mb_model *model;
    mb_error err = {0};
    double q[N], v[N], a[N], most = 0.0, energy;
    bool whole = true;

    cr_assert(mb_model_create("double-four-bar", &model, &err) == MB_OK, "%s", err.text);
    memcpy(q, model->q0, sizeof q);
    memcpy(v, model->v0, sizeof v);
    energy = model->ops->kinetic(model, q, v) + model->ops->potential(model, 0.0, q);
    whole = accelerations(model, q, v, a);
    for (long k = 0; whole && k < lround(t_end / h); k++) {
        whole = step(model, rule, q, v, a);
        most = fmax(most, fabs(model->ops->kinetic(model, q, v) +
                               model->ops->potential(model, 0.0, q) - energy));
        whole = whole && isfinite(most) && isfinite(q[0]);
    }
    mb_model_destroy(model);
    return whole ? most : (double)INFINITY;
}

Test(gonzalez2016, a_diverging_iteration_must_be_interrupted)
{
    double never = drift(NEVER), before = drift(BEFORE), last = drift(LAST);

    cr_expect(before < 0.1, "iterate before: %g J", before);
    cr_expect(last < 0.1, "last iterate: %g J", last);
    cr_expect(never > 1.0, "not interrupted: %g J", never);
}
