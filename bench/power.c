#include "bench/power.h"

#include <string.h>

#include "solvers/step.h"

struct mb_power_point {
    const mb_model *model;
    double t, before;              /* [s] of the last point and of the one before it */
    double power;                  /* [W] at the last point */
    double *q, *v, *a, *lambda;    /* (nq), (nv), (nv), (m) of the last point */
    double *lambda_before;         /* (m) of the point before it */
    double *rate, *rate_now;       /* (nq) dq/dt of the last point and of this one */
    double *q_mid, *v_mid, *l_mid; /* (nq), (nv), (m) */
    double *zero;                  /* (nv) */
};

mb_status mb_power_create(const mb_model *model, mb_arena *arena, mb_power_point **point,
                          mb_error *err)
{
    size_t nq = (size_t)model->nq, nv = (size_t)model->nv, m = (size_t)model->m;
    mb_status status = MB_OK;
    mb_power_point *p;

    MB_TRY(mb_claim(arena, &p, 1, sizeof *p, err));
    p->model = model;
    MB_TRY(mb_claim(arena, &p->q, nq, sizeof(double), err));
    MB_TRY(mb_claim(arena, &p->v, nv, sizeof(double), err));
    MB_TRY(mb_claim(arena, &p->a, nv, sizeof(double), err));
    MB_TRY(mb_claim(arena, &p->lambda, m, sizeof(double), err));
    MB_TRY(mb_claim(arena, &p->lambda_before, m, sizeof(double), err));
    MB_TRY(mb_claim(arena, &p->rate, nq, sizeof(double), err));
    MB_TRY(mb_claim(arena, &p->rate_now, nq, sizeof(double), err));
    MB_TRY(mb_claim(arena, &p->q_mid, nq, sizeof(double), err));
    MB_TRY(mb_claim(arena, &p->v_mid, nv, sizeof(double), err));
    MB_TRY(mb_claim(arena, &p->l_mid, m, sizeof(double), err));
    MB_TRY(mb_claim(arena, &p->zero, nv, sizeof(double), err));
    *point = p;
done:
    return status;
}

/* Middle of the cubic with values x0, x1 and slopes d0, d1 at both ends of a step h */
static void middle(int n, double h, const double *x0, const double *d0, const double *x1,
                   const double *d1, double *x)
{
    for (int i = 0; i < n; i++)
        x[i] = 0.5 * (x0[i] + x1[i]) + 0.125 * h * (d0[i] - d1[i]);
}

/* Multipliers in the middle: the line through both ends, bent by the divided difference with the
 * point before where there is one */
static void middle_multipliers(mb_power_point *p, double t, const double *lambda)
{
    double h = t - p->t, past = p->t - p->before;

    for (int i = 0; i < p->model->m; i++) {
        double slope = (lambda[i] - p->lambda[i]) / h, bend = 0.0;

        if (past > 0.0)
            bend = (slope - (p->lambda[i] - p->lambda_before[i]) / past) / (h + past);
        p->l_mid[i] = 0.5 * (p->lambda[i] + lambda[i]) - 0.25 * h * h * bend;
    }
}

static double middle_power(mb_power_point *p, const mb_state *state, const double *a,
                           const double *lambda)
{
    const mb_model *model = p->model;
    double h = state->t - p->t;

    middle(model->nq, h, p->q, p->rate, state->q, p->rate_now, p->q_mid);
    if (model->ops->retract) /* back to unit norms */
        model->ops->retract(model, p->zero, p->q_mid);
    middle(model->nv, h, p->v, p->a, state->v, a, p->v_mid);
    middle_multipliers(p, state->t, lambda);
    return model->ops->power(model, p->t + 0.5 * h, p->q_mid, p->v_mid, p->l_mid);
}

double mb_power_work(mb_power_point *p, const mb_state *state, const double *a,
                     const double *lambda, bool start)
{
    const mb_model *model = p->model;
    double power = model->ops->power(model, state->t, state->q, state->v, lambda), work = 0.0;

    mb_rate_of_position(model, state->q, state->v, p->rate_now);
    if (start)
        p->t = state->t;
    else
        work =
            (state->t - p->t) / 6.0 * (p->power + 4.0 * middle_power(p, state, a, lambda) + power);
    memcpy(p->lambda_before, p->lambda, (size_t)model->m * sizeof(double));
    memcpy(p->q, state->q, (size_t)model->nq * sizeof(double));
    memcpy(p->v, state->v, (size_t)model->nv * sizeof(double));
    memcpy(p->a, a, (size_t)model->nv * sizeof(double));
    memcpy(p->lambda, lambda, (size_t)model->m * sizeof(double));
    memcpy(p->rate, p->rate_now, (size_t)model->nq * sizeof(double));
    p->before = p->t;
    p->t = state->t;
    p->power = power;
    return work;
}
