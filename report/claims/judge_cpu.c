/* SPDX-License-Identifier: MIT */
/* Claims on CPU times (judge.h): the verdict that every round of timed passes gives, if they give
 * one. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "report/claims/judge_parts.h"

/* What one round says. */
typedef struct round_verdict {
    mb_judgement j; /* by the medians */
    bool undecided; /* an end of the interval says something else */
} round_verdict;

/* Rounds that all runs of the claim have; those that are base of the ratios have any number. */
static int rounds_of(const mb_case *c)
{
    const mb_run_list *const lists[] = {&c->claim->run, &c->claim->than};
    int least = INT_MAX;

    for (int l = 0; l < 2; l++)
        for (int i = 0; i < lists[l]->runs; i++) {
            int n = mb_metric_rounds(&c->claim->metric, mb_case_row(c, lists[l], i));

            least = n < least ? n : least;
        }
    return least == INT_MAX ? 1 : least;
}

/* Kinds that judge a number look at both ends of its interval; orderings do so by themselves. */
static bool looks_at_ends(mb_claim_kind kind)
{
    return kind == MB_CLAIM_VALUE || kind == MB_CLAIM_BOUND || kind == MB_CLAIM_MAGNITUDE ||
           kind == MB_CLAIM_RATIO;
}

static mb_status judge_round(mb_case *c, int round, round_verdict *verdict)
{
    static const mb_interval_end ends[] = {MB_AT_LOW, MB_AT_HIGH};
    mb_case one = *c;
    mb_status status;

    one.round = round;
    verdict->j = *c->out;
    one.out = &verdict->j;
    MB_TRY(mb_judge_measured(&one));
    verdict->undecided = false;
    for (int e = 0; e < 2 && looks_at_ends(c->claim->kind); e++) {
        mb_judgement j = *c->out;

        one.out = &j;
        one.end = ends[e];
        MB_TRY(mb_judge_measured(&one));
        verdict->undecided = verdict->undecided || j.verdict != verdict->j.verdict;
    }
done:
    return status;
}

static int by_number(const void *a, const void *b)
{
    const round_verdict *x = a, *y = b;

    return (x->j.number > y->j.number) - (x->j.number < y->j.number);
}

/* "the rounds disagree: reproduced in 2 of 3, undecided in 1" */
static mb_status why_not(mb_case *c, const round_verdict *verdict, int rounds)
{
    const char *text = "", *between = "";
    int undecided = 0;
    mb_status status = MB_OK;

    for (int v = 0; v < MB_VERDICTS; v++) {
        int n = 0;

        for (int k = 0; k < rounds; k++)
            n += !verdict[k].undecided && verdict[k].j.verdict == (mb_verdict)v;
        if (n == 0)
            continue;
        MB_TRY(mb_arena_printf(c->arena, &text, c->err, "%s%s%s in %d of %d", text, between,
                               mb_verdict_of((mb_verdict)v).word, n, rounds));
        between = ", ";
    }
    for (int k = 0; k < rounds; k++)
        undecided += verdict[k].undecided;
    if (undecided > 0)
        MB_TRY(mb_arena_printf(c->arena, &text, c->err,
                               "%s%sundecided in %d of %d, whose intervals reach across the limit",
                               text, between, undecided, rounds));
    MB_TRY(mb_case_why(c, "the rounds disagree: %s", text));
done:
    return status;
}

mb_status mb_judge_rounds(mb_case *c)
{
    const int rounds = rounds_of(c);
    round_verdict *verdict;
    bool agree = true;
    mb_status status;

    if (rounds < 2) {
        MB_TRY(mb_judge_measured(c));
        c->out->unrecorded = true;
        if (c->out->verdict == MB_NOT_TESTABLE)
            return MB_OK;
        c->out->verdict = MB_NOT_TESTABLE;
        return mb_case_why(c, "timed in one round, which says nothing of other times; "
                              "mbsbench run --rounds 3 makes more");
    }
    MB_TRY(MB_TAKE(c->arena, &verdict, (size_t)rounds, c->err));
    for (int k = 0; k < rounds; k++) {
        MB_TRY(judge_round(c, k, &verdict[k]));
        agree = agree && !verdict[k].undecided && verdict[k].j.verdict == verdict[0].j.verdict;
    }
    qsort(verdict, (size_t)rounds, sizeof *verdict, by_number);
    *c->out = verdict[rounds / 2].j;
    if (*c->out->measured)
        MB_TRY(mb_case_measured(c, "%s, the middle of %d rounds", c->out->measured, rounds));
    if (!agree) {
        c->out->verdict = MB_NOT_TESTABLE;
        MB_TRY(why_not(c, verdict, rounds));
    }
done:
    return status;
}
