/* SPDX-License-Identifier: MIT */
/* Axes that gnuplot always takes, whatever the data; charts that it refuses all the same. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/charts/gnuplot.h"
#include "report/charts/plot.h"
#include "report/charts/text_width.h"
#include "tests/fixtures/reports/report_fixture.h"

/* ---- axes ----------------------------------------------------------------------------------- */

Test(axes, margins_and_decades)
{
    const double value[] = {1.0, NAN, 3.0, INFINITY, -INFINITY, 0.0, -2.0};
    mb_axis_range linear = mb_axis_of(value, 3, false), log = mb_axis_of(value, 7, true);

    cr_expect_float_eq(linear.low, 0.92, 1e-12); /* 4 per cent of 2 */
    cr_expect_float_eq(linear.high, 3.08, 1e-12);
    cr_expect(linear.base == 0.0);
    cr_expect_float_eq(log.low, 1.0, 1e-12);
    cr_expect_float_eq(log.high, 10.0, 1e-12);
    cr_expect(mb_axis_takes(log, 1.0) && !mb_axis_takes(log, 0.0) && !mb_axis_takes(log, -2.0) &&
              !mb_axis_takes(log, NAN) && !mb_axis_takes(linear, INFINITY));
}

/* 1e9 + 0.1 k: the values differ by 8e-9 of themselves. */
Test(axes, a_narrow_sweep_shows_differences)
{
    double value[81];
    mb_axis_range axis;

    for (int i = 0; i < 81; i++)
        value[i] = 1e9 + 0.1 * i;
    axis = mb_axis_along(value, 81, false);
    cr_expect(axis.base == 1e9);
    cr_expect_float_eq(axis.low, -0.32, 1e-6);
    cr_expect_float_eq(axis.high, 8.32, 1e-6);
    cr_expect_float_eq(mb_axis_value(axis, 1e9 + 4.0), 4.0, 1e-6);
    cr_expect_float_eq(mb_axis_place(axis, 1e9 + 4.0), 0.5, 1e-6);
}

/* A result that repeats to 9 digits is a constant, not a picture of round-off. */
Test(axes, a_narrow_range_of_results_shows_as_constant)
{
    const double value[] = {2.0, 2.0 + 1e-9}, zero[] = {0.0, 0.0}, same[] = {-5.0, -5.0};
    mb_axis_range axis = mb_axis_of(value, 2, false);

    cr_expect(axis.base == 0.0 && axis.high - axis.low >= 1.9e-4);
    axis = mb_axis_of(zero, 2, false);
    cr_expect(axis.low < 0.0 && axis.high > 0.0);
    axis = mb_axis_of(same, 2, false);
    cr_expect_float_eq(axis.low, -5.5, 1e-12);
    cr_expect_float_eq(axis.high, -4.5, 1e-12);
}

Test(axes, ends_stay_finite)
{
    const double value[] = {-1.7e308, 1.7e308, 1e-320};

    for (int log = 0; log < 2; log++) {
        mb_axis_range axis = mb_axis_of(value, 3, log);

        cr_expect(isfinite(axis.low) && isfinite(axis.high) && axis.low < axis.high);
        cr_expect(!log || axis.low > 0.0);
    }
    cr_expect(mb_axis_between(NAN, INFINITY, false).high == 1.0);
    cr_expect(mb_axis_between(0.0, 7.0, false).high == 7.0);
    cr_expect(mb_axis_between(0.0, 7.0, true).low == 1.0);
}

/* ---- gnuplot -------------------------------------------------------------------------------- */

static const struct {
    const char *what;
    int count;
    double x[3], y[3];
} awkward[] = {
    {"narrow", 3, {1e9, 1e9 + 0.1, 1e9 + 0.2}, {1.0, 2.0, 3.0}},
    {"one ulp", 2, {1.0, 1.0 + 2.220446049250313e-16, 0}, {1.0, 1.0 + 2.220446049250313e-16, 0}},
    {"one point", 1, {3.0, 0, 0}, {4.0, 0, 0}},
    {"constant", 3, {1.0, 2.0, 3.0}, {0.3, 0.3, 0.3}},
    {"zeros", 3, {0.0, 1.0, 2.0}, {0.0, 0.0, 0.0}},
    {"negative", 3, {-2.0, -1.0, 1.0}, {-3.0, -4.0, -5.0}},
    {"not finite", 3, {1.0, NAN, 3.0}, {INFINITY, 2.0, -INFINITY}},
    {"no number", 3, {1.0, 2.0, 3.0}, {NAN, NAN, NAN}},
    {"huge", 3, {1.0, 1e300, 1.7e308}, {-1.7e308, 1.0, 1.7e308}},
    {"tiny", 3, {1e-320, 1e-310, 1e-300}, {1e-320, 1e-310, 1e-300}},
    {"empty", 0, {0, 0, 0}, {0, 0, 0}},
};

enum { AWKWARD = sizeof awkward / sizeof awkward[0] };

TestSuite(pictures, .init = start, .fini = stop);

Test(pictures, no_data_make_gnuplot_refuse_a_chart)
{
    const char *script[4 * AWKWARD], *refused[4 * AWKWARD];
    char *program = mb_gnuplot_find(), name[4 * AWKWARD][16];
    int n = 0;

    if (!program)
        cr_skip_test("gnuplot is not installed");
    for (int i = 0; i < AWKWARD; i++)
        for (int scale = 0; scale < 4; scale++, n++) {
            double x[3], y[3];
            mb_curve curve = {.name = awkward[i].what, .end = "× diverged", .x = x, .y = y};
            mb_plot plot = {.title = "T", .second = "", .x_label = "x", .y_label = "y"};

            memcpy(x, awkward[i].x, sizeof x);
            memcpy(y, awkward[i].y, sizeof y);
            curve.count = awkward[i].count;
            curve.marked = scale & 1;
            plot.name = name[n];
            snprintf(name[n], sizeof name[n], "c%d", n);
            plot.x = mb_axis_along(x, curve.count, scale & 1);
            plot.y = mb_axis_of(y, curve.count, scale & 2);
            cr_assert(mb_plot_write(&plot, &curve, 1, folder, &error) == MB_OK, "%s", error.text);
            cr_assert(mb_arena_printf(arena, &script[n], &error, "c%d.gp", n) == MB_OK);
        }
    cr_assert(mb_gnuplot_run(program, folder, script, n, arena, refused, &error) == MB_OK);
    for (int i = 0; i < n; i++)
        cr_expect_null(refused[i], "%s, scale %d: %s", awkward[i / 4].what, i % 4, refused[i]);
    free(program);
}

#define TIMED(run, cell, ratio)                                                                    \
    "{" SCHEMA ",\"study\":\"s\",\"run\":\"" run "\",\"cell\":\"" cell "\",\"key\":\"" cell        \
    "\",\"problem\":{\"name\":\"p\"},\"solver\":\"a/" cell                                         \
    "\",\"status\":\"ok\",\"t_end\":1,\"ratio\":{\"to\":\"a/c1\",\"median\":" ratio                \
    ",\"lo\":5e-324,\"hi\":1.7e308}}\n"

/* The smallest and the largest number there is: the axis has an end, and so has the report. */
Test(pictures, bars_of_any_ratio_come_to_an_end)
{
    char *text;

    cr_assert_eq(read_records(TIMED("r1", "c1", "1") TIMED("r2", "c2", "5e-324")
                                  TIMED("r3", "c3", "1.7e308")),
                 MB_OK);
    cr_assert_eq(report(NULL), MB_OK, "%s", error.text);
    text = read_file("out/charts/s-p-cpu.gp");
    cr_expect(strstr(text, "set xrange [7.69230769231e-301:1.3e+300]"), "%s", text);
    free(text);
}

/* The data of a narrow sweep are differences, and the axis says from what. */
Test(pictures, a_narrow_sweep_names_its_base)
{
    double x[] = {1e9, 1e9 + 4.0}, y[] = {1.0, 2.0};
    mb_curve curve = {.name = "c", .end = "", .count = 2, .x = x, .y = y, .marked = true};
    mb_plot plot = {.name = "p", .title = "T", .second = "", .x_label = "alpha", .y_label = "y"};
    char *text;

    plot.x = mb_axis_along(x, 2, false);
    plot.y = mb_axis_of(y, 2, false);
    cr_assert(mb_plot_write(&plot, &curve, 1, folder, &error) == MB_OK, "%s", error.text);
    text = read_file("p.tsv");
    cr_expect(strstr(text, "0\t1\n4\t2\n"), "%s", text);
    free(text);
    text = read_file("p.gp");
    cr_expect(strstr(text, "difference of alpha from 1000000000"), "%s", text);
    free(text);
}

/* The line of a run that finished in no class ends in a circle, that of one that failed in a cross.
 */
Test(pictures, how_a_line_ends_tells_how_the_run_did)
{
    double x[] = {1, 2}, y[] = {1, 2};
    mb_curve curve[] = {
        {.name = "c", .end = "○ finished, no class", .classless = true, .count = 2, .x = x, .y = y},
        {.name = "d", .end = "× diverged", .count = 1, .x = x, .y = y}};
    mb_plot plot = {.name = "p", .title = "T", .second = "", .x_label = "x", .y_label = "y"};
    char *text;

    plot.x = mb_axis_along(x, 2, false);
    plot.y = mb_axis_of(y, 2, false);
    cr_assert(mb_plot_write(&plot, curve, 2, folder, &error) == MB_OK, "%s", error.text);
    text = read_file("p.gp");
    cr_expect(strstr(text, "at first 2, first 2 point pointtype 6"), "%s", text);
    cr_expect(strstr(text, "at first 1, first 1 point pointtype 2"), "%s", text);
    cr_expect(strstr(text, "○ finished, no class"), "%s", text);
    free(text);
}

/* Two runs in a row without a value are one gap: two empty lines would end gnuplot's block. */
Test(pictures, gaps_do_not_end_a_curve)
{
    double x[] = {1, 2, 3, 4, 5, 6}, y[] = {NAN, 1, NAN, NAN, 2, NAN};
    mb_curve curve = {.name = "c", .end = "", .count = 6, .x = x, .y = y, .marked = true};
    mb_plot plot = {.name = "p", .title = "T", .second = "", .x_label = "x", .y_label = "y"};
    char *text;

    plot.x = mb_axis_along(x, 6, false);
    plot.y = mb_axis_of(y, 6, false);
    cr_assert(mb_plot_write(&plot, &curve, 1, folder, &error) == MB_OK, "%s", error.text);
    text = read_file("p.tsv");
    cr_expect(strstr(text, "markers\n2\t1\n\n5\t2\n\n\n2\t1\n5\t2\n\n\n"), "%s", text);
    free(text);
}

Test(pictures, a_refused_script_leaves_the_others)
{
    static const char *const script[] = {"a.gp", "b.gp", "c.gp", "d.gp"};
    const char *refused[4];
    char *program = mb_gnuplot_find(), name[8];

    if (!program)
        cr_skip_test("gnuplot is not installed");
    for (int i = 0; i < 4; i++) {
        char text[128];

        snprintf(text, sizeof text,
                 "set terminal svg\nset output '%c.svg'\nplot %s\nunset output\n", script[i][0],
                 i == 1 ? "[2:2] nowhere(x)" : "x");
        write_file(script[i], text);
    }
    cr_assert(mb_gnuplot_run(program, folder, script, 4, arena, refused, &error) == MB_OK);
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%c.svg", script[i][0]);
        cr_expect(i == 1 || exists(name), "%s", name);
        cr_expect((i == 1) == (refused[i] != NULL), "%d: %s", i, refused[i]);
    }
    cr_expect(strstr(refused[1], "exit status 1"), "%s", refused[1]);
    free(program);
}

/* Lines end at spaces, within a word that is too long after one of its parts, and if need be
 * anywhere: none is wider than it may be.  Widths of DejaVu Sans: i 278, a 613, m 974. */
Test(pictures, long_names_are_broken_where_a_spec_can_be)
{
    mb_wrapped w =
        mb_wrap("augmented-lagrangian:alpha=1e7,omega=10,xi=1/rk4:h=1e-3 end", 230, 11.5, 6);

    cr_assert_eq(w.count, 2);
    cr_expect_str_eq(w.line[0], "augmented-lagrangian:alpha=1e7,");
    cr_expect_str_eq(w.line[1], "omega=10,xi=1/rk4:h=1e-3 end");
    w = mb_wrap("a few short words", 70, 11.5, 6);
    cr_expect(w.count == 2 && strcmp(w.line[0], "a few short") == 0);
    w = mb_wrap("mmmm", 30, 10, 6);
    cr_expect(w.count == 2 && strcmp(w.line[0], "mmm") == 0);
    cr_expect_float_eq(mb_text_width("aim", 3, 10), 18.65, 1e-9);
}
