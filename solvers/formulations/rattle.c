/* SPDX-License-Identifier: MIT */
/* RATTLE (andersen1983; Hairer, Lubich & Wanner, Geometric Numerical Integration, VII.1.4), the
 * Stoermer-Verlet method with constraints on positions and velocities:
 *
 *     M (v_half - v_n) = h/2 [Q(t_n, q_n, v_half) - D_n' lambda]                               (1)
 *     q_{n+1} = q_n + h v_half,   Phi(q_{n+1}) = 0                                             (2)
 *     M (v_{n+1} - v_half) = h/2 [Q(t_{n+1}, q_{n+1}, v_half) - D_{n+1}' mu]                   (3)
 *     D_{n+1} v_{n+1} + Phi_t = 0                                                              (4)
 *
 * Symmetric, of order 2, and symplectic where Q = -grad V; positions and velocities at round-off.
 * Forces that depend on v take v_half in both halves, which keeps the method symmetric.  With
 * x = q_{n+1} - q_n a Newton pass for (1), (2) is
 *
 *     [ M + h/2 C  D_n' ] [ dx              ]   [ h M v_n + h^2/2 (Q - D_n' lambda) - M x ]
 *     [ D_{n+1}    0    ] [ h^2/2 dlambda   ] = [ -Phi                                    ]    (5)
 *
 * and (3), (4) are one linear solve.  The state reports what the second half yields: mu, and
 * a = 2 (v_{n+1} - v_half) / h, both exact to the order of h only. */
#include "solvers/equations/two_point.h"

static mb_status open(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_two_point *s = solver->formulation_data;

    model->ops->jacobian(model, solver->state.t, solver->state.q, s->upper);
    return mb_two_point_open(solver, h, t_new, err);
}

/* u = v_half */
static void half_velocity(const mb_model *model, mb_two_point *s, double h)
{
    for (int i = 0; i < model->nv; i++)
        s->u[i] = s->moved[i] / h;
}

/* (5) */
static mb_status pass(mb_solver *solver, double h, double t_new, const double **dx,
                      const double **q, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *old = &solver->state;
    const mb_terms *terms = &solver->terms;
    mb_two_point *s = solver->formulation_data;
    mb_status status = MB_OK;

    solver->counters.evaluations++;
    mb_eval_force(solver, old->t, old->q, s->u);
    mb_eval_place(solver, t_new, s->q);
    /* x = (h M v_n + h^2/2 (Q - D_n' lambda) - M x, -Phi),  S = M + h/2 C */
    for (int i = 0; i < model->nv; i++)
        s->saddle->x[i] = 0.5 * h * h * terms->force[i];
    mb_two_point_equations(solver, s, h);
    half_velocity(model, s, h);
    mb_saddle_add_damping(solver, s->saddle, 0.5 * h, old->t, old->q, s->u);
    MB_TRY(mb_two_point_correct(solver, s, h, t_new, dx, q, err));
    half_velocity(model, s, h);
done:
    return status;
}

/* (3), (4): [M D'; D 0] [v_{n+1}; h/2 mu] = [M v_half + h/2 Q; -Phi_t] */
static mb_status close(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_state *new = &solver->state;
    const mb_terms *terms = &solver->terms;
    const mb_two_point *s = solver->formulation_data;
    double *x = s->saddle->x, *rows = x + model->nv;
    mb_status status = MB_OK;

    mb_eval_force(solver, t_new, s->q, s->u);
    mb_eval_jacobian(solver, t_new, s->q);
    /* (x, rows) = (M v_half + h/2 Q, -Phi_t) */
    mb_multiply(&model->M, terms->mass, s->u, x);
    for (int i = 0; i < model->nv; i++)
        x[i] += 0.5 * h * terms->force[i];
    mb_phidot(model, t_new, s->q, solver->zero, terms->jacobian, rows);
    for (int i = 0; i < model->m; i++)
        rows[i] = -rows[i];
    /* (v_{n+1}, h/2 mu) = [M D'; D 0]\(x, rows) */
    mb_saddle_begin(s->saddle, terms->jacobian, terms->jacobian);
    MB_TRY(mb_saddle_solve(solver, s->saddle, t_new, err));
    for (int i = 0; i < model->nv; i++) {
        new->a[i] = 2.0 * (x[i] - s->u[i]) / h;
        new->v[i] = x[i];
        new->q[i] = s->q[i];
    }
    for (int i = 0; i < model->m; i++)
        new->lambda[i] = 2.0 * rows[i] / h;
done:
    return status;
}

const mb_formulation mb_formulation_rattle = {
    .name = "rattle",
    .title = "RATTLE, Stoermer-Verlet with constraints on positions and velocities",
    .source = "Andersen, J. Comput. Phys. 52 (1983) 24-34; Hairer, Lubich & Wanner, Geometric "
              "Numerical Integration, VII.1.4",
    .family = MB_ONE_STEP,
    .needs = MB_HOLONOMIC | MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M,
    .setup = mb_two_point_setup,
    .accel = mb_two_point_accel,
    .one_step = {.open = open, .pass = pass, .close = close},
};
