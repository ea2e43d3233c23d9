/* SPDX-License-Identifier: MIT */
/* Rows of one unit, for mechanisms of unusual size.
 *
 * Rows come in m, m2, rad or without a unit, as they are declared.  In a mechanism of some metres
 * their gradients are of like magnitude; in one of micrometres or kilometres a row without a unit
 * is a million times steeper than one in m, or as much flatter, and what adds them up (D D', M +
 * alpha D'D, |Phi|) is as ill-conditioned.  There each row is multiplied by a power of two so that
 * its gradient by lengths, at the start, is of length one: all are in m then, and multipliers in N.
 */
#ifndef MB_PROBLEMS_START_ROW_UNITS_H
#define MB_PROBLEMS_START_ROW_UNITS_H

#include "problems/model.h"

/* Sizes [m] within which rows stay as they are declared */
#define MB_USUAL_LEAST 0.01
#define MB_USUAL_MOST 100.0

/* Wraps the model's ops where its size is unusual; after its own set-up, before anything is
 * evaluated. */
mb_status mb_row_units(mb_model *model, mb_error *err);

#endif
