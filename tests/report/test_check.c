/* SPDX-License-Identifier: MIT */
/* The gate on one cell: what counts as worse, and what is not comparable. */
#include <criterion/criterion.h>

#include "tests/fixtures/reports/check_records.h"

static mb_check_verdict compared(const json_t *old, const json_t *new, bool accuracy_only)
{
    mb_check_file a = {0}, b = {0};
    mb_error err = {MB_OK, ""};
    mb_check_finding finding[MB_CHECK_FINDINGS];
    mb_checked cell;

    cr_assert(mb_check_add(&a, old, "old", &err) == MB_OK &&
              mb_check_add(&b, new, "new", &err) == MB_OK);
    mb_check_records(&a.record[0], &b.record[0], accuracy_only, finding, &cell);
    mb_check_file_free(&a);
    mb_check_file_free(&b);
    return cell.verdict;
}

static mb_check_verdict judge(const char *path, json_t *old, json_t *new)
{
    json_t *a = record("a"), *b = record("a");
    mb_check_verdict verdict;

    set(a, path, old);
    set(b, path, new);
    verdict = compared(a, b, false);
    json_decref(a);
    json_decref(b);
    return verdict;
}

static mb_check_verdict numbers(const char *path, double old, double new)
{
    return judge(path, json_real(old), json_real(new));
}

Test(cell, the_same_record_is_the_same)
{
    cr_expect(numbers("t_end", 10, 10) == MB_CHECK_SAME);
}

Test(cell, a_doubled_violation_drift_or_error_is_worse)
{
    static const char *const paths[] = {"position.l2.max", "position.l2.mean", "energy.max_abs",
                                        "energy.mean_abs", "error.max"};

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        cr_expect(numbers(paths[i], 1e-6, 2e-6) == MB_CHECK_WORSE, "%s", paths[i]);
        cr_expect(numbers(paths[i], 2e-6, 1e-6) == MB_CHECK_BETTER, "%s", paths[i]);
        cr_expect(numbers(paths[i], 1e-6, 1.01e-6) == MB_CHECK_SAME, "%s", paths[i]);
    }
}

/* 3e-15 or 9e-15 is chance; 1e-10 from 3e-15 is not.  An energy is seen relative to its start, 100
 * J here: 1e-13 J is an ulp or so. */
Test(cell, near_round_off_only_the_order_of_magnitude_counts)
{
    cr_expect(numbers("position.l2.max", 3e-15, 9e-15) == MB_CHECK_SAME);
    cr_expect(numbers("position.l2.max", 3e-12, 9e-12) == MB_CHECK_SAME);
    cr_expect(numbers("position.l2.max", 3e-12, 9e-11) == MB_CHECK_WORSE);
    cr_expect(numbers("position.l2.max", 0, 1e-10) == MB_CHECK_WORSE);
    cr_expect(numbers("position.l2.max", 0, 1e-16) == MB_CHECK_SAME);
    cr_expect(numbers("energy.max_abs", 1e-13, 5e-13) == MB_CHECK_SAME);
    cr_expect(numbers("error.max", 1e-12, 9e-10) == MB_CHECK_SAME);
    cr_expect(numbers("error.max", 1e-12, 1e-7) == MB_CHECK_WORSE);
}

Test(cell, a_number_that_is_lost_is_worse)
{
    cr_expect(judge("energy.max_abs", json_real(1e-5), json_null()) == MB_CHECK_WORSE);
    cr_expect(judge("energy.max_abs", json_null(), json_real(1e-5)) == MB_CHECK_SAME);
}

Test(cell, counters_are_exact_and_one_sided)
{
    static const char *const paths[] = {"counters.steps", "counters.factorisations",
                                        "counters.iterations", "counters.own_allocations"};

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        cr_expect(numbers(paths[i], 7, 8) == MB_CHECK_WORSE, "%s", paths[i]);
        cr_expect(numbers(paths[i], 8, 7) == MB_CHECK_BETTER, "%s", paths[i]);
    }
    cr_expect(judge("counters.own_allocations", json_null(), json_integer(3)) == MB_CHECK_SAME);
    cr_expect(judge("counters.own_allocations", json_integer(0), json_null()) == MB_CHECK_APART);
    cr_expect(numbers("counters.unconverged", 0, 1) == MB_CHECK_WORSE);
    cr_expect(judge("counters.unconverged", json_null(), json_integer(1)) == MB_CHECK_SAME);
}

Test(cell, instructions_have_a_small_tolerance_and_want_the_same_cpu)
{
    json_t *old = record("a"), *new = record("a");

    cr_expect(numbers("counters.instructions", 1e6, 1e6 + 900) == MB_CHECK_SAME);
    cr_expect(numbers("counters.instructions", 1e6, 1e6 + 1100) == MB_CHECK_WORSE);
    cr_expect(numbers("counters.instructions", 1e6, 1e6 - 1100) == MB_CHECK_BETTER);
    set(new, "counters.instructions", json_integer(5));
    cr_expect(compared(old, new, false) == MB_CHECK_SAME); /* the baseline was not asked to count */
    cr_expect(compared(new, old, false) == MB_CHECK_APART); /* the file was not */
    cr_expect(compared(new, old, true) == MB_CHECK_SAME);
    set(old, "counters.instructions", json_integer(1));
    set(new, "environment.cpu", json_string("another"));
    cr_expect(compared(old, new, false) == MB_CHECK_APART);
    json_decref(old);
    json_decref(new);
}

/* A program that stops half-way, calls that ok, and has smaller numbers of everything. */
Test(cell, a_run_that_ends_elsewhere_is_worse)
{
    json_t *old = record("a"), *new = record("a");

    set(new, "t_reached", json_real(5.0));
    set(new, "counters.steps", json_integer(5000));
    set(new, "energy.max_abs", json_real(1e-6));
    cr_expect(compared(old, new, false) == MB_CHECK_WORSE);
    set(old, "t_reached",
        json_real(5.0)); /* a baseline made by such a program: no regression, no pass */
    cr_expect(compared(old, new, false) == MB_CHECK_APART);
    set(old, "t_reached", json_null());
    set(new, "t_reached", json_real(10.0));
    cr_expect(compared(old, new, false) == MB_CHECK_BETTER);
    json_decref(old);
    json_decref(new);
}

/* Half of the steps of the same size to the same end are none that were saved; fewer steps of a
 * solver that chooses them are. */
Test(cell, steps_of_a_fixed_size_are_the_same_number)
{
    json_t *old = record("a"), *new = record("a");

    set(new, "counters.steps", json_integer(5000));
    cr_expect(compared(old, new, false) == MB_CHECK_BETTER);
    set(new, "h", json_real(1e-3));
    cr_expect(compared(old, new, false) == MB_CHECK_WORSE);
    cr_expect(compared(old, new, true) == MB_CHECK_WORSE);
    set(new, "counters.steps", json_integer(10001));
    cr_expect(compared(old, new, true) == MB_CHECK_SAME); /* rounding of the last step */
    json_decref(old);
    json_decref(new);
}

/* Errors of 2e-6: two such runs are no further than 4e-6 apart, or 2 % of what they measure. */
Test(cell, outputs_agree_as_far_as_the_errors_allow)
{
    json_t *old = record("a"), *new = record("a");

    set(old, "outputs", json_pack("{s:f, s:f}", "P.x", 1e-5, "P.y", -2.0));
    set(new, "outputs", json_pack("{s:f, s:f}", "P.x", 1.3e-5, "P.y", -2.03));
    cr_expect(compared(old, new, false) == MB_CHECK_SAME);
    set(new, "outputs", json_pack("{s:f, s:f}", "P.x", 1.6e-5, "P.y", -2.0));
    cr_expect(compared(old, new, false) == MB_CHECK_WORSE);
    set(new, "outputs", json_pack("{s:f, s:f}", "P.x", 1e-5, "P.y", 2.0));
    cr_expect(compared(old, new, true) == MB_CHECK_WORSE);
    set(new, "error.horizon", json_real(9.0)); /* beyond it chaos decides */
    cr_expect(compared(old, new, true) == MB_CHECK_SAME);
    set(new, "error.horizon", json_real(10.0));
    set(new, "outputs", json_pack("{s:f}", "P.x", 1e-5));
    cr_expect(compared(old, new, true) == MB_CHECK_WORSE);
    json_decref(old);
    json_decref(new);
}

Test(cell, outputs_without_a_reference_agree_to_two_per_cent)
{
    json_t *old = record("a"), *new = record("a");

    set(old, "error", json_null());
    set(new, "error", json_null());
    set(old, "outputs", json_pack("{s:f}", "P.x", 1.0));
    set(new, "outputs", json_pack("{s:f}", "P.x", 1.015));
    cr_expect(compared(old, new, false) == MB_CHECK_SAME);
    set(new, "outputs", json_pack("{s:f}", "P.x", 1.03));
    cr_expect(compared(old, new, false) == MB_CHECK_WORSE);
    json_decref(old);
    json_decref(new);
}

/* Of older records without these fields nothing is judged. */
Test(cell, class_gap_and_drift_are_judged)
{
    json_t *old = record("a"), *new = record("a");

    set(new, "precision", json_pack("{s:f, s:f, s:f}", "gap", 1e-6, "drift", 1e-6, "class", 1e-4));
    cr_expect(compared(old, new, false) == MB_CHECK_SAME);
    set(old, "precision", json_pack("{s:f, s:f, s:f}", "gap", 1e-6, "drift", 1e-6, "class", 1e-4));
    cr_expect(compared(old, new, false) == MB_CHECK_SAME);
    set(new, "precision.class", json_real(1e-3));
    cr_expect(compared(old, new, false) == MB_CHECK_WORSE);
    set(new, "precision.class", json_null());
    cr_expect(compared(old, new, false) == MB_CHECK_WORSE);
    cr_expect(compared(new, old, false) == MB_CHECK_BETTER);
    set(new, "precision.class", json_real(1e-4));
    set(new, "precision.gap", json_real(2e-6));
    cr_expect(compared(old, new, false) == MB_CHECK_WORSE);
    set(new, "precision.gap", json_real(1e-6));
    set(new, "precision.drift", json_null());
    cr_expect(compared(old, new, false) == MB_CHECK_WORSE);
    json_decref(old);
    json_decref(new);
}

/* A baseline cell that holds no number says nothing about how bad the file is. */
Test(cell, where_nothing_is_judged_it_is_not_comparable)
{
    static const char *const gone[] = {"position", "velocity", "energy", "error"};
    json_t *old = record("a"), *new = record("a");

    for (int i = 0; i < 4; i++)
        set(old, gone[i], json_null());
    set(new, "energy.max_abs", json_real(1e3));
    cr_expect(compared(old, new, false) == MB_CHECK_APART);
    cr_expect(compared(old, new, true) == MB_CHECK_APART);
    json_decref(old);
    json_decref(new);
}

static mb_check_verdict statuses(const char *old, const char *new)
{
    return judge("status", json_string(old), json_string(new));
}

Test(cell, a_change_of_status)
{
    cr_expect(statuses("ok", "singular") == MB_CHECK_WORSE);
    cr_expect(statuses("ok", "branch-change") == MB_CHECK_WORSE);
    cr_expect(statuses("singular", "crashed") == MB_CHECK_WORSE);
    cr_expect(statuses("singular", "ok") == MB_CHECK_BETTER);
    cr_expect(statuses("singular", "singular") == MB_CHECK_SAME);
    cr_expect(statuses("ok", "time-limit") == MB_CHECK_WORSE);
    cr_expect(statuses("time-limit", "time-limit") == MB_CHECK_APART); /* neither was judged */
    cr_expect(statuses("time-limit", "ok") == MB_CHECK_BETTER);
    cr_expect(statuses("not-applicable", "not-applicable") == MB_CHECK_SAME);
    cr_expect(judge("status", NULL, NULL) == MB_CHECK_APART);
}

Test(cell, a_smaller_limit_that_was_met_is_not_comparable)
{
    json_t *old = record("a"), *new = record("a");

    set(new, "status", json_string("time-limit"));
    set(new, "limits.time", json_real(1.0));
    cr_expect(compared(old, new, false) == MB_CHECK_APART);
    json_decref(old);
    json_decref(new);
}

Test(cell, runs_that_fail_alike_are_held_to_how_far_they_came)
{
    json_t *old = record("a"), *new = record("a");

    set(old, "status", json_string("diverged"));
    set(new, "status", json_string("diverged"));
    set(new, "energy.max_abs", json_real(1e9));
    cr_expect(compared(old, new, false) == MB_CHECK_SAME);
    set(new, "t_reached", json_real(8.0));
    cr_expect(compared(old, new, false) == MB_CHECK_WORSE);
    json_decref(old);
    json_decref(new);
}

Test(cell, counters_of_another_toolchain_are_not_comparable_but_accuracy_is)
{
    json_t *old = record("a"), *new = record("a");

    set(new, "environment.compiler", json_string("clang 14"));
    set(new, "counters.steps", json_integer(20000));
    cr_expect(compared(old, new, false) == MB_CHECK_APART);
    cr_expect(compared(old, new, true) == MB_CHECK_SAME);
    set(new, "energy.max_abs", json_real(2e-5));
    cr_expect(compared(old, new, false) == MB_CHECK_WORSE);
    json_decref(old);
    json_decref(new);
}

/* Sines of a C library are other ones, to the last bit, where the processor multiplies and adds at once. */
Test(cell, counters_with_other_elementary_functions_are_not_comparable)
{
    json_t *old = record("a"), *new = record("a");

    set(old, "environment.math", json_string("fma"));
    set(new, "environment.math", json_string("fma"));
    cr_expect(compared(old, new, false) == MB_CHECK_SAME);
    set(new, "environment.math", json_string("avx"));
    cr_expect(compared(old, new, false) == MB_CHECK_APART);
    cr_expect(compared(old, new, true) == MB_CHECK_SAME);
    json_decref(old);
    json_decref(new);
}
