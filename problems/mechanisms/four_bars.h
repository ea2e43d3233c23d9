/* N parallelogram four-bars in a row, shared by double-four-bar and n-four-bar. */
#ifndef MB_PROBLEMS_MECHANISMS_FOUR_BARS_H
#define MB_PROBLEMS_MECHANISMS_FOUR_BARS_H

#include "problems/elements/kit.h"

/* Declares loops >= 1 of them: fixed points (i, 0), i = 0..loops, uniform rods of 1 m and 1 kg from
 * each up to (i, 1) and between the tops, tops moving at 1 m/s along x; outputs P1.x P1.y Pn.x
 * Pn.y, and with reactions P0.fx P0.fy; g [m/s2] along -y.  Reference and branch included. */
mb_status mb_four_bars(mb_model *model, int loops, double g, bool reactions, mb_error *err);

#endif
