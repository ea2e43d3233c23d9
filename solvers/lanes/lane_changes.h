/* SPDX-License-Identifier: MIT */
/* Which lanes of an iteration have converged: solvers/steps/convergence.c operation by operation. */
#ifndef MB_SOLVERS_LANES_LANE_CHANGES_H
#define MB_SOLVERS_LANES_LANE_CHANGES_H

#include "problems/elements/machine/natural/lane_vector.h"
#include "solvers/steps/convergence.h"

/* The numbers of mb_convergence, of lanes that have made equally many passes */
typedef struct lane_changes {
    lanes_of first, before, change;
    long pass;
} lane_changes;

static inline lane_changes lane_changes_begin(void)
{
    return (lane_changes){same(INFINITY), same(INFINITY), same(INFINITY), 0};
}

/* Whether little is left, of the lanes that may have come so far */
static choice leaves_little(const lane_changes *x, const mb_convergence *c, choice small)
{
    lanes_of root_of_first = x->first;

    if (!set_of(small))
        return small;
    for (int l = 0; l < MB_LANE_WIDTH; l++)
        root_of_first[l] = cbrt(x->first[l]);
    return small &
           (x->change * x->change <= c->left * root_of_first * x->first * (x->before - x->change));
}

static choice has_met(const lane_changes *x, const mb_convergence *c, lanes_of size, choice active)
{
    const choice nothing = x->change <= MB_CHANGE_ROUND_OFF * size;
    choice met, small;

    if (c->given)
        return (x->change < c->tol) | nothing;
    met = x->change == 0.0;
    if (x->pass > 1)
        met |= nothing;
    small = (x->change <= c->tol) & (x->change < x->before) & (size_of(x->before) < same(INFINITY));
    return met | leaves_little(x, c, small & ~met & active);
}

/* mb_convergence_add of the active lanes: those that go on, and those whose change grows */
static void lane_changes_add(lane_changes *x, const mb_convergence *c, lanes_of change,
                             lanes_of size, choice active, choice *goes_on, choice *grows)
{
    choice met, floor;

    x->before = x->change;
    x->change = change;
    if (x->pass++ == 0)
        x->first = change;
    met = has_met(x, c, size, active);
    floor = change <= MB_CHANGE_FLOOR * size;
    if (!c->given)
        floor |= (change <= c->tol) & (x->before <= MB_CHANGE_SHRUNK * x->first);
    *goes_on = ~met & (change <= x->before);
    *grows = ~met & ~(change <= x->before) & ~floor;
}

#endif
