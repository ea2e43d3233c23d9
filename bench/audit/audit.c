/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/audit/audit_parts.h"
#include "bench/audit/lanes.h"

static const double two_pi = 6.283185307179586;

/* Largest value; one that is no number stays. */
static void keep_max(double *max, double x)
{
    if (!(x <= *max) && !isnan(*max))
        *max = x;
}

static void keep_norm(mb_norm_summary *norm, double x)
{
    keep_max(&norm->max, x);
    norm->sum += x;
    norm->square_sum += x * x;
    norm->last = x;
}

void mb_audit_norms(mb_norm_summary norm[MB_NORMS], int n, const double *r)
{
    double sq = 0.0, l1 = 0.0, linf = 0.0;

    for (int i = 0; i < n; i++) {
        double x = fabs(r[i]);

        sq += x * x;
        l1 += x;
        if (!(x <= linf))
            linf = x;
    }
    keep_norm(&norm[MB_L2], sqrt(sq));
    keep_norm(&norm[MB_SQ], sq);
    keep_norm(&norm[MB_L1], l1);
    keep_norm(&norm[MB_LINF], isnan(sq) ? sq : linf);
}

/* Puts values into the series' columns of a kind, as far as they are wanted. */
static void put_extra(mb_audit *audit, mb_series_extra kind, const double *value)
{
    const int *count = audit->result->series.extra;
    double *at = audit->point + MB_SERIES_COLUMNS;

    if (count[kind] == 0)
        return;
    for (int k = 0; k < (int)kind; k++)
        at += count[k];
    memcpy(at, value, (size_t)count[kind] * sizeof *at);
}

/* The violations at the three levels. */
static void audit_rows(mb_audit *audit, const mb_state *state, const double *a)
{
    const mb_model *model = audit->model;
    mb_result *result = audit->result;

    if (audit->view) {
        audit->open = audit->view->open;
        return;
    }
    if (model->mh > 0)
        model->ops->phi(model, state->t, state->q, audit->row);
    mb_audit_norms(result->norm[MB_AT_POSITION], model->mh, audit->row);
    put_extra(audit, MB_SERIES_CONSTRAINTS, audit->row);
    model->ops->jacobian(model, state->t, state->q, audit->jacobian);
    audit->open = mb_gap_at(&audit->gap, audit->row, audit->jacobian);
    mb_phidot(model, state->t, state->q, state->v, audit->jacobian, audit->row);
    mb_audit_norms(result->norm[MB_AT_VELOCITY], model->m, audit->row);
    put_extra(audit, MB_SERIES_ROW_RATES, audit->row);
    model->ops->gamma(model, state->t, state->q, state->v, audit->gamma);
    mb_multiply(&model->D, audit->jacobian, a, audit->row); /* D a */
    for (int i = 0; i < model->m; i++)
        audit->row[i] -= audit->gamma[i];
    mb_audit_norms(result->norm[MB_AT_ACCELERATION], model->m, audit->row);
}

/* Takes in the work since the last point, and how far the step departs from the own motion. */
static void audit_work(mb_audit *audit, const mb_state *state, bool start)
{
    mb_energy *energy = &audit->result->energy;
    mb_work work;

    if (start) {
        audit->work = 0.0;
        mb_power_start(audit->power, state);
        return;
    }
    work = mb_power_step(audit->power, state, energy->largest);
    audit->work += work.done;
    energy->work_error += audit->model->ops->power ? work.error : 0.0;
    audit->result->departure += work.change;
    audit->result->travel += work.travel;
    keep_max(&energy->between, work.kinetic);
    keep_max(&energy->leap, work.change);
    energy->largest = fmax(energy->largest, fabs(audit->work));
}

/* Signed drift E - E0, or E - E0 - work where forces without potential act. */
static double audit_energy(mb_audit *audit, const mb_state *state, bool start)
{
    const mb_model *model = audit->model;
    mb_energy *energy = &audit->result->energy;
    const mb_audit_view *view = audit->view;
    double kinetic = view ? view->kinetic : model->ops->kinetic(model, state->q, state->v);
    double total =
        kinetic + (view ? view->potential : model->ops->potential(model, state->t, state->q));

    audit->kinetic = kinetic;
    keep_max(&energy->max_kinetic, kinetic);
    if (start) {
        energy->initial = total;
        energy->largest = fmax(energy->largest, fabs(total));
    }
    if (audit->power)
        audit_work(audit, state, start);
    return total - energy->initial - audit->work;
}

/* What is known of the reference itself; false when it is not to be trusted at t. */
static bool trusted(mb_audit *audit, double t)
{
    mb_result *result = audit->result;

    result->error_bound = 0.0;
    for (int i = 0; i < result->noutputs; i++) {
        if (!result->deviation[i].compared)
            continue;
        result->deviation[i].bound = mb_truth_bound(audit->reference, i);
        result->error_bound = fmax(result->error_bound, result->deviation[i].bound);
    }
    result->error_horizon = mb_truth_horizon(audit->reference);
    return !mb_audit_is_past(audit, t);
}

/* Largest absolute difference from the reference over the compared outputs; NaN past the horizon.
 * An angle may be declared a whole number of turns away from the reference's at the start. */
static double reference_error(mb_audit *audit, double t, bool start)
{
    const mb_model *model = audit->model;
    double error = 0.0;

    audit->off_known = false;
    if (!audit->reference || mb_audit_is_past(audit, t))
        return NAN;
    mb_truth_at(audit->reference, t, audit->truth);
    if (!trusted(audit, t))
        return NAN;
    audit->off_known = true;
    for (int i = 0; i < model->noutputs; i++) {
        double off = audit->truth[i] - audit->out[i];

        if (!model->outputs[i].compared)
            continue;
        if (start)
            audit->turns[i] = model->outputs[i].wrapped ? two_pi * round(off / two_pi) : 0.0;
        audit->off[i] = audit->turns[i] - off;
        off = fabs(audit->off[i]);
        keep_max(&error, off);
        keep_max(&audit->result->deviation[i].max, off);
        keep_max(&audit->result->deviation[i].largest, fabs(audit->truth[i]));
    }
    return error;
}

static mb_status acceleration(mb_audit *audit, mb_solver *solver, const double **a,
                              const double **lambda, mb_error *err)
{
    if (solver->integrator->end_acceleration && !solver->formulation->one_step.inner_acceleration) {
        *a = solver->state.a;
        *lambda = solver->state.lambda;
        return MB_OK;
    }
    *a = audit->a;
    *lambda = audit->lambda;
    return mb_solver_acceleration(solver, audit->a, audit->lambda, err);
}

/* Adds the point to the series; audit_rows has put in the rows. */
static void add_point(mb_audit *audit, const mb_state *state, double drift, double error,
                      const double *a, const double *lambda)
{
    mb_result *result = audit->result;
    double *point = audit->point, norms[MB_SERIES_NORM_COLUMNS];

    if (!(audit->series & MB_SERIES_FILE))
        return;
    for (int i = 0; i < MB_AUDIT_LEVELS; i++)
        norms[MB_SERIES_POSITION_L1 + i] = result->norm[i][MB_L1].last;
    norms[MB_SERIES_GAP] = audit->open / audit->model->scale;
    point[MB_SERIES_T] = state->t;
    for (int i = 0; i < MB_AUDIT_LEVELS; i++)
        point[MB_SERIES_POSITION + i] = result->norm[i][MB_L2].last;
    point[MB_SERIES_ENERGY] = drift;
    point[MB_SERIES_ERROR] = error;
    put_extra(audit, MB_SERIES_OUTPUTS, result->output);
    put_extra(audit, MB_SERIES_VELOCITIES, result->output_rate);
    put_extra(audit, MB_SERIES_MULTIPLIERS, lambda);
    if (audit->second)
        put_extra(audit, MB_SERIES_ACCELERATIONS,
                  mb_second_rates_at(audit->second, state, a, lambda));
    put_extra(audit, MB_SERIES_MORE_NORMS, norms);
    mb_series_add(&result->series, point);
    if (audit->posture)
        mb_posture_pass(audit->posture, state->t, state->q, state->v, &result->frames);
}

/* The same in a lane, where D is made again for what is not seen by the lanes */
static void follow_view(mb_audit *audit, const mb_state *state, double gap)
{
    const mb_audit_view *view = audit->view;
    const mb_model *model = audit->model;
    const bool moves = audit->momentum && mb_momentum_is_kept(audit->momentum);
    const bool ranks = audit->rank && !mb_rank_is_found(audit->rank);
    mb_result *result = audit->result;

    if (moves || (ranks && !view->measured))
        model->ops->jacobian(model, state->t, state->q, audit->jacobian);
    if (moves)
        mb_momentum_step(audit->momentum, state, audit->jacobian, gap, &result->momentum);
    if (ranks && view->measured)
        mb_rank_step_with(audit->rank, state, view->measure, gap, &result->rank_along);
    else if (ranks)
        mb_rank_step(audit->rank, state, audit->jacobian, gap, &result->rank_along);
}

/* What is followed from step to step: momenta, rank. */
static void follow(mb_audit *audit, const mb_state *state, bool start)
{
    mb_result *result = audit->result;
    const mb_audit_view *view = audit->view;
    double gap = audit->open / audit->model->scale;

    if (view) {
        follow_view(audit, state, gap);
        return;
    }
    if (audit->momentum && start)
        mb_momentum_start(audit->momentum, state, audit->jacobian, &result->momentum);
    else if (audit->momentum)
        mb_momentum_step(audit->momentum, state, audit->jacobian, gap, &result->momentum);
    if (audit->rank && start)
        mb_rank_start(audit->rank, state, audit->jacobian, audit->first, &result->rank_along);
    else if (audit->rank)
        mb_rank_step(audit->rank, state, audit->jacobian, gap, &result->rank_along);
}

static void audit_branch(mb_audit *audit, const mb_state *state)
{
    mb_result *result = audit->result;
    const mb_branch_point point = {.t = state->t,
                                   .q = state->q,
                                   .off = audit->off_known ? audit->off : NULL,
                                   .rate = audit->rate,
                                   .gap = audit->open / audit->model->scale,
                                   .drift = result->energy.max_abs / result->energy.max_kinetic,
                                   .lost = !isnan(result->rank_along.lost)};

    if (mb_branch_is_far(&audit->branch, &point))
        mb_audit_rates_now(audit);
    if (mb_branch_left(&audit->branch, &point))
        result->branch_time = state->t;
}

static mb_status audit_point(mb_audit *audit, mb_solver *solver, bool start, mb_error *err)
{
    mb_result *result = audit->result;
    const mb_state *state = &solver->state;
    double drift, error;
    const double *a, *lambda;
    mb_status status = acceleration(audit, solver, &a, &lambda, err);

    if (status != MB_OK)
        return status;
    mb_follow(audit->model, state->t, start ? NULL : state->q, start ? NULL : state->v);
    audit_rows(audit, state, a);
    follow(audit, state, start);
    drift = audit_energy(audit, state, start);
    mb_audit_outputs(audit, state, a, lambda, start);
    error = reference_error(audit, state->t, start);
    audit->t = result->t_reached = state->t;
    if (start)
        result->gap = 0.0;
    else
        keep_max(&result->gap, audit->open);
    result->energy.last = drift;
    keep_max(&result->energy.max_abs, fabs(drift));
    result->energy.sum_abs += fabs(drift);
    if (!isnan(error) || (audit->reference && state->t <= result->error_horizon)) {
        result->error_last = error;
        if (start)
            result->error_max = 0.0;
        keep_max(&result->error_max, error);
    }
    if (!start && result->has_branch && isnan(result->branch_time) &&
        !(audit->view && audit->view->on_branch))
        audit_branch(audit, state);
    add_point(audit, state, drift, error, a, lambda);
    return MB_OK;
}

mb_status mb_audit_start(mb_audit *audit, mb_solver *solver, mb_error *err)
{
    mb_result *result = audit->result;
    mb_status status;

    audit->t = solver->state.t;
    mb_lock_start(&audit->lock);
    if (audit->closable)
        mb_closable_start(audit->closable, solver->state.t, solver->state.q);
    if (audit->held)
        mb_held_start(audit->held);
    status = audit_point(audit, solver, true, err);
    /* the start shows in `final` until a step is taken, and in no maximum or mean */
    for (int i = 0; i < MB_AUDIT_LEVELS; i++)
        for (int j = 0; j < MB_NORMS; j++)
            result->norm[i][j] = (mb_norm_summary){.last = result->norm[i][j].last};
    if (status == MB_OK)
        mb_audit_outputs_begin(audit);
    return status;
}

mb_status mb_audit_step(mb_audit *audit, mb_solver *solver, mb_error *err)
{
    const mb_state *state = &solver->state;
    mb_status status;

    if (audit->taken)
        return MB_OK;
    status = audit_point(audit, solver, false, err);
    audit->view = NULL;
    audit->result->points += status == MB_OK;
    if (status == MB_OK && audit->closable)
        status = mb_closable_step(audit->closable, state->t, state->q, audit->open, err);
    return status;
}

bool mb_audit_has_taken(const mb_audit *audit)
{
    return audit->taken;
}

void mb_audit_end(mb_audit *audit)
{
    if (audit->lanes)
        mb_audit_lanes_leave(audit->lanes, audit->lane);
    mb_audit_outputs_end(audit);
    if (audit->posture)
        mb_posture_end(audit->posture, &audit->result->frames);
}

bool mb_audit_locked(mb_audit *audit, const mb_solver *solver)
{
    mb_result *result = audit->result;
    const mb_lock *lock = &audit->lock;
    const mb_lock_step step = {audit->kinetic, result->energy.last,
                               audit->open / audit->model->scale, audit->gap.s, audit->jacobian};

    if (audit->taken)
        return false;
    if (audit->rank && audit->held &&
        mb_held_at(audit->held, &solver->state, result->energy.max_kinetic, audit->rank,
                   &result->rank_along)) {
        snprintf(result->reason, sizeof result->reason,
                 "at rest since the start in a position where D loses rank, from which its forces "
                 "would move it (stopped at t = %.9g s, %ld steps)",
                 result->t_reached, result->counters.steps);
        return true;
    }
    if (!audit->rank ||
        !mb_lock_at(&audit->lock, audit->model, &solver->state, &step, audit->rank, result))
        return false;
    snprintf(
        result->reason, sizeof result->reason,
        "at rest since t = %.6g s in a position where D loses rank (smallest singular value "
        "%.2g of the largest), where energy leaves it %.4g J to move with (stopped at t = %.9g "
        "s, %ld steps)",
        lock->since, lock->rank, lock->missed, result->t_reached, result->counters.steps);
    return true;
}

mb_status mb_audit_failed(mb_audit *audit, mb_status status, mb_error *err)
{
    double h = isnan(audit->h) ? 1e-3 * (audit->t - audit->model->t0) : audit->h;
    mb_error cause = {MB_OK, ""};

    if (!audit->closable || mb_closable_ahead(audit->closable, audit->t, h, &cause) == MB_OK)
        return status;
    *err = cause;
    return cause.status;
}
