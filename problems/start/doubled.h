/* SPDX-License-Identifier: MIT */
/* Elements that hold what others hold already. */
#ifndef MB_PROBLEMS_START_DOUBLED_H
#define MB_PROBLEMS_START_DOUBLED_H

#include "problems/model.h"

/* The element before it, between the same two bodies, whose rows make those of [row, end) dependent
 * that are so at the start.  False: there is none. */
bool mb_rows_doubled(const mb_model *model, int row, int end, mb_row_owner *by);

#endif
