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
#include <string.h>

#include "solvers/kkt.h"
#include "solvers/projection.h"
#include "solvers/saddle.h"

typedef struct state {
    mb_kkt *kkt; /* accelerations at the start */
    mb_saddle *saddle;
    double *upper;  /* (D.nnz) D_n */
    double *q;      /* (nq) iterate of q_{n+1} */
    double *moved;  /* (nv) x */
    double *v;      /* (nv) v_half */
    double *lambda; /* (m) of the first half; kept as the start of the next one */
} state;

static mb_status setup(mb_solver *solver, mb_error *err)
{
    const mb_model *model = solver->model;
    size_t nv = (size_t)model->nv;
    mb_status status = MB_OK;
    state *s;

    MB_TRY(mb_claim(solver->arena, &s, 1, sizeof *s, err));
    solver->formulation_data = s;
    MB_TRY(mb_claim(solver->arena, &s->upper, (size_t)model->D.nnz, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->q, (size_t)model->nq, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->moved, nv, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->v, nv, sizeof(double), err));
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
    model->ops->jacobian(model, old->t, old->q, s->upper);
    for (int i = 0; i < model->nv; i++) {
        s->v[i] = old->v[i] + 0.5 * h * old->a[i];
        s->moved[i] = h * s->v[i];
        s->q[i] = old->q[i] + s->moved[i];
    }
    return MB_OK;
}

/* (5) */
static mb_status pass(mb_solver *solver, double h, double t_new, double *change, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *old = &solver->state;
    const mb_terms *terms = &solver->terms;
    state *s = solver->formulation_data;
    double *x = s->saddle->x, *rows = x + model->nv, half = 0.5 * h * h;
    mb_status status = MB_OK;

    solver->counters.evaluations++;
    model->ops->force(model, old->t, old->q, s->v, terms->force);
    model->ops->jacobian(model, t_new, s->q, terms->jacobian);
    model->ops->phi(model, t_new, s->q, terms->phi);
    for (int i = 0; i < model->nv; i++) {
        x[i] = half * terms->force[i];
        s->v[i] = h * old->v[i] - s->moved[i];
    }
    mb_multiply_add(&model->M, terms->mass, 1.0, s->v, x);
    mb_multiply_t_add(&model->D, s->upper, -half, s->lambda, x);
    for (int i = 0; i < model->m; i++)
        rows[i] = -terms->phi[i];
    mb_saddle_begin(solver, s->saddle, s->upper, terms->jacobian);
    for (int i = 0; i < model->nv; i++)
        s->v[i] = s->moved[i] / h;
    mb_saddle_add_damping(solver, s->saddle, 0.5 * h, old->t, old->q, s->v);
    MB_TRY(mb_saddle_solve(s->saddle, t_new, err));
    for (int i = 0; i < model->nv; i++) {
        s->moved[i] += x[i];
        s->v[i] = s->moved[i] / h;
        s->q[i] = old->q[i] + s->moved[i];
    }
    for (int i = 0; i < model->m; i++)
        s->lambda[i] += rows[i] / half;
    *change = mb_norm(x, model->nv) / (1.0 + mb_norm(s->q, model->nq));
done:
    return status;
}

/* (3), (4): [M D'; D 0] [v_{n+1}; h/2 mu] = [M v_half + h/2 Q; -Phi_t] */
static mb_status close(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_state *new = &solver->state;
    const mb_terms *terms = &solver->terms;
    state *s = solver->formulation_data;
    double *x = s->saddle->x, *rows = x + model->nv;
    mb_status status = MB_OK;

    model->ops->force(model, t_new, s->q, s->v, terms->force);
    model->ops->jacobian(model, t_new, s->q, terms->jacobian);
    mb_multiply(&model->M, terms->mass, s->v, x);
    for (int i = 0; i < model->nv; i++)
        x[i] += 0.5 * h * terms->force[i];
    mb_phidot(model, t_new, s->q, solver->zero, terms->jacobian, rows);
    for (int i = 0; i < model->m; i++)
        rows[i] = -rows[i];
    mb_saddle_begin(solver, s->saddle, terms->jacobian, terms->jacobian);
    MB_TRY(mb_saddle_solve(s->saddle, t_new, err));
    for (int i = 0; i < model->nv; i++) {
        new->a[i] = 2.0 * (x[i] - s->v[i]) / h;
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
    .setup = setup,
    .accel = accel,
    .open = open,
    .pass = pass,
    .close = close,
};
