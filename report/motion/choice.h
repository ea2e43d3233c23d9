/* SPDX-License-Identifier: MIT */
/* Which runs of a group are to be watched where not all of them can be. */
#ifndef MB_REPORT_MOTION_CHOICE_H
#define MB_REPORT_MOTION_CHOICE_H

#include "report/records/digest.h"

/* Puts the numbers of the runs of a group that kept states in the order in which they are worth
 * watching: those asked for by name, the most right one of each way to end, then the more right ones.
 * order: receives (*count) of them, room for group->count. */
mb_status mb_motion_order(const mb_run_group *group, mb_arena *arena, int **order, int *count,
                          mb_error *err);

/* Did the run keep states that can be drawn? */
bool mb_motion_kept(const mb_report_run *row);

#endif
