/* SPDX-License-Identifier: MIT */
/* Accelerations of all lanes, for lane_kernel.c: solvers/equations/penalty_family.c and
 * solvers/matrices/kkt.c operation by operation. */
#ifndef MB_SOLVERS_LANES_LANE_ACCEL_H
#define MB_SOLVERS_LANES_LANE_ACCEL_H

#include "solvers/corrections/projection.h"
#include "solvers/lanes/lane_bordered.h"
#include "solvers/lanes/lane_matrix.h"
#include "solvers/lanes/lanes_parts.h"

/* M + alpha D'D where it is eliminated */
static inline void sum_up(mb_lanes *x)
{
    lanes_of *f = all(x->factor);

    for (int k = 0; k < x->matrix->size; k++)
        f[k] = same(x->matrix->laid_out[k]);
    add_product(&x->matrix->product, *all(x->alpha), all(x->d), f);
}

/* ---- accelerations, as in solvers/equations/penalty_family.c -------------------------------------- */

/* r = D a - g, and |r| */
static inline lanes_of residual(mb_lanes *x, const lanes_of *a)
{
    lanes_of *r = all(x->r), square = same(0.0);
    const lanes_of *g = all(x->g);

    for (int i = 0; i < x->model->m; i++)
        r[i] = same(0.0);
    multiply_add(&x->model->D, all(x->d), a, r);
    for (int i = 0; i < x->model->m; i++) {
        r[i] -= g[i];
        square += r[i] * r[i];
    }
    return x->iterated ? root(square) : square;
}

/* D, and g = gamma - damping (D v) - stiffness Phi */
static void stabilise(mb_lanes *x, const double *q, const double *v)
{
    const mb_model *model = x->model;
    const lanes_of damping = *all(x->damping), stiffness = *all(x->stiffness), *phi = all(x->phi);
    lanes_of *g = all(x->g), *r = all(x->r);

    x->rows->jacobian(model, q, x->d);
    x->rows->gamma(model, v, x->g);
    if (x->bordered.l && !x->stabilised)
        return;
    x->rows->phi(model, q, x->phi);
    for (int i = 0; i < model->m; i++)
        r[i] = same(0.0);
    multiply_add(&model->D, all(x->d), all(v), r);
    for (int i = 0; i < model->m; i++)
        g[i] -= damping * r[i];
    for (int i = 0; i < model->mh; i++)
        g[i] -= stiffness * phi[i];
}

/* g, the factor, a and lambda of the penalty formulation; the lanes whose matrix is refused */
static mb_lane_set first_pass(mb_lanes *x, const double *q, const double *v, lanes_of *a,
                              lanes_of *lambda, lanes_of *size)
{
    const mb_model *model = x->model;
    const lanes_of alpha = *all(x->alpha), *d = all(x->d);
    lanes_of *g = all(x->g), *r = all(x->r);
    mb_lane_set refused;

    stabilise(x, q, v);
    transposed_plus(&model->D, d, alpha, g, all(x->force), a);
    sum_up(x);
    refused = factor(model->nv, x->matrix->linear->tolerance, all(x->factor), all(x->inverse));
    solve(model->nv, all(x->factor), all(x->inverse), a);
    *size = residual(x, a);
    for (int i = 0; i < model->m; i++)
        lambda[i] = alpha * r[i];
    return refused;
}

/* A pass of the multipliers: a and lambda improved in all lanes, sizes of the change and of a in plain
 * norms and in the solver's units */
static lanes_of improve(mb_lanes *x, lanes_of *a, lanes_of *lambda, lanes_of change[2],
                        lanes_of size[2])
{
    const mb_model *model = x->model;
    const mb_pattern *M = &model->M;
    const lanes_of alpha = *all(x->alpha), *force = all(x->force);
    const double *unit = x->solver[0]->unit;
    lanes_of *r = all(x->r), *dx = all(x->dx), after;

    for (int i = 0; i < model->m; i++)
        r[i] = lambda[i] + alpha * r[i];
    for (int j = 0; j < model->nv; j++) {
        dx[j] = force[j];
        for (int k = M->start[j]; k < M->start[j + 1]; k++)
            dx[j] += x->mass[k] * (-1.0 * a[M->row[k]]);
    }
    transposed_plus(&model->D, all(x->d), same(-1.0), r, dx, dx);
    solve(model->nv, all(x->factor), all(x->inverse), dx);
    for (int k = 0; k < 2; k++)
        change[k] = size[k] = same(0.0);
    for (int i = 0; i < model->nv; i++) {
        a[i] += dx[i];
        change[0] += dx[i] * dx[i];
        size[0] += a[i] * a[i];
        change[1] += (dx[i] / unit[i]) * (dx[i] / unit[i]);
        size[1] += (a[i] / unit[i]) * (a[i] / unit[i]);
    }
    for (int k = 0; k < 2; k++) {
        change[k] = root(change[k]);
        size[k] = root(size[k]);
    }
    after = residual(x, a);
    for (int i = 0; i < model->m; i++)
        lambda[i] += alpha * r[i];
    return after;
}

/* Passes of the multipliers, of each lane until it has converged; then its numbers stay */
static void iterate(mb_lanes *x, mb_lane_set on, lanes_of size_of_r, lanes_of *a, lanes_of *lambda)
{
    const mb_model *model = x->model;
    double left[MB_LANE_WIDTH], enough[MB_LANE_WIDTH], change_of[MB_LANE_WIDTH];
    mb_lane_set active = 0;
    lanes_of old_a[MB_LANE_VELOCITIES], old_l[MB_LANE_ROWS];

    for (int l = 0; l < MB_LANE_WIDTH; l++) {
        left[l] = change_of[l] = INFINITY;
        enough[l] = x->updates[l].tol;
        x->work[l].iterations += on >> l & 1U; /* the first */
        active |= (mb_lane_set)(x->updates[l].limit > 1) << l;
    }
    active &= on;
    for (long i = 1; active; i++) {
        lanes_of change[2], size[2], after;

        memcpy(old_a, a, (size_t)model->nv * sizeof *a);
        memcpy(old_l, lambda, (size_t)model->m * sizeof *lambda);
        after = improve(x, a, lambda, change, size);
        pick_all(~active, model->nv, old_a, a);
        pick_all(~active, model->m, old_l, lambda);
        for (int l = 0; l < MB_LANE_WIDTH; l++) {
            const int plain = x->updates[l].given ? 0 : 1;

            if (!(active >> l & 1U))
                continue;
            change_of[l] = change[plain][l];
            left[l] = mb_changes_left(change_of[l], size_of_r[l], after[l]);
            enough[l] = x->updates[l].tol * (1.0 + size[plain][l]);
            x->work[l].iterations++;
            x->work[l].solves++;
            if (!(change_of[l] > enough[l] && left[l] > MB_NEGLIGIBLE * enough[l]))
                active &= ~(1U << l);
            else if (i + 1 >= x->updates[l].limit) {
                active &= ~(1U << l);
                x->work[l].stopped++;
                x->work[l].unconverged = true;
            }
        }
        size_of_r = after;
    }
    /* a limit of one pass leaves changes that nobody has seen */
    for (int l = 0; l < MB_LANE_WIDTH; l++)
        if (on >> l & 1U && x->updates[l].limit == 1) {
            x->work[l].stopped++;
            x->work[l].unconverged = true;
        }
}

/* a and lambda as in solvers/matrices/kkt.c; the lanes whose pivots have to be chosen */
static mb_lane_set from_bordered(mb_lanes *x, const double *q, const double *v, double *a,
                                 double *lambda)
{
    const int nv = x->model->nv, m = x->model->m;
    double *g = x->b + nv * MB_LANE_WIDTH;
    mb_lane_set refused;

    stabilise(x, q, v);
    copy(nv, x->force, x->b);
    copy(m, x->g, g);
    refused = solve_bordered(x, all(x->b));
    copy(nv, x->b, a);
    copy(m, g, lambda);
    return refused;
}

/* a and lambda at (q, v); the lanes that fell out */
static mb_lane_set accelerate(mb_lanes *x, mb_lane_set on, const double *q, const double *v,
                              double *a, double *lambda)
{
    lanes_of size = same(0.0);
    const mb_lane_set refused =
        on & (x->bordered.l ? from_bordered(x, q, v, a, lambda)
                            : first_pass(x, q, v, all(a), all(lambda), &size));

    on &= ~refused;
    for (int l = 0; l < MB_LANE_WIDTH; l++)
        if (on >> l & 1U) {
            x->work[l].evaluations++;
            x->work[l].solves++;
        }
    if (x->iterated)
        iterate(x, on, size, all(a), all(lambda));
    return refused;
}

#endif
