/* SPDX-License-Identifier: MIT */
/* What figures draw of a series: how it is written, its values, its axis. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/charts/gnuplot.h"
#include "report/figures/figures.h"
#include "report/figures/quantity.h"
#include "tests/fixtures/reports/figure_fixture.h"
#include "tests/fixtures/reports/report_fixture.h"

TestSuite(quantity, .init = start, .fini = drop);

static const char wrong[][32] = {"speed",      "position.l3",   "position",   "rows.l1()",
                                 "rows.l1(0)", "rows.l1(3..2)", "rows.l1(1",  "rows.l1(1)2",
                                 "rows.l1(a)", "outputs.l1(1)", "abs()",      "abs(speed)",
                                 "rows.",      "energy.max",    "rows.l3(1)", "rows.l1(1..,2x)"};

Test(quantity, what_is_none)
{
    mb_figure_quantity q;

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        error = (mb_error){MB_OK, ""};
        cr_expect(mb_quantity_parse(wrong[i], arena, &q, &error) == MB_BAD_INPUT, "%s", wrong[i]);
        cr_expect(strstr(error.text, "rows.l1(5..8)"), "%s", error.text);
    }
}

Test(quantity, a_slip_of_the_pen_is_named)
{
    mb_figure_quantity q;

    cr_assert(mb_quantity_parse("position.l3", arena, &q, &error) == MB_BAD_INPUT);
    cr_expect(strstr(error.text, "did you mean 'position.l2'?"), "%s", error.text);
}

/* Two rows of a series that stand for one step and for several.  E0 = -50 J. */
static const char rows_of_series[] =
    "# t position_l2 velocity_l2 acceleration_l2 energy error outputs.P.x rows.1 rows.2 rows.3 "
    "norms.position_l1 norms.velocity_l1 norms.acceleration_l1 norms.gap min.energy max.energy "
    "min.outputs.P.x max.outputs.P.x min.rows.1 max.rows.1 min.rows.2 max.rows.2 min.rows.3 "
    "max.rows.3\n"
    "0 3 2 1 5 7 -4 3 -4 12 30 20 10 0.5 5 5 -4 -4 3 3 -4 -4 12 12\n"
    "1 3 2 1 5 7 -4 3 -4 12 30 20 10 0.5 -10 5 -9 6 -5 3 -4 1 0 12\n";

static const struct {
    const char *text, *axis;
    double last, low, high; /* of the second row */
} values[] = {
    {"position_l2", "position violation ‖Φ‖₂  [SI units of Φ]", 3, 3, 3},
    {"position.l2", "position violation ‖Φ‖₂  [SI units of Φ]", 3, 3, 3},
    {"position.sq", "position violation Φ'Φ  [SI units of Φ²]", 9, 9, 9},
    {"velocity.sq", "velocity violation ‖dΦ/dt‖₂²  [SI units of Φ² / s²]", 4, 4, 4},
    {"position.l1", "position violation ‖Φ‖₁  [SI units of Φ]", 30, 30, 30},
    {"velocity.l1", "velocity violation ‖dΦ/dt‖₁  [SI units of Φ / s]", 20, 20, 20},
    {"acceleration.l1", "acceleration violation ‖d²Φ/dt²‖₁  [SI units of Φ / s²]", 10, 10, 10},
    {"gap", "gap of the joints  [of the mechanism's size]", 0.5, 0.5, 0.5},
    {"energy", "energy drift E − E₀  [J]", 5, -10, 5},
    {"abs(energy)", "energy drift |E − E₀|  [J]", 5, 0, 10},
    {"energy.total", "energy E  [J]", -45, -60, -45},
    {"energy.relative", "energy drift (E − E₀) / |E₀|  [1]", 0.1, -0.2, 0.1},
    {"outputs.P.x", "P.x  [m]", -4, -9, 6},
    {"abs(outputs.P.x)", "|P.x|  [m]", 4, 0, 9},
    {"rows.1", "Φ of row 1  [SI units of Φ]", 3, -5, 3},
    {"rows.l1(1..2)", "‖Φ‖₁ of rows 1 to 2  [SI units of Φ]", 7, 9, 9},
    {"rows.l1(1,3)", "‖Φ‖₁ of rows 1, 3  [SI units of Φ]", 15, 17, 17},
    {"rows.l2(1..2)", "‖Φ‖₂ of rows 1 to 2  [SI units of Φ]", 5, 6.4031242374328485,
     6.4031242374328485},
    {"rows.sq(1..)", "square of ‖Φ‖₂ of rows from 1 on  [SI units of Φ²]", 169, 185, 185},
    {"rows.linf(2)", "largest |Φ| of row 2  [SI units of Φ]", 4, 4, 4},
};

Test(quantity, values_and_axes)
{
    json_t *run =
        json_pack("{s:{s:f}, s:{s:s}}", "energy", "initial", -50.0, "output_units", "P.x", "m");
    mb_track track;

    write_file("q.tsv", rows_of_series);
    cr_assert(mb_track_read(folder, "q.tsv", &track));
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        mb_figure_quantity q;
        mb_quantity_view view;
        mb_quantity_value v;
        const char *lacks, *text;

        cr_assert(mb_quantity_parse(values[i].text, arena, &q, &error) == MB_OK, "%s", error.text);
        cr_assert(mb_quantity_of(&q, &track, run, arena, &view, &lacks, &error) == MB_OK);
        cr_assert_null(lacks, "%s: %s", values[i].text, lacks);
        v = mb_quantity_at(&view, 1);
        cr_expect_float_eq(v.last, values[i].last, 1e-14, "%s: %g", values[i].text, v.last);
        cr_expect_float_eq(v.low, values[i].low, 1e-14, "%s: %g", values[i].text, v.low);
        cr_expect_float_eq(v.high, values[i].high, 1e-14, "%s: %g", values[i].text, v.high);
        cr_assert(mb_quantity_text(&q, run, false, arena, &text, &error) == MB_OK);
        cr_expect_str_eq(text, values[i].axis);
    }
    mb_track_free(&track);
    json_decref(run);
}

/* A row that the series has not, a record without its energy. */
Test(quantity, what_a_run_lacks)
{
    static const char *const texts[] = {"rows.l1(2..4)", "energy.relative", "outputs.Q.x"};
    static const char *const missing[] = {"rows.4", "an initial energy", "outputs.Q.x"};
    json_t *run = json_object();
    mb_track track;

    write_file("q.tsv", rows_of_series);
    cr_assert(mb_track_read(folder, "q.tsv", &track));
    for (int i = 0; i < 3; i++) {
        mb_figure_quantity q;
        mb_quantity_view view;
        const char *lacks;

        cr_assert(mb_quantity_parse(texts[i], arena, &q, &error) == MB_OK);
        cr_assert(mb_quantity_of(&q, &track, run, arena, &view, &lacks, &error) == MB_OK);
        cr_expect_str_eq(lacks, missing[i]);
    }
    mb_track_free(&track);
    json_decref(run);
}

/* Where forces work the series holds the balance, from which the energy cannot be had. */
Test(quantity, the_energy_of_a_driven_mechanism_is_not_known)
{
    json_t *run = json_pack("{s:{s:f, s:s}}", "energy", "initial", 3.0, "kind", "balance");
    mb_figure_quantity q;
    mb_quantity_view view;
    mb_track track;
    const char *lacks;

    write_file("q.tsv", rows_of_series);
    cr_assert(mb_track_read(folder, "q.tsv", &track));
    cr_assert(mb_quantity_parse("energy.total", arena, &q, &error) == MB_OK);
    cr_assert(mb_quantity_of(&q, &track, run, arena, &view, &lacks, &error) == MB_OK);
    cr_expect_str_eq(lacks, "energy without the work of forces");
    mb_track_free(&track);
    json_decref(run);
}

/* ---- figures -------------------------------------------------------------------------------- */

/* Draws the figure of entry b, whose first run has the series above; its data. */
static char *data_of(const char *figure, mb_chart *chart)
{
    const mb_report_run *rows[8] = {NULL};

    cr_assert(parse(figure) == MB_OK, "%s", error.text);
    write_file("q.tsv", rows_of_series);
    rows[6] = make_row(0, plan.run[6].solver, "ok", 1e-3, 1);
    json_object_set_new(record[0], "series", json_string("q.tsv"));
    json_object_set_new(json_object_get(record[0], "energy"), "initial", json_real(-50.0));
    cr_assert(mb_figures_write(&study.ledger, rows, &(mb_chart_look){0}, folder, arena, chart,
                               &error) == MB_OK,
              "%s", error.text);
    return read_file("s-figure-f.tsv");
}

/* The squares on a logarithmic axis; their name is the one that the study gives. */
Test(quantity, the_square_of_a_norm_is_drawn)
{
    mb_chart chart = {.name = ""};
    char *text = data_of(FIGURE "    kind: time\n    run: b.1\n    y: position.sq\n", &chart);

    cr_expect(strstr(text, "0\t9\n1\t9\n"), "%s", text);
    free(text);
    text = read_file("s-figure-f.gp");
    cr_expect(strstr(text, "position violation Φ’Φ  [SI units of Φ²]"), "%s", text);
    free(text);
    mb_plan_free(&plan);
}

/* Several quantities of one run are so many curves, each named by the quantity. */
Test(quantity, several_quantities_in_one_chart)
{
    mb_chart chart = {.name = ""};
    char *text = data_of(FIGURE "    kind: time\n    run: b.1\n    log: no\n"
                                "    y: [outputs.P.x, energy.total]\n",
                         &chart);

    cr_expect(strstr(text, "# P.x: x, y; then the markers\n0\t-4\n0.5\t-9\n0.5\t6\n1\t-4\n"), "%s",
              text);
    cr_expect(strstr(text, "# energy.total: x, y; then the markers\n0\t-45\n0.5\t-60\n1\t-45\n"),
              "%s", text);
    free(text);
    text = read_file("s-figure-f.gp");
    cr_expect(strstr(text, "'P.x, energy.total  [SI units]'"), "%s", text);
    free(text);
    mb_plan_free(&plan);
}

/* Values at the same time, not the ends of what they were between. */
Test(quantity, a_path_is_one_output_against_another)
{
    mb_chart chart = {.name = ""};
    char *text =
        data_of(FIGURE "    kind: path\n    run: b.1\n    x: outputs.P.x\n    y: energy\n", &chart);

    cr_expect(strstr(text, "-4\t5\n-4\t5\n\n\n-4\t5\n\n\n"), "%s", text); /* then its start */
    cr_expect(strstr(chart.caption, "The marks stand at the start."), "%s", chart.caption);
    free(text);
    mb_plan_free(&plan);
}

Test(quantity, figures_say_where_they_are_wrong)
{
    static const struct {
        const char *figure, *words;
    } cases[] = {
        {FIGURE "    kind: path\n    run: b\n    y: energy\n", "s.yaml:19:5: a figure of kind"},
        {FIGURE "    kind: path\n    run: b\n    x: outputs.x\n    y: rows.1\n",
         "s.yaml:26:8: b.1 has"},
        {FIGURE "    kind: time\n    run: b\n    y: position.l1\n", "s.yaml:25:8: b.1 has"},
        {FIGURE "    kind: time\n    run: b\n    y: []\n", "s.yaml:25:8: 'y' names 0"},
        {FIGURE "    kind: time\n    run: b\n    y: [energy, error]\n    labels: [A, B]\n",
         "s.yaml:26:13: 2 labels for 4 curves"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cr_expect(parse(cases[i].figure) == MB_BAD_INPUT, "%zu", i);
        cr_expect(strncmp(error.text, cases[i].words, strlen(cases[i].words)) == 0, "%s",
                  error.text);
        mb_plan_free(&plan);
    }
}

/* Runs that have no such parameter, with the values that the paper gives them: a curve an item. */
Test(quantity, a_sweep_over_values_that_the_study_gives)
{
    const mb_report_run *rows[8] = {NULL};
    mb_chart chart = {.name = ""};
    char *text;

    cr_assert(parse(FIGURE
                    "    kind: sweep\n    run: [a, b]\n    y: error.max\n"
                    "    x: {text: \"step dt [s]\", values: [6, 5, 4, 3, 2, 1, 9, 8]}\n") == MB_OK,
              "%s", error.text);
    for (int i = 0; i < 8; i++)
        rows[i] = make_row(i, plan.run[i].solver, "ok", i + 1.0, 1);
    cr_assert(mb_figures_write(&study.ledger, rows, &(mb_chart_look){0}, folder, arena, &chart,
                               &error) == MB_OK);
    text = read_file("s-figure-f.tsv");
    cr_expect(strstr(text, "1\t6\n2\t5\n3\t4\n4\t3\n5\t2\n6\t1\n"), "%s", text);
    cr_expect(strstr(text, "8\t8\n9\t7\n"), "%s", text);
    free(text);
    text = read_file("s-figure-f.gp");
    cr_expect(strstr(text, "set label 'step dt [s]'"), "%s", text);
    free(text);
    mb_plan_free(&plan);
    cr_expect(parse(FIGURE "    kind: sweep\n    run: b\n    y: error.max\n"
                           "    x: {text: dt, values: [1]}\n") == MB_BAD_INPUT);
    cr_expect(strstr(error.text, "s.yaml:26:27: 1 values for 2 runs"), "%s", error.text);
    mb_plan_free(&plan);
}

/* The time of a branch change is the audit's: the picture says so. */
Test(quantity, a_branch_change_says_whose_time_it_is)
{
    const mb_report_run *rows[8] = {NULL};
    mb_chart chart = {.name = ""};

    cr_assert(parse(FIGURE "    kind: time\n    run: b.1\n    y: energy\n") == MB_OK);
    write_file("q.tsv", rows_of_series);
    rows[6] = make_row(0, plan.run[6].solver, "branch-change", 1e-3, 1);
    json_object_set_new(record[0], "series", json_string("q.tsv"));
    json_object_set_new(record[0], "t_reached", json_real(1.0));
    cr_assert(mb_figures_write(&study.ledger, rows, &(mb_chart_look){0}, folder, arena, &chart,
                               &error) == MB_OK);
    cr_expect(strstr(chart.caption, "the audit's, whose measure passes the threshold"), "%s",
              chart.caption);
    mb_plan_free(&plan);
}

/* ---- fuzzy controllers ---------------------------------------------------------------------- */

/* What a figure of this kind shows of a controller with this set. */
static const mb_figure_table *controller(const char *set, const char *shows)
{
    char text[1024];

    snprintf(text, sizeof text,
             "study: s\nruns:\n  - id: f\n    problem: four-bar\n"
             "    solver: fuzzy:set=%s/rk4:h=1e-2\nfigures:\n"
             "  - {id: f, where: W, title: T, says: s, kind: controller, y: %s, run: f}\n",
             set, shows);
    cr_assert(parse(text) == MB_OK, "%s", error.text);
    return &study.ledger.figure->table;
}

/* Value of a curve at the point of this input. */
static double at(const mb_figure_table *t, int curve, double x)
{
    for (int i = 0; i < t->points; i++)
        if (fabs(t->x[curve * t->points + i] - x) < 1e-12)
            return t->y[curve * t->points + i];
    return NAN;
}

/* nada2023 eqs (14), (15): five functions with centres 0.5 apart. */
Test(quantity, membership_functions_are_those_of_the_paper)
{
    const mb_figure_table *t = controller("triangular", "memberships");

    cr_assert(t->curves == 5);
    cr_expect(fabs(at(t, 2, 0.0) - 1.0) < 1e-12 && fabs(at(t, 2, 0.25) - 0.5) < 1e-12);
    cr_expect(fabs(at(t, 3, 0.25) - 0.5) < 1e-12 && at(t, 3, 0.0) == 0.0);
    cr_expect(fabs(at(t, 0, -1.0) - 1.0) < 1e-12 && at(t, 4, 0.5) == 0.0);
    mb_plan_free(&plan);
    t = controller("gaussian", "memberships");
    cr_expect(fabs(at(t, 2, 0.2) - exp(-0.5)) < 1e-12);
    mb_plan_free(&plan);
}

/* Table 1: the corners, the middle, and a rule where both inputs meet a centre. */
Test(quantity, the_control_surface_goes_through_the_rules)
{
    const mb_figure_table *t = controller("triangular", "surface");
    const int last = t->curves - 1, middle = last / 2, quarter = last / 4;

    cr_assert(t->across[0] == -1.0 && t->across[last] == 1.0);
    cr_expect(at(t, last, 1.0) == 1.0 && at(t, 0, -1.0) == -1.0);
    cr_expect(fabs(at(t, last, -1.0)) < 1e-12 && fabs(at(t, middle, 0.0)) < 1e-12);
    cr_expect(fabs(at(t, quarter, 0.0) + 0.5) < 1e-12);
    mb_plan_free(&plan);
}

/* They are drawn without any record. */
Test(quantity, figures_of_a_controller_need_no_records)
{
    static const char *const shows[] = {"memberships", "singletons", "surface"};
    const mb_report_run *rows[1] = {NULL};
    char *program = mb_gnuplot_find();

    for (int k = 0; k < 3; k++) {
        const char *script = "s-figure-f.gp", *refused = NULL;
        mb_chart chart = {.name = ""};

        controller("trapezoidal", shows[k]);
        cr_assert(mb_figures_write(&study.ledger, rows, &(mb_chart_look){0}, folder, arena, &chart,
                                   &error) == MB_OK);
        cr_expect_str_eq(chart.name, "s-figure-f");
        if (program) {
            cr_expect(mb_gnuplot_run(program, folder, &script, 1, arena, &refused, &error) ==
                      MB_OK);
            cr_expect_null(refused, "%s", refused);
        }
        mb_plan_free(&plan);
    }
    free(program);
}

Test(quantity, a_controller_is_that_of_a_run)
{
    cr_expect(parse(FIGURE "    kind: controller\n    run: b\n    y: surface\n") == MB_BAD_INPUT);
    cr_expect(strstr(error.text, "s.yaml:25:8: lagrange/rk4:h=0.01 has no fuzzy controller"), "%s",
              error.text);
    mb_plan_free(&plan);
}
