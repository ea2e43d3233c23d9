/* SPDX-License-Identifier: MIT */
#include "solvers/sundials/cvode.h"

#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <math.h>
#include <string.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "solvers/sundials/sundials.h"

static int restart(mb_sundials *sun)
{
    return CVodeReInit(sun->memory, sun->solver->state.t, sun->y);
}

static int advance(mb_sundials *sun, realtype t_stop, realtype *t)
{
    return CVode(sun->memory, t_stop, sun->y, t, CV_ONE_STEP);
}

static void count(mb_sundials *sun)
{
    long errors = 0, failures = 0, iterations = 0, factorisations = 0;

    CVodeGetNumErrTestFails(sun->memory, &errors);
    CVodeGetNumStepSolveFails(sun->memory, &failures);
    CVodeGetNumNonlinSolvIters(sun->memory, &iterations);
    CVodeGetNumLinSolvSetups(sun->memory, &factorisations);
    mb_sundials_count(sun, errors + failures, iterations, factorisations);
}

static const mb_sundials_package cvode = {
    .free = CVodeFree,
    .restart = restart,
    .stop_at = CVodeSetStopTime,
    .advance = advance,
    .count = count,
    .errors = CVodeGetEstLocalErrors,
    .weights = CVodeGetErrWeights,
};

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

static mb_status choose_iteration(mb_sundials *sun, int lmm, mb_error *err)
{
    mb_status status = MB_OK;

    if (lmm == CV_ADAMS) {
        sun->nonlinear = SUNNonlinSol_FixedPoint(sun->y, 0, sun->context);
        MB_TRY(mb_sundials_made(sun->nonlinear, err));
        MB_TRY(
            mb_sundials_accepted(CVodeSetNonlinearSolver(sun->memory, sun->nonlinear), sun, err));
    } else {
        MB_TRY(mb_sundials_newton_setup(sun, err));
        MB_TRY(mb_sundials_accepted(CVodeSetLinearSolver(sun->memory, sun->newton, sun->matrix),
                                    sun, err));
        if (sun->matrix)
            MB_TRY(
                mb_sundials_accepted(CVodeSetJacFn(sun->memory, mb_sundials_jacobian), sun, err));
    }
done:
    return status;
}

static mb_status configure(mb_solver *solver, mb_sundials *sun, int lmm, mb_error *err)
{
    const mb_param *params = solver->integrator->params;
    double tol = mb_value(params, &solver->integrator_values, "tol");
    int order = (int)lround(mb_value(params, &solver->integrator_values, "order"));
    mb_status status = MB_OK;

    MB_TRY(
        mb_sundials_accepted(CVodeSetErrHandlerFn(sun->memory, mb_sundials_note, sun), sun, err));
    MB_TRY(mb_sundials_accepted(CVodeInit(sun->memory, mb_sundials_rate, solver->model->t0, sun->y),
                                sun, err));
    MB_TRY(mb_sundials_accepted(CVodeSetUserData(sun->memory, sun), sun, err));
    MB_TRY(mb_sundials_tolerances(sun, tol, CVodeSVtolerances, err));
    MB_TRY(mb_sundials_accepted(CVodeSetMaxOrd(sun->memory, order), sun, err));
    MB_TRY(choose_iteration(sun, lmm, err));
    if (projects(solver)) {
        MB_TRY(mb_sundials_accepted(CVodeSetProjFn(sun->memory, project), sun, err));
        MB_TRY(mb_sundials_accepted(CVodeSetProjErrEst(sun->memory, 0), sun, err));
    }
done:
    return status;
}

mb_status mb_cvode_setup(mb_solver *solver, int lmm, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_status status = MB_OK;
    mb_sundials *sun;

    if (projects(solver) && lmm == CV_ADAMS)
        return mb_fail(err, MB_NOT_APPLICABLE,
                       "%s extrapolates past steps, which %s would not have moved with the state; "
                       "CVODE projects with bdf only",
                       solver->integrator->name,
                       solver->projection ? solver->projection->name : solver->formulation->name);
    MB_TRY(MB_TAKE(solver->arena, &sun, 1, err));
    solver->integrator_data = sun;
    MB_TRY(mb_sundials_setup(solver, &cvode, model->nq + model->nv, sun, err));
    sun->memory = CVodeCreate(lmm, sun->context);
    MB_TRY(mb_sundials_made(sun->memory, err));
    MB_TRY(configure(solver, sun, lmm, err));
done:
    return status;
}

mb_status mb_cvode_step(mb_solver *solver, double h, double t_new, mb_error *err)
{
    (void)h;
    return mb_sundials_step(solver->integrator_data, t_new, err);
}
