/* SPDX-License-Identifier: MIT */
/* Verdicts on claims: hand-made records on both sides of what holds for every kind of claim, of
 * readings and of findings. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/reports/judge_fixture.h"

TestSuite(judge, .init = start_judging, .fini = stop);

Test(judge, a_missing_record_is_not_testable)
{
    mb_study_claim c;

    values(1, 1.0);
    ledger.runs = 4; /* of which three have no record */
    c = claim_of(MB_CLAIM_BOUND);
    c.max = 2;
    expect(&c, MB_NOT_TESTABLE, "", "run r2 has no record, nor have 2 more");
    c.run = list_of(1, 2);
    expect(&c, MB_NOT_TESTABLE, "", "run r2 has no record");
    cr_assert(!mb_lacks_reason(&paper, 0));
}

Test(judge, a_record_of_another_end_time_is_not_testable)
{
    mb_study_claim c;

    values(1, 1.0);
    strcpy(runs[0].cell, "other");
    c = claim_of(MB_CLAIM_BOUND);
    c.max = 2;
    expect(&c, MB_NOT_TESTABLE, "",
           "the record of run r1 is of another problem, solver or end time than the study asks "
           "for");
}

Test(judge, a_failed_run_contradicts)
{
    mb_study_claim c;

    values(1, 1.0);
    record("diverged", 1.0, "");
    record("singular", 1.0, "");
    c = claim_of(MB_CLAIM_BOUND);
    c.max = 2;
    expect(&c, MB_CONTRADICTED, "", "run r2 ended diverged: why; 1 more did not end ok");
    cr_expect_str_eq(paper.judgement[0].row[0]->run, "r2");
    cr_assert(mb_lacks_reason(&paper, 0));
    c.because = "x";
    judge(&c);
    cr_assert(!mb_lacks_reason(&paper, 0));
}

Test(judge, a_record_without_the_metric_is_not_testable)
{
    mb_study_claim c;

    values(1, 1.0);
    c = claim_of(MB_CLAIM_BOUND);
    c.max = 2;
    mb_metric_parse("error.max", arena, &c.metric, &error);
    expect(&c, MB_NOT_TESTABLE, "", "run r1 has no value of error.max");
    mb_metric_parse("cpu", arena, &c.metric, &error);
    expect(&c, MB_NOT_TESTABLE, "", "run r1 has no CPU ratio: it was not timed");
    mb_metric_parse("energy@max", arena, &c.metric, &error);
    expect(&c, MB_NOT_TESTABLE, "", "run r1 has no series");
}

/* What the harness cuts off is no result, whatever the kind. */
Test(judge, a_run_cut_off_by_the_harness_is_not_testable)
{
    const char *is[] = {"ok", "time-limit"};
    mb_study_claim c;

    values(1, 1.0);
    record("time-limit", 0, "");
    record("memory-limit", 0, "");
    c = claim_of(MB_CLAIM_BOUND);
    c.max = 0.5;
    c.run = list_of(0, 2);
    expect(&c, MB_NOT_TESTABLE, "",
           "run r2 met the time-limit of the harness: why; run it with a larger one");
    cr_expect(paper.judgement[0].unrecorded);
    c.run = list_of(0, 1);
    c.than = list_of(2, 3);
    c.kind = MB_CLAIM_ORDERING;
    expect(&c, MB_NOT_TESTABLE, "",
           "run r3 met the memory-limit of the harness: why; run it with a larger one");
    c = claim_of(MB_CLAIM_STATUS);
    c.metric = (mb_metric){0};
    c.run = list_of(0, 2);
    c.is = is;
    c.statuses = 1;
    expect(&c, MB_NOT_TESTABLE, "",
           "run r2 met the time-limit of the harness: why; run it with a larger one");
    c.statuses = 2;
    expect(&c, MB_REPRODUCED, "ok (2 runs)", "");
}

Test(judge, tests_and_the_untestable)
{
    mb_study_claim c = claim_of(MB_CLAIM_TEST);

    c.metric = (mb_metric){0};
    c.test = "some_test";
    c.verdict = "reproduced";
    values(1, 1.0);
    expect(&c, MB_REPRODUCED, "", "the test some_test of the suite asserts it");
    c.verdict = "contradicted";
    expect(&c, MB_CONTRADICTED, "", "the test some_test of the suite asserts it");
    cr_assert(mb_lacks_reason(&paper, 0));
    c.kind = MB_CLAIM_UNTESTABLE;
    c.because = "x";
    expect(&c, MB_NOT_TESTABLE, "", "");
}

/* What the paper does not state is judged and shown, but counted nowhere. */
Test(judge, findings_are_not_counted)
{
    const mb_judgement *j;
    mb_study_claim c;

    values(1, 1.0);
    c = claim_of(MB_CLAIM_BOUND);
    c.max = 2.0;
    c.finding = true;
    j = judge(&c);
    cr_expect_eq(j->verdict, MB_REPRODUCED);
    cr_expect_str_eq(j->published, "not stated: our finding");
    cr_expect_eq(paper.count[MB_REPRODUCED], 0);
    cr_expect_eq(paper.claims, 0);
    c.finding = false;
    judge(&c);
    cr_expect_eq(paper.count[MB_REPRODUCED], 1);
    cr_expect_eq(paper.claims, 1);
}

Test(judge, the_line_of_a_study)
{
    char line[128] = "";
    FILE *out = fmemopen(line, sizeof line, "w");
    mb_study_claim c;

    values(1, 1.0);
    c = claim_of(MB_CLAIM_BOUND);
    c.max = 0.5;
    judge(&c);
    mb_put_verdicts(out, &paper);
    fclose(out);
    cr_assert_str_eq(line, "s: 0 reproduced, 1 deviates, 0 contradicted, 0 not testable");
}

/* ---- readings ------------------------------------------------------------------------------- */

/* A bound of 1 on one run in three readings. */
static mb_study_claim in_three_readings(void)
{
    static const char *const names[] = {"[a]", "[b]", "[c]"};
    mb_study_claim c = claim_of(MB_CLAIM_BOUND);

    c.max = 1;
    c.variants = 3;
    c.variant = mb_arena_alloc(arena, 3, sizeof *c.variant);
    for (int i = 0; i < 3; i++) {
        mb_study_claim *variant = &c.variant[i];

        *variant = c;
        variant->variants = 0;
        variant->variant = NULL;
        variant->run = list_of(i, i + 1);
        variant->combination = names[i];
    }
    return c;
}

Test(judge, a_claim_is_reproduced_when_it_is_in_every_reading)
{
    mb_study_claim c;

    values(3, 0.5, 0.25, 1.0);
    c = in_three_readings();
    expect(&c, MB_REPRODUCED, "[a] 0.5; [b] 0.25; [c] 1", "");
    cr_expect_eq(paper.judgement[0].number, 0.5);
    cr_expect_str_eq(paper.judgement[0].readings, "[a] reproduced; [b] reproduced; [c] reproduced");
}

Test(judge, a_claim_that_some_readings_reproduce_depends)
{
    mb_study_claim c;

    values(3, 20.0, 0.5, 2.0);
    c = in_three_readings();
    expect(&c, MB_DEPENDS, "[a] 20; [b] 0.5; [c] 2",
           "[b] reproduced; [a] contradicted: above the bound by a factor of 20; [c] deviates: "
           "above the bound by a factor of 2");
    cr_expect(isnan(paper.judgement[0].number));
    cr_expect(!mb_lacks_reason(&paper, 0));
}

Test(judge, of_no_reading_the_mildest_verdict_counts)
{
    mb_study_claim c;

    values(2, 20.0, 2.0);
    record("diverged", 1.0, "");
    c = in_three_readings();
    expect(&c, MB_DEVIATES, "[a] 20; [b] 2; [c] contradicted",
           "[a] contradicted: above the bound by a factor of 20; [b] deviates: above the bound by "
           "a factor of 2; [c] contradicted: run r3 ended diverged: why");
    cr_expect_eq(paper.judgement[0].number, 2.0);
    cr_expect(mb_lacks_reason(&paper, 0));
}

Test(judge, without_a_record_in_one_reading_nothing_is_said)
{
    mb_study_claim c;

    values(2, 0.5, 0.5);
    ledger.runs = 3;
    c = in_three_readings();
    judge(&c);
    cr_expect_eq(paper.judgement[0].verdict, MB_NOT_TESTABLE);
    cr_expect(paper.judgement[0].unrecorded);
    cr_expect_eq(paper.unrecorded, 1);
}
