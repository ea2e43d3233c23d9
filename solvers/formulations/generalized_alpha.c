/* SPDX-License-Identifier: MIT */
/* Generalized-alpha method on the index-3 equations in Lie-group form (arnold2007; bruls2012).
 *
 *     M vdot + D' lambda = Q,   Phi = 0                    at the end of the step              (1)
 *     q_{n+1} = q_n moved by  x = h v_n + h^2 [(1/2 - beta) a_n + beta a_{n+1}]                (2)
 *     v_{n+1} = v_n + h [(1 - gamma) a_n + gamma a_{n+1}]                                      (3)
 *     (1 - am) a_{n+1} + am a_n = (1 - af) vdot_{n+1} + af vdot_n                              (4)
 *     am = (2 rho - 1) / (rho + 1),  af = rho / (rho + 1)                                      (5)
 *     gamma = 1/2 + af - am,  beta = (gamma + 1/2)^2 / 4                                       (6)
 *
 * a is the algorithmic acceleration, vdot the true one, which the state reports; rho is the part of
 * an infinitely fast oscillation that a step leaves.  With s = h^2 beta (1 - af) / (1 - am) and
 * r = gamma / (beta h), a Newton pass is
 *
 *     [ S  D' ] [ dx        ]   [ s (Q - M vdot - D'lambda) ]
 *     [ D  0  ] [ s dlambda ] = [ -Phi                      ]                                  (7)
 *     S = M + s r C + s (K + d(D'lambda)/dq + d(M vdot)/dq)
 *
 * and vdot += dx / s, v += r dx, lambda += dlambda.  Positions are at round-off; velocities are
 * not, but their violation is of order h^2 and does not accumulate.  With rho = 1 nothing damps the
 * multipliers and they oscillate with growing size until Newton diverges, as index-3 methods
 * without damping do: the double four-bar at h = 10 ms is lost after 5.17 s.
 *
 * Nonholonomic rows stand at the level of velocities; as D dv = r D dx, they enter (7) with
 *
 *     -(D v + Phi_t) / r                                                                       (8)
 *
 * in the place of -Phi: their velocities are at round-off.
 *
 * Departures: a_0 = vdot_0 (the papers offer a start that is more exact in the multipliers); in (7)
 * the derivative of the retraction by x is taken as I, tangents that the model lacks as zero, and D
 * in (8) as constant.  All leave the limit of the iteration alone but make it linear, so that Phi
 * comes down to about the tolerance and not, by a last quadratic step, to round-off. */
#include "solvers/equations/alpha_method.h"

static const mb_param params[] = {
    MB_REAL("rho_inf", 0.8, "1", .min = 0.0, .max = 1.0,
            .doc = "spectral radius at infinite frequency: 1 damps nothing, 0 most"),
    {0},
};

static mb_status setup(mb_solver *solver, mb_error *err)
{
    double rho = mb_value(params, &solver->formulation_values, "rho_inf");
    mb_alpha_weights w = {.am = (2.0 * rho - 1.0) / (rho + 1.0), .af = rho / (rho + 1.0)}; /* (5) */

    w.gamma = 0.5 + w.af - w.am; /* (6) */
    w.beta = 0.25 * (w.gamma + 0.5) * (w.gamma + 0.5);
    return mb_alpha_setup(solver, &w, err);
}

const mb_formulation mb_formulation_generalized_alpha = {
    .name = "generalized-alpha",
    .title = "generalized-alpha method on the index-3 equations",
    .source = "Arnold & Bruls, Multibody System Dynamics 18 (2007) 185-202; Bruls, Cardona & "
              "Arnold, Mechanism and Machine Theory 48 (2012) 121-137",
    .params = params,
    .family = MB_ONE_STEP,
    .setup = setup,
    .accel = mb_alpha_accel,
    .one_step = {.open = mb_alpha_open, .pass = mb_alpha_pass, .close = mb_alpha_close},
};
