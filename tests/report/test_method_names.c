/* SPDX-License-Identifier: MIT */
/* The paper's names of methods: which runs they fit, one colour and mark in all figures of a study,
 * and that no curve or bar is missing without a word. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/charts/gnuplot.h"
#include "report/claims/method_names.h"
#include "report/figures/figures.h"
#include "report/records/label.h"
#include "tests/fixtures/reports/figure_fixture.h"
#include "tests/fixtures/reports/report_fixture.h"

TestSuite(names, .init = start, .fini = drop);

static const struct {
    const char *pattern, *spec;
    bool fits;
} patterns[] = {
    {"lagrange", "lagrange/rk4:h=1e-3", true},
    {"lagrange", "lagrange/rk4:h=1e-3/direct-correction", true},
    {"lagrange/*/none", "lagrange/rk4:h=1e-3", true},
    {"lagrange/*/none", "lagrange/rk4:h=1e-3/direct-correction", false},
    {"lagrange/rk4/direct-correction", "lagrange/rk4:h=1e-3/direct-correction:every=2", true},
    {"lagrange/rk4/direct-correction:every=3", "lagrange/rk4:h=1e-3/direct-correction:every=2",
     false},
    {"*/heun", "baumgarte:alpha=5,beta=5/heun:h=0.01", true},
    {"*/heun", "baumgarte:alpha=5,beta=5/rk4:h=0.01", false},
    {"baumgarte:alpha=5", "baumgarte:alpha=5,beta=7/rk4:h=0.01", true},
    {"baumgarte:alpha=5.0", "baumgarte:alpha=5,beta=7/rk4:h=0.01", true},
    {"baumgarte:alpha=6", "baumgarte:alpha=5,beta=7/rk4:h=0.01", false},
    {"baumgarte:alpha_h=*", "baumgarte:alpha_h=1,beta_h=1.4/rk4:h=0.01", true},
    {"baumgarte:alpha_h=*", "baumgarte:alpha=5,beta=7/rk4:h=0.01", false},
    {"fuzzy:set=gaussian", "fuzzy:set=gaussian/rk4:h=0.01", true},
    {"fuzzy:set=gaussian", "fuzzy/rk4:h=0.01", false},
    {"lagrange/rk", "lagrange/rk4:h=0.01", false},
};

Test(names, patterns_of_solvers)
{
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
        cr_expect(mb_spec_fits(patterns[i].spec, patterns[i].pattern) == patterns[i].fits,
                  "%s of %s", patterns[i].pattern, patterns[i].spec);
}

/* Names of the study of the fixture, whose runs are a.1 to a.6 (baumgarte) and b.1, b.2. */
#define NAMES                                                                                      \
    "names:\n  - {entry: b.2, name: Heun}\n  - {method: lagrange, name: Multipliers}\n"            \
    "  - {method: \"baumgarte:alpha=1\", name: Stabilisation}\n"                                   \
    "  - {method: baumgarte, name: Stabilisation}\n"

Test(names, the_first_that_fits_names_a_run)
{
    static const char *const names[] = {"Stabilisation", "Stabilisation", "Stabilisation",
                                        "Stabilisation", "Stabilisation", "Stabilisation",
                                        "Multipliers",   "Heun"};

    cr_assert(parse(RUNS NAMES) == MB_OK, "%s", error.text);
    cr_assert(study.ledger.names == 4);
    for (int i = 0; i < 8; i++)
        cr_expect_str_eq(mb_method_of(&study.ledger, i)->name, names[i]);
    cr_expect(study.ledger.name[0].style == 0 && study.ledger.name[1].style == 1 &&
              study.ledger.name[2].style == 2 && study.ledger.name[3].style == 2);
    mb_plan_free(&plan);
}

Test(names, what_is_refused_and_where)
{
    static const struct {
        const char *names, *words;
    } cases[] = {
        {"names: 3\n", "s.yaml:18:8: 'names' must be a list"},
        {"names:\n  - {name: A}\n", "s.yaml:19:5: a name needs 'name' and one of"},
        {"names:\n  - {name: A, entry: a, method: lagrange}\n", "s.yaml:19:5: a name needs"},
        {"names:\n  - {name: A, entry: c}\n", "s.yaml:19:22: no run of the study has the id 'c'"},
        {"names:\n  - {name: A, method: lagrnge}\n",
         "s.yaml:19:23: no run of the study has a solver 'lagrnge'"},
        {"names:\n  - {name: A, solver: lagrange}\n", "s.yaml:19:15: "},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[2048];

        snprintf(text, sizeof text, RUNS "%s", cases[i].names);
        cr_expect(parse(text) == MB_BAD_INPUT, "%zu", i);
        cr_expect(strncmp(error.text, cases[i].words, strlen(cases[i].words)) == 0, "%s",
                  error.text);
        mb_plan_free(&plan);
    }
}

/* Of runs with one name the label says what tells them apart. */
Test(names, labels_tell_runs_of_a_name_apart)
{
    const int run[] = {0, 2, 6};
    const char *spec[3], *label[3];

    cr_assert(parse(RUNS NAMES) == MB_OK, "%s", error.text);
    for (int i = 0; i < 3; i++)
        spec[i] = study.ledger.run[run[i]].solver;
    cr_assert(mb_method_labels(&study.ledger, run, spec, 3, arena, label, &error) == MB_OK);
    cr_expect_str_eq(label[0], "Stabilisation alpha=1");
    cr_expect_str_eq(label[1], "Stabilisation alpha=10");
    cr_expect_str_eq(label[2], "Multipliers");
    spec[0] = "baumgarte/rk4:h=0.01/direct-correction";
    spec[1] = "baumgarte/heun:h=0.01/direct-correction";
    spec[2] = "lagrange/rk4:h=0.01/direct-correction";
    cr_assert(mb_method_labels(&study.ledger, run, spec, 3, arena, label, &error) == MB_OK);
    cr_expect_str_eq(label[0], "Stabilisation · rk4");
    cr_expect_str_eq(label[1], "Stabilisation · heun");
    cr_expect_str_eq(label[2], "Multipliers");
    mb_plan_free(&plan);
}

/* ---- figures -------------------------------------------------------------------------------- */

/* Draws the figures of the text with these rows and hands them to gnuplot, where there is one. */
static void draw(const char *text, const mb_report_run *const *rows, mb_chart *chart)
{
    char *program = mb_gnuplot_find();

    cr_assert(parse(text) == MB_OK, "%s", error.text);
    cr_assert(mb_figures_write(&study.ledger, rows, &(mb_chart_look){0}, folder, arena, chart,
                               &error) == MB_OK,
              "%s", error.text);
    for (int i = 0; program && i < study.ledger.figures; i++) {
        char name[MB_CHART_NAME_SIZE + 8];
        const char *script = name, *refused = NULL;

        snprintf(name, sizeof name, "%s.gp", chart[i].name);
        cr_expect(mb_gnuplot_run(program, folder, &script, 1, arena, &refused, &error) == MB_OK);
        cr_expect_null(refused, "%s", refused);
    }
    free(program);
}

/* In a figure of both methods and in one where another comes first, each keeps its colour: Heun, the
 * first name of a solver of lagrange, its blue, the multipliers the first that no name has. */
Test(names, a_method_keeps_its_colour_and_mark)
{
    static const char text[] = RUNS NAMES
        "figures:\n"
        "  - {id: f, where: W, title: T, says: s, kind: time, run: [b.1, b.2], y: energy}\n"
        "  - {id: g, where: W, title: T, says: s, kind: time, run: [b.2, b.1], y: energy}\n"
        "  - {id: h, where: W, title: T, says: s, kind: time, run: b.1, y: energy}\n";
    static const char *const file[] = {"s-figure-f.gp", "s-figure-g.gp", "s-figure-h.gp"};
    const mb_report_run *rows[8] = {NULL};
    mb_chart chart[3] = {{.name = ""}};

    write_file("s.tsv", "# t energy\n0\t1\n1\t2\n");
    for (int i = 0; i < 2; i++) {
        rows[6 + i] = make_row(i, "x/y", "ok", 1e-3, 1);
        json_object_set_new(record[i], "series", json_string("s.tsv"));
    }
    draw(text, rows, chart);
    for (int k = 0; k < 3; k++) {
        char *script = read_file(file[k]);
        const char *heun = strstr(script, "set label 'Heun'");
        const char *other = strstr(script, "set label 'Multipliers'");

        cr_expect(
            strstr(script, "pointtype 9 pointsize 0.75 linewidth 1.2 linecolor rgb '#009e73'"));
        cr_expect(k == 2 || strstr(script, "pointtype 7 pointsize 0.75 linewidth 1.2 linecolor rgb "
                                           "'#0072b2'"));
        cr_expect(other && (k == 2) == !heun, "%s", script);
        free(script);
    }
    mb_plan_free(&plan);
}

/* The runs of the fixture, all with series. */
#define WITH_SERIES                                                                                \
    "study: s\nruns:\n  - id: a\n    problem: four-bar\n"                                          \
    "    solver: baumgarte:alpha=5,beta=7/rk4:h=1e-2\n"                                            \
    "  - id: b\n    problem: four-bar\n    solver:\n      - lagrange/rk4:h=1e-2\n"                 \
    "      - lagrange/heun:h=1e-2\n"                                                               \
    "names:\n  - {entry: b.2, name: Heun}\n  - {method: lagrange, name: Multipliers}\n"            \
    "  - {method: baumgarte, name: Stabilisation}\n"

/* A run that failed at once and one without a record stand in the legend, with why. */
Test(names, missing_curves_and_bars_are_named)
{
    static const char text[] = WITH_SERIES
        "figures:\n"
        "  - {id: f, where: W, title: T, says: s, kind: time, run: [b, a], y: energy, note: "
        "Ours.}\n"
        "  - {id: g, where: W, title: T, says: s, kind: bars, run: [a, b], y: error.max}\n";
    const mb_report_run *rows[8] = {NULL};
    mb_chart chart[2] = {{.name = ""}};
    char *script;

    write_file("s.tsv", "# t energy\n0\t1\n1\t2\n");
    rows[1] = make_row(0, "x/y", "ok", 1e-3, 1);
    json_object_set_new(record[0], "series", json_string("s.tsv"));
    rows[0] = make_row(1, "x/y", "singular", 1e-3, 1);
    json_object_set_new(record[1], "t_reached", json_real(0.0));
    draw(text, rows, chart);
    script = read_file("s-figure-f.gp");
    cr_expect(strstr(script, "set label 'Heun'") && strstr(script, "'— no record'"), "%s", script);
    cr_expect(strstr(script, "set label 'Stabilisation'") &&
                  strstr(script, "'× singular at t = 0 s'"),
              "%s", script);
    cr_expect(strncmp(chart[0].caption, "Ours.  ", 7) == 0, "%s", chart[0].caption);
    cr_expect(strstr(script, "Ours.  1 of 3 runs have no record"), "%s", script);
    free(script);
    script = read_file("s-figure-g.gp");
    cr_expect(strstr(script, "set label 'Heun'") && strstr(script, "'no record'") &&
                  strstr(script, "'singular'"),
              "%s", script);
    free(script);
    mb_plan_free(&plan);
}

/* A CPU ratio comes with its interval: a line over the bar and its ends in the number. */
Test(names, bars_show_intervals)
{
    static const char text[] =
        RUNS NAMES "figures:\n"
                   "  - {id: f, where: W, title: T, says: s, kind: bars, run: b, y: cpu}\n";
    const mb_report_run *rows[8] = {NULL};
    mb_chart chart = {.name = ""};
    char *data;

    for (int i = 0; i < 2; i++) {
        rows[6 + i] = make_row(i, "x/y", "ok", 1e-3, 1);
        json_object_set_new(record[i], "ratio",
                            json_pack("{s:f, s:f, s:f, s:s}", "median", i ? 1.3 : 1.0, "lo",
                                      i ? 1.02 : 1.0, "hi", i ? 1.4 : 1.0, "to", "x/y"));
    }
    draw(text, rows, &chart);
    data = read_file("s-figure-f.tsv");
    cr_expect(strstr(data, "0\t1\t40563\n1\t1.3\t29362\n") && strstr(data, "\n1\t1.3\t1.02\t1.4\n"),
              "%s", data);
    free(data);
    data = read_file("s-figure-f.gp");
    cr_expect(strstr(data, "'1.3 [1.02, 1.4]'") && strstr(data, "with xerrorbars"), "%s", data);
    free(data);
    mb_plan_free(&plan);
}
