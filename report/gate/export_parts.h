/* SPDX-License-Identifier: MIT */
/* What the formats of other tools share. */
#ifndef MB_REPORT_GATE_EXPORT_PARTS_H
#define MB_REPORT_GATE_EXPORT_PARTS_H

#include "base/arena.h"
#include "report/records/records.h"

/* The last record of each cell, in order of first appearance, (*count) in the arena. */
mb_status mb_export_last(mb_records *records, mb_arena *arena, int **last, int *count, int *unnamed,
                         mb_error *err);

/* Times of the time loop of a run. */
typedef struct mb_export_times {
    int count;
    double least, median, most; /* [s]; NaN: not timed */
} mb_export_times;

mb_export_times mb_export_times_of(const json_t *record);

#endif
