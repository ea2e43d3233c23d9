/* SPDX-License-Identifier: MIT */
/* An observer of a run: told of every iteration as it ends, so that people see why a method fails.
 *
 * A solver without one (mb_solver.observer is NULL, as it is made) does nothing of this but look
 * whether there is one.  An observer changes no number: what is evaluated for it goes to its own
 * workspace. */
#ifndef MB_SOLVERS_OBSERVER_H
#define MB_SOLVERS_OBSERVER_H

#include "solvers/solver.h"

/* What iterates; the word for it.  residual and correction of a line are, in this order,
 *   integrator     |Phi| of the iterate, its change
 *   multipliers    |D a - g|, change of the accelerations (hamiltonian: |D v + Phi_t|, velocities)
 *   positions      |Phi| of the iterate, its change
 *   velocities     |D v + Phi_t|, change of the velocities
 *   accelerations  |D a - gamma|, change of the accelerations
 *   error-test     estimated error of a step in units of the tolerance, none; pass: passes it took
 *   step           |Phi| where it ended, none: a step in which nothing iterates, or that failed
 * |.| are Euclidean norms in SI units; a correction counts as its iteration counts it (plain where
 * a tolerance is given, else as in solvers/scales/size.h). */
#define MB_ITERATING_LIST(X)                                                                       \
    X(MB_ITERATING_INTEGRATOR, "integrator")                                                       \
    X(MB_ITERATING_MULTIPLIERS, "multipliers")                                                     \
    X(MB_ITERATING_POSITIONS, "positions")                                                         \
    X(MB_ITERATING_VELOCITIES, "velocities")                                                       \
    X(MB_ITERATING_ACCELERATIONS, "accelerations")                                                 \
    X(MB_ERROR_TEST, "error-test")                                                                 \
    X(MB_WHOLE_STEP, "step")

/* What stopped it with this pass; the word for it. */
#define MB_ENDING_LIST(X)                                                                          \
    X(MB_NOT_ENDED, "")                   /* it goes on, or there is nothing to stop */            \
    X(MB_ENDED_CONVERGED, "converged")    /* by its tolerance */                                   \
    X(MB_ENDED_ROUND_OFF, "round-off")    /* at the floor of round-off, which is converged */      \
    X(MB_ENDED_GREW, "grew")              /* the correction has grown, or is no number */          \
    X(MB_ENDED_LIMIT, "limit")            /* the passes are used up */                             \
    X(MB_ENDED_ACCEPTED, "accepted step") /* by the error test */                                  \
    X(MB_ENDED_REJECTED, "rejected step") /* taken back; a shorter one follows */                  \
    X(MB_ENDED_FAILED, "failed")          /* the step ends the run */

#define MB_OBSERVER_ENUM(name, word) name,
typedef enum mb_iterating { MB_ITERATING_LIST(MB_OBSERVER_ENUM) MB_ITERATINGS } mb_iterating;
typedef enum mb_ending { MB_ENDING_LIST(MB_OBSERVER_ENUM) MB_ENDINGS } mb_ending;
#undef MB_OBSERVER_ENUM

/* One iteration; NaN: there is no such number. */
typedef struct mb_iteration {
    mb_iterating what;
    long pass; /* from 1; 0: nothing iterates */
    double residual, correction;
    double rcond; /* of the matrix that was factorised last */
    mb_ending ending;
} mb_iteration;

typedef struct mb_observer {
    void (*tell)(const struct mb_observer *, const mb_iteration *);
    void *context; /* the owner's */
    long step;     /* number of the step at hand, from 1; 0: the start of the run */
    double t, h;   /* [s] its end and length; NaN: not known */
    long told;     /* iterations of it */
    double *rows;  /* (m) workspace */
} mb_observer;

/* Lets an observer look at a solver that has not started.  The workspace is taken from an arena
 * that outlives the run; tell and context are set. */
mb_status mb_observer_attach(mb_observer *observer, mb_solver *solver, mb_arena *arena,
                             mb_error *err);

/* A function that only observed runs call: kept out of the loops that call it. */
#define MB_OBSERVING __attribute__((cold, noinline))

/* What the functions below do where there is an observer. */
MB_OBSERVING void mb_observer_tell(mb_solver *solver, mb_iterating what, long pass, double residual,
                                   double correction, mb_ending ending);
MB_OBSERVING void mb_observer_step(mb_solver *solver, double h, double t_new);
MB_OBSERVING void mb_observer_step_ended(mb_solver *solver, mb_status status);

/* Estimate of the reciprocal condition of what a solver factorised last; NaN: of none, or not known */
double mb_rcond(const mb_solver *solver);

/* |Phi| of q, |D v + Phi_t| of v with D of (t, q) in terms, at the end of the step at hand. */
double mb_observed_positions(mb_solver *solver, const double *q);
double mb_observed_velocities(mb_solver *solver, const double *q, const double *v);

/* An iteration has ended. */
static inline void mb_observe(mb_solver *solver, mb_iterating what, long pass, double residual,
                              double correction, mb_ending ending)
{
    if (solver->observer)
        mb_observer_tell(solver, what, pass, residual, correction, ending);
}

/* A step, or a trial of one, to t_new begins; h: NaN where the length is not known. */
static inline void mb_observe_step(mb_solver *solver, double h, double t_new)
{
    if (solver->observer)
        mb_observer_step(solver, h, t_new);
}

#endif
