#include "solvers/penalty_family.h"

#include <math.h>
#include <string.h>

#include "solvers/projection.h"

double mb_largest_mass(const mb_solver *solver)
{
    const mb_pattern *M = &solver->model->M;
    double largest = 0.0;

    for (int j = 0; j < M->ncol; j++)
        for (int k = M->start[j]; k < M->start[j + 1]; k++)
            if (M->row[k] == j)
                largest = fmax(largest, solver->terms.mass[k]);
    return largest;
}

double mb_iterated_penalty(const mb_solver *solver, const mb_param *params, const mb_values *values)
{
    const double least = MB_PENALTY_FACTOR, chain = 2.5, m = solver->model->m;
    double alpha = mb_value(params, values, "alpha");

    return isnan(alpha) ? fmax(least, chain * m * m * mb_largest_mass(solver)) : alpha;
}

mb_status mb_penalty_family_setup(mb_solver *solver, mb_penalty_family *f, mb_error *err)
{
    const mb_param *params = solver->formulation->params;
    const mb_values *values = &solver->formulation_values;

    f->alpha = mb_value(params, values, "alpha");
    f->omega = mb_value(params, values, "omega");
    f->xi = mb_value(params, values, "xi");
    return mb_penalty_family_claim(solver, f, err);
}

mb_status mb_penalty_family_claim(mb_solver *solver, mb_penalty_family *f, mb_error *err)
{
    size_t m = (size_t)solver->model->m, nv = (size_t)solver->model->nv;
    mb_status status = MB_OK;

    MB_TRY(mb_claim(solver->arena, &f->g, m, sizeof *f->g, err));
    MB_TRY(mb_claim(solver->arena, &f->r, m, sizeof *f->r, err));
    MB_TRY(mb_claim(solver->arena, &f->dx, nv, sizeof *f->dx, err));
    MB_TRY(mb_penalty_matrix_setup(solver, &f->matrix, err));
done:
    return status;
}

/* r = D a - g with the terms of the last solution */
static void residual(mb_solver *solver, mb_penalty_family *f, const double *a)
{
    double sum = 0.0;

    mb_multiply(&solver->model->D, solver->terms.jacobian, a, f->r);
    for (int i = 0; i < solver->model->m; i++) {
        f->r[i] -= f->g[i];
        sum += f->r[i] * f->r[i];
    }
    f->size = sqrt(sum);
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
    memcpy(f->g, terms->gamma, (size_t)model->m * sizeof *f->g);
    if (f->omega > 0.0) {
        mb_eval_violation(solver, t, q, v);
        for (int i = 0; i < model->m; i++)
            f->g[i] -= damping * terms->phidot[i];
        for (int i = 0; i < model->mh; i++)
            f->g[i] -= stiffness * terms->phi[i];
    }
    mb_transposed_plus(&model->D, terms->jacobian, f->alpha, f->g, terms->force, a);
    MB_TRY(mb_penalty_matrix_factor(solver, f->matrix, f->alpha, t, err));
    MB_TRY(mb_linear_solve(f->matrix->linear, a, err));
    residual(solver, f, a);
    for (int i = 0; i < model->m; i++)
        lambda[i] = f->alpha * f->r[i];
done:
    return status;
}

/* One pass of gonzalez2016 eq. (6): a and lambda improved; the size of the change, that of a, and
 * the sum of the changes that further passes would make */
static mb_status improve(mb_solver *solver, mb_penalty_family *f, double *a, double *lambda,
                         double *change, double *size, double *left, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_terms *terms = &solver->terms;
    double before = f->size;
    mb_status status;

    for (int i = 0; i < model->m; i++)
        f->r[i] = lambda[i] + f->alpha * f->r[i];
    mb_symmetric_plus(&model->M, terms->mass, -1.0, a, terms->force, f->dx);
    mb_multiply_t_add(&model->D, terms->jacobian, -1.0, f->r, f->dx);
    status =
        mb_linear_solve(f->matrix->linear, f->dx, err); /* Q - M a - D'(lambda + alpha (D a - g)) */
    if (status != MB_OK)
        return status;
    mb_correct(a, f->dx, model->nv, change, size);
    residual(solver, f, a);
    for (int i = 0; i < model->m; i++)
        lambda[i] += f->alpha * f->r[i]; /* (6b) */
    *left = mb_changes_left(*change, before, f->size);
    return MB_OK;
}

mb_status mb_penalty_family_iterate(mb_solver *solver, mb_penalty_family *f, double tol, long limit,
                                    double t, const double *q, const double *v, double *a,
                                    double *lambda, mb_error *err)
{
    double change = INFINITY, size = 0.0, left = INFINITY, enough = tol;
    mb_status status = MB_OK;
    long i;

    MB_TRY(mb_penalty_family_solve(solver, f, t, q, v, a, lambda, err));
    for (i = 1; i < limit && change > enough && left > MB_NEGLIGIBLE * enough; i++) {
        MB_TRY(improve(solver, f, a, lambda, &change, &size, &left, err));
        enough = tol * (1.0 + size);
    }
    solver->counters.iterations += i;
    if (change > enough && left > MB_NEGLIGIBLE * enough)
        mb_not_converged(solver);
done:
    return status;
}

mb_status mb_penalty_family_start(mb_solver *solver, mb_penalty_family *f, double t,
                                  const double *q, const double *v, double *a, double *lambda,
                                  mb_error *err)
{
    const double tol = 1e-12;
    const long limit = 1000;

    return mb_penalty_family_iterate(solver, f, tol, limit, t, q, v, a, lambda, err);
}
