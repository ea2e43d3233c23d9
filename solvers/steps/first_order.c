#include "solvers/steps/first_order.h"

#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "solvers/scales/size.h"
#include "solvers/steps/step.h"

mb_status mb_first_order_setup(mb_solver *solver, int stages, mb_first_order **state, mb_error *err)
{
    mb_status status = MB_OK;
    mb_first_order *s;
    size_t n;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    s->n = solver->formulation->first_order.size(solver->model);
    n = (size_t)s->n;
    MB_TRY(MB_TAKE(solver->arena, &s->y, n, err));
    MB_TRY(MB_TAKE(solver->arena, &s->dy, n, err));
    MB_TRY(MB_TAKE(solver->arena, &s->next, n, err));
    MB_TRY(MB_TAKE(solver->arena, &s->rate, n, err));
    MB_TRY(MB_TAKE(solver->arena, &s->old, n, err));
    for (int i = 0; i < stages; i++)
        MB_TRY(MB_TAKE(solver->arena, &s->k[i], n, err));
    *state = s;
done:
    return status;
}

mb_status mb_first_order_start(mb_solver *solver, mb_first_order *s, mb_error *err)
{
    const mb_formulation *f = solver->formulation;
    mb_status status = MB_OK;

    MB_TRY(f->first_order.begin(solver, s->y, err));
    MB_TRY(f->first_order.rate(solver, solver->state.t, s->y, s->dy, err));
    MB_TRY(f->first_order.accept(solver, 0.0, solver->state.t, s->y, s->dy, err));
done:
    return status;
}

/* Takes over `next` at t_new, whose rate is known when `fresh`. */
static mb_status accept(mb_solver *solver, mb_first_order *s, double h, double t_new, bool fresh,
                        mb_error *err)
{
    const mb_formulation *f = solver->formulation;
    mb_status status = MB_OK;

    memcpy(s->y, s->next, (size_t)s->n * sizeof(double));
    if (fresh)
        memcpy(s->dy, s->rate, (size_t)s->n * sizeof(double));
    else
        MB_TRY(f->first_order.rate(solver, t_new, s->y, s->dy, err));
    MB_TRY(f->first_order.accept(solver, h, t_new, s->y, s->dy, err));
done:
    return status;
}

mb_status mb_first_order_rk(mb_solver *solver, mb_first_order *s, const mb_tableau *tableau,
                            double h, double t_new, mb_error *err)
{
    mb_status status = MB_OK;

    memcpy(s->k[0], s->dy, (size_t)s->n * sizeof(double));
    for (int i = 1; i < tableau->stages; i++) {
        mb_combine(s->n, s->y, h, i, tableau->a[i], s->k, s->next);
        MB_TRY(solver->formulation->first_order.rate(solver, solver->state.t + tableau->c[i] * h,
                                                     s->next, s->k[i], err));
    }
    mb_combine(s->n, s->y, h, tableau->stages, tableau->b, s->k, s->next);
    MB_TRY(accept(solver, s, h, t_new, false, err));
done:
    return status;
}

mb_status mb_first_order_semi_implicit(mb_solver *solver, mb_first_order *s, double h, double t_new,
                                       mb_error *err)
{
    const int nv = solver->model->nv;
    mb_status status = MB_OK;

    memcpy(s->next, s->y, (size_t)nv * sizeof(double));
    for (int i = nv; i < s->n; i++)
        s->next[i] = s->y[i] + h * s->dy[i];
    MB_TRY(solver->formulation->first_order.rate(solver, solver->state.t, s->next, s->rate, err));
    for (int i = 0; i < nv; i++)
        s->next[i] += h * s->rate[i];
    MB_TRY(accept(solver, s, h, t_new, false, err));
done:
    return status;
}

/* The change from `old` to `next`, by its positions */
static mb_iteration_state judge(mb_solver *solver, mb_first_order *s)
{
    double *dq = solver->scratch_v;
    int nv = solver->model->nv;
    mb_iteration_state iteration;

    if (s->convergence.given) {
        iteration = mb_convergence_add(&s->convergence, mb_distance(s->next, s->old, nv),
                                       mb_norm(s->next, nv));
    } else {
        for (int i = 0; i < nv; i++)
            dq[i] = s->next[i] - s->old[i];
        iteration = mb_convergence_add(&s->convergence, mb_size(solver, dq),
                                       1.0 + mb_size_of_positions(solver, s->next));
    }
    mb_convergence_observe(solver, &s->convergence, iteration, s->iterations, s->next);
    return iteration;
}

mb_status mb_first_order_trapezoidal(mb_solver *solver, mb_first_order *s, double h, double t_new,
                                     mb_error *err)
{
    mb_iteration_state iteration = MB_GOES_ON;
    mb_status status = MB_OK;

    mb_convergence_begin(&s->convergence);
    for (int i = 0; i < s->n; i++)
        s->next[i] = s->y[i] + h * s->dy[i];
    for (long pass = 0; pass < s->iterations && iteration == MB_GOES_ON; pass++) {
        memcpy(s->old, s->next, (size_t)s->n * sizeof(double));
        MB_TRY(solver->formulation->first_order.rate(solver, t_new, s->next, s->rate, err));
        solver->counters.iterations++;
        for (int i = 0; i < s->n; i++)
            s->next[i] = s->y[i] + 0.5 * h * (s->dy[i] + s->rate[i]);
        iteration = judge(solver, s);
        if (mb_goes_back(&s->convergence, iteration))
            memcpy(s->next, s->old, (size_t)s->n * sizeof(double)); /* whose rate is known */
    }
    if (iteration != MB_CONVERGED)
        mb_not_converged(solver);
    MB_TRY(accept(solver, s, h, t_new, true, err));
done:
    return status;
}
