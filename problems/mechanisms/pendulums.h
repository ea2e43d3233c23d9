/* A point mass of 1 kg on a massless bar of 1 m, shared by pendulum and pendulum-bayo. */
#ifndef MB_PROBLEMS_MECHANISMS_PENDULUMS_H
#define MB_PROBLEMS_MECHANISMS_PENDULUMS_H

#include "problems/elements/kit.h"

/* Natural coordinates x, y, one constant-distance row.  From (x, 0), x = -1 or 1 m, with a velocity
 * (0, vy) [m/s]; g [m/s2] along -y; outputs P.x P.y; reference with the given step and horizon [s].
 */
mb_status mb_pendulum(mb_model *model, double g, double x, double vy, double step, double horizon,
                      mb_error *err);

#endif
