/* What models of mechanism files cost next to the kits' models of the same mechanisms. */
#ifndef MB_TESTS_COST_MACHINE_COST_H
#define MB_TESTS_COST_MACHINE_COST_H

#include "problems/model.h"

/* CPU time of this thread [s]; zeroed room, at least one. */
double cost_now(void);
double *cost_room(int n);

/* Places (places x nq) beside the start, and velocities (places x nv), no larger than `size`. */
void cost_places(const mb_model *m, int places, double size, double *q, double *v);

/* Prints ratios of the times of every term, machine to kit, of all pairs of models or of those whose
 * spec begins with `only`. */
void cost_of_machines(const char *only);

#endif
