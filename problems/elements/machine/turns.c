/* SPDX-License-Identifier: MIT */
#include "problems/elements/machine/turns.h"

#include "problems/elements/machine/readouts.h"

mb_counted *mb_turns_add(mb_machine *m, mb_coordinate is, double start)
{
    mb_counted *x = &m->turn[m->nturns++];

    *x = (mb_counted){
        .effort = -1, .is = is, .q = -1, .start = start, .now = {.last = start, .near = start}};
    return x;
}

bool mb_turns_are_followed(const mb_machine *m)
{
    for (const mb_counted *x = m->turn; x < m->turn + m->nturns; x++)
        if (x->q < 0)
            return true;
    return false;
}

void mb_turns_begin(const mb_machine *m, double t)
{
    for (mb_counted *x = m->turn; x < m->turn + m->nturns; x++)
        x->now = (mb_so_far){.t = t, .last = x->start, .near = x->start};
}

void mb_turns_keep(const mb_machine *m)
{
    for (mb_counted *x = m->turn; x < m->turn + m->nturns; x++)
        x->kept = x->now;
}

void mb_turns_return(const mb_machine *m)
{
    for (mb_counted *x = m->turn; x < m->turn + m->nturns; x++)
        x->now = x->kept;
}

static mb_measured measured(const mb_counted *turn, const mb_machine_state *x)
{
    const mb_effort *e;

    if (turn->effort < 0)
        return mb_measure(turn->of, x);
    if (x->m->natural)
        return mb_natural_effort(x, turn->effort);
    e = &x->m->effort[turn->effort];
    return mb_measure_scalar(&(mb_readout_part){.tie = e->tie, .s = e->s}, x, false);
}

/* The turn is the one nearest to what both rates of the step foretell. */
void mb_turns_follow(const mb_model *model, double t, const double *q, const double *v)
{
    const mb_machine *m = model->data;
    const mb_machine_state state = {
        .model = model, .m = m, .t = t, .q = q ? q : model->q0, .v = q ? v : model->v0};

    if (!q)
        mb_turns_begin(m, t);
    mb_turns_at(m, t);
    for (mb_counted *x = m->turn; x < m->turn + m->nturns; x++) {
        mb_measured next;
        double ahead;

        if (x->q >= 0)
            continue;
        next = measured(x, &state);
        if (!isfinite(next.value) || !isfinite(next.rate))
            continue;
        ahead = 0.5 * (t - x->now.t) * (x->now.rate + next.rate);
        x->now.last = mb_turned_to(x->now.last + ahead, next.value);
        x->now.rate = next.rate;
        x->now.t = t;
    }
}
