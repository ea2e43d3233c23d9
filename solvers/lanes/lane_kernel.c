/* SPDX-License-Identifier: MIT */
/* A step of all lanes.  Compiled once for each kind of processors, with MB_LANE_STEP as its name and
 * MB_LANE_WIDTH numbers in a vector. */
#include "solvers/lanes/lane_accel.h"

/* solvers/integrators/semi_implicit_euler.c */
static mb_lane_set semi_implicit(mb_lanes *x, mb_lane_set on, double h)
{
    lanes_of *q = all(x->q), *v = all(x->v), *a = all(x->a);

    for (int i = 0; i < x->model->nv; i++) {
        v[i] += h * a[i];
        q[i] += h * v[i];
    }
    return accelerate(x, on, x->q, x->v, x->a, x->lambda);
}

/* y = y0 + h sum of the weighted slopes, q and v together */
static void combine(const mb_lanes *x, double h, int n, const double *w, double *y)
{
    const int nq = x->model->nq, nv = x->model->nv;
    const lanes_of *q = all(x->q), *v = all(x->v);
    lanes_of *out = all(y);

    for (int i = 0; i < nq + nv; i++) {
        lanes_of sum = i < nq ? q[i] : v[i - nq];

        for (int j = 0; j < n; j++)
            if (h * w[j] != 0.0)
                sum += (h * w[j]) * all(x->dq[j])[i];
        out[i] = sum;
    }
}

/* solvers/steps/explicit_rk.c */
static mb_lane_set tableau(mb_lanes *x, mb_lane_set on, double h)
{
    const mb_tableau *t = x->tableau;
    const int nq = x->model->nq, nv = x->model->nv;
    mb_lane_set fell = 0;

    copy(nv, x->v, x->dq[0]);
    copy(nv, x->a, x->dq[0] + nq * MB_LANE_WIDTH);
    for (int i = 1; i < t->stages; i++) {
        combine(x, h, i, t->a[i], x->q_at);
        fell |= accelerate(x, on & ~fell, x->q_at, x->v_at, x->dq[i] + nq * MB_LANE_WIDTH, x->l_at);
        copy(nv, x->v_at, x->dq[i]);
    }
    combine(x, h, t->stages, t->b, x->q_at);
    copy(nq, x->q_at, x->q);
    copy(nv, x->v_at, x->v);
    return fell | accelerate(x, on & ~fell, x->q, x->v, x->a, x->lambda);
}

/* v = v_k + h/2 (a_k + a),  q = q_k + h/2 (v_k + v) */
static void advance(mb_lanes *x, double h)
{
    const lanes_of *q = all(x->q), *v = all(x->v), *a = all(x->a), *a_at = all(x->a_at);
    lanes_of *q_at = all(x->q_at), *v_at = all(x->v_at);

    for (int i = 0; i < x->model->nv; i++) {
        v_at[i] = v[i] + 0.5 * h * (a[i] + a_at[i]);
        q_at[i] = q[i] + 0.5 * h * (v[i] + v_at[i]);
    }
}

/* The change of positions in a pass and their size, as in mb_judge_change */
static void measure(const mb_lanes *x, lanes_of *change, lanes_of *size)
{
    const bool given = x->passes.convergence.given;
    const double *unit = x->solver[0]->unit_q;
    const lanes_of *q = all(x->q_at), *before = all(x->q_old);

    *change = *size = same(0.0);
    for (int i = 0; i < x->model->nq; i++) {
        const double u = given ? 1.0 : unit[i];
        const lanes_of dq = (q[i] - before[i]) / u;

        *change += dq * dq;
        *size += (q[i] / u) * (q[i] / u);
    }
    *change = root(*change);
    *size = root(*size);
    if (!given)
        *size += 1.0;
}

/* solvers/integrators/trapezoidal.c; each lane until it has converged, then its numbers stay */
static mb_lane_set trapezoidal(mb_lanes *x, mb_lane_set on, double h)
{
    const int nq = x->model->nq, nv = x->model->nv, m = x->model->m;
    mb_convergence c[MB_LANE_WIDTH];
    mb_lane_set active = on, fell = 0;

    for (int l = 0; l < MB_LANE_WIDTH; l++) {
        c[l] = x->passes.convergence;
        mb_convergence_begin(&c[l]);
    }
    copy(nv, x->a, x->a_at);
    advance(x, h);
    for (long i = 1; active; i++) {
        mb_lane_set back = 0;
        lanes_of change, size;

        copy(nq, x->q_at, x->q_old);
        copy(nv, x->a_at, x->a_old);
        copy(m, x->l_at, x->l_old);
        fell |= accelerate(x, active, x->q_at, x->v_at, x->a_at, x->l_at);
        pick_all(~active, nv, all(x->a_old), all(x->a_at));
        pick_all(~active, m, all(x->l_old), all(x->l_at));
        advance(x, h);
        measure(x, &change, &size);
        active &= ~fell;
        for (int l = 0; l < MB_LANE_WIDTH; l++) {
            mb_iteration_state now;

            if (!(active >> l & 1U))
                continue;
            now = mb_convergence_add(&c[l], change[l], size[l]);
            x->work[l].iterations++;
            if (now == MB_GOES_ON && i < x->passes.limit)
                continue;
            active &= ~(1U << l);
            if (now == MB_CONVERGED)
                continue;
            back |= now == MB_GROWS && !c[l].last ? 1U << l : 0U;
            x->work[l].stopped++;
            x->work[l].unconverged = true;
        }
        if (back) {
            pick_all(back, nv, all(x->a_old), all(x->a_at));
            pick_all(back, m, all(x->l_old), all(x->l_at));
            advance(x, h);
        }
    }
    copy(nq, x->q_at, x->q);
    copy(nv, x->v_at, x->v);
    copy(nv, x->a_at, x->a);
    copy(m, x->l_at, x->lambda);
    return fell;
}

mb_lane_set MB_LANE_STEP(mb_lanes *x, mb_lane_set on, double h)
{
    switch (x->rule) {
    case MB_LANE_SEMI_IMPLICIT:
        return semi_implicit(x, on, h);
    case MB_LANE_TRAPEZOIDAL:
        return trapezoidal(x, on, h);
    case MB_LANE_TABLEAU:
        break;
    }
    return tableau(x, on, h);
}
