/* SPDX-License-Identifier: MIT */
/* bayo1996: what its study claims beyond the records (bench/studies/bayo1996.yaml). */
#include <criterion/criterion.h>
#include <math.h>

#include "tests/fixtures/models/problem_checks.h"
#include "tests/fixtures/probe.h"

static probe ran(const char *problem, const char *solver, double t_end)
{
    probe p = probe_alone(problem, solver, t_end);

    cr_assert(p.status == MB_OK, "%s on %s: %s", solver, problem, p.error.text);
    return p;
}

/* Without (20) alpha Phi is the multiplier.  Pendulum of unit mass, length and gravity with energy
 * 1/2: the row x^2 + y^2 - 1 carries lambda = (v^2 - y)/2 = (1 - 3 y)/2. */
Test(bayo1996, index3_without_multipliers_violates_by_lambda_over_alpha)
{
    const double alpha = 1e7;
    probe none =
        ran("pendulum-bayo", "ali3:alpha=1e7,multipliers=none/newmark:h=1e-3,tol=1e-14", 5.0);
    probe iterated = ran("pendulum-bayo", "ali3:alpha=1e7/newmark:h=1e-3,tol=1e-14", 5.0);
    double y = probe_output("pendulum-bayo", &none, "P.y"), lambda = (1.0 - 3.0 * y) / 2.0;

    cr_assert(fabs(none.lambda[0] - lambda) < 1e-4, "%g, %g", none.lambda[0], lambda);
    cr_assert(fabs(alpha * none.phi[0] - lambda) < 1e-3 * lambda, "%g, %g", alpha * none.phi[0],
              lambda);
    cr_assert(iterated.phi_max < 1e-14, "%g", iterated.phi_max);
}

/* Third example: "the number of degrees of freedom increases instantaneously from 1 to 3", of six
 * coordinates, where the rods lie on one line. */
Test(bayo1996, double_four_bar_has_three_freedoms_on_a_line)
{
    static const double flat[6] = {1.0, 0.0, 2.0, 0.0, 3.0, 0.0};
    mb_model *model = check_model("double-four-bar");
    double d[CHECK_NN], dense[CHECK_NN];

    cr_assert_eq(model->nv, 6);
    model->ops->jacobian(model, 0.0, model->q0, d);
    check_dense(&model->D, d, dense);
    cr_assert_eq(model->nv - check_rank(model->m, model->nv, dense), 1);
    model->ops->jacobian(model, 0.0, flat, d);
    check_dense(&model->D, d, dense);
    cr_assert_eq(model->nv - check_rank(model->m, model->nv, dense), 3);
    mb_model_destroy(model);
}

/* Fig. 6, top: peaks of 170 m/s2 at the tip.  With our start the first two peaks, which do not
 * depend on the step, are 177 and 171 m/s2 at 0.90 and 1.82 s; the largest of 10 s is above (more
 * so with smaller steps: the motion is chaotic), and within a factor of ten. */
Test(bayo1996, fig6_peaks_of_the_tip_acceleration, .timeout = 600)
{
    const char *problem = "five-bar-pendulum:coordinates=natural";
    mb_model *model = NULL;
    mb_solver *solver = NULL;
    mb_error err = {0};
    double peak = 0.0;
    int tip; /* its x among the coordinates: last point, then last vector */

    cr_assert_eq(mb_model_create(problem, &model, &err), MB_OK, "%s", err.text);
    cr_assert_eq(mb_solver_create(model, "ali3:alpha=1e7/newmark:h=8e-3,tol=1e-12", &solver, &err),
                 MB_OK, "%s", err.text);
    cr_assert_eq(mb_solver_start(solver, &err), MB_OK, "%s", err.text);
    tip = model->nq - 6;
    while (solver->state.t < 10.0) {
        const mb_state *x = &solver->state;
        const double *a = x->a + tip;
        double place[3];

        cr_assert_eq(mb_solver_step(solver, 10.0, &err), MB_OK, "%s", err.text);
        model->ops->outputs(model, x->t, x->q, x->v, x->a, x->lambda, place);
        for (int i = 0; i < 3; i++)
            cr_assert(fabs(place[i] - x->q[tip + i]) < 1e-12);
        peak = fmax(peak, sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]));
    }
    mb_solver_destroy(solver);
    mb_model_destroy(model);
    cr_assert(peak > 175.0 && peak < 1700.0, "%g m/s2, printed 170", peak);
}

/* ---- start values of (23) and (33) ------------------------------------------------------------
 */

/* x = (M + alpha D'D)^-1 b for n = 2, m = 1 */
static void solve(const double mass[2], const double d[2], double alpha, const double b[2],
                  double x[2])
{
    double a = mass[0] + alpha * d[0] * d[0], c = mass[1] + alpha * d[1] * d[1];
    double off = alpha * d[0] * d[1], det = a * c - off * off;

    x[0] = (c * b[0] - off * b[1]) / det;
    x[1] = (a * b[1] - off * b[0]) / det;
}

/* Passes of (21), (22) from sigma_0 = start alpha (D v* + Phi_t) */
static void passes(int n, double start, double v[2])
{
    const double mass[2] = {2.0, 0.5}, d[2] = {0.6, 0.8}, first[2] = {0.3, -0.7};
    const double alpha = 5.0, phi_t = 0.1;
    double sigma = start * alpha * (d[0] * first[0] + d[1] * first[1] + phi_t);

    v[0] = first[0];
    v[1] = first[1];
    for (int k = 0; k < n; k++) {
        const double b[2] = {mass[0] * first[0] - d[0] * (alpha * phi_t + sigma),
                             mass[1] * first[1] - d[1] * (alpha * phi_t + sigma)};

        solve(mass, d, alpha, b, v);
        sigma += alpha * (d[0] * v[0] + d[1] * v[1] + phi_t);
    }
}

/* (23): M v of the pass before on the right */
static void recursion(int n, double v[2])
{
    const double mass[2] = {2.0, 0.5}, d[2] = {0.6, 0.8}, alpha = 5.0, phi_t = 0.1;

    v[0] = 0.3;
    v[1] = -0.7;
    for (int k = 0; k < n; k++) {
        const double b[2] = {mass[0] * v[0] - d[0] * alpha * phi_t,
                             mass[1] * v[1] - d[1] * alpha * phi_t};

        solve(mass, d, alpha, b, v);
    }
}

/* (23) is (21), (22) from sigma_0 = 0, not from the sigma_0 = alpha Phi-dot that (24) prints. */
Test(bayo1996, eq24_recursion_starts_from_zero_multipliers)
{
    for (int n = 1; n <= 4; n++) {
        double v[2], zero[2], printed[2];

        recursion(n, v);
        passes(n, 0.0, zero);
        passes(n, 1.0, printed);
        cr_assert(fabs(v[0] - zero[0]) < 1e-14 && fabs(v[1] - zero[1]) < 1e-14, "pass %d", n);
        cr_assert(fabs(v[0] - printed[0]) > 1e-6, "pass %d", n);
    }
}

/* Table 1, last column, "% Increment in accuracy": quotients times 100 of the column of errors, the
 * first one upside down.  Increments would be 31.4 and 866.7 per cent. */
Test(bayo1996, table1_accuracy_column_is_of_quotients)
{
    const double standard = 0.0377, every100 = 0.0287, every10 = 0.0039;

    cr_assert(fabs(100.0 * every100 / standard - 76.13) < 0.005);
    cr_assert(fabs(100.0 * standard / every10 - 966.67) < 0.005);
    cr_assert(fabs(100.0 * (standard / every100 - 1.0) - 76.13) > 40.0);
    cr_assert(fabs(100.0 * (standard / every10 - 1.0) - 966.67) > 40.0);
}
