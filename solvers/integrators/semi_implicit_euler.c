/* Semi-implicit Euler (gonzalez2016 eq. (12)): v_{k+1} = v_k + h a_k, then q_{k+1} = q_k + h
 * v_{k+1}.  For a first-order formulation the other variables first, then q with the rate they
 * give. */
#include "solvers/explicit_rk.h"
#include "solvers/step.h"

typedef struct state {
    double *dv; /* (nv) h v */
} state;

static mb_status setup(mb_solver *solver, mb_error *err)
{
    mb_status status = MB_OK;
    state *s;

    MB_TRY(mb_claim(solver->arena, &s, 1, sizeof *s, err));
    solver->integrator_data = s;
    MB_TRY(mb_claim(solver->arena, &s->dv, (size_t)solver->model->nv, sizeof(double), err));
done:
    return status;
}

static mb_status step(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_state *x = &solver->state;
    state *s = solver->integrator_data;
    mb_status status = MB_OK;

    for (int i = 0; i < model->nv; i++) {
        x->v[i] += h * x->a[i];
        s->dv[i] = h * x->v[i];
    }
    mb_retract(model, s->dv, x->q);
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
    .families = MB_ACCELERATION,
    .order = 1,
    .end_acceleration = true,
    .setup = setup,
    .step = step,
};
