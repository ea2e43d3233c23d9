/* SPDX-License-Identifier: MIT */
/* What is measured, for files of this folder. */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_READOUTS_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_READOUTS_H

#include "problems/elements/machine/span.h"

/* One component of a measure */
typedef struct mb_readout_part {
    const mb_plain_measure *of;
    int component;
    double scale, offset; /* value = scale * measured + offset */
    bool wrapped;         /* known up to whole turns; given within half a turn of: */
    double start;         /* [rad] value as declared */
    const double *near;   /* measured is the angle nearest to it (turns.h); NULL: as it is */
    mb_tie tie;           /* of a joint coordinate, a length or a force */
    mb_scalar s;
    const struct mb_lines *lines;   /* natural coordinates: the scalar; NULL: none */
    const struct mb_passed *passed; /* ... the force of a joint that has no rows; NULL: others */
} mb_readout_part;

/* Where an angle of a branch should be, and how far from there it may be */
typedef struct mb_turn_limit {
    double along[2], least; /* cosine and sine of the angle; cosine of what it may differ by */
} mb_turn_limit;

struct mb_readouts {
    int n, nbranches;
    mb_readout_part *out, *branch; /* (n) in the order of the outputs, (nbranches) */
    mb_turn_limit *limit;          /* (nbranches) */
};

/* A state; v, a, lambda may be NULL */
typedef struct mb_machine_state {
    const mb_model *model;
    const mb_machine *m;
    double t;
    const double *q, *v, *a, *lambda;
} mb_machine_state;

typedef struct mb_measured {
    double value, rate;
} mb_measured;

/* All kinds of measures but values of expressions; NaN where something is not known. */
mb_measured mb_measure(const mb_readout_part *r, const mb_machine_state *x);

/* The components of a point follow each other: where it is, with its rates, is found once. */
typedef struct mb_point_in_hand {
    const mb_plain_measure *of; /* NULL: none */
    double s[3][3];
} mb_point_in_hand;

mb_measured mb_measure_point(const mb_readout_part *r, const mb_machine_state *x,
                             mb_point_in_hand *point);

/* In natural coordinates: a scalar and its rate; with `rates`, the rate and its rate.  Force of a
 * joint without rows; force and moment of the rows of a tie on the body of a side, in the world
 * (natural_reactions.c). */
mb_measured mb_natural_scalar(const struct mb_lines *lines, const mb_machine_state *x, bool rates);
mb_measured mb_natural_effort(const mb_machine_state *x, int effort); /* what it acts along */
double mb_natural_stored(const mb_machine_state *x); /* by forces: -dV/dt of them */
double mb_natural_angle(const mb_machine *m, int body, const double *q); /* in the plane */
void mb_natural_passed(const struct mb_passed *passed, const mb_machine_state *x, double *force);
void mb_natural_row_reaction(const mb_machine_state *x, int tie, int side, double *force,
                             double *moment);

/* Of a part's scalar; with `rates` its rate and the rate of that */
mb_measured mb_measure_scalar(const mb_readout_part *r, const mb_machine_state *x, bool rates);

/* Parts of it (measures_forces.c) */
mb_measured mb_measure_force(const mb_readout_part *r, const mb_machine_state *x);
mb_measured mb_measure_reaction(const mb_readout_part *r, const mb_machine_state *x);
mb_measured mb_measure_energy(const mb_readout_part *r, const mb_machine_state *x);
mb_measured mb_measure_momentum(const mb_readout_part *r, const mb_machine_state *x);

/* What they are made of (measures.c): a body's frame; a direction or place of it with two rates; its
 * angular velocity in its own axes from v, or the rate of that from accelerations in place of v; the
 * component that a part wants */
void mb_readout_stand(const mb_machine_state *x, int body, mb_stand *s);
void mb_readout_follow(const mb_machine_state *x, int body, const double *u, bool place,
                       double s[3][3]);
void mb_readout_omega(const mb_machine_state *x, int body, const double *v, double *w);
double mb_readout_component(const mb_readout_part *r, const double *x);

#endif
