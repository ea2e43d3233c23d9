/* SPDX-License-Identifier: MIT */
/* The search for the largest step that is good enough, driven by results that are made up. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/engine/engine.h"
#include "bench/search.h"

/* What a value of the variable leads to: a status, and whether it is good enough. */
typedef struct answer {
    mb_run_status status;
    bool good;
    double gap, t; /* 0: 1e-5 or 1e-3; 1 s */
    long steps;
    double cpu; /* [s] */
} answer;
typedef answer oracle(double value);

static const mb_search_goal goal = {
    .reach = 1e-4, .limit = {NAN, NAN, NAN, NAN, NAN, NAN}, .steps = NAN, .budget = NAN};
static mb_result result;
static mb_search search;

static void make_result(answer a)
{
    mb_result_clear(&result);
    result.status = a.status;
    result.t_reached = a.t > 0.0 ? a.t : 1.0;
    result.counters.steps = a.steps;
    result.cpu_loop = a.cpu;
    result.mh = 1;
    result.scale = 1.0;
    result.gap = a.gap > 0.0 ? a.gap : a.good ? 1e-5 : 1e-3;
}

static double variable_of(const char *solver)
{
    double h = mb_method_step(solver);

    return isnan(h) ? mb_method_tolerance(solver) : h;
}

/* Searches from a spec on; every trial is of the spec that the search asks for. */
static void look(const char *solver, double t_end, oracle *ask)
{
    const mb_run run = {.solver = solver, .t_end = t_end, .search = &goal};
    int passes = 0;

    cr_assert(mb_search_begin(&search, &run, 60.0, NULL));
    do {
        double value = variable_of(search.spec);

        make_result(ask(value));
        cr_assert(passes++ <= MB_MAX_TRIALS);
    } while (mb_search_take(&search, &result));
    if (!isnan(search.value))
        cr_expect(variable_of(search.spec) == search.value, "%s", search.spec);
    if (search.confirmed) {
        int finer = 0;

        for (int i = 0; i < search.trials; i++)
            finer += search.tried[i].reached && search.tried[i].value < search.value;
        cr_expect(finer >= 2, "%d finer values", finer);
    }
}

static bool tried(double value, bool reached)
{
    for (int i = 0; i < search.trials; i++)
        if (search.tried[i].value == value)
            return search.tried[i].reached == reached;
    return false;
}

static answer below_1e_3(double x)
{
    return (answer){.status = MB_RUN_OK, .good = x <= 1e-3};
}

static answer with_a_lucky_step(double x)
{
    return (answer){.status = x > 6e-3 ? MB_RUN_DIVERGED : MB_RUN_OK,
                    .good = x == 5e-3 || x <= 1e-3};
}

static answer below_70_ms(double x)
{
    return (answer){.status = MB_RUN_OK, .good = x <= 0.07};
}

static answer always(double x)
{
    (void)x;
    return (answer){.status = MB_RUN_OK, .good = true};
}

static answer never(double x)
{
    (void)x;
    return (answer){.status = MB_RUN_OK, .good = false};
}

static answer no_time_below_2_ms(double x)
{
    return (answer){.status = x < 2e-3 ? MB_RUN_TIME_LIMIT : MB_RUN_OK, .good = x < 6e-3};
}

static answer does_not_apply(double x)
{
    (void)x;
    return (answer){.status = MB_RUN_NOT_APPLICABLE, .good = false};
}

Test(search, the_largest_step_of_the_ladder)
{
    look("lagrange/rk4:h=1e-2", 10.0, below_1e_3);
    cr_expect(search.confirmed && search.value <= 1e-3 && 1.27 * search.value > 1e-3, "%g",
              search.value);
    cr_expect(tried(1e-2, false) && tried(5e-3, false) && tried(6.25e-4, true));
    cr_expect(strcmp(search.variable, "h") == 0 && !*search.reason);
}

/* An engine that takes whole numbers of steps only, 3 s of them below 1 ms well. */
static answer whole_numbers_of_3_s(double x)
{
    const bool whole = fabs(3.0 / x - round(3.0 / x)) < 1e-9;

    return (answer){.status = whole ? MB_RUN_OK : MB_RUN_NOT_APPLICABLE, .good = x <= 1e-3};
}

Test(search, steps_of_engines_are_whole_parts_of_the_run)
{
    mb_search_goal from = goal;
    char spec[200];

    look("engine.any/step:h=0.015", 3.0, whole_numbers_of_3_s);
    cr_expect(search.confirmed && search.value <= 1e-3 && 1.29 * search.value > 1e-3, "%g",
              search.value);
    look("engine.any/step:h=1e-5", 3.0, whole_numbers_of_3_s);
    cr_expect(search.confirmed && search.value <= 1e-3 && 1.29 * search.value > 1e-3, "%g",
              search.value);
    from.steps = 200.0;
    cr_assert_eq(mb_search_start(&from, "engine.any/step:h=1e-3", 0.3765, spec, sizeof spec, NULL),
                 MB_OK);
    cr_expect(fabs(200.0 * mb_method_step(spec) - 0.3765) < 1e-15, "%s", spec);
}

Test(search, a_lucky_step_is_no_answer)
{
    look("lagrange/rk4:h=1e-2", 10.0, with_a_lucky_step);
    cr_expect(tried(5e-3, true) && tried(2.5e-3, false));
    cr_expect(search.confirmed && search.value <= 1e-3, "%g", search.value);
}

Test(search, a_start_that_is_good_enough_is_left_upwards)
{
    look("lagrange/rk4:h=1e-3", 10.0, below_70_ms);
    cr_expect(search.confirmed && search.value <= 0.07 && 1.27 * search.value > 0.07, "%g",
              search.value);
    look("lagrange/rk4:h=1e-2", 1.0, always);
    cr_expect(search.confirmed && search.value <= 0.1 && 1.27 * search.value > 0.1, "%g",
              search.value);
}

Test(search, a_tolerance_where_no_step_is_given)
{
    look("ggl/radau5:tol=1e-2", 10.0, below_1e_3);
    cr_expect(strcmp(search.variable, "tol") == 0);
    cr_expect(search.confirmed && search.value <= 1e-3 && 1.5 * search.value > 1e-3, "%g",
              search.value);
    cr_expect(tried(3.16e-3, false));
    look("ali3:alpha=1e9/newmark:h=1e-2,tol=1e-7", 10.0, below_1e_3);
    cr_expect(strcmp(search.variable, "h") == 0 && strstr(search.spec, "tol=1e-07"));
}

Test(search, nothing_that_reaches_it_is_said)
{
    look("lagrange/rk4:h=1e-2", 10.0, never);
    cr_expect(isnan(search.value) && !search.confirmed && search.trials == 6, "%d", search.trials);
    cr_expect(strstr(search.reason, "no h from 0.01 down to"), "%s", search.reason);
    cr_expect(strstr(search.reason, "the last five came no nearer"), "%s", search.reason);
    cr_expect(variable_of(search.spec) == 0.000312, "the record is that of the finest: %s",
              search.spec);
    look("lagrange/rk4:h=1e-2", 10.0, does_not_apply);
    cr_expect(isnan(search.value) && search.trials == 1);
    cr_expect(strstr(search.reason, "not-applicable"), "%s", search.reason);
}

static answer a_tenth_of_order_one(double x)
{
    return (answer){.status = MB_RUN_OK, .good = x < 1e-3, .gap = x < 1e-3 ? 0.0 : 0.1 * x};
}

static answer at_one_place(double x)
{
    return (answer){.status = MB_RUN_SINGULAR, .t = 0.147, .steps = lround(0.147 / x) + 200};
}

static answer farther_and_farther(double x)
{
    return (answer){.status = MB_RUN_DIVERGED, .t = 1e-4 / x, .steps = 1000};
}

/* Far from stable: over within a few steps, until it is well. */
static answer unstable_above_1e_5(double x)
{
    return x > 1e-5 ? (answer){.status = MB_RUN_DIVERGED, .t = 30.0 * x, .steps = 30}
                    : (answer){.status = MB_RUN_OK, .good = true};
}

static answer slow(double x)
{
    return (answer){.status = MB_RUN_OK, .gap = 1e-2 * sqrt(x), .cpu = 1.0 / x};
}

Test(search, goes_on_while_it_comes_nearer_and_ends_when_it_does_not)
{
    look("lagrange/rk4:h=1e-1", 10.0, a_tenth_of_order_one);
    cr_expect(search.confirmed && search.end == MB_SEARCH_CONFIRMED, "%s", search.reason);
    look("lagrange/rk4:h=1e-2", 10.0, at_one_place);
    cr_expect(search.trials == 6 && search.end == MB_SEARCH_NO_PROGRESS, "%d", search.trials);
    cr_expect(strstr(search.reason, "the last five came no nearer"), "%s", search.reason);
    look("lagrange/rk4:h=1e-2", 10.0, farther_and_farther);
    cr_expect(search.trials == 17 && search.end == MB_SEARCH_FINEST, "%d", search.trials);
    look("lagrange/rk4:h=1e-2", 10.0, unstable_above_1e_5);
    cr_expect(search.confirmed && search.value <= 1e-5 && 1.27 * search.value > 1e-5, "%g",
              search.value);
}

/* 100 s, 200 s, ... of CPU a pass; five passes of the limit of one are 300 s. */
Test(search, takes_no_more_than_five_limits_in_all)
{
    look("lagrange/rk4:h=1e-2", 10.0, slow);
    cr_expect(search.trials == 3 && search.end == MB_SEARCH_TOTAL_TIME, "%d", search.trials);
    cr_expect(strstr(search.reason, "five times the time limit"), "%s", search.reason);
}

Test(search, a_value_that_the_time_limit_leaves_unconfirmed)
{
    look("lagrange/rk4:h=1e-2", 10.0, no_time_below_2_ms);
    cr_expect(search.value == 5e-3 && !search.confirmed, "%g", search.value);
    cr_expect(strstr(search.reason, "(time-limit) before two finer"), "%s", search.reason);
}

static int asked;

static answer once(double x)
{
    return (answer){.status = x == 0.00125 && ++asked > 1 ? MB_RUN_TIME_LIMIT : MB_RUN_OK,
                    .good = x <= 0.0013};
}

Test(search, a_value_that_is_not_reached_again_is_none)
{
    look("lagrange/rk4:h=1e-2", 10.0, once);
    cr_expect(asked == 2 && isnan(search.value) && !search.confirmed);
    cr_expect(strstr(search.reason, "once and not again (time-limit)"), "%s", search.reason);
}

static answer at_random(double x)
{
    static const mb_run_status status[] = {MB_RUN_OK, MB_RUN_OK, MB_RUN_OK, MB_RUN_DIVERGED,
                                           MB_RUN_CRASHED};
    unsigned long long bits;

    memcpy(&bits, &x, sizeof bits); /* the same for the same value */
    bits = (bits ^ (unsigned)asked) * 0x9e3779b97f4a7c15ULL;
    return (answer){.status = status[bits >> 60 < 5 ? bits >> 60 : 0], .good = bits >> 40 & 3};
}

Test(search, ends_whatever_the_runs_do)
{
    for (asked = 1; asked < 2000; asked++) {
        look("lagrange/rk4:h=1e-2", 10.0, at_random);
        cr_expect(isnan(search.value) || search.confirmed || *search.reason);
        if (!isnan(search.value))
            cr_expect(mb_search_reached(&goal, &result));
    }
}

/* ---- several classes ------------------------------------------------------------------------ */

static const double classes[] = {1e-2, 1e-4, 1e-6};

/* Gap of a method of order two, with a lucky step. */
static double of_order_two(double x)
{
    return x == 5e-3 ? 1e-7 : 30.0 * x * x;
}

/* The search for a class, after the one for a coarser class or by itself; passes: made for it. */
static void look_for(const mb_search_goal *class, const mb_search *before, mb_search *found,
                     int *passes)
{
    const mb_run run = {.solver = "lagrange/rk4:h=1e-2", .t_end = 10.0, .search = class};
    bool next = mb_search_begin(found, &run, 60.0, before);

    for (*passes = 0; next; ++*passes) {
        make_result((answer){.status = MB_RUN_OK, .gap = of_order_two(variable_of(found->spec))});
        next = mb_search_take(found, &result);
    }
}

Test(search, classes_share_their_passes_and_find_what_each_finds_alone)
{
    static mb_search alone, shared[3];
    mb_search_goal class[3];
    int passes, together = 0, apart = 0;

    for (int k = 0; k < 3; k++) {
        class[k] = goal;
        class[k].reach = classes[k];
        look_for(&class[k], NULL, &alone, &passes);
        apart += passes;
        look_for(&class[k], k > 0 ? &shared[k - 1] : NULL, &shared[k], &passes);
        together += passes;
        cr_expect(shared[k].value == alone.value, "%g, %g", shared[k].value, alone.value);
        cr_expect(shared[k].confirmed && of_order_two(shared[k].value) <= classes[k]);
        cr_expect_str_eq(shared[k].spec, alone.spec);
    }
    cr_expect(together < apart - 8, "%d passes, %d alone", together, apart);
}

/* Whatever finer step is tried, nothing is right to more than 1e-2. */
Test(search, a_class_that_nothing_reaches_takes_the_result_of_the_one_before)
{
    const mb_search_goal coarse = {.reach = 1e-6, .steps = NAN, .budget = NAN};
    const mb_search_goal fine = {.reach = 1e-8, .steps = NAN, .budget = NAN};
    static mb_search first, second;
    const mb_run run = {.solver = "lagrange/rk4:h=1e-2", .t_end = 10.0, .search = &coarse};
    const mb_run finer = {.solver = "lagrange/rk4:h=1e-2", .t_end = 10.0, .search = &fine};

    cr_assert(mb_search_begin(&first, &run, 60.0, NULL));
    do
        make_result((answer){.status = MB_RUN_NOT_APPLICABLE});
    while (mb_search_take(&first, &result));
    cr_expect(!mb_search_begin(&second, &finer, 60.0, &first), "no pass is made");
    cr_expect(isnan(second.value) && strstr(second.reason, "class 1e-08"), "%s", second.reason);
}

/* 0.5 s, 1 s and 2 s leave half a second; the next would take 4 s. */
Test(search, a_budget_is_for_all_passes)
{
    static mb_search found;
    const mb_search_goal little = {
        .reach = 1e-4, .limit = {NAN, NAN, NAN, NAN, NAN, NAN}, .steps = NAN, .budget = 4.0};
    const mb_run run = {.solver = "lagrange/rk4:h=1e-2", .t_end = 10.0, .search = &little};
    int passes = 0;

    mb_search_begin(&found, &run, 60.0, NULL);
    do {
        make_result(
            (answer){.status = MB_RUN_OK, .gap = 1e-2 / (1 + passes), .cpu = ldexp(0.5, passes)});
        passes++;
    } while (mb_search_take(&found, &result));
    cr_expect(passes == 3 && found.end == MB_SEARCH_TOTAL_TIME, "%d", passes);
    cr_expect(strstr(found.reason, "longer than is left"), "%s", found.reason);
}

/* 1e-2, 5e-3, 2.5e-3, 1.25e-3 fail, the next three are good enough, and then somebody's time is up: no rung
 * above the three is tried any more. */
Test(search, that_is_over_has_what_is_confirmed)
{
    static mb_search found;
    const mb_run run = {.solver = "lagrange/rk4:h=1e-2", .t_end = 10.0, .search = &goal};
    int passes = 0;

    mb_search_begin(&found, &run, 60.0, NULL);
    do {
        make_result(below_1e_3(variable_of(found.spec)));
        found.over = ++passes >= 7;
    } while (mb_search_take(&found, &result));
    cr_expect(found.confirmed && found.value == 6.25e-4, "%g", found.value);
    cr_expect(found.trials == 7 && passes == 8, "%d", passes); /* the last one is for the record */
}

/* The coarser class has used the budget: one more pass, for the record, and the reason stays. */
Test(search, what_was_not_found_is_not_lost_again)
{
    const mb_search_goal coarse = {
        .reach = 1e-2, .limit = {NAN, NAN, NAN, NAN, NAN, NAN}, .steps = NAN, .budget = 4.0};
    mb_search_goal fine = coarse;
    static mb_search first, second;
    const mb_run run = {.solver = "lagrange/rk4:h=1e-2", .t_end = 10.0, .search = &coarse};
    const mb_run finer = {.solver = "lagrange/rk4:h=1e-2", .t_end = 10.0, .search = &fine};

    fine.reach = 1e-6;
    mb_search_begin(&first, &run, 60.0, NULL);
    do
        make_result((answer){.status = MB_RUN_OK, .gap = 1e-4, .cpu = 1.2});
    while (mb_search_take(&first, &result));
    cr_assert(!isnan(first.value));
    for (bool next = mb_search_begin(&second, &finer, 60.0, &first); next;
         next = mb_search_take(&second, &result))
        ;
    cr_expect(isnan(second.value) && strstr(second.reason, "longer than is left"), "%s",
              second.reason);
}
