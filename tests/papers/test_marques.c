/* SPDX-License-Identifier: MIT */
/* Equations of marques2017 as printed, and what its text says of them, by dense algebra apart from
 * the solvers. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "tests/fixtures/models/problem_checks.h"

/* A model at a state with its dense matrices, column by column */
struct at {
    mb_model *model;
    int n, m;
    double q[CHECK_N], v[CHECK_N], phi[CHECK_N], gamma[CHECK_N], force[CHECK_N];
    double d[CHECK_NN], mass[CHECK_NN]; /* (m x n), (n x n) */
};

static void look(struct at *s)
{
    static double values[CHECK_NN];
    const mb_model *model = s->model;

    model->ops->phi(model, model->t0, s->q, s->phi);
    model->ops->jacobian(model, model->t0, s->q, values);
    check_dense(&model->D, values, s->d);
    model->ops->mass(model, s->q, values);
    check_dense(&model->M, values, s->mass);
    model->ops->gamma(model, model->t0, s->q, s->v, s->gamma);
    model->ops->force(model, model->t0, s->q, s->v, s->force);
}

static void begin(struct at *s, const char *spec)
{
    mb_model_destroy(s->model);
    s->model = check_model(spec);
    s->n = s->model->nv;
    s->m = s->model->m;
    memcpy(s->q, s->model->q0, sizeof(double) * (size_t)s->model->nq);
    memcpy(s->v, s->model->v0, sizeof(double) * (size_t)s->n);
    look(s);
}

/* The four-bar, moved from its start by a tangent increment of about 1e-4 */
static void begin_off(struct at *s)
{
    unsigned long long seed = 3;
    double step[CHECK_N];

    begin(s, "four-bar");
    for (int j = 0; j < s->n; j++)
        step[j] = 1e-4 * check_random(&seed);
    mb_retract(s->model, step, s->q);
    look(s);
}

static double norm(int n, const double *x)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/* out = A x, A (rows x columns) */
static void times(int rows, int columns, const double *a, const double *x, double *out)
{
    memset(out, 0, (size_t)rows * sizeof *out);
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
            out[i] += a[(size_t)j * (size_t)rows + (size_t)i] * x[j];
}

/* out = D' y */
static void transposed(const struct at *s, const double *y, double *out)
{
    for (int j = 0; j < s->n; j++) {
        out[j] = 0.0;
        for (int i = 0; i < s->m; i++)
            out[j] += s->d[j * s->m + i] * y[i];
    }
}

/* x = -D'(D D')^-1 phi, eq. (40) */
static void minimum_norm(const struct at *s, double *x)
{
    check_solve(s->m, s->n, s->d, s->phi, x);
    for (int j = 0; j < s->n; j++)
        x[j] = -x[j];
}

/* x = -M^-1 D'(D M^-1 D')^-1 phi: the minimum of x'M x on D x = -phi, for diagonal M */
static void weighted(const struct at *s, double *x)
{
    static double scaled[CHECK_NN];

    for (int j = 0; j < s->n; j++)
        for (int i = 0; i < s->m; i++)
            scaled[j * s->m + i] = s->d[j * s->m + i] / sqrt(s->mass[j * s->n + j]);
    check_solve(s->m, s->n, scaled, s->phi, x);
    for (int j = 0; j < s->n; j++)
        x[j] /= -sqrt(s->mass[j * s->n + j]);
}

/* w = M + D' diag(factor) D */
static void penalised(const struct at *s, const double *factor, double *w)
{
    for (int j = 0; j < s->n; j++)
        for (int c = 0; c < s->n; c++) {
            w[c * s->n + j] = s->mass[c * s->n + j];
            for (int i = 0; i < s->m; i++)
                w[c * s->n + j] += factor[i] * s->d[j * s->m + i] * s->d[c * s->m + i];
        }
}

/* |D x + phi| / |phi| */
static double left(const struct at *s, const double *x)
{
    double r[CHECK_N];

    times(s->m, s->n, s->d, x, r);
    for (int i = 0; i < s->m; i++)
        r[i] += s->phi[i];
    return norm(s->m, r) / norm(s->m, s->phi);
}

static struct at s;

static void end(void)
{
    mb_model_destroy(s.model);
}

TestSuite(marques2017, .fini = end);

/* Eqs (9), (10), (11) by M^-1 against (8) in one system, with velocities and accelerations that a
 * regular M and independent rows fix alone */
Test(marques2017, eq_8_and_eq_11_give_the_same_accelerations)
{
    static const char *const spec[] = {"four-bar", "spatial-slider-crank", "five-bar-pendulum",
                                       "iltis-suspension:bodies=printed"};
    static double w[CHECK_NN];
    double a[CHECK_N], lambda[CHECK_N], free[CHECK_N], rest[CHECK_N], y[CHECK_N], push[CHECK_N];

    for (size_t k = 0; k < sizeof spec / sizeof *spec; k++) {
        begin(&s, spec[k]);
        check_motion(s.model, s.model->t0, s.q, s.v, a, lambda);
        check_solve(s.n, s.n, s.mass, s.force, free);
        times(s.m, s.n, s.d, free, rest);
        for (int i = 0; i < s.m; i++)
            rest[i] = s.gamma[i] - rest[i];
        for (int i = 0; i < s.m; i++) {
            double unit[CHECK_N] = {0.0}, column[CHECK_N];

            unit[i] = 1.0;
            transposed(&s, unit, push);
            check_solve(s.n, s.n, s.mass, push, column);
            times(s.m, s.n, s.d, column, w + i * s.m);
        }
        cr_expect(check_solve(s.m, s.m, w, rest, y) == s.m, "%s", spec[k]);
        transposed(&s, y, push);
        check_solve(s.n, s.n, s.mass, push, rest);
        /* one system is solved to a part of all that it is solved for */
        for (int j = 0; j < s.n; j++)
            cr_expect(fabs(free[j] + rest[j] - a[j]) <
                          1e-10 * (1.0 + check_norm(s.n, a) + check_norm(s.m, lambda)),
                      "%s %d: %g, %g", spec[k], j, free[j] + rest[j], a[j]);
    }
}

/* Eqs (26) to (28): as printed the first increment is zero, at which (29) ends the iteration; gone
 * on with, it repeats with period six.  With D'(lambda + alpha Phi) it converges. */
static double projected(bool printed, int passes)
{
    static double w[CHECK_NN];
    const double alpha = 1e7;
    double q0[CHECK_N], lambda[CHECK_N] = {0.0}, y[CHECK_N], right[CHECK_N], moved[CHECK_N],
                        step[CHECK_N], factor[CHECK_N], most = 0.0;

    begin_off(&s);
    for (int i = 0; i < s.m; i++)
        factor[i] = alpha;
    memcpy(q0, s.q, sizeof q0);
    for (int k = 0; k < passes; k++) {
        for (int j = 0; j < s.n; j++)
            moved[j] = q0[j] - s.q[j];
        times(s.n, s.n, s.mass, moved, right);
        for (int i = 0; i < s.m; i++)
            y[i] = lambda[i] + (printed ? 0.0 : alpha * s.phi[i]);
        transposed(&s, y, step);
        for (int j = 0; j < s.n; j++)
            right[j] -= step[j];
        penalised(&s, factor, w);
        check_solve(s.n, s.n, w, right, step);
        if (k == 0 && printed)
            cr_expect(norm(s.n, step) == 0.0, "%g", norm(s.n, step));
        for (int j = 0; j < s.n; j++)
            s.q[j] += step[j];
        look(&s);
        for (int i = 0; i < s.m; i++)
            lambda[i] += alpha * s.phi[i];
        if (k >= passes - 6)
            most = fmax(most, norm(s.m, s.phi));
    }
    return most;
}

Test(marques2017, eq_26_as_printed_does_not_project)
{
    cr_expect(projected(true, 12) > 1e-5, "%g", projected(true, 12));
    cr_expect(projected(false, 12) < 1e-12, "%g", projected(false, 12));
}

/* Eq. (30a): -alpha D'v, which has no meaning unless there are as many rows as coordinates, leaves
 * D v + Phi_t where it does; -alpha D'Phi_t, what the rows lack, meets it. */
Test(marques2017, eq_30a_needs_the_rates_of_the_rows)
{
    static double w[CHECK_NN];
    double rate[CHECK_N], factor[CHECK_N], start[CHECK_N], v[CHECK_N];

    begin(&s, "driven-crank");
    cr_assert(s.m == s.n);
    s.model->ops->phi_t(s.model, s.model->t0, s.q, rate);
    for (int j = 0; j < s.n; j++) {
        start[j] = s.v[j] + 0.1 * (j + 1);
        factor[j] = 1e7;
    }
    penalised(&s, factor, w);
    for (int printed = 0; printed < 2; printed++) {
        double right[CHECK_N], push[CHECK_N], most = 0.0;

        times(s.n, s.n, s.mass, start, right);
        transposed(&s, printed ? start : rate, push);
        for (int j = 0; j < s.n; j++)
            right[j] -= 1e7 * push[j];
        check_solve(s.n, s.n, w, right, v);
        times(s.m, s.n, s.d, v, push);
        for (int i = 0; i < s.m; i++)
            most = fmax(most, fabs(push[i] + rate[i]));
        cr_expect(printed ? most > 0.1 : most < 1e-5, "%s: %g", printed ? "printed" : "corrected",
                  most);
    }
}

/* Eq. (41) has the time derivative of Phi: at rest it corrects nothing. */
Test(marques2017, eq_41_as_printed_corrects_nothing_at_rest)
{
    double x[CHECK_N], phidot[CHECK_N];

    begin_off(&s);
    times(s.m, s.n, s.d, s.v, phidot);
    cr_expect(norm(s.m, phidot) == 0.0 && norm(s.m, s.phi) > 1e-5);
    minimum_norm(&s, x);
    cr_expect(left(&s, x) < 1e-12, "%g", left(&s, x));
}

/* Eqs (50), (51): M D'(D D')^-1 as printed leaves most of the violation or adds to it. */
Test(marques2017, eq_50_as_printed_does_not_correct)
{
    double x[CHECK_N], y[CHECK_N];

    begin_off(&s);
    minimum_norm(&s, x);
    times(s.n, s.n, s.mass, x, y);
    cr_expect(left(&s, y) > 0.1, "%g", left(&s, y));
    weighted(&s, x);
    cr_expect(left(&s, x) < 1e-12, "%g", left(&s, x));
}

/* "the more massive bodies are moved the least": the leaf spring of 0.1 kg turned off its ball on
 * the hub of 57 kg */
Test(marques2017, with_the_mass_as_weight_heavy_bodies_move_least)
{
    double step[CHECK_N] = {0.0}, x[CHECK_N], y[CHECK_N];
    double alike, heavy;

    begin(&s, "iltis-suspension:bodies=closed");
    step[6 * 2 + 3] = 1e-4; /* omega_x of the leaf */
    mb_retract(s.model, step, s.q);
    look(&s);
    minimum_norm(&s, x);
    weighted(&s, y);
    cr_expect(left(&s, x) < 1e-10 && left(&s, y) < 1e-10, "%g, %g", left(&s, x), left(&s, y));
    alike = norm(3, x + 6 * 1);
    heavy = norm(3, y + 6 * 1);
    cr_expect(heavy < 1e-2 * alike, "%g m, %g m", heavy, alike);
}

/* "inconsistency in the units": lengths in mm change the correction of minimum norm, not that with
 * the mass as weight. */
Test(marques2017, minimum_norm_depends_on_the_unit_of_length)
{
    double x[2][CHECK_N], y[2][CHECK_N];

    begin_off(&s);
    for (int mm = 0; mm < 2; mm++) {
        const double scale = mm ? 1e-3 : 1.0; /* [m] */

        for (int j = 0; mm && j < s.n; j++)
            if (s.model->length[j]) {
                for (int i = 0; i < s.m; i++)
                    s.d[j * s.m + i] *= scale;
                s.mass[j * s.n + j] *= scale * scale;
            }
        minimum_norm(&s, x[mm]);
        weighted(&s, y[mm]);
        for (int j = 0; j < s.n; j++)
            if (s.model->length[j]) {
                x[mm][j] *= scale;
                y[mm][j] *= scale;
            }
    }
    for (int j = 0; j < s.n; j++)
        x[0][j] -= x[1][j], y[0][j] -= y[1][j];
    cr_expect(norm(s.n, x[0]) > 0.1 * norm(s.n, x[1]), "%g of %g", norm(s.n, x[0]),
              norm(s.n, x[1]));
    cr_expect(norm(s.n, y[0]) < 1e-9 * norm(s.n, y[1]), "%g of %g", norm(s.n, y[0]),
              norm(s.n, y[1]));
}

/* "cannot handle the problem of solving indetermination of the Lagrange multipliers": two sets of
 * penalty factors give one motion and two sets of multipliers. */
Test(marques2017, penalty_factors_choose_the_multipliers_of_redundant_rows)
{
    static double w[CHECK_NN];
    double a[2][CHECK_N], lambda[2][CHECK_N], right[CHECK_N], y[CHECK_N];

    begin(&s, "bricard");
    for (int k = 0; k < 2; k++) {
        double factor[CHECK_N];

        for (int i = 0; i < s.m; i++) {
            factor[i] = 1e5 * (k && i % 2 ? 100.0 : 1.0);
            y[i] = factor[i] * s.gamma[i];
        }
        transposed(&s, y, right);
        for (int j = 0; j < s.n; j++)
            right[j] += s.force[j];
        penalised(&s, factor, w);
        check_solve(s.n, s.n, w, right, a[k]);
        times(s.m, s.n, s.d, a[k], lambda[k]);
        for (int i = 0; i < s.m; i++)
            lambda[k][i] = factor[i] * (s.gamma[i] - lambda[k][i]);
    }
    for (int j = 0; j < s.n; j++)
        a[1][j] -= a[0][j];
    for (int i = 0; i < s.m; i++)
        lambda[1][i] -= lambda[0][i];
    cr_expect(norm(s.n, a[1]) < 1e-4 * norm(s.n, a[0]), "%g of %g", norm(s.n, a[1]),
              norm(s.n, a[0]));
    cr_expect(norm(s.m, lambda[1]) > 1e-2 * norm(s.m, lambda[0]), "%g of %g", norm(s.m, lambda[1]),
              norm(s.m, lambda[0]));
}

/* Residual of the start that Table 1 prints, in the rows of the model: the coupler's angle has the
 * loop open by more than 1 cm, the one that closes it leaves the last digits. */
Test(marques2017, table_1_does_not_close_the_loop)
{
    static const double printed[9] = {0.5,    0.8660, 1.0472, 2.8235, 2.5535,
                                      0.4332, 3.5735, 1.6875, 1.0042};

    begin(&s, "four-bar");
    memcpy(s.q, printed, sizeof printed);
    look(&s);
    cr_expect(check_norm(s.m, s.phi) > 0.01, "%g", check_norm(s.m, s.phi));
    s.q[5] = 0.4232;
    look(&s);
    cr_expect(check_norm(s.m, s.phi) < 5e-4, "%g", check_norm(s.m, s.phi));
}

/* Table 4: positions and velocities to the last printed digit; angular velocities in global axes */
Test(marques2017, table_4_meets_the_rows_to_its_digits)
{
    static const double q[21] = {0, 0,      0.0500,  1,      0,       0, 0,
                                 0, 0.0735, -0.0250, 0.8680, -0.4966, 0, 0,
                                 0, 0.1470, -0.1500, 1,      0,       0, 0};
    static const double v[18] = {-0.3142, 0, 0, 0, -6.2832, 0, -0.3142, 0, 0,
                                 0,       0, 0, 0, 0,       0, 0,       0, 0};
    const double c = 0.8680 * 0.8680 - 0.4966 * 0.4966, si = 2.0 * 0.8680 * -0.4966;
    double phidot[CHECK_N];

    begin(&s, "spatial-slider-crank");
    memcpy(s.q, q, sizeof q);
    memcpy(s.v, v, sizeof v);
    s.v[10] = -2.5133 * c; /* A' (0, -2.5133, 0) */
    s.v[11] = 2.5133 * si;
    look(&s);
    times(s.m, s.n, s.d, s.v, phidot);
    cr_expect(check_norm(s.m, s.phi) < 2e-4, "%g", check_norm(s.m, s.phi));
    cr_expect(check_norm(s.m, phidot) < 2e-4, "%g", check_norm(s.m, phidot));
}
