/* Lagrange multipliers with the constraints at acceleration level (index 1): the standard method.
 *
 *     M a + D' lambda = Q,   D a = gamma            (marques2017 eq. (8), bayo1996 eq. (4))
 *
 * Nothing holds Phi and D v at zero: they drift.  The KKT matrix is singular where rows depend on
 * each other.  marques2017 writes D' lambda with the opposite sign. */
#include "solvers/kkt.h"

static mb_status setup(mb_solver *solver, mb_error *err)
{
    mb_kkt *kkt;
    mb_status status = mb_kkt_setup(solver, &kkt, err);

    if (status == MB_OK)
        solver->formulation_data = kkt;
    return status;
}

static mb_status accel(mb_solver *solver, double t, const double *q, const double *v, double *a,
                       double *lambda, mb_error *err)
{
    mb_eval_motion(solver, t, q, v);
    return mb_kkt_motion(solver, solver->formulation_data, t, a, lambda, err);
}

const mb_formulation mb_formulation_lagrange = {
    .name = "lagrange",
    .title = "Lagrange multipliers, constraints at acceleration level",
    .source = "marques2017 eq. (8); bayo1996 eq. (4); gonzalez2016 eq. (35)",
    .family = MB_ACCELERATION,
    .setup = setup,
    .accel = accel,
};
