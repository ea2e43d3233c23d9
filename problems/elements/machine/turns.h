/* SPDX-License-Identifier: MIT */
/* Turns.  Places and axes tell an angle up to whole turns, and so do all coordinates but angles
 * themselves.  What depends on more than its sine and cosine is counted along the motion: the turn is
 * the one nearest to what the last state of the motion foretells with its rate, so that evaluations
 * on the way to the next one, of trials that are taken back too, change nothing. */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_TURNS_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_TURNS_H

#include <math.h>

#include "problems/elements/machine/machine.h"

struct mb_readout_part;

/* What is known of one along a motion */
typedef struct mb_so_far {
    double t, last, rate; /* the last state [s], [rad], [rad/s] */
    double near;          /* what they foretell [rad] */
} mb_so_far;

/* An angle that is counted: the coordinate that an effort acts along, or what is read */
typedef struct mb_counted {
    int effort;                       /* -1: of */
    const struct mb_readout_part *of; /* ... this; before scale and offset */
    mb_coordinate is;                 /* of a joint; -1: of none */
    int q;                            /* in joint coordinates, which tell it; -1: none does */
    double start;                     /* [rad] as declared, near which a motion starts */
    mb_so_far now, kept;              /* scratch */
} mb_counted;

/* x, known up to whole turns, nearest to `near` */
static inline double mb_turned_to(double near, double x)
{
    return x + 2.0 * M_PI * round((near - x) / (2.0 * M_PI));
}

/* Foretells all for evaluations at t. */
static inline void mb_turns_at(const mb_machine *m, double t)
{
    for (mb_counted *x = m->turn; x < m->turn + m->nturns; x++)
        x->now.near = x->now.last + x->now.rate * (t - x->now.t);
}

/* Whether coordinates tell angles up to whole turns: all but those of the plane that are angles */
static inline bool mb_turns_are_open(const mb_machine *m)
{
    return m->plain->spatial || m->kind == MB_IN_NATURAL;
}

/* What joint coordinates q tell */
static inline void mb_turns_give(const mb_machine *m, const double *q)
{
    for (mb_counted *x = m->turn; x < m->turn + m->nturns; x++)
        if (x->q >= 0)
            x->now.last = q[x->q];
}

/* One more in set-up; there is room for one of each force of the file, of each component of outputs */
mb_counted *mb_turns_add(mb_machine *m, mb_coordinate is, double start);
/* Whether there is one that no joint coordinate tells */
bool mb_turns_are_followed(const mb_machine *m);
/* As declared: a motion starts at t. */
void mb_turns_begin(const mb_machine *m, double t);
/* Keeps what is known of the motion while another one is looked at, and takes it up again. */
void mb_turns_keep(const mb_machine *m);
void mb_turns_return(const mb_machine *m);
/* ops->follow; q, v of the machine */
void mb_turns_follow(const mb_model *model, double t, const double *q, const double *v);

#endif
