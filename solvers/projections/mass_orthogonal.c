/* SPDX-License-Identifier: MIT */
/* Mass-orthogonal projection of Bayo and Ledesma (bayo1996 eqs (13)-(15), (23), (24)).
 *
 * positions, by modified Newton from lambda = 0 with the factor of q*, refreshed when it converges
 * slowly:
 *     (M + alpha D'D) dq = -(M (q - q*) + D'(lambda + alpha Phi(q))),   then lambda += alpha Phi(q)
 * velocities, with a factorisation at the projected q:
 *     (M + alpha D'D) v_{i+1} = M v_i - alpha D' Phi_t                                 (23)
 *
 * until a correction is below tol.  Departures: (14) as printed lacks the term alpha D' Phi of (11)
 * and (12); without it the first pass moves nothing, and from the second on the iteration goes
 * round a cycle of six passes (tests/papers/test_bayo_projections.c).  (23) is solved for v_{i+1} -
 * v_i, whose right-hand side -alpha D'(D v + Phi_t) vanishes with the violation, so that round-off
 * does not stay in the velocities; it needs the factor at the final q: with the one of q* energy is
 * lost. */
#include "solvers/corrections/mass_orthogonal.h"
#include "solvers/equations/penalty_family.h"

static const mb_param params[] = {
    MB_PROJECTION_PARAMS("1e-14"),
    MB_ITERATED_PENALTY_PARAM,
    {0},
};

static mb_status check(const mb_values *values, mb_error *err)
{
    return mb_check_start("mass-orthogonal", params, values, err);
}

static mb_status setup(mb_solver *solver, mb_error *err)
{
    mb_mass_orthogonal *s;
    mb_penalty_matrix *matrix;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->projection_data = s;
    MB_TRY(mb_correction_setup(solver, 1e-14, &s->correction, err));
    MB_TRY(mb_penalty_matrix_setup(solver, &matrix, err));
    MB_TRY(mb_mass_orthogonal_setup(
        solver, matrix, mb_iterated_penalty(solver, params, &solver->projection_values), s, err));
done:
    return status;
}

static mb_status positions(mb_solver *solver, double t, double *q, mb_error *err)
{
    return mb_mass_orthogonal_positions(solver, solver->projection_data, t, q, err);
}

static mb_status velocities(mb_solver *solver, double t, const double *q, double *v, mb_error *err)
{
    return mb_mass_orthogonal_velocities(solver, solver->projection_data, t, q, v, err);
}

const mb_projection mb_projection_mass_orthogonal = {
    .name = "mass-orthogonal",
    .title = "mass-orthogonal projection by penalty and multipliers",
    .source = "bayo1996 eqs (13)-(15), (23), (24); marques2017 eqs (26)-(30)",
    .params = params,
    .check = check,
    .setup = setup,
    .positions = positions,
    .velocities = velocities,
};
