/* A step of all lanes.  Compiled once for each kind of processors, with MB_LANE_STEP as its name and
 * MB_LANE_WIDTH numbers in a vector. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "solvers/corrections/projection.h"
#include "solvers/lanes/lanes_parts.h"
#include "solvers/matrices/linear.h"
#include "solvers/scales/size.h"

/* A number of all lanes, and what comparisons of such yield: all bits or none */
typedef double lanes_of __attribute__((vector_size(8 * MB_LANE_WIDTH)));
typedef int64_t choice __attribute__((vector_size(8 * MB_LANE_WIDTH)));

static inline lanes_of same(double x)
{
    lanes_of y;

    for (int l = 0; l < MB_LANE_WIDTH; l++)
        y[l] = x;
    return y;
}
static inline lanes_of *all(const double *array)
{
    return mb_unconst(array);
}

static inline choice chosen(mb_lane_set set)
{
    choice c;

    for (int l = 0; l < MB_LANE_WIDTH; l++)
        c[l] = set >> l & 1U ? -1 : 0;
    return c;
}

static inline mb_lane_set set_of(choice c)
{
    mb_lane_set set = 0;

    for (int l = 0; l < MB_LANE_WIDTH; l++)
        set |= (mb_lane_set)(c[l] != 0) << l;
    return set;
}

/* x where it is chosen, else y */
static inline lanes_of pick(choice c, lanes_of x, lanes_of y)
{
    return (lanes_of)(((choice)x & c) | ((choice)y & ~c));
}

static inline void pick_all(mb_lane_set set, int n, const lanes_of *x, lanes_of *y)
{
    const choice c = chosen(set);

    for (int i = 0; i < n; i++)
        y[i] = pick(c, x[i], y[i]);
}

static inline lanes_of root(lanes_of x)
{
    for (int l = 0; l < MB_LANE_WIDTH; l++)
        x[l] = sqrt(x[l]);
    return x;
}

static void copy(int n, const double *from, double *to)
{
    memcpy(to, from, (size_t)n * sizeof(lanes_of));
}

/* ---- products, in the order of base/multiply.c and base/product.c --------------------------------- */

/* y += A x */
static inline void multiply_add(const mb_pattern *p, const lanes_of *a, const lanes_of *x,
                                lanes_of *y)
{
    for (int j = 0; j < p->ncol; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            y[p->row[k]] += a[k] * x[j];
}

/* y = b + s A'x */
static inline void transposed_plus(const mb_pattern *p, const lanes_of *a, lanes_of s,
                                   const lanes_of *x, const lanes_of *b, lanes_of *y)
{
    for (int j = 0; j < p->ncol; j++) {
        lanes_of sum = same(0.0);

        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            sum += a[k] * x[p->row[k]];
        y[j] = b[j] + s * sum;
    }
}

/* M + alpha D'D where it is eliminated */
static inline void sum_up(mb_lanes *x)
{
    const mb_product *p = &x->matrix->product;
    const int *left = p->left, *right = p->right, *entry = p->entry;
    const lanes_of alpha = *all(x->alpha), *d = all(x->d);
    lanes_of *f = all(x->factor);

    for (int k = 0; k < x->matrix->size; k++)
        f[k] = same(x->matrix->laid_out[k]);
    for (int i = 0; i < p->nruns; i++)
        for (; entry < p->entry + p->run[i].end; entry++) {
            lanes_of sum = same(0.0);

            for (int k = 0; k < p->run[i].pairs; k++)
                sum += d[left[k]] * d[right[k]];
            left += p->run[i].pairs;
            right += p->run[i].pairs;
            f[*entry] += alpha * sum;
        }
}

/* ---- L D L', in the order of solvers/linsolvers/dense_kernel.h ------------------------------------ */

/* The lanes whose matrix is refused */
static inline mb_lane_set factor(mb_lanes *x)
{
    const int n = x->model->nv;
    const double tolerance = x->matrix->linear->tolerance;
    lanes_of *a = all(x->factor), *inverse = all(x->inverse);
    lanes_of least = same(INFINITY), most = same(0.0);
    choice good = chosen(~0U);

    for (int j = 0; j < n; j++) {
        lanes_of *cj = a + j * n;
        const lanes_of pivot = cj[j];

        good &= pivot > 0.0;
        least = pick(pivot < least, pivot, least);
        most = pick(pivot > most, pivot, most);
        inverse[j] = 1.0 / pivot;
        for (int k = j + 1; k < n; k++) {
            const lanes_of l = cj[k] * inverse[j];
            lanes_of *ck = a + k * n;

            ck[j] = l;
            for (int i = k; i < n; i++)
                ck[i] -= cj[i] * l;
        }
        for (int i = j + 1; i < n; i++)
            cj[i] *= inverse[j];
    }
    return ~set_of(good & (least > tolerance * most));
}

/* b = A\b */
static inline void solve(const mb_lanes *x, lanes_of *b)
{
    const int n = x->model->nv;
    const lanes_of *a = all(x->factor), *inverse = all(x->inverse);

    for (int j = 0; j < n; j++)
        for (int i = j + 1; i < n; i++)
            b[i] -= a[j * n + i] * b[j];
    for (int i = 0; i < n; i++)
        b[i] *= inverse[i];
    for (int i = n - 1; i >= 0; i--)
        for (int k = 0; k < i; k++)
            b[k] -= a[i * n + k] * b[i];
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

/* g, the factor, a and lambda of the penalty formulation; the lanes whose matrix is refused */
static mb_lane_set first_pass(mb_lanes *x, const double *q, const double *v, lanes_of *a,
                              lanes_of *lambda, lanes_of *size)
{
    const mb_model *model = x->model;
    const lanes_of alpha = *all(x->alpha), damping = *all(x->damping);
    const lanes_of stiffness = *all(x->stiffness);
    const lanes_of *d = all(x->d), *phi = all(x->phi);
    lanes_of *g = all(x->g), *r = all(x->r);
    mb_lane_set refused;

    x->rows->jacobian(model, q, x->d);
    x->rows->gamma(model, v, x->g);
    x->rows->phi(model, q, x->phi);
    for (int i = 0; i < model->m; i++)
        r[i] = same(0.0);
    multiply_add(&model->D, d, all(v), r);
    for (int i = 0; i < model->m; i++)
        g[i] -= damping * r[i];
    for (int i = 0; i < model->mh; i++)
        g[i] -= stiffness * phi[i];
    transposed_plus(&model->D, d, alpha, g, all(x->force), a);
    sum_up(x);
    refused = factor(x);
    solve(x, a);
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
    solve(x, dx);
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

/* a and lambda at (q, v); the lanes that fell out */
static mb_lane_set accelerate(mb_lanes *x, mb_lane_set on, const double *q, const double *v,
                              double *a, double *lambda)
{
    lanes_of size;
    const mb_lane_set refused = on & first_pass(x, q, v, all(a), all(lambda), &size);

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

/* ---- steps ---------------------------------------------------------------------------------------- */

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
