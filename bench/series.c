/* SPDX-License-Identifier: MIT */
#include "bench/series.h"

#include <math.h>
#include <string.h>

const char *const mb_series_words[MB_SERIES_EXTRAS + 1] = {
#define WORD(name, word) word,
    MB_SERIES_EXTRA_LIST(WORD)
#undef WORD
};

const char *mb_series_word(mb_series_extra extra)
{
    return mb_series_words[extra];
}

const char *mb_series_norm(int column)
{
    static const char *const name[MB_SERIES_NORM_COLUMNS] = {"position_l1", "velocity_l1",
                                                             "acceleration_l1", "gap"};

    return name[column];
}

/* The further norms come last. */
bool mb_series_signed(const mb_series *series, int column)
{
    return column == MB_SERIES_ENERGY ||
           (column >= MB_SERIES_COLUMNS &&
            column < series->columns - series->extra[MB_SERIES_MORE_NORMS]);
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

static size_t place_of(const mb_series *series, int row)
{
    return (size_t)row * (size_t)series->columns;
}

/* Bucket `row` = bucket `row` and a later one, or a point, whose values these are. */
static void merge(mb_series *series, int row, const double *later, const double *low,
                  const double *high)
{
    size_t at = place_of(series, row);

    series->value[at + MB_SERIES_T] = later[MB_SERIES_T];
    for (int i = MB_SERIES_T + 1; i < series->columns; i++) {
        double *value = &series->value[at + (size_t)i];

        if (mb_series_signed(series, i)) {
            *value = later[i];
            series->low[at + (size_t)i] = fmin(series->low[at + (size_t)i], low[i]);
            series->high[at + (size_t)i] = fmax(series->high[at + (size_t)i], high[i]);
        } else {
            *value = fmax(*value, later[i]);
        }
    }
}

/* A bucket takes the place of another one. */
static void move(mb_series *series, int to, int from)
{
    size_t n = (size_t)series->columns * sizeof *series->value;
    double *const array[] = {series->value, series->low, series->high};

    for (int k = 0; k < 3; k++)
        memmove(array[k] + place_of(series, to), array[k] + place_of(series, from), n);
}

static void halve(mb_series *series)
{
    for (int i = 0; i < series->most / 2; i++) {
        size_t second = place_of(series, 2 * i + 1);

        move(series, i, 2 * i);
        merge(series, i, series->value + second, series->low + second, series->high + second);
    }
    series->rows = series->most / 2;
    series->stride *= 2;
    series->inside = series->stride;
}

void mb_series_add(mb_series *series, const double *point)
{
    size_t at, n = (size_t)series->columns * sizeof *point;

    if (series->rows > 0 && series->inside < series->stride) {
        merge(series, series->rows - 1, point, point, point);
        series->inside++;
        return;
    }
    if (series->rows == series->most)
        halve(series);
    at = place_of(series, series->rows);
    memcpy(series->value + at, point, n);
    memcpy(series->low + at, point, n);
    memcpy(series->high + at, point, n);
    series->rows++;
    series->inside = 1;
}

static const char standard[][16] = {"t",      "position_l2", "velocity_l2", "acceleration_l2",
                                    "energy", "error"};

static void write_name(const mb_series *series, const char *const *output_name, int column,
                       FILE *out)
{
    int i = column - MB_SERIES_COLUMNS, k = 0;

    if (i < 0) {
        fputs(standard[column], out);
        return;
    }
    for (; i >= series->extra[k]; k++)
        i -= series->extra[k];
    if (k == MB_SERIES_OUTPUTS || k == MB_SERIES_VELOCITIES)
        fprintf(out, "%s.%s", mb_series_words[k], output_name[i]);
    else if (k == MB_SERIES_MORE_NORMS)
        fprintf(out, "%s.%s", mb_series_words[k], mb_series_norm(i));
    else
        fprintf(out, "%s.%d", mb_series_words[k], i + 1);
}

static void write_head(const mb_series *series, const char *const *output_name, FILE *out)
{
    static const char *const end[] = {" min.", " max."};

    fputc('#', out);
    for (int i = 0; i < series->columns; i++) {
        fputc(' ', out);
        write_name(series, output_name, i, out);
    }
    for (int i = 0; series->stride > 1 && i < series->columns; i++)
        for (int k = 0; k < 2 && mb_series_signed(series, i); k++) {
            fputs(end[k], out);
            write_name(series, output_name, i, out);
        }
    fputc('\n', out);
}

void mb_series_write(const mb_series *series, const char *const *output_name, FILE *out)
{
    write_head(series, output_name, out);
    for (int i = 0; i < series->rows; i++) {
        size_t at = place_of(series, i);

        for (int j = 0; j < series->columns; j++)
            fprintf(out, j ? "\t%.9g" : "%.9g", series->value[at + (size_t)j]);
        for (int j = 0; series->stride > 1 && j < series->columns; j++)
            if (mb_series_signed(series, j))
                fprintf(out, "\t%.7g\t%.7g", series->low[at + (size_t)j],
                        series->high[at + (size_t)j]);
        fputc('\n', out);
    }
}
