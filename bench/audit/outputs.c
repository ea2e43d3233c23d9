/* SPDX-License-Identifier: MIT */
/* Named outputs along a run: read at every step, or at its end. */
#include <math.h>
#include <string.h>

#include "bench/audit/audit_parts.h"

static const double two_pi = 6.283185307179586;
static const double unknown = NAN;

/* With their rates, for which a and lambda are needed */
static void read_all(mb_audit *audit, const mb_state *state, const double *a, const double *lambda)
{
    const mb_ops *ops = audit->model->ops;

    ops->outputs(audit->model, state->t, state->q, state->v, a, lambda, audit->out);
    if (ops->output_rates)
        ops->output_rates(audit->model, state->t, state->q, state->v, a, lambda, audit->rate);
}

/* Angles go on from the last point: the whole turn is the one nearest to what the rates foretell,
 * so that steps of more than half a turn are followed too. */
static void keep_all(mb_audit *audit, double h, bool start)
{
    const mb_model *model = audit->model;
    mb_result *result = audit->result;

    for (int i = 0; i < model->noutputs; i++) {
        double rate = model->ops->output_rates ? audit->rate[i] : unknown;

        if (model->outputs[i].wrapped && !start) {
            double ahead = 0.5 * h * (result->output_rate[i] + rate);
            double expected = result->output[i] + (isfinite(ahead) ? ahead : 0.0);

            audit->out[i] += two_pi * round((expected - audit->out[i]) / two_pi);
        }
        result->output[i] = audit->out[i];
        result->output_rate[i] = rate;
    }
}

static void keep_state(mb_audit *audit, const mb_state *state, const double *a,
                       const double *lambda)
{
    const mb_model *model = audit->model;
    mb_state *last = &audit->last;

    last->t = state->t;
    memcpy(last->q, state->q, (size_t)model->nq * sizeof *last->q);
    memcpy(last->v, state->v, (size_t)model->nv * sizeof *last->v);
    memcpy(last->a, a, (size_t)model->nv * sizeof *last->a);
    memcpy(last->lambda, lambda, (size_t)model->m * sizeof *last->lambda);
}

void mb_audit_outputs(mb_audit *audit, const mb_state *state, const double *a, const double *lambda,
                      bool start)
{
    keep_state(audit, state, a, lambda);
    if (start || !audit->brief) {
        read_all(audit, state, a, lambda);
        keep_all(audit, state->t - audit->t, start);
    } else if (audit->reference && !mb_audit_is_past(audit, state->t) &&
               !(audit->view && audit->view->placed)) {
        audit->model->ops->outputs(audit->model, state->t, state->q,
                                   audit->places ? NULL : state->v, NULL, NULL, audit->out);
    }
}

/* Whether what is compared is the same at the start with these velocities (NULL: none) and without
 * accelerations and multipliers. */
static bool suffices(mb_audit *audit, const double *v)
{
    const mb_model *model = audit->model;
    const mb_state *start = &audit->last;

    model->ops->outputs(model, start->t, start->q, v, NULL, NULL, audit->out);
    for (int i = 0; i < model->noutputs; i++)
        if (model->outputs[i].compared && audit->out[i] != audit->result->output[i])
            return false;
    return true;
}

/* Nothing but the reference needs outputs along the run, and less than all that they depend on does
 * for what is compared with it. */
static bool may_be_brief(mb_audit *audit)
{
    const mb_model *model = audit->model;

    if (audit->series || !model->declared)
        return false;
    for (int i = 0; i < model->noutputs; i++)
        if (model->outputs[i].wrapped)
            return false;
    audit->places = suffices(audit, NULL);
    return audit->places || suffices(audit, audit->last.v);
}

void mb_audit_outputs_begin(mb_audit *audit)
{
    audit->brief = may_be_brief(audit);
    for (int i = 0; audit->brief && i < audit->model->noutputs; i++)
        audit->result->output[i] = audit->result->output_rate[i] = unknown;
}

void mb_audit_rates_now(mb_audit *audit)
{
    const mb_ops *ops = audit->model->ops;
    const mb_state *last = &audit->last;

    if (audit->brief && ops->output_rates)
        ops->output_rates(audit->model, last->t, last->q, last->v, last->a, last->lambda,
                          audit->rate);
}

void mb_audit_outputs_end(mb_audit *audit)
{
    if (!audit->brief)
        return;
    read_all(audit, &audit->last, audit->last.a, audit->last.lambda);
    keep_all(audit, 0.0, true);
}
