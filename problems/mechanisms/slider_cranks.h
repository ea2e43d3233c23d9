/* What the planar slider-cranks share: the mechanism of welch2007, eqs (71) to (76).
 *
 * q = (theta, phi, x, y): crank and rod angle from +x, place of the rod's centre of mass at L1 from
 * the crank pin; the rod's far end slides on y = 0:
 *     r cos theta + L1 cos phi - x,   r sin theta + L1 sin phi - y,   (L - L1) sin phi + y
 *
 * The slider itself has no mass, the crank's weight acts at its pivot. */
#ifndef MB_PROBLEMS_MECHANISMS_SLIDER_CRANKS_H
#define MB_PROBLEMS_MECHANISMS_SLIDER_CRANKS_H

#include "problems/elements/kit.h"

static const double ROD = 0.5, TO_CENTRE = 0.3, CRANK = 0.3; /* L, L1, r [m] */
static const double MASS = 1.0;                              /* [kg] */
static const double GRAVITY = 10.0;                          /* [m/s2] */
static const double CRANK_INERTIA = 0.045;                   /* J1 [kg m2] */
static const double ROD_INERTIA = 33.0 / 4800.0;             /* J2 [kg m2] */

/* Coordinates at these values and rates (4), eq. (74) and the outputs theta, phi, x, y; returns the
 * crank's coordinate. */
int mb_slider_crank(mb_kit *kit, const double value[4], const double rate[4]);

/* Values at a crank angle, the rod ahead of the crank. */
void mb_slider_crank_values(double theta, double value[4]);

#endif
