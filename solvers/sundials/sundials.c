/* SPDX-License-Identifier: MIT */
#include "solvers/sundials/sundials.h"

#include <float.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "base/alloc_count.h"
#include "solvers/matrices/linear.h"
#include "solvers/scales/magnitudes.h"
#include "solvers/steps/step.h"

/* Largest number of unknowns for which Newton's method gets a dense matrix. */
enum { DENSE_ORDER = 256 };

mb_status mb_sundials_made(const void *object, mb_error *err)
{
    return object ? MB_OK : mb_fail(err, MB_NO_MEMORY, "no memory for an object of SUNDIALS");
}

mb_status mb_sundials_accepted(int flag, const mb_sundials *s, mb_error *err)
{
    if (flag == 0)
        return MB_OK;
    return mb_fail(err, MB_FAILURE, "SUNDIALS refused a setting of %s (%d): %s",
                   s->solver->integrator->name, flag, s->message);
}

void mb_sundials_note(int code, const char *module, const char *function, char *text, void *data)
{
    mb_sundials *s = data;

    (void)code, (void)module;
    snprintf(s->message, sizeof s->message, "%s: %s", function, text);
}

static void destroy(void *object)
{
    mb_sundials *s = object;

    if (s->memory)
        s->package->free(&s->memory);
    if (s->nonlinear)
        SUNNonlinSolFree(s->nonlinear);
    if (s->newton)
        SUNLinSolFree(s->newton);
    if (s->matrix)
        SUNMatDestroy(s->matrix);
    if (s->weights)
        N_VDestroy(s->weights);
    if (s->errors)
        N_VDestroy(s->errors);
    if (s->y)
        N_VDestroy(s->y);
    if (s->context)
        SUNContext_Free(&s->context);
}

mb_status mb_sundials_setup(mb_solver *solver, const mb_sundials_package *package, int n,
                            mb_sundials *s, mb_error *err)
{
    mb_status status = MB_OK;

    s->solver = solver;
    s->package = package;
    MB_TRY(mb_arena_defer(solver->arena, destroy, s, err));
    MB_TRY(MB_TAKE(solver->arena, &s->values, (size_t)n, err));
    MB_TRY(MB_TAKE(solver->arena, &s->lambda, (size_t)solver->model->m, err));
    if (SUNContext_Create(NULL, &s->context) != 0)
        s->context = NULL;
    MB_TRY(mb_sundials_made(s->context, err));
    s->y = N_VMake_Serial(n, s->values, s->context);
    MB_TRY(mb_sundials_made(s->y, err));
    s->errors = N_VClone(s->y);
    MB_TRY(mb_sundials_made(s->errors, err));
    s->weights = N_VClone(s->y);
    MB_TRY(mb_sundials_made(s->weights, err));
done:
    return status;
}

mb_status mb_sundials_tolerances(mb_sundials *s, double tol,
                                 int (*take)(void *, realtype, N_Vector), mb_error *err)
{
    const double *unit = s->solver->magnitudes->q; /* and v */

    for (sunindextype i = 0; i < N_VGetLength(s->y); i++)
        s->values[i] = tol * unit[i];
    return mb_sundials_accepted(take(s->memory, tol, s->y), s, err);
}

mb_status mb_sundials_newton_setup(mb_sundials *s, mb_error *err)
{
    sunindextype n = N_VGetLength(s->y);
    mb_status status = MB_OK;

    if (n <= DENSE_ORDER) {
        s->matrix = SUNDenseMatrix(n, n, s->context);
        MB_TRY(mb_sundials_made(s->matrix, err));
        s->newton = SUNLinSol_Dense(s->y, s->matrix, s->context);
    } else {
        s->newton = SUNLinSol_SPGMR(s->y, SUN_PREC_NONE, 0, s->context);
    }
    MB_TRY(mb_sundials_made(s->newton, err));
done:
    return status;
}

int mb_sundials_jacobian(realtype t, N_Vector y, N_Vector f, SUNMatrix matrix, void *data,
                         N_Vector tmp1, N_Vector tmp2, N_Vector tmp3)
{
    double *x = N_VGetArrayPointer(y), *moved = N_VGetArrayPointer(tmp1);
    const double *f0 = N_VGetArrayPointer(f);
    const double *unit = ((const mb_sundials *)data)->solver->magnitudes->q; /* and v */
    int flag = 0;

    (void)tmp2, (void)tmp3;
    /* J_j = (f(t, y + step e_j) - f(t, y)) / step */
    for (sunindextype j = 0; j < N_VGetLength(y) && flag == 0; j++) {
        double kept = x[j], *column = SUNDenseMatrix_Column(matrix, j), step;

        x[j] += sqrt(DBL_EPSILON) * (unit[j] + fabs(kept));
        step = x[j] - kept;
        flag = mb_sundials_rate(t, y, tmp1, data);
        x[j] = kept;
        for (sunindextype i = 0; i < N_VGetLength(y); i++)
            column[i] = (moved[i] - f0[i]) / step;
    }
    return flag;
}

int mb_sundials_status(mb_sundials *s, mb_status status, const mb_error *cause)
{
    if (status == MB_OK)
        return 0;
    s->status = status;
    s->cause = *cause;
    return status == MB_NO_MEMORY || status == MB_FAILURE || status == MB_BAD_INPUT ? -1 : 1;
}

/* Whether state.a is the acceleration at (t, q, v): the first stage of a step, which starts where
 * the last one ended */
static bool is_known(const mb_solver *solver, double t, const double *q, const double *v)
{
    const mb_state *x = &solver->state;

    return t == x->t && (solver->integrator->end_acceleration || solver->step == 0) &&
           memcmp(q, x->q, (size_t)solver->model->nq * sizeof *q) == 0 &&
           memcmp(v, x->v, (size_t)solver->model->nv * sizeof *v) == 0;
}

int mb_sundials_rate(realtype t, N_Vector y, N_Vector dy, void *data)
{
    mb_sundials *s = data;
    mb_solver *solver = s->solver;
    const mb_model *model = solver->model;
    const double *q = N_VGetArrayPointer(y), *v = q + model->nq;
    double *dq = N_VGetArrayPointer(dy), *a = dq + model->nq;
    mb_error cause;
    mb_status status = MB_OK;

    mb_error_clear(&cause);
    mb_library_leave();
    mb_observe_step(solver, NAN, t);
    mb_rate_of_position(model, q, v, dq);
    if (is_known(solver, t, q, v))
        memcpy(a, solver->state.a, (size_t)model->nv * sizeof *a);
    else
        status = mb_accel(solver, t, q, v, a, s->lambda, &cause);
    if (status == MB_OK && !mb_all_finite(a, model->nv))
        status = mb_fail(&cause, MB_NON_FINITE, "accelerations are not finite at t = %.9g s", t);
    mb_library_enter();
    return mb_sundials_status(s, status, &cause);
}

int mb_sundials_project(realtype t, N_Vector y, void *data)
{
    mb_sundials *s = data;
    double *q = N_VGetArrayPointer(y), *v = q + s->solver->model->nq;
    mb_error cause;
    mb_status status;

    mb_error_clear(&cause);
    mb_library_leave();
    mb_observe_step(s->solver, NAN, t);
    mb_normalise(s->solver, q);
    status = mb_project(s->solver, t, q, v, NULL, &cause);
    mb_library_enter();
    return mb_sundials_status(s, status, &cause);
}

void mb_sundials_count(mb_sundials *s, long rejected, long iterations, long factorisations)
{
    mb_counters *counters = &s->solver->counters;

    /* what came since the call before */
    counters->rejected += rejected - s->counted[0];
    counters->iterations += iterations - s->counted[1];
    if (s->newton)
        counters->solves += iterations - s->counted[1];
    if (s->matrix)
        counters->factorisations += factorisations - s->counted[2];
    s->counted_now[0] = rejected - s->counted[0];
    s->counted_now[1] = iterations - s->counted[1];
    s->counted[0] = rejected;
    s->counted[1] = iterations;
    s->counted[2] = factorisations;
}

/* ---- a step --------------------------------------------------------------------------------- */

/* Status and text of a step that ended with flag < 0 */
static mb_status failed(const mb_sundials *s, int flag, mb_error *err)
{
    /* -1 to -4 in all its packages: too many steps, too much accuracy, repeated failures of the
     * error test, of the convergence test */
    mb_status status = flag >= -4 ? MB_DIVERGED : MB_FAILURE;

    if (s->status != MB_OK)
        return mb_fail(err, s->status > 0 ? status : s->status, "%s", s->cause.text);
    return mb_fail(err, status, "%s gave up after t = %.9g s (%d): %s%s",
                   s->solver->integrator->name, s->solver->state.t, flag, s->message,
                   isfinite(s->solver->h) ? " With tol= in place of h= it tries smaller steps."
                                          : "");
}

/* Tells the observer of the step that ended at t, or failed (flag < 0), and of the trials before it
 * that were taken back: passes, and the norm of the error that the library estimates */
MB_OBSERVING static void tell(mb_sundials *s, double t, int flag)
{
    const mb_sundials_package *package = s->package;
    mb_solver *solver = s->solver;
    double error = NAN;

    mb_observer_step(solver, NAN, t);
    for (long i = 0; i < s->counted_now[0]; i++)
        mb_observer_tell(solver, MB_ERROR_TEST, 0, NAN, NAN, MB_ENDED_REJECTED);
    if (flag < 0)
        return;
    mb_observer_step(solver, t - solver->state.t, t);
    if (isnan(solver->h) && package->errors(s->memory, s->errors) == 0 &&
        package->weights(s->memory, s->weights) == 0)
        error = N_VWrmsNorm(s->errors, s->weights);
    mb_observer_tell(solver, MB_ERROR_TEST, s->counted_now[1], error, NAN, MB_ENDED_ACCEPTED);
}

static mb_status restart(mb_sundials *s, mb_error *err)
{
    const mb_model *model = s->solver->model;
    int flag;

    memcpy(s->values, s->solver->state.q, (size_t)model->nq * sizeof(double));
    memcpy(s->values + model->nq, s->solver->state.v, (size_t)model->nv * sizeof(double));
    memset(s->counted, 0, sizeof s->counted);
    mb_library_enter();
    flag = s->package->restart(s);
    mb_library_leave();
    return mb_sundials_accepted(flag, s, err);
}

/* Takes over the step that ended at t, if it went forward */
static mb_status arrive(mb_sundials *s, double t, mb_error *err)
{
    const mb_model *model = s->solver->model;
    mb_state *x = &s->solver->state;

    if (!(t > x->t))
        return mb_fail(err, MB_DIVERGED, "the step of %s has fallen to round-off at t = %.9g s",
                       s->solver->integrator->name, x->t);
    x->t = t;
    memcpy(x->q, s->values, (size_t)model->nq * sizeof(double));
    memcpy(x->v, s->values + model->nq, (size_t)model->nv * sizeof(double));
    mb_normalise(s->solver, x->q);
    return MB_OK;
}

mb_status mb_sundials_step(mb_sundials *s, double t_stop, mb_error *err)
{
    mb_solver *solver = s->solver;
    mb_status status = MB_OK;
    realtype t = solver->state.t;
    int flag;

    if (solver->step == 0)
        MB_TRY(restart(s, err));
    s->status = MB_OK;
    mb_library_enter();
    flag = s->package->stop_at(s->memory, t_stop);
    if (flag == 0)
        flag = s->package->advance(s, t_stop, &t);
    s->package->count(s);
    if (solver->observer)
        tell(s, t, flag);
    mb_library_leave();
    status = flag < 0 ? failed(s, flag, err) : arrive(s, t, err);
done:
    return status;
}
