/* Series for charts, thinned while a run goes: a fixed number of buckets, each of `stride` audit
 * points; when all are full, neighbours merge and the stride doubles.  A bucket keeps what a chart
 * must not lose: the largest violation, the energy of largest magnitude, the largest error. */
#ifndef MB_BENCH_SERIES_H
#define MB_BENCH_SERIES_H

#include <stdio.h>

enum {
    MB_SERIES_ROWS = 1024,
    MB_SERIES_T = 0,
    MB_SERIES_POSITION,
    MB_SERIES_VELOCITY,
    MB_SERIES_ACCELERATION,
    MB_SERIES_ENERGY, /* signed */
    MB_SERIES_ERROR,  /* NaN where there is no reference */
    MB_SERIES_COLUMNS
};

typedef struct mb_series {
    long stride; /* points a bucket */
    long inside; /* points in the last bucket */
    int rows;    /* buckets in use, the last one included */
    double row[MB_SERIES_ROWS][MB_SERIES_COLUMNS];
} mb_series;

void mb_series_start(mb_series *series);

/* Adds a point; its time becomes its bucket's. */
void mb_series_add(mb_series *series, const double point[MB_SERIES_COLUMNS]);

/* Writes the table, tab-separated, with a head line that begins with '#'. */
void mb_series_write(const mb_series *series, FILE *out);

#endif
