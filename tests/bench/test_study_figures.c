/* SPDX-License-Identifier: MIT */
/* Figures in studies: what is refused and where. */
#include "tests/fixtures/reports/figure_text.h"
#include "tests/fixtures/study_text.h"

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
