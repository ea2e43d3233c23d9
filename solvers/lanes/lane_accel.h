/* SPDX-License-Identifier: MIT */
/* Accelerations of all lanes, for lane_kernel.c: solvers/equations/penalty_family.c and
 * solvers/matrices/kkt.c operation by operation. */
#ifndef MB_SOLVERS_LANES_LANE_ACCEL_H
#define MB_SOLVERS_LANES_LANE_ACCEL_H

#include "solvers/corrections/projection.h"
#include "solvers/lanes/lane_bordered.h"
#include "solvers/lanes/lane_matrix.h"
#include "solvers/lanes/lanes_parts.h"

/* Counts one more of the lanes */
static inline void count(choice lanes, double *counter)
{
    *all(counter) += (lanes_of)((choice)same(1.0) & lanes);
}

/* M + alpha D'D where it is eliminated */
MB_LANE_INLINE void sum_up(mb_lanes *x)
{
    const double *laid_out = x->matrix->laid_out;
    lanes_of *f = all(x->factor);

    for (int k = 0; k < x->nfill; k++)
        f[x->fill[k]] = same(laid_out[x->fill[k]]);
    product_onto(&x->matrix->product, laid_out, *all(x->alpha), all(x->d), f);
}

/* ---- accelerations, as in solvers/equations/penalty_family.c -------------------------------------- */

/* r = D a - g, and |r| */
MB_LANE_INLINE lanes_of residual(mb_lanes *x, const lanes_of *a)
{
    lanes_of *r = all(x->r), square = same(0.0);
    const lanes_of *g = all(x->g), *d = all(x->d);

    for (int i = 0; i < x->model->m; i++) {
        r[i] = row_of(&x->model->D, i, d, a) - g[i];
        square += r[i] * r[i];
    }
    return x->iterated ? root(square) : square;
}

/* D, and g = gamma - damping (D v) - stiffness Phi */
static void stabilise(mb_lanes *x, const double *q, const double *v)
{
    const mb_model *model = x->model;
    const lanes_of damping = *all(x->damping), stiffness = *all(x->stiffness);
    const lanes_of *phi = all(x->phi), *d = all(x->d);
    lanes_of *g = all(x->g);

    if (x->bordered && !x->stabilised) {
        x->rows->jacobian(model, q, x->d);
        x->rows->gamma(model, v, x->g);
        return;
    }
    x->rows->evaluate(model, q, v, x->phi, x->d, x->g);
    for (int i = 0; i < model->m; i++) {
        g[i] -= damping * row_of(&model->D, i, d, all(v));
        if (i < model->mh)
            g[i] -= stiffness * phi[i];
    }
}

/* g, the factor, a and lambda of the penalty formulation; the lanes whose matrix is taken */
MB_LANE_INLINE choice first_pass(int nv, mb_lanes *x, const double *q, const double *v, lanes_of *a,
                                 lanes_of *lambda, lanes_of *size)
{
    const mb_model *model = x->model;
    const lanes_of alpha = *all(x->alpha), *d = all(x->d), *force = all(x->force), *g = all(x->g);
    lanes_of *r = all(x->r), b[MB_LANE_VELOCITIES];
    choice taken;

    stabilise(x, q, v);
    sum_up(x);
    taken = factor_of_order(nv, x->matrix->linear->tolerance, all(x->factor), all(x->inverse));
    MB_LANE_UNROLL
    for (int j = 0; j < nv; j++)
        b[j] = force[j] + alpha * column_of(&model->D, j, d, g);
    solve_of_order(nv, all(x->factor), all(x->inverse), b);
    MB_LANE_UNROLL
    for (int j = 0; j < nv; j++)
        a[j] = b[j];
    *size = residual(x, a);
    for (int i = 0; i < model->m; i++)
        lambda[i] = alpha * r[i];
    return taken;
}

/* The sizes of the change dx, which leads to a, and of a: in plain norms or in
 * the solver's units */
MB_LANE_INLINE void measure_change(int nv, const mb_lanes *x, const lanes_of *dx, const lanes_of *a,
                                   lanes_of *change, lanes_of *size)
{
    const choice plain = *(const choice *)all(x->plain);
    const double *unit = x->solver[0]->unit;
    lanes_of of_dx[2] = {same(0.0), same(0.0)}, of_a[2] = {same(0.0), same(0.0)};

    if (x->some_plain) {
        MB_LANE_UNROLL
        for (int i = 0; i < nv; i++) {
            of_dx[0] += dx[i] * dx[i];
            of_a[0] += a[i] * a[i];
        }
    }
    for (int i = 0; !x->all_plain && i < nv; i++) {
        of_dx[1] += (dx[i] / unit[i]) * (dx[i] / unit[i]);
        of_a[1] += (a[i] / unit[i]) * (a[i] / unit[i]);
    }
    *change = root(pick(plain, of_dx[0], of_dx[1]));
    *size = root(pick(plain, of_a[0], of_a[1]));
}

/* A pass of the multipliers: a and lambda of the `active` lanes improved, |r| of all, and the sizes of
 * the change and of a */
MB_LANE_INLINE lanes_of improve(int nv, mb_lanes *x, choice active, lanes_of *a, lanes_of *lambda,
                                lanes_of *change, lanes_of *size)
{
    const mb_model *model = x->model;
    const mb_pattern *M = &model->M;
    const lanes_of alpha = *all(x->alpha), *force = all(x->force), *d = all(x->d);
    lanes_of *r = all(x->r), dx[MB_LANE_VELOCITIES], now[MB_LANE_VELOCITIES], after;

    for (int i = 0; i < model->m; i++)
        r[i] = lambda[i] + alpha * r[i];
    MB_LANE_UNROLL
    for (int j = 0; j < nv; j++) {
        lanes_of sum = force[j];

        for (int k = M->start[j]; k < M->start[j + 1]; k++)
            sum += x->mass[k] * (-1.0 * a[M->row[k]]);
        dx[j] = sum - column_of(&model->D, j, d, r);
    }
    solve_of_order(nv, all(x->factor), all(x->inverse), dx);
    MB_LANE_UNROLL
    for (int i = 0; i < nv; i++)
        a[i] = now[i] = pick(active, a[i] + dx[i], a[i]);
    measure_change(nv, x, dx, now, change, size);
    after = residual(x, a);
    for (int i = 0; i < model->m; i++)
        lambda[i] = pick(active, lambda[i] + alpha * r[i], lambda[i]);
    return after;
}

/* mb_changes_left */
static inline lanes_of changes_left(lanes_of change, lanes_of before, lanes_of after)
{
    return pick((after < before) & (size_of(before) < same(INFINITY)),
                change * after / (before - after), same(INFINITY));
}

/* Passes of the multipliers, of each lane until it has converged; then its numbers stay */
MB_LANE_INLINE void iterate(int nv, mb_lanes *x, choice on, lanes_of size_of_r, lanes_of *a,
                            lanes_of *lambda)
{
    const lanes_of tol = *all(x->tol), limit = *all(x->limit);
    choice active = on & (limit > 1.0), at_limit = on & (limit == 1.0);

    count(on, x->work.iterations); /* the first */
    for (double i = 2.0; set_of(active); i += 1.0) {
        lanes_of change, size, enough;
        const lanes_of after = improve(nv, x, active, a, lambda, &change, &size);
        const lanes_of left = changes_left(change, size_of_r, after);

        count(active, x->work.iterations);
        count(active, x->work.solves);
        enough = tol * (1.0 + size);
        active &= (change > enough) & (left > MB_NEGLIGIBLE * enough);
        at_limit |= active & (limit <= i);
        active &= ~at_limit;
        size_of_r = after;
    }
    count(at_limit, x->work.stopped); /* changes are left, or nobody has seen them */
}

/* a and lambda as in solvers/matrices/kkt.c; the lanes whose pivots need not be chosen */
static choice from_bordered(mb_lanes *x, const double *q, const double *v, double *a,
                            double *lambda)
{
    const int nv = x->model->nv, m = x->model->m;
    double *g = x->b + nv * MB_LANE_WIDTH;
    choice taken;

    stabilise(x, q, v);
    copy(nv, x->force, x->b);
    copy(m, x->g, g);
    taken = solve_bordered(x, all(x->b));
    copy(nv, x->b, a);
    copy(m, g, lambda);
    return taken;
}

/* Counts what was evaluated; those that fell out of the lanes that are on, which these leave */
MB_LANE_INLINE choice fallen(mb_lanes *x, choice taken, choice *on)
{
    const choice fell = *on & ~taken;

    *on &= taken;
    count(*on, x->work.evaluations);
    count(*on, x->work.solves);
    return fell;
}

/* a and lambda of the penalty formulation and of the multipliers */
MB_LANE_INLINE choice from_penalty(int nv, mb_lanes *x, choice on, const double *q, const double *v,
                                   lanes_of *a, lanes_of *lambda)
{
    lanes_of size;
    const choice taken = first_pass(nv, x, q, v, a, lambda, &size), fell = fallen(x, taken, &on);

    if (x->iterated)
        iterate(nv, x, on, size, a, lambda);
    return fell;
}

/* a and lambda at (q, v); the lanes that fell out */
static choice accelerate(mb_lanes *x, choice on, const double *q, const double *v, double *a,
                         double *lambda)
{
    if (x->bordered)
        return fallen(x, from_bordered(x, q, v, a, lambda), &on);
    switch (x->model->nv) {
#define MB_LANE_ORDER(order)                                                                       \
    case order:                                                                                    \
        return from_penalty(order, x, on, q, v, all(a), all(lambda));
        MB_LANE_ORDERS(MB_LANE_ORDER)
#undef MB_LANE_ORDER
    }
    return on;
}

#endif
