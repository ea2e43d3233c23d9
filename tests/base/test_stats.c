/* SPDX-License-Identifier: MIT */
/* Order statistics. */
#include <criterion/criterion.h>
#include <math.h>

#include "base/stats.h"

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
