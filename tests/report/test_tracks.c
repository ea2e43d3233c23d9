/* SPDX-License-Identifier: MIT */
/* Series, their axes, and which runs go into which chart. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "report/charts/axis.h"
#include "report/figures/figure_parts.h"
#include "tests/fixtures/reports/report_fixture.h"

/* ---- series and axes ------------------------------------------------------------------------ */

TestSuite(track, .init = start, .fini = stop);

Test(track, columns_are_found_by_name)
{
    mb_track t;

    write_file("s.tsv", series);
    cr_assert(mb_track_read(folder, "s.tsv", &t));
    cr_assert_eq(t.count, 5);
    cr_assert_eq(mb_track_value(&t, 1, mb_track_column(&t, "energy")), -3.0);
    cr_assert_eq(mb_track_value(&t, 3, mb_track_column(&t, "error")), 1e-3);
    cr_assert(isnan(mb_track_value(&t, 3, mb_track_column(&t, "position_l2"))));
    cr_assert_eq(mb_track_column(&t, "outputs.P.x"), -1);
    cr_assert(isnan(mb_track_value(&t, 0, -1)));
    mb_track_free(&t);
    cr_assert_not(mb_track_read(folder, "missing.tsv", &t));
    cr_assert_not(mb_track_read(folder, NULL, &t));
    cr_assert_eq(t.count, 0);
}

/* Any columns in any order; what a line lacks at its end is NaN. */
Test(track, further_columns_are_read)
{
    mb_track t;

    write_file("w.tsv", "# energy\tt outputs.P.x multipliers.1\n-1\t0\t3\t4\n2\t0.5\t5\n");
    cr_assert(mb_track_read(folder, "w.tsv", &t));
    cr_assert(t.count == 2 && t.columns == 3);
    cr_assert(t.t[1] == 0.5);
    cr_assert_eq(mb_track_value(&t, 1, mb_track_column(&t, "outputs.P.x")), 5.0);
    cr_assert_eq(mb_track_value(&t, 0, mb_track_column(&t, "multipliers.1")), 4.0);
    cr_assert(isnan(mb_track_value(&t, 1, mb_track_column(&t, "multipliers.1"))));
    cr_assert_eq(mb_track_value(&t, 1, mb_track_column(&t, "energy")), 2.0);
    mb_track_free(&t);
}

/* Columns of the ends of what a row stands for; without them a row stands for its own value. */
Test(track, ends_of_a_row)
{
    mb_track t;
    mb_track_columns x, y;

    write_file("e.tsv",
               "# t energy outputs.x min.energy max.energy\n1\t2\t5\t-7\t3\n2\t2\t6\t2\t9\n");
    cr_assert(mb_track_read(folder, "e.tsv", &t));
    x = mb_track_find(&t, "energy");
    y = mb_track_find(&t, "outputs.x");
    cr_expect(mb_track_peak(&t, 0, x) == -7.0 && mb_track_peak(&t, 1, x) == 9.0);
    cr_expect(mb_track_value(&t, 0, x.value) == 2.0 && mb_track_value(&t, 0, x.high) == 3.0);
    cr_expect(y.value == 1 && y.low == 1 && y.high == 1 && mb_track_peak(&t, 1, y) == 6.0);
    cr_expect(mb_track_find(&t, "rows.1").value == -1);
    mb_track_free(&t);
}

/* Rows come in ascending time; those that do not are left out and counted. */
Test(track, rows_whose_time_goes_back_are_left_out)
{
    mb_track t;

    write_file("b.tsv", "# t energy\n0\t1\n2\t2\n1\t3\n2\t4\n0\t5\n3\t6\n");
    cr_assert(mb_track_read(folder, "b.tsv", &t));
    cr_assert(t.count == 4 && t.back == 2);
    cr_assert(t.t[2] == 2.0 && mb_track_value(&t, 3, 0) == 6.0);
    mb_track_free(&t);
}

/* The path comes out of a record, which may be anybody's. */
Test(track, what_leaves_the_folder_or_is_no_table_is_not_read)
{
    static const char *const names[] = {"/dev/zero", "../../../dev/zero", "pipe",
                                        "sub",       "sub/../s.tsv",      "long.tsv"};
    FILE *file;
    mb_track t;

    write_file("s.tsv", series);
    cr_assert(mkfifo(in_folder("pipe"), 0666) == 0 && mkdir(in_folder("sub"), 0777) == 0);
    file = fopen(in_folder("long.tsv"), "w");
    fputs("# t energy\n0\t1\n1\t", file);
    cr_assert(fseek(file, 1L << 33, SEEK_CUR) == 0); /* a hole: no room is taken on the disk */
    fputs("2\n", file);
    fclose(file);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cr_expect_not(mb_track_read(folder, names[i], &t), "%s", names[i]);
    cr_expect_not(mb_track_read(folder, in_folder("s.tsv"), &t), "absolute");
    cr_expect(mb_track_read(folder, "s.tsv", &t));
    mb_track_free(&t);
    write_file("sub/a..b.tsv", series); /* two dots in a name are none of a path */
    cr_expect(mb_track_read(folder, "sub/a..b.tsv", &t));
    mb_track_free(&t);
}

Test(track, parts_of_time)
{
    cr_expect(mb_part_of_time(0.5, 0, 1, 4) == 2);
    cr_expect(mb_part_of_time(1, 0, 1, 4) == 3 && mb_part_of_time(-1, 0, 1, 4) == 0);
    cr_expect(mb_part_of_time(1, 1, 1, 4) == 0 && mb_part_of_time(1, NAN, NAN, 4) == 0);
    cr_expect(mb_part_of_time(1, 0, 5e-324, 4) == 3);
}

/* A quantity of the track over 480 s, twice as many as a chart has parts. */
static mb_curve thinned(const mb_track *track, const char *quantity, bool log)
{
    mb_figure_quantity q;
    mb_figure figure = {.kind = MB_FIGURE_TIME, .quantities = 1, .quantity = &q, .log_y = log};
    mb_figure_case c = {.figure = &figure, .arena = arena, .err = &error};
    const double t[2] = {0.0, 2.0 * MB_CHART_BINS};
    mb_report_run run = {0};
    mb_curve curve;
    const char *lacks;

    cr_assert(mb_quantity_parse(quantity, arena, &q, &error) == MB_OK, "%s", error.text);
    cr_assert_eq(mb_curve_begin(&c, 1, &curve), MB_OK);
    cr_assert_eq(mb_curve_of(&c, &run, 0, track, t, &curve, &lacks), MB_OK);
    return curve;
}

/* Of each part of the time, here 2 s, the largest value; a gap where there was none, but no gap
 * where the run had no step, nor at either end; the zero at the start is exact. */
Test(track, curves_keep_the_largest_value_of_each_part)
{
    mb_track t;
    mb_curve curve;

    write_file("s.tsv", "# t position_l2 energy\n0\t0\t1\n1\t1e-9\t-3\n1.5\t1e-8\t2\n3\tnan\t1\n"
                        "5\tinf\t1\n7\t1e-7\t1\n20\t2e-7\t1\n23\tnan\t1\n");
    cr_assert(mb_track_read(folder, "s.tsv", &t));
    curve = thinned(&t, "position.l2", true);
    cr_assert_eq(curve.count, 4);
    cr_expect(curve.x[0] == 1.5 && curve.y[0] == 1e-8);
    cr_expect(isnan(curve.y[1]));
    cr_expect(curve.y[2] == 1e-7 && curve.y[3] == 2e-7);
    curve = thinned(&t, "energy", true);
    cr_expect(curve.count == 6 && curve.x[0] == 1.0 && curve.y[0] == 3.0);
    curve = thinned(&t, "error", true); /* no such column */
    cr_expect(curve.count == 0);
    mb_track_free(&t);
}

/* A linear curve has both ends of each part, and the same gaps. */
Test(track, linear_curves_keep_both_ends_of_each_part)
{
    mb_track t;
    mb_curve curve;

    write_file("s.tsv", "# t energy\n0\t1\n1\t-3\n1.5\t2\n3\tnan\n5\t4\n");
    cr_assert(mb_track_read(folder, "s.tsv", &t));
    curve = thinned(&t, "energy", false);
    cr_assert_eq(curve.count, 4);
    cr_expect(curve.x[0] == 1.0 && curve.y[0] == -3.0 && curve.x[1] == 1.5 && curve.y[1] == 2.0);
    cr_expect(isnan(curve.y[2]) && curve.y[3] == 4.0);
    mb_track_free(&t);
}

Test(axis, whole_decades)
{
    mb_log_range range = {0};
    mb_axis_range axis;

    mb_log_range_add(&range, 2e-9, true);
    mb_log_range_add(&range, -3e-4, true);
    mb_log_range_add(&range, NAN, true);
    axis = mb_log_range_axis(&range, 1e-18);
    cr_assert_float_eq(log10(axis.low), -9, 1e-9);
    cr_assert_float_eq(log10(axis.high), -3, 1e-9);
    cr_assert_float_eq(mb_axis_place(axis, 1e-6), 0.5, 1e-9);
    cr_assert_eq(mb_axis_place(axis, 0), 0.0);
    cr_assert_eq(mb_axis_place(axis, NAN), 0.0);
    cr_assert_eq(mb_axis_place(axis, 1e9), 1.0);
}

Test(axis, zeros_get_room_below_but_not_below_the_floor)
{
    mb_log_range range = {0};

    mb_log_range_add(&range, 0, true);
    cr_assert_float_eq(log10(mb_log_range_axis(&range, 1e-18).low), -18, 1e-9);
    mb_log_range_add(&range, 1e-9, true);
    cr_assert_float_eq(log10(mb_log_range_axis(&range, 1e-18).low), -10, 1e-9);
    mb_log_range_add(&range, 1e-30, true);
    cr_assert_float_eq(log10(mb_log_range_axis(&range, 1e-18).low), -18, 1e-9);
}

Test(axis, a_run_that_blew_up_does_not_flatten_the_others)
{
    mb_log_range range = {0};

    mb_log_range_add(&range, 1e-9, true);
    mb_log_range_add(&range, 1e300, false);
    cr_assert_float_eq(log10(mb_log_range_axis(&range, 1e-18).high), -6, 1e-9);
}

/* 1e-15 to 1e-2 are 13 decades: nothing is clipped. */
Test(axis, a_run_that_failed_within_20_decades_is_shown_whole)
{
    mb_log_range range = {0};

    mb_log_range_add(&range, 1e-15, true);
    mb_log_range_add(&range, 1e-2, false);
    cr_assert_float_eq(log10(mb_log_range_axis(&range, 1e-18).high), -2, 1e-9);
}
