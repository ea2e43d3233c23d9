/* SPDX-License-Identifier: MIT */
/* Every composition's accuracy: converges with its order, errors follow the tolerance, projections
 * leave round-off, linear solvers agree. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fixtures/compositions.h"
#include "tests/fixtures/probe.h"

/* Parameters with which a formulation's own errors and gains stay below those of the steps looked
 * at, and do not depend on h */
static const char *mild(const mb_formulation *formulation)
{
    if (strcmp(formulation->name, "penalty") == 0)
        return ":alpha=1e8,omega=1";
    if (strcmp(formulation->name, "hamiltonian") == 0)
        return ":xi=10";
    return strcmp(formulation->name, "fuzzy") == 0 ? ":kp=1,kd=0.1,ku=100" : "";
}

/* A double pendulum, smooth up to t = 1 s: in natural coordinates where the method needs their
 * discrete gradients.  Choices of independent coordinates change at the ends of steps, so at times
 * that vary with h; the single pendulum has few of them. */
static const char *smooth_problem(const parts *p)
{
    if (p->formulation->terms >> MB_TERM_DISCRETE_GRADIENT & 1u)
        return "double-pendulum-bayo";
    return p->integrator->order > 4 && p->formulation->settle ? "pendulum"
                                                              : "double-pendulum-welch";
}

/* Largest error of outputs up to t = 1 s */
static double error_at(const parts *p, double h)
{
    const mb_param *params = p->integrator->params;
    int tol = mb_param_index(params, "tol");
    char spec[MB_SPEC_SIZE];
    probe result;

    snprintf(spec, sizeof spec, "%s%s/%s:h=%.17g%s", p->formulation->name, mild(p->formulation),
             p->integrator->name, h, tol >= 0 && isfinite(params[tol].value) ? ",tol=1e-14" : "");
    result = probe_run(smooth_problem(p), spec, 1.0);
    return result.status == MB_OK ? result.error_max : (double)NAN;
}

/* Order between the two smallest steps whose errors stand above round-off, which is where they no
 * longer fall to a fourth: a pair with small error coefficients comes down to its order slowly */
static double smallest_steps(const parts *p, double h)
{
    double error = error_at(p, h), order = NAN, half;

    while ((half = error_at(p, h /= 2.0)) > 3e-13 && half < 0.25 * error) {
        order = log2(error / half);
        error = half;
    }
    return order;
}

static void check_order(const parts *p, void *context)
{
    int *count = context;
    double h, order;

    if (p->projection || p->linsolver || !goes_together(p) ||
        mb_param_index(p->integrator->params, "h") < 0)
        return;
    if (strcmp(p->formulation->name, "penalty") == 0 && p->integrator->order > 4)
        return; /* its elasticity, 3e-8, is above the errors of steps that show the order */
    h = p->integrator->order >= 4 ? 0.05 : p->integrator->order == 2 ? 2e-3 : 1e-3;
    order = p->integrator->order > 4 ? smallest_steps(p, h)
                                     : log2(error_at(p, h) / error_at(p, h / 2.0));
    cr_assert(isfinite(order) && fabs(order - p->integrator->order) <= 0.2, "%s/%s: order %.3f",
              p->formulation->name, p->integrator->name, order);
    ++*count;
}

Test(compositions, observed_order_is_the_stated_one, .timeout = 600)
{
    int count = 0;

    for_each(check_order, &count);
    cr_assert(count >= 30, "%d pairs", count);
}

Test(arkode, has_the_order_asked_for)
{
    static const struct {
        const char *problem, *spec[2];
        double t_end, order;
    } row[] = {
        {"double-pendulum-welch",
         {"lagrange/arkode:h=0.025,order=4", "lagrange/arkode:h=0.0125,order=4"},
         1.0,
         4.0},
        {"double-pendulum-welch",
         {"lagrange/arkode:h=0.05,order=5", "lagrange/arkode:h=0.025,order=5"},
         1.0,
         5.0},
        {"double-pendulum-welch",
         {"lagrange/arkode:h=0.025,order=6", "lagrange/arkode:h=0.0125,order=6"},
         1.0,
         6.0},
        {"triple-pendulum",
         {"lagrange/arkode:h=0.04,order=8", "lagrange/arkode:h=0.02,order=8"},
         2.0,
         8.0},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        probe coarse = probe_run(row[i].problem, row[i].spec[0], row[i].t_end);
        probe fine = probe_run(row[i].problem, row[i].spec[1], row[i].t_end);
        double order = log2(coarse.error_max / fine.error_max);

        cr_assert(isfinite(order) && fabs(order - row[i].order) <= 0.2, "%s: order %.3f",
                  row[i].spec[0], order);
    }
}

static void check_tolerance(const parts *p, void *context)
{
    static const char *const tol[] = {"1e-4", "1e-5", "1e-6", "1e-7"};
    int *count = context;
    double error[4];

    if (p->projection || p->linsolver || !error_controlled(p->integrator) || !goes_together(p) ||
        strcmp(p->formulation->name, "penalty") == 0)
        return;
    for (int i = 0; i < 4; i++) {
        char spec[MB_SPEC_SIZE];
        probe result;

        snprintf(spec, sizeof spec, "%s/%s:tol=%s", p->formulation->name, p->integrator->name,
                 tol[i]);
        result = probe_run("double-pendulum-welch", spec, 1.0);
        if (result.status == MB_NOT_APPLICABLE) /* for a reason, as run_twice has seen */
            return;
        cr_assert(result.status == MB_OK, "%s: %s", spec, result.error.text);
        error[i] = result.error_max;
        /* errors of a run gather what the tolerance allows in each step */
        cr_assert(isfinite(error[i]) && error[i] < 300.0 * strtod(tol[i], NULL), "%s: error %g",
                  spec, error[i]);
    }
    cr_assert(error[3] < error[0] / 50.0, "%s/%s: %g to %g", p->formulation->name,
              p->integrator->name, error[0], error[3]);
    ++*count;
}

Test(compositions, errors_fall_with_the_tolerance, .timeout = 600)
{
    int count = 0;

    for_each(check_tolerance, &count);
    cr_assert(count >= 12, "%d pairs", count);
}

Test(dormand_prince, error_falls_with_the_tolerance)
{
    double before = 1.0;

    for (int k = 4; k <= 12; k += 2) {
        char spec[MB_SPEC_SIZE];
        probe p;

        snprintf(spec, sizeof spec, "lagrange/dormand-prince:tol=1e-%d/kkt-projection", k);
        p = probe_run("double-pendulum-welch", spec, 5.0);
        cr_assert(p.status == MB_OK, "%s", p.error.text);
        cr_assert(p.t == 5.0 && p.phi_max < 1e-13);
        /* global errors in proportion to the local ones (Hairer, Norsett & Wanner II.3) */
        cr_assert(p.error_max < before / 20.0, "%s: %g after %g", spec, p.error_max, before);
        cr_assert(p.error_max < 1e3 * pow(10.0, -k), "%s: %g", spec, p.error_max);
        before = p.error_max;
    }
}

/* A projection that a spec names acts: rows are met to round-off, with those of rotations and those
 * without a Phi too */
static void check_projection(const parts *p, void *context)
{
    static const struct {
        const char *problem;
        double t_end;
    } row[] = {{"four-bar", 1.0}, {"spatial-slider-crank", 0.1}, {"epicyclic-gears", 0.05}};
    char spec[MB_SPEC_SIZE];

    (void)context;
    if (!p->projection || p->linsolver || p->formulation->projects || !goes_together(p))
        return;
    spell(p, 2e-3, spec);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        probe result = probe_run(row[i].problem, spec, row[i].t_end);

        if (result.status == MB_NOT_APPLICABLE) /* for a reason, as run_twice has seen */
            continue;
        cr_assert(result.status == MB_OK, "%s, %s: %s", row[i].problem, spec, result.error.text);
        cr_assert(isfinite(result.phi_max) && result.phi_max < 1e-13, "%s, %s: |Phi| %g",
                  row[i].problem, spec, result.phi_max);
        cr_assert(isfinite(result.phidot_max) && result.phidot_max < 1e-12, "%s, %s: |D v| %g",
                  row[i].problem, spec, result.phidot_max);
    }
}

Test(compositions, projections_leave_round_off_only, .timeout = 600)
{
    for_each(check_projection, NULL);
}

static void check_linsolver(const parts *p, void *context)
{
    parts dense = *p;
    char spec[MB_SPEC_SIZE], other[MB_SPEC_SIZE];
    probe a, b;

    (void)context;
    if (!p->linsolver || strcmp(p->integrator->name, "heun") != 0)
        return;
    dense.linsolver = mb_linsolvers(&(int){0})[0];
    spell(p, 5e-3, spec);
    spell(&dense, 5e-3, other);
    a = probe_run("n-four-bar:N=12", spec, 0.5);
    if (a.status == MB_NOT_APPLICABLE)
        return;
    b = probe_run("n-four-bar:N=12", other, 0.5);
    cr_assert(a.status == MB_OK && b.status == MB_OK, "%s: %s%s", spec, a.error.text, b.error.text);
    for (int i = 0; i < 4; i++)
        cr_assert(isfinite(a.outputs[i]) && fabs(a.outputs[i] - b.outputs[i]) < 1e-8,
                  "%s: output %d %.15g, dense %.15g", spec, i, a.outputs[i], b.outputs[i]);
}

Test(compositions, linear_solvers_agree, .timeout = 600)
{
    for_each(check_linsolver, NULL);
}
