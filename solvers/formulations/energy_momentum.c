/* SPDX-License-Identifier: MIT */
/* Energy-momentum method with discrete gradients (gonzalez1999; betsch2002 for natural
 * coordinates):
 *
 *     q_{n+1} - q_n = h/2 (v_n + v_{n+1})                                                      (1)
 *     M (v_{n+1} - v_n) = -h [gV(q_n, q_{n+1}) + gPhi(q_n, q_{n+1})' lambda]                   (2)
 *     Phi(q_{n+1}) = 0                                                                         (3)
 *
 * where gV'(q_{n+1} - q_n) = V_{n+1} - V_n and gPhi (q_{n+1} - q_n) = Phi_{n+1} - Phi_n exactly, so
 * that by (1) and (2) the kinetic energy changes by -(V_{n+1} - V_n): the energy stays at round-off
 * of the iteration whatever the step.  With x = q_{n+1} - q_n a Newton pass is
 *
 *     [ M + h^2/4 (K + d(D'lambda)/dq)   gPhi' ] [ dx            ]   [ r    ]
 *     [ D_{n+1}                          0     ] [ h^2/2 dlambda ] = [ -Phi ]                  (4)
 *     r = h M v_n - M x - h^2/2 (gV + gPhi' lambda)
 *
 * with K and d(D'lambda)/dq at the midpoint, where they are those of the discrete gradients of
 * quadratic functions.  Positions are at round-off; velocities are not: v_{n+1} + v_n is
 * orthogonal to gPhi, D v only to order h^2.
 *
 * lambda and the reported a = (v_{n+1} - v_n) / h belong to the middle of the step. */
#include <string.h>

#include "solvers/equations/two_point.h"

/* (4) */
static mb_status pass(mb_solver *solver, double h, double t_new, const double **dx,
                      const double **q, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *old = &solver->state;
    mb_two_point *s = solver->formulation_data;
    double *grad = s->u, *middle = solver->scratch_q;
    double half = 0.5 * h * h, t_middle = old->t + 0.5 * h;

    solver->counters.evaluations++;
    model->ops->discrete_gradient(model, t_middle, old->q, s->q, grad, s->upper);
    mb_eval_place(solver, t_new, s->q);
    /* x = (h M v_n - M x - h^2/2 (gV + gPhi' lambda), -Phi),  S = M + h^2/4 (K + d(D'lambda)/dq) */
    for (int i = 0; i < model->nv; i++) {
        s->saddle->x[i] = -half * grad[i];
        middle[i] = old->q[i] + 0.5 * s->moved[i];
    }
    mb_two_point_equations(solver, s, h);
    mb_saddle_add_stiffness(solver, s->saddle, 0.5 * half, t_middle, middle, old->v);
    mb_saddle_add_constraint(solver, s->saddle, 0.5 * half, t_middle, middle, s->lambda);
    return mb_two_point_correct(solver, s, h, t_new, dx, q, err);
}

/* v_{n+1} by (1), a = (v_{n+1} - v_n) / h */
static mb_status close(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_state *new = &solver->state;
    const mb_two_point *s = solver->formulation_data;

    (void)t_new, (void)err;
    for (int i = 0; i < model->nv; i++) {
        double change = 2.0 * (s->moved[i] / h - new->v[i]);

        new->a[i] = change / h;
        new->v[i] += change;
        new->q[i] = s->q[i];
    }
    memcpy(new->lambda, s->lambda, (size_t)model->m * sizeof(double));
    return MB_OK;
}

const mb_formulation mb_formulation_energy_momentum = {
    .name = "energy-momentum",
    .title = "energy-momentum method with discrete gradients",
    .source =
        "Gonzalez, Comput. Methods Appl. Mech. Engrg. 174 (1999) 165-182; Betsch & Steinmann, "
        "Int. J. Numer. Meth. Engng. 53 (2002) 1775-1800",
    .family = MB_ONE_STEP,
    .needs = MB_HOLONOMIC | MB_IDENTITY_T | MB_CONSTANT_M | MB_SCLERONOMIC | MB_CONSERVATIVE,
    .terms = 1u << MB_TERM_DISCRETE_GRADIENT,
    .setup = mb_two_point_setup,
    .accel = mb_two_point_accel,
    .one_step = {.open = mb_two_point_open,
                 .pass = pass,
                 .close = close,
                 .inner_acceleration = true},
};
