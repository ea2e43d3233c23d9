#include "tests/derivative_checks.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "tests/problem_checks.h"

/* five-point differences: sum of weight f(at step) / (12 step) */
static const double at[] = {-2.0, -1.0, 1.0, 2.0}, weight[] = {1.0, -8.0, 8.0, -1.0};
static const double STEP = 1e-4;  /* of a mechanism of 1 m or more, less for smaller ones */
static const double CLOSE = 2e-8; /* of a difference, relative to the matrix */

typedef void (*function)(const mb_model *, const double *q, const double *v, const double *w,
                         double *out);

static void of_phi(const mb_model *m, const double *q, const double *v, const double *w,
                   double *out)
{
    (void)v, (void)w;
    memset(out, 0, (size_t)m->m * sizeof *out);
    m->ops->phi(m, m->t0, q, out);
}

static void of_force(const mb_model *m, const double *q, const double *v, const double *w,
                     double *out)
{
    (void)w;
    m->ops->force(m, m->t0, q, v, out);
    for (int i = 0; i < m->nv; i++)
        out[i] = -out[i];
}

static void of_gamma(const mb_model *m, const double *q, const double *v, const double *w,
                     double *out)
{
    (void)w;
    m->ops->gamma(m, m->t0, q, v, out);
}

/* D' w */
static void of_constraint_force(const mb_model *m, const double *q, const double *v,
                                const double *w, double *out)
{
    static double d[CHECK_NN];

    (void)v;
    m->ops->jacobian(m, m->t0, q, d);
    mb_multiply_t(&m->D, d, w, out);
}

/* M w */
static void of_inertia_force(const mb_model *m, const double *q, const double *v, const double *w,
                             double *out)
{
    static double mass[CHECK_NN];

    (void)v;
    m->ops->mass(m, q, mass);
    mb_multiply(&m->M, mass, w, out);
}

/* Dense matrix of differences of f by q (tangent space) or v; rows: length of f */
static void differences(const mb_model *model, function f, int rows, bool by_v, const double *q,
                        const double *v, const double *w, double *dense)
{
    const double size = STEP * fmin(model->scale, 1.0);
    double q1[CHECK_N], v1[CHECK_N], dv[CHECK_N], value[CHECK_N];

    memset(dense, 0, (size_t)rows * (size_t)model->nv * sizeof *dense);
    for (int j = 0; j < model->nv; j++)
        for (int k = 0; k < 4; k++) {
            const double step = at[k] * size, part = weight[k] / (12.0 * size);

            memcpy(q1, q, (size_t)model->nq * sizeof *q1);
            memcpy(v1, v, (size_t)model->nv * sizeof *v1);
            memset(dv, 0, sizeof dv);
            dv[j] = by_v ? 0.0 : step;
            v1[j] += by_v ? step : 0.0;
            mb_retract(model, dv, q1);
            f(model, q1, v1, w, value);
            for (int i = 0; i < rows; i++)
                dense[i + j * rows] += part * value[i];
        }
}

static void compare(const char *name, const char *what, const mb_pattern *pattern,
                    const double *values, const double *expected, double close)
{
    static double dense[CHECK_NN];
    const int n = pattern->nrow * pattern->ncol;
    double scale = 1.0 + check_norm(n, expected);

    check_dense(pattern, values, dense);
    for (int k = 0; k < n; k++)
        if (!(fabs(dense[k] - expected[k]) <= close * scale)) {
            cr_expect(false, "%s: %s(%d,%d) is %.12g, differences give %.12g", name, what,
                      k % pattern->nrow, k / pattern->nrow, dense[k], expected[k]);
            return;
        }
}

/* Ddot by five-point differences along v, and gamma = -Ddot v - d(Phi_t)/dt */
static void compare_rates(const mb_model *model, const char *name, const double *q, const double *v)
{
    static double up[CHECK_NN], down[CHECK_NN], ddot[CHECK_NN];
    double q1[CHECK_N], step[CHECK_N], gamma[CHECK_N], expected[CHECK_N] = {0};
    double rates[2][CHECK_N] = {{0}};
    const double time_step = 2.0 * STEP / fmax(1.0, check_norm(model->nv, v));

    memset(up, 0, (size_t)model->D.nnz * sizeof *up);
    for (int k = 0; k < 4; k++) {
        const double h = at[k] * time_step, part = weight[k] / (12.0 * time_step);

        for (int j = 0; j < model->nv; j++)
            step[j] = h * v[j];
        memcpy(q1, q, (size_t)model->nq * sizeof *q1);
        mb_retract(model, step, q1);
        model->ops->jacobian(model, model->t0 + h, q1, down);
        if (model->ops->phi_t)
            model->ops->phi_t(model, model->t0 + h, q1, rates[0]);
        for (int i = 0; i < model->D.nnz; i++)
            up[i] += part * down[i];
        for (int i = 0; i < model->m; i++)
            rates[1][i] += part * rates[0][i];
    }
    mb_multiply(&model->D, up, v, expected);
    for (int i = 0; i < model->m; i++)
        expected[i] = -expected[i] - rates[1][i];
    model->ops->gamma(model, model->t0, q, v, gamma);
    for (int i = 0; i < model->m; i++)
        cr_expect(fabs(gamma[i] - expected[i]) <= CLOSE * (1.0 + fabs(expected[i])),
                  "%s: gamma(%d) is %.12g, differences give %.12g", name, i, gamma[i], expected[i]);
    if (model->ops->jacobian_dot) {
        model->ops->jacobian_dot(model, model->t0, q, v, ddot);
        for (int k = 0; k < model->D.nnz; k++)
            cr_expect(fabs(ddot[k] - up[k]) <= CLOSE * (1.0 + fabs(up[k])), "%s: Ddot[%d]", name,
                      k);
    }
}

/* dq = T(q) x for x in the tangent space, solved for x */
static void tangent_of(const mb_model *model, const double *q, const double *dq, double *x)
{
    static double columns[CHECK_NN];
    double unit[CHECK_N];

    for (int j = 0; j < model->nv; j++) {
        memset(unit, 0, sizeof unit);
        unit[j] = 1.0;
        model->ops->qdot(model, q, unit, columns + (size_t)j * (size_t)model->nq);
    }
    check_solve(model->nq, model->nv, columns, dq, x);
}

/* Place after a time h at constant v, from q moved by `increment` along coordinate j */
static void flow(const mb_model *model, const double *q, int j, double increment, const double *v,
                 double h, double *q1)
{
    double step[CHECK_N] = {0};

    memcpy(q1, q, (size_t)model->nq * sizeof *q1);
    step[j] = increment;
    mb_retract(model, step, q1);
    for (int i = 0; i < model->nv; i++)
        step[i] = h * v[i];
    mb_retract(model, step, q1);
}

/* The increment x between neighbouring motions of the same v grows as dx/dt = d(T v)/dq x. */
static void rate_differences(const mb_model *model, const double *q, const double *v, double *dense)
{
    const double step = 1e-3, h = 1e-3 / fmax(1.0, check_norm(model->nv, v));
    const int n = model->nv;
    double up[CHECK_N], down[CHECK_N], place[CHECK_N], x[2][CHECK_N];

    for (int j = 0; j < n; j++) {
        for (int side = 0; side < 2; side++) {
            const double time = side ? -h : h;

            flow(model, q, j, 0.0, v, time, place);
            flow(model, q, j, step, v, time, up);
            flow(model, q, j, -step, v, time, down);
            for (int i = 0; i < model->nq; i++)
                up[i] = (up[i] - down[i]) / (2.0 * step);
            tangent_of(model, place, up, x[side]);
        }
        for (int i = 0; i < n; i++)
            dense[i + j * n] = (x[0][i] - x[1][i]) / (2.0 * h);
    }
}

void check_derivatives(const mb_model *model, const char *name, const double *q, const double *v,
                       unsigned long long *seed)
{
    static double values[CHECK_NN], expected[CHECK_NN];
    const mb_ops *ops = model->ops;
    const double t = model->t0;
    mb_pattern holonomic = model->D;
    double y[CHECK_N], a[CHECK_N];

    for (int i = 0; i < CHECK_N; i++) {
        y[i] = check_random(seed);
        a[i] = 3.0 * check_random(seed);
    }
    holonomic.nrow = model->mh; /* rows without a Phi have no differences */
    ops->jacobian(model, t, q, values);
    differences(model, of_phi, model->mh, false, q, v, NULL, expected);
    if (model->mh == model->m)
        compare(name, "D", &holonomic, values, expected, CLOSE);
    compare_rates(model, name, q, v);
    if (ops->stiffness) {
        ops->stiffness(model, t, q, v, values);
        differences(model, of_force, model->nv, false, q, v, NULL, expected);
        compare(name, "K", &model->H, values, expected, CLOSE);
    }
    if (model->constant_force) {
        double force[CHECK_N], still[CHECK_N], rest[CHECK_N] = {0};

        ops->force(model, t + 1.0, q, v, force);
        ops->force(model, t, model->q0, rest, still);
        cr_expect(memcmp(force, still, (size_t)model->nv * sizeof *force) == 0,
                  "%s: a force that varies", name);
    }
    if (ops->damping) {
        ops->damping(model, t, q, v, values);
        differences(model, of_force, model->nv, true, q, v, NULL, expected);
        compare(name, "C", &model->H, values, expected, CLOSE);
    }
    if (ops->constraint_tangent) {
        ops->constraint_tangent(model, t, q, y, values);
        differences(model, of_constraint_force, model->nv, false, q, v, y, expected);
        compare(name, "d(D'y)/dq", &model->H, values, expected, CLOSE);
    }
    if (ops->mass_tangent) {
        ops->mass_tangent(model, q, a, values);
        differences(model, of_inertia_force, model->nv, false, q, v, a, expected);
        compare(name, "d(M a)/dq", &model->H, values, expected, CLOSE);
    }
    if (ops->rate_tangent) {
        ops->rate_tangent(model, q, v, values);
        rate_differences(model, q, v, expected);
        compare(name, "d(T v)/dq", &model->H, values, expected, 1e-5);
    }
    if (ops->gamma_q) {
        ops->gamma_q(model, t, q, v, values);
        differences(model, of_gamma, model->m, false, q, v, NULL, expected);
        compare(name, "dgamma/dq", &model->D, values, expected, CLOSE);
    }
    if (ops->gamma_v) {
        ops->gamma_v(model, t, q, v, values);
        differences(model, of_gamma, model->m, true, q, v, NULL, expected);
        compare(name, "dgamma/dv", &model->D, values, expected, CLOSE);
    }
}
