/* Work of the forces without potential along a run, for the energy balance.
 *
 * Simpson's rule a step: the state in the middle comes from the cubic through positions and
 * velocities at both ends (velocities: through velocities and accelerations), the multipliers from
 * the parabola through this step's ends and the point before. */
#ifndef MB_BENCH_POWER_H
#define MB_BENCH_POWER_H

#include "solvers/solver.h"

typedef struct mb_power_point mb_power_point;

/* The model must have the slot power. */
mb_status mb_power_create(const mb_model *model, mb_arena *arena, mb_power_point **point,
                          mb_error *err);

/* Work [J] since the last point, 0 at the start of a run; a and lambda belong to the state. */
double mb_power_work(mb_power_point *point, const mb_state *state, const double *a,
                     const double *lambda, bool start);

#endif
