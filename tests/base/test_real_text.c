/* SPDX-License-Identifier: MIT */
/* Numbers as text are what printf writes, tidied as JSON has it, and are read back. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/real_text.h"

enum { RANDOM = 100000 };

/* Marsaglia 2003, xorshift */
static uint64_t next_of(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* "%.17g" with a point or an exponent, which has no + and no leading zeros */
static void by_printf(double x, char text[64])
{
    char *e, *from;

    snprintf(text, 64, "%.17g", x);
    e = strchr(text, 'e');
    if (!e) {
        if (!strchr(text, '.'))
            strcat(text, ".0");
        return;
    }
    e += e[1] == '-' ? 2 : 1;
    from = e + strspn(e, "+0");
    memmove(e, from, strlen(from) + 1);
}

static void hold(double x)
{
    char ours[MB_REAL_TEXT], theirs[64];
    size_t n;

    if (!isfinite(x))
        return;
    n = mb_real_text(x, ours);
    by_printf(x, theirs);
    cr_assert(strcmp(ours, theirs) == 0 && n == strlen(ours), "%s, by printf %s", ours, theirs);
    cr_assert(strtod(ours, NULL) == x, "%s", ours);
}

static void hold_beside(double x)
{
    hold(x);
    hold(-x);
    hold(nextafter(x, 0.0));
    hold(nextafter(x, INFINITY));
}

Test(real_text, of_special_numbers)
{
    static const double x[] = {0.0, 1.0, 0.1, 0.5, 100.0, 1e15, DBL_MAX, DBL_MIN, DBL_TRUE_MIN};

    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        hold_beside(x[i]);
}

/* Where the number of digits changes, and the form */
Test(real_text, beside_powers_of_ten_and_two)
{
    for (int k = -320; k <= 308; k++)
        hold_beside(pow(10.0, k));
    for (int k = -1074; k < 1024; k++)
        hold_beside(ldexp(1.0, k));
}

/* Halves of the last of 17 digits, which go to the even one */
Test(real_text, of_ties)
{
    for (int k = 0; k < 2000; k++) {
        hold(ldexp(45035996273704961.0 + 2.0 * k, -1));
        hold(ldexp(4503599627370497.0 + 2.0 * k, -2));
        hold(ldexp(4503599627370497.0 + 2.0 * k, -5));
    }
}

Test(real_text, of_random_numbers)
{
    uint64_t seed = 88172645463325252U;

    for (int i = 0; i < RANDOM; i++) {
        const uint64_t bits = next_of(&seed);
        double x;

        memcpy(&x, &bits, sizeof x);
        hold(x);
        hold(ldexp((double)(next_of(&seed) >> 11), (int)(next_of(&seed) % 200) - 180));
        hold((double)(next_of(&seed) % 1000000) / 1e4);
    }
}
