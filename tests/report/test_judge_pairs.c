/* SPDX-License-Identifier: MIT */
/* Verdicts on claims of runs against runs: hand-made records on both sides of every rule of
 * report/claims/judge.h. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>

#include "tests/fixtures/reports/judge_fixture.h"

TestSuite(judge, .init = start_judging, .fini = stop);

Test(judge, ratio)
{
    mb_study_claim c;

    values(2, 6.0, 2.0);
    c = claim_of(MB_CLAIM_RATIO);
    c.run = list_of(0, 1);
    c.than = list_of(1, 2);
    c.value = 2;
    c.factor = 2;
    expect(&c, MB_REPRODUCED, "3 times: 6 (r1) against 2 (r2)", "");
    c.factor = 1.4;
    expect(&c, MB_DEVIATES, "3 times: 6 (r1) against 2 (r2)", "a factor of 1.5 above");
    c.value = 20;
    expect(&c, MB_CONTRADICTED, "3 times: 6 (r1) against 2 (r2)", "a factor of 6.67 below");
}

Test(judge, ordering)
{
    mb_study_claim c;

    values(4, 1.0, 2.0, 3.0, 5.0);
    c = claim_of(MB_CLAIM_ORDERING);
    c.run = list_of(0, 2);
    c.than = list_of(2, 4);
    expect(&c, MB_REPRODUCED, "2 (r2) against 3 (r3)", "");
    cr_expect_str_eq(paper.judgement[0].published, "a h=1, a h=2 < c h=1, d h=1");
    c.by = 1.6;
    expect(&c, MB_DEVIATES, "2 (r2) against 3 (r3)", "a factor of 1.5; the paper has 1.6");
    c.by = 1.5;
    expect(&c, MB_REPRODUCED, "2 (r2) against 3 (r3)", "");
    c.run = list_of(1, 4);
    c.than = list_of(0, 1);
    expect(&c, MB_CONTRADICTED, "5 (r4) against 1 (r1)", "the order is reversed");
    c.run = c.than = list_of(0, 1);
    expect(&c, MB_CONTRADICTED, "1 (r1) against 1 (r1)", "equal");
}

Test(judge, ordering_in_a_chain)
{
    static int first[] = {0, 2, 3};
    mb_study_claim c;

    values(4, 1.0, 2.0, 3.0, 2.5);
    c = claim_of(MB_CLAIM_ORDERING);
    c.run = list_of(0, 3);
    expect(&c, MB_REPRODUCED, "2 (r2) against 3 (r3)", "");
    cr_expect_str_eq(paper.judgement[0].published, "a h=1 < a h=2 < c h=1");
    c.run = list_of(0, 4);
    expect(&c, MB_CONTRADICTED, "3 (r3) against 2.5 (r4)", "the order is reversed");
    c.run = list_of(0, 3); /* two items: r1 and r2 together, then r3 */
    c.run.items = 2;
    c.run.first = first;
    expect(&c, MB_REPRODUCED, "2 (r2) against 3 (r3)", "");
}

#define RATIO(x, lo, hi, to)                                                                       \
    ",\"ratio\":{\"to\":\"" to "\",\"median\":" x ",\"lo\":" lo ",\"hi\":" hi ",\"rounds\":[[" x   \
    "," lo "," hi "],[" x "," lo "," hi "]]}"

Test(judge, cpu_intervals)
{
    mb_study_claim c;

    record("ok", 0, RATIO("1", "1", "1", "a/b"));
    record("ok", 0, RATIO("1.1", "0.9", "1.3", "a/b"));
    record("ok", 0, RATIO("2", "1.9", "2.1", "a/b"));
    record("ok", 0, RATIO("3", "2.9", "3.1", "x/y"));
    c = claim_of(MB_CLAIM_ORDERING);
    mb_metric_parse("cpu", arena, &c.metric, &error);
    c.run = list_of(1, 2);
    c.than = list_of(2, 3);
    expect(&c, MB_REPRODUCED,
           "1.1 [0.9, 1.3] (r2) against 2 [1.9, 2.1] (r3), the middle of 2 rounds", "");
    c.than = list_of(0, 1);
    expect(&c, MB_DEVIATES, "1.1 [0.9, 1.3] (r2) against 1 (r1), the middle of 2 rounds",
           "their intervals overlap");
    c.run = list_of(2, 3);
    expect(&c, MB_CONTRADICTED, "2 [1.9, 2.1] (r3) against 1 (r1), the middle of 2 rounds",
           "the order is reversed");
    c.than = list_of(3, 4);
    expect(&c, MB_NOT_TESTABLE, "",
           "the CPU ratios of r3 and r4 refer to different solvers or problems; CPU compares "
           "within one entry");
    c.kind = MB_CLAIM_RATIO;
    c.than = list_of(1, 2);
    c.value = 2;
    c.factor = 3;
    expect(&c, MB_REPRODUCED,
           "1.82 [1.46, 2.33] times: 2 [1.9, 2.1] (r3) against 1.1 [0.9, 1.3] (r2), the middle of "
           "2 rounds",
           "");
}

/* A record of cpu ratios to a/b in three rounds; below zero: one of few pairs, without interval. */
static void rounds(double first, double second, double third)
{
    const double x[] = {first, second, third};
    char text[400];
    int used = snprintf(text, sizeof text,
                        ",\"ratio\":{\"to\":\"a/b\",\"median\":1,\"lo\":0,\"hi\":9,\"rounds\":[");

    for (int k = 0; k < 3; k++)
        if (x[k] > 0.0)
            used += snprintf(text + used, sizeof text - (size_t)used, "%s[%g,%g,%g]", k ? "," : "",
                             x[k], x[k] - 0.1, x[k] + 0.1);
        else
            used += snprintf(text + used, sizeof text - (size_t)used, "%s[%g,null,null]",
                             k ? "," : "", -x[k]);
    snprintf(text + used, sizeof text - (size_t)used, "]}");
    record("ok", 0, text);
}

Test(judge, cpu_rounds_must_agree)
{
    mb_study_claim c;

    rounds(1.0, 1.1, 0.9);
    rounds(1.5, 1.6, 1.4);
    rounds(1.5, 1.15, 0.5);
    rounds(1.0, 1.2, 1.3);
    rounds(1.0, 1.1, -0.9);
    c = claim_of(MB_CLAIM_ORDERING);
    mb_metric_parse("cpu", arena, &c.metric, &error);
    c.run = list_of(0, 1);
    c.than = list_of(1, 2);
    expect(&c, MB_REPRODUCED,
           "1 [0.9, 1.1] (r1) against 1.5 [1.4, 1.6] (r2), the middle of 3 rounds", "");
    c.than = list_of(2, 3);
    expect(&c, MB_NOT_TESTABLE,
           "1.1 [1, 1.2] (r1) against 1.15 [1.05, 1.25] (r3), the middle of 3 rounds",
           "the rounds disagree: reproduced in 1 of 3, deviates in 1 of 3, contradicted in 1 of 3");
    cr_expect(!paper.judgement[0].unrecorded);
    c.run = list_of(4, 5);
    c.than = list_of(1, 2);
    expect(&c, MB_NOT_TESTABLE,
           "1 [0.9, 1.1] (r5) against 1.5 [1.4, 1.6] (r2), the middle of 3 rounds",
           "the rounds disagree: reproduced in 2 of 3, deviates in 1 of 3");
    c.run = list_of(0, 1);
    c.kind = MB_CLAIM_BOUND;
    c.max = 1.25;
    c.than = (mb_run_list){0};
    expect(&c, MB_REPRODUCED, "1 [0.9, 1.1], the middle of 3 rounds", "");
    c.run = list_of(3, 4);
    expect(&c, MB_NOT_TESTABLE, "1.2 [1.1, 1.3], the middle of 3 rounds",
           "the rounds disagree: reproduced in 1 of 3, undecided in 2 of 3, whose intervals reach "
           "across the limit");
}

/* Rounds of few pairs have no interval, and none is printed. */
Test(judge, cpu_without_intervals)
{
    mb_study_claim c;

    rounds(-1.0, -1.0, -1.0);
    rounds(-3.0, -3.0, -3.0);
    c = claim_of(MB_CLAIM_RATIO);
    mb_metric_parse("cpu", arena, &c.metric, &error);
    c.run = list_of(1, 2);
    c.than = list_of(0, 1);
    c.value = 3;
    cr_expect_str_eq(judge(&c)->measured, "3 times: 3 (r2) against 1 (r1), the middle of 3 rounds");
}

Test(judge, cpu_of_one_round_is_not_testable)
{
    mb_study_claim c;

    record("ok", 0, ",\"ratio\":{\"to\":\"x/y\",\"median\":1,\"lo\":0.9,\"hi\":1.1}");
    c = claim_of(MB_CLAIM_BOUND);
    mb_metric_parse("cpu", arena, &c.metric, &error);
    c.max = 2;
    expect(&c, MB_NOT_TESTABLE, "1 [0.9, 1.1]",
           "timed in one round, which says nothing of other times; mbsbench run --rounds 3 makes "
           "more");
    cr_expect(paper.judgement[0].unrecorded);
}

/* The time of a step has rounds as well, without intervals. */
Test(judge, times_of_steps_by_rounds)
{
    mb_study_claim c;

    record("ok", 0, ",\"cpu\":{\"per_step_us\":3,\"rounds\":[3,5,2]}");
    c = claim_of(MB_CLAIM_BOUND);
    mb_metric_parse("cpu.per_step_us", arena, &c.metric, &error);
    c.max = 6;
    expect(&c, MB_REPRODUCED, "3, the middle of 3 rounds", "");
    c.max = 4;
    expect(&c, MB_NOT_TESTABLE, "3, the middle of 3 rounds",
           "the rounds disagree: reproduced in 2 of 3, deviates in 1 of 3");
}
