/* SPDX-License-Identifier: MIT */
/* Which runs of a mechanism are looked at first, where there is no room for all.
 *
 * Those asked for by name, then of each formulation the best run, then of each the second best, and
 * so on.  Of two runs that are right to 1e-4 the cheaper one is better, then the more right one. */
#ifndef MB_REPORT_RECORDS_RELEVANCE_H
#define MB_REPORT_RECORDS_RELEVANCE_H

#include "report/records/digest.h"

/* That rule in words, after "drawn: ". */
#define MB_RELEVANCE_TEXT                                                                          \
    "of each formulation the run right to 1e-4 at the least CPU time, else the most right one, "   \
    "then the next of each"

/* order: (n) receives the places of n runs of one mechanism, the most relevant first. */
mb_status mb_relevance_order(const mb_report_run *const *row, int n, mb_arena *arena, int *order,
                             mb_error *err);

#endif
