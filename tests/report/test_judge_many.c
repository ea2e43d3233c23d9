/* SPDX-License-Identifier: MIT */
/* Verdicts on claims of many runs: hand-made records on both sides of every rule of
 * report/claims/judge.h. */
#include <criterion/criterion.h>

#include <math.h>

#include "tests/fixtures/reports/judge_fixture.h"

TestSuite(judge, .init = start_judging, .fini = stop);

Test(judge, trend)
{
    double x[] = {100, 1, 10};
    mb_study_claim c;

    values(3, 3.0, 1.0, 2.0);
    c = claim_of(MB_CLAIM_TREND);
    c.over = "alpha";
    c.x = x;
    c.unit = "J";
    expect(&c, MB_REPRODUCED, "1, 2, 3 J at alpha = 1, 10, 100", "");
    cr_expect_str_eq(paper.judgement[0].published, "rises with alpha");
    c.direction = MB_DOWN;
    expect(&c, MB_CONTRADICTED, "1, 2, 3 J at alpha = 1, 10, 100", "it goes the other way");
    c.direction = MB_UP;
    x[1] = 1000;
    expect(&c, MB_CONTRADICTED, "2, 3, 1 J at alpha = 10, 100, 1000", "it goes the other way");
    x[1] = 50;
    expect(&c, MB_DEVIATES, "2, 1, 3 J at alpha = 10, 50, 100",
           "not monotone: it turns before alpha = 50");
    c.direction = MB_FLAT;
    c.factor = 3;
    expect(&c, MB_REPRODUCED, "2, 1, 3 J at alpha = 10, 50, 100", "");
    c.factor = 2;
    expect(&c, MB_DEVIATES, "2, 1, 3 J at alpha = 10, 50, 100",
           "the largest is a factor of 3 above the smallest");
    c.factor = 1.5;
    expect(&c, MB_CONTRADICTED, "2, 1, 3 J at alpha = 10, 50, 100",
           "the largest is a factor of 3 above the smallest");
}

Test(judge, a_constant_is_no_rise)
{
    double x[] = {1, 2};
    mb_study_claim c;

    values(2, 1.0, 1.0);
    c = claim_of(MB_CLAIM_TREND);
    c.over = "alpha";
    c.x = x;
    expect(&c, MB_CONTRADICTED, "1, 1 at alpha = 1, 2", "it ends where it begins");
}

/* m = 3 h^2 exactly, then h^2.4 */
Test(judge, order)
{
    double x[] = {0.1, 0.01, 0.001};
    mb_study_claim c;

    values(3, 3e-2, 3e-4, 3e-6);
    c = claim_of(MB_CLAIM_ORDER);
    c.over = "h";
    c.x = x;
    c.value = 2;
    c.tolerance = 0.01;
    expect(&c, MB_REPRODUCED, "order 2: 3e-6, 3e-4, 0.03 at h = 1e-3, 0.01, 0.1", "");
    cr_expect_str_eq(paper.judgement[0].published, "order 2");
    c.value = 2.02;
    expect(&c, MB_DEVIATES, "order 2: 3e-6, 3e-4, 0.03 at h = 1e-3, 0.01, 0.1", "off by -0.02");
    c.value = 2.04;
    expect(&c, MB_CONTRADICTED, "order 2: 3e-6, 3e-4, 0.03 at h = 1e-3, 0.01, 0.1", "off by -0.04");
}

Test(judge, no_order_without_an_error)
{
    double x[] = {0.1, 0.01};
    mb_study_claim c;

    values(2, 1e-3, 0.0);
    c = claim_of(MB_CLAIM_ORDER);
    c.over = "h";
    c.x = x;
    c.value = 2;
    c.tolerance = 0.1;
    expect(&c, MB_CONTRADICTED, "0, 1e-3 at h = 0.01, 0.1",
           "run r2 has a metric that is not above 0: it has no order");
}

/* m = 5 + 3 h^2, steps in the quotient 2 */
Test(judge, limit_of_three_steps)
{
    double x[] = {0.2, 0.1, 0.4}, uneven[] = {0.2, 0.1, 0.5};
    mb_study_claim c;

    values(3, 5.12, 5.03, 5.48);
    c = claim_of(MB_CLAIM_LIMIT);
    c.over = "h";
    c.x = x;
    c.value = 5;
    c.tolerance = 1e-9;
    expect(&c, MB_REPRODUCED, "5 from 5.03, 5.12, 5.48 at h = 0.1, 0.2, 0.4", "");
    cr_expect_str_eq(paper.judgement[0].published, "5");
    c.value = 5.01;
    c.tolerance = 0.005;
    expect(&c, MB_DEVIATES, "5 from 5.03, 5.12, 5.48 at h = 0.1, 0.2, 0.4",
           "off by -1e-2 (-0.2 %)");
    c.x = uneven;
    expect(&c, MB_NOT_TESTABLE, "5.03, 5.12, 5.48 at h = 0.1, 0.2, 0.5",
           "the steps do not stand in one quotient");
    c.run = list_of(0, 2);
    expect(&c, MB_NOT_TESTABLE, "", "three runs are needed, here are 2");
}

Test(judge, no_limit_where_differences_grow)
{
    double x[] = {0.1, 0.2, 0.4};
    mb_study_claim c;

    values(3, 1.0, 3.0, 4.0);
    c = claim_of(MB_CLAIM_LIMIT);
    c.over = "h";
    c.x = x;
    c.value = 1;
    c.tolerance = 10;
    expect(&c, MB_CONTRADICTED, "1, 3, 4 at h = 0.1, 0.2, 0.4",
           "the differences do not fall with the step: there is no limit");
}

/* The order of 5 + 3 h^2, which no slope of logarithms of m shows. */
Test(judge, order_beside_a_free_limit)
{
    double x[] = {0.1, 0.2, 0.4};
    mb_study_claim c;

    values(3, -5.03, -5.12, -5.48);
    c = claim_of(MB_CLAIM_ORDER);
    c.free_limit = true;
    c.over = "h";
    c.x = x;
    c.value = 2;
    c.tolerance = 0.01;
    expect(&c, MB_REPRODUCED, "order 2: -5.03, -5.12, -5.48 at h = 0.1, 0.2, 0.4", "");
    c.value = 1.9;
    expect(&c, MB_CONTRADICTED, "order 2: -5.03, -5.12, -5.48 at h = 0.1, 0.2, 0.4", "off by 0.1");
}

Test(judge, status)
{
    const char *is[] = {"diverged", "non-finite"};
    mb_study_claim c;

    record("diverged", 0, "");
    record("non-finite", 0, "");
    record("ok", 0, "");
    c = claim_of(MB_CLAIM_STATUS);
    c.metric = (mb_metric){0};
    c.is = is;
    c.statuses = 2;
    c.run = list_of(0, 2);
    expect(&c, MB_REPRODUCED, "diverged (2 runs) at t = 0.5 s", "");
    cr_expect_str_eq(paper.judgement[0].published, "diverges or overflows");
    c.statuses = 1;
    expect(&c, MB_CONTRADICTED, "non-finite (r2) at t = 0.5 s", "why");
    c.run = list_of(2, 3);
    expect(&c, MB_CONTRADICTED, "ok", "why");
}

Test(judge, share)
{
    const char *is[] = {"ok"};
    mb_study_claim c;

    values(3, 1.0, 2.0, 3.0);
    record("diverged", 0, "");
    c = claim_of(MB_CLAIM_SHARE);
    c.metric = (mb_metric){0};
    c.is = is;
    c.statuses = 1;
    c.min = 0.75;
    expect(&c, MB_REPRODUCED, "3 of 4 runs (75 %)", "");
    c.min = 0.9;
    expect(&c, MB_DEVIATES, "3 of 4 runs (75 %)", "below the bound by a factor of 1.2");
    c.statuses = 0;
    c.min = NAN;
    c.max = 0.05;
    mb_metric_parse("energy.max_abs", arena, &c.metric, &error);
    c.below = 2.0; /* the failed run's 0 does not count */
    expect(&c, MB_DEVIATES, "1 of 4 runs (25 %)", "above the bound by a factor of 5");
    c.max = 0.25;
    expect(&c, MB_REPRODUCED, "1 of 4 runs (25 %)", "");
    c.max = 0.01;
    expect(&c, MB_CONTRADICTED, "1 of 4 runs (25 %)", "above the bound by a factor of 25");
}

Test(judge, share_against_a_share)
{
    mb_study_claim c;

    values(4, 1.0, 3.0, 1.0, 1.0);
    record("diverged", 0, "");
    c = claim_of(MB_CLAIM_SHARE);
    c.below = 2.0;
    c.run = list_of(2, 5);
    c.than = list_of(0, 2);
    expect(&c, MB_REPRODUCED, "2 of 3 runs (66.7 %) against 1 of 2 (50 %)", "");
    cr_expect_str_eq(paper.judgement[0].published,
                     "more of the runs than of the others: energy.max_abs below 2");
    c.run = list_of(3, 5);
    expect(&c, MB_CONTRADICTED, "1 of 2 runs (50 %) against 1 of 2 (50 %)", "not more of them");
}

/* kept, not, kept, failed: three changes; kept, kept: none */
Test(judge, share_of_changes)
{
    mb_study_claim c;

    values(3, 1.0, 3.0, 1.0);
    record("diverged", 0, "");
    values(2, 1.0, 1.0);
    c = claim_of(MB_CLAIM_SHARE);
    c.below = 2.0;
    c.changes = true;
    c.run = list_of(0, 4);
    c.max = 0.5;
    expect(&c, MB_DEVIATES, "3 changes in 4 runs (75 %)", "above the bound by a factor of 1.5");
    c.max = NAN;
    c.than = list_of(4, 6);
    expect(&c, MB_REPRODUCED, "3 changes in 4 runs (75 %) against 0 in 2 (0 %)", "");
}

/* Of the points that are good in both grids, in how many the first has less. */
Test(judge, share_of_common_points)
{
    mb_study_claim c;

    values(2, 1.0, 5.0);
    record("diverged", 0.0, "");
    values(5, 3.0, 2.0, 4.0, 9.0, 2.0);
    c = claim_of(MB_CLAIM_SHARE);
    c.common = true;
    c.run = list_of(0, 4);
    c.than = list_of(4, 8);
    c.min = 0.5;
    expect(&c, MB_DEVIATES, "lower in 1 of 3 common points (33.3 %), of 4",
           "below the bound by a factor of 1.5");
    c.below = 4.5;
    expect(&c, MB_REPRODUCED, "lower in 1 of 2 common points (50 %), of 4", "");
    cr_expect_str_eq(paper.judgement[0].published,
                     "at least 50 % of the common points: energy.max_abs lower");
    c.below = 0.5;
    expect(&c, MB_NOT_TESTABLE, "", "no point is good in both of 4 pairs");
}

/* Of 1, 2, 3 and a failed one those below 2.5 are two, of which one is below 1.5. */
Test(judge, share_of_the_runs_that_kept_another_limit)
{
    mb_study_claim c;

    values(3, 1.0, 2.0, 3.0);
    record("diverged", 0, "");
    c = claim_of(MB_CLAIM_SHARE);
    c.below = 1.5;
    mb_metric_parse("energy.max_abs", arena, &c.given, &error);
    c.given_below = 2.5;
    c.max = 0.5;
    expect(&c, MB_REPRODUCED, "1 of 2 such runs (50 %)", "");
    cr_expect_str_eq(paper.judgement[0].published,
                     "at most 50 % of the runs with energy.max_abs below 2.5: energy.max_abs below "
                     "1.5");
    c.max = 0.4;
    expect(&c, MB_DEVIATES, "1 of 2 such runs (50 %)", "above the bound by a factor of 1.25");
    c.given_below = 0.5;
    expect(&c, MB_NOT_TESTABLE, "", "none of 4 runs has energy.max_abs below its limit");
    mb_metric_parse("error.max", arena, &c.given, &error);
    expect(&c, MB_NOT_TESTABLE, "", "run r1 has no value of error.max");
}
