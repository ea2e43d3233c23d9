/* SPDX-License-Identifier: MIT */
#include "solvers/equations/alpha_method.h"

#include "solvers/matrices/kkt.h"
#include "solvers/matrices/saddle.h"
#include "solvers/matrices/tile.h"
#include "solvers/steps/step.h"

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
    double *lambda; /* (m) behind vdot */
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
    MB_TRY(MB_TAKE(arena, &s->vdot, nv + (size_t)solver->model->m, err));
    s->lambda = s->vdot + nv;
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

/* a_{n+1} of eq. (4), pair p of n */
MB_ALWAYS_INLINE mb_pair algorithmic(int n, int p, const state *s, const double *vdot_old)
{
    return mb_pair_both(s->of_new) * mb_pair_of(n, s->vdot, p) +
           mb_pair_both(s->of_old) * mb_pair_of(n, vdot_old, p) -
           mb_pair_both(s->of_a) * mb_pair_of(n, s->a, p);
}

/* x and v of (2), (3): pair p of `width` */
MB_ALWAYS_INLINE void predict(int p, int width, const state *s, const mb_state *old, mb_pair h)
{
    const mb_alpha_weights *w = &s->weights;
    const int n = 2 * p + width;
    const mb_pair v = mb_pair_of(n, old->v, p), before = mb_pair_of(n, s->a, p);
    const mb_pair a = algorithmic(n, p, s, old->a);

    mb_put_pair(n, h * (v + h * (mb_pair_both(0.5 - w->beta) * before + mb_pair_both(w->beta) * a)),
                s->moved, p);
    mb_put_pair(n, v + h * (mb_pair_both(1.0 - w->gamma) * before + mb_pair_both(w->gamma) * a),
                s->v, p);
}

mb_status mb_alpha_open(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *old = &solver->state;
    const state *s = solver->formulation_data;

    (void)t_new, (void)err;
    if (solver->step == 0)
        mb_copy_pairs(model->nv, old->a, s->a);
    mb_copy_pairs(model->nv + model->m, old->a, s->vdot);
    MB_EACH_PAIR(model->nv, predict, s, old, mb_pair_both(h));
    mb_retract_from(model, old->q, s->moved, s->q);
    return MB_OK;
}

/* x = s x: pair p of `width` */
MB_ALWAYS_INLINE void scale_pair(int p, int width, mb_pair s, double *x)
{
    mb_put_pair(2 * p + width, mb_pair_of(2 * p + width, x, p) * s, x, p);
}

/* y += s x: pair p of `width` */
MB_ALWAYS_INLINE void add_pair(int p, int width, mb_pair s, const double *x, double *y)
{
    const int n = 2 * p + width;

    mb_put_pair(n, mb_pair_of(n, y, p) + s * mb_pair_of(n, x, p), y, p);
}

/* What dx makes of x, v and vdot: pair p of `width` */
MB_ALWAYS_INLINE void correct(int p, int width, const double *dx, mb_pair rate, mb_pair by_dx,
                              const state *s)
{
    add_pair(p, width, mb_pair_both(1.0), dx, s->moved);
    add_pair(p, width, rate, dx, s->v);
    add_pair(p, width, by_dx, dx, s->vdot);
}

mb_status mb_alpha_pass(mb_solver *solver, double h, double t_new, const double **dx,
                        const double **q, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_terms *terms = &solver->terms;
    const state *s = solver->formulation_data;
    const mb_alpha_weights *w = &s->weights;
    mb_saddle *saddle = s->saddle;
    double *x = saddle->x, *rows = x + model->nv;
    /* dvdot = dx / scale, dv = rate dx */
    double scale = h * h * w->beta * (1.0 - w->af) / (1.0 - w->am);
    double rate = w->gamma / (h * w->beta), by_dx = 1.0 / scale;
    mb_status status = MB_OK;

    /* [S D'; D 0],  S = M + s r C + s (K + d(D'lambda)/dq + d(M vdot)/dq) */
    mb_saddle_begin(saddle, terms->jacobian, terms->jacobian);
    mb_saddle_add_damping(solver, saddle, scale * rate, t_new, s->q, s->v);
    mb_saddle_add_stiffness(solver, saddle, scale, t_new, s->q, s->v);
    mb_saddle_add_constraint(solver, saddle, scale, t_new, s->q, s->lambda);
    if (!(model->traits & MB_CONSTANT_M))
        mb_saddle_add_inertia(solver, saddle, scale, s->q, s->vdot);

    mb_eval_position(solver, t_new, s->q, s->v);

    /* (s (Q - M vdot - D'lambda), -Phi) */
    mb_balance(solver, 1.0, terms->force, -1.0, s->vdot, -1.0, s->lambda, x);
    MB_EACH_PAIR(model->nv, scale_pair, mb_pair_both(scale), x);
    for (int i = 0; i < model->mh; i++)
        rows[i] = -terms->phi[i];
    if (model->mh < model->m)
        mb_phidot(model, t_new, s->q, s->v, terms->jacobian, terms->phidot);
    for (int i = model->mh; i < model->m; i++)
        rows[i] = -terms->phidot[i] / rate; /* (8) */

    MB_TRY(mb_saddle_solve(solver, saddle, t_new, err)); /* (7) */

    /* x += dx,  v += r dx,  vdot += dx / s,  lambda += dlambda, which comes times s */
    MB_EACH_PAIR(model->nv, correct, x, mb_pair_both(rate), mb_pair_both(by_dx), s);
    for (int i = 0; i < model->m; i++)
        s->lambda[i] += by_dx * rows[i];
    mb_retract_from(model, solver->state.q, s->moved, s->q);
    *dx = x;
    *q = s->q;
done:
    return status;
}

/* a: pair p of `width` */
MB_ALWAYS_INLINE void keep_algorithmic(int p, int width, const state *s, const double *vdot_old)
{
    mb_put_pair(2 * p + width, algorithmic(2 * p + width, p, s, vdot_old), s->a, p);
}

mb_status mb_alpha_close(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *old = &solver->state;
    const state *s = solver->formulation_data;

    (void)h, (void)t_new, (void)err;
    MB_EACH_PAIR(model->nv, keep_algorithmic, s, old->a);
    mb_copy_pairs(model->nq, s->q, old->q);
    mb_copy_pairs(model->nv, s->v, old->v);
    mb_copy_pairs(model->nv + model->m, s->vdot, old->a);
    return MB_OK;
}
