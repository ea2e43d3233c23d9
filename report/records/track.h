/* SPDX-License-Identifier: MIT */
/* Series of a run: a TSV with a header line of column names, numbers, NaN allowed. */
#ifndef MB_REPORT_RECORDS_TRACK_H
#define MB_REPORT_RECORDS_TRACK_H

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"

typedef struct mb_track {
    int count, columns; /* rows in ascending time, columns beside the time */
    char **name;        /* (columns) as in the file: "energy", "outputs.P.x", "multipliers.1" */
    double *t;          /* (count) [s] */
    double *value;      /* (count x columns) row by row, NaN where the file has none */
    int size;           /* rows there is room for */
    int back;           /* rows left out because their time went back */
} mb_track;

/* Opens the series that a record in the folder names.  The name comes out of a file that may be
 * anybody's: one that leaves the folder or is no regular file is not followed.  NULL: no such file,
 * or series is NULL. */
FILE *mb_series_open(const char *folder, const char *series);

/* Reads such a series.  false: there is none, no column of times in it, a line or a table too large
 * to be one, or no memory; the series is then empty.  Lines that are no
 * numbers are skipped, and so are, counted, rows whose time lies before that of the row above. */
bool mb_track_read(const char *folder, const char *path, mb_track *track);
void mb_track_free(mb_track *track); /* accepts a zeroed object */

/* Number of the column of that name, -1 when there is none. */
int mb_track_column(const mb_track *track, const char *name);

/* A column with those of the smallest and largest value of the points that a row stands for; where
 * the file has none these are the column itself.  All are -1 when there is no such column. */
typedef struct mb_track_columns {
    int value, low, high;
} mb_track_columns;

mb_track_columns mb_track_find(const mb_track *track, const char *name);

/* The value of largest magnitude among the points of a row, with its sign. */
double mb_track_peak(const mb_track *track, int row, mb_track_columns column);

/* Number of the part of [from, till], cut into `parts` equal ones, that a time lies in: the first
 * or last one outside of it and where the span is none. */
int mb_part_of_time(double t, double from, double till, int parts);

/* Value in a row; NaN in column -1. */
double mb_track_value(const mb_track *track, int row, int column);

#endif
