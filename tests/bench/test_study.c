/* SPDX-License-Identifier: MIT */
/* The study loader: what it makes of good files. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/environment.h"
#include "bench/search.h"
#include "bench/series.h"
#include "solvers/solver.h"
#include "tests/fixtures/study_text.h"

#define HEAD "study: s\nruns:\n  - id: a\n    problem: four-bar\n" /* four lines */
#define RUN HEAD "    solver: lagrange/rk4:h=1e-3\n"               /* five */

Test(study, one_run)
{
    good_with("study: s\ntitle: A title\nsource: x2020\nruns:\n  - id: a\n    problem: four-bar\n"
              "    solver: lagrange/rk4:h=1e-3\n    t_end: 2.5\n",
              NULL);
    cr_assert_str_eq(study.ledger.study, "s");
    cr_assert_str_eq(study.ledger.title, "A title");
    cr_assert_str_eq(study.ledger.source, "x2020");
    cr_assert(plan.count == 1 && study.runs == 1);
    cr_assert_str_eq(plan.run[0].id, "a");
    cr_assert_str_eq(plan.run[0].solver, "lagrange/rk4:h=0.001");
    cr_assert(plan.run[0].t_end == 2.5 && plan.run[0].to == 0);
    mb_plan_free(&plan);
}

Test(study, problems_outermost_then_solvers_then_grid)
{
    static const char *const solvers[] = {
        "baumgarte:alpha=1,beta=3/rk4:h=0.001", "baumgarte:alpha=1,beta=4/rk4:h=0.001",
        "baumgarte:alpha=2,beta=3/rk4:h=0.001", "baumgarte:alpha=2,beta=4/rk4:h=0.001",
        "lagrange/rk4:h=0.001"};

    good_with(
        "study: s\nruns:\n  - id: a\n    problem:\n      - four-bar\n      - double-four-bar\n"
        "    solver:\n      - baumgarte:alpha={x},beta={y}/rk4:h=1e-3\n"
        "      - lagrange/rk4:h=1e-3\n    grid:\n      x: [1, 2]\n      y: [3, 4]\n",
        NULL);
    cr_assert(plan.count == 10);
    for (int i = 0; i < 10; i++) {
        char id[16];

        snprintf(id, sizeof id, "a.%d", i + 1);
        cr_expect_str_eq(plan.run[i].id, id);
        cr_expect_str_eq(plan.run[i].problem, i < 5 ? "four-bar" : "double-four-bar");
        cr_expect_str_eq(plan.run[i].solver, solvers[i % 5]);
        cr_expect(plan.run[i].to == i / 5 * 5, "run %d refers to %d", i, plan.run[i].to);
    }
    mb_plan_free(&plan);
}

Test(study, ranges)
{
    good_with(HEAD "    solver: baumgarte:alpha={x},beta=1/rk4:h={h}\n    t_end: \"{t}\"\n"
                   "    grid:\n      x: {linear: [0, 1], points: 11}\n"
                   "      h: {log: [1e-4, 1e-2], points: 3}\n      t: [1, 2]\n",
              NULL);
    cr_assert(plan.count == 66);
    cr_expect_str_eq(plan.run[0].solver, "baumgarte:alpha=0,beta=1/rk4:h=0.0001");
    cr_expect_str_eq(plan.run[2].solver, "baumgarte:alpha=0,beta=1/rk4:h=0.001");
    cr_expect_str_eq(plan.run[18].solver, "baumgarte:alpha=0.3,beta=1/rk4:h=0.0001");
    cr_expect_str_eq(plan.run[65].solver, "baumgarte:alpha=1,beta=1/rk4:h=0.01");
    cr_expect(plan.run[0].t_end == 1.0 && plan.run[1].t_end == 2.0);
    cr_expect(plan.run[2].to == 0 && plan.run[3].to == 1); /* the same end time */
    mb_plan_free(&plan);
}

Test(study, quick_takes_three_points_and_a_tenth)
{
    const mb_study_options quick = {.quick = true, .t_end = NAN};

    good_with(HEAD "    solver: baumgarte:alpha={x}/rk4:h=1e-3\n    t_end: 4\n    grid:\n"
                   "      x: {linear: [0, 8], points: 9}\n",
              &quick);
    cr_assert(plan.count == 3);
    cr_expect_str_eq(plan.run[1].solver, "baumgarte:alpha=4/rk4:h=0.001");
    cr_expect_str_eq(plan.run[2].solver, "baumgarte:alpha=8/rk4:h=0.001");
    cr_expect(plan.run[0].t_end == 0.4);
    mb_plan_free(&plan);
    good_with(HEAD
              "    solver: lagrange/rk4:h={h}\n    t_end: 4\n    grid:\n"
              "      h: [1e-1, 1e-2, 1e-3, 1e-4]\n    quick:\n      t_end: 3\n      points: 1\n",
              &quick);
    cr_assert(plan.count == 1);
    cr_expect(plan.run[0].t_end == 3.0);
    cr_expect_str_eq(plan.run[0].id, "a");
    mb_plan_free(&plan);
}

Test(study, quick_runs_take_twenty_steps_but_not_more_time)
{
    cr_expect(mb_quick_t_end(10.0, "lagrange/rk4:h=1e-3") == 1.0);
    cr_expect(mb_quick_t_end(10.0, "lagrange/rk4:h=0.1") == 2.0);
    cr_expect(mb_quick_t_end(1.0, "lagrange/rk4:h=0.1") == 1.0);
}

Test(study, end_time_of_the_option_is_everyones)
{
    const mb_study_options options = {.quick = false, .t_end = 0.25};

    good_with(RUN "    t_end: 4\n", &options);
    cr_expect(plan.run[0].t_end == 0.25);
    mb_plan_free(&plan);
}

Test(study, flow_lists_of_quoted_specs_or_of_such_without_commas_are_read)
{
    good_with(HEAD "    solver: [\"baumgarte:alpha=1,beta=2/rk4:h=1e-3\", 'lagrange/rk4:h=1e-3']\n",
              NULL);
    cr_assert(plan.count == 2);
    mb_plan_free(&plan);
    good_with(HEAD "    solver: [lagrange/rk4:h=1e-3, ali3/newmark:h=1e-2]\n", NULL);
    cr_assert(plan.count == 2);
    cr_expect_str_eq(plan.run[1].solver, "ali3/newmark:h=0.01");
    mb_plan_free(&plan);
}

Test(study, timing_and_series_of_an_entry)
{
    good_with(RUN "    timing: no\n    series: none\n  - id: b\n    problem: four-bar\n"
                  "    solver: lagrange/rk4:h=1e-2\n    series: [outputs, rows]\n  - id: c\n"
                  "    problem: four-bar\n    solver: lagrange/rk4:h=1e-1\n    timing: yes\n",
              NULL);
    cr_assert(plan.count == 3);
    cr_expect(!plan.run[0].timing && plan.run[0].series == MB_SERIES_NONE);
    cr_expect(plan.run[1].timing);
    cr_expect(plan.run[1].series ==
              (MB_SERIES_FILE | 1u << MB_SERIES_OUTPUTS | 1u << MB_SERIES_CONSTRAINTS));
    cr_expect(plan.run[2].timing && plan.run[2].series == MB_SERIES_FILE);
    mb_plan_free(&plan);
}

Test(study, every_shipped_one_loads)
{
    for (int quick = 0; quick < 2; quick++) {
        const mb_study_options options = {.quick = quick, .t_end = NAN};

        for (const mb_embedded *s = mb_shipped_studies; s->name; s++) {
            mb_error err = {MB_OK, ""};

            cr_assert(mb_plan_create(&plan, &err) == MB_OK);
            cr_expect(mb_study_load(s->name, &options, &plan, &study, &err) == MB_OK, "%s",
                      err.text);
            cr_expect_str_eq(study.ledger.study, s->name);
            mb_plan_free(&plan);
        }
    }
}

/* Whether an integrator runs with a fixed step, and with a tolerance */
static int ways(const mb_integrator *integrator)
{
    int h = mb_param_index(integrator->params, "h");
    int tol = mb_param_index(integrator->params, "tol");

    return (h >= 0) + (tol >= 0 && (h < 0 || !integrator->params[h].required));
}

/* No run stands twice, which the loader checks, and all names are of the registries: a full count
 * is a full cross */
Test(study, compositions_has_every_composition_on_every_problem)
{
    const mb_study_options options = {.quick = false, .t_end = NAN};
    int problems, formulations, projections, integrators, runs = 0, both = 0;
    mb_error err = {MB_OK, ""};

    mb_problems(&problems);
    mb_formulations(&formulations);
    mb_projections(&projections);
    mb_integrators(&integrators);
    for (int i = 0; i < integrators; i++)
        both += ways(mb_integrators(&integrators)[i]);
    cr_assert(mb_plan_create(&plan, &err) == MB_OK);
    cr_assert(mb_study_load("compositions", &options, &plan, &study, &err) == MB_OK, "%s",
              err.text);
    for (int i = 0; i < plan.count; i++)
        runs += strncmp(plan.run[i].id, "linear.", 7) != 0;
    cr_assert(runs == problems * formulations * both * (projections + 1), "%d runs", runs);
    mb_plan_free(&plan);
}

/* `all` is every problem of the registry, in its order, but those of `but` */
Test(study, all_stands_for_every_problem)
{
    int n, other = 0;
    const mb_problem *const *all = mb_problems(&n);

    good_with("study: s\nruns:\n  - id: a\n    problem: all\n    but: [bricard, door]\n"
              "    solver: lagrange/rk4:h=1e-3\n  - id: b\n    problem:\n      - n-four-bar:N=3\n"
              "      - all\n    solver: lagrange/rk4:h=1e-3\n",
              NULL);
    cr_assert(plan.count == n - 2 + n + 1, "%d runs of %d problems", plan.count, n);
    for (int i = 0; i < n - 2; i++, other++) {
        while (strcmp(all[other]->name, "bricard") == 0 || strcmp(all[other]->name, "door") == 0)
            other++;
        cr_expect_str_eq(plan.run[i].problem, all[other]->name);
        cr_expect(plan.run[i].t_end == all[other]->t_end);
    }
    cr_expect_str_eq(plan.run[n - 2].problem, "n-four-bar:N=3");
    cr_expect_str_eq(plan.run[n - 1].problem, all[0]->name);
    mb_plan_free(&plan);
    bad("study: s\nruns:\n  - id: a\n    problem: all\n    but: [brickard]\n"
        "    solver: lagrange/rk4:h=1e-3\n",
        "5:11", "did you mean 'bricard'?");
    bad("study: s\nruns:\n  - id: a\n    problem: four-bra\n    solver: lagrange/rk4:h=1e-3\n",
        "4:14", "did you mean 'four-bar'?");
}

Test(study, several_classes_are_runs_that_share_a_search)
{
    good_with("study: s\nruns:\n  - id: a\n    problem:\n      - four-bar\n      - pendulum\n"
              "    solver:\n      - lagrange/rk4:h=1e-3\n      - ggl/radau5:tol=1e-6\n"
              "    t_most: 3\n    timing: near\n"
              "    search: {reach: [1e-2, 1e-6], steps: 100, budget: 4}\n",
              NULL);
    cr_assert(plan.count == 8);
    for (int i = 0; i < 8; i++) {
        const mb_run *run = &plan.run[i];

        cr_expect(run->number == i + 1 && run->continues == (i % 2 == 1));
        cr_expect(run->search->reach == (i % 2 ? 1e-6 : 1e-2) && run->search->budget == 4.0);
        cr_expect(run->to == i / 4 * 4 + i % 2, "%d refers to %d, of its class", i, run->to);
        cr_expect(run->timing == MB_TIMED_NEAR && run->t_end == 3.0);
        cr_expect_str_eq(run->solver, i % 4 < 2 ? "lagrange/rk4:h=0.03" : "ggl/radau5:tol=1e-06");
    }
    mb_plan_free(&plan);
}

/* The others keep their numbers, so that their records count. */
Test(study, added_solvers_are_runs_of_their_own)
{
    static const char *const added[] = {"ali3/newmark:h=1e-3", "lagrange/heun:h=1e-3"};
    const mb_study_options options = {.t_end = NAN, .added = 2, .add = added};

    good_with(RUN, &options);
    cr_assert(plan.count == 3, "%d", plan.count);
    cr_expect_str_eq(plan.run[0].id, "a");
    cr_expect_str_eq(plan.run[1].id, "a.added.1");
    cr_expect_str_eq(plan.run[1].solver, "ali3/newmark:h=0.001");
    cr_expect_str_eq(plan.run[2].id, "a.added.2");
    cr_expect(plan.run[2].to == 0 && plan.run[1].to == 0);
    mb_plan_free(&plan);
}

Test(study, lists_of_solvers)
{
    good_with("study: s\nlists:\n  mine:\n    - lagrange/rk4:h=1e-3\n    - other\n  other:\n"
              "    - ali3/newmark:h=1e-3\n    - lagrange/rk4:h=1e-3\nruns:\n  - id: a\n"
              "    problem: four-bar\n    solver:\n      - penalty/rk4:h=1e-3\n      - mine\n",
              NULL);
    cr_assert(plan.count == 3, "%d", plan.count);
    cr_expect_str_eq(plan.run[1].solver, "lagrange/rk4:h=0.001");
    cr_expect_str_eq(plan.run[2].solver, "ali3/newmark:h=0.001");
    mb_plan_free(&plan);
}

/* A search is a cell of its own, by what it is for and where it begins. */
Test(study, searches)
{
    static const char *const search[] = {"{reach: 1e-4}", "{reach: 1e-6}", "{energy: 0.1}",
                                         "{limits: {energy: 0.1}}", "{gap: 1e-6, drift: 1e-3}"};
    uint64_t cell[6], key;

    good_with(RUN, NULL);
    cr_expect(!plan.run[0].search);
    cell[5] = plan.run[0].cell;
    key = plan.run[0].key;
    mb_plan_free(&plan);
    for (int i = 0; i < 5; i++) {
        const mb_search_goal *goal;
        char text[512];

        snprintf(text, sizeof text, RUN "    search: %s\n", search[i]);
        good_with(text, NULL);
        goal = plan.run[0].search;
        cr_assert(goal);
        cr_expect(i < 2 ? goal->reach == (i ? 1e-6 : 1e-4) : isnan(goal->reach));
        cr_expect(i == 2 || i == 3 ? goal->limit[MB_SEARCH_ENERGY] == 0.1
                                   : isnan(goal->limit[MB_SEARCH_ENERGY]));
        cr_expect(i == 4 ? goal->limit[MB_SEARCH_GAP] == 1e-6 : isnan(goal->limit[MB_SEARCH_GAP]));
        cell[i] = plan.run[0].cell;
        cr_expect(plan.run[0].key != key, "a search is no run of its start");
        mb_plan_free(&plan);
    }
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < i; j++)
            cr_expect((cell[i] == cell[j]) == (i == 3 && j == 2), "%s, %s", search[i % 5],
                      search[j]);
}
