/* SPDX-License-Identifier: MIT */
/* What an audit takes and what its result is told before a run. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/audit/audit_parts.h"

/* Parts of the mechanism's size that count as standing still all the run. */
static const double still = 1e-7;

static mb_status take(mb_audit *audit, const mb_audit_plan *plan, mb_arena *arena, mb_error *err)
{
    const mb_model *model = audit->model;
    size_t m = (size_t)model->m, nv = (size_t)model->nv, n = (size_t)model->noutputs;
    size_t nnz = (size_t)model->D.nnz;
    mb_error unheeded = {MB_OK, ""};
    mb_status status;

    MB_TRY(MB_TAKE(arena, &audit->row, m, err));
    MB_TRY(MB_TAKE(arena, &audit->gamma, m, err));
    MB_TRY(mb_gap_create(model, arena, &audit->gap, err));
    MB_TRY(MB_TAKE(arena, &audit->jacobian, nnz, err));
    MB_TRY(MB_TAKE(arena, &audit->a, nv, err));
    MB_TRY(MB_TAKE(arena, &audit->lambda, m, err));
    MB_TRY(MB_TAKE(arena, &audit->last.q, (size_t)model->nq, err));
    MB_TRY(MB_TAKE(arena, &audit->last.v, nv, err));
    MB_TRY(MB_TAKE(arena, &audit->last.a, nv, err));
    MB_TRY(MB_TAKE(arena, &audit->last.lambda, m, err));
    MB_TRY(MB_TAKE(arena, &audit->out, n, err));
    MB_TRY(MB_TAKE(arena, &audit->rate, n, err));
    MB_TRY(MB_TAKE(arena, &audit->truth, n, err));
    MB_TRY(MB_TAKE(arena, &audit->turns, n, err));
    MB_TRY(MB_TAKE(arena, &audit->off, n, err));
    if (plan->truth)
        audit->reference = *plan->truth;
    else
        MB_TRY(mb_truth_create(model, plan->h, plan->t_end, plan->references, arena,
                               &audit->reference, err));
    if (model->ops->power)
        MB_TRY(mb_power_create(model, audit->gap.s, plan->t_end, !audit->reference, arena,
                               &audit->power, err));
    else if (!audit->reference) /* stays NULL without Lagrange's equations */
        mb_power_create(model, audit->gap.s, plan->t_end, true, arena, &audit->power, &unheeded);
    if (audit->series >> MB_SERIES_ACCELERATIONS & 1u)
        MB_TRY(mb_second_rates_create(model, arena, &audit->second, err));
    if (audit->series & MB_SERIES_FILE)
        MB_TRY(mb_posture_create(model, arena, &audit->posture, err));
    mb_posture_start(audit->posture, model->t0, plan->t_end, &audit->result->frames);
done:
    return status;
}

/* Sets the columns of the series. */
static mb_status open_series(mb_audit *audit, mb_arena *arena, mb_error *err)
{
    const mb_model *model = audit->model;
    const int size[MB_SERIES_EXTRAS] = {[MB_SERIES_OUTPUTS] = model->noutputs,
                                        [MB_SERIES_VELOCITIES] = model->noutputs,
                                        [MB_SERIES_MULTIPLIERS] = model->m,
                                        [MB_SERIES_CONSTRAINTS] = model->mh,
                                        [MB_SERIES_ROW_RATES] = model->m,
                                        [MB_SERIES_ACCELERATIONS] = model->noutputs,
                                        [MB_SERIES_MORE_NORMS] = MB_SERIES_NORM_COLUMNS};
    int extra[MB_SERIES_EXTRAS];
    mb_series *series = &audit->result->series;

    for (int k = 0; k < MB_SERIES_EXTRAS; k++)
        extra[k] = audit->series >> k & 1u ? size[k] : 0;
    if (!mb_series_start(series, extra))
        return mb_fail(err, MB_FAILURE,
                       "the series of %s would have %d columns and can have %d; ask for fewer in "
                       "'series'",
                       model->problem->name, series->columns, MB_SERIES_WIDEST);
    return MB_TAKE(arena, &audit->point, (size_t)series->columns, err);
}

/* The energies that a kinetic energy is looked at beside: what the forces of the start would do
 * over the mechanism's size, and a motion that covers next to nothing of it in the whole run. */
static mb_status energies_at_rest(mb_audit *audit, double t_end, mb_arena *arena, mb_error *err)
{
    const mb_model *model = audit->model;
    mb_energy *energy = &audit->result->energy;
    const double *s = audit->gap.s;
    double speed = still * model->scale / (t_end - model->t0); /* [m/s] */
    double *mass, *force;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &mass, (size_t)model->M.nnz, err));
    MB_TRY(MB_TAKE(arena, &force, (size_t)model->nv, err));
    model->ops->mass(model, model->q0, mass);
    model->ops->force(model, model->t0, model->q0, model->v0, force);
    for (int j = 0; j < model->nv; j++) {
        int diagonal = mb_pattern_find(&model->M, j, j);
        double inertia = diagonal < 0 ? 0.0 : mass[diagonal] * s[j] * s[j];

        energy->still = fmax(energy->still, 0.5 * inertia * speed * speed);
        energy->largest = fmax(energy->largest, fabs(force[j]) * s[j] * model->scale);
    }
done:
    return status;
}

/* What the result is told of the outputs and their reference. */
static void announce(const mb_model *model, const mb_truth *reference, mb_result *result)
{
    result->noutputs = model->noutputs;
    for (int i = 0; i < model->noutputs; i++) {
        const mb_output *output = &model->outputs[i];

        snprintf(result->output_name[i], MB_LABEL_SIZE, "%s", output->name);
        snprintf(result->output_unit[i], MB_UNIT_SIZE, "%s", output->unit);
        result->output[i] = result->output_rate[i] = 0.0;
        result->deviation[i] = (mb_deviation){.compared = reference && output->compared,
                                              .kind = mb_output_kind_of(output)};
    }
    result->scale = model->scale;
    result->energy.balance = model->ops->power;
    if (reference) {
        result->has_reference = true;
        result->error_horizon = mb_truth_horizon(reference);
    }
}

/* A source states its limits for one mechanism: that of the default parameters. */
static mb_status announce_limits(const mb_model *model, mb_result *result, mb_error *err)
{
    char spec[MB_SPEC_SIZE];
    mb_status status = mb_model_spec(model, spec, sizeof spec, err);

    if (status == MB_OK && model->problem->limits && strcmp(spec, model->problem->name) == 0)
        result->limits_t = model->problem->t_end;
    return status;
}

mb_status mb_audit_create(const mb_model *model, const mb_audit_plan *plan, mb_arena *arena,
                          mb_result *result, mb_audit **audit, mb_error *err)
{
    mb_status status;

    if (model->noutputs > MB_MAX_OUTPUTS)
        return mb_fail(err, MB_FAILURE, "%s has %d outputs; a record holds at most %d",
                       model->problem->name, model->noutputs, MB_MAX_OUTPUTS);
    MB_TRY(MB_TAKE(arena, audit, 1, err));
    (*audit)->model = model;
    (*audit)->result = result;
    (*audit)->series = plan->series;
    (*audit)->h = plan->h;
    (*audit)->first = plan->first;
    MB_TRY(take(*audit, plan, arena, err));
    MB_TRY(open_series(*audit, arena, err));
    announce(model, (*audit)->reference, result);
    mb_branch_start(&(*audit)->branch, model, (*audit)->reference);
    result->has_branch = mb_branch_known(&(*audit)->branch);
    MB_TRY(announce_limits(model, result, err));
    MB_TRY(mb_momentum_create(model, (*audit)->gap.s, arena, &(*audit)->momentum, err));
    MB_TRY(mb_closable_create(model, (*audit)->gap.s, arena, &(*audit)->closable, err));
    MB_TRY(mb_held_create(model, (*audit)->gap.s, (*audit)->closable, arena, &(*audit)->held, err));
    MB_TRY(mb_rank_create(model, (*audit)->gap.s, plan->t_end, arena, &(*audit)->rank, err));
    MB_TRY(energies_at_rest(*audit, plan->t_end, arena, err));
done:
    return status;
}
