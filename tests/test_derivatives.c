/* Every problem: D, gamma and all tangents against central differences, at admissible and at other
 * states, as full matrices, so that nothing may lie outside a pattern. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "tests/problem_checks.h"

static const double STEP = 1e-5;
static const double CLOSE = 2e-8; /* of a central difference, relative to the matrix */

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

/* Dense matrix of central differences of f by q (tangent space) or v; rows: length of f */
static void differences(const mb_model *model, function f, int rows, bool by_v, const double *q,
                        const double *v, const double *w, double *dense)
{
    double q1[CHECK_N], v1[CHECK_N], dv[CHECK_N], up[CHECK_N], down[CHECK_N];

    for (int j = 0; j < model->nv; j++)
        for (int side = 0; side < 2; side++) {
            double step = side ? -STEP : STEP;

            memcpy(q1, q, (size_t)model->nq * sizeof *q1);
            memcpy(v1, v, (size_t)model->nv * sizeof *v1);
            memset(dv, 0, sizeof dv);
            dv[j] = by_v ? 0.0 : step;
            v1[j] += by_v ? step : 0.0;
            mb_retract(model, dv, q1);
            f(model, q1, v1, w, side ? down : up);
            for (int i = 0; side && i < rows; i++)
                dense[i + j * rows] = (up[i] - down[i]) / (2.0 * STEP);
        }
}

static void compare(const mb_model *model, const char *what, const mb_pattern *pattern,
                    const double *values, const double *expected)
{
    static double dense[CHECK_NN];
    const int n = pattern->nrow * pattern->ncol;
    double scale = 1.0 + check_norm(n, expected);

    check_dense(pattern, values, dense);
    for (int k = 0; k < n; k++)
        if (!(fabs(dense[k] - expected[k]) <= CLOSE * scale)) {
            cr_expect(false, "%s: %s(%d,%d) is %.12g, differences give %.12g", check_name(model),
                      what, k % pattern->nrow, k / pattern->nrow, dense[k], expected[k]);
            return;
        }
}

/* Ddot by differences along v, and gamma = -Ddot v - d(Phi_t)/dt */
static void compare_rates(const mb_model *model, const double *q, const double *v)
{
    static double up[CHECK_NN], down[CHECK_NN], ddot[CHECK_NN];
    double q1[CHECK_N], step[CHECK_N], gamma[CHECK_N], expected[CHECK_N] = {0};
    double rates[2][CHECK_N] = {{0}};
    const double time_step = STEP / fmax(1.0, check_norm(model->nv, v) / 5.0);

    for (int side = 0; side < 2; side++) {
        double h = side ? -time_step : time_step;

        for (int j = 0; j < model->nv; j++)
            step[j] = h * v[j];
        memcpy(q1, q, (size_t)model->nq * sizeof *q1);
        mb_retract(model, step, q1);
        model->ops->jacobian(model, model->t0 + h, q1, side ? down : up);
        if (model->ops->phi_t)
            model->ops->phi_t(model, model->t0 + h, q1, rates[side]);
    }
    for (int k = 0; k < model->D.nnz; k++)
        up[k] = (up[k] - down[k]) / (2.0 * time_step);
    mb_multiply(&model->D, up, v, expected);
    for (int i = 0; i < model->m; i++)
        expected[i] = -expected[i] - (rates[0][i] - rates[1][i]) / (2.0 * time_step);
    model->ops->gamma(model, model->t0, q, v, gamma);
    for (int i = 0; i < model->m; i++)
        cr_expect(fabs(gamma[i] - expected[i]) <= CLOSE * (1.0 + fabs(expected[i])),
                  "%s: gamma(%d) is %.12g, differences give %.12g", check_name(model), i, gamma[i],
                  expected[i]);
    if (model->ops->jacobian_dot) {
        model->ops->jacobian_dot(model, model->t0, q, v, ddot);
        for (int k = 0; k < model->D.nnz; k++)
            cr_expect(fabs(ddot[k] - up[k]) <= CLOSE * (1.0 + fabs(up[k])), "%s: Ddot[%d]",
                      check_name(model), k);
    }
}

static void compare_all(const mb_model *model, const double *q, const double *v,
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
        compare(model, "D", &holonomic, values, expected);
    compare_rates(model, q, v);
    if (ops->stiffness) {
        ops->stiffness(model, t, q, v, values);
        differences(model, of_force, model->nv, false, q, v, NULL, expected);
        compare(model, "K", &model->H, values, expected);
    }
    if (ops->damping) {
        ops->damping(model, t, q, v, values);
        differences(model, of_force, model->nv, true, q, v, NULL, expected);
        compare(model, "C", &model->H, values, expected);
    }
    if (ops->constraint_tangent) {
        ops->constraint_tangent(model, t, q, y, values);
        differences(model, of_constraint_force, model->nv, false, q, v, y, expected);
        compare(model, "d(D'y)/dq", &model->H, values, expected);
    }
    if (ops->mass_tangent) {
        ops->mass_tangent(model, q, a, values);
        differences(model, of_inertia_force, model->nv, false, q, v, a, expected);
        compare(model, "d(M a)/dq", &model->H, values, expected);
    }
    if (ops->gamma_q) {
        ops->gamma_q(model, t, q, v, values);
        differences(model, of_gamma, model->m, false, q, v, NULL, expected);
        compare(model, "dgamma/dq", &model->D, values, expected);
    }
    if (ops->gamma_v) {
        ops->gamma_v(model, t, q, v, values);
        differences(model, of_gamma, model->m, true, q, v, NULL, expected);
        compare(model, "dgamma/dv", &model->D, values, expected);
    }
}

Test(derivatives, agree_with_differences_at_inadmissible_states, .timeout = 120)
{
    double q[CHECK_N], v[CHECK_N];
    unsigned long long seed = 1;

    CHECK_EACH(model)
    for (int k = 0; k < 3; k++) {
        check_random_state(model, &seed, 0.5 * model->scale, q, v);
        compare_all(model, q, v, &seed);
    }
}

Test(derivatives, agree_with_differences_at_admissible_states, .timeout = 120)
{
    double q[CHECK_N], v[CHECK_N];
    unsigned long long seed = 2;

    CHECK_EACH(model)
    for (int k = 0; k < 3; k++) {
        cr_assert(check_admissible_state(model, &seed, 0.2 * model->scale, q, v), "%s",
                  check_name(model));
        compare_all(model, q, v, &seed);
    }
}

Test(derivatives, discrete_gradients_give_exact_differences)
{
    static double dphi[CHECK_NN];
    double q0[CHECK_N], q1[CHECK_N], v[CHECK_N], step[CHECK_N], grad[CHECK_N];
    double phi0[CHECK_N], phi1[CHECK_N], change[CHECK_N];
    unsigned long long seed = 3;

    CHECK_EACH(model)
    {
        double work = 0.0;

        if (!model->ops->discrete_gradient)
            continue;
        check_random_state(model, &seed, 0.5, q0, v);
        check_random_state(model, &seed, 0.5, q1, v);
        model->ops->discrete_gradient(model, 0.0, q0, q1, grad, dphi);
        model->ops->phi(model, 0.0, q0, phi0);
        model->ops->phi(model, 0.0, q1, phi1);
        for (int j = 0; j < model->nq; j++) {
            step[j] = q1[j] - q0[j];
            work += grad[j] * step[j];
        }
        mb_multiply(&model->D, dphi, step, change);
        for (int i = 0; i < model->m; i++)
            cr_expect(fabs(change[i] - (phi1[i] - phi0[i])) < 1e-13, "%s: row %d",
                      check_name(model), i);
        work -= model->ops->potential(model, 0.0, q1) - model->ops->potential(model, 0.0, q0);
        cr_expect(fabs(work) < 1e-11, "%s: %g", check_name(model), work);
    }
}
