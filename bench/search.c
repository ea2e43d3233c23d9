/* SPDX-License-Identifier: MIT */
#include "bench/search.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/audit/precision.h"
#include "bench/engine/engine.h"

enum {
    FACTOR = 3,           /* rungs to a factor */
    LOWEST = 16 * FACTOR, /* rungs below the start */
    HIGHEST = 10 * FACTOR /* and above it */
};

static const double most_of_the_run = 0.1; /* as a step */
static const double most_tolerance = 0.1;
static const double limits_in_all = 5.0; /* passes that take the time limit */

static const double better = 0.9, further = 1.01; /* what counts as nearer */

enum { PATIENCE = 5, FEW_STEPS = 200 };

static bool steps(const mb_search *s)
{
    return strcmp(s->variable, "h") == 0;
}

double mb_search_ratio(const mb_search *s)
{
    return steps(s) ? cbrt(2.0) : pow(10.0, 1.0 / 6.0);
}

/* The step of which a whole number, n 2^k, 1.25 n 2^k or 1.6 n 2^k, fills a run, n of the start: with
 * round n such steps have few digits. */
static double whole_step(const mb_search *s, int rung)
{
    static const double between[FACTOR] = {1.0, 1.25, 1.6};
    const int factors = (int)floor((double)rung / FACTOR);
    const double first = round(s->divides / s->start);

    return s->divides / fmax(1.0, round(ldexp(first * between[rung - factors * FACTOR], factors)));
}

/* Value of a rung; to three digits so that specs stay readable, unless steps must fill the run */
static double value_at(const mb_search *s, int rung)
{
    char text[MB_NUMBER_SIZE];
    double x = s->start * pow(mb_search_ratio(s), -rung);

    if (rung == 0)
        return s->start;
    if (s->divides > 0.0)
        return whole_step(s, rung);
    snprintf(text, sizeof text, "%.3g", x);
    mb_parse_number(text, &x);
    return x;
}

/* The spec of a rung; false when the integrator refuses its value. */
static bool put_spec(mb_search *s, int rung)
{
    mb_error ignored = {MB_OK, ""};

    return mb_method_at(s->solver, s->variable, value_at(s, rung), s->spec, sizeof s->spec,
                        &ignored) == MB_OK;
}

static const mb_search_trial *find(const mb_search *s, int rung)
{
    for (int i = 0; i < s->trials; i++)
        if (s->tried[i].rung == rung)
            return &s->tried[i];
    return NULL;
}

static bool reached(const mb_search *s, int rung)
{
    const mb_search_trial *t = find(s, rung);

    return t && t->reached;
}

/* Whether what ended a trial would end every finer one too. */
static bool hopeless(mb_run_status status)
{
    return mb_run_status_limited(status) || status == MB_RUN_NOT_APPLICABLE ||
           status == MB_RUN_ERROR || status == MB_RUN_STATUSES;
}

/* What the way down has come to. */
struct way {
    double farthest;                /* [s] that a run reached that failed */
    double least[MB_SEARCH_LIMITS]; /* parts of what is allowed */
    bool finished;                  /* one did not fail */
    int idle;                       /* values in a row that came no nearer */
    double cpu;                     /* [s] */
};

/* Whether a value is nearer to the goal than all before it. */
static bool nearer(struct way *way, const mb_search_trial *t)
{
    bool first = !way->finished, is = t->reached;

    if (t->status != MB_RUN_OK) {
        is = first && t->t > further * way->farthest;
        way->farthest = fmax(way->farthest, t->t);
        return is;
    }
    way->finished = true;
    for (int k = 0; k < MB_SEARCH_LIMITS; k++) {
        is = is || (t->part[k] > 1.0 && t->part[k] < better * way->least[k]);
        way->least[k] = fmin(way->least[k], t->part[k]);
    }
    return is || first;
}

static void go(struct way *way, const mb_search_trial *t)
{
    way->cpu += t->cpu;
    if (nearer(way, t))
        way->idle = 0;
    else
        way->idle += t->status == MB_RUN_OK || t->steps == 0 || t->steps >= FEW_STEPS;
}

/* [s] of CPU so far; beside a budget with what the next pass will take, for steps half as long. */
static double spent(const mb_search *s, const struct way *way, const mb_search_trial *last)
{
    const double next = isnan(s->goal->budget) ? 0.0 : steps(s) ? 2.0 * last->cpu : last->cpu;

    return way->cpu + next;
}

/* Whether the search is over for who asked for it, where the way down has come to. */
static bool ends_here(const mb_search *s, int rung)
{
    return s->over && !find(s, rung + FACTOR);
}

/* Largest rung of the way down: the last one that makes sense to try, or the one to try next. */
static int descend(mb_search *s, bool *next)
{
    struct way way = {.farthest = -HUGE_VAL};
    int rung = 0;

    for (int k = 0; k < MB_SEARCH_LIMITS; k++)
        way.least[k] = HUGE_VAL;
    for (const mb_search_trial *t = find(s, rung); t; t = find(s, rung)) {
        bool confirmed = rung >= 2 * FACTOR && reached(s, rung) && reached(s, rung - FACTOR) &&
                         reached(s, rung - 2 * FACTOR);

        go(&way, t);
        *next = false;
        s->end = hopeless(t->status)                                     ? MB_SEARCH_LIMIT
                 : confirmed                                             ? MB_SEARCH_CONFIRMED
                 : rung == LOWEST || !put_spec(s, rung + FACTOR)         ? MB_SEARCH_FINEST
                 : way.idle >= PATIENCE                                  ? MB_SEARCH_NO_PROGRESS
                 : ends_here(s, rung) || spent(s, &way, t) > s->patience ? MB_SEARCH_TOTAL_TIME
                                                                         : MB_SEARCH_ENDS;
        if (s->end != MB_SEARCH_ENDS)
            return rung;
        rung += FACTOR;
    }
    *next = true;
    return rung;
}

/* Whether a coarser rung is worth a trial. */
static bool open_above(const mb_search *s, int rung)
{
    return !find(s, rung) && rung >= -HIGHEST && value_at(s, rung) <= s->most;
}

/* The coarsest rung that is good enough, `confirmed` ones below it; true when one is to be tried
 * before that is known: *rung. */
static bool ascend(const mb_search *s, int *rung)
{
    while (reached(s, *rung - FACTOR))
        *rung -= FACTOR;
    if (*rung <= 0 && open_above(s, *rung - FACTOR)) {
        *rung -= FACTOR;
        return true;
    }
    for (int k = 1; k < FACTOR; k++) {
        if (open_above(s, *rung - 1)) {
            *rung -= 1;
            return true;
        }
        if (!reached(s, *rung - 1))
            return false;
        *rung -= 1;
    }
    return false;
}

/* How the way down ended, for people. */
static const char *end_text(const mb_search *s, mb_run_status last)
{
    switch (s->end) {
    case MB_SEARCH_NO_PROGRESS:
        return "the last five came no nearer";
    case MB_SEARCH_TOTAL_TIME:
        return isnan(s->goal->budget) ? "they took five times the time limit"
                                      : "the next one would take longer than is left to it";
    default:
        return mb_run_status_word(last);
    }
}

/* Why the way down found nothing that two finer values confirm. */
static void explain(mb_search *s, int lowest)
{
    const mb_search_trial *last = find(s, lowest);
    const char *end = end_text(s, last->status);
    char goal[64] = "the limits";
    bool lucky = false;

    for (int i = 0; i < s->trials; i++)
        lucky = lucky || s->tried[i].reached;
    if (!isnan(s->goal->reach))
        snprintf(goal, sizeof goal, "class %g%s", s->goal->reach,
                 mb_search_limited(s->goal) ? " and the limits" : "");
    if (s->confirmed)
        return;
    if (!isnan(s->value))
        snprintf(
            s->reason, sizeof s->reason,
            "%s = %g reaches %s, but the search ended at %g (%s) before two finer values could "
            "confirm it",
            s->variable, s->value, goal, last->value, end);
    else if (lowest == 0)
        snprintf(s->reason, sizeof s->reason,
                 "%s = %g does not reach %s, nor can a finer value (%s)", s->variable, s->start,
                 goal, end);
    else
        snprintf(s->reason, sizeof s->reason, "no %s from %g down to %g reaches %s%s (%s)",
                 s->variable, s->start, last->value, goal, lucky ? " with two finer ones" : "",
                 end);
}

/* What was found, once the way down is over at `lowest`; true: a rung is to be tried first. */
static bool settle(mb_search *s, int lowest, int *rung)
{
    int top = lowest;

    if (!reached(s, top))
        top -= FACTOR;
    *rung = top;
    if (!reached(s, top))
        return false;
    while (reached(s, top - FACTOR) && top > 0)
        top -= FACTOR;
    s->confirmed = reached(s, top + FACTOR) && reached(s, top + 2 * FACTOR);
    *rung = top;
    if (s->confirmed && ascend(s, rung)) {
        if (!s->over)
            return true;
        while (!reached(s, *rung))
            ++*rung;
    }
    s->value = value_at(s, *rung);
    return false;
}

static void add(mb_search *s, const mb_result *result)
{
    mb_search_trial *t = &s->tried[s->trials++];

    *t = (mb_search_trial){.rung = s->rung,
                           .value = value_at(s, s->rung),
                           .status = result->status,
                           .class = mb_precision_class(mb_precision_of(result), result->status,
                                                       result->counters.unconverged),
                           .reached = mb_search_reached(s->goal, result),
                           .t = result->t_reached,
                           .steps = result->counters.steps,
                           .cpu = isnan(result->cpu_loop) ? 0.0 : result->cpu_loop};
    mb_search_parts(s->goal, result, t->part);
}

/* A value that is measured again for the record and is not good enough any more (a limit of time
 * that it just kept the first time) was none. */
static void check_again(mb_search *s, const mb_result *result)
{
    if (isnan(s->value) || mb_search_reached(s->goal, result))
        return;
    snprintf(s->reason, sizeof s->reason, "%s = %g was good enough once and not again (%s)",
             s->variable, s->value, mb_run_status_word(result->status));
    s->value = NAN;
    s->confirmed = false;
}

/* What is to be tried next; last: rung of the result at hand. */
static bool decide(mb_search *s, int last)
{
    bool next;
    int lowest = descend(s, &next);

    s->rung = lowest;
    if (!next)
        next = settle(s, lowest, &s->rung);
    if (next)
        return s->trials < MB_MAX_TRIALS && put_spec(s, s->rung);
    explain(s, lowest);
    if (isnan(s->value))
        s->rung = lowest;
    put_spec(s, s->rung);
    s->again = s->rung != last;
    return s->again;
}

bool mb_search_take(mb_search *s, const mb_result *result)
{
    if (s->again) {
        check_again(s, result);
        return false;
    }
    add(s, result);
    return decide(s, s->rung);
}

/* A pass of a search for another class, as this one judges it. */
static mb_search_trial judged(const mb_search_trial *t, double was, double reach)
{
    mb_search_trial now = *t;

    now.reached = t->status == MB_RUN_OK && t->class <= reach;
    for (int k = 0; k < MB_SEARCH_LIMITS; k++)
        now.part[k] *= was / reach;
    return now;
}

bool mb_search_begin(mb_search *s, const mb_run *run, double time_limit, const mb_search *before)
{
    s->goal = run->search;
    s->again = false;
    if (!s->goal)
        return true;
    *s = (mb_search){.goal = run->search};
    s->solver = run->solver;
    s->start = mb_method_step(run->solver);
    s->variable = "h";
    s->most = most_of_the_run * run->t_end;
    if (isnan(s->start)) {
        s->variable = "tol";
        s->start = mb_method_tolerance(run->solver);
        s->most = most_tolerance;
    }
    s->divides = steps(s) && mb_is_engine(run->solver) ? run->t_end : 0.0;
    s->value = NAN;
    s->patience = isnan(s->goal->budget) ? limits_in_all * time_limit : s->goal->budget;
    snprintf(s->spec, sizeof s->spec, "%s", run->solver);
    for (int i = 0; before && i < before->trials; i++)
        s->tried[s->trials++] = judged(&before->tried[i], before->goal->reach, s->goal->reach);
    return s->trials == 0 || decide(s, before->rung);
}
