/* SPDX-License-Identifier: MIT */
/* The automatic reference: the motion of a plain mechanism by means of its own, in the joint
 * coordinates of a tree that a rule finds, independent of a model's coordinates and rows.
 *
 * Steps of an extrapolated midpoint rule of order 10 on a fixed grid, each followed by the way back
 * to the rows.  Three motions go side by side: with the step H, with H/2, and, where joints are cut,
 * one along another tree (or with other substeps) in uneven substeps.  How far their outputs are
 * apart is the error; where that passes 1e-8 of the mechanism's size or 1e-8 rad, where a law passes
 * a break or the mechanism rests in a singular position, the horizon ends.  What is handed out is
 * the motion with H/2.  There is a reason in place of a reference where none can be had: no bound is
 * given that was not computed. */
#ifndef MB_PROBLEMS_REFERENCES_AUTOMATIC_H
#define MB_PROBLEMS_REFERENCES_AUTOMATIC_H

#include <stdbool.h>

#include "base/arena.h"
#include "problems/mechanism.h"

typedef struct mb_automatic mb_automatic; /* read-only once found */
typedef struct mb_automatic_run mb_automatic_run;

typedef struct mb_automatic_facts {
    bool there;      /* else `why` says why not */
    char why[256];   /* also: what ends the horizon before the end; "" */
    char cut[256];   /* joints that are rows, not joint coordinates */
    int coordinates; /* joint coordinates */
    int rows, rank;
    double step;      /* [s] H */
    double horizon;   /* [s] */
    double singular;  /* [s] where the rows' rank is lost or nearly; NaN: nowhere */
    double apart;     /* largest distance of two motions, in sizes or rad */
    double kinetic;   /* [J] at the start */
    double least;     /* singular value of the rows there but for those that are zero; 1: no rows */
    long evaluations; /* of the equations of motion in the runs that found all this */
} mb_automatic_facts;

/* The reference of a mechanism over [0, end] in the arena, found by runs of bounded work.  The plain
 * mechanism must live as long. */
mb_status mb_automatic_reference(const mb_plain_mechanism *plain, double end, mb_arena *arena,
                                 mb_automatic **reference, mb_error *err);

const mb_automatic_facts *mb_automatic_facts_of(const mb_automatic *reference);

/* Bound of the absolute error of a component up to the horizon, where there is a reference. */
double mb_automatic_bound(const mb_automatic *reference, int component);

/* Adds its compared outputs as polynomials of time, which many runs can ask for many values: a value along
 * the motion takes a step of the rule.  They are held against the motion between their points and are off
 * by a tenth of an output's bound at most, which goes into the bound; where none is so near, since a law
 * passes a break, the motion is gone on with from there.  In the arena; once found it stays. */
mb_status mb_automatic_tabulate(mb_automatic *reference, mb_arena *arena, mb_error *err);

/* A motion along it from 0, in the arena; there must be one. */
mb_status mb_automatic_follow(const mb_automatic *reference, mb_arena *arena,
                              mb_automatic_run **run, mb_error *err);

/* The same for the values of compared outputs alone, by the polynomials where there are some: those of
 * others are not to be used, nor what is told of energies, places and accelerations. */
mb_status mb_automatic_consult(const mb_automatic *reference, mb_arena *arena,
                               mb_automatic_run **run, mb_error *err);

/* Back to 0, for another way through the times. */
void mb_automatic_reset(mb_automatic_run *run);

/* Components of all outputs at t, not before the grid point reached so far; NaN where they are not
 * computed (reactions).  Angles are continuous.  Values do not depend on what was
 * asked for before. */
void mb_automatic_at(mb_automatic_run *run, double t, double *out);

/* Kinetic and potential energy there [J], without forces that have no potential. */
void mb_automatic_energy(mb_automatic_run *run, double energy[2]);

/* Where a body is at the time asked for last: its centre of mass in the world [m], the rotation of its
 * frame (3 x 3, by rows). */
void mb_automatic_stand(const mb_automatic_run *run, int body, double x[3], double R[9]);

/* Velocities or accelerations of a body: of its centre of mass [m/s, m/s2], of its rotation [rad/s,
 * rad/s2], in the world */
typedef struct mb_automatic_twist {
    double linear[3], angular[3];
} mb_automatic_twist;

/* (nbodies) velocities and accelerations at the present grid point, the start of a new run */
void mb_automatic_rates(mb_automatic_run *run, mb_automatic_twist *v, mb_automatic_twist *a);

/* ---- what was found, as a text ---------------------------------------------------------------- */

/* Hands it out in pieces, numbers to their last bit. */
void mb_automatic_write(const mb_automatic *reference, void (*put)(void *data, const char *text),
                        void *data);

/* The same from such a text; mechanism and end must be those it was found for.  MB_BAD_INPUT where the
 * text is of another mechanism's kind, or not whole. */
mb_status mb_automatic_read(const char *text, const mb_plain_mechanism *plain, double end,
                            mb_arena *arena, mb_automatic **reference, mb_error *err);

#endif
