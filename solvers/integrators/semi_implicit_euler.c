/* SPDX-License-Identifier: MIT */
/* Semi-implicit Euler (gonzalez2016 eq. (12)):
 *
 *     v_{k+1} = v_k + h a_k
 *     q_{k+1} = q_k + h v_{k+1}
 *
 * For a formulation in canonical variables the same with the momenta p and the integral I of Phi in
 * the place of v, at the cost of a second evaluation:
 *
 *     p_{k+1} = p_k + h p'(q_k, p_k, I_k),   I_{k+1} = I_k + h I'(q_k)
 *     q_{k+1} = q_k + h q'(q_k, p_{k+1}, I_{k+1})
 *
 * That is not symplectic, as p' depends on p.  gonzalez2016 section 5.1 says that explicit and
 * semi-implicit formula are the same for these equations; they are not, and the explicit one is
 * better.  Where D is linear in q and q moves with the rate that p' has been taken with, D' sigma
 * grows by as much as p does by Ddot' sigma, whatever sigma.  Here q moves with another one, and
 * what is left is in proportion to sigma, the integral of lambda. */
#include "solvers/steps/explicit_rk.h"
#include "solvers/steps/first_order.h"
#include "solvers/steps/step.h"
#include "solvers/steps/tableaus.h"

typedef struct state {
    mb_first_order *first_order; /* NULL: accelerations */
    double *dv;                  /* (nv) h v */
} state;

static mb_status setup(mb_solver *solver, mb_error *err)
{
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->integrator_data = s;
    if (solver->formulation->family == MB_FIRST_ORDER)
        return mb_first_order_setup(solver, 0, &s->first_order, err);
    MB_TRY(MB_TAKE(solver->arena, &s->dv, (size_t)solver->model->nv, err));
done:
    return status;
}

static mb_status start(mb_solver *solver, mb_error *err)
{
    const state *s = solver->integrator_data;

    return mb_first_order_start(solver, s->first_order, err);
}

/* v += h a,  to = q + h v, or without q (NULL) h v: pair p of `width`                        (12) */
MB_ALWAYS_INLINE void advance(int p, int width, mb_pair h, const double *a, const double *q,
                              double *v, double *to)
{
    const int n = 2 * p + width;
    const mb_pair new = mb_pair_of(n, v, p) + h *mb_pair_of(n, a, p);

    mb_put_pair(n, new, v, p);
    mb_put_pair(n, q ? mb_pair_of(n, q, p) + h * new : h *new, to, p);
}

static mb_status step(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_state *x = &solver->state;
    state *s = solver->integrator_data;
    const double *a = x->a;
    double *q = x->q, *v = x->v;
    mb_status status = MB_OK;

    if (s->first_order)
        return mb_first_order_semi_implicit(solver, s->first_order, h, t_new, err);
    if (model->ops->retract) {
        MB_EACH_PAIR(model->nv, advance, mb_pair_both(h), a, NULL, v, s->dv);
        mb_retract(model, s->dv, q);
    } else {
        MB_EACH_PAIR(model->nv, advance, mb_pair_both(h), a, q, v, q);
    }
    MB_TRY(mb_project(solver, t_new, x->q, x->v, NULL, err));
    MB_TRY(mb_accel(solver, t_new, x->q, x->v, x->a, x->lambda, err));
done:
    return status;
}

const mb_integrator mb_integrator_semi_implicit_euler = {
    .name = "semi-implicit-euler",
    .title = "semi-implicit (symplectic) Euler",
    .source = "gonzalez2016 eq. (12)",
    .params = mb_fixed_step_params,
    .families = MB_ACCELERATION | MB_FIRST_ORDER,
    .order = 1,
    .end_acceleration = true,
    .setup = setup,
    .start = start,
    .step = step,
};
