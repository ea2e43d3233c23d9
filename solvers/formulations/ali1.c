/* SPDX-License-Identifier: MIT */
/* Augmented Lagrangian formulation of index 1 with projections, ALF-INDEX1 of bayo1996 section 4.1:
 *
 *     lambda_0 = 0;  (M + alpha D'D) a_{i+1} + D' lambda_i = Q + alpha D'gamma                (8)
 *     lambda_{i+1} = lambda_i + alpha (D a_{i+1} - gamma)
 *
 * and at the end of a step the mass-orthogonal projections of positions, (13)-(15), and velocities,
 * (23), (24), with the same leading matrix.  Accelerations need none: (8) satisfies D a = gamma.
 * Omega and mu are zero, as the paper allows where every step is projected.
 *
 * With trapezoidal or implicit-midpoint it is the paper's algorithm.  The same projections after
 * every k-th step, or with stabilisation, are augmented-lagrangian with mass-orthogonal. */
#include <math.h>

#include "solvers/corrections/mass_orthogonal.h"
#include "solvers/equations/penalty_family.h"

static const mb_param params[] = {
    MB_ITERATED_PENALTY_PARAM,
    MB_PENALTY_PASS_PARAMS,
    MB_REAL("ptol", NAN, "1 + |q|, 1 + |v|", .min = 0.0, .above_min = true, .max = 1.0,
            .doc = "correction that ends a projection; if unset 1e-14 of the size"),
    MB_INNER_PASSES_PARAM,
    {0},
};

typedef struct state {
    mb_penalty_family family;
    mb_mass_orthogonal projection;
    mb_penalty_passes passes;
} state;

static mb_status setup(mb_solver *solver, mb_error *err)
{
    const mb_values *values = &solver->formulation_values;
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->formulation_data = s;
    s->passes = mb_penalty_passes_of(params, values);
    s->family.alpha = mb_iterated_penalty(solver, params, values);
    MB_TRY(mb_penalty_family_claim(solver, &s->family, err));
    MB_TRY(mb_correction_claim(solver, mb_value(params, values, "ptol"), 1e-14,
                               mb_value(params, values, "piterations"), &s->projection.correction,
                               err));
    MB_TRY(
        mb_mass_orthogonal_setup(solver, s->family.matrix, s->family.alpha, &s->projection, err));
done:
    return status;
}

static mb_status accel(mb_solver *solver, double t, const double *q, const double *v, double *a,
                       double *lambda, mb_error *err)
{
    state *s = solver->formulation_data;

    return mb_penalty_family_iterate(solver, &s->family, &s->passes, t, q, v, a, lambda, err);
}

static mb_status settle(mb_solver *solver, double t, double *q, double *v, mb_error *err)
{
    state *s = solver->formulation_data;
    mb_status status = MB_OK;

    MB_TRY(mb_mass_orthogonal_positions(solver, &s->projection, t, q, err));
    mb_eval_end(solver, t, q);
    MB_TRY(mb_mass_orthogonal_velocities(solver, &s->projection, t, q, v, err));
done:
    return status;
}

const mb_formulation mb_formulation_ali1 = {
    .name = "ali1",
    .title = "augmented Lagrangian of index 1, positions and velocities projected",
    .source = "bayo1996 section 4.1",
    .params = params,
    .family = MB_ACCELERATION,
    .projects = true,
    .setup = setup,
    .accel = accel,
    .settle = settle,
};
