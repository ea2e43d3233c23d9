/* SPDX-License-Identifier: MIT */
/* x = m 2^e times 10^p = 5^p 2^p is a whole number of 17 digits and a fraction.  m 5^p has up to 178 bits for
 * the p of all but the least and largest numbers, so that the product and its rounding (to the nearest,
 * to even) are exact in whole numbers. */
#include "base/real_text.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

enum { DIGITS = 17, FIVES = 27, MOST = 2 * FIVES }; /* 5^27 fits in 63 bits */

static const uint64_t ten_16 = 10000000000000000U;

static const uint64_t five_to[FIVES + 1] = {1U,
                                            5U,
                                            25U,
                                            125U,
                                            625U,
                                            3125U,
                                            15625U,
                                            78125U,
                                            390625U,
                                            1953125U,
                                            9765625U,
                                            48828125U,
                                            244140625U,
                                            1220703125U,
                                            6103515625U,
                                            30517578125U,
                                            152587890625U,
                                            762939453125U,
                                            3814697265625U,
                                            19073486328125U,
                                            95367431640625U,
                                            476837158203125U,
                                            2384185791015625U,
                                            11920928955078125U,
                                            59604644775390625U,
                                            298023223876953125U,
                                            1490116119384765625U,
                                            7450580596923828125U};

/* high 2^64 + low over 2^s, to the nearest */
static uint64_t shifted(wide high, uint64_t low, int s)
{
    const int t = s - 64;
    wide rest, half;
    uint64_t whole;

    if (s <= 0)
        return low << -s;
    if (t <= 0) {
        whole = (t == 0 ? (uint64_t)high : (uint64_t)(high << -t) | low >> s);
        rest = t == 0 ? low : low & (((uint64_t)1 << s) - 1);
        half = (wide)1 << (s - 1);
    } else {
        whole = (uint64_t)(high >> t);
        rest = (high & (((wide)1 << t) - 1)) << 1 | (low != 0); /* what is below half a unit */
        half = (wide)1 << t;
    }
    return whole + (rest > half || (rest == half && whole & 1U));
}

/* m 2^e 10^p */
static uint64_t scaled(uint64_t m, int e, int p)
{
    const wide power = (wide)five_to[p < FIVES ? p : FIVES] * five_to[p < FIVES ? 0 : p - FIVES];
    const wide low = (wide)m * (uint64_t)power;

    return shifted((wide)m * (uint64_t)(power >> 64) + (low >> 64), (uint64_t)low, -(e + p));
}

/* x > 0 = 0.d1 d2 ... d17 10^point, where it is within what can be told so */
static bool digits_of(double x, char digit[DIGITS], int *point)
{
    int e, k;
    const uint64_t m = (uint64_t)ldexp(frexp(x, &e), 53);
    uint64_t d = 0;

    k = (int)floor((e - 1) * 0.30102999566398120); /* 10^k <= x, or one more */
    for (int i = 0; i < 2; i++, k++) {
        if (k > DIGITS - 1 || DIGITS - 1 - k > MOST)
            return false;
        d = scaled(m, e - 53, DIGITS - 1 - k);
        if (d < 10 * ten_16)
            break;
    }
    for (int i = DIGITS - 1; i >= 0; i--, d /= 10)
        digit[i] = (char)('0' + d % 10);
    *point = k + 1;
    return true;
}

/* As JSON has it, of what printf writes */
static size_t tidied(char text[MB_REAL_TEXT])
{
    char *e = strchr(text, 'e'), *end;

    if (!e)
        return strlen(strchr(text, '.') ? text : strcat(text, ".0"));
    end = ++e;
    if (*end == '-')
        e++;
    for (end = e; *end == '+' || *end == '0'; end++)
        ;
    memmove(e, end, strlen(end) + 1);
    return strlen(text);
}

static char *put(char *at, const char *from, int n)
{
    memcpy(at, from, (size_t)n);
    return at + n;
}

static char *put_zeros(char *at, int n)
{
    memset(at, '0', (size_t)n);
    return at + n;
}

size_t mb_real_text(double x, char text[MB_REAL_TEXT])
{
    char digit[DIGITS], *at = text;
    int point, n = DIGITS;

    if (x == 0.0 || !digits_of(fabs(x), digit, &point)) {
        snprintf(text, MB_REAL_TEXT, "%.17g", x);
        return tidied(text);
    }
    while (n > 1 && digit[n - 1] == '0')
        n--;
    if (x < 0.0)
        *at++ = '-';
    if (point < -3) {
        *at++ = digit[0];
        if (n > 1)
            *at++ = '.';
        at = put(at, digit + 1, n - 1);
        return (size_t)(at - text) + (size_t)snprintf(at, 8, "e%d", point - 1);
    }
    if (point <= 0) {
        at = put_zeros(put(at, "0.", 2), -point);
        at = put(at, digit, n);
    } else if (n <= point) {
        at = put_zeros(put(at, digit, n), point - n);
        at = put(at, ".0", 2);
    } else {
        at = put(put(at, digit, point), ".", 1);
        at = put(at, digit + point, n - point);
    }
    *at = '\0';
    return (size_t)(at - text);
}
