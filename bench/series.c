#include "bench/series.h"

#include <math.h>
#include <string.h>

static const char *const word[MB_SERIES_EXTRAS] = {
#define WORD(name, word) word,
    MB_SERIES_EXTRA_LIST(WORD)
#undef WORD
};

const char *mb_series_word(mb_series_extra extra)
{
    return word[extra];
}

bool mb_series_start(mb_series *series, const int *extra)
{
    series->stride = 1;
    series->inside = 0;
    series->rows = 0;
    series->columns = MB_SERIES_COLUMNS;
    for (int k = 0; k < MB_SERIES_EXTRAS; k++) {
        series->extra[k] = extra ? extra[k] : 0;
        series->columns += series->extra[k];
    }
    series->most = MB_SERIES_VALUES / series->columns / 2 * 2;
    if (series->most > MB_SERIES_ROWS)
        series->most = MB_SERIES_ROWS;
    return series->columns <= MB_SERIES_WIDEST;
}

static double *row_of(mb_series *series, int i)
{
    return series->value + (size_t)i * (size_t)series->columns;
}

static void keep_largest_magnitude(double *kept, double later)
{
    if (!(fabs(*kept) >= fabs(later)) && !isnan(later))
        *kept = later;
}

/* row = row and a later point in one bucket */
static void merge(const mb_series *series, double *row, const double *later)
{
    int outputs =
        MB_SERIES_COLUMNS + series->extra[MB_SERIES_OUTPUTS] + series->extra[MB_SERIES_VELOCITIES];

    row[MB_SERIES_T] = later[MB_SERIES_T];
    for (int i = MB_SERIES_POSITION; i < MB_SERIES_COLUMNS; i++) {
        if (i == MB_SERIES_ENERGY)
            keep_largest_magnitude(&row[i], later[i]);
        else
            row[i] = fmax(row[i], later[i]);
    }
    for (int i = MB_SERIES_COLUMNS; i < outputs; i++)
        row[i] = later[i];
    for (int i = outputs; i < series->columns; i++)
        keep_largest_magnitude(&row[i], later[i]);
}

static void halve(mb_series *series)
{
    for (int i = 0; i < series->most / 2; i++) {
        memmove(row_of(series, i), row_of(series, 2 * i),
                (size_t)series->columns * sizeof *series->value);
        merge(series, row_of(series, i), row_of(series, 2 * i + 1));
    }
    series->rows = series->most / 2;
    series->stride *= 2;
    series->inside = series->stride;
}

void mb_series_add(mb_series *series, const double *point)
{
    if (series->rows > 0 && series->inside < series->stride) {
        merge(series, row_of(series, series->rows - 1), point);
        series->inside++;
        return;
    }
    if (series->rows == series->most)
        halve(series);
    memcpy(row_of(series, series->rows), point, (size_t)series->columns * sizeof *point);
    series->rows++;
    series->inside = 1;
}

static void write_head(const mb_series *series, const char *const *output_name, FILE *out)
{
    fputs("# t position_l2 velocity_l2 acceleration_l2 energy error", out);
    for (int k = 0; k < MB_SERIES_EXTRAS; k++)
        for (int i = 0; i < series->extra[k]; i++)
            if (k == MB_SERIES_OUTPUTS || k == MB_SERIES_VELOCITIES)
                fprintf(out, " %s.%s", word[k], output_name[i]);
            else
                fprintf(out, " %s.%d", word[k], i + 1);
    fputc('\n', out);
}

void mb_series_write(const mb_series *series, const char *const *output_name, FILE *out)
{
    const double *x = series->value;

    write_head(series, output_name, out);
    for (int i = 0; i < series->rows; i++)
        for (int j = 0; j < series->columns; j++)
            fprintf(out, "%.9g%c", *x++, j + 1 < series->columns ? '\t' : '\n');
}
