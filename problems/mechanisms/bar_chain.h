/* Bars of 1 m, 1 kg and 0.1 x 0.1 m section in a zigzag, what the spatial pendula of bars share:
 * along +x, +y, +x, ... from the origin, each turning on the one before about the line along that
 * one (the first about y). */
#ifndef MB_PROBLEMS_MECHANISMS_BAR_CHAIN_H
#define MB_PROBLEMS_MECHANISMS_BAR_CHAIN_H

#include "problems/elements/space/space.h"

/* Joint k at the start; that of k = the number of bars is the tip. */
mb_vec mb_bar_joint(int k);
mb_vec mb_bar_axis(int k);

/* Moments of inertia of bar k about its centre along x, y, z [kg m2]. */
mb_vec mb_bar_inertia(int k);
double mb_bar_mass(void); /* [kg] */

/* Declares bar k, at rest, as a body of the kit; its number. */
int mb_bar_body(mb_space *space, int k, const char *name);

/* Revolute joints of n bars, which are the bodies 0 to n - 1, and the tip as output. */
void mb_bar_joints(mb_space *space, int n);

#endif
