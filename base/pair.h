/* SPDX-License-Identifier: MIT */
/* Two numbers at once, and loops over few of them whose length the compiler knows. */
#ifndef MB_BASE_PAIR_H
#define MB_BASE_PAIR_H

typedef double mb_pair __attribute__((vector_size(16)));

#define MB_ALWAYS_INLINE static inline __attribute__((always_inline))

#ifdef __clang__
#define MB_UNROLL /* unrolls such loops by itself */
#else
#define MB_UNROLL _Pragma("GCC unroll 8")
#endif

/* Pairs that n numbers take */
#define MB_PAIRS(n) (((n) + 1) / 2)

MB_ALWAYS_INLINE mb_pair mb_pair_both(double x)
{
    return (mb_pair){x, x};
}

/* x[k] in both places */
MB_ALWAYS_INLINE mb_pair mb_pair_each(mb_pair x, int k)
{
    return k > 0 ? (mb_pair){x[1], x[1]} : (mb_pair){x[0], x[0]};
}

typedef double mb_pair_there __attribute__((vector_size(16), aligned(8)));

/* x[0] and x[1].  A pair that has just been written as two numbers waits until both have reached the
 * cache: what is read in pairs is written in pairs. */
MB_ALWAYS_INLINE mb_pair mb_pair_at(const double *x)
{
    return *(const mb_pair_there *)x;
}

MB_ALWAYS_INLINE void mb_put_pair_at(double *x, mb_pair y)
{
    *(mb_pair_there *)x = y;
}

/* Pair p of x (n); 0 behind its end */
MB_ALWAYS_INLINE mb_pair mb_pair_of(int n, const double *x, int p)
{
    return 2 * p + 1 < n ? mb_pair_at(x + 2 * p) : (mb_pair){x[2 * p], 0.0};
}

MB_ALWAYS_INLINE void mb_put_pair(int n, mb_pair y, double *x, int p)
{
    if (2 * p + 1 < n)
        mb_put_pair_at(x + 2 * p, y);
    else
        x[2 * p] = y[0];
}

/* FUNCTION(p, width, ...) for each pair p of n numbers: 2 of them, or the last one alone */
#define MB_EACH_PAIR(n, FUNCTION, ...)                                                             \
    do {                                                                                           \
        const int whole = (int)((unsigned)(n) / 2);                                                \
                                                                                                   \
        for (int pair = 0; pair < whole; pair++)                                                   \
            FUNCTION(pair, 2, __VA_ARGS__);                                                        \
        if ((n) % 2)                                                                               \
            FUNCTION(whole, 1, __VA_ARGS__);                                                       \
    } while (0)

MB_ALWAYS_INLINE void mb_copy_pair(int p, int width, const double *x, double *y)
{
    mb_put_pair(2 * p + width, mb_pair_of(2 * p + width, x, p), y, p);
}

/* y = x (n) */
MB_ALWAYS_INLINE void mb_copy_pairs(int n, const double *x, double *y)
{
    MB_EACH_PAIR(n, mb_copy_pair, x, y);
}

/* Pair p of x + y */
MB_ALWAYS_INLINE void mb_sum_pair(int p, int width, const double *x, const double *y, double *sum)
{
    const int n = 2 * p + width;

    mb_put_pair(n, mb_pair_of(n, x, p) + mb_pair_of(n, y, p), sum, p);
}

/* sums[0] + x[0]^2 + x[1]^2 and sums[1] + y[0]^2 + y[1]^2, one after the other */
MB_ALWAYS_INLINE mb_pair mb_add_squares(mb_pair sums, mb_pair x, mb_pair y)
{
    x *= x;
    y *= y;
    return sums + (mb_pair){x[0], y[0]} + (mb_pair){x[1], y[1]};
}

#endif
