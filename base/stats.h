/* SPDX-License-Identifier: MIT */
/* Order statistics of timing samples. */
#ifndef MB_BASE_STATS_H
#define MB_BASE_STATS_H

/* Median of n values, which are sorted in place; NaN when n = 0. */
double mb_median(double *x, int n);

/* Rank k of the sign-test interval of the median: [x(k), x(n+1-k)] of the sorted sample, ranks from
 * 1, covers the median with probability 1 - 2 P(Binomial(n, 1/2) < k) >= level, k the largest such
 * rank.  0 when n is too small for that. */
int mb_sign_rank(int n, double level);

typedef struct mb_ratio {
    double median;
    double lo, hi; /* its interval; NaN where the sample is too small to tell (95 %: below 6) */
} mb_ratio;

/* Ratio from n logarithms of paired ratios, which are sorted in place, and the interval of its
 * median by the sign test. */
mb_ratio mb_ratio_of_logs(double *log_ratio, int n, double level);

#endif
