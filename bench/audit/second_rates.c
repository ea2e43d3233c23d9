/* SPDX-License-Identifier: MIT */
#include "bench/audit/second_rates.h"

#include <math.h>

/* [s] half of the time that the difference is over: round-off of rates of 10 m/s is 1e-9 m/s2 */
static const double HALF = 1e-6;

struct mb_second_rates {
    const mb_model *model;
    double *motion;         /* (nq) dq/dt */
    double *q, *v;          /* (nq), (nv) before or after the state */
    double *before, *after; /* (noutputs) rates */
};

mb_status mb_second_rates_create(const mb_model *model, mb_arena *arena, mb_second_rates **rates,
                                 mb_error *err)
{
    const size_t nq = (size_t)model->nq, n = (size_t)model->noutputs;
    mb_status status = MB_OK;
    mb_second_rates *s;

    MB_TRY(MB_TAKE(arena, &s, 1, err));
    s->model = model;
    MB_TRY(MB_TAKE(arena, &s->motion, nq, err));
    MB_TRY(MB_TAKE(arena, &s->q, nq, err));
    MB_TRY(MB_TAKE(arena, &s->v, (size_t)model->nv, err));
    MB_TRY(MB_TAKE(arena, &s->before, n, err));
    MB_TRY(MB_TAKE(arena, &s->after, n, err));
    *rates = s;
done:
    return status;
}

/* Rates at a time s from the state, on the tangent of the motion */
static void rates_near(mb_second_rates *r, const mb_state *state, const double *a,
                       const double *lambda, double s, double *rates)
{
    const mb_model *model = r->model;

    for (int i = 0; i < model->nq; i++)
        r->q[i] = state->q[i] + s * r->motion[i];
    for (int i = 0; i < model->nv; i++)
        r->v[i] = state->v[i] + s * a[i];
    model->ops->output_rates(model, state->t + s, r->q, r->v, a, lambda, rates);
}

const double *mb_second_rates_at(mb_second_rates *r, const mb_state *state, const double *a,
                                 const double *lambda)
{
    const mb_model *model = r->model;

    for (int i = 0; i < model->noutputs; i++)
        r->before[i] = r->after[i] = NAN;
    if (model->ops->output_rates) {
        mb_rate_of_position(model, state->q, state->v, r->motion);
        rates_near(r, state, a, lambda, -HALF, r->before);
        rates_near(r, state, a, lambda, HALF, r->after);
    }
    for (int i = 0; i < model->noutputs; i++)
        r->after[i] = (r->after[i] - r->before[i]) / (2.0 * HALF);
    return r->after;
}
