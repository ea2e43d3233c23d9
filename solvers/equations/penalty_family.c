/* SPDX-License-Identifier: MIT */
#include "solvers/equations/penalty_family.h"

#include <math.h>
#include <string.h>

#include "solvers/corrections/projection.h"
#include "solvers/matrices/tile.h"
#include "solvers/scales/masses.h"

double mb_scaled_penalty(mb_solver *solver, double published)
{
    double carried = mb_carried_mass(solver);

    return mb_usual_mass(carried) ? published : published * carried;
}

double mb_default_penalty(mb_solver *solver, const mb_param *params, const mb_values *values,
                          double published)
{
    double alpha = mb_value(params, values, "alpha");

    return isnan(alpha) ? mb_scaled_penalty(solver, published) : alpha;
}

double mb_iterated_penalty(mb_solver *solver, const mb_param *params, const mb_values *values)
{
    const double chain = 10.0, m = solver->model->m;

    return fmax(mb_default_penalty(solver, params, values, MB_PENALTY_FACTOR),
                isnan(mb_value(params, values, "alpha")) ? chain * m * m * mb_carried_mass(solver)
                                                         : 0.0);
}

mb_status mb_penalty_family_setup(mb_solver *solver, mb_penalty_family *f, mb_error *err)
{
    const mb_param *params = solver->formulation->params;
    const mb_values *values = &solver->formulation_values;

    f->alpha = mb_default_penalty(solver, params, values, solver->formulation->penalty);
    f->omega = mb_value(params, values, "omega");
    f->xi = mb_value(params, values, "xi");
    return mb_penalty_family_claim(solver, f, err);
}

mb_status mb_penalty_family_claim(mb_solver *solver, mb_penalty_family *f, mb_error *err)
{
    size_t m = (size_t)solver->model->m, nv = (size_t)solver->model->nv;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(solver->arena, &f->g, m, err));
    MB_TRY(MB_TAKE(solver->arena, &f->w, m, err));
    MB_TRY(MB_TAKE(solver->arena, &f->dx, nv, err));
    MB_TRY(mb_penalty_matrix_setup(solver, &f->matrix, err));
    f->rates = (mb_tile_rates){
        .gamma = solver->terms.gamma, .phi = solver->terms.phi, .mh = solver->model->mh};
done:
    return status;
}

mb_status mb_penalty_family_solve(mb_solver *solver, mb_penalty_family *f, double t,
                                  const double *q, const double *v, double *a, mb_error *err)
{
    const double alpha = f->alpha;
    mb_status status = MB_OK;

    if (f->omega > 0.0)
        mb_eval_motion_and_phi(solver, t, q, v);
    else
        mb_eval_motion(solver, t, q, v);
    MB_TRY(mb_penalty_matrix_factor(solver, f->matrix, alpha, t, err));
    /* g = gamma - 2 xi omega (D v + Phi_t) - omega^2 Phi,  a = Q + alpha D'g; the factor comes
     * first, whose pivots wait for each other: there is time for other work beside them */
    if (f->omega > 0.0) {
        f->rates.damping = 2.0 * f->xi * f->omega;
        f->rates.stiffness = f->omega * f->omega;
        mb_rows_push(solver, &f->rates, t, q, v, alpha, f->g, a);
    } else {
        memcpy(f->g, solver->terms.gamma, (size_t)solver->model->m * sizeof *f->g);
        mb_rows_pull_plus(solver, alpha, f->g, solver->terms.force, a);
    }
    MB_TRY(mb_linear_solve(f->matrix->linear, a, err)); /* (M + alpha D'D) a = Q + alpha D'g (5) */
done:
    return status;
}

void mb_penalty_family_multipliers(mb_solver *solver, mb_penalty_family *f, const double *a,
                                   double *lambda)
{
    f->size = sqrt(mb_rows_miss(solver, true, f->alpha, a, f->g, lambda, f->w)); /* (2) */
}

/* One pass of gonzalez2016 eq. (6): a and lambda improved; the size of the change, that of a, and
 * the sum of the changes that further passes would make */
static mb_status improve(mb_solver *solver, mb_penalty_family *f, bool given, double *a,
                         double *lambda, double *change, double *size, double *left, mb_error *err)
{
    const double before = f->size;
    mb_status status;

    /* da = (M + alpha D'D)\(Q - M a - D'(lambda + alpha (D a - g)))            (6a) for da */
    mb_balance(solver, 1.0, solver->terms.force, -1.0, a, -1.0, f->w, f->dx);
    status = mb_linear_solve(f->matrix->linear, f->dx, err);
    if (status != MB_OK)
        return status;
    mb_correct(solver, given, a, f->dx, change, size);
    f->size = sqrt(mb_rows_miss(solver, false, f->alpha, a, f->g, lambda, f->w)); /* (6b) */
    *left = mb_changes_left(*change, before, f->size);
    return MB_OK;
}

mb_penalty_passes mb_penalty_passes_of(const mb_param *params, const mb_values *values)
{
    const double usual = 1e-8;
    double tol = mb_value(params, values, "tol");

    return (mb_penalty_passes){!isnan(tol), isnan(tol) ? usual : tol,
                               lround(mb_value(params, values, "iterations"))};
}

/* Tells the observer of pass i from 1, which changed a so much; ended: by the tolerance */
static MB_OBSERVING void tell_pass(mb_solver *solver, const mb_penalty_family *f,
                                   const mb_penalty_passes *passes, long i, double change,
                                   bool ended)
{
    mb_ending limit = i >= passes->limit ? MB_ENDED_LIMIT : MB_NOT_ENDED;

    mb_observer_tell(solver, MB_ITERATING_MULTIPLIERS, i, f->size, change,
                     ended ? MB_ENDED_CONVERGED : limit);
}

mb_status mb_penalty_family_iterate(mb_solver *solver, mb_penalty_family *f,
                                    const mb_penalty_passes *passes, double t, const double *q,
                                    const double *v, double *a, double *lambda, mb_error *err)
{
    double change, size, left, enough;
    mb_status status = MB_OK;
    bool more = true;
    long i;

    MB_TRY(mb_penalty_family_solve(solver, f, t, q, v, a, err));
    mb_penalty_family_multipliers(solver, f, a, lambda);
    if (solver->observer)
        tell_pass(solver, f, passes, 1, NAN, false);
    for (i = 1; i < passes->limit && more; i++) {
        MB_TRY(improve(solver, f, passes->given, a, lambda, &change, &size, &left, err));
        enough = passes->tol * (1.0 + size);
        /* which of the two it is nobody can foresee: one jump for both */
        more = (change > enough) & (left > MB_NEGLIGIBLE * enough);
        if (solver->observer)
            tell_pass(solver, f, passes, i + 1, change, !more);
    }
    solver->counters.iterations += i;
    if (more)
        mb_not_converged(solver);
done:
    return status;
}

mb_status mb_penalty_family_start(mb_solver *solver, mb_penalty_family *f, double t,
                                  const double *q, const double *v, double *a, double *lambda,
                                  mb_error *err)
{
    const mb_penalty_passes passes = {.tol = 1e-12, .limit = 1000};

    return mb_penalty_family_iterate(solver, f, &passes, t, q, v, a, lambda, err);
}
