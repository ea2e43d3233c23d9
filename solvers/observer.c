/* SPDX-License-Identifier: MIT */
#include "solvers/observer.h"

#include <math.h>

#include "base/vector.h"

mb_status mb_observer_attach(mb_observer *observer, mb_solver *solver, mb_arena *arena,
                             mb_error *err)
{
    mb_status status = MB_TAKE(arena, &observer->rows, (size_t)solver->model->m, err);

    observer->step = observer->told = 0;
    observer->t = solver->model->t0;
    observer->h = NAN;
    if (status == MB_OK)
        solver->observer = observer;
    return status;
}

double mb_rcond(const mb_solver *solver)
{
    const mb_linear *linear = solver->factorised;

    return linear && linear->type->rcond ? linear->type->rcond(linear) : (double)NAN;
}

void mb_observer_tell(mb_solver *solver, mb_iterating what, long pass, double residual,
                      double correction, mb_ending ending)
{
    mb_observer *observer = solver->observer;
    const mb_iteration iteration = {what, pass, residual, correction, mb_rcond(solver), ending};

    observer->told++;
    observer->tell(observer, &iteration);
}

void mb_observer_step(mb_solver *solver, double h, double t_new)
{
    mb_observer *observer = solver->observer;

    observer->step = solver->step + 1;
    observer->t = t_new;
    observer->h = h;
    observer->told = 0;
}

void mb_observer_step_ended(mb_solver *solver, mb_status status)
{
    if (status == MB_OK && solver->observer->told > 0)
        return;
    mb_observer_tell(solver, MB_WHOLE_STEP, 0, mb_observed_positions(solver, solver->state.q), NAN,
                     status == MB_OK ? MB_NOT_ENDED : MB_ENDED_FAILED);
}

double mb_observed_positions(mb_solver *solver, const double *q)
{
    const mb_model *model = solver->model;
    mb_observer *observer = solver->observer;

    model->ops->phi(model, observer->t, q, observer->rows);
    return mb_norm(observer->rows, model->mh);
}

double mb_observed_velocities(mb_solver *solver, const double *q, const double *v)
{
    const mb_model *model = solver->model;
    mb_observer *observer = solver->observer;

    mb_phidot(model, observer->t, q, v, solver->terms.jacobian, observer->rows);
    return mb_norm(observer->rows, model->m);
}
