/* SPDX-License-Identifier: MIT */
#include "solvers/sundials/arkstep.h"

#include <math.h>

#include "solvers/steps/step.h"
#include "solvers/sundials/sundials.h"

/* Newton's method where the step is fixed, so that a failure cannot be met by a smaller one:
 * relative and absolute tolerance, and passes (the library's 3 are made for error control). */
static const double NEWTON_TOL = 1e-10;
enum { NEWTON_PASSES = 10 };

typedef struct state {
    mb_sundials sun; /* first: the package's functions know it only */
    bool is_explicit;
} state;

static int restart(mb_sundials *sun)
{
    const state *s = (const state *)sun;

    return ARKStepReInit(sun->memory, s->is_explicit ? mb_sundials_rate : NULL,
                         s->is_explicit ? NULL : mb_sundials_rate, sun->solver->state.t, sun->y);
}

/* The library shortens a step that would pass t_stop, fixed or not. */
static int advance(mb_sundials *sun, realtype t_stop, realtype *t)
{
    return ARKStepEvolve(sun->memory, t_stop, sun->y, t, ARK_ONE_STEP);
}

static void count(mb_sundials *sun)
{
    long tried = 0, steps = 0, iterations = 0, factorisations = 0;

    ARKStepGetNumStepAttempts(sun->memory, &tried);
    ARKStepGetNumSteps(sun->memory, &steps);
    ARKStepGetNumNonlinSolvIters(sun->memory, &iterations);
    ARKStepGetNumLinSolvSetups(sun->memory, &factorisations);
    mb_sundials_count(sun, tried - steps, iterations, factorisations);
}

static const mb_sundials_package arkstep = {
    .free = ARKStepFree,
    .restart = restart,
    .stop_at = ARKStepSetStopTime,
    .advance = advance,
    .count = count,
    .errors = ARKStepGetEstLocalErrors,
    .weights = ARKStepGetErrWeights,
};

static mb_status configure(mb_solver *solver, state *s, ARKODE_ERKTableID explicit,
                           ARKODE_DIRKTableID implicit, mb_error *err)
{
    double tol = mb_value(solver->integrator->params, &solver->integrator_values, "tol");
    mb_sundials *sun = &s->sun;
    mb_status status = MB_OK;

    if (isfinite(solver->h))
        tol = NEWTON_TOL;
    MB_TRY(
        mb_sundials_accepted(ARKStepSetErrHandlerFn(sun->memory, mb_sundials_note, sun), sun, err));
    MB_TRY(mb_sundials_accepted(ARKStepSetUserData(sun->memory, sun), sun, err));
    MB_TRY(mb_sundials_tolerances(sun, tol, ARKStepSVtolerances, err));
    MB_TRY(mb_sundials_accepted(ARKStepSetTableNum(sun->memory, implicit, explicit), sun, err));
    /* steps are never interpolated: the kind that costs no evaluations */
    MB_TRY(mb_sundials_accepted(ARKStepSetInterpolantType(sun->memory, ARK_INTERP_LAGRANGE), sun,
                                err));
    MB_TRY(mb_sundials_accepted(ARKStepSetPostprocessStepFn(sun->memory, mb_sundials_project), sun,
                                err));
    if (isfinite(solver->h))
        MB_TRY(mb_sundials_accepted(ARKStepSetFixedStep(sun->memory, solver->h), sun, err));
    if (!s->is_explicit) {
        MB_TRY(mb_sundials_newton_setup(sun, err));
        MB_TRY(mb_sundials_accepted(ARKStepSetLinearSolver(sun->memory, sun->newton, sun->matrix),
                                    sun, err));
        if (sun->matrix)
            MB_TRY(
                mb_sundials_accepted(ARKStepSetJacFn(sun->memory, mb_sundials_jacobian), sun, err));
        if (isfinite(solver->h))
            MB_TRY(mb_sundials_accepted(ARKStepSetMaxNonlinIters(sun->memory, NEWTON_PASSES), sun,
                                        err));
    }
done:
    return status;
}

mb_status mb_arkstep_setup(mb_solver *solver, ARKODE_ERKTableID explicit,
                           ARKODE_DIRKTableID implicit, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->integrator_data = s;
    s->is_explicit = explicit != ARKODE_ERK_NONE;
    MB_TRY(mb_sundials_setup(solver, &arkstep, model->nq + model->nv, &s->sun, err));
    s->sun.memory = ARKStepCreate(s->is_explicit ? mb_sundials_rate : NULL,
                                  s->is_explicit ? NULL : mb_sundials_rate, model->t0, s->sun.y,
                                  s->sun.context);
    MB_TRY(mb_sundials_made(s->sun.memory, err));
    MB_TRY(configure(solver, s, explicit, implicit, err));
done:
    return status;
}

mb_status mb_arkstep_step(mb_solver *solver, double h, double t_new, mb_error *err)
{
    mb_state *x = &solver->state;
    mb_status status = MB_OK;

    (void)h;
    MB_TRY(mb_sundials_step(solver->integrator_data, t_new, err));
    MB_TRY(mb_accel(solver, x->t, x->q, x->v, x->a, x->lambda, err));
done:
    return status;
}
