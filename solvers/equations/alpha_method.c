/* SPDX-License-Identifier: MIT */
#include "solvers/equations/alpha_method.h"

#include "solvers/matrices/kkt.h"
#include "solvers/matrices/saddle.h"
#include "solvers/matrices/tile.h"
#include "solvers/steps/step.h"

/* What stands before the vectors in (2), (3) and (4), there of vdot_{n+1}, vdot_n and -a_n in a_{n+1} */
typedef struct factors {
    mb_pair x_old, x_new, v_old, v_new, of_new, of_old, of_a;
} factors;

typedef struct state {
    factors factors;
    mb_alpha_weights weights;
    double scale, rate, by_dx; /* of a step: dvdot = dx / scale = by_dx dx, dv = rate dx */
    mb_kkt *kkt;               /* accelerations at the start */
    mb_saddle *saddle;
    double *a;      /* (nv) algorithmic acceleration at the last accepted step */
    double *moved;  /* (nv) x, tangent increment of the step */
    double *q;      /* (nq) iterate at the new time */
    double *v;      /* (nv) */
    double *vdot;   /* (nv) */
    double *lambda; /* (m) behind vdot */
} state;

static factors factors_of(const mb_alpha_weights *w)
{
    return (factors){.x_old = mb_pair_both(0.5 - w->beta),
                     .x_new = mb_pair_both(w->beta),
                     .v_old = mb_pair_both(1.0 - w->gamma),
                     .v_new = mb_pair_both(w->gamma),
                     .of_new = mb_pair_both((1.0 - w->af) / (1.0 - w->am)),
                     .of_old = mb_pair_both(w->af / (1.0 - w->am)),
                     .of_a = mb_pair_both(w->am / (1.0 - w->am))};
}

mb_status mb_alpha_setup(mb_solver *solver, const mb_alpha_weights *weights, mb_error *err)
{
    size_t nv = (size_t)solver->model->nv;
    mb_arena *arena = solver->arena;
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(arena, &s, 1, err));
    solver->formulation_data = s;
    s->weights = *weights;
    s->factors = factors_of(weights);
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

/* a_{n+1} of eq. (4) */
MB_ALWAYS_INLINE mb_pair algorithmic(const factors *f, mb_pair vdot, mb_pair vdot_old, mb_pair a)
{
    return f->of_new * vdot + f->of_old * vdot_old - f->of_a * a;
}

/* q of x, unless it is NULL: pair p of n */
MB_ALWAYS_INLINE void move_pair(int n, int p, const double *from, mb_pair x, double *q)
{
    if (q)
        mb_put_pair(n, mb_pair_of(n, from, p) + x, q, p);
}

/* x, v and q of (2), (3), with the old vdot: pair p of `width` */
MB_ALWAYS_INLINE void predict(int p, int width, const state *s, const mb_state *old, mb_pair h,
                              double *q)
{
    const factors *f = &s->factors;
    const int n = 2 * p + width;
    const mb_pair v = mb_pair_of(n, old->v, p), vdot = mb_pair_of(n, old->a, p);
    const mb_pair before = mb_pair_of(n, s->a, p), a = algorithmic(f, vdot, vdot, before);
    const mb_pair x = h * (v + h * (f->x_old * before + f->x_new * a));

    mb_put_pair(n, x, s->moved, p);
    mb_put_pair(n, v + h * (f->v_old * before + f->v_new * a), s->v, p);
    mb_put_pair(n, vdot, s->vdot, p);
    move_pair(n, p, old->q, x, q);
}

/* All pairs, with copies of what the vectors are not among, for compilers to keep */
static void predict_all(const mb_model *model, const state *s, const mb_state *old, mb_pair h)
{
    const state at = *s;
    const mb_state from = *old;

    if (model->ops->retract) {
        MB_EACH_PAIR(model->nv, predict, &at, &from, h, NULL);
        mb_retract_from(model, from.q, at.moved, at.q);
    } else {
        MB_EACH_PAIR(model->nv, predict, &at, &from, h, at.q);
    }
}

mb_status mb_alpha_open(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *old = &solver->state;
    state *s = solver->formulation_data;
    const mb_alpha_weights *w = &s->weights;

    (void)t_new, (void)err;
    if (solver->step == 0)
        mb_copy_pairs(model->nv, old->a, s->a);
    s->scale = h * h * w->beta * (1.0 - w->af) / (1.0 - w->am);
    s->rate = w->gamma / (h * w->beta);
    s->by_dx = 1.0 / s->scale;
    mb_copy_pairs(model->m, old->lambda, s->lambda);
    predict_all(model, s, old, mb_pair_both(h));
    return MB_OK;
}

/* x = s x: pair p of `width` */
MB_ALWAYS_INLINE void scale_pair(int p, int width, mb_pair s, double *x)
{
    mb_put_pair(2 * p + width, mb_pair_of(2 * p + width, x, p) * s, x, p);
}

/* y += s x: pair p of n; y */
MB_ALWAYS_INLINE mb_pair add_pair(int n, int p, mb_pair s, mb_pair x, double *y)
{
    const mb_pair sum = mb_pair_of(n, y, p) + s * x;

    mb_put_pair(n, sum, y, p);
    return sum;
}

/* What dx makes of x, v, vdot and q: pair p of `width` */
MB_ALWAYS_INLINE void correct(int p, int width, const state *s, const double *dx,
                              const double *from, double *q)
{
    const int n = 2 * p + width;
    const mb_pair by = mb_pair_of(n, dx, p);

    move_pair(n, p, from, add_pair(n, p, mb_pair_both(1.0), by, s->moved), q);
    add_pair(n, p, mb_pair_both(s->rate), by, s->v);
    add_pair(n, p, mb_pair_both(s->by_dx), by, s->vdot);
}

mb_status mb_alpha_pass(mb_solver *solver, double h, double t_new, const double **dx,
                        const double **q, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_terms *terms = &solver->terms;
    const state at = *(const state *)solver->formulation_data, *s = &at; /* as in predict_all */
    const double scale = s->scale, rate = s->rate, *from = solver->state.q;
    mb_saddle *saddle = s->saddle;
    double *x = saddle->x, *rows = x + model->nv;
    mb_status status = MB_OK;

    (void)h;
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
    if (model->ops->retract) {
        MB_EACH_PAIR(model->nv, correct, s, x, from, NULL);
        mb_retract_from(model, from, s->moved, s->q);
    } else {
        MB_EACH_PAIR(model->nv, correct, s, x, from, s->q);
    }
    for (int i = 0; i < model->m; i++)
        s->lambda[i] += s->by_dx * rows[i];
    *dx = x;
    *q = s->q;
done:
    return status;
}

/* a, and the state's v and vdot: pair p of `width` */
MB_ALWAYS_INLINE void keep(int p, int width, const state *s, const mb_state *state_of)
{
    const int n = 2 * p + width;
    const mb_pair vdot = mb_pair_of(n, s->vdot, p), vdot_old = mb_pair_of(n, state_of->a, p);

    mb_put_pair(n, algorithmic(&s->factors, vdot, vdot_old, mb_pair_of(n, s->a, p)), s->a, p);
    mb_put_pair(n, vdot, state_of->a, p);
    mb_copy_pair(p, width, s->v, state_of->v);
}

mb_status mb_alpha_close(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state to = solver->state;
    const state at = *(const state *)solver->formulation_data;

    (void)h, (void)t_new, (void)err;
    MB_EACH_PAIR(model->nv, keep, &at, &to);
    mb_copy_pairs(model->nq, at.q, to.q);
    mb_copy_pairs(model->m, at.lambda, to.lambda);
    return MB_OK;
}
