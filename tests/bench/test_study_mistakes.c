/* SPDX-License-Identifier: MIT */
/* The study loader: where it points in bad files. */
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

Test(study_mistakes, keys)
{
    bad("study: x\nruns:\n  - problem: four-bar\n    solvr: lagrange\n", "4:5",
        "did you mean 'solver'?");
    bad("study: x\ntitel: y\nruns: []\n", "2:1", "did you mean 'title'?");
    bad("study: x\nbanana: y\nruns: []\n", "2:1",
        "it has study, title, source, readings, lists, runs, claims, figures, errata");
    bad("study: x\nstudy: y\n", "2:1", "stands twice");
    bad(RUN "    solver: lagrange/rk4:h=1e-2\n", "6:5", "stands twice");
    bad(RUN "    quick: {tend: 1}\n", "6:13", "did you mean 't_end'?");
    bad("study: s\nruns:\n  - ? [a, b]\n    : c\n", "3:7", "must be a word");
    bad("title: y\n", "1:1", "'study'");
    bad("study: y\n", "1:1", "'runs'");
}

Test(study_mistakes, types)
{
    bad("- a\n", "1:1", "must be a mapping");
    bad("just text\n", "1:1", "must be a mapping");
    bad("study: [a]\nruns: []\n", "1:8", "single text");
    bad("study: s\nruns: 3\n", "2:7", "must be a list");
    bad("study: s\nruns: []\n", "2:7", "must be a list");
    bad("study: s\nruns:\n  - a\n", "3:5", "must be a mapping");
    bad(HEAD "    solver: {a: b}\n", "5:13", "not a mapping");
    bad(HEAD "    solver: []\n", "5:13", "empty list");
    bad(HEAD "    solver:\n      - [a]\n", "6:9", "single text");
    bad(HEAD "    solver: \"\"\n", "5:13", "is empty");
    bad(RUN "    t_end: soon\n", "6:12", "'soon'");
    bad(RUN "    t_end: -1\n", "6:12", "above 0");
    bad(RUN "    t_end: .inf\n", "6:12", "'.inf'");
    bad(RUN "    grid: 3\n", "6:11", "must be a mapping");
    bad(RUN "    quick: {points: 0}\n", "6:21", "at least 1");
    bad(RUN "    timing: maybe\n", "6:13", "yes, no or near");
    bad(RUN "    search: 1e-4\n", "6:13", "must be a mapping");
    bad(RUN "    search: {reech: 1e-4}\n", "6:14", "did you mean 'reach'?");
    bad(RUN "    search: {reach: 1e-5}\n", "6:21", "expected 1e-2, 1e-3, 1e-4, 1e-6 or 1e-8");
    bad(RUN "    search: {reach: [1e-4, 1e-2]}\n", "6:28", "coarsest class first");
    bad(RUN "    search: {reach: []}\n", "6:21", "empty list");
    bad(RUN "    search: {reach: 1e-4, steps: 3}\n", "6:34", "at least 10");
    bad(RUN "    search: {reach: 1e-4, budget: 0}\n", "6:35", "above 0");
    bad(RUN "    search: {steps: 100}\n", "6:13", "a search needs a class");
    bad(RUN "    t_end: 1\n    t_most: 2\n", "7:13", "keep one");
    bad(RUN "    search: {reach: much}\n", "6:21", "'much'");
    bad(RUN "    search: {energy: 0}\n", "6:22", "above 0");
    bad(RUN "    search: {limits: {energie: 0}}\n", "6:23", "did you mean 'energy'?");
    bad(RUN "    search: {limits: {reach: 1e-4}}\n", "6:23", "energy, position, gap, drift");
    bad(RUN "    search: {limits: {}}\n", "6:22", "{reach: 1e-4}");
    bad(RUN "    search: {reach: 1e-4, energy: 0.1}\n", "6:13", "not for both");
    bad(RUN "    series: [outputs, lambdas]\n", "6:23", "multipliers");
    bad(RUN "    series: [none]\n", "6:14", "series has no 'none'");
    bad(RUN "    series: {a: b}\n", "6:13", "single text");
    bad("study: a b\nruns: []\n", "1:8", "without spaces");
}

Test(study_mistakes, names_and_specs)
{
    bad("study: s\nruns:\n  - id: a\n    problem: nosuch\n    solver: lagrange/rk4:h=1\n", "4:14",
        "nosuch");
    bad(HEAD "    solver: nosuch/rk4:h=1e-3\n", "5:13", "nosuch");
    bad(HEAD "    solver: recomended\n", "5:13", "did you mean 'recommended'?");
    bad(HEAD "    solver: mine\n", "5:13", "lists are recommended, all");
    bad("study: s\nlists:\n  own:\n    - own\nruns:\n  - id: a\n    problem: four-bar\n"
        "    solver: own\n",
        "4:5", "one names itself");
    bad(HEAD "    solver:\n      - lagrange/rk4:h=1e-3\n      - lagrange/rk4:g=1e-3\n", "7:9",
        "'g'");
    bad(HEAD "    solver: lagrange/rk4\n", "5:13", "h=");
    bad(HEAD "    solver: lagrange/rk4:h={h}\n    grid:\n      h: [1, -1]\n", "5:13", "h=-1");
    bad(HEAD "    solver: lagrange/rk4:h={h}\n    grid:\n      h: [1, -1]\n", "5:13",
        "(in lagrange/rk4:h=-1)");
    bad("study: s\nruns:\n  - id: a\n    problem: four-bar:N=3\n    solver: lagrange/rk4:h=1\n",
        "4:14", "'N'");
}

Test(study_mistakes, flow_list_that_splits_a_spec)
{
    bad(HEAD "    solver: [baumgarte:alpha=5,beta=5/rk4:h=1e-3]\n", "5:13", "block list");
    bad(HEAD "    solver: [lagrange/rk4:h=1e-3, lagrange/dormand-prince:h=1,order=5]\n", "5:13",
        "block list");
}

Test(study_mistakes, ids)
{
    bad("study: s\nruns:\n  - problem: four-bar\n    solver: lagrange/rk4:h=1\n", "3:5", "'id'");
    bad("study: s\nruns:\n  - id: a b\n    problem: four-bar\n    solver: lagrange/rk4:h=1\n",
        "3:9", "without spaces");
    bad(RUN "  - id: a\n    problem: four-bar\n    solver: lagrange/rk4:h=1\n", "6:9",
        "stands twice");
    bad(RUN "  - id: b\n    solver: lagrange/rk4:h=1\n", "6:5", "needs a 'problem'");
    bad(HEAD "    solver:\n      - lagrange/rk4:h=1e-3\n      - lagrange/rk4:h=0.001\n", "3:5",
        "the same run twice");
}

Test(study_mistakes, grids)
{
    bad(RUN "    grid:\n      x: [1, 2]\n", "7:7", "not used");
    bad(HEAD "    solver: lagrange/rk4:h={h}\n", "5:13", "'{h}' is not filled in");
    bad(HEAD "    solver: lagrange/rk4:h={h\n    grid:\n      h: [1]\n", "5:13", "without '}'");
    bad(HEAD "    solver: lagrange/rk4:h=h}\n    grid:\n      h: [1]\n", "5:13", "without '{'");
#define H HEAD "    solver: lagrange/rk4:h={h}\n    grid:\n      h: " /* the value is at 7:10 */
    bad(H "1\n", "7:10", "list of values or a range");
    bad(H "[]\n", "7:10", "empty list");
    bad(H "[[1]]\n", "7:11", "single text");
    bad(H "{log: [1, 2]}\n", "7:10", "'points'");
    bad(H "{points: 2}\n", "7:10", "'log' or 'linear'");
    bad(H "{log: [1, 2], linear: [1, 2], points: 2}\n", "7:10", "'log' or 'linear'");
    bad(H "{log: [0, 2], points: 2}\n", "7:17", "above 0");
    bad(H "{log: [1], points: 2}\n", "7:16", "two ends");
    bad(H "{log: [2, 2], points: 2}\n", "7:16", "different");
    bad(H "{log: [a, 2], points: 2}\n", "7:17", "'a'");
    bad(H "{log: [1, 2], points: 1}\n", "7:32", "from 2");
    bad(H "{log: [1, 2], points: 2.5}\n", "7:32", "whole number");
    bad(H "{logg: [1, 2], points: 2}\n", "7:11", "did you mean 'log'?");
    bad(HEAD "    solver: lagrange/rk4:h={h}\n    grid:\n      9h: [1]\n", "7:7", "no grid name");
}

Test(study_mistakes, grids_are_bounded)
{
    bad(HEAD "    solver: baumgarte:alpha={x},beta={y}/rk4:h={h}\n    grid:\n"
             "      x: {log: [1, 2], points: 2000}\n      y: {log: [1, 2], points: 2000}\n"
             "      h: [1e-3]\n",
        "5:13", "more than 1000000 runs");
}

Test(study_mistakes, yaml_itself)
{
    bad("", "1:1", "empty");
    bad("study: [a\n", "2:1", "no YAML");
    bad("study: a\n\tb: c\n", "2:1", "no YAML");
    bad("a: &x 1\nb: *x\n", "1:4", "anchor");
    bad("a: &x [*x]\n", "1:4", "anchor");
    bad("a: *x\n", "1:4", "alias");
    bad("a: !!int 3\n", "1:4", "tag");
    bad("study: a\n---\nstudy: b\n", "2:1", "second document");
    bad("a: [[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]\n", "1:19", "nested");
    bad("study: \xff\n", "1:8", "no YAML");
}

Test(study_mistakes, files)
{
    const mb_study_options options = {.quick = false, .t_end = NAN};
    mb_error err = {MB_OK, ""};

    cr_assert(mb_plan_create(&plan, &err) == MB_OK);
    cr_expect(mb_study_load("catalog", &options, &plan, &study, &err) == MB_BAD_INPUT);
    cr_expect(strstr(err.text, "'catalog'") && strstr(err.text, "catalogue"), "%s", err.text);
    err = (mb_error){MB_OK, ""};
    cr_expect(mb_study_load("/nowhere/x.yaml", &options, &plan, &study, &err) == MB_BAD_INPUT);
    cr_expect(strstr(err.text, "/nowhere/x.yaml: No such file"), "%s", err.text);
    mb_plan_free(&plan);
}
