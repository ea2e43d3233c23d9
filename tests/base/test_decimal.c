/* SPDX-License-Identifier: MIT */
/* Digits of doubles are those that printf writes. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"

/* Whether there are digits, which then are the right ones */
static bool is_right(double x)
{
    char printed[64], own[64];
    uint64_t digits;
    int exponent;

    if (!mb_decimal_17(x, &digits, &exponent))
        return false;
    snprintf(printed, sizeof printed, "%.16e", x);
    snprintf(own, sizeof own, "%017llu %d", (unsigned long long)digits, exponent);
    memmove(printed + 1, printed + 2, strlen(printed) - 1); /* the point */
    printed[17] = '\0';
    cr_assert(strncmp(printed, own, 17) == 0 && atoi(printed + 18) == atoi(own + 18),
              "%.20g: %s, not %s e%s", x, own, printed, printed + 18);
    return true;
}

Test(decimal, digits_are_those_of_printf)
{
    uint64_t bits = 88172645463325252U;
    long seen = 0;

    for (int i = 0; i < 300000; i++) {
        double x;

        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        x = ldexp((double)(bits >> 11), -(int)(bits % 180));
        seen += is_right(x);
    }
    cr_expect(seen > 200000);
}

/* A quarter and three quarters behind 16 digits lie in the middle between two of 17 digits. */
Test(decimal, ties_go_to_even)
{
    for (int i = 0; i < 4000; i++)
        cr_assert(is_right(0x1p50 + 0.25 * i));
}

Test(decimal, powers)
{
    for (int i = -122; i <= 56; i++)
        for (int up = -1; up <= 1; up++)
            cr_assert(is_right(nextafter(ldexp(1.0, i), up > 0 ? (double)INFINITY : up * 1.0)));
    for (int i = -36; i <= 16; i++)
        for (int up = -1; up <= 1; up++)
            cr_assert(is_right(up ? nextafter(pow(10.0, i), up * INFINITY) : pow(10.0, i)));
    cr_assert(is_right(0.0));
}

Test(decimal, what_is_too_large_or_small_has_none)
{
    const double x[] = {1e17, 9e-38, 5e-324, INFINITY, NAN, -1.0};

    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        cr_expect(!is_right(x[i]), "%g", x[i]);
}

Test(decimal, whole_numbers_are_those_of_printf)
{
    const int64_t n[] = {0, 1, -1, 9, 10, -10, 1234567, INT64_MAX, INT64_MIN};

    for (size_t i = 0; i < sizeof n / sizeof *n; i++) {
        char printed[MB_WHOLE_SIZE + 1], own[MB_WHOLE_SIZE + 1];

        snprintf(printed, sizeof printed, "%" PRId64, n[i]);
        own[mb_decimal_whole(n[i], own)] = '\0';
        cr_expect_str_eq(own, printed);
    }
}
