/* SPDX-License-Identifier: MIT */
#include "bench/compare/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bench/compare/sample.h"

enum { ROLES = 3, MAX_ROUNDS = 500, MAX_PAIRS = 2 * MAX_ROUNDS };

typedef enum role { BASE, HEAD, CONTROL } role;

static const double wrong = 0.05; /* of all jobs without a difference */

struct job {
    const mb_compare_options *options;
    mb_comparison *c;
    double time[ROLES][MAX_PAIRS]; /* [s] of the cell at hand */
    mb_sample *first; /* (2 a cell) of base and head: what their later samples must repeat */
};

static mb_sample *first_of(const struct job *job, const mb_compared *cell)
{
    return job->first + 2 * (cell - job->c->cell);
}

static mb_status take(const struct job *job, const mb_run *run, role r, mb_sample *sample,
                      mb_error *err)
{
    const char *program = r == HEAD ? job->options->head : job->options->base;

    return mb_sample_take(program, run, job->options->time_limit, sample, err);
}

int mb_compare_pairs(double level)
{
    int n = 1;

    while (mb_sign_rank(n, level) < 2)
        n++;
    return n;
}

/* Whether both programs carry the cell out, the same run in the same place; else its verdict is
 * set.
 */
static mb_status try_out(struct job *job, mb_compared *cell, bool *good, mb_error *err)
{
    mb_sample *first = first_of(job, cell);
    mb_status status;

    MB_TRY(take(job, cell->run, BASE, &first[BASE], err));
    if (first[BASE].stranger)
        return mb_fail(err, MB_BAD_INPUT,
                       "--base %s says that all is well and gives no record; expected a program "
                       "mbsbench",
                       job->options->base);
    MB_TRY(take(job, cell->run, HEAD, &first[HEAD], err));
    *good = mb_compare_samples(&first[BASE], &first[HEAD], cell);
done:
    return status;
}

static mb_ratio ratio_of(struct job *job, role r, int pairs)
{
    double logs[MAX_PAIRS];

    for (int i = 0; i < pairs; i++)
        logs[i] = log(job->time[r][i] / job->time[BASE][i]);
    return mb_ratio_of_logs(logs, pairs, job->c->level);
}

/* The rounds of one cell, samples that repeat `first`: its ratios and times. */
static mb_status measure(struct job *job, const mb_sample *first, mb_compared *cell, int rounds,
                         mb_error *err)
{
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < 2 * ROLES; i++) {
            int place = i < ROLES ? i : 2 * ROLES - 1 - i;
            role r = (role)((place + round) % ROLES);
            mb_sample sample;
            mb_status status = take(job, cell->run, r, &sample, err);

            if (status != MB_OK)
                return status;
            if (!mb_compare_repeats(&first[r == HEAD ? HEAD : BASE], &sample, r == HEAD, cell))
                return MB_OK;
            job->time[r][2 * round + i / ROLES] = sample.seconds;
        }
    }
    cell->ratio = ratio_of(job, HEAD, 2 * rounds);
    cell->control = ratio_of(job, CONTROL, 2 * rounds);
    cell->base = mb_median(job->time[BASE], 2 * rounds);
    cell->head = mb_median(job->time[HEAD], 2 * rounds);
    return MB_OK;
}

static void tell(const struct job *job, const char *what, const mb_compared *cell)
{
    if (job->options->progress)
        mb_put_line(job->options->progress, "mbsbench: %s %ld/%d %s %s", what,
                    (long)(cell - job->c->cell) + 1, job->c->count, cell->run->problem,
                    cell->run->solver);
}

/* The cell once more, in twice the rounds, so that a burst of other work decides less. */
static mb_status measure_again(struct job *job, mb_compared *cell, mb_compared *again,
                               mb_error *err)
{
    int rounds = job->c->rounds < MAX_ROUNDS / 2 ? 2 * job->c->rounds : MAX_ROUNDS;

    tell(job, "measuring again", cell);
    *again = *cell;
    mb_compare_conclude(again, MB_COMPARE_SAME, "");
    return measure(job, first_of(job, cell), again, rounds, err);
}

static bool restless(const struct job *job, const mb_compared *cell)
{
    return mb_compare_differs(cell->control, job->options->least);
}

/* The first times of a cell; where the base differs from itself, second ones in their place. */
static mb_status measure_cell(struct job *job, mb_compared *cell, mb_error *err)
{
    mb_compared again;
    mb_status status;
    bool good = false;

    tell(job, "measuring", cell);
    MB_TRY(try_out(job, cell, &good, err));
    if (!good)
        return MB_OK;
    MB_TRY(measure(job, first_of(job, cell), cell, job->c->rounds, err));
    if (restless(job, cell)) {
        MB_TRY(measure_again(job, cell, &again, err));
        *cell = again;
    }
done:
    return status;
}

/* Verdict of times taken; not comparable where they do not tell. */
static void judge(const struct job *job, mb_compared *cell)
{
    if (cell->verdict != MB_COMPARE_SAME)
        return; /* it did not go to its end */
    if (restless(job, cell))
        mb_compare_conclude(cell, MB_COMPARE_APART,
                            "the machine is not quiet: the base differs from itself");
    else
        cell->verdict = mb_compare_judge(cell, job->options->least);
    if (cell->verdict == MB_COMPARE_APART && !cell->reason[0])
        mb_compare_conclude(cell, MB_COMPARE_APART,
                            mb_compare_short(cell)
                                ? "too short: slower perhaps, but by less than 20 us a run"
                                : "slower perhaps: the machine is not quiet enough to tell");
}

/* A suspicion must show again. */
static mb_status repeat(struct job *job, mb_compared *cell, mb_error *err)
{
    mb_compared again;
    mb_status status = measure_again(job, cell, &again, err);

    if (status != MB_OK)
        return status;
    judge(job, &again);
    cell->again = again.ratio;
    if (again.verdict == MB_COMPARE_SAME || again.verdict == MB_COMPARE_FASTER)
        mb_compare_conclude(cell, MB_COMPARE_SAME, "slower at first, not when measured again");
    else
        mb_compare_conclude(cell, again.verdict, again.reason);
    return MB_OK;
}

static mb_status judge_cell(struct job *job, mb_compared *cell, mb_error *err)
{
    mb_compared again;
    mb_status status = MB_OK;

    judge(job, cell);
    if (cell->verdict == MB_COMPARE_APART && !restless(job, cell) && !mb_compare_short(cell)) {
        MB_TRY(measure_again(job, cell, &again, err));
        judge(job, &again);
        *cell = again;
    }
    if (cell->verdict == MB_COMPARE_SLOWER)
        status = repeat(job, cell, err);
done:
    return status;
}

static mb_status judge_all(struct job *job, mb_error *err)
{
    mb_comparison *c = job->c;

    for (int i = 0; i < c->count; i++)
        if (isfinite(c->cell[i].control.median) && !restless(job, &c->cell[i]))
            c->control = fmax(c->control, fabs(log(c->cell[i].control.median)));
    for (int i = 0; i < c->count; i++) {
        mb_status status = MB_OK;

        if (!isnan(c->cell[i].ratio.median))
            status = judge_cell(job, &c->cell[i], err);
        if (status != MB_OK)
            return status;
    }
    return MB_OK;
}

static bool has_cell(const mb_comparison *c, uint64_t cell)
{
    for (int i = 0; i < c->count; i++)
        if (c->cell[i].run->cell == cell)
            return true;
    return false;
}

static mb_status prepare(const mb_plan *plan, const mb_compare_options *options, mb_comparison *c,
                         mb_error *err)
{
    c->cell = calloc((size_t)plan->count + 1, sizeof *c->cell);
    if (!c->cell)
        return mb_fail(err, MB_NO_MEMORY, "no memory for %d cells", plan->count);
    for (int i = 0; i < plan->count; i++) {
        if (plan->run[i].elsewhere || plan->run[i].search || has_cell(c, plan->run[i].cell))
            continue;
        c->cell[c->count++] = (mb_compared){
            .run = &plan->run[i],
            .base = NAN,
            .head = NAN,
            .ratio = {NAN, NAN, NAN},
            .control = {NAN, NAN, NAN},
            .again = {NAN, NAN, NAN},
        };
    }
    c->level = 1.0 - wrong / (c->count > 0 ? c->count : 1);
    c->rounds = options->rounds > 0 ? options->rounds : (mb_compare_pairs(c->level) + 3) / 2;
    if (c->rounds > MAX_ROUNDS)
        c->rounds = MAX_ROUNDS;
    return MB_OK;
}

mb_status mb_compare(const mb_plan *plan, const mb_compare_options *options, mb_comparison *c,
                     mb_error *err)
{
    struct job *job = calloc(1, sizeof *job);
    mb_status status = MB_OK;

    memset(c, 0, sizeof *c);
    if (!job)
        return mb_fail(err, MB_NO_MEMORY, "no memory for samples");
    job->options = options;
    job->c = c;
    MB_TRY(prepare(plan, options, c, err));
    job->first = calloc(2 * (size_t)c->count + 1, sizeof *job->first);
    if (!job->first) {
        status = mb_fail(err, MB_NO_MEMORY, "no memory for %d cells", c->count);
        goto done;
    }
    for (int i = 0; i < c->count; i++)
        MB_TRY(measure_cell(job, &c->cell[i], err));
    MB_TRY(judge_all(job, err));
    for (int i = 0; i < c->count; i++)
        c->number[c->cell[i].verdict]++;
done:
    free(job->first);
    free(job);
    return status;
}

void mb_comparison_free(mb_comparison *c)
{
    free(c->cell);
    memset(c, 0, sizeof *c);
}

const char *mb_compare_word(mb_compare_verdict verdict)
{
    static const char *const words[] = {
        [MB_COMPARE_SAME] = "same",
        [MB_COMPARE_FASTER] = "faster",
        [MB_COMPARE_UNTIMED] = "not timed",
        [MB_COMPARE_NEW] = "new",
        [MB_COMPARE_APART] = "not comparable",
        [MB_COMPARE_FAILED] = "fails now",
        [MB_COMPARE_SLOWER] = "slower",
    };

    return words[verdict];
}
