#include "bench/series.h"

#include <math.h>
#include <string.h>

void mb_series_start(mb_series *series)
{
    series->stride = 1;
    series->inside = 0;
    series->rows = 0;
}

/* row = row and a later point in one bucket */
static void merge(double *row, const double *later)
{
    row[MB_SERIES_T] = later[MB_SERIES_T];
    for (int i = MB_SERIES_POSITION; i < MB_SERIES_COLUMNS; i++) {
        if (i == MB_SERIES_ENERGY) {
            if (!(fabs(row[i]) >= fabs(later[i])) && !isnan(later[i]))
                row[i] = later[i];
        } else {
            row[i] = fmax(row[i], later[i]);
        }
    }
}

static void halve(mb_series *series)
{
    for (int i = 0; i < MB_SERIES_ROWS / 2; i++) {
        memmove(series->row[i], series->row[2 * i], sizeof series->row[i]);
        merge(series->row[i], series->row[2 * i + 1]);
    }
    series->rows = MB_SERIES_ROWS / 2;
    series->stride *= 2;
    series->inside = series->stride;
}

void mb_series_add(mb_series *series, const double point[MB_SERIES_COLUMNS])
{
    if (series->rows > 0 && series->inside < series->stride) {
        merge(series->row[series->rows - 1], point);
        series->inside++;
        return;
    }
    if (series->rows == MB_SERIES_ROWS)
        halve(series);
    memcpy(series->row[series->rows], point, sizeof series->row[0]);
    series->rows++;
    series->inside = 1;
}

void mb_series_write(const mb_series *series, FILE *out)
{
    fputs("# t position_l2 velocity_l2 acceleration_l2 energy error\n", out);
    for (int i = 0; i < series->rows; i++)
        for (int j = 0; j < MB_SERIES_COLUMNS; j++)
            fprintf(out, "%.9g%c", series->row[i][j], j + 1 < MB_SERIES_COLUMNS ? '\t' : '\n');
}
