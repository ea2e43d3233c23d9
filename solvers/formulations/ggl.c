/* Stabilised index-2 equations (gear1985): the constraints on positions and on velocities, each
 * with multipliers of its own,
 *
 *     dq/dt = T(q) (v + Dh' mu),   M dv/dt = Q - D' lambda,   Phi = 0,   D v + Phi_t = 0
 *
 * Dh: the holonomic rows of D.  mu is zero in the exact solution.  Nonholonomic rows stand in the
 * last equation only.  The integrator solves them; here are the accelerations at the start. */
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

const mb_formulation mb_formulation_ggl = {
    .name = "ggl",
    .title = "stabilised index-2 equations of Gear, Gupta and Leimkuhler",
    .source = "Gear, Leimkuhler & Gupta, J. Comput. Appl. Math. 12-13 (1985) 77-90",
    .family = MB_STABILISED,
    .setup = setup,
    .accel = accel,
};
