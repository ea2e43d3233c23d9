/* SPDX-License-Identifier: MIT */
/* Named outputs without poses: they have an error, and nothing else that an audit could find. */
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "bench/audit/truth.h"
#include "bench/score/score_parts.h"

static const double two_pi = 6.283185307179586;

enum { NAMED = 4 }; /* outputs that are missing */

static void begin(mb_scored *s, const mb_truth *truth)
{
    const mb_model *model = s->model;
    mb_result *r = s->result;
    const double unknown = NAN;

    for (int i = 0; i < MB_AUDIT_LEVELS; i++)
        for (int k = 0; k < MB_NORMS; k++)
            r->norm[i][k].last = unknown;
    r->energy.initial = r->energy.max_abs = r->energy.sum_abs = r->energy.last = unknown;
    r->energy.work_error = INFINITY;
    r->engine.raw_drift = r->engine.off_plane = unknown;
    r->start_correction = r->start.positions = r->start.velocities = unknown;
    r->scale = model->scale;
    r->has_reference = true;
    r->error_max = r->error_bound = 0.0;
    r->error_horizon = mb_truth_horizon(truth);
    r->noutputs = model->noutputs;
    for (int i = 0; i < model->noutputs; i++) {
        const mb_output *output = &model->outputs[i];

        snprintf(r->output_name[i], MB_LABEL_SIZE, "%s", output->name);
        snprintf(r->output_unit[i], MB_UNIT_SIZE, "%s", output->unit);
        r->output[i] = r->output_rate[i] = unknown;
        /* one that is not told has an error without bounds */
        r->deviation[i] = (mb_deviation){.compared = output->compared,
                                         .kind = mb_output_kind_of(output),
                                         .max = s->columns.at[i] < 0 ? unknown : 0.0};
    }
}

/* A class is one of all outputs: without one of them there is none. */
static void warn(const mb_scored *s)
{
    const mb_model *model = s->model;
    char names[200] = "", more[32] = "";
    int missing = 0;

    for (int i = 0; i < model->noutputs; i++)
        if (model->outputs[i].compared && s->columns.at[i] < 0 && missing++ < NAMED)
            mb_join(names, sizeof names, ", ", model->outputs[i].name);
    if (missing > NAMED)
        snprintf(more, sizeof more, " and %d more", missing - NAMED);
    if (missing)
        snprintf(s->result->engine.warnings, sizeof s->result->engine.warnings,
                 "%s%s not in the table: the error is that of the others, and there is no class",
                 names, more);
}

/* One row; angles may be told without their whole turns. */
static void take(mb_scored *s, mb_truth *truth, double *at)
{
    const mb_model *model = s->model;
    mb_result *r = s->result;
    double error = 0.0;
    bool known = s->t <= r->error_horizon * (1.0 + 1e-12);

    if (known) {
        mb_truth_at(truth, s->t, at);
        r->error_horizon = mb_truth_horizon(truth);
        known = s->t <= r->error_horizon * (1.0 + 1e-12);
    }
    for (int i = 0; i < model->noutputs; i++) {
        mb_deviation *d = &r->deviation[i];
        double off;

        if (s->columns.at[i] < 0)
            continue;
        r->output[i] = mb_scored_value(s, s->columns.at[i]);
        if (!known || !d->compared)
            continue;
        off = r->output[i] - at[i];
        if (d->kind == MB_OUTPUT_ANGLE)
            off = remainder(off, two_pi);
        d->max = fmax(d->max, fabs(off));
        d->largest = fmax(d->largest, fabs(at[i]));
        d->bound = mb_truth_bound(truth, i);
        r->error_bound = fmax(r->error_bound, d->bound);
        error = fmax(error, fabs(off));
    }
    if (known) {
        r->error_last = error;
        r->error_max = fmax(r->error_max, error);
    }
    r->t_reached = s->t;
    r->counters.steps += s->t > model->t0;
}

mb_status mb_score_outputs(mb_scored *s, mb_error *err)
{
    const mb_model *model = s->model;
    mb_truth *truth;
    double *at;
    bool more;
    mb_status status;

    if (model->noutputs > MB_MAX_OUTPUTS)
        return mb_fail(err, MB_FAILURE, "%s has %d outputs; a record holds at most %d",
                       model->problem->name, model->noutputs, MB_MAX_OUTPUTS);
    MB_TRY(mb_truth_create(model, NAN, s->request->t_end, s->request->references, s->arena, &truth,
                           err));
    if (!truth)
        MB_TRY(mb_fail(err, MB_NOT_APPLICABLE,
                       "%s has no reference that outputs could be held against; a table of poses "
                       "can be audited (docs/engines.md)",
                       model->problem->name));
    MB_TRY(MB_TAKE(s->arena, &at, (size_t)model->noutputs, err));
    begin(s, truth);
    warn(s);
    for (;;) {
        MB_TRY(mb_scored_next(s, &more, err));
        if (!more)
            break;
        for (int i = 0; i < model->noutputs; i++)
            if (s->columns.at[i] >= 0 && !isfinite(mb_scored_value(s, s->columns.at[i]))) {
                s->result->status = MB_RUN_NON_FINITE;
                snprintf(s->result->reason, sizeof s->result->reason,
                         "the trajectory's %s at t = %.9g s is no number", model->outputs[i].name,
                         s->t);
                return MB_OK;
            }
        take(s, truth, at);
    }
    s->result->status = MB_RUN_OK;
done:
    return status;
}
