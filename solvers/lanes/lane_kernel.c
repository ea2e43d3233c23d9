/* SPDX-License-Identifier: MIT */
/* A step of all lanes.  Compiled once for each kind of processors, with MB_LANE_STEP as its name and
 * MB_LANE_WIDTH numbers in a vector. */
#include "solvers/lanes/lane_accel.h"
#include "solvers/lanes/lane_changes.h"

/* solvers/integrators/semi_implicit_euler.c */
static choice semi_implicit(mb_lanes *x, choice on, double h)
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
static choice tableau(mb_lanes *x, choice on, double h)
{
    const mb_tableau *t = x->tableau;
    const int nq = x->model->nq, nv = x->model->nv;
    choice fell = chosen(0);

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

/* v = v_k + h/2 (a_k + a),  q = q_k + h/2 (v_k + v), with a of the pass in the lanes that are active; the
 * change of q and its size, as in mb_judge_change */
MB_LANE_INLINE void advance_of_order(int nv, mb_lanes *x, double h, choice active, lanes_of *change,
                                     lanes_of *size)
{
    const bool given = x->passes.convergence.given, plain = given || x->solver[0]->plain_units;
    const double *unit = x->solver[0]->unit_q;
    const lanes_of *q = all(x->q), *v = all(x->v), *a = all(x->a), *a_at = all(x->a_at);
    lanes_of *q_at = all(x->q_at), *v_at = all(x->v_at), *a_new = all(x->a_new);
    lanes_of of_change = same(0.0), of_size = same(0.0);

    MB_LANE_UNROLL
    for (int i = 0; i < nv; i++) {
        lanes_of dq = q_at[i], of_q;

        a_new[i] = pick(active, a_new[i], a_at[i]);
        v_at[i] = v[i] + 0.5 * h * (a[i] + a_new[i]);
        q_at[i] = of_q = q[i] + 0.5 * h * (v[i] + v_at[i]);
        dq = of_q - dq;
        if (!plain) {
            dq /= unit[i];
            of_q /= unit[i];
        }
        of_change += dq * dq;
        of_size += of_q * of_q;
    }
    *change = root(of_change);
    *size = given ? root(of_size) : root(of_size) + 1.0;
}

static void advance(mb_lanes *x, double h, choice active, lanes_of *change, lanes_of *size)
{
    switch (x->model->nv) {
#define MB_LANE_ORDER(order)                                                                       \
    case order:                                                                                    \
        advance_of_order(order, x, h, active, change, size);                                       \
        break;
        MB_LANE_ORDERS(MB_LANE_ORDER)
#undef MB_LANE_ORDER
    }
}

/* The iterate of the pass becomes the one at hand. */
static void take_pass(mb_lanes *x, choice active)
{
    double *a = x->a_at, *l = x->l_at;

    pick_all(~active, x->model->m, all(l), all(x->l_new));
    x->a_at = x->a_new;
    x->l_at = x->l_new;
    x->a_new = a;
    x->l_new = l;
}

/* solvers/integrators/trapezoidal.c; each lane until it has converged, then its numbers stay */
static choice trapezoidal(mb_lanes *x, choice on, double h)
{
    const int nq = x->model->nq, nv = x->model->nv, m = x->model->m;
    lane_changes changes = lane_changes_begin();
    choice active = on, fell = chosen(0);
    lanes_of change, size;

    copy(nv, x->a, x->a_at);
    advance(x, h, chosen(0), &change, &size);
    for (long i = 1; set_of(active); i++) {
        choice goes_on, grows, stops, taken = active;

        fell |= accelerate(x, active, x->q_at, x->v_at, x->a_new, x->l_new);
        advance(x, h, active, &change, &size);
        active &= ~fell;
        lane_changes_add(&changes, &x->passes.convergence, change, size, active, &goes_on, &grows);
        stops = active & (i < x->passes.limit ? grows : goes_on | grows);
        count(active, x->work.iterations);
        count(stops, x->work.stopped);
        if (!x->passes.convergence.last && set_of(active & grows)) {
            taken &= ~(active & grows);
            advance(x, h, taken, &change, &size);
        }
        active &= goes_on & ~stops;
        take_pass(x, taken);
    }
    copy(nq, x->q_at, x->q);
    copy(nv, x->v_at, x->v);
    copy(nv, x->a_at, x->a);
    copy(m, x->l_at, x->lambda);
    return fell;
}

static choice step(mb_lanes *x, choice on, double h)
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

static void keep_before(mb_lanes *x)
{
    const int nq = x->model->nq, nv = x->model->nv;
    double *v = x->before + nq * MB_LANE_WIDTH, *a = v + nv * MB_LANE_WIDTH;

    copy(nq, x->q, x->before);
    copy(nv, x->v, v);
    copy(nv, x->a, a);
    copy(x->model->m, x->lambda, a + nv * MB_LANE_WIDTH);
}

/* The states that are far from what mb_solver_arrive refuses */
static choice near(const mb_lanes *x, double h)
{
    static const double part = 0.25;
    const mb_solver *s = x->solver[0];
    const lanes_of *q = all(x->q), *v = all(x->v);
    lanes_of moved = same(0.0), speed = same(0.0);

    for (int i = 0; i < x->model->nq; i++) {
        const lanes_of by = q[i] - x->model->q0[i], of = s->plain_units ? by : by / s->unit_q[i];

        moved += of * of;
    }
    for (int i = 0; i < x->model->nv; i++) {
        const lanes_of of = s->plain_units ? v[i] : v[i] / s->unit[i];

        speed += of * of;
    }
    return (moved < part * MB_SOLVER_FAR * MB_SOLVER_FAR) &
           (h * h * speed < part * MB_SOLVER_LEAP * MB_SOLVER_LEAP);
}

mb_lane_set MB_LANE_STEP(mb_lanes *x, mb_lane_set on, double h)
{
    double *const counter[] = {x->work.evaluations, x->work.solves, x->work.iterations,
                               x->work.stopped};
    lanes_of counted[sizeof counter / sizeof *counter];
    choice fell;

    for (size_t i = 0; i < sizeof counter / sizeof *counter; i++)
        counted[i] = *all(counter[i]);
    keep_before(x);
    fell = step(x, chosen(on), h);
    x->stopped = set_of(*all(x->work.stopped) != counted[3]);
    x->near = set_of(near(x, h));
    for (size_t i = 0; i < sizeof counter / sizeof *counter; i++)
        pick_all(fell, 1, &counted[i], all(counter[i]));
    return set_of(fell);
}
