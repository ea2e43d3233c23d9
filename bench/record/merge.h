/* SPDX-License-Identifier: MIT */
/* Merging record files, such as those of shards: every run once, series files carried along.
 *
 * A run is known by study, run and key.  Of several records of a run in one file the last counts,
 * as in a resumed session.  Between files: a finished one before one that met a limit or an error
 * of the machine, a timed one before one that is not, else the first.  Records that differ in what
 * does not depend on time are a conflict: the first is kept and the run is named.
 *
 * The output is appended to under its lock; what stands in it counts as the first file. */
#ifndef MB_BENCH_RECORD_MERGE_H
#define MB_BENCH_RECORD_MERGE_H

#include <stdio.h>

#include "base/status.h"

typedef struct mb_merge_counts {
    long read;      /* records of the files, the output's own not counted */
    long written;   /* appended to the output */
    long conflicts; /* runs whose records disagree */
    long no_series; /* records whose series file is not there */
    long damaged;   /* lines that are no records, left out */
} mb_merge_counts;

/* notes: gets a line for each conflict and for each file with damaged lines.  MB_BAD_INPUT: a file
 * holds no record but other lines. */
mb_status mb_merge(const char *const *files, int n, const char *out, FILE *notes,
                   mb_merge_counts *counts, mb_error *err);

#endif
