/* SPDX-License-Identifier: MIT */
/* Verdicts on claims of one run at a time: hand-made records on both sides of every rule of
 * report/claims/judge.h. */
#include <criterion/criterion.h>

#include <math.h>

#include "tests/fixtures/reports/judge_fixture.h"

TestSuite(judge, .init = start_judging, .fini = stop);

Test(judge, value)
{
    mb_study_claim c;

    values(2, 0.0921, 0.0915);
    c = claim_of(MB_CLAIM_VALUE);
    c.unit = "J";
    c.value = 0.092;
    c.tolerance = 0.0005;
    expect(&c, MB_REPRODUCED, "0.0915 J (r2, the worst of 2)", "");
    cr_expect_str_eq(paper.judgement[0].published, "0.092 J");
    c.tolerance = 0.0004;
    expect(&c, MB_DEVIATES, "0.0915 J (r2, the worst of 2)", "off by -5e-4 J (-0.543 %)");
    c.relative = true;
    c.tolerance = 0.01;
    expect(&c, MB_REPRODUCED, "0.0915 J (r2, the worst of 2)", "");
    c.tolerance = 0.005;
    expect(&c, MB_DEVIATES, "0.0915 J (r2, the worst of 2)", "off by -5e-4 J (-0.543 %)");
}

/* A factor of 10 of what is printed deviates; of a printed 0 ten tolerances do. */
Test(judge, value_that_is_far_off)
{
    mb_study_claim c;

    values(1, 10.0);
    c = claim_of(MB_CLAIM_VALUE);
    c.value = 1.0;
    c.tolerance = 0.5;
    expect(&c, MB_DEVIATES, "10", "off by +9 (+900 %)");
    c.value = 0.99;
    expect(&c, MB_CONTRADICTED, "10", "off by +9.01 (+910 %)");
    c.value = -10.0;
    expect(&c, MB_CONTRADICTED, "10", "off by +20 (+200 %)");
    c.value = 0.0;
    c.tolerance = 1.0;
    expect(&c, MB_DEVIATES, "10", "off by +10");
    c.tolerance = 0.99;
    expect(&c, MB_CONTRADICTED, "10", "off by +10");
}

/* As many digits as the tolerance asks for, so that a deviation can be seen. */
Test(judge, value_in_digits)
{
    mb_study_claim c;

    values(1, 0.43101404);
    c = claim_of(MB_CLAIM_VALUE);
    c.value = 0.43100401;
    c.tolerance = 1e-7;
    expect(&c, MB_DEVIATES, "0.43101404", "off by +1.003e-5 (+2.33e-3 %)");
}

/* The quotient of value and tolerance is no number: as many digits as a double has. */
Test(judge, value_without_end)
{
    mb_study_claim c;

    values(1, 1.5e308);
    c = claim_of(MB_CLAIM_VALUE);
    c.value = 1.0;
    c.tolerance = 1e-9;
    cr_expect_str_eq(judge(&c)->measured, "1.5e308");
}

static const struct {
    double m, min, max;
    mb_verdict verdict;
    const char *why;
} bounds[] = {
    {1.0, NAN, 1.0, MB_REPRODUCED, ""},
    {1.27, NAN, 1.0, MB_DEVIATES, "above the bound by a factor of 1.27"},
    {10.0, NAN, 1.0, MB_DEVIATES, "above the bound by a factor of 10"},
    {10.1, NAN, 1.0, MB_CONTRADICTED, "above the bound by a factor of 10.1"},
    {0.5, 0.5, NAN, MB_REPRODUCED, ""},
    {0.1, 0.5, NAN, MB_DEVIATES, "below the bound by a factor of 5"},
    {-0.1, 0.5, NAN, MB_CONTRADICTED, "below the bound by more than any factor"},
    {-0.3, -0.1, 0.1, MB_DEVIATES, "below the bound by a factor of 3"},
    {1e-9, NAN, 0.0, MB_CONTRADICTED, "above the bound by more than any factor"},
    {0.0, NAN, 0.0, MB_REPRODUCED, ""},
};

Test(judge, bound)
{
    enum { N = sizeof bounds / sizeof bounds[0] };

    for (int i = 0; i < N; i++)
        values(1, bounds[i].m);
    for (int i = 0; i < N; i++) {
        mb_study_claim c = claim_of(MB_CLAIM_BOUND);
        const mb_judgement *j;

        c.run = list_of(i, i + 1);
        c.min = bounds[i].min;
        c.max = bounds[i].max;
        j = judge(&c);
        cr_expect_eq(j->verdict, bounds[i].verdict, "case %d", i);
        cr_expect_str_eq(j->why, bounds[i].why);
    }
}

Test(judge, bound_of_several_takes_the_worst)
{
    mb_study_claim c;

    values(3, 0.1, 2.0, 0.5);
    c = claim_of(MB_CLAIM_BOUND);
    c.max = 1;
    expect(&c, MB_DEVIATES, "2 (r2, the worst of 3)", "above the bound by a factor of 2");
    cr_expect_str_eq(paper.judgement[0].published, "at most 1");
    c.max = 3;
    expect(&c, MB_REPRODUCED, "2 (r2, the worst of 3)", "");
    c.max = NAN;
    c.min = 0.05;
    expect(&c, MB_REPRODUCED, "0.1 (r1, the worst of 3)", "");
    cr_expect_str_eq(paper.judgement[0].published, "at least 0.05");
}

Test(judge, magnitude)
{
    mb_study_claim c;

    values(2, 2e-18, 5e-17);
    c = claim_of(MB_CLAIM_MAGNITUDE);
    c.value = 1e-18;
    expect(&c, MB_DEVIATES, "5e-17 (r2, the worst of 2)", "a factor of 50 above");
    cr_expect_str_eq(paper.judgement[0].published, "about 1e-18");
    c.factor = 50;
    expect(&c, MB_REPRODUCED, "5e-17 (r2, the worst of 2)", "");
    c.factor = 7;
    expect(&c, MB_CONTRADICTED, "5e-17 (r2, the worst of 2)", "a factor of 50 above");
    c.factor = 10;
    c.value = 1e-15;
    expect(&c, MB_CONTRADICTED, "2e-18 (r1, the worst of 2)", "a factor of 500 below");
    c.value = -1e-17;
    expect(&c, MB_CONTRADICTED, "2e-18 (r1, the worst of 2)", "more than any factor below");
}

Test(judge, the_step_that_a_search_found)
{
    mb_study_claim c;

    record("ok", 0, ",\"search\":{\"value\":0.01,\"confirmed\":true}");
    record("ok", 0, ",\"search\":{\"value\":0.01,\"confirmed\":false,\"reason\":\"too long\"}");
    c = claim_of(MB_CLAIM_MAGNITUDE);
    mb_metric_parse("search.value", arena, &c.metric, &error);
    c.value = 0.02;
    c.factor = 2;
    c.run = list_of(0, 1);
    expect(&c, MB_REPRODUCED, "0.01", "");
    c.run = list_of(1, 2);
    expect(&c, MB_NOT_TESTABLE, "", "run r2 has no value that its search confirmed: too long");
}
