/* SPDX-License-Identifier: MIT */
#include "solvers/steps/radau_stages.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "solvers/observer.h"
#include "solvers/scales/magnitudes.h"
#include "solvers/steps/step.h"

#define SQRT6 2.4494897427831780982

enum { STAGES = MB_RADAU_STAGES, FREE_PASSES = 3, SWEEPS = 2 };

static const double A[STAGES][STAGES] = {
    {(88.0 - 7.0 * SQRT6) / 360.0, (296.0 - 169.0 * SQRT6) / 1800.0, (-2.0 + 3.0 * SQRT6) / 225.0},
    {(296.0 + 169.0 * SQRT6) / 1800.0, (88.0 + 7.0 * SQRT6) / 360.0, (-2.0 - 3.0 * SQRT6) / 225.0},
    {(16.0 - SQRT6) / 36.0, (16.0 + SQRT6) / 36.0, 1.0 / 9.0},
};
static const double C[STAGES] = {(4.0 - SQRT6) / 10.0, (4.0 + SQRT6) / 10.0, 1.0};

/* The inverse of A = TO diag(gamma, [alpha -beta; beta alpha]) FROM (radau5.f) */
static const double B[STAGES][STAGES] = {
    {3.2247448713915889, 1.1678400846904056, -0.25319726474218085},
    {-3.5678400846904056, 0.77525512860841095, 1.0531972647421808},
    {5.5319726474218083, -7.5319726474218083, 5.0},
};
static const double FROM[STAGES][STAGES] = {
    {4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119},
    {-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196},
    {-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497},
};
static const double TO[STAGES][STAGES] = {
    {9.1232394870892942792e-2, -0.14125529502095420843, -3.0029194105147424492e-2},
    {0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779},
    {0.96604818261509293619, 1.0, 0.0},
};
static const double ESTIMATE[STAGES] = {-(13.0 + 7.0 * SQRT6) / 3.0, (-13.0 + 7.0 * SQRT6) / 3.0,
                                        -1.0 / 3.0};

/* Corrections below it are round-off */
static const double FLOOR = 1e3 * DBL_EPSILON;

typedef mb_radau_stages state;

static mb_status take(mb_solver *solver, state *s, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_arena *arena = solver->arena;
    size_t nq = (size_t)model->nq, nv = (size_t)model->nv, n = (size_t)s->n;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(arena, &s->r[0], STAGES * n, err));
    for (int i = 0; i < STAGES; i++) {
        s->r[i] = s->r[0] + i * s->n;
        MB_TRY(MB_TAKE(arena, &s->x[i], n, err));
        MB_TRY(MB_TAKE(arena, &s->q[i], nq, err));
        MB_TRY(MB_TAKE(arena, &s->unit[i], nq, err));
        MB_TRY(MB_TAKE(arena, &s->dq[i], nq, err));
    }
    MB_TRY(MB_TAKE(arena, &s->v, nv, err));
    MB_TRY(MB_TAKE(arena, &s->u, nv, err));
    MB_TRY(MB_TAKE(arena, &s->rows, (size_t)model->m, err));
done:
    return status;
}

mb_status mb_radau_stages_setup(mb_solver *solver, state **stages, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    s->n = 2 * model->nv + model->m + model->mh;
    MB_TRY(take(solver, s, err));
    MB_TRY(mb_radau_matrix_setup(solver, &s->matrix, err));
    if (model->ops->qdot)
        MB_TRY(mb_tangent_setup(solver, &s->tangent, err));
    *stages = s;
done:
    return status;
}

/* (w_0, w_1, w_2) = map (w_0, w_1, w_2), component by component */
static void transform(const double map[STAGES][STAGES], double *const w[STAGES], int n)
{
    for (int k = 0; k < n; k++) {
        double a = w[0][k], b = w[1][k], c = w[2][k];

        for (int i = 0; i < STAGES; i++)
            w[i][k] = map[i][0] * a + map[i][1] * b + map[i][2] * c;
    }
}

/* sum_j B_ij x_j, component k */
static double rate(const state *s, int i, int k)
{
    return B[i][0] * s->x[0][k] + B[i][1] * s->x[1][k] + B[i][2] * s->x[2][k];
}

/* One sweep of (4); returns the norm of the change of q, in its magnitudes */
static double sweep(const mb_solver *solver, state *s)
{
    const mb_model *model = solver->model;
    const double *q_old = solver->state.q, *unit = solver->magnitudes->q;
    double sum = 0.0;

    /* dq_i = T(q_i) u_i,  u_i = sum_k B_ik z_k */
    for (int i = 0; i < STAGES && model->ops->qdot; i++) {
        for (int k = 0; k < model->nv; k++)
            s->u[k] = rate(s, i, k);
        model->ops->qdot(model, s->q[i], s->u, s->dq[i]);
    }
    /* q_i = q_n + sum_j A_ij dq_j, or q_n + z_i */
    for (int k = 0; k < model->nq; k++)
        for (int i = 0; i < STAGES; i++) {
            double q = q_old[k], change;

            if (model->ops->qdot)
                q += A[i][0] * s->dq[0][k] + A[i][1] * s->dq[1][k] + A[i][2] * s->dq[2][k];
            else
                q += s->x[i][k];
            change = (q - s->q[i][k]) / unit[k];
            sum += change * change;
            s->q[i][k] = q;
        }
    return sqrt(sum);
}

/* Positions of all stages from z; returns the norm of the change, in magnitudes of q */
static double positions(mb_solver *solver, state *s)
{
    const mb_model *model = solver->model;
    double change = sweep(solver, s);

    for (int k = 1; k < SWEEPS && model->ops->qdot; k++)
        change += sweep(solver, s);
    for (int i = 0; i < STAGES; i++) {
        memcpy(s->unit[i], s->q[i], (size_t)model->nq * sizeof(double));
        mb_normalise(solver, s->unit[i]);
    }
    return change;
}

/* Stages of constant acceleration, and the matrix at the predicted middle */
static mb_status predict(mb_solver *solver, state *s, double h, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *old = &solver->state;
    double *q = s->unit[0];
    const mb_radau_point middle = {old->t + 0.5 * h, q, s->v, old->a, old->lambda};
    int nv = model->nv;

    /* q, v at t + h/2 */
    for (int k = 0; k < nv; k++) {
        s->v[k] = old->v[k] + 0.5 * h * old->a[k];
        s->u[k] = 0.5 * h * (old->v[k] + 0.25 * h * old->a[k]);
    }
    memcpy(q, old->q, (size_t)model->nq * sizeof(double));
    mb_retract(model, s->u, q);
    /* x_i = (c h v + c^2 h^2/2 a, c h^2 a, h^2 lambda, 0) */
    for (int i = 0; i < STAGES; i++) {
        double *x = s->x[i], ch = C[i] * h;

        for (int k = 0; k < nv; k++) {
            x[k] = ch * (old->v[k] + 0.5 * ch * old->a[k]);
            x[nv + k] = h * ch * old->a[k];
        }
        for (int k = 0; k < model->m; k++)
            x[2 * nv + k] = h * h * old->lambda[k];
        memset(x + 2 * nv + model->m, 0, (size_t)model->mh * sizeof(double));
    }
    return mb_radau_matrix_factor(solver, s->matrix, h, &middle, err);
}

/* Residual of (1) to (3) at stage i into r[i], negative */
static void residual(mb_solver *solver, state *s, double h, int i)
{
    const mb_model *model = solver->model;
    const mb_state *old = &solver->state;
    const mb_terms *terms = &solver->terms;
    const double *metric = solver->magnitudes->metric;
    int nv = model->nv, m = model->m, mh = model->mh;
    double *x = s->x[i], *r = s->r[i], t = old->t + C[i] * h;

    for (int k = 0; k < nv; k++) {
        s->v[k] = old->v[k] + x[nv + k] / h;
        s->u[k] = rate(s, i, nv + k);
    }
    solver->counters.evaluations++;
    mb_eval_matrices(solver, t, s->unit[i]);
    mb_eval_force(solver, t, s->unit[i], s->v);
    mb_eval_violation(solver, t, s->unit[i], s->v);
    /* h (v + W Dh' mu) - sum B z (1),  h^2 (Q - D'lambda) - M sum B h v (2) */
    for (int k = 0; k < nv; k++) {
        r[k] = (h * s->v[k] - rate(s, i, k)) / metric[k];
        r[nv + k] = h * h * terms->force[k];
    }
    memcpy(s->rows, x + 2 * nv + m, (size_t)mh * sizeof(double)); /* zero beyond them */
    mb_multiply_t_add(&model->D, terms->jacobian, 1.0, s->rows, r);
    for (int k = 0; k < nv; k++)
        r[k] *= metric[k];
    mb_symmetric_plus(&model->M, terms->mass, -1.0, s->u, r + nv, r + nv);
    mb_multiply_t_add(&model->D, terms->jacobian, -1.0, x + 2 * nv, r + nv);
    /* -Phi, -h (D v + Phi_t)                                                              (3) */
    for (int k = 0; k < mh; k++)
        r[2 * nv + k] = -terms->phi[k];
    for (int k = 0; k < m; k++)
        r[2 * nv + mh + k] = -h * terms->phidot[k];
}

/* One pass; s->change: of q and v in their magnitudes, relative to 1 + |q| and 1 + |v| */
static mb_status pass(mb_solver *solver, state *s, double h, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *old = &solver->state;
    const mb_magnitudes *of = solver->magnitudes;
    double of_q, of_v = 0.0;
    mb_status status = MB_OK;

    /* (x_1, x_2, x_3) += TO diag(E(gamma), [E(alpha) -beta S; beta S E(alpha)])\FROM r */
    for (int i = 0; i < STAGES; i++)
        residual(solver, s, h, i);
    transform(FROM, s->r, s->n);
    MB_TRY(mb_radau_matrix_solve(s->matrix, s->r[0], err));
    MB_TRY(mb_radau_matrix_solve_pair(s->matrix, s->r[1], err));
    transform(TO, s->r, s->n);
    for (int i = 0; i < STAGES; i++) {
        for (int k = 0; k < s->n; k++)
            s->x[i][k] += s->r[i][k];
        of_v = fmax(of_v, mb_norm_in(s->r[i] + model->nv, of->v, model->nv) / h);
    }
    of_q = positions(solver, s) / (1.0 + mb_norm_in(old->q, of->q, model->nq));
    of_v /= 1.0 + mb_norm_in(old->v, of->v, model->nv);
    s->change = fmax(of_q, of_v);
    if (!isfinite(mb_norm(s->r[0], STAGES * s->n)))
        status = mb_fail(err, MB_NON_FINITE, "a Newton correction is not finite at t = %.9g s",
                         old->t + h);
done:
    return status;
}

/* Tells the observer of the last pass; met: it has converged, by its tolerance or round-off */
static MB_OBSERVING void tell(mb_solver *solver, const state *s, bool met, bool grew)
{
    mb_ending ending = s->passes == s->iterations ? MB_ENDED_LIMIT : MB_NOT_ENDED;

    if (grew)
        ending = MB_ENDED_GREW;
    if (met)
        ending = s->change <= s->newton ? MB_ENDED_CONVERGED : MB_ENDED_ROUND_OFF;
    mb_observer_tell(solver, MB_ITERATING_INTEGRATOR, s->passes,
                     mb_observed_positions(solver, s->unit[STAGES - 1]), s->change, ending);
}

mb_status mb_radau_stages_solve(mb_solver *solver, state *s, double h, bool *met, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *old = &solver->state;
    const mb_magnitudes *of = solver->magnitudes;
    /* round-off of q enters v by (1), divided by h */
    double ratio = (1.0 + mb_norm_in(old->q, of->q, model->nq)) /
                   (1.0 + mb_norm_in(old->v, of->v, model->nv)) / h;
    double before, least = FLOOR * fmax(1.0, ratio);
    mb_status status = MB_OK;
    bool grew;

    *met = false;
    s->change = INFINITY;
    MB_TRY(predict(solver, s, h, err));
    for (int i = 0; i < STAGES; i++)
        memcpy(s->q[i], old->q, (size_t)model->nq * sizeof(double));
    positions(solver, s);
    for (s->passes = 0; s->passes < s->iterations;) {
        before = s->change;
        MB_TRY(pass(solver, s, h, err));
        solver->counters.iterations++;
        s->passes++;
        *met = s->change <= s->newton || (s->change >= before && s->change <= least);
        grew = s->change >= before && s->passes > FREE_PASSES;
        if (solver->observer)
            tell(solver, s, *met, grew);
        if (*met)
            goto done;
        if (grew)
            break;
    }
    mb_not_converged(solver);
done:
    return status;
}

/* h v + T^+ (e_1 (q_1 - q_n) + ...): what the equation of q leaves, in its tangent space.  Where T
 * = I the sum is that of z */
static void residual_of_position(mb_solver *solver, state *s, double h, double *e)
{
    const mb_model *model = solver->model;
    const mb_state *old = &solver->state;
    double *sum = s->dq[0];

    /* sum = sum_j e_j (q_j - q_n) */
    for (int k = 0; k < model->nq; k++) {
        sum[k] = 0.0;
        for (int j = 0; j < STAGES; j++)
            sum[k] += ESTIMATE[j] * (s->q[j][k] - old->q[k]);
    }
    if (model->ops->qdot)
        mb_tangent_increment(solver, &s->tangent, old->q, sum, e);
    else
        memcpy(e, sum, (size_t)model->nv * sizeof *e);
    for (int k = 0; k < model->nv; k++)
        e[k] += h * old->v[k];
}

mb_status mb_radau_stages_errors(mb_solver *solver, state *s, double h, mb_radau_errors *errors,
                                 mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *old = &solver->state;
    const mb_terms *terms = &solver->terms;
    const mb_magnitudes *of = solver->magnitudes;
    int nv = model->nv, m = model->m, mh = model->mh;
    double *e = s->r[0], mean = 1.0 / sqrt(s->n);
    mb_status status = MB_OK;

    /* e = E(gamma)\(h f(y_n) + sum_j e_j x_j)                                          (8.19) */
    memset(e, 0, (size_t)s->n * sizeof(double));
    solver->counters.evaluations++;
    mb_eval_matrices(solver, old->t, old->q);
    mb_eval_force(solver, old->t, old->q, old->v);
    memcpy(e + nv, terms->force, (size_t)nv * sizeof(double));
    mb_multiply_t_add(&model->D, terms->jacobian, -1.0, old->lambda, e + nv);
    residual_of_position(solver, s, h, e);
    for (int k = 0; k < nv; k++) {
        e[nv + k] *= h * h;
        s->u[k] = 0.0;
        for (int j = 0; j < STAGES; j++)
            s->u[k] += ESTIMATE[j] * s->x[j][nv + k];
    }
    mb_symmetric_plus(&model->M, terms->mass, 1.0, s->u, e + nv, e + nv);
    MB_TRY(mb_radau_matrix_solve(s->matrix, e, err));
    errors->q = mean * mb_norm_in(e, of->v, nv) / (1.0 + mb_norm_in(old->q, of->q, model->nq));
    errors->v = mean * mb_norm_in(e + nv, of->v, nv) / h / (1.0 + mb_norm_in(old->v, of->v, nv));
    errors->lambda = mean * mb_norm_in(e + 2 * nv, of->lambda, m) / h /
                     (1.0 + mb_norm_in(old->lambda, of->lambda, m));
    errors->mu = mean * mb_norm_in(e + 2 * nv + m, of->mu, mh);
done:
    return status;
}

void mb_radau_stages_take(mb_solver *solver, const state *s, double h)
{
    const mb_model *model = solver->model;
    mb_state *new = &solver->state;
    const double *x = s->x[STAGES - 1];
    int nv = model->nv;

    /* v = v_n + x_v / h,  a = sum_k B_3k x_v,k / h^2,  lambda = x_lambda / h^2 of the last stage */
    memcpy(new->q, s->unit[STAGES - 1], (size_t)model->nq * sizeof(double));
    for (int k = 0; k < nv; k++) {
        new->v[k] += x[nv + k] / h;
        new->a[k] = rate(s, STAGES - 1, nv + k) / (h * h);
    }
    for (int k = 0; k < model->m; k++)
        new->lambda[k] = x[2 * nv + k] / (h * h);
}
