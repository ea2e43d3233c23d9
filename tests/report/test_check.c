/* The gate: what counts as worse, what is not comparable, and what its printers say. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "report/gate/check.h"

static const char whole[] =
    "{'schema':'mbsbench-record-1','cell':'%s','problem':{'spec':'four-bar'},"
    "'solver':'lagrange/rk4:h=0.001','status':'ok','t_end':10,'t_reached':10,"
    "'position':{'l2':{'max':2e-7,'mean':1e-7}},'velocity':{'l2':{'max':3e-13,'mean':2e-13}},"
    "'energy':{'initial':100,'max_abs':1e-5,'mean_abs':5e-6},"
    "'error':{'max':2e-6,'bound':1e-9},"
    "'counters':{'steps':10000,'factorisations':40000,'iterations':7,'own_allocations':0},"
    "'limits':{'time':60,'memory':2048},"
    "'environment':{'compiler':'gcc 12','flags':'-O3','libraries':{'blas':'x'}}}";

static json_t *record(const char *cell)
{
    json_t *r;
    json_error_t why;
    char text[2048];

    snprintf(text, sizeof text, whole, cell);
    for (char *c = text; *c; c++)
        if (*c == '\'')
            *c = '"';
    r = json_loads(text, 0, &why);
    cr_assert(r, "%s", why.text);
    return r;
}

/* Sets a number or text by its path; NULL: takes it out. */
static void set(json_t *r, const char *path, json_t *value)
{
    const char *dot;

    for (; (dot = strchr(path, '.')); path = dot + 1)
        r = json_object_getn(r, path, (size_t)(dot - path));
    if (value)
        json_object_set_new(r, path, value);
    else
        json_object_del(r, path);
}

static mb_check_verdict compared(const json_t *old, const json_t *new, bool accuracy_only)
{
    mb_check_file a = {0}, b = {0};
    mb_error err = {MB_OK, ""};
    mb_finding finding[MB_MAX_FINDINGS];
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

/* ---- files ---------------------------------------------------------------------------------- */

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

static bool is_ok(const char *status)
{
    return strcmp(status, "ok") == 0;
}

Test(files, a_status_that_nobody_knows_is_not_comparable)
{
    push(&before, record("a"));
    push(&after, record("a"));
    baseline.known_status = file.known_status = is_ok;
    cr_assert(fill(&baseline, &before) == MB_OK && fill(&file, &after) == MB_OK);
    cr_assert(mb_check_make(&baseline, NULL, &file, false, &check, &error) == MB_OK);
    cr_expect(check.outcome == MB_OUTCOME_PASSED);
    clear();
    set(before.record[0], "status", json_string("fine"));
    set(after.record[0], "status", json_string("fine"));
    baseline.known_status = file.known_status = is_ok;
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
