/* SPDX-License-Identifier: MIT */
#include "problems/elements/machine/turns.h"

#include "problems/elements/machine/readouts.h"

mb_counted *mb_turns_add(mb_machine *m, mb_coordinate is, double start)
{
    mb_counted *x = &m->turn[m->nturns++];

    *x =
        (mb_counted){.effort = -1, .is = is, .q = -1, .start = start, .last = start, .near = start};
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
    for (mb_counted *x = m->turn; x < m->turn + m->nturns; x++) {
        x->t = t;
        x->last = x->start;
        x->rate = 0.0;
    }
}

void mb_turns_keep(const mb_machine *m)
{
    for (mb_counted *x = m->turn; x < m->turn + m->nturns; x++) {
        x->kept.t = x->t;
        x->kept.last = x->last;
        x->kept.rate = x->rate;
        x->kept.near = x->near;
    }
}

void mb_turns_return(const mb_machine *m)
{
    for (mb_counted *x = m->turn; x < m->turn + m->nturns; x++) {
        x->t = x->kept.t;
        x->last = x->kept.last;
        x->rate = x->kept.rate;
        x->near = x->kept.near;
    }
}

static mb_measured measured(const mb_counted *turn, const mb_machine_state *x)
{
    const mb_effort *e = &x->m->effort[turn->effort < 0 ? 0 : turn->effort];

    if (turn->effort < 0)
        return mb_measure(turn->of, x);
    if (x->m->natural)
        return mb_natural_effort(x, turn->effort);
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
        mb_measured now;

        if (x->q >= 0)
            continue;
        now = measured(x, &state);
        if (!isfinite(now.value) || !isfinite(now.rate))
            continue;
        x->last =
            mb_turned_to(x->last + (q ? 0.5 * (t - x->t) * (x->rate + now.rate) : 0.0), now.value);
        x->rate = now.rate;
        x->t = t;
    }
}
