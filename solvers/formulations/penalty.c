/* SPDX-License-Identifier: MIT */
/* Penalty formulation: constraints replaced by mass-spring-damper systems (gonzalez2016 eqs (2),
 * (5); marques2017 eqs (21), (22)).  A constraint force needs a violation, of the order 1 / alpha.
 */
#include "solvers/equations/penalty_family.h"

static const mb_param params[] = {MB_PENALTY_PARAMS, {0}};

static mb_status setup(mb_solver *solver, mb_error *err)
{
    mb_penalty_family *family;
    mb_status status = MB_TAKE(solver->arena, &family, 1, err);

    if (status != MB_OK)
        return status;
    solver->formulation_data = family;
    return mb_penalty_family_setup(solver, family, err);
}

static mb_status accel(mb_solver *solver, double t, const double *q, const double *v, double *a,
                       double *lambda, mb_error *err)
{
    (void)lambda;
    return mb_penalty_family_solve(solver, solver->formulation_data, t, q, v, a, err);
}

static void multipliers(mb_solver *solver, const double *a, double *lambda)
{
    mb_penalty_family_multipliers(solver, solver->formulation_data, a, lambda);
}

const mb_formulation mb_formulation_penalty = {
    .name = "penalty",
    .title = "penalty formulation",
    .source = "gonzalez2016 eq. (5); marques2017 eq. (21)",
    .params = params,
    .penalty = MB_PENALTY_FACTOR,
    .family = MB_ACCELERATION,
    .setup = setup,
    .accel = accel,
    .multipliers = multipliers,
};
