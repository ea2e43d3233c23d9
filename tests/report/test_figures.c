/* SPDX-License-Identifier: MIT */
/* Figures of studies: what is drawn from records. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/charts/gnuplot.h"
#include "report/figures/figures.h"
#include "tests/fixtures/reports/figure_fixture.h"
#include "tests/fixtures/reports/report_fixture.h"

Test(figures, parameters_of_a_map)
{
    const mb_figure *f;

    parse_map();
    f = study.ledger.figure;
    cr_assert(study.ledger.figures == 1 && f->run.runs == 6);
    cr_expect(f->x_param.value[0] == 1.0 && f->x_param.value[5] == 100.0);
    cr_expect(f->y_param.value[0] == 1e-3 && f->y_param.value[1] == 1e-2);
    cr_expect_str_eq(f->y_param.unit, "s");
    cr_expect(f->limit == 0.5);
    mb_plan_free(&plan);
}

/* ---- drawing -------------------------------------------------------------------------------- */

/* Draws the figure of the study. */
static void draw(const mb_report_run *const *rows, mb_chart *chart)
{
    cr_assert(mb_figures_write(&study.ledger, rows, &(mb_chart_look){0}, folder, arena, chart,
                               &error) == MB_OK,
              "%s", error.text);
}

TestSuite(drawing, .init = start, .fini = drop);

/* Of six points one has no record, one failed and one is above the limit. */
Test(drawing, a_map_tells_shown_failed_above_and_missing_points)
{
    static const char *const script[] = {"s-figure-f.gp"};
    const char *refused = NULL;
    const mb_report_run *rows[8] = {NULL};
    mb_chart chart = {.name = ""};
    char *program = mb_gnuplot_find(), *text;

    parse_map();
    rows[0] = make_row(0, "baumgarte/rk4", "ok", 0.1, 1);
    rows[1] = make_row(1, "baumgarte/rk4", "ok", 0.2, 1);
    rows[2] = make_row(2, "baumgarte/rk4", "ok", 0.7, 1);
    rows[3] = make_row(3, "baumgarte/rk4", "diverged", 1e9, 1);
    rows[5] = make_row(5, "baumgarte/rk4", "ok", 0.01, 1);
    draw(rows, &chart);
    cr_expect_str_eq(chart.name, "s-figure-f");
    cr_expect(strstr(chart.caption, "1 of 6 runs have no record (of a)."), "%s", chart.caption);
    cr_expect(strstr(chart.caption, "1 of 6 runs failed: 1 diverged."), "%s", chart.caption);
    cr_expect(strstr(chart.caption, "Smallest value: 0.01."), "%s", chart.caption);
    text = read_file("s-figure-f.tsv");
    cr_expect(strstr(text, "0\t0\t0.1\t1\t0.001\n1\t0\tnan\t10\t0.001\n2\t0\tnan\t100\t0.001\n"
                           "0\t1\t0.2\t1\t0.01\n1\t1\tnan\t10\t0.01\n2\t1\t0.01\t100\t0.01\n"),
              "%s", text);
    cr_expect(strstr(text, "\n\n0.5\t1.5\t-0.5\t0.5\n\n\n0.5\t1.5\t0.5\t1.5\n\n\n"
                           "1.5\t2.5\t-0.5\t0.5\n\n\n"),
              "%s", text);
    free(text);
    if (program) {
        cr_expect(mb_gnuplot_run(program, folder, script, 1, arena, &refused, &error) == MB_OK);
        cr_expect_null(refused, "%s", refused);
    }
    free(program);
    mb_plan_free(&plan);
}

/* A sweep over alpha, errors 1 to 6, runs of these statuses. */
static void draw_sweep(const char *const status[6])
{
    const mb_report_run *rows[8] = {NULL};
    mb_chart chart = {.name = ""};

    cr_assert(parse(FIGURE "    kind: sweep\n    run: a\n    x: alpha\n    y: error.max\n") ==
                  MB_OK,
              "%s", error.text);
    for (int i = 0; i < 6; i++)
        rows[i] = make_row(i, plan.run[i].solver, status[i], i + 1.0, 1);
    draw(rows, &chart);
}

/* A curve for each step, ascending in alpha; the failed point is a gap. */
Test(drawing, a_sweep_has_a_curve_for_what_else_differs)
{
    char *text;

    draw_sweep((const char *const[]){"ok", "ok", "singular", "ok", "ok", "ok"});
    text = read_file("s-figure-f.tsv");
    cr_expect(strstr(text, "1\t1\n\n100\t5\n"), "%s", text);
    cr_expect(strstr(text, "1\t2\n10\t4\n100\t6\n"), "%s", text);
    free(text);
    mb_plan_free(&plan);
}

/* All runs of the larger step failed: its name stands without a sample of a line; only the other
 * curve has one, with its marker. */
Test(drawing, a_curve_whose_runs_all_failed_is_named_so)
{
    char *text;

    draw_sweep((const char *const[]){"ok", "diverged", "ok", "diverged", "ok", "diverged"});
    text = read_file("s-figure-f.gp");
    cr_expect(strstr(text, "set label '— failed' at screen"), "%s", text);
    cr_expect(strstr(text, "nohead linecolor rgb '#0072b2'"), "%s", text);
    cr_expect_null(strstr(text, "nohead linecolor rgb '#d55e00'"), "%s", text);
    free(text);
    mb_plan_free(&plan);
}

/* CPU times are ratios to one run; the figure says to which, unless they are to several. */
Test(drawing, work_precision_names_the_run_that_times_are_relative_to)
{
    const mb_report_run *rows[8] = {NULL};
    mb_chart chart = {.name = ""};

    cr_assert(parse(FIGURE "    kind: points\n    run: b\n    x: cpu\n    y: error.max\n") == MB_OK,
              "%s", error.text);
    for (int i = 0; i < 2; i++) {
        rows[6 + i] = make_row(i, plan.run[6 + i].solver, "ok", 1e-3, 1);
        json_object_set_new(record[i], "ratio",
                            json_pack("{s:f, s:f, s:f, s:s}", "median", 1.0 + i, "lo", 1.0, "hi",
                                      2.0, "to", "a/b:h=1"));
    }
    draw(rows, &chart);
    cr_expect(strstr(chart.caption, "CPU times relative to a/b:h=1."), "%s", chart.caption);
    cr_expect(chart.noted);
    json_object_set_new(json_object_get(record[1], "ratio"), "to", json_string("c/d"));
    draw(rows, &chart);
    cr_expect_null(strstr(chart.caption, "relative"), "%s", chart.caption);
    mb_plan_free(&plan);
}

/* Draws a quantity of b's first run over time, from a series; without an end time if it has
 * none. */
static void draw_over_time(const char *quantity, const char *text, bool ends, mb_chart *chart)
{
    const mb_report_run *rows[8] = {NULL};
    char study_text[600];

    snprintf(study_text, sizeof study_text, FIGURE "    kind: time\n    run: b\n    y: %s\n",
             quantity);
    cr_assert(parse(study_text) == MB_OK, "%s", error.text);
    write_file("b.tsv", text);
    rows[6] = make_row(0, plan.run[6].solver, "ok", 1e-3, 1);
    json_object_set_new(record[0], "series", json_string("b.tsv"));
    if (!ends)
        json_object_del(record[0], "t_end");
    draw(rows, chart);
    mb_plan_free(&plan);
}

/* A series of 20000 rows whose times go forth and back: rows that go back are left out, and told.
 */
Test(drawing, a_series_whose_times_go_back_is_drawn_without_those_rows)
{
    mb_chart chart = {.name = ""};
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    fputs("# t energy\n", file);
    for (int i = 0; i < 10000; i++)
        fprintf(file, "0.1\t%d\n1.9\t7\n", i);
    fclose(file);
    draw_over_time("energy", text, true, &chart);
    free(text);
    cr_expect(
        strstr(chart.caption, "9999 rows of the series of a are left out: their times go back."),
        "%s", chart.caption);
    text = read_file("s-figure-f.tsv");
    cr_expect(strstr(text, "0.1\t0\n1.9\t7\n"), "%s", text);
    free(text);
}

/* A chart over time shows both ends of what a row stands for, within that time, the one nearer to
 * the curve first, and then the value at its end. */
Test(drawing, impacts_between_the_rows_of_a_series_are_drawn)
{
    mb_chart chart = {.name = ""};
    char *text;

    draw_over_time("outputs.crank.angle",
                   "# t outputs.crank.angle min.outputs.crank.angle max.outputs.crank.angle\n"
                   "0\t1\t1\t1\n0.5\t2\t-348\t3\n1\t4\t4\t60\n",
                   true, &chart);
    text = read_file("s-figure-f.tsv");
    cr_expect(strstr(text, "0\t1\n0\t3\n0.25\t-348\n0.5\t2\n0.75\t60\n1\t4\n"), "%s", text);
    free(text);
}

/* Round-off of 1e-16 has the square 1e-32, which lies on the axis, not on its lower edge. */
Test(drawing, squares_of_round_off_are_drawn_where_they_are)
{
    mb_chart chart = {.name = ""};

    draw_over_time("position.sq", "# t position_l2\n0\t1e-17\n1\t3e-16\n2\t2e-16\n", true, &chart);
    cr_expect_null(strstr(chart.caption, "lower edge"), "%s", chart.caption);
}

/* Records without an end time leave no window to draw in. */
Test(drawing, without_an_end_time_a_series_is_not_drawn)
{
    mb_chart chart = {.name = ""};

    draw_over_time("energy", series, false, &chart);
    cr_expect(strstr(chart.caption, "Nothing can be drawn."), "%s", chart.caption);
}

static void put_in_no_class(int i)
{
    json_object_set_new(record[i], "precision", json_pack("{s:f, s:n}", "gap", 0.5, "class"));
}

/* A run without a class keeps its point and its cell, but with a ring; its bar is hatched. */
Test(drawing, runs_in_no_class_are_ringed_or_hatched)
{
    static const char *const kinds[] = {
        "    kind: map\n    run: a\n    x: alpha\n    y: h\n    z: error.max\n",
        "    kind: sweep\n    run: a\n    x: alpha\n    y: error.max\n",
        "    kind: bars\n    run: a\n    y: error.max\n",
    };
    static const char *const data[] = {"\n\n\n0\t1\n", "no class\n1\t2\n", "\n\n1\t2\t"};
    static const char *const plot[] = {"index 5 using 1:2 with points pointtype 6",
                                       "index 4 using 1:(clamp($2)) with points pointtype 6",
                                       "fillstyle pattern 4 border"};
    static const char *const script[] = {"s-figure-f.gp"};
    char *program = mb_gnuplot_find();

    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        const mb_report_run *rows[8] = {NULL};
        mb_chart chart = {.name = ""};
        const char *refused = NULL;
        char *text, study_text[600];

        snprintf(study_text, sizeof study_text, FIGURE "%s", kinds[k]);
        cr_assert(parse(study_text) == MB_OK, "%s", error.text);
        for (int i = 0; i < 6; i++)
            rows[i] = make_row(i, plan.run[i].solver, "ok", i + 1.0, 1);
        put_in_no_class(1); /* alpha = 1, h = 1e-2 */
        draw(rows, &chart);
        cr_expect(strstr(chart.caption, "○: 1 of 6 runs finished in no class"), "%s",
                  chart.caption);
        text = read_file("s-figure-f.tsv");
        cr_expect(strstr(text, data[k]), "%zu: %s", k, text);
        free(text);
        text = read_file("s-figure-f.gp");
        cr_expect(strstr(text, plot[k]), "%zu: %s", k, text);
        free(text);
        if (program) {
            cr_expect(mb_gnuplot_run(program, folder, script, 1, arena, &refused, &error) == MB_OK);
            cr_expect_null(refused, "%s", refused);
        }
        for (int i = 0; i < 6; i++)
            json_decref(record[i]);
        memset(record, 0, sizeof record);
        mb_plan_free(&plan);
    }
    free(program);
}

Test(drawing, without_records_nothing_is_drawn_and_said_so)
{
    const mb_report_run *rows[8] = {NULL};
    mb_chart chart = {.name = ""};

    static const char *const kinds[] = {
        "    kind: map\n    run: a\n    x: alpha\n    y: h\n    z: error.max\n",
        "    kind: sweep\n    run: a\n    x: alpha\n    y: error.max\n",
        "    kind: points\n    run: b\n    x: cpu\n    y: error.max\n",
        "    kind: bars\n    run: b\n    y: error.max\n",
        "    kind: time\n    run: b\n    y: outputs.crank.angle\n",
    };

    for (int k = 0; k < 5; k++) {
        char text[2048];

        snprintf(text, sizeof text, "%s%s", FIGURE, kinds[k]);
        cr_assert(parse(text) == MB_OK, "%s", error.text);
        cr_assert(mb_figures_write(&study.ledger, rows, &(mb_chart_look){0}, folder, arena, &chart,
                                   &error) == MB_OK,
                  "%s", error.text);
        cr_expect_str_eq(chart.name, "");
        cr_expect(strstr(chart.caption, "Nothing can be drawn."), "%s", chart.caption);
        mb_plan_free(&plan);
    }
}
