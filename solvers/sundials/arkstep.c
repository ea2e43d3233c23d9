#include "solvers/sundials/arkstep.h"

#include <math.h>

#include "base/alloc_count.h"
#include "solvers/steps/step.h"
#include "solvers/sundials/sundials.h"

/* Newton's method where the step is fixed, so that a failure cannot be met by a smaller one:
 * relative and absolute tolerance, and passes (the library's 3 are made for error control). */
static const double NEWTON_TOL = 1e-10;
enum { NEWTON_PASSES = 10 };

typedef struct state {
    mb_sundials sun;
    void *memory;
    bool is_explicit;
} state;

static void destroy(void *object)
{
    state *s = object;

    if (s->memory)
        ARKStepFree(&s->memory);
    mb_sundials_destroy(&s->sun);
}

static mb_status configure(mb_solver *solver, state *s, ARKODE_ERKTableID explicit,
                           ARKODE_DIRKTableID implicit, mb_error *err)
{
    double tol = mb_value(solver->integrator->params, &solver->integrator_values, "tol");
    mb_sundials *sun = &s->sun;
    mb_status status = MB_OK;

    if (isfinite(solver->h))
        tol = NEWTON_TOL;
    MB_TRY(
        mb_sundials_accepted(ARKStepSetErrHandlerFn(s->memory, mb_sundials_note, sun), sun, err));
    MB_TRY(mb_sundials_accepted(ARKStepSetUserData(s->memory, sun), sun, err));
    MB_TRY(mb_sundials_tolerances(sun, tol, s->memory, ARKStepSVtolerances, err));
    MB_TRY(mb_sundials_accepted(ARKStepSetTableNum(s->memory, implicit, explicit), sun, err));
    /* steps are never interpolated: the kind that costs no evaluations */
    MB_TRY(
        mb_sundials_accepted(ARKStepSetInterpolantType(s->memory, ARK_INTERP_LAGRANGE), sun, err));
    MB_TRY(mb_sundials_accepted(ARKStepSetPostprocessStepFn(s->memory, mb_sundials_project), sun,
                                err));
    if (isfinite(solver->h))
        MB_TRY(mb_sundials_accepted(ARKStepSetFixedStep(s->memory, solver->h), sun, err));
    if (!s->is_explicit) {
        MB_TRY(mb_sundials_newton_setup(sun, err));
        MB_TRY(mb_sundials_accepted(ARKStepSetLinearSolver(s->memory, sun->newton, sun->matrix),
                                    sun, err));
        if (sun->matrix)
            MB_TRY(
                mb_sundials_accepted(ARKStepSetJacFn(s->memory, mb_sundials_jacobian), sun, err));
        if (isfinite(solver->h))
            MB_TRY(
                mb_sundials_accepted(ARKStepSetMaxNonlinIters(s->memory, NEWTON_PASSES), sun, err));
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
    MB_TRY(mb_arena_defer(solver->arena, destroy, s, err));
    MB_TRY(mb_sundials_setup(solver, model->nq + model->nv, &s->sun, err));
    s->memory = ARKStepCreate(s->is_explicit ? mb_sundials_rate : NULL,
                              s->is_explicit ? NULL : mb_sundials_rate, model->t0, s->sun.y,
                              s->sun.context);
    MB_TRY(mb_sundials_made(s->memory, err));
    MB_TRY(configure(solver, s, explicit, implicit, err));
done:
    return status;
}

static mb_status restart(state *s, mb_error *err)
{
    mb_sundials *sun = &s->sun;
    ARKRhsFn explicit = s->is_explicit ? mb_sundials_rate : NULL;
    ARKRhsFn implicit = s->is_explicit ? NULL : mb_sundials_rate;
    int flag;

    mb_sundials_load(sun);
    for (int i = 0; i < 3; i++)
        sun->counted[i] = 0;
    mb_library_enter();
    flag = ARKStepReInit(s->memory, explicit, implicit, sun->solver->state.t, sun->y);
    mb_library_leave();
    return mb_sundials_accepted(flag, sun, err);
}

static void count(state *s)
{
    long tried = 0, steps = 0, iterations = 0, factorisations = 0;

    ARKStepGetNumStepAttempts(s->memory, &tried);
    ARKStepGetNumSteps(s->memory, &steps);
    ARKStepGetNumNonlinSolvIters(s->memory, &iterations);
    ARKStepGetNumLinSolvSetups(s->memory, &factorisations);
    mb_sundials_count(&s->sun, tried - steps, iterations, factorisations);
}

mb_status mb_arkstep_step(mb_solver *solver, double h, double t_new, mb_error *err)
{
    state *s = solver->integrator_data;
    mb_state *x = &solver->state;
    mb_status status = MB_OK;
    realtype t = x->t;
    int flag;

    (void)h; /* the library shortens a step that would pass t_new, fixed or not */
    if (solver->step == 0)
        MB_TRY(restart(s, err));
    s->sun.status = MB_OK;
    mb_library_enter();
    flag = ARKStepSetStopTime(s->memory, t_new);
    if (flag == 0)
        flag = ARKStepEvolve(s->memory, t_new, s->sun.y, &t, ARK_ONE_STEP);
    count(s);
    if (solver->observer)
        mb_sundials_tell(&s->sun, t, flag, s->memory, ARKStepGetEstLocalErrors,
                         ARKStepGetErrWeights);
    mb_library_leave();
    if (flag < 0) {
        status = mb_sundials_failed(&s->sun, flag, err);
        goto done;
    }
    MB_TRY(mb_sundials_arrive(&s->sun, t, err));
    MB_TRY(mb_accel(solver, t, x->q, x->v, x->a, x->lambda, err));
done:
    return status;
}
