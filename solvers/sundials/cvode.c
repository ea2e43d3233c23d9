#include "solvers/sundials/cvode.h"

#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <math.h>
#include <string.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "base/alloc_count.h"
#include "solvers/sundials/sundials.h"

typedef struct state {
    mb_sundials sun;
    void *memory;
    SUNNonlinearSolver fixed_point; /* NULL: Newton's method */
} state;

static void destroy(void *object)
{
    state *s = object;

    if (s->memory)
        CVodeFree(&s->memory);
    if (s->fixed_point)
        SUNNonlinSolFree(s->fixed_point);
    mb_sundials_destroy(&s->sun);
}

/* corr: from y to its projection.  Its tolerance is the projection's own, CVODE's is not used. */
static int project(realtype t, N_Vector y, N_Vector corr, realtype eps, N_Vector error, void *data)
{
    double *x = N_VGetArrayPointer(y), *dx = N_VGetArrayPointer(corr);
    size_t n = (size_t)N_VGetLength(y);
    int flag;

    (void)eps, (void)error;
    memcpy(dx, x, n * sizeof *dx);
    flag = mb_sundials_project(t, corr, data);
    for (size_t i = 0; i < n; i++)
        dx[i] -= x[i];
    return flag;
}

static bool projects(const mb_solver *solver)
{
    return solver->projection || solver->formulation->settle;
}

static mb_status choose_iteration(state *s, int lmm, mb_error *err)
{
    mb_sundials *sun = &s->sun;
    mb_status status = MB_OK;

    if (lmm == CV_ADAMS) {
        s->fixed_point = SUNNonlinSol_FixedPoint(sun->y, 0, sun->context);
        MB_TRY(mb_sundials_made(s->fixed_point, err));
        MB_TRY(mb_sundials_accepted(CVodeSetNonlinearSolver(s->memory, s->fixed_point), sun, err));
    } else {
        MB_TRY(mb_sundials_newton_setup(sun, err));
        MB_TRY(mb_sundials_accepted(CVodeSetLinearSolver(s->memory, sun->newton, sun->matrix), sun,
                                    err));
        if (sun->matrix)
            MB_TRY(mb_sundials_accepted(CVodeSetJacFn(s->memory, mb_sundials_jacobian), sun, err));
    }
done:
    return status;
}

static mb_status configure(mb_solver *solver, state *s, int lmm, mb_error *err)
{
    const mb_param *params = solver->integrator->params;
    double tol = mb_value(params, &solver->integrator_values, "tol");
    int order = (int)lround(mb_value(params, &solver->integrator_values, "order"));
    mb_sundials *sun = &s->sun;
    mb_status status = MB_OK;

    MB_TRY(mb_sundials_accepted(CVodeSetErrHandlerFn(s->memory, mb_sundials_note, sun), sun, err));
    MB_TRY(mb_sundials_accepted(CVodeInit(s->memory, mb_sundials_rate, solver->model->t0, sun->y),
                                sun, err));
    MB_TRY(mb_sundials_accepted(CVodeSetUserData(s->memory, sun), sun, err));
    MB_TRY(mb_sundials_tolerances(sun, tol, s->memory, CVodeSVtolerances, err));
    MB_TRY(mb_sundials_accepted(CVodeSetMaxOrd(s->memory, order), sun, err));
    MB_TRY(choose_iteration(s, lmm, err));
    if (projects(solver)) {
        MB_TRY(mb_sundials_accepted(CVodeSetProjFn(s->memory, project), sun, err));
        MB_TRY(mb_sundials_accepted(CVodeSetProjErrEst(s->memory, 0), sun, err));
    }
done:
    return status;
}

mb_status mb_cvode_setup(mb_solver *solver, int lmm, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_status status = MB_OK;
    state *s;

    if (projects(solver) && lmm == CV_ADAMS)
        return mb_fail(err, MB_NOT_APPLICABLE,
                       "%s extrapolates past steps, which %s would not have moved with the state; "
                       "CVODE projects with bdf only",
                       solver->integrator->name,
                       solver->projection ? solver->projection->name : solver->formulation->name);
    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->integrator_data = s;
    MB_TRY(mb_arena_defer(solver->arena, destroy, s, err));
    MB_TRY(mb_sundials_setup(solver, model->nq + model->nv, &s->sun, err));
    s->memory = CVodeCreate(lmm, s->sun.context);
    MB_TRY(mb_sundials_made(s->memory, err));
    MB_TRY(configure(solver, s, lmm, err));
done:
    return status;
}

static mb_status restart(state *s, mb_error *err)
{
    mb_sundials *sun = &s->sun;
    int flag;

    mb_sundials_load(sun);
    for (int i = 0; i < 3; i++)
        sun->counted[i] = 0;
    mb_library_enter();
    flag = CVodeReInit(s->memory, sun->solver->state.t, sun->y);
    mb_library_leave();
    return mb_sundials_accepted(flag, sun, err);
}

static void count(state *s)
{
    long errors = 0, failures = 0, iterations = 0, factorisations = 0;

    CVodeGetNumErrTestFails(s->memory, &errors);
    CVodeGetNumStepSolveFails(s->memory, &failures);
    CVodeGetNumNonlinSolvIters(s->memory, &iterations);
    CVodeGetNumLinSolvSetups(s->memory, &factorisations);
    mb_sundials_count(&s->sun, errors + failures, iterations, factorisations);
}

mb_status mb_cvode_step(mb_solver *solver, double h, double t_new, mb_error *err)
{
    state *s = solver->integrator_data;
    mb_status status = MB_OK;
    realtype t = solver->state.t;
    int flag;

    (void)h;
    if (solver->step == 0)
        MB_TRY(restart(s, err));
    s->sun.status = MB_OK;
    mb_library_enter();
    flag = CVodeSetStopTime(s->memory, t_new);
    if (flag == 0)
        flag = CVode(s->memory, t_new, s->sun.y, &t, CV_ONE_STEP);
    count(s);
    if (solver->observer)
        mb_sundials_tell(&s->sun, t, flag, s->memory, CVodeGetEstLocalErrors, CVodeGetErrWeights);
    mb_library_leave();
    if (flag < 0) {
        status = mb_sundials_failed(&s->sun, flag, err);
        goto done;
    }
    MB_TRY(mb_sundials_arrive(&s->sun, t, err));
done:
    return status;
}
