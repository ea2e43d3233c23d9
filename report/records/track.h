/* Series of a run: a TSV with a header line of column names, numbers, NaN allowed. */
#ifndef MB_REPORT_RECORDS_TRACK_H
#define MB_REPORT_RECORDS_TRACK_H

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"

typedef enum mb_quantity {
    MB_POSITION,
    MB_VELOCITY,
    MB_ENERGY,
    MB_ERROR,
    MB_QUANTITIES
} mb_quantity;

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

/* Number of the column of that name, -1 when there is none; name of a quantity's column. */
int mb_track_column(const mb_track *track, const char *name);
const char *mb_quantity_column(mb_quantity what);

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

/* A line for a logarithmic chart: of each of `bins` equal parts of [0, t_end] the point with the
 * largest |value|, so that noise shows as its upper edge.  A part without a finite value leaves a
 * point that is NaN where values stand on both sides of it: the line has a gap there.  A zero at
 * t = 0 is left out. */
typedef struct mb_track_line {
    int count;
    double *t, *v; /* (count) v >= 0 or NaN */
} mb_track_line;

mb_status mb_line_make(const mb_track *track, mb_quantity what, double t_end, int bins,
                       mb_track_line *line, mb_error *err);
void mb_line_free(mb_track_line *line); /* accepts a zeroed object */

/* A logarithmic axis over whole decades. */
typedef struct mb_log_axis {
    double low, high; /* values beyond them are drawn at the edge */
} mb_log_axis;

/* Collects values in any order, then yields the axis.  Values of runs that failed may stretch it to
 * 20 decades; a run that blew up to 1e300 must not flatten all others: where that is not enough
 * they stretch it by three decades only. */
typedef struct mb_log_range {
    double smallest, largest, largest_failed;
    bool zero, any;
} mb_log_range;

void mb_log_range_add(mb_log_range *range, double value, bool ok); /* zeroed range at first */
mb_log_axis mb_log_range_axis(const mb_log_range *range, double floor);

/* Height of a value on the axis, 0 at its low and 1 at its high end, clamped. */
double mb_log_height(mb_log_axis axis, double value);

#endif
