/* SPDX-License-Identifier: MIT */
/* What solvers cost next to their floors, loops written by hand for the mechanism and the method. */
#ifndef MB_TESTS_COST_AGAINST_FLOOR_H
#define MB_TESTS_COST_AGAINST_FLOOR_H

#include "solvers/solver.h"

/* CPU time of this thread [s] */
double cost_now(void);

/* Ends the program with the message on a failure. */
mb_model *cost_model(const char *spec);
mb_solver *cost_solver(const mb_model *model, const char *spec);
void cost_start(mb_solver *solver);
void cost_step(mb_solver *solver, double t_end);

/* The middle one of n numbers, which are put in order */
double cost_median(double *x, int n);

/* Prints a table; false where steps of ours and of a floor from the same states differ by more than
 * round-off. */
bool cost_against_floors(void);

#endif
