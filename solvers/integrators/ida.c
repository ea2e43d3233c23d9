/* SPDX-License-Identifier: MIT */
/* Backward differentiation formulas of variable order and step (IDA) on the stabilised index-2
 * equations (stabilised.h),  F(t, y, y') = 0,  y = (q, v, lambda, mu).
 *
 * Newton's method has the matrix dF/dy + c dF/dy' of difference quotients, factorised by the linear
 * solver of the spec; rows and columns are scaled by powers of c, so that small steps do not spoil
 * it (Petzold & Lotstedt), and by magnitudes, so that units do not (magnitudes.h).  Errors are
 * tested on q and v only, by their mean square in units of tol (S_i + |y_i|), S = 1 or, for a
 * mechanism of unusual size, the magnitude of y_i: multipliers are of higher index and would drive
 * the step to nothing (Brenan, Campbell & Petzold, section 5.4).  They are left out of the test of
 * Newton's iteration too: at a singular position they are not determined.
 *
 * Three departures from the library's iteration.  Without the first two it ends on chains:
 * n-four-bar with N = 200 and 1000 then fails before t = 1 s with every tolerance from 1e-3 to
 * 1e-7, with them the number of steps does not depend on N.  Every step has a matrix of its own:
 * over several steps with one matrix the library keeps the rate of convergence of the first of them
 * and ends the iterations of the others after one pass, while the rows of D turn; they then leave
 * up to 1e-2 of Phi, which the next step has to take back.  And mu, which is zero in the exact
 * solution, starts from zero instead of its extrapolation: the q rows of the second pass hold D''
 * dq mu, which (D D')^-1 enlarges by N^2 in the next mu, so that what is extrapolated grows from
 * step to step.
 *
 * lambda starts from zero too.  The matrix is taken at the extrapolated lambda, so the first pass
 * ends at the same place; but where rows are redundant, the pass (of minimum norm with qr) now
 * yields the smallest lambda, while one that corrects the extrapolation keeps its part in the null
 * space of D'.  No equation holds that part: extrapolated by polynomials of degree 5 it grows from
 * step to step until D' lambda is lost to round-off, and the motion with it.
 *
 * A run starts with the accelerations and multipliers of the KKT equations, which are consistent
 * with its q and v.
 *
 * state.a and state.lambda are the v' and lambda of the library at the end of the step.  There is
 * no way to tell IDA of a projected state, and none is needed: both levels are equations here, met
 * to what Newton's iteration leaves. */
#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

#include "base/alloc_count.h"
#include "solvers/equations/stabilised.h"
#include "solvers/matrices/difference_matrix.h"
#include "solvers/matrices/linear.h"
#include "solvers/scales/magnitudes.h"
#include "solvers/steps/step.h"
#include "solvers/sundials/sundials.h"

/* Weight of a component that no test sees; the library wants it above zero */
static const double UNSEEN = 1e-30;

static const mb_param params[] = {
    MB_TOLERANCE_PARAM,
    MB_INTEGER("order", 5, "1", .min = 1, .max = 5, .doc = "largest order"),
    {0},
};

typedef struct state {
    mb_sundials sun; /* first: the package's functions know it only */
    double tol;
    N_Vector dy;
    double *rates;  /* (n) of dy */
    double *at;     /* (n) where the matrix is taken: y with the predicted lambda */
    double *there;  /* (n) residual there */
    double *lambda; /* (m) predicted */
    mb_stabilised equations;
    mb_difference_matrix *difference;
    SUNMatrix matrix; /* stand for `difference` in the library */
    SUNLinearSolver newton;
} state;

/* What the library's memory refers to and its set-up does not know */
static void destroy(void *object)
{
    state *s = object;

    if (s->sun.memory)
        IDAFree(&s->sun.memory);
    if (s->newton)
        SUNLinSolFreeEmpty(s->newton);
    if (s->matrix)
        SUNMatFreeEmpty(s->matrix);
    if (s->dy)
        N_VDestroy(s->dy);
}

/* ---- callbacks ------------------------------------------------------------------------------ */

static int weights(N_Vector y, N_Vector ewt, void *data)
{
    const state *s = data;
    const mb_model *model = s->sun.solver->model;
    const double *x = N_VGetArrayPointer(y);
    const double *unit = s->sun.solver->magnitudes->q; /* and v */
    double *w = N_VGetArrayPointer(ewt);
    int seen = model->nq + model->nv;
    double mean = sqrt((double)s->equations.n / seen); /* the library divides by n */

    for (int i = 0; i < s->equations.n; i++)
        w[i] = i < seen ? mean / (s->tol * (unit[i] + fabs(x[i]))) : UNSEEN;
    return 0;
}

static int residual(realtype t, N_Vector y, N_Vector dy, N_Vector r, void *data)
{
    state *s = data;
    double *out = N_VGetArrayPointer(r);
    mb_error cause = {0};
    mb_status status = MB_OK;

    mb_library_leave();
    mb_stabilised_residual(s->sun.solver, &s->equations, t, N_VGetArrayPointer(y),
                           N_VGetArrayPointer(dy), out);
    if (!mb_all_finite(out, s->equations.n))
        status = mb_fail(&cause, MB_NON_FINITE, "the equations are not finite at t = %.9g s", t);
    mb_library_enter();
    return mb_sundials_status(&s->sun, status, &cause);
}

static void implicit_function(void *context, double t, const double *y, const double *dy, double *r)
{
    state *s = context;

    mb_stabilised_residual(s->sun.solver, &s->equations, t, y, dy, r);
}

static int jacobian(realtype t, realtype c, N_Vector y, N_Vector dy, N_Vector r, SUNMatrix matrix,
                    void *data, N_Vector tmp1, N_Vector tmp2, N_Vector tmp3)
{
    state *s = data;
    const mb_model *model = s->sun.solver->model;
    const double *rates = N_VGetArrayPointer(dy);

    (void)matrix, (void)r, (void)tmp1, (void)tmp2, (void)tmp3;
    mb_library_leave();
    /* dF/dy + c dF/dy' at (q, v, predicted lambda, mu) */
    memcpy(s->at, N_VGetArrayPointer(y), (size_t)s->equations.n * sizeof(double));
    memcpy(s->at + model->nq + model->nv, s->lambda, (size_t)model->m * sizeof(double));
    mb_stabilised_residual(s->sun.solver, &s->equations, t, s->at, rates, s->there);
    mb_difference_matrix_evaluate(s->difference, implicit_function, s, c, t, s->at, rates,
                                  s->there);
    mb_library_enter();
    return 0;
}

static int factor(SUNLinearSolver newton, SUNMatrix matrix)
{
    state *s = newton->content;
    mb_error cause = {0}, where = {0};
    mb_status status;

    (void)matrix;
    mb_library_leave();
    status = mb_difference_matrix_factor(s->difference, &cause);
    if (status != MB_OK)
        mb_fail(&where, status, "Newton matrix after t = %.9g s: %s", s->sun.solver->state.t,
                cause.text);
    mb_library_enter();
    return mb_sundials_status(&s->sun, status, &where);
}

static int solve(SUNLinearSolver newton, SUNMatrix matrix, N_Vector x, N_Vector b, realtype tol)
{
    state *s = newton->content;
    mb_error cause = {0};
    mb_status status;

    (void)matrix, (void)tol;
    mb_library_leave();
    memcpy(N_VGetArrayPointer(x), N_VGetArrayPointer(b), (size_t)s->equations.n * sizeof(double));
    status = mb_difference_matrix_solve(s->difference, N_VGetArrayPointer(x), &cause);
    mb_library_enter();
    return mb_sundials_status(&s->sun, status, &cause);
}

static SUNLinearSolver_Type direct(SUNLinearSolver newton)
{
    (void)newton;
    return SUNLINEARSOLVER_DIRECT;
}

static SUNMatrix_ID custom(SUNMatrix matrix)
{
    (void)matrix;
    return SUNMATRIX_CUSTOM;
}

static int leave_values(SUNMatrix matrix)
{
    (void)matrix; /* an evaluation sets them all */
    return 0;
}

/* The library's Newton iteration with a matrix of its own, from lambda = 0 and mu = 0 */
static int correct(SUNNonlinearSolver corrector, N_Vector predicted, N_Vector correction,
                   N_Vector weight, realtype tol, booleantype set_up, void *memory)
{
    const double *y = N_VGetArrayPointer(predicted);
    double *dy = N_VGetArrayPointer(correction);
    const mb_model *model;
    const state *s;
    void *data;

    (void)set_up;
    IDAGetUserData(memory, &data);
    s = data;
    model = s->sun.solver->model;
    memcpy(s->lambda, y + model->nq + model->nv, (size_t)model->m * sizeof(double));
    for (int i = model->nq + model->nv; i < s->equations.n; i++)
        dy[i] = -y[i];
    return SUNNonlinSolSolve_Newton(corrector, predicted, correction, weight, tol, SUNTRUE, memory);
}

/* ---- the package ---------------------------------------------------------------------------- */

/* y and y' at the solver's state: q' = T v, v' = a, mu = 0; the rates of multipliers do not enter
 */
static int restart(mb_sundials *sun)
{
    state *s = (state *)sun;
    const mb_model *model = sun->solver->model;
    const mb_state *x = &sun->solver->state;
    double *lambda = sun->values + model->nq + model->nv;

    memcpy(lambda, x->lambda, (size_t)model->m * sizeof *lambda);
    memset(lambda + model->m, 0, (size_t)model->mh * sizeof *lambda);
    memset(s->rates, 0, (size_t)s->equations.n * sizeof(double));
    mb_rate_of_position(model, x->q, x->v, s->rates);
    memcpy(s->rates + model->nq, x->a, (size_t)model->nv * sizeof(double));
    return IDAReInit(sun->memory, x->t, sun->y, s->dy);
}

static int advance(mb_sundials *sun, realtype t_stop, realtype *t)
{
    const state *s = (const state *)sun;

    return IDASolve(sun->memory, t_stop, t, sun->y, s->dy, IDA_ONE_STEP);
}

static void count(mb_sundials *sun)
{
    long errors = 0, failures = 0, iterations = 0;

    IDAGetNumErrTestFails(sun->memory, &errors);
    IDAGetNumStepSolveFails(sun->memory, &failures);
    IDAGetNumNonlinSolvIters(sun->memory, &iterations);
    mb_sundials_count(sun, errors + failures, iterations, 0);
}

static const mb_sundials_package ida = {
    .free = IDAFree,
    .restart = restart,
    .stop_at = IDASetStopTime,
    .advance = advance,
    .count = count,
    .errors = IDAGetEstLocalErrors,
    .weights = IDAGetErrWeights,
};

/* ---- set-up --------------------------------------------------------------------------------- */

static mb_status set_up_newton(state *s, mb_error *err)
{
    mb_sundials *sun = &s->sun;
    mb_status status = MB_OK;

    sun->nonlinear = SUNNonlinSol_Newton(sun->y, sun->context);
    MB_TRY(mb_sundials_made(sun->nonlinear, err));
    sun->nonlinear->ops->solve = correct;
    MB_TRY(mb_sundials_accepted(IDASetNonlinearSolver(sun->memory, sun->nonlinear), sun, err));
    s->matrix = SUNMatNewEmpty(sun->context);
    MB_TRY(mb_sundials_made(s->matrix, err));
    s->matrix->ops->getid = custom;
    s->matrix->ops->zero = leave_values;
    s->newton = SUNLinSolNewEmpty(sun->context);
    MB_TRY(mb_sundials_made(s->newton, err));
    s->newton->content = s;
    s->newton->ops->gettype = direct;
    s->newton->ops->setup = factor;
    s->newton->ops->solve = solve;
    MB_TRY(mb_sundials_accepted(IDASetLinearSolver(sun->memory, s->newton, s->matrix), sun, err));
    MB_TRY(mb_sundials_accepted(IDASetJacFn(sun->memory, jacobian), sun, err));
done:
    return status;
}

static mb_status set_up_equations(mb_solver *solver, state *s, mb_error *err)
{
    mb_pattern pattern;
    mb_status status = MB_OK;

    MB_TRY(mb_stabilised_setup(solver, &s->equations, err));
    MB_TRY(mb_stabilised_pattern(solver, &s->equations, &pattern, err));
    MB_TRY(mb_difference_matrix_setup(solver, &pattern, &s->difference, err));
    mb_stabilised_scales(solver, s->difference);
done:
    return status;
}

static mb_status set_up_library(mb_solver *solver, state *s, mb_error *err)
{
    int n = s->equations.n;
    long order = lround(mb_value(params, &solver->integrator_values, "order"));
    mb_sundials *sun = &s->sun;
    mb_status status = MB_OK;

    MB_TRY(mb_sundials_setup(solver, &ida, n, sun, err));
    MB_TRY(mb_arena_defer(solver->arena, destroy, s, err));
    MB_TRY(MB_TAKE(solver->arena, &s->rates, (size_t)n, err));
    MB_TRY(MB_TAKE(solver->arena, &s->at, (size_t)n, err));
    MB_TRY(MB_TAKE(solver->arena, &s->there, (size_t)n, err));
    MB_TRY(MB_TAKE(solver->arena, &s->lambda, (size_t)solver->model->m, err));
    s->dy = N_VMake_Serial(n, s->rates, sun->context);
    MB_TRY(mb_sundials_made(s->dy, err));
    sun->memory = IDACreate(sun->context);
    MB_TRY(mb_sundials_made(sun->memory, err));
    MB_TRY(mb_sundials_accepted(IDASetErrHandlerFn(sun->memory, mb_sundials_note, sun), sun, err));
    MB_TRY(mb_sundials_accepted(IDAInit(sun->memory, residual, solver->model->t0, sun->y, s->dy),
                                sun, err));
    MB_TRY(mb_sundials_accepted(IDASetUserData(sun->memory, s), sun, err));
    MB_TRY(mb_sundials_accepted(IDAWFtolerances(sun->memory, weights), sun, err));
    MB_TRY(mb_sundials_accepted(IDASetMaxOrd(sun->memory, (int)order), sun, err));
    MB_TRY(set_up_newton(s, err));
done:
    return status;
}

static mb_status setup(mb_solver *solver, mb_error *err)
{
    mb_status status = MB_OK;
    state *s;

    if (solver->projection)
        return mb_fail(
            err, MB_NOT_APPLICABLE,
            "ida extrapolates past steps and offers no way to move them with a projected "
            "state; the place of %s takes none (radau5 and bdf project)",
            solver->projection->name);
    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->integrator_data = s;
    s->tol = mb_value(params, &solver->integrator_values, "tol");
    MB_TRY(set_up_equations(solver, s, err));
    MB_TRY(set_up_library(solver, s, err));
done:
    return status;
}

/* ---- steps ---------------------------------------------------------------------------------- */

static mb_status step(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    const state *s = solver->integrator_data;
    mb_state *x = &solver->state;
    mb_status status = MB_OK;

    (void)h;
    MB_TRY(mb_sundials_step(solver->integrator_data, t_new, err));
    memcpy(x->a, s->rates + model->nq, (size_t)model->nv * sizeof(double));
    memcpy(x->lambda, s->sun.values + model->nq + model->nv, (size_t)model->m * sizeof(double));
done:
    return status;
}

const mb_integrator mb_integrator_ida = {
    .name = "ida",
    .title = "backward differentiation formulas on the stabilised equations (SUNDIALS IDA)",
    .source = "Hindmarsh et al., ACM TOMS 31 (2005) 363; Brenan, Campbell & Petzold, Numerical "
              "Solution of Initial-Value Problems in DAEs (1996)",
    .params = params,
    .families = MB_STABILISED,
    .order = 5,
    .smooth = true,
    .end_acceleration = true,
    .setup = setup,
    .step = step,
};
