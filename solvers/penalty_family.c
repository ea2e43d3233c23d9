#include "solvers/penalty_family.h"

#include <string.h>

mb_status mb_penalty_family_setup(mb_solver *solver, mb_penalty_family *f, mb_error *err)
{
    const mb_param *params = solver->formulation->params;
    const mb_values *values = &solver->formulation_values;
    size_t m = (size_t)solver->model->m, nv = (size_t)solver->model->nv;
    mb_status status = MB_OK;

    f->alpha = mb_value(params, values, "alpha");
    f->omega = mb_value(params, values, "omega");
    f->xi = mb_value(params, values, "xi");
    MB_TRY(mb_claim(solver->arena, &f->g, m, sizeof *f->g, err));
    MB_TRY(mb_claim(solver->arena, &f->r, m, sizeof *f->r, err));
    MB_TRY(mb_claim(solver->arena, &f->dx, nv, sizeof *f->dx, err));
    MB_TRY(mb_penalty_matrix_setup(solver, &f->matrix, err));
done:
    return status;
}

void mb_penalty_family_residual(mb_solver *solver, mb_penalty_family *f, const double *a)
{
    mb_multiply(&solver->model->D, solver->terms.jacobian, a, f->r);
    for (int i = 0; i < solver->model->m; i++)
        f->r[i] -= f->g[i];
}

mb_status mb_penalty_family_solve(mb_solver *solver, mb_penalty_family *f, double t,
                                  const double *q, const double *v, double *a, double *lambda,
                                  mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_terms *terms = &solver->terms;
    double damping = 2.0 * f->xi * f->omega, stiffness = f->omega * f->omega;
    mb_status status = MB_OK;

    mb_eval_motion(solver, t, q, v);
    mb_eval_violation(solver, t, q, v);
    for (int i = 0; i < model->m; i++)
        f->g[i] = terms->gamma[i] - damping * terms->phidot[i];
    for (int i = 0; i < model->mh; i++)
        f->g[i] -= stiffness * terms->phi[i];
    memcpy(a, terms->force, (size_t)model->nv * sizeof *a);
    mb_multiply_t_add(&model->D, terms->jacobian, f->alpha, f->g, a);
    MB_TRY(mb_penalty_matrix_factor(solver, f->matrix, f->alpha, t, err));
    MB_TRY(mb_linear_solve(f->matrix->linear, a, err));
    mb_penalty_family_residual(solver, f, a);
    for (int i = 0; i < model->m; i++)
        lambda[i] = f->alpha * f->r[i];
done:
    return status;
}
