/* SPDX-License-Identifier: MIT */
/* Newton's iteration of one-step methods on the index-3 equations: the formulation is the method
 * (its formulas and its Newton matrix), this is the step and the loop,
 *
 *     open (first iterate), pass until it has converged, close (state at the end)
 *
 * by the correction of q of a pass: with a given tol its norm relative to 1 + |q|, else as
 * solvers/steps/convergence.h says.  Hence the name: there is no integration formula in it.  An
 * iteration ends before that when its corrections no longer shrink.  Below the floor of round-off
 * it has converged; above, or at the limit of passes, it is counted as stopped, and the step goes
 * on if the last correction was at most `accept`, else the run ends as diverged: such a step has
 * not met the constraints. */
#include <math.h>

#include "base/vector.h"
#include "solvers/corrections/projection.h"
#include "solvers/scales/reach.h"
#include "solvers/scales/size.h"
#include "solvers/steps/convergence.h"
#include "solvers/steps/explicit_rk.h"
#include "solvers/steps/step.h"

static const mb_param params[] = {
    MB_STEP_PARAM,
    MB_REAL("tol", NAN, "1 + |q|", .min = 0.0, .above_min = true, .max = 1.0,
            .doc = MB_OWN_TOLERANCE_DOC("correction of q that ends the iteration")),
    MB_NEWTON_LIMIT_PARAMS(1e-6, "1 + |q|"),
    {0},
};

/* The largest correction that ends an iteration without a given tolerance */
static const double LEAST = 1e-10;

/* Corrections may grow in the first passes, far from the solution. */
enum { FREE_PASSES = 3 };

typedef struct state {
    mb_convergence convergence;
    double accept;
    long iterations;
} state;

static mb_status setup(mb_solver *solver, mb_error *err)
{
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->integrator_data = s;
    mb_convergence_setup(&s->convergence, mb_value(params, &solver->integrator_values, "tol"),
                         LEAST);
    s->accept = mb_value(params, &solver->integrator_values, "accept");
    s->iterations = lround(mb_value(params, &solver->integrator_values, "iterations"));
done:
    return status;
}

/* Adds a correction dx that led to q; *change: its size, relative to that of q */
static mb_iteration_state judge(mb_solver *solver, mb_convergence *c, const double *dx, double t,
                                const double *q, double *change)
{
    const mb_model *model = solver->model;

    if (!c->given) {
        *change = mb_size(solver, dx) / (1.0 + mb_size_of_positions(solver, q));
        return mb_convergence_of_positions(solver, c, dx, t, q);
    }
    *change = mb_norm(dx, model->nv) / (1.0 + mb_norm(q, model->nq));
    return mb_convergence_add(c, *change, 1.0);
}

static mb_status iterate(mb_solver *solver, double h, double t_new, mb_error *err)
{
    state *s = solver->integrator_data;
    const double *dx, *q = solver->state.q;
    double change = INFINITY;
    mb_iteration_state iteration;
    mb_status status = MB_OK;

    mb_convergence_begin(&s->convergence);
    for (long i = 0; i < s->iterations; i++) {
        MB_TRY(solver->formulation->one_step.pass(solver, h, t_new, &dx, &q, err));
        solver->counters.iterations++;
        iteration = judge(solver, &s->convergence, dx, t_new, q, &change);
        if (iteration == MB_GROWS && i < FREE_PASSES && isfinite(change))
            iteration = MB_GOES_ON;
        mb_convergence_observe(solver, &s->convergence, iteration, s->iterations, q);
        if (iteration == MB_CONVERGED)
            goto done;
        if (!isfinite(change)) {
            status = mb_fail(err, MB_NON_FINITE, "a Newton correction is not finite at t = %.9g s",
                             t_new);
            goto done;
        }
        if (iteration == MB_GROWS)
            break;
    }
    mb_not_converged(solver);
    MB_TRY(mb_check_reach(solver, MB_OPEN, t_new, q, solver->state.q, err));
    if (change > s->accept)
        status = mb_fail(err, MB_DIVERGED,
                         "Newton's iteration diverges at t = %.9g s: its last correction is %.3g",
                         t_new, change);
done:
    return status;
}

static mb_status step(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_formulation *f = solver->formulation;
    mb_state *x = &solver->state;
    mb_status status = MB_OK;

    MB_TRY(f->one_step.open(solver, h, t_new, err));
    MB_TRY(iterate(solver, h, t_new, err));
    MB_TRY(f->one_step.close(solver, h, t_new, err));
    MB_TRY(mb_project(solver, t_new, x->q, x->v, NULL, err));
done:
    return status;
}

const mb_integrator mb_integrator_newton = {
    .name = "newton",
    .title = "one implicit step of the formulation's own, by Newton's iteration",
    .source = "Arnold & Bruls, Multibody System Dynamics 18 (2007) 185-202",
    .params = params,
    .families = MB_ONE_STEP,
    .order = 2,
    .end_acceleration = true,
    .setup = setup,
    .step = step,
};
