/* SPDX-License-Identifier: MIT */
/* Observed orders: on every mechanism, in every kind of its coordinates, half the step lowers the
 * energy error (the error of the balance where work is done) and the error against the reference by
 * 2^4 with the classical Runge-Kutta method.  Prints the table. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/audit/audit.h"

static const char LAGRANGE[] = "lagrange/rk4:h=%.17g";
/* for redundant rows */
static const char AUGMENTED[] =
    "augmented-lagrangian:alpha=1e5,omega=10,xi=1,tol=1e-12/rk4:h=%.17g/mass-orthogonal";

/* Steps at which the errors are far above round-off.  The audit integrates the work of a drive from
 * multipliers at the steps with an order of its own, 3, which is what the balance of driven-crank
 * then shows. */
static const struct row {
    const char *problem;
    double h, t_end, energy_order;
} row[] = {
    {"four-bar", 4e-3, 2.0, 4.0},
    {"double-four-bar", 4e-3, 0.6, 4.0},
    {"n-four-bar:N=5", 4e-3, 0.6, 4.0},
    {"slider-crank-singular", 4e-3, 0.35, 4.0},
    {"pendulum", 1e-2, 2.0, 4.0},
    {"pendulum-bayo", 4e-2, 10.0, 4.0},
    {"double-pendulum-bayo", 4e-3, 1.0, 4.0},
    {"double-pendulum-welch", 1e-2, 2.0, 4.0},
    {"slider-crank-welch", 4e-3, 1.0, 4.0},
    {"triple-pendulum", 4e-3, 1.0, 4.0},
    {"triple-pendulum:start=large", 2e-3, 0.5, 4.0},
    {"driven-crank", 4e-3, 1.0, 3.0},
    {"chaplygin-sleigh", 4e-2, 5.0, 4.0},
    {"n-link-pendulum", 4e-3, 1.0, 4.0},
    {"n-link-pendulum:N=4", 4e-3, 1.0, 4.0},
    {"n-link-pendulum:dimension=spatial", 2e-3, 0.4, 4.0},
    {"andrews-squeezer", 2e-5, 0.03, 4.0},
    {"andrews-squeezer:coordinates=angles", 2e-5, 0.03, 4.0},
    {"andrews-squeezer:spring=K4,stiffness=1e6", 1e-5, 0.02, 4.0},
    {"andrews-squeezer:coordinates=angles,spring=K6,stiffness=1e6", 1e-5, 0.02, 4.0},
    {"rotary-pendulum", 1e-3, 1.0, 4.0},
    {"rotary-pendulum:coordinates=body", 1e-3, 1.0, 4.0},
    {"rotary-pendulum:coordinates=euler", 1e-3, 1.0, 4.0},
    {"heavy-top", 2e-3, 0.4, 4.0},
    {"heavy-top:coordinates=euler", 2e-3, 0.4, 4.0},
    {"five-bar-pendulum", 2e-3, 0.4, 4.0},
    {"five-bar-pendulum:coordinates=euler", 2e-3, 0.4, 4.0},
    {"five-bar-pendulum:coordinates=natural", 2e-3, 0.4, 4.0},
    {"spatial-slider-crank", 1e-3, 0.4, 4.0},
    {"spatial-slider-crank:coordinates=euler", 1e-3, 0.4, 4.0},
    {"iftomm-slider-crank", 2e-3, 0.4, 4.0},
    {"iftomm-slider-crank:coordinates=euler", 2e-3, 0.4, 4.0},
    {"bricard", 4e-3, 1.0, 4.0},
    {"bricard:coordinates=euler", 4e-3, 1.0, 4.0},
    {"bricard:coordinates=natural", 2e-2, 1.0, 4.0},
    {"three-link-pendulum", 4e-3, 1.0, 4.0},
    {"three-link-pendulum:coordinates=euler", 4e-3, 1.0, 4.0},
    {"flyball-governor", 1e-4, 0.2, 4.0},
    {"flyball-governor:coordinates=euler", 1e-4, 0.2, 4.0},
    {"epicyclic-gears", 1e-2, 1.0, 4.0},
    {"epicyclic-gears:coordinates=euler", 1e-2, 1.0, 4.0},
    {"iltis-suspension", 2e-3, 0.4, 4.0},
    {"iltis-suspension:coordinates=euler", 2e-3, 0.4, 4.0},
    {"cart-pole-light:cart=0.1", 2e-3, 1.0, 4.0},
    {"delta-robot", 1e-3, 0.2, 4.0},
    {"door", 4e-2, 2.0, 4.0},
    {"double-wishbone", 1e-3, 0.15, 4.0},
    {"dzhanibekov", 1e-2, 1.0, 4.0},
    {"four-bar-spring", 8e-3, 1.0, 4.0},
    {"jansen-leg", 4e-3, 1.0, 4.0},
    {"mass-ratio-chain", 2e-3, 0.3, 4.0},
    {"mcpherson-strut", 1e-3, 0.1, 4.0},
    {"parallel-leg", 2e-4, 0.1, 4.0},
    {"peaucellier", 4e-3, 1.0, 4.0},
    {"rolling-disc", 4e-3, 0.5, 4.0},
    {"rssr", 2e-3, 0.4, 4.0},
    {"scissor-lift", 4e-3, 1.0, 4.0},
    {"stewart-platform", 5e-4, 0.1, 4.0},
    {"watt-six-bar", 1e-3, 0.4, 4.0},
};
enum { ROWS = sizeof row / sizeof *row };

static bool redundant(const mb_model *model)
{
    return model->rank < model->m;
}

/* Largest energy error and error against the reference of a run with step h */
static void audited(const char *problem, double h, double t_end, double *energy, double *error)
{
    mb_result *result = mb_results_map(1);
    mb_arena *arena = mb_arena_create();
    mb_error err = {0};
    char spec[MB_SPEC_SIZE];
    mb_solver *solver;
    mb_audit *audit;
    mb_model *model;

    cr_assert(result && mb_model_create(problem, &model, &err) == MB_OK, "%s", err.text);
    snprintf(spec, sizeof spec, redundant(model) ? AUGMENTED : LAGRANGE, h);
    cr_assert(mb_solver_create(model, spec, &solver, &err) == MB_OK, "%s: %s", problem, err.text);
    mb_result_clear(result);
    cr_assert(mb_audit_create(model, &(mb_audit_plan){.h = h, .t_end = t_end}, arena, result,
                              &audit, &err) == MB_OK,
              "%s", err.text);
    cr_assert(mb_solver_start(solver, &err) == MB_OK);
    cr_assert(mb_audit_start(audit, solver, &err) == MB_OK);
    while (solver->state.t < t_end) {
        cr_assert(mb_solver_step(solver, t_end, &err) == MB_OK, "%s: %s", problem, err.text);
        cr_assert(mb_audit_step(audit, solver, &err) == MB_OK, "%s", err.text);
    }
    *energy = result->energy.max_abs;
    *error = result->error_max;
    mb_solver_destroy(solver);
    mb_model_destroy(model);
    mb_arena_destroy(arena);
    mb_results_unmap(result, 1);
}

Test(orders, half_the_step_lowers_the_errors_of_every_mechanism, .timeout = 600)
{
    printf("%-60s %-7s %-9s %-6s %-9s %s\n", "mechanism, rk4", "h", "energy", "order", "error",
           "order");
    for (int i = 0; i < ROWS; i++) {
        double energy[2], error[2], order[2];

        for (int j = 0; j < 2; j++)
            audited(row[i].problem, row[i].h / (1 << j), row[i].t_end, &energy[j], &error[j]);
        order[0] = log2(energy[0] / energy[1]);
        order[1] = log2(error[0] / error[1]);
        printf("%-60s %-7g %-9.2g %-6.2f %-9.2g %.2f\n", row[i].problem, row[i].h, energy[0],
               order[0], error[0], order[1]);
        cr_expect(isfinite(order[0]) && order[0] > row[i].energy_order - 0.4,
                  "%s: order %.2f of the energy", row[i].problem, order[0]);
        cr_expect(isfinite(order[1]) && order[1] > 3.6, "%s: order %.2f of the error",
                  row[i].problem, order[1]);
    }
}

Test(orders, table_has_every_mechanism)
{
    int n;
    const mb_problem *const *problems = mb_problems(&n);

    for (int p = 0; p < n; p++) {
        const size_t length = strlen(problems[p]->name);
        bool found = false;

        for (int i = 0; i < ROWS; i++)
            found = found || (strncmp(row[i].problem, problems[p]->name, length) == 0 &&
                              strchr(":", row[i].problem[length]));
        cr_expect(found, "%s", problems[p]->name);
    }
}
