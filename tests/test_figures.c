/* Figures of studies: what is refused and where, what is drawn from records; advice. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/study.h"
#include "report/advise.h"
#include "report/figures.h"
#include "report/gnuplot.h"
#include "report/table.h"
#include "report_fixture.h"

static mb_plan plan;
static mb_study study;

static mb_status parse(const char *text)
{
    const mb_study_options options = {.quick = false, .t_end = NAN};

    memset(&error, 0, sizeof error);
    cr_assert(mb_plan_create(&plan, &error) == MB_OK);
    return mb_study_parse("s.yaml", text, strlen(text), &options, &plan, &study, &error);
}

/* The text must be refused at "line:column" with the words in the message. */
static void bad(const char *text, const char *at, const char *words)
{
    char place[64];
    mb_status status = parse(text);

    snprintf(place, sizeof place, "s.yaml:%s: ", at);
    cr_expect(status == MB_BAD_INPUT, "accepted:\n%s", text);
    cr_expect(strncmp(error.text, place, strlen(place)) == 0, "expected it at %s, got: %s", at,
              error.text);
    cr_expect(strstr(error.text, words), "expected '%s' in: %s", words, error.text);
    mb_plan_free(&plan);
}

/* Entries a (untimed, over alpha, h; no series) and b (with outputs); 17 lines. */
#define RUNS                                                                                       \
    "study: s\nruns:\n  - id: a\n    problem: four-bar\n"                                          \
    "    solver: baumgarte:alpha={alpha},beta=7/rk4:h={h}\n    timing: no\n    series: none\n"     \
    "    grid:\n      alpha: [1, 10, 100]\n      h: [1e-3, 1e-2]\n"                                \
    "  - id: b\n    problem: four-bar\n    solver:\n      - lagrange/rk4:h=1e-2\n"                 \
    "      - lagrange/heun:h=1e-2\n    t_end: 1\n    series: [outputs]\n"
#define FIGURE                                                                                     \
    RUNS "figures:\n  - id: f\n    where: Fig. 1\n    title: T\n    says: so\n" /* 22              \
                                                                                 */

Test(figures, kinds_and_keys)
{
    bad(RUNS "figures: 3\n", "18:10", "must be a list");
    bad(RUNS "figures:\n  - id: f\n", "19:5", "needs 'where'");
    bad(FIGURE "    kind: tim\n    run: b\n", "23:11", "did you mean 'time'?");
    bad(FIGURE "    kind: histogram\n    run: b\n", "23:11", "time, sweep, map, bars, points");
    bad(FIGURE "    kind: time\n    run: b\n", "19:5", "needs 'y'");
    bad(FIGURE "    kind: map\n    run: a\n    x: alpha\n    y: h\n", "19:5", "needs 'z'");
    bad(FIGURE "    kind: bars\n    run: b\n    y: h\n    log: y\n", "26:5", "leave it out");
    bad(FIGURE "    kind: bars\n    run: c\n    y: h\n", "24:10", "'c'");
    bad(FIGURE "    kind: bars\n    run: b\n    y: h\n    colour: red\n", "26:5", "colour");
}

Test(figures, what_the_runs_do_not_measure)
{
    bad(FIGURE "    kind: time\n    run: b\n    y: speed\n", "25:8", "no column of a series");
    bad(FIGURE "    kind: time\n    run: b\n    y: multipliers.1\n", "25:8", "key 'series'");
    bad(FIGURE "    kind: time\n    run: a\n    y: energy\n", "25:8", "key 'series'");
    bad(FIGURE "    kind: bars\n    run: a\n    y: cpu\n", "25:8", "timing: no");
    bad(FIGURE "    kind: bars\n    run: b\n    y: energy.most\n", "25:8", "energy.most");
    bad(FIGURE "    kind: sweep\n    run: a\n    x: gamma\n    y: energy.max_abs\n", "25:8",
        "'gamma'");
    bad(FIGURE "    kind: sweep\n    run: a\n    x: beta\n    y: energy.max_abs\n", "25:8",
        "the same in all runs");
    bad(FIGURE "    kind: map\n    run: [a, a]\n    x: alpha\n    y: h\n    z: error.max\n",
        "24:10", "same alpha and h");
}

Test(figures, values)
{
    bad(FIGURE "    kind: time\n    run: b\n    y: energy\n    log: x\n", "26:10", "y or no");
    bad(FIGURE "    kind: time\n    run: b\n    y: energy\n    t: 4\n", "26:8", "two ends");
    bad(FIGURE "    kind: time\n    run: b\n    y: energy\n    t: [4, 2]\n", "26:8", "after");
    bad(FIGURE "    kind: time\n    run: b\n    y: energy\n    labels: [A]\n", "26:13",
        "1 labels for 2 runs");
    bad(FIGURE
        "    kind: map\n    run: a\n    x: alpha\n    y: h\n    z: error.max\n    limit: x\n",
        "28:12", "'x'");
    bad(FIGURE "    kind: bars\n    run: b\n    y: h\n  - id: f\n    where: W\n    title: T\n"
               "    says: s\n    kind: bars\n    run: b\n    y: h\n",
        "26:9", "stands twice");
    bad(RUNS "figures:\n  - {id: a/b, where: W, title: T, says: s, kind: bars, run: b, y: h}\n",
        "19:10", "letters, digits");
}

Test(figures, parameters_of_a_map)
{
    const mb_figure *f;

    cr_assert(parse(FIGURE "    kind: map\n    run: a\n    x: alpha\n    y: h\n    z: error.max\n"
                           "    limit: 0.5\n") == MB_OK,
              "%s", error.text);
    f = study.ledger.figure;
    cr_assert(study.ledger.figures == 1 && f->run.runs == 6);
    cr_expect(f->x_param.value[0] == 1.0 && f->x_param.value[5] == 100.0);
    cr_expect(f->y_param.value[0] == 1e-3 && f->y_param.value[1] == 1e-2);
    cr_expect_str_eq(f->y_param.unit, "s");
    cr_expect(f->limit == 0.5);
    mb_plan_free(&plan);
}

/* ---- drawing -------------------------------------------------------------------------------- */

static json_t *record[16];
static mb_row row[16];

static void drop(void)
{
    for (int i = 0; i < 16; i++)
        json_decref(record[i]);
    stop();
}

/* Draws the figure of the study. */
static void draw(const mb_row *const *rows, mb_chart *chart)
{
    cr_assert(mb_figures_write(study.ledger.figure, 1, "s", rows, folder, arena, chart, &error) ==
                  MB_OK,
              "%s", error.text);
}

/* A row of a record with an error, a CPU time a second, and a status. */
static const mb_row *make_row(int i, const char *solver, const char *status, double e, double cpu)
{
    record[i] = json_pack("{s:f, s:{s:f}, s:{s:[f]}, s:{s:f}}", "t_end", 2.0, "error", "max", e,
                          "cpu", "loop", 2.0 * cpu, "energy", "max_abs", 10.0 * e);
    row[i] = (mb_row){.record = record[i],
                      .folder = folder,
                      .study = "s",
                      .run = "a",
                      .problem = "four-bar",
                      .solver = solver,
                      .status = status,
                      .reason = "",
                      .ok = strcmp(status, "ok") == 0};
    return &row[i];
}

TestSuite(drawing, .init = start, .fini = drop);

/* Of six points one has no record, one failed and one is above the limit. */
Test(drawing, a_map_tells_shown_failed_above_and_missing_points)
{
    static const char *const script[] = {"s-figure-f.gp"};
    const char *refused = NULL;
    const mb_row *rows[8] = {NULL};
    mb_chart chart = {.name = ""};
    char *program = mb_gnuplot_find(), *text;

    cr_assert(parse(FIGURE "    kind: map\n    run: a\n    x: alpha\n    y: h\n    z: error.max\n"
                           "    limit: 0.5\n") == MB_OK,
              "%s", error.text);
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

/* A curve for each step, ascending in alpha; the failed point is a gap. */
Test(drawing, a_sweep_has_a_curve_for_what_else_differs)
{
    const mb_row *rows[8] = {NULL};
    mb_chart chart = {.name = ""};
    char *text;

    cr_assert(parse(FIGURE "    kind: sweep\n    run: a\n    x: alpha\n    y: error.max\n") ==
                  MB_OK,
              "%s", error.text);
    for (int i = 0; i < 6; i++)
        rows[i] = make_row(i, plan.run[i].solver, i == 2 ? "singular" : "ok", i + 1.0, 1);
    draw(rows, &chart);
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
    const mb_row *rows[8] = {NULL};
    mb_chart chart = {.name = ""};
    char *text;

    cr_assert(parse(FIGURE "    kind: sweep\n    run: a\n    x: alpha\n    y: error.max\n") ==
                  MB_OK,
              "%s", error.text);
    for (int i = 0; i < 6; i++)
        rows[i] = make_row(i, plan.run[i].solver, i % 2 ? "diverged" : "ok", i + 1.0, 1);
    draw(rows, &chart);
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
    const mb_row *rows[8] = {NULL};
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

Test(drawing, without_records_nothing_is_drawn_and_said_so)
{
    const mb_row *rows[8] = {NULL};
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
        cr_assert(mb_figures_write(study.ledger.figure, 1, "s", rows, folder, arena, &chart,
                                   &error) == MB_OK,
                  "%s", error.text);
        cr_expect_str_eq(chart.name, "");
        cr_expect(strstr(chart.caption, "Nothing can be drawn."), "%s", chart.caption);
        mb_plan_free(&plan);
    }
}

/* ---- advice --------------------------------------------------------------------------------- */

/* Costs and errors: A cheap but wrong, B and C right, C cheaper; D failed. */
Test(drawing, advice_takes_the_cheapest_that_keeps_the_limits)
{
    const double limit[MB_LIMITS] = {NAN, 1e-2, 1e-4};
    mb_digest digest = {.row_count = 4, .row = row};
    mb_advice advice;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    make_row(0, "A", "ok", 1e-3, 1);
    make_row(1, "B", "ok", 1e-6, 8);
    make_row(2, "C", "ok", 1e-5, 4);
    make_row(3, "D", "diverged", 1e-9, 1);
    cr_assert(mb_advise(&digest, "four-bar", limit, arena, &advice, &error) == MB_OK);
    cr_assert(advice.count == 3 && advice.meet == 2 && advice.timed == 2 && advice.failed == 1);
    cr_expect_str_eq(advice.candidate[0].row->solver, "C");
    cr_expect_float_eq(advice.candidate[0].margin, 10.0, 1e-9);
    cr_expect_float_eq(advice.candidate[0].cost, 4.0, 1e-9);
    cr_expect_str_eq(advice.candidate[2].row->solver, "A");
    cr_expect(advice.candidate[2].worst == MB_LIMIT_ERROR);
    cr_expect_float_eq(advice.candidate[2].margin, 0.1, 1e-9);
    mb_put_advice(out, &advice, "four-bar", limit);
    fclose(out);
    cr_expect(strstr(text, "2 of 3 solvers"), "%s", text);
    cr_expect(strstr(text, "A: error 1e-3, a factor of 10 above the limit"), "%s", text);
    cr_expect(strstr(text, "D: diverged"), "%s", text);
    cr_expect(strstr(text, "--solver C --t-end 2"), "%s", text);
    free(text);
}

/* ---- tables of regions and of the cheapest -------------------------------------------------- */

static const char *text_at(const mb_table *table, int r, const char *key)
{
    for (int c = 0; c < table->columns; c++)
        if (strcmp(table->column[c].key, key) == 0)
            return table->cell[r * table->columns + c].text;
    cr_assert(false, "no column %s", key);
    return NULL;
}

static double number_at(const mb_table *table, int r, const char *key)
{
    for (int c = 0; c < table->columns; c++)
        if (strcmp(table->column[c].key, key) == 0)
            return table->cell[r * table->columns + c].number;
    cr_assert(false, "no column %s", key);
    return NAN;
}

/* The paper of the study that was parsed, with these records. */
static mb_paper paper_with(const mb_row **rows)
{
    return (mb_paper){.ledger = &study.ledger, .row = rows};
}

/* Errors over alpha (1, 10, 100) and h (1e-3 below, 1e-2 above), limit 0.5:
 *
 *     0.2   failed   0.01
 *     0.1   0.3      0.7
 *
 * Rectangles that keep the limit: the left column and the lower left two, of two points each; the
 * one with the lower row alone is met first.  Its best point is alpha = 1, h = 1e-3. */
Test(drawing, the_region_is_the_largest_rectangle_that_keeps_the_limit)
{
    static const double e[] = {0.1, 0.2, 0.3, 9, 0.7, 0.01}; /* alpha outermost, h inside */
    const mb_row *rows[8] = {NULL};
    mb_digest digest = {.row_count = 6, .row = row};
    mb_paper paper;
    mb_table table;

    cr_assert(parse(FIGURE "    kind: map\n    run: a\n    x: alpha\n    y: h\n    z: error.max\n"
                           "    limit: 0.5\n") == MB_OK,
              "%s", error.text);
    for (int i = 0; i < 6; i++)
        rows[i] = make_row(i, plan.run[i].solver, i == 3 ? "diverged" : "ok", e[i], 1);
    json_object_set_new(record[0], "counters", json_pack("{s:i}", "evaluations", 800));
    paper = paper_with(rows);
    cr_assert(mb_region_table(&paper, &digest, arena, &table, &error) == MB_OK, "%s", error.text);
    cr_assert(table.rows == 1);
    cr_expect_str_eq(text_at(&table, 0, "method"), "baumgarte/rk4");
    cr_expect_str_eq(text_at(&table, 0, "x_range"), "alpha from 1 to 10");
    cr_expect_str_eq(text_at(&table, 0, "y_range"), "h from 1e-3 to 1e-3");
    cr_expect_str_eq(text_at(&table, 0, "best_point"), "alpha = 1, h = 1e-3");
    cr_expect_float_eq(number_at(&table, 0, "share"), 2.0 / 6.0, 1e-12);
    cr_expect_float_eq(number_at(&table, 0, "best"), 0.1, 1e-12);
    cr_expect_float_eq(number_at(&table, 0, "evaluations"), 400.0, 1e-9); /* 800 in 2 s */
    cr_expect(strstr(text_at(&table, 0, "command"), "mbsbench run --problem four-bar --solver "),
              "%s", text_at(&table, 0, "command"));
    mb_plan_free(&plan);
}

/* All points fail: there is nothing to recommend. */
Test(drawing, no_region_where_nothing_keeps_the_limit)
{
    const mb_row *rows[8] = {NULL};
    mb_digest digest = {.row_count = 6, .row = row};
    mb_paper paper;
    mb_table table;

    cr_assert(parse(FIGURE "    kind: map\n    run: a\n    x: alpha\n    y: h\n    z: error.max\n"
                           "    limit: 0.5\n") == MB_OK,
              "%s", error.text);
    for (int i = 0; i < 5; i++)
        rows[i] = make_row(i, plan.run[i].solver, i ? "singular" : "ok", 0.6, 1);
    paper = paper_with(rows);
    cr_assert(mb_region_table(&paper, &digest, arena, &table, &error) == MB_OK, "%s", error.text);
    cr_expect(table.rows == 0);
    mb_plan_free(&plan);
}

/* Costs in seconds a simulated second and errors of two methods at two steps:
 *
 *     lagrange   h = 1e-2: 1, 1e-3    h = 1e-3: 10, 1e-7
 *     heun       h = 1e-2: 2, 1e-5    h = 1e-3: 20, 1e-9
 *
 * For 1e-2 the cheapest is lagrange at 1e-2, the next method heun at twice its cost (not lagrange
 * at another step); for 1e-4 heun at 1e-2, next lagrange at 1e-3, five times; for 1e-6 lagrange at
 * 1e-3, next heun, twice; for 1e-8 heun alone. */
Test(drawing, the_cheapest_solver_of_each_limit_and_the_next_method)
{
    static const char *const solver[] = {"lagrange/rk4:h=0.01", "lagrange/rk4:h=0.001",
                                         "lagrange/heun:h=0.01", "lagrange/heun:h=0.001"};
    static const double e[] = {1e-3, 1e-7, 1e-5, 1e-9}, cpu[] = {1, 10, 2, 20};
    static const int first[] = {0, 2, 1, 3};
    static const double limit[] = {1e-2, 1e-4, 1e-6, 1e-8}, next[] = {2, 5, 2, NAN};
    mb_row *of_group[4] = {&row[0], &row[1], &row[2], &row[3]};
    mb_group group = {.study = "s", .problem = "four-bar", .count = 4, .row = of_group};
    mb_digest digest = {.row_count = 4, .row = row, .group_count = 1, .group = &group};
    mb_paper paper;
    mb_table table;

    cr_assert(parse(FIGURE "    kind: points\n    run: b\n    x: cpu\n    y: error.max\n") == MB_OK,
              "%s", error.text);
    for (int i = 0; i < 4; i++)
        make_row(i, solver[i], "ok", e[i], cpu[i]);
    paper = paper_with(NULL);
    cr_assert(mb_cheapest_table(&paper, &digest, arena, &table, &error) == MB_OK, "%s", error.text);
    cr_assert(table.rows == 4);
    for (int k = 0; k < 4; k++) {
        double factor = number_at(&table, k, "next_cpu");

        cr_expect_float_eq(number_at(&table, k, "limit"), limit[k], 1e-15);
        cr_expect_str_eq(text_at(&table, k, "solver"), solver[first[k]]);
        cr_expect_float_eq(number_at(&table, k, "cpu"), cpu[first[k]], 1e-12);
        cr_expect_float_eq(number_at(&table, k, "margin"), limit[k] / e[first[k]], 1e-6);
        cr_expect(isnan(next[k]) ? isnan(factor) : fabs(factor - next[k]) < 1e-12, "%d: %g", k,
                  factor);
    }
    mb_plan_free(&plan);
}
