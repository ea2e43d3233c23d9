/* Verdicts on claims: hand-made records on both sides of every rule of report/claims/judge.h. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/claims/judge.h"

enum { MAX_RUNS = 10 };

static char folder[64];
static FILE *lines;
static mb_records records;
static mb_digest digest;
static mb_arena *arena;
static mb_error error;
static mb_paper paper;
static mb_ledger ledger;
static mb_ledger_run runs[MAX_RUNS];
static int order[MAX_RUNS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
static const char *const solvers[MAX_RUNS] = {"a/b:h=1", "a/b:h=2", "c/b:h=1", "d:k=1/b:h=1",
                                              "d:k=2/b:h=1"};
static const char *ids[MAX_RUNS] = {"r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10"};

static void start(void)
{
    char path[128];

    strcpy(folder, "/tmp/mbsbench-judge-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/r.jsonl", folder);
    lines = fopen(path, "w");
    cr_assert_not_null(lines);
    arena = mb_arena_create();
    for (int i = 0; i < MAX_RUNS; i++) {
        runs[i].id = ids[i];
        runs[i].problem = "p";
        runs[i].solver = solvers[i];
        strcpy(runs[i].cell, "c");
    }
    ledger = (mb_ledger){.study = "s", .title = "", .source = "", .file = "s", .run = runs};
}

static void stop(void)
{
    char command[128];

    mb_records_free(&records);
    mb_arena_destroy(arena);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
}

/* A record of the next run; `more` are further members, each with a comma before it. */
static void record(const char *status, double value, const char *more)
{
    fprintf(lines,
            "{\"schema\":\"mbsbench-record-1\",\"study\":\"s\",\"run\":\"%s\",\"cell\":\"c\","
            "\"key\":\"%s\",\"problem\":{\"name\":\"p\",\"spec\":\"p\"},\"solver\":\"a/b\","
            "\"status\":\"%s\",\"reason\":\"why\",\"t_end\":1,\"t_reached\":0.5,"
            "\"energy\":{\"max_abs\":%.17g}%s}\n",
            ids[ledger.runs], ids[ledger.runs], status, value, more);
    ledger.runs++;
}

static void values(int n, ...)
{
    va_list list;

    va_start(list, n);
    for (int i = 0; i < n; i++)
        record("ok", va_arg(list, double), "");
    va_end(list);
}

/* One item each of the runs [from, till). */
static mb_run_list list_of(int from, int till)
{
    return (mb_run_list){.items = till - from,
                         .runs = till - from,
                         .name = &ids[from],
                         .first = order,
                         .run = &order[from]};
}

/* A claim about all runs recorded so far. */
static mb_study_claim claim_of(mb_claim_kind kind)
{
    mb_study_claim c = {.id = "c",
                        .where = "w",
                        .says = "s",
                        .kind = kind,
                        .run = list_of(0, ledger.runs),
                        .value = NAN,
                        .tolerance = NAN,
                        .min = NAN,
                        .max = NAN,
                        .factor = 10,
                        .by = 1,
                        .below = NAN};

    cr_assert_eq(mb_metric_parse("energy.max_abs", arena, &c.metric, &error), MB_OK);
    return c;
}

static const mb_judgement *judge(const mb_study_claim *claim)
{
    char path[128];

    if (lines) {
        fclose(lines);
        lines = NULL;
        snprintf(path, sizeof path, "%s/r.jsonl", folder);
        cr_assert_eq(mb_records_read(&records, path, &error), MB_OK, "%s", error.text);
        cr_assert_eq(mb_digest_make(&records, arena, &digest, &error), MB_OK);
    }
    ledger.claims = 1;
    ledger.claim = mb_arena_alloc(arena, 1, sizeof *ledger.claim);
    *ledger.claim = *claim;
    cr_assert_eq(mb_judge(&ledger, &digest, arena, &paper, &error), MB_OK, "%s", error.text);
    return &paper.judgement[0];
}

static void expect(const mb_study_claim *claim, mb_verdict verdict, const char *measured,
                   const char *why)
{
    const mb_judgement *j = judge(claim);

    cr_expect_eq(j->verdict, verdict, "%s: %s (%s), expected %s", mb_verdict_of(j->verdict).word,
                 j->measured, j->why, mb_verdict_of(verdict).word);
    cr_expect_str_eq(j->measured, measured);
    cr_expect_str_eq(j->why, why);
    cr_expect_eq(paper.count[verdict], 1);
}

TestSuite(judge, .init = start, .fini = stop);

/* ---- before the kind ------------------------------------------------------------------------ */

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

/* ---- one run at a time ---------------------------------------------------------------------- */

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

/* ---- runs against runs ---------------------------------------------------------------------- */

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

/* ---- many runs ------------------------------------------------------------------------------ */

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

Test(judge, tests_and_the_untestable)
{
    mb_study_claim c = claim_of(MB_CLAIM_TEST);

    c.metric = (mb_metric){0};
    c.test = "some_test";
    c.verdict = "reproduced";
    fputs("\n", lines);
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

/* ---- metrics -------------------------------------------------------------------------------- */

static const struct {
    const char *metric;
    double value;
} metrics[] = {
    {"7", 7},
    {"energy.max_abs", 8},
    {"outputs.P.x", 3},
    {"output_rates.P.x", 4},
    {"counters.steps", 100},
    {"energy.max_abs / counters.steps", 0.08},
    {"energy.max_abs * 2", 16},
    {"cpu.loop", 2}, /* median */
    {"energy.max_abs + outputs.P.x", 11},
    {"outputs.P.x - energy.max_abs", -5},
    {"energy@max", 4},
    {"energy@min", 1},
    {"energy@top", 3},
    {"energy@bottom", -4},
    {"energy@mean", -0.2},
    {"energy@mean_abs", 2.2},
    {"energy@first", -2},
    {"energy@last", 3},
    {"energy@crossings", 3},
    {"energy@max(0,1.5)", 2},
    {"energy@top(2,3)", 1},
    {"energy@crossings(2,4)", 2},
    {"outputs.P.x@last", 50},
    {"multipliers.1@max", 348}, /* all steps of a row: largest, smallest, of magnitude */
    {"multipliers.1@top", 60},
    {"multipliers.1@bottom", -348},
    {"multipliers.1@last", 2}, /* the step at the row's time */
    {"multipliers.1@mean", 2},
    {"multipliers.1@crossings", 0},
};

/* Series: energy -2 (0), 1 (1), nan (2), 0 (2.5), 1 (3) ... */
Test(judge, metrics)
{
    char path[128];
    FILE *series;
    mb_measured v;
    char missing[MB_MISSING_SIZE] = "";
    mb_metric metric;

    snprintf(path, sizeof path, "%s/s.tsv", folder);
    series = fopen(path, "w");
    fputs("# t energy outputs.P.x multipliers.1 min.multipliers.1 max.multipliers.1\n"
          "0\t-2\t10\t2\t2\t2\n1\t1\t20\t2\t-348\t3\n2\tnan\t30\t2\t1\t60\n3\t1\t40\t2\t2\t2\n"
          "3.5\t-4\t50\t2\t2\t2\nno numbers\n4\t3\t50\t2\t2\t2\n",
          series);
    fclose(series);
    record("ok", 8,
           ",\"outputs\":{\"P.x\":3},\"output_rates\":{\"P.x\":4},\"counters\":{\"steps\":100},"
           "\"cpu\":{\"loop\":[3,1,2]},"
           "\"series\":\"s.tsv\"");
    judge(&(mb_study_claim){.kind = MB_CLAIM_UNTESTABLE, .id = "c"});
    for (size_t i = 0; i < sizeof metrics / sizeof metrics[0]; i++) {
        cr_assert_eq(mb_metric_parse(metrics[i].metric, arena, &metric, &error), MB_OK, "%s",
                     error.text);
        cr_assert(mb_metric_value(&metric, &digest.row[0], &v, missing), "%s: %s",
                  metrics[i].metric, missing);
        cr_expect_float_eq(v.x, metrics[i].value, 1e-12, "%s: %g", metrics[i].metric, v.x);
        cr_expect(v.lo == v.x && v.hi == v.x && !v.base);
    }
    mb_metric_parse("energy@max(7,8)", arena, &metric, &error);
    cr_expect(!mb_metric_value(&metric, &digest.row[0], &v, missing));
    cr_expect_str_eq(missing, "no value of energy in that span of time");
    mb_metric_parse("rows.3@max", arena, &metric, &error);
    cr_expect(!mb_metric_value(&metric, &digest.row[0], &v, missing));
    cr_expect_str_eq(missing, "no column rows.3 in its series");
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
