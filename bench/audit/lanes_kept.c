/* SPDX-License-Identifier: MIT */
/* What lanes of audits keep of their runs, and where it belongs. */
#include <math.h>
#include <string.h>

#include "bench/audit/lanes_parts.h"
#include "solvers/lanes/lane_array.h"

/* Places of a lane in the order of the numbers that are kept; how many there are */
static int list_places(const mb_audit_lanes *x, mb_audit *audit, double **place)
{
    mb_result *r = audit->result;
    double *const of_run[] = {
        &r->gap,          &audit->open,         &audit->kinetic,    &r->energy.max_kinetic,
        &r->energy.last,  &r->energy.max_abs,   &r->energy.sum_abs, &r->error_last,
        &r->error_max,    &r->rank_along.least, &r->rank_along.at,  &r->rank_along.largest,
        &audit->lock.due, &audit->lock.speed,   &audit->branch.last};
    int n = 0;

    for (int i = 0; i < MB_AUDIT_LEVELS; i++)
        for (int k = 0; k < MB_NORMS; k++) {
            place[n++] = &r->norm[i][k].max;
            place[n++] = &r->norm[i][k].sum;
            place[n++] = &r->norm[i][k].square_sum;
            place[n++] = &r->norm[i][k].last;
        }
    for (int i = 0; i < x->model->m; i++)
        place[n++] = &audit->gap.longest[i];
    for (int i = 0; i < x->model->noutputs; i++)
        place[n++] = &r->deviation[i].max;
    for (int i = 0; i < x->model->noutputs; i++)
        place[n++] = &r->deviation[i].largest;
    for (size_t i = 0; i < sizeof of_run / sizeof *of_run; i++)
        place[n++] = of_run[i];
    return n;
}

/* Numbers of the lanes: first those that are kept, in the same order, then what is given */
static mb_status take_block(mb_audit_lanes *x, mb_arena *arena, mb_error *err)
{
    const mb_model *model = x->model;
    const int nq = model->nq, nv = model->nv, m = model->m, nout = model->noutputs;
    mb_lane_kept *k = &x->kept;
    mb_lane_given *g = &x->given;
    mb_lane_point *p = x->point;
    const mb_lane_row of[] = {{&k->norm, MB_AUDIT_LEVELS * MB_NORMS * MB_LANE_NUMBERS},
                              {&k->longest, m},
                              {&k->off, nout},
                              {&k->largest_truth, nout},
                              {&k->gap, 1},
                              {&k->open, 1},
                              {&k->kinetic, 1},
                              {&k->max_kinetic, 1},
                              {&k->drift, 1},
                              {&k->max_drift, 1},
                              {&k->sum_drift, 1},
                              {&k->error, 1},
                              {&k->max_error, 1},
                              {&k->least, 1},
                              {&k->at, 1},
                              {&k->largest, 1},
                              {&k->due, 1},
                              {&k->speed, 1},
                              {&k->distance, 1},
                              {&g->initial, 1},
                              {&g->turns, nout},
                              {&g->lost, 1},
                              {&g->first, 1},
                              {&g->low, 1},
                              {&g->held, 1},
                              {&g->at_loss, 1},
                              {&g->ahead, nout},
                              {&x->settled, 1},
                              {&p[0].q, nq},
                              {&p[0].v, nv},
                              {&p[0].measure, 1},
                              {&p[1].q, nq},
                              {&p[1].v, nv},
                              {&p[1].measure, 1},
                              {&p[2].q, nq},
                              {&p[2].v, nv},
                              {&p[2].measure, 1},
                              {&x->a, nv},
                              {&x->lambda, m},
                              {&x->w, m},
                              {&x->least, m},
                              {&x->most, m}};
    mb_status status =
        mb_lane_block(x->width, of, sizeof of / sizeof *of, arena, &x->block, &x->nblock, err);

    if (status == MB_OK)
        x->nkept = (int)(g->initial - x->block) / x->width;
    return status;
}

static bool same_truth(const mb_audit_lanes *x)
{
    for (int l = 1; l < x->n; l++)
        if (x->audit[l]->reference != x->audit[0]->reference)
            return false;
    return true;
}

/* Whether nothing is asked of a step that lanes do not see */
static bool may_follow(const mb_audit_lanes *x)
{
    for (int l = 0; l < x->n; l++) {
        const mb_audit *audit = x->audit[l];

        if (audit->power || !audit->brief || audit->posture ||
            (audit->reference && !(x->places && audit->places)))
            return false;
    }
    return same_truth(x) && x->model->traits & MB_SCLERONOMIC && !x->model->ops->qdot;
}

/* ---- over to lanes and back ------------------------------------------------------------------------ */

static void take_over_rank(mb_audit_lanes *x, int lane, mb_rank *rank)
{
    const uint64_t settled = rank->settled ? UINT64_MAX : 0;

    x->given.lost[lane] = x->audit[lane]->result->rank_along.lost;
    x->given.first[lane] = rank->first;
    x->given.low[lane] = rank->low;
    memcpy(&x->settled[lane], &settled, sizeof settled);
    x->point[2].measure[lane] = rank->point[2].measure;
}

/* The points at the start */
static void take_over_points(mb_audit_lanes *x, int lane, const mb_rank *rank)
{
    for (int k = 0; k < 3; k++) {
        const struct mb_rank_point *p = &rank->point[k];

        mb_lane_put(x->width, x->model->nq, p->q, x->point[k].q, lane);
        mb_lane_put(x->width, x->model->nv, p->dq, x->point[k].v, lane);
        x->point[k].measure[lane] = p->measure;
        x->point[k].t = p->t;
    }
}

static void put_bit(unsigned *set, int lane, bool on)
{
    *set = (*set & ~(1U << lane)) | (unsigned)on << lane;
}

static void take_over_branch(mb_audit_lanes *x, int lane)
{
    const mb_audit *audit = x->audit[lane];
    const bool watched = audit->result->has_branch && isnan(audit->result->branch_time);

    put_bit(&x->branches, lane, watched && x->model->ops->branch);
    put_bit(&x->parted, lane, watched && !x->model->ops->branch && audit->branch.by_reference);
    x->given.at_loss[lane] = audit->branch.at_loss;
    for (int i = 0; i < x->model->noutputs; i++)
        x->given.ahead[i * x->width + lane] = 0.0 * audit->rate[i];
}

void mb_lane_take_over(mb_audit_lanes *x, int lane)
{
    mb_audit *audit = x->audit[lane];
    double *const *place = x->place + (ptrdiff_t)lane * x->nkept;

    for (int k = 0; k < x->nkept; k++)
        x->block[k * x->width + lane] = *place[k];
    x->given.initial[lane] = audit->result->energy.initial;
    mb_lane_put(x->width, x->model->noutputs, audit->turns, x->given.turns, lane);
    x->given.held[lane] = audit->rank && audit->held ? mb_held_due(audit->held) : (double)NAN;
    put_bit(&x->moves, lane, audit->momentum && mb_momentum_is_kept(audit->momentum));
    put_bit(&x->ranks, lane, audit->rank && !mb_rank_is_found(audit->rank));
    if (audit->rank)
        take_over_rank(x, lane, audit->rank);
    take_over_branch(x, lane);
}

mb_status mb_lanes_keep(mb_audit_lanes *x, mb_arena *arena, mb_error *err)
{
    const mb_model *model = x->model;
    const int nout = model->noutputs;
    mb_status status;

    MB_TRY(take_block(x, arena, err));
    MB_TRY(MB_TAKE(arena, &x->place, (size_t)(x->nkept * x->width), err));
    MB_TRY(MB_TAKE(arena, &x->truth, (size_t)nout, err));
    MB_TRY(MB_TAKE(arena, &x->bound, (size_t)nout, err));
    MB_TRY(MB_TAKE(arena, &x->parting, (size_t)nout, err));
    for (int i = 0; i < nout; i++) {
        x->parting[i] = mb_branch_parting(model, i);
        x->bound[i] = x->audit[0]->result->deviation[i].bound;
    }
    for (int l = 0; l < x->width; l++)
        list_places(x, x->audit[l], x->place + (ptrdiff_t)l * x->nkept);
    x->horizon = x->audit[0]->result->error_horizon;
    x->follows = may_follow(x);
    for (int l = 0; l < x->width; l++) {
        if (x->audit[l]->rank)
            take_over_points(x, l, x->audit[l]->rank);
        mb_lane_take_over(x, l);
    }
done:
    return status;
}

/* The points before the step at hand, which the rank adds itself */
static void hand_over_rank(mb_audit_lanes *x, int lane, mb_rank *rank)
{
    uint64_t settled;

    memcpy(&settled, &x->settled[lane], sizeof settled);
    rank->settled = settled != 0;
    if (rank->found)
        return;
    rank->points += (int)x->taken[lane];
    for (int k = 1; k < 3; k++) {
        struct mb_rank_point *p = &rank->point[k];

        mb_lane_get(x->width, x->model->nq, x->point[k - 1].q, p->q, lane);
        mb_lane_get(x->width, x->model->nv, x->point[k - 1].v, p->dq, lane);
        p->measure = x->point[k - 1].measure[lane];
        p->t = x->point[k - 1].t;
    }
}

/* What was known of the reference when it was asked last */
static void hand_over_bounds(const mb_audit_lanes *x, mb_result *result)
{
    if (!x->audit[0]->reference)
        return;
    result->error_horizon = x->horizon;
    result->error_bound = 0.0;
    for (int i = 0; i < x->model->noutputs; i++) {
        if (!result->deviation[i].compared)
            continue;
        result->deviation[i].bound = x->bound[i];
        result->error_bound = fmax(result->error_bound, x->bound[i]);
    }
}

/* The newest point, as the last that was audited */
static void hand_over_state(const mb_audit_lanes *x, int lane)
{
    const mb_lane_point *newest = &x->point[2];
    mb_state *last = &x->audit[lane]->last;

    last->t = newest->t;
    mb_lane_get(x->width, x->model->nq, newest->q, last->q, lane);
    mb_lane_get(x->width, x->model->nv, newest->v, last->v, lane);
    mb_lane_get(x->width, x->model->nv, x->a, last->a, lane);
    mb_lane_get(x->width, x->model->m, x->lambda, last->lambda, lane);
}

void mb_lane_hand_over(mb_audit_lanes *x, int lane, bool ends)
{
    mb_audit *audit = x->audit[lane];
    double *const *place = x->place + (ptrdiff_t)lane * x->nkept;

    for (int k = 0; k < x->nkept; k++)
        *place[k] = x->block[k * x->width + lane];
    audit->taken = false;
    if (x->taken[lane] == 0)
        return;
    audit->result->points += x->taken[lane];
    audit->t = audit->result->t_reached = x->point[ends ? 2 : 1].t;
    hand_over_bounds(x, audit->result);
    if (audit->rank) {
        audit->lock.since = NAN;
        audit->lock.steps = 0;
        hand_over_rank(x, lane, audit->rank);
    }
    if (ends)
        hand_over_state(x, lane);
    x->taken[lane] = 0;
}

void mb_lanes_ask(mb_audit_lanes *x, double t)
{
    mb_truth *truth = x->audit[0]->reference;

    x->t = t;
    x->known = false;
    if (!x->follows || !truth || !(t <= x->horizon * (1.0 + 1e-12)))
        return;
    mb_truth_at(truth, t, x->truth);
    x->horizon = mb_truth_horizon(truth);
    for (int i = 0; i < x->model->noutputs; i++)
        if (x->model->outputs[i].compared)
            x->bound[i] = mb_truth_bound(truth, i);
    x->known = t <= x->horizon * (1.0 + 1e-12);
}
