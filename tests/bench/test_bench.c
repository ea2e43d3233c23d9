/* Parts of the harness: keys, thinning, order statistics, audit norms, records. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/names.h"
#include "base/stats.h"
#include "bench/audit/audit.h"
#include "bench/command/selection.h"
#include "bench/compare/compare.h"
#include "bench/compare/sample.h"
#include "bench/record/record.h"
#include "bench/record/store.h"

/* ---- hashes --------------------------------------------------------------------------------- */

/* Published FNV-1a vectors: a change would orphan every baseline. */
Test(hash, fnv_1a_vectors)
{
    cr_assert(mb_hash_text(MB_HASH_START, "") == UINT64_C(0xcbf29ce484222325));
    cr_assert(mb_hash_text(MB_HASH_START, "a") == UINT64_C(0xaf63dc4c8601ec8c));
    cr_assert(mb_hash_text(MB_HASH_START, "foobar") == UINT64_C(0x85944171f73967e8));
}

Test(hash, cell_is_the_hash_of_problem_solver_t_end)
{
    uint64_t text = mb_hash_text(MB_HASH_START, "four-bar|lagrange/rk4:h=0.001|0.1");

    cr_assert(mb_cell("four-bar", "lagrange/rk4:h=0.001", 0.1) == text);
    cr_assert(mb_cell("four-bar", "lagrange/rk4:h=0.001", 0.2) != text);
    cr_assert(mb_key(text, "one build") != mb_key(text, "another"));
}

Test(hash, hex_has_16_digits)
{
    char hex[MB_HEX_SIZE];

    mb_hash_hex(UINT64_C(0xab), hex);
    cr_assert_str_eq(hex, "00000000000000ab");
}

/* ---- shards --------------------------------------------------------------------------------- */

Test(shards, are_disjoint_complete_and_of_like_size)
{
    mb_plan plan;
    mb_error err = {MB_OK, ""};
    int owners[1000] = {0};

    cr_assert(mb_plan_create(&plan, &err) == MB_OK);
    for (int i = 0; i < 1000; i++)
        cr_assert(mb_plan_add(&plan, "s", "r", "four-bar", "lagrange/rk4:h=0.001", 1.0 + i, &err) ==
                  MB_OK);
    for (int k = 1; k <= 8; k++) {
        int own = 0;

        mb_plan_shard(&plan, k, 8);
        for (int i = 0; i < 1000; i++) {
            owners[i] += !plan.run[i].elsewhere;
            own += !plan.run[i].elsewhere;
        }
        cr_expect(own > 80 && own < 170, "shard %d: %d", k, own); /* 125, sd 10.5 */
    }
    for (int i = 0; i < 1000; i++)
        cr_expect(owners[i] == 1, "run %d in %d shards", i, owners[i]);
    mb_plan_free(&plan);
}

/* ---- selection ------------------------------------------------------------------------------ */

/* Runs that are left of a study's; -1 with the message in `message`. */
static int selected(const char *word, char message[256])
{
    char *words[] = {(char *)(uintptr_t)word};
    mb_args args = {.count = 1, .word = words};
    mb_selection selection;
    mb_plan plan = {0};
    mb_error err = {MB_OK, ""};
    bool taken;
    int n = 0;

    cr_assert(mb_selection_create(&selection, &args, &err) == MB_OK);
    cr_assert(mb_selection_take(&selection, &args, &taken, &err) == MB_OK && taken);
    cr_assert(mb_selection_end(&selection, &err) == MB_OK);
    if (mb_selection_plan(&selection, &plan, &err) != MB_OK)
        n = -1;
    for (int i = 0; n >= 0 && i < plan.count; i++)
        n += !plan.run[i].elsewhere;
    snprintf(message, 256, "%s", err.text);
    mb_plan_free(&plan);
    mb_selection_free(&selection);
    return n;
}

/* Four steps or tolerances of seven solvers, three of eight. */
Test(selection, entries_and_runs_of_a_study)
{
    char message[256];

    cr_expect(selected("work-precision:four-bar,four-bar-more", message) == 52, "%s", message);
    cr_expect(selected("work-precision:four-bar.3,four-bar-more", message) == 25, "%s", message);
    cr_expect(selected("gonzalez2016:table1", message) == 5, "%s", message); /* not table1.row1 */
    cr_expect(selected("welch2007:table2", message) == 6, "%s", message);    /* table2.first ... */
    cr_expect(selected("work-precision:four", message) == -1);
    cr_expect(strstr(message, "no run or entry 'four'"), "%s", message);
    cr_expect(selected("work-precision:", message) == -1);
    cr_expect(selected("work-precision:four-bar,", message) == -1);
}

/* ---- names ---------------------------------------------------------------------------------- */

Test(names, distances)
{
    cr_assert(mb_edit_distance("kitten", "sitting") == 3);
    cr_assert(mb_edit_distance("", "abc") == 3);
    cr_assert(mb_edit_distance("same", "same") == 0);
}

Test(names, only_near_ones_are_suggested)
{
    const char *const names[] = {"problem", "solver", "t_end", NULL};

    cr_assert_str_eq(mb_nearest("solvr", names), "solver");
    cr_assert_str_eq(mb_nearest("tend", names), "t_end");
    cr_assert_null(mb_nearest("banana", names));
}

/* ---- order statistics ----------------------------------------------------------------------- */

/* Ranks from a table of the binomial distribution (two-sided sign test, 5 %). */
Test(stats, sign_ranks_of_the_binomial_table)
{
    static const struct {
        int n, k;
    } table[] = {{1, 0},  {5, 0},  {6, 1},  {8, 1},  {9, 2},   {11, 2},  {12, 3},  {14, 3}, {15, 4},
                 {16, 4}, {17, 5}, {20, 6}, {25, 8}, {30, 10}, {40, 14}, {50, 18}, {64, 24}};

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        cr_expect(mb_sign_rank(table[i].n, 0.95) == table[i].k, "n = %d: rank %d, table %d",
                  table[i].n, mb_sign_rank(table[i].n, 0.95), table[i].k);
}

/* Coverage by counting: all 2^n patterns of pairs above and below the median. */
Test(stats, sign_ranks_cover_by_counting)
{
    for (int n = 6; n <= 16; n++) {
        int k = mb_sign_rank(n, 0.95), inside = 0, one_more = 0, total = 1 << n;

        for (int pattern = 0; pattern < total; pattern++) {
            int below = __builtin_popcount((unsigned)pattern);

            inside += below >= k && below <= n - k;
            one_more += below >= k + 1 && below <= n - k - 1;
        }
        cr_expect(inside >= 0.95 * total, "n = %d", n);
        cr_expect(one_more < 0.95 * total, "n = %d", n);
    }
}

Test(stats, median)
{
    double odd[] = {3, 1, 2}, even[] = {4, 1, 3, 2};

    cr_assert(mb_median(odd, 3) == 2.0);
    cr_assert(mb_median(even, 4) == 2.5);
    cr_assert(isnan(mb_median(odd, 0)));
}

Test(stats, ratio_of_six_pairs_spans_them)
{
    double logs[] = {log(2.0), log(1.5), log(4.0), log(3.0), log(2.5), log(1.0)};
    mb_ratio r = mb_ratio_of_logs(logs, 6, 0.95);

    cr_assert(fabs(r.median - sqrt(2.0 * 2.5)) < 1e-12);
    cr_assert(fabs(r.lo - 1.0) < 1e-12);
    cr_assert(fabs(r.hi - 4.0) < 1e-12);
}

Test(stats, ratio_of_nine_pairs_drops_the_extremes)
{
    double logs[9];
    mb_ratio r;

    for (int i = 0; i < 9; i++)
        logs[i] = log(9.0 - i);
    r = mb_ratio_of_logs(logs, 9, 0.95);
    cr_assert(fabs(r.median - 5.0) < 1e-12);
    cr_assert(fabs(r.lo - 2.0) < 1e-12);
    cr_assert(fabs(r.hi - 8.0) < 1e-12);
}

Test(stats, few_pairs_have_no_interval)
{
    double logs[] = {0.0, 1.0};
    mb_ratio r = mb_ratio_of_logs(logs, 2, 0.95);

    cr_assert(isfinite(r.median));
    cr_assert(isnan(r.lo) && isnan(r.hi));
}

/* ---- comparison of two programs -------------------------------------------------------------- */

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

/* ---- series --------------------------------------------------------------------------------- */

static double value_at(const mb_series *series, int row, int column)
{
    return series->value[row * series->columns + column];
}

/* Whatever the number of points: bounded rows, ascending times, both ends, every peak. */
Test(series, thinning_keeps_peaks)
{
    static mb_series series;
    const long counts[] = {1, 5, 1023, 1024, 1025, 2048, 2049, 5000, 100003};

    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        long n = counts[c], peak = n / 3;
        double most = 0.0, energy = 0.0, error = 0.0;

        cr_assert(mb_series_start(&series, NULL));
        for (long i = 0; i < n; i++) {
            double point[MB_SERIES_COLUMNS] = {(double)i, 1.0, 1.0,
                                               1.0,       0.5, i % 2 ? (double)NAN : 2.0};

            if (i == peak) {
                point[MB_SERIES_POSITION] = 100.0;
                point[MB_SERIES_ENERGY] = -7.0;
            }
            mb_series_add(&series, point);
        }
        cr_assert(series.rows >= 1 && series.rows <= MB_SERIES_ROWS);
        cr_expect(n < 1024 || series.rows >= MB_SERIES_ROWS / 2, "n = %ld", n);
        cr_expect(value_at(&series, series.rows - 1, MB_SERIES_T) == (double)(n - 1), "n = %ld", n);
        for (int i = 0; i < series.rows; i++) {
            most = fmax(most, value_at(&series, i, MB_SERIES_POSITION));
            energy = fmin(energy, series.low[i * series.columns + MB_SERIES_ENERGY]);
            error = fmax(error, value_at(&series, i, MB_SERIES_ERROR));
            cr_expect(i == 0 ||
                      value_at(&series, i, MB_SERIES_T) > value_at(&series, i - 1, MB_SERIES_T));
        }
        cr_expect(most == 100.0 && energy == -7.0 && error == 2.0, "n = %ld", n);
    }
}

/* Two points a bucket: of what has a sign the later stays, which belongs to the bucket's time, and
 * both ends beside it; of norms the larger. */
Test(series, extra_columns_have_names_and_rules_of_their_own)
{
    static const int extra[MB_SERIES_EXTRAS] = {1, 1, 1, 1, 1, 1, MB_SERIES_NORM_COLUMNS};
    static const char *const name[] = {"P.x"};
    static mb_series series;
    double point[MB_SERIES_COLUMNS + 6 + MB_SERIES_NORM_COLUMNS] = {0};
    char *text = NULL;
    size_t size;
    FILE *out;

    cr_assert(mb_series_start(&series, extra));
    for (int i = 0; i <= series.most; i++) { /* the last point makes them merge */
        point[MB_SERIES_T] = i;
        for (int k = MB_SERIES_COLUMNS; k < series.columns; k++)
            point[k] = k < MB_SERIES_COLUMNS + 6 ? (i % 2 ? 1.0 : -2.0) : (i % 2 ? 3.0 : 4.0);
        mb_series_add(&series, point);
    }
    cr_assert(series.stride == 2);
    for (int k = MB_SERIES_COLUMNS; k < series.columns; k++) {
        bool sign = k < MB_SERIES_COLUMNS + 6;

        cr_expect(mb_series_signed(&series, k) == sign, "%d", k);
        cr_expect(value_at(&series, 0, k) == (sign ? 1.0 : 4.0), "%d", k);
        cr_expect(!sign || (series.low[k] == -2.0 && series.high[k] == 1.0), "%d", k);
    }
    out = open_memstream(&text, &size);
    mb_series_write(&series, name, out);
    fclose(out);
    cr_expect(strstr(
        text, " error outputs.P.x velocities.P.x multipliers.1 rows.1 phidot.1 accelerations.1 "
              "norms.position_l1 norms.velocity_l1 norms.acceleration_l1 norms.gap "
              "min.energy max.energy min.outputs.P.x max.outputs.P.x "));
    cr_expect(strstr(text, " min.phidot.1 max.phidot.1 min.accelerations.1 "
                           "max.accelerations.1\n1\t0\t0\t0\t0\t0\t1\t1\t1\t1\t1\t1\t4\t4\t4"
                           "\t4\t0\t0\t-2\t1\t"));
    free(text);
}

Test(series, strides_are_powers_of_two_and_buckets_full)
{
    static mb_series series;

    mb_series_start(&series, NULL);
    for (long i = 0; i < 10000; i++) {
        double point[MB_SERIES_COLUMNS] = {(double)i};

        mb_series_add(&series, point);
    }
    cr_assert(series.stride == 16);
    for (int i = 0; i + 1 < series.rows; i++)
        cr_expect(value_at(&series, i, MB_SERIES_T) == 16.0 * (i + 1) - 1.0);
}

/* Impacts of one step each, in an output and in a multiplier, among thousands of smooth steps: both
 * ends of all of them stay, and the output's own value is that of its time. */
Test(series, no_impact_is_lost)
{
    static mb_series series;
    const int extra[MB_SERIES_EXTRAS] = {[MB_SERIES_OUTPUTS] = 1, [MB_SERIES_MULTIPLIERS] = 1};
    const int column = MB_SERIES_COLUMNS;
    int up = 0, down = 0;

    cr_assert(mb_series_start(&series, extra));
    for (long i = 0; i < 50000; i++) {
        double impact = i % 5000 == 1234 ? 348.0 : i % 5000 == 1235 ? -60.0 : 0.0;
        double point[MB_SERIES_COLUMNS + 2] = {(double)i, 0.0, 0.0,       0.0,
                                               0.0,       0.0, (double)i, impact};

        mb_series_add(&series, point);
    }
    for (int i = 0; i < series.rows; i++) {
        const double *low = series.low + i * series.columns,
                     *high = series.high + i * series.columns;
        double t = value_at(&series, i, MB_SERIES_T);

        cr_expect(value_at(&series, i, column) == t && high[column] == t);
        cr_expect(low[column] == (i ? value_at(&series, i - 1, MB_SERIES_T) + 1.0 : 0.0));
        cr_expect(value_at(&series, i, column + 1) == 0.0);
        up += high[column + 1] == 348.0;
        down += low[column + 1] == -60.0;
    }
    cr_expect(up == 10 && down == 10, "%d %d", up, down);
}

/* Many columns mean fewer buckets, too many are refused. */
Test(series, memory_is_bounded)
{
    static mb_series series;
    int extra[MB_SERIES_EXTRAS] = {[MB_SERIES_MULTIPLIERS] = 500, [MB_SERIES_CONSTRAINTS] = 500};
    static double point[MB_SERIES_WIDEST];

    cr_assert(mb_series_start(&series, extra));
    for (int i = 0; i < 1000; i++)
        mb_series_add(&series, point);
    cr_expect(series.rows * series.columns <= MB_SERIES_VALUES && series.rows >= 32);
    extra[MB_SERIES_MULTIPLIERS] = MB_SERIES_WIDEST;
    cr_expect_not(mb_series_start(&series, extra));
}

Test(series, head_names_every_column)
{
    static mb_series series;
    const char *const outputs[] = {"crank.angle", "P.x"};
    const int extra[MB_SERIES_EXTRAS] = {
        [MB_SERIES_OUTPUTS] = 2, [MB_SERIES_MULTIPLIERS] = 1, [MB_SERIES_CONSTRAINTS] = 2};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    mb_series_start(&series, extra);
    mb_series_write(&series, outputs, out);
    fclose(out);
    cr_expect_str_eq(text, "# t position_l2 velocity_l2 acceleration_l2 energy error "
                           "outputs.crank.angle outputs.P.x multipliers.1 rows.1 rows.2\n");
    free(text);
}

/* ---- audit norms ---------------------------------------------------------------------------- */

Test(norms, of_two_vectors)
{
    const double r1[] = {3.0, -4.0}, r2[] = {0.0, 1.0};
    mb_norm_summary norm[MB_NORMS] = {{0}};

    mb_audit_norms(norm, 2, r1);
    mb_audit_norms(norm, 2, r2);
    cr_assert(norm[MB_L2].max == 5.0 && norm[MB_L2].sum == 6.0 && norm[MB_L2].last == 1.0);
    cr_assert(norm[MB_L2].square_sum == 26.0);
    cr_assert(norm[MB_SQ].max == 25.0 && norm[MB_SQ].sum == 26.0);
    cr_assert(norm[MB_L1].max == 7.0 && norm[MB_LINF].max == 4.0);
}

/* A violation that is no number must not hide behind a comparison. */
Test(norms, not_a_number_stays)
{
    const double bad[] = {1.0, NAN}, good[] = {1.0, 1.0};
    mb_norm_summary norm[MB_NORMS] = {{0}};

    mb_audit_norms(norm, 2, bad);
    mb_audit_norms(norm, 2, good);
    for (int i = 0; i < MB_NORMS; i++)
        cr_expect(isnan(norm[i].max) && isnan(norm[i].sum) && isfinite(norm[i].last), "%d", i);
}

/* ---- records -------------------------------------------------------------------------------- */

static const char *const fields[] = {"schema",
                                     "study",
                                     "run",
                                     "problem",
                                     "solver",
                                     "cell",
                                     "key",
                                     "copied_from",
                                     "status",
                                     "reason",
                                     "t_end",
                                     "t_reached",
                                     "h",
                                     "position",
                                     "velocity",
                                     "acceleration",
                                     "energy",
                                     "start_correction",
                                     "start",
                                     "outputs",
                                     "output_rates",
                                     "error",
                                     "precision",
                                     "rank",
                                     "momentum",
                                     "counters",
                                     "cpu",
                                     "ratio",
                                     "environment",
                                     "series",
                                     "series_columns",
                                     "branch",
                                     "linear_solver",
                                     "limits",
                                     "peak_rss_mb"};

static json_t *example(const char *id)
{
    static mb_result result;
    mb_run run = {.study = "s",
                  .id = id,
                  .problem = "four-bar",
                  .solver = "lagrange/rk4:h=0.001",
                  .t_end = 0.1,
                  .cell = 1,
                  .key = 2};
    json_t *environment = json_object();
    const mb_record_extra extra = {{60.0, 2048.0}, run.solver, environment, NULL, NULL};
    json_t *record;

    memset(&result, 0, sizeof result);
    mb_result_clear(&result);
    result.status = MB_RUN_OK;
    result.t_reached = 0.1;
    result.points = 2;
    result.energy.last = INFINITY;
    result.norm[MB_AT_POSITION][MB_L2].sum = 3.0;
    record = mb_record(&run, &result, &extra);
    json_decref(environment);
    return record;
}

Test(record, fields_in_the_order_of_the_schema)
{
    json_t *record = example("a"), *value;
    const char *key;
    size_t i = 0;

    json_object_foreach(record, key, value)
    {
        cr_assert(i < sizeof fields / sizeof *fields);
        cr_expect_str_eq(key, fields[i]);
        i++;
    }
    cr_expect(i == sizeof fields / sizeof *fields);
    json_decref(record);
}

Test(record, numbers_read_back_and_infinity_is_null)
{
    json_t *record = example("a"), *back;
    char *line = mb_record_line(record);

    cr_assert(line[strlen(line) - 1] == '\n');
    cr_assert(strchr(line, '\n') == line + strlen(line) - 1);
    back = json_loads(line, 0, NULL);
    cr_assert(json_real_value(json_object_get(back, "t_end")) == 0.1);
    cr_assert(json_is_null(json_object_get(json_object_get(back, "energy"), "final")));
    cr_assert(json_real_value(json_object_get(
                  json_object_get(json_object_get(back, "position"), "l2"), "mean")) == 1.5);
    json_decref(back);
    json_decref(record);
    free(line);
}

Test(record, a_copy_names_the_run_that_was_made)
{
    json_t *record = example("a"), *copy, *copy_of_copy;
    const mb_run b = {.study = "s", .id = "b", .solver = "x"};
    const mb_run c = {.study = "t", .id = "c", .solver = "x"};

    copy = mb_record_copy(record, &b, false);
    copy_of_copy = mb_record_copy(copy, &c, false);
    cr_expect_str_eq(json_string_value(json_object_get(copy, "run")), "b");
    cr_expect_str_eq(json_string_value(json_object_get(copy, "copied_from")), "s/a");
    cr_expect_str_eq(json_string_value(json_object_get(copy_of_copy, "copied_from")), "s/a");
    cr_expect_str_eq(json_string_value(json_object_get(copy_of_copy, "study")), "t");
    cr_expect_str_eq(json_string_value(json_object_get(record, "run")), "a");
    json_decref(copy_of_copy);
    json_decref(copy);
    json_decref(record);
}

/* ---- store ---------------------------------------------------------------------------------- */

static void temporary(char path[64])
{
    int fd;

    strcpy(path, "/tmp/mbsbench-test-XXXXXX");
    fd = mkstemp(path);
    cr_assert(fd >= 0);
    close(fd);
}

static mb_store *opened(const char *path)
{
    mb_error err = {MB_OK, ""};
    mb_store *store;

    cr_assert(mb_store_open(path, &store, &err) == MB_OK, "%s", err.text);
    return store;
}

static void append(mb_store *store, const char *id)
{
    mb_error err = {MB_OK, ""};
    json_t *record = example(id);

    cr_assert(mb_store_append(store, record, &err) == MB_OK, "%s", err.text);
    json_decref(record);
}

Test(store, finds_what_was_appended_before)
{
    char path[64];
    mb_error err = {MB_OK, ""};
    const mb_stored *stored;
    json_t *record;
    mb_store *store;

    temporary(path);
    store = opened(path);
    append(store, "a");
    append(store, "b");
    cr_expect(mb_store_find(store, 2)->fresh);
    mb_store_close(store);
    store = opened(path);
    stored = mb_store_find(store, 2);
    cr_assert_not_null(stored);
    cr_expect(stored->name == mb_stored_name("s", "b"));
    cr_expect(stored->status == MB_RUN_OK && !stored->timed && !stored->fresh);
    cr_expect(stored->limits.time == 60.0);
    cr_assert(mb_store_read(store, mb_store_next(store, stored), &record, &err) == MB_OK);
    cr_expect_str_eq(json_string_value(json_object_get(record, "run")), "a");
    cr_expect_null(mb_store_find(store, 3));
    json_decref(record);
    mb_store_close(store);
    unlink(path);
}

Test(store, cuts_a_torn_line_off)
{
    char path[64];
    mb_store *store;
    FILE *f;

    temporary(path);
    store = opened(path);
    append(store, "a");
    mb_store_close(store);
    f = fopen(path, "a");
    fputs("{\"schema\":\"mbsbench-rec", f);
    fclose(f);
    store = opened(path);
    cr_expect(mb_store_was_torn(store));
    append(store, "b");
    mb_store_close(store);
    store = opened(path);
    cr_expect_not(mb_store_was_torn(store));
    cr_expect_not_null(mb_store_next(store, mb_store_find(store, 2)));
    mb_store_close(store);
    unlink(path);
}

/* What another program finished meanwhile is seen, and its like is not appended. */
Test(store, sees_what_another_one_appends)
{
    char path[64];
    mb_error err = {MB_OK, ""};
    mb_store *one, *two;

    temporary(path);
    one = opened(path);
    two = opened(path);
    append(one, "a");
    cr_expect_null(mb_store_find(two, 2));
    cr_assert(mb_store_refresh(two, &err) == MB_OK);
    cr_expect_not_null(mb_store_find_run(two, 2, mb_stored_name("s", "a")));
    append(two, "a");
    append(two, "b");
    append(one, "b");
    append(one, "c");
    mb_store_close(one);
    mb_store_close(two);
    one = opened(path);
    cr_expect_null(mb_store_find_run(one, 2, mb_stored_name("s", "d")));
    for (int i = 0; i < 3; i++) {
        const char id[] = {(char)('a' + i), 0};
        const mb_stored *stored = mb_store_find_run(one, 2, mb_stored_name("s", id));

        cr_assert_not_null(stored);
        while ((stored = mb_store_next(one, stored)))
            cr_expect(stored->name != mb_stored_name("s", id), "%s twice", id);
    }
    mb_store_close(one);
    unlink(path);
}

Test(store, refuses_a_file_of_something_else)
{
    char path[64];
    mb_error err = {MB_OK, ""};
    mb_store *store;
    FILE *f;

    temporary(path);
    f = fopen(path, "w");
    fputs("{\"schema\":\"other\"}\n", f);
    fclose(f);
    cr_assert(mb_store_open(path, &store, &err) == MB_BAD_INPUT);
    cr_expect_not_null(strstr(err.text, "line 1"));
    cr_expect_null(store);
    unlink(path);
}

Test(statuses, words_are_found_again)
{
    for (int i = 0; i < MB_RUN_STATUSES; i++)
        cr_expect(mb_run_status_find(mb_run_status_word((mb_run_status)i)) == (mb_run_status)i);
    cr_expect(mb_run_status_find("nonsense") == MB_RUN_STATUSES);
    cr_expect(mb_run_status_find(NULL) == MB_RUN_STATUSES);
}
