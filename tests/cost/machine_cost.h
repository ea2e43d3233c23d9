/* SPDX-License-Identifier: MIT */
/* What the terms of models cost next to a loop by hand. */
#ifndef MB_TESTS_COST_MACHINE_COST_H
#define MB_TESTS_COST_MACHINE_COST_H

#include "problems/model.h"

/* CPU time of this thread [s]; zeroed room, at least one. */
double cost_now(void);
double *cost_room(int n);

/* Places (places x nq) beside the start, and velocities (places x nv), no larger than `size`. */
void cost_places(const mb_model *m, int places, double size, double *q, double *v);

/* Prints the times of every term of all models, or of those whose spec begins with `only`; hand
 * measures the loop by hand that they are told in units of [s]. */
void cost_of_machines(const char *only, double (*hand)(void));

#endif
