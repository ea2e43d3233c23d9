/* SPDX-License-Identifier: MIT */
#include "solvers/steps/fixed_point.h"

#include "base/vector.h"
#include "solvers/scales/size.h"
#include "solvers/steps/step.h"

/* The largest change of such an iteration without a given tolerance */
static const double LEAST = 1e-10;

void mb_passes_setup(const mb_solver *solver, mb_passes *passes, mb_pass *pass, mb_take_back *back)
{
    const mb_param *params = solver->integrator->params;
    const mb_values *values = &solver->integrator_values;

    mb_convergence_setup(&passes->convergence, mb_value(params, values, "tol"), LEAST);
    passes->convergence.last = lround(mb_value(params, values, "divergence")) == MB_KEEP_LAST;
    passes->limit = lround(mb_value(params, values, "iterations"));
    passes->pass = pass;
    passes->back = back;
}

MB_ALWAYS_INLINE void add_pair(int p, int width, const double *before, const double *q,
                               mb_pair *squares)
{
    const int n = 2 * p + width;
    const mb_pair x = mb_pair_of(n, q, p);

    *squares = mb_add_squares(*squares, x - mb_pair_of(n, before, p), x);
}

mb_iteration_state mb_judge_squares(mb_solver *solver, mb_passes *passes, double of_change,
                                    double of_q, const double *q)
{
    mb_convergence *c = &passes->convergence;
    mb_iteration_state iteration = mb_convergence_add(c, sqrt(of_change), sqrt(of_q));

    mb_convergence_observe(solver, c, iteration, passes->limit, q);
    return iteration;
}

mb_iteration_state mb_judge_change(mb_solver *solver, mb_passes *passes, const double *before,
                                   const double *q)
{
    const int nq = solver->model->nq;
    mb_convergence *c = &passes->convergence;
    double *dq = solver->scratch_q;
    mb_pair squares = {0.0};
    mb_iteration_state iteration;

    if (c->given) {
        MB_EACH_PAIR(nq, add_pair, before, q, &squares);
        return mb_judge_squares(solver, passes, squares[0],
                                nq < MB_LONG_SUM ? squares[1] : mb_inner(q, q, nq), q);
    }
    for (int i = 0; i < nq; i++)
        dq[i] = q[i] - before[i];
    iteration = mb_convergence_add(c, mb_size_of_positions(solver, dq),
                                   1.0 + mb_size_of_positions(solver, q));
    mb_convergence_observe(solver, c, iteration, passes->limit, q);
    return iteration;
}

mb_status mb_iterate(mb_solver *solver, mb_passes *passes, void *data, double h, double t,
                     bool *converged, mb_error *err)
{
    mb_iteration_state iteration = MB_GOES_ON;
    mb_status status = MB_OK;

    mb_convergence_begin(&passes->convergence);
    for (long i = 0; i < passes->limit && iteration == MB_GOES_ON; i++) {
        MB_TRY(passes->pass(solver, data, h, t, &iteration, err));
        solver->counters.iterations++;
    }
    *converged = iteration == MB_CONVERGED;
    if (*converged)
        goto done;
    if (iteration == MB_GROWS && !passes->convergence.last)
        MB_TRY(passes->back(solver, data, h, t, err));
    mb_not_converged(solver);
done:
    return status;
}

static mb_status pass(mb_solver *solver, void *data, double h, double t,
                      mb_iteration_state *iteration, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_fixed_point *p = data;
    double *before = p->q, *a_before = p->a_earlier;
    mb_status status = MB_OK;

    p->a_earlier = p->a_before;
    p->a_before = a_before;
    mb_copy_pairs(p->kept, p->a, a_before);
    MB_TRY(mb_accel_alone(solver, t, p->q_at, p->v_at, p->a, p->lambda, err));
    p->q = p->q_before;
    p->q_before = before;
    p->advance(model, &solver->state, h, p);
    *iteration = p->sums ? mb_judge_squares(solver, &p->passes, p->of_change, p->of_q, p->q)
                         : mb_judge_change(solver, &p->passes, p->q_before, p->q);
done:
    return status;
}

/* Evaluates once more where the pass before the last did, which has left no multipliers; not counted */
static mb_status make_again(mb_solver *solver, mb_fixed_point *p, double h, double t, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_counters counters = solver->counters;
    mb_status status;

    mb_copy_pairs(p->kept, p->a_earlier, p->a);
    p->advance(model, &solver->state, h, p);
    status = mb_accel_alone(solver, t, p->q_at, p->v_at, p->a, p->lambda, err);
    solver->counters = counters;
    return status;
}

static mb_status back(mb_solver *solver, void *data, double h, double t, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_fixed_point *p = data;
    mb_status status = MB_OK;

    p->unmoved = p->passes.convergence.pass == 1;
    if (solver->formulation->multipliers && !p->unmoved)
        MB_TRY(make_again(solver, p, h, t, err));
    else
        mb_copy_pairs(p->kept, p->a_before, p->a);
    p->advance(model, &solver->state, h, p);
done:
    return status;
}

mb_status mb_fixed_point_setup(mb_solver *solver, mb_fixed_point **point, mb_error *err)
{
    size_t nq = (size_t)solver->model->nq, nv = (size_t)solver->model->nv;
    mb_status status = MB_OK;
    mb_fixed_point *p;

    MB_TRY(MB_TAKE(solver->arena, &p, 1, err));
    mb_passes_setup(solver, &p->passes, pass, back);
    p->kept = (int)nv + (solver->formulation->multipliers ? 0 : solver->model->m);
    MB_TRY(MB_TAKE(solver->arena, &p->q, nq, err));
    MB_TRY(MB_TAKE(solver->arena, &p->v, nv, err));
    MB_TRY(MB_TAKE(solver->arena, &p->dv, nv, err));
    MB_TRY(MB_TAKE(solver->arena, &p->q_before, nq, err));
    MB_TRY(MB_TAKE(solver->arena, &p->a_before, nv + (size_t)solver->model->m, err));
    MB_TRY(MB_TAKE(solver->arena, &p->a_earlier, nv + (size_t)solver->model->m, err));
    *point = p;
done:
    return status;
}

mb_status mb_fixed_point_iterate(mb_solver *solver, mb_fixed_point *p, double h, double t,
                                 mb_error *err)
{
    mb_status status = MB_OK;
    bool converged;

    p->unmoved = false;
    p->advance(solver->model, &solver->state, h, p);
    MB_TRY(mb_iterate(solver, &p->passes, p, h, t, &converged, err));
    if (!p->unmoved)
        mb_multipliers(solver, p->a, p->lambda);
done:
    return status;
}
