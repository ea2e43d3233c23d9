/* SPDX-License-Identifier: MIT */
/* Claims and errata in study files: what is made of good ones, and where bad ones are refused. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/study_text.h"

/* Entries a (three runs over h), b (one run), g (2 x 2 runs); the claims begin at line 22. */
#define RUNS                                                                                       \
    "study: s\ntitle: A title\nsource: x2020\nruns:\n"                                             \
    "  - id: a\n    problem: four-bar\n    solver: lagrange/rk4:h={h}\n"                           \
    "    grid: {h: [1e-2, 1e-3, 1e-4]}\n"                                                          \
    "  - id: b\n    problem: four-bar\n    solver: lagrange/rk4:h=1e-3\n    timing: no\n"          \
    "    series: none\n"                                                                           \
    "  - id: g\n    problem: four-bar\n    solver: \"penalty:alpha={x}/rk4:h={h}\"\n    grid:\n"   \
    "      x: [1e6, 1e7]\n      h: [1e-3, 1e-4]\n"                                                 \
    "claims:\n"                                                                                    \
    "  - id: c\n    where: here\n    says: so\n"
#define CLAIM(kind) RUNS "    kind: " kind "\n" /* what follows begins at line 25 */

/* ---- good ----------------------------------------------------------------------------------- */

Test(claims, texts_and_runs)
{
    const mb_ledger *l = good(CLAIM("bound") "    metric: energy.max_abs\n    run: [b, a.2, g]\n"
                                             "    max: 0.1\n    unit: J\n    reading: r\n"
                                             "    because: w\n    published: p\n");
    const mb_study_claim *c = &l->claim[0];
    static const int runs[] = {3, 1, 4, 5, 6, 7}, first[] = {0, 1, 2, 6};

    cr_assert(l->claims == 1 && l->runs == 8 && l->errata == 0);
    cr_assert_str_eq(l->study, "s");
    cr_assert_str_eq(l->title, "A title");
    cr_assert_str_eq(l->source, "x2020");
    cr_assert_str_eq(l->run[1].id, "a.2");
    cr_assert(strlen(l->run[1].cell) == 16);
    cr_assert(c->kind == MB_CLAIM_BOUND && c->max == 0.1 && isnan(c->min));
    cr_assert_str_eq(c->id, "c");
    cr_assert_str_eq(c->where, "here");
    cr_assert_str_eq(c->says, "so");
    cr_assert_str_eq(c->unit, "J");
    cr_assert_str_eq(c->reading, "r");
    cr_assert_str_eq(c->because, "w");
    cr_assert_str_eq(c->published, "p");
    cr_assert_str_eq(c->metric.text, "energy.max_abs");
    cr_assert(c->run.items == 3 && c->run.runs == 6);
    cr_assert_arr_eq(c->run.run, runs, sizeof runs);
    cr_assert_arr_eq(c->run.first, first, sizeof first);
    mb_plan_free(&plan);
}

Test(claims, parameters_of_trends_and_orders)
{
    const mb_ledger *l =
        good(CLAIM("order") "    metric: error.max\n    run: a\n    value: 4\n    tolerance: 0.1\n"
                            "  - id: d\n    where: w\n    says: s\n    kind: trend\n"
                            "    metric: error.max\n    run: [g.4, g.2]\n    over: alpha\n"
                            "    direction: flat\n");

    cr_assert(l->claim[0].x[0] == 1e-2 && l->claim[0].x[2] == 1e-4);
    cr_assert_str_eq(l->claim[0].over, "h");
    cr_assert(l->claim[1].x[0] == 1e7 && l->claim[1].x[1] == 1e6);
    cr_assert(l->claim[1].direction == MB_FLAT && l->claim[1].factor == 2.0);
    mb_plan_free(&plan);
}

/* A default of the spec counts as well as a given value, and so does one of the problem. */
Test(claims, parameters_are_looked_up_with_their_defaults)
{
    const mb_ledger *l =
        good("study: s\nruns:\n  - id: a\n    problem: \"n-four-bar:N={n}\"\n"
             "    solver: lagrange/rk4:h=1e-3\n    grid: {n: [1, 10]}\n"
             "claims:\n  - id: c\n    where: w\n    says: s\n    kind: trend\n    run: a\n"
             "    metric: cpu.per_step_us\n    over: N\n    direction: up\n");

    cr_assert(l->claim[0].x[0] == 1.0 && l->claim[0].x[1] == 10.0);
    mb_plan_free(&plan);
}

Test(claims, an_ordering_of_one_entry_is_of_its_runs)
{
    const mb_ledger *l = good(CLAIM("ordering") "    metric: error.max\n    run: a\n");

    cr_assert(l->claim[0].run.items == 3 && l->claim[0].run.runs == 3);
    cr_assert(l->claim[0].than.items == 0 && l->claim[0].by == 1.0);
    mb_plan_free(&plan);
}

Test(claims, numbered_runs_that_a_quick_grid_lacks)
{
    const mb_study_options quick = {.quick = true, .t_end = NAN};

    good_with(CLAIM("trend") "    metric: error.max\n    run: [a.2, a.9]\n    over: h\n"
                             "    direction: up\n",
              &quick);
    mb_plan_free(&plan);
}

Test(claims, errata)
{
    const mb_ledger *l =
        good(CLAIM("test") "    test: t\n    verdict: reproduced\nerrata:\n  - id: e1\n    where: "
                           "eq. (1)\n    prints: 0\n"
                           "    right: 1\n    evidence: {claim: c}\n  - id: e2\n    where: x\n"
                           "    prints: y\n    right: z\n    evidence:\n      test: name\n");

    cr_assert(l->errata == 2);
    cr_assert_str_eq(l->erratum[0].prints, "0");
    cr_assert(l->erratum[0].claim == 0 && !l->erratum[0].test);
    cr_assert(l->erratum[1].claim == -1);
    cr_assert_str_eq(l->erratum[1].test, "name");
    mb_plan_free(&plan);
}

/* ---- bad ------------------------------------------------------------------------------------ */

Test(claims, keys)
{
    bad("study: s\nruns:\n  - id: a\n    problem: four-bar\n    solver: lagrange/rk4:h=1e-3\n"
        "claims: 3\n",
        "6:9", "must be a list");
    bad(RUNS, "21:5", "needs 'kind'");
    bad(CLAIM("bond"), "24:11", "did you mean 'bound'?");
    bad(CLAIM("xxxxxxxxx"), "24:11", "there are value, bound, magnitude, ratio, ordering");
    bad(CLAIM("bound") "    metric: h\n    run: a\n", "21:5", "needs 'min' or 'max'");
    bad(CLAIM("bound") "    metric: h\n    run: a\n    max: 1\n    than: a\n", "28:5",
        "leave it out");
    bad(CLAIM("bound") "    metrics: h\n", "25:5", "did you mean 'metric'?");
    bad(CLAIM("value") "    metric: h\n    run: a\n    value: 1\n", "21:5", "needs 'tolerance'");
    bad(CLAIM("ratio") "    metric: h\n    run: a\n    value: 1\n", "21:5", "needs 'than'");
    bad(CLAIM("untestable"), "21:5", "needs 'because'");
    bad(CLAIM("status") "    run: b\n", "21:5", "needs 'is'");
    bad(CLAIM("test") "    test: x\n    verdict: reproduced\n  - id: c\n    where: h\n    says: "
                      "s\n    kind: test\n"
                      "    test: y\n    verdict: reproduced\n",
        "27:9", "stands twice");
    bad(CLAIM("test") "    test: x\n    verdict: reproduced\n  - id: a b\n    where: h\n    says: "
                      "s\n    kind: test\n"
                      "    test: y\n    verdict: reproduced\n",
        "27:9", "letters, digits");
    bad(CLAIM("test") "    test: x\n", "21:5", "needs 'verdict'");
    bad(CLAIM("test") "    test: x\n    verdict: maybe\n", "26:14",
        "expected one of reproduced, deviates, contradicted");
}

Test(claims, values)
{
#define BOUND CLAIM("bound") "    metric: h\n    run: b\n" /* 26 lines */
    bad(BOUND "    max: x\n", "27:10", "'x'");
    bad(BOUND "    max: [1]\n", "27:10", "not a list");
    bad(BOUND "    max: 1\n    min: 2\n", "28:10", "min 2 is above max 1");
    bad(BOUND "    max: 1\n    unit: \"\"\n", "28:11", "is empty");
    bad(CLAIM("value") "    metric: h\n    run: b\n    value: 1\n    tolerance: -1\n", "28:16",
        "at least 0");
    bad(CLAIM("value") "    metric: h\n    run: b\n    value: 1\n    tolerance: 1\n"
                       "    relative: maybe\n",
        "29:15", "expected one of no, yes");
    bad(CLAIM("magnitude") "    metric: h\n    run: b\n    value: 0\n", "27:12", "no factor");
    bad(CLAIM("magnitude") "    metric: h\n    run: b\n    value: 1\n    factor: 0.5\n", "28:13",
        "at least 1");
    bad(CLAIM("trend") "    metric: h\n    run: a\n    over: h\n    direction: left\n", "28:16",
        "expected one of up, down, flat");
    bad(CLAIM("trend") "    metric: h\n    run: a\n    over: h\n    direction: up\n"
                       "    factor: 3\n",
        "29:13", "leave it out");
    bad(CLAIM("status") "    run: b\n    is: [ok, divergd]\n", "26:14", "did you mean 'diverged'?");
    bad(CLAIM("status") "    run: b\n    is: []\n", "26:9", "empty list");
    bad(CLAIM("share") "    run: b\n    is: ok\n    min: 0.5\n    metric: h\n    below: 1\n",
        "21:5", "one of the two");
    bad(CLAIM("share") "    run: b\n    min: 0.5\n", "21:5", "one of the two");
    bad(CLAIM("share") "    run: b\n    min: 0.5\n    metric: h\n", "21:5", "go together");
    bad(CLAIM("share") "    run: b\n    is: ok\n    max: 90\n", "21:5", "between 0 and 1");
    bad(CLAIM("share") "    run: b\n    is: ok\n", "21:5", "or 'than'");
    bad(CLAIM("share") "    run: b\n    is: ok\n    than: a\n    max: 1\n", "21:5",
        "one of the two");
    bad(CLAIM("share") "    run: b\n    is: ok\n    max: 1\n    of: all\n", "28:9",
        "expected one of runs, changes");
    bad(CLAIM("share") "    run: a\n    metric: h\n    than: a\n    common: yes\n", "21:5",
        "needs 'metric', 'than' and 'min' or 'max'");
    bad(CLAIM("share") "    run: a\n    metric: h\n    than: b\n    common: yes\n    max: 1\n",
        "27:11", "here are 3 runs and 1");
    bad(CLAIM("share") "    run: b\n    metric: h\n    below: 1\n    max: 1\n    given: h\n",
        "21:5", "go together");
    bad(CLAIM("share") "    run: b\n    metric: h\n    below: 1\n    than: b\n    given: h\n"
                       "    given_below: 1\n",
        "21:5", "has no 'than'");
    bad(CLAIM("order") "    metric: h\n    run: a\n    value: 1\n    tolerance: 1\n"
                       "    limit: open\n",
        "29:12", "expected one of zero, free");
    bad(CLAIM("limit") "    metric: h\n    run: [a.1, a.2]\n    value: 1\n    tolerance: 1\n",
        "26:10", "from three runs");
}

Test(claims, runs)
{
    bad(CLAIM("bound") "    metric: h\n    run: z\n    max: 1\n", "26:10", "the id 'z'");
    bad(CLAIM("bound") "    metric: h\n    run: [b, a.4]\n    max: 1\n", "26:14", "the id 'a.4'");
    bad(CLAIM("bound") "    metric: h\n    run: b.1\n    max: 1\n", "26:10", "the id 'b.1'");
    bad(CLAIM("bound") "    metric: h\n    run: []\n    max: 1\n", "26:10", "empty list");
    bad(CLAIM("bound") "    metric: h\n    run: {a: b}\n    max: 1\n", "26:10", "single text");
    bad(CLAIM("ordering") "    metric: h\n    run: b\n", "26:10", "needs 'than'");
    bad(CLAIM("ordering") "    metric: h\n    run: b\n    than: c\n", "27:11", "'than' names one");
    bad(CLAIM("order") "    metric: h\n    run: b\n    value: 1\n    tolerance: 1\n", "26:10",
        "at least two runs");
    bad(CLAIM("order") "    metric: h\n    run: g\n    value: 1\n    tolerance: 1\n", "26:10",
        "runs g.1 and g.3 have the same h");
#define TREND(run, over)                                                                           \
    CLAIM("trend") "    metric: h\n    run: " run "\n    over: " over "\n    direction: up\n"
    bad(TREND("a", "omega"), "27:11", "not every run has a number 'omega'");
    bad(TREND("[g.1, g.2]", "alpha"), "27:11", "the same in all runs");
    bad(TREND("g", "alpha"), "27:11", "runs g.1 and g.2 have the same alpha");
}

/* Entry b has timing: no and series: none, a and g have the standard columns. */
Test(claims, what_runs_do_not_measure)
{
#define METRIC(metric, run) CLAIM("bound") "    metric: " metric "\n    run: " run "\n    max: 1\n"
    bad(METRIC("cpu.per_step_us", "b"), "25:13", "the times of run b, whose entry has timing: no");
    bad(METRIC("energy@max", "[a, b]"), "25:13", "the series of run b");
    bad(METRIC("search.value", "a"), "25:13", "the search of run a.1, whose entry has none");
    bad(METRIC("outputs.P.x@last", "a"), "25:13", "write series: [outputs] in its entry");
    bad(METRIC("h / rows.1@max", "g.2"), "25:13", "the series of run g.2 has no column rows.1");
    bad(CLAIM("ordering") "    metric: cpu\n    run: a.1\n    than: g.1\n", "25:13",
        "of runs a.1 and g.1 do not compare");
    good(METRIC("cpu", "[a.1, g.1]"));
    mb_plan_free(&plan);
}

static const struct {
    const char *metric, *words;
} metrics[] = {
    {"energy.maxabs", "no number of a record"},
    {"position.l2", "no number of a record"},
    {"position.l3.max", "no number of a record"},
    {"outputs.", "no number of a record"},
    {"energy.max_abs/2", "no number of a record"},
    {"h +", "expected one term, or two"},
    {"h + h + h", "expected one term, or two"},
    {"h ^ 2", "'^' is no operator"},
    {"energy@maximum", "'maximum' is no function of a series; expected one of max, min, top"},
    {"@max", "names no column"},
    {"energy@max(1;2)", "no span of time"},
    {"energy@max(2,1)", "no span of time"},
    {"energy@max(1,2", "no span of time"},
    {"energy@max(1,2)x", "no span of time"},
    {"energy@max (1,2)", "expected one term, or two"},
};

Test(claims, metrics)
{
    char text[2048];

    for (size_t i = 0; i < sizeof metrics / sizeof metrics[0]; i++) {
        snprintf(text, sizeof text, "%s    metric: \"%s\"\n    run: b\n    max: 1\n",
                 CLAIM("bound"), metrics[i].metric);
        bad(text, "25:13", metrics[i].words);
    }
}

Test(claims, bad_errata)
{
#define ERRATA CLAIM("test") "    test: t\n    verdict: reproduced\nerrata:\n" /* 27 lines */
    bad(CLAIM("test") "    test: t\n    verdict: reproduced\nerrata: 3\n", "27:9",
        "must be a list");
    bad(ERRATA "  - id: e\n    where: x\n", "28:5", "needs 'prints'");
    bad(ERRATA "  - id: e\n    wher: x\n", "29:5", "did you mean 'where'?");
#define ERRATUM(id) "  - id: " id "\n    where: x\n    prints: x\n    right: x\n    evidence: "
    bad(ERRATA ERRATUM("e") "c\n", "32:15", "must be a mapping");
    bad(ERRATA ERRATUM("e") "{}\n", "32:15", "one of the two");
    bad(ERRATA ERRATUM("e") "{claim: c, test: t}\n", "32:15", "one of the two");
    bad(ERRATA ERRATUM("e") "{claim: x}\n", "32:23", "the id 'x'");
    bad(ERRATA ERRATUM("e") "{test: x}\n" ERRATUM("e") "{test: x}\n", "33:9", "stands twice");
}
