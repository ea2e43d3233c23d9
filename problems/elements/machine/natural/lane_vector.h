/* SPDX-License-Identifier: MIT */
/* The same number of all lanes in a vector.  For files that are compiled once for each kind of
 * processors, with MB_LANE_WIDTH numbers in it. */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_NATURAL_LANE_VECTOR_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_NATURAL_LANE_VECTOR_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

/* A number of all lanes, and what comparisons of such yield: all bits or none */
typedef double lanes_of __attribute__((vector_size(8 * MB_LANE_WIDTH)));
typedef int64_t choice __attribute__((vector_size(8 * MB_LANE_WIDTH)));

/* Written as a list, which compilers make one instruction of */
static inline lanes_of same(double x)
{
#if MB_LANE_WIDTH == 8
    return (lanes_of){x, x, x, x, x, x, x, x};
#elif MB_LANE_WIDTH == 4
    return (lanes_of){x, x, x, x};
#else
    return (lanes_of){x, x};
#endif
}

static inline lanes_of *all(const double *array)
{
    return (lanes_of *)(uintptr_t)array;
}

/* A bit a lane */
static inline choice chosen(unsigned set)
{
    choice bit;

    for (int l = 0; l < MB_LANE_WIDTH; l++)
        bit[l] = (int64_t)1 << l;
    return (bit & (int64_t)set) != 0;
}

static inline unsigned set_of(choice c)
{
#if MB_LANE_WIDTH == 8 && defined __AVX512F__
    return _mm512_cmplt_epi64_mask((__m512i)c, _mm512_setzero_si512());
#elif MB_LANE_WIDTH == 4 && defined __AVX2__
    return (unsigned)_mm256_movemask_pd((__m256d)c);
#else
    unsigned set = 0;

    for (int l = 0; l < MB_LANE_WIDTH; l++)
        set |= (unsigned)(c[l] != 0) << l;
    return set;
#endif
}

/* x where it is chosen, else y */
static inline lanes_of pick(choice c, lanes_of x, lanes_of y)
{
    return (lanes_of)(((choice)x & c) | ((choice)y & ~c));
}

static inline void pick_all(choice c, int n, const lanes_of *x, lanes_of *y)
{
    for (int i = 0; i < n; i++)
        y[i] = pick(c, x[i], y[i]);
}

static inline lanes_of size_of(lanes_of x)
{
    return (lanes_of)((choice)x & INT64_MAX);
}

static inline lanes_of root(lanes_of x)
{
    for (int l = 0; l < MB_LANE_WIDTH; l++)
        x[l] = sqrt(x[l]);
    return x;
}

static inline void copy(int n, const double *from, double *to)
{
    for (int i = 0; i < n; i++)
        all(to)[i] = all(from)[i];
}

#endif
