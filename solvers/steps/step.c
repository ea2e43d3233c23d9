#include "solvers/steps/step.h"

#include <string.h>

#include "base/vector.h"
#include "solvers/scales/size.h"

void mb_normalise(mb_solver *solver, double *q)
{
    if (solver->model->ops->retract)
        solver->model->ops->retract(solver->model, solver->zero, q);
}

mb_status mb_check_control(const char *integrator, const mb_param *params, const mb_values *values,
                           mb_error *err)
{
    bool h = mb_value_given(params, values, "h"), tol = mb_value_given(params, values, "tol");

    if (h && tol)
        return mb_fail(err, MB_BAD_INPUT,
                       "%s: h (fixed step) and tol (error-controlled) exclude each other; give one",
                       integrator);
    if (!h && !tol)
        return mb_fail(err, MB_BAD_INPUT,
                       "%s needs h= (fixed step) or tol= (error-controlled), as in %s:tol=1e-6",
                       integrator, integrator);
    return MB_OK;
}

mb_step_trial mb_trial_step(double proposed, double t, double t_stop, double stretch)
{
    bool last = proposed * (1.0 + stretch) >= t_stop - t;
    double h = last ? t_stop - t : proposed;

    return (mb_step_trial){h, last ? t_stop : t + h, last};
}

void mb_fixed_point_convergence(const mb_solver *solver, mb_convergence *c)
{
    const mb_param *params = solver->integrator->params;
    const mb_values *values = &solver->integrator_values;

    mb_convergence_setup(c, mb_value(params, values, "tol"), MB_FIXED_POINT_LEAST);
    c->last = lround(mb_value(params, values, "divergence")) == MB_KEEP_LAST;
}

mb_status mb_fixed_point_setup(mb_solver *solver, mb_fixed_point **point, mb_error *err)
{
    const mb_param *params = solver->integrator->params;
    size_t nq = (size_t)solver->model->nq, nv = (size_t)solver->model->nv;
    mb_status status = MB_OK;
    mb_fixed_point *p;

    MB_TRY(MB_TAKE(solver->arena, &p, 1, err));
    mb_fixed_point_convergence(solver, &p->convergence);
    p->iterations = lround(mb_value(params, &solver->integrator_values, "iterations"));
    MB_TRY(MB_TAKE(solver->arena, &p->q, nq, err));
    MB_TRY(MB_TAKE(solver->arena, &p->v, nv, err));
    MB_TRY(MB_TAKE(solver->arena, &p->q_old, nq, err));
    MB_TRY(MB_TAKE(solver->arena, &p->q_mid, nq, err));
    MB_TRY(MB_TAKE(solver->arena, &p->v_mid, nv, err));
    MB_TRY(MB_TAKE(solver->arena, &p->dv, nv, err));
    MB_TRY(MB_TAKE(solver->arena, &p->a, nv, err));
    MB_TRY(MB_TAKE(solver->arena, &p->lambda, (size_t)solver->model->m, err));
    *point = p;
done:
    return status;
}

mb_iteration_state mb_fixed_point_state(mb_solver *solver, mb_fixed_point *p)
{
    const mb_model *model = solver->model;
    double *dq = solver->scratch_q;
    mb_iteration_state iteration;

    if (p->convergence.given) {
        iteration = mb_convergence_add(&p->convergence, mb_distance(p->q, p->q_old, model->nq),
                                       mb_norm(p->q, model->nq));
    } else {
        for (int i = 0; i < model->nq; i++)
            dq[i] = p->q[i] - p->q_old[i];
        iteration = mb_convergence_add(&p->convergence, mb_size_of_positions(solver, dq),
                                       1.0 + mb_size_of_positions(solver, p->q));
    }
    mb_convergence_observe(solver, &p->convergence, iteration, p->iterations, p->q);
    return iteration;
}

void mb_fixed_point_keep(const mb_model *model, mb_fixed_point *point, const double *a,
                         const double *lambda)
{
    memcpy(point->a, a, (size_t)model->nv * sizeof *a);
    memcpy(point->lambda, lambda, (size_t)model->m * sizeof *lambda);
}

void mb_fixed_point_restore(const mb_model *model, const mb_fixed_point *point, double *a,
                            double *lambda)
{
    memcpy(a, point->a, (size_t)model->nv * sizeof *a);
    memcpy(lambda, point->lambda, (size_t)model->m * sizeof *lambda);
}
