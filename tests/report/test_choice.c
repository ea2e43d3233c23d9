/* SPDX-License-Identifier: MIT */
/* Which runs of a mechanism are drawn where there is no room for all, and in which colours. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/charts/method_style.h"
#include "report/charts/palette.h"
#include "report/figures/catalogue_parts.h"
#include "report/records/relevance.h"
#include "solvers/solver.h"
#include "tests/fixtures/reports/figure_fixture.h"
#include "tests/fixtures/reports/report_fixture.h"

/* ---- which ---------------------------------------------------------------------------------- */

enum { MOST = 60 };

typedef struct group {
    mb_run_group group;
    mb_report_run row[MOST], *pointer[MOST];
    mb_track track[MOST];
    json_t *record[MOST];
} group;

/* n runs of solvers f0/i, f1/i, ... of so many formulations in turn, of class 1e-4, the first the
 * cheapest. */
static void make(group *g, int n, int formulations)
{
    memset(g, 0, sizeof *g);
    for (int i = 0; i < n; i++) {
        const char *solver;

        cr_assert(mb_arena_printf(arena, &solver, &error, "f%d/i:h=%d", i % formulations, i + 1) ==
                  MB_OK);
        g->record[i] = json_pack("{s:s, s:s, s:{s:f}, s:{s:[f]}}", "solver", solver, "status", "ok",
                                 "precision", "class", 1e-4, "cpu", "loop", i + 1.0);
        g->row[i] = mb_row_of(g->record[i], NULL);
        g->row[i].label = solver;
        g->track[i].count = 1;
        g->pointer[i] = &g->row[i];
    }
    g->group =
        (mb_run_group){.study = "s", .file = "s-p", .common = "", .count = n, .row = g->pointer};
}

static void unmake(group *g)
{
    for (int i = 0; i < MOST; i++)
        json_decref(g->record[i]);
}

/* "3 0 1": the places in the group of the runs of a part. */
static const char *drawn(const group *g, const mb_part *part)
{
    static char text[256];
    size_t used = 0;

    text[0] = '\0';
    for (int i = 0; i < part->count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%d", i ? " " : "",
                                 (int)(part->row[i] - g->row));
    return text;
}

TestSuite(choice, .init = start, .fini = stop);

Test(choice, all_of_eight_are_drawn)
{
    mb_part *part;
    group g;
    int count;

    make(&g, 8, 3);
    cr_assert_eq(mb_parts_make(&g.group, g.track, arena, &part, &count, &error), MB_OK);
    cr_assert_eq(count, 1);
    cr_expect_str_eq(drawn(&g, part), "0 1 2 3 4 5 6 7");
    cr_expect_str_eq(part->selected, "");
    cr_expect_str_eq(part->suffix, "");
    unmake(&g);
}

/* Of six formulations with two runs each the cheaper one, then the second ones of the cheapest
 * formulations. */
Test(choice, of_each_formulation_the_cheapest_that_is_right)
{
    mb_part *part;
    group g;
    int count;

    make(&g, 12, 6);
    cr_assert_eq(mb_parts_make(&g.group, g.track, arena, &part, &count, &error), MB_OK);
    cr_assert_eq(count, 1);
    cr_expect_str_eq(drawn(&g, part), "0 1 2 3 4 5 6 7");
    /* the first is not right to 1e-4 any more: the second of its formulation speaks for it */
    json_object_set_new(json_object_get(g.record[0], "precision"), "class", json_real(1e-2));
    cr_assert_eq(mb_parts_make(&g.group, g.track, arena, &part, &count, &error), MB_OK);
    cr_expect_str_eq(drawn(&g, part), "1 2 3 4 5 6 7 8");
    cr_expect(strstr(part->selected, "8 of 12 runs are drawn: of each formulation the run right to "
                                     "1e-4 at the least CPU time"),
              "%s", part->selected);
    cr_expect(strstr(part->others, "The table s-p.csv has all"), "%s", part->others);
    unmake(&g);
}

/* The dearest of 60 is drawn when it is asked for; of more than eight none is left out. */
Test(choice, what_is_highlighted_is_always_drawn)
{
    mb_part *part;
    group g;
    int count;

    make(&g, MOST, MOST);
    g.row[59].highlighted = true;
    cr_assert_eq(mb_parts_make(&g.group, g.track, arena, &part, &count, &error), MB_OK);
    cr_assert_eq(count, 1);
    cr_expect_str_eq(drawn(&g, part), "0 1 2 3 4 5 6 59");
    cr_expect(strstr(part->selected, "the highlighted ones, then of each"), "%s", part->selected);
    for (int i = 50; i < MOST; i++)
        g.row[i].highlighted = true;
    cr_assert_eq(mb_parts_make(&g.group, g.track, arena, &part, &count, &error), MB_OK);
    cr_assert_eq(count, 2);
    cr_expect_str_eq(drawn(&g, &part[0]), "50 51 52 53 54");
    cr_expect_str_eq(drawn(&g, &part[1]), "55 56 57 58 59");
    cr_expect_str_eq(part[1].suffix, "-2");
    unmake(&g);
}

Test(choice, runs_without_series_are_listed)
{
    mb_part *part;
    group g;
    int count;

    make(&g, 5, 5);
    g.track[2].count = 0;
    cr_assert_eq(mb_parts_make(&g.group, g.track, arena, &part, &count, &error), MB_OK);
    cr_assert_eq(count, 1);
    cr_expect_str_eq(drawn(&g, part), "0 1 3 4");
    cr_assert_eq(part[0].missing_count, 1);
    cr_assert_eq(part[0].missing[0], &g.row[2]);
    unmake(&g);
}

/* A run that failed comes after all that are right, one that is right but was not timed after those
 * that were. */
Test(choice, what_failed_comes_last)
{
    const mb_report_run *some[4];
    int order[4];
    group g;

    make(&g, 4, 4);
    json_object_set_new(g.record[0], "status", json_string("diverged"));
    json_object_del(g.record[1], "cpu");
    for (int i = 0; i < 4; i++) {
        g.row[i] = mb_row_of(g.record[i], NULL);
        some[i] = &g.row[i];
    }
    cr_assert_eq(mb_relevance_order(some, 4, arena, order, &error), MB_OK);
    cr_expect(order[0] == 2 && order[1] == 3 && order[2] == 1 && order[3] == 0, "%d %d %d %d",
              order[0], order[1], order[2], order[3]);
    unmake(&g);
}

/* ---- colours -------------------------------------------------------------------------------- */

static bool same(mb_method_style a, mb_method_style b)
{
    return a.colour == b.colour && a.pattern == b.pattern;
}

/* Whatever the parameters; whatever is drawn beside it. */
Test(colours, of_a_method_are_the_same_in_every_chart)
{
    const char *const one[] = {"lagrange/rk4:h=1e-3", "baumgarte:alpha=5,beta=5/heun:h=1e-3"};
    const char *const other[] = {"ggl/radau5:tol=1e-8", "baumgarte:alpha=9,beta=9/heun:h=1e-2",
                                 "lagrange/rk4:h=1e-4", "mine/rk4:h=1e-4"};
    mb_method_style a[2], b[4];

    mb_method_styles(one, 2, a);
    mb_method_styles(other, 4, b);
    cr_expect(same(a[0], b[2]) && same(a[1], b[1]));
    cr_expect_eq(a[0].colour, 0); /* blue, as the legends of all reports have it */
    cr_expect_eq(a[1].colour, 1);
    cr_expect_eq(b[3].colour, mb_method_style_of("mine/newton:h=1").colour);
}

/* Every two formulations of ours that can go with an integrator differ in colour or in dashes. */
Test(colours, tell_all_formulations_apart)
{
    int n;
    const mb_formulation *const *all = mb_formulations(&n);

    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            char a[96], b[96];

            snprintf(a, sizeof a, "%s/newton:h=1", all[i]->name);
            snprintf(b, sizeof b, "%s/newton:h=1", all[j]->name);
            cr_expect_not(same(mb_method_style_of(a), mb_method_style_of(b)), "%s, %s", a, b);
        }
}

/* Up to twelve lines differ in dashes and marks alone, as in greyscale. */
Test(colours, lines_are_told_apart_without_them)
{
    static const char *const projection[] = {"", "/direct-correction", "/mass-orthogonal"};
    static const char *const formulation[] = {"lagrange", "baumgarte", "penalty", "ali3"};
    const char *solver[MB_LINE_STYLE_COUNT];
    char text[MB_LINE_STYLE_COUNT][64];
    mb_method_style style[MB_LINE_STYLE_COUNT];

    for (int i = 0; i < MB_LINE_STYLE_COUNT; i++) {
        snprintf(text[i], sizeof text[i], "%s/rk4:h=1e-3%s", formulation[i % 4], projection[i / 4]);
        solver[i] = text[i];
    }
    mb_method_styles(solver, MB_LINE_STYLE_COUNT, style);
    for (int i = 0; i < MB_LINE_STYLE_COUNT; i++)
        for (int j = 0; j < i; j++)
            cr_expect_neq(style[i].pattern, style[j].pattern, "%s, %s", text[i], text[j]);
    cr_expect_eq(style[8].colour, style[0].colour);
}

/* Runs of one formulation, as of a study of its parameters. */
Test(colours, of_one_formulation_alone_come_in_turn)
{
    const char *const solver[] = {"baumgarte:alpha=1/rk4:h=1", "baumgarte:alpha=2/rk4:h=1",
                                  "baumgarte:alpha=3/rk4:h=1"};
    mb_method_style style[3];

    mb_method_styles(solver, 3, style);
    for (int i = 0; i < 3; i++)
        cr_expect_eq(style[i].colour, i);
}
