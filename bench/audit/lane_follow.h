/* SPDX-License-Identifier: MIT */
/* Steps that lanes take in by themselves, for lane_look.c: what mb_audit_step and mb_audit_locked do where
 * nothing happens.  Rank lost, a branch in doubt, rest: such a step is taken alone. */
#ifndef MB_BENCH_AUDIT_LANE_FOLLOW_H
#define MB_BENCH_AUDIT_LANE_FOLLOW_H

#include "bench/audit/lanes_parts.h"
#include "solvers/lanes/lane_matrix.h"

/* The larger one; that which is a number, if one is none */
static lanes_of larger(lanes_of x, lanes_of y)
{
    return pick((x >= y) | (y != y), x, y);
}

/* x where it is larger; a maximum that is no number stays. */
static inline lanes_of max_with(lanes_of max, lanes_of x)
{
    return pick(~(x <= max) & (max == max), x, max);
}

static inline void keep(choice lanes, double *kept, lanes_of x)
{
    *all(kept) = pick(lanes, x, *all(kept));
}

static inline void keep_largest(choice lanes, double *kept, lanes_of x)
{
    keep(lanes, kept, max_with(*all(kept), x));
}

/* What a step makes of a lane's rank */
typedef struct rank_now {
    lanes_of largest, least, at;
    choice settled;
} rank_now;

/* mb_rank_step_with; the lanes that take it in by themselves */
static choice follow_rank(const mb_audit_lanes *x, lanes_of gap, rank_now *now)
{
    const lanes_of measure = *all(x->measure), lost = *all(x->given.lost);
    const lanes_of before = *all(x->point[1].measure), last = *all(x->point[2].measure);
    const lanes_of limit = larger(same(MB_RANK_LOST), pick(root(gap) < MB_RANK_WIDEST_MISS,
                                                           root(gap), same(MB_RANK_WIDEST_MISS)));
    const choice settled = *(const choice *)all(x->settled), is_lost = lost == lost;
    const choice seen = ~(gap > MB_RANK_OFF_THE_ROWS);
    choice large, new_least, event;
    lanes_of fall, rise, bound;

    now->largest = pick(seen & (measure > *all(x->kept.largest)), measure, *all(x->kept.largest));
    new_least = seen & ~(measure >= *all(x->kept.least));
    now->least = pick(new_least, measure, *all(x->kept.least));
    now->at = pick(new_least, same(x->t), *all(x->kept.at));
    large = measure > 2.0 * MB_RANK_WIDEST_MISS * now->largest;
    now->settled = (seen & large & is_lost) | (~(seen & large) & settled);
    event = ~large & ((~is_lost & (measure < limit * now->largest)) |
                      (is_lost & ~settled & (measure < *all(x->given.low))));
    event |= (*all(x->given.first) < MB_RANK_LOST * now->largest) &
             ~((lost == x->model->t0) & now->settled);
    event |= now->least < MB_RANK_FOUND * now->largest;
    event = (event & seen) | (measure != measure);
    fall = before - last;
    rise = measure - last;
    bound = last - larger(fall, rise);
    event |=
        (fall >= 0.0) & (rise > 0.0) & (bound < larger(now->least, MB_RANK_LOST * now->largest));
    return ~event;
}

/* mb_lock_at; the lanes that move, and their largest kinetic energy due and speed */
static choice follow_lock(const mb_audit_lanes *x, lanes_of drift, lanes_of *due, lanes_of *speed)
{
    const lanes_of kinetic = *all(x->kept.kinetic), *v = all(x->at.v), now = kinetic - drift;
    lanes_of largest = same(0.0);
    choice counts;

    *due = pick(now > *all(x->kept.due), now, *all(x->kept.due));
    for (int j = 0; j < x->model->nv; j++) {
        const lanes_of one = size_of(v[j] / x->s[j]);

        largest = pick(one > largest, one, largest);
    }
    counts = (size_of(drift) < MB_LOCK_MISSING * *due) & (largest > *all(x->kept.speed));
    *speed = pick(counts, largest, *all(x->kept.speed));
    return ~(kinetic <= MB_LOCK_REST * *due);
}

/* An output less the reference's */
static inline lanes_of off_of(const mb_audit_lanes *x, int i)
{
    return all(x->given.turns)[i] - (x->truth[i] - all(x->out)[i]);
}

/* mb_branch_left where the branch is the reference's; the lanes that are near it */
static choice follow_branch(const mb_audit_lanes *x, lanes_of *distance)
{
    const lanes_of lost = *all(x->given.lost), at_loss = *all(x->given.at_loss);

    *distance = *all(x->kept.distance);
    if (!x->known)
        return chosen(~0U);
    *distance = same(0.0);
    for (int i = 0; i < x->model->noutputs; i++) {
        lanes_of off;

        if (!(x->parting[i] > 0.0))
            continue;
        off = size_of(off_of(x, i) - all(x->given.ahead)[i]) / x->parting[i];
        *distance = pick(off > *distance, off, *distance);
    }
    return (*distance <= 1.0) & ((lost != lost) | (at_loss == at_loss));
}

/* reference_error */
static void keep_error(mb_audit_lanes *x, choice lanes)
{
    lanes_of error = same(0.0);
    choice is;

    if (!x->known)
        return;
    for (int i = 0; i < x->model->noutputs; i++) {
        lanes_of off;

        if (!x->model->outputs[i].compared)
            continue;
        off = size_of(off_of(x, i));
        error = max_with(error, off);
        keep_largest(lanes, x->kept.off + i * MB_LANE_WIDTH, off);
        keep_largest(lanes, x->kept.largest_truth + i * MB_LANE_WIDTH, same(fabs(x->truth[i])));
    }
    is = x->t <= x->horizon ? lanes : lanes & (error == error);
    keep(is, x->kept.error, error);
    keep_largest(is, x->kept.max_error, error);
}

/* The newest point, of all lanes */
static void push_point(mb_audit_lanes *x, choice measured)
{
    const mb_lane_point oldest = x->point[0];

    x->point[0] = x->point[1];
    x->point[1] = x->point[2];
    x->point[2] = oldest;
    x->point[2].t = x->t;
    copy(x->model->nq, x->at.q, oldest.q);
    copy(x->model->nv, x->at.v, oldest.v);
    copy(x->model->nv, x->at.a, x->a);
    copy(x->model->m, x->at.lambda, x->lambda);
    *all(oldest.measure) = pick(measured, *all(x->measure), same(NAN));
}

/* What a step comes to in the lanes that take it in */
static void keep_energy(mb_audit_lanes *x, choice lanes, lanes_of drift)
{
    const lanes_of size = size_of(drift);

    keep_largest(lanes, x->kept.max_kinetic, *all(x->kept.kinetic));
    keep(lanes, x->kept.drift, drift);
    keep_largest(lanes, x->kept.max_drift, size);
    keep(lanes, x->kept.sum_drift, *all(x->kept.sum_drift) + size);
}

static void keep_rank(mb_audit_lanes *x, choice lanes, const rank_now *rank)
{
    keep(lanes, x->kept.largest, rank->largest);
    keep(lanes, x->kept.least, rank->least);
    keep(lanes, x->kept.at, rank->at);
    keep(lanes, x->settled, (lanes_of)rank->settled);
}

/* The lanes of those that are live which take the step in */
static choice follow(mb_audit_lanes *x, choice live, choice measured)
{
    const lanes_of open = *all(x->kept.open);
    const lanes_of drift = (*all(x->kept.kinetic) + *all(x->potential)) - *all(x->given.initial);
    const choice ranked = chosen(x->ranks), parted = chosen(x->parted);
    lanes_of due = *all(x->kept.due), speed = *all(x->kept.speed), distance;
    choice taken = live & chosen(~x->moves & (x->on_branch | ~x->branches)) & (open == open) &
                   ~(same(x->t) >= *all(x->given.held)) & (measured | ~ranked);
    rank_now rank;

    taken &= follow_rank(x, open / x->model->scale, &rank) | ~ranked;
    if (x->audit[0]->rank)
        taken &= follow_lock(x, drift, &due, &speed);
    taken &= follow_branch(x, &distance) | ~parted;
    keep_rank(x, taken & ranked, &rank);
    keep(taken, x->kept.due, due);
    keep(taken, x->kept.speed, speed);
    keep(taken & parted, x->kept.distance, distance);
    keep_largest(taken, x->kept.gap, open);
    keep_energy(x, taken, drift);
    keep_error(x, taken);
    push_point(x, measured);
    return taken;
}

#endif
