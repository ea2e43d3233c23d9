/* SPDX-License-Identifier: MIT */
/* Counts of work. */
#ifndef MB_SOLVERS_COUNTERS_H
#define MB_SOLVERS_COUNTERS_H

/* What one run did.  Written by the parts, read by the harness. */
#define MB_COUNTER_LIST(X)                                                                         \
    X(steps, "accepted steps")                                                                     \
    X(rejected, "steps tried and taken back")                                                      \
    X(evaluations, "evaluations of the equations of motion")                                       \
    X(factorisations, "numeric factorisations that chose their pivots")                            \
    X(refactorisations, "numeric factorisations on pivots chosen before")                          \
    X(solves, "right-hand sides solved for")                                                       \
    X(iterations, "passes of fixed-point, Newton, multiplier and projection loops")                \
    X(stopped, "iterations ended by divergence or at their limit")                                 \
    X(unconverged, "accepted steps in which an iteration or a projection has not converged")       \
    X(switches, "changes of the independent coordinates")

typedef struct mb_counters {
#define MB_COUNTER_FIELD(name, meaning) long name;
    MB_COUNTER_LIST(MB_COUNTER_FIELD)
#undef MB_COUNTER_FIELD
} mb_counters;

#endif
