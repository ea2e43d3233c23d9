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

#include "solvers/kkt.h"
#include "solvers/projection.h"
#include "solvers/saddle.h"

typedef struct state {
    mb_kkt *kkt; /* accelerations at the start and for the audit */
    mb_saddle *saddle;
    double *q;      /* (nq) iterate of q_{n+1} */
    double *middle; /* (nq) */
    double *moved;  /* (nv) x */
    double *u;      /* (nv) */
    double *grad;   /* (nv) gV */
    double *upper;  /* (D.nnz) gPhi */
    double *lambda; /* (m) */
} state;

static mb_status setup(mb_solver *solver, mb_error *err)
{
    const mb_model *model = solver->model;
    size_t nv = (size_t)model->nv;
    mb_status status = MB_OK;
    state *s;

    MB_TRY(mb_claim(solver->arena, &s, 1, sizeof *s, err));
    solver->formulation_data = s;
    MB_TRY(mb_claim(solver->arena, &s->q, (size_t)model->nq, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->middle, (size_t)model->nq, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->moved, nv, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->u, nv, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->grad, nv, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->upper, (size_t)model->D.nnz, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->lambda, (size_t)model->m, sizeof(double), err));
    MB_TRY(mb_kkt_setup(solver, &s->kkt, err));
    MB_TRY(mb_saddle_setup(solver, &s->saddle, err));
done:
    return status;
}

static mb_status accel(mb_solver *solver, double t, const double *q, const double *v, double *a,
                       double *lambda, mb_error *err)
{
    const state *s = solver->formulation_data;

    mb_eval_motion(solver, t, q, v);
    return mb_kkt_motion(solver, s->kkt, t, a, lambda, err);
}

static mb_status open(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *old = &solver->state;
    state *s = solver->formulation_data;

    (void)t_new, (void)err;
    memcpy(s->lambda, old->lambda, (size_t)model->m * sizeof(double));
    for (int i = 0; i < model->nv; i++) {
        s->moved[i] = h * (old->v[i] + 0.5 * h * old->a[i]);
        s->q[i] = old->q[i] + s->moved[i];
    }
    return MB_OK;
}

/* (4) */
static mb_status pass(mb_solver *solver, double h, double t_new, double *change, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *old = &solver->state;
    const mb_terms *terms = &solver->terms;
    state *s = solver->formulation_data;
    double *x = s->saddle->x, *rows = x + model->nv, half = 0.5 * h * h;
    double t_middle = old->t + 0.5 * h;
    mb_status status = MB_OK;

    solver->counters.evaluations++;
    model->ops->discrete_gradient(model, t_middle, old->q, s->q, s->grad, s->upper);
    model->ops->jacobian(model, t_new, s->q, terms->jacobian);
    model->ops->phi(model, t_new, s->q, terms->phi);
    for (int i = 0; i < model->nv; i++) {
        x[i] = -half * s->grad[i];
        s->u[i] = h * old->v[i] - s->moved[i];
        s->middle[i] = old->q[i] + 0.5 * s->moved[i];
    }
    mb_multiply_add(&model->M, terms->mass, 1.0, s->u, x);
    mb_multiply_t_add(&model->D, s->upper, -half, s->lambda, x);
    for (int i = 0; i < model->m; i++)
        rows[i] = -terms->phi[i];
    mb_saddle_begin(solver, s->saddle, s->upper, terms->jacobian);
    mb_saddle_add_stiffness(solver, s->saddle, 0.5 * half, t_middle, s->middle, old->v);
    mb_saddle_add_constraint(solver, s->saddle, 0.5 * half, t_middle, s->middle, s->lambda);
    MB_TRY(mb_saddle_solve(s->saddle, t_new, err));
    for (int i = 0; i < model->nv; i++) {
        s->moved[i] += x[i];
        s->q[i] = old->q[i] + s->moved[i];
    }
    for (int i = 0; i < model->m; i++)
        s->lambda[i] += rows[i] / half;
    *change = mb_norm(x, model->nv) / (1.0 + mb_norm(s->q, model->nq));
done:
    return status;
}

static mb_status close(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_state *new = &solver->state;
    const state *s = solver->formulation_data;

    (void)t_new, (void)err;
    for (int i = 0; i < model->nv; i++) {
        double change = 2.0 * (s->moved[i] / h - new->v[i]); /* (1) */

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
    .setup = setup,
    .accel = accel,
    .open = open,
    .pass = pass,
    .close = close,
    .inner_acceleration = true,
};
