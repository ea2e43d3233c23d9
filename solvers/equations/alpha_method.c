/* SPDX-License-Identifier: MIT */
#include "solvers/equations/alpha_method.h"

#include <string.h>

#include "solvers/matrices/kkt.h"
#include "solvers/matrices/saddle.h"
#include "solvers/matrices/tile.h"

typedef struct state {
    mb_alpha_weights weights;
    double of_new, of_old, of_a; /* eq. (4): weights of vdot_{n+1}, vdot_n and -a_n in a_{n+1} */
    mb_kkt *kkt;                 /* accelerations at the start */
    mb_saddle *saddle;
    double *a;      /* (nv) algorithmic acceleration at the last accepted step */
    double *moved;  /* (nv) x, tangent increment of the step */
    double *q;      /* (nq) iterate at the new time */
    double *v;      /* (nv) */
    double *vdot;   /* (nv) */
    double *lambda; /* (m) */
} state;

mb_status mb_alpha_setup(mb_solver *solver, const mb_alpha_weights *weights, mb_error *err)
{
    size_t nv = (size_t)solver->model->nv;
    mb_arena *arena = solver->arena;
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(arena, &s, 1, err));
    solver->formulation_data = s;
    s->weights = *weights;
    s->of_new = (1.0 - weights->af) / (1.0 - weights->am);
    s->of_old = weights->af / (1.0 - weights->am);
    s->of_a = weights->am / (1.0 - weights->am);
    MB_TRY(MB_TAKE(arena, &s->a, nv, err));
    MB_TRY(MB_TAKE(arena, &s->moved, nv, err));
    MB_TRY(MB_TAKE(arena, &s->q, (size_t)solver->model->nq, err));
    MB_TRY(MB_TAKE(arena, &s->v, nv, err));
    MB_TRY(MB_TAKE(arena, &s->vdot, nv, err));
    MB_TRY(MB_TAKE(arena, &s->lambda, (size_t)solver->model->m, err));
    MB_TRY(mb_kkt_setup(solver, &s->kkt, err));
    MB_TRY(mb_saddle_setup(solver, &s->saddle, err));
done:
    return status;
}

mb_status mb_alpha_accel(mb_solver *solver, double t, const double *q, const double *v, double *a,
                         double *lambda, mb_error *err)
{
    const state *s = solver->formulation_data;

    mb_eval_motion(solver, t, q, v);
    return mb_kkt_motion(solver, s->kkt, t, a, lambda, err);
}

/* a_{n+1} of eq. (4), component i */
static inline double algorithmic(const state *s, const mb_state *old, int i)
{
    return s->of_new * s->vdot[i] + s->of_old * old->a[i] - s->of_a * s->a[i];
}

mb_status mb_alpha_open(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *old = &solver->state;
    state *s = solver->formulation_data;
    const mb_alpha_weights *w = &s->weights;
    size_t nv = (size_t)model->nv;

    (void)t_new, (void)err;
    if (solver->step == 0)
        memcpy(s->a, old->a, nv * sizeof(double));
    memcpy(s->vdot, old->a, nv * sizeof(double));
    memcpy(s->lambda, old->lambda, (size_t)model->m * sizeof(double));
    for (int i = 0; i < model->nv; i++) {
        double a = algorithmic(s, old, i);

        s->moved[i] = h * (old->v[i] + h * ((0.5 - w->beta) * s->a[i] + w->beta * a)); /* (2) */
        s->v[i] = old->v[i] + h * ((1.0 - w->gamma) * s->a[i] + w->gamma * a);         /* (3) */
    }
    memcpy(s->q, old->q, (size_t)model->nq * sizeof(double));
    mb_retract(model, s->moved, s->q);
    return MB_OK;
}

mb_status mb_alpha_pass(mb_solver *solver, double h, double t_new, const double **dx,
                        const double **q, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_terms *terms = &solver->terms;
    state *s = solver->formulation_data;
    const mb_alpha_weights *w = &s->weights;
    mb_saddle *saddle = s->saddle;
    double *x = saddle->x, *rows = x + model->nv;
    /* dvdot = dx / scale, dv = rate dx */
    double scale = h * h * w->beta * (1.0 - w->af) / (1.0 - w->am);
    double rate = w->gamma / (h * w->beta), by_dx = 1.0 / scale;
    mb_status status = MB_OK;

    mb_eval_position(solver, t_new, s->q, s->v);

    /* (s (Q - M vdot - D'lambda), -Phi) */
    mb_mass_plus(solver, -1.0, s->vdot, terms->force, x);
    mb_rows_pull_plus(solver, -1.0, s->lambda, x, x);
    for (int i = 0; i < model->nv; i++)
        x[i] *= scale;
    for (int i = 0; i < model->mh; i++)
        rows[i] = -terms->phi[i];
    if (model->mh < model->m)
        mb_phidot(model, t_new, s->q, s->v, terms->jacobian, terms->phidot);
    for (int i = model->mh; i < model->m; i++)
        rows[i] = -terms->phidot[i] / rate; /* (8) */

    /* [S D'; D 0],  S = M + s r C + s (K + d(D'lambda)/dq + d(M vdot)/dq) */
    mb_saddle_begin(saddle, terms->jacobian, terms->jacobian);
    mb_saddle_add_damping(solver, saddle, scale * rate, t_new, s->q, s->v);
    mb_saddle_add_stiffness(solver, saddle, scale, t_new, s->q, s->v);
    mb_saddle_add_constraint(solver, saddle, scale, t_new, s->q, s->lambda);
    if (!(model->traits & MB_CONSTANT_M))
        mb_saddle_add_inertia(solver, saddle, scale, s->q, s->vdot);
    MB_TRY(mb_saddle_solve(solver, saddle, t_new, err)); /* (7) */

    /* x += dx,  v += r dx,  vdot += dx / s,  lambda += dlambda */
    for (int i = 0; i < model->nv; i++) {
        s->moved[i] += x[i];
        s->v[i] += rate * x[i];
        s->vdot[i] += by_dx * x[i];
    }
    for (int i = 0; i < model->m; i++)
        s->lambda[i] += by_dx * rows[i];
    memcpy(s->q, solver->state.q, (size_t)model->nq * sizeof(double));
    mb_retract(model, s->moved, s->q);
    *dx = x;
    *q = s->q;
done:
    return status;
}

mb_status mb_alpha_close(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_state *old = &solver->state;
    state *s = solver->formulation_data;
    size_t nv = (size_t)model->nv;

    (void)h, (void)t_new, (void)err;
    for (int i = 0; i < model->nv; i++)
        s->a[i] = algorithmic(s, old, i);
    memcpy(old->q, s->q, (size_t)model->nq * sizeof(double));
    memcpy(old->v, s->v, nv * sizeof(double));
    memcpy(old->a, s->vdot, nv * sizeof(double));
    memcpy(old->lambda, s->lambda, (size_t)model->m * sizeof(double));
    return MB_OK;
}
