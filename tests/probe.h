/* A plain run of one solver on one problem, with the measures that the published digits speak of:
 * written apart from the harness' audit so that each checks the other. */
#ifndef MB_TESTS_PROBE_H
#define MB_TESTS_PROBE_H

#include "solvers/solver.h"

enum { PROBE_ROWS = 64, PROBE_OUTPUTS = 32 };

typedef struct probe {
    mb_status status;
    mb_error error;
    double t;
    double phi_mean;    /* mean of |Phi| over the steps */
    double sq_mean;     /* mean of Phi'Phi */
    double phi_max;     /* largest |Phi| */
    double phidot_max;  /* largest |D v + Phi_t| */
    double sqdot_mean;  /* mean of the square of D v + Phi_t */
    double energy;      /* at the start */
    double kinetic_max; /* largest kinetic energy */
    double drift_max;   /* largest |E - E0| */
    double drift;       /* E - E0 at the end */
    double branch_max;  /* largest distance from the reference branch; 0 where there is one */
    double phi[PROBE_ROWS], lambda[PROBE_ROWS];
    double outputs[PROBE_OUTPUTS], rates[PROBE_OUTPUTS];
    double error_max; /* largest difference from the reference up to min(t_end, horizon); NaN */
    mb_counters counters;
} probe;

/* Runs to t_end; what came out until a failure stands in the result. */
probe probe_run(const char *problem, const char *solver, double t_end);

/* Output and its rate by name; NaN when there is none. */
double probe_output(const char *problem, const probe *p, const char *name);
double probe_rate(const char *problem, const probe *p, const char *name);

#endif
