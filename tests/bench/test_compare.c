/* SPDX-License-Identifier: MIT */
/* Comparison of the times of two programs: what is worth an alarm, and what is no comparison. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "bench/compare/compare.h"
#include "bench/compare/sample.h"

/* From the binomial table: P(B < 2) = (n + 1) / 2^n on either side. */
Test(compare, pairs_that_a_level_needs)
{
    cr_expect(mb_compare_pairs(0.95) == 9); /* 20 / 512 = 0.039 */
    cr_expect(mb_compare_pairs(1 - 0.05 / 10) ==
              13); /* 28 / 8192 = 0.0034; 26 / 4096 = 0.0063 is too much */
    cr_expect(mb_compare_pairs(1 - 0.05 / 100) == 17); /* 36 / 131072 */
}

static mb_compare_verdict judge(double median, double lo, double hi, double base)
{
    const mb_compared cell = {
        .ratio = {median, lo, hi}, .base = base, .head = base * median, .control = {1, 1, 1}};

    return mb_compare_judge(&cell, 1.03);
}

Test(compare, an_alarm_needs_interval_ratio_and_difference)
{
    cr_expect(judge(1.2, 1.15, 1.25, 0.01) == MB_COMPARE_SLOWER);
    cr_expect(judge(0.8, 0.75, 0.85, 0.01) == MB_COMPARE_FASTER);
    cr_expect(judge(1.2, 0.99, 1.25, 0.01) == MB_COMPARE_APART); /* not certain */
    cr_expect(judge(1.02, 1.01, 1.03, 0.01) == MB_COMPARE_SAME); /* too little to count */
    cr_expect(judge(1.2, 1.15, 1.25, 5e-5) == MB_COMPARE_APART); /* 10 us a run: too short */
    cr_expect(judge(3.0, 2.9, 3.2, 7.5e-6) == MB_COMPARE_APART);
    cr_expect(judge(1.01, 0.9, 1.25, 5e-5) == MB_COMPARE_SAME);
    cr_expect(judge(0.8, 0.7, 0.9, 5e-5) == MB_COMPARE_SAME);
    cr_expect(judge(1.2, NAN, NAN, 0.01) == MB_COMPARE_APART);  /* too few pairs */
    cr_expect(judge(1.01, 0.9, 1.25, 0.01) == MB_COMPARE_SAME); /* none to suspect */
}

/* The threshold is a cell's own: its control raises it for no other cell, and what lies between the
 * two is not passed. */
Test(compare, a_noisy_control_raises_the_threshold_of_its_own_cell)
{
    mb_compared cell = {
        .ratio = {1.15, 1.148, 1.151}, .base = 1, .head = 1.15, .control = {1.10, 0.9, 1.3}};

    cr_expect(mb_compare_judge(&cell, 1.03) == MB_COMPARE_APART);
    cr_expect_float_eq(mb_compare_threshold(&cell, 1.03), 1.21, 1e-12);
    cell.control = (mb_ratio){1.0, 0.99, 1.01};
    cr_expect(mb_compare_judge(&cell, 1.03) == MB_COMPARE_SLOWER);
    cell.control = (mb_ratio){1 / 1.10, 0.8, 1.1};
    cr_expect(mb_compare_judge(&cell, 1.03) == MB_COMPARE_APART);
}

static mb_sample a_sample(void)
{
    return (mb_sample){.known = true,
                       .timed = true,
                       .seconds = 1,
                       .cell = "c",
                       .status = "ok",
                       .machine = "m",
                       .t_reached = 10,
                       .steps = 100,
                       .h = 0.1,
                       .class = 1e-4,
                       .outputs = 2,
                       .output = {2.0, 0.5},
                       .horizon = 100};
}

static mb_compare_verdict sampled(mb_sample head)
{
    const mb_run run = {.t_end = 10};
    mb_compared cell = {.run = &run};
    const mb_sample base = a_sample();

    if (mb_compare_samples(&base, &head, &cell))
        cr_expect(cell.verdict == MB_COMPARE_SAME);
    return cell.verdict;
}

/* A head that does half of the work, or carries it out worse, is not faster. */
Test(compare, head_and_base_carry_out_the_same_run)
{
    mb_sample head = a_sample();

    cr_expect(sampled(head) == MB_COMPARE_SAME);
    head.class = 1e-6;
    cr_expect(sampled(head) == MB_COMPARE_SAME);
    head.class = NAN;
    cr_expect(sampled(head) == MB_COMPARE_FAILED);
    head = a_sample();
    head.t_reached = 5;
    cr_expect(sampled(head) == MB_COMPARE_FAILED);
    head = a_sample();
    head.steps = 50;
    cr_expect(sampled(head) == MB_COMPARE_FAILED);
    head.h = NAN;
    cr_expect(sampled(head) == MB_COMPARE_SAME); /* it chooses its steps */
    head = a_sample();
    strcpy(head.status, "branch-change");
    cr_expect(sampled(head) == MB_COMPARE_FAILED);
    head = a_sample();
    strcpy(head.cell, "d");
    cr_expect(sampled(head) == MB_COMPARE_APART);
}

/* A motion that ends elsewhere, further than both errors explain, is another one: 2 % of 0.5, or
 * errors of 0.01 and 0.02. */
Test(compare, outputs_at_the_end_are_those_of_the_base)
{
    mb_sample head = a_sample();

    head.output[1] = 0.505;
    cr_expect(sampled(head) == MB_COMPARE_SAME);
    head.output[1] = 0.52;
    cr_expect(sampled(head) == MB_COMPARE_FAILED);
    head.error = 0.03;
    cr_expect(sampled(head) == MB_COMPARE_SAME);
    head.output[1] = 0.55;
    cr_expect(sampled(head) == MB_COMPARE_FAILED);
    head.horizon = 5; /* ended beyond it */
    cr_expect(sampled(head) == MB_COMPARE_SAME);
    head = a_sample();
    head.output[0] = NAN;
    cr_expect(sampled(head) == MB_COMPARE_FAILED);
    head = a_sample();
    head.outputs = 1;
    cr_expect(sampled(head) == MB_COMPARE_FAILED);
}

Test(compare, every_sample_of_a_program_repeats_the_first)
{
    const mb_sample first = a_sample();
    mb_sample later[6];
    mb_compared cell = {.verdict = MB_COMPARE_SAME};

    for (int i = 0; i < 6; i++)
        later[i] = a_sample();
    cr_expect(mb_compare_repeats(&first, &later[0], true, &cell));
    strcpy(later[0].status, "branch-change");
    strcpy(later[1].cell, "d");
    later[2].t_reached = 5;
    later[3].steps = 99;
    later[4].timed = false;
    later[5].class = 1e-3;
    for (int i = 0; i < 6; i++) {
        cr_expect_not(mb_compare_repeats(&first, &later[i], true, &cell));
        cr_expect(cell.verdict == MB_COMPARE_FAILED && cell.reason[0], "%d", i);
        cr_expect_not(mb_compare_repeats(&first, &later[i], false, &cell));
        cr_expect(cell.verdict == MB_COMPARE_APART, "%d", i);
    }
}

/* Failing alike by its own doing is one thing, meeting a limit another. */
Test(compare, cells_that_neither_program_carries_out)
{
    static const struct {
        const char *base, *head;
        mb_compare_verdict verdict;
    } cases[] = {
        {"not-applicable", "not-applicable", MB_COMPARE_UNTIMED},
        {"diverged", "diverged", MB_COMPARE_UNTIMED},
        {"diverged", "singular", MB_COMPARE_APART},
        {"time-limit", "time-limit", MB_COMPARE_APART},
        {"crashed", "crashed", MB_COMPARE_APART},
        {"", "", MB_COMPARE_APART},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mb_sample base = {.seconds = NAN}, head = base;
        mb_compared cell = {.verdict = MB_COMPARE_SAME};

        strcpy(base.status, cases[i].base);
        strcpy(head.status, cases[i].head);
        cr_expect_not(mb_compare_samples(&base, &head, &cell));
        cr_expect(cell.verdict == cases[i].verdict && cell.reason[0], "%s", cases[i].base);
    }
}
