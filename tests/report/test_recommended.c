/* SPDX-License-Identifier: MIT */
/* Advice and the tables of regions and of the cheapest solvers. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/answers/advise.h"
#include "report/answers/answer_tables.h"
#include "report/figures/figures.h"
#include "tests/fixtures/reports/figure_fixture.h"
#include "tests/fixtures/reports/report_fixture.h"

TestSuite(recommended, .init = start, .fini = drop);

/* ---- advice --------------------------------------------------------------------------------- */

/* Costs and errors: A cheap but wrong, B and C right, C cheaper; D failed. */
Test(recommended, advice_takes_the_cheapest_that_keeps_the_limits)
{
    const double limit[MB_LIMITS] = {[MB_LIMIT_GAP] = NAN,
                                     [MB_LIMIT_VIOLATION] = NAN,
                                     [MB_LIMIT_DRIFT] = 1e-2,
                                     [MB_LIMIT_ERROR] = 1e-4};
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

/* How right a made row is. */
static void grade(int i, double gap, double drift, const char *class, int unconverged)
{
    char text[200];

    snprintf(text, sizeof text, "{\"gap\":%g,\"drift\":%g,\"error\":null,\"class\":%s}", gap, drift,
             class);
    json_object_set_new(record[i], "precision", json_loads(text, 0, NULL));
    json_object_set_new(record[i], "counters", json_pack("{s:i}", "unconverged", unconverged));
}

static char *advice_text(const mb_advice *advice, const double *limit)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    mb_put_advice(out, advice, "four-bar", limit);
    fclose(out);
    return text;
}

/* A is cheapest and keeps the gap, but has lost its energy; B is right; C has steps that did not
 * converge and no error to prove them. */
Test(recommended, what_is_not_right_is_listed_apart_with_why)
{
    double limit[MB_LIMITS] = {1e-6, NAN, NAN, NAN};
    mb_digest digest = {.row_count = 3, .row = row};
    mb_advice advice;
    char *text;

    make_row(0, "A", "ok", 1, 1);
    make_row(1, "B", "ok", 1, 8);
    make_row(2, "C", "ok", 1, 2);
    for (int i = 0; i < 3; i++)
        json_object_del(record[i], "error");
    grade(0, 1e-16, 0.94, "null", 0);
    grade(1, 1e-9, 1e-5, "1e-4", 0);
    grade(2, 1e-9, 1e-5, "null", 3);
    json_object_set_new(record[1], "rank", json_pack("{s:f}", "lost", 0.147));
    cr_assert(mb_advise(&digest, "four-bar", limit, arena, &advice, &error) == MB_OK);
    cr_assert(advice.count == 3 && advice.meet == 1 && advice.wrong == 2);
    cr_expect_str_eq(advice.candidate[0].row->solver, "B");
    text = advice_text(&advice, limit);
    cr_expect(strstr(text, "four-bar with gap <= 1e-6 (of the mechanism's size): 1 of 3"), "%s",
              text);
    cr_expect(strstr(text, "  A: drift 0.94 of the largest kinetic energy\n"), "%s", text);
    cr_expect(strstr(text, "  C: 3 accepted steps have not converged"), "%s", text);
    cr_expect(strstr(text, "D loses rank at t = 0.147 s"), "%s", text);
    cr_expect(strstr(text, "No run has an error against a reference"), "%s", text);
    free(text);
}

/* Where a run lost rank, and until when it went. */
static void lose(int i, double lost, double reached)
{
    json_object_set_new(record[i], "rank", json_pack("{s:f}", "lost", lost));
    json_object_set_new(record[i], "t_reached", json_real(reached));
}

/* A motion that is wrong comes to the singular position too early. */
Test(recommended, right_motions_tell_where_rank_is_lost)
{
    double limit[MB_LIMITS] = {1e-6, NAN, NAN, NAN};
    mb_digest digest = {.row_count = 3, .row = row};
    mb_advice advice;

    make_row(0, "A", "diverged", 1, 1);
    make_row(1, "B", "ok", 1, 8);
    make_row(2, "C", "ok", 1, 2);
    grade(1, 1e-9, 1e-5, "1e-4", 0);
    grade(2, 0.1, 0.9, "null", 0);
    lose(0, 0.24, 0.3);
    lose(1, 0.39, 2.0);
    lose(2, 0.31, 2.0);
    cr_assert(mb_advise(&digest, "four-bar", limit, arena, &advice, &error) == MB_OK);
    cr_expect_float_eq(advice.rank_lost, 0.39, 0.0);
    json_object_del(record[1], "rank");
    cr_assert(mb_advise(&digest, "four-bar", limit, arena, &advice, &error) == MB_OK);
    cr_expect(isnan(advice.rank_lost), "the right one went past both");
    json_object_set_new(record[1], "t_reached", json_real(0.25));
    cr_assert(mb_advise(&digest, "four-bar", limit, arena, &advice, &error) == MB_OK);
    cr_expect_float_eq(advice.rank_lost, 0.31, 0.0);
    grade(1, 0.1, 0.9, "null", 0);
    cr_assert(mb_advise(&digest, "four-bar", limit, arena, &advice, &error) == MB_OK);
    cr_expect_float_eq(advice.rank_lost, 0.24, 0.0, "none is right");
}

/* Who limits the drift and gets it takes what is in no class for its drift alone. */
Test(recommended, a_part_that_was_limited_may_be_as_large_as_asked)
{
    double limit[MB_LIMITS] = {1e-6, NAN, 100.0, NAN};
    mb_digest digest = {.row_count = 1, .row = row};
    mb_advice advice;

    make_row(0, "A", "ok", 1.0, 1); /* 10 J */
    grade(0, 1e-16, 0.94, "null", 0);
    cr_assert(mb_advise(&digest, "four-bar", limit, arena, &advice, &error) == MB_OK);
    cr_expect(advice.meet == 1 && advice.wrong == 0);
    limit[MB_LIMIT_DRIFT] = 1.0;
    cr_assert(mb_advise(&digest, "four-bar", limit, arena, &advice, &error) == MB_OK);
    cr_expect(advice.meet == 0 && advice.wrong == 0 && advice.candidate[0].standing == MB_MISSES);
}

/* Records of before precision was measured are advised, and said to be such. */
Test(recommended, old_records_are_said_to_be_unmeasured)
{
    double limit[MB_LIMITS] = {NAN, NAN, 100.0, NAN};
    mb_digest digest = {.row_count = 1, .row = row};
    mb_advice advice;
    char *text;

    make_row(0, "A", "ok", 1.0, 1);
    cr_assert(mb_advise(&digest, "four-bar", limit, arena, &advice, &error) == MB_OK);
    cr_expect(advice.meet == 1);
    text = advice_text(&advice, limit);
    cr_expect(strstr(text, "1 of the records do not say how right they are"), "%s", text);
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
static mb_paper paper_with(const mb_report_run **rows)
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
Test(recommended, the_region_is_the_largest_rectangle_that_keeps_the_limit)
{
    static const double e[] = {0.1, 0.2, 0.3, 9, 0.7, 0.01}; /* alpha outermost, h inside */
    const mb_report_run *rows[8] = {NULL};
    mb_digest digest = {.row_count = 6, .row = row};
    mb_paper paper;
    mb_table table;

    parse_map();
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
Test(recommended, no_region_where_nothing_keeps_the_limit)
{
    const mb_report_run *rows[8] = {NULL};
    mb_digest digest = {.row_count = 6, .row = row};
    mb_paper paper;
    mb_table table;

    parse_map();
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
Test(recommended, the_cheapest_solver_of_each_limit_and_the_next_method)
{
    static const char *const solver[] = {"lagrange/rk4:h=0.01", "lagrange/rk4:h=0.001",
                                         "lagrange/heun:h=0.01", "lagrange/heun:h=0.001"};
    static const double e[] = {1e-3, 1e-7, 1e-5, 1e-9}, cpu[] = {1, 10, 2, 20};
    static const int first[] = {0, 2, 1, 3};
    static const double limit[] = {1e-2, 1e-4, 1e-6, 1e-8}, next[] = {2, 5, 2, NAN};
    mb_report_run *of_group[4] = {&row[0], &row[1], &row[2], &row[3]};
    mb_run_group group = {.study = "s", .problem = "four-bar", .count = 4, .row = of_group};
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
