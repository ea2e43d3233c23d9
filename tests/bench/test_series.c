/* SPDX-License-Identifier: MIT */
/* Series: how they are thinned, their columns and heads. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/series.h"

static double value_at(const mb_series *series, int row, int column)
{
    return series->value[row * series->columns + column];
}

/* Whatever the number of points: bounded rows, ascending times, both ends, every peak. */
Test(series, thinning_keeps_peaks)
{
    static mb_series series;
    const long counts[] = {1, 5, 1023, 1024, 1025, 2048, 2049, 5000, 100003};

    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        long n = counts[c], peak = n / 3;
        double most = 0.0, energy = 0.0, error = 0.0;

        cr_assert(mb_series_start(&series, NULL));
        for (long i = 0; i < n; i++) {
            double point[MB_SERIES_COLUMNS] = {(double)i, 1.0, 1.0,
                                               1.0,       0.5, i % 2 ? (double)NAN : 2.0};

            if (i == peak) {
                point[MB_SERIES_POSITION] = 100.0;
                point[MB_SERIES_ENERGY] = -7.0;
            }
            mb_series_add(&series, point);
        }
        cr_assert(series.rows >= 1 && series.rows <= MB_SERIES_ROWS);
        cr_expect(n < 1024 || series.rows >= MB_SERIES_ROWS / 2, "n = %ld", n);
        cr_expect(value_at(&series, series.rows - 1, MB_SERIES_T) == (double)(n - 1), "n = %ld", n);
        for (int i = 0; i < series.rows; i++) {
            most = fmax(most, value_at(&series, i, MB_SERIES_POSITION));
            energy = fmin(energy, series.low[i * series.columns + MB_SERIES_ENERGY]);
            error = fmax(error, value_at(&series, i, MB_SERIES_ERROR));
            cr_expect(i == 0 ||
                      value_at(&series, i, MB_SERIES_T) > value_at(&series, i - 1, MB_SERIES_T));
        }
        cr_expect(most == 100.0 && energy == -7.0 && error == 2.0, "n = %ld", n);
    }
}

/* Two points a bucket: of what has a sign the later stays, which belongs to the bucket's time, and
 * both ends beside it; of norms the larger. */
Test(series, extra_columns_have_names_and_rules_of_their_own)
{
    static const int extra[MB_SERIES_EXTRAS] = {1, 1, 1, 1, 1, 1, MB_SERIES_NORM_COLUMNS};
    static const char *const name[] = {"P.x"};
    static mb_series series;
    double point[MB_SERIES_COLUMNS + 6 + MB_SERIES_NORM_COLUMNS] = {0};
    char *text = NULL;
    size_t size;
    FILE *out;

    cr_assert(mb_series_start(&series, extra));
    for (int i = 0; i <= series.most; i++) { /* the last point makes them merge */
        point[MB_SERIES_T] = i;
        for (int k = MB_SERIES_COLUMNS; k < series.columns; k++)
            point[k] = k < MB_SERIES_COLUMNS + 6 ? (i % 2 ? 1.0 : -2.0) : (i % 2 ? 3.0 : 4.0);
        mb_series_add(&series, point);
    }
    cr_assert(series.stride == 2);
    for (int k = MB_SERIES_COLUMNS; k < series.columns; k++) {
        bool sign = k < MB_SERIES_COLUMNS + 6;

        cr_expect(mb_series_signed(&series, k) == sign, "%d", k);
        cr_expect(value_at(&series, 0, k) == (sign ? 1.0 : 4.0), "%d", k);
        cr_expect(!sign || (series.low[k] == -2.0 && series.high[k] == 1.0), "%d", k);
    }
    out = open_memstream(&text, &size);
    mb_series_write(&series, name, out);
    fclose(out);
    cr_expect(strstr(
        text, " error outputs.P.x velocities.P.x multipliers.1 rows.1 phidot.1 accelerations.1 "
              "norms.position_l1 norms.velocity_l1 norms.acceleration_l1 norms.gap "
              "min.energy max.energy min.outputs.P.x max.outputs.P.x "));
    cr_expect(strstr(text, " min.phidot.1 max.phidot.1 min.accelerations.1 "
                           "max.accelerations.1\n1\t0\t0\t0\t0\t0\t1\t1\t1\t1\t1\t1\t4\t4\t4"
                           "\t4\t0\t0\t-2\t1\t"));
    free(text);
}

Test(series, strides_are_powers_of_two_and_buckets_full)
{
    static mb_series series;

    mb_series_start(&series, NULL);
    for (long i = 0; i < 10000; i++) {
        double point[MB_SERIES_COLUMNS] = {(double)i};

        mb_series_add(&series, point);
    }
    cr_assert(series.stride == 16);
    for (int i = 0; i + 1 < series.rows; i++)
        cr_expect(value_at(&series, i, MB_SERIES_T) == 16.0 * (i + 1) - 1.0);
}

/* Impacts of one step each, in an output and in a multiplier, among thousands of smooth steps: both
 * ends of all of them stay, and the output's own value is that of its time. */
Test(series, no_impact_is_lost)
{
    static mb_series series;
    const int extra[MB_SERIES_EXTRAS] = {[MB_SERIES_OUTPUTS] = 1, [MB_SERIES_MULTIPLIERS] = 1};
    const int column = MB_SERIES_COLUMNS;
    int up = 0, down = 0;

    cr_assert(mb_series_start(&series, extra));
    for (long i = 0; i < 50000; i++) {
        double impact = i % 5000 == 1234 ? 348.0 : i % 5000 == 1235 ? -60.0 : 0.0;
        double point[MB_SERIES_COLUMNS + 2] = {(double)i, 0.0, 0.0,       0.0,
                                               0.0,       0.0, (double)i, impact};

        mb_series_add(&series, point);
    }
    for (int i = 0; i < series.rows; i++) {
        const double *low = series.low + i * series.columns,
                     *high = series.high + i * series.columns;
        double t = value_at(&series, i, MB_SERIES_T);

        cr_expect(value_at(&series, i, column) == t && high[column] == t);
        cr_expect(low[column] == (i ? value_at(&series, i - 1, MB_SERIES_T) + 1.0 : 0.0));
        cr_expect(value_at(&series, i, column + 1) == 0.0);
        up += high[column + 1] == 348.0;
        down += low[column + 1] == -60.0;
    }
    cr_expect(up == 10 && down == 10, "%d %d", up, down);
}

/* Many columns mean fewer buckets, too many are refused. */
Test(series, memory_is_bounded)
{
    static mb_series series;
    int extra[MB_SERIES_EXTRAS] = {[MB_SERIES_MULTIPLIERS] = 500, [MB_SERIES_CONSTRAINTS] = 500};
    static double point[MB_SERIES_WIDEST];

    cr_assert(mb_series_start(&series, extra));
    for (int i = 0; i < 1000; i++)
        mb_series_add(&series, point);
    cr_expect(series.rows * series.columns <= MB_SERIES_VALUES && series.rows >= 32);
    extra[MB_SERIES_MULTIPLIERS] = MB_SERIES_WIDEST;
    cr_expect_not(mb_series_start(&series, extra));
}

Test(series, head_names_every_column)
{
    static mb_series series;
    const char *const outputs[] = {"crank.angle", "P.x"};
    const int extra[MB_SERIES_EXTRAS] = {
        [MB_SERIES_OUTPUTS] = 2, [MB_SERIES_MULTIPLIERS] = 1, [MB_SERIES_CONSTRAINTS] = 2};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    mb_series_start(&series, extra);
    mb_series_write(&series, outputs, out);
    fclose(out);
    cr_expect_str_eq(text, "# t position_l2 velocity_l2 acceleration_l2 energy error "
                           "outputs.crank.angle outputs.P.x multipliers.1 rows.1 rows.2\n");
    free(text);
}
