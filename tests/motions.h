/* Motions of spatial bodies that are known apart from any solver, and how far a run is from them in
 * position, velocity, acceleration and the forces of the joints. */
#ifndef MB_TESTS_MOTIONS_H
#define MB_TESTS_MOTIONS_H

#include "solvers/solver.h"

/* A body in motion; w, alpha: angular velocity and acceleration in body axes. */
typedef struct motion_body {
    double r[3], v[3], a[3];
    double p[4], w[3], alpha[3];
} motion_body;

/* How far the equations of a motion are integrated; zeroed at its start. */
typedef struct motion_clock {
    double t, y[8];
} motion_clock;

typedef struct motion {
    const mb_problem *problem; /* coordinates=body|euler */
    int nbodies;
    void (*at)(motion_clock *clock, double t, motion_body *bodies); /* t does not fall */
} motion;

/* A free body, inertia (1, 2, 2.5), that turns about z with 2 rad/s: closed form. */
extern const motion motion_turning;
/* The same body, nearly about its middle axis: Euler's equations. */
extern const motion motion_tumbling;
/* A crank that turns for ever, coupler and rocker, on four parallel revolute joints: 20 rows of
 * rank 17.  The equation of its one freedom, with the loop solved in closed form. */
extern const motion motion_loop;

/* Largest differences in a coordinate over twenty steps of a run, the last one included; force: of
 * D' lambda. */
typedef struct motion_errors {
    mb_status status;
    mb_error error;
    double t, position, velocity, acceleration, force;
    double drift; /* largest |E - E0| over the steps, over the largest kinetic energy */
    mb_counters counters;
} motion_errors;

motion_errors motion_run(const motion *known, const char *params, const char *solver, double t_end);

#endif
