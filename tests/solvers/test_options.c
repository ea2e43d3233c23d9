/* SPDX-License-Identifier: MIT */
/* Options by which a reading of a paper is chosen: which iterate an iteration that diverges leaves,
 * what starts a correction, when coordinates follow, whose error control, which of two variables
 * goes first. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/probe.h"
#include "tests/fixtures/specs.h"

/* ---- divergence=before|last ----------------------------------------------------------------- */

/* A first step whose iteration diverges after a few passes */
static const struct {
    const char *formulation, *integrator;
    double h;
} diverging[] = {
    {"penalty:omega=600", "implicit-midpoint:h=5e-3", 5e-3},
    {"penalty:omega=600", "trapezoidal:h=1e-2", 1e-2},
    {"hamiltonian:omega=1,xi=100", "trapezoidal:h=0.1", 0.1},
    {"ali3:alpha=1e9", "newmark:h=1", 1.0},
    {"hamiltonian-newton:alpha=1e4,xi=1", "newmark:h=0.3", 0.3},
};

static probe first_step(size_t i, const char *options)
{
    char spec[256];

    snprintf(spec, sizeof spec, "%s/%s,tol=1e-7%s", diverging[i].formulation,
             diverging[i].integrator, options);
    return probe_run("double-four-bar", spec, diverging[i].h);
}

static double difference(const probe *x, const probe *y)
{
    double largest = 0.0;

    for (int i = 0; i < 4; i++)
        largest = fmax(largest, fabs(x->outputs[i] - y->outputs[i]));
    return largest;
}

static probe limited(size_t i, long passes)
{
    char limit[64];

    snprintf(limit, sizeof limit, ",iterations=%ld,divergence=last", passes);
    return first_step(i, limit);
}

/* With a limit of one pass less the iteration ends at the iterate before, and has not grown. */
Test(divergence, the_iterate_before_is_that_of_one_pass_less)
{
    for (size_t i = 0; i < sizeof diverging / sizeof *diverging; i++) {
        probe before = first_step(i, ""), last = first_step(i, ",divergence=last"), fewer;
        long passes = 1;

        cr_expect(last.status == MB_OK && before.counters.stopped == 1 &&
                      last.counters.stopped == 1,
                  "%zu: %s, %ld stopped", i, last.error.text, last.counters.stopped);
        for (probe p = limited(i, 1); passes < 50 && difference(&p, &last) > 0.0;)
            p = limited(i, ++passes);
        fewer = limited(i, passes - 1);
        cr_expect(passes > 1 && passes < 50, "%zu: %ld passes", i, passes);
        cr_expect(difference(&before, &fewer) < 1e-14, "%zu: %g", i, difference(&before, &fewer));
        cr_expect(difference(&before, &last) > 1e-7, "%zu: %g", i, difference(&before, &last));
    }
}

/* q, v and a after the first step of a run, and the accelerations at (q, v) */
typedef struct step_end {
    mb_model *model;
    mb_solver *solver;
    double a[32], lambda[32];
} step_end;

static step_end take_step(const char *problem, const char *spec)
{
    step_end s = {0};
    mb_error err = {0};

    cr_assert_eq(mb_model_create(problem, &s.model, &err), MB_OK, "%s", err.text);
    cr_assert(s.model->nv <= 32 && s.model->m <= 32);
    cr_assert_eq(mb_solver_create(s.model, spec, &s.solver, &err), MB_OK, "%s", err.text);
    cr_assert_eq(mb_solver_start(s.solver, &err), MB_OK, "%s", err.text);
    cr_assert_eq(mb_solver_step(s.solver, 10.0, &err), MB_OK, "%s", err.text);
    cr_assert_eq(mb_solver_acceleration(s.solver, s.a, s.lambda, &err), MB_OK, "%s", err.text);
    return s;
}

static void leave(step_end *s)
{
    mb_solver_destroy(s->solver);
    mb_model_destroy(s->model);
}

/* So are its accelerations and multipliers, which the penalty formulation forms for the pass that counts
 * alone: bit for bit, and without an evaluation more in the count */
Test(divergence, the_iterate_before_has_the_multipliers_of_one_pass_less)
{
    for (size_t i = 0; i < 2; i++) {
        char spec[256], fewer[320];
        step_end before, least;
        long evaluations;

        snprintf(spec, sizeof spec, "%s/%s,tol=1e-7", diverging[i].formulation,
                 diverging[i].integrator);
        before = take_step("double-four-bar", spec);
        evaluations = before.solver->counters.evaluations;
        snprintf(fewer, sizeof fewer, "%s,iterations=%ld,divergence=last", spec, evaluations - 1);
        least = take_step("double-four-bar", fewer);
        cr_expect(before.solver->counters.stopped == 1 && evaluations > 1, "%zu: %ld", i,
                  evaluations);
        cr_expect_eq(least.solver->counters.evaluations, evaluations - 1);
        cr_expect_arr_eq(before.solver->state.a, least.solver->state.a,
                         (size_t)before.model->nv * sizeof(double), "%zu", i);
        cr_expect_arr_eq(before.solver->state.lambda, least.solver->state.lambda,
                         (size_t)before.model->m * sizeof(double), "%zu", i);
        leave(&least);
        leave(&before);
    }
}

/* The last iterate has the accelerations of the one before: a_i = a(q_{i-1}, v_{i-1}). */
Test(divergence, the_last_iterate_follows_from_the_one_before)
{
    step_end before = take_step("double-four-bar", "penalty:omega=600/trapezoidal:h=1e-2,tol=1e-7");
    step_end last = take_step("double-four-bar",
                              "penalty:omega=600/trapezoidal:h=1e-2,tol=1e-7,divergence=last");

    for (int i = 0; i < before.model->nv; i++)
        cr_assert(fabs(last.solver->state.a[i] - before.a[i]) < 1e-10 * (1.0 + fabs(before.a[i])),
                  "%d: %.17g, %.17g", i, last.solver->state.a[i], before.a[i]);
    leave(&before);
    leave(&last);
}

/* Mean of the y component of the reaction at P1 over 0.2 s, the singular instant left out */
static double mean_reaction(double eta2)
{
    char problem[128];
    double sum = 0.0, outputs[PROBE_OUTPUTS];
    mb_model *model;
    mb_solver *solver;
    mb_error err = {0};
    int fy = -1;

    snprintf(problem, sizeof problem, "slider-crank-singular:start=singular,eta1=-2,eta2=%g", eta2);
    cr_assert_eq(mb_model_create(problem, &model, &err), MB_OK, "%s", err.text);
    for (int i = 0; i < model->noutputs; i++)
        if (strcmp(model->outputs[i].name, "P1.fy") == 0)
            fy = i;
    cr_assert(fy >= 0);
    cr_assert_eq(mb_solver_create(model,
                                  "penalty:alpha=1e7,omega=10,xi=1/"
                                  "trapezoidal:h=1e-3,tol=1e-7,divergence=last",
                                  &solver, &err),
                 MB_OK, "%s", err.text);
    cr_assert_eq(mb_solver_start(solver, &err), MB_OK, "%s", err.text);
    while (solver->state.t < 0.2) {
        const mb_state *x = &solver->state;

        cr_assert_eq(mb_solver_step(solver, 0.2, &err), MB_OK, "%s", err.text);
        model->ops->outputs(model, x->t, x->q, x->v, x->a, x->lambda, outputs);
        sum += outputs[fy];
    }
    sum /= (double)solver->counters.steps;
    mb_solver_destroy(solver);
    mb_model_destroy(model);
    return sum;
}

/* Against a dense program that solves (5) as printed and keeps the last iterate */
Test(divergence, gonzalez2016_fig4_with_the_last_iterate)
{
    static const struct {
        double eta2, known; /* [m/s], [N] */
    } points[] = {{0.0, 8.7}, {0.01, 10.2}, {0.05, 16.5}, {0.1, 28.8}, {0.2, 68.4}, {0.5, 178.8}};

    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        double mean = mean_reaction(points[i].eta2);

        cr_expect(fabs(mean - points[i].known) <= 0.05, "eta2 = %g: %g N, known %g N",
                  points[i].eta2, mean, points[i].known);
    }
}

/* ---- start=X of projections ----------------------------------------------------------------- */

/* Against an independent RK4 program of the four-bar that corrects by (41) and (49) only while
 * |Phi| and |D v| are above X; |.| the Euclidean norm over the rows */
Test(start, marques2017_means_on_the_four_bar)
{
    static const struct {
        const char *projection;
        double position, velocity, within; /* NaN: not known; half a unit of the last digit */
    } points[] = {
        {"start=1e-9", 2.9e-19, NAN, 0.05e-19},
        {"start=2e-9", 1.01e-18, 1.1e-18, 0.005e-18},
        {"start=3e-9", 2.4e-18, NAN, 0.05e-18},
    };

    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        char spec[128];
        probe p;

        snprintf(spec, sizeof spec, "lagrange/rk4:h=1e-3/direct-correction:%s",
                 points[i].projection);
        p = probe_run("four-bar", spec, 10.0);
        cr_expect(p.status == MB_OK && fabs(p.sq_mean - points[i].position) <= points[i].within,
                  "%s: %g m2, known %g", spec, p.sq_mean, points[i].position);
        cr_expect(isnan(points[i].velocity) || fabs(p.sqdot_mean - points[i].velocity) <= 0.05e-18,
                  "%s: %g, known %g", spec, p.sqdot_mean, points[i].velocity);
    }
}

/* Every projection: no violation above X stays, corrections are rare, and none is made below. */
Test(start, corrects_what_is_above_it_and_nothing_else)
{
    static const char *const projection[] = {"direct-correction", "weighted-direct-correction",
                                             "mass-orthogonal", "kkt-projection"};

    for (size_t i = 0; i < sizeof projection / sizeof *projection; i++) {
        char spec[128];
        probe p, none = probe_run("four-bar", "lagrange/rk4:h=1e-2", 2.0);

        snprintf(spec, sizeof spec, "lagrange/rk4:h=1e-2/%s:start=1e-6", projection[i]);
        p = probe_run("four-bar", spec, 2.0);
        cr_expect(p.status == MB_OK && p.phi_max <= 1e-6 && p.phidot_max <= 1e-6 &&
                      none.phi_max > 1e-5 && none.phidot_max > 1e-5,
                  "%s: %g, %g without, %g and %g with", spec, none.phi_max, none.phidot_max,
                  p.phi_max, p.phidot_max);
        cr_expect(p.counters.iterations > 0 && p.counters.iterations < p.counters.steps &&
                      p.counters.stopped == 0,
                  "%s: %ld passes in %ld steps", spec, p.counters.iterations, p.counters.steps);
        snprintf(spec, sizeof spec, "lagrange/rk4:h=1e-2/%s:start=1", projection[i]);
        p = probe_run("four-bar", spec, 2.0);
        cr_expect(p.counters.iterations == 0 && p.phi_max == none.phi_max && p.drift == none.drift,
                  "%s: %ld passes", spec, p.counters.iterations);
    }
}

/* A violation that no correction brings down ends at round-off, or is told. */
Test(start, below_round_off_a_correction_ends)
{
    static const char *const projection[] = {"direct-correction", "mass-orthogonal",
                                             "kkt-projection"};

    for (size_t i = 0; i < sizeof projection / sizeof *projection; i++) {
        char spec[128];
        probe p;

        snprintf(spec, sizeof spec, "lagrange/rk4:h=1e-2/%s:start=0", projection[i]);
        p = probe_run("four-bar", spec, 1.0);
        cr_expect(p.status == MB_OK && p.phi_max < 1e-14 && p.counters.unconverged == 0,
                  "%s: %g, %ld of %ld", spec, p.phi_max, p.counters.unconverged, p.counters.steps);
    }
}

Test(start, excludes_tol)
{
    refused("lagrange/rk4:h=1e-3/kkt-projection:start=1e-9,tol=1e-9", "exclude each other");
}

/* ---- dependent=evaluation|step -------------------------------------------------------------- */

/* The independent coordinates after a step are those of the unconstrained step of lagrange: as many
 * as there are freedoms; the others have moved onto the rows. */
Test(partitioning, dependent_coordinates_once_a_step)
{
    static const char *const problem[] = {"four-bar", "double-four-bar", "five-bar-pendulum"};

    for (size_t i = 0; i < sizeof problem / sizeof *problem; i++) {
        step_end plain = take_step(problem[i], "lagrange/rk4:h=0.02");
        step_end once = take_step(problem[i], "coordinate-partitioning:dependent=step/rk4:h=0.02");
        int same_v = 0, nv = plain.model->nv;
        double phi[64], largest = 0.0, open = 0.0;

        for (int k = 0; k < nv; k++) {
            const double *a = plain.solver->state.v, *b = once.solver->state.v;

            same_v += fabs(a[k] - b[k]) <= 1e-13 * (1.0 + fabs(a[k]));
        }
        plain.model->ops->phi(plain.model, 0.02, plain.solver->state.q, phi);
        for (int k = 0; k < plain.model->mh; k++)
            open = fmax(open, fabs(phi[k]));
        once.model->ops->phi(once.model, 0.02, once.solver->state.q, phi);
        for (int k = 0; k < once.model->mh; k++)
            largest = fmax(largest, fabs(phi[k]));
        cr_expect(same_v >= nv - once.model->m && same_v < nv, "%s: %d of %d velocities alike",
                  problem[i], same_v, nv);
        cr_expect(largest < 1e-12 && largest < 0.01 * open, "%s: %g m, %g m without", problem[i],
                  largest, open);
        leave(&plain);
        leave(&once);
    }
}

/* A quarter of the Newton passes of rk4, and still its order: the errors at 8 and 4 ms against the
 * reference in minimal coordinates */
Test(partitioning, once_a_step_keeps_the_order)
{
    probe each = probe_run("four-bar", "coordinate-partitioning/rk4:h=8e-3", 1.0);
    probe coarse = probe_run("four-bar", "coordinate-partitioning:dependent=step/rk4:h=8e-3", 1.0);
    probe fine = probe_run("four-bar", "coordinate-partitioning:dependent=step/rk4:h=4e-3", 1.0);

    cr_expect(coarse.status == MB_OK && fine.status == MB_OK);
    cr_expect(log2(coarse.error_max / fine.error_max) > 3.5, "%g, %g", coarse.error_max,
              fine.error_max);
    cr_expect(2 * coarse.counters.iterations < each.counters.iterations, "%ld, %ld",
              coarse.counters.iterations, each.counters.iterations);
}

/* ---- control=matlab ------------------------------------------------------------------------- */

/* Against a program of its own for x'' = -k x, y'' = -g - k y, k = (v^2 - g y)/(x^2 + y^2), with
 * the steps of ode45 as its authors describe them: accepted and failed steps, position at the
 * end */
Test(matlab, ode45_on_the_pendulum_step_by_step)
{
    static const struct {
        const char *options;
        double t_end;
        long steps, failed;
        double x, y; /* [m] */
    } runs[] = {
        {"tol=1e-3", 10.0, 69, 7, -0.794965280865, -0.90454704001},
        {"tol=1e-3,abstol=1e-6", 10.0, 69, 7, -0.794965280865, -0.90454704001},
        {"tol=1e-5,abstol=1e-3", 10.0, 71, 10, -0.586965782449, -0.97251005072},
        {"tol=1e-2,abstol=1e-2", 10.0, 32, 5, 1.65822211519, -2.11279132839},
        {"tol=1e-6,abstol=1e-9", 3.0, 93, 3, 0.17665414337, -0.984272692928},
        {"tol=1e-2,abstol=1", 2.0, 10, 0, -0.785146564219, -0.739731094674},
        {"tol=1e-3", 1e-3, 11, 0, -0.999999999988, -4.90499999998e-06},
    };

    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        char spec[128];
        probe p;

        snprintf(spec, sizeof spec, "lagrange/dormand-prince:control=matlab,%s", runs[i].options);
        p = probe_run("pendulum", spec, runs[i].t_end);
        cr_expect(p.status == MB_OK && p.counters.steps == runs[i].steps &&
                      p.counters.rejected == runs[i].failed,
                  "%s: %ld steps, %ld failed, known %ld and %ld", spec, p.counters.steps,
                  p.counters.rejected, runs[i].steps, runs[i].failed);
        cr_expect(fabs(probe_output("pendulum", &p, "P.x") - runs[i].x) < 1e-9 &&
                      fabs(probe_output("pendulum", &p, "P.y") - runs[i].y) < 1e-9,
                  "%s: %.12g, %.12g", spec, probe_output("pendulum", &p, "P.x"),
                  probe_output("pendulum", &p, "P.y"));
    }
}

Test(matlab, goes_with_tol_alone)
{
    refused("lagrange/dormand-prince:control=matlab,h=1e-3", "control=matlab needs tol=");
    refused("lagrange/dormand-prince:control=matlab", "h= (fixed step) or tol= (error-controlled)");
    refused("lagrange/dormand-prince:tol=1e-3,abstol=1e-6", "abstol belongs to control=matlab");
}

/* ---- semi-implicit Euler in canonical variables --------------------------------------------- */

/* Against a program of its own for (8) to (10) on the pendulum with two updates, p and I first */
Test(canonical, semi_implicit_euler_with_the_momenta_first)
{
    static const struct {
        double h, t_end, x, y, vx, vy; /* [s], [m], [m/s] */
    } runs[] = {
        {1e-3, 1.0, 0.97994092615, -0.19932218594, 0.31681315851, 1.5644965632},
        {1e-2, 0.5, -0.36461890307, -0.93165174678, 3.8070528146, -1.3909072449},
    };

    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        const char *const names[] = {"P.x", "P.y"};
        const double known[] = {runs[i].x, runs[i].y}, rates[] = {runs[i].vx, runs[i].vy};
        char spec[128];
        probe p;

        snprintf(spec, sizeof spec,
                 "hamiltonian:alpha=1e7,omega=1,xi=100,updates=2/semi-implicit-euler:h=%g",
                 runs[i].h);
        p = probe_run("pendulum", spec, runs[i].t_end);
        cr_assert(p.status == MB_OK, "%s", p.error.text);
        for (int k = 0; k < 2; k++) {
            double x = probe_output("pendulum", &p, names[k]);
            double v = probe_rate("pendulum", &p, names[k]);

            cr_expect(fabs(x - known[k]) < 1e-8 && fabs(v - rates[k]) < 1e-8, "%s: %.12g, %.12g",
                      names[k], x, v);
        }
    }
}
