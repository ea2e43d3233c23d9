/* SPDX-License-Identifier: MIT */
/* Readings of a study: the runs and ids they make, what claims see of them, what is refused. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/study_text.h"

#define HEAD                                                                                       \
    "study: s\nreadings:\n"                                                                        \
    "  step:\n    where: w\n    open: o\n    values:\n"                                            \
    "      - {name: fine, text: 1e-3, means: m}\n      - {name: coarse, text: 1e-2}\n"             \
    "  gain:\n    where: w\n    open: o\n    values: [{name: '5'}, {name: '50'}]\n"                \
    "runs:\n" /* the 13th line */
#define BOTH                                                                                       \
    "  - id: b\n    problem: four-bar\n"                                                           \
    "    solver: \"baumgarte:alpha={gain},beta={x}/rk4:h={step}\"\n"                               \
    "    grid: {x: [5, 6]}\n    readings: [gain, step]\n" /* the 14th to 18th */
#define PLAIN                                                                                      \
    "  - id: p\n    problem: four-bar\n    solver: lagrange/rk4:h=1e-3\n" /* to the 21st */
#define CLAIM(run, more)                                                                           \
    HEAD BOTH PLAIN "claims:\n  - id: c\n    where: w\n    says: s\n    metric: h\n    run: " run  \
                    "\n" more "\n"

/* Readings are the outermost axes, in the order of the entry, the last one fastest. */
Test(readings, runs)
{
    static const char *const ids[] = {"b[5][fine].1",    "b[5][fine].2",   "b[5][coarse].1",
                                      "b[5][coarse].2",  "b[50][fine].1",  "b[50][fine].2",
                                      "b[50][coarse].1", "b[50][coarse].2"};
    const mb_ledger *l = good(HEAD BOTH);

    cr_assert_eq(l->runs, 8);
    for (int i = 0; i < 8; i++)
        cr_expect_str_eq(l->run[i].id, ids[i]);
    cr_expect_str_eq(l->run[3].solver, "baumgarte:beta=6/rk4:h=0.01");
    cr_expect_str_eq(l->run[4].solver, "baumgarte:alpha=50/rk4:h=0.001");
    cr_expect_eq(plan.run[3].to, 2, "its CPU ratio refers to the first run of its reading");
    cr_expect_str_eq(l->readings.reading[0].value[0].means, "m");
    cr_expect_str_eq(l->readings.reading[1].value[1].text, "50");
    mb_plan_free(&plan);
}

/* A solver that does not depend on the reading has the same number in each of them. */
Test(readings, what_does_not_depend_on_them)
{
    const mb_ledger *l = good("study: s\nreadings:\n  r: {where: w, open: o, values: [{name: a, "
                              "text: 1e-2}, {name: b, text: 1e-3}]}\nruns:\n  - id: e\n"
                              "    problem: four-bar\n    solver:\n      - lagrange/rk4:h=1e-4\n"
                              "      - lagrange/rk4:h={r}\n    readings: [r]\n");

    cr_assert_eq(l->runs, 4);
    cr_expect_str_eq(l->run[2].id, "e[b].1");
    cr_expect_str_eq(l->run[2].cell, l->run[0].cell);
    cr_expect_str_neq(l->run[3].cell, l->run[1].cell);
    mb_plan_free(&plan);
}

/* The runs of each variant of the claim, "[5]: b[5][fine].1 b[5][coarse].1; ..." */
static void expect_variants(const char *text, const char *expected)
{
    const mb_ledger *l = good(text);
    const mb_study_claim *c = &l->claim[0];
    char all[1000] = "";

    for (int v = 0; v < c->variants; v++) {
        const mb_study_claim *one = &c->variant[v];

        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s:", v ? "; " : "",
                 one->combination);
        for (int i = 0; i < one->run.runs; i++)
            snprintf(all + strlen(all), sizeof all - strlen(all), " %s",
                     l->run[one->run.run[i]].id);
        for (int i = 0; i < one->than.runs; i++)
            snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? " " : " < ",
                     l->run[one->than.run[i]].id);
    }
    cr_expect_str_eq(all, expected);
    mb_plan_free(&plan);
}

Test(readings, of_claims)
{
#define BOUND "    kind: bound\n    max: 1"
    expect_variants(CLAIM("'b[fine]'", BOUND),
                    "[5]: b[5][fine].1 b[5][fine].2; [50]: b[50][fine].1 b[50][fine].2");
    expect_variants(CLAIM("b.2", BOUND), "[fine][5]: b[5][fine].2; [fine][50]: b[50][fine].2; "
                                         "[coarse][5]: b[5][coarse].2; [coarse][50]: "
                                         "b[50][coarse].2");
    expect_variants(CLAIM("[p, 'b[50].1']", BOUND),
                    "[fine]: p b[50][fine].1; [coarse]: p b[50][coarse].1");
    expect_variants(CLAIM("'b[coarse][50].1'", BOUND), "");
    /* what a name gives is common to all, whatever the other list leaves open */
    expect_variants(CLAIM("'b[5].1'", "    kind: ordering\n    than: 'b[50][coarse].1'"),
                    "[fine]: b[5][fine].1 < b[50][coarse].1; "
                    "[coarse]: b[5][coarse].1 < b[50][coarse].1");
    expect_variants(CLAIM("'b[5][fine].1'", "    kind: ordering\n    than: 'b[5][coarse].1'"), "");
}

/* A trend over h is one within each reading: the others would double its values. */
Test(readings, parameters_within_a_reading)
{
    const mb_ledger *l =
        good(CLAIM("'b[fine]'", "    kind: trend\n    over: beta\n    direction: up"));

    cr_assert_eq(l->claim[0].variants, 2);
    cr_expect_eq(l->claim[0].variant[1].x[0], 5.0);
    cr_expect_eq(l->claim[0].variant[1].x[1], 6.0);
    mb_plan_free(&plan);
}

Test(readings, unknown_doubled_and_unused)
{
#define RUN(more) "  - id: b\n    problem: four-bar\n    solver: \"lagrange/rk4:h={step}\"\n" more
    bad(HEAD RUN("    readings: [any]\n"), "17:16",
        "no reading is 'any'; the study has step, gain");
    bad(HEAD RUN("    readings: [stp]\n"), "17:16", "no reading is 'stp'; did you mean 'step'?");
    bad(HEAD RUN("    readings: [step, step]\n"), "17:22", "stands twice");
    bad(HEAD RUN("    readings: []\n"), "17:15", "empty list");
    bad(HEAD RUN(""), "16:13", "write readings: [step] in the entry");
    bad(HEAD RUN("    readings: [step, gain]\n"), "17:22",
        "reading 'gain' is not used; write {gain}");
    bad(HEAD RUN("    readings: [step]\n"), "10:5",
        "reading 'gain' is not used; write readings: [gain]");
    bad(HEAD RUN("    readings: [step]\n    grid: {gain: [1, 2]}\n"), "18:12",
        "is a reading of the study");
    bad("study: s\nruns:\n" RUN("    readings: [step]\n"), "6:16", "the study has none");
    bad(CLAIM("'b[fin].1'", BOUND), "27:10", "the readings are fine, coarse, 5, 50");
    bad(CLAIM("'b[fine][coarse].1'", BOUND), "27:10", "no entry of runs has the id");
    bad(CLAIM("'p[fine]'", BOUND), "27:10", "no entry of runs has the id 'p[fine]'");
    bad(CLAIM("'b[fine].3'", BOUND), "27:10", "no entry of runs has the id 'b[fine].3'");
    bad("study: s\nruns:\n  - id: 'a[b]'\n    problem: four-bar\n    solver: lagrange/rk4:h=1\n",
        "3:9", "[ ]");
}

Test(readings, their_own_keys)
{
#define READING(text) "study: s\nreadings:\n  r: " text "\nruns: []\n"
    bad(READING("3"), "3:6", "must be a mapping");
    bad(READING("{where: w, values: []}"), "3:6", "needs 'open'");
    bad(READING("{where: w, open: o, value: []}"), "3:26", "did you mean 'values'?");
    bad(READING("{where: w, open: o, values: [{name: a}]}"), "3:34", "two at least");
    bad(READING("{where: w, open: o, values: [{name: a}, {text: b}]}"), "3:46", "needs 'name'");
    bad(READING("{where: w, open: o, values: [{name: a}, {name: a}]}"), "3:53",
        "two values of the readings have the name 'a'");
    bad(READING("{where: w, open: o, values: [{name: a}, {name: 'a b'}]}"), "3:53",
        "letters, digits");
    bad(READING("{where: w, open: o, values: [{name: a}, {name: b}]}\n"
                "  q: {where: w, open: o, values: [{name: c}, {name: a}]}"),
        "4:53", "two values of the readings have the name 'a'");
}
