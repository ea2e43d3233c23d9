#include "bench/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/sample.h"

enum { ROLES = 3, MAX_ROUNDS = 500, MAX_PAIRS = 2 * MAX_ROUNDS };

typedef enum role { BASE, HEAD, CONTROL } role;

static const double least_difference = 2e-5; /* [s] a run */
static const double wrong = 0.05;            /* of all jobs without a difference */

struct job {
    const mb_compare_options *options;
    mb_comparison *c;
    double time[ROLES][MAX_PAIRS]; /* [s] of the cell at hand */
};

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

static void conclude(mb_compared *cell, mb_compare_verdict verdict, const char *reason)
{
    cell->verdict = verdict;
    snprintf(cell->reason, sizeof cell->reason, "%s", reason);
}

/* Whether both programs carry the cell out, in the same place; else its verdict is set. */
static mb_status try_out(struct job *job, mb_compared *cell, bool *good, mb_error *err)
{
    mb_sample base, head;
    mb_status status;

    *good = false;
    MB_TRY(take(job, cell->run, BASE, &base, err));
    MB_TRY(take(job, cell->run, HEAD, &head, err));
    if (!base.timed && !head.timed)
        conclude(cell, MB_COMPARE_UNTIMED, head.reason);
    else if (!base.timed)
        conclude(cell, MB_COMPARE_NEW, base.reason);
    else if (!head.timed)
        conclude(cell, MB_COMPARE_FAILED, head.reason);
    else if (strcmp(base.status, head.status) != 0)
        conclude(cell, MB_COMPARE_FAILED, head.reason[0] ? head.reason : "another status");
    else if (strcmp(base.cell, head.cell) != 0)
        conclude(cell, MB_COMPARE_APART, "the programs do not mean the same run");
    else if (strcmp(base.machine, head.machine) != 0)
        conclude(cell, MB_COMPARE_APART, "times of another machine");
    else
        *good = true;
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

/* The rounds of one cell: its ratios and times. */
static mb_status measure(struct job *job, mb_compared *cell, int rounds, mb_error *err)
{
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < 2 * ROLES; i++) {
            int place = i < ROLES ? i : 2 * ROLES - 1 - i;
            role r = (role)((place + round) % ROLES);
            mb_sample sample;
            mb_status status = take(job, cell->run, r, &sample, err);

            if (status != MB_OK)
                return status;
            if (!sample.timed) {
                conclude(cell, r == HEAD ? MB_COMPARE_FAILED : MB_COMPARE_APART, sample.reason);
                return MB_OK;
            }
            job->time[r][2 * round + i / ROLES] = sample.seconds;
        }
    }
    cell->ratio = ratio_of(job, HEAD, 2 * rounds);
    cell->control = ratio_of(job, CONTROL, 2 * rounds);
    cell->base = mb_median(job->time[BASE], 2 * rounds);
    cell->head = mb_median(job->time[HEAD], 2 * rounds);
    return MB_OK;
}

static bool differs(mb_ratio r, double threshold)
{
    return (r.lo > 1.0 && r.median > threshold) || (r.hi < 1.0 && r.median < 1.0 / threshold);
}

mb_compare_verdict mb_compare_judge(const mb_compared *cell, double threshold)
{
    const mb_ratio *r = &cell->ratio;

    if (fabs(cell->head - cell->base) < least_difference)
        return MB_COMPARE_SAME;
    if (r->median > threshold && !(r->lo > 1.0))
        return MB_COMPARE_APART;
    if (!differs(*r, threshold))
        return MB_COMPARE_SAME;
    return r->median > 1.0 ? MB_COMPARE_SLOWER : MB_COMPARE_FASTER;
}

static void tell(const struct job *job, const char *what, const mb_compared *cell)
{
    if (job->options->progress)
        fprintf(job->options->progress, "mbsbench: %s %ld/%d %s %s\n", what,
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
    conclude(again, MB_COMPARE_SAME, "");
    return measure(job, again, rounds, err);
}

static bool restless(const struct job *job, const mb_compared *cell)
{
    return differs(cell->control, job->options->least);
}

/* The first times of a cell; where the base differs from itself, second ones in their place. */
static mb_status measure_cell(struct job *job, mb_compared *cell, mb_error *err)
{
    mb_compared again;
    mb_status status;
    bool good;

    tell(job, "measuring", cell);
    MB_TRY(try_out(job, cell, &good, err));
    if (!good)
        return MB_OK;
    MB_TRY(measure(job, cell, job->c->rounds, err));
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
    mb_compare_verdict verdict = mb_compare_judge(cell, job->c->threshold);

    if (cell->verdict != MB_COMPARE_SAME)
        return; /* it did not go to its end */
    if (restless(job, cell))
        conclude(cell, MB_COMPARE_APART, "the machine is not quiet: the base differs from itself");
    else if (verdict == MB_COMPARE_APART)
        conclude(cell, MB_COMPARE_APART, "slower perhaps: the machine is not quiet enough to tell");
    else
        cell->verdict = verdict;
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
        conclude(cell, MB_COMPARE_SAME, "slower at first, not when measured again");
    else
        conclude(cell, again.verdict, again.reason);
    return MB_OK;
}

static mb_status judge_cell(struct job *job, mb_compared *cell, mb_error *err)
{
    mb_compared again;
    mb_status status = MB_OK;

    judge(job, cell);
    if (cell->verdict == MB_COMPARE_APART && !restless(job, cell)) {
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
    c->threshold = fmax(job->options->least, exp(2.0 * c->control));
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
        if (plan->run[i].elsewhere || has_cell(c, plan->run[i].cell))
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
    for (int i = 0; i < c->count; i++)
        MB_TRY(measure_cell(job, &c->cell[i], err));
    MB_TRY(judge_all(job, err));
    for (int i = 0; i < c->count; i++)
        c->number[c->cell[i].verdict]++;
done:
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
