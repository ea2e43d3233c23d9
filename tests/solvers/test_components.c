/* SPDX-License-Identifier: MIT */
/* Orders of positions, velocities and multipliers, each on its own, of every formulation with every
 * integrator that takes a fixed step, on the simple pendulum released at the height of its pivot.
 * With phi from down, phi' = sqrt(2 g cos phi) until it turns, and the rod's force is 3 g cos phi:
 * both follow from the position of the reference, and so do the errors. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/references/reference.h"
#include "tests/fixtures/probe.h"

enum { POSITION, VELOCITY, MULTIPLIER, COMPONENTS };

static const double G = 9.81;
static const char *const component[COMPONENTS] = {"position", "velocity", "multiplier"};

typedef struct errors {
    double of[COMPONENTS];
} errors;

/* a and lambda at the end of the step, as the audit takes them */
static mb_status end_values(mb_solver *solver, mb_error *err)
{
    mb_state *x = &solver->state;

    if (solver->integrator->end_acceleration && !solver->formulation->one_step.inner_acceleration)
        return MB_OK;
    return mb_solver_acceleration(solver, x->a, x->lambda, err);
}

static void compare(const mb_solver *solver, const double *exact, errors *e)
{
    const mb_state *x = &solver->state;
    double speed = sqrt(-2.0 * G * exact[1]), d[2], force;

    solver->model->ops->jacobian(solver->model, x->t, x->q, d);
    force = fabs(x->lambda[0]) * hypot(d[0], d[1]);
    e->of[POSITION] = fmax(e->of[POSITION], hypot(x->q[0] - exact[0], x->q[1] - exact[1]));
    e->of[VELOCITY] =
        fmax(e->of[VELOCITY], hypot(x->v[0] + speed * exact[1], x->v[1] - speed * exact[0]));
    e->of[MULTIPLIER] = fmax(e->of[MULTIPLIER], fabs(force + 3.0 * G * exact[1]));
}

/* Largest errors from 0.5 s, when the start has died out, to 1 s, before the pendulum turns */
static errors run(const char *spec)
{
    mb_arena *arena = mb_arena_create();
    errors e = {{0.0, 0.0, 0.0}};
    mb_reference_run *reference;
    mb_solver *solver = NULL;
    mb_model *model = NULL;
    mb_error err = {0};
    mb_status status = MB_OK;
    double exact[2];

    MB_TRY(mb_model_create("pendulum", &model, &err));
    MB_TRY(mb_reference_start(model, arena, &reference, &err));
    MB_TRY(mb_solver_create(model, spec, &solver, &err));
    MB_TRY(mb_solver_start(solver, &err));
    while (solver->state.t < 1.0) {
        MB_TRY(mb_solver_step(solver, 1.0, &err));
        if (solver->state.t < 0.5)
            continue;
        MB_TRY(end_values(solver, &err));
        mb_reference_at(reference, solver->state.t, exact);
        compare(solver, exact, &e);
    }
done:
    cr_assert(status == MB_OK, "%s: %s", spec, err.text);
    mb_solver_destroy(solver);
    mb_model_destroy(model);
    mb_arena_destroy(arena);
    return e;
}

/* Whether lambda of the state is a function of (t, q, v) at the end of a step, as in index 1 and
 * where the accelerations are projected.  It is the mean over the step, off by h lambda'/2, where
 * it is constant within it (welch2007 eqs (43), (44)) and where it is a difference of its integral
 * (gonzalez2016 eq. (10)), and RATTLE's is that of half a step.  In Radau IIA it is of order 3
 * (Hairer & Wanner II, VII.4 Table 4.1), in generalized-alpha and HHT of order 2 (Arnold & Bruls
 * 2007). */
static double multiplier_order(const mb_formulation *f, const mb_integrator *integrator)
{
    const char *const mean[] = {"algebraic", "hamiltonian", "hamiltonian-newton", "rattle"};

    for (int i = 0; i < 4; i++)
        if (strcmp(f->name, mean[i]) == 0)
            return 1.0;
    return strcmp(integrator->name, "radau5") == 0 ? 3.0 : integrator->order;
}

/* Parameters with which a formulation's own errors and gains stay below those of the steps looked
 * at, and do not depend on h; multipliers of an augmented Lagrangian are known to alpha eps */
static const char *mild(const mb_formulation *f)
{
    static const char *const row[][2] = {{"penalty", ":alpha=1e8,omega=1"},
                                         {"augmented-lagrangian", ":alpha=1e4,tol=1e-13"},
                                         {"ali1", ":alpha=1e4,tol=1e-13"},
                                         {"hamiltonian", ":xi=10"},
                                         {"fuzzy", ":kp=1,kd=0.1,ku=100"}};

    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (strcmp(f->name, row[i][0]) == 0)
            return row[i][1];
    return "";
}

static errors errors_at(const mb_formulation *f, const mb_integrator *integrator, double h)
{
    int tol = mb_param_index(integrator->params, "tol");
    char spec[MB_SPEC_SIZE];

    snprintf(spec, sizeof spec, "%s%s/%s:h=%.17g%s", f->name, mild(f), integrator->name, h,
             tol >= 0 && isfinite(integrator->params[tol].value) ? ",tol=1e-14" : "");
    return run(spec);
}

/* At least the orders of the theory; some pairs do better on a pendulum, whose speed and force
 * follow from its height */
static void check(const mb_formulation *f, const mb_integrator *integrator)
{
    double h = integrator->order >= 4 ? 0.02 : 2.5e-3;
    errors coarse = errors_at(f, integrator, h), fine = errors_at(f, integrator, 0.5 * h);
    double theory[COMPONENTS] = {integrator->order, integrator->order,
                                 multiplier_order(f, integrator)};

    for (int i = 0; i < COMPONENTS; i++) {
        double order = log2(coarse.of[i] / fine.of[i]);

        cr_expect(isfinite(order) && order > theory[i] - 0.2, "%s/%s: %s of order %.2f, not %g",
                  f->name, integrator->name, component[i], order, theory[i]);
    }
}

Test(components, positions_velocities_and_multipliers_have_their_orders, .timeout = 600)
{
    int formulations, integrators, pairs = 0;
    const mb_formulation *const *f = mb_formulations(&formulations);
    const mb_integrator *const *integrator = mb_integrators(&integrators);

    for (int i = 0; i < formulations; i++)
        for (int k = 0; k < integrators; k++) {
            if (!(integrator[k]->families & f[i]->family) ||
                (integrator[k]->smooth && f[i]->stepwise) ||
                mb_param_index(integrator[k]->params, "h") < 0)
                continue;
            if (strcmp(f[i]->name, "penalty") == 0 && integrator[k]->order >= 4)
                continue; /* its elasticity is above the errors of steps that show the order */
            check(f[i], integrator[k]);
            pairs++;
        }
    cr_assert(pairs >= 70, "%d pairs", pairs);
}

/* A step's error is C h^(k+1) and is kept at the tolerance, so that the number of steps goes with
 * tol^(-1/(k+1)): the order k of integrators that take no fixed step, and of the estimates of those
 * that do, which are of the embedded method's order */
Test(components, steps_go_with_the_tolerance_as_the_order_says)
{
    static const struct {
        const char *spec;
        double order, tol;
    } row[] = {
        {"lagrange/bdf:order=1", 1.0, 1e-6},      {"lagrange/bdf:order=2", 2.0, 1e-6},
        {"lagrange/adams:order=1", 1.0, 1e-6},    {"lagrange/adams:order=2", 2.0, 1e-6},
        {"ggl/ida:order=1", 1.0, 1e-6},           {"ggl/ida:order=2", 2.0, 1e-6},
        {"lagrange/dormand-prince:", 4.0, 1e-10}, {"lagrange/arkode:order=5", 4.0, 1e-10},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        double steps[2], order;

        for (int k = 0; k < 2; k++) {
            char spec[MB_SPEC_SIZE];
            size_t length = strlen(row[i].spec);
            probe p;

            snprintf(spec, sizeof spec, "%s%stol=%g", row[i].spec,
                     row[i].spec[length - 1] == ':' ? "" : ",", k ? 1e-3 * row[i].tol : row[i].tol);
            p = probe_alone("pendulum", spec, 2.0);
            cr_assert(p.status == MB_OK, "%s: %s", spec, p.error.text);
            steps[k] = (double)p.counters.steps;
        }
        order = log(1e3) / log(steps[1] / steps[0]) - 1.0;
        cr_expect(fabs(order - row[i].order) < 0.2, "%s: %g to %g steps, order %.2f", row[i].spec,
                  steps[0], steps[1], order);
    }
}
