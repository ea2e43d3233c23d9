/* SPDX-License-Identifier: MIT */
/* The gate on files of records: cells that go or come, what is refused, a frozen baseline, and what
 * its printers say. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "tests/fixtures/reports/check_records.h"

/* Records of a file to be. */
typedef struct batch {
    int count;
    json_t *record[8];
} batch;

static batch before, long_before, after;
static mb_check_file baseline, frozen, file;
static bool use_frozen;
static mb_check check;
static mb_error error;

static void push(batch *records, json_t *r)
{
    records->record[records->count++] = r;
}

static mb_status fill(mb_check_file *f, const batch *records)
{
    mb_status status = MB_OK;

    for (int i = 0; i < records->count && status == MB_OK; i++)
        status = mb_check_add(f, records->record[i], "x.jsonl", &error);
    return status;
}

static void clear(void)
{
    mb_check_free(&check);
    mb_check_file_free(&baseline);
    mb_check_file_free(&frozen);
    mb_check_file_free(&file);
}

static mb_check_outcome outcome(void)
{
    clear();
    cr_assert(fill(&baseline, &before) == MB_OK && fill(&frozen, &long_before) == MB_OK &&
                  fill(&file, &after) == MB_OK,
              "%s", error.text);
    use_frozen = long_before.count > 0;
    cr_assert(mb_check_make(&baseline, use_frozen ? &frozen : NULL, &file, false, &check, &error) ==
                  MB_OK,
              "%s", error.text);
    return check.outcome;
}

static void give_back(void)
{
    clear();
    for (int i = 0; i < 8; i++) {
        json_decref(before.record[i]);
        json_decref(long_before.record[i]);
        json_decref(after.record[i]);
    }
}

TestSuite(files, .fini = give_back);
TestSuite(printers, .fini = give_back);

Test(files, a_cell_removed_is_a_regression_and_a_new_one_is_not)
{
    push(&before, record("a"));
    push(&before, record("b"));
    push(&after, record("b"));
    cr_expect(outcome() == MB_OUTCOME_REGRESSION);
    cr_expect(check.number[MB_CHECK_MISSING] == 1 && check.number[MB_CHECK_SAME] == 1);
    push(&after, record("a"));
    push(&after, record("c"));
    cr_expect(outcome() == MB_OUTCOME_PASSED);
    cr_expect(check.number[MB_CHECK_NEW] == 1);
}

Test(files, of_several_records_of_a_cell_the_last_counts)
{
    push(&before, record("a"));
    push(&after, record("a"));
    set(after.record[0], "status", json_string("crashed"));
    push(&after, record("a"));
    cr_expect(outcome() == MB_OUTCOME_PASSED);
}

Test(files, no_cell_in_common_is_not_comparable)
{
    push(&before, record("a"));
    push(&after, record("b"));
    cr_expect(outcome() == MB_OUTCOME_NOT_COMPARABLE);
}

Test(files, nothing_measured_is_told)
{
    push(&before, record("a"));
    cr_expect(outcome() == MB_OUTCOME_NOTHING);
    push(&after, record("a"));
    set(after.record[0], "counters.steps", json_integer(0));
    cr_expect(outcome() == MB_OUTCOME_NOTHING);
}

Test(files, a_record_without_a_cell_is_refused)
{
    push(&before, record("a"));
    push(&after, record("a"));
    json_object_del(after.record[0], "cell");
    cr_expect(fill(&file, &after) == MB_BAD_INPUT);
    cr_expect(strstr(error.text, "x.jsonl: record 1 has no \"cell\""));
}

Test(files, a_status_that_nobody_knows_is_not_comparable)
{
    push(&before, record("a"));
    push(&after, record("a"));
    cr_assert(fill(&baseline, &before) == MB_OK && fill(&file, &after) == MB_OK);
    cr_assert(mb_check_make(&baseline, NULL, &file, false, &check, &error) == MB_OK);
    cr_expect(check.outcome == MB_OUTCOME_PASSED);
    clear();
    set(before.record[0], "status", json_string("fine"));
    set(after.record[0], "status", json_string("fine"));
    cr_assert(fill(&baseline, &before) == MB_OK && fill(&file, &after) == MB_OK);
    cr_assert(mb_check_make(&baseline, NULL, &file, false, &check, &error) == MB_OK);
    cr_expect(check.outcome == MB_OUTCOME_NOT_COMPARABLE);
}

/* One cell, two runs. */
Test(files, a_record_that_contradicts_its_cell_is_not_comparable)
{
    static const char *const what[] = {"solver", "problem.spec"};

    push(&before, record("a"));
    push(&after, record("a"));
    for (int i = 0; i < 2; i++) {
        json_decref(after.record[0]);
        after.record[0] = record("a");
        set(after.record[0], what[i], json_string("another"));
        cr_expect(outcome() == MB_OUTCOME_NOT_COMPARABLE, "%s", what[i]);
    }
    json_decref(after.record[0]);
    after.record[0] = record("a");
    set(after.record[0], "t_end", json_real(9));
    cr_expect(outcome() == MB_OUTCOME_NOT_COMPARABLE);
}

static json_t *found(const char *solver, double value, const char *ended)
{
    json_t *r = record("a");

    set(r, "solver", json_string(solver));
    json_object_set_new(r, "search",
                        json_pack("{s:o, s:f, s:s}", "value",
                                  isnan(value) ? json_null() : json_real(value), "ratio", cbrt(2.0),
                                  "ended", ended));
    return r;
}

/* A search is a search, whatever it finds: of two the one with the larger step is better by more than a
 * neighbour, and one that had no time says nothing. */
Test(files, searches_are_held_to_what_they_found)
{
    static const struct {
        double old, new;
        const char *ended;
        mb_check_outcome outcome;
    } cases[] = {
        {1e-3, 0.8e-3, "confirmed", MB_OUTCOME_PASSED},
        {1e-3, 2e-3, "confirmed", MB_OUTCOME_PASSED},
        {1e-3, 0.5e-3, "confirmed", MB_OUTCOME_REGRESSION},
        {1e-3, NAN, "no progress", MB_OUTCOME_REGRESSION},
        {NAN, 1e-3, "confirmed", MB_OUTCOME_PASSED},
        {NAN, NAN, "no progress", MB_OUTCOME_PASSED},
        {1e-3, 0.5e-3, "total time", MB_OUTCOME_NOT_COMPARABLE},
        {1e-3, NAN, "limit", MB_OUTCOME_NOT_COMPARABLE},
    };

    push(&before, NULL);
    push(&after, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_decref(before.record[0]);
        json_decref(after.record[0]);
        before.record[0] = found("one", cases[i].old, "confirmed");
        after.record[0] = found("another", cases[i].new, cases[i].ended);
        cr_expect(outcome() == cases[i].outcome, "case %zu", i);
    }
}

/* Records that name their environment alone, as a file has them whose first record was cut away */
Test(files, what_a_record_does_not_say_of_its_toolchain_is_not_another_one)
{
    json_t *cut = record("a"), *whole = record("b");

    set(whole, "environment.id", json_string("1"));
    json_object_set_new(cut, "environment", json_pack("{s:s}", "id", "1"));
    push(&before, record("a"));
    push(&before, record("b"));
    push(&after, cut);
    push(&after, whole);
    cr_assert(outcome() == MB_OUTCOME_NOT_COMPARABLE);
    cr_expect(check.number[MB_CHECK_APART] == 1 && check.number[MB_CHECK_SAME] == 1);
    cr_assert(check.cell[0].count == 1);
    cr_expect(strstr(check.cell[0].finding[0].why, "the record does not say its compiler"), "%s",
              check.cell[0].finding[0].why);
}

Test(files, numbers_that_no_run_writes_are_refused)
{
    push(&before, record("a"));
    push(&after, record("a"));
    json_object_set_new(after.record[0], "position.l2.max", json_real(0));
    cr_expect(fill(&file, &after) == MB_BAD_INPUT);
    cr_expect(strstr(error.text, "a key with dots stands before position.l2.max"), "%s",
              error.text);
    json_object_del(after.record[0], "position.l2.max");
    error.text[0] = '\0';
    error.status = MB_OK;
    set(after.record[0], "energy.max_abs", json_real(-1e-9));
    cr_expect(fill(&file, &after) == MB_BAD_INPUT);
    cr_expect(strstr(error.text, "energy.max_abs is -1e-09; it cannot be below 0"), "%s",
              error.text);
}

/* Fifty times 1.9 per cent: never worse than the baseline of the day, 2.6 times the first one. */
Test(files, creep_is_told_against_a_frozen_baseline)
{
    double first = 1e-6;

    push(&long_before, record("a"));
    push(&before, record("a"));
    push(&after, record("a"));
    set(long_before.record[0], "energy.max_abs", json_real(first));
    for (int release = 0; release < 50; release++) {
        double last = first * pow(1.019, release), sum = 1.019 * last / first;

        set(before.record[0], "energy.max_abs", json_real(last));
        set(after.record[0], "energy.max_abs", json_real(1.019 * last));
        cr_expect(outcome() == (sum > 1.1 ? MB_OUTCOME_REGRESSION : MB_OUTCOME_PASSED), "%d",
                  release);
        cr_expect_float_eq(check.creep.ratio, sum, 1e-12);
        cr_expect_str_eq(check.creep.metric, "energy.max_abs");
    }
}

/* ---- printers ------------------------------------------------------------------------------- */

static char *printed(void (*print)(FILE *, const mb_check *))
{
    static char text[8192];
    FILE *out = fmemopen(text, sizeof text, "w");

    print(out, &check);
    fclose(out);
    return text;
}

static void doubled_drift(void)
{
    push(&before, record("a"));
    push(&before, record("b"));
    push(&after, record("a"));
    set(after.record[0], "energy.max_abs", json_real(2e-5));
    set(before.record[0], "solver", json_string("a<b>&\"c\"|\x1b[31m\xef\xbf\xbf"));
    set(after.record[0], "solver", json_string("a<b>&\"c\"|\x1b[31m\xef\xbf\xbf"));
    cr_assert(outcome() == MB_OUTCOME_REGRESSION);
}

Test(printers, the_table_names_cell_metric_and_numbers)
{
    const char *text;

    doubled_drift();
    text = printed(mb_check_table);
    cr_expect(strstr(text, "energy.max_abs: 1e-05 -> 2e-05 (x 2, limit"), "%s", text);
    cr_expect(strstr(text, "missing        four-bar  lagrange/rk4:h=0.001  t_end 10"), "%s", text);
    cr_expect(strstr(text, "regression: 1 cells worse, 1 missing"), "%s", text);
    cr_expect_null(strchr(text, '\x1b'));
}

/* Beside a drift that grew by 2 an error that grew by 10^4 comes first, and in the cell's line. */
Test(printers, the_gravest_finding_heads_its_cell)
{
    const char *text, *drift, *first;

    push(&before, record("a"));
    push(&after, record("a"));
    set(before.record[0], "error.max", json_real(1e-6));
    set(after.record[0], "error.max", json_real(1e-2));
    set(after.record[0], "energy.max_abs", json_real(2e-5));
    cr_assert(outcome() == MB_OUTCOME_REGRESSION);
    text = printed(mb_check_table);
    cr_expect(strstr(text, "lagrange/rk4:h=0.001  t_end 10  error.max x 1e+04, "), "%s", text);
    first = strstr(text, "error.max: ");
    drift = strstr(text, "energy.max_abs: ");
    cr_expect(first && drift && first < drift, "%s", text);
}

Test(printers, the_table_tells_the_sum_of_changes)
{
    const char *text;

    push(&long_before, record("a"));
    push(&before, record("a"));
    push(&after, record("a"));
    set(long_before.record[0], "energy.max_abs", json_real(5e-6));
    outcome();
    text = printed(mb_check_table);
    cr_expect(
        strstr(text, "since the frozen baseline, in sum: energy.max_abs: 5e-06 -> 1e-05 (x 2"),
        "%s", text);
    cr_expect(strstr(text, "since the frozen baseline, 1 cells: most grew energy.max_abs, x 2, of "
                           "four-bar"),
              "%s", text);
}

Test(printers, junit_counts_and_escapes)
{
    const char *text;

    doubled_drift();
    text = printed(mb_check_junit);
    cr_expect(strstr(text, "tests=\"2\" failures=\"2\" errors=\"0\" skipped=\"0\""), "%s", text);
    cr_expect(strstr(text, "name=\"a&lt;b&gt;&amp;&quot;c&quot;| [31m? t_end=10\""), "%s", text);
}

Test(printers, junit_of_nothing_is_an_error)
{
    push(&before, record("a"));
    outcome();
    cr_expect(strstr(printed(mb_check_junit), "errors=\"1\""));
}

Test(printers, markdown_escapes)
{
    const char *text;

    doubled_drift();
    text = printed(mb_check_markdown);
    cr_expect(strstr(text, "| worse | four-bar | a&lt;b&gt;&amp;\"c\"\\|"), "%s", text);
}
